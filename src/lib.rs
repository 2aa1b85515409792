//! Asperity: the frictional contact force between two bodies as one FMI 2.0 unit.
//!
//! Layers, each using only those before it: [`physics`] (the laws), [`stepping`] (one communication step), [`fmi2`] (the
//! standard's C boundary for any model) and [`unit`] (the variable table and the contact as a model).

pub mod fmi2;
pub mod physics;
pub mod stepping;
pub mod unit;
