//! Scenes by their names, and what can be set of them.

use asperity_lab::scenes::{SCENES, find};

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
