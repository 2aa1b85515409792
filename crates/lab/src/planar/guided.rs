//! The impact of a contact whose point can only go one way, as joints guide it: W has rank 1, u_t = r·u_n with r = w_tn/w_nn.

use asperity::rigid::Hypothesis;

use super::bodies::Law;

/// Fraction of w_nn·w_tt below which det W is rounding, and of w_nn below which w_tt is.
const RANK_ONE: f64 = 1e-10;
const STILL: f64 = 1e-12;

/// r of a contact with W = [[w_nn, w_tn], [w_tn, w_tt]] whose point can only go one way; None of all others.
pub fn way([nn, tn, tt]: [f64; 3]) -> Option<f64> {
    if tt <= STILL * nn { Some(0.0) } else { (nn * tt - tn * tn <= RANK_ONE * nn * tt).then_some(tn / nn) }
}

/// Impulses n and t [N·s] of an approach at u_n = `before` < 0 [m/s] along the way `r`, by Routh's process [WK91 section 3.1] on one line: slip stops
/// with compression and turns round with it, so in compression  du_n = w_nn·(1 + μ_k·|r|)·dP_n  and in restitution
/// du_n = w_nn·(1 − μ_k·|r|)·dP_n. From μ_s·|r| = 1 on the point is wedged and stays. Where it cannot slip, r = 0, any P_t would do; it is 0.
pub fn guided(nn: f64, r: f64, before: f64, law: Law, hypothesis: Hypothesis) -> [f64; 2] {
    let (with, against) = (1.0 + law.mu_k * r.abs(), 1.0 - law.mu_k * r.abs());
    let compression = -before / (nn * with);
    let restitution = match hypothesis {
        _ if law.mu_s * r.abs() >= 1.0 => 0.0,
        Hypothesis::Newton => -law.e * before / (nn * against),
        Hypothesis::Poisson => law.e * compression,
        Hypothesis::Stronge => law.e * compression * (with / against).sqrt(),
    };
    let slips = if r == 0.0 { 0.0 } else { r.signum() };
    [compression + restitution, law.mu_k * slips * (compression - restitution)]
}
