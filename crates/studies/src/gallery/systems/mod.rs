//! Bodies of real shapes, as the systems of `asperity new`, beside their closed forms: a page of its own.

mod eulers_disc;
mod gear;
mod peg;
mod rattleback;
mod rocking;
mod room;
mod shown;
mod slope;
mod stage;
mod torus_wheels;

use std::path::Path;

use super::numbers::Held;
use asperity_lab::HostError;
use asperity_lab::report::{self, Reference, Report};

pub use shown::Shown;
pub use stage::Stage;

/// A scene of the page.
pub struct Exhibit {
    /// Its name for `asperity new`.
    pub example: &'static str,
    /// Runs it.
    pub show: fn(&Stage) -> Result<Shown, HostError>,
}

/// All of them.
pub const EXHIBITS: [Exhibit; 8] = [
    Exhibit { example: "slope", show: slope::show },
    Exhibit { example: "rocking-block", show: rocking::show },
    Exhibit { example: "eulers-disc", show: eulers_disc::show },
    Exhibit { example: "rattleback", show: rattleback::show },
    Exhibit { example: "torus-wheels", show: torus_wheels::show },
    Exhibit { example: "gear", show: gear::show },
    Exhibit { example: "peg", show: peg::show },
    Exhibit { example: "closed-room", show: room::show },
];

/// What came out of all scenes.
pub struct Gallery {
    /// As the page has it.
    pub report: Report,
    /// The numbers of each scene, in the order of [`EXHIBITS`].
    pub numbers: Vec<Vec<Held>>,
}

/// Runs all scenes, packed from the bytes of the one-contact FMU, and writes the page. `progress` is told what begins.
pub fn gallery(unit: &[u8], page: &Path, mut progress: impl FnMut(&str)) -> Result<Gallery, HostError> {
    let stage = Stage::new(unit);
    let mut report = Report {
        title: "Gallery of shapes: boxes, discs, wheels and a gear".into(),
        reference: Reference::ClosedForm,
        introduction: introduction(),
        ..Report::default()
    };
    let mut numbers = Vec::new();
    for exhibit in &EXHIBITS {
        progress(exhibit.example);
        let shown = (exhibit.show)(&stage)?;
        report.entries.push(shown.entry);
        numbers.push(shown.numbers);
    }
    report::write(&report, page)?;
    Ok(Gallery { report, numbers })
}

fn introduction() -> Vec<String> {
    vec![
        "Every number here was computed by FMUs of systems, packed from the examples that asperity new writes and loaded as any \
         importer loads them; asperity gallery makes this page, asperity simulate --system runs each example with other \
         settings. Each scene has numbers that theory knows in closed form, or that a reference of its own integrates; they stand \
         beside what came out."
            .into(),
        "All runs are model exchange with steps by error (order 8, tolerance 1e-8 where nothing else is said, events located to \
         the last digit). The normal force is f_n, a coefficient of friction μ, g = 9.81 m/s²."
            .into(),
    ]
}
