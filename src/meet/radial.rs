//! The centre of the sphere of body i as seen from the centre or the axis of a round body j, and the contact of the two.

use crate::meet::parameters::{Geometry, PointOfAction, Shapes};
use crate::meet::sphere;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::{self, Rotation};
use crate::physics::{Inputs, Scalar, Vector3, inputs};

/// Where that centre lies, and how its direction turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radial<T> {
    /// Centre of the sphere c_i [m]
    pub centre: Vector3<T>,
    /// Distance ρ of c_i from the centre or axis of body j [m]
    pub distance: T,
    /// Direction u from there to c_i, unit
    pub direction: Vector3<T>,
    /// u̇ [1/s]
    pub direction_rate: Vector3<T>,
}

impl<T: Scalar> Radial<T> {
    /// The sphere against body j from outside:  n = u,  x = R + R_j − ρ.
    pub fn outside(&self, geometry: &Geometry<T>, given: &Inputs<T>) -> Surface<T> {
        let Shapes { radius_i, radius_j, .. } = geometry.shapes;
        self.surface(geometry, given, radius_i + radius_j - self.distance, self.direction, self.direction_rate)
    }

    /// The sphere against the wall of a hollow body j:  n = −u,  x = ρ + R − R_j.
    pub fn inside(&self, geometry: &Geometry<T>, given: &Inputs<T>) -> Surface<T> {
        let Shapes { radius_i, radius_j, .. } = geometry.shapes;
        self.surface(geometry, given, self.distance + radius_i - radius_j, -self.direction, -self.direction_rate)
    }

    /// p_a = c_i − (R − x/2)·n, half-way between the point of the sphere that lies deepest and the surface of body j, apart
    /// half-way across the gap; with [`PointOfAction::Paper`] the former, p_a = c_i − R·n  [G04 eq. 27].
    ///
    /// Neither body is preferred by the former: exchanged, two spheres have the same p_a. As the two points lie along n, ẋ is
    /// the same at both.
    pub(super) fn surface(
        &self,
        geometry: &Geometry<T>,
        given: &Inputs<T>,
        penetration: T,
        normal: Vector3<T>,
        normal_rate: Vector3<T>,
    ) -> Surface<T> {
        let radius_i = geometry.shapes.radius_i;
        let reach = match geometry.settings.point {
            PointOfAction::Middle => radius_i - penetration * T::from(0.5),
            PointOfAction::Paper => radius_i,
        };
        let point = self.centre - normal * reach;
        let v_r = inputs::relative_velocity(&given.body_i, &given.body_j, &point);
        Surface { penetration, normal, normal_rate, point, v_r }
    }
}

/// Below this distance [m] the direction is lost: squares underflow.
const LEAST_DISTANCE: f64 = 1e-100;

/// From the centre of body j:  ρ·u = c_i − c_j.
///
/// Where the centres coincide no direction is better than another: u is the z axis of K_j and turns with it.
pub fn from_centre<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>) -> Radial<T> {
    let sphere = Sphere::seen_from_j(shapes, given);
    let up = Vector3::new(T::zero(), T::zero(), T::one());
    radial(&sphere, sphere.offset, sphere.velocity, || up)
}

/// From the axis of body j, unit vector a:  ρ·u = the part of c_i − c_j across a.
///
/// On the axis no direction is better than another: u is a fixed one across the axis and turns with body j.
pub fn from_axis<T: Scalar>(shapes: &Shapes<T>, given: &Inputs<T>) -> Radial<T> {
    let sphere = Sphere::seen_from_j(shapes, given);
    let axis_j = rotation::unit_vector(&shapes.axis_j);
    let axis = sphere.turn_j.of_vector(&axis_j);
    let across = |v: Vector3<T>| v - axis * axis.dot(&v);
    radial(&sphere, across(sphere.offset), across(sphere.velocity), || perpendicular(&axis_j))
}

/// Times at which the rate of the distance from the centre of body j can turn [s].
#[inline(never)]
pub fn rate_turns_from_centre(shapes: &Shapes<f64>, given: &Inputs<f64>, rates: &Inputs<f64>) -> [f64; 2] {
    let sphere = Sphere::seen_from_j(shapes, given);
    rate_turns(&sphere.offset, &sphere.velocity, &(rates.body_i.velocity - rates.body_j.velocity))
}

/// The same of the distance from its axis.
#[inline(never)]
pub fn rate_turns_from_axis(shapes: &Shapes<f64>, given: &Inputs<f64>, rates: &Inputs<f64>) -> [f64; 2] {
    let sphere = Sphere::seen_from_j(shapes, given);
    let axis = sphere.turn_j.of_vector(&rotation::unit_vector(&shapes.axis_j));
    let across = |v: Vector3<f64>| v - axis * axis.dot(&v);
    let acceleration = rates.body_i.velocity - rates.body_j.velocity;
    rate_turns(&across(sphere.offset), &across(sphere.velocity), &across(acceleration))
}

/// Where  ρρ̇ = y·ẏ,  y = c + v·t + ½a·t²,  turns: roots of  |v|² + c·a + 3(v·a)t + 3/2·|a|²·t².
fn rate_turns(c: &Vector3<f64>, v: &Vector3<f64>, a: &Vector3<f64>) -> [f64; 2] {
    let [square, half, rest] = [3.0 * a.dot(a), 3.0 * v.dot(a), 2.0 * (v.dot(v) + c.dot(a))];
    let sum = -(half + (half * half - square * rest).sqrt().copysign(half));
    let [one, other] = [sum / square, rest / sum];
    if one < other { [one, other] } else { [other, one] }
}

/// The sphere of body i as seen from body j, in world axes.
struct Sphere<T> {
    /// c_i [m]
    centre: Vector3<T>,
    /// c_i − c_j [m]
    offset: Vector3<T>,
    /// Velocity of c_i against the point of body j where it is [m/s]
    velocity: Vector3<T>,
    turn_j: Rotation<T>,
    omega_j: Vector3<T>,
}

impl<T: Scalar> Sphere<T> {
    fn seen_from_j(shapes: &Shapes<T>, given: &Inputs<T>) -> Self {
        let (i, j) = (&given.body_i, &given.body_j);
        let turn_j = Rotation::of_or_none(&j.orientation);
        let centre = sphere::centre(shapes, i);
        Sphere {
            centre,
            offset: centre - j.position - turn_j.of_vector(&shapes.center_j),
            velocity: inputs::relative_velocity(i, j, &centre),
            turn_j,
            omega_j: j.angular_velocity,
        }
    }
}

/// u and  u̇ = ω_j×u + (w − u(u·w))/ρ  from ρ·u = `offset` and the velocity w of c_i against body j: u turns with
/// body j, and as c_i goes round in it. `fallback` gives u in K_j where `offset` has no direction.
fn radial<T: Scalar>(
    sphere: &Sphere<T>,
    offset: Vector3<T>,
    w: Vector3<T>,
    fallback: impl Fn() -> Vector3<T>,
) -> Radial<T> {
    let distance = offset.dot(&offset).sqrt();
    let (direction, going_round) = if distance.value() < LEAST_DISTANCE {
        (sphere.turn_j.of_vector(&fallback()), Vector3::from_element(T::zero()))
    } else {
        let u = offset / distance;
        (u, (w - u * u.dot(&w)) / distance)
    };
    let direction_rate = sphere.omega_j.cross(&direction) + going_round;
    Radial { centre: sphere.centre, distance, direction, direction_rate }
}

/// A unit vector across a unit vector: what is left of the coordinate axis that lies least along it (z, then x, then y).
fn perpendicular<T: Scalar>(axis: &Vector3<T>) -> Vector3<T> {
    let along = |k: usize| axis[k].value().abs();
    let least = [0, 1].into_iter().fold(2, |least, k| if along(k) < along(least) { k } else { least });
    let mut v = axis * -axis[least];
    v[least] += T::one();
    v / v.dot(&v).sqrt()
}
