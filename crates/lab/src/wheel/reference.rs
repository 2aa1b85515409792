//! The wheel with ideal Coulomb friction, as smooth motions with events between them: what the time stepping is held
//! against.
//!
//! In both phases the contact is a constraint, Φ̈ = 0. Sliding, friction is −μ·λ_N·v_T/|v_T| until v_T = 0 ends the
//! phase. Rolling, v̇_T = 0 asks for a force, and the phase ends where that exceeds μ·λ_N.

use ivp::dense::StepInterpolant;
use ivp::ivp::FirstOrderSystem;
use ivp::methods::DOP853;
use ivp::solout::{ControlFlag, SolOut};
use nalgebra::{Matrix3, Vector3};

use super::{Coordinates, Port, State, Wheel};
use crate::HostError;

/// Error of a step, relative and absolute [SI units]: next to what doubles can hold.
const TOLERANCE: f64 = 1e-13;
/// Longest step [s]: the wheel wobbles with a period of about a second.
const LONGEST: f64 = 0.01;
/// Where a step is searched for the end of its phase, beside its end, as parts of it.
const PROBES: [f64; 3] = [0.25, 0.5, 0.75];
/// Slip that counts as none [m/s]: from here on it goes to 0 in a straight line, in so many nanoseconds.
const NO_SLIP: f64 = 1e-8;
/// A wheel that begins to slide is pushed to this slip [m/s], for the direction of friction: it starts without
/// acceleration.
const PUSH: f64 = 1e-7;
/// More phases than this do not get on.
const MAX_PHASES: usize = 1000;

/// How the wheel moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// v_T ≠ 0.
    Sliding,
    /// v_T = 0.
    Rolling,
}

/// A moment of the motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// [s]
    pub time: f64,
    /// Where and how fast.
    pub state: State,
    /// λ_N and λ_T along x and y [N].
    pub force: Vector3<f64>,
    /// The phase that goes on from here.
    pub phase: Phase,
}

/// The motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// At even distances, the start first.
    pub moments: Vec<Moment>,
    /// Where phases begin, the start first.
    pub phases: Vec<Moment>,
}

/// The motion from a start on the ground, with moments at every `every` [s] until `until` [s].
pub fn solve(wheel: &Wheel, start: &State, every: f64, until: f64) -> Result<Motion, HostError> {
    let mut state = *start;
    let mut phase = if slip(&wheel.port(&state)) > NO_SLIP { Phase::Sliding } else { Phase::Rolling };
    let mut motion = Motion { moments: Vec::new(), phases: Vec::new() };
    let count = (until / every).round() as usize;
    let mut time = 0.0;
    for _ in 0..MAX_PHASES {
        motion.phases.push(moment(wheel, phase, time, &state));
        let law = Law { wheel, phase };
        let solver = DOP853::builder().max_step(LONGEST).stiff_test(usize::MAX).build();
        let mut watch =
            Watch { law, every, count, moments: &mut motion.moments, reached: (time, state), over: false, lost: false };
        let outcome =
            solver.solve(&law, time, &packed(&state), until, TOLERANCE.into(), TOLERANCE.into(), Some(&mut watch));
        let Watch { reached, over, lost, .. } = watch;
        outcome.map_err(|error| HostError::Request(format!("the solver refused: {error:?}")))?;
        (time, state) = reached;
        if lost {
            return Err(HostError::Request(format!("at {time:.6} s the ground would have to pull at the wheel")));
        }
        if !over && time < until {
            return Err(HostError::Request(format!("the solver does not get beyond {time:e} s")));
        }
        if !over || time >= until {
            return Ok(motion);
        }
        (time, state, phase) = match phase {
            Phase::Sliding => come_to_roll(wheel, time, &state),
            Phase::Rolling => (time, begin_to_slide(wheel, &state), Phase::Sliding),
        };
    }
    Err(HostError::Request(format!(
        "at {time:.6} s the wheel has changed between sliding and rolling {MAX_PHASES} times"
    )))
}

fn slip(port: &Port) -> f64 {
    port.velocity.y.hypot(port.velocity.z)
}

/// A·x = b by Cramer's rule.
fn solved(a: &Matrix3<f64>, b: &Vector3<f64>) -> Vector3<f64> {
    let [p, q, r] = [0, 1, 2].map(|k| a.column(k).into_owned());
    let across = q.cross(&r);
    Vector3::new(b.dot(&across), b.dot(&r.cross(&p)), b.dot(&p.cross(&q))) / p.dot(&across)
}

/// λ with λ_T = λ_N·`pull` and Φ̈ = 0.
fn dragged(port: &Port, pull: [f64; 2]) -> Vector3<f64> {
    let w = port.w;
    let normal = -(port.free.x + port.drift.x) / (w[(0, 0)] + w[(0, 1)] * pull[0] + w[(0, 2)] * pull[1]);
    Vector3::new(normal, normal * pull[0], normal * pull[1])
}

impl Phase {
    fn force(self, wheel: &Wheel, port: &Port) -> Vector3<f64> {
        match self {
            Self::Sliding => {
                let slip = slip(port);
                dragged(port, [port.velocity.y, port.velocity.z].map(|v| -wheel.mu * v / slip))
            }
            Self::Rolling => solved(&port.w, &-(port.free + port.drift)),
        }
    }
}

fn moment(wheel: &Wheel, phase: Phase, time: f64, state: &State) -> Moment {
    Moment { time, state: *state, force: phase.force(wheel, &wheel.port(state)), phase }
}

/// Over the last nanoseconds of slip, and onto v_T = 0 and Φ̇ = 0 to the last digit.
fn come_to_roll(wheel: &Wheel, time: f64, state: &State) -> (f64, State, Phase) {
    let port = wheel.port(state);
    let force = Phase::Sliding.force(wheel, &port);
    let change = port.w * force + port.free + port.drift;
    let (v, a) = ([port.velocity.y, port.velocity.z], [change.y, change.z]);
    let left = (v[0] * v[0] + v[1] * v[1]) / -(v[0] * a[0] + v[1] * a[1]);
    let mut state = State { q: state.q + state.v * left, v: state.v + (port.fall + port.lever * force) * left };
    let port = wheel.port(&state);
    state.v -= port.lever * solved(&port.w, &port.velocity);
    let port = wheel.port(&state);
    let force = Phase::Rolling.force(wheel, &port);
    let holds = force.y.hypot(force.z) <= wheel.mu * force.x;
    if holds {
        (time + left, state, Phase::Rolling)
    } else {
        (time + left, begin_to_slide(wheel, &state), Phase::Sliding)
    }
}

/// Gives the wheel its first slip: against the force that has held it, for friction now falls short of that.
fn begin_to_slide(wheel: &Wheel, state: &State) -> State {
    let port = wheel.port(state);
    let held = Phase::Rolling.force(wheel, &port);
    let part = -PUSH / held.y.hypot(held.z);
    let push = Vector3::new(0.0, part * held.y, part * held.z);
    State { q: state.q, v: state.v + port.lever * solved(&port.w, &push) }
}

/// q and v in one slice.
fn packed(state: &State) -> Vec<f64> {
    state.q.iter().chain(state.v.iter()).copied().collect()
}

fn unpacked(values: &[f64]) -> State {
    let (q, v) = values.split_at(6);
    State { q: Coordinates::from_column_slice(q), v: Coordinates::from_column_slice(v) }
}

/// The equations of motion of a phase.
#[derive(Clone, Copy)]
struct Law<'a> {
    wheel: &'a Wheel,
    phase: Phase,
}

impl FirstOrderSystem for Law<'_> {
    fn derivative(&self, _: f64, values: &[f64], rates: &mut [f64]) {
        let state = unpacked(values);
        let port = self.wheel.port(&state);
        let acceleration = port.fall + port.lever * self.phase.force(self.wheel, &port);
        rates[..6].copy_from_slice(state.v.as_slice());
        rates[6..].copy_from_slice(acceleration.as_slice());
    }
}

impl Law<'_> {
    /// Whether the phase is over at a point.
    fn over(&self, state: &State) -> bool {
        let port = self.wheel.port(state);
        let force = self.phase.force(self.wheel, &port);
        match self.phase {
            Phase::Sliding => {
                let change = port.w * force + port.free + port.drift;
                let slows = port.velocity.y * change.y + port.velocity.z * change.z < 0.0;
                slows && slip(&port) <= NO_SLIP
            }
            Phase::Rolling => force.y.hypot(force.z) > self.wheel.mu * force.x,
        }
    }
}

/// Looks at every accepted step: keeps the moments in it, and stops where the phase is over.
struct Watch<'w> {
    law: Law<'w>,
    every: f64,
    count: usize,
    moments: &'w mut Vec<Moment>,
    /// Last point of the phase.
    reached: (f64, State),
    over: bool,
    /// The ground would have to pull.
    lost: bool,
}

impl Watch<'_> {
    /// Where in the step the phase is over: the later end of the last interval that halving leaves.
    fn end(&self, from: f64, to: f64, at: &dyn Fn(f64) -> State) -> Option<f64> {
        let mut before = from;
        for after in PROBES.iter().map(|part| from + part * (to - from)).chain([to]) {
            if self.law.over(&at(after)) {
                let mut ends = (before, after);
                loop {
                    let middle = 0.5 * (ends.0 + ends.1);
                    if middle <= ends.0 || middle >= ends.1 {
                        return Some(ends.1);
                    }
                    if self.law.over(&at(middle)) { ends.1 = middle } else { ends.0 = middle }
                }
            }
            before = after;
        }
        None
    }

    /// Whether the phase goes on from the point that is reached.
    fn verdict(&mut self) -> ControlFlag {
        let wheel = self.law.wheel;
        self.lost = self.law.phase.force(wheel, &wheel.port(&self.reached.1)).x <= 0.0;
        if self.over || self.lost { ControlFlag::Interrupt } else { ControlFlag::Continue }
    }

    /// Keeps the moments that are due until `to`.
    fn keep(&mut self, to: f64, at: &dyn Fn(f64) -> State) {
        while self.moments.len() <= self.count {
            let due = self.moments.len() as f64 * self.every;
            // The last one may be due a rounding behind the end.
            if due > to + 1e-9 * self.every {
                break;
            }
            let state = at(due.min(to));
            self.moments.push(moment(self.law.wheel, self.law.phase, due, &state));
        }
    }
}

impl SolOut for Watch<'_> {
    fn solout(&mut self, from: f64, to: &mut f64, end: &mut [f64], step: Option<&StepInterpolant<'_>>) -> ControlFlag {
        let last = unpacked(end);
        // The first call only shows the start.
        let Some(step) = step else {
            self.keep(*to, &|_| last);
            return self.verdict();
        };
        let at = |time: f64| {
            if time >= *to {
                return last;
            }
            let mut values = [0.0; 12];
            step.interpolate(time, &mut values);
            unpacked(&values)
        };
        let event = self.end(from, *to, &at);
        let now = event.unwrap_or(*to);
        self.keep(now, &at);
        self.reached = (now, at(now));
        self.over = event.is_some();
        self.verdict()
    }
}
