//! Pictures of a scene.

use crate::HostError;
use crate::plot::{self, Draw, Figure};
use crate::report::Picture;
use crate::scenes::Scene;
use crate::simulate::Run;

/// A drawing for the page.
pub(super) fn picture(caption: &str, drawing: &impl Draw) -> Result<Picture, HostError> {
    Ok(Picture { caption: caption.into(), svg: plot::svg(drawing)? })
}

/// What is special to a scene, over time.
pub(super) fn over_time(scene: &Scene, run: &Run) -> Figure {
    Figure { title: scene.about.into(), axis: "time [s]".into(), panels: scene.own_panels(run) }
}
