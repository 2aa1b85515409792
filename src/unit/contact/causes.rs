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

/// "most likely …; then …; …" of [`numbers`]: each cause that explains what is missed, and what to do about it. Further contacts come last;
/// what would follow them explains too little.
pub(super) struct Ranked(pub [f64; 3]);

impl fmt::Display for Ranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ranked([code, mass, load]) = *self;
        for place in 0..CAUSES.len() {
            let digit = code as usize / CAUSES.len().pow((CAUSES.len() - 1 - place) as u32) % CAUSES.len();
            f.write_str(["most likely ", "; then ", "; ", "; "][place])?;
            match CAUSES[digit] {
                Cause::Mass => write!(
                    f,
                    "the masses are {} times the ones told (set coupling.massI, massJ, inertiaI, inertiaJ or inverseMass)",
                    Short(mass)
                )?,
                Cause::Load => write!(
                    f,
                    "{} m/s2 along contactNormal act that freeAcceleration does not tell (add gravity or another force to it)",
                    Short(load)
                )?,
                Cause::Order => f.write_str(
                    "the force is applied over another interval than the contact takes it for (set coupling.order, of sequential \
                     and parallel the other one)",
                )?,
                Cause::Others => {
                    return f.write_str(
                        "further contacts act on the same body (add their newest forces to freeAcceleration), or the step is too \
                         long for what happens in it (take smaller ones)",
                    );
                }
            }
        }
        Ok(())
    }
}
