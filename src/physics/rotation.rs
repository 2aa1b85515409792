//! Directions and rotations on any [`Scalar`].

use crate::physics::{ContactFault, Matrix3, Quaternion, Scalar, Vector3, elementary};

/// Square of the shortest and longest vector that still has a direction: beyond, it is lost to under- or overflow.
pub(crate) const SQUARE_RANGE: core::ops::RangeInclusive<f64> = 1e-200..=1e200;

/// Whether a vector has a direction: `name` is the variable to blame. Errors: [`ContactFault::NoDirection`] if it is zero or beyond
/// 1e±100.
#[inline(always)]
pub fn check_direction<T: Scalar>(v: &Vector3<T>, name: &'static str) -> Result<(), ContactFault> {
    if SQUARE_RANGE.contains(&v.dot(v).value()) {
        return Ok(());
    }
    Err(ContactFault::NoDirection { name, value: [v[0].value(), v[1].value(), v[2].value()] })
}

/// Whether a quaternion is an orientation: `name` is the variable to blame. Errors: [`ContactFault::NoOrientation`] if it is zero
/// or beyond 1e±100.
#[inline(always)]
pub fn check_orientation<T: Scalar>(q: &Quaternion<T>, name: &'static str) -> Result<(), ContactFault> {
    if SQUARE_RANGE.contains(&q.dot(q).value()) {
        return Ok(());
    }
    Err(ContactFault::NoOrientation { name, value: [q[0].value(), q[1].value(), q[2].value(), q[3].value()] })
}

/// Whether all elements are 0, as an input that is not connected has them in some tools.
#[inline(always)]
pub fn is_none<T: Scalar>(q: &Quaternion<T>) -> bool {
    q.iter().all(|part| part.value() == 0.0)
}

/// Whether R(q) = 1 of an orientation, in its derivatives too.
#[inline(always)]
pub fn is_unturned<T: Scalar>(q: &Quaternion<T>) -> bool {
    q[1].is_zero() && q[2].is_zero() && q[3].is_zero()
}

/// v/|v| of a vector with a direction.
#[inline(always)]
pub fn unit_vector<T: Scalar>(v: &Vector3<T>) -> Vector3<T> {
    let square = v.dot(v);
    // root and quotient take longer than everything else of a frame
    if square.is_one() { *v } else { v * (T::one() / square.sqrt()) }
}

/// The rotation R(q) of a quaternion q = (w, u) of any length from 1e-100 to 1e100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<T> {
    w: T,
    u: Vector3<T>,
    /// 2/|q|²
    scale: T,
}

impl Rotation<f64> {
    /// The rotation by |φ| about φ [rad].
    #[inline(always)]
    pub fn by(phi: &Vector3<f64>) -> Self {
        let q = quaternion_of(phi);
        Rotation { w: q[0], u: Vector3::new(q[1], q[2], q[3]), scale: 2.0 }
    }
}

impl<T: Scalar> Rotation<T> {
    /// R(q) of an orientation ([`check_orientation`]).
    #[inline(always)]
    pub fn of(q: &Quaternion<T>) -> Self {
        let (two, square) = (T::from(2.0), q.dot(q));
        let scale = if square.is_one() { two } else { two / square };
        Rotation { w: q[0], u: Vector3::new(q[1], q[2], q[3]), scale }
    }

    /// [`of`](Self::of), and no rotation for a quaternion of 0, which nothing looks at.
    #[inline(always)]
    pub fn of_or_none(q: &Quaternion<T>) -> Self {
        let none = Quaternion::new(T::one(), T::zero(), T::zero(), T::zero());
        Rotation::of(if is_none(q) { &none } else { q })
    }

    /// R(q)·v = v + 2/|q|²·(w(u×v) + u×(u×v))
    #[inline(always)]
    pub fn of_vector(&self, v: &Vector3<T>) -> Vector3<T> {
        let t = self.u.cross(v) * self.scale;
        v + t * self.w + self.u.cross(&t)
    }

    /// R(q)ᵀ·v
    pub fn back(&self, v: &Vector3<T>) -> Vector3<T> {
        Rotation { w: -self.w, ..*self }.of_vector(v)
    }

    /// R(q) = 1 + 2/|q|²·(w[u]× + u·uᵀ − |u|²), for more than one vector.
    #[inline(always)]
    pub fn matrix(&self) -> Matrix3<T> {
        let Rotation { w, u, scale } = self;
        let by = u * *scale;
        let [wx, wy, wz] = [by[0] * *w, by[1] * *w, by[2] * *w];
        let [xx, yy, zz] = [by[0] * u[0], by[1] * u[1], by[2] * u[2]];
        let [xy, xz, yz] = [by[0] * u[1], by[0] * u[2], by[1] * u[2]];
        let one = T::one();
        Matrix3::new(
            one - (yy + zz),
            xy - wz,
            xz + wy,
            xy + wz,
            one - (xx + zz),
            yz - wx,
            xz - wy,
            yz + wx,
            one - (xx + yy),
        )
    }
}

/// R·S·Rᵀ of a matrix S and the rotation `turn` of vectors.
pub fn turned_matrix<T: Scalar>(matrix: &Matrix3<T>, turn: impl Fn(&Vector3<T>) -> Vector3<T>) -> Matrix3<T> {
    let columns = |of: &Matrix3<T>| Matrix3::from_columns(&[0, 1, 2].map(|k| turn(&of.column(k).into_owned())));
    columns(&columns(matrix).transpose())
}

/// Square of the half angle up to which sine and cosine are taken from their series.
const SMALL: f64 = 0.0625;

/// Unit quaternion of the rotation by |φ| about φ [rad].
#[inline]
pub fn quaternion_of(phi: &Vector3<f64>) -> Quaternion<f64> {
    let square = 0.25 * phi.dot(phi);
    let [cos, sinc] = if square < SMALL { series(square) } else { by_angle(square.sqrt()) };
    let u = phi * (0.5 * sinc);
    Quaternion::new(cos, u[0], u[1], u[2])
}

/// cos h and sin(h)/h from h² < [`SMALL`]: the terms left out are below 1e-19.
#[inline(always)]
fn series(h2: f64) -> [f64; 2] {
    // each term by the one before it is −h²/(m(m+1))
    let sum = |first: f64| {
        let ratio = |k: i32| 1.0 / ((first + f64::from(2 * k)) * (first + f64::from(2 * k + 1)));
        (0..6).rev().fold(1.0, |rest, k| 1.0 - h2 * ratio(k) * rest)
    };
    [sum(1.0), sum(2.0)]
}

fn by_angle(half: f64) -> [f64; 2] {
    let (sin, cos) = elementary::sin_cos(half);
    [cos, sin / half]
}

/// Hamilton product a·b: first b, then a.
#[inline]
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
    Rotation::by(phi).of_vector(v)
}
