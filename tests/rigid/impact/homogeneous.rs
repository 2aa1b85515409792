//! An impact knows no unit of velocity or mass.

use super::random::on_samples;
use super::*;
use asperity::rigid::spatial;
use nalgebra::{Matrix3, Vector3};

/// Powers of two on velocities and on W. Works are 0 where they are too small to be written.
const POWERS: [(i32, i32); 5] = [(-900, 0), (-500, 0), (-600, -300), (600, 450), (10, 0)];

/// x·2^power
fn times(x: f64, power: i32) -> f64 {
    x * 2_f64.powi(power / 2) * 2_f64.powi(power - power / 2)
}

#[test]
fn velocities_and_impulses_go_with_the_velocity_bit_for_bit() {
    on_samples(2000, |(w, before, mu, e), hypothesis, outcome| {
        for (u_power, w_power) in POWERS {
            let w = InverseMass { tt: times(w.tt, w_power), tn: times(w.tn, w_power), nn: times(w.nn, w_power) };
            let scaled = solve(&w, u(times(before.slip, u_power), times(before.normal, u_power)), *mu, hypothesis, *e);
            let what = format!("{hypothesis:?} {:?}, 2^{u_power}, 2^{w_power}", outcome.case);
            assert_eq!(scaled.case, outcome.case, "{what}");
            assert_eq!(scaled.after.normal, times(outcome.after.normal, u_power), "{what}");
            assert_eq!(scaled.after.slip, times(outcome.after.slip, u_power), "{what}");
            assert_eq!(scaled.slip_stop, outcome.slip_stop.map(|p| times(p, u_power - w_power)), "{what}");
            for (one, other) in [(scaled.compression, outcome.compression), (scaled.restitution, outcome.restitution)] {
                assert_eq!(one.impulse.normal, times(other.impulse.normal, u_power - w_power), "{what}");
                assert_eq!(one.impulse.tangential, times(other.impulse.tangential, u_power - w_power), "{what}");
                assert_eq!(one.work.normal, times(other.work.normal, 2 * u_power - w_power), "{what}");
            }
        }
    });
}

#[test]
fn in_space_they_go_with_the_velocity_too() {
    let w = Matrix3::new(2.5, 0.4, -0.3, 0.4, 1.5, 0.2, -0.3, 0.2, 3.0);
    let before = Vector3::new(-0.8, 0.5, -1.1);
    for hypothesis in Hypothesis::ALL {
        let of =
            |w: &Matrix3<f64>, before| spatial(w, before, Friction::coulomb(0.4), hypothesis, 0.6).expect("an impact");
        let outcome = of(&w, before);
        for (u_power, w_power) in POWERS {
            let scaled = of(&w.map(|x| times(x, w_power)), before.map(|x| times(x, u_power)));
            let what = format!("{hypothesis:?}, 2^{u_power}, 2^{w_power}");
            assert_eq!(scaled.after, outcome.after.map(|x| times(x, u_power)), "{what}");
            assert_eq!(scaled.impulse(), outcome.impulse().map(|x| times(x, u_power - w_power)), "{what}");
            assert_eq!(scaled.slip_stop, outcome.slip_stop.map(|p| times(p, u_power - w_power)), "{what}");
        }
    }
}

#[test]
fn restitution_is_e_at_any_speed() {
    for hypothesis in Hypothesis::ALL {
        for (speed, nn) in [(1e-300, 1.0), (1e-200, 1.0), (1e-160, 1.0), (1.0, 1.0), (1e150, 1.0), (1e200, 1e150)] {
            let fastest = if speed < 1.0 { 1e130 } else { 2.0 };
            for slip in [0.0, 0.5, fastest, 1e-100].map(|part| part * speed) {
                let what = format!("{hypothesis:?} at {speed:e} m/s, slip {slip:e} m/s");
                let out = solve(&w(nn, 0.0, nn), u(slip, -speed), 0.2, hypothesis, 0.7);
                assert_relative(&what, out.after.normal, 0.7 * speed, 1e-11);
                let w = Matrix3::from_diagonal(&Vector3::new(nn, nn, 0.5 * nn));
                let before = Vector3::new(-speed, slip, 0.3 * slip);
                let out = spatial(&w, before, Friction::coulomb(0.2), hypothesis, 0.7).expect("an impact");
                assert_relative(&what, out.after[0], 0.7 * speed, 1e-11);
            }
        }
    }
}

#[test]
fn energies_that_cannot_be_written_are_refused() {
    for hypothesis in Hypothesis::ALL {
        let fault = impact(&HELD, u(0.0, -1e200), Friction::coulomb(0.5), hypothesis, 0.5).unwrap_err();
        assert!(fault.to_string().starts_with("the dissipated energy overflows"), "{fault}");
    }
}
