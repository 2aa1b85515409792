//! W of bodies as the solver uses it.

use crate::rigid::cones::bodies::{Bodies, COORDINATES, Side, dot};
use crate::rigid::cones::operator::Delassus;

impl Delassus for Bodies<'_> {
    fn contacts(&self) -> usize {
        self.contacts.len()
    }

    fn state_size(&self) -> usize {
        COORDINATES * self.bodies + 3 * self.compliance.len()
    }

    fn block(&self, i: usize, j: usize) -> [[f64; 3]; 3] {
        let mut block = [[0.0; 3]; 3];
        for side in self.contacts[i].iter().flatten() {
            for other in self.contacts[j].iter().flatten().filter(|other| other.body == side.body) {
                for (r, row) in side.rows.iter().enumerate() {
                    for (c, moves) in other.moves.iter().enumerate() {
                        block[r][c] += dot(row, moves);
                    }
                }
            }
        }
        if let (true, Some(compliance)) = (i == j, self.compliance.get(i)) {
            block[1][1] += compliance;
            block[2][2] += compliance;
        }
        block
    }

    fn add(&self, k: usize, p: [f64; 3], state: &mut [f64]) {
        for Side { body, moves, .. } in self.contacts[k].iter().flatten() {
            let state = &mut state[COORDINATES * body..][..COORDINATES];
            for (i, state) in state.iter_mut().enumerate() {
                *state += moves[0][i] * p[0] + moves[1][i] * p[1] + moves[2][i] * p[2];
            }
        }
        if let Some(compliance) = self.compliance.get(k) {
            let own = &mut state[COORDINATES * self.bodies + 3 * k..][..3];
            own[1] += compliance * p[1];
            own[2] += compliance * p[2];
        }
    }

    fn velocity(&self, k: usize, state: &[f64]) -> [f64; 3] {
        let mut u = match self.compliance.get(k) {
            Some(_) => core::array::from_fn(|i| state[COORDINATES * self.bodies + 3 * k + i]),
            None => [0.0; 3],
        };
        for Side { body, rows, .. } in self.contacts[k].iter().flatten() {
            let v = &state[COORDINATES * body..][..COORDINATES];
            for (u, row) in u.iter_mut().zip(rows) {
                *u += (row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) + (row[3] * v[3] + row[4] * v[4] + row[5] * v[5]);
            }
        }
        u
    }

    fn bodies(&self) -> Option<&Bodies<'_>> {
        Some(self)
    }
}
