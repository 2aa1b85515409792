//! Asperity: the frictional contact force between two bodies as one FMI 2.0 unit.
//!
//! Layers, each using only those before it: [`physics`] (the laws), [`shape`] and [`meet`] (where two shapes touch), [`stepping`] (one communication step), [`fmi`] (the
//! standard's C boundary for any model), [`mod@unit`] (the variable table and the contact as a model) and [`capi`] (the C interface
//! for direct linking, `include/asperity.h`). [`rigid`]
//! stands beside the laws: contact of rigid bodies, as the reference for the compliant one and for steps that solve it as rigid.

#[cfg(feature = "contact")]
pub mod capi;
pub mod fmi;
#[cfg(feature = "contact")]
pub mod meet;
pub mod physics;
#[cfg(feature = "contact")]
pub mod rigid;
#[cfg(feature = "contact")]
pub mod shape;
#[cfg(feature = "contact")]
pub mod stepping;
#[cfg(feature = "contact")]
pub mod unit;
