//! The point of one convex body that is nearest to another one, or lies deepest in it.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Nearest;

/// Most rounds; some eight are usual.
const MAX_ROUNDS: usize = 100;

/// Halvings of a step down the slope after which there is none.
const MAX_HALVINGS: usize = 40;

/// Remainder, of the size, at which the search ends; that which it can be left with by rounding.
const EXACT: f64 = 1e-16;
const BY_ROUNDING: f64 = 1e-12;

/// Part of its length that a step of the search must leave of the remainder at most.
const SHRINKS: f64 = 0.5;

/// How the distance d of a smooth convex body a, < 0 inside, is least over the points q of a convex body b: where
///
/// F(q) = q − Π(q − τ·n(q)) = 0,
///
/// n = ∇d, Π(y) the point of b that is nearest to y, τ any length > 0. F is solved by Newton's steps with its derivative, which is piecewise smooth; d is
/// convex, so that a step against n comes down where they do not. What is nearest to y is a face, an edge, a corner or a round side: nobody
/// has to ask which.
pub struct Residual<T: Scalar> {
    /// F [m]
    pub value: Vector3<T>,
    /// ∂F/∂q
    pub slope: Matrix3<T>,
    /// ∂Π/∂y
    pub foot_slope: Matrix3<T>,
    /// Of a at q, and of b at y
    pub on_a: Nearest<T>,
    pub on_b: Nearest<T>,
}

impl<T: Scalar> Residual<T> {
    pub fn new(
        place: &Vector3<T>,
        a: impl Fn(&Vector3<T>) -> Nearest<T>,
        b: impl Fn(&Vector3<T>) -> Nearest<T>,
        reach: f64,
    ) -> Self {
        let reach = T::from(reach);
        let one = Matrix3::from_diagonal_element(T::one());
        let on_a = a(place);
        let beyond = place - on_a.normal * reach;
        let on_b = b(&beyond);
        let (foot, foot_slope) = if on_b.distance.value() > 0.0 {
            let along = on_b.normal * on_b.normal.transpose();
            (beyond - on_b.normal * on_b.distance, one - along - on_b.bend * on_b.distance)
        } else {
            (beyond, one)
        };
        let slope = one - foot_slope * (one - on_a.bend * reach);
        Residual { value: place - foot, slope, foot_slope, on_a, on_b }
    }

    /// −(∂F/∂q)⁻¹·v; None where it has no inverse.
    pub fn step(&self, v: &Vector3<T>) -> Option<Vector3<T>> {
        let column = |k: usize| self.slope.column(k).into_owned();
        let [x, y, z] = [column(0), column(1), column(2)];
        let across = y.cross(&z);
        let determinant = x.dot(&across);
        let is_there = determinant.value().abs() > f64::MIN_POSITIVE && determinant.value().is_finite();
        let by = |v: &Vector3<T>| Vector3::new(v.dot(&across), x.dot(&v.cross(&z)), x.dot(&y.cross(v)));
        is_there.then(|| -(by(v) / determinant))
    }

    fn size(&self) -> f64 {
        self.value.dot(&self.value).value().sqrt()
    }
}

/// The point q of body b where the distance from body a is least, to machine precision; None where there is no such point on the surface of b, as deep
/// inside. The same whatever was asked before. `reach`: τ [m]; `size`: of the bodies [m]
pub fn search(
    a: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    b: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    start: &Vector3<f64>,
    reach: f64,
    size: f64,
) -> Option<Vector3<f64>> {
    let at = |place: &Vector3<f64>| Residual::new(place, &a, &b, reach);
    let mut place = *start;
    let mut here = at(&place);
    for _ in 0..MAX_ROUNDS {
        let left = here.size();
        if left <= EXACT * size {
            return Some(place);
        }
        let next = here.step(&here.value).map(|step| place + step);
        let there = next.map(|next| (next, at(&next))).filter(|(_, there)| there.size() <= SHRINKS * left);
        if let Some((next, there)) = there {
            (place, here) = (next, there);
            continue;
        }
        if left <= BY_ROUNDING * size && here.on_b.distance > 0.0 {
            return Some(place);
        }
        place = down(&a, &b, &place, &here, reach)?;
        here = at(&place);
    }
    None
}

/// A step against the normal of a and back onto b that brings them nearer, as far as what it gains grows with its length.
fn down(
    a: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    b: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    place: &Vector3<f64>,
    here: &Residual<f64>,
    reach: f64,
) -> Option<Vector3<f64>> {
    let mut length = reach;
    for _ in 0..MAX_HALVINGS {
        let beyond = place - here.on_a.normal * length;
        let on_b = b(&beyond);
        let next = if on_b.distance > 0.0 { beyond - on_b.normal * on_b.distance } else { beyond };
        let way = next - place;
        let gain = here.on_a.distance - a(&next).distance;
        if gain > 0.0 && gain >= 0.25 / length * way.dot(&way) {
            return Some(next);
        }
        length *= 0.5;
    }
    None
}
