//! What survives a step beside the state of the contact.

use crate::physics::{Energies, Latch, Vector3};
use crate::stepping::interface::Inside;

/// Everything beside [`crate::stepping::ContactState`] that survives a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Carried {
    /// The unit goes on from its own penetration
    pub(crate) own: bool,
    /// That penetration [m]
    pub(crate) penetration: f64,
    /// The last step was in contact from end to end
    pub(crate) wholly: bool,
    /// Impulse on body i last sent [N·s]
    pub(crate) sent: Vector3<f64>,
    /// The one sent before it, which parallel order has applied by the next step's start [N·s]
    pub(crate) sent_before: Vector3<f64>,
    /// v_r at the start of the interval of `sent`, as it was expected [m/s]
    pub(crate) begun: Vector3<f64>,
    /// The same for `sent_before`
    pub(crate) begun_before: Vector3<f64>,
    /// v_r measured at the last step's start [m/s]
    pub(crate) v_r: Vector3<f64>,
    /// x measured there [m]
    pub(crate) x: f64,
    /// Way by which mean and slope move x otherwise than the mean alone, for `sent` and `sent_before` [m]
    pub(crate) bend: f64,
    pub(crate) bend_before: f64,
    /// Length of the last step [s]; 0 before the first
    pub(crate) h: f64,
    /// Estimate of b [m/s²]
    pub(crate) b: Vector3<f64>,
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
}

/// Length of [`Carried::numbers`].
pub const CARRIED: usize = 43;

impl Carried {
    /// As numbers, flags as 0 and 1.
    pub fn numbers(&self) -> [f64; CARRIED] {
        let flag = |on: bool| f64::from(u8::from(on));
        let Inside { x, v_r, z, s_dw, latch, energy } = self.snapshot;
        let groups: [&[f64]; 18] = [
            &[flag(self.own), self.penetration, flag(self.wholly)],
            self.sent.as_slice(),
            self.sent_before.as_slice(),
            self.begun.as_slice(),
            self.begun_before.as_slice(),
            self.v_r.as_slice(),
            &[self.x, self.bend],
            &[self.bend_before, self.h, self.stray],
            self.b.as_slice(),
            &[self.factor, f64::from(self.waiting)],
            &[x],
            v_r.as_slice(),
            z.as_slice(),
            &[s_dw],
            &[flag(latch.contact), latch.v_i],
            &[latch.a],
            &[energy.work, energy.dissipated_normal],
            &[energy.dissipated_friction, self.span],
        ];
        let mut numbers = [0.0; CARRIED];
        numbers.iter_mut().zip(groups.into_iter().flatten()).for_each(|(place, value)| *place = *value);
        numbers
    }

    /// From [`Carried::numbers`].
    pub fn from_numbers(numbers: &[f64; CARRIED]) -> Self {
        let mut rest = numbers.iter().copied();
        let mut next = || rest.next().unwrap_or(0.0);
        let (own, penetration, wholly) = (next() != 0.0, next(), next() != 0.0);
        let [sent, sent_before, begun, begun_before, v_r] = [(); 5].map(|()| Vector3::new(next(), next(), next()));
        let (x, bend, bend_before, h, stray) = (next(), next(), next(), next(), next());
        let b = Vector3::new(next(), next(), next());
        let (factor, waiting) = (next(), next() as u8);
        let snapshot = Inside {
            x: next(),
            v_r: Vector3::new(next(), next(), next()),
            z: Vector3::new(next(), next(), next()),
            s_dw: next(),
            latch: Latch { contact: next() != 0.0, v_i: next(), a: next() },
            energy: Energies { work: next(), dissipated_normal: next(), dissipated_friction: next() },
        };
        let span = next();
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
        }
    }
}
