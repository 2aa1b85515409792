//! Ellipsoid about the origin, its axes along those of the frame.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Curvature;
use crate::shape::ball;
use crate::shape::below::{Cut, Moments};
use crate::shape::nearest::Nearest;

/// Moments of the part of an ellipsoid with the half axes `half` [m] below a plane: those of the ball that it is, stretched.
pub fn below<T: Scalar>(half: &Vector3<T>, cut: &Cut<T>) -> Moments<T> {
    let stretched = cut.normal.component_mul(half);
    let length = stretched.dot(&stretched).sqrt();
    let of_ball = ball::below(T::one(), &Cut { normal: stretched / length, height: cut.height / length });
    let stretch = Matrix3::from_diagonal(half);
    let by = half[0] * half[1] * half[2];
    Moments {
        volume: of_ball.volume * by,
        first: of_ball.first.component_mul(half) * by,
        second: stretch * of_ball.second * stretch * by,
    }
}

/// The point that lies farthest along a direction of any length from 1e-100 to 1e100  D²·d/|D·d|  [m].
pub fn support<T: Scalar>(half: &Vector3<T>, direction: &Vector3<T>) -> Vector3<T> {
    let stretched = direction.component_mul(half);
    stretched.component_mul(half) / stretched.dot(&stretched).sqrt()
}

/// The point that lies farthest along a direction of any length from 1e-100 to 1e100 [m], and the curvatures there.
pub fn farthest<T: Scalar>(half: &Vector3<T>, direction: &Vector3<T>) -> (Vector3<T>, Curvature<T>) {
    let place = support(half, direction);
    let (normal, curved) = curved(half, &place);
    (place, Curvature::of(&curved, &normal))
}

/// Normal g/|g|, g = x/a², at a point x of the surface, and the shape operator  S = P·diag(1/a²)·P/|g|, P across the normal.
fn curved<T: Scalar>(half: &Vector3<T>, place: &Vector3<T>) -> (Vector3<T>, Matrix3<T>) {
    let squares = half.component_mul(half);
    let gradient = place.component_div(&squares);
    let steep = gradient.dot(&gradient).sqrt();
    if steep.value() <= 0.0 {
        return (Vector3::new(T::zero(), T::zero(), T::one()), Matrix3::from_element(T::zero()));
    }
    let normal = gradient / steep;
    let across = Matrix3::from_diagonal_element(T::one()) - normal * normal.transpose();
    let inverse = squares.map(|square| T::one() / square);
    (normal, across * Matrix3::from_diagonal(&inverse) * across / steep)
}

/// Steps after which an interval of doubles cannot shrink any more, with some to spare for Newton's overshoots.
const MOST_STEPS: usize = 120;

/// Part of the curvature's centre below which the normal counts as one without a derivative.
const LEAST_LEFT: f64 = 1e-9;

/// The nearest point of the surface q: y − q is along the normal there, so q = a²·y/(a² + t) with the greatest t for which
/// Σ(a·y/(a² + t))² = 1. It is found to the last digit, the same whatever came before.
fn foot<T: Scalar>(half: &Vector3<T>, point: &Vector3<T>) -> Vector3<T> {
    let shortest = [1, 2].into_iter().fold(0, |k, other| if half[other].value() < half[k].value() { other } else { k });
    let c = half[shortest];
    // a² + t = (a² − c²) + s: nothing is lost where s is small, deep inside near the plane across the shortest axis
    let beyond = half.map(|a| (a - c) * (a + c));
    let products = half.component_mul(point);
    // 0 in the plane across an axis, also where s is 0
    let over = |k: usize, s: f64, of: f64| if of == 0.0 { 0.0 } else { of / (beyond[k].value() + s) };
    let part = |k: usize, s: f64| over(k, s, products[k].value());
    let falls = |s: f64| 2.0 * (0..3).map(|k| over(k, s, part(k, s) * part(k, s))).sum::<f64>();
    let sum = |s: f64| (0..3).map(|k| part(k, s) * part(k, s)).sum::<f64>();
    let is_short = |k: &usize| beyond[*k].value() == 0.0;
    let least = (0..3).filter(is_short).map(|k| products[k].value().abs()).fold(0.0, f64::max);
    let of_others = || (0..3).filter(|k| !is_short(k)).map(|k| part(k, 0.0) * part(k, 0.0)).sum::<f64>();
    if least == 0.0 && of_others() <= 1.0 {
        // on both sides of that plane it is as near: above
        let square = |a: T, b: T| a * b * b;
        let mut foot =
            Vector3::from_fn(|k, _| if is_short(&k) { T::zero() } else { square(point[k], half[k]) / beyond[k] });
        let ratios = foot.component_div(half);
        foot[shortest] = c * (T::one() - ratios.dot(&ratios)).positive_part().sqrt();
        return foot;
    }
    // √3 times the largest is more than their length, whose squares could underflow
    let largest = products.iter().map(|of| of.value().abs()).fold(0.0, f64::max);
    let (mut low, mut high) = (least, 1.75 * largest);
    // the sum is convex: from below Newton's steps go up to the root
    let mut s = low;
    for _ in 0..MOST_STEPS {
        let above = sum(s) - 1.0;
        if above > 0.0 {
            low = s;
        } else {
            high = s;
        }
        let newton = s + above / falls(s);
        let middle = 0.5 * (low + high);
        if newton == s || middle <= low || middle >= high {
            break;
        }
        s = if newton > low && newton < high { newton } else { middle };
    }
    // one more step with the derivatives of everything
    let at = T::from(s);
    let parts = Vector3::from_fn(|k, _| products[k] / (beyond[k] + at));
    let slope = falls(s);
    let is_root = slope > 0.0 && slope.is_finite();
    let s = if is_root { at + (parts.dot(&parts) - T::one()) / T::from(slope) } else { at };
    Vector3::from_fn(|k, _| products[k] * half[k] / (beyond[k] + s))
}

/// The nearest point of the surface. In the plane across the shortest axis, deeper than the surface is curved, there are two: one is taken.
pub fn nearest<T: Scalar>(half: &Vector3<T>, point: &Vector3<T>) -> Nearest<T> {
    let foot = foot(half, point);
    let (normal, curved) = curved(half, &foot);
    let distance = (point - foot).dot(&normal);
    // the surface parallel to it has S·(1 + d·S)⁻¹
    let across = Matrix3::from_diagonal_element(T::one()) - normal * normal.transpose();
    let trace = curved.trace();
    let determinant = (trace * trace - (curved * curved).trace()) * T::from(0.5);
    // 0 where it is as near on both sides, and the normal has no derivative
    let left = T::one() + distance * trace + distance * distance * determinant;
    let bend = if left.value() > LEAST_LEFT {
        (curved + across * (distance * determinant)) / left
    } else {
        Matrix3::from_element(T::zero())
    };
    Nearest { distance, normal, bend, curvature: Curvature::of(&curved, &normal) }
}
