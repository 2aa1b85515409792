//! Eigenvalues of symmetric matrices by Jacobi's rotations.

use nalgebra::{DMatrix, DVector};

/// Sweeps after which rotations end; a dozen is much.
const SWEEPS: usize = 60;

/// A = V·diag(values)·Vᵀ, not sorted.
pub struct Eigen {
    pub values: DVector<f64>,
    pub vectors: DMatrix<f64>,
}

/// `a` symmetric; the upper triangle is read. Only + − · / √, and homogeneous: factors of 2 round nothing.
pub fn symmetric(a: &DMatrix<f64>) -> Eigen {
    let n = a.nrows();
    let mut a = a.clone();
    let mut vectors = DMatrix::identity(n, n);
    for _ in 0..SWEEPS {
        let mut rotated = false;
        for p in 0..n {
            for q in p + 1..n {
                let across = a[(p, q)];
                // rounds away beside both
                let scale = a[(p, p)].abs().min(a[(q, q)].abs());
                if across == 0.0 || scale + across.abs() == scale {
                    continue;
                }
                if across.abs() <= f64::MIN_POSITIVE || across.abs() <= 1e-17 * a.amax() {
                    a[(p, q)] = 0.0;
                    continue;
                }
                rotated = true;
                rotate(&mut a, &mut vectors, p, q);
            }
        }
        if !rotated {
            break;
        }
    }
    Eigen { values: a.diagonal(), vectors }
}

/// Makes a_pq zero.
fn rotate(a: &mut DMatrix<f64>, vectors: &mut DMatrix<f64>, p: usize, q: usize) {
    let n = a.nrows();
    let across = a[(p, q)];
    let theta = (a[(q, q)] - a[(p, p)]) / (2.0 * across);
    let sign = if theta < 0.0 { -1.0 } else { 1.0 };
    let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    a[(p, p)] -= t * across;
    a[(q, q)] += t * across;
    a[(p, q)] = 0.0;
    let at = |i: usize, j: usize| if i < j { (i, j) } else { (j, i) };
    for k in (0..n).filter(|k| *k != p && *k != q) {
        let (of_p, of_q) = (a[at(k, p)], a[at(k, q)]);
        a[at(k, p)] = c * of_p - s * of_q;
        a[at(k, q)] = s * of_p + c * of_q;
    }
    for k in 0..n {
        let (of_p, of_q) = (vectors[(k, p)], vectors[(k, q)]);
        vectors[(k, p)] = c * of_p - s * of_q;
        vectors[(k, q)] = s * of_p + c * of_q;
    }
}
