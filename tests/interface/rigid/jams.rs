//! Bodies that are struck off centre, with friction that presses them together.

use super::{V3, coupling};
use crate::host::{M3, Noise, cross, options};
use asperity::physics::ContactFrame;
use asperity::stepping::ContactState;
use asperity::stepping::coupling::StepFriction;
use asperity::stepping::interface::{CouplingMemory, Order, Port, advance};

/// Soft bristles, a tip under gravity, W as of long arms, so that friction of μ up to 1.5 can jam; the bodies are those of a constant W,
/// E = ½·v·W⁻¹·v − b·W⁻¹·x to rounding. What is refused is a force that works along the slip: taken for bristles that spring back it threw
/// 222 of these 1000 apart with more than the first step turns over, one with 6e3 times as much. 39 still gain, by 5e2 at most, where steps add up
/// what each may release; the log says that friction jams. What is promised is the step: p·u⁺ of lasting contact is no more than p_n times the
/// speed at which overlap is given back, what the bristles may release, and a fifth of what the motion turns over.
#[test]
fn no_step_of_friction_that_jams_gives_more_than_it_may() {
    let (mut gained, mut worst, mut over) = (0, f64::MIN, f64::MIN);
    for run in 0..1000 {
        let mut noise = Noise::of(run);
        let (mut p, mut coupling) = (crate::host::parameters(), coupling(StepFriction::Regularised));
        p.compliance.e = noise.next();
        (p.friction.mu_C, p.friction.mu_S) = (0.5 + noise.next(), 1.5);
        (coupling.time_stepping.k_T, coupling.time_stepping.v_th) =
            (noise.between(1e2, 1e4), noise.between(1e-4, 1e-2));
        let mass = noise.between(0.1, 10.0);
        let arm = V3::new(noise.next() - 0.5, noise.next() - 0.5, -noise.next());
        let inertia = mass * noise.between(1e-2, 0.1);
        let cross = cross(&arm);
        let w = M3::identity() / mass - cross * cross / inertia;
        let inverse = w.try_inverse().unwrap();
        let (b, h) = (V3::new(0.0, 0.0, -9.81), 1e-3);
        let n = V3::new(0.0, 0.0, 1.0);
        let (mut x, mut v) = (V3::new(0.0, 0.0, 1e-5), -n * noise.between(1e-3, 1.0));
        let energy = |x: &V3, v: &V3| 0.5 * v.dot(&(inverse * v)) - (inverse * b).dot(x);
        let start = energy(&x, &v);
        let turnover = 0.5 * v.dot(&(inverse * v)) + b.dot(&b) * h * h / w[(2, 2)];
        let (mut contact, mut memory) = (ContactState::default(), CouplingMemory::default());
        let (mut most, mut held) = (f64::MIN, V3::zeros());
        for _ in 0..200 {
            let frame = ContactFrame {
                penetration: -x[2],
                penetration_rate: -v[2],
                normal: n,
                point: V3::zeros(),
                v_t: v - n * v[2],
                omega_c: V3::zeros(),
                omega: V3::zeros(),
                axis: V3::zeros(),
                effective_radius: 0.0,
                rolling_radius: 0.0,
            };
            let port = Port { frame, w, b, b_measured: b, turning_angle: 0.0, turning: None, expected: None };
            let outcome = advance(&p, &coupling, &port, &contact, &mut memory, &options(Order::Sequential), h).unwrap();
            contact = outcome.contact;
            let before = v;
            v += b * h + w * outcome.force.mean * h;
            x += (before + v) * (0.5 * h);
            most = most.max((energy(&x, &v) - start) / turnover);

            // p·u⁺ of a step that is no impact
            let force = outcome.force.mean;
            let is_lasting = -before[2] - b[2] * h < 2.0 * b.norm() * h;
            if is_lasting {
                let least = (frame.penetration / 0.1).clamp(0.0, p.compliance.v_min.max(0.1 * b.norm() * 0.01));
                let elastic = 0.5 * held.dot(&held) / coupling.time_stepping.k_T;
                let released = elastic.min((held * h).dot(&(w * held * h)));
                let free = before + b * h;
                let may = force[2] * h * least + released + 0.2 * free.dot(&free) / w[(2, 2)];
                over = over.max((force * h).dot(&v) / may);
            }
            held = force - n * force[2];
        }
        gained += usize::from(most > 1.0);
        worst = worst.max(most);
    }
    println!("{gained} of 1000 gained, at worst {worst:e}; a step {over} of what it may");
    assert!(over < 1.0 + 1e-9, "a step gives {over} of what it may");
    // not promised, but what the guard is for
    assert!(gained < 60, "{gained} of 1000 gained");
}
