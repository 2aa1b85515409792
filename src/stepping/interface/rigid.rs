//! The contact over one interval as rigid: one complementarity problem in the velocities at its end [P16]
//! (docs/numerics.md step 19).

use crate::physics::parameters::FrictionLaw;
use crate::physics::{ContactFault, Energies, Latch, Parameters, Vector3, damping};
use crate::rigid;
use crate::rigid::complementarity::Status;
use crate::rigid::time_stepping::{self, Approach, Contact, Friction, Method, System, TargetVelocity, aim};
use crate::stepping::coupling::{StepFriction, StepLaw, TimeStepping};
use crate::stepping::interface::rigid_impact::{Onset, RigidImpact};
use crate::stepping::interface::solved::Solved;
use crate::stepping::interface::{ContactSubstate, Matrix3, Port, RigidForces, Spatial, local};
use crate::stepping::{Changes, ContactChange, Coupling};
use nalgebra::{Const, DimName, U3};

/// Unknowns of the polygonal problem, normal, sides and slip: up to 8 sides, and up to 32.
type FewSides = Const<10>;
type ManySides = Const<34>;

/// Times the problem is solved for the bound μ·λ_N⁺: contacts begin without a λ_N.
const PASSES: u32 = 40;

/// Energy that a solution may bring in, as so many times what the motion of the step turns over: bristles that slide may release some.
const WILD: f64 = 0.2;

/// An impact has no duration: its bristles are rigid and remember nothing.
fn method(coupling: &Coupling<f64>, is_impact: bool) -> Method {
    let TimeStepping { k_T, v_th } = coupling.time_stepping;
    let friction = match coupling.settings.step_friction {
        StepFriction::Regularised => {
            let is_rigid = is_impact || k_T == 0.0;
            Friction::Regularised { stiffness: if is_rigid { f64::INFINITY } else { k_T }, threshold: v_th }
        }
        StepFriction::Box => Friction::Box,
        StepFriction::Polygonal => Friction::Polygonal { sides: coupling.settings.step_sides },
    };
    match coupling.settings.step_law {
        StepLaw::Coulomb => Method { friction, passes: PASSES, isotropic: true },
        StepLaw::Paper => Method { friction, passes: 1, isotropic: false },
    }
}

/// An interval in the axes n, t₁, t₂.
struct Interval<'a> {
    parameters: &'a Parameters<f64>,
    coupling: &'a Coupling<f64>,
    axes: Matrix3,
    w: Matrix3,
    b: Vector3<f64>,
    /// Velocity at the start
    u: Vector3<f64>,
    /// λ_N of lasting contact and λ_T of the step before [N]
    previous: Vector3<f64>,
    length: f64,
}

/// Impulse over the interval and the velocity after it.
struct SolvedImpulse {
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
    coupling: &Coupling<f64>,
    port: &Port,
    factor: f64,
    b: &Spatial,
    start: &ContactSubstate,
    length: f64,
) -> Result<Solved, ContactFault> {
    let n = port.frame.normal;
    let [t1, t2] = local::tangents(&n);
    let axes = Matrix3::from_columns(&[n, t1, t2]);
    let there = |v: &Vector3<f64>| axes.tr_mul(v);
    let w = axes.tr_mul(&port.w) * axes * factor;
    let interval = Interval {
        parameters,
        coupling,
        axes,
        w: (w + w.transpose()) * 0.5,
        b: there(&b.linear),
        u: there(&start.v_r.linear),
        previous: Vector3::new(
            start.rigid_forces.lasting,
            there(&start.rigid_forces.friction)[1],
            there(&start.rigid_forces.friction)[2],
        ),
        length,
    };
    let approach = Approach {
        penetration: start.x,
        rate: -interval.u[0],
        acceleration: -interval.b[0],
        least_speed: damping::SLOWEST_IMPACT,
        give_back: parameters.compliance.v_min,
    };
    let mut impact = None;
    let rebound_at = |after: f64, speed: f64| {
        let found = interval.impact(after, damping::rigid_restitution(parameters, speed));
        let rebound = found.as_ref().map_or(0.0, |found| found.velocity[0].max(0.0));
        impact = Some(found);
        rebound
    };
    match (aim(&approach, rebound_at, length), impact) {
        (Some(target), Some(impact)) => interval.rebound(start, &target, &impact?),
        (Some(target), None) => interval.touch(start, &target),
        (None, _) => Ok(interval.fly(start)),
    }
}

impl Interval<'_> {
    fn world(&self, u: &Vector3<f64>) -> Spatial {
        Spatial { linear: self.axes * u, angular: Vector3::zeros() }
    }

    fn mu(&self) -> f64 {
        match self.parameters.settings.friction_law {
            FrictionLaw::None => 0.0,
            FrictionLaw::Dwell | FrictionLaw::Coulomb => self.parameters.friction.mu_C,
        }
    }

    /// For a velocity of separation of at least `least` [m/s]; by rigid bristles, if it follows an impact.
    fn impulse(&self, least: f64, mu: f64, is_impact: bool) -> Result<SolvedImpulse, ContactFault> {
        let [normal, f1, f2] = self.previous.into();
        let contact = Contact { mu, least, normal, friction: [f1, f2], slip: [self.u[1], self.u[2]] };
        let system = System { w: self.w, free: self.u + self.b * self.length, h: self.length };
        let method = method(self.coupling, is_impact);
        let step = if self.coupling.settings.step_sides + 2 <= FewSides::DIM as u32 {
            time_stepping::advance::<U3, FewSides>(&system, &[contact], &method)
        } else {
            time_stepping::advance::<U3, ManySides>(&system, &[contact], &method)
        };
        match step {
            Ok(step) if step.status == Status::Solved => {
                // a λ_N of the step before is none to agree with
                let agrees = step.agrees || method.passes == 1;
                Ok(SolvedImpulse { impulse: step.impulse, velocity: step.velocity, passes: step.passes, agrees })
            }
            Ok(step) => Err(ContactFault::Unsolved { residual: step.residual }),
            Err(rigid::Fault::NotPositiveSemidefinite { .. }) => {
                Err(ContactFault::Unsolved { residual: f64::INFINITY })
            }
            Err(_) => Err(ContactFault::Overflow { what: "the force of the rigid contact" }),
        }
    }

    /// [`Self::impulse`] of lasting contact that leaves the bodies with no more than they had: where friction jams, its problem may have
    /// a solution that throws them apart. Then without the bristle force, or without friction.
    fn passive_impulse(&self, least: f64) -> Result<SolvedImpulse, ContactFault> {
        let solved = self.impulse(least, self.mu(), false)?;
        if self.gains(&solved, least) {
            let without_bristles = self.impulse(least, self.mu(), true).ok().filter(|other| !self.gains(other, least));
            let other = match without_bristles {
                Some(other) => other,
                None => self.impulse(least, 0.0, true)?,
            };
            return Ok(SolvedImpulse { agrees: false, ..other });
        }
        Ok(solved)
    }

    /// Whether p·u⁺ is far more than what corrects the overlap, bristles have stored and the motion of the step turns over.
    fn gains(&self, SolvedImpulse { impulse, velocity, agrees, .. }: &SolvedImpulse, least: f64) -> bool {
        let TimeStepping { k_T, .. } = self.coupling.time_stepping;
        let [_, f1, f2] = self.previous.into();
        let stored = if k_T > 0.0 { 0.5 * (f1 * f1 + f2 * f2) / k_T } else { 0.0 };
        // the bristle force is mostly no deflection, and moves free bodies by no more in a step
        let of_bristles = Vector3::new(0.0, f1, f2) * self.length;
        let released = stored.min(of_bristles.dot(&(self.w * of_bristles)));
        let given = impulse[0] * least.max(0.0);
        let free = self.u + self.b * self.length;
        let turnover = free.dot(&free) / self.w[(0, 0)];
        impulse.dot(velocity) > given + if *agrees { released + WILD * turnover } else { 0.0 }
    }

    /// The impact `after` [s] from the start.
    fn impact(&self, after: f64, e: f64) -> Result<RigidImpact, ContactFault> {
        let onset = Onset { w: &self.w, before: self.u + self.b * after, mu: self.mu() };
        onset.impact(self.coupling.settings.step_impact, e)
    }

    /// An impact, and the flight after it; bodies that would come back within the step have an inelastic one, stay
    /// in contact for the rest, with friction.
    fn rebound(
        &self,
        start: &ContactSubstate,
        target: &TargetVelocity,
        impact: &RigidImpact,
    ) -> Result<Solved, ContactFault> {
        let h = self.length;
        let rest = h - target.after;
        let departs = target.rebound.is_some_and(|rebound| rebound > 0.0);
        let inelastic;
        let (impact, after) = if departs {
            let velocity = impact.velocity + self.b * rest;
            (impact, SolvedImpulse { impulse: Vector3::zeros(), velocity, passes: 0, agrees: true })
        } else {
            inelastic = self.impact(target.after, 0.0)?;
            let lying = Interval { u: inelastic.velocity, previous: Vector3::zeros(), length: rest, ..*self };
            let smooth = || lying.impulse(0.0, 0.0, true).map(|solved| SolvedImpulse { agrees: false, ..solved });
            let with_friction = lying.impulse(0.0, self.mu(), true).ok().filter(|solved| !lying.gains(solved, 0.0));
            // a guided body beside a belt may find nothing that friction agrees with
            (&inelastic, with_friction.map_or_else(smooth, Ok)?)
        };
        let SolvedImpulse { impulse: pressed, velocity, passes, agrees } = after;
        let mean = (impact.velocity + velocity) * 0.5;
        let impulse = impact.impulse + pressed;
        // friction of an impact is dissipated, not stored
        let rigid_forces =
            RigidForces { normal: impulse[0] / h, friction: Vector3::zeros(), lasting: pressed[0] / rest };
        let latch = self.latch(start, target, !departs);
        let mut end = ContactSubstate {
            x: start.x.max(0.0) - rest * mean[0],
            v_r: Spatial { linear: self.axes * velocity, ..start.v_r },
            latch,
            rigid_forces,
            ..*start
        };
        let separation_work = if self.parameters.settings.track_ledger {
            let works = [
                -impact.dissipated_normal,
                -impact.dissipated_friction,
                pressed[0] * mean[0],
                pressed[1] * mean[1] + pressed[2] * mean[2],
            ];
            self.book(&mut end, start, [works[0], works[1]], [works[2], works[3]])
        } else {
            0.0
        };
        let mut changes = Changes::default();
        if !start.latch.contact || departs {
            changes.add(ContactChange { after: target.after, penetration_rate: target.rate, contact: true });
        }
        if departs {
            let penetration_rate = -impact.velocity[0];
            changes.add(ContactChange { after: target.after, penetration_rate, contact: false });
        }
        Ok(Solved {
            end,
            impulse: self.world(&impulse),
            moment: self.world(&(impact.impulse * rest + pressed * (0.5 * rest))),
            micro_steps: impact.passes + passes,
            capped: !(impact.followed && agrees),
            contact_throughout: false,
            changes,
            separation_work,
            lowered: impact.lowered,
        })
    }

    /// The latch after a contact that `lasts` to the end of the step or not.
    fn latch(&self, start: &ContactSubstate, target: &TargetVelocity, lasts: bool) -> Latch<f64> {
        // what only comes to rest is no impact, and has none of its restitution
        let v_i = if target.rebound.is_some() { target.rate } else { start.latch.v_i };
        Latch { contact: lasts, v_i, ..start.latch }
    }

    /// Lasting contact.
    fn touch(&self, start: &ContactSubstate, target: &TargetVelocity) -> Result<Solved, ContactFault> {
        let h = self.length;
        let SolvedImpulse { impulse, velocity, passes, agrees } = self.passive_impulse(target.least)?;
        if impulse[0] <= 0.0 {
            return Ok(self.fly(start));
        }
        let normal = impulse[0] / h;
        let friction = self.axes * Vector3::new(0.0, impulse[1] / h, impulse[2] / h);
        let mean = (self.u + velocity) * 0.5;
        let mut end = ContactSubstate {
            x: start.x - h * mean[0],
            v_r: Spatial { linear: self.axes * velocity, ..start.v_r },
            latch: self.latch(start, target, true),
            rigid_forces: RigidForces { normal, friction, lasting: normal },
            ..*start
        };
        let mut separation_work = 0.0;
        if self.parameters.settings.track_ledger {
            let across = impulse[1] * mean[1] + impulse[2] * mean[2];
            separation_work = self.book(&mut end, start, [0.0, across], [impulse[0] * mean[0], 0.0]);
        }
        let mut changes = Changes::default();
        if !start.latch.contact {
            changes.add(ContactChange { after: target.after, penetration_rate: 0.0, contact: true });
        }
        let impulse = self.world(&impulse);
        Ok(Solved {
            end,
            impulse,
            moment: impulse * (0.5 * h),
            micro_steps: passes,
            capped: !agrees,
            contact_throughout: false,
            changes,
            separation_work,
            lowered: None,
        })
    }

    /// Books the works that impulses have done on the bodies along the normal and the tangents [J]; of `pressed` what is
    /// above 0 is the importer's, as the impulse that separates overlapping bodies: that work is the result.
    fn book(&self, end: &mut ContactSubstate, start: &ContactSubstate, works: [f64; 2], pressed: [f64; 2]) -> f64 {
        let given = pressed.map(|work| work.max(0.0));
        let [along, across] = [0, 1].map(|k| works[k] + pressed[k] - given[k]);
        let bent = end.rigid_forces.stored(self.coupling) - start.rigid_forces.stored(self.coupling);
        let Energies { work, dissipated_normal, dissipated_friction } = start.energy;
        end.energy = Energies {
            work: work - along - across,
            dissipated_normal: dissipated_normal - along,
            dissipated_friction: dissipated_friction - across - bent,
        };
        given[0] + given[1]
    }

    /// Without a force; bristles out of contact relax, and what they stored is dissipated.
    fn fly(&self, start: &ContactSubstate) -> Solved {
        let h = self.length;
        let mut end = ContactSubstate {
            x: start.x - h * (self.u[0] + 0.5 * self.b[0] * h),
            v_r: Spatial { linear: self.axes * (self.u + self.b * h), ..start.v_r },
            latch: Latch { contact: false, ..start.latch },
            rigid_forces: RigidForces::default(),
            ..*start
        };
        if self.parameters.settings.track_ledger {
            end.energy.dissipated_friction += start.rigid_forces.stored(self.coupling);
        }
        let mut changes = Changes::default();
        if start.latch.contact {
            changes.add(ContactChange { after: 0.0, penetration_rate: -self.u[0], contact: false });
        }
        Solved {
            end,
            impulse: Spatial::zero(),
            moment: Spatial::zero(),
            micro_steps: 0,
            capped: false,
            contact_throughout: false,
            changes,
            separation_work: 0.0,
            lowered: None,
        }
    }
}
