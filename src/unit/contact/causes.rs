//! Sentences about what may have been told wrong, the likeliest first.

use super::short::Short;
use crate::stepping::interface::{Cause, Likely};
use core::fmt;

const CAUSES: [Cause; 4] = [Cause::Mass, Cause::Load, Cause::Order, Cause::Others];

/// The order of the causes as a number, which a saved notice can hold, with mass and load.
pub(super) fn numbers(likely: &Likely) -> [f64; 3] {
    let digit = |cause: &Cause| CAUSES.iter().position(|one| one == cause).unwrap_or(0);
    let code = likely.causes.iter().fold(0, |code, cause| code * CAUSES.len() + digit(cause));
    [code as f64, likely.mass, likely.load]
}

/// "most likely …; then …; …" of [`numbers`]: the causes that would be something, and what to do about each.
pub(super) struct Ranked(pub [f64; 3]);

/// A mass that is as told but for this share of it, and a load that is less than that [m/s²], are no causes.
const AS_TOLD: f64 = 0.05;
const NO_LOAD: f64 = 0.1;

impl fmt::Display for Ranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ranked([code, mass, load]) = *self;
        let ranked =
            (0..CAUSES.len()).rev().map(|place| CAUSES[code as usize / CAUSES.len().pow(place as u32) % CAUSES.len()]);
        let is_something = |cause: &Cause| match cause {
            Cause::Mass => (mass - 1.0).abs() > AS_TOLD,
            Cause::Load => load.abs() > NO_LOAD,
            Cause::Order | Cause::Others => true,
        };
        for (cause, link) in ranked.filter(is_something).zip(["most likely ", "; then ", "; ", "; "]) {
            f.write_str(link)?;
            match cause {
                Cause::Mass => write!(
                    f,
                    "the masses are {} times the given ones (set coupling.massI, massJ, inertiaI, inertiaJ or \
                     inverseMass)",
                    Short(mass)
                )?,
                Cause::Load => write!(
                    f,
                    "{} m/s2 along contactNormal act that freeAcceleration does not contain (add gravity or another \
                     force to it)",
                    Short(load)
                )?,
                Cause::Order => f.write_str(
                    "the force is applied over another interval than the contact assumes (set coupling.order to the \
                     other of sequential and parallel)",
                )?,
                Cause::Others => f.write_str(
                    "further contacts act on the same body (make them one unit for the system, or add their newest forces to \
                     freeAcceleration), or the step is too long for what happens in it (take smaller ones)",
                )?,
            }
        }
        Ok(())
    }
}
