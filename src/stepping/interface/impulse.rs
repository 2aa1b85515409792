//! From the impulse of a step to the force that an importer applies (docs/numerics.md step 15).

use crate::physics::Vector3;
use crate::stepping::coupling::HandBack;
use crate::stepping::saved::saved;

/// Force over one interval of length H:  F(τ) = mean + slope·(τ − H/2).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// J/H [N]
    pub mean: Vector3<f64>,
    /// B/H [N/s]
    pub slope: Vector3<f64>,
}

saved!(Mean { mean, slope });

impl Mean {
    /// The force A + B·τ/H with the impulse J = ∫f dt [N·s] and the moment K = ∫(H − τ)f dt [N·s²] of the contact:
    /// A = 6K/H² − 2J/H,  B = 2(J/H − A).  A body pushed by it ends with the velocity and in the place the contact
    /// gave it.
    pub fn of(impulse: &Vector3<f64>, moment: &Vector3<f64>, h: f64) -> Self {
        let mean = impulse / h;
        let start = moment * (6.0 / (h * h)) - mean * 2.0;
        Mean { mean, slope: (mean - start) * (2.0 / h) }
    }

    /// The value that is returned to the importer, A in [`HandBack::Line`]  [N].
    pub fn returned(&self, how: HandBack, h: f64) -> Vector3<f64> {
        match how {
            HandBack::Line => self.mean - self.slope * (0.5 * h),
            HandBack::Mean | HandBack::MeanAndSlope | HandBack::TwoStep => self.mean,
        }
    }
}
