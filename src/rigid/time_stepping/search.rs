//! Fixed points: the λ_N of one contact whose bounds μ·λ_N of friction give λ_N⁺ = λ_N, the angle
//! of its tangents that friction asks for.

/// A number that was tried, and by how much what it gave was larger.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trial {
    guess: f64,
    missed: f64,
}

/// Brackets of the number: λ_N⁺ is continuous in λ_N, ≥ 0, and constant for large λ_N, so there is a root. Where W is
/// singular λ_N⁺ may jump; then the search starts anew. By how much tangents are to be turned on falls through 0 once in
/// a turn; where it jumps by 2π it rises, so that brackets keep to the root.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Search {
    low: Option<Trial>,
    high: Option<Trial>,
    last: Option<Trial>,
}

impl Search {
    /// What to try after `guess` has given `found`: regula falsi (Illinois) between the brackets, before there are two
    /// of them the secant, at first what was found. Within one case of the complementarity problem λ_N⁺ is linear and
    /// the next trial the root.
    pub fn next(&mut self, guess: f64, found: f64) -> f64 {
        let trial = Trial { guess, missed: found - guess };
        let before = self.last.replace(trial);
        let is_low = trial.missed > 0.0;
        let (side, other) = if is_low { (&mut self.low, &mut self.high) } else { (&mut self.high, &mut self.low) };
        *side = Some(trial);
        if let (Some(before), Some(other)) = (before, other.as_mut())
            && (before.missed > 0.0) == is_low
        {
            other.missed *= 0.5;
        }
        match (self.low, self.high) {
            (Some(low), Some(high)) if low.guess < high.guess => {
                low.guess + (high.guess - low.guess) * (low.missed / (low.missed - high.missed))
            }
            (Some(_), Some(_)) => {
                *self = Search::default();
                found
            }
            _ => before.and_then(|before| trial.secant(&before)).unwrap_or(found),
        }
    }
}

impl Trial {
    /// Root of the line through both, if it lies in the direction of what was missed.
    fn secant(&self, before: &Trial) -> Option<f64> {
        let step = -self.missed * (self.guess - before.guess) / (self.missed - before.missed);
        (step.is_finite() && step * self.missed > 0.0).then_some(self.guess + step)
    }
}
