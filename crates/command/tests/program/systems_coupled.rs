//! Systems in interface coupling on the command line: which way and step, in which order, and what holds.

use std::fs;

use super::systems::{asperity, packed_fmu, refused, said, table};

/// Step, distance and gain of the rows of a way.
fn rows(text: &str, name: &str) -> Vec<[f64; 3]> {
    let rows = text.lines().filter_map(|line| line.strip_prefix(name));
    rows.map(|row| {
        let numbers: Vec<f64> = row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        [numbers[0], numbers[1], numbers[2]]
    })
    .collect()
}

/// A ball that falls from 5 cm and bounces once: interface coupling is where Model Exchange is at any step, to 1e-4 m over the second it
/// takes, kinematic coupling in steps longer than the impact is not and gains.
#[test]
fn ways_to_couple_a_system_are_shown_side_by_side() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let text = said(folder, &["couplings", "--system", "b.toml", "--until", "0.6", "--fmu", packed_fmu()]);
    let rows = |name: &str| rows(&text, name);
    let interface = rows("interface, mean and slope ");
    assert_eq!(interface.iter().map(|row| row[0]).collect::<Vec<_>>(), [1e-4, 1e-3, 1e-2], "{text}");
    assert!(interface.iter().all(|[_, off, gain]| *off < 1e-4 && *gain == 0.0), "{text}");
    let [_, off, gain] = rows("kinematic, force from end to end ")[2];
    assert!(off > 1e-2 && gain > 1e-3, "{text}");
    assert_eq!(rows("time stepping, mean and slope ").len(), 3, "{text}");
    assert!(text.contains("Within 0.001 m, without gain, at the least cost: "), "{text}");
    assert!(refused(folder, &["couplings", "--system", "b.toml", "--until", "0"]).contains("--until"));
    assert!(refused(folder, &["couplings", "--until", "1"]).contains("--system"));
}

/// The same with an importer that steps both at once: what the unit predicts acts in its own interval, so that the ball is where Model Exchange
/// has it, too. In kinematic coupling the force that is held gains in every impact.
#[test]
fn in_parallel_order_a_system_is_where_it_is_in_model_exchange() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let common = ["--system", "b.toml", "--until", "0.6", "--fmu", packed_fmu()];
    let text = said(folder, &[&["couplings", "--master", "jacobi"], &common[..]].concat());
    assert!(text.contains("steps in parallel order"), "{text}");
    for way in ["interface, mean and slope ", "time stepping, mean and slope "] {
        assert_eq!(rows(&text, way).iter().map(|row| row[0]).collect::<Vec<_>>(), [1e-4, 1e-3, 1e-2], "{text}");
        assert!(rows(&text, way).iter().all(|[_, _, gain]| *gain == 0.0), "{text}");
    }
    assert!(rows(&text, "interface, mean and slope ").iter().all(|[_, off, _]| *off < 1e-4), "{text}");
    let [sequential, parallel] = ["gauss-seidel", "jacobi"].map(|master| {
        let words = ["simulate", "--mode", "cs", "--coupling", "time-stepping", "--step", "1e-3", "--csv", "o.csv"];
        let text = said(folder, &[&words[..], &["--master", master], &common[..]].concat());
        assert_eq!(text.contains("parallel order"), master == "jacobi", "{text}");
        let (names, rows) = table(&folder.join("o.csv"));
        let at = names.iter().position(|name| name == "ball.position_z [m]").expect("a ball");
        rows.last().expect("rows")[at]
    });
    // rigid contact is the same in both orders, to the rounding of the prediction
    assert!((sequential - parallel).abs() < 1e-9, "{sequential} {parallel}");
    assert!(refused(folder, &[&["couplings", "--master", "rollback"], &common[..]].concat()).contains("jacobi"));
    assert!(refused(folder, &["choose", "--master", "jacobi"]).contains("--system"));
}

/// The recommended way keeps the ball within the distance when its file is stepped so, in the order that the file says.
#[test]
fn coupling_and_step_are_recommended_for_a_system() {
    for (master, order) in [("gauss-seidel", "sequential"), ("jacobi", "parallel")] {
        recommended(master, order);
    }
}

fn recommended(master: &str, order: &str) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let common = ["--system", "b.toml", "--until", "0.4", "--fmu", packed_fmu()];
    let text = said(folder, &[&["choose", "--within", "1e-4", "--master", master], &common[..]].concat());
    let (_, advice) = text.split_once("In [contacts] of b.toml, for an importer that steps by ").expect(&text);
    let step = advice.split(' ').next().expect("a step");
    let lines: Vec<&str> = advice.lines().skip(1).map(str::trim).collect();
    assert!(lines.contains(&"coupling.mode = \"interface\""), "{text}");
    assert!(lines.contains(&&*format!("coupling.order = \"{order}\"")), "{text}");
    let plain = fs::read_to_string(folder.join("b.toml")).unwrap();
    let coupled = plain.replace("[contacts]\n", &format!("[contacts]\n{}\n", lines.join("\n")));
    fs::write(folder.join("coupled.toml"), coupled).unwrap();
    let last = |file: &str, more: &[&str]| {
        let simulate = ["simulate", "--system", file, "--until", "0.4", "--fmu", packed_fmu(), "--csv", "o.csv"];
        let text = said(folder, &[&simulate[..], more].concat());
        assert_eq!(text.contains("parallel order"), file == "coupled.toml" && order == "parallel", "{text}");
        let (names, rows) = table(&folder.join("o.csv"));
        let at = |name: &str| names.iter().position(|known| known == name).expect(name);
        ["x", "y", "z"].map(|axis| rows.last().unwrap()[at(&format!("ball.position_{axis} [m]"))])
    };
    let (by_events, by_steps) = (last("b.toml", &[]), last("coupled.toml", &["--mode", "cs", "--step", step]));
    let off = by_events.iter().zip(by_steps).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
    assert!(off < 1e-4, "{off:e} {text}");
    assert!(refused(folder, &["choose", "--until", "1"]).contains("--system"));
    let text = said(folder, &[&["choose", "--within", "1e-15"], &common[..]].concat());
    assert!(text.contains("No step keeps within") && !text.contains("In [contacts]"), "{text}");
    let text = said(folder, &[&["choose", "--patience", "1e-9"], &common[..]].concat());
    let left_out = "left out after 1e-9 s (--patience), at ";
    assert!(text.contains(left_out) && text.contains("s in all at this rate") && text.contains("No step"), "{text}");
    assert!(refused(folder, &[&["choose", "--patience", "0"], &common[..]].concat()).contains("--patience"));
}

/// A ball of 1 kg on k = 1e6 N/m^1.5 with 1 m/s: it leads to x_i = (5/4·m·v²/k)^0.4, rest to (m·g/k)^(2/3); an impact has 100 micro-steps, and
/// lasts 4.03/Ω.
#[test]
fn check_tells_how_many_micro_steps_a_system_takes() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let text = said(folder, &["check", "--system", "b.toml"]);
    assert!(text.contains("kinematic") && !text.contains("micro-step"), "{text}");
    let plain = fs::read_to_string(folder.join("b.toml")).unwrap();
    fs::write(folder.join("c.toml"), plain.replace("[contacts]\n", "[contacts]\ncoupling.mode = \"interface\"\n"))
        .unwrap();
    let text = said(folder, &["check", "--system", "c.toml"]);
    let deep = (1.25_f64 / 1e6).powf(0.4) + 2.0 * (9.81_f64 / 1e6).powf(2.0 / 3.0);
    // 1.1: margin of the frequency
    let length = 4.03 / (100.0 * (1.1 * 1e6 * 1.5 * deep.sqrt()).sqrt());
    let count = (1e-3 / length).ceil();
    for line in [
        "interface, compliant contacts by micro-steps".to_string(),
        format!("{length:.2e} s each where ball__table, the stiffest, is hit with 1 m/s"),
        format!("{count} in a step of 1 ms; no more than {count} if all"),
        format!("steps to {:.2e} s hold", 1e4 * length),
        "coupling.maxMicroSteps = 10000".to_string(),
        "states          8, event indicators 3".to_string(),
    ] {
        assert!(text.contains(&line), "{line}: {text}");
    }
    // with a second plane like it both may touch at once: twice the stiffness for the ball
    let pair = "shape = [\n { name = \"floor\", plane = { normal = [0, 0, 1] } },\n { name = \"side\", plane = { normal = [1, 0, 0] }, position = [-1, 0, 0] } ]";
    let plane = plain.lines().find(|line| line.starts_with("shape = { plane")).expect("a table");
    let both = plain.replace(plane, pair).replace("[contacts]\n", "[contacts]\ncoupling.mode = \"interface\"\n");
    fs::write(folder.join("d.toml"), both).unwrap();
    let text = said(folder, &["check", "--system", "d.toml"]);
    let together = length / 2.0_f64.sqrt();
    for line in [
        format!("{count} in a step of 1 ms; no more than {} if all", (1e-3 / together).ceil()),
        format!("steps to {:.2e} s hold", 1e4 * together),
        "states         13, event indicators 6".to_string(),
    ] {
        assert!(text.contains(&line), "{line}: {text}");
    }
}

/// Friction of both jaws holds the box: once it has settled, nothing creeps. Rigid contacts that sink and part by rounding for a minute bring
/// no energy in, though the ledger dissipates what they take each time.
#[test]
fn gripper_holds_its_box() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "gripper"]);
    let simulate = ["simulate", "--system", "gripper.toml", "--mode", "cs", "--step", "0.01", "--fmu", packed_fmu()];
    for (coupling, until) in [("interface", "0.8"), ("time-stepping", "60")] {
        let more = ["--until", until, "--every", "0.1", "--csv", "g.csv", "--coupling", coupling];
        let text = said(folder, &[&simulate[..], &more].concat());
        assert!(text.contains("jaw__box"), "{text}");
        let (names, rows) = table(&folder.join("g.csv"));
        let at = |name: &str| names.iter().position(|known| known == name).expect(name);
        let [first, before, last] = [&rows[0], &rows[rows.len() - 2], rows.last().unwrap()];
        for name in ["jaw.position_x", "jaw.position_z", "box.position_x", "box.position_y", "box.position_z"] {
            let column = at(&format!("{name} [m]"));
            let drift = (last[column] - before[column]) / (last[0] - before[0]);
            assert!(drift.abs() < 1e-9, "{coupling} {name}: {drift:e}");
            assert!((last[column] - first[column]).abs() < 1e-4, "{coupling} {name}");
        }
        // the force of the jaw and half of the weight
        let force = |name: &str| last[at(name)];
        assert!((force("jaw__box.normalForce [N]") - 20.0).abs() < 0.2, "{coupling} {names:?}");
    }
}

/// The force of a step is held over the next one: that gains energy, and a shorter step is not all that helps.
#[test]
fn what_helps_in_kinematic_parallel_order_is_said() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let gained = |more: &[&str]| {
        let call = ["simulate", "--system", "b.toml", "--mode", "cs", "--step", "2e-2", "--fmu", packed_fmu()];
        let output = asperity(folder, &[&call, more].concat());
        assert_eq!(output.status.code(), Some(1), "{more:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let helps =
        "parallel order (coupling.order) the force of a step acts on the next one, too late: --master gauss-seidel";
    assert!(gained(&["--master", "jacobi"]).contains(helps));
    assert!(gained(&["--set", "coupling.order=parallel"]).contains(helps));
    assert!(!gained(&[]).contains("parallel"));
}

/// A box of 2 kg that stands where it is placed: what it sinks into the contact of a unit that hands back the mean force, 3e-7 m under
/// its weight, is no gain. Rigid bodies that overlap at the start are named, as time stepping lifts one of them by the overlap.
#[test]
fn a_box_set_down_gains_nothing_and_one_set_too_deep_is_named() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let text = |height: f64| {
        format!(
            "[unit]\nname = \"Rest\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1], height = 0 }} }}\n[bodies.box]\nmass = 2\n\
             position = [0, 0, {height}]\nshape = {{ box = {{ size = [0.3, 0.2, 0.1] }} }}\n[contacts]\ncompliance.k_A = 1e9\n"
        )
    };
    fs::write(folder.join("on.toml"), text(0.05)).expect("a file");
    fs::write(folder.join("in.toml"), text(0.0495)).expect("a file");
    let run = |file: &'static str, coupling: &'static str, step: &'static str| {
        let how = ["--mode", "cs", "--coupling", coupling, "--step", step, "--until", "0.5"];
        [&["simulate", "--system", file, "--fmu", packed_fmu()], &how[..]].concat()
    };
    for step in ["1e-4", "1e-3", "1e-2"] {
        said(folder, &run("on.toml", "interface-mean", step));
    }
    let output = asperity(folder, &run("in.toml", "time-stepping", "1e-3"));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    // m·g times the overlap, less what the box falls in a step: 9.7e-3 to 9.8e-3 J
    assert!(text.contains("gains 9.7") && text.contains("box__table overlaps by 5.00e-4 m at the start"), "{text}");
}

/// A box of 1 kg on a face of 1e7 N/m³, pushed with 4.2 of the 4.9 N that friction bears, in steps of 0.1 ms, fifty of its contact time (docs/limits.md).
#[test]
fn what_rests_in_kinematic_coupling_asks_for_damping_that_is_not_stiff() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let speed = |name: &str, coupling: &str, more: &str| {
        let text = format!(
            "[unit]\nname = \"Rest\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1], height = 0 }} }}\n[bodies.box]\nmass = 1\n\
             inertia = [0.004, 0.004, 0.004, 0, 0, 0]\nposition = [0, 0, 0.00997]\nforce = [4.2, 0, 0]\n\
             shape = {{ box = {{ size = [0.2, 0.2, 0.02] }} }}\n[contacts]\ncompliance.k_A = 1e7\nfriction.mu_S = 0.5\nfriction.mu_C = 0.5\n{more}"
        );
        fs::write(folder.join(name), text).expect("a file");
        let run = ["simulate", "--system", name, "--fmu", packed_fmu(), "--mode", "cs", "--coupling", coupling];
        said(folder, &[&run[..], &["--step", "1e-4", "--until", "1", "--every", "0.1", "--csv", "r.csv"]].concat());
        let (names, mut rows) = table(&folder.join("r.csv"));
        let column = names.iter().position(|name| name == "box.velocity_x [m/s]").expect("a velocity");
        rows.pop().expect("rows")[column]
    };
    assert!((speed("stiff.toml", "kinematic", "") - 8e-3).abs() < 2e-3);
    for rests in [speed("soft.toml", "kinematic", "compliance.vMin = 0.01\n"), speed("inside.toml", "interface", "")] {
        assert!(rests.abs() < 1e-9, "{rests:e}");
    }
}

/// An impact of rigid bodies is listed with the step it is in, though they never overlap: sqrt(2·0.15/9.81) = 0.175 s. So is what rests on.
#[test]
fn rigid_impacts_are_listed() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let text = "[unit]\nname = \"Drop\"\n[bodies.ground]\nshape = { plane = {} }\n[bodies.ball]\nmass = 1\nposition = [0, 0, 0.25]\n\
                shape = { sphere = { radius = 0.1 } }\n[bodies.other]\nmass = 1\nposition = [1, 0, 0.1]\nshape = { sphere = { radius = 0.1 } }\n\
                [contacts]\ncompliance.e = 0.5\n";
    fs::write(folder.join("drop.toml"), text).unwrap();
    let words = [
        "simulate",
        "--system",
        "drop.toml",
        "--mode",
        "cs",
        "--coupling",
        "time-stepping",
        "--step",
        "1e-3",
        "--until",
        "0.2",
    ];
    let text = said(folder, &[&words[..], &["--fmu", packed_fmu()]].concat());
    let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{text}"));
    let found: Vec<&str> = row("ball__ground").split_whitespace().collect();
    assert_eq!(found[1..3], ["0.175000", "0.176000"], "{text}");
    assert!(row("other__ground").contains("stays"), "{text}");
}
