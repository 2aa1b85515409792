//! Joints, springs and loads of bodies in the plane as an importer of a unit has them, against closed forms.

use asperity_lab::planar::{Anchor, Body, Joint, JointKind, Load, Shape, Spring, System};
use asperity_lab::systems::Mechanism;
use nalgebra::{Vector2, Vector3};

use super::{G, coulomb, near};

const MASS: f64 = 2.0;
const ANGLE: f64 = 0.3;
const SPIN: f64 = 2.0;
/// About its end, m·l²/3.
const ABOUT_PIN: f64 = MASS / 3.0;

/// A rod of 1 m that is pinned at the origin, under a moment and a spring from its end straight up.
fn pendulum() -> System {
    let world = |x: f64, y: f64| Anchor { body: None, at: Vector2::new(x, y) };
    let end = |x: f64| Anchor { body: Some(0), at: Vector2::new(x, 0.0) };
    let arm = arm();
    let velocity = Vector3::new(-SPIN * arm.y, SPIN * arm.x, SPIN);
    let shape = Shape::rod(1.0);
    let place = Vector3::new(arm.x, arm.y, ANGLE);
    let rod = Body { name: "rod".into(), mass: MASS, inertia: MASS / 12.0, shape, place, velocity };
    let tip = arm * 2.0;
    System {
        gravity: Vector2::new(0.0, -G),
        bodies: vec![rod],
        fixtures: vec![],
        joints: vec![Joint { name: "pin".into(), kind: JointKind::Pin, ends: [end(-0.5), world(0.0, 0.0)] }],
        springs: vec![Spring { ends: [end(0.5), world(tip.x, tip.y + 0.5)], stiffness: 100.0, length: 0.4 }],
        loads: vec![Load { body: 0, force: Vector2::zeros(), moment: 0.7 }],
        law: coulomb(0.0, 0.0),
        laws: vec![],
    }
}

/// From the pin to the centre of mass.
fn arm() -> Vector2<f64> {
    Vector2::new(0.5 * libm::cos(ANGLE), 0.5 * libm::sin(ANGLE))
}

/// The rod after `turns` full turns, as an importer has it.
fn state(turns: f64) -> [f64; 13] {
    let (arm, half) = (arm(), 0.5 * ANGLE + turns * std::f64::consts::PI);
    let (vx, vy) = (-SPIN * arm.y, SPIN * arm.x);
    [arm.x, arm.y, 0.0, libm::cos(half), 0.0, 0.0, libm::sin(half), vx, vy, 0.0, 0.0, 0.0, SPIN]
}

/// I_A·α = r × (m·g + f) + τ + 2·r × s + moment, s the pull of the spring, and a = α×r − ω²·r.
#[test]
fn a_pinned_rod_of_the_importer_swings_by_its_moments_about_the_pin() {
    let (system, arm) = (pendulum(), arm());
    for turns in [0.0, 1.0] {
        let mut rates = [0.0; 13];
        system.accelerate(&state(turns), &[3.0, -1.0, 9.0, 9.0, 9.0, 0.5], &mut rates);
        let spring = Vector2::new(0.0, 100.0 * 0.1);
        let moment = arm.perp(&Vector2::new(3.0, -1.0 - MASS * G)) + 0.5 + 2.0 * arm.perp(&spring) + 0.7;
        let alpha = moment / ABOUT_PIN;
        // some ten operations on numbers up to 100
        near(rates[12], alpha, 1e-12);
        near(rates[7], -alpha * arm.y - SPIN * SPIN * arm.x, 1e-12);
        near(rates[8], alpha * arm.x - SPIN * SPIN * arm.y, 1e-12);
        // out of the plane nothing moves it
        assert_eq!([rates[9], rates[10], rates[11]], [0.0; 3]);
    }
}

/// Y = u·uᵀ/I_A with u = (−r_y, r_x, 1): whatever acts turns it about the pin.
#[test]
fn the_inverse_mass_of_a_link_turns_it_about_its_pin() {
    let arm = arm();
    let u = [-arm.y, arm.x, 0.0, 0.0, 0.0, 1.0];
    let found = pendulum().inverse_masses(&state(0.0))[0];
    let mut places = found.iter();
    for row in 0..6 {
        for column in row..6 {
            let free = if row == column && (2..5).contains(&row) {
                if row == 2 { 1.0 / MASS } else { 12.0 / MASS }
            } else {
                0.0
            };
            near(*places.next().expect("21 numbers"), u[row] * u[column] / ABOUT_PIN + free, 1e-14);
        }
    }
}

/// What opens a joint is taken out, the turning about it stays.
#[test]
fn an_open_joint_of_the_importer_is_closed() {
    let system = pendulum();
    let mut moved = state(1.0);
    moved[0] += 1e-6;
    moved[7] += 1e-3;
    assert!(system.close(&mut moved));
    let angle = 2.0 * libm::atan2(moved[6], moved[3]);
    let arm = Vector2::new(0.5 * libm::cos(angle), 0.5 * libm::sin(angle));
    // the square of 1e-6 is left twice
    near(moved[0], arm.x, 1e-14);
    near(moved[1], arm.y, 1e-14);
    near(moved[7], -moved[12] * arm.y, 1e-14);
    near(moved[8], moved[12] * arm.x, 1e-14);
    // it has not been turned back
    assert!(moved[3] < 0.0 && (moved[12] - SPIN).abs() < 1e-2, "{moved:?}");
    let free = System { joints: vec![], ..system };
    assert!(!free.close(&mut moved));
}

/// Half the square of the stretch, the weight and what the moment has done.
#[test]
fn the_potential_of_the_importer_has_springs_and_loads() {
    let energy = Mechanism::potential(&pendulum(), &state(0.0));
    near(energy, 0.5 * 100.0 * 0.1 * 0.1 + MASS * G * arm().y - 0.7 * ANGLE, 1e-12);
}
