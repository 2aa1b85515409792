//! Several contacts struck at once [WK91 eq. 2.7], Poisson's hypothesis in two problems. It is not Routh's process: where slip stops or
//! turns within the impact it differs.

use asperity::rigid::complementarity::{Status, lemke};
use nalgebra::{DMatrix, DVector};

use super::bodies::Law;

/// Fraction of the kinetic energy at stake that counts as a gain.
const GAIN: f64 = 1e-12;

/// Fraction of the largest element of W by which each contact yields where the problem is not solved without.
const YIELD: f64 = 1e-10;

/// What comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Several {
    /// p^c + θ·p^r, rows n, t of each contact [N·s].
    pub impulse: DVector<f64>,
    /// θ, less than 1 where restitution was cut because it would have gained energy.
    pub restored: f64,
}

/// Compression u^c = u⁻ + W·p^c with 0 ≤ p_n^c ⟂ u_n^c ≥ 0 and friction of greatest work in u_T^c; restitution u⁺ = u^c +
/// W·p^r with 0 ≤ p_n^r − e·p_n^c ⟂ u_n⁺ ≥ 0 and friction of greatest work in u_T⁺  [WK91 eq. 2.7, twice].
///
/// Deviation: two problems, or bodies would pass through each other, and friction in them. Misprint: M⁻¹·Λ* is no velocity
/// ([`quadratic`](asperity::rigid::complementarity::quadratic)).
///
/// `w` W, rows n, t of each contact [1/kg] · `before` u⁻ [m/s] · `laws` of the contacts, friction is μ_k.
///
/// Errors: a problem that is refused or not solved, in words.
pub fn simultaneous(w: &DMatrix<f64>, before: &DVector<f64>, laws: &[Law]) -> Result<Several, String> {
    let none = DVector::zeros(laws.len());
    let compression = phase(w, before, laws, &none)?;
    let compressed = before + w * &compression;
    let given = DVector::from_fn(laws.len(), |k, _| laws[k].e * compression[2 * k]);
    let restitution = phase(w, &compressed, laws, &given)?;
    // ΔT(θ) = ΔT(p^c) + θ·u^c·p^r + ½·θ²·p^r·W·p^r, which is not above 0 at θ = 0
    let spent = 0.5 * (before + &compressed).dot(&compression);
    let (linear, square) = (compressed.dot(&restitution), 0.5 * restitution.dot(&(w * &restitution)));
    let size = before.abs().dot(&compression.abs());
    let restored = match spent + linear + square > GAIN * size {
        true => (-linear + (linear * linear - 4.0 * square * spent).max(0.0).sqrt()) / (2.0 * square),
        false => 1.0,
    };
    Ok(Several { impulse: compression + restitution * restored, restored })
}

/// p with 0 ≤ x ⟂ u_n ≥ 0, p_n = x + `given`, |p_t| ≤ μ·p_n of greatest work in u_t, u = `start` + W·p.
///
/// Per contact z = (x, p_t⁺, p_t⁻, σ): u_t + σ ≥ 0, −u_t + σ ≥ 0, μ·p_n − p_t⁺ − p_t⁻ ≥ 0.
fn phase(w: &DMatrix<f64>, start: &DVector<f64>, laws: &[Law], given: &DVector<f64>) -> Result<DVector<f64>, String> {
    let rows = 2 * laws.len();
    let firsts: Vec<usize> = laws
        .iter()
        .scan(0, |next, law| {
            let first = *next;
            *next += if law.mu_k > 0.0 { 4 } else { 1 };
            Some(first)
        })
        .collect();
    let size = laws.iter().map(|law| if law.mu_k > 0.0 { 4 } else { 1 }).sum();
    // p = part·z + the given impulses
    let mut part = DMatrix::zeros(rows, size);
    let mut known = DVector::zeros(rows);
    for (k, first) in firsts.iter().enumerate() {
        part[(2 * k, *first)] = 1.0;
        known[2 * k] = given[k];
        if laws[k].mu_k > 0.0 {
            (part[(2 * k + 1, first + 1)], part[(2 * k + 1, first + 2)]) = (1.0, -1.0);
        }
    }
    let mut m = part.transpose() * w * &part;
    let mut q = part.tr_mul(&(start + w * &known));
    for (k, first) in firsts.iter().enumerate().filter(|(k, _)| laws[*k].mu_k > 0.0) {
        let sigma = first + 3;
        for side in [first + 1, first + 2] {
            (m[(side, sigma)], m[(sigma, side)]) = (1.0, -1.0);
        }
        m[(sigma, *first)] = laws[k].mu_k;
        q[sigma] = laws[k].mu_k * given[k];
    }
    let count = laws.len();
    let yields = YIELD * w.amax();
    for trial in 0..2 {
        let solution = lemke(&m, &q).map_err(|fault| format!("the impact of {count} contacts is refused: {fault}"))?;
        match solution.status {
            Status::Solved => return Ok(part * solution.z + known),
            _ if trial == 1 => {
                let residual = solution.residual;
                return Err(format!(
                    "the impact of {count} contacts is not solved; the least residual is {residual:.1e}"
                ));
            }
            // rows that depend on each other, but for rounding
            _ => m += part.tr_mul(&part) * yields,
        }
    }
    Err(format!("the impact of {count} contacts is not solved"))
}
