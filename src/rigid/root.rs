//! A root between two numbers: regula falsi (Illinois).

/// Trials, and share of the upper number to which a bracket is closed.
const TRIALS: u32 = 200;
const EXACT: f64 = 1e-15;

/// What a number gives: by how much it is above the root, in any measure that rises through 0 there, and the rest.
pub struct Trial<P> {
    pub missed: f64,
    pub of: P,
}

/// The trial at the upper end of the smallest bracket of the root that is found, `missed` < 0 at `low` and ≥ 0 at `high`;
/// None where `at` is none.
pub fn between<P>(low: (f64, f64), high: (f64, Trial<P>), at: impl Fn(f64) -> Option<Trial<P>>) -> Option<P> {
    let ((mut low, mut low_missed), (mut high, mut found)) = (low, high);
    let mut high_missed = found.missed;
    let mut was_low = None;
    for _ in 0..TRIALS {
        if found.missed == 0.0 || high - low <= EXACT * high {
            break;
        }
        let chord = low + (high - low) * (low_missed / (low_missed - high_missed));
        let next = if chord > low && chord < high { chord } else { 0.5 * (low + high) };
        if next <= low || next >= high {
            break;
        }
        let trial = at(next)?;
        let is_low = trial.missed < 0.0;
        if is_low {
            (low, low_missed) = (next, trial.missed);
            high_missed *= if was_low == Some(true) { 0.5 } else { 1.0 };
        } else {
            (high, high_missed, found) = (next, trial.missed, trial);
            low_missed *= if was_low == Some(false) { 0.5 } else { 1.0 };
        }
        was_low = Some(is_low);
    }
    Some(found.of)
}
