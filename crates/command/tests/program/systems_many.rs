//! Systems of many bodies: what their FMUs say of them, and that they are simulated.

use std::fs;
use std::io::Read;
use std::path::Path;

use super::systems::{asperity, packed_fmu, refused, said, table};

/// So many balls over a plane, none of which touches.
fn balls(count: usize, head: &str) -> String {
    let mut text = format!("[unit]\nname = \"Balls\"\n{head}\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies]\n");
    for k in 0..count {
        let at = 0.3 * k as f64;
        text +=
            &format!("b{k} = {{ mass = 1.0, position = [{at}, 0, 1], shape = {{ sphere = {{ radius = 0.1 }} }} }}\n");
    }
    text + "[report]\ncontacts = \"none\"\n"
}

/// modelDescription.xml of the FMU that is packed of a text.
fn described(folder: &Path, text: &str) -> String {
    fs::write(folder.join("s.toml"), text).expect("a file");
    said(folder, &["pack", "--system", "s.toml", "--out", "s.fmu", "--fmu", packed_fmu()]);
    let file = fs::File::open(folder.join("s.fmu")).expect("it is packed");
    let mut archive = zip::ZipArchive::new(file).expect("it is an archive");
    let mut xml = String::new();
    archive.by_name("modelDescription.xml").expect("it is there").read_to_string(&mut xml).expect("a text");
    xml
}

/// With states, each of the contacts has ten variables more. For Co-Simulation alone none, whatever the number of contacts: a body that moves has
/// position, orientation, velocity, angular velocity, force and torque, 19 numbers, one that is fixed 6.
#[test]
fn for_co_simulation_alone_an_fmu_lists_no_states() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let [with, without] = ["", "model_exchange = false"].map(|head| described(folder, &balls(4, head)));
    let count = |xml: &str, what: &str| xml.matches(what).count();
    assert_eq!([count(&with, "<ModelExchange"), count(&without, "<ModelExchange")], [1, 0]);
    assert_eq!(count(&without, "<CoSimulation"), 1);
    // 4 balls over a plane: 10 contacts, and the three rates of the ledger
    let variables = [&with, &without].map(|xml| count(xml, "<ScalarVariable"));
    assert_eq!(variables[0] - variables[1], 10 * 10 + 3);
    assert_eq!(count(&without, "derivative="), 0);
    assert!(with.contains("numberOfEventIndicators=\"30\"") && without.contains("numberOfEventIndicators=\"0\""));
    let bodies = without.lines().filter(|line| line.contains("<ScalarVariable name=\"b")).count();
    assert_eq!(bodies, 4 * 19);
    assert!(said(folder, &["check", "--system", "s.toml"]).contains("states       none"));
    assert_eq!(said(folder, &["check", "s.fmu"]), "s.fmu: no problems found\n");
    let simulate = ["simulate", "--system", "s.toml", "--until", "0.01", "--fmu", packed_fmu()];
    let output = asperity(folder, &simulate);
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() != Some(0) && why.contains("Co-Simulation alone"), "{why}");
    assert!(
        refused(folder, &["couplings", "--system", "s.toml", "--fmu", packed_fmu()]).contains("Co-Simulation alone")
    );
    said(folder, &[&simulate[..], &["--mode", "cs"]].concat());
    let wrong = balls(2, "model_exchange = 1");
    fs::write(folder.join("w.toml"), wrong).expect("a file");
    assert!(refused(folder, &["check", "--system", "w.toml"]).contains("unit.model_exchange"));
}

/// A ball among few depends on the inputs of each of them, 13 numbers; among 160, more than 2000, nothing is said, which means all of them:
/// the lists would grow with the square of the number of bodies.
#[test]
fn dependencies_of_many_bodies_are_not_listed_one_by_one() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let few = described(place.path(), &balls(4, "model_exchange = false"));
    let unknowns = |xml: &str, with: bool| {
        let lines = xml.lines().filter(|line| line.trim_start().starts_with("<Unknown"));
        lines.filter(|line| line.contains("dependencies=") == with).count()
    };
    assert_eq!(unknowns(&few, false), 0);
    let longest =
        few.lines().filter_map(|line| line.split_once("dependencies=\"")).map(|(_, of)| of.split(' ').count());
    // spheres do not ask how they are turned: position, velocity and angular velocity of four balls, and orientation, which is read
    assert_eq!(longest.max(), Some(4 * 13));
    let many = described(place.path(), &balls(160, "model_exchange = false"));
    // force and torque of each ball, and four sums, each as output and at the start
    assert!(unknowns(&many, false) >= 2 * 6 * 160, "{}", unknowns(&many, false));
    assert!(many.len() < 160 * 20 * 1000, "{} bytes: each body has some twenty variables of 300", many.len());
}

/// All 300 fall alike until the lowest have gone 1 cm: by g·t²/2, rigid and compliant.
#[test]
fn the_balls_of_the_example_fall_before_they_settle() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "settling"]);
    let text = said(folder, &["check", "--system", "settling.toml"]);
    assert!(text.contains("300 of them moved") && text.contains("46350"), "{text}");
    let common = ["simulate", "--system", "settling.toml", "--mode", "cs", "--csv", "o.csv", "--fmu", packed_fmu()];
    for more in [["--step", "1e-3", "--until", "5e-3"], ["--step", "5e-3", "--until", "2e-2"]] {
        let rigid = if more[3] == "2e-2" { &["--coupling", "time-stepping"] as &[&str] } else { &[] };
        said(folder, &[&common[..], &more, rigid].concat());
        let (names, rows) = table(&folder.join("o.csv"));
        let [first, last] = [rows.first().expect("rows"), rows.last().expect("rows")];
        let way = 0.5 * 9.81 * last[0] * last[0];
        let heights = names.iter().enumerate().filter(|(_, name)| name.ends_with(".position_z [m]"));
        let mut count = 0;
        for (at, name) in heights {
            count += 1;
            assert!((first[at] - last[at] - way).abs() < 1e-12, "{name}: {} {way}", first[at] - last[at]);
        }
        assert_eq!(count, 300);
    }
}
