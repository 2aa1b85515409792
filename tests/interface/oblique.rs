//! Friction in whole impacts, against a fine integration of the same laws: what slips on, what stops within the impact, what sticks.

use crate::host::fine::{Mover, Ride, fine};
use crate::host::{M3, Setup, V3, parameters};
use asperity::stepping::coupling::HandBack;
use asperity::stepping::interface::{Order, Spatial};

/// μ_C, σ0, k, what σ1 is multiplied with, σ2, with which nothing slides in closed form, and a load along the plane [m/s²].
const CONTACTS: [[f64; 6]; 5] = [
    [0.3, 1e5, 1e8, 1.0, 0.0, 0.0],
    [0.6, 1e5, 1e9, 1.0, 0.0, 0.0],
    [0.4, 1e6, 1e8, 1.0, 0.0, 0.0],
    [0.3, 1e5, 1e6, 3.0, 0.0, 0.0],
    [0.3, 1e5, 1e8, 1.0, 5.0, 0.0],
];
const LOADED: [[f64; 6]; 1] = [[0.3, 1e5, 1e8, 1.0, 0.0, 3.0]];

fn contact(e: f64, [mu, sigma_0, k, damped, sigma_2, _]: [f64; 6]) -> Setup {
    let mut setup = parameters();
    (setup.compliance.e, setup.compliance.k) = (e, k);
    (setup.friction.mu_S, setup.friction.mu_C, setup.friction.sigma_0) = (1.2 * mu, mu, sigma_0);
    setup.friction.sigma_1 *= damped;
    setup.friction.sigma_2 = sigma_2;
    setup
}

/// A ball of 2 kg that strikes with 1 m/s and `slip` [m/s], under a load along the plane [m/s²].
fn ball(slip: V3, load: f64) -> Mover {
    let mut mover = Mover::of_body(2.0, M3::identity() / (0.4 * 2.0 * 0.01), V3::new(0.0, 0.0, -0.1));
    mover.b = V3::new(0.8 * load, 0.6 * load, 0.0);
    mover.v = Spatial { linear: slip - V3::z(), angular: V3::zeros() };
    mover
}

/// The velocity at the release and the impulse of an impact that lasts so `long` [s], the ball struck so long a part of a step after its start.
fn struck(setup: Setup, mover: Mover, long: f64, h: f64, phase: f64) -> [V3; 2] {
    let mut ride = Ride::new(setup, Mover { x: -h * phase, ..mover }, Order::Sequential);
    ride.options.hand_back = HandBack::MeanAndSlope;
    // what the load brings in flight is none of the impact's
    ride.mover.v.linear -= mover.b * (h * phase);
    for step in 1..5000 {
        ride.step(h);
        let is_over = ride.mover.v.linear[2] > 0.0 && ride.mover.x < -1e-6;
        if is_over {
            return [ride.mover.v.linear - mover.b * (h * (f64::from(step) - phase) - long), ride.impulse.linear];
        }
    }
    panic!("still there: {:?}", ride.mover);
}

/// By how much the slip is off after impacts, of the slip before: at most `most`. The impulse, whose normal part is most of it, by 2.5e-5 of itself, or by 1e-4 where the load's is in it.
fn slips_off(kinds: &[[f64; 6]], most: f64) {
    let mut offs = Vec::new();
    for e in [0.1, 0.5, 0.8, 1.0] {
        for (speed, angle) in [(0.01, 0.0), (0.05, 0.3), (0.2, 0.0), (0.5, 0.7), (1.0, 0.0), (2.0, 0.2), (5.0, 0.0)] {
            for kind in kinds {
                let slip = V3::new(f64::cos(angle), f64::sin(angle), 0.0) * speed;
                let (setup, mover) = (contact(e, *kind), ball(slip, kind[5]));
                let right = fine(&setup, &mover, 2e-7, 1.0);
                for (h, phase) in [(1e-4, 0.37), (1e-3, 0.0), (1e-3, 0.71), (5e-3, 0.37), (5e-3, 0.71)] {
                    let [v, impulse] = struck(setup, mover, right.time, h, phase);
                    let off = v - right.mover.v.linear;
                    let slip = off[0].hypot(off[1]) / speed;
                    let pushed = (impulse - right.impulse.linear).norm() / right.impulse.linear.norm();
                    let context = format!("{kind:?} e {e}, {speed} m/s, {h} s: {slip:e} {pushed:e}");
                    assert!(slip < most && pushed < if kind[5] > 0.0 { 1e-4 } else { 2.5e-5 }, "{context}");
                    offs.push(slip);
                }
            }
        }
    }
    offs.sort_by(f64::total_cmp);
    println!("slip off by {:.2e} at most, {:.2e} in half of all", offs[offs.len() - 1], offs[offs.len() / 2]);
}

/// Seen: 8.7e-4, where little is left of 10 mm/s; half of all 1.7e-5.
#[test]
fn friction_of_an_impact_is_right_to_a_thousandth_of_its_slip() {
    slips_off(&CONTACTS, 1.2e-3);
}

/// Bristles creep under it all the time. Seen: 2.1e-3 of 10 mm/s.
#[test]
fn a_load_along_the_plane_moves_what_an_impact_leaves_as_it_must() {
    slips_off(&LOADED, 2.5e-3);
}
