//! One step of Newton's method as a contact sees it.

/// What one contact says:  ahead·du + own·dp = right,  du = W·dp of all contacts that take part.
#[derive(Clone, Copy, Debug)]
pub struct Equation {
    pub ahead: [[f64; 3]; 3],
    pub own: [[f64; 3]; 3],
    pub right: [f64; 3],
}
