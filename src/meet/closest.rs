//! The point of one convex body that is nearest to another one, or lies deepest in it.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Nearest;

/// Upper limit of rounds. Four are usual; discs and needles of 1 : 100 need up to some sixty.
const MAX_ROUNDS: usize = 200;

/// Halvings of a step down the slope after which there is none.
const MAX_HALVINGS: usize = 40;

/// Remainder, of the size, at which the search ends: one more step, with the derivatives of everything, is left to the caller.
const EXACT: f64 = 1e-13;

/// Remainder, of the size, where no step leads on that is left for rounding: which corner, edge or face of a convex body is nearest is known
/// to √2·1e-8 of the distance (`shape/simplex.rs`). Deep inside it is some τ.
const STALLED: f64 = 1e-7;

/// By how much the next step down may be longer than the last one.
const GROWS: f64 = 4.0;

/// Parts of a step of Newton's that are tried, and by how much of its length a step must take from the remainder.
const FRACTIONS: [f64; 6] = [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125];
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

/// The point q of body b where the distance from body a is least.
#[derive(Clone, Copy, Debug)]
pub struct Closest {
    pub place: Vector3<f64>,
    /// Whether F is 0 there but for what one more step takes away
    pub is_exact: bool,
}

/// The [`Closest`] point, the same whatever was asked before; None where there is none on the surface of b, as deep inside. `reach`: τ [m]; `size`:
/// of the bodies [m]
pub fn search(
    a: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    b: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    start: &Vector3<f64>,
    reach: f64,
    size: f64,
) -> Option<Closest> {
    let at = |place: &Vector3<f64>| Residual::new(place, &a, &b, reach);
    let mut place = *start;
    let mut here = at(&place);
    let (mut length, mut rounds, mut downs) = (size, 0, 0);
    'search: while rounds < MAX_ROUNDS {
        let left = here.size();
        if left <= EXACT * size {
            return Some(Closest { place, is_exact: true });
        }
        let part = |fraction: f64| {
            let next = place + here.step(&here.value)? * fraction;
            let there = at(&next);
            (there.size() <= (1.0 - SHRINKS * fraction) * left).then_some((next, there))
        };
        rounds += 1;
        if let Some((next, there)) = FRACTIONS.into_iter().find_map(part) {
            (place, here) = (next, there);
            continue;
        }
        // the more often Newton's steps, which leave b, have led nowhere, the farther down they start anew
        downs += 1;
        place = onto(&b, &place);
        here = at(&place);
        rounds += downs;
        for _ in 0..downs {
            let Some((next, by)) = down(&a, &b, &place, &here.on_a, length) else { break 'search };
            (place, length) = (next, GROWS * by);
            here = at(&place);
        }
    }
    // apart it is near the one that is looked for
    (here.on_a.distance > 0.0 || here.size() <= STALLED * size).then_some(Closest { place, is_exact: false })
}

/// The nearest point of b.
fn onto(b: impl Fn(&Vector3<f64>) -> Nearest<f64>, place: &Vector3<f64>) -> Vector3<f64> {
    let Nearest { distance, normal, .. } = b(place);
    if distance > 0.0 { place - normal * distance } else { *place }
}

/// A step against the normal of a and back onto b that brings them nearer, at least as far as one of its length should, and that length.
fn down(
    a: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    b: impl Fn(&Vector3<f64>) -> Nearest<f64>,
    place: &Vector3<f64>,
    here: &Nearest<f64>,
    most: f64,
) -> Option<(Vector3<f64>, f64)> {
    let mut length = most;
    for _ in 0..MAX_HALVINGS {
        let next = onto(&b, &(place - here.normal * length));
        let passed = next - place;
        let gain = here.distance - a(&next).distance;
        if gain > 0.0 && gain >= 0.25 / length * passed.dot(&passed) {
            return Some((next, length));
        }
        length *= 0.5;
    }
    None
}
