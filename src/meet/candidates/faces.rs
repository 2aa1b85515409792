//! Faces of two convex bodies over each other.

use crate::meet::candidates::candidate::{BEYOND, Candidate, MOST_CANDIDATES};
use crate::physics::{ContactFrame, Inputs, Vector3};
use crate::shape::convex::{Convex, Faced, MOST_FACES};
use crate::shape::polygon::{Polygon, Sheet};
use crate::shape::{Placed, Pose};

/// Upper limit of the corners of a face over another one; the last candidate is the nearest point beside them.
const MOST_CORNERS: usize = MOST_CANDIDATES - 1;

/// Part of the overlap of faces below which edges that overlap are what has met.
const EDGES: f64 = 0.5;

/// The corners of the face of one body over that face of the other which keeps them farthest apart; the answer: the least of their gaps. None of
/// them where there is none, or where edges overlap by far less than faces.
pub fn of_faces<const FACES: usize>(
    on: [&Placed<f64>; 2],
    convex: [Convex; 2],
    inputs: &Inputs<f64>,
    frame: &ContactFrame<f64>,
    near: &mut dyn FnMut(Candidate),
) -> Option<f64> {
    let bodies = [&inputs.body_i, &inputs.body_j];
    // world axes about the frame of body j
    let poses = [0, 1].map(|k| Pose::at(on[k], &(bodies[k].position - bodies[1].position), &bodies[k].orientation));
    let both = [0, 1].map(|k| Faced::<f64, FACES>::new(convex[k], &poses[k]));
    let slack = BEYOND * (both[0].radius() + both[1].radius());
    let mut best = (f64::NEG_INFINITY, 0, 0);
    for (k, [own, other]) in [[&both[0], &both[1]], [&both[1], &both[0]]].into_iter().enumerate() {
        for (face, (normal, height)) in own.planes().iter().enumerate() {
            let apart = normal.dot(&other.corner(other.support(&-normal))) - height;
            if apart > best.0 + slack {
                best = (apart, k, face);
            }
        }
    }
    let (apart, k, face) = best;
    if frame.penetration > 0.0 && frame.penetration < EDGES * -apart - slack {
        return None;
    }
    let (own, other) = (&both[k], &both[1 - k]);
    let (Some((normal, height)), Some((_, rim))) = (own.planes().get(face), own.faces().nth(face)) else {
        return None;
    };
    let mut towards = (f64::INFINITY, None);
    for (facing, corners) in other.faces() {
        let along = facing.dot(normal);
        if along < towards.0 {
            towards = (along, corners.first().map(|first| (facing, corners, *first)));
        }
    }
    let (facing, towards, first) = towards.1?;
    let sheet = Sheet::new(facing, &other.corner(first as usize));
    let mut polygon = Polygon::<f64, FACES>::none();
    towards.iter().for_each(|k| polygon.push(sheet.coordinates(&other.corner(*k as usize))));
    for (k, from) in rim.iter().enumerate() {
        let (from, to) = (own.corner(*from as usize), own.corner(rim[(k + 1) % rim.len()] as usize));
        let outward = (to - from).cross(normal);
        polygon.cut(&sheet.depth(&(outward, outward.dot(&from))), false);
    }
    let outward = if k == 1 { *normal } else { -normal };
    let mut corners = [Vector3::zeros(); 3 * MOST_FACES];
    corners.iter_mut().zip(polygon.corners()).for_each(|(to, corner)| *to = sheet.place(corner));
    let corners = corners.get(..polygon.corners().len()).unwrap_or(&corners);
    let gap = |at: &Vector3<f64>| normal.dot(at) - height;
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
        let is_corner_of =
            |of: &Faced<f64, FACES>, corners: &[u32]| corners.iter().any(|k| is_at(of.corner(*k as usize)));
        let is_of_own = is_corner_of(own, rim) && !is_corner_of(other, towards);
        let turns_with = Some([if is_of_own { k } else { 1 - k }, k]);
        near(Candidate { feature, turns_with, point, normal: outward, gap: gap(corner) });
    }
    corners.iter().map(gap).reduce(f64::min)
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
