//! What the contact has given and the host is still to be handed (docs/numerics.md step 15).

use crate::physics::Vector3;
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::{Mean, Spatial};
use crate::stepping::saved::saved;

/// What the contact has given and the host has not: the bodies lack P by the velocity W·P and Q by the place W·Q.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Owed {
    /// P on body i [N·s, N·m·s]
    pub impulse: Spatial,
    /// Q on body i [N·s², N·m·s²]
    pub moment: Spatial,
}

saved!(Owed { impulse, moment });

/// What a host is handed for one interval.
#[derive(Clone, Copy, Debug)]
pub struct Handed {
    /// Impulse [N·s, N·m·s]
    pub impulse: Spatial,
    /// Its moment ∫(H − τ)·f dτ [N·s², N·m·s²]; None: half of impulse and interval, as of a force that is held
    pub moment: Option<Spatial>,
    /// What is owed after it
    pub left: Owed,
}

impl Handed {
    /// Force and couple over the interval.
    pub fn forces(&self, h: f64) -> [Mean; 2] {
        let Handed { impulse, moment, .. } = self;
        match moment {
            Some(moment) => {
                [Mean::of(&impulse.linear, &moment.linear, h), Mean::of(&impulse.angular, &moment.angular, h)]
            }
            None => {
                [impulse.linear, impulse.angular].map(|impulse| Mean { mean: impulse / h, slope: Vector3::zeros() })
            }
        }
    }
}

impl Owed {
    /// After `h` [s] in which the contact has given an impulse and its moment, and the host nothing.
    pub fn after(&self, impulse: &Spatial, moment: &Spatial, h: f64) -> Self {
        Owed { impulse: self.impulse + *impulse, moment: self.moment + self.impulse * h + *moment }
    }

    /// After an `impulse` that the host has held over `h` [s].
    fn paid(&self, impulse: &Spatial, h: f64) -> Self {
        Owed { impulse: self.impulse - *impulse, moment: self.moment - *impulse * (0.5 * h) }
    }

    /// What the host is handed of all that is owed at the end of an interval of `h` [s] if it gets nothing.
    ///
    /// The mean settles P and forgets Q; with the slope both are settled. `twoStep`: with S₁ now and S₂ in the next interval,
    /// P = S₁ + S₂ and Q + P·H = 3/2·S₁·H + 1/2·S₂·H, so S₁ = P/2 + Q/H.
    pub fn handed(&self, how: HandBack, h: f64) -> Handed {
        let Owed { impulse, moment } = *self;
        match how {
            HandBack::Mean => Handed { impulse, moment: None, left: Owed::default() },
            HandBack::Line | HandBack::MeanAndSlope => Handed { impulse, moment: Some(moment), left: Owed::default() },
            HandBack::TwoStep => {
                let now = impulse * 0.5 + moment / h;
                let left = self.paid(&now, h);
                let is_rounding = |of: &Spatial, size: f64| of.dot(of) <= (RESIDUE * size).powi(2) * now.dot(&now);
                let is_settled = is_rounding(&left.impulse, 1.0) && is_rounding(&left.moment, h);
                let left = if is_settled { Owed::default() } else { left };
                Handed { impulse: now, moment: None, left }
            }
        }
    }

    /// What a host that may hold the force over another length is handed: the `load` [N·s, N·m·s], which belongs to every
    /// step by its length, and of the rest so much that over the `longest` [s] it is no more than is due.
    pub fn spread(&self, load: &Spatial, h: f64, longest: f64) -> Handed {
        let impulse = *load + (self.impulse - *load) * (h / longest);
        Handed { impulse, moment: None, left: Owed { impulse: self.impulse - impulse, moment: Spatial::zero() } }
    }

    /// A given impulse instead, owed for from then on.
    pub fn lent(&self, impulse: &Spatial, h: f64) -> Handed {
        Handed { impulse: *impulse, moment: None, left: self.paid(impulse, h) }
    }
}

/// Share of an impulse that is rounding when it settles what is owed.
const RESIDUE: f64 = 1e-12;
