//! Figs 5 to 7: the block of Bowden and Leben.

use super::bench::{Bench, over_time};
use super::comparison::{Number, compare};
use asperity_lab::HostError;
use asperity_lab::number::digits;
use asperity_lab::plants::norm;
use asperity_lab::plot::{Figure, Panel, Series};
use asperity_lab::record;
use asperity_lab::report::judged;
use asperity_lab::report::{Entry, Finding, Table};
use asperity_lab::scenes::find;
use asperity_lab::simulate::{Request, Run};

/// A figure of the paper: its number, the speed of the plate [m/s], and what the second break is known to be [N]: with the
/// printed equations and with bounded bristles. Converged values of an independent integration.
const FIGURES: [(u32, f64, [f64; 2]); 3] =
    [(5, 0.05, [1.495_487, 1.495_486]), (6, 0.1, [1.445_471, 1.445_464]), (7, 0.15, [1.367_976, 1.367_958])];
/// Stiction: mu_S·m·g [N].
const STICTION: f64 = 1.5;
/// Stretch of the spring that stiction holds [m].
const STRETCH: f64 = 0.75;

pub fn run(bench: &Bench) -> Result<Entry, HostError> {
    let scene = find("stick-slip")?;
    let mut entry = Entry {
        id: "figs-05-07".into(),
        title: "Figs 5–7: stick–slip of Bowden and Leben".into(),
        claim: "The block sticks to the plate until the spring overcomes friction, slides back, and sticks again. Friction has \
                sharp spikes where the velocity turns. The first peak always reaches full stiction, because the run begins \
                sticking; the later ones are the lower the faster the plate, because there is no time to dwell. The faster \
                the plate, the smaller the swings and the closer to a sine."
            .into(),
        reading: "Table I; the block starts moving with the plate, the spring unstretched, f_n = m·g = 10 N constant, \
                  s_dw = 1, motion along 45°. The unit gets a constant penetration and the relative velocity (pair external)."
            .into(),
        ..Entry::default()
    };
    let mut peaks = Vec::new();
    let mut rows = Vec::new();
    for (figure, speed, known) in FIGURES {
        let request = Request::new(scene, bench.truth()).with("scene.speed", speed);
        let compared = compare(bench, scene, &request, &numbers)?;
        let caption = format!("position and friction, plate at {speed} m/s");
        entry.pictures.push(bench.picture(figure, &caption, &drawing(figure, speed, &compared.truth))?);
        entry.files.push(bench.samples(&format!("fig-{figure:02}"), &compared.truth)?);
        let found = [&compared.truth, &compared.defaults].map(|run| record::breaks(&run.samples));
        let second = found.each_ref().map(|breaks| breaks.get(1).map_or(f64::NAN, |found| found.force));
        let first = found[0].first().map_or(f64::NAN, |found| found.force);
        entry.findings.push(judged(
            (first / STICTION - 1.0).abs() < 1e-5,
            format!("Fig. {figure}: the first peak reaches {} N of the {STICTION} N of stiction.", digits(first)),
        ));
        entry.findings.push(judged(
            (second[0] / known[0] - 1.0).abs() < 1e-5 && (second[1] / second[0] - 1.0).abs() < 2e-5,
            format!(
                "Fig. {figure}: the second break comes at {} N; an independent integration has {} N. With bounded bristles \
                 it is {} N.",
                digits(second[0]),
                known[0],
                digits(second[1])
            ),
        ));
        peaks.push(second[0]);
        rows.extend(break_rows(figure, &found[0]));
        let mut table = compared.table;
        table.caption = format!("Fig. {figure}, plate at {speed} m/s. {}", table.caption);
        entry.tables.push(table);
        entry.findings.extend(
            compared
                .findings
                .into_iter()
                .map(|finding| Finding { text: format!("Fig. {figure}: {}", finding.text), ..finding }),
        );
    }
    entry.findings.push(judged(
        peaks.windows(2).all(|pair| pair[1] < pair[0]),
        format!(
            "The second peak falls with the speed of the plate: {} N.",
            peaks.iter().map(|peak| format!("{peak:.4}")).collect::<Vec<_>>().join(", ")
        ),
    ));
    entry.tables.push(Table {
        caption: "Every break of friction, printed equations".into(),
        head: ["figure", "break", "time [s]", "friction [N]"].map(String::from).to_vec(),
        rows,
    });
    Ok(entry)
}

fn numbers(run: &Run) -> Vec<Number> {
    let breaks = record::breaks(&run.samples);
    let mut numbers = Vec::new();
    for k in 0..3 {
        let found = breaks.get(k);
        numbers.push(Number::new(format!("break {}, time", k + 1), "s", found.map(|found| found.time)));
        numbers.push(Number::new(format!("break {}, friction", k + 1), "N", found.map(|found| found.force)));
    }
    let end = run.samples.last().map(|sample| sample.plant[0].hypot(sample.plant[1]));
    numbers.push(Number::new("position at the end", "m", end).relative_to(STRETCH));
    numbers
}

fn drawing(figure: u32, speed: f64, run: &Run) -> Figure {
    let series = |points| Series { label: String::new(), width: 2, points };
    Figure {
        title: format!("Fig. {figure}: Bowden and Leben, plate at {speed} m/s"),
        axis: "time [s]".into(),
        panels: vec![
            Panel {
                axis: "position of the block [m]".into(),
                series: vec![series(over_time(run, |s| s.plant[0].hypot(s.plant[1])))],
            },
            Panel {
                axis: "friction force [N]".into(),
                series: vec![series(over_time(run, |s| norm(&s.contact.friction_force)))],
            },
        ],
    }
}

fn break_rows(figure: u32, breaks: &[record::Break]) -> Vec<Vec<String>> {
    let row = |(k, found): (usize, &record::Break)| {
        vec![figure.to_string(), (k + 1).to_string(), format!("{:.4}", found.time), format!("{:.6}", found.force)]
    };
    breaks.iter().enumerate().map(row).collect()
}
