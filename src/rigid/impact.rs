//! The impulse process at one contact point, walked piece by piece and without approximation.

use crate::rigid::InverseMass;
use crate::rigid::fault::{Fault, finite};

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

/// Work that the two components of the impulse do on the bodies  ∫ u_n dP_n  and  ∫ u_t dP_t  [J].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Negative in compression, positive in restitution
    pub normal: f64,
    /// Never positive: friction opposes slip
    pub tangential: f64,
}

/// What happens in compression, or in restitution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Phase {
    pub impulse: Impulse,
    pub work: Work,
}

/// When restitution ends. All three agree while u_n is linear in P_n over the whole impact: [`Case::ForwardSliding`],
/// [`Case::DirectSliding`], [`Case::DirectSticking`], and whenever w_tn = 0 or μ = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// Speeds  u_n' = −e·u_n  [WK91 eq. 3.12]. If slip stops it can gain energy: nothing is done about it here, the
    /// outcome shows it as negative dissipation.
    Newton,
    /// Impulses  P_r = e·P_c  [WK91 eq. 3.16a]. Never gains energy, although the normal part alone can.
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
}

/// What an impact does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    pub case: Case,
    /// Relative velocity after the impact
    pub after: Velocity,
    /// Until u_n = 0: P_c and the work of compression, < 0
    pub compression: Phase,
    /// From then on
    pub restitution: Phase,
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
    /// dP_t = −μ·sign(u_t)·dP_n; `direction` is that sign.
    fn sliding(w: &InverseMass, mu: f64, direction: f64) -> Piece {
        let ratio = -direction * mu;
        Piece { ratio, slip_rate: w.tn + w.tt * ratio, normal_rate: w.nn + w.tn * ratio }
    }

    /// Along the line of sticking  du_t = 0.
    fn sticking(w: &InverseMass) -> Piece {
        let ratio = -w.tn / w.tt;
        Piece { ratio, slip_rate: 0.0, normal_rate: w.nn + w.tn * ratio }
    }

    /// Once there is no slip: stick if friction can hold, |w_tn| ≤ μ·w_tt, or else slip to the side of w_tn, whose rate
    /// |w_tn| − μ·w_tt > 0 keeps it there. In both u_n rises, since w_tn² < w_tt·w_nn: at det W/w_tt > 0 in stick, at
    /// w_nn − μ·|w_tn| > det W/w_tt in slip.
    fn without_slip(w: &InverseMass, mu: f64) -> Piece {
        if friction_holds(w, mu) { Piece::sticking(w) } else { Piece::sliding(w, mu, w.tn.signum()) }
    }
}

fn friction_holds(w: &InverseMass, mu: f64) -> bool {
    w.tn.abs() <= mu * w.tt
}

/// What ends a phase: a value that the normal part has then.
enum Goal {
    Velocity(f64),
    Impulse(f64),
    Work(f64),
}

/// The process so far.
struct Process {
    velocity: Velocity,
    piece: Piece,
    /// Normal impulse that is left until slip stops, and the piece after that
    stop: Option<(f64, Piece)>,
}

impl Process {
    fn new(w: &InverseMass, mu: f64, before: Velocity) -> Process {
        let rest = Piece::without_slip(w, mu);
        if before.slip == 0.0 {
            return Process { velocity: before, piece: rest, stop: None };
        }
        let piece = Piece::sliding(w, mu, before.slip.signum());
        let stop = (before.slip * piece.slip_rate < 0.0).then(|| (-before.slip / piece.slip_rate, rest));
        Process { velocity: before, piece, stop }
    }

    /// One phase. Slip stops at most once in an impact, so there are at most two pieces.
    ///
    /// Sliding may hold compression up (jam, w_nn − μ·sign(u_t)·w_tn ≤ 0: u_n does not rise). Then
    /// μ ≥ w_nn/|w_tn| > |w_tn|/w_tt, so slip falls at the rate μ·w_tt − |w_tn| > 0, stops, and sticks.
    fn run(&mut self, goal: Goal) -> Phase {
        let mut phase = Phase::default();
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
    fn normal_impulse_to(&self, goal: &Goal, phase: &Phase) -> f64 {
        let (u, rate) = (self.velocity.normal, self.piece.normal_rate);
        match *goal {
            Goal::Velocity(_) if rate <= 0.0 => f64::INFINITY,
            Goal::Velocity(goal) => (goal - u) / rate,
            Goal::Impulse(goal) => goal - phase.impulse.normal,
            Goal::Work(goal) => {
                // u·P + ½·rate·P² = work, solved for P without a difference
                let work = goal - phase.work.normal;
                if work > 0.0 { 2.0 * work / (u + (u * u + 2.0 * rate * work).sqrt()) } else { 0.0 }
            }
        }
    }

    fn advance(&mut self, normal: f64, phase: &mut Phase) {
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

/// Impact of two bodies at one point with Coulomb friction, by Routh's construction  [WK91 chapter 3].
///
/// `w` W [1/kg] · `before` relative velocity [m/s], normal < 0 · `mu` μ ≥ 0, static and sliding friction alike · `e`
/// coefficient of restitution, 0…1. Errors: whatever is outside these ranges or not finite, by name.
pub fn impact(w: &InverseMass, before: Velocity, mu: f64, hypothesis: Hypothesis, e: f64) -> Result<Outcome, Fault> {
    let w = w.checked()?;
    finite(&[("the slip before the impact", before.slip), ("the normal velocity before the impact", before.normal)])?;
    finite(&[("mu", mu), ("e", e)])?;
    if mu < 0.0 {
        return Err(Fault::NegativeFriction { mu });
    }
    if !(0.0..=1.0).contains(&e) {
        return Err(Fault::RestitutionOutOfRange { e });
    }
    if before.normal >= 0.0 {
        return Err(Fault::NotApproaching { normal: before.normal });
    }

    let mut process = Process::new(&w, mu, before);
    let to_stop = process.stop.map(|(impulse, _)| impulse);
    let compression = process.run(Goal::Velocity(0.0));
    let stops_on_compression = process.stop.is_none();
    let restitution = process.run(match hypothesis {
        Hypothesis::Newton => Goal::Velocity(-e * before.normal),
        Hypothesis::Poisson => Goal::Impulse(e * compression.impulse.normal),
        Hypothesis::Stronge => Goal::Work(-e * e * compression.work.normal),
    });
    let slip_stop = to_stop.filter(|_| process.stop.is_none());
    let case = match (slip_stop, friction_holds(&w, mu)) {
        _ if before.slip == 0.0 && friction_holds(&w, mu) => Case::DirectSticking,
        _ if before.slip == 0.0 => Case::DirectSliding,
        (None, _) => Case::ForwardSliding,
        (Some(_), true) if stops_on_compression => Case::StickingOnCompression,
        (Some(_), true) => Case::StickingOnRestitution,
        (Some(_), false) if stops_on_compression => Case::ReversedOnCompression,
        (Some(_), false) => Case::ReversedOnRestitution,
    };
    Outcome { case, after: process.velocity, compression, restitution, slip_stop }.finite()
}
