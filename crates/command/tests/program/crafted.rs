//! `asperity check` of archives made to do harm: what they would do does not happen, and one line says why.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use asperity_lab::fmu::{Unpacked, platform_folder};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crafted").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// An archive with what `fill` puts into it.
fn crafted(name: &str, fill: impl FnOnce(&mut ZipWriter<File>)) -> PathBuf {
    let path = folder(name).join(format!("{name}.fmu"));
    let mut archive = ZipWriter::new(File::create(&path).expect("a file"));
    fill(&mut archive);
    archive.finish().expect("an archive");
    path
}

fn add(archive: &mut ZipWriter<File>, name: &str, bytes: &[u8]) {
    archive.start_file(name, SimpleFileOptions::default()).expect("an entry");
    archive.write_all(bytes).expect("its bytes");
}

fn description(identifier: &str) -> String {
    format!(
        "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"M\" guid=\"g\"><CoSimulation modelIdentifier=\"{identifier}\"/>\
         <ModelVariables/><ModelStructure/></fmiModelDescription>"
    )
}

/// The binary of this machine in an archive, by its name without extension.
fn binary(identifier: &str) -> String {
    let folder = platform_folder().expect("a known platform");
    format!("binaries/{folder}/{identifier}.{}", std::env::consts::DLL_EXTENSION)
}

const NO_LIBRARY: &[u8] = b"whoever loads this has gone too far";

fn check(arguments: &[&str], file: &Path) -> Output {
    let program = env!("CARGO_BIN_EXE_asperity");
    Command::new(program).arg("check").args(arguments).arg(file).output().expect("the program starts")
}

/// Everything it said.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
fn a_binary_is_never_looked_for_outside_the_archive() {
    let outside = folder("outside").join(format!("library.{}", std::env::consts::DLL_EXTENSION));
    std::fs::write(&outside, NO_LIBRARY).expect("a file");
    let absolute = outside.with_extension("").to_string_lossy().into_owned();
    let relative = format!("{}{absolute}", "../".repeat(30));
    for identifier in [absolute.as_str(), relative.as_str(), "../linux64/M", "M.2", "2M", "M N", ""] {
        let file =
            crafted("identifier", |archive| add(archive, "modelDescription.xml", description(identifier).as_bytes()));
        for arguments in [&[][..], &["--without-running"]] {
            let output = check(arguments, &file);
            let text = said(&output);
            assert_eq!(output.status.code(), Some(1), "{identifier}: {text}");
            assert!(text.contains(&format!("modelIdentifier = {identifier:?} is not a C identifier")), "{text}");
            assert!(!text.contains("cannot be loaded"), "{identifier}: it was tried: {text}");
            assert!(text.ends_with("has 2 problems\n"), "{identifier}: {text}");
        }
    }
}

#[test]
fn entries_that_lead_out_of_the_archive_are_refused_and_not_written() {
    let victim = folder("victim");
    let absolute = victim.join("absolute").to_string_lossy().into_owned();
    for (k, name) in ["../escaped", "binaries/../../escaped", absolute.as_str()].into_iter().enumerate() {
        let file = crafted(&format!("slip{k}"), |archive| {
            add(archive, "modelDescription.xml", description("M").as_bytes());
            add(archive, name, NO_LIBRARY);
        });
        let output = check(&[], &file);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(&format!("the entry {name:?} does not lie inside the archive")), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    assert!(!Path::new(&absolute).exists() && !std::env::temp_dir().join("escaped").exists());
}

#[test]
fn symbolic_links_in_an_archive_are_refused() {
    let outside = folder("linked").join("library");
    std::fs::write(&outside, NO_LIBRARY).expect("a file");
    for (k, (name, target)) in [(binary("M"), outside.to_string_lossy().into_owned()), ("binaries".into(), "..".into())]
        .into_iter()
        .enumerate()
    {
        let file = crafted(&format!("link{k}"), |archive| {
            add(archive, "modelDescription.xml", description("M").as_bytes());
            archive.add_symlink(&name, &target, SimpleFileOptions::default()).expect("an entry");
        });
        let output = check(&[], &file);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(&format!("the entry {name:?} is a symbolic link")), "{text}");
        assert!(!text.contains("cannot be loaded") && text.lines().count() == 1, "{text}");
    }
}

/// 40 MB of zeros are 40 kB in an archive.
#[test]
fn an_archive_too_large_when_unpacked_is_refused_and_leaves_nothing() {
    let file = crafted("bomb", |archive| {
        for part in ["one", "two"] {
            add(archive, part, &vec![0; 20 << 20]);
        }
    });
    assert!(std::fs::metadata(&file).expect("its size").len() < 100_000);
    assert!(Unpacked::up_to(40 << 20, &file).is_ok());
    let text = Unpacked::up_to((40 << 20) - 1, &file).expect_err("a byte too many").to_string();
    assert!(text.contains("the entry \"two\" unpacks to more than 41943039 bytes"), "{text}");
}

/// Entities that multiply, and elements nested too deep for a stack.
#[test]
fn descriptions_made_to_exhaust_the_reader_are_refused() {
    let entities: String =
        (1..12).map(|k| format!("<!ENTITY e{k} \"{}\">", format!("&e{};", k - 1).repeat(10))).collect();
    let laughs = format!(
        "<!DOCTYPE m [<!ENTITY e0 \"ha\">{entities}]>{}",
        description("M").replace("modelName=\"M\"", "modelName=\"&e11;\"")
    );
    let deep = format!("{}{}", "<a>".repeat(200_000), "</a>".repeat(200_000));
    let deep = description("M").replace("<ModelVariables/>", &format!("<ModelVariables>{deep}</ModelVariables>"));
    for (name, xml, count) in [("laughs", laughs, "1 problem\n"), ("deep", deep, "4 problems\n")] {
        let file = crafted(name, |archive| {
            add(archive, "modelDescription.xml", xml.as_bytes());
            add(archive, &binary("M"), NO_LIBRARY);
        });
        for arguments in [&[][..], &["--without-running"]] {
            let output = check(arguments, &file);
            assert_eq!(output.status.code(), Some(1), "{name}: {}", said(&output));
            let text = said(&output);
            assert!(text.contains("modelDescription.xml") && text.ends_with(count), "{name}: {text}");
        }
    }
}

#[test]
fn without_running_says_all_but_what_only_a_loaded_binary_shows() {
    let sound = crafted("unrun", |archive| {
        add(archive, "modelDescription.xml", description("M").as_bytes());
        add(archive, &binary("M"), NO_LIBRARY);
    });
    let [run, unrun] = [check(&[], &sound), check(&["--without-running"], &sound)].map(|output| said(&output));
    assert!(run.contains("cannot be loaded"), "{run}");
    assert!(!unrun.contains("cannot be loaded"), "{unrun}");
    let without = crafted("no_binary", |archive| add(archive, "modelDescription.xml", description("M").as_bytes()));
    let text = said(&check(&["--without-running"], &without));
    assert!(text.contains("no binary for this platform") && text.contains(&binary("M")), "{text}");
    let help = Command::new(env!("CARGO_BIN_EXE_asperity")).args(["check", "--help"]).output().expect("it starts");
    assert!(
        said(&help).contains("runs the code in it") && said(&help).contains("--without-running"),
        "{}",
        said(&help)
    );
}

/// A bit in its binary, which would be taken over as it is packed, or no archive at all.
#[test]
fn a_damaged_unit_is_not_packed_with_other_values() {
    let place = folder("damaged");
    let mut bytes = std::fs::read(crate::systems::packed_fmu()).expect("the unit is packed");
    let at = bytes.len() / 3;
    bytes[at] ^= 1;
    for (name, content) in [("damaged.fmu", bytes.as_slice()), ("text.fmu", b"no archive".as_slice())] {
        let path = place.join(name);
        std::fs::write(&path, content).expect("written");
        let to_change = ["pack", "--set", "compliance.e=0.3", "--out", "new.fmu", "--fmu", name];
        let output =
            Command::new(env!("CARGO_BIN_EXE_asperity")).args(to_change).current_dir(&place).output().expect("starts");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).starts_with(&format!("error: {name} cannot be read: ")), "{}", said(&output));
        assert!(!place.join("new.fmu").exists());
    }
}
