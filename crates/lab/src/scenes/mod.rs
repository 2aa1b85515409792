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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_others_are_answered_with_all_names() {
        assert_eq!(find("pendulum").expect("it is there").name, "pendulum");
        let text = find("pendel").err().expect("there is none").to_string();
        assert!(text.contains("pendel") && text.contains("cylinder-spatial"), "{text}");
    }

    #[test]
    fn every_scene_builds_and_its_settings_are_its_own() {
        for scene in SCENES {
            let setup = scene.setup(&[]).expect("it builds");
            assert!(!setup.unit.is_empty() && setup.plant.start().iter().all(|value| value.is_finite()));
            assert!(scene.settings.iter().all(|setting| scene.owns(setting.name)), "{}", scene.name);
        }
    }

    #[test]
    fn settings_that_are_not_there_or_no_numbers_are_named() {
        let text = |name: &str, value: &str| {
            let set = [(name.to_owned(), value.to_owned())];
            find("stick-slip").and_then(|scene| scene.setup(&set)).err().map(|error| error.to_string())
        };
        assert_eq!(text("scene.speed", "0.1"), None);
        assert!(text("scene.weight", "1").is_some_and(|text| text.contains("scene.weight") && text.contains("speed")));
        for value in ["fast", "NaN"] {
            assert!(text("scene.speed", value).is_some_and(|text| text.contains(value)));
        }
    }
}
