//! The program, run as a user runs it.
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use asperity_pack::{PackOptions, pack};

fn asperity(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asperity")).args(arguments).output().expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn help_shows_every_command_and_examples() {
    let output = asperity(&["--help"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0));
    for word in ["demo", "simulate", "reproduce", "material", "pack", "describe", "check", "Examples:", "Exit codes"] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
}

#[test]
fn alone_it_prints_help_and_does_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output =
        Command::new(env!("CARGO_BIN_EXE_asperity")).current_dir(folder.path()).output().expect("the program starts");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert_eq!(output.stdout, asperity(&["-h"]).stdout);
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
}

#[test]
fn describe_prints_what_the_table_renders() {
    let texts = [
        ("xml", asperity::unit::MODEL_DESCRIPTION),
        ("markdown", asperity::unit::REFERENCE_MARKDOWN),
        ("html", asperity::unit::REFERENCE_HTML),
        ("header", asperity::unit::HEADER),
    ];
    for (format, text) in texts {
        let output = asperity(&["describe", format]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(output.stdout == text.as_bytes(), "describe {format}");
    }
}

#[test]
fn wrong_usage_ends_with_2_and_says_what_is_wrong() {
    for (arguments, word) in [
        (&["describe"] as &[&str], "FORMAT"),
        (&["describe", "yaml"], "yaml"),
        (&["demo", "--step", "0"], "step is 0 s"),
        (&["demo", "--step", "-1"], "must be > 0"),
        (&["demo", "--until", "-3"], "must be > 0"),
        (&["demo", "--step", "1", "--until", "0.5"], "longer"),
        (&["describe", "--check", "--write"], "--write"),
        (&["simulate", "pendel"], "stick-slip"),
        (&["simulate", "--csv", "a.csv"], "--csv belongs to a scene"),
        (&["simulate", "--stop=1"], "--stop belongs to a scene"),
        (&["simulate", "drop", "--csv=no/a.csv"], "--csv no/a.csv: there is no folder no"),
        (&["simulate", "drop", "--step", "0"], "step is 0 s"),
        (&["simulate", "drop", "--every", "-1"], ">= 0"),
        (&["simulate", "drop", "--tolerance", "1"], "tolerance is 1"),
        (&["simulate", "drop", "--set", "scene.e"], "NAME=VALUE"),
        (&["simulate", "drop", "--set", "scene.f=1"], "scene.speed"),
        (&["simulate", "drop", "--mode", "cs", "--solver", "rk3"], "--mode me"),
        (&["simulate", "drop", "--mode", "cs", "--tolerance", "1e-9"], "--mode me"),
        (&["simulate", "drop", "--master", "jacobi"], "--mode cs"),
        (&["simulate", "drop", "--set", "scene.e=0"], "from 0.001 to 1"),
        (&["simulate", "drop", "--step", "1e-15"], "more than"),
        (&["simulate", "drop", "--mode", "cs", "--until", "1e9", "--step", "1e-9"], "more than 50000000 steps"),
        (
            &["simulate", "drop", "--mode", "cs", "--until", "300", "--step", "1e-4", "--every", "0"],
            "more than 2000000 samples",
        ),
        (&["simulate", "drop", "--solver", "rk3", "--until", "300", "--step", "1e-4", "--every", "1e-4"], "--every"),
        (&["reproduce", "4"], "17-21"),
        (&["reproduce", "5000000000-6000000000"], "17-21"),
        (&["reproduce", "24-4294967295"], "17-21"),
        (&["advise", "--k", "1e308", "--m", "1e308", "--v", "1e308"], "no finite impact"),
        (&["advise", "--k", "1", "--m", "1e-300", "--v", "1e-300"], "no finite impact"),
    ] {
        let output = asperity(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}

/// One mistake, one exit code: what the program refuses itself and what it leaves to the unit.
#[test]
fn settings_that_cannot_be_end_with_2_whoever_refuses_them() {
    let unit = packed().to_string_lossy();
    for (set, word) in [
        ("compliance.ke=1", "compliance.ke"),
        ("compliance.e=7", "compliance.e"),
        ("compliance.k=-1", "compliance.k"),
        ("compliance.k=stiff", "compliance.k"),
        ("compliance.law=hertz", "compliance.law"),
        ("position_i[1]=3", "position_i[1]"),
        ("geometry.pair=sphereSphere", "geometry.pair"),
        ("scene.gap=-1", "scene.gap"),
        ("scene.size=1", "scene.size"),
    ] {
        let output = asperity(&["simulate", "drop", "--fmu", &unit, "--set", set]);
        let text = stderr(&output);
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{set}: {text}");
        assert!(text.contains(word), "{set}: {text}");
    }
}

/// Neither a panic nor hundreds of digits, whatever numbers are asked for; and an answer at once.
#[test]
fn nonsense_is_refused_in_few_digits() {
    const NONSENSE: [&str; 7] = ["-1", "nan", "inf", "-inf", "", "x", "1e999"];
    const EXTREMES: [&str; 3] = ["1e-320", "1e60", "1e308"];
    let unit = packed().to_string_lossy();
    let simulate = ["simulate", "drop", "--fmu", &unit];
    let fixed = ["simulate", "drop", "--fmu", &unit, "--mode", "cs"];
    let advise = ["advise", "--k", "1e8", "--m", "2", "--v", "1"];
    let without = |words: &[&'static str], name: &str| {
        let at = words.iter().position(|word| *word == name).expect("it is there");
        [&words[..at], &words[at + 2..]].concat()
    };
    let material = ["material", "steel", "glass", "--radius", "0.1"];
    let mut asked: Vec<(Vec<&str>, &str)> = Vec::new();
    asked.extend(["--until", "--step", "--tolerance"].map(|option| (simulate.to_vec(), option)));
    asked.extend(["--until", "--step"].map(|option| (fixed.to_vec(), option)));
    asked.extend(["--until", "--step"].map(|option| (vec!["demo", "--out", "target"], option)));
    asked.extend(["--k", "--m", "--v"].map(|option| (without(&advise, option), option)));
    asked.push((advise.to_vec(), "--p"));
    asked.push((without(&material, "--radius"), "--radius"));
    asked.extend(["--radius-j", "--speed", "--mass", "--k-red", "--e"].map(|option| (material.to_vec(), option)));
    for (words, option) in asked {
        for value in NONSENSE.into_iter().chain(EXTREMES) {
            let output = asperity(&[&words[..], &[option, value]].concat());
            let said = stdout(&output) + &stderr(&output);
            let digits = said.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
            assert!(digits < Some(30), "{words:?} {option} {value:?}: {said}");
            let fits = output.status.code() == Some(2) || EXTREMES.contains(&value) && output.status.success();
            assert!(fits, "{words:?} {option} {value:?}: {:?} {said}", output.status);
        }
    }
}

#[test]
fn what_cannot_be_read_ends_with_2_and_one_sentence() {
    for arguments in [
        &["check", "no-such.fmu"] as &[&str],
        &["simulate", "drop", "--fmu", "no-such.fmu"],
        &["couplings", "--fmu", "no-such.fmu"],
    ] {
        let output = asperity(arguments);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.starts_with("error: no-such.fmu cannot be read"), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

/// Before anything is packed or simulated: no unit is asked for here, and that there is none would be said first.
#[test]
fn what_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let nowhere = folder.path().join("no/such/place").to_string_lossy().into_owned();
    let taken = folder.path().to_string_lossy().into_owned();
    let file = folder.path().join("file").to_string_lossy().into_owned();
    std::fs::write(&file, "kept").expect("a file");
    for (command, option, path) in [
        (&["pack"] as &[&str], "--out", &nowhere),
        (&["pack"], "--out", &taken),
        (&["demo"], "--out", &nowhere),
        (&["demo"], "--out", &file),
        (&["gallery", "--fmu", "no-such.fmu"], "--out", &nowhere),
        (&["gallery", "--fmu", "no-such.fmu"], "--out", &taken),
        (&["choose", "--fmu", "no-such.fmu"], "--out", &nowhere),
        (&["reproduce", "2", "--fmu", "no-such.fmu"], "--out", &nowhere),
        (&["reproduce", "2", "--fmu", "no-such.fmu"], "--out", &file),
        (&["simulate", "drop", "--fmu", "no-such.fmu"], "--out", &nowhere),
        (&["simulate", "drop", "--fmu", "no-such.fmu"], "--plot", &taken),
        (&["couplings", "--fmu", "no-such.fmu"], "--plot", &nowhere),
    ] {
        let output = asperity(&[command, &[option, path]].concat());
        let text = stderr(&output);
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{command:?} {option} {path}: {text}");
        assert!(text.starts_with(&format!("error: {option} {path}: ")), "{text}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("it is there").flatten().collect();
    assert_eq!((left.len(), std::fs::read_to_string(&file).expect("it is there").as_str()), (1, "kept"));
}

/// The packed unit as a template of broken ones.
fn packed() -> &'static Path {
    static PACKED: OnceLock<PathBuf> = OnceLock::new();
    PACKED.get_or_init(|| {
        let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line/Asperity.fmu");
        pack(&PackOptions { output, ..PackOptions::default() }).expect("the unit packs")
    })
}

/// A copy of the packed unit, each file as `change` wants it, or without it.
pub fn changed(name: &str, change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>) -> String {
    let mut source = zip::ZipArchive::new(File::open(packed()).expect("it was packed")).expect("an archive");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line").join(name);
    let mut target = zip::ZipWriter::new(File::create(&path).expect("a file"));
    for index in 0..source.len() {
        let mut entry = source.by_index(index).expect("an entry");
        let (name, mut bytes) = (entry.name().expect("a readable name").into_owned(), Vec::new());
        entry.read_to_end(&mut bytes).expect("its bytes");
        if let Some(bytes) = change(&name, bytes) {
            target.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
            target.write_all(&bytes).expect("its bytes");
        }
    }
    target.finish().expect("an archive");
    path.to_string_lossy().into_owned()
}

#[test]
fn check_finds_what_only_an_instance_shows() {
    let sound = changed("sound.fmu", |_, bytes| Some(bytes));
    let output = asperity(&["check", &sound]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("sound.fmu: no problems found\n"), "{}", stdout(&output));

    let other = changed("guid.fmu", |name, bytes| {
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Some(if name == "modelDescription.xml" { text(bytes).replace("guid=\"", "guid=\"f").into() } else { bytes })
    });
    let output = asperity(&["check", &other]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("fmi2Instantiate") && text.contains("fmuGUID"), "{text}");
}

#[test]
fn check_names_the_users_file_where_the_description_cannot_be_read() {
    let without = changed("without.fmu", |name, bytes| (name != "modelDescription.xml").then_some(bytes));
    let garbled = changed("garbled.fmu", |name, bytes| {
        Some(if name == "modelDescription.xml" { b"<\xff\xfe>".to_vec() } else { bytes })
    });
    for file in [without, garbled] {
        let output = asperity(&["check", &file]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let expected = format!("error: {file}: modelDescription.xml is not in the FMU, or not readable");
        assert!(text.starts_with(&expected) && text.lines().count() == 1, "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn check_says_why_a_binary_cannot_be_loaded() {
    let broken = changed("broken.fmu", |name, bytes| {
        Some(if name.starts_with("binaries/") {
            b"no library, but long enough to look for a header in it".repeat(9)
        } else {
            bytes
        })
    });
    let output = asperity(&["check", &broken]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("invalid ELF header"), "{text}");
}

#[test]
fn a_demonstration_with_too_long_a_step_is_a_failure() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demo");
    for step in ["1", "0.3", "0.01"] {
        let output = asperity(&["demo", "--step", step, "--out", &folder.to_string_lossy()]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{step}: {text}");
        assert!(text.contains("the numbers above mean nothing") && !text.contains("energy kept"), "{step}: {text}");
        assert!(stderr(&output).contains("too long"), "{step}: {}", stderr(&output));
    }
}

#[test]
fn simulate_without_a_scene_lists_all_of_them() {
    let output = asperity(&["simulate"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for word in ["incline", "cylinder-spatial", "stick-slip", "pendulum", "impact-b", "drop", "scene.speed = 0.05 m/s"]
    {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
}

#[test]
fn simulate_prints_the_impact_and_writes_both_files() {
    let unit = packed().to_string_lossy();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line");
    let (csv, svg) = (folder.join("drop.csv"), folder.join("drop.svg"));
    let files = [csv.to_string_lossy(), svg.to_string_lossy()];
    for (mode, step) in [("me", "0.02"), ("cs", "1e-6")] {
        let arguments =
            ["simulate", "drop", "--fmu", &unit, "--mode", mode, "--step", step, "--set", "compliance.e=0.7"];
        let output = asperity(&[&arguments[..], &["--out", &files[0], "--plot", &files[1]]].concat());
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(text.contains("0.7000"), "{mode}: the ratio of the speeds\n{text}");
        let table = std::fs::read_to_string(&csv).expect("it was written");
        let columns = table.lines().next().expect("a line of names").split(',').count();
        assert!(
            table.starts_with("time [s],position_x [m],") && table.contains("contactActive [1],gap [m],gapRate [m/s]")
        );
        assert!(table.lines().count() > 10 && table.lines().all(|line| line.split(',').count() == columns));
        assert!(std::fs::read_to_string(&svg).expect("it was written").starts_with("<svg"));
    }
}

#[test]
fn reproduce_writes_a_page_with_pictures_and_data() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line/report");
    let unit = packed().to_string_lossy();
    let output = asperity(&["reproduce", "fig-2", "--fmu", &unit, "--out", &folder.to_string_lossy()]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(text.contains("agrees") && !text.contains("unexplained"), "{text}");
    let page = std::fs::read_to_string(folder.join("index.html")).expect("the page");
    assert!(!page.contains("Real time"), "who asks for one experiment waits for the cost of every scene");
    for file in ["fig-01.svg", "fig-02.svg", "fig-03.svg", "fig-01.csv", "fig-02.csv", "fig-03.csv"] {
        assert!(folder.join(file).is_file(), "{file}");
        assert!(!file.ends_with("csv") || page.contains(file), "{file} is not linked");
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_asperity"))
        .args(["describe", "xml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut text = String::new();
    child.stderr.take().expect("it was piped").read_to_string(&mut text).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), text.as_str()), (Some(0), ""));
}

#[test]
fn material_alone_lists_every_material_with_its_sources() {
    use asperity_lab::material::{PALETTE, SOURCES};
    let output = asperity(&["material"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for material in PALETTE {
        assert!(
            text.contains(&format!("\n{} ", material.name)) && text.contains(material.what),
            "{}\n{text}",
            material.name
        );
        for (name, property, _) in material.properties() {
            assert!(text.contains(&format!("[{}]", property.source)), "{} {name}", material.name);
        }
        let one = stdout(&asperity(&["material", material.name]));
        assert!(one.starts_with(&format!("{}: {}", material.name, material.what)), "{one}");
    }
    for (key, reference) in SOURCES {
        assert!(text.contains(&format!("[{key}] {reference}")), "{key}");
    }
}

/// Sphere of steel, r = 50 mm, on a flat of rubber, at 0.5 m/s. By hand: c_res = 1/(0.91/2.1e11 + (1 − 0.4996²)/2.2e6),
/// k = 4/3·c_res·√0.05, m = 4/3·π·0.05³·7850, x = (5·m·v²/(4·k))^{2/5}, f = k·x^{3/2}, t_c = 2.943275·x/v,
/// a = √(0.05·x), e_r = 3·π·a/16, at rest x = (m·9.80665/k)^{2/3}. The output has four digits of these and seven of k.
#[test]
fn material_prints_parameters_and_the_impact_by_hertz() {
    let output = asperity(&["material", "steel", "rubber", "--radius", "0.05", "--speed", "0.5", "--e", "0.7"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = text.lines().map(words).collect();
    for line in [
        "compliance.source = materials",
        "material.E_I = 2.1e11 Pa",
        "material.nu_I = 0.3",
        "material.E_J = 2.2e6 Pa",
        "material.nu_J = 0.4996",
        "material.k_red = 1",
        "compliance.e = 0.7",
        "geometry.contactRadiusI = 0.05 m",
        "geometry.isFlatI = false",
        "geometry.isFlatJ = true",
        "k = 8.740739e5 N/m^1.5, p = 1.5 (R_eff = 5.000000e-2 m, reduced modulus 2.931733e6 Pa)",
        "An impact at 0.5 m/s of 4.11 kg (the sphere i by its density; body j fixed), without damping:",
        "maximum penetration 4.644e-3 m",
        "maximum force 2.766e2 N",
        "contact time 2.734e-2 s",
        "contact radius 1.524e-2 m, where friction.e_r is 8.976e-3 m",
        "penetration 1.286e-3 m",
        "contact radius 8.019e-3 m, where friction.e_r is 4.723e-3 m",
    ] {
        assert!(lines.iter().any(|found| found == line), "{line}\nis not in\n{text}");
    }
    assert!(!text.contains("geometry.contactRadiusJ") && !text.contains("Note:"), "{text}");
}

#[test]
fn material_recommends_the_steps_that_advise_does() {
    let material = stdout(&asperity(&["material", "steel", "rubber", "--radius", "0.05", "--mass", "2"]));
    let advise = stdout(&asperity(&["advise", "--k", "8.740739e5", "--m", "2", "--v", "1"]));
    let (_, steps) = advise.split_once("Communication step H:").expect("a recommendation");
    assert!(steps.lines().count() > 4 && material.contains(steps), "{material}\n{advise}");
}

#[test]
fn material_writes_the_variables_of_the_unit() {
    let arguments = ["material", "steel", "glass", "--shape-i", "box:1,1,1", "--shape-j", "beam:2,1,1", "--mass", "1"];
    let text = stdout(&asperity(&[&arguments[..], &["--e", "0.5", "--k-red", "1e-3"]].concat()));
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once(" = "))
        .map(|(name, _)| name.trim())
        .collect();
    assert!(names.contains(&"geometry.contactRadiusJ") && text.contains("both bodies are flat"), "{text}");
    for name in names.iter().filter(|name| name.contains('.')) {
        let attribute = format!("name=\"{name}\"");
        assert!(asperity::unit::MODEL_DESCRIPTION.contains(&attribute), "{name}");
    }
}

#[test]
fn material_refuses_nonsense_by_name() {
    for (arguments, word) in [
        (
            &["steel", "unobtainium", "--radius", "1"] as &[&str],
            "unobtainium is not a material of the palette; it has steel, ",
        ),
        (&["adamant"], "adamant is not a material"),
        (&[""], "\"\" is not a material of the palette; it has steel, "),
        (&["steel", " "], "\" \" is not a material"),
        (&["steel", "glass"], "--radius or --shape-i"),
        (&["steel", "glass", "--radius", "0"], "--radius is 0, it must be greater than 0"),
        (&["steel", "glass", "--radius", "inf"], "--radius is inf"),
        (&["steel", "glass", "--radius", "1", "--radius-j", "-2"], "--radius-j is -2"),
        (&["steel", "glass", "--radius", "1", "--mass", "-1"], "--mass is -1"),
        (&["steel", "glass", "--radius", "1", "--speed", "nan"], "--speed is NaN"),
        (&["steel", "glass", "--radius", "1", "--k-red", "0"], "--k-red is 0"),
        (&["steel", "glass", "--radius", "1", "--e", "0"], "--e is 0, it must be from 0.001 to 1"),
        (&["steel", "glass", "--radius", "1", "--e", "1.5"], "--e is 1.5"),
        (&["steel", "glass", "--radius", "1e200"], "no finite impact"),
        (&["steel", "glass", "--radius", "1", "--shape-i", "sphere:1"], "--shape-i"),
        (&["steel", "glass", "--radius", "1", "--shape-j", "box:1,1,1", "--flat-j"], "--flat-j"),
        (&["steel", "glass", "--shape-i", "cube:1"], "cube is not a shape"),
        (&["steel", "glass", "--shape-i", "box:1,-1,1"], "LY is -1 m"),
        (&["steel", "glass", "--shape-i", "cylinder:1,2"], "--mass is needed"),
        (&["steel", "glass", "--shape-i", "box:1,1,1", "--mass", "1"], "--radius-j or --shape-j"),
    ] {
        let output = asperity(&[&["material"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}
