//! When the importer applies a force: what the bodies' answers show, and the pulse in free flight that asks them
//! (docs/numerics.md step 16).

use crate::physics::Vector3;
use crate::rigid::time_stepping::time_to_touch;
use crate::stepping::interface::answers::PulseProgress;
use crate::stepping::interface::local::Mechanics;
use crate::stepping::interface::{ContactSubstate, CouplingMemory, Options, Order, Spatial};

/// A pulse changes the approach speed by this fraction of the speed at the touch.
const PULSE: f64 = 1e-4;

/// A pulse is sent when the bodies touch in more than so many steps: one to read the unexplained acceleration, two to read the answer, two to
/// give it back.
const FEWEST: f64 = 5.0;

/// … and in at most so many.
const MOST: f64 = 24.0;

/// An answer above this fraction of what is expected has come; the mass may be twenty times the one given.
const ANSWERED: f64 = 0.05;

/// Fraction of the fastest speed below which a change of it is rounding.
pub const ROUNDED: f64 = 1e-10;

/// Fraction of an answer that may be noise: acceleration missing from b.
const CLEAR: f64 = 0.01;

/// The mass is taken as given within so many times the noise: b may have been constant or linear.
const DOUBT: f64 = 2.0;

/// An answer above this fraction of what is expected is one, whatever else has moved the bodies.
const PLAINLY: f64 = 0.2;

/// An impulse below this fraction of the next is nothing beside it.
const EDGE: f64 = 0.03;

/// What is measured along n over the last step.
pub struct MeasuredResponse {
    /// Change of n·v_r that b does not explain [m/s]
    pub change: f64,
    /// What it would be with W as given: by the impulse returned last, and by the one before [m/s]
    pub if_sequential: f64,
    pub if_parallel: f64,
    /// What b may miss of it [m/s]
    pub noise: f64,
    /// Below it nothing is to be seen [m/s]
    pub least: f64,
}

/// An order that a step has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DetectedOrder {
    pub order: Order,
    /// The answers had shown the other one before
    pub is_other: bool,
}

impl MeasuredResponse {
    fn is_clear(&self, expected: f64) -> bool {
        self.noise <= CLEAR * expected.abs() && expected.abs() > self.least
    }

    fn fraction(&self, expected: f64) -> f64 {
        self.change / expected
    }

    /// Fraction of W that an answer shows: 1 where twice what b may miss explains the rest; None where nothing can be concluded.
    pub fn factor(&self, expected: f64) -> Option<f64> {
        let fraction = self.fraction(expected);
        let is_right = (fraction - 1.0).abs() <= DOUBT * self.noise / expected.abs();
        (self.is_clear(expected) && fraction > ANSWERED && fraction.is_finite()).then_some(if is_right {
            1.0
        } else {
            fraction
        })
    }
}

impl CouplingMemory {
    /// Order by which the step is taken: the one given, or found; sequential until it is.
    pub fn order(&self, options: &Options) -> Order {
        options.order.or(self.found).unwrap_or_default()
    }

    /// The order that the answers have shown beyond doubt.
    fn shown_order(&self, options: &Options) -> Option<Order> {
        self.found.filter(|_| options.order.is_none() && self.pulse != PulseProgress::Before)
    }

    /// The order if the answers have just shown it beyond doubt, and it is not the one of before.
    pub fn new_order(&mut self, options: &Options) -> Option<DetectedOrder> {
        let before = self.shown;
        self.shown = self.shown_order(options).or(before);
        let order = self.shown.filter(|order| before != Some(*order))?;
        Some(DetectedOrder { order, is_other: before.is_some() })
    }

    /// Whether [`Options::order`] leaves it to the answers, and none has come.
    fn is_order_open(&self, options: &Options) -> bool {
        options.order.is_none() && self.found.is_none() && options.b_known
    }

    /// Whether the mass is still to be measured.
    pub fn is_mass_open(&self, options: &Options) -> bool {
        !options.mass_known && options.b_known && self.factor == 0.0
    }

    /// Learns the order from the last step, and the fraction of W that the answer to a pulse shows.
    pub fn learn(&mut self, options: &Options, answer: &MeasuredResponse) -> Option<f64> {
        match self.pulse {
            PulseProgress::Now => self.first_answer(options, answer),
            PulseProgress::Before => self.second_answer(options, answer),
            PulseProgress::Nothing | PulseProgress::Done => {
                if options.order.is_none() && self.waiting == 0 && !self.is_mass_open(options) {
                    self.compare(answer);
                } else if options.order.is_none() && self.waiting == 1 && self.found.is_none() {
                    self.answer_to_probe(answer);
                }
                None
            }
        }
    }

    fn first_answer(&mut self, options: &Options, answer: &MeasuredResponse) -> Option<f64> {
        self.pulse = PulseProgress::Done;
        if !answer.is_clear(answer.if_sequential) {
            return None;
        }
        match options.order.or(self.found) {
            Some(Order::Sequential) => answer.factor(answer.if_sequential),
            None if answer.fraction(answer.if_sequential) > ANSWERED => {
                self.found = Some(Order::Sequential);
                answer.factor(answer.if_sequential)
            }
            None => {
                self.expect_late();
                None
            }
            Some(Order::Parallel) => {
                self.pulse = PulseProgress::Before;
                None
            }
        }
    }

    fn second_answer(&mut self, options: &Options, answer: &MeasuredResponse) -> Option<f64> {
        self.pulse = PulseProgress::Done;
        let factor = answer.factor(answer.if_parallel);
        if factor.is_none() && options.order.is_none() {
            self.found = None;
        }
        factor
    }

    /// The first impact has returned a fraction of its impulse, and the bodies do not answer: it will come one step later, and
    /// what is repeated begins as much earlier.
    fn answer_to_probe(&mut self, answer: &MeasuredResponse) {
        if !answer.is_clear(answer.if_sequential) {
            return;
        }
        if answer.fraction(answer.if_sequential) > ANSWERED {
            self.found = Some(Order::Sequential);
        } else {
            self.expect_late();
            self.waiting = 2;
            self.span += self.h;
        }
    }

    /// An impulse beside which the one before or after it is nothing tells the order by itself, in the step that answers it
    /// or in the step that does not.
    fn compare(&mut self, answer: &MeasuredResponse) {
        let MeasuredResponse { if_sequential, if_parallel, .. } = *answer;
        let (large, shown, other) = if if_sequential.abs() > if_parallel.abs() {
            (if_sequential, Order::Sequential, Order::Parallel)
        } else {
            (if_parallel, Order::Parallel, Order::Sequential)
        };
        let is_edge = if_sequential.abs().min(if_parallel.abs()) <= EDGE * large.abs();
        if !is_edge || !answer.is_clear(large) {
            return;
        }
        let fraction = answer.fraction(large);
        if fraction.abs() <= ANSWERED {
            match other {
                Order::Sequential => self.found = Some(other),
                Order::Parallel if self.found != Some(other) => self.expect_late(),
                Order::Parallel => (),
            }
        } else if fraction > PLAINLY {
            self.found = Some(shown);
        }
    }

    /// No answer to the last impulse: parallel, if the next step has it; bodies on a path that is given never answer.
    fn expect_late(&mut self) {
        (self.pulse, self.found) = (PulseProgress::Before, Some(Order::Parallel));
    }

    /// Impulse of a pulse along n, where something is still to be learnt, the bodies come and there is time for the
    /// answer; `start` and `h` [s] as those of the interval.
    pub fn pulse(
        &self,
        options: &Options,
        mechanics: &Mechanics,
        n: &Vector3<f64>,
        start: &ContactSubstate,
        h: f64,
    ) -> Option<Spatial> {
        let is_open = self.is_order_open(options) || self.is_mass_open(options);
        // the unexplained acceleration of the last step counts, and so it must have been without an impulse
        let has_flown = self.h > 0.0 && self.returned_impulse.is_zero() && self.returned_impulse_before.is_zero();
        if !is_open || self.pulse != PulseProgress::Nothing || !has_flown || self.waiting > 0 || start.latch.contact {
            return None;
        }
        let approach = -n.dot(&start.v_r.linear);
        let time = time_to_touch(start.x, approach, mechanics.b_n)?;
        let change = PULSE * (approach + mechanics.b_n * time);
        let is_in_time = time > FEWEST * h && time <= MOST * h;
        let is_seen = self.unexplained_acceleration * h <= CLEAR * change;
        let impulse = change / mechanics.w;
        (is_in_time && is_seen && impulse.is_finite())
            .then(|| Spatial { linear: n * impulse, angular: Vector3::zeros() })
    }
}
