//! Distances and depths of convex bodies beside those of parry, and what both cost, by turns in one run:
//!
//!     cargo run --release --manifest-path fmu-tests/parry/Cargo.toml
//!
//! A package of its own: nobody who tests Asperity builds parry. The program ends with a panic where they differ by more than 1e-12 m.

use asperity::meet::{Geometry, HoldsSolids, Place, met};
use asperity::physics::{Body, Inputs, Parameters, Quaternion, Vector3};
use asperity::shape::{Placed, Shape as Ours};
use asperity::unit::facets::Facets;
use asperity::unit::solid_pair::SolidPair;
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, ConvexPolyhedron, Cuboid, HalfSpace, Shape as Theirs};
use parry3d_f64::transformation::convex_hull;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

type V3 = Vector3<f64>;

/// How far both may differ [m], of bodies of 0.1 m to 1 m.
const BOUND: f64 = 1e-12;

/// Drawn numbers from −1 to 1 that are the same on every machine: SplitMix64.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * 0.5 * (self.signed() + 1.0)
    }

    fn orientation(&mut self) -> [f64; 4] {
        std::array::from_fn(|_| self.signed())
    }
}

/// A shape as both have it.
struct Both {
    ours: Ours<f64>,
    facets: Option<Arc<Facets>>,
    theirs: Box<dyn Theirs>,
}

fn cuboid(half: [f64; 3]) -> Both {
    let theirs = Box::new(Cuboid::new(Vector::new(half[0], half[1], half[2])));
    Both { ours: Ours::Box { half: half.into() }, facets: None, theirs }
}

/// The hull of points, by parry for both.
fn hull(points: &[Vector]) -> Both {
    let (corners, triangles) = convex_hull(points);
    let places: Vec<[f64; 3]> = corners.iter().map(|at| [at.x, at.y, at.z]).collect();
    let of: Vec<[usize; 3]> = triangles.iter().map(|of| of.map(|k| k as usize)).collect();
    let facets = Facets::new(&places, &of).expect("a hull is closed");
    let theirs = Box::new(ConvexPolyhedron::from_convex_mesh(corners, &triangles).expect("it is convex"));
    Both { ours: Ours::Facets { size: facets.size(), is_convex: true }, facets: Some(Arc::new(facets)), theirs }
}

fn drawn(random: &mut Random, is_box: bool) -> Both {
    if is_box {
        return cuboid(std::array::from_fn(|_| random.within(0.1, 0.5)));
    }
    let points: Vec<Vector> =
        (0..14).map(|_| Vector::new(random.signed(), random.signed(), random.signed()) * 0.5).collect();
    hull(&points)
}

/// Two shapes, and where the first one is; the second one is at the origin.
struct Pair {
    bodies: [Both; 2],
    meeting: asperity::meet::table::Meeting,
    held: SolidPair,
    inputs: Inputs<f64>,
    pose: Pose,
}

impl Pair {
    fn new(bodies: [Both; 2], position: V3, q: [f64; 4]) -> Self {
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
        Pair { bodies, meeting, held, inputs, pose }
    }

    /// Penetration [m], less than 0 where they are apart.
    fn ours(&self) -> f64 {
        let place = Place { geometry: &self.meeting.geometry, solids: Some(&self.held as &dyn HoldsSolids) };
        let frame = met(&Parameters::default(), place, black_box(&self.inputs), None, &mut None);
        frame.penetration
    }

    /// The same as parry's query of a contact has it.
    fn theirs(&self) -> Option<f64> {
        let [i, j] = [&self.bodies[0].theirs, &self.bodies[1].theirs];
        let found = query::contact(black_box(&self.pose), &**i, &Pose::IDENTITY, &**j, 10.0);
        found.expect("both are known").map(|contact| -contact.dist)
    }

    /// Distance [m] as parry has it.
    fn distance(&self) -> f64 {
        let [i, j] = [&self.bodies[0].theirs, &self.bodies[1].theirs];
        query::distance(&self.pose, &**i, &Pose::IDENTITY, &**j).expect("both are known").distance
    }
}

/// The worst of what both say of bodies that are apart, and of boxes that lie flat in each other, turned about the normal: elsewhere parry's depth is the
/// least way out, and ours that along the force.
fn compare() {
    let mut random = Random(41);
    let (mut apart, mut worst) = (0, 0.0_f64);
    for k in 0..2000 {
        let bodies = [drawn(&mut random, k % 2 == 0), drawn(&mut random, k % 3 == 0)];
        let at = V3::from_fn(|_, _| random.signed() * 2.0);
        let pair = Pair::new(bodies, at, random.orientation());
        let distance = pair.distance();
        if distance > 0.0 {
            worst = worst.max((pair.ours() + distance).abs());
            apart += 1;
        }
    }
    println!("{apart} pairs apart: worst {worst:.1e} m");
    assert!(apart > 1000 && worst < BOUND, "{worst}");
    let mut worst = 0.0_f64;
    for _ in 0..500 {
        let (small, large) = ([0.1, 0.12, 0.1], [1.0, 1.0, random.within(0.2, 0.5)]);
        let depth = 10f64.powf(random.within(-6.0, -2.0));
        let turn = random.within(0.0, 3.0);
        let at = V3::new(random.signed() * 0.5, random.signed() * 0.5, small[2] + large[2] - depth);
        let pair = Pair::new([cuboid(small), cuboid(large)], at, [turn.cos(), 0.0, 0.0, turn.sin()]);
        let theirs = pair.theirs().expect("they overlap");
        worst = worst.max((theirs - depth).abs()).max((pair.ours() - depth).abs());
    }
    println!("500 boxes flat in each other: worst {worst:.1e} m");
    assert!(worst < BOUND, "{worst}");
}

/// Median time of a call [ns].
fn median(of: impl Fn() -> f64) -> impl FnMut() -> f64 {
    // short against the slices of a machine that is shared
    const CALLS: u32 = 40;
    move || {
        let start = Instant::now();
        (0..CALLS).for_each(|_| {
            black_box(of());
        });
        start.elapsed().as_nanos() as f64 / f64::from(CALLS)
    }
}

/// Medians of both over 101 turns.
fn time(name: &str, pair: &Pair) {
    let (mut ours, mut theirs) = (median(|| pair.ours()), median(|| pair.theirs().unwrap_or(f64::NAN)));
    let mut times: Vec<[f64; 2]> = (0..101).map(|_| [ours(), theirs()]).collect();
    let mut middle = |k: usize| {
        times.sort_by(|a, b| a[k].total_cmp(&b[k]));
        times[50][k]
    };
    let (ours, theirs) = (middle(0), middle(1));
    println!("| {name} | {ours:.0} | {theirs:.0} | {:.2} |", ours / theirs);
}

fn main() {
    compare();
    let none = [1.0, 0.0, 0.0, 0.0];
    let cube = || cuboid([0.1; 3]);
    let ball =
        || Both { ours: Ours::Sphere { radius: 0.05, hollow: false }, facets: None, theirs: Box::new(Ball::new(0.05)) };
    let plane = || Both {
        ours: Ours::Plane { normal: V3::z(), height: 0.0 },
        facets: None,
        theirs: Box::new(HalfSpace::new(Vector::Z)),
    };
    println!("\n| pair | Asperity [ns] | parry's contact [ns] | ratio |\n|---|---:|---:|---:|");
    let at = |z: f64| V3::new(0.01, 0.02, z);
    time("sphere on a box", &Pair::new([ball(), cube()], at(0.149), none));
    time("box on a plane", &Pair::new([cube(), plane()], at(0.0999), none));
    time("box flat on a box", &Pair::new([cube(), cube()], at(0.1999), none));
    time("box turned on a box", &Pair::new([cube(), cube()], at(0.1999), [1.0, 0.0003, -0.0002, 0.001]));
    time("box beside a box", &Pair::new([cube(), cube()], at(0.3), [1.0, 0.24, -0.16, 0.8]));
}
