//! The damping laws beside [G04]'s own: what they are, what restitution they really give, and by which mass.
//!
//! Numbers come from mpmath with 60 digits, the nominal e being the double that is written.

use crate::common::*;
use asperity::physics::parameters::{ComplianceSource, NormalLaw, RestitutionCurve};
use asperity::physics::restitution::{damping_ratio, restitution_of_damping};
use asperity::physics::{ContactFault, Dual, Parameters, State, damping};
use num_dual::{Dual64, DualNum};

fn with_law(law: NormalLaw, e: f64) -> Setup {
    let mut parameters = parameters();
    parameters.settings.normal_law = law;
    parameters.compliance.e = e;
    if law == NormalLaw::KelvinVoigt {
        parameters.compliance.p = 1.0;
    }
    parameters
}

/// Nominal e and the root e′ of (1 − e′·u)·exp(e′·u) = (1 + u)·exp(−u) for u = ¾(1−e²), by Lambert's W.
#[rustfmt::skip]
const LANKARANI_NIKRAVESH: [(f64, f64); 9] = [
    (0.1, 0.6652654067551503), (0.2, 0.6722624889615204), (0.3, 0.6842246057494477),
    (0.4, 0.7016347276735008), (0.5, 0.7252411140101973), (0.6, 0.7561486806594476),
    (0.7, 0.7959725953653285), (0.8, 0.8471022797876163), (0.9, 0.9131766778055811),
];

/// The same for u = ⁸⁄₅(1−e)/e. [M3D]'s bouncing ball has e = 0.5.
#[rustfmt::skip]
const FLORES: [(f64, f64); 9] = [
    (0.1, 0.0694442251515404), (0.2, 0.15554002025734126), (0.3, 0.25620790667982424),
    (0.4, 0.36287231850832524), (0.5, 0.4704447793267395), (0.6, 0.5772760188829587),
    (0.7, 0.6831841997306839), (0.8, 0.7885391259070652), (0.9, 0.8939206926633783),
];

/// e and ζ, the root of exp(−2ζ·arccos ζ/√(1−ζ²)) = e (arcosh and √(ζ²−1) for ζ > 1), by 220 bisections.
#[rustfmt::skip]
const DAMPING_RATIO: [(f64, f64); 21] = [
    (0.001, 15.717048578941984), (0.002, 11.061635460110145), (0.01, 4.806941801779657),
    (0.05, 1.9453461844077073), (0.1, 1.2431878510137802), (0.13, 1.0304404239475462),
    (0.1353352832366127, 0.9999999999999999), (0.14, 0.9747773502363686), (0.2, 0.7312469267804507),
    (0.3, 0.4972393946992944), (0.4, 0.3545077158030906), (0.5, 0.2552756376486518),
    (0.6, 0.18085830836414352), (0.7, 0.12221474778772476), (0.8, 0.0743550970976406),
    (0.9, 0.034265204126232754), (0.99, 0.0032056468495432265), (0.999, 0.00031853372497358493),
    (0.999999, 3.1831010985113647e-7), (0.999999999, 3.183098774050303e-10),
    (0.999999999999, 3.1830284462180024e-13),
];

const SPEEDS: [f64; 4] = [0.02, 0.1, 1.0, 10.0];

#[test]
fn lankarani_nikravesh_and_flores_give_their_closed_form_restitution() {
    for (law, values) in [(NormalLaw::LankaraniNikravesh, LANKARANI_NIKRAVESH), (NormalLaw::Flores, FLORES)] {
        for (nominal, real) in values {
            let u = match law {
                NormalLaw::Flores => 1.6 * (1.0 - nominal) / nominal,
                _ => 0.75 * (1.0 - nominal * nominal),
            };
            for v_i in SPEEDS {
                let parameters = with_law(law, nominal);
                // four operations on 1 − e, whose digits are those of e
                assert_relative("a", damping::damping(&parameters, v_i), u / v_i, 1e-15);
                // a few ulp of u, and e′(u)·u/e′ is at most 1
                assert_relative("e", damping::effective_restitution(&parameters, v_i), real, 3e-15);
                // RK4 at some 1e-4 of the contact time, the force starting as x^1.5
                let x_max = (2.5 * v_i * v_i / 1e6f64).powf(0.4);
                let rebound = impact(&parameters, 2.0, v_i, 3e-4 * x_max / v_i).rebound;
                assert_relative("v_o/v_i", rebound / v_i, real, 1e-6);
            }
        }
    }
}

#[test]
fn real_restitution_is_that_of_the_motion_for_any_stiffness_and_mass() {
    for (law, values) in [(NormalLaw::LankaraniNikravesh, LANKARANI_NIKRAVESH), (NormalLaw::Flores, FLORES)] {
        for (k, p, mass, v_i) in [(1e8, 1.5, 0.1, 3.0), (1e4, 1.0, 5.0, 0.2), (1e9, 2.0, 2.0, 0.05)] {
            let (nominal, real) = values[4];
            let mut parameters = with_law(law, nominal);
            (parameters.compliance.k, parameters.compliance.p) = (k, p);
            let x_max = ((p + 1.0) * mass * v_i * v_i / (2.0 * k)).powf(1.0 / (p + 1.0));
            assert_relative("v_o/v_i", impact(&parameters, mass, v_i, 3e-4 * x_max / v_i).rebound / v_i, real, 1e-6);
        }
    }
}

/// e is e at every speed that bodies meet with, whatever vMin, and the output says so. Below 1e-7 m/s the damping is that of 1e-7
/// m/s: (1 − e′·u)·exp(e′·u) = (1 + u)·exp(−u) with u = d/e·v/(1e-7 m/s), d/e of e = 0.5, solved by 100 bisections in Python
/// (docs/figures/stated_numbers.py).
#[test]
fn an_impact_has_its_restitution_at_any_speed() {
    let mut parameters = with_law(NormalLaw::Gonthier, 0.5);
    parameters.compliance.v_min = 0.1;
    let found = |v: f64| {
        let x_max = (5.0 * v * v / 4e6).powf(0.4);
        impact(&parameters, 1.0, v, 3e-4 * x_max / v).rebound / v
    };
    for v in [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0] {
        // what RK4 leaves
        assert_relative("v_o/v", found(v), 0.5, 1e-9);
        assert_eq!(damping::effective_restitution(&parameters, v), 0.5);
    }
    for (share, expected) in [(1.0, 0.5), (0.8, 0.558783347), (0.5, 0.673402165), (0.1, 0.912744968)] {
        let v = share * 1e-7;
        // nine digits are printed, and RK4 leaves less
        assert_relative("v_o/v", found(v), expected, 1e-8);
        assert_relative("effectiveRestitution", damping::effective_restitution(&parameters, v), expected, 1e-8);
    }
}

/// e₀·(v_ref/v)^q above v_ref: by q = ¼ half of it at 16 times the speed, by q = ½ a quarter.
#[test]
fn restitution_by_a_power_law_falls_above_its_reference() {
    let mut parameters = with_law(NormalLaw::Gonthier, 0.8);
    parameters.settings.restitution_curve = RestitutionCurve::Power;
    (parameters.compliance.v_ref, parameters.compliance.alpha) = (0.25, 1.0);
    let e = |parameters: &Setup, v_i: f64| damping::effective_restitution(parameters, v_i);
    for (v_i, expected) in [(1e-6, 0.8), (0.1, 0.8), (0.25, 0.8), (4.0, 0.4), (64.0, 0.2), (0.25e16, 1e-3)] {
        // the largest error of a power
        assert_relative("e", e(&parameters, v_i), expected, 4e-16);
    }
    parameters.compliance.q = 0.5;
    assert_relative("q = ½", e(&parameters, 4.0), 0.2, 4e-16);
    parameters.compliance.q = 0.0;
    assert_eq!(e(&parameters, 4.0), 0.8);
    parameters.compliance.q = 0.25;
    let x_max = (5.0 * 16.0 / 4e6f64).powf(0.4);
    assert_relative("by the motion", impact(&parameters, 1.0, 4.0, 3e-4 * x_max / 4.0).rebound, 4.0 * 0.4, 1e-9);
}

#[test]
fn restitution_by_a_table_is_linear_between_its_points() {
    let mut parameters = with_law(NormalLaw::Gonthier, 0.05);
    parameters.settings.restitution_curve = RestitutionCurve::Table;
    parameters.settings.restitution_points = 3;
    let table = &mut parameters.compliance.table;
    table.speed[..3].copy_from_slice(&[0.5, 1.0, 3.0]);
    // the fourth is not used
    table.e[..4].copy_from_slice(&[0.9, 0.7, 0.4, 0.1]);
    let e = |v_i: f64| damping::effective_restitution(&parameters, v_i);
    for (v_i, expected) in [(1e-6, 0.9), (0.5, 0.9), (0.75, 0.8), (1.0, 0.7), (2.0, 0.55), (3.0, 0.4), (100.0, 0.4)] {
        assert_relative("e", e(v_i), expected, 4e-16);
    }
    let x_max = (5.0 * 4.0 / 4e6f64).powf(0.4);
    assert_relative("by the motion", impact(&parameters, 1.0, 2.0, 3e-4 * x_max / 2.0).rebound, 1.1, 1e-9);
}

#[test]
fn a_constant_restitution_does_not_look_at_alpha() {
    let mut parameters = with_law(NormalLaw::Gonthier, 0.6);
    parameters.settings.restitution_curve = RestitutionCurve::Constant;
    parameters.compliance.alpha = 0.3;
    assert_eq!(damping::effective_restitution(&parameters, 1.0), 0.6);
    parameters.settings.restitution_curve = RestitutionCurve::Linear;
    assert_relative("linear", damping::effective_restitution(&parameters, 1.0), 0.3, 4e-16);
}

#[test]
fn speeds_of_a_table_that_do_not_rise_are_named() {
    let mut parameters = with_law(NormalLaw::Gonthier, 0.5);
    parameters.settings.restitution_points = 4;
    parameters.compliance.table.speed[2] = 0.03;
    // nobody reads it
    parameters.validate().unwrap();
    parameters.settings.restitution_curve = RestitutionCurve::Table;
    let fault = parameters.validate().unwrap_err();
    assert_eq!(fault, ContactFault::SpeedsDoNotRise { point: 3, speed: 0.03, before: 0.03 });
    assert!(fault.to_string().starts_with("compliance.tableSpeed[3] = 0.03 m/s is not above"), "{fault}");
    parameters.settings.restitution_points = 2;
    parameters.validate().unwrap();
}

/// [M3D]: the impact is a dead one up to vsmall, and the damping never exceeds d_max.
#[test]
fn flores_is_capped_and_takes_e_as_0_up_to_vsmall() {
    let mut parameters = with_law(NormalLaw::Flores, 0.5);
    let c = &mut parameters.compliance;
    (c.d_max, c.v_small) = (40.0, 0.01);
    let a = |v_i: f64| damping::damping(&parameters, v_i);
    // 1.6/v_i reaches 40 s/m at 0.04 m/s
    for (v_i, wanted) in [(0.08, 20.0), (0.041, 1.6 / 0.041), (0.039, 40.0), (0.0101, 40.0), (0.01, 40.0), (0.0, 40.0)]
    {
        assert_relative("a", a(v_i), wanted, 1e-15);
    }
    // e really given where the cap holds: u = 40·0.02 = 0.8
    let e = damping::effective_restitution(&parameters, 0.02);
    assert_relative("e when capped", e, 0.6479674249327243, 3e-15);
    let x_max = (2.5 * 4e-4 / 1e6f64).powf(0.4);
    assert_relative("by the motion", impact(&parameters, 2.0, 0.02, 3e-4 * x_max / 0.02).rebound / 0.02, e, 1e-6);

    // with a cap out of reach the edge of vsmall shows: at it e counts as 0, just above it does not
    parameters.compliance.d_max = 1e6;
    let a = |v_i: f64| damping::damping(&parameters, v_i);
    assert_eq!(a(0.01), 1e6);
    assert_relative("just above", a(0.01 * (1.0 + f64::EPSILON)), 160.0, 1e-15);
    // no edge at all with vsmall = 0, and vMin = 1e-3 m/s below it
    parameters.compliance.v_small = 0.0;
    assert_relative("at rest", damping::damping(&parameters, 0.0), 1600.0, 1e-15);
}

/// e falls with the impact speed, e = e₀ − α·v_i, before a law looks at it.
#[test]
fn restitution_that_falls_with_speed_enters_every_law() {
    for (law, u) in [
        (NormalLaw::LankaraniNikravesh, 0.75 * (1.0 - 0.09)),
        (NormalLaw::Flores, 1.6 * 0.7 / 0.3),
        (NormalLaw::HuntCrossley, 1.5 * 0.7),
    ] {
        let mut parameters = with_law(law, 0.5);
        parameters.compliance.alpha = 0.2;
        assert_relative("a at 1 m/s", damping::damping(&parameters, 1.0), u, 1e-15);
    }
    let mut parameters = with_law(NormalLaw::KelvinVoigt, 0.5);
    parameters.compliance.alpha = 0.2;
    assert_relative("e at 1 m/s", damping::effective_restitution(&parameters, 1.0), 0.3, 1e-15);
    // c/k = 2ζ·√(m/k) with m = 1, k = 1e6
    assert_relative("c/k at 1 m/s", damping::damping(&parameters, 1.0), 2e-3 * DAMPING_RATIO[9].1, 3e-15);
}

// ---- linear spring and damper ----

#[test]
fn damping_ratio_is_that_of_the_closed_form() {
    for (e, zeta) in DAMPING_RATIO {
        assert_relative("ζ", damping_ratio(e), zeta, 3e-15);
    }
    assert_eq!(damping_ratio(1.0), 0.0);
}

/// 2ζ·A(ζ), by r = √|1−ζ²| formed without cancelling, where arccos ζ = atan2(r, ζ) and arcosh ζ = arsinh r.
fn exponent(zeta: f64) -> f64 {
    let r = ((1.0 - zeta).abs() * (1.0 + zeta)).sqrt();
    let a = if zeta == 1.0 {
        1.0
    } else if zeta < 1.0 {
        r.atan2(zeta) / r
    } else {
        r.asinh() / r
    };
    2.0 * zeta * a
}

#[test]
fn damping_ratio_is_the_inverse_to_1e_14_everywhere() {
    // evenly, towards 1, and through ζ = 1 at e = exp(−2)
    let even = (0..10_000).map(|n| 0.001 + 0.998999 * f64::from(n) / 1e4);
    let towards_1 = (1..=1200).map(|n| 1.0 - 10f64.powf(-f64::from(n) / 100.0));
    let around = (-1000..=1000).map(|n| (-2.0f64).exp() * (1.0 + f64::from(n) * 1e-6));
    let mut worst = 0.0f64;
    for e in even.chain(towards_1).chain(around) {
        worst = worst.max((exponent(damping_ratio(e)) / -e.ln() - 1.0).abs());
    }
    assert!(worst < 1e-14, "{worst:e}");
}

#[test]
fn a_linear_spring_and_damper_gives_e_for_the_mass_it_is_given() {
    for (e, _) in FLORES {
        for (k, mass, v_i) in [(1e6, 2.0, 1.0), (1e4, 0.03, 0.05), (3e8, 40.0, 7.0)] {
            let mut parameters = with_law(NormalLaw::KelvinVoigt, e);
            (parameters.compliance.k, parameters.compliance.mass) = (k, mass);
            // a step that straddles the instant at which the force vanishes errs by (ω·h)² = 1e-7
            let rebound = impact(&parameters, mass, v_i, 3e-4 * (mass / k).sqrt()).rebound;
            assert_relative("v_o/v_i", rebound / v_i, e, 1e-6);
            assert_eq!(damping::effective_restitution(&parameters, v_i), e);
        }
    }
}

/// m′/m and exp(−2ζ′·arccos ζ′/√(1−ζ′²)) at ζ′ = ζ(0.5)·√(m/m′).
#[rustfmt::skip]
const OTHER_MASSES: [(f64, f64); 4] = [
    (0.25, 0.2925650424043573), (0.5, 0.3944717884430069), (2.0, 0.6005367965697311), (4.0, 0.6898014858320763),
];

#[test]
fn kelvin_voigt_with_another_mass_rebounds_by_its_damping_ratio() {
    for (factor, real) in OTHER_MASSES {
        let parameters = with_law(NormalLaw::KelvinVoigt, 0.5);
        let mass = parameters.compliance.mass * factor;
        let rebound = impact(&parameters, mass, 1.0, 1e-7).rebound;
        assert_relative("v_o/v_i", rebound, real, 1e-6);
    }
}

#[test]
fn a_linear_spring_and_damper_lets_go_where_its_force_vanishes() {
    let parameters = with_law(NormalLaw::KelvinVoigt, 0.5);
    let a = damping::damping(&parameters, 1.0);
    assert_relative("c/k", a, 2e-3 * 0.2552756376486518, 3e-15);
    let at = |x: f64, rate: f64| {
        evaluate(&parameters, &external(x, vector(0.0, 0.0, -rate)), &touching(&parameters, 1.0), &State::default())
            .unwrap()
    };
    for (x, rate) in [(1e-3, 0.7), (1e-3, 0.0), (1e-3, -1.0), (1e-9, 0.7)] {
        let pressing = at(x, rate);
        assert_relative("k·x + c·ẋ", pressing.outputs.normal_force, 1e6 * (x + a * rate), 1e-14);
        assert_relative("margin", pressing.clip_margin, x + a * rate, 1e-14);
        assert_relative("dissipated", pressing.rates.energy.dissipated_normal, 1e6 * a * rate * rate, 1e-12);
    }
    // at 2 m/s outwards c·ẋ is more than k·x
    let clipped = at(1e-3, -2.0);
    assert_eq!(clipped.outputs.normal_force, 0.0);
    assert_relative("margin", clipped.clip_margin, 1e-3 - 2.0 * a, 1e-14);
    // what the spring still holds is lost
    assert_relative("dissipated", clipped.rates.energy.dissipated_normal, 1e6 * 1e-3 * 2.0, 1e-14);
    assert_relative("stored", clipped.outputs.energy_elastic, 0.5 * 1e6 * 1e-6, 1e-14);
    // the edge belongs to both sides
    let edge = -1e-3 / a;
    assert_close("force at the edge", at(1e-3, edge).outputs.normal_force, 0.0, 1e-12, 1e3);
}

#[test]
fn kelvin_voigt_is_refused_with_another_exponent_or_with_materials() {
    let mut parameters = with_law(NormalLaw::KelvinVoigt, 0.5);
    assert_eq!(parameters.validate(), Ok(()));
    parameters.compliance.p = 1.5;
    let text = parameters.validate().unwrap_err().to_string();
    let told =
        "compliance.law = kelvinVoigt is a linear spring and damper, but the exponent is 1.5; set compliance.p = 1";
    assert!(text.starts_with(told), "{text}");
    // with materials the exponent is Hertz's, whatever compliance.p says
    parameters.compliance.p = 1.0;
    parameters.settings.compliance_source = ComplianceSource::Materials;
    let text = parameters.validate().unwrap_err().to_string();
    assert!(text.starts_with(told) && text.contains("compliance.source = stiffness"), "{text}");
    parameters.settings.normal_law = NormalLaw::Flores;
    assert_eq!(parameters.validate(), Ok(()));
}

// ---- slopes ----

/// A slope of the crate's dual numbers against num-dual's, of the formula written here.
fn assert_slope(what: &str, ours: Dual, theirs: Dual64, tolerance: f64) {
    assert_relative(what, ours.value, theirs.re, tolerance);
    assert_relative(what, ours.slope, theirs.eps, tolerance);
}

#[test]
fn slopes_of_every_damping_are_exact() {
    let seed = |value: f64, slope: bool| Dual { value, slope: f64::from(u8::from(slope)) };
    let theirs = |value: f64, slope: bool| Dual64::new(value, f64::from(u8::from(slope)));
    for law in [NormalLaw::LankaraniNikravesh, NormalLaw::Flores, NormalLaw::HuntCrossley, NormalLaw::KelvinVoigt] {
        // by e, alpha, v_i, mass, k
        for by in 0..5 {
            let [e, alpha, v_i, mass, k] = [0.6, 0.1, 0.7, 3.0, 2e5];
            let mut parameters = Parameters::<Dual>::default();
            parameters.settings.normal_law = law;
            parameters.settings.restitution_curve = RestitutionCurve::Linear;
            let c = &mut parameters.compliance;
            (c.e, c.alpha, c.mass, c.k) =
                (seed(e, by == 0), seed(alpha, by == 1), seed(mass, by == 3), seed(k, by == 4));
            (c.v_min, c.v_small, c.d_max, c.p) = (1e-3.into(), 0.01.into(), 2e3.into(), 1.0.into());
            let ours = damping::damping(&parameters, seed(v_i, by == 2));
            let v = theirs(v_i, by == 2);
            let fallen = theirs(e, by == 0) - theirs(alpha, by == 1) * v;
            let one = Dual64::from(1.0);
            let wanted = match law {
                NormalLaw::LankaraniNikravesh => (one - fallen * fallen) * 0.75 / v,
                NormalLaw::Flores => (one - fallen) * 1.6 / (fallen * v),
                NormalLaw::HuntCrossley => (one - fallen) * 1.5 / v,
                _ => ratio_of(fallen) * (theirs(mass, by == 3) / theirs(k, by == 4)).sqrt() * 2.0,
            };
            if wanted.eps == 0.0 {
                assert_eq!(ours.slope, 0.0);
            } else {
                assert_slope("a", ours, wanted, 1e-13);
            }
        }
    }
}

/// ζ(e) and its slope, from the slope of e(ζ) by num-dual.
fn ratio_of(e: Dual64) -> Dual64 {
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if exponent(middle) < -e.re.ln() { low = middle } else { high = middle }
    }
    let zeta = Dual64::new(low, 1.0);
    let one = Dual64::from(1.0);
    let a =
        if low < 1.0 { zeta.acos() / (one - zeta * zeta).sqrt() } else { zeta.acosh() / (zeta * zeta - one).sqrt() };
    Dual64::new(low, e.eps / (zeta * a * -2.0).exp().eps)
}

#[test]
fn slope_of_the_damping_ratio_is_that_of_its_closed_form() {
    for (e, zeta) in DAMPING_RATIO {
        let ours = damping_ratio(Dual { value: e, slope: 1.0 });
        if (zeta - 1.0).abs() < 0.1 {
            // e(ζ) = exp(−2 + ⁴⁄₃(1−ζ) + …): differences of fourth order over 1e-3, where the formulas cancel
            let h = 1e-3;
            let at = |steps: f64| -exponent(zeta + steps * h);
            let rate = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
            assert_relative("ζ′(e)", ours.slope, 1.0 / (e * rate), 1e-10);
        } else {
            assert_slope("ζ(e)", ours, ratio_of(Dual64::new(e, 1.0)), 1e-13 / (1.0 - e).min(0.1));
        }
    }
    // dζ/de = −1/π at e = 1
    let at_1 = damping_ratio(Dual { value: 1.0, slope: 1.0 });
    assert_relative("ζ′(1)", at_1.slope, -core::f64::consts::FRAC_1_PI, 1e-15);
}

#[test]
fn real_restitution_of_a_capped_law_follows_its_cap() {
    let mut parameters = Parameters::<Dual>::default();
    parameters.settings.normal_law = NormalLaw::Flores;
    let c = &mut parameters.compliance;
    (c.e, c.v_min, c.v_small) = (0.5.into(), 1e-3.into(), 0.01.into());
    c.d_max = Dual { value: 40.0, slope: 1.0 };
    let ours = damping::effective_restitution(&parameters, 0.02.into());
    // by differences of the closed form, tested above against Lambert's W
    let h = 1e-3;
    let at = |steps: f64| restitution_of_damping((40.0 + steps * h) * 0.02);
    let slope = (8.0 * (at(1.0) - at(-1.0)) - (at(2.0) - at(-2.0))) / (12.0 * h);
    assert_relative("de/d(d_max)", ours.slope, slope, 1e-9);
}
