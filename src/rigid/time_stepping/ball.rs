//! Friction of one contact that also opposes spin: the impulse (p_t, p_r) in the ball of radius μ·p_n, p_r = ∫c_r dt/e_r
//! (docs/numerics.md step 36).
//!
//! [PT96 eq. 1] with e_t = e_o = 1; maximum work [PT96 (iv)] makes it oppose the slip V = (v_t, e_r·ω_n). Rows: normal,
//! two tangents, e_r times the turn about the normal.

use crate::rigid::cones::elimination;
use crate::rigid::root::{self, Trial};
use nalgebra::{Matrix3, Matrix4, Vector3, Vector4};

/// Share of the trace of W_TT that is no resistance to slip: what sticks moves by as much of what it would.
const HELD: f64 = 1e-14;
/// Factor between two trials for a resistance that is enough, and their most: 16²⁵⁶ is no number any more.
const WIDER: f64 = 16.0;
const WIDENINGS: u32 = 256;
/// p with 0 ≤ p_n ⟂ u_n ≥ 0, |p_T| ≤ μ·p_n, p_T against u_T where it is μ·p_n; u = W·p + `q`. None only where numbers
/// overflow.
///
/// Slip is u_T = −s·p_T with a resistance s ≥ 0. For a given s the problem is linear, (W + s·diag(0, 1, 1, 1))·p = −q, and
/// has one solution, W being positive semidefinite with w_nn > 0. |p_T| − μ·p_n is continuous in s and ends below 0: so
/// s = 0 holds, or there is a root. Where there are several, [Painlevé's](crate::rigid) case, it is one of them.
pub fn solve(w: &Matrix4<f64>, q: &Vector4<f64>, mu: f64) -> Option<Vector4<f64>> {
    if q[0] >= 0.0 {
        return Some(Vector4::zeros());
    }
    if mu == 0.0 {
        return Some(Vector4::new(-q[0] / w[(0, 0)], 0.0, 0.0, 0.0));
    }
    let held = HELD * (w[(1, 1)] + w[(2, 2)] + w[(3, 3)]).max(f64::MIN_POSITIVE);
    resistance(held, |s| {
        let (mut lifted, mut p) = (w + Matrix4::from_diagonal(&Vector4::new(0.0, s, s, s)), -q);
        let is_found = elimination::solve(lifted.as_mut_slice(), 4, p.as_mut_slice());
        is_found.then(|| (p, length(&friction(&p)), mu * p[0]))
    })
}

/// Friction p_T for a given normal impulse `normal` ≥ 0: the point of the ball that takes most of u_T = W_TT·p_T + q_T,
/// `q` with what the normal impulse does. Always one; None only where numbers overflow.
pub fn friction_at(w: &Matrix4<f64>, q: &Vector4<f64>, mu: f64, normal: f64) -> Option<Vector3<f64>> {
    if mu * normal <= 0.0 {
        return Some(Vector3::zeros());
    }
    let w_tt: Matrix3<f64> = w.fixed_view::<3, 3>(1, 1).into_owned();
    let free = friction(&(q + w.column(0) * normal));
    let held = HELD * w_tt.trace().max(f64::MIN_POSITIVE);
    resistance(held, |s| {
        let (mut lifted, mut p) = (w_tt + Matrix3::from_diagonal_element(s), -free);
        let is_found = elimination::solve(lifted.as_mut_slice(), 3, p.as_mut_slice());
        is_found.then(|| (p, length(&p), mu * normal))
    })
}

/// The last three rows.
fn friction(p: &Vector4<f64>) -> Vector3<f64> {
    p.fixed_rows::<3>(1).into_owned()
}

fn length(p: &Vector3<f64>) -> f64 {
    p.dot(p).sqrt()
}

/// What `at` gives for the least resistance to slip, or for the one at which its first number, the friction, is its second,
/// the bound; bound/friction − 1 is nearly linear in s.
fn resistance<P>(least: f64, at: impl Fn(f64) -> Option<(P, f64, f64)>) -> Option<P> {
    let at = |s: f64| {
        let (of, friction, bound) = at(s)?;
        // a friction of 0 is not beyond any bound
        Some(Trial { missed: (bound / friction).min(f64::MAX) - 1.0, of })
    };
    let (mut low, mut found) = (least, at(least)?);
    if found.missed >= 0.0 {
        return Some(found.of);
    }
    let (mut high, mut low_missed) = (low, found.missed);
    for _ in 0..WIDENINGS {
        high *= WIDER;
        found = at(high)?;
        if found.missed >= 0.0 {
            return root::between((low, low_missed), (high, found), at);
        }
        (low, low_missed) = (high, found.missed);
    }
    None
}
