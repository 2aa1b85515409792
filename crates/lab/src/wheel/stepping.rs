//! The wheel by the time stepping of [P16], eqs. (5)–(7) and (21): the contact is asked once a step for the force λ⁺
//! that the wheel then feels for the whole of it.

use nalgebra::{Const, Matrix3, U3, Vector3};

use super::{Port, State, Wheel};
use crate::HostError;
use asperity::rigid::complementarity::Status;
use asperity::rigid::time_stepping::{Approach, Contact, Friction, Method, System, advance, aim};

/// k_T of Table 1 [N/m]
pub const STIFFNESS: f64 = 1e10;
/// v_th of Table 1 [m/s]
pub const THRESHOLD: f64 = 0.01;
/// Times a step's problem is solved at most, until λ_N is that of the step itself.
pub const ITERATED: u32 = 40;

/// The three laws that [P16] compares, with Table 1's parameters.
pub const LAWS: [(&str, Friction); 3] = [
    ("regularised", Friction::Regularised { stiffness: STIFFNESS, threshold: THRESHOLD }),
    ("polygonal", Friction::Polygonal { sides: 4 }),
    ("box", Friction::Box),
];

/// Room for the polygonal problem: normal, 32 sides, slip.
type Polygon = Const<34>;

/// From the rows of the port, normal, x and y, to those of the problem: normal, y, −x. The unit takes these tangents,
/// and so both round alike.
const AXES: Matrix3<f64> = Matrix3::new(1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0);

/// Velocity that moves the coordinates over a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// q⁺ = q + h·v, as [P16 eq. 7] has it
    Before,
    /// q⁺ = q + h·(v + v⁺)/2
    Mean,
    /// q⁺ = q + h·v⁺
    After,
}

/// What a step changes by its accelerations, and keeps without a force: v of [P16], with q̇ = Γ(q)·v.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Velocities {
    /// q̇ itself, the rates of the Euler angles: Γ = 1
    Rates,
    /// Velocity of the centre and angular velocity along u, e and w, axes that go with the wheel but do not roll
    AlongWheel,
}

/// What a step leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Velocity that moves the coordinates.
    pub positions: Positions,
    /// What v stands for.
    pub velocities: Velocities,
}

impl Scheme {
    /// q⁺ = q + h·q̇ and q̇⁺ = q̇ + h·q̈.
    pub const CHOSEN: Self = Self { positions: Positions::Before, velocities: Velocities::Rates };
}

/// What the normal row of a step asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalRow {
    /// Φ̇⁺ ≥ 0 from the start on, whatever the gap [P16 eq. 23]
    Printed,
    /// A gap, however small, is first closed: [`aim()`]
    Aimed,
}

/// What gives λ⁺.
pub trait Solver {
    /// Normal force, and friction along x and y [N], over the step from `time` of length `h` [s].
    fn force(&mut self, port: &Port, time: f64, h: f64) -> Result<Vector3<f64>, HostError>;
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// At its start
    pub state: State,
    /// λ⁺: normal, along x, along y [N]
    pub force: Vector3<f64>,
    /// v_T⁺ = D·v⁺ along x and y [m/s], with D of the start
    pub slip: [f64; 2],
    /// Φ at the start [m]
    pub gap: f64,
}

/// The motion in steps of `h` [s].
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// [s]
    pub h: f64,
    /// One after the other.
    pub steps: Vec<Step>,
    /// After the last.
    pub end: State,
}

/// Steps the wheel from its start.
pub fn run(wheel: &Wheel, solver: &mut impl Solver, scheme: Scheme, h: f64, until: f64) -> Result<Run, HostError> {
    let mut state = wheel.start();
    let count = (until / h).round() as usize;
    let mut steps = Vec::with_capacity(count);
    for number in 0..count {
        let time = number as f64 * h;
        let port = match scheme.velocities {
            Velocities::Rates => wheel.port(&state),
            Velocities::AlongWheel => wheel.port_along_wheel(&state),
        };
        let force = solver.force(&port, time, h)?;
        let v = state.v + (port.fall + port.lever * force) * h;
        let slip = port.velocity + (port.free + port.w * force) * h;
        if !(v.dot(&v)).is_finite() {
            return Err(HostError::NotFinite(time));
        }
        steps.push(Step { state, force, slip: [slip.y, slip.z], gap: port.gap });
        let moved = match scheme.positions {
            Positions::Before => state.v,
            Positions::Mean => (state.v + v) * 0.5,
            Positions::After => v,
        };
        let q = state.q + moved * h;
        // Γ(q⁺)·Γ(q)⁻¹: what v stands for has turned.
        let v = match scheme.velocities {
            Velocities::Rates => v,
            Velocities::AlongWheel => Wheel::rates(&q, &Wheel::along_wheel(&State { q: state.q, v })),
        };
        state = State { q, v };
    }
    Ok(Run { h, steps, end: state })
}

/// The contact by [`asperity::rigid::time_stepping`].
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    method: Method,
    row: NormalRow,
    contact: Contact,
}

impl Module {
    /// A contact that has not felt a force yet.
    pub fn new(wheel: &Wheel, method: Method, row: NormalRow) -> Self {
        Self { method, row, contact: Contact { mu: wheel.mu, ..Contact::default() } }
    }

    /// The same after a step with this λ_N [N] and no friction.
    pub fn pressed(self, normal: f64) -> Self {
        Self { contact: Contact { normal, ..self.contact }, ..self }
    }

    /// Least velocity of separation [m/s]; none where the wheel stays clear of the ground.
    fn least(&self, port: &Port, h: f64) -> Option<f64> {
        match self.row {
            NormalRow::Printed => Some(0.0),
            NormalRow::Aimed => {
                let approach = Approach {
                    penetration: -port.gap,
                    rate: -port.velocity.x,
                    acceleration: -port.free.x,
                    least_speed: 0.0,
                    give_back: 0.0,
                };
                // The wheel never strikes the ground.
                aim(&approach, |_, _| 0.0, h).map(|aim| aim.least)
            }
        }
    }
}

impl Solver for Module {
    fn force(&mut self, port: &Port, time: f64, h: f64) -> Result<Vector3<f64>, HostError> {
        let Some(least) = self.least(port, h) else {
            self.contact = Contact { mu: self.contact.mu, ..Contact::default() };
            return Ok(Vector3::zeros());
        };
        let free = port.velocity + port.free * h;
        let system = System { w: AXES * port.w * AXES.transpose(), free: AXES * free, h };
        let slip = AXES * port.velocity;
        let contact = Contact { least, slip: [slip.y, slip.z], ..self.contact };
        let step = advance::<U3, Polygon>(&system, &[contact], &self.method)
            .map_err(|fault| HostError::Request(format!("at {time:.6} s: {fault}")))?;
        if step.status != Status::Solved {
            let (status, residual) = (step.status, step.residual);
            return Err(HostError::Request(format!("at {time:.6} s: {status:?}, residual {residual:e}")));
        }
        self.contact = step.next(0, &contact, h);
        Ok(AXES.transpose() * step.impulse / h)
    }
}
