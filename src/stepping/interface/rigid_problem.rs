//! The problem of one interval of a rigid contact (docs/numerics.md steps 19 to 22 and 36).

use crate::physics::parameters::FrictionLaw;
use crate::physics::{ContactFault, Parameters, Vector3};
use crate::rigid;
use crate::rigid::complementarity::Status;
use crate::rigid::time_stepping::{
    Contact, Friction, Method, ROWS, SpinningContact, System, advance, advance_spinning,
};
use crate::stepping::Coupling;
use crate::stepping::coupling::{StepFriction, StepLaw, TimeStepping};
use crate::stepping::interface::{ContactSubstate, Matrix3, Port, Spatial, local};
use nalgebra::{Const, DimName, Matrix4, U3, U4, Vector4};

/// Velocity, acceleration or impulse: n, t₁, t₂ and e_r times the turn about n, or the couple about n over e_r.
pub type Rows = Vector4<f64>;

/// Unknowns of the polygonal problem, normal, sides and slip: up to 8 sides, and up to 32, with two directions of spin besides. Each size is
/// compiled by itself.
type FewSides = Const<10>;
type ManySides = Const<36>;

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

/// An interval in the axes n, t₁, t₂ and about n.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    pub parameters: &'a Parameters<f64>,
    pub coupling: &'a Coupling<f64>,
    port: &'a Port,
    /// Factor of W, L and G
    factor: f64,
    axes: Matrix3,
    /// e_r [m]; 0 where spin has no friction, and the fourth row moves nothing
    arm: f64,
    pub w: Matrix4<f64>,
    pub b: Rows,
    /// b_w [rad/s²]
    turning: Vector3<f64>,
    /// Velocity at the start
    pub u: Rows,
    /// λ_N of lasting contact, λ_T and c_r/e_r of the step before [N]
    pub previous: Rows,
    pub length: f64,
}

/// Impulse over the interval and the velocity after it.
pub struct SolvedImpulse {
    pub impulse: Rows,
    pub velocity: Rows,
    pub passes: u32,
    /// Whether the bounds of friction are those of the normal force
    pub agrees: bool,
}

impl<'a> Problem<'a> {
    /// W, L and G of the port times `factor`; `b` in world axes.
    pub fn new(
        parameters: &'a Parameters<f64>,
        coupling: &'a Coupling<f64>,
        port: &'a Port,
        factor: f64,
        b: &Spatial,
        start: &ContactSubstate,
        length: f64,
    ) -> Self {
        let n = port.frame.normal;
        let [t1, t2] = local::tangents(&n);
        let axes = Matrix3::from_columns(&[n, t1, t2]);
        let there = |v: &Vector3<f64>| axes.tr_mul(v);
        let sliding = axes.tr_mul(&port.w) * axes * factor;
        let mut w = Matrix4::zeros();
        w.fixed_view_mut::<ROWS, ROWS>(0, 0).copy_from(&((sliding + sliding.transpose()) * 0.5));
        let arm = if port.turning.is_some() { parameters.friction.e_r } else { 0.0 };
        if let Some(turning) = &port.turning {
            let across = there(&turning.g.tr_mul(&n)) * (arm * factor);
            for (row, element) in across.iter().enumerate() {
                (w[(row, ROWS)], w[(ROWS, row)]) = (*element, *element);
            }
            w[(ROWS, ROWS)] = arm * arm * factor * n.dot(&(turning.l * n));
        }
        let rows = |v: &Spatial| there(&v.linear).push(arm * n.dot(&v.angular));
        let held = there(&start.rigid_forces.friction);
        Problem {
            parameters,
            coupling,
            port,
            factor,
            axes,
            arm,
            w,
            b: rows(b),
            turning: b.angular,
            u: rows(&start.v_r),
            previous: Rows::new(start.rigid_forces.lasting, held[1], held[2], start.rigid_forces.spin),
            length,
        }
    }

    /// The rest of the interval, `length` long, for bodies that lie since an impact left them `u`.
    pub fn lying(&self, u: Rows, length: f64) -> Self {
        Problem { u, previous: Rows::zeros(), length, ..*self }
    }

    /// Whether friction opposes spin.
    pub fn spins(&self) -> bool {
        self.arm > 0.0
    }

    /// Force or impulse in world axes.
    pub fn world(&self, p: &Rows) -> Spatial {
        // without spin a plain 0, not one with the sign of the normal
        let angular = if self.spins() { self.port.frame.normal * (p[ROWS] * self.arm) } else { Vector3::zeros() };
        Spatial { linear: self.axes * p.xyz(), angular }
    }

    /// Velocity of the contact point in world axes.
    pub fn velocity(&self, u: &Rows) -> Vector3<f64> {
        self.axes * u.xyz()
    }

    /// ω at the end, after ω = `start` and the impulse `p` [rad/s].
    pub fn omega(&self, start: Vector3<f64>, p: &Rows) -> Vector3<f64> {
        if self.port.turning.is_none() {
            return start;
        }
        start + self.port.response(&self.world(p)).angular * self.factor + self.turning * self.length
    }

    pub fn mu(&self) -> f64 {
        match self.parameters.settings.friction_law {
            FrictionLaw::None => 0.0,
            FrictionLaw::Dwell | FrictionLaw::Coulomb => self.parameters.friction.mu_C,
        }
    }

    /// For a velocity of separation of at least `least` [m/s]; by rigid bristles, if it follows an impact.
    pub fn impulse(&self, least: f64, mu: f64, is_impact: bool) -> Result<SolvedImpulse, ContactFault> {
        let [normal, f1, f2, spin_friction] = self.previous.into();
        let contact = Contact { mu, least, normal, friction: [f1, f2], slip: [self.u[1], self.u[2]] };
        let method = method(self.coupling, is_impact);
        let free = self.u + self.b * self.length;
        // status, residual, passes, whether bounds agree, impulse and velocity
        let found = if self.spins() {
            let spinning = SpinningContact { contact, spin_friction, spin_slip: self.u[ROWS] };
            let system = System::<U4> { w: self.w, free, h: self.length };
            advance_spinning::<ManySides>(&system, &spinning, &method)
                .map(|step| (step.status, step.residual, step.passes, step.agrees, step.impulse, step.velocity))
        } else {
            let w = self.w.fixed_view::<ROWS, ROWS>(0, 0).into_owned();
            let system = System::<U3> { w, free: free.xyz(), h: self.length };
            let step = if self.coupling.settings.step_sides + 2 <= FewSides::DIM as u32 {
                advance::<U3, FewSides>(&system, &[contact], &method)
            } else {
                advance::<U3, ManySides>(&system, &[contact], &method)
            };
            let rows = |v: Vector3<f64>| v.push(0.0);
            step.map(|step| {
                (step.status, step.residual, step.passes, step.agrees, rows(step.impulse), rows(step.velocity))
            })
        };
        match found {
            Ok((Status::Solved, _, passes, agrees, impulse, velocity)) => {
                // a λ_N of the step before is none to agree with
                Ok(SolvedImpulse { impulse, velocity, passes, agrees: agrees || method.passes == 1 })
            }
            Ok((_, residual, ..)) => Err(ContactFault::Unsolved { residual }),
            Err(rigid::Fault::NotPositiveSemidefinite { .. }) => {
                Err(ContactFault::Unsolved { residual: f64::INFINITY })
            }
            Err(_) => Err(ContactFault::Overflow { what: "the force of the rigid contact" }),
        }
    }

    /// [`Self::impulse`] of lasting contact that leaves the bodies with no more than they had: where friction jams, its problem may have
    /// a solution that throws them apart. Then without the bristle force, or without friction.
    pub fn passive_impulse(&self, least: f64) -> Result<SolvedImpulse, ContactFault> {
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
    pub fn gains(&self, SolvedImpulse { impulse, velocity, agrees, .. }: &SolvedImpulse, least: f64) -> bool {
        let TimeStepping { k_T, .. } = self.coupling.time_stepping;
        let [_, f1, f2, f_r] = self.previous.into();
        let stored = if k_T > 0.0 { 0.5 * (f1 * f1 + f2 * f2 + f_r * f_r) / k_T } else { 0.0 };
        // the bristle force is mostly no deflection, and moves free bodies by no more in a step
        let of_bristles = Rows::new(0.0, f1, f2, f_r) * self.length;
        let released = stored.min(of_bristles.dot(&(self.w * of_bristles)));
        let given = impulse[0] * least.max(0.0);
        let free = self.u + self.b * self.length;
        let turnover = free.dot(&free) / self.w[(0, 0)];
        impulse.dot(velocity) > given + if *agrees { released + WILD * turnover } else { 0.0 }
    }
}
