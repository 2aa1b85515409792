//! Coulomb's friction of one contact: the impulse on its cone against the slip, without a search for λ_N
//! (docs/numerics.md step 21).

use crate::physics::elementary;
use crate::rigid::time_stepping::search::Search;
use core::f64::consts::TAU;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Directions that are tried: a trigonometric polynomial of second order has four roots at most.
const DIRECTIONS: u32 = 48;
/// Times a root is approached.
const STEPS: u32 = 40;

/// The normal impulse p_n > 0 and the direction d of slip, in the tangents of `m` and `q`: p = p_n·(1, −μ·d) with u_n =
/// 0 and the slack σ = (m·p + q)_T along d. Rows of `m` and `q`: normal, tangents.
///
/// p_n = −q_n/D with D = m_nn − μ·m_nT·d > 0 leaves  d × (D·q_T − q_n·(m_Tn − μ·m_TT·d)) = 0  for the direction. Of
/// several, the nearest to the first tangent; None if there is none.
pub fn solve<D: Dim>(m: &OMatrix<f64, D, D>, q: &OVector<f64, D>, mu: f64) -> Option<(f64, [f64; 2])>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let at = |angle: f64| {
        let (sin, cos) = elementary::sin_cos(angle);
        let d = [cos, sin];
        let divisor = m[(0, 0)] - mu * (m[(0, 1)] * d[0] + m[(0, 2)] * d[1]);
        let slack =
            [1, 2].map(|row| divisor * q[row] - q[0] * (m[(row, 0)] - mu * (m[(row, 1)] * d[0] + m[(row, 2)] * d[1])));
        Direction {
            angle,
            d,
            divisor,
            along: d[0] * slack[0] + d[1] * slack[1],
            across: d[0] * slack[1] - d[1] * slack[0],
        }
    };
    if q[0] >= 0.0 {
        return None;
    }
    let mut best: Option<Direction> = None;
    let mut before = at(-0.5 * TAU);
    for k in 1..=DIRECTIONS {
        let next = at(TAU * (f64::from(k) / f64::from(DIRECTIONS) - 0.5));
        if (before.across > 0.0) != (next.across > 0.0) {
            let found = root(&at, &before, &next);
            let holds = found.divisor > 0.0 && found.along >= 0.0;
            if holds && best.as_ref().is_none_or(|best| found.angle.abs() < best.angle.abs()) {
                best = Some(found);
            }
        }
        before = next;
    }
    best.map(|found| (-q[0] / found.divisor, found.d))
}

struct Direction {
    angle: f64,
    d: [f64; 2],
    divisor: f64,
    /// Slack along and across d, times the divisor
    along: f64,
    across: f64,
}

/// Between two directions with `across` of different signs.
fn root(at: &impl Fn(f64) -> Direction, low: &Direction, high: &Direction) -> Direction {
    if low.across == 0.0 {
        return at(low.angle);
    }
    // `Search` looks for a fixed point, and goes up where what it is given is larger
    let sign = if low.across > 0.0 { 1.0 } else { -1.0 };
    let mut search = Search::default();
    let mut angle = low.angle;
    search.next(low.angle, low.angle + sign * low.across);
    angle = search.next(high.angle, high.angle + sign * high.across).clamp(angle, high.angle);
    let mut found = at(angle);
    for _ in 0..STEPS {
        if found.across == 0.0 {
            break;
        }
        let next = search.next(angle, angle + sign * found.across);
        if next == angle || !(low.angle..=high.angle).contains(&next) {
            break;
        }
        angle = next;
        found = at(angle);
    }
    found
}
