//! What a co-simulation step of each scene costs, beside the millisecond that the paper allows.

use std::time::{Duration, Instant};

use super::bench::Bench;
use asperity_lab::HostError;
use asperity_lab::masters::{CoSimulation, Contact};
use asperity_lab::number::duration;
use asperity_lab::plants::Port;
use asperity_lab::report::Table;
use asperity_lab::scenes::{SCENES, Scene, find};
use asperity_lab::simulate::{self, Method};

/// Steps that are timed.
const STEPS: u32 = 100_000;
/// Step at which the couplings are compared [s].
const STEP: f64 = 1e-3;

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
    fn set_port(&mut self, port: &Port) -> Result<(), HostError> {
        self.timed(|contact| contact.set_port(port))
    }
    fn slope(&mut self, slope: &mut [f64]) -> Result<(), HostError> {
        self.timed(|contact| contact.slope(slope))
    }
}

/// What the steps in contact cost [µs], by increasing cost.
fn costs(bench: &Bench, scene: &Scene, method: Method, steps: u32) -> Result<Vec<f64>, HostError> {
    let Method::CoSimulation { step, master, coupling } = method else { return Ok(Vec::new()) };
    let plant = scene.setup(&[])?.plant;
    let mut unit = simulate::initialised(bench.fmu, scene, method)?;
    let mut timed = Timed { contact: &mut unit, spent: Duration::ZERO };
    let mut both = CoSimulation::new(&mut timed, plant.as_ref(), coupling)?;
    let mut costs = Vec::with_capacity(steps as usize);
    for number in 0..steps {
        both.contact.spent = Duration::ZERO;
        both.step(master, f64::from(number) * step, step)?;
        if both.contact.contact.instance().get_boolean("contactActive")? {
            costs.push(both.contact.spent.as_secs_f64() * 1e6);
        }
    }
    costs.sort_by(f64::total_cmp);
    Ok(costs)
}

/// The cost below which a part of the steps lies.
fn below(costs: &[f64], part: f64) -> f64 {
    costs.get((costs.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or(f64::NAN)
}

/// Median and 99.9th percentile of every scene.
pub fn table(bench: &Bench) -> Result<Table, HostError> {
    let mut rows = Vec::new();
    for scene in SCENES {
        let step = scene.until / f64::from(STEPS);
        let costs = costs(bench, scene, Method::gauss_seidel(step), STEPS)?;
        let (median, late) = (below(&costs, 0.5), below(&costs, 0.999));
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

/// What a step of 1 ms costs in both couplings.
pub fn couplings(bench: &Bench) -> Result<Table, HostError> {
    let mut rows = Vec::new();
    for name in ["incline", "cylinder", "cylinder-spatial", "pendulum"] {
        let scene = find(name)?;
        let steps = (scene.until / STEP).round() as u32;
        // Where kinematic coupling does not get through, its steps of a tenth of the length are timed.
        let kinematic = costs(bench, scene, Method::gauss_seidel(STEP), steps)
            .or_else(|_| costs(bench, scene, Method::gauss_seidel(0.1 * STEP), 10 * steps))?;
        let inside = costs(bench, scene, Method::interface(STEP), steps)?;
        let (kinematic, median) = (below(&kinematic, 0.5), below(&inside, 0.5));
        rows.push(vec![
            name.into(),
            format!("{kinematic:.2}"),
            format!("{median:.2}"),
            format!("{:.2}", below(&inside, 1.0)),
            format!("{:.1}", median / kinematic),
        ]);
    }
    Ok(Table {
        caption: "A step of 1 ms in contact in both couplings, measured in the same run".into(),
        head: ["scene", "kinematic, median [µs]", "interface, median [µs]", "interface, worst [µs]", "times kinematic"]
            .map(String::from)
            .to_vec(),
        rows,
    })
}
