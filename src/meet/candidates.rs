//! Where rigid bodies may touch within a step: points, normals and gaps, of faces several.

use crate::meet::parameters::{Place, Solids, Surfaces, Way};
use crate::meet::plane::Plane;
use crate::physics::rotation::Rotation;
use crate::physics::{ContactFrame, Inputs, Parameters, Vector3};
use crate::shape::convex::{Convex, FEW_FACES, Faced, MOST_FACES};
use crate::shape::polygon::{Polygon, Sheet};
use crate::shape::{Cone, Mesh, Placed, Pose, Shape, cuboid};

/// Upper limit of the candidates of a pair.
pub const MOST_CANDIDATES: usize = 12;

/// A point where two bodies may touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Candidate {
    /// Which one of its pair, below [`MOST_CANDIDATES`]: the same as long as the bodies touch in the same way
    pub feature: usize,
    /// Whether it is a corner of body i over a plane of body j, with which its normal turns
    pub on_plane: bool,
    /// [m]
    pub point: Vector3<f64>,
    /// From body j to body i, unit
    pub normal: Vector3<f64>,
    /// Distance along the normal [m], < 0 where the bodies overlap
    pub gap: f64,
}

/// Upper limit of the corners of a face over another one; the last candidate is the nearest point beside them.
const MOST_CORNERS: usize = MOST_CANDIDATES - 1;

/// Of the size of a pair, by which one distance must be larger than another one.
const BEYOND: f64 = 1e-6;

/// Part of the overlap of faces below which edges that overlap are what has met.
const EDGES: f64 = 0.5;

/// How far a corner of a mesh may be farther out to count less than a lower one, over the difference of their heights.
const OUT_BY_HEIGHT: f64 = 10.0;

/// Cosine and sine of a tenth of a turn: the rim of a cylinder is ten points, and its lowest one.
const TENTH: [f64; 2] = [0.809_016_994_374_947_5, 0.587_785_252_292_473_1];
const ON_RIM: usize = 10;

impl Place<'_, f64> {
    /// Whether candidates that are no corners over a plane go on to be those of their features as the bodies turn: of bodies that meet in one point,
    /// and of rims over a plane. Faces of convex bodies may meet otherwise.
    pub fn rounds(&self) -> bool {
        match self.solids {
            Some(held) if self.most_candidates() > 1 => {
                matches!(held.solids().0.i.shape, Shape::Cone(_)) && !matches!(held.solids().1, Surfaces::Convex(_))
            }
            _ => true,
        }
    }

    /// How many candidates there can be.
    pub fn most_candidates(&self) -> usize {
        match self.solids {
            Some(held) if self.geometry.is_of_faces() => match held.solids().0.i.shape {
                Shape::Sphere { .. } | Shape::Ellipsoid { .. } => 1,
                _ => MOST_CANDIDATES,
            },
            _ => 1,
        }
    }
}

/// Candidates with a gap of at most `reach` [m]. Bodies that meet in a point have that one. On a plane corners count, and of a rim its
/// lowest point with ten others; two convex bodies have the corners of the face of one over a face of the other,
/// and the frame's one point where it is nearer than those or edges have met.
pub fn candidates(
    laws: &Parameters<f64>,
    place: Place<'_, f64>,
    inputs: &Inputs<f64>,
    reach: f64,
    found: &mut impl FnMut(Candidate),
) {
    let mut near = |candidate: Candidate| {
        if candidate.gap <= reach {
            found(candidate);
        }
    };
    let frame = || crate::meet::frame_of(laws, place, inputs, None);
    let one = |ContactFrame { point, normal, penetration, .. }: ContactFrame<f64>| Candidate {
        feature: 0,
        on_plane: false,
        point,
        normal,
        gap: -penetration,
    };
    let Some(held) = place.solids.filter(|_| place.geometry.settings.way == Some(Way::Volume)) else {
        return near(one(frame()));
    };
    let (Solids { i, j }, surfaces) = held.solids();
    match (surfaces, &i.shape) {
        (Surfaces::Convex(both), _) => {
            let frame = frame();
            let is_few = both.iter().all(|of| of.planes.len() <= FEW_FACES);
            let least = if is_few {
                of_faces::<FEW_FACES>([i, j], both, inputs, &frame, &mut near)
            } else {
                of_faces::<MOST_FACES>([i, j], both, inputs, &frame, &mut near)
            };
            let slack = BEYOND * (both[0].radius + both[1].radius);
            // of bodies that overlap the frame's normal is tilted, and with it how deep it has them
            let is_beside =
                |least: f64| least > slack && (frame.penetration > 0.0 || -frame.penetration < least - slack);
            if least.is_none_or(is_beside) {
                near(Candidate { feature: MOST_CANDIDATES - 1, ..one(frame) });
            }
        }
        (Surfaces::Mesh(mesh), _) => OnPlane::new(i, j, inputs).mesh(&mesh, reach, &mut near),
        (_, Shape::Box { half }) => {
            let plane = OnPlane::new(i, j, inputs);
            (0..8).for_each(|k| near(plane.candidate(k, &cuboid::corner(half, k))));
        }
        (_, Shape::Cone(cone)) => OnPlane::new(i, j, inputs).cone(cone, &mut near),
        _ => near(one(frame())),
    }
}

/// A shape of body i over a plane of body j.
struct OnPlane {
    normal: Vector3<f64>,
    /// Normal in the shape's frame
    up: Vector3<f64>,
    origin: Vector3<f64>,
    /// Of the shape's frame above the plane [m]
    height: f64,
    turns: [Rotation<f64>; 2],
}

impl OnPlane {
    fn new(i: &Placed<f64>, j: &Placed<f64>, inputs: &Inputs<f64>) -> Self {
        let (body_i, body_j) = (&inputs.body_i, &inputs.body_j);
        let Plane { normal, height } = Plane::of(j, body_j);
        let turns = [Rotation::of(&body_i.orientation), Rotation::of(&i.orientation)];
        let origin = body_i.position + turns[0].of_vector(&i.center);
        OnPlane {
            normal,
            up: turns[1].back(&turns[0].back(&normal)),
            origin,
            height: (origin - body_j.position).dot(&normal) - height,
            turns,
        }
    }

    fn candidate(&self, feature: usize, at: &Vector3<f64>) -> Candidate {
        let [body, shape] = &self.turns;
        let point = self.origin + body.of_vector(&shape.of_vector(at));
        Candidate { feature, on_plane: true, point, normal: self.normal, gap: self.height + self.up.dot(at) }
    }

    /// The lowest point of each rim, and points all around the lower one.
    fn cone(&self, cone: &Cone<f64>, near: &mut impl FnMut(Candidate)) {
        let across = (self.up[0] * self.up[0] + self.up[1] * self.up[1]).sqrt();
        let [x, y] = if across > 0.0 { [-self.up[0] / across, -self.up[1] / across] } else { [1.0, 0.0] };
        let half = 0.5 * cone.length;
        let ends = [(cone.radius, -half), (cone.top_radius, half)];
        for (feature, (radius, z)) in ends.into_iter().enumerate() {
            near(Candidate { on_plane: false, ..self.candidate(feature, &Vector3::new(x * radius, y * radius, z)) });
        }
        let lower = ends[usize::from(ends[0].1 * self.up[2] > ends[1].1 * self.up[2])];
        let (radius, z) = lower;
        let [mut c, mut s] = [1.0, 0.0];
        for k in 0..if radius > 0.0 { ON_RIM } else { 0 } {
            near(self.candidate(ends.len() + k, &Vector3::new(radius * c, radius * s, z)));
            [c, s] = [c * TENTH[0] - s * TENTH[1], s * TENTH[0] + c * TENTH[1]];
        }
    }

    /// The corners that lie farthest out to each side among those within reach, low ones before high ones.
    fn mesh(&self, mesh: &Mesh, reach: f64, near: &mut impl FnMut(Candidate)) {
        let least = [1, 2].into_iter().fold(0, |k, l| if self.up[l].abs() < self.up[k].abs() { l } else { k });
        let mut aside = -self.up * self.up[least];
        aside[least] += 1.0;
        let aside = aside / aside.dot(&aside).sqrt();
        let across = self.up.cross(&aside);
        let [mut c, mut s] = [1.0, 0.0];
        let mut best = [(f64::NEG_INFINITY, 0); MOST_CANDIDATES];
        let mut ways = [Vector3::zeros(); MOST_CANDIDATES];
        for way in ways.iter_mut().take(ON_RIM) {
            *way = aside * c + across * s - self.up * OUT_BY_HEIGHT;
            [c, s] = [c * TENTH[0] - s * TENTH[1], s * TENTH[0] + c * TENTH[1]];
        }
        ways[ON_RIM] = -self.up;
        for (k, at) in mesh.corners.iter().enumerate() {
            let at = Vector3::from(*at);
            if self.height + self.up.dot(&at) > reach {
                continue;
            }
            for (best, way) in best.iter_mut().zip(ways).take(ON_RIM + 1) {
                let far = way.dot(&at);
                if far > best.0 {
                    *best = (far, k);
                }
            }
        }
        for (feature, (far, k)) in best.iter().enumerate() {
            let is_new = best.iter().take(feature).all(|(_, other)| other != k);
            if let (true, true, Some(at)) = (far.is_finite(), is_new, mesh.corners.get(*k)) {
                near(self.candidate(feature, &Vector3::from(*at)));
            }
        }
    }
}

/// The corners of the face of one body over that face of the other which keeps them farthest apart; the answer: the least of their gaps. None of
/// them where there is none, or where edges overlap by far less than faces.
fn of_faces<const FACES: usize>(
    on: [&Placed<f64>; 2],
    convex: [Convex; 2],
    inputs: &Inputs<f64>,
    frame: &ContactFrame<f64>,
    near: &mut impl FnMut(Candidate),
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
        near(Candidate { feature, on_plane: false, point, normal: outward, gap: gap(corner) });
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
