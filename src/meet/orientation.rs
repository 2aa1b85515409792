//! What of the geometry depends on how a body is turned.

use crate::meet::parameters::{Geometry, Pair};
use crate::meet::sphere::turns_with_i;
use crate::physics::{Parameters, Scalar};

/// Whether the pair looks at the orientation of body i.
#[inline(always)]
pub fn depends_on_orientation_i<T: Scalar>(geometry: &Geometry<T>) -> bool {
    match geometry.settings.way {
        None => geometry.settings.pair != Pair::External && turns_with_i(&geometry.shapes),
        Some(_) => true,
    }
}

/// Whether the pair, or friction that asks for directions, looks at the orientation of body j.
#[inline(always)]
pub fn depends_on_orientation_j<T: Scalar>(laws: &Parameters<T>, geometry: &Geometry<T>) -> bool {
    !geometry.is_given() || laws.asks_for_directions()
}

/// Whether x depends on how body j turns; on how body i does it depends if anything does ([`depends_on_orientation_i`]).
/// `normal_given`: with the rate of a given normal
#[inline(always)]
pub fn gap_turns_with_j<T: Scalar>(geometry: &Geometry<T>, normal_given: bool) -> bool {
    match geometry.settings.pair {
        Pair::External => geometry.settings.way.is_some() || !normal_given,
        _ => !geometry.is_round_j(),
    }
}

impl<T: Scalar> Geometry<T> {
    /// Whether body j is round about its own origin, so that its orientation does not matter to where it is.
    #[inline(always)]
    pub(super) fn is_round_j(&self) -> bool {
        self.settings.pair.is_ball_j() && self.shapes.center_j.iter().all(T::is_zero)
    }
}
