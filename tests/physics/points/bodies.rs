//! The pairs of shapes, a pair on two bodies, and where they are put.

use crate::common::random::Random;
use asperity::meet::table::Meeting;
use asperity::meet::{Geometry, Place, Way, contact_frame};
use asperity::physics::parameters::ComplianceSource;
use asperity::physics::rotation::{Rotation, product};
use asperity::physics::{Body, ContactFrame, Dual, Inputs, Parameters, Quaternion, Vector3};
use asperity::shape::{Capsule, Cone, Placed, Shape, Torus};
use asperity::unit::facets::Facets;
use asperity::unit::solid_pair::SolidPair;
use asperity::unit::system::hull;
use std::sync::Arc;

pub type V3 = Vector3<f64>;

pub const POINTS: [[f64; 3]; 7] = [
    [-0.07, -0.05, -0.04],
    [0.08, -0.04, -0.05],
    [0.0, 0.09, -0.04],
    [-0.02, 0.01, 0.08],
    [0.05, 0.05, 0.05],
    [-0.06, 0.05, 0.03],
    [0.03, -0.06, 0.04],
];

pub fn ellipsoid(half: [f64; 3]) -> Shape<f64> {
    Shape::Ellipsoid { half: half.into() }
}

pub fn cone(radius: f64, top_radius: f64, length: f64) -> Shape<f64> {
    Shape::Cone(Cone { radius, top_radius, length })
}

pub fn capsule(radius: f64, length: f64) -> Shape<f64> {
    Shape::Capsule(Capsule { radius, length })
}

pub fn convex() -> (Shape<f64>, Arc<Facets>) {
    let facets = hull::of(&POINTS).unwrap();
    (Shape::Facets { size: 0.05, is_convex: true }, Arc::new(facets))
}

pub const PLANE: Shape<f64> = Shape::Plane { normal: V3::new(0.0, 0.0, 1.0), height: 0.0 };

/// Body i and body j of all pairs that the search finds, and those with a plane.
pub fn pairs() -> Vec<[Shape<f64>; 2]> {
    let solids =
        [Shape::Box { half: V3::new(0.1, 0.07, 0.05) }, cone(0.05, 0.05, 0.12), cone(0.06, 0.02, 0.1), convex().0];
    let round = [capsule(0.03, 0.15), ellipsoid([0.1, 0.07, 0.05])];
    let mut pairs: Vec<_> = round.iter().flat_map(|i| solids.iter().map(move |j| [*i, *j])).collect();
    pairs.extend([
        [ellipsoid([0.1, 0.07, 0.05]), ellipsoid([0.03, 0.06, 0.08])],
        [capsule(0.03, 0.15), ellipsoid([0.06, 0.05, 0.08])],
        [capsule(0.03, 0.15), capsule(0.05, 0.1)],
        [ellipsoid([0.1, 0.07, 0.05]), PLANE],
        [cone(0.06, 0.02, 0.1), PLANE],
        [Shape::Torus(Torus { radius: 0.1, tube: 0.04 }), PLANE],
    ]);
    pairs
}

/// A disc, a needle and a shell of an ellipsoid against each other and what has edges: curvatures from 1e-2 to 1e5 per metre.
pub fn extremes() -> Vec<[Shape<f64>; 2]> {
    let (flat, long) = (ellipsoid([0.1, 0.1, 1e-3]), ellipsoid([0.2, 2e-3, 2e-3]));
    let solids = [flat, long, cone(0.06, 0.0, 0.1), Shape::Box { half: V3::new(0.1, 0.07, 1e-3) }];
    [flat, long].iter().flat_map(|i| solids.iter().map(move |j| [*i, *j])).collect()
}

/// max of n·x over a shape, by closed forms of our own.
pub fn reach(shape: &Shape<f64>, n: &V3) -> f64 {
    let across = f64::hypot(n[0], n[1]);
    match shape {
        Shape::Ellipsoid { half } => half.component_mul(n).norm(),
        Shape::Box { half } => half.dot(&n.abs()),
        Shape::Cone(Cone { radius, top_radius, length }) => {
            (radius * across - 0.5 * length * n[2]).max(top_radius * across + 0.5 * length * n[2])
        }
        // balls of R + ε·(1 − (2s/l)²) along the line, ε = R/10⁴, or l/10⁴
        Shape::Capsule(Capsule { radius, length }) => {
            let crown = 1e-4 * radius.min(*length);
            let place = (n[2] * length * length / (8.0 * crown)).clamp(-0.5 * length, 0.5 * length);
            place * n[2] + radius + crown * (1.0 - (2.0 * place / length).powi(2))
        }
        Shape::Torus(Torus { radius, tube }) => radius * across + tube,
        Shape::Facets { .. } => POINTS.iter().map(|at| V3::from(*at).dot(n)).fold(f64::NEG_INFINITY, f64::max),
        _ => unreachable!(),
    }
}

/// A pair on two bodies that sits beside their origins and is turned there.
pub struct Held {
    pub geometry: Geometry<f64>,
    pub pair: SolidPair,
    pub laws: Parameters<f64>,
}

impl Held {
    pub fn new(pair: [Shape<f64>; 2]) -> Self {
        Held::by(Way::Point, pair)
    }

    pub fn by(way: Way, [i, j]: [Shape<f64>; 2]) -> Self {
        let i = i.placed(V3::new(0.01, -0.02, 0.03), &Quaternion::new(0.8, 0.1, -0.3, 0.4));
        let j = j.placed(V3::new(-0.02, 0.05, 0.01), &Quaternion::new(0.3, -0.5, 0.2, 0.6));
        let [given, turned] =
            [(&i, &j), (&j, &i)].map(|(a, b)| Geometry::default().between_by(Some(way), a, b).unwrap());
        let Meeting { geometry, solids, is_exchanged } = given;
        assert_eq!((geometry, is_exchanged), (turned.geometry, false));
        // of two bodies with faces either can be the first one
        if way == Way::Point && i.shape.name() != j.shape.name() {
            assert_eq!((turned.solids, turned.is_exchanged), (solids, true));
        }
        let facets = [&i, &j].map(|of| matches!(of.shape, Shape::Facets { .. }).then(|| convex().1));
        let pair = SolidPair::new(way, solids.unwrap(), facets).unwrap();
        let mut laws = Parameters::default();
        laws.settings.compliance_source = ComplianceSource::Materials;
        Held { geometry, pair, laws }
    }

    pub fn at(&self, inputs: &Inputs<f64>) -> ContactFrame<f64> {
        let place = Place { geometry: &self.geometry, solids: Some(&self.pair) };
        contact_frame(&self.laws, place, inputs, None).unwrap()
    }

    /// The derivative along the motion of both bodies.
    pub fn slopes(&self, inputs: &Inputs<f64>) -> ContactFrame<Dual> {
        let geometry = Geometry { settings: self.geometry.settings, ..Geometry::default() };
        let place = Place { geometry: &geometry, solids: Some(&self.pair) };
        let body = |body: &Body<f64>| Body {
            position: body.position.zip_map(&body.velocity, |value, slope| Dual { value, slope }),
            orientation: body.orientation.zip_map(&spin(body), |value, slope| Dual { value, slope }),
            velocity: body.velocity.map(Dual::from),
            angular_velocity: body.angular_velocity.map(Dual::from),
        };
        let inputs = Inputs { body_i: body(&inputs.body_i), body_j: body(&inputs.body_j), ..Inputs::default() };
        let mut laws = Parameters::<Dual>::default();
        laws.settings.compliance_source = ComplianceSource::Materials;
        contact_frame(&laws, place, &inputs, None).unwrap()
    }

    /// max over x of body i and min over body j of n·(x_j − x_i): how far they are in each other along n.
    pub fn overlap(&self, inputs: &Inputs<f64>, n: &V3) -> f64 {
        let of = |placed: &Placed<f64>, body: &Body<f64>, n: V3| {
            let turn = Rotation::of(&body.orientation);
            let own = turn.back(&n);
            let height = body.position.dot(&n);
            match placed.shape {
                // the half-space below: only its own normal bounds it
                Shape::Plane { normal, height: up } => height + up + normal.dot(&placed.center),
                _ => {
                    height
                        + placed.center.dot(&own)
                        + reach(&placed.shape, &Rotation::of(&placed.orientation).back(&own))
                }
            }
        };
        of(&self.pair.solids.i, &inputs.body_i, -n) + of(&self.pair.solids.j, &inputs.body_j, *n)
    }

    pub fn has_plane(&self) -> bool {
        matches!(self.pair.solids.j.shape, Shape::Plane { .. })
    }
}

pub fn spin(body: &Body<f64>) -> Quaternion<f64> {
    let omega = body.angular_velocity;
    product(&Quaternion::new(0.0, omega[0], omega[1], omega[2]), &body.orientation) * 0.5
}

pub fn moved(body: &Body<f64>, by: f64) -> Body<f64> {
    Body { position: body.position + body.velocity * by, orientation: body.orientation + spin(body) * by, ..*body }
}

pub fn all_moved(inputs: &Inputs<f64>, by: f64) -> Inputs<f64> {
    Inputs { body_i: moved(&inputs.body_i, by), body_j: moved(&inputs.body_j, by), ..*inputs }
}

pub fn random_body(random: &mut Random, position: V3) -> Body<f64> {
    let vector = |random: &mut Random| V3::from_fn(|_, _| random.signed());
    let orientation = Quaternion::from_fn(|_, _| random.signed()).normalize();
    Body { position, orientation, velocity: vector(random), angular_velocity: vector(random) }
}

/// Body i brought to an overlap of x along the line on which it is; None where that passes by.
pub fn brought_to(held: &Held, mut inputs: Inputs<f64>, x: f64) -> Option<Inputs<f64>> {
    let way = inputs.body_i.position.normalize();
    inputs.body_i.position = way * 0.4;
    for _ in 0..60 {
        let found = held.at(&inputs);
        if (found.penetration - x).abs() < 1e-13 {
            return Some(inputs);
        }
        inputs.body_i.position += way * ((found.penetration - x) / way.dot(&found.normal).max(0.2));
    }
    None
}

pub fn random_inputs(random: &mut Random, held: &Held, x: f64) -> Inputs<f64> {
    loop {
        let mut inputs = Inputs {
            body_i: random_body(random, V3::zeros()),
            body_j: random_body(random, V3::zeros()),
            ..Inputs::default()
        };
        inputs.body_i.position = if held.has_plane() {
            let Shape::Plane { normal, .. } = held.pair.solids.j.shape else { unreachable!() };
            Rotation::of(&inputs.body_j.orientation).of_vector(&normal)
        } else {
            random.direction()
        };
        if let Some(inputs) = brought_to(held, inputs, x) {
            return inputs;
        }
    }
}

/// How many motions there are of each pair.
pub fn motions(usual: usize) -> usize {
    std::env::var("ASPERITY_MOTIONS").map_or(usual, |count| count.parse().unwrap())
}

/// An orientation of body i in which both shapes have the same axes, or some of them exchanged; over a plane now and then any.
pub fn aligned(held: &Held, inputs: &Inputs<f64>, k: usize) -> Quaternion<f64> {
    if held.has_plane() && k % 4 == 1 {
        return product(&inputs.body_j.orientation, &Quaternion::new(0.9, 0.3, 0.2, 0.1)).normalize();
    }
    let [i, j] = [held.pair.solids.i.orientation, held.pair.solids.j.orientation];
    let inverse = Quaternion::new(i[0], -i[1], -i[2], -i[3]);
    let exchange = [[1.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0]];
    let aligned = product(&product(&inputs.body_j.orientation, &j), &Quaternion::from(exchange[k / 2 % 4]));
    product(&aligned, &inverse).normalize()
}

/// What is left of the change of vectors over up to 5 ms to either side of a pose, halved 40 times towards where it bends most: a jump stands out
/// there sooner than by the change itself, which the motion brings as well.
pub fn greatest_jump<const N: usize>(of: impl Fn(f64) -> [V3; N], random: &mut Random) -> f64 {
    let change = |a: &[V3; N], b: &[V3; N]| a.iter().zip(b).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    let at = |by: f64| (by, of(by));
    let between = |a: &(f64, [V3; N]), b: &(f64, [V3; N])| at(0.5 * (a.0 + b.0));
    let bend =
        |a: &[V3; N], m: &[V3; N], b: &[V3; N]| (0..N).map(|k| (a[k] - m[k] * 2.0 + b[k]).norm()).fold(0.0, f64::max);
    let (mut low, mut high) = (at(-5e-3 * random.share()), at(5e-3 * random.share()));
    let mut here = between(&low, &high);
    for _ in 0..40 {
        let (left, right) = (between(&low, &here), between(&here, &high));
        if bend(&low.1, &left.1, &here.1) > bend(&here.1, &right.1, &high.1) {
            (high, here) = (here, left);
        } else {
            (low, here) = (here, right);
        }
    }
    change(&high.1, &low.1)
}
