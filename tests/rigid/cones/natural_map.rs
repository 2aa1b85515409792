//! How well impulses meet Coulomb's law, written apart from the solver.

use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// ‖λ·(p − Π_K(p − û/λ))‖/‖q‖.
pub fn residual(w: &DMatrix<f64>, q: &DVector<f64>, mu: &[f64], p: &DVector<f64>) -> f64 {
    let u = w * p + q;
    let mut sum = 0.0;
    for (k, &mu) in mu.iter().enumerate() {
        let block: Matrix3<f64> = w.fixed_view::<3, 3>(3 * k, 3 * k).into();
        let scale = block.symmetric_eigen().eigenvalues.max();
        let (u, p) = (u.fixed_rows::<3>(3 * k), Vector3::from(p.fixed_rows::<3>(3 * k)));
        let x = p - Vector3::new(u[0] + mu * u[1].hypot(u[2]), u[1], u[2]) / scale;
        let aside = x[1].hypot(x[2]);
        let near = match () {
            () if aside <= mu * x[0] => x,
            () if mu * aside <= -x[0] => Vector3::zeros(),
            () => Vector3::new(1.0, mu * x[1] / aside, mu * x[2] / aside) * ((x[0] + mu * aside) / (1.0 + mu * mu)),
        };
        sum += (scale * (p - near)).norm_squared();
    }
    sum.sqrt() / q.norm()
}
