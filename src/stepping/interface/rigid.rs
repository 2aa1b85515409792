//! The contact over one interval as rigid: one complementarity problem in the velocities at its end [P16]
//! (docs/numerics.md step 19).

use crate::physics::parameters::{CouplingMethod, FrictionLaw, StepFriction, TimeStepping};
use crate::physics::{Energies, Fault, Latch, Parameters, Vector3, normal as laws};
use crate::rigid;
use crate::rigid::complementarity::Status;
use crate::rigid::time_stepping::{self, Aim, Approach, Contact, Friction, Method, System, aim};
use crate::stepping::Change;
use crate::stepping::interface::interval::Solved;
use crate::stepping::interface::{Inside, MOST_CHANGES, Matrix3, Port, Spatial, local};
use nalgebra::{Const, DimName, U3};

/// What the last step leaves to the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// λ_N [N]
    pub normal: f64,
    /// λ_T on body i [N], in world axes
    pub friction: Vector3<f64>,
}

/// Unknowns of the polygonal problem, normal, sides and slip: up to 8 sides, and up to 32.
type FewSides = Const<10>;
type ManySides = Const<34>;

/// Times the problem is solved for the bound μ·λ_N⁺: impacts begin without a λ_N.
const PASSES: u32 = 40;

/// Whether steps solve the contact as rigid.
pub fn is_rigid(parameters: &Parameters<f64>) -> bool {
    parameters.settings.coupling_method == CouplingMethod::TimeStepping
}

impl Held {
    /// Energy in bristles of the stiffness k_T under λ_T,  ½|λ_T|²/k_T  [J].
    pub fn stored(&self, parameters: &Parameters<f64>) -> f64 {
        let k_t = parameters.time_stepping.k_T;
        let holds = parameters.settings.step_friction == StepFriction::Regularised && k_t > 0.0;
        if holds { 0.5 * self.friction.dot(&self.friction) / k_t } else { 0.0 }
    }

    /// 1 where the contact sticks: λ_N > 0 and a slip speed [m/s] of at most v_th; otherwise 0.
    pub fn sticking(&self, parameters: &Parameters<f64>, slip_speed: f64) -> f64 {
        let sticks = self.normal > 0.0 && slip_speed <= parameters.time_stepping.v_th;
        f64::from(u8::from(sticks))
    }
}

/// An impact has no duration: its bristles are rigid and remember nothing.
fn method(parameters: &Parameters<f64>, is_impact: bool) -> Method {
    let TimeStepping { k_T, v_th } = parameters.time_stepping;
    let friction = match parameters.settings.step_friction {
        StepFriction::Regularised => {
            let is_rigid = is_impact || k_T == 0.0;
            Friction::Regularised { stiffness: if is_rigid { f64::INFINITY } else { k_T }, threshold: v_th }
        }
        StepFriction::Box => Friction::Box,
        StepFriction::Polygonal => Friction::Polygonal { sides: parameters.settings.step_sides },
    };
    Method { friction, passes: PASSES, isotropic: true }
}

/// An interval in the axes n, t₁, t₂.
struct Interval<'a> {
    parameters: &'a Parameters<f64>,
    axes: Matrix3,
    w: Matrix3,
    b: Vector3<f64>,
    /// Velocity at the start
    u: Vector3<f64>,
    held: Vector3<f64>,
    length: f64,
}

/// Impulse over the interval and the velocity after it.
struct Push {
    impulse: Vector3<f64>,
    velocity: Vector3<f64>,
    passes: u32,
    /// Whether the bounds of friction are those of the normal force
    agrees: bool,
}

/// One interval of length `length` [s]. W of the port times `factor`; `b` [m/s²] in world axes.
///
/// Errors: the problem cannot be set up or is not solved.
pub fn solve(
    parameters: &Parameters<f64>,
    port: &Port,
    factor: f64,
    b: &Spatial,
    start: &Inside,
    length: f64,
) -> Result<Solved, Fault> {
    let n = port.frame.normal;
    let [t1, t2] = local::tangents(&n);
    let axes = Matrix3::from_columns(&[n, t1, t2]);
    let there = |v: &Vector3<f64>| axes.tr_mul(v);
    let w = axes.tr_mul(&port.w) * axes * factor;
    let interval = Interval {
        parameters,
        axes,
        w: (w + w.transpose()) * 0.5,
        b: there(&b.linear),
        u: there(&start.v_r.linear),
        held: Vector3::new(start.held.normal, there(&start.held.friction)[1], there(&start.held.friction)[2]),
        length,
    };
    let approach = Approach {
        penetration: start.x,
        rate: -interval.u[0],
        acceleration: -interval.b[0],
        least_speed: parameters.compliance.v_min,
    };
    match aim(&approach, |speed| laws::rigid_restitution(parameters, speed), length) {
        Some(aim) => interval.touch(start, &aim),
        None => Ok(interval.fly(start)),
    }
}

impl Interval<'_> {
    fn world(&self, u: &Vector3<f64>) -> Spatial {
        Spatial { linear: self.axes * u, angular: Vector3::zeros() }
    }

    /// For a velocity of separation of at least `least` [m/s], `at` [s] from the start; of an impact `struck` [s] from
    /// the start.
    fn push(&self, least: f64, at: f64, struck: Option<f64>) -> Result<Push, Fault> {
        let mu = match self.parameters.settings.friction_law {
            FrictionLaw::None => 0.0,
            FrictionLaw::Dwell | FrictionLaw::Coulomb => self.parameters.friction.mu_C,
        };
        let [normal, f1, f2] = self.held.into();
        let friction = if struck.is_some() { [0.0; 2] } else { [f1, f2] };
        let before = self.u + self.b * struck.unwrap_or(0.0);
        let contact = Contact { mu, least, normal, friction, slip: [before[1], before[2]] };
        let system = System { w: self.w, free: self.u + self.b * at, h: self.length };
        let method = method(self.parameters, struck.is_some());
        let step = if self.parameters.settings.step_sides + 2 <= FewSides::DIM as u32 {
            time_stepping::advance::<U3, FewSides>(&system, &[contact], &method)
        } else {
            time_stepping::advance::<U3, ManySides>(&system, &[contact], &method)
        };
        match step {
            Ok(step) if step.status == Status::Solved => {
                let velocity = step.velocity + self.b * (self.length - at);
                Ok(Push { impulse: step.impulse, velocity, passes: step.passes, agrees: step.agrees })
            }
            Ok(step) => Err(Fault::Unsolved { residual: step.residual }),
            Err(rigid::Fault::NotPositiveSemidefinite { .. }) => Err(Fault::Unsolved { residual: f64::INFINITY }),
            Err(_) => Err(Fault::Overflow { what: "the force of the rigid contact" }),
        }
    }

    /// Velocity that the impulse finds half-way through its effect, `after` [s] from the start.
    fn mean_velocity(&self, impulse: &Vector3<f64>, after: f64) -> Vector3<f64> {
        self.u + self.b * after + self.w * impulse * 0.5
    }

    /// An impact. Newton's hypothesis can gain energy where slip stops or turns; then the rebound is the share of it
    /// that gains nothing: the impulse is that much of the way from the one without rebound, both in the friction cone.
    fn strike(&self, aim: &Aim, rebound: f64) -> Result<Push, Fault> {
        let struck = Some(aim.after);
        if rebound == 0.0 {
            // the bodies lie still for the rest of the step, and rub
            return self.push(aim.least, self.length, struck);
        }
        let full = self.push(rebound, aim.after, struck)?;
        let gain = |impulse: &Vector3<f64>| impulse.dot(&self.mean_velocity(impulse, aim.after));
        if gain(&full.impulse) <= 0.0 {
            return Ok(full);
        }
        let dull = self.push(0.0, aim.after, struck)?;
        let way = full.impulse - dull.impulse;
        // gain along the way: a·θ² + b·θ + c with c ≤ 0 and a + b + c > 0
        let a = 0.5 * way.dot(&(self.w * way));
        let c = gain(&dull.impulse);
        let b = gain(&full.impulse) - a - c;
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        let share = if c < 0.0 { (-2.0 * c / (b + root)).clamp(0.0, 1.0) } else { 0.0 };
        let impulse = dull.impulse + way * share;
        let velocity = dull.velocity + (full.velocity - dull.velocity) * share;
        let agrees = full.agrees && dull.agrees;
        Ok(Push { impulse, velocity, passes: full.passes + dull.passes, agrees })
    }

    fn touch(&self, start: &Inside, aim: &Aim) -> Result<Solved, Fault> {
        let h = self.length;
        let push = match aim.rebound {
            Some(rebound) => self.strike(aim, rebound)?,
            None => self.push(aim.least, h, None)?,
        };
        let Push { impulse, velocity, passes, agrees } = push;
        if impulse[0] <= 0.0 {
            return Ok(self.fly(start));
        }
        let (rate, b_n) = (-self.u[0], -self.b[0]);
        let rest = h - aim.after;
        let departs = aim.rebound.is_some_and(|rebound| rebound > 0.0 && velocity[0] + b_n * rest > 0.0);
        // an impulse of this moment moves x to where impact and flight have led it
        let (x, span) = match aim.rebound {
            Some(_) => {
                let flown = if departs { rest * (velocity[0] + 0.5 * b_n * rest) } else { 0.0 };
                let x = start.x.max(0.0) - flown;
                let by_impulse = start.x + h * (rate + 0.5 * b_n * h) - x;
                (x, by_impulse / (velocity[0] + rate + b_n * h))
            }
            None => (start.x + 0.5 * h * (rate - velocity[0]), 0.5 * h),
        };
        // what an impact rubs with is dissipated, not held
        let across = if aim.rebound.is_some() { [0.0; 2] } else { [impulse[1] / h, impulse[2] / h] };
        let held = Held { normal: impulse[0] / h, friction: self.axes * Vector3::new(0.0, across[0], across[1]) };
        let struck = aim.rate > 0.0 && (aim.rebound.is_some() || !start.latch.contact);
        let latch = Latch {
            contact: !departs,
            v_i: if struck { aim.rate.max(self.parameters.compliance.v_min) } else { start.latch.v_i },
            ..start.latch
        };
        let mut end = Inside { x, v_r: Spatial { linear: self.axes * velocity, ..start.v_r }, latch, held, ..*start };
        let given = self.book(&mut end, &impulse, (self.u + velocity) * 0.5 + self.b * (0.5 * h - span), start, aim);
        let mut changes = [None; MOST_CHANGES];
        let onset = !start.latch.contact || departs;
        changes[0] = onset.then_some(Change { after: aim.after, penetration_rate: aim.rate, contact: true });
        let rebound = -(velocity[0] + b_n * rest);
        changes[1] = departs.then_some(Change { after: aim.after, penetration_rate: rebound, contact: false });
        let impulse = self.world(&impulse);
        Ok(Solved {
            end,
            impulse,
            moment: impulse * span,
            micro_steps: passes,
            capped: !agrees,
            wholly: false,
            changes,
            given,
        })
    }

    /// Books the work of an impulse at a mean velocity. What pushes overlapping bodies apart is the host's: it is
    /// answered.
    fn book(&self, end: &mut Inside, impulse: &Vector3<f64>, velocity: Vector3<f64>, start: &Inside, aim: &Aim) -> f64 {
        if !self.parameters.settings.track_ledger {
            return 0.0;
        }
        let along = impulse[0] * velocity[0];
        let across = impulse[1] * velocity[1] + impulse[2] * velocity[2];
        let given = if aim.rebound.is_none() { along.max(0.0) } else { 0.0 };
        let bent = end.held.stored(self.parameters) - start.held.stored(self.parameters);
        let Energies { work, dissipated_normal, dissipated_friction } = start.energy;
        end.energy = Energies {
            work: work - along - across + given,
            dissipated_normal: dissipated_normal - along + given,
            dissipated_friction: dissipated_friction - across - bent,
        };
        given
    }

    /// Without a force; bristles that touch nothing spring back and lose what they held.
    fn fly(&self, start: &Inside) -> Solved {
        let h = self.length;
        let mut end = Inside {
            x: start.x - h * (self.u[0] + 0.5 * self.b[0] * h),
            v_r: Spatial { linear: self.axes * (self.u + self.b * h), ..start.v_r },
            latch: Latch { contact: false, ..start.latch },
            held: Held::default(),
            ..*start
        };
        if self.parameters.settings.track_ledger {
            end.energy.dissipated_friction += start.held.stored(self.parameters);
        }
        let mut changes = [None; MOST_CHANGES];
        let parts = start.latch.contact;
        changes[0] = parts.then_some(Change { after: 0.0, penetration_rate: -self.u[0], contact: false });
        Solved {
            end,
            impulse: Spatial::zero(),
            moment: Spatial::zero(),
            micro_steps: 0,
            capped: false,
            wholly: false,
            changes,
            given: 0.0,
        }
    }
}
