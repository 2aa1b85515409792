//! `asperity patch`: the numbers it prints, what it refuses, the files it writes.

use std::process::{Command, Output};

/// Runs it in words with spaces between them.
fn patch(words: &str) -> Output {
    let arguments = words.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_asperity")).arg("patch").args(arguments).output().expect("the program starts")
}

fn said(words: &str) -> String {
    let output = patch(words);
    assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn number(text: &str, name: &str) -> f64 {
    let line =
        text.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    let found = line.trim_start()[name.len()..].split_whitespace().next();
    found.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn a_ball_is_pressed_and_displaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let [csv, svg] = ["p.csv", "p.svg"].map(|name| folder.path().join(name));
    let text = said(&format!(
        "--shape sphere --radius 0.05 --depth 1e-5 --grid 24 --mu 0.3 --tangential 1e-6 --out {} --plot {}",
        csv.display(),
        svg.display()
    ));
    // Hertz: N = 1087.8565864 N; 24 patches along a side are within 1e-3
    assert!((number(&text, "normal force N") / 1087.8565864 - 1.0).abs() < 1e-3, "{text}");
    assert!(text.contains("Hertz:     1.087857e3"), "{text}");
    assert!(number(&text, "friction Q along x") < number(&text, "its bound mu*N"), "{text}");
    let table = std::fs::read_to_string(csv).expect("it is there");
    assert_eq!(table.lines().count(), 24 * 24 + 1);
    let sum: f64 = table.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse::<f64>().unwrap()).sum();
    let area = (1.2 * 2.0 * (0.05f64 * 1e-5).sqrt() / 24.0).powi(2);
    assert!((sum * area / number(&text, "normal force N") - 1.0).abs() < 1e-6);
    assert!(std::fs::read_to_string(svg).expect("it is there").contains("Hertz"));
}

#[test]
fn what_is_wrong_is_named() {
    for (words, said) in [
        ("--shape sphere --depth 1e-5", "--radius: one or two numbers"),
        ("--shape sphere --radius -1 --depth 1e-5", "--radius = -1"),
        (
            "--shape sphere --radius 1e300 --depth 1e-5 --mu .3 --tangential 1e-6",
            "--radius = 1e300 must be from 1e-30 to",
        ),
        ("--shape rectangle --sides 1e300,1 --depth 1e-5", "--sides = 1e300 must be"),
        ("--shape sphere --radius 1 --depth 1e-300", "--depth = 1e-300 must be"),
        ("--shape sphere --radius 1 --depth nan", "--depth = NaN must be"),
        ("--shape sphere --radius 1 --depth 1e-5 --side 1e200", "--side = 1e200 must be"),
        ("--shape sphere --radius 1e30 --depth 1e30", "error: --radius = 1e30 with --depth = 1e30: the side"),
        ("--shape paraboloid --radius 1e30,1 --depth 1e30", "error: --radius = 1e30,1 with --depth = 1e30: the side"),
        ("--shape disc --radius 1e30 --depth 1", "error: --radius = 1e30: the side"),
        ("--shape rectangle --sides 1,1e30 --depth 1", "error: --sides = 1,1e30: the side"),
        ("--shape sphere --radius 1e30 --depth 1e30 --side 1e31", "error: --side = 1e31 must be"),
        ("--shape sphere --radius 1 --depth 0", "do not touch"),
        ("--shape sphere --radius 1 --depth 1e-5 --grid 4", "--grid = 4"),
        ("--shape sphere --radius 1 --depth 1e-5 --nu 0.7", "--nu = 0.7"),
        ("--shape sphere --radius 1 --depth 1e-5 --side 1e-4 --grid 8", "--side: the contact reaches the border"),
        ("--shape sphere --radius 1,2 --depth 1e-5", "--shape paraboloid"),
        ("--shape disc --radius 1 --depth 1e-5 --grid 8 --E 1e9,2e9 --mu .3 --tangential 1e-6", "different materials"),
        ("--shape rectangle --radius 1 --depth 1e-5", "--sides"),
        ("--shape disc --radius 1 --depth 1e-5 --mu -1 --tangential 1e-6 --grid 8", "--mu = -1"),
        ("--shape sphere --radius 1 --depth 1e-5 --out no/such", "--out"),
    ] {
        let output = patch(words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(said) && text.lines().count() == 1, "{words}: {text}");
    }
}
