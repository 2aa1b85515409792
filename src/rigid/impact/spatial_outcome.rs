//! What an impact in space does.

use crate::rigid::fault::Fault;
use crate::rigid::impact::hypothesis::Work;
use crate::rigid::impact::scale::Scale;
use nalgebra::Vector3;

/// What happens in compression, or in restitution. Components n, t₁, t₂.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpatialPhase {
    /// On body 1 [N·s]; P_n ≥ 0
    pub impulse: Vector3<f64>,
    pub work: Work,
}

/// What an impact in space does. Components n, t₁, t₂.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpatialOutcome {
    /// Relative velocity after the impact [m/s]
    pub after: Vector3<f64>,
    /// While u_n < 0
    pub compression: SpatialPhase,
    /// While u_n ≥ 0
    pub restitution: SpatialPhase,
    /// Normal impulse at which slip stops [N·s]; none if it never does or there was none
    pub slip_stop: Option<f64>,
}

impl SpatialOutcome {
    /// P of the whole impact on body 1 [N·s].
    pub fn impulse(&self) -> Vector3<f64> {
        self.compression.impulse + self.restitution.impulse
    }

    /// −∫ u_n dP_n [J]; (1−e²) of the work of compression by Stronge's hypothesis, negative at times by the others.
    pub fn dissipated_normal(&self) -> f64 {
        -(self.compression.work.normal + self.restitution.work.normal)
    }

    /// −∫ u_t·dP_t [J], ≥ 0.
    pub fn dissipated_tangential(&self) -> f64 {
        -(self.compression.work.tangential + self.restitution.work.tangential)
    }

    /// Kinetic energy before − after [J].
    pub fn dissipated(&self) -> f64 {
        self.dissipated_normal() + self.dissipated_tangential()
    }

    pub(super) fn scaled_back(&self, scale: Scale) -> Self {
        let [compression, restitution] = [self.compression, self.restitution].map(|SpatialPhase { impulse, work }| {
            SpatialPhase { impulse: impulse * scale.back, work: work.scaled_back(scale) }
        });
        SpatialOutcome {
            after: self.after * scale.back,
            compression,
            restitution,
            slip_stop: self.slip_stop.map(|impulse| impulse * scale.back),
        }
    }

    pub(super) fn finite(self) -> Result<Self, Fault> {
        let sums = [
            ("the impulse", self.impulse().sum()),
            ("the velocity after the impact", self.after.sum()),
            ("the dissipated energy", self.dissipated()),
        ];
        match sums.iter().find(|(_, sum)| !sum.is_finite()) {
            Some((what, _)) => Err(Fault::Overflow { what }),
            None => Ok(self),
        }
    }
}
