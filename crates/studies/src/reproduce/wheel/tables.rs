//! What of the wheel is set in tables and files.

use super::runs::{PAPER, Runs, STEP, STEPS, Stepped, THINNED, UNTIL, WINDOWS};
use crate::reproduce::bench::Bench;
use asperity_lab::HostError;
use asperity_lab::report::Table;
use asperity_lab::wheel::deviation::{Deviation, normalised};

pub fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The paper's numbers beside those found here.
pub fn deviations(runs: &Runs) -> Table {
    let rows = runs.laws.iter().zip(PAPER).map(|(law, paper)| {
        let [early, whole] = WINDOWS.map(|window| law.deviation(window));
        vec![
            law.name.into(),
            format!("{:.2}", paper.0),
            format!("{:.3}", 100.0 * early.force),
            format!("{:.3}", 100.0 * whole.force),
            format!("{:.1}", paper.1),
            format!("{:.2}", early.misalignment.to_degrees()),
            format!("{:.2}", whole.misalignment.to_degrees()),
        ]
    });
    Table {
        caption: "RMS deviation of the normalised friction force from ideal Coulomb friction, and RMS misalignment of \
                  friction and slip while sliding. The window of the paper's numbers is not stated."
            .into(),
        head: head(&[
            "friction",
            "force, paper [%]",
            "0–2 s [%]",
            "0–5 s [%]",
            "misalignment, paper [°]",
            "0–2 s [°]",
            "0–5 s [°]",
        ]),
        rows: rows.collect(),
    }
}

/// Greatest errors of position and energy.
pub fn errors(runs: &Runs) -> Table {
    let rows = runs.laws.iter().map(|law| {
        let [early, whole] = WINDOWS.map(|window| law.deviation(window));
        vec![
            law.name.into(),
            format!("{:.4}", early.position),
            format!("{:.4}", whole.position),
            format!("{:.2}", 100.0 * early.relative),
            format!("{:.2}", 100.0 * whole.relative),
            format!("{:.4}", early.energy),
            format!("{:.4}", whole.energy),
        ]
    });
    Table {
        caption: "Greatest errors against ideal Coulomb friction: position of the centre, the same as a part of the \
                  distance from the start, mechanical energy."
            .into(),
        head: head(&[
            "friction",
            "position, 0–2 s [m]",
            "0–5 s [m]",
            "relative, 0–2 s [%]",
            "0–5 s [%]",
            "energy, 0–2 s [J]",
            "0–5 s [J]",
        ]),
        rows: rows.collect(),
    }
}

/// Position error at a time [s].
fn position_at(law: &Stepped, time: f64) -> f64 {
    let index = (time / law.run.h).round() as usize;
    law.errors.get(index.min(law.errors.len() - 1)).map_or(f64::NAN, |errors| errors.position)
}

/// Orders between two steps, one half of the other.
fn between(values: &[f64]) -> Vec<f64> {
    values.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// Orders of the position error in the last step before the end.
pub fn position_orders(runs: &Runs) -> Vec<f64> {
    between(&runs.orders.iter().map(|law| position_at(law, UNTIL)).collect::<Vec<_>>())
}

/// Errors over the step.
pub fn orders(runs: &Runs) -> Table {
    let whole: Vec<Deviation> = runs.orders.iter().map(Stepped::whole).collect();
    let columns: [Vec<f64>; 4] = [
        runs.orders.iter().map(|law| position_at(law, WINDOWS[0])).collect(),
        runs.orders.iter().map(|law| position_at(law, UNTIL)).collect(),
        whole.iter().map(|found| found.energy).collect(),
        whole.iter().map(|found| 100.0 * found.mean_force).collect(),
    ];
    let orders = columns.each_ref().map(|column| between(column));
    let rows = STEPS.iter().enumerate().map(|(number, h)| {
        let mut row = vec![format!("{}", 1e3 * h)];
        for (column, order) in columns.iter().zip(&orders) {
            row.push(format!("{:.3e}", column[number]));
            row.push(number.checked_sub(1).map_or("–".into(), |before| format!("{:.2}", order[before])));
        }
        row.push(format!("{:.3}", 100.0 * whole[number].force));
        row
    });
    Table {
        caption: "Regularised friction, errors over the step and their order against the step before. The RMS of the \
                  force does not go to 0 with the step: its jump at sticking comes as much as some milliseconds \
                  early, because of v_th."
            .into(),
        head: head(&[
            "step [ms]",
            "position at 2 s [m]",
            "order",
            "at 5 s [m]",
            "order",
            "energy, greatest [J]",
            "order",
            "force, mean [%]",
            "order",
            "force, RMS [%]",
        ]),
        rows: rows.collect(),
    }
}

/// Writes the reference beside the page.
pub fn reference_file(bench: &Bench, runs: &Runs) -> Result<String, HostError> {
    let every = THINNED * (STEP / (runs.motion.moments[1].time - runs.motion.moments[0].time)).round() as usize;
    let rows: Vec<Vec<f64>> = (runs.motion.moments.iter().step_by(every))
        .map(|moment| {
            let (state, force) = (&moment.state, &moment.force);
            let mut row = vec![moment.time];
            row.extend(state.q.iter().chain(state.v.iter()));
            row.extend([force.x, force.y, force.z]);
            row
        })
        .collect();
    let head = "time [s],x [m],y [m],z [m],psi [rad],theta [rad],phi [rad],x' [m/s],y' [m/s],z' [m/s],psi' [rad/s],\
                theta' [rad/s],phi' [rad/s],normal force [N],friction x [N],friction y [N]";
    bench.rows("wheel-reference", head, &rows)
}

/// Writes the errors of the steps beside the page.
pub fn steps_file(bench: &Bench, runs: &Runs) -> Result<String, HostError> {
    let mut rows = Vec::new();
    for index in 0..runs.laws[0].errors.len() {
        let mut row = vec![runs.laws[0].errors[index].time];
        for law in &runs.laws {
            let found = &law.errors[index];
            let angle = found.misalignment.map_or(f64::NAN, f64::to_degrees);
            row.extend([normalised(&runs.wheel, &law.run.steps[index].force), found.position, found.energy, angle]);
        }
        rows.push(row);
    }
    let mut head = String::from("time [s]");
    for law in &runs.laws {
        for column in ["force [1]", "position error [m]", "energy error [J]", "misalignment [deg]"] {
            head.push_str(&format!(",{} {column}", law.name));
        }
    }
    bench.rows("wheel-steps", &head, &rows)
}
