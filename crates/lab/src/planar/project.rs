//! Closed contacts and joints are kept closed.

use nalgebra::DVector;

use super::dynamics::stacked;
use super::linear::Elimination;
use super::modes::World;

impl World<'_> {
    /// Moves positions and then velocities onto the joints and closed contacts, by least kinetic energy; `still` do not slip. The largest
    /// change of a position [m, rad].
    pub(super) fn project(&self, q: &mut DVector<f64>, v: &mut DVector<f64>, closed: &[usize], still: &[usize]) -> f64 {
        let lightness = self.system.mass().map(|mass| 1.0 / mass);
        let back = |rows: &[DVector<f64>], off: &DVector<f64>| {
            let j = stacked(rows, self.system.size());
            let lever = nalgebra::DMatrix::from_diagonal(&lightness) * j.transpose();
            &lever * Elimination::new(&(&j * &lever)).solve(off)
        };
        let mut moved = 0.0;
        for _ in 0..2 {
            let mut rows = Vec::new();
            let mut off = Vec::new();
            for (row, value) in self.system.joint_rows(q, v) {
                rows.push(row);
                off.push(value);
            }
            let touches = self.touches(q, v);
            for pair in closed {
                rows.push(self.rows(*pair, &touches[*pair])[0].clone());
                off.push(touches[*pair].gap);
            }
            if rows.is_empty() {
                return 0.0;
            }
            let step = back(&rows, &DVector::from_vec(off));
            moved = f64::max(moved, step.amax());
            *q -= step;
        }
        let mut rows: Vec<DVector<f64>> = self.system.joint_rows(q, v).into_iter().map(|(row, _)| row).collect();
        let touches = self.touches(q, v);
        rows.extend(closed.iter().map(|pair| self.rows(*pair, &touches[*pair])[0].clone()));
        rows.extend(still.iter().map(|pair| self.rows(*pair, &touches[*pair])[1].clone()));
        let off = stacked(&rows, self.system.size()) * &*v;
        *v -= back(&rows, &off);
        moved
    }
}
