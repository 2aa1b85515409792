//! Friction against spin in rigid steps.

use super::{G, V3, down, world};
use crate::host::{Body, EVERY, Form, M3, Noise, World, cross};
use asperity::stepping::coupling::{StepFriction, StepImpact};
use asperity::stepping::interface::{Order, Turning, advance};
use nalgebra::Rotation3;

const MASS: f64 = 2.0;
/// Of the disc [m], J = ½·m·R²
const RADIUS: f64 = 0.1;
/// Of a disc that presses evenly: e_r = ⅔·R [m]
const E_R: f64 = 2.0 / 3.0 * RADIUS;
const MU: f64 = 0.3;

/// A disc on the plane that slides and spins, without the arm that would tip it.
fn disc(friction: StepFriction, order: Order, form: Form, v: f64, omega: f64) -> World {
    let mut body = Body::point(MASS, 0.0, 0.0);
    body.inertia = 0.5 * MASS * RADIUS * RADIUS;
    body.gravity = down();
    (body.velocity, body.omega) = (V3::new(v, 0.0, 0.0), V3::new(0.0, 0.0, omega));
    let mut world = world(friction, body, order, form);
    world.parameters.friction.e_r = E_R;
    (world.parameters.friction.mu_S, world.parameters.friction.mu_C) = (MU, MU);
    world
}

/// 3Rω/(4μg) = 0.25484200 s: the couple is ⅔·μ·m·g·R. Then nothing moves.
#[test]
fn disc_stops_spinning_when_its_momentum_is_used_up() {
    let stop = 3.0 * RADIUS * 10.0 / (4.0 * MU * G);
    for friction in [StepFriction::Regularised, StepFriction::Polygonal] {
        for (order, form) in EVERY {
            for h in [1e-3, 1e-2] {
                let mut world = disc(friction, order, form, 0.0, 10.0);
                let steps = (stop / h).floor();
                // parallel order misses the load of the first step, and owes it in the second
                world.run(steps as usize, h);
                let left = 10.0 * (1.0 - steps * h / stop);
                let late = (world.body.omega[2] - left) / 10.0 * stop;
                assert!(late.abs() < 1.01 * h, "{friction:?} {order:?} {form:?} {h}: {late}");
                world.run(8, h);
                assert!(world.body.omega.norm() < 1e-13, "{friction:?} {order:?} {form:?} {h}: {:?}", world.body.omega);
            }
        }
    }
}

/// dv/dω = 9/8·v/ω on the ellipsoid: v/ω^(9/8) stays, up to the order of the method.
#[test]
fn slip_and_spin_end_together_and_first_order_is_kept() {
    let missed = [2e-3, 1e-3, 5e-4].map(|h| {
        let mut world = disc(StepFriction::Regularised, Order::Sequential, Form::Mean, 0.5, 10.0);
        let invariant = |world: &World| world.body.velocity[0] / world.body.omega[2].powf(1.125);
        let before = invariant(&world);
        // half of the time to rest, about (v² + (e_r·ω)²)^½/(μ·g)
        world.run((0.14 / h) as usize, h);
        assert!(world.body.omega[2] > 2.0 && world.body.omega[2] < 7.0);
        invariant(&world) / before - 1.0
    });
    assert!(missed[0].abs() < 2e-3, "{missed:?}");
    for pair in missed.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 1.0).abs() < 0.1, "{missed:?}");
    }
}

/// A couple and a slope together hold up to (F/μmg)² + (M/(e_r·μmg))² = 1, and no further.
#[test]
fn soft_finger_holds_up_to_the_ellipsoid() {
    for (order, form) in EVERY {
        for h in [1e-3, 1e-2] {
            for (share, holds) in [(0.99, true), (1.01, false)] {
                let mut world = disc(StepFriction::Regularised, order, form, 0.0, 0.0);
                let (force, couple) = (0.6 * share * MU * G, 0.8 * share * MU * MASS * G * E_R);
                world.body.gravity[0] = force;
                world.body.drive[2] = couple / world.body.inertia;
                // parallel order slips in its first step, and a hundredth of μ·g stops that within 3 s
                world.run((4.0 / h) as usize, h);
                let speed = world.body.velocity[0].hypot(E_R * world.body.omega[2]);
                // what is not held of 4 s: a hundredth of μ·g
                assert_eq!(speed < 1e-9, holds, "{order:?} {form:?} {h} {share}: {speed:e}");
                assert!(holds || speed > 0.02 * MU * G);
            }
        }
    }
}

/// A long wait under a couple that is held: no creep.
#[test]
fn held_couple_does_not_creep() {
    let mut world = disc(StepFriction::Regularised, Order::Sequential, Form::Mean, 0.0, 0.0);
    world.body.drive[2] = 0.5 * MU * MASS * G * E_R / world.body.inertia;
    world.run(100_000, 1e-2);
    assert!(world.body.omega.norm() < 1e-12, "{:?}", world.body.omega);
}

/// Impacts that slide and spin: e is e where nothing couples normal and tangents, friction of impulse μ·P_n acts along
/// (v, e_r·ω), and no hypothesis gains energy where they are coupled.
#[test]
fn impacts_with_spin_have_e_and_never_gain() {
    for hypothesis in [StepImpact::Stronge, StepImpact::Poisson, StepImpact::Newton] {
        for e in [0.0, 0.3, 1.0] {
            let mut world = disc(StepFriction::Regularised, Order::Sequential, Form::Slope, 3.0, 40.0);
            world.coupling.settings.step_impact = hypothesis;
            world.parameters.compliance.e = e;
            world.body.gravity = V3::zeros();
            (world.body.position[2], world.body.velocity[2]) = (0.5e-3, -1.0);
            world.run(3, 1e-3);
            assert!((world.body.velocity[2] - e).abs() < 1e-12, "{hypothesis:?} {e}: {:?}", world.body.velocity);
            // one step along the slip at the end of each phase; the direction turns by less than a hundredth
            let impulse = MU * (1.0 + e) * MASS;
            let slip = (9.0 + (E_R * 40.0f64).powi(2)).sqrt();
            let left =
                [3.0 - impulse / MASS * 3.0 / slip, 40.0 - impulse * E_R / world.body.inertia * E_R * 40.0 / slip];
            assert!((world.body.velocity[0] - left[0]).abs() < 1e-2 && (world.body.omega[2] - left[1]).abs() < 0.2);
        }
        let mut noise = Noise::of(7);
        for _ in 0..300 {
            let [v, spin, e] = [noise.between(1e-3, 10.0), noise.between(1e-2, 100.0), noise.next()];
            let omega = V3::new(noise.next() - 0.5, noise.next() - 0.5, noise.next() - 0.5) * spin;
            let mut body = Body::sphere(MASS, RADIUS, V3::new(v, 0.3 * v, -noise.between(0.1, 10.0)), omega);
            body.position[2] += 1e-4;
            let mut world = world(StepFriction::Regularised, body, Order::Sequential, Form::Slope);
            world.coupling.settings.step_impact = hypothesis;
            (world.parameters.compliance.e, world.parameters.friction.e_r) = (e, noise.between(1e-4, 1e-1));
            let before = world.body.energy();
            world.run(4, 1e-3);
            assert!(world.body.energy() <= before * (1.0 + 1e-12), "{hypothesis:?}: {world:?}");
        }
    }
}

/// With a radius that goes to 0 an impact is that of Routh's process, where slip keeps its direction.
#[test]
fn without_a_radius_spin_changes_nothing() {
    let run = |e_r: f64| {
        let body = Body::sphere(MASS, RADIUS, V3::new(1.0, 0.0, -1.0), V3::new(0.0, 0.0, 50.0));
        let mut world = world(StepFriction::Regularised, body, Order::Sequential, Form::Slope);
        world.body.position[2] += 1e-4;
        world.body.gravity = down();
        world.parameters.friction.e_r = e_r;
        world.run(400, 1e-3);
        world.body
    };
    let (without, with) = (run(0.0), run(1e-9));
    assert!((without.velocity - with.velocity).norm() < 1e-7, "{without:?} {with:?}");
    assert!((without.omega - with.omega).norm() < 1e-5, "{without:?} {with:?}");
}

/// What the contact has taken is what the body has lost, spin included.
#[test]
fn ledger_has_the_work_of_the_couple() {
    for friction in [StepFriction::Regularised, StepFriction::Polygonal] {
        let mut world = disc(friction, Order::Sequential, Form::Slope, 0.5, 10.0);
        world.parameters.settings.track_ledger = true;
        (world.body.position[2], world.parameters.compliance.e) = (0.02, 0.5);
        let before = world.body.energy();
        world.run(2000, 1e-3);
        let energy = world.contact.continuous.energy;
        let taken = energy.dissipated_normal + energy.dissipated_friction - world.contact.importer_work;
        let lost = before - world.body.energy();
        assert!((taken - lost).abs() < 1e-9 * before, "{friction:?}: {taken} {lost}");
        assert!(
            (energy.work - world.contact.importer_work - lost).abs() < 1e-9 * before,
            "{friction:?}: {energy:?} {lost}"
        );
    }
}

/// A body that stands beside its centre of mass, so that force turns it and the couple moves the contact point: after one
/// step under the force and couple of the contact, computed for the body itself, nothing slips and nothing spins.
#[test]
fn contact_beside_the_centre_holds_slip_and_spin() {
    let n = V3::new(0.3, -0.4, 0.866).normalize();
    let [arm, inertia] = [V3::new(0.05, 0.02, -0.1), V3::new(0.01, 0.02, 0.03)];
    let turn = Rotation3::from_euler_angles(0.3, -0.5, 0.9).into_inner();
    let inverse_inertia = turn * M3::from_diagonal(&inertia.map(|i| 1.0 / i)) * turn.transpose();
    let [velocity, omega] = [V3::new(0.02, -0.01, 0.0) - n * 0.004, V3::new(0.1, 0.2, -0.3)];
    let (h, b, b_w) = (1e-2, down(), V3::new(2.0, -3.0, 1.0));
    let mut world = disc(StepFriction::Regularised, Order::Sequential, Form::Slope, 0.0, 0.0);
    (world.parameters.friction.mu_C, world.parameters.friction.mu_S) = (5.0, 5.0);
    let at = |v: V3, w: V3| v + w.cross(&arm);
    let v_r = at(velocity, omega);
    let mut port = world.body.port(1.0);
    let frame = &mut port.frame;
    (frame.normal, frame.penetration, frame.penetration_rate) = (n, 0.0, -n.dot(&v_r));
    (frame.v_t, frame.omega) = (v_r - n * n.dot(&v_r), omega);
    port.w = M3::identity() / MASS - cross(&arm) * inverse_inertia * cross(&arm);
    (port.b, port.b_measured) = (at(b, b_w), at(b, b_w));
    port.turning = Some(Turning { l: inverse_inertia, g: inverse_inertia * cross(&arm), b: b_w });
    let World { parameters, coupling, contact, memory, options, .. } = &mut world;
    let outcome = advance(parameters, coupling, &port, contact, memory, options, h).unwrap();
    let (force, couple) = (outcome.force.mean, outcome.couple.mean);
    assert!(n.dot(&force) > 0.0 && (couple - n * n.dot(&couple)).norm() < 1e-12 * couple.norm());
    let after =
        at(velocity + (b + force / MASS) * h, omega + (b_w + inverse_inertia * (arm.cross(&force) + couple)) * h);
    let turns = omega + (b_w + inverse_inertia * (arm.cross(&force) + couple)) * h;
    assert!(after.norm() < 1e-12, "{after}");
    assert!(n.dot(&turns).abs() < 1e-11, "{turns}");
    // what the contact says of itself at the step's end is the body's
    assert!((outcome.end.frame.omega - turns).norm() < 1e-11, "{:?} {turns}", outcome.end.frame.omega);
}
