//! Frames and signs, and from where bodies meet to the contact frame [G04 eqs. 1–3, 29].
//!
//! World frame W; bodies i and j with frames K_i and K_j. `n` is the outward normal of body **j** and points towards body
//! i. Penetration x > 0 while the bodies overlap, its rate ẋ > 0 while they approach; [G04] mixes both signs. The contact
//! force acts on body i at the point of action p_a, its opposite on body j.
//!
//! ```text
//!        body i          n
//!      .--------.        ^
//!     (          )       |       v_r  velocity of i against j at p_a
//! -----`--.p_a.-´--------+-----  surface of j
//!  body j   x > 0: depth of body i below the surface
//! ```

use crate::physics::rotation::{self, Rotation};
use crate::physics::{Body, Inputs, Parameters, Quaternion, Region, Scalar, Vector3};

/// Where and how the two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface<T> {
    /// x [m], > 0 while the bodies overlap
    pub penetration: T,
    /// n, unit, outward from body j
    pub normal: Vector3<T>,
    /// ṅ [1/s]
    pub normal_rate: Vector3<T>,
    /// p_a [m]
    pub point: Vector3<T>,
    /// v_r of body i against body j at p_a [m/s]
    pub v_r: Vector3<T>,
}

/// The contact as the laws see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactFrame<T> {
    /// x [m]
    pub penetration: T,
    /// ẋ = −v_r·n [m/s]
    pub penetration_rate: T,
    /// n, unit
    pub normal: Vector3<T>,
    /// p_a [m]
    pub point: Vector3<T>,
    /// v_t = v_r − n(n·v_r) [m/s]  [G04 eq. 3]
    pub v_t: Vector3<T>,
    /// Turning rate of the contact frame ω_c [rad/s]
    pub omega_c: Vector3<T>,
    /// Angular velocity of body i against body j ω_i − ω_j [rad/s]
    pub omega: Vector3<T>,
    /// A direction of the tangent plane that turns with body j, unit, which the sides of a polyhedral limit surface are counted from
    /// and e_t belongs to; 0 where nothing asks for it ([`Parameters::asks_for_directions`])
    pub axis: Vector3<T>,
    /// R_eff of the two surfaces [m] where a law asks for it ([`Parameters::asks_for_radius`]), else 0
    pub effective_radius: T,
    /// 1/(H_i + H_j) of the mean curvatures [m], the same but where a surface is curved unevenly
    pub rolling_radius: T,
}

/// A contact frame, and of faces, which meet in more than a point, the region beside it: one-contact frames have no room for it.
#[derive(Clone, Copy, Debug)]
pub struct Spot<'a, T> {
    pub frame: &'a ContactFrame<T>,
    pub region: Option<&'a Region<T>>,
}

impl<'a, T> From<&'a ContactFrame<T>> for Spot<'a, T> {
    #[inline(always)]
    fn from(frame: &'a ContactFrame<T>) -> Self {
        Spot { frame, region: None }
    }
}

impl<T: Scalar> Default for ContactFrame<T> {
    /// Nothing moves, and there are no directions.
    fn default() -> Self {
        let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
        ContactFrame {
            penetration: none,
            penetration_rate: none,
            normal: zero,
            point: zero,
            v_t: zero,
            omega_c: zero,
            omega: zero,
            axis: zero,
            effective_radius: none,
            rolling_radius: none,
        }
    }
}

/// How deep the bodies overlap, and how fast that grows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Approach<T> {
    /// x [m]
    pub penetration: T,
    /// ẋ [m/s]
    pub penetration_rate: T,
}

impl<T: Scalar> ContactFrame<T> {
    #[inline]
    pub fn approach(&self) -> Approach<T> {
        Approach { penetration: self.penetration, penetration_rate: self.penetration_rate }
    }

    /// v_r = v_t − ẋ·n [m/s], of its parts  [G04 eq. 2].
    pub fn velocity(&self) -> Vector3<T> {
        self.v_t - self.normal * self.penetration_rate
    }

    /// Tangential part of a vector  u − n(n·u)  [G04 eq. 3].
    pub fn tangential(&self, u: &Vector3<T>) -> Vector3<T> {
        u - self.normal * self.normal.dot(u)
    }

    /// `axis` and the direction across it.
    pub fn axes(&self) -> [Vector3<T>; 2] {
        [self.axis, self.normal.cross(&self.axis)]
    }
}

/// Part of a coordinate axis along the normal from which on another one is taken.
const STEEP: f64 = 0.9;

/// The x axis of body j on the tangent plane, its y axis where x is close to the normal; 0 unless friction asks for it.
#[inline(always)]
fn axis<T: Scalar>(parameters: &Parameters<T>, inputs: &Inputs<T>, n: &Vector3<T>) -> Vector3<T> {
    if parameters.asks_for_directions() {
        axis_of_body_j(inputs.body_j.orientation, *n)
    } else {
        Vector3::from_element(T::zero())
    }
}

#[inline(never)]
fn axis_of_body_j<T: Scalar>(orientation_j: Quaternion<T>, n: Vector3<T>) -> Vector3<T> {
    let (zero, one) = (T::zero(), T::one());
    let turn_j = Rotation::of(&orientation_j);
    let mut along = turn_j.of_vector(&Vector3::new(one, zero, zero));
    if along.dot(&n).value().abs() > STEEP {
        along = turn_j.of_vector(&Vector3::new(zero, one, zero));
    }
    rotation::unit_vector(&(along - n * n.dot(&along)))
}

/// Turning rate of the contact frame  ω_c = n×ṅ + n·½(ω_i+ω_j)·n  [rad/s].
///
/// The tangential part follows the normal, so that the bristles stay in the tangent plane; about the normal they turn with
/// the mean spin of the bodies. Not in [G04]: its eq. (22) keeps z in world axes and is not objective.
#[inline(always)]
pub fn turning_rate<T: Scalar>(n: &Vector3<T>, n_dot: &Vector3<T>, i: &Body<T>, j: &Body<T>) -> Vector3<T> {
    let spin = (i.angular_velocity + j.angular_velocity).dot(n) * T::from(0.5);
    n.cross(n_dot) + n * spin
}

impl<T: Scalar> Surface<T> {
    /// x and ẋ.
    #[inline(always)]
    pub fn approach(&self) -> Approach<T> {
        let Surface { penetration, normal, v_r, .. } = self;
        Approach { penetration: *penetration, penetration_rate: -v_r.dot(normal) }
    }

    /// The contact frame there; becomes part of its caller, so that nothing is copied.
    #[inline(always)]
    pub fn frame(&self, parameters: &Parameters<T>, inputs: &Inputs<T>, effective_radius: T) -> ContactFrame<T> {
        let axis = axis(parameters, inputs, &self.normal);
        ContactFrame { axis, effective_radius, rolling_radius: effective_radius, ..self.frame_alone(inputs) }
    }

    /// [`frame`](Self::frame) where nothing asks for directions or radii, v_r in its parts  v_t = v_r − n(n·v_r)  and  ẋ = −n·v_r
    /// [G04 eq. 3].
    #[inline(always)]
    pub fn frame_alone(&self, inputs: &Inputs<T>) -> ContactFrame<T> {
        let Surface { penetration, normal, normal_rate, point, v_r } = self;
        let v_n = v_r.dot(normal);
        ContactFrame {
            penetration: *penetration,
            penetration_rate: -v_n,
            normal: *normal,
            point: *point,
            v_t: v_r - normal * v_n,
            omega_c: turning_rate(normal, normal_rate, &inputs.body_i, &inputs.body_j),
            omega: inputs.body_i.angular_velocity - inputs.body_j.angular_velocity,
            axis: Vector3::from_element(T::zero()),
            effective_radius: T::zero(),
            rolling_radius: T::zero(),
        }
    }
}
