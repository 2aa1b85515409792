//! What the host gives: the motion of the two bodies, or the contact itself.

use crate::physics::{Quaternion, Scalar, Vector3};

/// Motion of one body frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<T> {
    /// Origin r [m]
    pub position: Vector3<T>,
    /// Orientation q, body → world, any length but 0 [1]
    pub orientation: Quaternion<T>,
    /// Velocity of the origin v [m/s]
    pub velocity: Vector3<T>,
    /// Angular velocity ω [rad/s]
    pub angular_velocity: Vector3<T>,
}

/// What the host gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs<T> {
    /// x [m], external pair
    pub penetration: T,
    /// v_r [m/s], external pair
    pub relative_velocity: Vector3<T>,
    /// n, any length but 0, external pair
    pub contact_normal: Vector3<T>,
    /// p_a [m], external pair
    pub contact_point: Vector3<T>,
    pub body_i: Body<T>,
    pub body_j: Body<T>,
}

impl<T: Scalar> Default for Body<T> {
    fn default() -> Self {
        let zero = Vector3::from_element(T::zero());
        let orientation = Quaternion::new(T::one(), T::zero(), T::zero(), T::zero());
        Body { position: zero, orientation, velocity: zero, angular_velocity: zero }
    }
}

impl<T: Scalar> Default for Inputs<T> {
    fn default() -> Self {
        let zero = Vector3::from_element(T::zero());
        Inputs {
            penetration: T::zero(),
            relative_velocity: zero,
            contact_normal: Vector3::new(T::zero(), T::zero(), T::one()),
            contact_point: zero,
            body_i: Body::default(),
            body_j: Body::default(),
        }
    }
}

/// Velocity of body i against body j at p_a  v_i + ω_i×(p_a−r_i) − v_j − ω_j×(p_a−r_j)  [G04 eq. 29].
pub fn relative_velocity<T: Scalar>(i: &Body<T>, j: &Body<T>, p_a: &Vector3<T>) -> Vector3<T> {
    i.velocity + i.angular_velocity.cross(&(p_a - i.position))
        - j.velocity
        - j.angular_velocity.cross(&(p_a - j.position))
}
