//! Friction in the tangent plane and about the normal: bristles with a dwell-time state [G04 §2.2], or regularised [M3D].
//!
//! Slip V, deflection z̃ and force F have a part about the normal ([`Planar`](crate::physics::Planar)); [G04] has the translations
//! only, and with e_r = 0 its formulas stand here as they are. Each is a function of `equations.rs`; [`friction_of`] puts them
//! together, once, for every [`FrictionModel`]: [`Chosen`] asks the settings, [`Usual`] leaves nothing to choose, and
//! [`Memoryless`] has no bristles.

mod chosen;
mod equations;
mod model;
mod usual;

pub use chosen::{Chosen, Sliding, drive, friction_force, sliding};
pub use equations::*;
pub use model::{Acts, Drive, FrictionForce, FrictionModel, friction_of, limited_friction};
pub use usual::{Memoryless, Usual};
