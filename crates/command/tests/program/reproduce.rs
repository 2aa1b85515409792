//! The report on the papers: every label is what the runs of the report support, whatever steps the solver takes.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::packed::fmu;
use asperity_lab::exchange::Accuracy;
use asperity_lab::report::{Agreement, Entry, Finding, Report};
use asperity_lab::scenes::SCENES;
use asperity_studies::reproduce::{EXPERIMENTS, Selection, reproduce, reproduce_to};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("reproduced").join(name)
}

fn selection(words: &[&str]) -> Selection {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    Selection::parse(&words).expect("there are such figures")
}

#[test]
fn figures_are_found_by_number_in_any_spelling() {
    let found = |words: &[&str]| -> Vec<String> {
        selection(words).experiments().map(|experiment| experiment.name.to_string()).collect()
    };
    assert_eq!(found(&[]).len(), EXPERIMENTS.len());
    assert_eq!(found(&["wheel", "2"]), ["1-3", "wheel"]);
    for word in ["6", "fig6", "fig-06", "fig.6", "figs5-7", "5-7"] {
        assert_eq!(found(&[word]), ["5-7"], "{word}");
    }
    assert_eq!(found(&["22", "1", "2"]), ["1-3", "22-23"]);
    assert_eq!(found(&["10-13"]), ["9-10", "11-12", "13-15"]);
}

#[test]
fn figures_that_are_not_there_are_named() {
    for word in ["4", "99", "seven", ""] {
        let text = Selection::parse(&[word.to_owned()]).expect_err(word).to_string();
        assert!(
            text.contains(&format!("{word:?}"))
                && text.contains("17-21, 22-23, modia3d, wheel, wang-kumar, pang-trinkle"),
            "{text}"
        );
    }
}

fn report() -> &'static Report {
    static REPORT: OnceLock<Report> = OnceLock::new();
    REPORT.get_or_init(|| reproduce(fmu(), &selection(&[]), &folder("all"), |_| {}).expect("it is written").0)
}

fn entry<'r>(report: &'r Report, id: &str) -> &'r Entry {
    report.entries.iter().find(|entry| entry.id == id).expect("it is shown")
}

/// The only finding of an entry that says this.
fn finding<'r>(report: &'r Report, id: &str, words: &str) -> &'r Finding {
    let mut found = entry(report, id).findings.iter().filter(|finding| finding.text.contains(words));
    let first = found.next().unwrap_or_else(|| panic!("{id} says nothing of {words:?}"));
    assert!(found.next().is_none(), "{id} says more than once {words:?}");
    first
}

/// The number behind some words of a text.
fn behind(text: &str, words: &str) -> f64 {
    let rest = &text[text.find(words).unwrap_or_else(|| panic!("{text} lacks {words:?}")) + words.len()..];
    let end = rest.find(|c: char| !(c.is_ascii_digit() || ".-".contains(c))).unwrap_or(rest.len());
    rest[..end].parse().unwrap_or_else(|_| panic!("no number behind {words:?}: {text}"))
}

#[test]
fn every_finding_of_the_report_has_a_reason() {
    for entry in &report().entries {
        let unexplained: Vec<&str> =
            entry.findings.iter().filter(|f| f.agreement == Agreement::Unexplained).map(|f| f.text.as_str()).collect();
        assert!(unexplained.is_empty(), "{}: {unexplained:#?}", entry.id);
    }
}

#[test]
fn the_whole_report_says_what_a_step_costs_in_every_scene() {
    let costs = &report().footer[0];
    assert!(costs.caption.starts_with("Real time"), "{}", costs.caption);
    assert_eq!(costs.rows.len(), SCENES.len());
}

/// The converged angle, 1.917°, is of an independent integration (`fmu-tests/test_experiments.py`); the paper prints 2.2°.
#[test]
fn the_angle_of_rest_lies_within_the_scatter_of_the_fixed_step() {
    let found = finding(report(), "figs-17-21", "The paper prints 2.2°");
    assert_eq!(found.agreement, Agreement::Scatter, "{}", found.text);
    let spread = found.text.split_once("method gives ").expect("the spread").1;
    let (least, most) = (behind(&found.text, "method gives "), behind(spread, " to "));
    assert!(found.text.contains("1.917° is converged") && least < 0.0 && (2.2..3.0).contains(&most), "{}", found.text);
    let lubricated = finding(report(), "figs-17-21", "lubricated ground");
    assert_eq!(lubricated.agreement, Agreement::Agrees, "{}", lubricated.text);
}

/// Energy m·g·h of the fall of a rolling ball is ½·m·v²·(1 + I/(m·r²)): peaks of |ω| go as 1/√(1 + I/(m·r²)), but for what
/// the impacts before leave, so from 12.29 a shell has √(1.4/1.667) of it at least about.
#[test]
fn the_peak_of_the_angular_velocity_hangs_on_the_inertia() {
    let found = finding(report(), "figs-11-12", "|ω| peak");
    assert_eq!(found.agreement, Agreement::Differs, "{}", found.text);
    let (solid, shell) = (behind(&found.text, "peaks at "), behind(&found.text, "2/3·m·r², at "));
    assert!((shell / solid / (1.4_f64 / (5.0 / 3.0)).sqrt() - 1.0).abs() < 0.1, "{}", found.text);
    assert!(found.text.contains("scene.inertia"), "{}", found.text);
    assert!((behind(&found.text, "takes I = ") - 0.738).abs() < 0.002, "{}", found.text);
    for id in ["figs-09-10", "figs-11-12", "figs-13-15"] {
        let reading = &entry(report(), id).reading;
        assert!(reading.contains("a solid ball is assumed") && reading.contains("scene.inertia"), "{id}: {reading}");
    }
}

/// 42.943 % by Poisson's and 36.088 % by Stronge's hypothesis at e = 1, μ = 0.8 in case (a).
#[test]
fn energy_loss_at_e_1_differs_from_the_benchmark_and_says_why() {
    let found = finding(report(), "figs-22-23", "for e = 1, where slip stops or reverses");
    assert_eq!(found.agreement, Agreement::Differs, "{}", found.text);
    assert!(behind(&found.text, "the unit is up to ") > 5.0 && found.text.contains("Poisson"), "{}", found.text);
    let entry = entry(report(), "figs-22-23");
    assert!(entry.claim.contains("three different values") && entry.reading.contains("as its abstract says"));
    let row = entry.tables[0].rows.iter().find(|row| row[0] == "1" && row[1] == "0.8").expect("it is shown");
    assert_eq!(row[4..6], ["42.943", "36.088"], "{row:?}");
}

/// [P16] prints 1.67 % and 0.7°. The numbers of the reading to the letter are held against an independent computation in
/// `fmu-tests/test_wheel.py`.
#[test]
fn the_wheel_agrees_where_a_reading_has_the_printed_digits() {
    let wheel = |words: &str| finding(report(), "wheel", words);
    let letter = wheel("In the same reading");
    assert_eq!(letter.agreement, Agreement::Agrees, "{}", letter.text);
    assert_eq!(behind(&letter.text, "friction is "), 0.74);
    let force = wheel("With every equation to the letter");
    assert_eq!((force.agreement, behind(&force.text, "deviates by ")), (Agreement::Scatter, 1.678), "{}", force.text);
    let own = wheel("The unit's own law");
    assert_eq!((own.agreement, behind(&own.text, "law is ")), (Agreement::Differs, 0.04), "{}", own.text);
    let components = wheel("with rates of Euler angles");
    assert_eq!((components.agreement, behind(&components.text, "(12) is ")), (Agreement::Scatter, 0.54));
    let forces = ["Regularised: over", "Polygonal: over", "Box: over"].map(|words| wheel(words).agreement);
    assert_eq!(forces, [Agreement::Scatter, Agreement::Differs, Agreement::Scatter]);
}

/// min(d_max, 8(1 − e)/(5·e·v)): at e = 0.5, 20 mm/s 80 s/m; at e = 0.05, 10 mm/s 3040 s/m, cut at 2000.
#[test]
fn the_damping_of_modia3d_is_shown_with_its_cut() {
    let entry = entry(report(), "modia3d-damping");
    assert_eq!((entry.pictures.len(), entry.count(Agreement::Agrees)), (1, 2));
    let text = std::fs::read_to_string(folder("all").join(&entry.files[0])).expect("it is there");
    let rows: Vec<Vec<f64>> = (text.lines().skip(1))
        .map(|line| line.split(',').map(|cell| cell.parse().expect("a number")).collect())
        .collect();
    for (e, speed, damping) in [(0.5, 0.02, 80.0), (0.05, 0.01, 2000.0), (0.8, 2.5e-4, 2000.0)] {
        let row = rows.iter().find(|row| row[0] == e && (row[1] / speed - 1.0).abs() < 1e-9).expect("it is shown");
        assert!((row[2] / damping - 1.0).abs() < 1e-12, "{row:?}");
    }
}

/// Steps by error, with another tolerance and another longest step: labels and what is read off between the samples stay.
#[test]
#[ignore = "long: fmu-tests/run --full"]
fn no_label_hangs_on_the_steps_of_the_solver() {
    let words = ["9-10", "11-12", "13-15"];
    for (number, factors) in [(0, (0.7, 0.9)), (1, (1.4, 0.9))] {
        let accuracy = Accuracy { tolerance: factors.0 * 1e-12, longest: factors.1 * 0.02 };
        let accuracy = Accuracy { tolerance: accuracy.tolerance.max(1e-13), ..accuracy };
        let shaken = reproduce_to(accuracy, fmu(), &selection(&words), &folder(&format!("shaken-{number}")), |_| {});
        let (shaken, _) = shaken.expect("it is written");
        for other in &shaken.entries {
            let known = entry(report(), &other.id);
            let labels = |entry: &Entry| entry.findings.iter().map(|f| f.agreement).collect::<Vec<_>>();
            assert_eq!(labels(other), labels(known), "{} {factors:?}", other.id);
        }
        let peak = |report| finding(report, "figs-11-12", "|ω| peak").text.clone();
        assert_eq!(peak(&shaken), peak(report()), "{factors:?}");
    }
}

/// No percent beyond all of a number, and missed numbers counted one by one.
#[test]
fn a_step_that_is_too_long_is_told_as_numbers_missed() {
    let found = finding(report(), "figs-17-21", "kinematic coupling");
    assert!(found.text.contains("1 ms is too long here: 23 of 23 numbers missed"), "{}", found.text);
    assert!(found.text.contains("take a step of at most "), "{}", found.text);
    for table in report().entries.iter().flat_map(|entry| &entry.tables) {
        for (column, _) in table.head.iter().enumerate().filter(|(_, head)| *head == "deviation") {
            for cell in
                table.rows.iter().map(|row| &row[column]).filter(|cell| !["–", "> 100 %"].contains(&cell.as_str()))
            {
                let percent: f64 = cell.trim_start_matches("< ").trim_end_matches(" %").parse().expect(cell);
                assert!(percent <= 100.0 && cell.ends_with(" %"), "{}: {cell}", table.caption);
            }
        }
    }
}
