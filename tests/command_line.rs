//! The program, run as a user runs it.
#![cfg(feature = "cli")]

use std::io::Read;
use std::process::{Command, Output, Stdio};

fn asperity(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_asperity")).args(arguments).output().expect("the program starts")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
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
