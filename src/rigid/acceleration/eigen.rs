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
    let mut vectors = DMatrix::identity(a.nrows(), a.nrows());
    let values = diagonalise(a.clone(), |turn| turn.columns(&mut vectors));
    Eigen { values, vectors }
}

/// The eigenvalues alone, with the same bits.
pub fn values(a: &DMatrix<f64>) -> DVector<f64> {
    diagonalise(a.clone(), |_| ())
}

/// `follow` is told each rotation.
fn diagonalise(mut a: DMatrix<f64>, mut follow: impl FnMut(&Rotation)) -> DVector<f64> {
    let n = a.nrows();
    for _ in 0..SWEEPS {
        let mut rotated = false;
        // less than the largest element rounds by
        let negligible = 1e-17 * a.amax();
        for p in 0..n {
            for q in p + 1..n {
                let across = a[(p, q)];
                // rounds away beside both
                let scale = a[(p, p)].abs().min(a[(q, q)].abs());
                if across == 0.0 || scale + across.abs() == scale {
                    continue;
                }
                if across.abs() <= f64::MIN_POSITIVE || across.abs() <= negligible {
                    a[(p, q)] = 0.0;
                    continue;
                }
                rotated = true;
                let rotation = Rotation::new(&a, p, q);
                rotation.both_sides(&mut a);
                follow(&rotation);
            }
        }
        if !rotated {
            break;
        }
    }
    a.diagonal()
}

/// In the plane of axes p < q.
struct Rotation {
    p: usize,
    q: usize,
    cosine: f64,
    sine: f64,
    tangent: f64,
}

impl Rotation {
    /// That which makes a_pq zero.
    fn new(a: &DMatrix<f64>, p: usize, q: usize) -> Self {
        let theta = (a[(q, q)] - a[(p, p)]) / (2.0 * a[(p, q)]);
        let sign = if theta < 0.0 { -1.0 } else { 1.0 };
        let tangent = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        Self { p, q, cosine, sine: tangent * cosine, tangent }
    }

    /// The elements at p and q of a vector, turned.
    fn turned(&self, at_p: f64, at_q: f64) -> (f64, f64) {
        (self.cosine * at_p - self.sine * at_q, self.sine * at_p + self.cosine * at_q)
    }

    /// Of the upper triangle of the matrix whose a_pq it makes zero.
    fn both_sides(&self, a: &mut DMatrix<f64>) {
        let (p, q) = (self.p, self.q);
        let across = a[(p, q)];
        a[(p, p)] -= self.tangent * across;
        a[(q, q)] += self.tangent * across;
        a[(p, q)] = 0.0;
        let at = |i: usize, j: usize| if i < j { (i, j) } else { (j, i) };
        for k in (0..a.nrows()).filter(|k| *k != p && *k != q) {
            (a[at(k, p)], a[at(k, q)]) = self.turned(a[at(k, p)], a[at(k, q)]);
        }
    }

    /// The columns p and q of V.
    fn columns(&self, of: &mut DMatrix<f64>) {
        for k in 0..of.nrows() {
            (of[(k, self.p)], of[(k, self.q)]) = self.turned(of[(k, self.p)], of[(k, self.q)]);
        }
    }
}
