//! Figures as SVG: panels above one another with a common axis ([`Figure`]), curves over any quantity ([`Chart`], several
//! of them on a [`Sheet`]) and paths in space ([`Space`]).

mod axes;
mod canvas;
mod chart;
mod scale;
mod sheet;
mod space;
mod stacked;
mod thin;

use std::path::Path;

use asperity_pack::whole;

use super::{HostError, cannot};

pub use canvas::{Colours, Marker, Stroke};
pub use chart::{Axis, Chart, Curve};
pub use sheet::Sheet;
pub use space::{Course, Space};
pub use stacked::{Figure, Panel, Series};

/// What can be drawn.
pub trait Draw {
    /// The drawing as the text of an SVG file, 900 pixels wide.
    fn svg(&self) -> Result<String, HostError>;
}

/// The drawing as the text of an SVG file, 900 pixels wide.
pub fn svg(figure: &impl Draw) -> Result<String, HostError> {
    figure.svg()
}

/// Writes the drawing to a file.
pub fn write_svg(path: &Path, figure: &impl Draw) -> Result<(), HostError> {
    whole::write(path, svg(figure)?).map_err(cannot("written", path))
}
