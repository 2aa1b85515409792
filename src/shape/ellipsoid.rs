//! Ellipsoid about the origin, its axes along those of the frame.

use crate::physics::{Matrix3, Scalar, Vector3};
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

/// The point that lies farthest along a direction of any length but 0  D²·d/|D·d|  [m].
pub fn support<T: Scalar>(half: &Vector3<T>, direction: &Vector3<T>) -> Vector3<T> {
    let stretched = direction.component_mul(half);
    stretched.component_mul(half) / stretched.dot(&stretched).sqrt()
}

/// Steps after which an interval of doubles cannot shrink any more, with some to spare for Newton's overshoots.
const MOST_STEPS: usize = 120;

/// By how much the foot keeps off the middle of an ellipsoid, as a part of its smallest half axis squared.
const OFF_MIDDLE: f64 = 1e-9;

/// The nearest point of the surface q: y − q is along the normal there, so q = a²·y/(a² + t) with the greatest t for which
/// Σ(a·y/(a² + t))² = 1. It is found to the last digit, the same whatever came before. Farther inside than the surface is curved there are
/// several such points; one of them is taken.
pub fn nearest<T: Scalar>(half: &Vector3<T>, point: &Vector3<T>) -> Nearest<T> {
    let (squares, products) = (half.component_mul(half), half.component_mul(point));
    let sum = |t: f64, power: i32| -> f64 {
        (0..3).map(|k| products[k].value().powi(2) / (squares[k].value() + t).powi(power)).sum()
    };
    let least = squares.iter().map(|square| square.value()).fold(f64::INFINITY, f64::min);
    let farthest = products.iter().map(|of| of.value() * of.value()).sum::<f64>().sqrt();
    // the sum falls with t from the middle on
    let (mut low, mut high) = (least * (OFF_MIDDLE - 1.0), farthest);
    let mut t = if sum(0.0, 2) > 1.0 { 0.0_f64.max(farthest - least) } else { 0.0 };
    for _ in 0..MOST_STEPS {
        let above = sum(t, 2) - 1.0;
        if above > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let newton = t + above / (2.0 * sum(t, 3));
        let middle = 0.5 * (low + high);
        if newton == t || middle <= low || middle >= high {
            break;
        }
        t = if newton > low && newton < high { newton } else { middle };
    }
    // one more step with the derivatives of everything
    let at = T::from(t);
    let parts = products.zip_map(&squares, |product, square| product / (square + at));
    let slope = 2.0 * sum(t, 3);
    let is_root = slope > 0.0 && slope.is_finite();
    let t = if is_root { at + (parts.dot(&parts) - T::one()) / T::from(slope) } else { at };
    let foot = Vector3::from_fn(|k, _| squares[k] * point[k] / (squares[k] + t));
    let gradient = foot.component_div(&squares);
    let steep = gradient.dot(&gradient).sqrt();
    let normal = if steep.value() > 0.0 { gradient / steep } else { Vector3::new(T::zero(), T::zero(), T::one()) };
    let distance = (point - foot).dot(&normal);
    // curvature of the surface S = P·diag(1/a²)·P/|g|, P across the normal; of the one parallel to it S·(1 + d·S)⁻¹
    let across = Matrix3::from_diagonal_element(T::one()) - normal * normal.transpose();
    let inverse = squares.map(|square| T::one() / square);
    let curved = if steep.value() > 0.0 {
        across * Matrix3::from_diagonal(&inverse) * across / steep
    } else {
        Matrix3::from_element(T::zero())
    };
    let trace = curved.trace();
    let determinant = (trace * trace - (curved * curved).trace()) * T::from(0.5);
    let bend = (curved + across * (distance * determinant))
        / (T::one() + distance * trace + distance * distance * determinant);
    Nearest { distance, normal, bend, mean_curvature: trace * T::from(0.5) }
}
