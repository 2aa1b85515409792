//! The program, run as a user runs it.
#![cfg(feature = "cli")]

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use asperity::package::{PackOptions, pack};

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
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0));
    for word in ["demo", "pack", "describe", "check", "Examples:", "Exit codes:"] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
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
    ] {
        let output = asperity(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_failure_ends_with_1_and_one_sentence() {
    let output = asperity(&["check", "no-such.fmu"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.starts_with("error: no-such.fmu cannot be read"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
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
fn changed(name: &str, change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>) -> String {
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
        assert_eq!(output.status.code(), Some(1), "{text}");
        let expected = format!("error: {file}: modelDescription.xml is not in the unit, or not readable");
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line/demo");
    for step in ["1", "0.3", "0.01"] {
        let output = asperity(&["demo", "--step", step, "--out", &folder.to_string_lossy()]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{step}: {text}");
        assert!(text.contains("the figures above mean nothing") && !text.contains("energy kept"), "{step}: {text}");
        assert!(stderr(&output).contains("too long"), "{step}: {}", stderr(&output));
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_named_before_the_run() {
    let output = asperity(&["demo", "--out", "Cargo.toml"]);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("error: Cargo.toml cannot be written: "), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
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
