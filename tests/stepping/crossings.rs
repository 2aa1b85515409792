//! Contacts that come and go within one step. Where bodies move with constant acceleration the oracle is their path in closed form;
//! where they turn, a scan of the gap.

use crate::common::random::Random;
use crate::common::{PAIRS, RoundGap, Setup, V3, bring, general_position, round_pairs, vector, with_pair};
use asperity::meet::Pair;
use asperity::physics::{Inputs, Vector3};
use asperity::stepping::{ContactChange, ContactState, InputRates};

const RADIUS_I: f64 = 0.1;
const RADIUS_J: f64 = 1.0;

fn central(pair: Pair) -> Setup {
    let mut parameters = with_pair(pair);
    parameters.geometry.shapes.radius_i = RADIUS_I;
    parameters.geometry.shapes.radius_j = RADIUS_J;
    parameters.geometry.shapes.axis_j = vector(0.0, 1.0, 0.0);
    parameters
}

/// Inputs and rates of a ball at `r`, velocity `v`, acceleration `a`; body j stands.
fn thrown(r: V3, v: V3, a: V3) -> (Inputs<f64>, InputRates) {
    let (mut inputs, mut rates) = (Inputs::default(), InputRates::default());
    (inputs.body_i.position, inputs.body_i.velocity) = (r, v);
    rates.inputs.body_i.velocity = a;
    (inputs, rates)
}

/// Impacts and releases inside a step that starts as the bodies then are.
fn changes(parameters: &Setup, inputs: &Inputs<f64>, rates: &InputRates, h: f64) -> Vec<ContactChange> {
    let mut state = ContactState::default();
    state.latch.contact = parameters.motion(inputs, rates).start().penetration > 0.0;
    parameters.advance(inputs, rates, &state, h).unwrap().changes.all().to_vec()
}

/// Where a function changes its sign in [0, h]: scanned in `pieces`, then bisected; and the least |value| at which it turns
/// between two samples.
fn crossings(h: f64, pieces: u32, of: impl Fn(f64) -> f64) -> (Vec<f64>, f64) {
    let times: Vec<f64> = (0..=pieces).map(|k| h * f64::from(k) / f64::from(pieces)).collect();
    let values: Vec<f64> = times.iter().map(|t| of(*t)).collect();
    let mut found = Vec::new();
    for (t, x) in times.windows(2).zip(values.windows(2)) {
        if (x[0] > 0.0) != (x[1] > 0.0) {
            let (mut a, mut b) = (t[0], t[1]);
            for _ in 0..80 {
                let middle = 0.5 * (a + b);
                if (of(middle) > 0.0) == (x[0] > 0.0) { a = middle } else { b = middle }
            }
            found.push(0.5 * (a + b));
        }
    }
    let turns = values.windows(3).filter(|x| (x[1] - x[0]) * (x[2] - x[1]) <= 0.0).map(|x| x[1].abs());
    (found, turns.fold(f64::INFINITY, f64::min))
}

fn assert_as_expected(found: &[ContactChange], expected: &[f64], contact_first: bool, what: &str) {
    let times: Vec<f64> = found.iter().map(|change| change.after).collect();
    assert_eq!(found.len(), expected.len(), "{what}: {times:?}, expected {expected:?}");
    for (k, (change, expected)) in found.iter().zip(expected).enumerate() {
        assert!((change.after - expected).abs() < 1e-9, "{what}: {times:?}, expected {expected:?}");
        assert_eq!(change.contact, (k % 2 == 0) != contact_first, "{what}");
        assert_eq!(change.contact, change.penetration_rate > 0.0, "{what}: {change:?}");
    }
}

#[test]
fn a_ball_thrown_up_in_a_ring_touches_it_above_and_below_in_one_step() {
    // z = 15·t − 4.905·t² reaches 0.9 at 0.0612 and 2.9969 s, −0.9 at 3.1170 s
    for pair in [Pair::SphereInCylinder, Pair::SphereInSphere] {
        let (inputs, rates) = thrown(V3::zeros(), vector(0.0, 0.0, 15.0), vector(0.0, 0.0, -9.81));
        let found = changes(&central(pair), &inputs, &rates, 4.0);
        let at = |z: f64, sign: f64| (15.0 + sign * (225.0 - 2.0 * 9.81 * z).sqrt()) / 9.81;
        assert_as_expected(&found, &[at(0.9, -1.0), at(0.9, 1.0), at(-0.9, 1.0)], false, &format!("{pair:?}"));
    }
}

#[test]
fn each_contact_of_a_thrown_ball_with_a_round_body_is_found_in_one_step() {
    let mut random = Random(19);
    let mut counts = [0; 6];
    let pairs: Vec<_> = round_pairs().collect();
    for draw in 0..1000 * pairs.len() {
        let (pair, RoundGap { about_axis, is_hollow }) = pairs[draw % pairs.len()];
        let reach = if is_hollow { RADIUS_J - RADIUS_I } else { RADIUS_J + RADIUS_I };
        let h = random.size(0.1, 4.0);
        // thrown against the acceleration, half of them nearly straight, and back within the step
        let a = random.direction() * (random.within(0.5, 30.0) / (h * h));
        let v = a * (-h * random.share()) + random.direction() * (random.size(0.01, 3.0) / h);
        let r = random.direction() * random.within(0.0, 1.5);
        let x = |t: f64| {
            let c: Vector3<f64> = r + v * t + a * (0.5 * t * t);
            let rho = if about_axis { (c.x * c.x + c.z * c.z).sqrt() } else { c.norm() };
            if is_hollow { rho - reach } else { reach - rho }
        };
        let (expected, least) = crossings(h, 20_000, x);
        if least < 1e-6 {
            continue;
        }
        let (inputs, rates) = thrown(r, v, a);
        let found = changes(&central(pair), &inputs, &rates, h);
        assert_as_expected(&found, &expected, x(0.0) > 0.0, &format!("{draw}: {pair:?}, {r:?}, {v:?}, {a:?}, {h}"));
        counts[expected.len()] += 1;
    }
    assert!(counts[..5].iter().all(|count| *count > 10), "{counts:?}");
}

#[test]
fn contacts_of_bodies_that_turn_by_up_to_half_a_turn_in_a_step_are_found() {
    let mut random = Random(20);
    let mut counts = [0; 9];
    for draw in 0..5000 {
        let (mut parameters, mut inputs) = general_position(PAIRS[draw % PAIRS.len()]);
        parameters.geometry.shapes.center_i = random.direction() * random.within(0.0, 0.3);
        bring(&parameters, &mut inputs, 0.1 * random.signed(), random.signed(), random.signed());
        let h = random.size(0.01, 1.0);
        let (v, a) = (0.5 / h, 2.0 / (h * h));
        let mut rates = InputRates::default();
        let bodies = [&mut inputs.body_i, &mut inputs.body_j];
        for (body, rates) in bodies.into_iter().zip([&mut rates.inputs.body_i, &mut rates.inputs.body_j]) {
            (body.velocity, rates.velocity) =
                (random.direction() * v * random.share(), random.direction() * a * random.share());
            body.angular_velocity = random.direction() * (random.within(0.0, 3.1) / h);
        }
        inputs.relative_velocity *= 0.1 / h;
        rates.inputs.relative_velocity = inputs.relative_velocity * (-1.5 / h * random.share());
        let motion = parameters.motion(&inputs, &rates);
        let x = |t: f64| motion.approach(t).penetration;
        let (expected, least) = crossings(h, 1000, x);
        counts[expected.len()] += 1;
        // told is what there is room for; two turns close to each other are not told apart
        if least < 1e-3 || expected.len() > 4 {
            continue;
        }
        let found = changes(&parameters, &inputs, &rates, h);
        assert_as_expected(
            &found,
            &expected,
            x(0.0) > 0.0,
            &format!("{draw}: {:?}", parameters.geometry.settings.pair),
        );
    }
    assert!(counts[..4].iter().all(|count| *count > 10), "{counts:?}");
}

#[test]
fn a_given_normal_that_moves_on_parts_the_bodies_and_brings_them_back() {
    let parameters = with_pair(Pair::External);
    let mut inputs = Inputs { penetration: 8e-4, contact_normal: vector(0.0, 0.0, 1.0), ..Inputs::default() };
    let mut rates = InputRates { normal_given: true, ..InputRates::default() };
    // −ẋ·|n| = 0.01·(t − 0.5)·(t − 1.5): x falls, rises and falls again
    inputs.relative_velocity = vector(0.0, 0.0, 0.0075);
    rates.inputs.relative_velocity = vector(0.1, 0.0, -0.02);
    rates.inputs.contact_normal = vector(0.1, 0.0, 0.0);
    let motion = parameters.motion(&inputs, &rates);
    let (expected, _) = crossings(2.0, 20_000, |t| motion.approach(t).penetration);
    assert_eq!(expected.len(), 3);
    assert_as_expected(&changes(&parameters, &inputs, &rates, 2.0), &expected, true, "a normal that turns");
}
