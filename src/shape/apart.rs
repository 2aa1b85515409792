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
/// their corners, and the normal is that of what meets: a face, or two edges, by whichever the bodies are farthest apart, or else the way between them.
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
    let mut corners = shares().map(|(place, _)| place);
    let [first, second, third, fourth] = [(); 4].map(|()| corners.next());
    // bodies that overlap although they are drawn in
    if fourth.is_some() {
        return None;
    }
    let along = |direction: Vector3<T>| {
        let square = direction.dot(&direction);
        (square.value() > 0.0).then(|| {
            let normal = direction / square.sqrt();
            let at = value(&normal);
            (normal, normal.dot(&(i.corner(i.support(&-at)) - j.corner(j.support(&at)))))
        })
    };
    let apart = shares().fold(Vector3::from_element(T::zero()), |sum, (place, share)| sum + place * T::from(share));
    let way = along(apart)?;
    let towards = value(&way.0);
    let across = match (first, second, third) {
        (Some(a), Some(b), Some(c)) => {
            let across = (b - a).cross(&(c - a));
            along(if across.dot(&apart).value() < 0.0 { -across } else { across })
        }
        _ => None,
    };
    let faces = [along(j.face_towards(&towards)), along(-i.face_towards(&-towards))];
    let least = |(normal, _): &(Vector3<T>, T)| {
        if value(normal).dot(&towards) >= ALONG { way.1.value() } else { way.1.value() + CLEARLY * size }
    };
    let others = [faces[0], faces[1], across].into_iter().flatten().filter(|other| other.1.value() > least(other));
    let (normal, distance) =
        others.fold(way, |best, other| if other.1.value() > best.1.value() { other } else { best });
    Some(Touching { normal, distance, places: places(&found, i, j) })
}
