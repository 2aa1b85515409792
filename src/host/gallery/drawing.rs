//! Pictures of a scene.

use crate::host::HostError;
use crate::host::plot::{self, Draw, Figure};
use crate::host::report::Picture;
use crate::host::scenes::Scene;
use crate::host::simulate::Run;

/// A drawing for the page.
pub(super) fn picture(caption: &str, drawing: &impl Draw) -> Result<Picture, HostError> {
    Ok(Picture { caption: caption.into(), svg: plot::svg(drawing)? })
}

/// What is special to a scene, over time.
pub(super) fn over_time(scene: &Scene, run: &Run) -> Figure {
    Figure { title: scene.about.into(), axis: "time [s]".into(), panels: scene.own_panels(run) }
}
