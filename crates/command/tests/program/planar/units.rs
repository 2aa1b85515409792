//! `asperity rigid --units`: the same bodies moved by a unit come to the motion from event to event.

use std::path::Path;
use std::process::Command;

use asperity_lab::exchange::Accuracy;
use asperity_lab::fmu::Fmu;
use asperity_lab::planar::scenes::SCENES;
use asperity_lab::planar::{Contacts, System, as_unit};
use asperity_lab::systems::{Request, Way, run_with};
use nalgebra::DVector;

use crate::systems::{refused, said};

/// Value and distance of each row under a title.
fn rows(text: &str, title: &str) -> Vec<[f64; 2]> {
    let (_, table) = text.split_once(title).unwrap_or_else(|| panic!("{title} is missing: {text}"));
    let cells = |line: &str| line.split_whitespace().map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>();
    table.lines().skip(1).map_while(|line| cells(line).filter(|of| of.len() > 1)).map(|of| [of[0], of[1]]).collect()
}

fn compliant(text: &str) -> Vec<[f64; 2]> {
    rows(text, "compliant, Model Exchange\n")
}

fn stepped(text: &str) -> Vec<[f64; 2]> {
    rows(text, "time stepping\n")
}

/// Slopes from row to row in logarithms.
fn orders(rows: &[[f64; 2]]) -> Vec<f64> {
    rows.windows(2).map(|pair| (pair[1][1] / pair[0][1]).ln() / (pair[1][0] / pair[0][0]).ln()).collect()
}

/// What the command prints, whose numbers are on its page as well.
fn with_units(folder: &Path, words: &[&str]) -> String {
    let unit = crate::packed::file().to_string_lossy();
    let text = said(folder, &[&["rigid"], words, &["--units", "--fmu", &unit, "--page", "page.html"]].concat());
    let page = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    for [_, off] in compliant(&text) {
        let cell = format!(">{}</td>", asperity_lab::number::scientific(off, 1));
        assert!(page.contains(&cell), "{off} is not in {page}");
    }
    assert!(page.contains("<animate") && page.contains("log10 of k") && page.contains(" m at k = 1e5 N/m^1.5 and "));
    text
}

/// Balls that meet one by one are late by the times of their contacts, k^(-2/5) by Hertz; one at rest sinks in by (m·g/k)^(2/3).
/// Distances are printed with two digits: 3 % each. Rigid contacts have both to rounding in steps of any length.
#[test]
fn a_unit_comes_to_the_rigid_motion_as_it_grows_stiff() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gaps = with_units(folder.path(), &["gaps"]);
    let late = compliant(&gaps);
    assert_eq!(late.len(), 3, "{gaps}");
    for pair in late.windows(2) {
        let expected = libm::pow(pair[1][0] / pair[0][0], -0.4);
        assert!((pair[1][1] / pair[0][1] / expected - 1.0).abs() < 0.06, "{gaps}");
    }
    let ball = with_units(folder.path(), &["ball"]);
    for [k, off] in compliant(&ball) {
        assert!((off / libm::pow(9.81 / k, 2.0 / 3.0) - 1.0).abs() < 0.03, "{ball}");
    }
    for text in [&gaps, &ball] {
        let steps = stepped(text);
        assert!(steps.len() == 4 && steps.iter().all(|[_, off]| *off < 1e-12), "{text}");
    }
    // by a constant force: μ·m·g − F brakes it, v²/(2·(μ·g − F/m)) is its way
    let feet = with_units(folder.path(), &["feet"]);
    let found = [compliant(&feet), stepped(&feet)];
    assert!(found.iter().all(|rows| rows.last().is_some_and(|[_, off]| *off < 1e-3)), "{feet}");
}

/// A block on a spring loses 2·μ·m·g/c of its swing at each turn and stops where the spring cannot move it: x = −0.5 + 6·δ with
/// δ = μ·m·g/c = 0.073575 m. Compliant, it sinks in by k^(-2/3) on its way there, printed with two digits and beside what bristles
/// bend by, k^(-1): 0.05 of the order. In steps friction is wrong in those in which slip turns, by no more than 2·μ·g for H: μ·g·H² each,
/// and there are two before it stops.
#[test]
fn a_unit_moves_a_block_on_a_spring_as_event_by_event() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = with_units(folder.path(), &["spring"]);
    assert!(text.contains(" -0.05855000 "), "{text}");
    let sinks = compliant(&text);
    assert!(sinks.len() == 3 && orders(&sinks).iter().all(|order| (order + 2.0 / 3.0).abs() < 0.05), "{text}");
    let steps = stepped(&text);
    assert!(steps.len() == 4 && steps.iter().all(|[h, off]| *off < 2.0 * 0.3 * 9.81 * h * h), "{text}");
}

/// A crank whose slider strikes a stop. At rest against it the slider sinks in by (N/k)^(2/3), and its crank, near the dead centre, by
/// more: 0.05 of the order. After the first impact, in steps, the force of the impact is spread over a step in which the inverse mass of
/// the mechanism changes, by a quarter in 4 ms: order 1, from 2 ms on, with two digits and what is left of order 2: 0.25.
#[test]
fn a_unit_moves_a_crank_as_event_by_event() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = with_units(folder.path(), &["crank"]);
    let sinks = compliant(&text);
    assert!(sinks.len() == 3 && orders(&sinks).iter().all(|order| (order + 2.0 / 3.0).abs() < 0.05), "{text}");
    // it ends at rest at the stop, told as it were after half a step of free fall, by g·H²/8: velocities are off by that times H
    let steps = stepped(&text);
    assert!(steps.len() == 4 && steps[0][1] < 1e-6, "{text}");
    assert!(orders(&steps).iter().all(|order| (order - 3.0).abs() < 0.15), "{text}");
    let text = with_units(folder.path(), &["crank", "--until", "0.4"]);
    let steps = stepped(&text);
    assert!(steps.len() == 4 && orders(&steps)[1..].iter().all(|order| (order - 1.0).abs() < 0.25), "{text}");
    let nears = compliant(&text);
    assert!(nears.len() == 3 && nears.windows(2).all(|pair| pair[1][1] < 0.5 * pair[0][1]), "{text}");
}

/// An arm that slides to and fro on a wheel that turns, three times in all; nothing touches.
const WHEEL: &str = "until = 3\ngravity = [0, 0]\n[bodies.wheel]\nmass = 1\ndisc = 0.1\nat = [0, 0]\nangle = 0.5\nspin = 6\n[bodies.arm]\nmass = 1\n\
                     box = [0.4, 0.02]\nat = [0.3, 0]\nvelocity = [0, 1.8]\nspin = 6\n[world.far]\n\
                     half_plane = { point = [0, -5], normal = [0, 1] }\n[[joints]]\npin = [\"wheel\", \"world\"]\nat = [0, 0]\n\
                     [[joints]]\nslider = [\"arm\", \"wheel\"]\nat = [0.3, 0]\ndirection = [1, 0]\nturns = false\n\
                     [[springs]]\nbetween = [\"arm\", \"wheel\"]\nends = [[0.3, 0], [0, 0]]\nstiffness = 60\nlength = 0.05\n";

/// Without contacts the importer has the same equations: to rounding in Model Exchange, of order 4 by the rule of Runge and Kutta in
/// steps. Two digits are 0.1 of an order.
#[test]
fn joints_and_springs_of_the_importer_are_those_of_the_rigid_motion() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("wheel.toml"), WHEEL).expect("a file");
    let unit = crate::packed::file().to_string_lossy();
    let text = said(folder.path(), &["rigid", "wheel.toml", "--units", "--fmu", &unit]);
    let same = compliant(&text);
    assert!(same.len() == 3 && same.iter().all(|[_, off]| *off < 1e-12), "{text}");
    let steps = stepped(&text);
    assert!(steps.len() == 4 && orders(&steps).iter().all(|order| (order - 4.0).abs() < 0.1), "{text}");
}

/// The crank, the file of its unit and the unit.
fn crank(folder: &Path, contacts: Contacts) -> (System, asperity_pack::system::System, Fmu) {
    let scene = SCENES.iter().find(|scene| scene.name == "crank").expect("a scene");
    let system = (scene.build)(super::coulomb(scene.mu, scene.e));
    let text = as_unit(&system, contacts).expect("a unit");
    let file = asperity_pack::system::System::read(&text, &|_| None).expect("a file of a system");
    let unit = std::fs::read(crate::packed::file()).expect("it is packed");
    let path = folder.join("Plane.fmu");
    std::fs::write(&path, file.packed(&unit, crate::packed::file()).expect("it packs")).expect("a file");
    (system, file, Fmu::open(&path).expect("it loads"))
}

#[test]
fn links_in_parallel_order_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (system, file, fmu) = crank(folder.path(), Contacts::Rigid);
    let set = vec![("coupling.order".into(), "parallel".into())];
    let request = Request { way: Way::CoSimulation(1e-3), until: 0.1, every: 0.01, gravity: [0.0; 3], set };
    let fault = run_with(&fmu, file.scene(), &request, Some(&system), |_| Ok(())).err().expect("it is refused");
    assert!(fault.to_string().contains("coupling.order = parallel"), "{fault}");
}

/// By a solver of little accuracy the crank's joints drift by 4e-9 m and 3e-8 m/s, but for the projection after each of its steps, which
/// leaves rounding.
#[test]
fn joints_stay_closed_in_model_exchange() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (system, file, fmu) = crank(folder.path(), Contacts::Compliant(1e6));
    let way = Way::Exchange(Accuracy { tolerance: 1e-4, longest: 0.05 });
    let request = Request { way, until: 0.15, every: 0.01, gravity: [0.0; 3], set: vec![] };
    let run = run_with(&fmu, file.scene(), &request, Some(&system), |_| Ok(())).expect("it runs");
    let last = run.samples.last().expect("samples");
    let of = |part: fn(&[f64]) -> [f64; 3]| DVector::from_iterator(9, last.motion.chunks_exact(13).flat_map(part));
    let q = of(|body| [body[0], body[1], 2.0 * libm::atan2(body[6], body[3])]);
    let v = of(|body| [body[7], body[8], body[12]]);
    for (row, off) in system.joint_rows(&q, &v) {
        assert!(off.abs() < 1e-13 && row.dot(&v).abs() < 1e-12, "{off:e} {:e}", row.dot(&v));
    }
}

/// Two discs on the floor, pinned to each other.
const PAIR: &str = "until = 0.2\n[contact]\nmu = 0.3\n[bodies.left]\nmass = 1\ndisc = 0.1\nat = [0, 0.1]\n[bodies.right]\nmass = 1\n\
                    disc = 0.1\nat = [0.3, 0.1]\n[world.floor]\nhalf_plane = { point = [0, 0], normal = [0, 1] }\n[[joints]]\n\
                    pin = [\"left\", \"right\"]\nat = [0.15, 0.1]\n[[forces]]\nbody = \"left\"\nforce = [0, -1]\nmoment = 0.1\n";

#[test]
fn links_that_touch_at_once_have_no_time_stepping() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("pair.toml"), PAIR).expect("a file");
    let text = with_units(folder.path(), &["pair.toml"]);
    assert!(compliant(&text).len() == 3, "{text}");
    assert!(text.contains("time stepping\nleft out: joints link left and right, which touch"), "{text}");
    let page = std::fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("time stepping is left out: joints link left and right"), "{page}");
}

#[test]
fn shapes_that_a_unit_has_not_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let shape = "polygon = [[-0.1, -0.05], [0.1, -0.05], [0, 0.1]]";
    std::fs::write(folder.path().join("three.toml"), PAIR.replacen("disc = 0.1", shape, 1)).expect("a file");
    let why = refused(folder.path(), &["rigid", "three.toml", "--units", "--out", "a.csv"]);
    assert!(why.contains("--units: left is a polygon that meets more than half-planes"), "{why}");
    assert!(!folder.path().join("a.csv").exists());
}

#[test]
fn files_are_written_and_listed_where_units_fail() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_asperity"))
        .args(["rigid", "ball", "--units", "--fmu", "none.fmu", "--out", "a.csv", "--page", "a.html"])
        .current_dir(folder.path())
        .output()
        .expect("it starts");
    let [text, error] = [&output.stdout, &output.stderr].map(|of| String::from_utf8_lossy(of).into_owned());
    assert!(!output.status.success() && error.contains("none.fmu"), "{error}");
    assert!(text.contains("Written: a.csv, a.html"), "{text}");
    let page = std::fs::read_to_string(folder.path().join("a.html")).expect("a page");
    assert!(page.contains("<animate") && !page.contains("moved by a unit"));
}
