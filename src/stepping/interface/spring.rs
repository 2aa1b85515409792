//! The elastic force over a path (docs/numerics.md step 9).

use crate::physics::scalar::power;
use crate::physics::stiffness::Stiffness;

/// The elastic force along a path that starts at `x`.
pub struct Spring {
    k: f64,
    p: f64,
    x: f64,
    /// Energy stored at x [J]
    pub energy: f64,
}

impl Spring {
    pub fn at(Stiffness { k, p }: Stiffness<f64>, x: f64) -> Self {
        let mut spring = Spring { k, p, x, energy: 0.0 };
        spring.energy = spring.energy(x);
        spring
    }

    /// Where the path starts [m].
    pub fn start(&self) -> f64 {
        self.x
    }

    /// k·x^p [N]
    pub fn force(&self, x: f64) -> f64 {
        self.k * power(x.max(0.0), self.p)
    }

    /// Slope by force at the start  p/x  [1/m]; no slope where there is no force.
    pub fn steepness(&self) -> f64 {
        if self.x > 0.0 { self.p / self.x } else { 0.0 }
    }

    /// k·x^{p+1}/(p+1) [J]
    pub fn energy(&self, x: f64) -> f64 {
        self.force(x) * x.max(0.0) / (self.p + 1.0)
    }

    /// x at which `energy` is stored [m]
    pub fn penetration(&self, energy: f64) -> f64 {
        libm::pow((self.p + 1.0) / self.k * energy.max(0.0), 1.0 / (self.p + 1.0))
    }

    /// Mean over the path to `end`: difference of the energies over its length; on a short one, where that would cancel,
    /// the force half-way.
    pub fn mean_force(&self, end: f64) -> f64 {
        let path = end - self.x;
        if path.abs() <= SHORT * self.x.max(end) {
            self.force(self.x + 0.5 * path)
        } else {
            (self.energy(end) - self.energy) / path
        }
    }
}

/// A path this short against the penetration: the force half-way is its mean to 1e-11, and the energies' difference
/// keeps 1e-11.
const SHORT: f64 = 1e-5;
