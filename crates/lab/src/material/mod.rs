//! Properties of common materials and of pairs of them, each value with the place where it can be looked up.

mod pairs;
mod palette;
mod property;
mod sources;

pub use pairs::{BOUNCES, Bounce, FRICTIONS, Friction};
pub use palette::PALETTE;
pub use property::{Material, Property};
pub use sources::SOURCES;

impl Material {
    /// The material of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        PALETTE.iter().find(|material| material.name == name || material.also.contains(&name))
    }
}
