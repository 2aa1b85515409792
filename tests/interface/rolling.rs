//! Interface coupling: rolling resistance on a body that turns.

use crate::host::fine::{Mover, Ride};
use crate::host::{Body, EVERY, Form, M3, V3, World, parameters};
use asperity::physics::parameters::FrictionLaw;
use asperity::stepping::interface::Order;

const G: f64 = 9.81;
/// ω_small [rad/s]
const W_SMALL: f64 = 0.01;

/// A sphere of 2 kg and 0.1 m that rolls along x on a plane leaning by `angle` [rad]: gravity leans instead.
fn rolling(order: Order, form: Form, speed: f64, mu_r: f64, angle: f64) -> World {
    let mut parameters = parameters();
    (parameters.friction.mu_r, parameters.friction.w_small) = (mu_r, W_SMALL);
    (parameters.geometry.settings.is_flat_j, parameters.geometry.shapes.contact_radius_i) = (true, 0.1);
    let mut body = Body::sphere(2.0, 0.1, V3::new(speed, 0.0, 0.0), V3::new(0.0, speed / 0.1, 0.0));
    body.gravity = V3::new(G * angle.sin(), 0.0, -G * angle.cos());
    body.position[2] -= (2.0 * G * angle.cos() / 1e6f64).powf(2.0 / 3.0);
    World::new(parameters, body, order, form)
}

/// (2/5 + 1)·m·R²·ω̇ = −μ_r·R·m·g while it rolls: a = 5/7·μ_r·g. Below ω_small the couple is linear and ω decays with
/// 7/5·m·R²·ω_small/(3·μ_r·R·m·g) = 5 ms.
#[test]
fn rolling_sphere_slows_down_by_five_sevenths_of_mu_r_g_and_stops() {
    let mu_r = 0.01;
    let expected = 5.0 / 7.0 * mu_r * G;
    for (order, form) in EVERY {
        for h in [1e-3, 1e-2] {
            let mut world = rolling(order, form, 0.5, mu_r, 0.0);
            let second = (1.0 / h) as usize;
            let mut speeds = [0.0; 2];
            for speed in &mut speeds {
                world.run(second, h);
                *speed = world.body.velocity[0];
            }
            let slowed = speeds[0] - speeds[1];
            // 0.5 m/s are used up after 7.14 s
            world.run(10 * second, h);
            let mut fastest = 0.0f64;
            for _ in 0..10_000.max(10 * second) {
                world.step(h);
                fastest = fastest.max(world.body.velocity.norm()).max(world.body.omega.norm());
            }
            println!("{order:?} {form:?} {h}: {slowed} against {expected} m/s2, at most {fastest:.1e} 12 s later");
            // what is left of the start: bristles that are not deflected yet, 5 ms of swinging
            assert!((slowed - expected).abs() < 1e-6 * expected, "{order:?} {form:?} {h}: {slowed}");
            assert!(fastest < 1e-13, "{order:?} {form:?} {h}: {fastest:e}");
        }
    }
}

/// Without bristles, which swing back a little when the sphere stops, nothing turns it round.
#[test]
fn rolling_couple_never_reverses() {
    for w_small in [1e-2, 1e-5] {
        for h in [1e-3, 1e-2] {
            let mut world = rolling(Order::Sequential, Form::Slope, 0.0, 0.1, 0.0);
            world.parameters.settings.friction_law = FrictionLaw::None;
            (world.parameters.friction.w_small, world.body.omega) = (w_small, V3::new(3.0, -2.0, 0.0));
            let mut before = world.body.omega;
            for _ in 0..(1.0 / h) as usize {
                world.step(h);
                let now = world.body.omega;
                for k in 0..3 {
                    // what the host's own subtraction rounds
                    let least = -1e-15 * before[k].abs() - f64::MIN_POSITIVE;
                    let (now, before) = (now[k] * before[k].signum(), before[k].abs());
                    assert!(now >= least && now <= before, "{w_small} {h}: {now:e} after {before:e}");
                }
                before = now;
            }
            // I·ω/(μ_r·R·m·g) = 0.15 s
            assert!(before.norm() < 1e-9, "{w_small} {h}: {before}");
        }
    }
}

/// tan θ = μ_r·ω/reg(ω, ω_small): ω in closed form by bisection of the cubic.
#[test]
fn sphere_on_a_slope_below_mu_r_creeps_by_the_regularised_law() {
    let mu_r = 0.1;
    for (order, form) in EVERY {
        for angle in [0.0, 0.05f64, 0.09] {
            let h = 1e-2;
            let mut world = rolling(order, form, 0.0, mu_r, angle);
            world.run(4000, h);
            let (mut low, mut high) = (0.0, W_SMALL);
            for _ in 0..100 {
                let w: f64 = 0.5 * (low + high);
                let reg = w * w / W_SMALL * (1.0 - w / (3.0 * W_SMALL)) + W_SMALL / 3.0;
                if w < angle.tan() / mu_r * reg { low = w } else { high = w }
            }
            let (omega, v) = (world.body.omega[1], world.body.velocity[0]);
            println!("{order:?} {form:?} {angle} rad: {omega:e} and {:e} against {low:e} rad/s", v / 0.1);
            // 1e-12 of what gravity does in a step
            assert!((omega - low).abs() < 1e-13 && (v / 0.1 - low).abs() < 1e-12, "{order:?} {form:?} {angle}");
        }
    }
}

/// Rolling, spinning and sliding friction on bodies of next to no inertia that touch beside their centre, thrown
/// against the surface and then pressed on it: nothing gained, nothing lost from the ledger.
#[test]
fn stiff_couples_gain_nothing() {
    let mut worst = 0.0f64;
    for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb] {
        for inertia in [1e-2, 1e-5, 1e-12] {
            for e_r in [0.0, 0.1] {
                for order in [Order::Sequential, Order::Parallel] {
                    for h in [1e-3, 1e-2] {
                        let mut p = parameters();
                        (p.settings.friction_law, p.friction.v_small) = (law, 1e-3);
                        (p.friction.mu_r, p.friction.w_small, p.friction.e_r) = (0.1, 1e-4, e_r);
                        (p.geometry.settings.is_flat_j, p.geometry.shapes.contact_radius_i) = (true, 0.1);
                        let l = M3::new(1.0, 0.1, -0.2, 0.1, 0.8, 0.15, -0.2, 0.15, 1.4) / inertia;
                        let mut mover = Mover::of_body(2.0, l, V3::new(0.02, -0.01, -0.1));
                        mover.x = -1e-3;
                        mover.v.linear = V3::new(0.5, 0.2, -0.3);
                        mover.v.angular = V3::new(5.0, -10.0, 30.0);
                        let mut ride = Ride::new(p, mover, order);
                        let mut most = mover.kinetic();
                        for _ in 0..12 {
                            ride.step(h);
                            let kinetic = ride.mover.kinetic();
                            let what = format!("{law:?} {inertia:e} {e_r} {order:?} {h}");
                            assert!(kinetic <= most * (1.0 + 1e-12), "{what}: {kinetic} of {most}");
                            if order == Order::Sequential {
                                // in parallel order what is stored is one step ahead
                                most = kinetic + ride.contact.stored;
                            }
                        }
                        ride.mover.b[2] = -G;
                        for _ in 0..12 {
                            let outcome = ride.step(h);
                            assert!(outcome.force.mean.sum().is_finite() && outcome.couple.mean.sum().is_finite());
                        }
                        let energy = ride.contact.continuous.energy;
                        let out = ride.contact.stored + energy.dissipated_normal + energy.dissipated_friction;
                        worst = worst.max((energy.work - out).abs() / energy.work);
                        assert!(energy.dissipated_friction > 0.0);
                    }
                }
            }
        }
    }
    println!("stiff couples: residual at most {worst:.1e} of the work");
    assert!(worst < 1e-5, "{worst:e}");
}
