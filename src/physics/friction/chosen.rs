//! Friction as the settings choose it: any law, any set of forces, in the plane and about the normal.

use crate::physics::friction::equations::{
    Constants, SLOPE, bristle_turning_rate, regularised_direction, slip_direction, spin_radius_at, sticking_level,
};
use crate::physics::friction::model::{Acts, Drive, FrictionForce, FrictionModel, friction_of};
use crate::physics::parameters::{BristleLimit, Friction, FrictionLaw};
use crate::physics::{ContactFrame, LimitSurface, Parameters, Planar, Scalar, Spot, Vector3, rolling};

/// The slip as friction sees it, and the set its force lies in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding<'a, T> {
    /// V = (E·v_t, e_r·ω_n) [m/s], E with e_t and e_o along the axes of the surface
    pub slip: Planar<T>,
    /// e_r [m]
    pub e_r: T,
    pub surface: LimitSurface<'a, T>,
}

/// Slip and limit surface where bodies meet.
#[inline(always)]
pub fn sliding<'p, 'a, T: Scalar>(parameters: &'p Parameters<T>, spot: impl Into<Spot<'a, T>>) -> Sliding<'p, T> {
    let spot = spot.into();
    let (frame, e_r) = (spot.frame, spin_radius_at(parameters, spot));
    // where nothing asks for directions the axis is 0, and nobody looks at it
    let axes = if parameters.asks_for_directions() { frame.axes() } else { [frame.axis; 2] };
    let surface = LimitSurface::new(parameters, axes);
    Sliding { slip: Planar { t: surface.stretched(&frame.v_t), r: e_r * frame.normal.dot(&frame.omega) }, e_r, surface }
}

/// The friction model of the settings.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a, T: Scalar> {
    pub parameters: &'a Parameters<T>,
    pub sliding: &'a Sliding<'a, T>,
}

impl<T: Scalar> FrictionModel<T> for Chosen<'_, T> {
    type Slip = Planar<T>;

    const HAS_COUPLE: bool = true;
    const KNOWS_APART: bool = true;

    #[inline(always)]
    fn coefficients(&self) -> &Friction<T> {
        &self.parameters.friction
    }

    #[inline(always)]
    fn constants(&self) -> Constants<T> {
        self.coefficients().constants()
    }

    #[inline(always)]
    fn slip(&self, v_t: &Vector3<T>, n: &Vector3<T>, omega: &Vector3<T>) -> Planar<T> {
        Planar { t: self.sliding.surface.stretched(v_t), r: self.sliding.e_r * n.dot(omega) }
    }

    /// f_C = μ_C·f_n·dir(V) [G04 eqs. 17, 19], or μ_C·f_n·V/reg(|V|, v_small) [M3D], along the slip: the minus is in eq. (26).
    ///
    /// Deviations: on a set that is no ellipsoid the force of greatest work; apart, and without a friction law, s ≡ 0 and f_C ≡ 0, so that
    /// bristles that touch nothing relax.
    #[inline(always)]
    fn drive(&self, touches: bool, slip: &Planar<T>, f_n: T) -> Drive<T> {
        let (f, surface) = (self.coefficients(), &self.sliding.surface);
        let law = if touches { self.parameters.settings.friction_law } else { FrictionLaw::None };
        match law {
            FrictionLaw::None => Drive { s: T::zero(), f_c: Planar::zero(), acts: Acts::Nothing },
            FrictionLaw::Dwell => {
                let Constants { v_eps, per_v_S2, .. } = f.constants();
                let direction = surface.direction(slip, |v| slip_direction(v, v_eps), T::from(SLOPE) / v_eps);
                let s = sticking_level(slip.dot(slip), per_v_S2);
                Drive { s, f_c: direction * (f.mu_C * f_n), acts: Acts::Bristles }
            }
            FrictionLaw::Coulomb => {
                let slope = T::one() / rolling::reg(T::zero(), f.v_small);
                let direction = surface.direction(slip, |v| regularised_direction(v, f.v_small), slope);
                Drive { s: T::zero(), f_c: direction * (f.mu_C * f_n), acts: Acts::Coulomb }
            }
        }
    }

    #[inline(always)]
    fn bearing(&self, n: &Vector3<T>, z: &Planar<T>) -> Planar<T> {
        let r = if self.sliding.e_r.value() > 0.0 { z.r } else { T::zero() };
        Planar { t: z.t - n * n.dot(&z.t), r }
    }

    #[inline(always)]
    fn is_limited(&self) -> bool {
        self.parameters.settings.bristle_limit == BristleLimit::Limited
    }

    #[inline(always)]
    fn exceeds(&self, force: &Planar<T>, bound: T) -> bool {
        self.sliding.surface.exceeds(force, bound)
    }

    #[inline(always)]
    fn saturate(&self, force: &Planar<T>, bound: T) -> Planar<T> {
        self.sliding.surface.saturate(force, bound)
    }

    #[inline(always)]
    fn in_plane(&self, force: &Planar<T>) -> Vector3<T> {
        self.sliding.surface.stretched(&force.t)
    }

    #[inline(always)]
    fn moment(&self, force: &Planar<T>) -> T {
        force.r * self.sliding.e_r
    }

    #[inline(always)]
    fn rolling(&self, frame: &ContactFrame<T>, f_n: T) -> Vector3<T> {
        rolling::rolling_couple(self.parameters, frame, f_n)
    }

    #[inline(always)]
    fn turning_rate(&self, frame: &ContactFrame<T>) -> Vector3<T> {
        bristle_turning_rate(self.parameters, frame)
    }
}

/// [`FrictionModel::drive`] of the settings.
#[inline(always)]
pub fn drive<T: Scalar>(parameters: &Parameters<T>, contact: bool, sliding: &Sliding<T>, f_n: T) -> Drive<T> {
    Chosen { parameters, sliding }.drive(contact, &sliding.slip, f_n)
}

/// [`friction_of`] the settings; apart, `drive` says so.
#[inline(always)]
pub fn friction_force<T: Scalar>(
    parameters: &Parameters<T>,
    frame: &ContactFrame<T>,
    sliding: &Sliding<T>,
    drive: &Drive<T>,
    f_n: T,
    z: &Planar<T>,
    s_dw: T,
) -> FrictionForce<T> {
    friction_of(&Chosen { parameters, sliding }, true, drive, &sliding.slip, &frame.normal, f_n, z, s_dw)
}
