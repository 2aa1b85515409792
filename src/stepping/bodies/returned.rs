//! What a step hands back of a body.

use crate::physics::Vector3;
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::{Mean, Spatial};
use crate::stepping::saved::saved;

/// What a step hands back of force and torque.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Returned {
    pub force: Mean,
    pub torque: Mean,
}

saved!(Returned { force, torque });

impl Returned {
    /// Mean and slope of what an importer applies of it over `h` [s]: a line starts from the value that is handed back.
    pub fn over(&self, how: HandBack, h: f64) -> Self {
        let of = |Mean { mean, slope }: Mean| match how {
            HandBack::Line => Mean { mean: mean + slope * (0.5 * h), slope },
            HandBack::Mean | HandBack::MeanAndSlope | HandBack::TwoStep => Mean { mean, slope },
        };
        Returned { force: of(self.force), torque: of(self.torque) }
    }

    /// Impulse over `h` [s], of mean and slope.
    pub fn impulse(&self, h: f64) -> Spatial {
        Spatial { linear: self.force.mean * h, angular: self.torque.mean * h }
    }

    /// Its moment ∫(H − τ)·f dτ.
    pub fn moment(&self, h: f64) -> Spatial {
        let of = |Mean { mean, slope }: &Mean| mean * (0.5 * h * h) - slope * (h * h * h / 12.0);
        Spatial { linear: of(&self.force), angular: of(&self.torque) }
    }

    /// A constant force and torque of this impulse over `h` [s].
    pub fn even(impulse: &Spatial, h: f64) -> Self {
        let of = |impulse: &Vector3<f64>| Mean { mean: impulse / h, ..Mean::default() };
        Returned { force: of(&impulse.linear), torque: of(&impulse.angular) }
    }
}
