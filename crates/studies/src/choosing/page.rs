//! The page.

use super::{Grid, STEPS, TRIALS, Truth, Way, advice};
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::number::percent;
use asperity_lab::plot::{self, Axis, Chart, Curve, Marker};
use asperity_lab::report::{Agreement, Entry, Finding, Picture, Reference, Report, Table, judged};

/// Places of ways in [`Way::ALL`].
const COMPLIANT: usize = 0;
const REGULARISED: usize = 1;

/// The page of what was measured.
pub fn report(fmu: &Fmu, grid: &Grid) -> Result<Report, HostError> {
    Ok(Report {
        title: "Choosing: compliant micro-steps or time stepping".into(),
        reference: Reference::ClosedForm,
        introduction: introduction(fmu),
        entries: vec![
            accuracy_over_cost(grid)?,
            advice::what_to_take(),
            advice::frictions(grid.held),
            advice::missing(),
            tried(grid),
        ],
        ..Report::default()
    })
}

fn introduction(fmu: &Fmu) -> Vec<String> {
    vec![
        "In interface coupling the unit solves the contact inside the communication step, in one of two ways. \
         coupling.method = compliant goes through it by micro-steps: the bodies overlap, compliance and bristles push \
         back. coupling.method = timeStepping takes the bodies as rigid and finds the impulse of the whole step at \
         once, as the solution of one complementarity problem [P16], with one of three laws of friction \
         (timeStepping.friction)."
            .into(),
        format!(
            "Every number here was computed by the binary inside {}.fmu; asperity choose makes this page. Errors are \
             against closed forms and are the same on every machine, to the digits shown. Costs are times spent in \
             fmi2DoStep, each step the median of five runs, on the machine that made the page; only their ratios are \
             shown, and no test judges them. Make the page on your own machine for its ratios.",
            fmu.description.model_name
        ),
        "[P16] is Peiret, Kövecses, Gholami, Font-Llagunes, A regularized contact model for multibody system \
         simulation, 2016; box friction is that of its reference 10 (Lacoursière), polygonal friction that of its \
         reference 3 (Anitescu, Potra). H is the communication step, b the free acceleration."
            .into(),
    ]
}

fn accuracy_over_cost(grid: &Grid) -> Result<Entry, HostError> {
    Ok(Entry {
        id: "cost".into(),
        title: "Accuracy over cost".into(),
        claim: "Time stepping costs the same for every step, so its cost falls as the step grows; its error, but for \
                the direction of friction, grows with the step. Micro-steps follow the contact: about the same work \
                and the same accuracy at every communication step while bodies touch, the more work the stiffer the \
                contact."
            .into(),
        reading: format!(
            "Six contacts of rigid bodies, named below; the compliant contact stands for them with k = {:.0e} N/m^1.5. \
             Friction acts 35 degrees off the axes of box and polygons.",
            super::trials::STIFFNESS
        ),
        pictures: vec![Picture {
            caption:
                "Root mean square of the relative errors of six contacts over the time in fmi2DoStep for a second \
                 of simulation, as powers of ten; the points of a curve are the communication steps"
                    .into(),
            svg: plot::svg(&chart(grid))?,
        }],
        tables: vec![
            table("Time in fmi2DoStep for a second of simulation, over the least in the table", |way| {
                let least = least(grid);
                grid.overall(way).map(|(_, cost)| ratio(cost / least)).to_vec()
            }),
            table("Time of one step of a sphere that rolls, over the least in the table", |way| {
                let rolling = |way| grid.row(ROLLING, way).iter().map(|cell| cell.step);
                let least = (0..Way::ALL.len()).flat_map(rolling).fold(f64::INFINITY, f64::min);
                rolling(way).map(|time| ratio(time / least)).collect()
            }),
            table("Root mean square of the relative errors of the six contacts", |way| {
                grid.overall(way).map(|(error, _)| shown(error)).to_vec()
            }),
        ],
        findings: findings(grid),
        files: Vec::new(),
    })
}

/// Place of the sphere that rolls in [`TRIALS`].
const ROLLING: usize = 1;

fn least(grid: &Grid) -> f64 {
    let costs = (0..Way::ALL.len()).flat_map(|way| grid.overall(way)).map(|(_, cost)| cost);
    costs.filter(|cost| cost.is_finite()).fold(f64::INFINITY, f64::min)
}

fn chart(grid: &Grid) -> Chart {
    let least = least(grid);
    let point = |(error, cost): (f64, f64)| ((cost / least).log10(), error.log10());
    let markers = [Marker::Disc, Marker::Disc, Marker::Square, Marker::Triangle, Marker::Circle, Marker::Cross];
    let mut curves: Vec<Curve> = (0..Way::ALL.len())
        .map(|way| {
            let points = grid.overall(way).map(point).to_vec();
            Curve::new(Way::ALL[way].name(), points).marker(markers[way]).colour(way)
        })
        .collect();
    let mut name = |way: usize, step: usize, beside: f64| {
        let (x, y) = point(grid.overall(way)[step]);
        curves.push(Curve::new("", vec![(x + beside, y)]).colour(way).tag(format!("{} ms", 1e3 * STEPS[step])));
    };
    // beside the line, which falls to the right
    (0..STEPS.len()).for_each(|step| name(REGULARISED, step, 0.12));
    [(0, -0.06), (STEPS.len() - 1, 0.06)].into_iter().for_each(|(step, beside)| name(COMPLIANT, step, beside));
    Chart {
        title: "Accuracy over cost, rigid contacts".into(),
        x: Axis::new("time in fmi2DoStep over the least, power of ten"),
        y: Axis::new("relative error, power of ten"),
        curves,
        ..Chart::default()
    }
}

fn findings(grid: &Grid) -> Vec<Finding> {
    let all = || (0..TRIALS.len()).flat_map(|trial| (0..Way::ALL.len()).map(move |way| (trial, way)));
    let failed: Vec<String> = all()
        .filter(|&(trial, way)| grid.row(trial, way).iter().any(|cell| !cell.error.is_finite()))
        .map(|(trial, way)| format!("{}: {}", Way::ALL[way].name(), TRIALS[trial].name))
        .collect();
    let whole = judged(
        failed.is_empty(),
        match failed.as_slice() {
            [] => "Every contact is solved in every way with every step.".into(),
            _ => format!("Not solved with every step: {}.", failed.join("; ")),
        },
    );
    let error = |way: usize| grid.overall(way).map(|(error, _)| error);
    let cost = |way: usize| grid.overall(way).map(|(_, cost)| cost);
    let (compliant, regularised) = (error(COMPLIANT), error(REGULARISED));
    let others = || (REGULARISED + 1..Way::ALL.len()).map(error);
    let best = others().all(|other| other.iter().zip(&regularised).all(|(other, own)| other.is_nan() || other > own));
    let decade = regularised[0] / regularised[2];
    let (most, fewest) = (cost(COMPLIANT)[0] / cost(REGULARISED)[0], cost(COMPLIANT)[4] / cost(REGULARISED)[4]);
    let spread = compliant.iter().fold(0.0_f64, |a, b| a.max(*b)) / compliant.iter().fold(f64::MAX, |a, b| a.min(*b));
    vec![
        whole,
        judged(
            best,
            format!(
                "Of the three laws of time stepping the regularised one is the most accurate at every step: {} at 1 \
                 ms, against {} (box) and {}, {}, {} (polygons of 4, 8, 16 sides).",
                shown(regularised[2]),
                shown(error(2)[2]),
                shown(error(3)[2]),
                shown(error(4)[2]),
                shown(error(5)[2])
            ),
        ),
        judged(
            (5.0..20.0).contains(&decade),
            format!(
                "The error of regularised time stepping falls by {decade:.1} from 10 ms to 1 ms: of first order. Box \
                 and polygons keep theirs, whatever the step: it is the direction of friction."
            ),
        ),
        judged(
            spread < 2.0,
            format!(
                "Micro-steps have the same error at every step, within a factor of {spread:.2}: {} at 1 ms. It is the \
                 time that impacts last.",
                shown(compliant[2])
            ),
        ),
        Finding::new(
            Agreement::Measured,
            format!(
                "Micro-steps cost {most:.0} times as much as regularised time stepping at 10 ms, {fewest:.1} times at \
                 0.1 ms, at this stiffness."
            ),
        ),
    ]
}

fn tried(grid: &Grid) -> Entry {
    let tables = TRIALS.iter().enumerate().map(|(number, trial)| {
        let caption = format!("{}. {} Error: {}.", capital(trial.name), trial.about, trial.measure);
        table(&caption, |way| grid.row(number, way).iter().map(|cell| shown(cell.error)).collect())
    });
    let far = |truth: Truth, way: usize| {
        let trials = (0..TRIALS.len()).filter(|&trial| TRIALS[trial].truth == truth);
        trials.map(|trial| grid.row(trial, way)[2].error).fold(0.0, f64::max)
    };
    Entry {
        id: "contacts".into(),
        title: "The contacts, one by one".into(),
        claim: "In the first six the bodies are rigid, with Coulomb friction; in the last two the contact yields and \
                sticks harder than it slides, which a rigid one cannot know."
            .into(),
        reading:
            "Sphere of 0.1 m and block on a plane, 1 kg, μ = 0.4, e = 0.5, g = 9.81 m/s², sequential order, mean and \
             slope of the force applied; compliant with σ_0 = 1e6 N/m, σ_1 = 1e3 N·s/m, v_S = 1 mm/s, μ_S = μ_C, \
             time stepping with the start values of timeStepping.*."
                .into(),
        findings: vec![
            judged(
                far(Truth::Rigid, REGULARISED) < 0.02,
                format!(
                    "At 1 ms regularised time stepping is within {} on rigid bodies, the compliant contact within {}.",
                    shown(far(Truth::Rigid, REGULARISED)),
                    shown(far(Truth::Rigid, COMPLIANT))
                ),
            ),
            judged(
                far(Truth::Compliant, COMPLIANT) < 0.02,
                format!(
                    "Where the contact yields or sticks harder than it slides, the compliant one is within {}; rigid \
                     ones are off by up to {}.",
                    shown(far(Truth::Compliant, COMPLIANT)),
                    shown(far(Truth::Compliant, REGULARISED))
                ),
            ),
        ],
        tables: tables.collect(),
        ..Entry::default()
    }
}

/// A table with a row for each way and a column for each step.
fn table(caption: &str, cells: impl Fn(usize) -> Vec<String>) -> Table {
    let steps = STEPS.iter().map(|step| format!("{} ms", 1e3 * step));
    let row = |(way, name): (usize, &Way)| std::iter::once(name.name()).chain(cells(way)).collect();
    Table {
        caption: caption.into(),
        head: std::iter::once("way".into()).chain(steps).collect(),
        rows: Way::ALL.iter().enumerate().map(row).collect(),
    }
}

/// A relative error; what lies below 1e-9 is rounding.
pub fn shown(error: f64) -> String {
    if error.is_finite() { percent(error) } else { "–".into() }
}

fn ratio(value: f64) -> String {
    match value {
        value if !value.is_finite() => "–".into(),
        value if value < 10.0 => format!("{value:.1}"),
        value => format!("{value:.0}"),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
