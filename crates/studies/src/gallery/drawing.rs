//! Pictures of a scene.

use asperity_lab::HostError;
use asperity_lab::plot::{self, Draw, Figure};
use asperity_lab::report::Picture;
use asperity_lab::scenes::Scene;
use asperity_lab::simulate::Run;

/// A drawing for the page.
pub(super) fn picture(caption: &str, drawing: &impl Draw) -> Result<Picture, HostError> {
    Ok(Picture { caption: caption.into(), svg: plot::svg(drawing)? })
}

/// What is special to a scene, over time.
pub(super) fn over_time(scene: &Scene, run: &Run) -> Figure {
    Figure { title: scene.about.into(), axis: "time [s]".into(), panels: scene.own_panels(run) }
}
