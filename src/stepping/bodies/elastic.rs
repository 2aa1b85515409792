//! The elastic force of a contact over a micro-step: of a point by its law, of faces by their region.

use crate::meet::Place;
use crate::physics::stiffness::stiffness;
use crate::physics::{ContactFrame, Parameters, Region};
use crate::stepping::interface::spring::Spring;

/// Along the path of x that starts a micro-step.
pub enum Elastic {
    Point(Spring),
    /// f_e = k_A·(V + A·Δx), V that of the middle, Δx how far the mean of the path is from it; and where the path starts [m]
    Faces {
        force: f64,
        slope: f64,
        middle: f64,
        start: f64,
    },
}

impl Elastic {
    /// From the geometry half a micro-step of `h` [s] on.
    pub fn new(
        laws: &Parameters<f64>,
        place: &Place<f64>,
        frame: &ContactFrame<f64>,
        region: Option<&Region<f64>>,
        h: f64,
    ) -> Self {
        let start = frame.penetration - 0.5 * h * frame.penetration_rate;
        match region {
            Some(region) if place.geometry.is_of_faces() => {
                let k = laws.compliance.k;
                Elastic::Faces { force: k * region.volume, slope: k * area(region), middle: frame.penetration, start }
            }
            _ => Elastic::Point(Spring::at(stiffness(laws, frame.effective_radius), start)),
        }
    }

    /// The mean force on the path that ends after a mean rate of x [m/s].
    pub fn mean_force(&self, rate: f64, h: f64) -> f64 {
        match self {
            Elastic::Point(spring) => spring.mean_force(spring.start() + h * rate),
            Elastic::Faces { force, slope, middle, start } => {
                (force + slope * (start + 0.5 * h * rate - middle)).max(0.0)
            }
        }
    }
}

/// A = V²/2U of a region: its area where the depth is the same everywhere, ¾ of it for an edge [m²].
pub fn area(region: &Region<f64>) -> f64 {
    if region.depth > 0.0 { 0.5 * region.volume * region.volume / region.depth } else { 0.0 }
}
