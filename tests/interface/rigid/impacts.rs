//! Impacts inside a step.

use super::{G, LAWS, V3, down, world};
use crate::host::{Body, EVERY, Form};
use asperity::stepping::coupling::StepFriction;
use asperity::stepping::interface::Order;

const MASS: f64 = 2.0;

/// A central impact, in which all hypotheses agree: whatever the step, the moment in it, and how the host applies the
/// force.
#[test]
fn body_rebounds_with_e_times_its_speed() {
    for (order, form) in EVERY {
        for e in [0.0, 1e-9, 0.001, 0.1, 0.5, 0.9, 1.0] {
            for h in [1e-4, 1e-3, 1e-2] {
                for v in [1e-6, 1e-4, 0.01, 1.0, 20.0] {
                    for phase in 0..5 {
                        let gap = v * h * (0.2 * f64::from(phase) + 1.0);
                        let mut world = world(StepFriction::Box, Body::point(MASS, -gap, v), order, form);
                        world.parameters.compliance.e = e;
                        world.bounce(h);
                        let out = world.body.velocity[2];
                        // a mean force leaves a dead body overlapped by up to v·h/2, and so does parallel order,
                        // which predicts with means; that is given back in 0.1 s or 10 steps, at no more than vMin
                        let exact = (order, form) == (Order::Sequential, Form::Slope);
                        let given = if exact { 0.0 } else { (0.5 * v * h / (10.0 * h).max(0.1)).min(1e-3) };
                        let what = format!("{order:?} {form:?} e {e} h {h} v {v}: {out}");
                        // 1e-15·v: rounding of the velocity before
                        assert!(
                            out >= e * v * (1.0 - 1e-12) - 1e-15 * v && out <= (e * v).max(given) + 1e-12 * v,
                            "{what}"
                        );
                        assert_eq!(world.body.velocity.xy().norm(), 0.0);
                    }
                }
            }
        }
    }
}

/// Slower than gravity makes it in two steps a body only comes to rest: no impact is told, and the speed of the last one stays.
#[test]
fn what_only_comes_to_rest_is_no_impact() {
    let (h, v) = (1e-3, 1e-2);
    let mut world = world(StepFriction::Box, Body::point(MASS, -0.5 * v * h, v), Order::Sequential, Form::Slope);
    world.body.gravity = down();
    let outcome = world.step(h);
    let change = outcome.changes.all()[0];
    assert!(change.contact && change.penetration_rate == 0.0, "{change:?}");
    assert_eq!(outcome.contact.latch.v_i, 0.0);
}

/// A host that applies mean and slope moves as the impact does: where the body is afterwards is where free flight after
/// an impact at the surface has led it.
#[test]
fn body_is_where_its_flight_after_the_impact_has_led_it() {
    for e in [0.3, 0.5, 1.0] {
        for h in [1e-3, 1e-2] {
            for phase in 0..7 {
                let (v, after) = (1.5, h * (1.0 + f64::from(phase) / 7.0));
                let g = -down()[2];
                // meets the surface at v after that time
                let body = Body::point(MASS, -(v * after - 0.5 * g * after * after), v - g * after);
                let mut world = world(StepFriction::Regularised, body, Order::Sequential, Form::Slope);
                (world.parameters.compliance.e, world.body.gravity) = (e, down());
                world.run(4, h);
                let t = 4.0 * h - after;
                let height = e * v * t - 0.5 * g * t * t;
                let speed = e * v - g * t;
                let found = [-world.body.penetration(), world.body.velocity[2]];
                assert!((found[0] - height).abs() < 1e-14, "e {e} h {h} {phase}: {found:?} for {height}");
                assert!((found[1] - speed).abs() < 1e-13, "e {e} h {h} {phase}: {found:?} for {speed}");
            }
        }
    }
}

/// Gross slip of a solid sphere: v_t′ = v_t − μ·(1 + e)·v_n; with less slip than 7/2·μ·(1 + e)·v_n it sticks.
#[test]
fn sphere_thrown_at_an_angle_slips_or_sticks_as_rigid_spheres_do() {
    let (mu, e, v_n, radius) = (0.4, 0.5, 2.0, 0.1);
    let limit = 3.5 * mu * (1.0 + e) * v_n;
    for (order, form) in EVERY {
        for law in LAWS {
            // the box along one of its axes, the polygon along a corner
            let (s, c) = if law == StepFriction::Regularised { (0.6, 0.8) } else { (0.0, 1.0) };
            for share in [0.1, 0.5, 0.95, 1.05, 3.0] {
                let v_t = share * limit;
                let velocity = V3::new(v_t * c, v_t * s, -v_n);
                let mut body = Body::sphere(MASS, radius, velocity, V3::zeros());
                body.position[2] += 1.3e-3 * v_n;
                let mut world = world(law, body, order, form);
                world.bounce(1e-3);
                let change = if share > 1.0 { mu * (1.0 + e) * v_n } else { 2.0 / 7.0 * v_t };
                let expected = V3::new((v_t - change) * c, (v_t - change) * s, e * v_n);
                let what = format!("{order:?} {form:?} {law:?} {share}");
                assert!((world.body.velocity - expected).norm() < 1e-11, "{what}: {}", world.body.velocity);
                // the impulse turns it about its centre, I = 0.4·m·r²
                let turned = V3::new(-s, c, 0.0) * (change / (0.4 * radius));
                assert!((world.body.omega - turned).norm() < 1e-10, "{what}: {}", world.body.omega);
            }
        }
    }
}

/// A dead body stays where it hits, however fast it came.
#[test]
fn dead_body_is_not_driven_into_the_ground() {
    for v in [1.0, 10.0] {
        for h in [1e-3, 1e-2] {
            let mut world =
                world(StepFriction::Box, Body::point(MASS, -0.4 * v * h, v), Order::Sequential, Form::Slope);
            (world.parameters.compliance.e, world.body.gravity) = (0.0, down());
            let mut deepest = 0.0f64;
            for _ in 0..200 {
                world.step(h);
                deepest = deepest.max(world.body.penetration());
            }
            // what gravity makes in a step or two
            assert!(deepest < 2.0 * 9.81 * h * h, "v {v} h {h}: {deepest:e} m");
        }
    }
}

/// A load along the ground pulls the body on in the flight after its impact; the impact has no part in that.
#[test]
fn load_in_the_flight_after_an_impact_rubs_against_nothing() {
    let h = 1e-3;
    for law in LAWS {
        for after in [0.0, 0.4e-3] {
            let mut world = world(law, Body::point(1.0, 0.0, 0.0), Order::Sequential, Form::Slope);
            world.body.gravity = V3::new(6.0, 0.0, -G);
            let speed = 0.3 - G * after;
            world.body.velocity = V3::new(-6.0 * after, 0.0, -speed);
            world.body.position = V3::new(0.0, 0.0, (speed + 0.5 * G * after) * after);
            world.run(1, h);
            let rest = h - after;
            let known = V3::new(6.0 * rest, 0.0, 0.5 * 0.3 - G * rest);
            assert!(
                (world.body.velocity - known).norm() < 1e-12,
                "{law:?} {after}: {} for {known}",
                world.body.velocity
            );
        }
    }
}
