//! Lines over time as SVG.

use asperity_lab::plot::{self, Figure, Panel, Series};
use numpy::{AllowTypeChange, PyArrayLike1};
use pyo3::prelude::*;

use crate::failure::{error, guarded};

/// Name of a line, its places on the common axis, its values.
type Line<'py> = (String, PyArrayLike1<'py, f64, AllowTypeChange>, PyArrayLike1<'py, f64, AllowTypeChange>);

/// Panels above one another as the text of an SVG file: title, common axis, and per panel its axis and lines.
#[pyfunction]
pub fn svg(title: String, axis: String, panels: Vec<(String, Vec<Line>)>) -> PyResult<String> {
    guarded(|| {
        let series = |(label, x, y): &Line| {
            let (x, y) = (x.as_array(), y.as_array());
            if x.len() != y.len() {
                return Err(error(format_args!("{label}: {} values, but {} places on the axis", y.len(), x.len())));
            }
            let points = x.iter().copied().zip(y.iter().copied()).collect();
            Ok(Series { label: label.clone(), width: 2, points })
        };
        let panel = |(axis, lines): &(String, Vec<Line>)| {
            Ok(Panel { axis: axis.clone(), series: lines.iter().map(series).collect::<PyResult<_>>()? })
        };
        let panels = panels.iter().map(panel).collect::<PyResult<_>>()?;
        plot::svg(&Figure { title, axis, panels }).map_err(error)
    })
}
