//! Systems of bodies and contacts on the command line.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use super::packed;
use asperity_lab::systems::examples::{EXAMPLES, documented};
use asperity_pack::system::System;

fn asperity(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asperity"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// What the program prints; it must succeed.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = asperity(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Why it refuses, with exit code 2.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = asperity(folder, arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    text
}

fn packed_fmu() -> &'static str {
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
        assert!(said(folder, &["new", example.name]).contains(&file));
        assert_eq!(std::fs::read_to_string(folder.join(&file)).expect("it is written"), example.text);
        assert!(said(folder, &["check", "--system", &file]).contains("contacts"));
    }
    let text = refused(folder, &["new", "ring"]);
    assert!(text.contains("ring.toml is there already"), "{text}");
    assert!(refused(folder, &["new", "rung"]).contains("newtons-cradle"));
    assert!(refused(folder, &["new", "ring", "--out", "no/ring.toml"]).contains("no/ring.toml cannot be written"));
    said(folder, &["pack", "--system", "four-wheels.toml", "--fmu", packed_fmu()]);
    // the check instantiates it, for which the binary needs its resources
    assert_eq!(said(folder, &["check", "FourWheels.fmu"]), "FourWheels.fmu: no problems found\n");
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
        ("[report]", LINE),
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
