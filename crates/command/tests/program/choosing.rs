//! The page that helps to choose: what it says of accuracy, through the packed unit. Times are not judged.
use std::sync::OnceLock;

use crate::packed::fmu;
use asperity_studies::choosing::advice;
use asperity_studies::choosing::{STEPS, TRIALS, Truth, Way, error};

/// 10, 1 ms.
const LONG: usize = 0;
const SHORT: usize = 2;

/// Errors at 1 ms, by trial and way.
fn errors() -> &'static Vec<Vec<f64>> {
    static ERRORS: OnceLock<Vec<Vec<f64>>> = OnceLock::new();
    ERRORS.get_or_init(|| {
        let row = |trial| Way::ALL.map(|way| error(fmu(), trial, way, STEPS[SHORT])).to_vec();
        TRIALS.iter().map(row).collect()
    })
}

fn at(name: &str, way: Way, step: usize) -> f64 {
    let trial = TRIALS.iter().find(|trial| trial.name == name).expect("it is tried");
    error(fmu(), trial, way, STEPS[step])
}

/// An impact has Coulomb's friction whatever bounds that of the steps: v_t falls by μ·(1 + e)·v_n against the slip.
#[test]
fn a_glancing_impact_is_exact_in_every_law_of_friction() {
    for way in [Way::Regularised, Way::Box, Way::Polygonal(4), Way::Polygonal(8)] {
        for step in [LONG, SHORT] {
            let found = at("glancing impact", way, step);
            // What is left is the rounding of eight runs.
            assert!(found < 1e-9, "{}: {found}", way.name());
        }
    }
}

/// The bend is the only one of the rigid contacts in which the slip turns. First order: a tenth, measured 9.5.
#[test]
fn in_the_bend_only_the_regularised_error_is_of_first_order() {
    let decade = |way| at("sliding round a bend to rest", way, LONG) / at("sliding round a bend to rest", way, SHORT);
    let regularised = decade(Way::Regularised);
    assert!((7.0..13.0).contains(&regularised), "{regularised}");
    for way in [Way::Box, Way::Polygonal(4), Way::Polygonal(8)] {
        let ratio = decade(way);
        assert!((0.95..1.05).contains(&ratio), "{}: {ratio}", way.name());
    }
}

/// Bounds with a little room over what was measured: 0.2 % round the bend, 0.07 % from the time that impacts last, 0.7
/// % from the time that friction takes to drop. A rigid contact has no depth, and breaks loose at
/// μ_C·f_n.
#[test]
fn each_method_is_right_where_its_laws_hold() {
    for (trial, row) in TRIALS.iter().zip(errors()) {
        let (compliant, regularised) = (row[0], row[1]);
        assert!(compliant < 0.01, "{}: compliant is off by {compliant}", trial.name);
        match trial.truth {
            Truth::Rigid => assert!(regularised < 0.003, "{}: regularised is off by {regularised}", trial.name),
            Truth::Compliant => assert!(regularised > 0.05, "{}: regularised is off by {regularised}", trial.name),
        }
    }
}

#[test]
fn a_block_at_rest_on_a_slope_stays_in_every_way() {
    for way in Way::ALL {
        let way_gone = at("resting on a slope", way, LONG);
        // Bristles of 1e6 N/m bend by 2.5e-6 m, 5e-7 of what is compared with.
        assert!(way_gone < 1e-6, "{}: {way_gone}", way.name());
    }
}

fn committed() -> String {
    let folder = asperity_pack::root().join("modelDescription/documentation");
    std::fs::read_to_string(folder.join("choosing.html")).expect("asperity choose --out made it")
}

/// The percentages of a way's row in the table whose caption begins so.
fn row(page: &str, caption: &str, way: &str) -> Vec<f64> {
    let table = page.split("<caption>").find(|part| part.starts_with(caption)).expect(caption);
    let row = table.split("<tr>").find(|part| part.starts_with(&format!("<td>{way}</td>"))).expect(way);
    let cells = row.split("</td>").filter_map(|cell| cell.split('>').next_back()?.strip_suffix(" %"));
    cells.map(|cell| cell.strip_prefix("&lt; ").unwrap_or(cell).parse().expect(cell)).collect()
}

/// Times differ from machine to machine, errors do not: the page is stale if these are not the unit's.
#[test]
fn the_committed_page_shows_the_errors_of_the_unit() {
    let page = committed();
    for (trial, errors) in TRIALS.iter().zip(errors()) {
        let (first, rest) = trial.name.split_at(1);
        let caption = format!("{}{rest}.", first.to_uppercase());
        for (way, found) in Way::ALL.iter().zip(errors) {
            let shown = row(&page, &caption, &way.name())[SHORT];
            let percent = 100.0 * found;
            // Two digits are shown; below 1e-7 % bits count, and the closed forms are computed by each platform's own
            // sine.
            let same = (percent - shown).abs() <= 0.06 * shown || percent.max(shown) < 1e-7;
            assert!(same, "{}, {}: {shown} % on the page, now {percent} %", trial.name, way.name());
        }
    }
}

/// What the page advises is what the program would write today.
#[test]
fn the_committed_page_gives_the_advice_of_the_program() {
    let page = committed();
    for entry in [advice::what_to_take(), advice::frictions(1.0), advice::missing()] {
        for text in entry.tables.iter().flat_map(|table| table.rows.iter().flatten()).chain([&entry.claim]) {
            assert!(page.contains(&text.replace('&', "&amp;")), "run asperity choose: the page lacks: {text}");
        }
    }
}

#[test]
fn the_committed_page_is_whole_and_linked() {
    let page = committed();
    for id in ["cost", "what", "friction", "missing", "contacts"] {
        assert!(page.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert_eq!(page.matches("<svg").count(), 1);
    assert!(page.len() < 100_000, "{}", page.len());
    assert!(!page.contains("<li><span class=\"verdict unexplained\">"));
    let folder = asperity_pack::root().join("modelDescription/documentation");
    let index = std::fs::read_to_string(folder.join("theory.html")).expect("it is there");
    assert!(index.contains("<a href=\"choosing.html\">"));
}
