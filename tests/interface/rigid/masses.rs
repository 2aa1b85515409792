//! Masses that the unit is told wrongly.

use super::{G, LAWS, down, world};
use crate::host::{Body, EVERY, Form, V3, World};
use asperity::stepping::coupling::StepFriction;
use asperity::stepping::interface::Order;

fn fallen(order: Order, form: Form, ratio: f64, [e, h, v, phase]: [f64; 4]) -> World {
    let mut world = world(StepFriction::Box, Body::point(2.0, -v * h * (phase + 1.0), v), order, form);
    (world.parameters.compliance.e, world.mass_factor, world.options.mass_known) = (e, ratio, false);
    world
}

/// The first impact probes; nothing is gained, and the body leaves with e·v all the same.
#[test]
fn wrong_mass_is_found_out_before_anything_is_gained() {
    for (order, form) in EVERY {
        for ratio in [0.25, 0.5, 1.0, 2.0, 4.0] {
            for e in [0.1, 0.5, 0.9] {
                for h in [1e-4, 1e-3, 1e-2] {
                    for v in [0.1, 1.0, 5.0] {
                        for phase in 0..8 {
                            let cell = [e, h, v, f64::from(phase) / 8.0];
                            let mut world = fallen(order, form, ratio, cell);
                            world.bounce(h);
                            let e_out = world.body.velocity[2] / v;
                            let what = format!("{order:?} {form:?} ratio {ratio} {cell:?}");
                            // a mass within 1 % is taken as right, and here it is
                            assert!((e_out - e).abs() < 1e-9, "{what}: {e_out}");
                            assert!(world.peak <= v * v * (1.0 + 1e-12), "{what}: {:e} of {:e}", world.peak, v * v);
                            assert!(world.gained <= 1e-6 * v * v, "{what}: {:e}", world.gained);
                        }
                    }
                }
            }
        }
    }
}

/// Under gravity, from the drop to rest.
#[test]
fn body_of_another_mass_comes_to_rest_without_a_gain() {
    for law in LAWS {
        for (order, form) in EVERY {
            for ratio in [0.25, 0.5, 2.0, 4.0] {
                let mut body = Body::sphere(2.0, 0.1, V3::new(0.5, 0.2, 0.0), V3::zeros());
                body.position[2] += 0.02;
                let mut world = world(law, body, order, form);
                (world.body.gravity, world.mass_factor, world.options.mass_known) = (down(), ratio, false);
                let start = world.body.energy();
                world.run(5_000, 1e-3);
                let what = format!("{law:?} {order:?} {form:?} ratio {ratio}");
                // of the pulse that asks for the mass, 2e-4 of the speed for a step, and of places that a mean force misses
                let pulse = 4e-4 * ratio * 2.0 * G * 0.02;
                assert!(world.peak <= start + pulse + 1e-4, "{what}: {:e}", world.peak - start);
                assert!(world.body.velocity[2].abs() < 1e-9, "{what}: {}", world.body.velocity);
                // rolls: the point of contact rests
                assert!(world.body.contact_velocity().norm() < 1e-6, "{what}: {}", world.body.contact_velocity());
            }
        }
    }
}

/// A load that changes from step to step says nothing of the mass: a right one stays right, and e is e. The first impact,
/// which probes the mass, is under such a load, the second under gravity alone.
#[test]
fn load_that_changes_leaves_a_right_mass_alone() {
    let h = 1e-2;
    for law in LAWS {
        for phase in 0..16 {
            let mut world = world(law, Body::point(2.0, -0.2, 0.0), Order::Sequential, Form::Slope);
            world.options.mass_known = false;
            for step in 0..26 {
                let swing = (60.0 * h * f64::from(step) + 0.4 * f64::from(phase)).sin();
                world.body.gravity = V3::new(0.0, 0.0, -G + 5.0 * swing);
                world.run(1, h);
            }
            world.body.gravity = down();
            // of the flight, over the mass
            let energy = |world: &World| 0.5 * world.body.velocity[2].powi(2) + G * world.body.position[2];
            world.run(3, h);
            let before = energy(&world);
            assert!(before > 0.1, "{before}");
            while energy(&world) > 0.9 * before {
                world.run(1, h);
            }
            world.run(3, h);
            let e = (energy(&world) / before).sqrt();
            assert!((e - 0.5).abs() < 1e-9, "{law:?} {phase}: {e}");
        }
    }
}
