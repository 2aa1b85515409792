//! The contact over one interval as rigid: one complementarity problem in the velocities at its end [P16]
//! (docs/numerics.md step 19).

use crate::physics::{ContactFault, Energies, Latch, Parameters, damping};
use crate::rigid::time_stepping::{Approach, ROWS, TargetVelocity, aim};
use crate::stepping::interface::rigid_impact::{Onset, RigidImpact};
use crate::stepping::interface::rigid_problem::{Problem, Rows, SolvedImpulse};
use crate::stepping::interface::solved::Solved;
use crate::stepping::interface::{ContactSubstate, Port, RigidForces, Spatial};
use crate::stepping::{Changes, ContactChange, Coupling};

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
    let problem = Problem::new(parameters, coupling, port, factor, b, start, length);
    let approach = Approach {
        penetration: start.x,
        rate: -problem.u[0],
        acceleration: -problem.b[0],
        least_speed: damping::SLOWEST_IMPACT,
        give_back: parameters.compliance.v_min,
    };
    let mut impact = None;
    let rebound_at = |after: f64, speed: f64| {
        let found = problem.impact(after, damping::rigid_restitution(parameters, speed));
        let rebound = found.as_ref().map_or(0.0, |found| found.velocity[0].max(0.0));
        impact = Some(found);
        rebound
    };
    match (aim(&approach, rebound_at, length), impact) {
        (Some(target), Some(impact)) => problem.rebound(start, &target, &impact?),
        (Some(target), None) => problem.touch(start, &target),
        (None, _) => Ok(problem.fly(start)),
    }
}

impl Problem<'_> {
    /// The impact `after` [s] from the start.
    fn impact(&self, after: f64, e: f64) -> Result<RigidImpact, ContactFault> {
        let onset = Onset { w: &self.w, before: self.u + self.b * after, mu: self.mu(), spins: self.spins() };
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
            (impact, SolvedImpulse { impulse: Rows::zeros(), velocity, passes: 0, agrees: true })
        } else {
            inelastic = self.impact(target.after, 0.0)?;
            let lying = self.lying(inelastic.velocity, rest);
            let smooth = || lying.impulse(0.0, 0.0, true).map(|solved| SolvedImpulse { agrees: false, ..solved });
            let with_friction = lying.impulse(0.0, self.mu(), true).ok().filter(|solved| !lying.gains(solved, 0.0));
            // a guided body beside a belt may find nothing that friction agrees with
            (&inelastic, with_friction.map_or_else(smooth, Ok)?)
        };
        let SolvedImpulse { impulse: pressed, velocity, passes, agrees } = after;
        let mean = (impact.velocity + velocity) * 0.5;
        let impulse = impact.impulse + pressed;
        // friction of an impact is dissipated, not stored
        let rigid_forces = RigidForces { normal: impulse[0] / h, lasting: pressed[0] / rest, ..RigidForces::default() };
        let latch = self.latch(start, target, !departs);
        let mut end = ContactSubstate {
            x: start.x.max(0.0) - rest * mean[0],
            v_r: Spatial { linear: self.velocity(&velocity), angular: self.omega(start.v_r.angular, &impulse) },
            latch,
            rigid_forces,
            ..*start
        };
        let separation_work = if self.parameters.settings.track_ledger {
            let works =
                [-impact.dissipated_normal, -impact.dissipated_friction, pressed[0] * mean[0], across(&pressed, &mean)];
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

    /// Lasting contact. The gap moves with the mean of both velocities, in [P16 eq. 7] with that of the start.
    fn touch(&self, start: &ContactSubstate, target: &TargetVelocity) -> Result<Solved, ContactFault> {
        let h = self.length;
        let SolvedImpulse { impulse, velocity, passes, agrees } = self.passive_impulse(target.least)?;
        if impulse[0] <= 0.0 {
            return Ok(self.fly(start));
        }
        let normal = impulse[0] / h;
        let friction = self.velocity(&Rows::new(0.0, impulse[1] / h, impulse[2] / h, 0.0));
        let mean = (self.u + velocity) * 0.5;
        let mut end = ContactSubstate {
            x: start.x - h * mean[0],
            v_r: Spatial { linear: self.velocity(&velocity), angular: self.omega(start.v_r.angular, &impulse) },
            latch: self.latch(start, target, true),
            rigid_forces: RigidForces { normal, friction, spin: impulse[ROWS] / h, lasting: normal },
            ..*start
        };
        let mut separation_work = 0.0;
        if self.parameters.settings.track_ledger {
            let across = across(&impulse, &mean);
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
            v_r: Spatial {
                linear: self.velocity(&(self.u + self.b * h)),
                angular: self.omega(start.v_r.angular, &Rows::zeros()),
            },
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

/// Work of friction along the tangents and against spin [J].
fn across(impulse: &Rows, mean: &Rows) -> f64 {
    let spun = impulse[ROWS] * mean[ROWS];
    impulse[1] * mean[1] + impulse[2] * mean[2] + spun
}
