//! Where rigid bodies may touch within a step: points, normals and gaps, several of what may lie flat.

mod axis;
mod candidate;
mod caps;
mod faces;
mod on_plane;
mod round;
mod round_on_edge;
mod round_on_face;

use crate::meet::convex_pair::touched;
use crate::meet::parameters::{HoldsSolids, Place, Solids, Surfaces};
use crate::physics::{ContactFrame, Inputs, Parameters, Vector3};
use crate::shape::convex::{FEW_FACES, MOST_FACES};
use crate::shape::{Placed, Shape, cuboid};

pub use candidate::{Candidate, MOST_CANDIDATES, Turning};

use candidate::BEYOND;
use caps::of_caps;
use faces::{OverFaces, of_faces};
use on_plane::OnPlane;
use round::of_round;

impl Place<'_, f64> {
    /// Whether both are bodies of faces, whose edges may meet.
    pub fn has_edges(&self) -> bool {
        self.solids.is_some_and(|held| matches!(held.solids().1, Surfaces::Convex(_)))
    }

    /// Whether candidates may be [`Turning::Round`]: of bodies that meet in one point, of rims and of caps.
    pub fn may_round(&self) -> bool {
        let is_cone = |on: &Placed<f64>| matches!(on.shape, Shape::Cone(_));
        !self.has_edges() || self.solids.is_some_and(|held| is_cone(&held.solids().0.i) || is_cone(&held.solids().0.j))
    }

    /// How many candidates there can be.
    pub fn most_candidates(&self) -> usize {
        match self.solids.map(|held| held.solids().0.i.shape) {
            None | Some(Shape::Sphere { .. } | Shape::Ellipsoid { .. }) => 1,
            Some(_) => MOST_CANDIDATES,
        }
    }
}

/// Candidates with a gap of at most `reach` [m], however the shapes meet, for a step of `h` [s]. Those that cannot lie on each other have the frame's one point. On a plane corners
/// count, and of a rim or a ring its lowest point with ten others; a capsule has its caps beside that point; two convex
/// bodies have the corners of the face of one over a face of the other, and the frame's one point where it is nearer than those or edges have met; a cylinder or a
/// cone over a face has what it has over a plane. The answer: whether there is none because bodies pass each other at their velocities of now.
pub fn candidates(
    laws: &Parameters<f64>,
    place: Place<'_, f64>,
    inputs: &Inputs<f64>,
    [reach, h]: [f64; 2],
    found: &mut dyn FnMut(Candidate),
) -> bool {
    let mut near = |candidate: Candidate| {
        if candidate.gap <= reach {
            found(candidate);
        }
    };
    let frame = || crate::meet::frame_of(laws, place, inputs, None);
    let one = |ContactFrame { point, normal, penetration, .. }: ContactFrame<f64>| Candidate {
        feature: 0,
        corner: 0,
        turning: Turning::Round,
        points: [point; 2],
        normal,
        gap: -penetration,
    };
    let Some(held) = place.solids else {
        near(one(frame()));
        return false;
    };
    let (solids, surfaces) = held.solids();
    let Solids { i, j } = solids;
    match (surfaces, &i.shape) {
        (Surfaces::Convex(both), _) => {
            if of_round([i, j], both, (inputs, h), &frame, &mut near) {
                return false;
            }
            let frame = frame();
            let is_few = both.iter().all(|of| of.is_of_few());
            let faces = if is_few {
                of_faces::<FEW_FACES>([i, j], both, (inputs, h), &frame, &mut near)
            } else {
                of_faces::<MOST_FACES>([i, j], both, (inputs, h), &frame, &mut near)
            };
            match faces {
                OverFaces::Within => {}
                OverFaces::Beside => near(nearest_places(&frame)),
                OverFaces::Apart => return true,
            }
        }
        (Surfaces::Mesh(mesh), _) => OnPlane::new(i, j, inputs).mesh(&mesh, reach, &mut near),
        (_, Shape::Capsule(_)) => {
            let convex = if let Surfaces::Touched(convex) = surfaces { Some(convex) } else { None };
            of_caps(solids, convex, inputs, one(frame()), &mut near);
        }
        (_, Shape::Box { half }) => {
            let plane = OnPlane::new(i, j, inputs);
            (0..8).for_each(|k| near(plane.candidate(k, &cuboid::corner(half, k))));
        }
        (_, Shape::Cone(cone)) => OnPlane::new(i, j, inputs).cone(cone, h, &mut near),
        (_, Shape::Torus(torus)) => OnPlane::new(i, j, inputs).torus(torus, h, &mut near),
        _ => near(one(frame())),
    }
    false
}

/// The same without those of edges and of bodies that are prisms of what is round: all that may be [`Turning::Round`], without a search among faces.
pub fn round_candidates(
    laws: &Parameters<f64>,
    place: Place<'_, f64>,
    inputs: &Inputs<f64>,
    [reach, h]: [f64; 2],
    found: &mut dyn FnMut(Candidate),
) {
    let Some((Solids { i, j }, Surfaces::Convex(both))) = place.solids.map(HoldsSolids::solids) else {
        candidates(laws, place, inputs, [reach, h], found);
        return;
    };
    let frame = || crate::meet::frame_of(laws, place, inputs, None);
    of_round([i, j], both, (inputs, h), &frame, &mut |candidate| {
        if candidate.gap <= reach && candidate.turning == Turning::Round {
            found(candidate);
        }
    });
}

/// The contact frame of rigid bodies of which one is a cylinder or a cone that lies or stands on its rim, on a face or an edge of the other one: in the middle of its points
/// there. None of others, whose frame is that of compliant bodies.
pub fn round_frame(laws: &Parameters<f64>, place: Place<'_, f64>, inputs: &Inputs<f64>) -> Option<ContactFrame<f64>> {
    let (Solids { i, j }, Surfaces::Convex(both)) = place.solids.map(HoldsSolids::solids)? else { return None };
    let frame = || crate::meet::frame_of(laws, place, inputs, None);
    let (mut found, mut count, mut is_flat) = ([Candidate::default(); MOST_CANDIDATES], 0, false);
    of_round([i, j], both, (inputs, 0.0), &frame, &mut |candidate| {
        is_flat |= candidate.turning != Turning::Round;
        found[count] = candidate;
        count += 1;
    });
    let found = found.get(..count).filter(|_| !is_flat)?;
    let lowest = found.iter().copied().reduce(|a, b| if b.gap < a.gap { b } else { a })?;
    let slack = BEYOND * (both[0].radius + both[1].radius);
    let touching = found.iter().filter(|of| of.gap <= lowest.gap + slack);
    let sum = touching.clone().fold(Vector3::zeros(), |sum, of| sum + of.points[0] + of.points[1]);
    let point = sum / (2.0 * touching.count() as f64);
    let Candidate { normal, gap, .. } = lowest;
    Some(touched(&normal, -gap, &point, inputs).frame(laws, inputs, 0.0))
}

/// Half-way between the nearest places of two convex bodies.
pub fn nearest_places(frame: &ContactFrame<f64>) -> Candidate {
    let ContactFrame { point, normal, penetration, .. } = *frame;
    Candidate {
        feature: MOST_CANDIDATES - 1,
        corner: MOST_CANDIDATES - 1,
        turning: Turning::Otherwise,
        points: [-0.5, 0.5].map(|share| point + normal * (share * penetration)),
        normal,
        gap: -penetration,
    }
}
