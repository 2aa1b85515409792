//! The experiments of [G04] and further scenes, each with its plant, by name.

pub mod billiard;
pub mod bouncing_ball;
pub mod cylinder;
mod drop;
pub mod fall;
pub mod impact;
pub mod incline;
mod pendulum;
pub mod rolling_ball;
mod scene;
pub mod soft_finger;
pub mod spinning_disc;
mod stick_slip;
mod wheel;

use super::HostError;

pub use scene::{INTERFACE, LONGEST, Scene, Setting, Setup, Value};

/// All of them.
pub const SCENES: [&Scene; 15] = [
    &incline::SCENE,
    &cylinder::PLANE,
    &cylinder::SPATIAL,
    &stick_slip::SCENE,
    &pendulum::SCENE,
    &impact::CASE_A,
    &impact::CASE_B,
    &drop::SCENE,
    &fall::SCENE,
    &bouncing_ball::SCENE,
    &spinning_disc::SCENE,
    &rolling_ball::SCENE,
    &billiard::SCENE,
    &soft_finger::SCENE,
    &wheel::SCENE,
];

/// The scene of a name.
pub fn find(name: &str) -> Result<&'static Scene, HostError> {
    SCENES.into_iter().find(|scene| scene.name == name).ok_or_else(|| {
        let names: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
        HostError::Request(format!("there is no scene {name:?}; there are {}", names.join(", ")))
    })
}
