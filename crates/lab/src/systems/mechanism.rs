//! What the importer knows of its bodies and the unit does not: joints, and forces between bodies.

use std::fmt;

/// Joints between bodies, and all forces on them but those of the contacts.
///
/// A state has 13 numbers for each body: position of the centre of mass, orientation (w, x, y, z), velocity, angular velocity. A wrench
/// has 6, force and torque about the origin of the frame, which must be the centre of mass. World axes throughout.
pub trait Mechanism: fmt::Debug {
    /// Accelerations under all forces and these wrenches of the contacts [m/s², rad/s²], for the place of the velocities in `rates`.
    fn accelerate(&self, state: &[f64], wrenches: &[f64], rates: &mut [f64]);

    /// Of each body the symmetric 6×6 matrix that gives its acceleration and angular acceleration by force and torque on it, its upper half
    /// row by row.
    fn inverse_masses(&self, state: &[f64]) -> Vec<[f64; 21]>;

    /// Closes the joints, from which integration drifts; false where there are none.
    fn close(&self, state: &mut [f64]) -> bool;

    /// Potential energy of these forces [J].
    fn potential(&self, state: &[f64]) -> f64;
}
