//! A phase: the equations of motion while contacts keep what they do, and what is looked at after each step of the solver.

use ivp::dense::StepInterpolant;
use ivp::ivp::FirstOrderSystem;
use ivp::solout::{ControlFlag, SolOut};
use nalgebra::DVector;

use super::events::{Ending, OUTSIDE};
use super::modes::{Mode, World};
use super::pairs::Touch;
use super::record::{ContactSample, Frame};

/// A step whose projection moves a body by more is repeated with half of it [m, rad].
const DRIFT: f64 = 1e-9;

/// The state of everything.
#[derive(Clone)]
pub struct Now {
    pub time: f64,
    pub q: DVector<f64>,
    pub v: DVector<f64>,
    pub sliding: f64,
    pub impacts: f64,
    pub modes: Vec<Mode>,
}

impl Now {
    pub fn packed(&self) -> Vec<f64> {
        self.q.iter().chain(&self.v).copied().chain([self.sliding]).collect()
    }

    pub fn unpack(&mut self, values: &[f64]) {
        (self.q, self.v) = split(values);
        self.sliding = values[values.len() - 1];
    }
}

pub fn split(values: &[f64]) -> (DVector<f64>, DVector<f64>) {
    let size = values.len() / 2;
    (DVector::from_column_slice(&values[..size]), DVector::from_column_slice(&values[size..2 * size]))
}

pub fn frame(world: &World, now: &Now) -> Frame {
    let Now { time, q, v, sliding, impacts, modes } = now;
    let touches = world.touches(q, v);
    let forces = world.forces(q, v, modes, &touches).contact;
    let sample = |((touch, mode), [normal, friction]): ((&Touch, &Mode), &[f64; 2])| ContactSample {
        mode: *mode,
        gap: if touch.inside >= -OUTSIDE { touch.gap } else { f64::NAN },
        normal: *normal,
        friction: *friction,
        slip: touch.rate[1],
    };
    Frame {
        time: *time,
        q: q.iter().copied().collect(),
        v: v.iter().copied().collect(),
        contacts: touches.iter().zip(modes).zip(&forces).map(sample).collect(),
        kinetic: world.system.kinetic(v),
        potential: world.system.potential(q),
        sliding: *sliding,
        impacts: *impacts,
    }
}

/// The equations of motion of a phase, and the work of slip.
pub struct Law<'a> {
    pub world: &'a World<'a>,
    pub modes: &'a [Mode],
}

impl FirstOrderSystem for Law<'_> {
    fn derivative(&self, _: f64, values: &[f64], rates: &mut [f64]) {
        let (q, v) = split(values);
        let touches = self.world.touches(&q, &v);
        let forces = self.world.forces(&q, &v, self.modes, &touches);
        let size = q.len();
        rates[..size].copy_from_slice(v.as_slice());
        rates[size..2 * size].copy_from_slice(forces.acceleration.as_slice());
        let slips = self.modes.iter().map(|mode| mode.direction() != 0.0);
        let powers = forces.contact.iter().zip(&touches).zip(slips).filter(|(_, slips)| *slips);
        rates[2 * size] = powers.map(|((force, touch), _)| -force[1] * touch.rate[1]).sum();
    }
}

/// Looks at every accepted step: keeps the samples in it, keeps closed contacts closed, and stops where the phase ends.
pub struct Watch<'w> {
    pub law: &'w Law<'w>,
    pub every: f64,
    /// Last point of the phase
    pub reached: Now,
    pub frames: &'w mut Vec<Frame>,
    pub sampled: &'w mut usize,
    pub ending: Option<Ending>,
    pub drifted: bool,
}

impl Watch<'_> {
    /// Keeps the samples that are due until `to`.
    fn keep(&mut self, to: f64, at: &dyn Fn(f64) -> Vec<f64>) {
        loop {
            let due = *self.sampled as f64 * self.every;
            // the last one may be due a rounding behind the end
            if due > to + 1e-9 * self.every {
                return;
            }
            *self.sampled += 1;
            let mut there = self.reached.clone();
            there.unpack(&at(due.min(to)));
            there.time = due.min(to);
            // at the start it is there already
            if self.frames.last().is_none_or(|last| last.time < there.time) {
                self.frames.push(frame(self.law.world, &there));
            }
        }
    }
}

impl SolOut for Watch<'_> {
    fn solout(&mut self, from: f64, to: &mut f64, end: &mut [f64], step: Option<&StepInterpolant<'_>>) -> ControlFlag {
        let Some(step) = step else { return ControlFlag::Continue };
        if !end.iter().all(|value| value.is_finite()) {
            return ControlFlag::Interrupt;
        }
        let last = end.to_vec();
        let at = |time: f64| {
            if time >= *to {
                return last.clone();
            }
            let mut values = vec![0.0; last.len()];
            step.interpolate(time, &mut values);
            values
        };
        let modes = self.law.modes;
        let ending = self.law.world.ending(modes, from, *to, &|time| split(&at(time)));
        let mut reached = self.reached.clone();
        reached.time = ending.map_or(*to, |ending| ending.time);
        reached.unpack(&at(reached.time));
        let closed: Vec<usize> = (0..modes.len()).filter(|pair| modes[*pair].is_closed()).collect();
        let still: Vec<usize> = closed.iter().copied().filter(|pair| modes[*pair] == Mode::Rolling).collect();
        if ending.is_none() {
            let moved = self.law.world.project(&mut reached.q, &mut reached.v, &closed, &still);
            if moved > DRIFT || !moved.is_finite() {
                self.drifted = true;
                return ControlFlag::Interrupt;
            }
        }
        self.keep(reached.time, &at);
        self.reached = reached;
        self.ending = ending;
        if self.ending.is_some() {
            return ControlFlag::Interrupt;
        }
        end.copy_from_slice(&self.reached.packed());
        ControlFlag::ModifiedSolution
    }
}
