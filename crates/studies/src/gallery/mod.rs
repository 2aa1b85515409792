//! Scenes with a closed form or an invariant, through the packed unit, as one page: what is to be seen, and the
//! numbers beside what theory says.

mod billiard;
mod bouncing_ball;
mod disc;
mod drawing;
mod numbers;
mod rolling_ball;
mod soft_finger;
mod spinning_disc;
pub mod systems;

use std::path::Path;

use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::report::{self, Entry, Reference, Report};
use asperity_lab::simulate::Method;

pub use numbers::Held;

/// A scene of the gallery.
pub struct Exhibit {
    /// Its name on the command line of `simulate`.
    pub scene: &'static str,
    /// The numbers that it is held to, as a way to run it gives them.
    pub numbers: fn(&Fmu, Method) -> Result<Vec<Held>, HostError>,
    entry: fn(&Fmu) -> Result<Entry, HostError>,
}

/// All of them.
pub const EXHIBITS: [Exhibit; 5] = [
    Exhibit { scene: "bouncing-ball", numbers: bouncing_ball::numbers, entry: bouncing_ball::entry },
    Exhibit { scene: "spinning-disc", numbers: spinning_disc::numbers, entry: spinning_disc::entry },
    Exhibit { scene: "rolling-ball", numbers: rolling_ball::numbers, entry: rolling_ball::entry },
    Exhibit { scene: "billiard", numbers: billiard::numbers, entry: billiard::entry },
    Exhibit { scene: "soft-finger", numbers: soft_finger::numbers, entry: soft_finger::entry },
];

/// Runs all scenes and writes the page. `progress` is told what begins.
pub fn gallery(fmu: &Fmu, page: &Path, mut progress: impl FnMut(&str)) -> Result<Report, HostError> {
    let mut report = Report {
        title: "Gallery: contacts that slide, spin, roll and hold".into(),
        reference: Reference::ClosedForm,
        introduction: introduction(fmu),
        ..Report::default()
    };
    for exhibit in &EXHIBITS {
        progress(exhibit.scene);
        report.entries.push((exhibit.entry)(fmu)?);
    }
    report::write(&report, page)?;
    Ok(report)
}

fn introduction(fmu: &Fmu) -> Vec<String> {
    vec![
        format!(
            "Every figure here was computed by the binary inside {}.fmu, loaded as any importer loads it; asperity \
             gallery makes this page, asperity simulate runs each scene with other settings. Each scene has numbers \
             that theory knows in closed form, or that must not change; they stand beside what came out.",
            fmu.description.model_name
        ),
        "Pictures are of model exchange with steps by error (order 8, tolerance 1e-12, events located to the last \
         digit), and there a number agrees if it lies within its bound. Beside it stand two co-simulations with a \
         step of 1 ms, in kinematic and in interface coupling, the unit first."
            .into(),
        "Papers: [M3D] is the description of the contact law of Modia3D, [PT96] Pang and Trinkle, Dynamic \
         Multi-Rigid-Body Systems with Concurrent Distributed Contacts, 1996. \
         The body's velocity is v, its angular velocity ω, f_n the normal force, R a radius, g = 9.81 m/s²."
            .into(),
    ]
}
