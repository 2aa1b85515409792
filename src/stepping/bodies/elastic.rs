//! The elastic force of a contact over a micro-step: of a point by its law, of faces by their region.

use crate::meet::{Place, ball_radius};
use crate::physics::stiffness::stiffness;
use crate::physics::{ContactFrame, Parameters, Region};
use crate::stepping::interface::spring::Spring;

/// Along the path of x that starts a micro-step.
pub struct Elastic {
    by_law: ByLaw,
    ahead: Option<Ahead>,
}

/// As the law has it along the normal half a micro-step on.
enum ByLaw {
    Point(Spring),
    /// f_e = k_A·(V + A·Δx), V that of the middle, Δx how far the mean of the path is from it; and where the path starts [m]
    Faces {
        force: f64,
        slope: f64,
        middle: f64,
        start: f64,
    },
}

/// Where the bodies are expected at the micro-step's end.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// Energy stored there, less what is stored at the start and what the twist of faces gives [J]
    pub rise: f64,
    /// Elastic force there [N]
    pub force: f64,
    /// Path along the normal of the middle [m]
    pub path: f64,
    /// Energy below which all is rounding [J]
    pub rounding: f64,
    /// Path that a force of 1 N takes in the micro-step  w·h²  [m/N]
    pub yields: f64,
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
        let by_law = match region {
            Some(region) if place.geometry.is_of_faces() => {
                let k = laws.compliance.k;
                ByLaw::Faces {
                    force: k * region.volume,
                    slope: k * area(region, widest(place)),
                    middle: frame.penetration,
                    start,
                }
            }
            _ => ByLaw::Point(Spring::at(stiffness(laws, frame.effective_radius), start)),
        };
        Elastic { by_law, ahead: None }
    }

    pub fn is_of_faces(&self) -> bool {
        matches!(self.by_law, ByLaw::Faces { .. })
    }

    /// By how much of itself the force rises along the path  f_e'/f_e  [1/m].
    pub fn steepness(&self) -> f64 {
        match &self.by_law {
            ByLaw::Point(spring) => spring.steepness(),
            ByLaw::Faces { force, slope, .. } => slope / force.max(f64::MIN_POSITIVE),
        }
    }

    /// Whether a path is long enough to look where it ends.
    pub fn is_long(&self, path: f64) -> bool {
        path.abs() > WORTH * self.short(path)
    }

    /// Tells where the micro-step will lead.
    pub fn look_ahead(&mut self, ahead: Ahead) {
        self.ahead = Some(ahead);
    }

    fn start(&self) -> f64 {
        match &self.by_law {
            ByLaw::Point(spring) => spring.start(),
            ByLaw::Faces { start, .. } => *start,
        }
    }

    /// A path that shows little but rounding [m].
    fn short(&self, path: f64) -> f64 {
        SHORT * self.start().max(self.start() + path)
    }

    /// The mean force on the path that ends after a mean rate of x [m/s]: a discrete gradient of the stored energy, whose work is what that
    /// energy gains however the bodies move. Where the path is short, and beyond STEEP, it is that of the law alone.
    pub fn mean_force(&self, rate: f64, h: f64) -> f64 {
        let path = h * rate;
        let usual = match &self.by_law {
            ByLaw::Point(spring) => spring.mean_force(spring.start() + path),
            ByLaw::Faces { force, slope, middle, start } => (force + slope * (start + 0.5 * path - middle)).max(0.0),
        };
        let Some(Ahead { rise, force, path: expected, rounding, yields }) = self.ahead else { return usual };
        let lacking = rise + force * (path - expected) - usual * path;
        if lacking.abs() <= rounding {
            return usual;
        }
        let short = self.short(path);
        let least = short * short + lacking.abs() * yields;
        let most = STEEP * usual;
        let more = lacking * path / (path * path + least);
        // NaN propagates: numbers too large for a step are no error of the library
        usual
            + if more < -most {
                -most
            } else if more > most {
                most
            } else {
                more
            }
    }
}

/// Part of the force by which it differs from that of the law at most, and the path, by the penetration, on which only half of what is
/// lacking is made up for. The rest is later.
const STEEP: f64 = 0.5;
const SHORT: f64 = 1e-5;

/// Part of that path on which it is not worth while to look.
const WORTH: f64 = 0.1;

/// A = V²/2U of a region: its area where the depth is the same everywhere, ¾ of it for an edge [m²]. By Schwarz's inequality it is no more than the area of
/// the region, and so than `most`, unless U is rounding.
pub fn area(region: &Region<f64>, most: f64) -> f64 {
    if region.depth > 0.0 { (0.5 * region.volume * region.volume / region.depth).min(most) } else { 0.0 }
}

/// Area that no overlap of two bodies exceeds, from wherever it is seen: that of the smaller of the balls that hold them [m²].
pub fn widest(place: &Place<f64>) -> f64 {
    let mut smallest = f64::INFINITY;
    if let Some(held) = place.solids {
        for side in 0..2 {
            smallest = smallest.min(ball_radius(held, side).unwrap_or(f64::INFINITY));
        }
    }
    core::f64::consts::PI * smallest * smallest
}
