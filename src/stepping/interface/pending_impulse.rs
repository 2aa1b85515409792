//! What the contact has given and is yet to be returned to the importer (docs/numerics.md step 15).

use crate::physics::Vector3;
use crate::stepping::coupling::HandBack;
use crate::stepping::interface::{Mean, Spatial};
use crate::stepping::saved::saved;

/// What the contact has given and the importer has not: the bodies lack P by the velocity W·P and Q by the place W·Q.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PendingImpulse {
    /// P on body i [N·s, N·m·s]
    pub impulse: Spatial,
    /// Q on body i [N·s², N·m·s²]
    pub moment: Spatial,
}

saved!(PendingImpulse { impulse, moment });

/// What is returned to an importer for one interval.
#[derive(Clone, Copy, Debug)]
pub struct ReturnedImpulse {
    /// Impulse [N·s, N·m·s]
    pub impulse: Spatial,
    /// Its moment ∫(H − τ)·f dτ [N·s², N·m·s²]; None: half of impulse and interval, as of a constant force
    pub moment: Option<Spatial>,
    /// What is pending after it
    pub pending: PendingImpulse,
}

impl ReturnedImpulse {
    /// Force and couple over the interval.
    pub fn forces(&self, h: f64) -> [Mean; 2] {
        let ReturnedImpulse { impulse, moment, .. } = self;
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

impl PendingImpulse {
    /// Whether the importer has got everything.
    pub fn is_nothing(&self) -> bool {
        self.impulse.is_zero() && self.moment.is_zero()
    }

    /// After `h` [s] in which the contact has given an impulse and its moment, and the importer nothing.
    pub fn after(&self, impulse: &Spatial, moment: &Spatial, h: f64) -> Self {
        PendingImpulse { impulse: self.impulse + *impulse, moment: self.moment + self.impulse * h + *moment }
    }

    /// After an `impulse` that the importer has applied as a constant force over `h` [s].
    fn less(&self, impulse: &Spatial, h: f64) -> Self {
        PendingImpulse { impulse: self.impulse - *impulse, moment: self.moment - *impulse * (0.5 * h) }
    }

    /// What is returned to the importer of all that is pending at the end of an interval of `h` [s] if it gets nothing.
    ///
    /// The mean settles P and forgets Q; with the slope both are settled. `twoStep`: with S₁ now and S₂ in the next interval,
    /// P = S₁ + S₂ and Q + P·H = 3/2·S₁·H + 1/2·S₂·H, so S₁ = P/2 + Q/H.
    pub fn returned(&self, how: HandBack, h: f64) -> ReturnedImpulse {
        let PendingImpulse { impulse, moment } = *self;
        match how {
            HandBack::Mean => ReturnedImpulse { impulse, moment: None, pending: PendingImpulse::default() },
            HandBack::Line | HandBack::MeanAndSlope => {
                ReturnedImpulse { impulse, moment: Some(moment), pending: PendingImpulse::default() }
            }
            HandBack::TwoStep => {
                let now = impulse * 0.5 + moment / h;
                let pending = self.less(&now, h);
                let is_rounding = |of: &Spatial, size: f64| of.dot(of) <= (RESIDUE * size).powi(2) * now.dot(&now);
                let is_settled = is_rounding(&pending.impulse, 1.0) && is_rounding(&pending.moment, h);
                let pending = if is_settled { PendingImpulse::default() } else { pending };
                ReturnedImpulse { impulse: now, moment: None, pending }
            }
        }
    }

    /// What is returned to an importer that may hold the force over another length: the `load` [N·s, N·m·s], which belongs to every
    /// step by its length, and of the rest so much that over the `longest` [s] it is no more than is due.
    pub fn spread(&self, load: &Spatial, h: f64, longest: f64) -> ReturnedImpulse {
        let impulse = *load + (self.impulse - *load) * (h / longest);
        ReturnedImpulse {
            impulse,
            moment: None,
            pending: PendingImpulse { impulse: self.impulse - impulse, moment: Spatial::zero() },
        }
    }

    /// A given impulse instead, pending from then on with the other sign.
    pub fn returning(&self, impulse: &Spatial, h: f64) -> ReturnedImpulse {
        ReturnedImpulse { impulse: *impulse, moment: None, pending: self.less(impulse, h) }
    }
}

/// Fraction of an impulse that is rounding when it settles what is pending.
const RESIDUE: f64 = 1e-12;
