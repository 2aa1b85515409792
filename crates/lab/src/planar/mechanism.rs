//! Bodies in the plane as those of an importer in space, held in the plane z = 0.

use nalgebra::{DMatrix, DVector, Matrix6, Vector3, Vector6};

use super::bodies::System;
use super::dynamics::Port;
use super::modes::World;
use crate::systems::{Mechanism, VELOCITY, WIDTH, WRENCH};

/// Of a body's orientation w, x, y, z, and of its angular velocity about z.
const W: usize = 3;
const Z: usize = 6;
const SPIN: usize = WIDTH - 1;

/// q and q̇ of the bodies; angles are known up to full turns.
fn coordinates(state: &[f64]) -> (DVector<f64>, DVector<f64>) {
    let of = |part: fn(&[f64]) -> [f64; 3]| {
        let values: Vec<f64> = state.chunks_exact(WIDTH).flat_map(part).collect();
        DVector::from_vec(values)
    };
    let q = of(|body| [body[0], body[1], 2.0 * libm::atan2(body[Z], body[W])]);
    (q, of(|body| [body[VELOCITY], body[VELOCITY + 1], body[SPIN]]))
}

impl Mechanism for System {
    /// q̈ = free + M̂⁻¹·f, f the wrenches of the contacts.
    fn accelerate(&self, state: &[f64], wrenches: &[f64], rates: &mut [f64]) {
        let (q, v) = coordinates(state);
        let Port { free, inverse } = self.port(&q, &v);
        let forces: Vec<f64> = wrenches.chunks_exact(WRENCH).flat_map(|of| [of[0], of[1], of[WRENCH - 1]]).collect();
        let acceleration = free + inverse * DVector::from_vec(forces);
        for (rates, a) in rates.chunks_exact_mut(WIDTH).zip(acceleration.as_slice().chunks_exact(3)) {
            rates[VELOCITY..].copy_from_slice(&[a[0], a[1], 0.0, 0.0, 0.0, a[2]]);
        }
    }

    /// The block of M̂⁻¹ = M̂⁻¹·M·M̂⁻¹ that belongs to the body, as a product that rounding leaves semidefinite; across the plane that of a
    /// free body.
    fn inverse_masses(&self, state: &[f64]) -> Vec<[f64; 21]> {
        let (q, v) = coordinates(state);
        let Port { inverse, .. } = self.port(&q, &v);
        let lever = inverse * DMatrix::from_diagonal(&self.mass().map(f64::sqrt));
        let inverse = &lever * lever.transpose();
        let of = |(k, body): (usize, &super::Body)| {
            let mut whole = Matrix6::from_diagonal(&Vector6::from_element(1.0 / body.mass));
            (3..5).for_each(|across| whole[(across, across)] = 1.0 / body.inertia);
            const IN_PLANE: [usize; 3] = [0, 1, 5];
            for (i, row) in IN_PLANE.into_iter().enumerate() {
                for (j, column) in IN_PLANE.into_iter().enumerate() {
                    whole[(row, column)] = inverse[(3 * k + i, 3 * k + j)];
                }
            }
            let mut upper = (0..6).flat_map(|row| (row..6).map(move |column| (row, column)));
            std::array::from_fn(|_| upper.next().map_or(0.0, |at| whole[at]))
        };
        self.bodies.iter().enumerate().map(of).collect()
    }

    fn close(&self, state: &mut [f64]) -> bool {
        if self.joints.is_empty() {
            return false;
        }
        let (mut q, mut v) = coordinates(state);
        World { system: self, pairs: &[] }.project(&mut q, &mut v, &[], &[]);
        for (k, body) in state.chunks_exact_mut(WIDTH).enumerate() {
            let part = |of: &DVector<f64>| Vector3::new(of[3 * k], of[3 * k + 1], of[3 * k + 2]);
            let (place, velocity) = (part(&q), part(&v));
            body[..2].copy_from_slice(&[place.x, place.y]);
            let (sin, cos) = libm::sincos(0.5 * place.z);
            body[W..VELOCITY].copy_from_slice(&[cos, 0.0, 0.0, sin]);
            body[VELOCITY..VELOCITY + 2].copy_from_slice(&[velocity.x, velocity.y]);
            body[SPIN] = velocity.z;
        }
        true
    }

    fn potential(&self, state: &[f64]) -> f64 {
        self.potential(&coordinates(state).0)
    }
}
