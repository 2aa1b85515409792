//! The natural map of conditions (i) to (iv)′, whose zeros are the solutions.
//!
//! c_n − (c_n − ρ·a_n)₊ and c_T − Π(c_T − ρ·a_T), Π the nearest point of F(μ·c_n); 1/ρ is the largest eigenvalue of the
//! contact's own block of Ã.

use crate::rigid::acceleration::eigen;
use crate::rigid::acceleration::reduced::{Block, Limit, Reduced};
use nalgebra::{DMatrix, DVector, Vector3};

/// ρ of each contact.
pub fn steps(problem: &Reduced) -> DVector<f64> {
    let all = (0..problem.size()).fold(0.0, |largest, i| f64::max(largest, problem.m[(i, i)].abs()));
    problem.members.map(|member| {
        let last = member.blocks.iter().map(|block| block.at + block.size).max().unwrap_or(member.normal + 1);
        let size = last - member.normal;
        let own = problem.m.view((member.normal, member.normal), (size, size)).into_owned();
        // the normal column of a sliding contact has friction in it
        let own = if size == 1 { own } else { (&own + own.transpose()) * 0.5 };
        let largest = eigen::values(&own).amax();
        let largest = if largest > 0.0 { largest } else { all };
        if largest > 0.0 { 1.0 / largest } else { 1.0 }
    })
}

/// Map at x, its elements divided by ρ: accelerations.
pub struct MapAt {
    pub value: DVector<f64>,
    pub slope: DMatrix<f64>,
}

pub fn map_at(problem: &Reduced, steps: &DVector<f64>, x: &DVector<f64>) -> MapAt {
    let w = &problem.m * x + &problem.q;
    let n = problem.size();
    let (mut value, mut slope) = (DVector::zeros(n), DMatrix::zeros(n, n));
    for (member, rho) in problem.members.iter().zip(steps.iter()) {
        let i = member.normal;
        if x[i] - rho * w[i] > 0.0 {
            value[i] = w[i];
            slope.set_row(i, &problem.m.row(i));
        } else {
            value[i] = x[i] / rho;
            slope[(i, i)] = 1.0 / rho;
        }
        let rises = if x[i] > 0.0 { member.mu } else { 0.0 };
        for block in member.blocks.iter() {
            let y = Vector3::from_fn(|k, _| if k < block.size { x[block.at + k] - rho * w[block.at + k] } else { 0.0 });
            let Some(place) = place(block, &y, rises * x[i]) else {
                for k in block.at..block.at + block.size {
                    value[k] = w[k];
                    slope.set_row(k, &problem.m.row(k));
                }
                continue;
            };
            for k in 0..block.size {
                let row = block.at + k;
                value[row] = (x[row] - place.point[k]) / rho;
                for j in 0..n {
                    for l in 0..block.size {
                        slope[(row, j)] += place.along[k][l] * problem.m[(block.at + l, j)];
                    }
                }
                for l in 0..block.size {
                    slope[(row, block.at + l)] -= place.along[k][l] / rho;
                }
                slope[(row, row)] += 1.0 / rho;
                slope[(row, i)] -= place.offset[k] * rises / rho;
            }
        }
    }
    MapAt { value, slope }
}

/// Π(y) and its derivatives by y and by τ.
struct Place {
    point: Vector3<f64>,
    along: [[f64; 3]; 3],
    offset: Vector3<f64>,
}

/// None where y is not outside.
fn place(block: &Block, y: &Vector3<f64>, tau: f64) -> Option<Place> {
    match &block.limit {
        Limit::Ball => {
            let length = y.dot(y).sqrt();
            if length <= tau {
                return None;
            }
            let d = y / length;
            let share = tau / length;
            let along =
                core::array::from_fn(|k| core::array::from_fn(|l| share * (f64::from(u8::from(k == l)) - d[k] * d[l])));
            Some(Place { point: d * tau, along, offset: d })
        }
        Limit::Planes(planes) => {
            let face = planes.nearest(y, tau)?;
            let columns: [Vector3<f64>; 3] = core::array::from_fn(|k| face.part(&Vector3::ith(k, 1.0)));
            let along = core::array::from_fn(|k| core::array::from_fn(|l| columns[l][k]));
            Some(Place { point: face.project(y, tau), along, offset: face.offset() })
        }
    }
}

/// ‖map/ρ‖/(|b̃| + |Ã|·|c̃|), largest elements.
pub fn residual(problem: &Reduced, steps: &DVector<f64>, x: &DVector<f64>) -> f64 {
    let c = &problem.lift * x;
    let size = (0..c.len()).fold(0.0, |size, i| {
        let row = (0..c.len()).fold(problem.b[i].abs(), |sum, j| sum + (problem.a[(i, j)] * c[j]).abs());
        f64::max(size, row)
    });
    let wrong = map_at(problem, steps, x).value.amax();
    if wrong == 0.0 { 0.0 } else { wrong / size }
}
