//! Stiffness from materials and radii, against the table and the formulas of [M3D] and Hertz's by hand.

use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::parameters::{ComplianceSource, NormalLaw, SpinRadiusSource};
use asperity::physics::stiffness::stiffness;
use asperity::physics::{State, friction, material};
use asperity::shape::{Capsule, Cone, Shape};
use std::f64::consts::PI;

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

/// R_eff of a pair knows no place: a surface whose curvature differs from point to point belongs to systems, where every contact has its own.
#[test]
fn every_pair_is_of_shapes_with_one_mean_curvature() {
    for pair in PAIRS {
        let (Setup { geometry, .. }, _) = general_position(pair);
        let Some(both) = asperity::meet::table::shapes(&geometry) else {
            assert_eq!(pair, Pair::External);
            continue;
        };
        for shape in both {
            assert!(shape.mean_curvature().is_some(), "{pair:?}: a {}", shape.name());
        }
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

/// Complete elliptic integrals K and E of 1 − g² by the midpoint rule, which converges exponentially on a period.
fn elliptic(g: f64) -> [f64; 2] {
    let count = 4000 + (30.0 / g) as i32;
    let root = |k: i32| {
        let angle = PI * (f64::from(k) + 0.5) / f64::from(count);
        f64::sqrt(angle.cos().powi(2) + (g * angle.sin()).powi(2))
    };
    let sums = (0..count).fold([0.0; 2], |[k, e], step| [k + 1.0 / root(step), e + root(step)]);
    sums.map(|sum| sum * 0.5 * PI / f64::from(count))
}

/// R_eff of Hertz's exact solution: B/A = (E/g² − K)/(K − E), a³ = 3F·(K − E)/(2π·e²·A·E*) and δ = 3F·K/(2π·a·E*), e² = 1 − g², so that
/// F = 4/3·E*·√R_eff·δ^1.5 with R_eff = (π/2)²·(K − E)/(K³·e²·A).
pub fn exact_radius(a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (1e-4_f64, 1.0 - 1e-6);
    for _ in 0..100 {
        let g = 0.5 * (low + high);
        let [k, e] = elliptic(g);
        if (e / (g * g) - k) / (k - e) > b / a { low = g } else { high = g }
    }
    let g = 0.5 * (low + high);
    let [k, e] = elliptic(g);
    (PI / 2.0).powi(2) * (k - e) / (k.powi(3) * (1.0 - g * g) * a)
}

/// The stiffness, which goes with √R_eff, is below Hertz's by what the documentation says, never above it.
#[test]
fn elliptic_contacts_are_as_stiff_as_by_elliptic_integrals() {
    let from = |ratio: f64| {
        let (a, b) = (3.0, 3.0 * ratio);
        let found = material::of_relative_curvatures(a + b, b - a);
        (found / exact_radius(a, b)).sqrt() - 1.0
    };
    for (ratio, least) in [
        (1.2, -1e-9),
        (2.0, -1e-7),
        (4.0, -1e-6),
        (20.0, -3e-5),
        (100.0, -1e-4),
        (1e3, -3e-4),
        (1e4, -4e-4),
        (1e5, -4e-4),
    ] {
        let error = from(ratio);
        assert!(error < 1e-9 && error > least, "{ratio}: {error}");
        // the bounds are no further off than needed
        assert!(ratio < 4.0 || error < 0.5 * least, "{ratio}: {error}");
    }
    assert_relative("circle", material::of_relative_curvatures(5.0, 0.0), 0.2, 0.0);
    assert_relative("nearly", material::of_relative_curvatures(5.0, 1e-7), 0.2, 1e-13);
    // longer ones, and hollow ones, as 1e5
    let longest = material::of_relative_curvatures(100_001.0, 99_999.0);
    assert_relative("hollow", material::of_relative_curvatures(8e4, 1.2e5), longest, 1e-12);
}

/// Ellipsoids crossed by an angle: A + B and B − A by Hertz's formula from the four curvatures and the angle.
#[test]
fn curvatures_of_crossed_ellipsoids_add_up_by_their_angle() {
    let half: V3 = vector(0.1, 0.07, 0.05);
    // at the end of the z axis: c/a², c/b²
    let own = [0.05 / 0.01, 0.05 / 0.0049];
    let (_, curvature) = Shape::Ellipsoid { half }.farthest(&V3::z()).unwrap();
    for angle in [0.0_f64, 0.3, 1.0, 1.5] {
        let (s, c) = angle.sin_cos();
        let turned = curvature.turned(|v| vector(c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]));
        let both = curvature + turned;
        let difference = own[0] - own[1];
        // B − A = ½·√(Δ₁² + Δ₂² + 2·Δ₁·Δ₂·cos 2α), half the difference of the principal relative curvatures twice
        let wanted = 0.5 * (2.0 * difference * difference * (1.0 + (2.0 * angle).cos())).sqrt();
        assert_relative("difference", both.half_difference() + 1.0, wanted + 1.0, 1e-13);
        assert_relative("sum", both.mean, own[0] + own[1], 1e-14);
        let exact = exact_radius((both.mean - wanted) * 0.5, (both.mean + wanted) * 0.5);
        if wanted > 0.1 {
            assert_relative("R_eff", both.radii().unwrap()[0], exact, 1e-5);
        }
    }
    // beside the axes the surface is curved as its normal turns
    let at = vector(0.3, -0.5, 0.8).normalize();
    let (place, curvature) = Shape::Ellipsoid { half }.farthest(&at).unwrap();
    let (u, v) = (at.cross(&V3::x()).normalize(), at.cross(&at.cross(&V3::x())).normalize());
    let turn = |along: &V3| {
        let step = 1e-5;
        let of = |by: f64| Shape::Ellipsoid { half }.support(&(at + along * by)).unwrap();
        let moved = (of(step) - of(-step)) / (2.0 * step);
        [moved.dot(&u), moved.dot(&v)]
    };
    // dx/dn has the radii of curvature
    let ([a, b], [_, d]) = (turn(&u), turn(&v));
    let determinant = a * d - b * b;
    assert_relative("mean", curvature.mean, 0.5 * (a + d) / determinant, 1e-8);
    let difference = (0.25 * (a - d) * (a - d) + b * b).sqrt() / determinant;
    assert_relative("difference", curvature.half_difference(), difference, 1e-8);
    assert!((Shape::Ellipsoid { half }.nearest(&place).unwrap().curvature.uneven - curvature.uneven).amax() < 1e-12);
}

/// The table of [M3D].
#[test]
fn contours_of_shapes_are_those_of_the_table() {
    let cone = |radius, top_radius, length| Shape::Cone(Cone { radius, top_radius, length });
    for (shape, r_contact, is_flat) in [
        (Shape::Sphere { radius: 0.3, hollow: false }, 0.3, false),
        (Shape::Ellipsoid { half: vector(0.3, 0.2, 0.4) }, 0.2, false),
        (Shape::Box { half: vector(0.3, 0.2, 0.4) }, 0.2, true),
        (cone(0.3, 0.3, 0.8), 0.3, false),
        (cone(0.3, 0.3, 0.4), 0.2, false),
        (cone(0.3, 0.1, 0.4), 0.2, false),
        (Shape::Capsule(Capsule { radius: 0.3, length: 0.1 }), 0.3, false),
    ] {
        assert_eq!(shape.contour(), Some(material::Contour { r_contact, is_flat }), "{shape:?}");
    }
    assert_eq!(Shape::Plane { normal: V3::z(), height: 0.0 }.contour(), None);
}
