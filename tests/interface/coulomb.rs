//! Interface coupling: Coulomb's regularised friction, and the sets of forces other than the ellipsoid.

use crate::common::Setup;
use crate::host::fine::{Mover, Ride, fine};
use crate::host::{Body, EVERY, M3, V3, World, parameters};
use asperity::physics::parameters::{FrictionLaw, FrictionMap};
use asperity::stepping::interface::Order;

const G: f64 = 9.81;
/// v_small [m/s]
const V_SMALL: f64 = 0.01;

fn coulomb() -> Setup {
    let mut parameters = parameters();
    (parameters.settings.friction_law, parameters.friction.v_small) = (FrictionLaw::Coulomb, V_SMALL);
    parameters
}

/// Slip before the impact from gross to little, with and without moments, W with and without coupling across the
/// normal.
#[test]
fn oblique_impact() {
    let l = M3::new(125.0, 10.0, -20.0, 10.0, 100.0, 15.0, -20.0, 15.0, 140.0);
    let mut worst = 0.0f64;
    for (what, l, arm) in [
        ("sphere", M3::identity() * 125.0, V3::new(0.0, 0.0, -0.1)),
        ("beside the centre", l, V3::new(0.02, -0.01, -0.1)),
    ] {
        for e_r in [0.0, 0.03] {
            for v in [V3::new(1.0, 0.0, -1.0), V3::new(0.2, 0.1, -1.0), V3::new(0.01, 0.0, -0.5)] {
                let mut p = coulomb();
                p.friction.e_r = e_r;
                let mut mover = Mover::of_body(2.0, l, arm);
                (mover.v.linear, mover.v.angular) = (v, V3::new(1.0, 2.0, 10.0));
                let exact = fine(&p, &mover, 1e-6, 1.0);
                for order in [Order::Sequential, Order::Parallel] {
                    for phase in 0..4 {
                        let h = 5e-3;
                        let mut start = mover;
                        start.x = v[2] * h * (1.0 + f64::from(phase) / 4.0);
                        let mut ride = Ride::new(p, start, order);
                        ride.run(20, h);
                        let off = (ride.impulse.linear - exact.impulse.linear).norm() / exact.impulse.linear.norm();
                        let turned = (ride.impulse.angular - exact.impulse.angular).norm();
                        let turned = turned / (exact.impulse.linear.norm() * 0.1);
                        assert!(off < 5e-4 && turned < 5e-4, "{what} {e_r} {v} {order:?} {phase}: {off:e} {turned:e}");
                        worst = worst.max(off).max(turned);
                    }
                }
            }
        }
    }
    println!("oblique impact under the law coulomb: off by {worst:.1e} at most");
}

/// tan θ = μ_C·v/reg(v, v_small): v in closed form by bisection of the cubic.
#[test]
fn body_on_a_slope_creeps_by_the_regularised_law() {
    for (order, form) in EVERY {
        for angle in [0.0, 0.1f64, 0.35] {
            let mut body = Body::point(2.0, 0.0, 0.0);
            body.gravity = V3::new(G * angle.sin(), 0.0, -G * angle.cos());
            let mut world = World::new(coulomb(), body, order, form);
            for _ in 0..3000 {
                let outcome = world.step(1e-2);
                let f = outcome.force.mean;
                assert!(f[0].hypot(f[1]) <= 0.4 * f[2] * (1.0 + 1e-12), "{f}");
            }
            let (mut low, mut high) = (0.0, V_SMALL);
            for _ in 0..100 {
                let v: f64 = 0.5 * (low + high);
                let reg = v * v / V_SMALL * (1.0 - v / (3.0 * V_SMALL)) + V_SMALL / 3.0;
                if v < angle.tan() / 0.4 * reg { low = v } else { high = v }
            }
            let v = world.body.velocity[0];
            println!("{order:?} {form:?} {angle} rad: {v:e} against {low:e} m/s");
            assert!((v - low).abs() < 1e-13, "{order:?} {form:?} {angle}");
        }
    }
}

/// Steeper than atan(0.4) it is driven on, so that the mean of |v| in a micro-step is not that of its middle.
#[test]
fn force_stays_within_its_bound_on_a_steep_slope() {
    for e_r in [0.0, 0.02] {
        let mut p = coulomb();
        p.friction.e_r = e_r;
        let mut mover = Mover::of_body(2.0, M3::identity() * 125.0, V3::new(0.0, 0.0, -0.1));
        (mover.x, mover.b, mover.turning.b) = (1e-4, V3::new(60.0, 0.0, -5.0), V3::new(0.0, 0.0, 200.0));
        let mut ride = Ride::new(p, mover, Order::Sequential);
        let mut closest = 0.0f64;
        for _ in 0..300 {
            let outcome = ride.step(1e-3);
            let (f, m) = (outcome.force.mean, outcome.couple.mean[2]);
            let c = if e_r > 0.0 { m / e_r } else { 0.0 };
            let share = (f[0] * f[0] + f[1] * f[1] + c * c).sqrt() / (0.4 * f[2]);
            assert!(share <= 1.0 + 1e-12, "e_r {e_r}: {share}");
            closest = closest.max(share);
        }
        assert!(closest > 0.999_999, "e_r {e_r}: {closest}");
    }
}

/// Bristles and dwell state have no part in the law and relax: e^(−t/τ_br), τ_br = σ1/σ0.
#[test]
fn bristles_spring_back() {
    let mut p = coulomb();
    p.friction.e_r = 0.02;
    let mut mover = Mover::of_body(2.0, M3::identity() * 125.0, V3::new(0.0, 0.0, -0.1));
    (mover.x, mover.b[2]) = (1e-4, -G);
    mover.v.linear[0] = 0.5;
    let mut ride = Ride::new(p, mover, Order::Sequential);
    let state = &mut ride.contact.continuous;
    (state.z, state.z_r, state.s_dw) = (V3::new(1e-5, -2e-5, 0.0), 3e-5, 0.7);
    ride.run(3, 1e-3);
    let left = (-3e-3 * 1e5 / 316.227766f64).exp();
    let state = ride.contact.continuous;
    assert!((state.z - V3::new(1e-5, -2e-5, 0.0) * left).norm() < 1e-17, "{}", state.z);
    assert!((state.z_r - 3e-5 * left).abs() < 1e-17 && (state.s_dw - 0.7 * left).abs() < 1e-12, "{state:?}");
}

/// Eight planes around touch the ball at multiples of 45° from the axis, so the force of any slip lies in a corner
/// 22.5° beside and is 1/cos 22.5° longer: the corner that is nearest to the slip.
#[test]
fn polyhedron_pushes_along_its_corners() {
    for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb] {
        for axis in [0.0, 0.3f64] {
            for along in [0.1, 0.7, 1.3, 2.9, -0.5f64] {
                let mut p = coulomb();
                p.settings.friction_law = law;
                (p.settings.friction_map, p.settings.sides) = (FrictionMap::Polyhedron, 8);
                let mut body = Body::point(2.0, 1e-3, 0.0);
                body.velocity = V3::new(along.cos(), along.sin(), 0.0);
                let mut port = body.port(1.0);
                port.frame.axis = V3::new(axis.cos(), axis.sin(), 0.0);
                let outcome = asperity::stepping::interface::advance(
                    &p,
                    &crate::host::coupling(),
                    &port,
                    &Default::default(),
                    &mut Default::default(),
                    &crate::host::options(Order::Sequential),
                    1e-4,
                )
                .unwrap();
                let f = outcome.force.mean;
                let eighth = std::f64::consts::FRAC_PI_4;
                let corner = (((along - axis) / eighth).floor() + 0.5) * eighth + axis;
                let (ahead, aside) =
                    (-f[0] * corner.cos() - f[1] * corner.sin(), f[1] * corner.cos() - f[0] * corner.sin());
                let expected = 0.4 * f[2] / (0.5 * eighth).cos();
                let what = format!("{law:?} axis {axis} slip {along}: {ahead} {aside} of {expected}");
                assert!(aside.abs() < 1e-10 * expected, "{what}");
                // the mean of 1/|v| over a micro-step, second order in what it takes of v
                assert!((ahead - expected).abs() < 1e-7 * expected, "{what}");
            }
        }
    }
}

/// Force and moment each at their own bound, along the slip.
#[test]
fn mixed_map_bounds_force_and_moment_apart() {
    for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb] {
        let mut p = coulomb();
        (p.settings.friction_law, p.settings.friction_map) = (law, FrictionMap::Mixed);
        p.friction.e_r = 0.02;
        let mut mover = Mover::of_body(2.0, M3::identity() * 125.0, V3::new(0.0, 0.0, -0.1));
        (mover.x, mover.b[2]) = (1e-3, -G);
        (mover.v.linear, mover.v.angular) = (V3::new(0.6, 0.8, 0.0), V3::new(0.0, 0.0, -20.0));
        let mut ride = Ride::new(p, mover, Order::Sequential);
        for _ in 0..10 {
            let outcome = ride.step(1e-3);
            let (f, c) = (outcome.force.mean, outcome.couple.mean[2]);
            let bound = 0.4 * f[2];
            let what = format!("{law:?}: {f} {c}");
            assert!((0.8 * f[0] - 0.6 * f[1]).abs() < 1e-12 * bound, "direction, {what}");
            // the mean of 1/|v| over a micro-step, second order in what it takes of v
            assert!((f[0].hypot(f[1]) - bound).abs() < 1e-5 * bound, "{what}");
            assert!((c - 0.02 * bound).abs() < 1e-5 * 0.02 * bound, "{what}");
        }
    }
}
