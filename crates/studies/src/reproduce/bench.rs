//! What an experiment works with.

use std::path::Path;

use asperity_lab::exchange::Accuracy;
use asperity_lab::fmu::Fmu;
use asperity_lab::plot::Draw;
use asperity_lab::record::Sample;
use asperity_lab::report::Picture;
use asperity_lab::simulate::{self, Method, Run};
use asperity_lab::{HostError, cannot, csv};
use asperity_pack::whole;

/// Samples of runs that are only compared are at least this far apart [s].
pub(super) const EVERY: f64 = 1e-3;
/// About so many samples go into a file.
const FILE_SAMPLES: f64 = 2000.0;

/// What an experiment works with.
pub struct Bench<'a> {
    pub(super) fmu: &'a Fmu,
    pub(super) folder: &'a Path,
    /// What is taken for the truth: model exchange, steps by error.
    pub(super) truth: Accuracy,
}

impl Bench<'_> {
    pub(super) fn truth(&self) -> Method {
        Method::Exchange(self.truth)
    }

    /// Draws a figure of [G04], as a file beside the page and as a picture in it.
    pub(super) fn picture(&self, figure: u32, caption: &str, drawing: &impl Draw) -> Result<Picture, HostError> {
        self.drawing(&format!("fig-{figure:02}"), &format!("Fig. {figure}: {caption}"), drawing)
    }

    /// The same for a picture with a name of its own.
    pub(super) fn drawing(&self, name: &str, caption: &str, drawing: &dyn Draw) -> Result<Picture, HostError> {
        let svg = drawing.svg()?;
        let path = self.folder.join(format!("{name}.svg"));
        whole::write(&path, &svg).map_err(cannot("written", &path))?;
        Ok(Picture { caption: caption.into(), svg })
    }

    /// Writes the samples beside the page, thinned out; answers the name of the file.
    pub(super) fn samples(&self, name: &str, run: &Run) -> Result<String, HostError> {
        let name = format!("{name}.csv");
        let until = run.samples.last().map_or(0.0, |sample| sample.time);
        let samples = simulate::thinned(&run.samples, until / FILE_SAMPLES)?;
        csv::write(&self.folder.join(&name), run.columns, &samples)?;
        Ok(name)
    }

    /// Writes rows of numbers beside the page; answers the name of the file.
    pub(super) fn rows(&self, name: &str, head: &str, rows: &[Vec<f64>]) -> Result<String, HostError> {
        let name = format!("{name}.csv");
        let path = self.folder.join(&name);
        let mut text = format!("{head}\n");
        for row in rows {
            let cells: Vec<String> = row.iter().map(|value| format!("{value:.12e}")).collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        whole::write(&path, text).map_err(cannot("written", &path))?;
        Ok(name)
    }
}

/// Points of a curve over time.
pub(super) fn over_time(run: &Run, value: impl Fn(&Sample) -> f64) -> Vec<(f64, f64)> {
    run.samples.iter().map(|sample| (sample.time, value(sample))).collect()
}
