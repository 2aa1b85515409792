//! The impact of a rigid contact: Routh's process in space, ended as timeStepping.impact says (docs/numerics.md step 19).

use crate::physics::{ContactFault, Vector3};
use crate::rigid::time_stepping::ROWS;
use crate::rigid::{self, Friction, Hypothesis, SpatialOutcome, spatial};
use crate::stepping::coupling::StepImpact;
use crate::stepping::interface::Matrix3;
use crate::stepping::interface::rigid_problem::Rows;
use crate::stepping::interface::spinning_impact::{SpinningImpact, follow};
use nalgebra::Matrix4;

/// Fraction of w_nn that is added to it where W has no compliance while the contact sticks,
const LIFT: f64 = 1e-12;
/// and of each diagonal element where that is not enough: W of an importer that rounds it.
const COARSE: f64 = 1e-8;
/// Fraction of the approach speed up to which bodies have not separated.
const NOT_SEPARATED: f64 = 1e-6;
/// Impulse, over that of an impact without restitution and friction, of bodies that friction leaves no compliance.
const JAMMED: f64 = 1e6;
/// Trials for the rebound that gains nothing,
const TRIALS: u32 = 60;
/// and gain that counts as none, as a fraction of what friction and the normal force turn over.
const ROUNDING: f64 = 1e-13;

/// A rebound by Newton's hypothesis that would have gained energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoweredRebound {
    /// Approach speed [m/s]
    pub approach: f64,
    /// e times that [m/s]
    pub full: f64,
    /// Velocity of separation at which nothing is gained [m/s]
    pub rebound: f64,
    /// What would have been gained [J]
    pub gain: f64,
}

/// What an impact does, in the axes n, t₁, t₂ and about n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidImpact {
    /// On body i [N·s]
    pub impulse: Rows,
    /// Velocity right after it [m/s]
    pub velocity: Rows,
    /// −∫ u_n dP_n [J]
    pub dissipated_normal: f64,
    /// −∫ u_t·dP_t [J], ≥ 0
    pub dissipated_friction: f64,
    /// Processes followed
    pub passes: u32,
    /// Whether the process was followed to its end; otherwise it is that without friction
    pub followed: bool,
    pub lowered: Option<LoweredRebound>,
}

/// An impact to be followed.
#[derive(Clone, Copy)]
pub struct Onset<'a> {
    /// W [1/kg], positive semidefinite, w_nn > 0
    pub w: &'a Matrix4<f64>,
    /// Relative velocity [m/s], u_n < 0
    pub before: Rows,
    /// μ [1]
    pub mu: f64,
    /// Whether friction opposes spin
    pub spins: bool,
}

impl Onset<'_> {
    /// The impact with restitution `e`, 0…1.
    ///
    /// Errors: numbers that overflow, or a W that is none.
    pub fn impact(&self, hypothesis: StepImpact, e: f64) -> Result<RigidImpact, ContactFault> {
        match hypothesis {
            // Routh's process ended by works or impulses never gains
            StepImpact::Stronge if !self.spins => self.follow(Hypothesis::Stronge, e),
            StepImpact::Poisson if !self.spins => self.follow(Hypothesis::Poisson, e),
            StepImpact::Stronge => self.passive(Hypothesis::Stronge, e),
            StepImpact::Poisson => self.passive(Hypothesis::Poisson, e),
            StepImpact::Newton => self.passive(Hypothesis::Newton, e),
        }
    }

    /// An impact that gains nothing: where Newton's hypothesis would, or that of an impact with spin, the greatest rebound that
    /// does not. Regula falsi (Illinois) on the energy lost.
    fn passive(&self, hypothesis: Hypothesis, e: f64) -> Result<RigidImpact, ContactFault> {
        let full = self.follow(hypothesis, e)?;
        let rounding = if self.spins { ROUNDING * full.turnover() } else { 0.0 };
        if full.lost() >= -rounding {
            return Ok(full);
        }
        let (mut low, mut high) = ((0.0, self.follow(hypothesis, 0.0)?), (e, full.lost()));
        let mut low_lost = low.1.lost();
        let mut passes = 2;
        while passes < TRIALS && low.1.lost() > ROUNDING * low.1.turnover() {
            let between = low.0 + (high.0 - low.0) * (low_lost / (low_lost - high.1));
            let trial = self.follow(hypothesis, between)?;
            passes += 1;
            if trial.lost() >= 0.0 {
                (low, low_lost, high.1) = ((between, trial), trial.lost(), 0.5 * high.1);
            } else {
                (high, low_lost) = ((between, trial.lost()), 0.5 * low_lost);
            }
        }
        let approach = -self.before[0];
        let lowered = LoweredRebound { approach, full: e * approach, rebound: low.1.velocity[0], gain: -full.lost() };
        Ok(RigidImpact { passes, lowered: Some(lowered), ..low.1 })
    }

    /// W without spin.
    fn sliding(&self) -> Matrix3 {
        self.w.fixed_view::<ROWS, ROWS>(0, 0).into_owned()
    }

    /// The process, or, where friction leaves the bodies no compliance at all, that of bodies with a little.
    fn follow(&self, hypothesis: Hypothesis, e: f64) -> Result<RigidImpact, ContactFault> {
        if self.spins {
            return follow(self.w, &self.before, self.mu, hypothesis, e).map(|impact| RigidImpact::with_spin(&impact));
        }
        let friction = Friction::coulomb(self.mu);
        match spatial(&self.sliding(), self.before.xyz(), friction, hypothesis, e) {
            Ok(outcome) => Ok(RigidImpact::of(&outcome)),
            Err(rigid::Fault::NotCompliant { .. } | rigid::Fault::NotFollowed { .. }) => {
                self.follow_guided(hypothesis, e)
            }
            Err(_) => Err(ContactFault::Overflow { what: "the impulse of the rigid contact" }),
        }
    }

    /// Bodies that a guide lets move along one direction only, or two: sticking friction stops them altogether. In
    /// that state the normal force does no work, so that Stronge's and Newton's hypotheses would press for ever: there
    /// Poisson's ends all three.
    fn follow_guided(&self, hypothesis: Hypothesis, e: f64) -> Result<RigidImpact, ContactFault> {
        let (w, before) = (self.sliding(), self.before.xyz());
        let lifts = [Vector3::new(LIFT, 0.0, 0.0), Vector3::repeat(COARSE)];
        let by = |lift: Vector3<f64>, mu: f64, hypothesis: Hypothesis| {
            let lifted = w + Matrix3::from_diagonal(&w.diagonal().component_mul(&lift));
            let outcome = spatial(&lifted, before, Friction::coulomb(mu), hypothesis, e).ok()?;
            let is_jammed = outcome.impulse()[0] * w[(0, 0)] > JAMMED * -before[0];
            (!is_jammed).then(|| RigidImpact::of(&outcome))
        };
        let found = lifts.into_iter().find_map(|lift| {
            let poisson = by(lift, self.mu, Hypothesis::Poisson)?;
            let has_separated = poisson.velocity[0] > NOT_SEPARATED * e * -before[0];
            has_separated.then(|| by(lift, self.mu, hypothesis)).flatten().or(Some(poisson))
        });
        let smooth = || lifts.into_iter().find_map(|lift| by(lift, 0.0, hypothesis));
        found
            .or_else(|| smooth().map(|impact| RigidImpact { followed: false, ..impact }))
            .ok_or(ContactFault::Unsolved { residual: f64::INFINITY })
    }
}

impl RigidImpact {
    fn of(outcome: &SpatialOutcome) -> RigidImpact {
        RigidImpact {
            impulse: outcome.impulse().push(0.0),
            velocity: outcome.after.push(0.0),
            dissipated_normal: outcome.dissipated_normal(),
            dissipated_friction: outcome.dissipated_tangential(),
            passes: 1,
            followed: true,
            lowered: None,
        }
    }

    fn with_spin(impact: &SpinningImpact) -> RigidImpact {
        let SpinningImpact { impulse, velocity, work: [normal, friction], followed } = *impact;
        RigidImpact {
            impulse,
            velocity,
            dissipated_normal: -normal,
            dissipated_friction: -friction,
            // compression and restitution
            passes: 2,
            followed,
            lowered: None,
        }
    }

    /// Energy lost [J].
    fn lost(&self) -> f64 {
        self.dissipated_normal + self.dissipated_friction
    }

    /// The sum of its works, each by its size [J].
    fn turnover(&self) -> f64 {
        self.dissipated_normal.abs() + self.dissipated_friction
    }
}
