//! Functions of the exponential steps beside the power series of the matrix exponential.

use asperity::stepping::interface::exponential::{phi, phi_of_matrix};
use nalgebra::{Matrix3, Matrix4, SMatrix};

/// exp(m) for a norm ≤ 32: the power series of m/32, of which terms up to the 20th leave out 1/21! = 2e-20, squared five times.
fn exponential<const N: usize>(m: SMatrix<f64, N, N>) -> SMatrix<f64, N, N> {
    let small = m / 32.0;
    let mut sum = SMatrix::identity();
    for k in (1..=20).rev() {
        sum = SMatrix::identity() + small * sum / f64::from(k);
    }
    (0..5).fold(sum, |e, _| e * e)
}

/// φ₁ of M is the upper right block of exp([[M, 1], [0, 0]]): for one dimension and two.
#[test]
fn phi_functions_are_those_of_the_matrix_exponential() {
    for y in [0.0, 1e-9, 0.05, 0.0999, 0.1, 0.5, 3.0, 30.0] {
        let e = exponential(Matrix3::new(-y, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0));
        let [first, second] = phi(y);
        assert!((e[(0, 1)] - first).abs() < 1e-14 && (e[(0, 2)] - second).abs() < 1e-14, "{y}");
    }
    for m in [
        [[-1e-3, -2e-3], [1e-3, -1e-4]],
        [[-1.0, -30.0], [4.0, -0.1]],
        [[-8.0, -1.0], [1.0, -0.5]],
        [[-0.6, -0.01], [0.01, -0.6]],
        [[-3.0, 0.0], [1.0, -3.0]],
        [[-20.0, -7.0], [1.0, 0.0]],
    ] {
        let mut big = Matrix4::zeros();
        for r in 0..2 {
            big[(r, r + 2)] = 1.0;
            for c in 0..2 {
                big[(r, c)] = m[r][c];
            }
        }
        let e = exponential(big);
        let found = phi_of_matrix(m);
        for r in 0..2 {
            for c in 0..2 {
                assert!((e[(r, c + 2)] - found[r][c]).abs() < 1e-13, "{m:?}: {found:?}");
            }
        }
    }
}
