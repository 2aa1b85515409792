//! `asperity impact`: the numbers it prints, what it refuses, the picture it draws.

use std::process::{Command, Output};

/// Runs it in words with spaces between them.
fn impact(words: &str) -> Output {
    let arguments = words.split_whitespace();
    Command::new(env!("CARGO_BIN_EXE_asperity")).arg("impact").args(arguments).output().expect("the program starts")
}

fn said(words: &str) -> String {
    let output = impact(words);
    assert_eq!(output.status.code(), Some(0), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The three columns of a row, Newton's, Poisson's and Stronge's.
fn row<'a>(text: &'a str, name: &str) -> [&'a str; 3] {
    let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("no row {name} in\n{text}"));
    let words: Vec<&str> = line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    words[1..].try_into().unwrap_or_else(|_| panic!("{line}"))
}

/// Numbers of nine digits.
fn numbers(text: &str, name: &str, expected: [f64; 3]) {
    for (found, expected) in row(text, name).into_iter().zip(expected) {
        let found: f64 = found.parse().unwrap_or_else(|_| panic!("{name}: {found}"));
        assert!((found - expected).abs() <= 6e-9 * expected.abs().max(0.1), "{name}: {found} {expected}\n{text}");
    }
}

/// Uniform rod of 1 m and 1 kg at 45°, I = 1/12: its tip lies √2/4 m below the centre and as far to one side; it falls
/// with √(2·9.81·0.5) m/s and goes sideways with 1 m/s.
const ROD: &str = "--mass 1 --inertia 0.08333333333333333 --u 1,-3.1320919526731650 --mu .3 --e .5";

/// Losses of the three hypotheses, computed independently of this program.
#[test]
fn a_rod_that_falls_on_its_tip_loses_what_each_hypothesis_says() {
    let text = said(&format!("{ROD} --arm -0.35355339059327373,-0.35355339059327373"));
    assert!(text.contains("w_tt = 2.5, w_tn = -1.5, w_nn = 2.5 1/kg"), "{text}");
    assert!(text.contains("m_1 = 0.4, m_2 = 0.4, m_3 = 0.666666667 kg"), "{text}");
    // 1/m_x = w_tt − w_tn/μ, 1/m_y = −(w_nn − μ·w_tn), in stick −(w_nn − w_tn²/w_tt)
    assert!(text.contains("m_x = 0.133333333, m_y = -0.338983051 kg"), "{text}");
    assert!(text.contains("m_y^sigma = -0.625 kg") && text.contains("2.20359052 J within reach"), "{text}");
    assert_eq!(row(&text, "case"), ["(a)"; 3]);
    // slip stops at 1/(w_tn + μ·w_tt)
    numbers(&text, "P_ys", [1.0 / 2.25; 3]);
    numbers(&text, "P_yT", [2.096_652_648, 1.999_091_673, 2.015_165_363]);
    numbers(&text, "D_n + D_t", [1.685_053_842, 1.792_885_524, 1.776_314_874]);
    let text = said(&format!("{ROD} --arm 0.35355339059327373,-0.35355339059327373"));
    assert_eq!(row(&text, "case"), ["(e)"; 3]);
    assert_eq!(row(&text, "P_ys"), ["-"; 3]);
    numbers(&text, "P_yT", [2.291_774_6; 3]);
    numbers(&text, "slip after", [2.718_830_95; 3]);
    numbers(&text, "separation after", [1.566_045_976; 3]);
    numbers(&text, "D_n + D_t", [3.072_920_542; 3]);
}

/// Painlevé's rod slides into the plane: slip stops at 15/118, compression ends at 0.3.
#[test]
fn a_rod_that_jams_rebounds_without_having_approached() {
    let text = said("--w 3.4,-1.2,1.6 --u -1,0 --mu 2.6666666666666667 --e .5");
    assert_eq!(row(&text, "case"), ["jam"; 3]);
    numbers(&text, "P_yc", [0.3; 3]);
    numbers(&text, "P_ys", [15.0 / 118.0; 3]);
    numbers(&text, "P_yT", [0.3, 0.45, 0.413_868_791_575_722]);
    // on the line of sticking  3.4·P_x − 1.2·P_y = 1
    numbers(&text, "P_xT", [0.4, 0.452_941_176_470_588, (1.0 + 1.2 * 0.413_868_791_575_722) / 3.4]);
    numbers(&text, "separation after", [0.0, 3.0 / 17.0, 0.133_963_284_206_732]);
    // 0.2 J before, 0.0132352941176471 J after by Poisson's hypothesis, ½·u_n²·3.4/4 by Stronge's
    numbers(
        &text,
        "D_n + D_t",
        [0.2, 0.2 - 0.013_235_294_117_647_1, 0.2 - 0.5 * 0.133_963_284_206_732f64.powi(2) * 0.85],
    );
}

/// The rods of [G04 Fig. 22], W and velocities of their tip from masses and angles: losses in percent of their energy.
#[test]
fn the_rods_of_the_paper_lose_their_share() {
    let rods = "--w 1.207939512726978,0.7597074202703041,0.5213895303712681 --u -2.683107323864031,-1.3090169943749472";
    let text = said(&format!("{rods} --mu .5 --e .5"));
    assert_eq!(row(&text, "case"), ["(b)"; 3]);
    let [newton, poisson, stronge] = row(&text, "of what is").map(|part| part.parse::<f64>().expect("a number"));
    assert!((poisson - 44.375).abs() < 1e-3 && (stronge - 44.022).abs() < 1e-3, "{text}");
    // Newton's speed is reached late, as u_n rises slowly after the stop
    assert!(newton < 0.8 * stronge && !text.contains("energy from nowhere"), "{text}");
    let text = said(&format!("{rods} --mu .8 --e 1"));
    assert_eq!(row(&text, "case"), ["(d)"; 3]);
    let [newton, poisson, stronge] = row(&text, "of what is").map(|part| part.parse::<f64>().expect("a number"));
    assert!((poisson - 42.943).abs() < 1e-3 && (stronge - 36.088).abs() < 1e-3, "{text}");
    assert!(newton < 0.0 && text.contains("energy from nowhere"), "{text}");
}

/// Without coupling of slip and approach an impact is as in the textbook, P_n = (1 + e)·|u_n|/w_nn.
#[test]
fn two_bodies_and_two_coefficients_count() {
    // discs of 1 kg, r = 1 m, I = ½: w_tt = 2·(1 + 2), w_nn = 2
    let discs = "--mass 1 --inertia .5 --arm 0,-1 --mass-2 1 --inertia-2 .5 --arm-2 0,1 --u 9,-1 --mu .1 --e .5";
    let text = said(discs);
    assert!(text.contains("w_tt = 6, w_tn = 0, w_nn = 2 1/kg"), "{text}");
    assert!(text.contains("m_1 = 0.166666667, m_2 = 0.5, m_3 = infinite kg"), "{text}");
    numbers(&text, "P_yT", [0.75; 3]);
    numbers(&text, "P_xT", [-0.075; 3]);
    // w_tn = ½·w_tt: it slides off with μ_s = 0.4, sticks with 0.6
    let direct = "--w 2,1,3 --u 0,-1 --mu .2 --e 0";
    assert_eq!(row(&said(&format!("{direct} --mu-s .4")), "case"), ["direct, slides"; 3]);
    assert_eq!(row(&said(&format!("{direct} --mu-s .6")), "case"), ["direct, sticks"; 3]);
    // nothing that could be divided: no friction, no coupling
    let smooth = said("--w 2,0,4 --u 1,-1 --mu 0 --e 1");
    assert!(smooth.contains("m_x = -") && smooth.contains("m_y = -0.25 kg"), "{smooth}");
    numbers(&smooth, "D_n + D_t", [0.0; 3]);
}

#[test]
fn what_is_no_impact_is_refused_by_the_name_of_its_option() {
    let body = "--mass 1 --inertia .1 --arm .2,-.3";
    let common = "--u 1,-1 --mu .3 --e .5";
    for (words, named) in [
        (format!("{body} --u 1,-1 --mu .3 --mu-s .2 --e .5"), "--mu-s is 0.2, it must be --mu, 0.3, or more"),
        (format!("{body} --u 1,-1 --mu -0.1 --e .5"), "--mu is -0.1, it must be 0 or more"),
        (format!("{body} --u 1,-1 --mu nan --e .5"), "--mu is NaN"),
        (format!("{body} --u 1,-1 --mu .3 --mu-s nan --e .5"), "--mu-s is NaN"),
        (format!("{body} --u 1,-1 --mu .3 --e 1.5"), "--e is 1.5, it must be from 0 to 1"),
        (format!("{body} --u 1,-1 --mu .3 --e nan"), "--e is NaN"),
        (format!("{body} --u 1,1 --mu .3 --e .5"), "--u: the normal velocity is 1, it must be below 0"),
        (format!("{body} --u 1,0 --mu .3 --e .5"), "--u: the normal velocity is 0 and sliding does not"),
        (format!("{body} --u nan,-1 --mu .3 --e .5"), "--u: the slip is NaN"),
        (format!("{body} --u 1,-inf --mu .3 --e .5"), "--u: the normal velocity is -inf"),
        (format!("{body} --u 1 --mu .3 --e .5"), "2 numbers"),
        (format!("{body} --u 1,x --mu .3 --e .5"), "--u"),
        (format!("--mass 0 --inertia .1 --arm .2,-.3 {common}"), "--mass is 0, it must be greater than 0"),
        (format!("--mass 1 --inertia -1 --arm .2,-.3 {common}"), "--inertia is -1"),
        (format!("--mass 1 --inertia 1 --arm nan,-.3 {common}"), "--arm is NaN"),
        (format!("{body} --mass-2 -1 --inertia-2 1 --arm-2 0,1 {common}"), "--mass-2 is -1"),
        (format!("{body} --mass-2 1 --inertia-2 0 --arm-2 0,1 {common}"), "--inertia-2 is 0"),
        (format!("--mass 1 --arm .2,-.3 {common}"), "--inertia"),
        (format!("--mass 1 --inertia 1 {common}"), "--arm"),
        (format!("{body} --mass-2 1 {common}"), "--inertia-2"),
        (common.into(), "--w"),
        (format!("{body} --w 1,0,1 {common}"), "--w"),
        (format!("--w 1,2,1 {common}"), "--w: the inverse effective mass is not positive definite"),
        (format!("--w 1,nan,1 {common}"), "--w: finite numbers are expected"),
        (format!("--w 1,0 {common}"), "3 numbers"),
        ("--w 1e-320,0,1e-320 --u 1e300,-1e300 --mu .3 --e .5".into(), "no finite impact"),
        (format!("{body} {common} --plot no/such/place.svg"), "--plot"),
    ] {
        let output = impact(&words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {text}");
        assert!(text.contains(named), "{words}: {text}");
        assert!(output.stdout.is_empty(), "{words}");
    }
}

/// Neither a panic nor hundreds of digits.
#[test]
fn extreme_numbers_are_answered_or_refused_in_few_digits() {
    for extreme in ["1e-320", "1e-200", "1e60", "1e200", "1e308", "-1e308"] {
        for words in [
            format!("--w {extreme},0,1 --u 1,-1 --mu .3 --e .5"),
            format!("--w 1,0,{extreme} --u 1,-1 --mu .3 --e .5"),
            format!("--w 2,{extreme},1 --u 1,-1 --mu .3 --e .5"),
            format!("--w 2,1,1 --u {extreme},-1 --mu .3 --e .5"),
            format!("--w 2,1,1 --u 1,-{extreme} --mu .3 --e .5"),
            format!("--w 2,1,1 --u 1,-1 --mu {extreme} --e .5"),
            format!("--mass {extreme} --inertia 1 --arm 1,-1 --u 1,-1 --mu .3 --e .5"),
            format!("--mass 1 --inertia {extreme} --arm 1,-1 --u 1,-1 --mu .3 --e .5"),
            format!("--mass 1 --inertia 1 --arm {extreme},-1 --u 1,-1 --mu .3 --e .5"),
        ] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let picture = folder.path().join("impact.svg");
            let output = impact(&format!("{words} --plot {}", picture.display()));
            let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            let digits = text
                .lines()
                .filter(|line| !line.starts_with("Written"))
                .flat_map(|line| line.split(|c: char| !c.is_ascii_digit()).map(str::len));
            assert!(digits.max() < Some(30), "{words}: {text}");
            assert!(matches!(output.status.code(), Some(0 | 2)), "{words}: {:?} {text}", output.status);
        }
    }
}

#[test]
fn the_picture_holds_both_figures() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("impact.svg");
    let text = said(&format!("--w 2.5,-1.5,2.5 --u 1,-3 --mu .3 --e .5 --plot {}", picture.display()));
    assert!(text.contains(&format!("Written: {}", picture.display())), "{text}");
    let drawn = std::fs::read_to_string(picture).expect("it is written");
    for word in ["Fig. 3.2", "Fig. 3.3", "P_x [N s]", "P_y [N s]", "velocity [m/s]", "S = 0", "C = 0", "Stronge"] {
        assert!(drawn.contains(word), "{word} is missing");
    }
}
