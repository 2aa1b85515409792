//! `asperity accelerations`: problems with numbers known otherwise, and files that cannot be.

use super::systems::{refused, said};

const DISC: &str = "A = [[0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 0.5, 0], [0, 0, 0, 100]]\nb = [-9.81, 3, 0, 50]\n[[contacts]]\nmu = 0.4\n\
                    ellipsoid = { e_r = 0.06666666666666667 }\n";
const ROD: &str = "A = [[1.6, -1.2], [-1.2, 3.4]]\nb = [62.638602471, 36.224301236]\n[[contacts]]\nmu = 2.6666666666666667\nline = true\n\
                   v = [-1, 0, 0]\n";

/// A box of 1 kg on two feet, pushed: its forces are not unique, its accelerations are.
const BOX: &str = "J = [[0, 1, 0.1], [1, 0, 0.1], [0, 1, -0.1], [1, 0, 0.1]]\nM = [[1, 0, 0], [0, 1, 0], [0, 0, 0.01]]\nf = [2, -9.81, 0]\n\
                   [[contacts]]\nmu = 0.5\nline = true\n[[contacts]]\nmu = 0.5\nline = true\n";

#[test]
fn accelerations_of_a_file_are_those_of_the_problem() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    let answer = |text: &str| {
        std::fs::write(folder.join("problem.toml"), text).expect("a file");
        said(folder, &["accelerations", "problem.toml"])
    };
    // a disc of 2 kg, R = 0.1 m, under 6 N and 0.5 N·m: it slips
    let disc = answer(DISC);
    for number in
        ["19.62", "-4.96618554", "-0.4051233293", "0.5169072299", "9.487667073", "guaranteed, every mu is below"]
    {
        assert!(disc.contains(number), "{number}: {disc}");
    }
    // Painlevé's rod: two solutions, and none where it turns more slowly
    let rod = answer(ROD);
    for words in ["Solution 1 of 2", "Solution 2 of 2", "39.14912654", "104.3976708", "344.1974301"] {
        assert!(rod.contains(words), "{words}: {rod}");
    }
    let none = answer(&ROD.replace("62.638602471, 36.224301236", "-8.915572809, 0.447213596"));
    assert!(none.contains("No solution: v*a < 0") && none.contains("v = (1, 0)"), "{none}");
    // both feet carry the weight, and hold the push in any share
    let on_feet = answer(BOX);
    assert!(on_feet.contains("rank             3 of 4"), "{on_feet}");
    assert!(on_feet.contains("The forces are not unique, the accelerations are the same"), "{on_feet}");
}

#[test]
fn files_of_no_problem_are_refused_by_line_and_key() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path();
    for (text, from, to, words) in [
        (DISC, "mu = 0.4", "mu = -0.4", "line 4, contacts[1].mu: is -0.4; it must be 0 or more"),
        (DISC, "3, 0, 50", "3, 0", "line 2, b: 3 where 4 are needed"),
        (DISC, "ellipsoid", "elipsoid", "line 5, contacts[1].elipsoid: there is no key \"elipsoid\" here"),
        (DISC, "-9.81", "nan", "line 2, b[1]: must be a finite number"),
        (DISC, "[0, 0.5, 0, 0]", "[0, 0.5, 0]", "line 1, A: must have rows of equal length"),
        (DISC, "e_r = 0.0", "e_r = -0.0", "line 5, contacts[1].ellipsoid.e_r: is -0.0666"),
        (DISC, "[0, 0.5, 0, 0]", "[1, 0.5, 0, 0]", "line 1, A[2][1]: is 1.0, but A[1][2] is 0.0"),
        (DISC, "[0.5, 0, 0, 0]", "[-0.5, 0, 0, 0]", "A is not positive semidefinite"),
        (ROD, "line = true\n", "", "contacts[1]: a contact has one of line = true"),
        (ROD, "v = [-1, 0, 0]", "v = [0, 0, 0]", "line 6, contacts[1].v: slides with v = 0"),
        (BOX, "J = [[", "A = [[1]]\nJ = [[", "line 1, A: follows from J, M, f and bias"),
        (BOX, "f = [2, -9.81, 0]", "f = [2, -9.81]", "line 3, f: 2 where 3 are needed"),
        (BOX, "[0, 0, 0.01]]", "[0, 0, -0.01]]", "M"),
    ] {
        assert!(text.contains(from), "{from}");
        std::fs::write(folder.join("problem.toml"), text.replace(from, to)).expect("a file");
        let error = refused(folder, &["accelerations", "problem.toml"]);
        assert!(error.contains("problem.toml") && error.contains(words), "{to}: {error}");
    }
    let error = refused(folder, &["accelerations", "none.toml"]);
    assert!(error.contains("none.toml cannot be read"), "{error}");
}
