//! The impact of a contact whose point can only go one way, as joints guide it: W has rank 1, u_t = r·u_n with r = w_tn/w_nn.

use asperity::rigid::Hypothesis;

use super::bodies::Law;

/// Fraction of w_nn·w_tt below which det W is rounding.
const RANK_ONE: f64 = 1e-10;

/// Whether the point of a contact with W = [[w_nn, w_tn], [w_tn, w_tt]] can only go one way.
pub fn is_guided([nn, tn, tt]: [f64; 3]) -> bool {
    nn * tt - tn * tn <= RANK_ONE * nn * tt
}

/// Impulses n and t [N·s] of an approach at u_n = `before` < 0 [m/s], by Routh's process [WK91 section 3.1] on one line: slip stops with compression
/// and turns round with it, so in compression  du_n = w_nn·(1 + μ_k·|r|)·dP_n  and in restitution  du_n = w_nn·(1 − μ_k·|r|)·dP_n. From μ_s·|r| = 1 on
/// the point is wedged and stays.
pub fn guided([nn, tn, _]: [f64; 3], before: f64, law: Law, hypothesis: Hypothesis) -> [f64; 2] {
    let r = (tn / nn).abs();
    let (with, against) = (1.0 + law.mu_k * r, 1.0 - law.mu_k * r);
    let compression = -before / (nn * with);
    let restitution = match hypothesis {
        _ if law.mu_s * r >= 1.0 => 0.0,
        Hypothesis::Newton => -law.e * before / (nn * against),
        Hypothesis::Poisson => law.e * compression,
        Hypothesis::Stronge => law.e * compression * (with / against).sqrt(),
    };
    [compression + restitution, law.mu_k * tn.signum() * (compression - restitution)]
}
