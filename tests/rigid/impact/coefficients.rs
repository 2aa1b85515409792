//! Two coefficients of friction: what holds slip that has stopped is stronger than what brakes it.

use super::random::on_samples;
use super::*;

#[test]
fn slip_that_has_stopped_is_held_by_the_static_coefficient() {
    let before = u(-0.15, -0.8);
    // backward: u_t = −0.15 + 1.5·P, u_n = −0.8 + 4.5·P, slip stops at P = 0.1 with u_n = −0.35
    let of = |mu_s: f64| impact(&LOOSE, before, Friction { mu_s, mu_k: 0.5 }, Hypothesis::Poisson, 0.5).unwrap();
    // 1 > 0.5·1: forward at the rates 0.5 and 3.5 to P_c = 0.2, and 0.1 more; P_t = 0.5·(0.1 − 0.1 − 0.1)
    let weak = of(0.5);
    assert_eq!(weak.case, Case::ReversedOnCompression);
    assert_close("P_c", weak.compression.impulse.normal, 0.2, 1e-15, 1.0);
    assert_close("P_t at P_c", weak.compression.impulse.tangential, 0.0, 1e-15, 1.0);
    // 1 ≤ 1.2·1: it sticks, u_n rises by 4 − 1: P_c = 0.1 + 0.35/3, P_n = 1.5·P_c, P_t = 0.05 − (P_n − 0.1)
    let strong = of(1.2);
    assert_eq!((strong.case, strong.slip_stop), (Case::StickingOnCompression, weak.slip_stop));
    assert_close("P_ys", strong.slip_stop.unwrap(), 0.1, 1e-15, 1.0);
    assert_close("P_c", strong.compression.impulse.normal, 13.0 / 60.0, 1e-15, 1.0);
    assert_close("P_n", strong.impulse().normal, 0.325, 1e-15, 1.0);
    assert_close("P_t", strong.impulse().tangential, -0.175, 1e-15, 1.0);
    assert_close("u_n", strong.after.normal, 0.325, 1e-15, 1.0);
    assert_eq!(strong.after.slip, 0.0);
}

#[test]
fn slip_that_does_not_stop_knows_only_the_sliding_coefficient() {
    on_samples(1000, |&(ref w, before, mu, e), hypothesis, outcome| {
        let friction = Friction { mu_s: 3.0 * mu + 0.1, mu_k: mu };
        let stronger = impact(w, before, friction, hypothesis, e).unwrap();
        if outcome.case == Case::ForwardSliding {
            assert_eq!(stronger, *outcome);
        }
        // until slip stops, and for good where the weaker one holds
        assert_eq!(stronger.slip_stop.is_some(), outcome.slip_stop.is_some());
        if outcome.after.slip == 0.0 {
            assert_eq!(stronger, *outcome);
        }
    });
}

#[test]
fn coefficients_that_are_none_are_refused_by_name() {
    let of = |mu_s: f64, mu_k: f64| {
        impact(&HELD, u(1.0, -1.0), Friction { mu_s, mu_k }, Hypothesis::Stronge, 0.5)
            .map_err(|fault| fault.to_string())
    };
    let text = "mu_s = 0.3 is below mu_k = 0.4: static friction must not be below sliding friction";
    assert_eq!(of(0.3, 0.4), Err(text.into()));
    assert_eq!(of(0.3, -0.4), Err("mu_k = -0.4 is below 0".into()));
    assert_eq!(
        of(-0.3, 0.0),
        Err("mu_s = -0.3 is below mu_k = 0.0: static friction must not be below sliding friction".into())
    );
    assert_eq!(of(f64::NAN, 0.4), Err("mu_s = NaN is not a finite number".into()));
    assert_eq!(of(0.3, f64::NAN), Err("mu_k = NaN is not a finite number".into()));
    assert!(of(0.4, 0.4).is_ok() && of(0.4, 0.0).is_ok());
}
