//! Two shapes as Asperity and parry have them.

use asperity::meet::{Bounds, Geometry, HoldsSolids, Place, met, table::Meeting};
use asperity::physics::{
    Body, ContactFrame, Inputs, Latch, Parameters, Quaternion, Region, Spot, State, Vector3, respond,
};
use asperity::shape::{Capsule, Placed, Shape as Ours};
use asperity::unit::facets::Facets;
use asperity::unit::named::start_values;
use asperity::unit::solid_pair::SolidPair;
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry3d_f64::shape::{Ball, Capsule as TheirCapsule, ConvexPolyhedron, Cuboid, HalfSpace, Shape as Theirs};
use parry3d_f64::transformation::convex_hull;
use std::hint::black_box;
use std::sync::Arc;

pub type V3 = Vector3<f64>;

/// A shape as both have it.
pub struct Both {
    ours: Ours<f64>,
    facets: Option<Arc<Facets>>,
    theirs: Box<dyn Theirs>,
}

pub fn cuboid(half: [f64; 3]) -> Both {
    let theirs = Box::new(Cuboid::new(Vector::new(half[0], half[1], half[2])));
    Both { ours: Ours::Box { half: half.into() }, facets: None, theirs }
}

pub fn ball(radius: f64) -> Both {
    let ours = Ours::Sphere { radius, hollow: false };
    Both { ours, facets: None, theirs: Box::new(Ball::new(radius)) }
}

/// About the z axis.
pub fn capsule(radius: f64, length: f64) -> Both {
    let theirs = Box::new(TheirCapsule::new_z(0.5 * length, radius));
    Both { ours: Ours::Capsule(Capsule { radius, length }), facets: None, theirs }
}

/// Through the origin, its normal z.
pub fn plane() -> Both {
    let ours = Ours::Plane { normal: V3::z(), height: 0.0 };
    Both { ours, facets: None, theirs: Box::new(HalfSpace::new(Vector::Z)) }
}

/// The hull of points, by parry for both.
pub fn hull(points: &[Vector]) -> Both {
    let (corners, triangles) = convex_hull(points);
    let places: Vec<[f64; 3]> = corners.iter().map(|at| [at.x, at.y, at.z]).collect();
    let of: Vec<[usize; 3]> = triangles.iter().map(|of| of.map(|k| k as usize)).collect();
    let facets = Facets::new(&places, &of).expect("a hull is closed");
    let theirs = Box::new(ConvexPolyhedron::from_convex_mesh(corners, &triangles).expect("it is convex"));
    Both { ours: Ours::Facets { size: facets.size(), is_convex: true }, facets: Some(Arc::new(facets)), theirs }
}

/// Two shapes, and where the first one is; the second one is at the origin.
pub struct Pair {
    bodies: [Both; 2],
    meeting: Meeting,
    held: SolidPair,
    inputs: Inputs<f64>,
    pose: Pose,
    /// The laws at their start values, where Asperity is asked for forces
    laws: Parameters<f64>,
    latch: Latch<f64>,
    bounds: Option<Bounds>,
    /// What parry keeps from call to call, emptied before each
    manifolds: Vec<ContactManifold<(), ()>>,
}

impl Pair {
    pub fn new(bodies: [Both; 2], position: V3, q: [f64; 4]) -> Self {
        let none = Quaternion::new(1.0, 0.0, 0.0, 0.0);
        let placed = |of: &Both| Placed { shape: of.ours, center: V3::zeros(), orientation: none };
        let [i, j] = [&bodies[0], &bodies[1]];
        let meeting = Geometry::default().between(&placed(i), &placed(j)).expect("they meet");
        assert!(!meeting.is_exchanged);
        let way = meeting.geometry.settings.way.expect("they are solids");
        let facets = [i.facets.clone(), j.facets.clone()];
        let held = SolidPair::new(way, meeting.solids.expect("they are solids"), facets).expect("they have few faces");
        let orientation = Quaternion::from_row_slice(&q);
        let body_i = Body { position, orientation, ..Body::default() };
        let inputs = Inputs { body_i, ..Inputs::default() };
        let turn = Rotation::from_xyzw(q[1], q[2], q[3], q[0]).normalize();
        let pose = Pose::from_parts(Vector::new(position[0], position[1], position[2]), turn);
        let bounds = Bounds::of(&Place { geometry: &meeting.geometry, solids: Some(&held) });
        let laws = start_values().laws;
        let latch = Latch { contact: true, v_i: 0.1, a: 0.0 }.refreshed(&laws);
        Pair { bodies, meeting, held, inputs, pose, laws, latch, bounds, manifolds: Vec::new() }
    }

    /// Where they meet, and over which region.
    fn met(&self) -> (ContactFrame<f64>, Option<Region<f64>>) {
        let place = Place { geometry: &self.meeting.geometry, solids: Some(&self.held as &dyn HoldsSolids) };
        let mut region = None;
        (met(&self.laws, place, black_box(&self.inputs), None, &mut region), region)
    }

    /// Penetration [m], less than 0 where they are apart.
    pub fn ours(&self) -> f64 {
        self.met().0.penetration
    }

    /// Force on the first body along z [N].
    pub fn force(&self) -> f64 {
        let (frame, region) = self.met();
        let spot = Spot { frame: &frame, region: region.as_ref() };
        let outputs = respond(&self.laws, &self.inputs, spot, &self.latch, &State::default()).outputs;
        outputs.force_i[2] + outputs.torque_j[0]
    }

    /// Whether they are farther apart than a millimetre for certain: what is asked of two bodies first.
    pub fn are_apart(&self) -> bool {
        let Inputs { body_i, body_j, .. } = black_box(&self.inputs);
        self.bounds.as_ref().is_some_and(|bounds| bounds.are_apart(body_i, body_j, 1e-3))
    }

    /// The same as parry's query of a contact has it, up to so far apart [m].
    pub fn theirs(&self, prediction: f64) -> Option<f64> {
        let [i, j] = [&self.bodies[0].theirs, &self.bodies[1].theirs];
        let found = query::contact(black_box(&self.pose), &**i, &Pose::IDENTITY, &**j, prediction);
        found.expect("both are known").map(|contact| -contact.dist)
    }

    /// Distance [m] as parry has it.
    pub fn distance(&self) -> f64 {
        let [i, j] = [&self.bodies[0].theirs, &self.bodies[1].theirs];
        query::distance(&self.pose, &**i, &Pose::IDENTITY, &**j).expect("both are known").distance
    }

    /// Places of parry's manifold of contacts, found anew, up to so far apart [m].
    pub fn manifold(&mut self, prediction: f64) -> usize {
        let [i, j] = [&self.bodies[0].theirs, &self.bodies[1].theirs];
        self.manifolds.iter_mut().for_each(ContactManifold::clear);
        let pose = black_box(&self.pose);
        DefaultQueryDispatcher
            .contact_manifolds(pose, &**i, &**j, prediction, &mut self.manifolds, &mut None)
            .expect("both are known");
        self.manifolds.iter().map(|manifold| manifold.points.len()).sum()
    }
}
