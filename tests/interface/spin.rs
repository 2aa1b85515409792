//! Interface coupling: spinning friction on a body that turns.

use crate::common::{Setup, some_planes};
use crate::host::fine::{Mover, Ride, fine};
use crate::host::{Body, EVERY, Form, M3, V3, World, parameters, restored};
use asperity::physics::parameters::{BristleFrame, FrictionMap, SpinRadiusSource};
use asperity::stepping::interface::Order;

const G: f64 = 9.81;
/// e_r [m]
const E_R: f64 = 5e-3;
/// x of a sphere of 2 kg at rest on the plane [m], (m·g/k)^(2/3)
fn rest() -> f64 {
    (2.0 * G / 1e6f64).powf(2.0 / 3.0)
}

/// A sphere of 2 kg and 0.1 m that spins on a plane, in the place where k·x^1.5 carries it.
fn spinning(order: Order, form: Form, omega: f64) -> World {
    let mut parameters = parameters();
    parameters.friction.e_r = E_R;
    let mut body = Body::sphere(2.0, 0.1, V3::zeros(), V3::new(0.0, 0.0, omega));
    body.gravity[2] = -G;
    body.position[2] -= rest();
    World::new(parameters, body, order, form)
}

/// I·ω/(μ·m·g·e_r), with μ_S = μ_C; parallel order is not late, since the weight that it misses in the first step comes
/// with its friction in the second. Then the sphere swings on the bristles about the normal,
/// whose damping σ1·e_r²/(2·I) = 0.49 1/s is weak: e^(−0.49·80) of 0.1 rad/s is below 1e-18.
#[test]
fn spinning_sphere_stops_when_its_momentum_is_used_up_and_stays() {
    let stop = 0.008 * 10.0 / (0.4 * 2.0 * G * E_R);
    for (order, form) in EVERY {
        for h in [1e-3, 1e-2] {
            let mut world = spinning(order, form, 10.0);
            world.parameters.friction.mu_S = 0.4;
            let (mut before, mut time) = (0.0, 0.0);
            while world.body.omega[2] > 0.0 {
                before = world.body.omega[2];
                world.step(h);
                time += h;
            }
            time -= h * world.body.omega[2] / (world.body.omega[2] - before);
            let late = time - stop;
            world.run((80.0 / h) as usize, h);
            let mut fastest = 0.0f64;
            for _ in 0..(100.0 / h) as usize {
                world.step(h);
                fastest = fastest.max(world.body.omega.norm());
            }
            println!("{order:?} {form:?} {h}: stops {late:.1e} s beside {stop:.4} s, then at most {fastest:.1e} rad/s");
            // settling of the normal force
            assert!(late.abs() < 1e-5, "{order:?} {form:?} {h}: {late}");
            assert!(fastest < 1e-15, "{order:?} {form:?} {h}: {fastest:e}");
        }
    }
}

/// 0.008·3 = 0.024 N·m of 0.45·f_n·e_r = 0.044 N·m. Where b_w is not told, the couple of a step is the one that stops
/// what the step before has done: half a step's b_w is left, and in parallel order one and a half.
#[test]
fn couple_below_the_bound_is_held_if_it_is_told_or_estimated() {
    for (order, form) in EVERY {
        for (told, known) in [(1.0, true), (0.0, true), (0.0, false)] {
            if order == Order::Parallel && !known {
                continue;
            }
            for h in [1e-3, 1e-2] {
                let mut world = spinning(order, form, 0.0);
                world.options.b_known = known;
                (world.body.drive[2], world.told_drive) = (3.0, told);
                world.run((80.0 / h) as usize, h);
                let mut fastest = 0.0f64;
                for _ in 0..1000 {
                    world.step(h);
                    fastest = fastest.max(world.body.omega.norm());
                }
                println!("told {told}, known {known}, {order:?} {form:?} {h}: creeps with {fastest:.2e} rad/s");
                let untold = told == 0.0 && known;
                let expected = 3.0 * h * if order == Order::Parallel { 1.5 } else { 0.5 };
                if untold {
                    assert!((fastest - expected).abs() < 0.01 * expected, "{order:?} {form:?} {h}: {fastest:e}");
                } else {
                    assert!(fastest < 1e-12, "{order:?} {form:?} {h}: {fastest:e}");
                }
            }
        }
    }
}

/// A body of 2 kg with full inertia that touches beside its centre: every element of W, G and L counts. It slides and
/// spins under its weight.
fn sliding() -> (Setup, Mover) {
    let mut p = parameters();
    // the fine integration does not turn the contact frame
    p.settings.bristle_frame = BristleFrame::Paper;
    (p.settings.sides, p.geometry.settings.is_flat_j, p.geometry.shapes.contact_radius_i) = (8, true, 0.1);
    (p.friction.e_r, p.friction.mu_r, p.friction.w_small) = (2e-2, 0.02, 0.5);
    let l = M3::new(125.0, 10.0, -20.0, 10.0, 100.0, 15.0, -20.0, 15.0, 140.0);
    let mut mover = Mover::of_body(2.0, l, V3::new(0.02, -0.01, -0.1));
    (mover.b[2], mover.x) = (-G, rest());
    mover.v.linear = V3::new(0.5, 0.2, 0.0);
    mover.v.angular = V3::new(2.0, -1.0, 30.0);
    (p, mover)
}

fn after(p: &Setup, mover: &Mover, order: Order, h: f64, end: f64) -> Ride {
    let mut ride = Ride::new(*p, *mover, order);
    let late = if order == Order::Parallel { 1 } else { 0 };
    ride.run((end / h).round() as usize + late, h);
    ride
}

/// Asked: within 0.5 % of a fine integration. The polyhedron's force leaps from corner to corner, which
/// a micro-step sees at its end: that is its share. Corners of the planes are farther apart, and their couple is off by more, by as much less as
/// micro-steps are shorter.
#[test]
fn sliding_and_spinning_and_rolling_at_once() {
    let sources = [SpinRadiusSource::Given, SpinRadiusSource::ContactRadius];
    for (map, source) in FrictionMap::ALL.iter().flat_map(|&map| sources.map(|source| (map, source))) {
        for e in [[1.0, 1.0], [0.6, 1.5]] {
            let (mut p, mover) = sliding();
            (p.settings.friction_map, p.settings.spin_radius_source) = (map, source);
            [p.friction.e_t, p.friction.e_o] = e;
            p.settings.planes = some_planes();
            let end = 0.05;
            let exact = fine(&p, &mover, 1e-6, end);
            let steps = if map == FrictionMap::Planes { [2e-5, 1e-3] } else { [1e-3, 5e-3] };
            for h in steps {
                let ride = after(&p, &mover, Order::Sequential, h, end);
                let of = |u: V3, v: V3| (u - v).norm() / v.norm();
                let off = of(ride.impulse.linear, exact.impulse.linear);
                let turned = of(ride.impulse.angular, exact.impulse.angular);
                println!("{map:?} {source:?} {e:?} {h}: impulse off by {off:.1e}, couple by {turned:.1e}");
                let most = match map {
                    FrictionMap::Planes if h == 1e-3 => 2e-2,
                    FrictionMap::Planes => 2e-3,
                    FrictionMap::Polyhedron => 5e-3,
                    FrictionMap::Ellipsoid | FrictionMap::Mixed => 2e-4,
                };
                assert!(off < most && turned < most, "{map:?} {source:?} {e:?} {h}: {off:e} {turned:e}");
            }
        }
    }
}

/// Steps shorter than a micro-step are micro-steps: at rest on k = 1e6 it is 0.28 ms long, in the impact 0.2 ms.
#[test]
fn micro_steps_with_moments_are_of_second_order() {
    for source in [SpinRadiusSource::Given, SpinRadiusSource::ContactRadius] {
        for impact in [false, true] {
            let (mut p, mut mover) = sliding();
            p.settings.spin_radius_source = source;
            let (mut end, mut longest) = (0.05, 2e-4);
            if impact {
                (end, longest) = (6e-3, 1e-4);
                (mover.x, mover.v.linear[2]) = (0.0, -0.5);
            }
            let exact = fine(&p, &mover, 1e-6, end);
            let errors = [1.0, 0.5, 0.25].map(|part| {
                let v = after(&p, &mover, Order::Sequential, longest * part, end).mover.v - exact.mover.v;
                v.linear.norm() + 0.1 * v.angular.norm()
            });
            let orders = [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()];
            println!("{source:?}, impact {impact}: {errors:?}, orders {orders:?}");
            assert!(orders[0] > 1.9 && orders[1] > 1.9, "{source:?}, impact {impact}: {orders:?}");
        }
    }
}

/// With μ_S = μ_C every mean force lies in the ellipsoid of its normal force, and so does the sum, the ellipsoid being
/// convex.
#[test]
fn force_and_moment_stay_in_the_ellipsoid() {
    let (mut p, mover) = sliding();
    p.friction.mu_S = p.friction.mu_C;
    let mut closest = 0.0f64;
    for order in [Order::Sequential, Order::Parallel] {
        let mut ride = Ride::new(p, mover, order);
        for _ in 0..200 {
            let outcome = ride.step(1e-3);
            let (f, c) = (outcome.force.mean, outcome.couple.mean[2] / p.friction.e_r);
            let share = (f[0] * f[0] + f[1] * f[1] + c * c).sqrt() / (p.friction.mu_C * f[2]);
            assert!(share <= 1.0 + 1e-12, "{order:?}: {share}");
            closest = closest.max(share);
        }
    }
    println!("force and moment: up to {closest} of the bound");
    assert!(closest > 0.999, "{closest}");
}

/// Bristles so viscous that their force is far beyond the bound wherever there is slip: its direction is that of the
/// motion, which turns.
#[test]
fn viscous_bristles_slide_along_the_motion() {
    let (mut p, mut mover) = sliding();
    (p.friction.sigma_0, p.friction.sigma_1, p.friction.v_S) = (1e4, 1e4, 0.5);
    mover.v.angular = V3::new(2.0, -1.0, 10.0);
    let exact = fine(&p, &mover, 1e-6, 0.05);
    for h in [1e-3, 5e-3] {
        let ride = after(&p, &mover, Order::Sequential, h, 0.05);
        let off = (ride.impulse.linear - exact.impulse.linear).norm() / exact.impulse.linear.norm();
        let turned = (ride.impulse.angular - exact.impulse.angular).norm() / exact.impulse.angular.norm();
        println!("viscous bristles, {h}: impulse off by {off:.1e}, couple by {turned:.1e}");
        assert!(off < 1e-4 && turned < 1e-4, "{h}: {off:e} {turned:e}");
    }
}

/// Right and wrong masses, in both orders: the couple takes part in probe, measurement and repetition.
#[test]
fn oblique_impact_of_a_spinning_sphere_with_moments() {
    let mut p = parameters();
    p.settings.bristle_frame = BristleFrame::Paper;
    (p.geometry.settings.is_flat_j, p.geometry.shapes.contact_radius_i) = (true, 0.1);
    (p.friction.e_r, p.friction.mu_r, p.friction.w_small) = (3e-2, 0.05, 0.1);
    let (velocity, omega) = (V3::new(0.3, 0.1, -1.0), V3::new(3.0, 10.0, 20.0));
    let start = Body::sphere(2.0, 0.1, velocity, omega);
    let mut mover = Mover::of_body(2.0, M3::identity() / start.inertia, V3::new(0.0, 0.0, -0.1));
    (mover.v.linear, mover.v.angular) = (start.contact_velocity(), omega);
    let exact = fine(&p, &mover, 1e-7, 1.0);
    let v_end = velocity + exact.impulse.linear / 2.0;
    let moment = V3::new(0.0, 0.0, -0.1).cross(&exact.impulse.linear) + exact.impulse.angular;
    let omega_end = omega + moment / start.inertia;
    let mut worst = 0.0f64;
    for order in [Order::Sequential, Order::Parallel] {
        for ratio in [1.0, 4.0, 0.25] {
            for phase in 0..8 {
                let h = 5e-3;
                let mut body = start;
                body.position -= velocity * (h * (1.0 + f64::from(phase) / 8.0));
                let mut world = World::new(p, body, order, Form::Mean);
                (world.options.mass_known, world.mass_factor) = (ratio == 1.0, ratio);
                let energy = body.energy();
                world.bounce(h);
                let off_v = (world.body.velocity - v_end).norm() / v_end.norm();
                let off_omega = (world.body.omega - omega_end).norm() / omega_end.norm();
                let off = off_v.max(off_omega);
                assert!(off < 5e-3, "{order:?} {ratio} {phase}: {off_v:e} {off_omega:e}");
                assert!(world.peak <= energy * (1.0 + 1e-12), "{order:?} {ratio} {phase}: gained");
                worst = worst.max(off);
            }
        }
    }
    println!("oblique impact with moments at 5 ms: off by {worst:.1e} at most");
}

/// The residual is the error of the passes only, and what is carried is everything.
#[test]
fn ledger_closes_and_saved_bytes_are_everything() {
    for order in [Order::Sequential, Order::Parallel] {
        let mut body = Body::sphere(2.0, 0.1, V3::new(1.0, 0.3, -1.0), V3::new(0.0, 20.0, 5.0));
        body.gravity[2] = -G;
        let mut p = sliding().0;
        p.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
        let mut world = World::new(p, body, order, Form::Slope);
        (world.options.mass_known, world.mass_factor) = (false, 2.0);
        world.contact.continuous.z_r = 1e-5;
        world.contact.stored = 0.5 * 1e5 * 1e-10;
        let stored = world.contact.stored;
        let mut again = world.clone();
        for _ in 0..3000 {
            world.step(1e-3);
            again.memory = restored(&again.memory);
            again.step(1e-3);
            assert_eq!(again.contact, world.contact);
        }
        let energy = world.contact.continuous.energy;
        let residual =
            energy.work + stored - world.contact.stored - energy.dissipated_normal - energy.dissipated_friction;
        println!("{order:?}: residual {:.1e} of the work", residual / energy.work);
        assert!(residual.abs() < 1e-8 * energy.work, "{order:?}: {residual:e} of {:e}", energy.work);
    }
}

#[test]
fn capped_steps_with_moments_gain_nothing() {
    for order in [Order::Sequential, Order::Parallel] {
        for most in [1, 2, 5, 10] {
            for k in [1e6, 1e9] {
                let mut body = Body::sphere(2.0, 0.1, V3::new(1.0, 0.3, -1.0), V3::new(0.0, 20.0, 50.0));
                body.gravity[2] = -G;
                let mut p = sliding().0;
                (p.compliance.k, p.friction.w_small) = (k, 1e-3);
                let mut world = World::new(p, body, order, Form::Slope);
                world.options.max_micro_steps = most;
                let start = world.body.energy();
                let mut capped = false;
                for _ in 0..500 {
                    capped |= world.step(1e-2).capped;
                }
                assert!(capped && world.peak <= start * (1.0 + 1e-12), "{order:?} {most} {k:e}: {} J", world.peak);
            }
        }
    }
}

/// With e_r = 0 bristles about the normal bear nothing: they spring back with τ_br = σ1/σ0 while the contact rolls, and what happens
/// beside them does not know of them.
#[test]
fn a_twist_without_a_radius_springs_back() {
    let mut worlds = [0.0, 7e-5].map(|z_r| {
        let mut world = spinning(Order::Sequential, Form::Slope, 0.0);
        let parameters = &mut world.parameters;
        (parameters.friction.e_r, parameters.friction.mu_r, parameters.friction.w_small) = (0.0, 0.01, 0.01);
        (parameters.geometry.shapes.contact_radius_i, parameters.geometry.settings.is_flat_j) = (0.1, true);
        world.body.velocity[0] = 0.05;
        world.contact.continuous.z_r = z_r;
        world
    });
    let h = 5e-3;
    for world in &mut worlds {
        world.step(h);
    }
    let [plain, twisted] = worlds;
    let expected = 7e-5 * (-h * 1e5 / 316.227766f64).exp();
    assert!((twisted.contact.continuous.z_r / expected - 1.0).abs() < 1e-12, "{}", twisted.contact.continuous.z_r);
    assert_eq!((plain.body.velocity, plain.body.omega), (twisted.body.velocity, twisted.body.omega));
}
