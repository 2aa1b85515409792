//! What a co-simulation step of each scene costs, beside the millisecond that the paper allows.

use std::time::{Duration, Instant};

use super::Bench;
use super::comparison::duration;
use crate::host::HostError;
use crate::host::masters::{CoSimulation, Contact, Master};
use crate::host::report::Table;
use crate::host::scenes::SCENES;
use crate::host::simulate;

/// Steps that are timed.
const STEPS: u32 = 100_000;

/// A contact whose share of every step is timed: inputs and their rates in, the step, forces out.
struct Timed<'a, C: Contact> {
    contact: &'a mut C,
    /// Of the present step.
    spent: Duration,
}

impl<C: Contact> Timed<'_, C> {
    fn timed<T>(&mut self, call: impl FnOnce(&mut C) -> T) -> T {
        let start = Instant::now();
        let result = call(self.contact);
        self.spent += start.elapsed();
        result
    }
}

impl<C: Contact> Contact for Timed<'_, C> {
    fn set_inputs(&mut self, inputs: &[f64]) -> Result<(), HostError> {
        self.timed(|contact| contact.set_inputs(inputs))
    }
    fn set_input_rates(&mut self, rates: &[f64]) -> Result<(), HostError> {
        self.timed(|contact| contact.set_input_rates(rates))
    }
    fn action(&mut self, action: &mut [f64]) -> Result<(), HostError> {
        self.timed(|contact| contact.action(action))
    }
    fn advance(&mut self, time: f64, step: f64) -> Result<(), HostError> {
        self.timed(|contact| contact.advance(time, step))
    }
}

/// Median and 99.9th percentile of every scene.
pub fn table(bench: &Bench) -> Result<Table, HostError> {
    let mut rows = Vec::new();
    for scene in SCENES {
        let plant = scene.setup(&[])?.plant;
        let mut unit = simulate::initialised(bench.fmu, scene)?;
        let mut timed = Timed { contact: &mut unit, spent: Duration::ZERO };
        let mut both = CoSimulation::new(&mut timed, plant.as_ref())?;
        let step = scene.until / f64::from(STEPS);
        let mut costs = Vec::with_capacity(STEPS as usize);
        for number in 0..STEPS {
            both.contact.spent = Duration::ZERO;
            both.step(Master::GaussSeidel, f64::from(number) * step, step)?;
            if both.contact.contact.instance().get_boolean("contactActive")? {
                costs.push(both.contact.spent.as_secs_f64() * 1e6);
            }
        }
        costs.sort_by(f64::total_cmp);
        let at =
            |part: f64| costs.get((costs.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or(f64::NAN);
        let (median, late) = (at(0.5), at(0.999));
        rows.push(vec![
            scene.name.into(),
            duration(step),
            costs.len().to_string(),
            format!("{median:.2}"),
            format!("{late:.2}"),
            format!("{:.3} %", late / 1e3 * 100.0),
        ]);
    }
    Ok(Table {
        caption: format!(
            "Real time: a co-simulation step in contact as this host pays for it (inputs with rates set, forces read twice, the \
             step). Each scene was cut into {STEPS} steps; those in contact count. On the machine that made this page, with \
             whatever else it was doing. The paper allows 1 ms for everything; a step costs the same whatever its length."
        ),
        head: ["scene", "step", "steps in contact", "median [µs]", "99.9 % below [µs]", "of 1 ms"]
            .map(String::from)
            .to_vec(),
        rows,
    })
}
