//! What the page builds its tabs, sliders and columns from, as JSON.

use crate::observed::COLUMNS;
use crate::scene::{RADIUS, Scene};
use crate::settings::Slider;

/// A list of JSON values.
fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// Texts hold neither quotes nor control characters, which a test checks.
fn slider(slider: &Slider) -> String {
    let Slider { setting, label, unit, range: (least, greatest), is_log, restarts } = slider;
    let index = *setting as usize;
    format!(
        r#"{{"setting":{index},"label":"{label}","unit":"{unit}","min":{least:?},"max":{greatest:?},"log":{is_log},"restarts":{restarts}}}"#
    )
}

fn scene(scene: Scene) -> String {
    let about = scene.about();
    let sliders = list(scene.sliders().iter().map(slider));
    let settings = list(about.settings.0.iter().map(|value| format!("{value:?}")));
    let (name, title, text, until) = (about.name, about.title, about.text, about.until);
    format!(
        r#"{{"name":"{name}","title":"{title}","text":"{text}","until":{until:?},"sliders":{sliders},"settings":{settings}}}"#
    )
}

/// Everything that the page does not say itself.
pub fn json() -> String {
    let scenes = list(Scene::ALL.into_iter().map(scene));
    let columns =
        list(COLUMNS.iter().map(|column| format!(r#"{{"name":"{}","unit":"{}"}}"#, column.name, column.unit)));
    let version = env!("CARGO_PKG_VERSION");
    format!(r#"{{"version":"{version}","radius":{RADIUS:?},"scenes":{scenes},"columns":{columns}}}"#)
}
