//! The impulse process at one contact point: what its hypotheses and coefficients are, in the plane ([`impact()`]) and in
//! space ([`spatial()`]).

mod hypothesis;
mod planar;
mod principal_inverse_mass;
mod scale;
mod series;
mod simultaneous;
mod spatial;
mod spatial_outcome;

pub use hypothesis::{Friction, Hypothesis, Work};
pub use planar::{Case, ImpactPhase, Impulse, Outcome, Velocity, impact};
pub use simultaneous::{Impacts, Simultaneous, Struck};
pub use spatial::spatial;
pub use spatial_outcome::{SpatialOutcome, SpatialPhase};
