//! What survives a step beside the state of the contact (docs/numerics.md step 18).

use crate::physics::{Energies, Latch, Vector3};
use crate::stepping::interface::answers::{Asked, Given, Wary};
use crate::stepping::interface::cause::Evidence;
use crate::stepping::interface::held::Held;
use crate::stepping::interface::owed::Owed;
use crate::stepping::interface::{Inside, Order, Spatial};

/// Everything beside [`crate::stepping::ContactState`] that survives a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carried {
    /// The unit goes on from its own penetration
    pub(crate) own: bool,
    /// That penetration [m]
    pub(crate) penetration: f64,
    /// The last step was in contact from end to end
    pub(crate) wholly: bool,
    /// Impulse on body i last sent, with its couple [N·s, N·m·s]
    pub(crate) sent: Spatial,
    /// The one sent before it, which parallel order has applied by the next step's start
    pub(crate) sent_before: Spatial,
    /// What the contact has given and the host is not yet handed
    pub(crate) owed: Owed,
    /// By which the contact was ahead of the bodies at the last step's end, in parallel order [s]
    pub(crate) lead: f64,
    /// Longest step of late [s]
    pub(crate) longest: f64,
    /// Order that the answers have shown; None before the first
    pub(crate) found: Option<Order>,
    /// The last one that they have shown beyond doubt
    pub(crate) shown: Option<Order>,
    /// The pulse that asks for it and for the mass
    pub(crate) asked: Asked,
    /// v_r and ω measured at the last step's start [m/s, rad/s]
    pub(crate) v_r: Spatial,
    /// x measured there [m]
    pub(crate) x: f64,
    /// Way by which mean and slope move x otherwise than the mean alone, for `sent` and `sent_before` [m]
    pub(crate) bend: f64,
    pub(crate) bend_before: f64,
    /// By how much normal and arms were to turn in the last step [rad]
    pub(crate) turning_angle: f64,
    /// Length of the last step [s]; 0 before the first
    pub(crate) h: f64,
    /// b and b_w as told in the last step, else their estimate [m/s², rad/s²]
    pub(crate) b: Spatial,
    /// By how much b missed the acceleration along n in the last step without a force [m/s²]
    pub(crate) stray: f64,
    /// Measured share of W; 0 until it is measured
    pub(crate) factor: f64,
    /// Steps until the answer to a probe can be read; 0: there is none
    pub(crate) waiting: u8,
    /// Where the interval of the probe started
    pub(crate) snapshot: Inside,
    /// Length of what is to be repeated from there [s]
    pub(crate) span: f64,
    /// What the last step of a rigid contact has left to the next one
    pub(crate) held: Held,
    /// How the body has answered
    pub(crate) wary: Wary,
    /// Energy that has come out of the contact
    pub(crate) given: Given,
    /// What the answers of late say of the causes
    pub(crate) evidence: Evidence,
}

/// Length of [`Carried::numbers`].
pub const CARRIED: usize = 106;

impl Carried {
    /// What a rigid contact has left at the end of the last step: f_n and f_t on body i [N], nothing before the first.
    pub fn held(&self) -> Held {
        self.held
    }

    /// By how much normal and arms were to turn in the last step [rad].
    pub fn turning_angle(&self) -> f64 {
        self.turning_angle
    }

    /// As numbers, flags as 0 and 1.
    pub fn numbers(&self) -> [f64; CARRIED] {
        let flag = |on: bool| f64::from(u8::from(on));
        let Inside { x, v_r, z, z_r, s_dw, latch, energy, held } = self.snapshot;
        let pairs = [&self.sent, &self.sent_before, &self.owed.impulse, &self.owed.moment, &self.v_r, &self.b, &v_r];
        let scalars = [
            flag(self.own),
            self.penetration,
            flag(self.wholly),
            self.x,
            self.bend,
            self.bend_before,
            self.turning_angle,
            self.h,
            self.stray,
            self.factor,
            f64::from(self.waiting),
            number_of(self.found),
            number_of(self.shown),
            f64::from(self.asked as u8),
            x,
            z_r,
            s_dw,
            flag(latch.contact),
            latch.v_i,
            latch.a,
            energy.work,
            energy.dissipated_normal,
            energy.dissipated_friction,
            held.normal,
            held.lasting,
            self.span,
            self.lead,
            self.longest,
            self.held.normal,
            self.held.lasting,
            self.wary.scale,
            f64::from(self.wary.doubts),
            self.wary.missed,
            self.given.surplus,
            self.given.turnover,
            self.given.lighter,
            self.given.load,
            f64::from(self.given.lasting),
            self.evidence.aa,
            self.evidence.ae,
            self.evidence.ee,
            self.evidence.other,
            self.evidence.missed,
            self.evidence.drift,
            self.evidence.squares,
            self.evidence.number,
        ];
        let vectors = pairs.into_iter().flat_map(|pair| [&pair.linear, &pair.angular]).chain([
            &z,
            &held.friction,
            &self.held.friction,
            &self.wary.expected,
            &self.wary.answer,
            &self.wary.load,
        ]);
        let all = vectors.flat_map(Vector3::iter).chain(&scalars);
        let mut numbers = [0.0; CARRIED];
        numbers.iter_mut().zip(all).for_each(|(place, value)| *place = *value);
        numbers
    }

    /// From [`Carried::numbers`].
    pub fn from_numbers(numbers: &[f64; CARRIED]) -> Self {
        let mut rest = numbers.iter().copied();
        let mut next = || rest.next().unwrap_or(0.0);
        let mut vector = || Vector3::new(next(), next(), next());
        let mut pair = || Spatial { linear: vector(), angular: vector() };
        let [sent, sent_before, impulse, moment, v_r, b] = [(); 6].map(|()| pair());
        let (snapshot_v_r, [z, snapshot_friction, friction, expected, answer, load]) =
            (pair(), [(); 6].map(|()| vector()));
        let (own, penetration, wholly) = (next() != 0.0, next(), next() != 0.0);
        let (x, bend, bend_before, turning_angle, h, stray) = (next(), next(), next(), next(), next(), next());
        let (factor, waiting) = (next(), next() as u8);
        let mut order =
            || [None, Some(Order::Sequential), Some(Order::Parallel)].get(next() as usize).copied().flatten();
        let (found, shown) = (order(), order());
        let asked = Asked::from_number(next() as u8);
        let snapshot = Inside {
            x: next(),
            v_r: snapshot_v_r,
            z,
            z_r: next(),
            s_dw: next(),
            latch: Latch { contact: next() != 0.0, v_i: next(), a: next() },
            energy: Energies { work: next(), dissipated_normal: next(), dissipated_friction: next() },
            held: Held { normal: next(), lasting: next(), friction: snapshot_friction },
        };
        let (span, lead, longest) = (next(), next(), next());
        let held = Held { normal: next(), lasting: next(), friction };
        let wary = Wary { scale: next(), doubts: next() as u8, missed: next(), expected, answer, load };
        let given = Given { surplus: next(), turnover: next(), lighter: next(), load: next(), lasting: next() as u8 };
        let evidence = Evidence {
            aa: next(),
            ae: next(),
            ee: next(),
            other: next(),
            missed: next(),
            drift: next(),
            squares: next(),
            number: next(),
        };
        Carried {
            own,
            penetration,
            wholly,
            sent,
            sent_before,
            owed: Owed { impulse, moment },
            found,
            shown,
            asked,
            v_r,
            x,
            bend,
            bend_before,
            turning_angle,
            h,
            stray,
            b,
            factor,
            waiting,
            snapshot,
            span,
            lead,
            longest,
            held,
            wary,
            given,
            evidence,
        }
    }
}

fn number_of(order: Option<Order>) -> f64 {
    order.map_or(0.0, |order| f64::from(1 + order as u8))
}
