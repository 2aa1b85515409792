//! `asperity drop`: what it prints first is what acts.

use std::path::Path;

use super::systems::{packed_fmu, refused, said};

const BALL: &str = "drop steel steel --radius 0.02 --height 0.1 --until 0.3";

fn drop(options: &str) -> Vec<String> {
    let words = BALL.split(' ').chain(options.split(' ').filter(|word| !word.is_empty()));
    words.chain(["--fmu", packed_fmu()]).map(String::from).collect()
}

fn printed(folder: &Path, options: &str) -> String {
    let call = drop(options);
    said(folder, &call.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The number behind some words.
fn after(text: &str, words: &str) -> f64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words} is not in {text}"));
    rest.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{words}: {text}"))
}

#[test]
fn what_drop_determines_cannot_be_set_beside_it() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (options, words) in [
        ("--e .9 --set compliance.e=0.3", "--set compliance.e: drop sets it itself; give --e"),
        ("--set compliance.e=0.3", "give --e"),
        ("--e .9 --set scene.e=.4", "--set scene.e: drop sets it itself; give --e"),
        ("--set scene.height=2", "give --height"),
        ("--set compliance.k=1e6", "name other materials or set material.k_red"),
        ("--set compliance.source=stiffness", "follows from BALL and FLAT"),
        ("--set material.E_I=1e9", "another BALL"),
        ("--set material.nu_J=0.2", "another FLAT"),
        ("--set geometry.heightJ=-0.5", "--height"),
        ("--set compliance.law=kelvinVoigt", "asperity simulate drop takes a stiffness"),
        ("--e .9 --set compliance.law=elastic", "--e: nothing comes of it with --set compliance.law=elastic"),
        (
            "--e .9 --set compliance.restitution=table",
            "--e: nothing comes of it with --set compliance.restitution=table",
        ),
    ] {
        let call = drop(options);
        let error = refused(place.path(), &call.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(error.contains(words) && error.lines().count() == 1, "{options}: {error}");
    }
}

/// k_red is a factor on k, and what Hertz says of a contact time t ∝ k^(−2/5).
#[test]
fn drop_counts_in_a_factor_on_the_stiffness() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let [plain, soft] = ["", "--set material.k_red=1e-4"].map(|options| printed(place.path(), options));
    let of = |words: &str| after(&soft, words) / after(&plain, words);
    let (k, time) = (of("\nk ="), of("lasts"));
    // of numbers printed with four digits
    assert!((k / 1e-4 - 1.0).abs() < 1e-3, "{k}");
    assert!((time / 1e4_f64.powf(0.4) - 1.0).abs() < 1e-3, "{time}");
}

#[test]
fn drop_says_what_makes_the_restitution() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (options, words) in [
        ("--e 0.9", "Restitution e = 0.9, as set\n"),
        ("--set compliance.law=elastic", "Restitution by compliance.law = elastic, as set\n"),
        (
            "--e 0.9 --set compliance.law=flores",
            "e = 0.9, as set; what it leaves with follows from compliance.law = flores\n",
        ),
        ("--mode cs --coupling time-stepping", "Rigid contact; the first impact is at 1.4"),
        ("--set coupling.method=timeStepping", "without damping"),
    ] {
        let text = printed(place.path(), options);
        assert!(text.contains(words), "{options}: {text}");
    }
}

#[test]
fn one_variable_is_not_set_twice() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let twice = ["--set", "compliance.e=0.3", "--set", "compliance.e=0.4"];
    said(place.path(), &["new", "ball-on-table", "--out", "b.toml"]);
    for command in ["drop steel steel", "simulate drop", "simulate --system b.toml", "pack"] {
        let error = refused(place.path(), &[&command.split(' ').collect::<Vec<_>>()[..], &twice].concat());
        assert!(error.contains("--set compliance.e is given twice"), "{command}: {error}");
    }
    for (call, words) in [
        ("simulate drop --mode cs --coupling time-stepping --set coupling.method=compliant", "--coupling sets it"),
        ("simulate --system b.toml --mode cs --master jacobi --set coupling.order=sequential", "--master sets it"),
    ] {
        let call = [&call.split(' ').collect::<Vec<_>>()[..], &["--fmu", packed_fmu()]].concat();
        let error = refused(place.path(), &call);
        assert!(error.contains(words), "{error}");
    }
}
