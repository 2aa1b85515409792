//! Faces of two convex bodies over each other.

use crate::meet::candidates::axis::Axis;
use crate::meet::candidates::candidate::{BEYOND, Candidate, EDGES, MOST_CANDIDATES, NEARER, Turning};
use crate::physics::{ContactFrame, Inputs, Vector3, inputs};
use crate::shape::convex::{Convex, Faced, MOST_FACES};
use crate::shape::polygon::{Polygon, Sheet};
use crate::shape::{Placed, Pose};

/// Upper limit of the corners of a face over another one; the last candidate is the nearest point beside them.
const MOST_CORNERS: usize = MOST_CANDIDATES - 1;

/// Share of the sizes by which bodies that are apart must be nearer elsewhere for edges to be what meets, beside [`NEARER`].
const ROUNDED: f64 = 1e-12;

/// What faces over each other say of two bodies.
pub enum OverFaces {
    /// They meet there
    Within,
    /// There are none, bodies are nearer elsewhere, or edges overlap by far less than faces
    Beside,
    /// Nor do bodies meet elsewhere: along the normal of a face they stay apart
    Apart,
}

/// The corners of the face of one body over that face of the other along whose normal they meet last in a step of `h` [s], or else are farthest apart.
pub fn of_faces<const FACES: usize>(
    on: [&Placed<f64>; 2],
    convex: [Convex; 2],
    (inputs, h): (&Inputs<f64>, f64),
    frame: &ContactFrame<f64>,
    near: &mut dyn FnMut(Candidate),
) -> OverFaces {
    let bodies = [&inputs.body_i, &inputs.body_j];
    // world axes about the frame of body j
    let poses = [0, 1].map(|k| Pose::at(on[k], &(bodies[k].position - bodies[1].position), &bodies[k].orientation));
    let both = [0, 1].map(|k| Faced::<f64, FACES>::new(convex[k], &poses[k]));
    let slack = BEYOND * (both[0].radius() + both[1].radius());
    // of body k seen from the other one
    let passing = |k: usize, place: &Vector3<f64>| {
        let at = bodies[1].position + place;
        inputs::relative_velocity(bodies[k], bodies[1 - k], &at)
    };
    let axis = |k: usize, face: usize, (normal, height): &(Vector3<f64>, f64)| {
        let other = &both[1 - k];
        let nearest = other.corner(other.support(&-normal));
        Axis { apart: normal.dot(&nearest) - height, closing: h * normal.dot(&passing(k, &nearest)), k, face }
    };
    let axes = |found: &mut dyn FnMut(Axis)| {
        for (k, of) in both.iter().enumerate() {
            of.planes().iter().enumerate().for_each(|(at, plane)| found(axis(k, at, plane)));
        }
    };
    let best = Axis::last(&axes, slack);
    let Axis { apart, k, face, .. } = best;
    if frame.penetration > 0.0 && frame.penetration < EDGES * -apart - slack {
        return OverFaces::Beside;
    }
    let (own, other) = (&both[k], &both[1 - k]);
    let (Some((normal, height)), Some((_, rim))) = (own.planes().get(face), own.faces().nth(face)) else {
        return OverFaces::Beside;
    };
    // where the face is over the other one when they meet
    let gone = passing(k, own.origin()) * (h * best.until_met(slack));
    let mut towards = (f64::INFINITY, None);
    for (facing, corners) in other.faces() {
        let along = facing.dot(normal);
        if along < towards.0 {
            towards = (along, corners.first().map(|first| (facing, corners, *first)));
        }
    }
    let Some((facing, towards, first)) = towards.1 else { return OverFaces::Beside };
    let sheet = Sheet::new(facing, &other.corner(first as usize));
    let mut polygon = Polygon::<f64, FACES>::none();
    towards.iter().for_each(|k| polygon.push(sheet.coordinates(&other.corner(*k as usize))));
    for (k, from) in rim.iter().enumerate() {
        let (from, to) = (gone + own.corner(*from as usize), gone + own.corner(rim[(k + 1) % rim.len()] as usize));
        let outward = (to - from).cross(normal);
        polygon.cut(&sheet.depth(&(outward, outward.dot(&from))), false);
    }
    let mut corners = [Vector3::zeros(); 3 * MOST_FACES];
    corners.iter_mut().zip(polygon.corners()).for_each(|(to, corner)| *to = sheet.place(corner));
    let corners = corners.get(..polygon.corners().len()).unwrap_or(&corners);
    let gap = |at: &Vector3<f64>| normal.dot(at) - height;
    let least = corners.iter().map(gap).reduce(f64::min);
    let outward = if k == 1 { *normal } else { -normal };
    let is_tilted = frame.normal.dot(&outward) < 1.0 - NEARER;
    let (from_each_other, closing) = (-frame.penetration, h * frame.penetration_rate);
    let is_beside = least.is_some_and(|least| {
        let rounded = NEARER * from_each_other + slack * (ROUNDED / BEYOND);
        // along the face, by how their nearest places move
        let along = h * normal.dot(&passing(k, &(frame.point - bodies[1].position)));
        let entry = Axis { closing: along, ..best }.entry(slack);
        if from_each_other < 0.0 {
            // the frame's normal is tilted, and with it how deep it has them
            least > slack
        } else if entry > 0.0 && entry < 1.0 {
            // along its normal they meet later
            is_tilted && closing > 0.0 && from_each_other - rounded > entry * closing
        } else {
            is_tilted && from_each_other + rounded < least
        }
    });
    // where edges that meet cross over the face is no place of it
    let meet = is_beside && from_each_other >= 0.0;
    let mut stays = [true; 3 * MOST_FACES];
    thin_out(corners, &mut stays, gap);
    let kept = corners.iter().zip(stays).filter(|(_, stays)| *stays);
    for (feature, (corner, _)) in kept.enumerate().take(MOST_CORNERS) {
        let point = bodies[1].position + corner;
        let is_at = |place: Vector3<f64>| {
            let away = place - corner;
            let beside = away - normal * normal.dot(&away);
            beside.dot(&beside) <= slack * slack
        };
        // where two edges cross the point stays on that of the other body, over which the face slides
        let is_corner_of = |of: &Faced<f64, FACES>, corners: &[u32], gone: &Vector3<f64>| {
            corners.iter().any(|k| is_at(gone + of.corner(*k as usize)))
        };
        let of = [is_corner_of(own, rim, &gone), is_corner_of(other, towards, &Vector3::zeros())];
        if meet && of == [false; 2] {
            continue;
        }
        let is_of_own = of == [true, false];
        let turning = Turning::With([if is_of_own { k } else { 1 - k }, k]);
        let mut points = [point; 2];
        points[k] -= normal * gap(corner);
        near(Candidate { feature, corner: feature, turning, points, normal: outward, gap: gap(corner) });
    }
    match least {
        Some(_) if is_beside => OverFaces::Beside,
        Some(_) => OverFaces::Within,
        None => {
            let turned =
                h * bodies.map(|body| body.angular_velocity.dot(&body.angular_velocity).sqrt()).iter().sum::<f64>();
            let aside = 0.5 * turned * turned * (own.radius() + other.radius());
            let stays = other.corners().iter().all(|at| gap(at) - h * normal.dot(&passing(k, at)) >= aside - slack);
            if stays { OverFaces::Apart } else { OverFaces::Beside }
        }
    }
}

/// Leaves at most [`MOST_CORNERS`] corners of a polygon: those without which it is much smaller, and the lowest.
fn thin_out(corners: &[Vector3<f64>], stays: &mut [bool], gap: impl Fn(&Vector3<f64>) -> f64) {
    let lowest = (0..corners.len()).fold(0, |low, k| if gap(&corners[k]) < gap(&corners[low]) { k } else { low });
    for _ in MOST_CORNERS..corners.len() {
        let mut least = (f64::INFINITY, 0);
        let beside = |k: usize, by: usize| {
            let mut at = (k + by) % corners.len();
            while !stays[at] {
                at = (at + by) % corners.len();
            }
            corners[at]
        };
        for k in (0..corners.len()).filter(|k| stays[*k] && *k != lowest) {
            let (before, after) = (beside(k, corners.len() - 1), beside(k, 1));
            let area = (before - corners[k]).cross(&(after - corners[k]));
            if area.dot(&area) < least.0 {
                least = (area.dot(&area), k);
            }
        }
        stays[least.1] = false;
    }
}
