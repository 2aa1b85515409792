//! Solids that touch and part within one step, against their gaps in closed form, scanned.

use crate::common::V3;
use crate::common::random::Random;
use asperity::meet::{Geometry, HoldsSolids, Place};
use asperity::physics::{Inputs, Parameters, Quaternion};
use asperity::shape::{Placed, Shape, Torus};
use asperity::stepping::{InputRates, Motion, phases};
use asperity::unit::solid_pair::SolidPair;

const H: f64 = 0.1;
/// Of the scan
const PIECES: u32 = 4000;

/// Times at which a gap changes its sign within the step, and the least |gap| at which it turns.
fn scanned(gap: impl Fn(f64) -> f64) -> (Vec<f64>, f64) {
    let time = |k: u32| H * f64::from(k) / f64::from(PIECES);
    let values: Vec<f64> = (0..=PIECES).map(|k| gap(time(k))).collect();
    let mut found = Vec::new();
    for (k, x) in (0..).zip(values.windows(2)) {
        if (x[0] > 0.0) != (x[1] > 0.0) {
            let (mut a, mut b) = (time(k), time(k + 1));
            for _ in 0..60 {
                let middle = 0.5 * (a + b);
                if (gap(middle) > 0.0) == (x[0] > 0.0) { a = middle } else { b = middle }
            }
            found.push(0.5 * (a + b));
        }
    }
    let turns = values.windows(3).filter(|x| (x[1] - x[0]) * (x[2] - x[1]) <= 0.0).map(|x| x[1].abs());
    (found, turns.fold(f64::INFINITY, f64::min))
}

/// Counts of steps with no, one, two and more dips, and of those that touch at both ends and not between them.
#[derive(Default)]
struct Seen([u32; 3], u32);

impl Seen {
    /// Compares the phases of a step with the scan of a gap, unless it turns within 1 mm of 0: what is less deep may go unseen.
    fn compare(&mut self, [i, j]: [Shape<f64>; 2], inputs: &Inputs<f64>, rates: &InputRates, gap: impl Fn(f64) -> f64) {
        let (wanted, turns_at) = scanned(&gap);
        if turns_at < 1e-3 || wanted.len() >= phases::MOST {
            return;
        }
        let placed = |shape| Placed { shape, center: V3::zeros(), orientation: Quaternion::new(1.0, 0.0, 0.0, 0.0) };
        let meeting = Geometry::default().between(&placed(i), &placed(j)).unwrap();
        assert!(!meeting.is_exchanged);
        let way = meeting.geometry.settings.way.unwrap();
        let held = SolidPair::new(way, meeting.solids.unwrap(), [None, None]).unwrap();
        let place = Place { geometry: &meeting.geometry, solids: Some(&held as &dyn HoldsSolids) };
        let laws = Parameters::default();
        let motion = Motion::new(&laws, place, inputs, rates);
        let (start, end) = (motion.start(), motion.approach(H));
        assert!((start.penetration + gap(0.0)).abs() < 1e-12 && (end.penetration + gap(H)).abs() < 1e-12);
        let found = phases::locate(&motion, &start, &end, H);
        let times: Vec<f64> = found.iter().flat_map(|all| all.iter().map(|phase| phase.until)).collect();
        let inner = times.split_last().map_or(&[][..], |(_, inner)| inner);
        assert_eq!(inner.len(), wanted.len(), "{inner:?}, {wanted:?}");
        // of a gap that changes with 0.1 m/s and more, rounded at 1e-16 m
        assert!(inner.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{inner:?}, {wanted:?}");
        self.0[wanted.len().div_ceil(2).min(2)] += 1;
        self.1 += u32::from(gap(0.0) < 0.0 && gap(H) < 0.0 && !wanted.is_empty());
    }
}

/// Distance of a point from a box, where it is outside.
fn from_box(half: &V3, at: &V3) -> f64 {
    at.zip_map(half, |x, half| (x.abs() - half).max(0.0)).norm()
}

/// A ball that flies in an arc over a box, which it may touch at both edges and not between them, or is drawn away while it passes an edge.
#[test]
fn a_ball_that_is_drawn_past_edges_misses_none() {
    let (half, radius) = (V3::new(0.1, 0.07, 0.05), 0.03);
    let shapes = [Shape::Sphere { radius, hollow: false }, Shape::Box { half }];
    let mut random = Random(31);
    let mut seen = Seen::default();
    for k in 0..400 {
        let turned = 0.5 * H * random.within(0.9, 1.1);
        // where and how fast at that time
        let (there, along, a) = if k % 2 == 0 {
            let apex =
                V3::new(random.signed() * 0.02, random.signed() * 0.06, half[2] + radius + random.within(-0.002, 0.03));
            (
                apex,
                V3::new(random.within(3.0, 5.0), random.signed() * 0.2, 0.0),
                V3::new(0.0, 0.0, random.within(-150.0, -20.0)),
            )
        } else {
            let out = V3::new(random.within(0.3, 1.0), 0.0, random.within(0.3, 1.0)).normalize();
            let edge = V3::new(half[0], random.signed() * 0.06, half[2]);
            let along = V3::new(-out[2], 0.0, out[0]) * random.within(-3.0, 3.0);
            (edge + out * (radius + random.within(-0.015, 0.005)), along, out * random.within(20.0, 150.0))
        };
        let (mut inputs, mut rates) = (Inputs::default(), InputRates::default());
        let v = along - a * turned;
        let r = there - v * turned - a * (0.5 * turned * turned);
        (inputs.body_i.position, inputs.body_i.velocity, rates.inputs.body_i.velocity) = (r, v, a);
        let gap = |t: f64| from_box(&half, &(r + v * t + a * (0.5 * t * t))) - radius;
        if (0..=200).all(|k| gap(H * f64::from(k) / 200.0) > -0.9 * radius) {
            seen.compare(shapes, &inputs, &rates, gap);
        }
    }
    assert!(seen.0.iter().all(|count| *count > 10), "{:?}", seen.0);
}

/// A wheel that tumbles about an axis across its own over a plane has its rim down twice a turn: h − R·|sin φ| − r. So does a box with each of its
/// corners: h − a·|cos φ| − b·|sin φ|.
#[test]
fn what_tumbles_over_a_plane_dips_as_often_as_it_does() {
    let torus = Torus { radius: 0.1, tube: 0.02 };
    let half = V3::new(0.1, 0.05, 0.06);
    let plane = Shape::Plane { normal: V3::z(), height: 0.0 };
    let mut random = Random(32);
    let mut seen = [Seen::default(), Seen::default()];
    while seen.iter().any(|seen| seen.0.iter().sum::<u32>() < 150) {
        let (phi, omega) = (random.within(0.0, 3.0), random.within(-60.0, 60.0));
        let (height, speed) = (random.within(0.08, 0.14), random.within(-0.3, 0.3));
        let mut inputs = Inputs::default();
        inputs.body_i.position[2] = height;
        inputs.body_i.velocity[2] = speed;
        // turned about y
        inputs.body_i.orientation = Quaternion::new((0.5 * phi).cos(), 0.0, (0.5 * phi).sin(), 0.0);
        inputs.body_i.angular_velocity[1] = omega;
        let rates = InputRates::default();
        let of_wheel = |t: f64| height + speed * t - torus.radius * (phi + omega * t).sin().abs() - torus.tube;
        seen[0].compare([Shape::Torus(torus), plane], &inputs, &rates, of_wheel);
        let of_box = |t: f64| {
            let (sin, cos) = (phi + omega * t).sin_cos();
            height + speed * t - half[0] * sin.abs() - half[2] * cos.abs()
        };
        seen[1].compare([Shape::Box { half }, plane], &inputs, &rates, of_box);
    }
    assert!(seen.iter().all(|seen| seen.0.iter().all(|count| *count > 10)), "{:?}", seen.map(|seen| seen.0));
}

/// A plate with play between two stops, which lands on one edge and, tipping, on the other one within a step: at each stop it is set down, lifted, and set
/// down again, or comes and goes while it does so at the other. Its gap to a stop is that of the nearer edge.
#[test]
fn a_loose_plate_leaves_and_meets_each_of_two_stops() {
    let half = V3::new(0.1, 0.05, 0.01);
    let play = 0.004;
    let stops = [1.0, -1.0].map(|up| Shape::Plane { normal: V3::z() * up, height: -half[2] - play });
    let mut random = Random(33);
    let mut seen = [Seen::default(), Seen::default()];
    for _ in 0..6000 {
        let (phi, omega, alpha) = (random.signed() * 0.1, random.within(-2.0, 2.0), random.signed() * 20.0);
        let (height, speed, a) = (random.signed() * 0.006, random.within(-0.5, 0.5), random.within(-12.0, 12.0));
        let (mut inputs, mut rates) = (Inputs::default(), InputRates::default());
        (inputs.body_i.position[2], inputs.body_i.velocity[2]) = (height, speed);
        (rates.inputs.body_i.velocity[2], rates.inputs.body_i.angular_velocity[1]) = (a, alpha);
        inputs.body_i.orientation = Quaternion::new((0.5 * phi).cos(), 0.0, (0.5 * phi).sin(), 0.0);
        inputs.body_i.angular_velocity[1] = omega;
        for ((seen, stop), up) in seen.iter_mut().zip(stops).zip([1.0, -1.0]) {
            let gap = |t: f64| {
                let (sin, cos) = (phi + omega * t + 0.5 * alpha * t * t).sin_cos();
                let middle = height + speed * t + 0.5 * a * t * t;
                up * middle + half[2] + play - half[0] * sin.abs() - half[2] * cos.abs()
            };
            seen.compare([Shape::Box { half }, stop], &inputs, &rates, gap);
        }
    }
    assert!(seen.iter().all(|seen| seen.1 > 100), "{:?}", seen.map(|seen| seen.1));
}

/// A ball that crosses a ring touches it on both sides of its hole: √((ρ − R)² + z²) − r of its centre, which is nearer than the ball's radius at both ends.
#[test]
fn a_ball_that_crosses_a_ring_is_free_in_its_hole() {
    let (ring, radius) = (Torus { radius: 0.1, tube: 0.02 }, 0.03);
    let mut random = Random(34);
    let mut seen = Seen::default();
    for _ in 0..600 {
        let to_ring = |random: &mut Random| {
            let (angle, out) = (random.signed() * 0.3, 0.1 + 0.03 * random.signed());
            V3::new(out * angle.cos(), out * angle.sin(), random.signed() * 0.04)
        };
        let (from, there) = (to_ring(&mut random), to_ring(&mut random));
        let to = if random.chance(0.8) { V3::new(-there[0], there[1], there[2]) } else { there };
        let mut inputs = Inputs::default();
        (inputs.body_i.position, inputs.body_i.velocity) = (from, (to - from) / H);
        let gap = |t: f64| {
            let at = from + (to - from) * (t / H);
            f64::hypot(f64::hypot(at[0], at[1]) - ring.radius, at[2]) - ring.tube - radius
        };
        let shapes = [Shape::Sphere { radius, hollow: false }, Shape::Torus(ring)];
        seen.compare(shapes, &inputs, &InputRates::default(), gap);
    }
    assert!(seen.1 > 100 && seen.0[0] > 20, "{:?}, {}", seen.0, seen.1);
}
