//! `asperity rigid`: what it prints and writes, and files that cannot be.

use std::process::Command;

use crate::systems::{refused, said};

const BOX: &str = "until = 0.5\n[contact]\nmu = 0.3\ne = 0.2\n[bodies.box]\nmass = 2\nbox = [0.2, 0.1]\nat = [0, 0.05]\nvelocity = [1, 0]\n\
                   [world.floor]\nhalf_plane = { point = [0, 0], normal = [0, 1] }\n";

/// A pendulum that strikes a ball on a spring.
const LINKED: &str = "until = 1\nhypothesis = \"stronge\"\n[contact]\ne = 0.5\n[bodies.arm]\nmass = 1\nrod = 1\nat = [0.5, 0]\n\
                      [bodies.ball]\nmass = 1\ndisc = 0.1\nat = [-0.05, -1.05]\n[[joints]]\npin = [\"arm\", \"world\"]\nat = [0, 0]\n\
                      [[springs]]\nbetween = [\"ball\", \"world\"]\nends = [[-0.05, -1.05], [-0.05, -0.55]]\nstiffness = 100\nlength = 0.4\n\
                      [[forces]]\nbody = \"ball\"\nforce = [0, -1]\n[[contacts]]\nbetween = [\"arm\", \"ball\"]\nmu = 0.1\nmu_s = 0.2\ne = 0.9\n";

#[test]
fn a_scene_is_simulated_drawn_and_written() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let scenes = said(folder, &["rigid"]);
    assert!(scenes.contains("topple") && scenes.contains("Painleve"), "{scenes}");
    let words = ["rigid", "topple", "--mu", ".5", "--hypothesis", "poisson", "--until", "1", "--out", "a.csv"];
    let text = said(folder, &[&words[..], &["--plot", "a.svg", "--animate", "b.svg"]].concat());
    for words in ["0.614850666 rod.1-floor", "slip begins", "0.771754070", "forces not unique", "energy residual"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("it is written");
    let csv = read("a.csv");
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().expect("a head").split(',').collect();
    assert!(names.contains(&"rod.1-floor.normalForce [N]") && names.contains(&"energyDissipatedSliding [J]"));
    let last: Vec<f64> =
        lines.next_back().expect("rows").split(',').map(|cell| cell.parse().expect("a number")).collect();
    assert_eq!((last.len(), last[0]), (names.len(), 1.0));
    let plot = read("a.svg");
    for word in ["normal force", "slip", "energy", "lost by impacts"] {
        assert!(plot.contains(word), "{word} is missing");
    }
    let moving = read("b.svg");
    assert!(moving.contains("<animateTransform") && moving.contains("repeatCount=\"indefinite\""));
    assert!(!moving.contains("NaN"));
    roxmltree::Document::parse(&moving).expect("it is XML");
    // nothing is loaded from elsewhere
    assert_eq!(moving.matches("http").count(), 1, "only the name space");
}

#[test]
fn a_file_of_bodies_is_simulated() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    std::fs::write(folder.join("box.toml"), BOX).expect("a file");
    let text = said(folder, &["rigid", "box.toml"]);
    // it stops after v/(μ·g) and v²/(2·μ·g)
    assert!(text.contains("0.339789331 box.1-floor slip stops") && text.contains("0.16989467"), "{text}");
    std::fs::write(folder.join("linked.toml"), LINKED).expect("a file");
    let text = said(folder, &["rigid", "linked.toml", "--every", "0.01"]);
    assert!(text.contains("impact") && text.contains("by stronge"), "{text}");
}

/// The file that the documentation shows.
#[test]
fn the_file_of_the_documentation_is_simulated() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md")).expect("a page");
    let file = page.split("```toml\n").find(|block| block.contains("[bodies.arm]")).expect("it shows a file");
    std::fs::write(place.path().join("bodies.toml"), file.split("```").next().expect("its end")).expect("a file");
    let text = said(place.path(), &["rigid", "bodies.toml", "--out", "bodies.csv"]);
    assert!(text.contains("arm.2-ball") || text.contains("ball-arm"), "{text}");
}

#[test]
fn files_of_no_system_are_refused_by_line_and_key() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    for (text, from, to, words) in [
        (BOX, "mass = 2", "mass = -2", "line 6, bodies.box.mass: is -2.0; it must be above 0"),
        (BOX, "mu = 0.3", "mu = -1", "line 3, contact.mu: is -1.0; it must be 0 or more"),
        (BOX, "e = 0.2", "e = 1.5", "line 4, contact.e: is 1.5; it must be within 0 to 1"),
        (BOX, "box = [0.2, 0.1]", "bix = 3", "there is no key \"bix\" here"),
        (BOX, "box = [0.2, 0.1]", "box = [0.2, 0]", "line 7, bodies.box.box: must be width and height above 0"),
        (BOX, "box = [0.2, 0.1]", "", "a body has one of disc = radius"),
        (BOX, "box = [0.2, 0.1]", "polygon = [[0, 0], [1, 0], [0, 1]]", "has its centroid 4.714045e-1 m from (0, 0)"),
        (BOX, "box = [0.2, 0.1]", "inertia = 1\npolygon = [[-1, -1], [-1, 1], [1, 1]]", "counter-clockwise"),
        (BOX, "at = [0, 0.05]", "at = [0, 0.04]", "box and floor overlap by 1.000000e-2 m at the start"),
        (BOX, "until = 0.5", "until = 0", "line 1, until: is 0.0; it must be above 0"),
        (BOX, "until = 0.5", "until = 1e9\nevery = 1e-9", "are more than a million"),
        (BOX, "normal = [0, 1]", "normal = [0, 0]", "world.floor.half_plane.normal: must have a direction"),
        (LINKED, "\"stronge\"", "\"routh\"", "\"routh\" is not one of \"newton\", \"poisson\", \"stronge\""),
        (LINKED, "pin = [\"arm\", \"world\"]", "pin = [\"leg\", \"world\"]", "\"leg\" is not one of arm, ball, world"),
        (LINKED, "pin = [\"arm\", \"world\"]", "slider = [\"arm\", \"world\"]", "direction is missing"),
        (LINKED, "between = [\"arm\", \"ball\"]", "between = [\"arm\", \"bell\"]", "\"bell\" is neither a body"),
        (LINKED, "mu_s = 0.2", "mu_s = 0.05", "mu_s: is 0.05; it must be mu = 0.1 or more"),
        (LINKED, "at = [0.5, 0]\n", "at = [0.5, 0]\nspin = 1\n", "the velocities at the start open the joint 1"),
    ] {
        assert!(text.contains(from), "{from}");
        std::fs::write(folder.join("wrong.toml"), text.replace(from, to)).expect("a file");
        let error = refused(folder, &["rigid", "wrong.toml"]);
        assert!(error.contains("wrong.toml") && error.contains(words), "{to}: {error} instead of {words}");
    }
    for (words, expected) in [
        (&["rigid", "tople"][..], "there is no scene and no file \"tople\"; the scenes are ball"),
        (&["rigid", "."], ".: a scene or a file is expected, this is a folder; the scenes are ball"),
        (&["rigid", "ball", "--mu", "-1"], "mu_k of all pairs is -1.0; it must be 0 or more"),
        (&["rigid", "ball", "--mu", ".5", "--mu-s", ".4"], "mu_s of all pairs is 0.4; it must be mu_k = 0.5 or more"),
        (&["rigid", "ball", "--e", "2"], "e of all pairs is 2.0; it must be within 0 to 1"),
        (&["rigid", "ball", "--until", "-1"], "until is -1.0; it must be above 0"),
        (&["rigid", "ball", "--until", "NaN"], "until is NaN; it must be finite and above 0"),
        (&["rigid", "topple", "--until", "1e7"], "that takes more than 2000000 steps of at most 0.01 s"),
        (&["rigid", "ball", "--v-min", "0"], "v_min is 0.0; it must be above 0"),
        (&["rigid", "ball", "--plot", "no/a.svg"], "there is no folder no"),
    ] {
        let error = refused(folder, words);
        assert!(error.contains(expected), "{words:?}: {error} instead of {expected}");
    }
}

/// Under 1e9 m/s² a ball with e = 0.999 soon rebounds more than 1000 times within a microsecond.
#[test]
fn events_that_pile_up_stop_the_simulation() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let file = place.path().join("ball.toml");
    let text = "gravity = [0, -1e9]\nuntil = 2e-4\n[contact]\ne = 0.999\n[bodies.ball]\nmass = 1\ndisc = 0.1\nat = [0, 0.100001]\n\
                [world.floor]\nhalf_plane = { point = [0, 0], normal = [0, 1] }\n";
    std::fs::write(&file, text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_asperity")).arg("rigid").arg(&file).output().expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    // all rebounds last √(2·h/g)·(1 + 2·e/(1 − e)) = 8.94e-5 s; what is left when 1000 take 1 µs: 1e-6/(1 − e^1000)
    assert!(error.contains("the simulation stopped at t = 0.000088"), "{error}");
    assert!(error.contains("more than 1000 events within 1e-6 s"), "{error}");
}
