//! The impulse process in the plane, walked piece by piece and without approximation.

use crate::rigid::InverseMass;
use crate::rigid::fault::{Fault, finite};
use crate::rigid::impact::hypothesis::{Friction, Goal, Hypothesis, Progress, Work, check};
use crate::rigid::impact::scale::Scale;

/// Relative velocity at the contact point [m/s].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// u_t, S of [WK91]
    pub slip: f64,
    /// u_n, C of [WK91]; < 0 while the bodies approach
    pub normal: f64,
}

/// Impulse on body 1 [N·s]; on body 2 its opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// P_t, P_x of [WK91]
    pub tangential: f64,
    /// P_n ≥ 0, P_y of [WK91]
    pub normal: f64,
}

/// What happens in compression, or in restitution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImpactPhase {
    pub impulse: Impulse,
    pub work: Work,
}

/// What slip does  [WK91 Table 3.1]. Slip that stops just at the end of a phase counts as stopped in that phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// (a) Slip stops during compression and goes on the other way
    ReversedOnCompression,
    /// (b) Slip stops during restitution and goes on the other way
    ReversedOnRestitution,
    /// (c) Slip stops during compression for good
    StickingOnCompression,
    /// (d) Slip stops during restitution for good
    StickingOnRestitution,
    /// (e) Slip keeps its direction
    ForwardSliding,
    /// No slip before the impact, and friction is too weak to prevent it
    DirectSliding,
    /// No slip before the impact, nor during it
    DirectSticking,
    /// No approach before the impact, u_n = 0: sliding draws the bodies together until slip stops, which sticks. Not in the
    /// table
    Jam,
}

/// What an impact does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    pub case: Case,
    /// Relative velocity after the impact
    pub after: Velocity,
    /// Until u_n = 0: P_c and the work of compression, < 0
    pub compression: ImpactPhase,
    /// From then on
    pub restitution: ImpactPhase,
    /// Normal impulse at which slip stops, P_ys of [WK91] [N·s]; none if it never does or there was none
    pub slip_stop: Option<f64>,
}

impl Outcome {
    /// P of the whole impact.
    pub fn impulse(&self) -> Impulse {
        Impulse {
            tangential: self.compression.impulse.tangential + self.restitution.impulse.tangential,
            normal: self.compression.impulse.normal + self.restitution.impulse.normal,
        }
    }

    /// D_n  [WK91 eqs. 3.6–3.11] [J]; (1−e²) of the work of compression by Stronge's hypothesis, negative at times by
    /// the others.
    pub fn dissipated_normal(&self) -> f64 {
        -(self.compression.work.normal + self.restitution.work.normal)
    }

    /// D_t  [WK91 eqs. 3.6–3.11] [J], ≥ 0.
    pub fn dissipated_tangential(&self) -> f64 {
        -(self.compression.work.tangential + self.restitution.work.tangential)
    }

    /// Kinetic energy before − after [J].
    pub fn dissipated(&self) -> f64 {
        self.dissipated_normal() + self.dissipated_tangential()
    }

    fn scaled_back(&self, scale: Scale) -> Self {
        let Velocity { slip, normal } = self.after;
        let [compression, restitution] =
            [self.compression, self.restitution].map(|ImpactPhase { impulse, work }| ImpactPhase {
                impulse: Impulse { tangential: impulse.tangential * scale.back, normal: impulse.normal * scale.back },
                work: work.scaled_back(scale),
            });
        Outcome {
            case: self.case,
            after: Velocity { slip: slip * scale.back, normal: normal * scale.back },
            compression,
            restitution,
            slip_stop: self.slip_stop.map(|impulse| impulse * scale.back),
        }
    }

    fn finite(self) -> Result<Self, Fault> {
        let impulse = self.impulse();
        let sums = [
            ("the impulse", impulse.normal + impulse.tangential),
            ("the velocity after the impact", self.after.slip + self.after.normal),
            ("the dissipated energy", self.dissipated()),
        ];
        match sums.iter().find(|(_, sum)| !sum.is_finite()) {
            Some((what, _)) => Err(Fault::Overflow { what }),
            None => Ok(self),
        }
    }
}

/// A piece of the process in which dP_t/dP_n is constant, so that both velocities are linear in P_n.
#[derive(Clone, Copy)]
struct Piece {
    /// dP_t/dP_n
    ratio: f64,
    /// du_t/dP_n [1/kg]
    slip_rate: f64,
    /// du_n/dP_n [1/kg]
    normal_rate: f64,
}

impl Piece {
    /// dP_t = −μ_k·sign(u_t)·dP_n; `direction` is that sign.
    fn sliding(w: &InverseMass, friction: Friction, direction: f64) -> Piece {
        let ratio = -direction * friction.mu_k;
        Piece { ratio, slip_rate: w.tn + w.tt * ratio, normal_rate: w.nn + w.tn * ratio }
    }

    /// Along the line of sticking  du_t = 0; a point that no impulse along the tangent moves needs none.
    fn sticking(w: &InverseMass) -> Piece {
        let ratio = if w.tt == 0.0 { 0.0 } else { -w.tn / w.tt };
        Piece { ratio, slip_rate: 0.0, normal_rate: w.nn + w.tn * ratio }
    }

    /// Once there is no slip: stick if friction can hold, |w_tn| ≤ μ_s·w_tt, or else slip to the side of w_tn, whose rate
    /// |w_tn| − μ_k·w_tt > 0 keeps it there as μ_k ≤ μ_s. In both u_n rises, since w_tn² < w_tt·w_nn: at det W/w_tt > 0
    /// in stick, at w_nn − μ_k·|w_tn| > det W/w_tt in slip.
    fn without_slip(w: &InverseMass, friction: Friction) -> Piece {
        if friction_holds(w, friction) { Piece::sticking(w) } else { Piece::sliding(w, friction, w.tn.signum()) }
    }
}

fn friction_holds(w: &InverseMass, friction: Friction) -> bool {
    w.tn.abs() <= friction.mu_s * w.tt
}

/// The process so far.
struct Process {
    velocity: Velocity,
    piece: Piece,
    /// Normal impulse that is left until slip stops, and the piece after that
    stop: Option<(f64, Piece)>,
}

impl Process {
    fn new(w: &InverseMass, friction: Friction, before: Velocity) -> Process {
        let rest = Piece::without_slip(w, friction);
        if before.slip == 0.0 {
            return Process { velocity: before, piece: rest, stop: None };
        }
        // by signs: a product may underflow
        let piece = Piece::sliding(w, friction, before.slip.signum());
        let stop = (before.slip.signum() * piece.slip_rate < 0.0).then(|| (-before.slip / piece.slip_rate, rest));
        Process { velocity: before, piece, stop }
    }

    /// One phase. Slip stops at most once in an impact, so there are at most two pieces.
    ///
    /// Sliding may hold compression up (jam, w_nn − μ_k·sign(u_t)·w_tn ≤ 0: u_n does not rise). Then
    /// μ_k ≥ w_nn/|w_tn| > |w_tn|/w_tt, so slip falls at the rate μ_k·w_tt − |w_tn| > 0, stops, and sticks.
    fn run(&mut self, goal: Goal) -> ImpactPhase {
        let mut phase = ImpactPhase::default();
        let mut length = self.normal_impulse_to(&goal, &phase);
        if let Some((left, rest)) = self.stop {
            if length < left {
                self.stop = Some((left - length, rest));
            } else {
                self.advance(left, &mut phase);
                self.velocity.slip = 0.0;
                self.piece = rest;
                self.stop = None;
                length = self.normal_impulse_to(&goal, &phase);
            }
        }
        self.advance(length, &mut phase);
        if let Goal::Velocity(velocity) = goal {
            self.velocity.normal = velocity;
        }
        phase
    }

    /// Normal impulse to the goal if the present piece went on for ever [N·s].
    fn normal_impulse_to(&self, goal: &Goal, phase: &ImpactPhase) -> f64 {
        let so_far = Progress { impulse: phase.impulse.normal, work: phase.work.normal };
        goal.normal_impulse(self.velocity.normal, self.piece.normal_rate, &so_far)
    }

    fn advance(&mut self, normal: f64, phase: &mut ImpactPhase) {
        let tangential = self.piece.ratio * normal;
        let before = self.velocity;
        self.velocity.slip += self.piece.slip_rate * normal;
        self.velocity.normal += self.piece.normal_rate * normal;
        phase.impulse.normal += normal;
        phase.impulse.tangential += tangential;
        phase.work.normal += 0.5 * (before.normal + self.velocity.normal) * normal;
        phase.work.tangential += 0.5 * (before.slip + self.velocity.slip) * tangential;
    }
}

/// Impact of two bodies at one point in the plane with Coulomb friction, by Routh's construction  [WK91 chapter 3].
///
/// `w` W [1/kg] · `before` relative velocity [m/s], normal < 0 · `friction` 0 ≤ μ_k ≤ μ_s · `e` coefficient of
/// restitution, 0…1.
///
/// A normal velocity of 0 is accepted where sliding draws the bodies together, u_t ≠ 0 and w_nn − μ_k·sign(u_t)·w_tn <
/// 0: [`Case::Jam`]; then Newton's hypothesis leaves nothing to rebound with.
/// Errors: whatever is outside these ranges or not finite, by name.
pub fn impact(
    w: &InverseMass,
    before: Velocity,
    friction: Friction,
    hypothesis: Hypothesis,
    e: f64,
) -> Result<Outcome, Fault> {
    let w = w.checked()?;
    finite(&[("the slip before the impact", before.slip), ("the normal velocity before the impact", before.normal)])?;
    check(friction, e)?;
    let scale = Scale::of(before.normal, before.slip);
    let scaled = Velocity { slip: before.slip * scale.to, normal: before.normal * scale.to };
    let outcome =
        process(&w, scaled, friction, hypothesis, e).ok_or(Fault::NotApproaching { normal: before.normal })?;
    outcome.scaled_back(scale).finite()
}

/// The same for numbers that are checked and [scaled](Scale), and for a contact point that no impulse along the tangent
/// moves, w_tt = w_tn = 0. None if the bodies do not approach.
pub(super) fn process(
    w: &InverseMass,
    before: Velocity,
    friction: Friction,
    hypothesis: Hypothesis,
    e: f64,
) -> Option<Outcome> {
    let mut process = Process::new(w, friction, before);
    let jams = before.normal == 0.0 && before.slip != 0.0 && process.piece.normal_rate < 0.0;
    if before.normal >= 0.0 && !jams {
        return None;
    }
    let to_stop = process.stop.map(|(impulse, _)| impulse);
    let compression = process.run(Goal::Velocity(0.0));
    let stops_on_compression = process.stop.is_none();
    let compressed = Progress { impulse: compression.impulse.normal, work: compression.work.normal };
    let restitution = process.run(hypothesis.goal(e, before.normal, &compressed));
    let slip_stop = to_stop.filter(|_| process.stop.is_none());
    let case = match (slip_stop, friction_holds(w, friction)) {
        _ if jams => Case::Jam,
        _ if before.slip == 0.0 && friction_holds(w, friction) => Case::DirectSticking,
        _ if before.slip == 0.0 => Case::DirectSliding,
        (None, _) => Case::ForwardSliding,
        (Some(_), true) if stops_on_compression => Case::StickingOnCompression,
        (Some(_), true) => Case::StickingOnRestitution,
        (Some(_), false) if stops_on_compression => Case::ReversedOnCompression,
        (Some(_), false) => Case::ReversedOnRestitution,
    };
    Some(Outcome { case, after: process.velocity, compression, restitution, slip_stop })
}
