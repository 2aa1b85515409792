//! The interface coupling: the unit knows how its contact point moves under a force, integrates the contact itself at
//! micro-steps, and hands back the impulse as mean force and slope. Derived in docs/numerics.md steps 1 to 26; the page also
//! says where every constant of these files comes from.

mod advance;
mod answers;
mod carried;
mod cause;
mod changes;
mod exponential;
mod handback;
mod held;
pub mod impulse;
mod inside;
mod interval;
mod linear;
mod local;
mod moments;
mod normal;
mod observe;
mod options;
mod order;
mod outcome;
pub mod owed;
mod pace;
mod past;
mod port;
mod probe;
mod rigid;
mod safe;
mod solved;
mod spatial;
mod strike;
mod surplus;
mod tangential;

pub use advance::{Call, advance};
pub use carried::Carried;
pub use cause::{Cause, Likely};
pub use changes::MOST_CHANGES;
pub use held::Held;
pub use impulse::Mean;
pub use inside::{End, Inside};
pub use local::bears_moments;
pub use options::{Options, Order};
pub use order::Found;
pub use outcome::Outcome;
pub use port::{Expected, Matrix3, Port, Turning, transported};

pub use spatial::Spatial;
pub use strike::Lowered;
