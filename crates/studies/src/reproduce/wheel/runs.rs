//! The wheel as it is run, with what the paper says of it.

use crate::reproduce::bench::Bench;
use asperity::rigid::time_stepping::{Friction, Method};
use asperity_lab::HostError;
use asperity_lab::wheel::deviation::{Deviation, Errors, errors};
use asperity_lab::wheel::reference::{self, Motion, Phase};
use asperity_lab::wheel::stepping::{ITERATED, LAWS, Module, NormalRow, Run, Scheme, run as step};
use asperity_lab::wheel::unit::Unit;
use asperity_lab::wheel::{Coordinates, Wheel};

/// The paper's step [s].
pub(super) const STEP: f64 = 1e-3;
/// Steps by which the order is measured [s].
pub(super) const STEPS: [f64; 5] = [4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4];
/// The windows of the deviations [s]; the paper does not say which one it took.
pub(super) const WINDOWS: [f64; 2] = [2.0, 5.0];
pub(super) const UNTIL: f64 = WINDOWS[1];
/// Moments of the reference are so far apart [s].
pub(super) const EVERY: f64 = STEPS[4];
/// Moments in the file of the reference are this many of the paper's steps apart.
pub(super) const THINNED: usize = 5;
/// Table of the paper's text: RMS deviation of the normalised friction force [%] and RMS misalignment [deg], in the
/// order of [`LAWS`].
pub(super) const PAPER: [(f64, f64); 3] = [(1.67, 0.7), (3.76, 14.0), (9.70, 12.6)];
/// The wheel with one law of friction.
pub(super) struct Stepped {
    pub(super) name: &'static str,
    pub(super) run: Run,
    pub(super) errors: Vec<Errors>,
}

impl Stepped {
    pub(super) fn deviation(&self, window: f64) -> Deviation {
        Deviation::of(&self.errors, window)
    }

    /// Over the whole time.
    pub(super) fn whole(&self) -> Deviation {
        self.deviation(UNTIL)
    }
}

/// Everything that is shown.
pub(super) struct Runs {
    pub(super) wheel: Wheel,
    pub(super) motion: Motion,
    /// When a wheel that starts without angular velocity about its axis would begin to roll [s]
    pub(super) without_spin: f64,
    /// In the order of [`LAWS`], through the unit.
    pub(super) laws: Vec<Stepped>,
    /// Greatest difference of the unit's states from the module's, for each.
    pub(super) differences: Vec<f64>,
    /// The regularised law with the steps of [`STEPS`], through the unit.
    pub(super) orders: Vec<Stepped>,
}

/// When the wheel begins to roll [s].
pub(super) fn rolls_at(motion: &Motion) -> f64 {
    motion.phases.iter().find(|start| start.phase == Phase::Rolling).map_or(f64::NAN, |start| start.time)
}

/// The wheel through the packed unit.
fn through_unit(bench: &Bench, wheel: &Wheel, friction: Friction, h: f64) -> Result<Run, HostError> {
    step(wheel, &mut Unit::new(bench.fmu, wheel, friction)?, Scheme::CHOSEN, h, UNTIL)
}

/// Greatest difference of two runs' states.
fn difference(one: &Run, other: &Run) -> f64 {
    let amount = |difference: Coordinates| difference.amax();
    (one.steps.iter().zip(&other.steps))
        .map(|(one, other)| amount(one.state.q - other.state.q).max(amount(one.state.v - other.state.v)))
        .fold(amount(one.end.q - other.end.q).max(amount(one.end.v - other.end.v)), f64::max)
}

pub(super) fn runs(bench: &Bench) -> Result<Runs, HostError> {
    let wheel = Wheel::P16;
    let motion = reference::solve(&wheel, &wheel.start(), EVERY, UNTIL)?;
    let mut still = wheel.start();
    still.v[5] = -still.v[3] * still.q[4].sin();
    let without_spin = rolls_at(&reference::solve(&wheel, &still, EVERY, 0.5 * UNTIL)?);
    let stepped = |name, run: Run| Stepped { name, errors: errors(&wheel, &run, &motion), run };
    let (mut laws, mut differences, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    for (name, friction) in LAWS {
        let run = through_unit(bench, &wheel, friction, STEP)?;
        let method = Method { friction, passes: ITERATED, isotropic: true };
        let module = step(&wheel, &mut Module::new(&wheel, method, NormalRow::Aimed), Scheme::CHOSEN, STEP, UNTIL)?;
        differences.push(difference(&run, &module));
        laws.push(stepped(name, run));
    }
    for h in STEPS {
        orders.push(stepped(LAWS[0].0, through_unit(bench, &wheel, LAWS[0].1, h)?));
    }
    Ok(Runs { wheel, motion, without_spin, laws, differences, orders })
}
