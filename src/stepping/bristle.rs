//! Bristles and dwell state over one phase of a step.
//!
//! Both are linear in themselves, so each takes an exponential step with its coefficients frozen at mid-phase: second
//! order, exact where they are constant, stable for every length.

use crate::physics::friction::{Acts, Sliding};
use crate::physics::normal::NormalForce;
use crate::physics::parameters::{BristleLimit, FrictionMap, Parameters};
use crate::physics::{
    ContactFrame, Energies, Fault, Planar, State, contact, contact_frame, friction, limit_surface, normal, rolling,
    rotation,
};
use crate::stepping::{ContactState, Motion};

/// A phase in contact, from `from` to `until` [s since the step's start].
pub fn touch(motion: &Motion, from: f64, until: f64, next: &mut ContactState) -> Result<(), Fault> {
    let parameters = motion.parameters;
    let h = until - from;
    let inputs = motion.inputs_at(from + 0.5 * h);
    let frame = contact_frame(parameters, &inputs, motion.normal_rate())?;
    next.latch = next.latch.relatched(parameters, &frame);

    let turn = friction::bristle_turning_rate(parameters, &frame) * (0.5 * h);
    let z = Planar { t: rotation::turned(&next.continuous.z, &turn), r: next.continuous.z_r };
    let middle = Middle::of(parameters, &frame, next, h);
    let z_middle = middle.advanced(&z, 0.5 * h, &z);
    // a bound that has fallen is left behind within the step: the second half starts where the first one ended
    let z_end = if middle.is_saturated(&z) && !middle.is_saturated(&z_middle) {
        middle.advanced(&z_middle, 0.5 * h, &z_middle)
    } else {
        middle.advanced(&z, h, &z_middle)
    };

    if parameters.settings.track_ledger {
        let power = middle.powers(&z_middle);
        let energy = &mut next.continuous.energy;
        energy.work += power.work * h;
        energy.dissipated_normal += power.dissipated_normal * h;
        energy.dissipated_friction += power.dissipated_friction * h;
    }
    next.continuous.s_dw = relaxed(next.continuous.s_dw, middle.drive.s, h / middle.dwell_time);
    next.continuous.z = rotation::turned(&z_end.t, &turn);
    next.continuous.z_r = z_end.r;
    Ok(())
}

/// A phase apart: the bristles turn with the frame and relax with τ_br, as does s_dw; what they held is dissipated.
pub fn spring_back(motion: &Motion, from: f64, until: f64, next: &mut ContactState) -> Result<(), Fault> {
    let State { s_dw, energy, .. } = next.continuous;
    let z = next.continuous.deflection();
    if z == Planar::zero() && s_dw == 0.0 {
        return Ok(());
    }
    let (parameters, f) = (motion.parameters, &motion.parameters.friction);
    let h = until - from;
    let frame = motion.frame(from + 0.5 * h)?;
    let decay = libm::exp(-h / f.tau_br());
    let turned = rotation::turned(&z.t, &(friction::bristle_turning_rate(parameters, &frame) * h));
    let rest = Planar { t: turned, r: z.r } * decay;
    (next.continuous.z, next.continuous.z_r) = (rest.t, rest.r);
    next.continuous.s_dw = relaxed(s_dw, 0.0, h / friction::dwell_time(f, 0.0, s_dw));
    if parameters.settings.track_ledger {
        let lost = 0.5 * f.sigma_0 * (z.dot(&z) - rest.dot(&rest));
        next.continuous.energy.dissipated_friction = energy.dissipated_friction + lost;
    }
    Ok(())
}

/// The friction law's coefficients at mid-phase.
struct Middle<'a> {
    parameters: &'a Parameters<f64>,
    frame: &'a ContactFrame<f64>,
    normal: NormalForce<f64>,
    sliding: Sliding<f64>,
    drive: friction::Drive<f64>,
    /// s_dw at mid-phase, by its own exponential
    s_dw: f64,
    dwell_time: f64,
    /// f_max [N]
    bound: f64,
}

impl<'a> Middle<'a> {
    fn of(parameters: &'a Parameters<f64>, frame: &'a ContactFrame<f64>, state: &ContactState, h: f64) -> Self {
        let f = &parameters.friction;
        let normal = normal::normal_force(parameters, frame, &state.latch);
        let sliding = friction::sliding(parameters, frame);
        let drive = friction::drive(parameters, true, &sliding, normal.force);
        let dwell_time = friction::dwell_time(f, drive.s, state.continuous.s_dw);
        let s_dw = relaxed(state.continuous.s_dw, drive.s, 0.5 * h / dwell_time);
        let bound = friction::friction_bound(f, normal.force, s_dw);
        Middle { parameters, frame, normal, sliding, drive, s_dw, dwell_time, bound }
    }

    /// Rates of the ledger at mid-phase, with the bristles' deflection `z` there.
    fn powers(&self, z: &Planar<f64>) -> Energies<f64> {
        let Middle { parameters, frame, normal, sliding, drive, s_dw, .. } = self;
        let friction = friction::friction_force(parameters, frame, sliding, drive, normal.force, z, *s_dw);
        let rolling = rolling::rolling_couple(parameters, frame, normal.force);
        contact::powers(parameters, frame, sliding, normal, &friction, &rolling, z)
    }

    fn bristle_force(&self, z: &Planar<f64>) -> Planar<f64> {
        let Middle { parameters, frame, sliding, drive, .. } = self;
        friction::bristle_force(&parameters.friction, drive.s, &sliding.held(frame, z), &sliding.slip, &drive.f_c)
    }

    /// Whether the bound holds back bristles deflected by `z`.
    fn is_saturated(&self, z: &Planar<f64>) -> bool {
        self.drive.acts == Acts::Bristles
            && self.parameters.settings.bristle_limit == BristleLimit::Limited
            && self.sliding.surface.exceeds(&self.bristle_force(z), self.bound)
    }

    /// z̃ after `h` [s] from `z`; `z_test` tells whether, and in which direction, the bristles are saturated.
    ///
    /// Unsaturated: ż = s·V + (1−s)(f_C/σ1 − z/τ_br). Saturated and limited: ż = (sat(f_br) − σ0·z)/σ1. Where the set
    /// is a ball this is linear in z about f_br of `z_test` ([`saturated`](Self::saturated)); on a face of a
    /// polyhedron z moves as if unsaturated, towards it σ0·z relaxes with τ_br.
    fn advanced(&self, z: &Planar<f64>, h: f64, z_test: &Planar<f64>) -> Planar<f64> {
        let f = &self.parameters.friction;
        let tau_br = f.tau_br();
        let held = self.sliding.held(self.frame, z);
        let stray = (*z - held) * libm::exp(-h / tau_br);
        if self.drive.acts != Acts::Bristles {
            return held * libm::exp(-h / tau_br) + stray;
        }
        let rate = self.sliding.slip * self.drive.s + self.drive.f_c * ((1.0 - self.drive.s) / f.sigma_1);
        if self.parameters.settings.bristle_limit == BristleLimit::Paper {
            return self.grown(&held, &rate, 1.0 - self.drive.s, h) + stray;
        }
        let surface = &self.sliding.surface;
        let f_br = self.bristle_force(z_test);
        let end = match surface.map {
            FrictionMap::Ellipsoid => self.in_ball(&held, &rate, &f_br, h),
            FrictionMap::Mixed => {
                self.in_ball(&held.translation(), &rate.translation(), &f_br.translation(), h)
                    + self.in_ball(&held.rotation(), &rate.rotation(), &f_br.rotation(), h)
            }
            FrictionMap::Polyhedron => self.in_polyhedron(&held, &rate, h),
        };
        end + stray
    }

    /// z̃ after `h` [s] of  ż = rate − held_back·z/τ_br.
    fn grown(&self, z: &Planar<f64>, rate: &Planar<f64>, held_back: f64, h: f64) -> Planar<f64> {
        let y = held_back * h / self.parameters.friction.tau_br();
        *z * libm::exp(-y) + *rate * (h * phi_1(y))
    }

    /// [`advanced`](Self::advanced) within the ball |σ0·z| ≤ f_max.
    fn in_ball(&self, held: &Planar<f64>, rate: &Planar<f64>, f_br: &Planar<f64>, h: f64) -> Planar<f64> {
        let sigma_0 = self.parameters.friction.sigma_0;
        let end = if limit_surface::is_longer(f_br, self.bound) {
            let length = f_br.norm();
            self.saturated(held, rate, &(*f_br / length), length, h)
        } else {
            self.grown(held, rate, 1.0 - self.drive.s, h)
        };
        limit_surface::shortened(&(end * sigma_0), self.reach(sigma_0 * held.norm(), h)) / sigma_0
    }

    /// [`advanced`](Self::advanced) within the polyhedron: the face, edge or corner that would hold the bristles if
    /// they moved freely holds them, so that a long step does not leave it on the other side.
    fn in_polyhedron(&self, held: &Planar<f64>, rate: &Planar<f64>, h: f64) -> Planar<f64> {
        let (f, surface) = (&self.parameters.friction, &self.sliding.surface);
        let free = self.grown(held, rate, 1.0 - self.drive.s, h);
        let f_br = self.bristle_force(&free);
        let face = surface.face(&f_br, self.bound);
        let across = |u: &Planar<f64>| *u - surface.along(&face, u);
        let (from, goal) = (across(held), across(&(surface.saturate(&f_br, self.bound) / f.sigma_0)));
        let end = surface.along(&face, &free) + from + (goal - from) * -libm::expm1(-h / f.tau_br());
        surface.saturate(&(end * f.sigma_0), self.reach(surface.reach(&(*held * f.sigma_0)), h)) / f.sigma_0
    }

    /// How far σ0·z̃ can come from where it reaches `from` [N]: the equations never leave the bound from within, and
    /// come back to it from outside with τ_br; a long step that would not is brought back.
    fn reach(&self, from: f64, h: f64) -> f64 {
        self.bound.max(relaxed(from, self.bound, h / self.parameters.friction.tau_br()))
    }

    /// With c = f_max/|f_br|: along f_br σ0·z relaxes towards f_max with τ_br, across it
    /// ż = c·s·V + c·(1−s)·f_C/σ1 − (1 − c·s)·z/τ_br.
    fn saturated(
        &self,
        held: &Planar<f64>,
        rate: &Planar<f64>,
        along: &Planar<f64>,
        length: f64,
        h: f64,
    ) -> Planar<f64> {
        let f = &self.parameters.friction;
        let c = self.bound / length;
        let across = |u: &Planar<f64>| *u - *along * along.dot(u);
        *along * relaxed(along.dot(held), self.bound / f.sigma_0, h / f.tau_br())
            + self.grown(&across(held), &(across(rate) * c), 1.0 - c * self.drive.s, h)
    }
}

/// Exponential approach from `from` to `to` over `y` time constants.
fn relaxed(from: f64, to: f64, y: f64) -> f64 {
    from + (to - from) * -libm::expm1(-y)
}

/// φ₁(−y) = (1 − exp(−y))/y, 1 at y = 0.
fn phi_1(y: f64) -> f64 {
    if y > 0.0 { -libm::expm1(-y) / y } else { 1.0 }
}
