//! Friction in the plane alone, within a ball: the usual contact, and the laws without bristles. Nothing is left to choose, which
//! makes an evaluation three times as fast.

use crate::physics::friction::equations::{Constants, direction_by_slip, regularised_direction, sticking_level};
use crate::physics::friction::model::{Acts, Drive, FrictionModel};
use crate::physics::limit_surface::{is_longer, shortened};
use crate::physics::parameters::{
    BristleFrame, BristleLimit, Friction, FrictionLaw, FrictionMap, Parameters, SpinRadiusSource,
};
use crate::physics::scalar::select;
use crate::physics::{ContactFrame, Scalar, Vector3};

/// Bristles that rest in the contact frame, in the plane alone; with `LIMITED` they keep the bound.
#[derive(Clone, Copy, Debug)]
pub struct Usual<'a, T, const LIMITED: bool = true> {
    pub friction: &'a Friction<T>,
    /// Of `friction`
    pub constants: &'a Constants<T>,
}

impl<T: Scalar> Usual<'_, T> {
    /// The constants of friction where parameters ask for the usual contact, whose normal force is k·x^p·(1 + a·ẋ)₊, else None. It
    /// does not do for bristles that still hold a spin.
    #[inline(always)]
    pub fn constants_of(parameters: &Parameters<T>) -> Option<Constants<T>> {
        let (settings, friction) = (&parameters.settings, &parameters.friction);
        let is_usual = settings.friction_law == FrictionLaw::Dwell
            && settings.normal_law.form().is_power_law()
            && settings.friction_map == FrictionMap::Ellipsoid
            && settings.spin_radius_source == SpinRadiusSource::Given
            && settings.bristle_frame == BristleFrame::Contact
            && settings.bristle_limit == BristleLimit::Limited
            && friction.e_r.is_zero()
            && friction.is_even()
            && friction.mu_r.is_zero();
        is_usual.then(|| friction.constants())
    }
}

/// What friction in the plane alone has in common: coefficients in `friction`, the tangential velocity as slip, a ball as set.
macro_rules! in_the_plane {
    () => {
        type Slip = Vector3<T>;

        const HAS_COUPLE: bool = false;
        const KNOWS_APART: bool = false;

        #[inline(always)]
        fn coefficients(&self) -> &Friction<T> {
            self.friction
        }

        #[inline(always)]
        fn slip(&self, v_t: &Vector3<T>, _n: &Vector3<T>, _omega: &Vector3<T>) -> Vector3<T> {
            *v_t
        }

        #[inline(always)]
        fn bearing(&self, n: &Vector3<T>, z: &Vector3<T>) -> Vector3<T> {
            z - n * n.dot(z)
        }

        #[inline(always)]
        fn exceeds(&self, force: &Vector3<T>, bound: T) -> bool {
            is_longer(force, bound)
        }

        #[inline(always)]
        fn saturate(&self, force: &Vector3<T>, bound: T) -> Vector3<T> {
            shortened(force, bound)
        }

        #[inline(always)]
        fn in_plane(&self, force: &Vector3<T>) -> Vector3<T> {
            *force
        }

        #[inline(always)]
        fn moment(&self, _force: &Vector3<T>) -> T {
            T::zero()
        }

        #[inline(always)]
        fn rolling(&self, _frame: &ContactFrame<T>, _f_n: T) -> Vector3<T> {
            Vector3::from_element(T::zero())
        }

        #[inline(always)]
        fn turning_rate(&self, frame: &ContactFrame<T>) -> Vector3<T> {
            frame.omega_c
        }
    };
}

impl<T: Scalar, const LIMITED: bool> FrictionModel<T> for Usual<'_, T, LIMITED> {
    in_the_plane!();

    #[inline(always)]
    fn constants(&self) -> Constants<T> {
        *self.constants
    }

    #[inline(always)]
    fn drive(&self, touches: bool, slip: &Vector3<T>, f_n: T) -> Drive<T, Vector3<T>> {
        let Usual { friction: f, constants } = self;
        let square = slip.dot(slip);
        Drive {
            s: select(touches, sticking_level(square, constants.per_v_S2), T::zero()),
            f_c: slip * direction_by_slip(square, constants.v_eps, constants.per_v_eps2) * (f.mu_C * f_n),
            acts: Acts::Bristles,
        }
    }

    #[inline(always)]
    fn is_limited(&self) -> bool {
        LIMITED
    }
}

/// The law `coulomb` [M3D], or none: bristles relax.
#[derive(Clone, Copy, Debug)]
pub struct Memoryless<'a, T, const COULOMB: bool> {
    pub friction: &'a Friction<T>,
}

impl<T: Scalar, const COULOMB: bool> FrictionModel<T> for Memoryless<'_, T, COULOMB> {
    in_the_plane!();

    #[inline(always)]
    fn constants(&self) -> Constants<T> {
        self.friction.constants()
    }

    #[inline(always)]
    fn drive(&self, _touches: bool, slip: &Vector3<T>, f_n: T) -> Drive<T, Vector3<T>> {
        let f = self.friction;
        let f_c = regularised_direction(slip, f.v_small) * (f.mu_C * f_n);
        Drive { s: T::zero(), f_c, acts: if COULOMB { Acts::Coulomb } else { Acts::Nothing } }
    }

    #[inline(always)]
    fn is_limited(&self) -> bool {
        true
    }
}
