//! What the importer gives: the motion of the two bodies, or the contact itself.

use crate::physics::{Quaternion, Rows, Scalar, Symmetric, Vector3, rotation};

/// Motion of one body frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Body<T> {
    /// Origin r [m]
    pub position: Vector3<T>,
    /// Orientation q, body → world, any length from 1e-100 to 1e100 [1]
    pub orientation: Quaternion<T>,
    /// Velocity of the origin v [m/s]
    pub velocity: Vector3<T>,
    /// Angular velocity ω [rad/s]
    pub angular_velocity: Vector3<T>,
}

/// What the importer gives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Inputs<T> {
    /// x [m], external pair
    pub penetration: T,
    /// v_r [m/s], external pair
    pub relative_velocity: Vector3<T>,
    /// n, any length from 1e-100 to 1e100, external pair
    pub contact_normal: Vector3<T>,
    /// p_a [m], external pair
    pub contact_point: Vector3<T>,
    pub body_i: Body<T>,
    pub body_j: Body<T>,
}

/// How the contact point moves under a force, as the importer gives it for the interface coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Mobility<T> {
    /// W at the contact in world axes [1/kg], J·M⁻¹·Jᵀ of an articulated system
    pub inverse_mass: Symmetric<T>,
    /// b: relative acceleration of the contact point without the contact force [m/s²]
    pub free_acceleration: Vector3<T>,
    /// I_i⁻¹ + I_j⁻¹ in world axes [1/(kg·m²)]
    pub inverse_inertia: Symmetric<T>,
    /// b_r: relative angular acceleration without the contact [rad/s²]
    pub free_angular_acceleration: Vector3<T>,
    /// G: how a force at the contact turns body i against body j, Σ I_b⁻¹·[ρ_b]ₓ in world axes, row by row [1/(kg·m)]
    pub turning_by_force: Rows<T>,
}

impl<T: Scalar> Default for Mobility<T> {
    fn default() -> Self {
        let zero = T::zero();
        let (none, still) = (Symmetric::from_element(zero), Vector3::from_element(zero));
        Mobility {
            inverse_mass: none,
            free_acceleration: still,
            inverse_inertia: none,
            free_angular_acceleration: still,
            turning_by_force: Rows::from_element(zero),
        }
    }
}

impl<T> Inputs<T> {
    /// Origins of the frames of both bodies [m].
    #[inline(always)]
    pub fn positions(&self) -> [&Vector3<T>; 2] {
        [&self.body_i.position, &self.body_j.position]
    }
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

/// Velocity of a point p of a body  v + ω×(p−r)  [m/s].
#[inline(always)]
pub fn velocity_at<T: Scalar>(body: &Body<T>, p: &Vector3<T>) -> Vector3<T> {
    body.velocity + body.angular_velocity.cross(&(p - body.position))
}

/// Velocity of body i against body j at p_a  v_i + ω_i×(p_a−r_i) − v_j − ω_j×(p_a−r_j)  [G04 eq. 29].
#[inline(always)]
pub fn relative_velocity<T: Scalar>(i: &Body<T>, j: &Body<T>, p_a: &Vector3<T>) -> Vector3<T> {
    velocity_at(i, p_a) - j.velocity - j.angular_velocity.cross(&(p_a - j.position))
}

/// Rates of the inputs while the motion goes on: ṙ = v, q̇ = ½ω∘q, ẋ = −v_r·n; everything else changes with the
/// derivative in `given`. Without `normal_given` the normal turns with body j.
pub fn rates(now: &Inputs<f64>, given: &Inputs<f64>, normal_given: bool) -> Inputs<f64> {
    let n = now.contact_normal;
    let length = n.dot(&n).sqrt();
    let contact_normal = if normal_given { given.contact_normal } else { now.body_j.angular_velocity.cross(&n) };
    Inputs {
        penetration: if length > 0.0 { -now.relative_velocity.dot(&n) / length } else { 0.0 },
        relative_velocity: given.relative_velocity,
        contact_normal,
        contact_point: given.contact_point,
        body_i: body_rates(&now.body_i, &given.body_i),
        body_j: body_rates(&now.body_j, &given.body_j),
    }
}

fn body_rates(now: &Body<f64>, given: &Body<f64>) -> Body<f64> {
    let omega = now.angular_velocity;
    let spin = Quaternion::new(0.0, omega[0], omega[1], omega[2]);
    Body {
        position: now.velocity,
        orientation: rotation::product(&spin, &now.orientation) * 0.5,
        velocity: given.velocity,
        angular_velocity: given.angular_velocity,
    }
}
