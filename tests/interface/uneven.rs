//! Interface coupling: friction with e_t ≠ e_o, whose slip turns on its way to rest, and friction of planes that are given.

use crate::host::{Body, EVERY, V3, World, parameters};
use asperity::physics::parameters::FrictionMap;

const G: f64 = 9.81;

/// A point mass that slides: v̇_k = −μ·g·e_k²·v_k/|E·v|, so that dv_o/dv_t = (e_o/e_t)²·v_o/v_t and v_o = v_o0·(v_t/v_t0)^((e_o/e_t)²), whatever
/// the steps are. With (e_o/e_t)² = 2 a parabola; friction that is even keeps the ratio, by which the force of t and o exchanged fails.
#[test]
fn a_slip_turns_by_the_ratio_of_e_t_and_e_o() {
    for (e_t, e_o) in [(1.0, 2f64.sqrt()), (0.5, 2f64.sqrt() * 0.5)] {
        for (order, form) in EVERY {
            for h in [1e-3, 5e-3] {
                let mut p = parameters();
                (p.friction.mu_S, p.friction.e_t, p.friction.e_o) = (0.4, e_t, e_o);
                let mut body = Body::point(2.0, (2.0 * G / p.compliance.k).powf(1.0 / p.compliance.p), 0.0);
                body.gravity[2] = -G;
                body.velocity = V3::new(1.0, 0.8, 0.0);
                let mut world = World::new(p, body, order, form);
                let mut off = 0.0f64;
                // beyond, v_S = 0.01 m/s is felt
                while world.body.velocity[0] > 0.1 {
                    world.step(h);
                    let v = world.body.velocity;
                    off = off.max((v[1] - 0.8 * v[0].powi(2)).abs());
                }
                println!("e = ({e_t}, {e_o:.3}), {order:?} {form:?} {h}: off the parabola by {off:.1e} m/s");
                // micro-steps of 0.28 ms take 1.1 mm/s, and have the direction of their middle: (Δv/v)²/24 of v in each, 5e-7 m/s in all at
                // v = 0.1 m/s
                assert!(off < 1e-6, "{e_t} {e_o} {order:?} {form:?} {h}: {off:e}");
            }
        }
    }
}

/// On an incline that pulls along both directions: what e_t·μ_S and e_o·μ_S hold together by the ellipse stays where it is, and what is
/// beyond goes. tan of the slope along t and o over (e_t·μ, e_o·μ): 0.9 and 1.1 in length.
#[test]
fn what_the_ellipse_holds_rests_and_what_it_does_not_slides() {
    let (mu, e_t, e_o) = (0.4, 1.0, 0.5);
    for (order, form) in EVERY {
        for (share, holds) in [(0.9, true), (1.1, false)] {
            let mut p = parameters();
            (p.friction.mu_S, p.friction.mu_C, p.friction.e_t, p.friction.e_o) = (mu, mu, e_t, e_o);
            let mut body = Body::point(2.0, (2.0 * G / p.compliance.k).powf(1.0 / p.compliance.p), 0.0);
            let angle = 0.6f64;
            let pull = [angle.cos() * e_t, angle.sin() * e_o].map(|k| share * mu * G * k);
            body.gravity = V3::new(pull[0], pull[1], -G);
            let mut world = World::new(p, body, order, form);
            world.run(1000, 1e-2);
            let mut fastest = 0.0f64;
            for _ in 0..100 {
                world.step(1e-2);
                fastest = fastest.max(world.body.velocity.norm());
            }
            println!("{order:?} {form:?} {share}: {fastest:.1e} m/s after 10 s");
            assert_eq!(fastest < 1e-12, holds, "{order:?} {form:?} {share}: {fastest:e}");
            // slides with what is left, 0.1·μ·g of the weakest direction at least, for 11 s
            assert!(holds || fastest > 0.1 * mu * G * e_o, "{fastest:e}");
        }
    }
}

/// Twice as strong against one direction as against the other, planes c_t <= τ and −2·c_t <= τ: under a pull of 0.7·τ a body that friction holds
/// with τ rests, and one that it holds with τ/2 leaves with (0.7 − 0.5)·τ/m.
#[test]
fn planes_hold_one_way_and_let_go_the_other_way() {
    let mu = 0.4;
    for (order, form) in EVERY {
        for (way, holds) in [(-1.0, true), (1.0, false)] {
            let mut p = parameters();
            (p.friction.mu_S, p.friction.mu_C, p.settings.friction_map) = (mu, mu, FrictionMap::Planes);
            for (row, plane) in
                p.settings.planes.rows.iter_mut().zip([[1.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
            {
                *row = [plane[0], plane[1], 0.0];
            }
            let mut body = Body::point(2.0, (2.0 * G / p.compliance.k).powf(1.0 / p.compliance.p), 0.0);
            body.gravity = V3::new(way * 0.7 * mu * G, 0.0, -G);
            let mut world = World::new(p, body, order, form);
            world.run(1000, 1e-2);
            let v = world.body.velocity;
            let wanted = if holds { 0.0 } else { 0.2 * mu * G * 10.0 };
            println!("{order:?} {form:?} {way}: {:.3e} m/s after 10 s, {wanted}", v[0]);
            // until 0.7·τ stretches the bristles it is not held: below 1 ms of the pull
            assert!(
                (v[0] - wanted).abs() < if holds { 1e-12 } else { 1e-3 * 0.7 * mu * G + 1e-2 * 0.5 * mu * G },
                "{v}"
            );
            assert!(v[1].abs() < 1e-12);
        }
    }
}
