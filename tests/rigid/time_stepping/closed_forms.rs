//! One particle on a plane: every number by hand.

use super::{Friction, G, Particle, RIGID, V3, iterated, once};
use asperity::rigid::time_stepping::{Approach, aim};
use std::f64::consts::PI;

const MASS: f64 = 2.0;
const MU: f64 = 0.4;
const H: f64 = 1e-3;
const WEIGHT: f64 = MASS * G;

fn weight() -> V3 {
    V3::new(-WEIGHT, 0.0, 0.0)
}

/// v_k = v₀ − μ·g·h·k, to the step in which it stops, and rest after it.
#[test]
fn block_loses_the_same_speed_in_every_step_and_then_sticks() {
    // 30° are a corner of the polygon with 12 sides; the axis one of the box
    let (s, c) = (PI / 6.0).sin_cos();
    let polygonal = Friction::Polygonal { sides: 12 };
    for (law, [x, y]) in [(RIGID, [c, s]), (RIGID, [-0.6, 0.8]), (polygonal, [c, s]), (Friction::Box, [0.0, -1.0])] {
        for (method, normal) in [(once(law), WEIGHT), (iterated(law), WEIGHT), (iterated(law), 0.0)] {
            let v0 = 0.1;
            let mut particle = Particle::sliding(MASS, MU, normal, [v0 * x, v0 * y]);
            // stops after 25.48 steps
            for k in 1..40 {
                particle.step(weight(), &method, H);
                let v = (v0 - MU * G * H * f64::from(k)).max(0.0);
                let off = (particle.u - V3::new(0.0, v * x, v * y)).abs().max();
                // rounding of 40 additions
                assert!(off < 1e-15, "{method:?} step {k}: {} for {v}", particle.u);
            }
        }
    }
}

/// Bristles start bent by what friction was, μ·m·g/k_T: they take up the rest of the motion, push back and come to rest
/// without a force.
#[test]
fn soft_bristles_stop_the_block_and_push_it_back() {
    let k_t = 1e5;
    let mut particle = Particle::sliding(MASS, MU, WEIGHT, [0.1, 0.0]);
    // above the speed μ·m·g/√(k_T·m) = 0.018 m/s that bent bristles can push it to
    let law = iterated(Friction::Regularised { stiffness: k_t, threshold: 0.05 });
    let mut way = 0.0;
    for k in 1..4000 {
        particle.step(weight(), &law, H);
        way += if k > 25 { H * particle.u[1] } else { 0.0 };
    }
    assert!(particle.slip() < 1e-12 && particle.contact.friction[0].abs() < 1e-9, "{particle:?}");
    // v₂₅ is the last that keeps friction at its bound; after it bent bristles unbend
    assert!((way + MU * WEIGHT / k_t).abs() < 1e-12, "{way:e}");
}

/// A trait of eq. (18): where slip turns round, bristles bent by all of μ·λ_N push back, v⁺ = −(μ·g·h − v)/(1 +
/// h²·k_T/m). From v = μ·g·h/(2 + h²·k_T/m) on it is the same backwards, for ever, unless v_th lets it stick.
#[test]
fn soft_bristles_chatter_below_the_threshold_of_their_rebound() {
    let k_t = 1e6;
    let chatter = MU * G * H / (2.0 + H * H * k_t / MASS);
    for (v_th, end) in [(0.95 * chatter, chatter), (1.05 * chatter, 0.0)] {
        let mut particle = Particle::sliding(MASS, MU, WEIGHT, [chatter, 0.0]);
        let law = iterated(Friction::Regularised { stiffness: k_t, threshold: v_th });
        (0..2000).for_each(|_| _ = particle.step(weight(), &law, H));
        assert!((particle.slip() - end).abs() < 1e-12, "v_th {v_th:e}: {:e} for {end:e}", particle.slip());
    }
}

/// On an incline it stays, without creep.
#[test]
fn block_on_an_incline_does_not_creep_in_1e5_steps() {
    let (s, c) = 0.3f64.sin_cos();
    assert!(s / c < MU);
    let force = V3::new(-c, 0.6 * s, -0.8 * s) * WEIGHT;
    for law in [RIGID, Friction::Box, Friction::Polygonal { sides: 16 }] {
        let mut particle = Particle::sliding(MASS, MU, 0.0, [0.0; 2]);
        let mut way = V3::zeros();
        for _ in 0..100_000 {
            particle.step(force, &iterated(law), H);
            way += particle.u * H;
        }
        // rounding of a velocity of g·h in each step, without a mean
        assert!(way.norm() < 1e-14, "{law:?}: {way:e}");
    }
}

/// At rest the bristles hold m·g·sin α, so they are bent by it over k_T, and no further however long it takes.
#[test]
fn bristles_on_an_incline_bend_by_the_load_over_their_stiffness() {
    let (s, c) = 0.3f64.sin_cos();
    let force = V3::new(-c, 0.6 * s, -0.8 * s) * WEIGHT;
    // from overdamped by the step to oscillating, h·√(k_T/m) = 2.2e4 … 0.07
    for k_t in [1e15, 1e6, 1e4] {
        let law = once(Friction::Regularised { stiffness: k_t, threshold: 0.5 });
        let mut particle = Particle::sliding(MASS, 2.0, c * WEIGHT, [0.0; 2]);
        let mut way = V3::zeros();
        for _ in 0..20_000 {
            particle.step(force, &law, H);
            way += particle.u * H;
        }
        let bent = V3::new(0.0, 0.6, -0.8) * (WEIGHT * s / k_t);
        assert!((way - bent).norm() <= 1e-6 * bent.norm() + 1e-16, "k_T {k_t:e}: {way} for {bent}");
        let held = particle.contact.friction;
        let load = V3::new(0.0, held[0], held[1]) + V3::new(0.0, 0.6, -0.8) * (WEIGHT * s);
        assert!(load.norm() < 1e-9 * WEIGHT, "k_T {k_t:e}: {held:?}");
    }
}

/// The corner nearest to −slip is the force of greatest work: at most π/sides away.
#[test]
fn polygonal_force_is_the_corner_nearest_to_the_opposite_of_slip() {
    for sides in [4u32, 6, 8, 32] {
        let corner = 2.0 * PI / f64::from(sides);
        for k in 0..360 {
            // off the directions half-way, where two corners do the same work
            let angle = (f64::from(k) + 0.3).to_radians();
            let (s, c) = angle.sin_cos();
            let mut particle = Particle::sliding(MASS, MU, 0.0, [10.0 * c, 10.0 * s]);
            let p = particle.step(weight(), &once(Friction::Polygonal { sides }), H);
            let nearest = ((angle + PI) / corner).round() * corner;
            let force = V3::new(1.0, MU * nearest.cos(), MU * nearest.sin()) * (WEIGHT * H);
            assert!((p - force).norm() < 1e-14 * WEIGHT * H, "{sides} sides, {k}°: {p} for {force}");
            let off = (p[2].atan2(p[1]) - angle - PI).rem_euclid(2.0 * PI);
            assert!(off.min(2.0 * PI - off) <= PI / f64::from(sides) + 1e-9, "{sides} sides, {k}°: {off}");
        }
    }
}

/// Each axis has a bound of its own: on the diagonal √2·μ·λ_N, whatever the direction of slip is otherwise.
#[test]
fn box_force_is_a_corner_of_its_square() {
    for [x, y] in [[1.0, 1.0], [3.0, 0.5], [-2.0, 1.0], [-0.7, -4.0]] {
        let mut particle = Particle::sliding(MASS, MU, 0.0, [x, y]);
        let p = particle.step(weight(), &iterated(Friction::Box), H);
        let bound = MU * WEIGHT * H;
        let force = V3::new(WEIGHT * H, -x.signum() * bound, -y.signum() * bound);
        assert!((p - force).norm() < 1e-14 * WEIGHT * H, "{p} for {force}");
        assert!((p[1].hypot(p[2]) / bound - 2f64.sqrt()).abs() < 1e-14);
    }
}

/// A contact that sticks under 0.9·μ·λ_N is pulled aside with more than μ·λ_N: it gives way along the pull, and friction
/// is μ·λ_N against that. Without turning the tangents, eqs. (12) and (13) to the letter, each component has its own
/// bound.
#[test]
fn break_away_force_in_any_direction_is_mu_times_the_normal_force() {
    let bound = MU * WEIGHT;
    for k_t in [f64::INFINITY, 1e9] {
        let law = Friction::Regularised { stiffness: k_t, threshold: 1e-2 };
        for degrees in [1, 20, 45, 89, 133, 180, 270, 301] {
            for share in [1.001, 1.3, 5.0] {
                let (s, c) = f64::from(degrees).to_radians().sin_cos();
                // bristles of 1e9 N/m have given back what they held before the step ends
                let pull = V3::new(-WEIGHT, share * bound * c, share * bound * s);
                let mut particle = Particle::sliding(MASS, MU, WEIGHT, [0.0, 0.0]);
                particle.contact.friction = [-0.9 * bound, 0.0];
                let p = particle.step(pull, &iterated(law), H);
                let force = V3::new(WEIGHT, -bound * c, -bound * s) * H;
                let slip = V3::new(0.0, c, s) * ((share - 1.0) * bound * H / MASS);
                // h²·k_T/m: what stiff bristles leave of their old direction
                let near = if k_t.is_infinite() { 1e-10 } else { 2.0 * MASS / (H * H * k_t) / (share - 1.0) };
                let what = format!("k_T {k_t:e}, {degrees}°, {share}");
                assert!((p - force).norm() <= near * force.norm(), "{what}: {p} for {force}");
                assert!((particle.u - slip).norm() <= near * bound * H / MASS, "{what}: {} for {slip}", particle.u);
                assert!(p[1].hypot(p[2]) <= bound * H * (1.0 + 2e-12), "{what}: {p}");
            }
        }
    }
    let mut particle = Particle::sliding(MASS, MU, WEIGHT, [0.0, 0.0]);
    particle.contact.friction = [-0.9 * bound, 0.0];
    let pull = V3::new(-WEIGHT, 1.3 * bound / 2f64.sqrt(), 1.3 * bound / 2f64.sqrt());
    let p = particle.step(pull, &once(RIGID), H);
    assert!((p[1].hypot(p[2]) / (bound * H) - 1.3).abs() < 1e-12, "{p}");
}

/// Eqs. (19), (20): a force F across the slip meets b_μ = μ·λ_N/v₁, v₂⁺ = (F·h/m)/(1 + h·b_μ/m). And if the slip keeps
/// its first component, force and slip are opposite exactly.
#[test]
fn drift_viscosity_turns_the_force_with_the_slip() {
    let (s, c) = 0.7f64.sin_cos();
    for v1 in [0.02, 1.0, 50.0] {
        let across = 30.0;
        // along the slip what friction takes away, across it any force
        let force = V3::new(-WEIGHT, 0.0, 0.0) + V3::new(0.0, c, s) * (MU * WEIGHT) + V3::new(0.0, -s, c) * across;
        let mut particle = Particle::sliding(MASS, MU, WEIGHT, [v1 * c, v1 * s]);
        let p = particle.step(force, &once(RIGID), H);
        let b_mu = MU * WEIGHT / v1;
        let v2 = (across * H / MASS) / (1.0 + H * b_mu / MASS);
        let slip = V3::new(0.0, v1 * c - v2 * s, v1 * s + v2 * c);
        assert!((particle.u - slip).norm() < 1e-14 * v1, "{} for {slip}", particle.u);
        let crossed = p[1] * slip[2] - p[2] * slip[1];
        assert!(crossed.abs() < 1e-14 * v1 * p.norm(), "v1 {v1}: {crossed:e}");
    }
}

/// Within a step that turns the slip round: rigid bristles give μ·λ_N against the new slip, those of finite stiffness
/// −μ·λ_N − h·k_T·v₁⁺ up to the other bound, eq. (18).
#[test]
fn slip_that_turns_round_within_a_step_meets_friction_the_other_way() {
    let v0 = 0.02;
    for pull in [1.5, 3.0, 40.0] {
        let bound = MU * WEIGHT;
        let force = V3::new(-WEIGHT, -pull * bound, 0.0);
        let free = v0 - pull * bound * H / MASS;
        let forwards = free - bound * H / MASS;
        let backwards = free + bound * H / MASS;
        for k_t in [f64::INFINITY, 1e10, 1e7, 1e4, 10.0] {
            let law = once(Friction::Regularised { stiffness: k_t, threshold: 1e-3 });
            let mut particle = Particle::sliding(MASS, MU, WEIGHT, [v0, 0.0]);
            let p = particle.step(force, &law, H);
            let v = if forwards >= 0.0 {
                forwards
            } else if k_t.is_infinite() {
                backwards.min(0.0)
            } else {
                // m·v⁺ = m·free + h·(−μ·λ_N − h·k_T·v⁺)
                let bent = (MASS * free - H * bound) / (MASS + H * H * k_t);
                if -bound - H * k_t * bent > bound { backwards } else { bent }
            };
            assert!((particle.u[1] - v).abs() < 1e-14, "pull {pull} k_T {k_t:e}: {} for {v}", particle.u[1]);
            let f = (v - free) * MASS / H;
            assert!((p[1] / H - f).abs() < 1e-9 * bound, "pull {pull} k_T {k_t:e}: {} for {f}", p[1] / H);
        }
    }
}

/// The difference to rigid bristles falls as 1/k_T.
#[test]
fn stiff_bristles_approach_rigid_ones() {
    let force = V3::new(-WEIGHT, 0.3 * MU * WEIGHT, -0.5 * MU * WEIGHT);
    let path = |k_t: f64| {
        let law = iterated(Friction::Regularised { stiffness: k_t, threshold: 1e-2 });
        let mut particle = Particle::sliding(MASS, MU, WEIGHT, [0.1, 0.3]);
        let mut way = V3::zeros();
        for _ in 0..400 {
            particle.step(force, &law, H);
            way += particle.u * H;
        }
        way
    };
    let rigid = path(f64::INFINITY);
    let off: Vec<f64> = [1e8, 1e10, 1e12].iter().map(|k_t| (path(*k_t) - rigid).norm()).collect();
    assert!(off[0] < 1e-6 && off[0] > 1e-10, "{off:?}");
    // the last is near the rounding of the way
    assert!((off[1] / off[0] - 1e-2).abs() < 2e-3 && off[2] < 2e-4 * off[0], "{off:?}");
}

/// One pass knows the normal force of the step before: after a jump of the load friction follows a step late, so that
/// the speed keeps μ·(N₂ − N₁)·h/m more; iterated it follows at once.
#[test]
fn one_pass_lags_behind_the_normal_load_by_one_step() {
    let v0 = 3.0;
    for law in [RIGID, Friction::Box] {
        for (method, late) in [(once(law), 1.0), (iterated(law), 0.0)] {
            let mut particle = Particle::sliding(MASS, MU, WEIGHT, [v0, 0.0]);
            for k in 1..=10 {
                let load = if k <= 4 { WEIGHT } else { 3.0 * WEIGHT };
                particle.step(V3::new(-load, 0.0, 0.0), &method, H);
                let taken = if k <= 4 { f64::from(k) } else { 3.0 * f64::from(k) - 8.0 - 2.0 * late };
                let v = v0 - MU * G * H * taken;
                assert!((particle.u[1] - v).abs() < 1e-14, "{method:?} step {k}: {} for {v}", particle.u[1]);
            }
        }
    }
}

/// Polygons take the force of the end of the step in any case.
#[test]
fn polygon_follows_the_normal_load_at_once() {
    let mut particle = Particle::sliding(MASS, MU, WEIGHT, [3.0, 0.0]);
    let p = particle.step(V3::new(-3.0 * WEIGHT, 0.0, 0.0), &once(Friction::Polygonal { sides: 4 }), H);
    assert!((p[1] + MU * 3.0 * WEIGHT * H).abs() < 1e-15, "{p}");
}

/// What asks the bodies to part, and what lets them approach.
#[test]
fn least_velocity_of_separation_is_kept() {
    for law in super::LAWS {
        for (least, free) in [(0.5, -1.0), (-0.25, -1.0), (-2.0, -1.0), (0.0, 0.1)] {
            let mut particle = Particle::sliding(MASS, MU, WEIGHT, [1.0, 0.0]);
            (particle.u[0], particle.contact.least) = (free, least);
            let p = particle.step(V3::zeros(), &iterated(law), H);
            assert!((particle.u[0] - free.max(least)).abs() < 1e-15, "{law:?}: {}", particle.u);
            assert!((p[0] - MASS * (least - free).max(0.0)).abs() < 1e-15, "{law:?}: {p}");
        }
    }
}

/// A rebound at e·v flies for 2·e·v/b: one that ends within the step makes the bodies lie, a longer one leaves them its speed less
/// b times the rest of the step.
#[test]
fn a_rebound_counts_if_its_flight_is_longer_than_the_step() {
    let (h, b, e) = (0.01, 10.0, 0.2);
    for (flight, lies) in [(0.9 * h, true), (0.99 * h, true), (1.01 * h, false), (1.5 * h, false), (3.0 * h, false)] {
        let rebound = 0.5 * b * flight;
        let at = Approach { penetration: 0.0, rate: rebound / e, acceleration: b, least_speed: 1e-7, give_back: 1e-3 };
        let found = aim(&at, |_, speed| e * speed, h).unwrap();
        let [least, after] = if lies { [0.0, 0.0] } else { [rebound - b * h, rebound] };
        // a few roundings
        assert!((found.least - least).abs() < 1e-15 && (found.rebound.unwrap() - after).abs() < 1e-15, "{found:?}");
    }
}
