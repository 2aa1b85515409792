//! How far two convex bodies are apart.

use crate::physics::{Scalar, Vector3};
use crate::shape::convex::Faced;
use crate::shape::simplex::{Corner, Witnesses, search};

/// The nearest places of two bodies. The search starts anew each time, so that the answer depends on the poses alone.
pub fn witnesses<T: Scalar, const FACES: usize>(i: &Faced<T, FACES>, j: &Faced<T, FACES>) -> Witnesses {
    let corner = |direction: &Vector3<f64>| {
        let at = (i.support(&-direction), j.support(direction));
        Corner { at, place: (i.corner(at.0) - j.corner(at.1)).map(|x| x.value()) }
    };
    search(&(i.origin() - j.origin()).map(|x| x.value()), corner)
}

/// Both places, on corners that may have slopes [m].
pub fn places<T: Scalar, const FACES: usize>(
    of: &Witnesses,
    i: &Faced<T, FACES>,
    j: &Faced<T, FACES>,
) -> [Vector3<T>; 2] {
    let mut places = [Vector3::from_element(T::zero()); 2];
    for (a, b, share) in of.shares() {
        places[0] += i.corner(*a) * T::from(*share);
        places[1] += j.corner(*b) * T::from(*share);
    }
    places
}
