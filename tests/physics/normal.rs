//! Closed forms of restitution and normal force. Every number comes from the theory (a formula of this file, or a
//! converged value that the theory prints) and none from the code under test.

use crate::common::*;
use asperity::physics::kinematics::Approach;
use asperity::physics::normal::normal_force;
use asperity::physics::parameters::{NormalLaw, RestitutionCurve};
use asperity::physics::restitution::{damping_factor, restitution_of_damping};
use asperity::physics::{Latch, State, damping};

// ---- restitution ----

/// x [m] and ẋ [m/s].
fn approach(penetration: f64, penetration_rate: f64) -> Approach<f64> {
    Approach { penetration, penetration_rate }
}

#[test]
fn d_has_the_check_values_of_the_theory() {
    let values = [
        (0.1, 0.999_815_939_749_566_8),
        (0.3, 0.926_124_594_338_887_3),
        (0.5, 0.716_375_266_635_687_5),
        (0.7, 0.444_379_796_886_491_7),
        (0.9, 0.149_833_755_616_777_3),
        (0.99, 0.014_999_848_488_346_595),
    ];
    for (e, d) in values {
        // e as a double is off by half an ulp and d'(e)·e/d reaches 100 at e = 0.99: 100·1.1e-16 there, 4 ulp elsewhere
        let tolerance = if e > 0.95 { 1.2e-14 } else { 9e-16 };
        assert_relative("d", damping_factor(e), d, tolerance);
    }
    assert_eq!(damping_factor(1.0), 0.0);
}

/// Eq. (10) brought to a form that does not cancel, as residual relative to its own terms; u = d/e.
fn residual_of_eq_10(e: f64, d: f64) -> f64 {
    let u = d / e;
    if e < 0.3 {
        // 1 − d = (1 + u)·exp(−(u + d)), where the right side is small
        d - 1.0 + (1.0 + u) * (-(u + d)).exp()
    } else if u > 0.5 {
        // logarithm: u − ln(1+u) = −d − ln(1−d), eq. (9)
        ((u - u.ln_1p()) + (d + (-d).ln_1p())) / (u - u.ln_1p())
    } else {
        // its power series divided by u²: Σ_{n≥2} u^(n−2)·((−1)^n − e^n)/n = 0, first term (1−e²)/2
        let gap = 1.0 - e;
        let mut sum = 0.0;
        let (mut power, mut geometric) = (1.0, 1.0 + e);
        for n in 2..60 {
            let numerator = if n % 2 == 0 { gap * geometric } else { -(1.0 + e.powi(n)) };
            sum += power * numerator / f64::from(n);
            power *= u;
            geometric += e.powi(n);
        }
        sum / (gap * (1.0 + e) / 2.0)
    }
}

#[test]
fn d_satisfies_eq_10_from_e_0_001_to_1() {
    for n in 1..2000 {
        let e = 0.001 + 0.999 * f64::from(n) / 2000.0;
        // a few ulp of d, and of the sums here, which cancel by less than a factor 10 in each of the three forms
        assert!(
            residual_of_eq_10(e, damping_factor(e)).abs() < 4e-15,
            "e = {e}: {:e}",
            residual_of_eq_10(e, damping_factor(e))
        );
    }
}

#[test]
fn d_falls_monotonically() {
    let mut before = damping_factor(0.001);
    for n in 1..=10_000 {
        let e = 0.001 + 0.999 * f64::from(n) / 10_000.0;
        let d = damping_factor(e);
        // below e = 0.03 d rounds to 1 within an ulp on either side
        assert!(d < before || e < 0.03 && d <= before + 2.0 * f64::EPSILON, "d({e}) = {d} after {before}");
        before = d;
    }
    assert_eq!(before, 0.0);
}

/// Energy of compression per mass  ∫ w/(1+a·w) dw from 0 to `v` [m²/s²], by Simpson's rule in y = ln(1+a·w), where the
/// integrand w/a = (exp(y) − 1)/a² is smooth even close to a·w = −1.
fn compression_energy(a: f64, v: f64) -> f64 {
    let end = (a * v).ln_1p();
    let integrand = |y: f64| y.exp_m1() / (a * a);
    let count = 2000;
    let h = end / f64::from(count);
    let weight = |n: i32| {
        if n == 0 || n == count {
            1.0
        } else if n % 2 == 1 {
            4.0
        } else {
            2.0
        }
    };
    (0..=count).map(|n| weight(n) * integrand(h * f64::from(n))).sum::<f64>() * h / 3.0
}

/// Speed after an impact at `v_i` with damping `a`: m·v·dv = −k·x^p·(1+a·v)·dx has the same ∫ x^p dx on the way in and
/// out.
fn rebound_speed(a: f64, v_i: f64) -> f64 {
    // near a·v_o = 1 the energy of the rebound grows without bound, so a small error of it is no error of v_o; the
    // other way round it would be
    let energy_in = compression_energy(a, v_i);
    let (mut low, mut high) = (0.0, 1.0 / a);
    for _ in 0..200 {
        let v_o = 0.5 * (low + high);
        // v = −v_o: ∫ w/(1−a·w) dw from 0 to v_o
        if compression_energy(a, -v_o) < energy_in { low = v_o } else { high = v_o }
    }
    0.5 * (low + high)
}

#[test]
fn effective_restitution_is_e_by_quadrature_of_the_motion() {
    for e in [0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99] {
        for v_i in [0.01, 0.1, 1.0, 10.0] {
            let mut parameters = parameters();
            parameters.compliance.e = e;
            let v_o = rebound_speed(damping::damping(&parameters, v_i), v_i);
            // near e = 1 the two sides differ by (1−e) only: 1e-14 of Simpson's rule over 1−e
            assert_relative("v_o/(e·v_i)", v_o / v_i, e, 2e-14 / (1.0 - e) + 2e-13);
        }
    }
}

/// (u, e) of −(1 − e·u) = W₀(−(1+u)·exp(−(1+u))), Lambert's W on its upper branch: mpmath with 80 digits, u the double
/// that is written.
#[rustfmt::skip]
const RESTITUTION_OF_DAMPING: [(f64, f64); 24] = [
    (0.0, 1.0),
    (1e-12, 0.9999999999993333), (1e-9, 0.9999999993333334), (1e-6, 0.9999993333337778),
    (1e-4, 0.9999333377774519), (1e-3, 0.9993337774521084), (0.01, 0.9933774543987673),
    (0.1, 0.937475579949905), (0.3, 0.8328697922656016), (0.75, 0.662962200001546),
    (1.0, 0.5936242600400401), (1.5, 0.4877412560153485), (1.9, 0.42438669626827324),
    (2.5, 0.352378666189347), (2.9, 0.31515993446886226), (3.0, 0.3068967982909621),
    (3.1, 0.2989996467342848), (4.0, 0.2412785579360691), (6.0, 0.1655959477880258),
    (10.0, 0.09998162475294389), (30.0, 0.033333333333297764), (100.0, 0.01), (1000.0, 0.001), (1e4, 0.0001),
];

#[test]
fn restitution_of_a_damping_is_that_of_lamberts_function() {
    for (u, e) in RESTITUTION_OF_DAMPING {
        assert_relative("e(u)", restitution_of_damping(u), e, 1e-15);
    }
}

#[test]
fn restitution_of_a_damping_is_the_inverse_of_d() {
    for n in 1..=1000 {
        let e = f64::from(n) / 1000.0;
        // d has its own few ulp, and e(u) falls with 1/u at most: as many of e
        assert_relative("e(d(e)/e)", restitution_of_damping(damping_factor(e) / e), e, 3e-15);
    }
}

/// Nominal e and the restitution that Hunt and Crossley's u = ³⁄₂(1−e) gives, as above.
#[rustfmt::skip]
const HUNT_CROSSLEY: [(f64, f64); 9] = [
    (0.1, 0.5158326164003957), (0.2, 0.5468540506572918), (0.3, 0.5812880418085737),
    (0.4, 0.6197364660819752), (0.5, 0.662962200001546), (0.6, 0.7119501795778662),
    (0.7, 0.7679997890784757), (0.8, 0.8328697922656016), (0.9, 0.9090157413492023),
];

#[test]
fn hunt_crossley_gives_the_restitution_of_its_closed_form_and_says_so() {
    for (nominal, real) in HUNT_CROSSLEY {
        for v_i in [0.01, 0.1, 1.0, 10.0] {
            let mut parameters = parameters();
            parameters.settings.normal_law = NormalLaw::HuntCrossley;
            parameters.compliance.e = nominal;
            let a = damping::damping(&parameters, v_i);
            // d_HC/(e·v_i), eqs. (11), (14)
            assert_relative("a", a, 1.5 * (1.0 - nominal) / v_i, 4e-16);
            assert_relative("effectiveRestitution", damping::effective_restitution(&parameters, v_i), real, 1e-15);
            // as for the exact law
            assert_relative("v_o/v_i", rebound_speed(a, v_i) / v_i, real, 2e-14 / (1.0 - real) + 2e-13);
        }
    }
}

#[test]
fn hunt_crossley_with_e0_of_1_is_three_halves_alpha_at_every_speed() {
    let mut parameters = parameters();
    parameters.settings.normal_law = NormalLaw::HuntCrossley;
    (parameters.compliance.e, parameters.compliance.alpha) = (1.0, 0.2);
    for v_i in [1e-3, 0.1, 1.0, 4.0] {
        // eq. (13)
        assert_relative("a", damping::damping(&parameters, v_i), 0.3, 3e-16);
    }
    // e never below 0.001
    assert_relative("a at 100 m/s", damping::damping(&parameters, 100.0), 1.5 * 0.999 / 100.0, 3e-16);
    assert_relative("e at 100 m/s", damping::effective_restitution(&parameters, 100.0), 0.4880090169751683, 1e-15);
    // vMin = 1e-3 m/s instead of 0: u = 3e-4, e = 1 − 2/3·u + 4/9·u²
    assert_relative("e at rest", damping::effective_restitution(&parameters, 0.0), 1.0 - 2e-4 + 4e-8, 1e-11);
}

#[test]
fn restitution_falls_with_impact_speed_but_not_below_its_least() {
    let mut parameters = parameters();
    parameters.compliance.alpha = 0.2;
    let e_of = |v_i: f64| damping::effective_restitution(&parameters, v_i);
    assert_relative("e0 − α·v_i", e_of(1.0), 0.3, 1e-15);
    assert_eq!(e_of(100.0), 1e-3);
    // not below vMin = 1e-3 m/s
    assert_eq!(e_of(0.0), 0.5 - 0.2 * 1e-3);
    // a = d/(e·v_i) with the falling e
    assert_relative("a", damping::damping(&parameters, 1.0), 0.926_124_594_338_887_3 / 0.3, 2e-15);
    parameters.settings.normal_law = NormalLaw::Elastic;
    assert_eq!(damping::effective_restitution(&parameters, 1.0), 1.0);
    assert_eq!(damping::damping(&parameters, 1.0), 0.0);
}

// ---- normal force ----

#[test]
fn elastic_contact_times_are_those_of_hertz() {
    for (p, factor) in [(1.5, 2.943275184324705), (1.0, core::f64::consts::PI), (2.0, 2.804364210650909)] {
        let mut parameters = parameters();
        parameters.settings.normal_law = NormalLaw::Elastic;
        parameters.compliance.p = p;
        let (mass, v) = (2.0, 1.0);
        // ½·m·v² = k·x_max^(p+1)/(p+1)
        let x_max = ((p + 1.0) * mass * v * v / (2.0 * parameters.compliance.k)).powf(1.0 / (p + 1.0));
        let impact = impact(&parameters, mass, v, 1e-6);
        // RK4 at 1e-4 of the contact time; the first and last step see x^p with a jump of a higher derivative: < 1e-9
        assert_relative("x_max", impact.deepest, x_max, 1e-9);
        assert_relative("contact time", impact.duration * v / x_max, factor, 1e-9);
        assert_relative("rebound", impact.rebound, v, 1e-9);
    }
}

#[test]
fn damped_impact_has_the_depth_and_time_of_the_theory_and_restitution_e() {
    // m = 2, k = 1e6, p = 3/2, e = 0.5, v = 1: converged numbers, printed with 7 and 8 digits
    let impact = impact(&parameters(), 2.0, 1.0, 1e-6);
    assert_relative("x_max", impact.deepest, 4.454554e-3, 2e-7);
    assert_relative("contact time", impact.duration, 18.929704e-3, 5e-8);
    assert_relative("restitution", impact.rebound, 0.5, 1e-9);
}

#[test]
fn restitution_is_e_for_other_stiffness_exponent_mass_and_speed() {
    for (k, p, mass, v, e) in [(1e8, 1.5, 0.1, 3.0, 0.3), (1e4, 1.0, 5.0, 0.2, 0.8), (1e9, 2.0, 2.0, 0.05, 0.6)] {
        let mut parameters = parameters();
        (parameters.compliance.k, parameters.compliance.p, parameters.compliance.e) = (k, p, e);
        // 1e-4 of a contact time of about 3·x_max/v
        let x_max = ((p + 1.0) * mass * v * v / (2.0 * k)).powf(1.0 / (p + 1.0));
        let impact = impact(&parameters, mass, v, 3e-4 * x_max / v);
        assert_relative("restitution", impact.rebound / v, e, 1e-8);
    }
}

#[test]
fn a_body_at_rest_sinks_in_by_its_weight() {
    let parameters = parameters();
    let weight = 2.0 * 9.81;
    // x = (m·g/k)^(2/3), printed with 7 digits
    let x = (weight / 1e6f64).powf(2.0 / 3.0);
    assert_relative("x", x, 7.274436e-4, 1e-7);
    let response =
        evaluate(&parameters, &external(x, V3::zeros()), &touching(&parameters, 1e-3), &State::default()).unwrap();
    assert_relative("f_n", response.outputs.normal_force, weight, 1e-14);
    assert_vectors("f_c", &response.outputs.force_i, &vector(0.0, 0.0, weight), 1e-14, weight);
}

#[test]
fn normal_force_never_pulls() {
    let parameters = parameters();
    // rebound faster than 1/a = e·v_i/d
    let inputs = external(1e-3, vector(0.0, 0.0, 2.0));
    let response = evaluate(&parameters, &inputs, &touching(&parameters, 1.0), &State::default()).unwrap();
    assert!(response.clip_margin < 0.0);
    assert_eq!(response.outputs.normal_force, 0.0);
    // elastic energy lost on the pull-off is booked as dissipated: −k·x^p·ẋ
    assert_relative("dissipation", response.rates.energy.dissipated_normal, 1e6 * 1e-3f64.powf(1.5) * 2.0, 1e-14);
}

// ---- what an impact leaves behind ----

/// A pose that is set across the surface while the bodies part is no impact: v_i = vMin and its damping, not that of a latch that
/// nothing has struck yet. After an impact v_i stays, whichever way the bodies move.
#[test]
fn contact_made_while_departing_has_the_damping_of_the_slowest_impact() {
    let parameters = parameters();
    let departing = approach(1e-4, -0.3);
    // d(½)/(½·vMin)
    let a = 0.716_375_266_635_687_5 / (0.5 * 1e-3);
    let first = Latch::default().updated(&parameters, &departing);
    assert!(first.contact);
    assert_eq!(first.v_i, 1e-3);
    assert_relative("a", first.a, a, 4e-16);
    let after = Latch { contact: false, v_i: 0.7, a: 2.0 };
    assert_eq!(after.updated(&parameters, &departing), Latch { contact: true, ..after });
    let approaching = approach(1e-4, 0.3);
    assert_eq!(after.updated(&parameters, &approaching).v_i, 0.3);
}

/// Touching bodies meet a new impact at twice the latched speed, of which a solver that locates it may miss a rounding error. At
/// x = 0 nothing touches.
#[test]
fn a_new_impact_begins_at_twice_the_latched_speed() {
    let parameters = parameters();
    let latch = Latch { contact: true, v_i: 0.4, a: 1.0 };
    let at = |rate: f64| approach(1e-4, rate);
    for (rate, is_new) in
        [(0.8, true), (0.8 * (1.0 - 1e-12), true), (0.8 * (1.0 - 1e-6), false), (0.79, false), (0.0, false)]
    {
        let after = latch.updated(&parameters, &at(rate));
        assert_eq!(after.v_i, if is_new { rate } else { 0.4 }, "{rate}");
        assert_eq!(after.a == 1.0, !is_new, "{rate}");
    }
    // what met more slowly than 1e-7 m/s is latched with that: hosts that watch ẋ = 2·v_i see no impact in rounding at rest, and
    // none they see is without a new latch
    let slow = Latch::default().updated(&parameters, &approach(1e-19, 2.6e-15));
    assert_eq!(slow.v_i, 1e-7);
    assert_eq!(slow.updated(&parameters, &at(1.9e-7)), slow);
    assert_eq!(slow.updated(&parameters, &at(2e-7)).v_i, 2e-7);
    let level = approach(0.0, 0.5);
    assert!(!Latch::default().updated(&parameters, &level).contact);
    assert!(!latch.updated(&parameters, &level).contact);
}

/// A step that ends at ẋ has passed 2·v_i as often as v_i can be doubled below it, each time a new impact with that speed, and the damping is that of the last one.
#[test]
fn a_step_passes_each_new_impact_on_its_way() {
    let parameters = parameters();
    let latch = Latch { contact: true, v_i: 0.4, a: 1.0 };
    for (rate, v_i) in
        [(-1.0, 0.4), (0.79, 0.4), (0.8, 0.8), (1.59, 0.8), (1.6, 1.6), (13.0, 12.8), (1e300, 0.4 * 2f64.powi(997))]
    {
        let after = latch.passed(&parameters, rate);
        assert_eq!((after.contact, after.v_i), (true, v_i), "{rate}");
        // as if it had met with that speed
        let a = if v_i == 0.4 { 1.0 } else { Latch::default().updated(&parameters, &approach(1e-15, v_i)).a };
        assert_eq!(after.a, a, "{rate}");
    }
    for none in [Latch { contact: false, ..latch }, Latch { contact: true, ..Latch::default() }] {
        assert_eq!(none.passed(&parameters, 5.0), none);
    }
    // no number to double up to
    assert_eq!(latch.passed(&parameters, f64::INFINITY), latch);
    assert_eq!(latch.passed(&parameters, f64::NAN), latch);
}

/// What meets just now has the speed it has; what is found deeper than its speed brings it in 1 ms was set down, and has the
/// speed of that depth in 1 ms, vMin at most.
#[test]
fn an_impact_latches_its_own_speed_and_a_body_set_down_v_min() {
    let parameters = parameters();
    let latched = |penetration: f64, rate: f64| Latch::default().updated(&parameters, &approach(penetration, rate)).v_i;
    for speed in [1e-7, 1e-6, 1e-4, 1.0] {
        assert_eq!(latched(1e-15, speed), speed);
        // found by a fixed step of 1 ms
        assert_eq!(latched(0.999e-3 * speed, speed), speed);
    }
    for (penetration, rate) in [(1e-4, 0.0), (1e-6, 0.0), (1e-4, 1e-5), (1e-4, -1e-16)] {
        assert_eq!(latched(penetration, rate), 1e-3, "{penetration} {rate}");
    }
    assert_relative("a fifth of a micrometre", latched(2e-7, 0.0), 2e-4, 1e-15);
}

/// Bodies that touched slowly, part and are pressed on again without leaving each other are held as if set down: at ẋ = 0 without
/// a jump of the force, and never by a harder damper.
#[test]
fn a_body_pressed_on_after_parting_is_held_as_if_set_down() {
    let mut parameters = parameters();
    let at = |penetration: f64| approach(penetration, 1e-7);
    let slow = touching(&parameters, 1e-6);
    let held = slow.set_down(&parameters, &at(1e-4));
    assert_eq!(held, touching(&parameters, 1e-3));
    assert_eq!(slow.set_down(&parameters, &at(1e-8)), touching(&parameters, 1e-5), "10 nm deep");
    let still = Approach { penetration_rate: 0.0, ..at(1e-4) };
    let [before, after] = [slow, held].map(|latch| normal_force(&parameters, 0.1, &still, &latch).force);
    assert_eq!(before, after);
    for latch in [touching(&parameters, 0.1), Latch { contact: false, ..slow }] {
        assert_eq!(latch.set_down(&parameters, &at(1e-4)), latch);
    }
    // e rises to 1 at rest: the damper of 1 µm/s is the softer one
    parameters.settings.restitution_curve = RestitutionCurve::Table;
    parameters.settings.restitution_points = 2;
    (parameters.compliance.table.speed[0], parameters.compliance.table.speed[1]) = (0.0, 1e-3);
    (parameters.compliance.table.e[0], parameters.compliance.table.e[1]) = (1.0, 0.5);
    let soft = touching(&parameters, 1e-6);
    assert_eq!(soft.set_down(&parameters, &at(1e-4)), soft);
}

/// A motion faster than v_i has the damping of its own speed, so that v_i can follow it without a jump of the force: under every
/// law and curve of restitution f_n is the same right before and after v_i := ẋ.
#[test]
fn the_force_does_not_jump_where_a_new_impact_is_latched() {
    let mut cases = Vec::new();
    for law in NormalLaw::ALL {
        for curve in RestitutionCurve::ALL {
            let mut parameters = with_normal_law(*law);
            parameters.settings.restitution_curve = *curve;
            parameters.settings.restitution_points = 8;
            let c = &mut parameters.compliance;
            // Flores jumps at v_small by itself
            (c.alpha, c.v_ref, c.v_small) = (0.02, 1e-4, 0.0);
            c.table.e = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2];
            cases.push((format!("{law:?} {curve:?}"), parameters));
        }
    }
    for (what, parameters) in cases {
        for v_i in [1e-6, 1e-3, 0.04, 1.0] {
            let latch = touching(&parameters, v_i);
            let at = approach(1e-4, 2.0 * v_i);
            let after = latch.updated(&parameters, &at);
            assert_eq!(after.v_i, 2.0 * v_i, "{what}");
            let [before, after] = [latch, after].map(|latch| normal_force(&parameters, 0.1, &at, &latch).force);
            assert_eq!(before, after, "{what}, {v_i} m/s");
            // and it has no step at ẋ = v_i
            let [below, above] = [1.0 - 1e-9, 1.0 + 1e-9].map(|share| {
                let at = Approach { penetration_rate: share * v_i, ..at };
                normal_force(&parameters, 0.1, &at, &latch).force
            });
            assert_relative(&what, above, below, 1e-8);
        }
    }
}

/// [M3D]'s law jumps by itself where v_i passes v_small, from 1 + d_max·ẋ to 1 + 8/5·(1−e)/e; a motion faster than v_i keeps the
/// first until a new impact is latched.
#[test]
fn flores_jumps_at_v_small_only_and_only_at_an_event() {
    let mut parameters = parameters();
    parameters.settings.normal_law = NormalLaw::Flores;
    let latch = touching(&parameters, 8e-3);
    let at = |rate: f64| approach(1e-4, rate);
    let elastic = 1e6 * 1e-4f64.powf(1.5);
    for rate in [4e-3, 8e-3, 12e-3, 15.9e-3] {
        let force = normal_force(&parameters, 0.1, &at(rate), &latch).force;
        assert_relative("d_max", force, elastic * (1.0 + 2000.0 * rate), 1e-14);
    }
    let after = latch.updated(&parameters, &at(16e-3));
    assert_relative("e = ½", normal_force(&parameters, 0.1, &at(16e-3), &after).force, elastic * (1.0 + 1.6), 1e-14);
}
