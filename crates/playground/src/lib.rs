//! Three scenes of one contact, stepped as the Co-Simulation of the FMU steps it, for a page in a browser.
//!
//! [`Simulation`] is plain Rust and gives the same bits on every target; [`exports`] are its functions for the page.

mod body;
pub mod description;
pub mod exports;
mod observed;
mod scene;
mod settings;
mod simulation;

pub use body::{Body, Load, Mass};
pub use observed::{COLUMNS, Column, Observed};
pub use scene::Scene;
pub use settings::{Setting, Settings, Slider};
pub use simulation::Simulation;
