//! Directions and rotations on any [`Scalar`].

use crate::physics::{Fault, Quaternion, Scalar, Vector3};

/// Shortest and longest vector that still has a direction: beyond, its square is lost to under- or overflow.
const DIRECTION_RANGE: core::ops::RangeInclusive<f64> = 1e-100..=1e100;

/// v/|v|
///
/// `name` is the variable to blame. Errors: [`Fault::NoDirection`] for a vector that is zero or beyond 1e±100.
pub fn unit_vector<T: Scalar>(v: Vector3<T>, name: &'static str) -> Result<Vector3<T>, Fault> {
    let length = v.dot(&v).sqrt();
    if !DIRECTION_RANGE.contains(&length.value()) {
        return Err(Fault::NoDirection { name, value: [v[0].value(), v[1].value(), v[2].value()] });
    }
    Ok(v / length)
}

/// q/|q|
///
/// `name` is the variable to blame. Errors: [`Fault::NoOrientation`] for a quaternion that is zero or beyond 1e±100.
pub fn unit_quaternion<T: Scalar>(q: Quaternion<T>, name: &'static str) -> Result<Quaternion<T>, Fault> {
    let length = q.dot(&q).sqrt();
    if !DIRECTION_RANGE.contains(&length.value()) {
        let value = [q[0].value(), q[1].value(), q[2].value(), q[3].value()];
        return Err(Fault::NoOrientation { name, value });
    }
    Ok(q / length)
}

/// R(q)·v for a unit quaternion q = (w, u):  v + 2w(u×v) + 2u×(u×v)
pub fn rotate<T: Scalar>(q: &Quaternion<T>, v: &Vector3<T>) -> Vector3<T> {
    let u = Vector3::new(q[1], q[2], q[3]);
    let t = u.cross(v) * T::from(2.0);
    v + t * q[0] + u.cross(&t)
}

/// Unit quaternion of the rotation by |φ| about φ [rad].
pub fn quaternion_of(phi: &Vector3<f64>) -> Quaternion<f64> {
    let half = 0.5 * phi.dot(phi).sqrt();
    // sin(h)/h = 1 to double precision below
    let sinc = if half < 1e-8 { 1.0 } else { libm::sin(half) / half };
    let u = phi * (0.5 * sinc);
    Quaternion::new(libm::cos(half), u[0], u[1], u[2])
}

/// Hamilton product a·b: first b, then a.
pub fn product(a: &Quaternion<f64>, b: &Quaternion<f64>) -> Quaternion<f64> {
    let (p, q) = (Vector3::new(a[1], a[2], a[3]), Vector3::new(b[1], b[2], b[3]));
    let u = q * a[0] + p * b[0] + p.cross(&q);
    Quaternion::new(a[0] * b[0] - p.dot(&q), u[0], u[1], u[2])
}

/// v turned by the rotation vector φ [rad].
pub fn turned(v: &Vector3<f64>, phi: &Vector3<f64>) -> Vector3<f64> {
    if phi.dot(phi) == 0.0 {
        return *v;
    }
    rotate(&quaternion_of(phi), v)
}
