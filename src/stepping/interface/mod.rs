//! One communication step of the interface coupling: the unit knows how its contact point moves under a force,
//! integrates the contact itself at micro-steps, and hands back the impulse as mean force and slope. Derived in
//! docs/numerics.md steps 1 to 18; the page also says where every constant of these files comes from.

mod carried;
mod exponential;
pub mod handback;
pub mod impulse;
mod inside;
mod interval;
mod linear;
mod local;
mod moments;
mod normal;
mod probe;
mod rigid;
mod spatial;
mod strike;
mod tangential;

pub use carried::{CARRIED, Carried};
pub use impulse::Mean;
pub use local::bears_moments;
pub use rigid::{Held, is_rigid};
pub use spatial::Spatial;
pub use strike::Lowered;

use crate::physics::{ContactFrame, Energies, Fault, Parameters, State, Vector3, friction};
use crate::stepping::{Change, ContactState};
use inside::Inside;
use interval::Solved;
use local::Mechanics;

/// A 3×3 matrix, in world axes.
pub type Matrix3 = nalgebra::Matrix3<f64>;

/// How the contact point is found and moves: x, v_r and ω measured at the step's start; n, p_a, W and b are frozen over
/// the step, and best those of its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Port {
    pub frame: ContactFrame<f64>,
    /// Inverse mass of the relative motion at the contact point W [1/kg], symmetric, positive semidefinite
    pub w: Matrix3,
    /// Relative acceleration of the contact point without the contact force b [m/s²]
    pub b: Vector3<f64>,
    /// How the bodies turn against each other; None where the contact bears no moments ([`bears_moments`])
    pub turning: Option<Turning>,
}

/// How ω = ω_i − ω_j moves under the contact force f and its couple m:  ω̇ = L·m + G·f + b_w,  v̇_r = W·f + Gᵀ·m + b.
/// The matrix [[W, Gᵀ], [G, L]] is positive semidefinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning {
    /// I_i⁻¹ + I_j⁻¹ [1/(kg·m²)]
    pub l: Matrix3,
    /// Σ I_b⁻¹·[ρ_b]ₓ [1/(kg·m)]
    pub g: Matrix3,
    /// Relative angular acceleration without the contact b_w [rad/s²]. A couple that the contact holds but is not told
    /// of leaves ω at ½·b_w·H, in parallel order at 3/2·b_w·H
    pub b: Vector3<f64>,
}

impl Port {
    /// Change of v_r and ω under an impulse, or their accelerations under a force.
    pub fn response(&self, to: &Spatial) -> Spatial {
        let linear = self.w * to.linear;
        match &self.turning {
            None => Spatial { linear, angular: Vector3::zeros() },
            Some(Turning { l, g, .. }) => {
                Spatial { linear: linear + g.tr_mul(&to.angular), angular: g * to.linear + l * to.angular }
            }
        }
    }

    /// b and b_w [m/s², rad/s²]
    fn free(&self) -> Spatial {
        Spatial { linear: self.b, angular: self.turning.map_or(Vector3::zeros(), |turning| turning.b) }
    }

    /// v_r and ω, this one 0 where it does not matter
    fn velocity(&self) -> Spatial {
        let ContactFrame { normal, penetration_rate, v_t, omega, .. } = self.frame;
        Spatial { linear: v_t - normal * penetration_rate, angular: self.turning.map_or(Vector3::zeros(), |_| omega) }
    }
}

/// When the host applies the force it is handed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The unit steps first, the host applies the force on the same interval.
    #[default]
    Sequential,
    /// All units step at once: the host applies the force on the next interval.
    Parallel,
}

/// How a step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub order: Order,
    /// Most micro-steps in one step, ≥ 1; beyond, they become larger. A step that a probe repeats has as many again
    pub max_micro_steps: u32,
    /// Whether [`Port::b`] and [`Turning::b`] are given; otherwise they are estimated from the measured velocities
    pub b_known: bool,
    /// Whether [`Port::w`] is trusted; otherwise the first impact probes it if b is given
    pub mass_known: bool,
}

/// Most onsets and releases that one step reports; more are integrated, but not listed.
pub const MOST_CHANGES: usize = 8;

/// The contact at the end of the step as the unit sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// x, ẋ, v_t and, where the contact bears moments, ω as the unit sees them; n, p_a and ω_c are those of the step's
    /// start
    pub frame: ContactFrame<f64>,
    /// f_n [N]
    pub normal_force: f64,
    /// f_t on body i [N]
    pub friction_force: Vector3<f64>,
    /// s [1]; 0 apart
    pub sticking: f64,
    /// Restitution of the present or last impact [1]
    pub effective_restitution: f64,
    /// Energy stored in compliance and bristles where the ledger stands [J]: in parallel order one step ahead
    pub energy_elastic: f64,
}

/// A step that was tried; nothing is changed until the caller keeps it.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    pub contact: ContactState,
    pub carried: Carried,
    /// Force on body i over the interval, in world axes
    pub force: Mean,
    /// Couple of rolling and spinning friction on body i over the interval, in world axes
    pub couple: Mean,
    pub end: End,
    pub micro_steps: u32,
    /// Whether [`Options::max_micro_steps`] made the micro-steps larger, or bound or direction of a rigid
    /// contact's friction were not found
    pub capped: bool,
    /// Energy that the host's body gained by a wrong mass in this step [J], ≥ 0
    pub gained: f64,
    /// By how much b missed the acceleration along n when the host last moved without a force [m/s²]: about 10 where
    /// gravity is not told
    pub stray: f64,
    /// Onsets and releases, with the time since this step's start
    pub changes: [Option<Change>; MOST_CHANGES],
    /// A rebound of a rigid contact by Newton's hypothesis that was lowered because it would have gained energy
    pub lowered: Option<Lowered>,
}

/// One step of length `h` [s] > 0. The damping in `contact.latch` must belong to the parameters ([`Latch::refreshed`]).
///
/// docs/numerics.md step 3: in parallel order the host applies the force it was last sent over this step, and the one of this call over the
/// next: the state at t+H is predicted, and [t+H, t+2H] is integrated.
/// Errors: a result is not finite; what the caller holds stays as it was.
pub fn advance(
    parameters: &Parameters<f64>,
    port: &Port,
    contact: &ContactState,
    carried: &Carried,
    options: &Options,
    h: f64,
) -> Result<Outcome, Fault> {
    let n = port.frame.normal;
    let measured = port.velocity();
    let mut carried = *carried;
    let probe::Observed { b, factor, gained } = probe::observe(port, &measured, options, &mut carried);
    carried.penetration += handback::jump(&carried, port, &measured.linear, options.order);
    let mechanics = Mechanics::new(port, factor, &b);

    let solve = |start: &Inside, length: f64| {
        if is_rigid(parameters) {
            rigid::solve(parameters, port, factor, &b, start, length)
        } else {
            Ok(interval::solve(parameters, &port.frame, &mechanics, start, length, options.max_micro_steps))
        }
    };

    let mut now = Inside::of(contact, port.frame.penetration, measured, carried.held);
    let mut changes = Changes::default();
    let mut owed = Spatial::zero();
    let mut ahead = 0.0;
    if options.order == Order::Parallel {
        now.v_r += b * h + port.response(&carried.sent) * factor;
        now.x -= 0.5 * h * n.dot(&(measured.linear + now.v_r.linear));
        ahead = h;
    }
    let (measured_x, begun) = (now.x, now.v_r);
    let turn = friction::bristle_turning_rate(parameters, &port.frame) * (0.5 * h);
    let (mut stored, mut repeated) = (contact.stored, (0, false));
    if carried.waiting > 1 {
        return Ok(wait(contact, carried, port, now.seen(parameters, port, contact.stored), &measured, h));
    }
    if carried.waiting == 1 {
        let snapshot = Inside { latch: carried.snapshot.latch.refreshed(parameters), ..carried.snapshot };
        let replay = solve(&snapshot, carried.span)?;
        owed = replay.impulse - probe::sent(options, &carried);
        now = Inside { v_r: now.v_r + port.response(&owed) * factor, ..replay.end.turned(&turn) };
        stored = now.stored(parameters, port);
        repeated = (replay.micro_steps, replay.capped);
        (carried.own, carried.penetration) = (true, replay.end.x);
        changes.add(replay.changes.into_iter().flatten().skip(1), -carried.h);
    }
    let own;
    (now.x, own) = if is_rigid(parameters) {
        (measured_x, false)
    } else {
        handback::penetration(&carried, port.frame.penetration, measured_x, options.order)
    };
    // Faster than b_n makes it in a step, the contact is in an impact and not at rest.
    let rests = n.dot(&now.v_r.linear).abs() <= mechanics.b_n.abs() * h;
    let drift = if own && rests { handback::speed(&carried, now.x, measured_x, mechanics.b_n, h) } else { 0.0 };
    let jump = now.jump(parameters, port, stored);
    if parameters.settings.track_ledger {
        now.energy.work += jump;
    }

    let by_hand = Spatial { linear: n * drift, angular: Vector3::zeros() };
    let start = Inside { v_r: now.v_r - by_hand, ..now.turned(&turn) };
    let solved = solve(&start, h)?;
    let Solved { mut end, mut impulse, mut moment, micro_steps, capped, wholly, given, lowered, .. } = solved;
    end.v_r += by_hand;
    end = end.turned(&turn);
    let by_drift = n.dot(&impulse.linear) * drift + given;

    carried.waiting = 0;
    let mut reported = MOST_CHANGES;
    if probe::is_due(options, &carried)
        && let Some(share) = probe::share(&mechanics, n.dot(&impulse.linear), -n.dot(&now.v_r.linear), h)
    {
        carried.waiting = if options.order == Order::Parallel { 2 } else { 1 };
        (carried.snapshot, carried.span) = (start, h);
        (impulse, moment) = (impulse * share, moment * share);
        // whatever follows the onset is told when the step has been repeated
        reported = 1;
    }
    changes.add(solved.changes.into_iter().flatten().take(reported), ahead);
    impulse += owed;
    moment += owed * h;
    if owed != Spatial::zero() && n.dot(&impulse.linear) < 0.0 {
        // a mass smaller than a probe can stop: contact does not pull back what it has sent too much
        (impulse, moment) = (Spatial::zero(), Spatial::zero());
    }

    let mut next = *contact;
    next.continuous = State { z: end.z, s_dw: end.s_dw, energy: end.energy, z_r: end.z_r };
    next.latch = end.latch;
    next.stored = end.stored(parameters, port);
    if parameters.settings.track_ledger {
        next.host_work += jump + by_drift;
    }
    carried.own = own || (micro_steps > 0 && !is_rigid(parameters));
    carried.held = end.held;
    carried.penetration = end.x;
    carried.wholly = wholly;
    (carried.sent_before, carried.sent) = (carried.sent, impulse);
    (carried.begun_before, carried.begun) = (carried.begun, begun);
    let force = Mean::of(&impulse.linear, &moment.linear, h);
    let couple = Mean::of(&impulse.angular, &moment.angular, h);
    let slope = Spatial { linear: force.slope, angular: couple.slope };
    carried.follow(port, &measured, h, n.dot(&port.response(&slope).linear) * factor);
    let shown = if options.order == Order::Parallel { start } else { end };
    let end = shown.seen(parameters, port, next.stored);
    finite(&next, [&force, &couple], &end)?;
    Ok(Outcome {
        contact: next,
        carried,
        force,
        couple,
        end,
        micro_steps: micro_steps + repeated.0,
        capped: capped || repeated.1,
        gained,
        stray: carried.stray,
        changes: changes.listed,
        lowered,
    })
}

impl Carried {
    /// Keeps what was measured at the step's start, and how far the rate of ẍ that the force's slope brings, `jerk`
    /// [m/s³], moves x along n in a step: H³/12 of it.
    fn follow(&mut self, port: &Port, v_r: &Spatial, h: f64, jerk: f64) {
        (self.v_r, self.x, self.h) = (*v_r, port.frame.penetration, h);
        (self.bend_before, self.bend) = (self.bend, jerk * h * h * h / 12.0);
    }
}

/// A step that only waits for the answer to a probe: it sends nothing, and what passes meanwhile is repeated
/// afterwards.
fn wait(contact: &ContactState, carried: Carried, port: &Port, end: End, measured: &Spatial, h: f64) -> Outcome {
    let mut carried = Carried {
        waiting: carried.waiting - 1,
        span: carried.span + h,
        sent_before: carried.sent,
        sent: Spatial::zero(),
        begun_before: carried.begun,
        ..carried
    };
    carried.follow(port, measured, h, 0.0);
    Outcome {
        contact: *contact,
        carried,
        force: Mean::default(),
        couple: Mean::default(),
        end,
        micro_steps: 0,
        capped: false,
        gained: 0.0,
        stray: carried.stray,
        changes: [None; MOST_CHANGES],
        lowered: None,
    }
}

/// Onsets and releases in the order they came.
#[derive(Default)]
struct Changes {
    listed: [Option<Change>; MOST_CHANGES],
    seen: usize,
}

impl Changes {
    fn add(&mut self, changes: impl Iterator<Item = Change>, ahead: f64) {
        for change in changes {
            if let Some(place) = self.listed.get_mut(self.seen) {
                *place = Some(Change { after: change.after + ahead, ..change });
                self.seen += 1;
            }
        }
    }
}

/// Errors: [`Fault::Overflow`] if something is not finite.
fn finite(next: &ContactState, [force, couple]: [&Mean; 2], end: &End) -> Result<(), Fault> {
    let Energies { work, dissipated_normal, dissipated_friction } = next.continuous.energy;
    let sums = [
        ("the contact force", force.mean.sum() + force.slope.sum() + end.normal_force + end.friction_force.sum()),
        ("the couple of friction", couple.mean.sum() + couple.slope.sum()),
        ("the gap or a velocity", end.frame.penetration + end.frame.penetration_rate + end.frame.v_t.sum()),
        ("the restitution or the sticking level", end.effective_restitution + end.sticking),
        ("the state", next.continuous.z.sum() + next.continuous.z_r + next.continuous.s_dw + next.latch.a),
        ("the energy ledger", work + dissipated_normal + dissipated_friction + next.stored + next.host_work),
    ];
    match sums.iter().find(|(_, sum)| !sum.is_finite()) {
        Some((what, _)) => Err(Fault::Overflow { what }),
        None => Ok(()),
    }
}
