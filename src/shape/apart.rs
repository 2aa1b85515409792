//! How far two convex bodies are apart, or reach into each other where they hardly do.

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

/// Part of the size of the smaller one by which bodies are drawn in, so that a distance of rounding has a direction,
const DRAWN_IN: f64 = 1e-6;
/// and at least so much of the size of both.
const LEAST_DRAWN_IN: f64 = 1e-8;

/// Cosine of the angle up to which a face, or two edges, lie across the way between bodies that are drawn in, which rounding turns by some 1e-8: a corner on an
/// edge or on a corner meets neither.
const ALONG: f64 = 1.0 - 1e-9;

/// Part of the size of both by which they are farther apart along a normal that is another one than that way.
const CLEARLY: f64 = 1e-9;

/// Two bodies that touch, up to what they are drawn in by.
pub struct Touching<T: Scalar> {
    /// From body j to body i, unit
    pub normal: Vector3<T>,
    /// How far they are apart along it [m], < 0 where they overlap
    pub distance: T,
    /// A place on each [m]
    pub places: [Vector3<T>; 2],
}

/// Where two bodies touch that are hardly deeper in each other than they are drawn in by; None of others.
///
/// The way from one to the other is rounding, and so is the force of what hardly overlaps. Both are found between bodies that are drawn in towards the middle of
/// their corners, and the normal is that of what meets: a face, or two edges, by whichever the bodies are farthest apart (axes that separate convex polyhedra are
/// normals of these), or else the way between them.
pub fn touching<T: Scalar, const FACES: usize>(i: &Faced<T, FACES>, j: &Faced<T, FACES>) -> Option<Touching<T>> {
    let value = |of: &Vector3<T>| of.map(|x| x.value());
    let size = i.radius() + j.radius();
    let drawn_by = (DRAWN_IN * i.radius().min(j.radius())).max(LEAST_DRAWN_IN * size);
    let drawn_in = |body: &Faced<T, FACES>, middle: &Vector3<T>, k: usize| {
        let corner = body.corner(k);
        corner - (corner - middle) * T::from(drawn_by / body.radius())
    };
    let [middle_i, middle_j] = [i.middle(), j.middle()];
    let between = |(a, b): (usize, usize)| drawn_in(i, &middle_i, a) - drawn_in(j, &middle_j, b);
    let found = search(&value(&(middle_i - middle_j)), |direction| {
        let at = (i.support(&-direction), j.support(direction));
        Corner { at, place: value(&between(at)) }
    });
    let shares = || found.shares().map(|(a, b, share)| (between((*a, *b)), *share));
    let mut of = found.shares();
    let [first, second, third, fourth] = [(); 4].map(|()| of.next());
    // bodies that overlap although they are drawn in
    if fourth.is_some() {
        return None;
    }
    let along = |direction| along(direction, i, j);
    let apart = shares().fold(Vector3::from_element(T::zero()), |sum, (place, share)| sum + place * T::from(share));
    let way = along(apart)?;
    let towards = value(&way.0);
    // the side of the difference of both that is nearest: its normal; of one of its edges, those of both bodies that it is made of
    let across = match (first, second, third) {
        (Some(a), Some(b), Some(c)) => {
            let [a, b, c] = [a, b, c].map(|(at_i, at_j, _)| between((*at_i, *at_j)));
            Some((b - a).cross(&(c - a)))
        }
        (Some((a_i, a_j, _)), Some((b_i, b_j, _)), None) => {
            Some((i.corner(*b_i) - i.corner(*a_i)).cross(&(j.corner(*b_j) - j.corner(*a_j))))
        }
        _ => None,
    };
    let across = across.and_then(|across| along(if across.dot(&apart).value() < 0.0 { -across } else { across }));
    let faces = [along(j.face_towards(&towards)), along(-i.face_towards(&-towards))];
    let least = |(normal, _): &(Vector3<T>, T)| {
        if value(normal).dot(&towards) >= ALONG { way.1.value() } else { way.1.value() + CLEARLY * size }
    };
    let others = [faces[0], faces[1], across].into_iter().flatten().filter(|other| other.1.value() >= least(other));
    let best = others.reduce(|best, other| if other.1.value() > best.1.value() { other } else { best });
    let places = places(&found, i, j);
    // of a corner that meets a corner or an edge, whose way is off by rounding, the farthest corners along it may be others
    let (normal, distance) = best.unwrap_or((way.0, way.0.dot(&(places[0] - places[1]))));
    Some(Touching { normal, distance, places })
}

/// A direction as a unit vector, and how far bodies are apart along it [m]; None of 0. Not part of its caller, which looks along several.
#[inline(never)]
fn along<T: Scalar, const FACES: usize>(
    direction: Vector3<T>,
    i: &Faced<T, FACES>,
    j: &Faced<T, FACES>,
) -> Option<(Vector3<T>, T)> {
    let square = direction.dot(&direction);
    (square.value() > 0.0).then(|| {
        let normal = direction / square.sqrt();
        let at = normal.map(|x| x.value());
        (normal, normal.dot(&(i.corner(i.support(&-at)) - j.corner(j.support(&at)))))
    })
}
