//! What survives a step beside the state of the contact (docs/numerics.md step 18).

use crate::physics::{Energies, Latch, Vector3};
use crate::stepping::interface::rigid::Held;
use crate::stepping::interface::{Inside, Spatial};

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
    /// v_r and ω at the start of the interval of `sent`, as they were expected [m/s, rad/s]
    pub(crate) begun: Spatial,
    /// The same for `sent_before`
    pub(crate) begun_before: Spatial,
    /// v_r and ω measured at the last step's start [m/s, rad/s]
    pub(crate) v_r: Spatial,
    /// x measured there [m]
    pub(crate) x: f64,
    /// Way by which mean and slope move x otherwise than the mean alone, for `sent` and `sent_before` [m]
    pub(crate) bend: f64,
    pub(crate) bend_before: f64,
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
}

/// Length of [`Carried::numbers`].
pub const CARRIED: usize = 75;

impl Carried {
    /// What a rigid contact has left at the end of the last step: f_n and f_t on body i [N], nothing before the first.
    pub fn held(&self) -> Held {
        self.held
    }

    /// As numbers, flags as 0 and 1.
    pub fn numbers(&self) -> [f64; CARRIED] {
        let flag = |on: bool| f64::from(u8::from(on));
        let Inside { x, v_r, z, z_r, s_dw, latch, energy, held } = self.snapshot;
        let pairs = [&self.sent, &self.sent_before, &self.begun, &self.begun_before, &self.v_r, &self.b, &v_r];
        let scalars = [
            flag(self.own),
            self.penetration,
            flag(self.wholly),
            self.x,
            self.bend,
            self.bend_before,
            self.h,
            self.stray,
            self.factor,
            f64::from(self.waiting),
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
            self.held.normal,
            self.held.lasting,
        ];
        let vectors = pairs.into_iter().flat_map(|pair| [&pair.linear, &pair.angular]).chain([
            &z,
            &held.friction,
            &self.held.friction,
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
        let [sent, sent_before, begun, begun_before, v_r, b] = [(); 6].map(|()| pair());
        let (snapshot_v_r, [z, snapshot_friction, friction]) = (pair(), [(); 3].map(|()| vector()));
        let (own, penetration, wholly) = (next() != 0.0, next(), next() != 0.0);
        let (x, bend, bend_before, h, stray) = (next(), next(), next(), next(), next());
        let (factor, waiting) = (next(), next() as u8);
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
        let span = next();
        let held = Held { normal: next(), lasting: next(), friction };
        Carried {
            own,
            penetration,
            wholly,
            sent,
            sent_before,
            begun,
            begun_before,
            v_r,
            x,
            bend,
            bend_before,
            h,
            stray,
            b,
            factor,
            waiting,
            snapshot,
            span,
            held,
        }
    }
}
