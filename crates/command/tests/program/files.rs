//! Files of a call: nothing that is read is written over, and no file is written twice.

use std::fs;
use std::path::Path;

use super::command_line::changed;
use super::systems::{asperity, packed_fmu, refused, said};

const RIGID: &str = "[bodies.ball]\nmass = 1\ndisc = 0.1\nat = [0, 0.1]\n[world.floor]\n\
                     half_plane = { point = [0, 0], normal = [0, 1] }\n";

/// A folder with a system, its surface, a file of `rigid` and an FMU.
fn inputs(folder: &Path) {
    said(folder, &["new", "gear", "--out", "a.toml"]);
    fs::write(folder.join("b.toml"), RIGID).expect("a file");
    fs::copy(packed_fmu(), folder.join("f.fmu")).expect("a copy");
}

/// All files of a folder.
fn content(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let files = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut content: Vec<_> = files.map(|path| (path.clone(), fs::read(path).expect("a file"))).collect();
    content.sort();
    content
}

#[test]
fn no_command_writes_over_what_it_reads() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    inputs(folder);
    let absolute = folder.join("a.toml").to_string_lossy().into_owned();
    let before = content(folder);
    for (call, words) in [
        ("simulate --system a.toml --csv a.toml", "--system a.toml would be overwritten by --csv a.toml"),
        ("simulate --system a.toml --out=a.toml", "--system a.toml would be overwritten by --out a.toml"),
        ("simulate --system a.toml --page ./a.toml", "--system a.toml would be overwritten by --page ./a.toml"),
        ("simulate --system a.toml --plot gear.obj", "gear.obj would be overwritten by --plot gear.obj"),
        ("simulate --system a.toml --fmu f.fmu --out f.fmu", "--fmu f.fmu would be overwritten by --out f.fmu"),
        ("simulate drop --fmu f.fmu --out f.fmu", "--fmu f.fmu would be overwritten by --out f.fmu"),
        ("drop steel rubber --fmu f.fmu --plot f.fmu", "--fmu f.fmu would be overwritten by --plot f.fmu"),
        ("pack --system a.toml --out a.toml", "--system a.toml would be overwritten by --out a.toml"),
        ("pack --system a.toml --out gear.obj", "gear.obj would be overwritten by --out gear.obj"),
        ("pack --fmu f.fmu --set compliance.e=0.7 --out f.fmu", "--fmu f.fmu would be overwritten by --out f.fmu"),
        ("rigid b.toml --out b.toml", "b.toml would be overwritten by --out b.toml"),
        ("rigid b.toml --page b.toml", "b.toml would be overwritten by --page b.toml"),
        ("rigid b.toml --plot b.toml", "b.toml would be overwritten by --plot b.toml"),
        ("rigid b.toml --animate b.toml", "b.toml would be overwritten by --animate b.toml"),
        ("rigid ball --units --fmu f.fmu --page f.fmu", "--fmu f.fmu would be overwritten by --page f.fmu"),
        ("couplings --fmu f.fmu --plot f.fmu", "--fmu f.fmu would be overwritten by --plot f.fmu"),
        ("choose --fmu f.fmu --out f.fmu", "--fmu f.fmu would be overwritten by --out f.fmu"),
        ("gallery --fmu f.fmu --out f.fmu", "--fmu f.fmu would be overwritten by --out f.fmu"),
        ("simulate drop --out s --plot s", "--out s and --plot s are one file"),
        ("drop steel rubber --out drop.svg", "--out drop.svg and --plot drop.svg are one file"),
        ("rigid ball --page s --animate ./s", "--animate ./s and --page s are one file"),
        ("patch --shape disc --radius 1 --depth 1e-5 --out s --plot s", "--out s and --plot s are one file"),
        ("gallery --out systems-gallery.html", "are one file"),
    ] {
        let error = refused(folder, &call.split(' ').collect::<Vec<_>>());
        assert!(error.contains(words) && error.contains("name another file"), "{call}: {error}");
        assert!(content(folder) == before, "{call} has changed a file");
    }
    assert!(refused(folder, &["pack", "--system", "a.toml", "--out", &absolute]).contains("would be overwritten"));
    assert!(content(folder) == before);
}

#[test]
fn the_gallery_names_an_fmu_that_no_system_is_packed_with() {
    let place = tempfile::tempdir().expect("a temporary folder");
    said(place.path(), &["pack", "--fmu", packed_fmu(), "--set", "compliance.e=0.7", "--out", "own.fmu"]);
    let error = refused(place.path(), &["gallery", "--fmu", "own.fmu"]);
    assert!(error.contains("own.fmu is not an FMU of this version") && error.lines().count() == 1, "{error}");
    assert!(!place.path().join("gallery.html").exists());
}

#[cfg(unix)]
#[test]
fn links_to_what_is_read_are_not_written_over() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    inputs(folder);
    std::os::unix::fs::symlink("a.toml", folder.join("soft")).expect("a link");
    fs::hard_link(folder.join("a.toml"), folder.join("hard")).expect("a link");
    let before = content(folder);
    for link in ["soft", "hard"] {
        let error = refused(folder, &["simulate", "--system", "a.toml", "--out", link]);
        assert!(error.contains(&format!("--system a.toml would be overwritten by --out {link}")), "{error}");
    }
    assert!(content(folder) == before);
    // a device takes both
    said(folder, &["rigid", "b.toml", "--until", "0.01", "--out", "/dev/null", "--plot", "/dev/null"]);
}

/// As where the disk is full: with a limit to the size of files. Without a limit the same calls write them.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_whole_stays_as_it_was() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let disc = "patch --shape disc --radius 1 --depth 1e-5 --grid 8";
    let impact = "impact --w 2.5,-1.5,2.5 --u 1,-3 --mu .3 --e .5";
    for (call, file) in [
        (&*format!("{impact} --plot i.svg"), "i.svg"),
        (&format!("{disc} --out d.csv"), "d.csv"),
        (&format!("{disc} --plot d.svg"), "d.svg"),
        ("rigid topple --out r.csv", "r.csv"),
        ("rigid topple --plot r.svg", "r.svg"),
        ("rigid topple --animate r.svg", "r.svg"),
        ("rigid topple --page r.html", "r.html"),
    ] {
        fs::write(folder.join(file), "old").expect("a file");
        let before = content(folder);
        assert!(!limited(folder, call).status.success(), "{call}");
        assert!(content(folder) == before, "{call} has changed a file");
        said(folder, &call.split(' ').collect::<Vec<_>>());
        assert!(fs::read(folder.join(file)).expect("it is there") != b"old", "{call}");
    }
    for example in ["gripper", "gear"] {
        let before = content(folder);
        let call = ["new", example];
        assert!(!limited(folder, &call.join(" ")).status.success());
        assert!(content(folder) == before, "new {example}");
        said(folder, &call);
    }
}

/// The program with a limit of a few hundred bytes to the size of files.
#[cfg(target_os = "linux")]
fn limited(folder: &Path, call: &str) -> std::process::Output {
    let script = r#"trap "" XFSZ; ulimit -f 1; exec "$0" "$@""#;
    let mut shell = std::process::Command::new("sh");
    shell.current_dir(folder).args(["-c", script, env!("CARGO_BIN_EXE_asperity")]).args(call.split(' '));
    shell.output().expect("a shell")
}

#[test]
fn pages_of_no_fmu_leave_no_folder_behind() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let whole = fs::read(packed_fmu()).expect("it is packed");
    fs::write(folder.join("half.fmu"), &whole[..whole.len() / 2]).expect("a file");
    let error = refused(folder, &["pages", "--fmu", "half.fmu", "--out", "pages"]);
    assert!(error.starts_with("error: half.fmu cannot be read: ") && !folder.join("pages").exists(), "{error}");
    let pages = ["pages", "--fmu", packed_fmu(), "--out", "pages"];
    said(folder, &pages);
    let page = folder.join("pages/index.html");
    let before = fs::read(&page).expect("it is written");
    let error = refused(folder, &[&pages[..], &["--playground", "pages/index.html"]].concat());
    assert!(error.contains("--playground pages/index.html would be overwritten"), "{error}");
    assert!(fs::read(&page).expect("it is there") == before);
}

#[test]
fn a_half_written_fmu_ends_with_2_whoever_reads_it() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    inputs(folder);
    let whole = fs::read(packed_fmu()).expect("it is packed");
    fs::write(folder.join("half.fmu"), &whole[..whole.len() / 2]).expect("a file");
    for call in [
        "check half.fmu",
        "check --without-running half.fmu",
        "simulate drop --fmu half.fmu",
        "simulate --system a.toml --fmu half.fmu",
        "pack --fmu half.fmu --set compliance.e=0.7",
        "gallery --fmu half.fmu",
    ] {
        let error = refused(folder, &call.split(' ').collect::<Vec<_>>());
        assert!(error.contains("half.fmu") && error.lines().count() == 1, "{call}: {error}");
    }
}

/// By its name, before anything is simulated.
#[test]
fn an_fmu_that_cannot_be_loaded_ends_with_2_whoever_loads_it() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let is_binary = |name: &str| name.starts_with("binaries/");
    let cut =
        changed("cut.fmu", |name, bytes| Some(if name == "modelDescription.xml" { b"<a>".to_vec() } else { bytes }));
    let empty = changed("empty.fmu", |name, bytes| (!is_binary(name)).then_some(bytes));
    let bad = changed("bad.fmu", |name, bytes| Some(if is_binary(name) { vec![b'x'; 500] } else { bytes }));
    for call in ["drop steel rubber", "couplings", "reproduce 5", "gallery", "choose", "simulate drop"] {
        for (fmu, words) in [(&cut, "modelDescription.xml: "), (&empty, "no binary for"), (&bad, "cannot be loaded")] {
            let error = refused(place.path(), &[&call.split(' ').collect::<Vec<_>>()[..], &["--fmu", fmu]].concat());
            assert!(error.starts_with(&format!("error: {fmu}: ")) && error.contains(words), "{call}: {error}");
        }
    }
}

/// Not with a table of impacts without end.
#[test]
fn couplings_refuses_an_fmu_without_the_variables_by_name() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    said(folder, &["pack", "--system", "b.toml", "--fmu", packed_fmu(), "--out", "b.fmu"]);
    let couplings = ["couplings", "--fmu", "b.fmu"];
    let error = refused(folder, &couplings);
    assert!(error.starts_with("error: b.fmu: the FMU has no Real variable `compliance.k`"), "{error}");
    assert!(asperity(folder, &couplings).stdout.is_empty());
}

#[test]
fn numbers_below_0_are_refused_by_their_range() {
    let place = tempfile::tempdir().expect("a temporary folder");
    said(place.path(), &["new", "ball-on-table", "--out", "b.toml"]);
    for command in ["couplings", "choose"] {
        for option in ["--until", "--within", "--patience"] {
            let error = refused(place.path(), &[command, "--system", "b.toml", option, "-1"]);
            assert!(error.contains(&format!("{option} is -1, it must be > 0")), "{command}: {error}");
        }
        let gravity = ["--gravity", "-1,0,-9.81", "--until", "-1"];
        let error = refused(place.path(), &[&[command, "--system", "b.toml"], &gravity[..]].concat());
        assert!(error.contains("--until is -1"), "{command}: {error}");
    }
}

/// cargo would take the Cargo.toml beside it, or above.
#[test]
fn pack_takes_no_manifest_of_another_name() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    fs::create_dir_all(folder.join("p/src")).expect("a folder");
    fs::write(folder.join("p/other.txt"), "x").expect("a file");
    fs::write(folder.join("p/Cargo.toml"), "[package]\nname = \"other\"\nversion = \"0.1.0\"\n").expect("a file");
    for manifest in ["p/other.txt", "p", "no/Cargo.toml", "p/no/Cargo.toml"] {
        let error = refused(folder, &["pack", "--manifest", manifest, "--out", "m.fmu"]);
        let words = format!("error: --manifest {manifest}: a file is expected that is there and named Cargo.toml");
        assert!(error.starts_with(&words), "{error}");
    }
    assert!(!folder.join("p/Cargo.lock").exists(), "cargo has not run");
}

#[test]
fn an_empty_path_is_refused_by_its_option() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (call, words) in [
        (&["demo", "--out="] as &[&str], "--out"),
        (&["pages", "--out="], "--out"),
        (&["reproduce", "--out="], "--out"),
        (&["accelerations", ""], "<FILE>"),
        (&["check", ""], "<FMU>"),
        (&["drop", "steel", "rubber", "--fmu="], "--fmu"),
        (&["patch", "--shape", "disc", "--radius", "1", "--depth", "1e-5", "--out="], "--out"),
    ] {
        let error = refused(place.path(), call);
        assert_eq!(error, format!("error: {words}: a path is expected, this is empty\n"), "{call:?}");
    }
}

#[test]
fn ranges_say_that_numbers_are_finite() {
    let place = tempfile::tempdir().expect("a temporary folder");
    said(place.path(), &["new", "ball-on-table", "--out", "b.toml"]);
    for (call, words) in [
        ("advise --k inf --m 1 --v 1", "--k is inf, it must be finite and greater than 0"),
        ("advise --k -1 --m 1 --v 1", "--k is -1, it must be greater than 0"),
        ("impact --w 2.5,-1.5,2.5 --u 1,-3 --mu inf --e .5", "--mu is inf, it must be finite and 0 or more"),
        ("impact --w 2.5,-1.5,2.5 --u inf,-3 --mu .3 --e .5", "--u: the slip is inf, it must be a finite number"),
        ("material steel rubber --radius inf", "--radius is inf, it must be finite and greater than 0"),
        ("simulate drop --until inf", "the end is inf s, it must be finite and > 0"),
        ("simulate --system b.toml --until inf", "--until is inf, it must be finite and > 0"),
        ("rigid topple --until inf", "until is inf; it must be finite and above 0"),
        ("choose --system b.toml --within inf", "--within is inf, it must be finite and > 0"),
    ] {
        let error = refused(place.path(), &call.split(' ').collect::<Vec<_>>());
        assert!(error.contains(words), "{call}: {error}");
    }
}

#[test]
fn settings_that_a_system_has_not_end_with_2() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    for (set, words) in [
        ("a=1", "the FMU has no variable `a`; its modelDescription.xml lists all, parameters are "),
        ("compliance.e=0.3", "the FMU has no variable `compliance.e`; it has ball__table.compliance.e"),
        ("ball__table.compliance.e=7", "ball__table.compliance.e"),
        ("ball__table.compliance.e=much", "a number is expected"),
    ] {
        let error = refused(folder, &["simulate", "--system", "b.toml", "--fmu", packed_fmu(), "--set", set]);
        assert!(error.contains(words) && !error.contains("describe markdown"), "{set}: {error}");
    }
}

#[test]
fn options_that_nothing_would_come_of_are_refused() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (call, words) in [
        ("rigid --plot x.svg", "<SCENE>"),
        ("rigid --units", "<SCENE>"),
        ("rigid --mu 0.1", "<SCENE>"),
        ("simulate --plot x.svg", "--plot belongs to a scene"),
        ("simulate --mode cs", "--mode belongs to a scene"),
        ("material steel --radius -1", "<MATERIAL_J>"),
        ("material --speed 1", "<MATERIAL_J>"),
        ("material steel rubber --radius .05 --radius-j .01 --flat-j", "--radius-j: nothing comes of it with --flat-j"),
        ("material steel rubber --radius .05 --k-red 1e308", "mass, speed or --k-red far too large"),
        ("patch --shape disc --radius 1 --depth 1e-5 --mu -1", "--tangential"),
        (
            "patch --shape sphere --radius .05 --depth 1e-5 --E 1e-308 --grid 8",
            "--E: the forces are too small or too large",
        ),
        ("drop steel rubber --height 1 --gravity 0", "--gravity is 0: give it, or --speed, greater than 0"),
        ("drop steel rubber --height 0", "give --height, or --speed, greater than 0"),
    ] {
        let error = refused(place.path(), &call.split(' ').collect::<Vec<_>>());
        assert!(error.contains(words), "{call}: {error}");
    }
    assert!(asperity(place.path(), &["rigid"]).status.success());
    assert_eq!(fs::read_dir(place.path()).expect("it is there").count(), 0);
}
