//! The contacts of a system as time stepping sees them, and what it remembers of them.

use crate::physics::{Body, Vector3};
use crate::stepping::Coupling;
use crate::stepping::bodies::Contacts;
use crate::stepping::saved::saved;

/// The contacts as a step of time stepping asks for them.
pub trait RigidContacts: Contacts {
    fn count(&self) -> usize;
    fn coupling(&self, contact: usize) -> &Coupling<f64>;
    /// Whether the bodies are for certain farther apart than `margin` [m]
    fn are_apart(&self, contact: usize, bodies: [&Body<f64>; 2], margin: f64) -> bool;
    /// Distance from the origin of a body's frame that no point of its shape has more of [m]; 0 of one without an end
    fn radius(&self, contact: usize) -> f64;
}

/// What the points of the contacts remember: where those of each contact start, and all of them.
pub struct Remembered<'a> {
    pub starts: &'a [usize],
    pub forces: &'a mut [PointForce],
}

/// Force of lasting contact on body i at a point [N], world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointForce {
    /// λ_N ≥ 0
    pub normal: f64,
    /// λ_T
    pub friction: Vector3<f64>,
}

saved!(PointForce { normal, friction });
