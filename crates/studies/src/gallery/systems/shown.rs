//! What the scenes have in common.

use crate::gallery::numbers::Held;
use asperity_lab::report::Entry;

/// What a scene shows.
pub struct Shown {
    /// On the page.
    pub entry: Entry,
    /// The numbers that it is held to.
    pub numbers: Vec<Held>,
}

/// ∫f du from 0 to 1, by the middles of 4000 intervals: f need not be defined at the ends.
pub fn integral(f: impl Fn(f64) -> f64) -> f64 {
    let count = 4000;
    (0..count).map(|k| f((f64::from(k) + 0.5) / f64::from(count))).sum::<f64>() / f64::from(count)
}
