//! Coefficients of an impact, what ends it, and how far a phase has come.

use crate::rigid::fault::{Fault, finite};
use crate::rigid::impact::scale::Scale;

/// Coefficients of friction [1],  0 ≤ μ_k ≤ μ_s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Friction {
    /// μ_s: slip that has stopped stays so if no more than μ_s times the normal impulse is needed for it
    pub mu_s: f64,
    /// μ_k: friction of slip per normal impulse
    pub mu_k: f64,
}

impl Friction {
    /// One coefficient `mu` μ ≥ 0 [1] for both.
    pub const fn coulomb(mu: f64) -> Friction {
        Friction { mu_s: mu, mu_k: mu }
    }
}

/// Work that the two components of the impulse do on the bodies  ∫ u_n dP_n  and  ∫ u_t·dP_t  [J].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Negative in compression, positive in restitution
    pub normal: f64,
    /// Never positive: friction opposes slip
    pub tangential: f64,
}

impl Work {
    pub(super) fn scaled_back(self, scale: Scale) -> Work {
        Work { normal: self.normal * scale.back * scale.back, tangential: self.tangential * scale.back * scale.back }
    }
}

/// When restitution ends. All three agree while u_n is linear in P_n over the whole impact: [`Case::ForwardSliding`],
/// [`Case::DirectSliding`], [`Case::DirectSticking`], and whenever w_tn = 0 or μ = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// Speeds  u_n' = −e·u_n  [WK91 eq. 3.12]. If slip stops it can gain energy: nothing is done about it here, the
    /// outcome shows it as negative dissipation.
    Newton,
    /// Impulses  P_r = e·P_c  [WK91 eq. 3.16a]. In the plane it never gains energy, although the normal part alone can;
    /// in space nothing else was found in 1e5 random impacts.
    ///
    /// The work per normal impulse σ = u_n + u_t·dP_t/dP_n does not jump where slip stops, rises in each piece at the
    /// rate rᵀWr, r = (dP_t/dP_n, 1), and rises slower after the stop: σ is concave. It is ≤ 0 at the end of
    /// compression, which is the middle of an impact with e = 1; so its integral is ≤ 0 for e = 1, and for less.
    Poisson,
    /// Works of the normal impulse  W_r = −e²·W_c  [WK91 section 3.2]. Never gains energy.
    Stronge,
}

impl Hypothesis {
    /// In the order of [WK91 section 3.2].
    pub const ALL: [Hypothesis; 3] = [Hypothesis::Newton, Hypothesis::Poisson, Hypothesis::Stronge];
}

/// What a phase of the normal part has come to.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// [N·s]
    pub impulse: f64,
    /// [J]
    pub work: f64,
}

/// What ends a phase: a value that the normal part has then.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    Velocity(f64),
    Impulse(f64),
    Work(f64),
}

impl Hypothesis {
    /// What ends restitution after an approach at `before` < 0 [m/s] that `compressed` so much.
    pub(super) fn goal(self, e: f64, before: f64, compressed: &Progress) -> Goal {
        match self {
            // a difference, so that no approach gives no negative zero
            Hypothesis::Newton => Goal::Velocity(0.0 - e * before),
            Hypothesis::Poisson => Goal::Impulse(e * compressed.impulse),
            Hypothesis::Stronge => Goal::Work(-e * e * compressed.work),
        }
    }
}

impl Goal {
    /// Normal impulse until then [N·s], infinite for never, from u_n = `u` [m/s] if it goes on at `rate` [1/kg] per normal
    /// impulse.
    pub(super) fn normal_impulse(&self, u: f64, rate: f64, so_far: &Progress) -> f64 {
        match *self {
            Goal::Velocity(_) if rate <= 0.0 => f64::INFINITY,
            Goal::Velocity(goal) => (goal - u) / rate,
            Goal::Impulse(goal) => goal - so_far.impulse,
            Goal::Work(goal) => {
                // u·P + ½·rate·P² = work, solved for P without a difference
                let work = goal - so_far.work;
                let root = u * u + 2.0 * rate * work;
                if work <= 0.0 {
                    0.0
                } else if root < 0.0 {
                    f64::INFINITY
                } else {
                    2.0 * work / (u + root.sqrt())
                }
            }
        }
    }
}

/// Errors: coefficients that are none, by name.
pub(super) fn check(friction: Friction, e: f64) -> Result<(), Fault> {
    let Friction { mu_s, mu_k } = friction;
    finite(&[("mu_s", mu_s), ("mu_k", mu_k), ("e", e)])?;
    if mu_k < 0.0 {
        return Err(Fault::NegativeFriction { name: "mu_k", value: mu_k });
    }
    if mu_s < mu_k {
        return Err(Fault::StaticBelowKinetic { mu_s, mu_k });
    }
    if !(0.0..=1.0).contains(&e) {
        return Err(Fault::RestitutionOutOfRange { e });
    }
    Ok(())
}
