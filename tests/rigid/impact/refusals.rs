//! What is refused.

use super::bodies::{BODY_1, BODY_2};
use super::*;

#[track_caller]
fn assert_refused(w: &InverseMass, before: Velocity, mu: f64, e: f64, text: &str) {
    for hypothesis in Hypothesis::ALL {
        assert_eq!(impact(w, before, Friction::coulomb(mu), hypothesis, e).unwrap_err().to_string(), text);
    }
}

#[test]
fn what_is_no_impact_is_refused_by_name() {
    let (before, nan) = (u(1.0, -1.0), f64::NAN);
    assert_refused(&w(nan, 0.0, 1.0), before, 0.5, 0.5, "w_tt = NaN is not a finite number");
    assert_refused(&w(1.0, nan, 1.0), before, 0.5, 0.5, "w_tn = NaN is not a finite number");
    assert_refused(&w(1.0, 0.0, f64::INFINITY), before, 0.5, 0.5, "w_nn = inf is not a finite number");
    assert_refused(&HELD, u(nan, -1.0), 0.5, 0.5, "the slip before the impact = NaN is not a finite number");
    let text = "the normal velocity before the impact = NaN is not a finite number";
    assert_refused(&HELD, u(1.0, nan), 0.5, 0.5, text);
    assert_refused(&HELD, before, nan, 0.5, "mu_s = NaN is not a finite number");
    assert_refused(&HELD, before, f64::INFINITY, 0.5, "mu_s = inf is not a finite number");
    assert_refused(&HELD, before, 0.5, nan, "e = NaN is not a finite number");
    assert_refused(&HELD, before, -0.1, 0.5, "mu_k = -0.1 is below 0");
    assert_refused(&HELD, before, 0.5, -0.1, "e = -0.1 is outside 0 to 1");
    assert_refused(&HELD, before, 0.5, 1.1, "e = 1.1 is outside 0 to 1");
    let text = "the normal velocity before the impact, 0.0 m/s, is not below 0: the bodies do not approach";
    assert_refused(&HELD, u(1.0, 0.0), 0.5, 0.5, text);
    for (tt, tn, nn) in
        [(1.0, 1.0, 1.0), (1.0, -2.0, 1.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (-1.0, 0.1, 1.0), (1.0, 0.1, -1.0)]
    {
        let fault = impact(&w(tt, tn, nn), before, Friction::coulomb(0.5), Hypothesis::Newton, 0.5).unwrap_err();
        assert_eq!(fault, Fault::NotPositiveDefinite { tt, tn, nn });
        assert!(fault.to_string().contains("is not positive definite: w_tt > 0, w_nn > 0 and w_tn^2 < w_tt*w_nn"));
    }
    let text = "the impulse overflows; look for a velocity, mass or friction coefficient far too large or too small";
    assert_refused(&w(1e-300, 0.0, 1e-300), u(0.0, -1e300), 0.5, 0.5, text);
}

#[test]
fn bodies_without_inertia_are_refused_by_name() {
    let of = |body: &Body| InverseMass::from_bodies(body, &BODY_2).map_err(|fault| fault.to_string());
    let rest = "is not above 0; a body that nothing moves has infinite mass and inertia";
    assert_eq!(of(&Body { mass: 0.0, ..BODY_1 }), Err(format!("mass = 0.0 {rest}")));
    assert_eq!(of(&Body { inertia: -1.0, ..BODY_1 }), Err(format!("inertia = -1.0 {rest}")));
    assert_eq!(of(&Body { inertia: f64::NAN, ..BODY_1 }), Err(format!("inertia = NaN {rest}")));
    assert_eq!(of(&Body { arm_n: f64::NAN, ..BODY_1 }), Err("arm_n = NaN is not a finite number".into()));
    let fixed = InverseMass::from_bodies(&Body::FIXED, &Body::FIXED);
    assert_eq!(fixed, Err(Fault::NotPositiveDefinite { tt: 0.0, tn: 0.0, nn: 0.0 }));
}
