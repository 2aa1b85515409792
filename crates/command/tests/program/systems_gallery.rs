//! The scenes with real shapes, as packed systems.

use std::fs;
use std::path::Path;

use crate::packed;
use crate::systems::{said, table};
use asperity_lab::report::Agreement;
use asperity_studies::gallery::Held;
use asperity_studies::gallery::systems::{EXHIBITS, gallery};

/// The beginning of a name, the number, and the deviations allowed.
type Known = (&'static str, f64, [f64; 2]);

/// Of each scene the numbers whose names begin so, with what they must be and the relative deviation allowed of the closed form and of
/// what came out. Independent of the code: the sums are written out; half periods and precession by hand-made quadrature and
/// formula in Python; the rattleback as twelve equations with a constraint force, integrated by SciPy (DOP853, 1e-11).
const KNOWN: [(&str, &[Known]); 8] = [
    (
        "slope",
        &[
            // tan θ = 0.5/1.3: 9.81·sin θ·(1 − 0.6)
            ("slides with", 1.408_633_9, [1e-7, 1e-4]),
            // tan θ = 0.5/1.35
            ("stands: f_n", 9.199_315_3, [1e-7, 1e-5]),
        ],
    ),
    ("rocking-block", &[("first fall", 0.187_180_7, [1e-5, 5e-3])]),
    (
        "eulers-disc",
        &[
            // it nutates by 2e-4 rad about the start
            ("rate of precession at θ = 0.2", 70.5416, [1e-3, 2e-3]),
            ("rate of precession at θ = 0.4", 50.8305, [1e-3, 2e-3]),
            ("rate of precession at θ = 0.8", 38.4614, [1e-3, 2e-3]),
            ("energy after", 1.0, [1e-12, 1e-6]),
        ],
    ),
    ("rattleback", &[("turns back", 0.634_881, [1e-5, 2e-3]), ("other sense", -5.999_355, [1e-6, 1e-3])]),
    ("torus-wheels", &[("deviations up to", 2.0, [1e-12, 1e-2])]),
    (
        "gear",
        &[
            ("on a tooth: height", 0.049_809_734_9, [1e-9, 2e-4]),
            ("between two teeth: height", 0.049_240_387_65, [1e-9, 2e-4]),
            ("between two teeth: f_n", 4.905, [1e-9, 1e-6]),
        ],
    ),
    // a = 1.5·0.1/(2·0.35)
    // sin θ = (2e-4 + 2·√(2θ·21.0214/(1e11·0.04)))/0.1, by iteration in Python
    (
        "peg",
        &[
            ("jammed: N", 21.021_428_57, [1e-9, 3e-2]),
            ("jammed: leans", 2.093_825e-3, [1e-5, 2e-3]),
            ("loose", 9.81, [1e-12, 1e-3]),
        ],
    ),
    (
        "closed-room",
        &[("closed room: energy", 7.492_536_390, [1e-9, 1e-6]), ("first die: height", 0.008, [1e-12, 1e-4])],
    ),
];

#[test]
fn the_page_of_systems_shows_every_scene_and_all_is_explained() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery/systems/systems-gallery.html");
    let unit = fs::read(packed::file()).expect("the unit");
    let shown = gallery(&unit, &path, |_| {}).expect("it is written");
    let page = fs::read_to_string(&path).expect("it is there");
    let committed =
        fs::read_to_string(asperity_pack::root().join("modelDescription/documentation/systems-gallery.html"));
    let committed = committed.expect("asperity gallery made it");
    for ((exhibit, entry), numbers) in EXHIBITS.iter().zip(&shown.report.entries).zip(&shown.numbers) {
        assert_eq!(entry.id, exhibit.example);
        assert_eq!(entry.count(Agreement::Unexplained), 0, "{:#?}", entry.findings);
        assert!(numbers.iter().all(Held::holds), "{numbers:#?}");
        for text in [&page, &committed] {
            assert!(text.contains(&format!("<section id=\"{}\">", exhibit.example)), "{}", exhibit.example);
        }
        let (_, known) = KNOWN.iter().find(|(example, _)| *example == exhibit.example).expect(exhibit.example);
        for &(name, value, [of_closed, of_found]) in *known {
            let held = numbers.iter().find(|held| held.closed.name.starts_with(name)).expect(name);
            for (number, bound) in [(&held.closed, of_closed), (&held.found, of_found)] {
                let number = number.value.expect(name);
                assert!((number - value).abs() <= bound * value.abs(), "{name}: {number} for {value}");
            }
        }
    }
    for text in [&page, &committed] {
        assert!(text.len() < 250_000, "{}", text.len());
        assert!(!text.contains("<li><span class=\"verdict unexplained\">"));
    }
}

/// Energies of 7 J, errors of the solver of 1e-10 a step: what is missing is theirs, since nothing is taken.
#[test]
fn a_box_keeps_its_energy_through_a_thousand_impacts() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "closed-room"]);
    let unit = packed::file().to_str().expect("a plain name");
    let run = ["simulate", "--system", "closed-room.toml", "--until", "42", "--every", "0.5", "--tolerance", "1e-10"];
    let text = said(folder, &[&run[..], &["--csv", "room.csv", "--fmu", unit]].concat());
    let listed = text.lines().filter(|line| line.starts_with("room_")).count();
    let more = text.split("and ").nth(1).and_then(|rest| rest.split(" more").next());
    let impacts = listed + more.and_then(|count| count.parse::<usize>().ok()).expect("they are counted");
    assert!(impacts >= 1000, "{impacts}");
    let (names, rows) = table(&folder.join("room.csv"));
    let column = |name: &str| names.iter().position(|known| known == name).expect(name);
    let parts = ["energyKinetic [J]", "energyPotential [J]", "energyElastic [J]"].map(column);
    let energy = |row: &Vec<f64>| parts.iter().map(|part| row[*part]).sum::<f64>();
    let worst = rows.iter().map(|row| (energy(row) - energy(&rows[0])).abs()).fold(0.0, f64::max);
    assert!(worst < 1e-6 * rows[0][parts[0]], "{worst} J after {impacts} impacts");
}
