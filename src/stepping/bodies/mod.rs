//! The bodies of a system in a communication step of interface coupling (docs/numerics.md steps 28 to 33): how each moves under forces
//! at the origin of its frame, and all of them through a step with the contacts between them.

mod advance;
mod ahead;
mod elastic;
mod handed;
pub mod inverse_inertia;
mod islands;
mod list;
mod memory;
mod micro_step;
mod mixing;
mod moving_body;
mod near;
mod onset;
pub mod pace;
mod returned;
mod slot;
pub mod step_body;
mod tilting;
mod top;
mod touch;
mod verified;

pub use advance::{IslandStep, StepFault};
pub use ahead::{Interval, Lead, Start};
pub use inverse_inertia::{InverseInertia, MassFault};
pub use islands::{BodiesStep, Islands};
pub use list::List;
pub use memory::BodyMemory;
pub use mixing::History;
pub use moving_body::MovingBody;
pub use near::{Near, sleeping_distance};
pub use pace::Stiff;
pub use returned::Returned;
pub use slot::{Contacts, Met, Slot, SlotMemory, inputs_of};
pub use step_body::{StepBody, StepBodyFault, Told};
pub use touch::Touch;
pub use verified::{SeenMass, Verified};
