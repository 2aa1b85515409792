//! The inverse mass at the contact point.

use crate::rigid::fault::{Fault, finite};

/// Inverse effective mass of the contact point  Δu = W·P,  W = [[tt, tn], [tn, nn]]  [1/kg], positive definite.
///
/// For a linkage W = J·M⁻¹·Jᵀ, the rows of J giving u_t and u_n from the generalised velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseMass {
    /// w_tt = 1/m1  [WK91 eq. 3.2a]
    pub tt: f64,
    /// w_tn = −1/m3; 0 for a central impact
    pub tn: f64,
    /// w_nn = 1/m2  [WK91 eq. 3.2b]
    pub nn: f64,
}

/// A free body in the plane. A body that nothing moves is [`Body::FIXED`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// M [kg], > 0
    pub mass: f64,
    /// About the centre of mass, I [kg·m²], > 0
    pub inertia: f64,
    /// From the centre of mass to the contact point along the tangent, r_x [m]
    pub arm_t: f64,
    /// The same along the normal, r_y [m]
    pub arm_n: f64,
}

impl Body {
    /// The ground, or what is driven so that no impulse changes its motion.
    pub const FIXED: Body = Body { mass: f64::INFINITY, inertia: f64::INFINITY, arm_t: 0.0, arm_n: 0.0 };

    /// Its share of W: an impulse P at the arm r moves the centre by P/M and turns the body by (r_x·P_n − r_y·P_t)/I.
    fn share(&self) -> Result<InverseMass, Fault> {
        for (name, value) in [("mass", self.mass), ("inertia", self.inertia)] {
            if value.is_nan() || value <= 0.0 {
                return Err(Fault::NoInertia { name, value });
            }
        }
        finite(&[("arm_t", self.arm_t), ("arm_n", self.arm_n)])?;
        Ok(InverseMass {
            tt: 1.0 / self.mass + self.arm_n * (self.arm_n / self.inertia),
            tn: -self.arm_t * (self.arm_n / self.inertia),
            nn: 1.0 / self.mass + self.arm_t * (self.arm_t / self.inertia),
        })
    }
}

impl InverseMass {
    /// W of two free bodies  [WK91, below eq. 3.2b]. Arms may be turned round, as the print has them: W stays the same.
    ///
    /// Errors: a mass or inertia that is not above 0, an arm that is not finite, two fixed bodies.
    pub fn from_bodies(body_1: &Body, body_2: &Body) -> Result<Self, Fault> {
        let (a, b) = (body_1.share()?, body_2.share()?);
        InverseMass { tt: a.tt + b.tt, tn: a.tn + b.tn, nn: a.nn + b.nn }.checked()
    }

    /// m1, m2 and m3 of [WK91 eq. 3.2] [kg]; m3 has either sign and is infinite for a central impact.
    pub fn effective_masses(&self) -> [f64; 3] {
        [1.0 / self.tt, 1.0 / self.nn, -1.0 / self.tn]
    }

    /// Itself, if positive definite by more than rounding: below that margin the yield in stick would be noise.
    pub(super) fn checked(self) -> Result<Self, Fault> {
        const MARGIN: f64 = 8.0 * f64::EPSILON;
        let InverseMass { tt, tn, nn } = self;
        finite(&[("w_tt", tt), ("w_tn", tn), ("w_nn", nn)])?;
        if tt > 0.0 && nn > 0.0 && (tn / tt) * (tn / nn) < 1.0 - MARGIN {
            Ok(self)
        } else {
            Err(Fault::NotPositiveDefinite { tt, tn, nn })
        }
    }
}
