//! What --set says beside another option, or beside another --set, that says otherwise.

use super::systems::{packed_fmu, refused, said};

fn words(call: &str) -> Vec<&str> {
    [&call.split(' ').collect::<Vec<_>>()[..], &["--fmu", packed_fmu()]].concat()
}

#[test]
fn a_coupling_is_not_said_in_two_ways() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let text = std::fs::read_to_string(folder.join("b.toml")).expect("it is written");
    std::fs::write(folder.join("i.toml"), text + "coupling.mode = \"interface\"\ncoupling.handBack = \"line\"\n")
        .expect("a file");
    for (call, culprits) in [
        ("simulate drop --mode cs --coupling interface --set coupling.mode=kinematic", "--coupling interface: leave"),
        ("simulate drop --mode cs --coupling kinematic --set coupling.mode=interface", "--coupling kinematic: leave"),
        ("simulate drop --mode cs --set coupling.mode=interface", "--coupling kinematic, the default: give --coupling"),
        ("simulate drop --mode cs --coupling interface --set coupling.handBack=twoStep", "--coupling interface: leave"),
        ("simulate drop --mode cs --coupling time-stepping --set coupling.handBack=mean", "--coupling time-stepping"),
        ("simulate drop --mode cs --coupling interface-mean --set coupling.handBack=line", "--coupling interface-mean"),
        (
            "simulate drop --mode cs --coupling interface --set coupling.order=parallel",
            "--master gauss-seidel, the default",
        ),
        ("simulate drop --mode cs --master jacobi --set coupling.order=sequential", "--master jacobi: leave"),
        ("drop steel steel --mode cs --set coupling.mode=interface", "--coupling kinematic, the default"),
        (
            "simulate --system b.toml --mode cs --coupling interface --set coupling.mode=kinematic",
            "--coupling interface",
        ),
        (
            "simulate --system b.toml --mode cs --coupling interface --set coupling.handBack=mean",
            "--coupling interface",
        ),
        ("simulate --system b.toml --mode cs --set coupling.mode=interface", "--coupling kinematic, the default"),
        ("simulate --system i.toml --mode cs --set coupling.mode=kinematic", "coupling… in i.toml: change it there"),
        ("simulate --system i.toml --mode cs --set coupling.handBack=mean", "coupling… in i.toml: change it there"),
        (
            "simulate --system i.toml --mode cs --coupling interface --set coupling.handBack=line",
            "--coupling interface",
        ),
    ] {
        let error = refused(folder, &words(call));
        let set = call.split(' ').next_back().expect("--set");
        assert!(error.contains(&format!("--set {set} contradicts {culprits}")), "{call}: {error}");
    }
    let error = refused(folder, &words("simulate --system i.toml --mode cs --coupling kinematic"));
    assert!(error.contains("--coupling kinematic: i.toml asks for interface coupling"), "{error}");
    for call in [
        "simulate drop --mode cs --coupling interface --until 0.01 --set coupling.mode=interface",
        "simulate drop --mode cs --coupling interface --until 0.01 --set coupling.handBack=meanAndSlope",
        "simulate drop --mode cs --coupling interface --until 0.01 --set coupling.order=detect",
        "simulate wheel --mode cs --coupling interface --until 0.01 --set coupling.method=timeStepping",
        "simulate --system i.toml --mode cs --until 0.01 --set coupling.handBack=line",
    ] {
        said(folder, &words(call));
    }
}

#[test]
fn what_is_misspelt_contradicts_nothing() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    for (call, items) in [
        (
            "simulate drop --mode cs --coupling interface --set coupling.mode=interfac",
            "\"interfac\": one of kinematic, interface is",
        ),
        ("simulate drop --mode cs --set coupling.mode=2", "\"2\": one of kinematic, interface is"),
        (
            "simulate drop --mode cs --coupling interface --set coupling.handBack=meen",
            "\"meen\": one of mean, line, meanAndSlope, twoStep is",
        ),
        ("simulate --system b.toml --mode cs --set coupling.mode=interfac", "one of kinematic, interface is"),
    ] {
        let error = refused(folder, &words(call));
        assert!(error.contains(items) && !error.contains("contradicts"), "{call}: {error}");
    }
}

/// What --coupling says counts before what the file says of the same.
#[test]
fn what_is_handed_back_is_as_the_option_says() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    said(folder, &["new", "ball-on-table", "--out", "b.toml"]);
    let text = std::fs::read_to_string(folder.join("b.toml")).expect("it is written");
    std::fs::write(folder.join("i.toml"), text + "coupling.mode = \"interface\"\ncoupling.handBack = \"mean\"\n")
        .expect("a file");
    let rows = |file: &str| {
        let call =
            format!("simulate --system {file} --mode cs --coupling interface --until 0.5 --step 1e-3 --csv o.csv");
        said(folder, &words(&call));
        std::fs::read_to_string(folder.join("o.csv")).expect("rows").lines().last().map(str::to_owned)
    };
    assert_eq!(rows("i.toml"), rows("b.toml"));
}

#[test]
fn a_variable_and_the_setting_that_it_follows_from_are_not_set_both() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (scene, sets, words) in [
        ("drop", ["scene.e=0.4", "compliance.e=0.7"], "compliance.e follows from scene.e in the scene drop"),
        ("fall", ["compliance.e=0.7", "scene.e=0.5"], "compliance.e follows from scene.e in the scene fall"),
        ("wheel", ["scene.mu=0.4", "friction.mu_C=0.3"], "friction.mu_C follows from scene.mu"),
    ] {
        let call = ["simulate", scene, "--set", sets[0], "--set", sets[1], "--fmu", packed_fmu()];
        let error = refused(place.path(), &call);
        assert!(error.contains(words) && error.contains("set only one of them"), "{sets:?}: {error}");
    }
}
