//! Systems of bodies and contacts on the command line.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::packed;
use asperity_pack::examples::{EXAMPLES, documented};
use asperity_pack::system::System;

pub fn asperity(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asperity"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// What the program prints; it must succeed.
pub fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = asperity(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Why it refuses, with exit code 2.
pub fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = asperity(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    text
}

pub fn packed_fmu() -> &'static str {
    packed::file().to_str().expect("a plain name")
}

/// The file is read with a material table that has all names.
fn read(text: &str) -> Result<System, String> {
    let steel = |_: &str| Some(asperity_pack::system::Elasticity { young: 2.1e11, poisson: 0.3 });
    System::read(text, &steel).map_err(|error| error.to_string())
}

#[test]
fn an_example_is_written_once_packed_and_found_without_problems() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let list = said(folder, &["new"]);
    for example in &EXAMPLES {
        assert!(list.contains(example.name) && list.contains(example.about));
        let file = format!("{}.toml", example.name);
        let next = said(folder, &["new", example.name]);
        assert!(next.contains(&format!("simulate --system {file} --page {}.html", example.name)), "{next}");
        assert_eq!(std::fs::read_to_string(folder.join(&file)).expect("it is written"), example.text);
        assert!(said(folder, &["check", "--system", &file]).contains("contacts"));
    }
    let text = refused(folder, &["new", "ring"]);
    assert!(text.contains("ring.toml is there already"), "{text}");
    let text = refused(folder, &["new", "gear", "--out", "other.toml"]);
    assert!(text.contains("gear.obj is there already") && !folder.join("other.toml").exists(), "{text}");
    assert!(refused(folder, &["new", "rung"]).contains("newtons-cradle"));
    assert!(
        refused(folder, &["new", "ring", "--out", "no/ring.toml"])
            .contains("--out no/ring.toml: there is no folder no")
    );
    said(folder, &["pack", "--system", "four-wheels.toml", "--fmu", packed_fmu()]);
    // the check instantiates it, for which the binary needs its resources
    assert_eq!(said(folder, &["check", "FourWheels.fmu"]), "FourWheels.fmu: no problems found\n");
}

#[test]
fn of_calls_at_once_one_writes_the_example() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for example in ["gear", "ring"] {
        let call =
            || Command::new(env!("CARGO_BIN_EXE_asperity")).current_dir(place.path()).args(["new", example]).spawn();
        let mut calls: Vec<_> = (0..16).map(|_| call().expect("the program starts")).collect();
        let mut codes: Vec<_> = calls.iter_mut().map(|call| call.wait().expect("it ends").code()).collect();
        codes.sort();
        assert_eq!((codes[0], codes[1..].to_vec()), (Some(0), vec![Some(2); 15]));
    }
}

/// Keys of a table of the file with every key, as the refusal of another one behind `after` lists them.
fn keys(after: &str, another: &str) -> Vec<String> {
    let text = documented();
    assert_eq!(text.matches(after).count(), 1, "{after}");
    let error = read(&text.replace(after, &format!("{after}{another}"))).err().expect("no such key");
    let (_, list) = error.split_once("there are ").unwrap_or_else(|| panic!("{error}"));
    list.split(", ").map(String::from).collect()
}

#[test]
fn every_key_is_documented() {
    let text = documented();
    assert!(read(&text).is_ok(), "{:?}", read(&text).err());
    assert_eq!(text, said(Path::new("."), &["new", "--all"]));
    // in this file each key is given where it stands; without it the file says so
    let given: BTreeSet<&str> = text
        .lines()
        .flat_map(|line| line.split(" #").next().unwrap_or_default().split(['{', ',', '[', ']', ' ', '.']))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect();
    const LINE: &str = "\nzzz = 1";
    for (place, another) in [
        ("[unit]", LINE),
        ("[bodies.box]", LINE),
        ("# several shapes need names", LINE),
        ("material = { ", "zzz = 1, "),
        ("{ plane = { ", "zzz = 1, "),
        ("radius = 0.1, hollow = false", ", zzz = 1"),
        ("{ cylinder = { ", "zzz = 1, "),
        ("box = { ", "zzz = 1, "),
        ("cone = { ", "zzz = 1, "),
        ("ellipsoid = { ", "zzz = 1, "),
        ("capsule = { ", "zzz = 1, "),
        ("convex = { ", "zzz = 1, "),
        ("[report]", LINE),
        ("patch = { shape = ", "\"disc\", zzz = 1, other = "),
        ("# pairs that never meet", LINE),
    ] {
        for key in keys(place, another) {
            assert!(given.contains(key.as_str()), "{key} of {place} is not in it");
        }
    }
    // and the whole file, whose tables have parameters beside the keys
    let error = read(&format!("zzz = 1\n{text}")).err().expect("no such key");
    assert!(error.ends_with("there are unit, bodies, contacts, report"), "{error}");
    for key in ["pairs", "pair", "without", "external", "between", "name"] {
        assert!(given.contains(key), "{key}");
    }
}

/// Header and numbers of a CSV file.
pub fn table(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    let text = std::fs::read_to_string(path).expect("it is written");
    let mut lines = text.lines();
    let names = lines.next().expect("a first line").split(',').map(String::from).collect();
    let numbers = |line: &str| line.split(',').map(|number| number.parse().expect("a number")).collect();
    (names, lines.map(numbers).collect())
}

#[test]
fn the_balls_of_a_cradle_hand_the_momentum_on() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "newtons-cradle", "--out", "c.toml"]);
    let arguments = ["simulate", "--system", "c.toml", "--until", "0.1", "--fmu", packed_fmu()];
    let files = ["--csv", "c.csv", "--plot", "c.svg", "--page", "c.html"];
    let text = said(folder, &[&arguments[..], &files].concat());
    assert!(text.contains("ball4__ball5") && text.contains("Written: c.html"), "{text}");
    let (names, rows) = table(&folder.join("c.csv"));
    let column = |name: &str| names.iter().position(|known| known == name).expect(name);
    let speeds =
        |row: &Vec<f64>| (1..=5).map(|k| row[column(&format!("ball{k}.velocity_x [m/s]"))]).collect::<Vec<_>>();
    for row in &rows {
        assert_eq!(row.len(), names.len());
        // equal masses: the sum of the speeds is that of the first ball; internal forces cancel to rounding
        assert!((speeds(row).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    // balls with gaps collide one after the other, each time exchanging their speeds; to the tolerance of 1e-9 of a step
    let last = speeds(rows.last().expect("rows"));
    for (speed, wanted) in last.iter().zip([0.0, 0.0, 0.0, 0.0, 1.0]) {
        assert!((speed - wanted).abs() < 1e-6, "{last:?}");
    }
    let page = std::fs::read_to_string(folder.join("c.html")).expect("a page");
    assert!(page.contains("<canvas") && page.contains("\"ball5\"") && !page.contains("://"), "nothing from elsewhere");
    assert_eq!(page.matches("</script>").count(), 1);
}

#[test]
fn both_interfaces_let_a_ball_fall_alike_and_long_steps_fail() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    fn run<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["simulate", "--system", "b.toml", "--until", "0.25", "--fmu", packed_fmu()], more].concat()
    }
    said(folder, &run(&["--csv", "me.csv"]));
    said(folder, &run(&["--csv", "cs.csv", "--mode", "cs", "--every", "0.01"]));
    let end = |file: &str| table(&folder.join(file)).1.pop().expect("rows");
    let (me, cs) = (end("me.csv"), end("cs.csv"));
    // 1200 steps in the contact time and second order: (1/1200)² of a speed of 2 m/s, with a factor for the impact
    for k in 1..14 {
        assert!((me[k] - cs[k]).abs() < 1e-4, "{k}: {} {}", me[k], cs[k]);
    }
    let output = asperity(folder, &run(&["--mode", "cs", "--step", "1e-2", "--set", "ball__table.compliance.e=1"]));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("from nowhere"), "{text}");
}

#[test]
fn what_a_system_cannot_be_simulated_with_is_named() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let example = EXAMPLES[0].text;
    for (name, text) in [
        ("light.toml", example.replace("mass = 1.0", "motion = \"input\" # 1.0")),
        (
            "thin.toml",
            example.replace(
                "shape = { sphere = { radius = 0.1 } }",
                "shape = { sphere = { radius = 0.1, hollow = true } }",
            ),
        ),
        ("faint.toml", example.replace("mass = 1.0", "mass = 1e-320")),
        ("good.toml", example.into()),
        ("all.toml", documented()),
        ("cam.toml", documented().replace("motion = \"input\"\n", "mass = 1\ninertia = [1, 1, 1, 0, 0, 0]\n")),
    ] {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    let run = |file: &str, more: &[&str]| {
        refused(folder, &[&["simulate", "--system", file, "--fmu", packed_fmu()], more].concat())
    };
    assert!(run("light.toml", &[]).contains("bodies.ball: mass is missing"));
    assert!(run("faint.toml", &[]).contains("bodies.ball: mass = 1e-320 or its inertia is far too small"));
    assert!(run("thin.toml", &[]).contains("do not meet"));
    assert!(run("all.toml", &[]).contains("bodies.cam: mass is missing"));
    assert!(run("cam.toml", &[]).contains("\"cam_box\""));
    assert!(run("none.toml", &[]).contains("none.toml"));
    for (more, word) in [
        (&["--gravity", "0,0"] as &[&str], "X,Y,Z"),
        (&["--until", "0"], "must be > 0"),
        (&["--until", "1e9"], "--until is 1e9, it must be at most 1000000 s"),
        (
            &["--until", "1e4", "--mode", "cs"],
            "--until 10000 in steps of 0.00001 s (--step) are more than 50000000 steps",
        ),
        (&["--step", "-1"], "must be > 0"),
        (&["--tolerance", "1"], "tolerance is 1"),
        (&["--mode", "cs", "--tolerance", "1e-9"], "--mode me"),
        (&["--mode", "cs", "--master", "rollback"], "gauss-seidel or jacobi"),
        (&["--master", "jacobi"], "--mode cs"),
        (&["--solver", "rk3"], "adaptive"),
        (&["--every", "-1"], ">= 0"),
        (&["--page", "no/a.html"], "--page no/a.html"),
    ] {
        let text = run("good.toml", more);
        assert!(text.contains(word), "{text}");
    }
    for command in ["choose", "couplings"] {
        let text = refused(folder, &[command, "--system", "good.toml", "--until", "1e9", "--fmu", packed_fmu()]);
        assert!(text.contains("--until is 1e9, it must be at most"), "{text}");
    }
    let text = refused(folder, &["simulate", "drop", "--page", "a.html"]);
    assert!(text.contains("--system"), "{text}");
}

/// Ten boxes on each other come to stand: each sinks into the one below by the load on it over k_A times the area of both, and leans by no
/// more than the middles of those above are aside.
#[test]
fn a_stack_of_boxes_stands() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "stack"]);
    let arguments =
        ["simulate", "--system", "stack.toml", "--until", "0.5", "--csv", "stack.csv", "--fmu", packed_fmu()];
    said(folder, &arguments);
    let text = std::fs::read_to_string(folder.join("stack.csv")).expect("it is written");
    let numbers = |line: &str| line.split(',').map(|word| word.parse().expect("a number")).collect::<Vec<f64>>();
    let first = numbers(text.lines().nth(1).expect("a first row"));
    let last = numbers(text.lines().last().expect("a last row"));
    let at = |row: &[f64], k: usize, axis: usize| row[1 + 13 * k + axis];
    let mut sinks = 0.0;
    for k in 0..10 {
        let aside = |axis: usize| if k == 0 { 0.0 } else { (at(&first, k, axis) - at(&first, k - 1, axis)).abs() };
        sinks += 9.81 * (10 - k) as f64 / (1e7 * (0.2 - aside(0)) * (0.2 - aside(1)));
        let height = 0.05 + 0.1 * k as f64;
        let [x, y] = [0, 1].map(|axis| at(&last, k, axis) - at(&first, k, axis));
        assert!(x.hypot(y) < 4e-4, "box {k} moves aside by {x}, {y}");
        // moments of those above let it lean: 1 % at most
        assert!(
            (height - at(&last, k, 2) - sinks).abs() < 0.01 * sinks,
            "box {k}: {} {sinks}",
            height - at(&last, k, 2)
        );
        assert!((7..10).all(|axis| at(&last, k, axis).abs() < 1e-3), "box {k} moves");
    }
}

/// A cube of 0.1 m as OBJ with quadrilaterals, in mm, and as STL in ASCII, in m: the same body, packed and simulated.
#[test]
fn surfaces_come_from_files_beside_the_system() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let corner = |k: usize, half: f64| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { -half } else { half });
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let (mut obj, mut stl) = (String::new(), String::from("solid cube\n"));
    for k in 0..8 {
        let [x, y, z] = corner(k, 50.0);
        obj += &format!("v {x} {y} {z}\n");
    }
    for [a, b, c, d] in faces {
        obj += &format!("f {} {} {} {}\n", a + 1, b + 1, c + 1, d + 1);
        for triangle in [[a, b, c], [a, c, d]] {
            stl += "facet normal 0 0 0\nouter loop\n";
            for [x, y, z] in triangle.map(|k| corner(k, 0.05)) {
                stl += &format!("vertex {x} {y} {z}\n");
            }
            stl += "endloop\nendfacet\n";
        }
    }
    stl += "endsolid cube\n";
    fs::write(folder.join("cube.obj"), &obj).unwrap();
    fs::write(folder.join("cube.stl"), &stl).unwrap();
    // with more digits than single precision has
    let far = (0..8).fold(obj.clone(), |text, k| {
        let [x, y, z] = corner(k, 50.0);
        text.replacen(&format!("v {x} {y} {z}\n"), &format!("v {x} {y} {}\n", z + 10_000.123_45), 1)
    });
    fs::write(folder.join("away.obj"), far).unwrap();
    fs::write(folder.join("open.obj"), obj.rsplit_once("f ").unwrap().0).unwrap();
    fs::write(folder.join("nan.obj"), obj.replacen("v -50", "v nan", 1)).unwrap();
    fs::write(folder.join("far.obj"), obj.clone() + "f 1 2 99\n").unwrap();
    fs::write(folder.join("points.obj"), obj.split_once("f ").unwrap().0).unwrap();
    fs::write(folder.join("cut.stl"), &stl[..300]).unwrap();
    fs::write(folder.join("empty.stl"), "").unwrap();
    fs::write(folder.join("nan.stl"), stl.replacen("vertex -0.05", "vertex nan", 1)).unwrap();
    let system = |shape: &str| {
        format!(
            "[unit]\nname = \"Cube\"\n[bodies.floor]\nshape = {{ plane = {{}} }}\n[bodies.cube]\nmass = 1\nposition = [0, 0, 0.0501]\n\
             orientation = [1, 0.01, 0.02, 0]\nshape = {{ {shape} }}\n"
        )
    };
    let mut found = Vec::new();
    for (name, shape) in [
        ("box", "box = { size = [0.1, 0.1, 0.1] }"),
        ("obj", "mesh = { file = \"cube.obj\", scale = 1e-3 }"),
        ("stl", "mesh = { file = \"cube.stl\" }"),
        ("hull", "convex = { file = \"cube.obj\", scale = 1e-3 }"),
        ("away", "mesh = { file = \"away.obj\", scale = 1e-3 }, position = [0, 0, -10.00012345]"),
    ] {
        let (file, out) = (format!("{name}.toml"), format!("{name}.csv"));
        fs::write(folder.join(&file), system(shape)).unwrap();
        said(folder, &["simulate", "--system", &file, "--until", "0.02", "--csv", &out, "--fmu", packed_fmu()]);
        let (_, rows) = table(&folder.join(&out));
        found.push(rows.last().unwrap().clone());
    }
    // the pose; forces of the moment at which the cube leaves hang on its speed, which cancels
    let pose = |row: &[f64]| row[..8].to_vec();
    let away = found.pop().unwrap();
    for (a, b) in pose(&found[0]).iter().zip(pose(&away)) {
        // single precision would move corners by 5e-7 m
        assert!((a - b).abs() < 1e-9, "{a}, {b}");
    }
    for other in &found[1..] {
        for (a, b) in found[0].iter().zip(other) {
            assert!((a - b).abs() < 1e-6 * (1.0 + a.abs()), "{a}, {b}");
        }
    }
    fs::write(folder.join("bad.toml"), system("mesh = { file = \"open.obj\" }")).unwrap();
    let error = refused(folder, &["check", "--system", "bad.toml"]);
    assert!(error.contains("bodies.cube.shape.mesh.file: \"open.obj\": the edge of triangle"), "{error}");
    let missing = format!("\": {}", fs::read(folder.join("none.stl")).unwrap_err());
    for (shape, says) in [
        ("mesh = { file = \"none.stl\" }", missing.as_str()),
        ("mesh = { file = \"none.obj\" }", missing.as_str()),
        ("mesh = { file = \"points.obj\" }", "\"points.obj\": it has no faces"),
        ("mesh = { file = \"empty.stl\" }", "\"empty.stl\": it is no STL file"),
        ("mesh = { file = \"bad.toml\" }", "a surface is a file .obj or .stl"),
        ("mesh = { file = \"nan.obj\" }", "\"nan.obj\": corner 1 is not finite"),
        ("mesh = { file = \"far.obj\" }", "\"far.obj\": "),
        ("mesh = { file = \"cut.stl\" }", "\"cut.stl\": "),
        ("mesh = { file = \"nan.stl\" }", "\"nan.stl\": "),
    ] {
        fs::write(folder.join("other.toml"), system(shape)).unwrap();
        let error = refused(folder, &["check", "--system", "other.toml"]);
        assert!(error.contains("bodies.cube.shape.mesh.file: ") && error.contains(says), "{error}");
    }
}
