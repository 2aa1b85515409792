//! Stiffness from materials and radii, against the table and the formulas of [M3D] and Hertz's by hand.

use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::parameters::{ComplianceSource, NormalLaw, SpinRadiusSource};
use asperity::physics::stiffness::stiffness;
use asperity::physics::{State, friction, material};

#[test]
fn reduced_modulus_is_that_of_two_springs_in_series() {
    // steel on steel: E/(2(1−ν²)) = 2.1e11/1.82
    assert_relative("steel", material::reduced_modulus(2.1e11, 0.3, 2.1e11, 0.3), 2.1e11 / 1.82, 4e-16);
    // 1/c_i = (1−ν²)/E: 0.75/3e6 and 0.9375/7.5e10 give 2.5e-7 + 1.25e-11
    let mixed = material::reduced_modulus(3e6, 0.5, 7.5e10, 0.25);
    assert_relative("rubber on glass", mixed, 1.0 / (2.5e-7 + 1.25e-11), 4e-16);
    // far softer than its partner: alone
    assert_relative("soft", material::reduced_modulus(1.0, 0.0, 1e20, 0.3), 1.0, 1e-15);
}

#[test]
fn effective_radius_of_an_external_pair_is_that_of_the_table() {
    for (flat_i, flat_j, radius) in
        [(false, false, 0.06 * 0.3 / 0.36), (false, true, 0.06), (true, false, 0.3), (true, true, 0.06 * 0.3 / 0.36)]
    {
        let mut parameters = parameters();
        (parameters.geometry.settings.is_flat_i, parameters.geometry.settings.is_flat_j) = (flat_i, flat_j);
        (parameters.geometry.shapes.contact_radius_i, parameters.geometry.shapes.contact_radius_j) = (0.06, 0.3);
        // not looked at
        (parameters.geometry.shapes.radius_i, parameters.geometry.shapes.radius_j) = (17.0, 19.0);
        assert_relative("R_eff", parameters.geometry.effective_radius(), radius, 4e-16);
    }
}

/// 1/R_eff = mean curvature of i + mean curvature of j, from the principal curvatures of each surface.
#[test]
fn effective_radius_of_a_pair_follows_from_its_principal_curvatures() {
    let (r, big) = (0.1, 0.3);
    for pair in PAIRS {
        let principal = match pair {
            // by the table of [M3D], tested above
            Pair::External => continue,
            Pair::SpherePlane => [0.0, 0.0],
            Pair::SphereSphere => [1.0 / big, 1.0 / big],
            Pair::SphereInCylinder => [-1.0 / big, 0.0],
            Pair::SphereOnCylinder => [1.0 / big, 0.0],
            Pair::SphereInSphere => [-1.0 / big, -1.0 / big],
        };
        let mut parameters = with_pair(pair);
        (parameters.geometry.shapes.radius_i, parameters.geometry.shapes.radius_j) = (r, big);
        // neither isFlat nor the radii of an external pair count
        (parameters.geometry.settings.is_flat_i, parameters.geometry.settings.is_flat_j) = (true, false);
        (parameters.geometry.shapes.contact_radius_i, parameters.geometry.shapes.contact_radius_j) = (17.0, 19.0);
        let radius = 1.0 / (1.0 / r + 0.5 * (principal[0] + principal[1]));
        assert_relative("R_eff", parameters.geometry.effective_radius(), radius, 1e-15);
    }
}

fn from_materials() -> Setup {
    let mut parameters = with_pair(Pair::SphereSphere);
    parameters.settings.compliance_source = ComplianceSource::Materials;
    parameters.settings.normal_law = NormalLaw::Elastic;
    (parameters.geometry.shapes.radius_i, parameters.geometry.shapes.radius_j) = (0.02, 0.08);
    parameters.materials.i.E = 7e10;
    parameters.materials.i.nu = 0.33;
    parameters
}

#[test]
fn stiffness_from_materials_is_that_of_hertz() {
    let mut parameters = from_materials();
    // k = 4/3·√R_eff/((1−ν_i²)/E_i + (1−ν_j²)/E_j), R_eff = 0.016 m
    let k = 4.0 / 3.0 * 0.016f64.sqrt() / ((1.0 - 0.33 * 0.33) / 7e10 + 0.91 / 2.1e11);
    // compliance.k and compliance.p are not looked at
    (parameters.compliance.k, parameters.compliance.p) = (3.0, 2.0);
    for k_red in [1.0, 1e-4] {
        parameters.materials.k_red = k_red;
        let stiffness = stiffness(&parameters, parameters.geometry.effective_radius());
        assert_relative("k", stiffness.k, k_red * k, 1e-15);
        assert_eq!(stiffness.p, 1.5);
        let mut inputs = general_position(Pair::SphereSphere).1;
        let meeting = bring(&parameters, &mut inputs, 1e-5, 0.0, 0.0);
        let response = evaluate(&parameters, &inputs, &touching(&parameters, 0.1), &State::default()).unwrap();
        let f_n = k_red * k * 1e-5f64.powf(1.5);
        // a penetration of 10 µm out of positions of 0.1 m: 1e4 roundings
        assert_relative("f_n", response.outputs.force_i.dot(&meeting.normal), f_n, 1e-10);
        assert_relative("stored", response.outputs.energy_elastic, f_n * 1e-5 / 2.5, 1e-10);
    }
    parameters.settings.compliance_source = ComplianceSource::Stiffness;
    let stiffness = stiffness(&parameters, parameters.geometry.effective_radius());
    assert_eq!((stiffness.k, stiffness.p), (3.0, 2.0));
}

/// What the documentation lets a user expect: depth (5mv²/4k)^(2/5), contact time 2.943275184·x_max/v.
#[test]
fn an_impact_of_two_steel_balls_has_the_depth_and_time_of_hertz() {
    let mut parameters = parameters();
    parameters.settings.compliance_source = ComplianceSource::Materials;
    parameters.settings.normal_law = NormalLaw::Elastic;
    (parameters.geometry.settings.is_flat_i, parameters.geometry.settings.is_flat_j) = (false, false);
    (parameters.geometry.shapes.contact_radius_i, parameters.geometry.shapes.contact_radius_j) = (0.01, 0.01);
    let k = 4.0 / 3.0 * 0.005f64.sqrt() * 2.1e11 / 1.82;
    // 7850 kg/m³, two balls of 1 cm: half the mass of one strikes
    let mass = 0.5 * 7850.0 * 4.0 / 3.0 * core::f64::consts::PI * 1e-6;
    let x_max = (1.25 * mass / k).powf(0.4);
    let seen = impact(&parameters, mass, 1.0, 1e-4 * x_max);
    assert_relative("x_max", seen.deepest, x_max, 1e-9);
    assert_relative("contact time", seen.duration, 2.943275184324705 * x_max, 1e-9);
    assert_relative("restitution", seen.rebound, 1.0, 1e-9);
}

// ---- radius of spinning friction ----

/// Mean of the distance from the centre over a pressure, by the midpoint rule in r = a·sin φ, where √(1 − r²/a²) is
/// smooth.
fn mean_distance(pressure: impl Fn(f64) -> f64) -> f64 {
    let count = 20_000;
    let h = core::f64::consts::FRAC_PI_2 / f64::from(count);
    let sum = |power: i32| {
        let at = |n: i32| {
            let (sine, cosine) = ((f64::from(n) + 0.5) * h).sin_cos();
            pressure(sine) * sine.powi(power) * cosine
        };
        (0..count).map(at).sum::<f64>()
    };
    sum(2) / sum(1)
}

#[test]
fn e_r_of_a_contact_area_is_the_mean_radius_under_hertz_pressure() {
    // the midpoint rule errs by h²/24 = 3e-10, of a smooth integrand whose ends cancel half
    let hertz = mean_distance(|r| (1.0 - r * r).sqrt());
    assert_relative("by quadrature", material::spin_radius(1.0), hertz, 1e-8);
    assert_relative("3π/16", material::spin_radius(1.0), 0.5890486225480862, 3e-16);
    // the value that the documentation gives for a flat disc under even pressure
    assert_relative("disc", mean_distance(|_| 1.0), 2.0 / 3.0, 1e-8);
}

#[test]
fn e_r_follows_the_penetration_or_stays_as_given() {
    let mut parameters = parameters();
    parameters.friction.e_r = 0.004;
    for x in [-1e-3, 0.0, 1e-5, 1e-3] {
        assert_eq!(friction::spin_radius(&parameters, parameters.geometry.effective_radius(), x), 0.004);
    }
    parameters.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
    // R_eff = contactRadiusI = 0.1 m against a flat one
    for (x, a) in [(-1e-3, 0.0), (0.0, 0.0), (1e-5, 1e-3), (1e-3, 1e-2)] {
        let e_r = friction::spin_radius(&parameters, parameters.geometry.effective_radius(), x);
        assert_close("e_r", e_r, 0.5890486225480862 * a, 4e-16, 1e-2);
    }
}
