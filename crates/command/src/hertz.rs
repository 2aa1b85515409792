//! What Hertz's theory says of two bodies that meet, and where it does not hold.

use std::f64::consts::PI;

use asperity::physics::material::{self as hertz, HERTZ_EXPONENT};
use asperity_lab::material::Material;
use asperity_lab::number::fixed;

use crate::advise::Advice;
use crate::shape::Shape;

/// Standard acceleration of free fall [m/s²].
pub const GRAVITY: f64 = 9.80665;
/// Penetration, in parts of R_eff, above which Hertz's condition a ≪ R_eff no longer holds: a = 0.32·R_eff there.
const SMALL: f64 = 0.1;
/// Greatest pressure under a sphere at first yield, in parts of the yield strength, for ν = 0.3
/// [K. L. Johnson, Contact Mechanics, 1985, section 6.1].
const FIRST_YIELD: f64 = 1.6;

/// Two materials, their shapes and an impact.
pub struct Contact {
    pub materials: [&'static Material; 2],
    pub shapes: [Shape; 2],
    pub k_red: f64,
    /// Effective mass [kg]
    pub mass: f64,
    /// Effective modulus c_res [Pa]
    pub modulus: f64,
    /// R_eff [m]
    pub radius: f64,
    /// k [N/m^1.5]
    pub stiffness: f64,
    pub impact: Advice,
}

impl Contact {
    /// Of `mass` [kg] at `speed` [m/s].
    pub fn new(materials: [&'static Material; 2], shapes: [Shape; 2], k_red: f64, mass: f64, speed: f64) -> Self {
        let [i, j] = materials;
        let modulus = hertz::reduced_modulus(i.young.value, i.poisson.value, j.young.value, j.poisson.value);
        let radius = hertz::effective_radius(shapes[0].contour, shapes[1].contour);
        let stiffness = hertz::stiffness(k_red, modulus, radius);
        let impact = Advice::new(stiffness, HERTZ_EXPONENT, mass, speed);
        Self { materials, shapes, k_red, mass, modulus, radius, stiffness, impact }
    }

    /// Whether no number of it is too large or too small to be one.
    pub fn is_finite(&self) -> bool {
        let Advice { depth, force, time } = self.impact;
        [self.stiffness, self.mass, depth, force, time, self.rest()].iter().all(|value| value.is_normal())
    }

    /// Radius of the contact area and e_r [m] at that penetration [m].
    pub fn radii(&self, x: f64) -> (f64, f64) {
        let a = hertz::contact_radius(self.radius, x);
        (a, hertz::spin_radius(a))
    }

    /// Penetration at rest  (m·g/k)^{1/p}  [m].
    pub fn rest(&self) -> f64 {
        (self.mass * GRAVITY / self.stiffness).powf(1.0 / HERTZ_EXPONENT)
    }

    /// Where Hertz's theory does not hold, in words.
    pub fn warnings(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.shapes.iter().all(|shape| shape.contour.is_flat) {
            found.push(
                "both bodies are flat. Hertz's theory is about round ones; Modia3D replaces them by two equivalent \
                 spheres, as a rough estimate"
                    .into(),
            );
        }
        for (when, depth) in [("in the impact", self.impact.depth), ("at rest", self.rest())] {
            if depth > SMALL * self.radius {
                found.push(format!(
                    "{when} the penetration is {} % of the effective radius. Hertz's theory is for small ones, up \
                     to about {:.0} %: depth, force and time are rough",
                    fixed(100.0 * depth / self.radius, 0),
                    100.0 * SMALL
                ));
            }
        }
        if self.k_red == 1.0 {
            found.extend(self.materials.iter().enumerate().filter_map(|(at, material)| {
                let first = at == 0 || self.materials[0].name != material.name;
                first.then(|| self.yields(material))?
            }));
        } else {
            found.push(
                "k_red is not 1: penetration and contact time are those of the FMU with it, not of the material".into(),
            );
        }
        found
    }

    /// Whether a dent stays: greatest pressure  p_0 = 3·f/(2π·a²)  against the yield strength.
    fn yields(&self, material: &Material) -> Option<String> {
        let strength = material.yield_strength?;
        let a = hertz::contact_radius(self.radius, self.impact.depth);
        let pressure = 1.5 * self.impact.force / (PI * a * a);
        (pressure > FIRST_YIELD * strength.value).then(|| {
            format!(
                "the pressure reaches {} MPa, more than {FIRST_YIELD} times the yield strength of {} ({}), \
                 {:.0} MPa [{}]. It yields there: a dent stays and the bounce is lower. A hardened grade bears more",
                fixed(pressure / 1e6, 0),
                material.name,
                material.what,
                strength.value / 1e6,
                strength.source
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sphere on a flat.
    fn contact(i: &str, j: &str, radius: f64, speed: f64) -> Contact {
        let [i, j] = [i, j].map(|name| Material::find(name).expect("a material of the palette"));
        Contact::new([i, j], [Shape::sphere(radius), Shape::flat(1.0)], 1.0, i.sphere_mass(radius), speed)
    }

    /// Greatest penetration and contact time of  m·ẍ = −k·x^{3/2}  by a Runge–Kutta method of fourth order. Neither
    /// uses the energy, on which the closed form rests.
    fn integrated(k: f64, m: f64, v: f64, step: f64) -> (f64, f64) {
        let rate = |(x, u): (f64, f64)| (u, -k / m * x.max(0.0).powf(1.5));
        let (mut state, mut time, mut deepest) = ((0.0, v), 0.0, 0.0_f64);
        loop {
            let add = |(dx, du): (f64, f64), h: f64| (state.0 + h * dx, state.1 + h * du);
            let k1 = rate(state);
            let k2 = rate(add(k1, step / 2.0));
            let k3 = rate(add(k2, step / 2.0));
            let k4 = rate(add(k3, step));
            let mean = ((k1.0 + 2.0 * (k2.0 + k3.0) + k4.0) / 6.0, (k1.1 + 2.0 * (k2.1 + k3.1) + k4.1) / 6.0);
            let next = add(mean, step);
            if next.0 <= 0.0 {
                return (deepest, time + step * state.0 / (state.0 - next.0));
            }
            (state, time, deepest) = (next, time + step, deepest.max(next.0));
        }
    }

    /// At 1/20000 of the contact time the sampled peak is low by (π/20000)²/8 = 3e-9 at most.
    #[test]
    fn depth_and_contact_time_are_those_of_the_integrated_motion() {
        for (i, j, radius, speed) in
            [("steel", "rubber", 0.05, 0.3), ("glass", "steel", 0.01, 1.0), ("nylon", "wood", 0.2, 3.0)]
        {
            let found = contact(i, j, radius, speed);
            let (depth, time) = integrated(found.stiffness, found.mass, speed, found.impact.time / 2e4);
            assert!((found.impact.depth / depth - 1.0).abs() < 1e-8, "{i} on {j}: {} m, {depth} m", found.impact.depth);
            assert!((found.impact.time / time - 1.0).abs() < 1e-8, "{i} on {j}: {} s, {time} s", found.impact.time);
        }
    }

    /// Sphere of steel, r = 10 mm, on a flat of steel: E* = 2.1e11/(2·0.91), k = 4/3·E*·0.1, m = 4/3·π·1e-6·7850.
    #[test]
    fn two_equal_materials_have_half_of_the_plane_strain_modulus() {
        let found = contact("steel", "steel", 0.01, 1.0);
        for (value, by_hand) in [
            (found.modulus, 1.153_846_153_846_153_8e11),
            (found.radius, 0.01),
            (found.stiffness, 1.538_461_538_461_538_4e10),
            (found.mass, 0.032_882_003_107_573_17),
        ] {
            assert!((value / by_hand - 1.0).abs() < 1e-14, "{value} {by_hand}");
        }
        let weight = found.stiffness * found.rest().powf(1.5) / GRAVITY;
        assert!((weight / found.mass - 1.0).abs() < 1e-14, "{weight} kg");
    }

    /// First yield of a sphere that strikes a half-space of the same material at  v² = 26·Y⁵/(ρ·E*⁴)
    /// [Johnson, Contact Mechanics, section 11.5]; the 26 is rounded, v therefore right to 2 %.
    #[test]
    fn a_dent_is_announced_from_the_speed_of_first_yield_on() {
        let steel = Material::find("steel").expect("steel");
        let strength = steel.yield_strength.expect("a yield strength").value;
        let modulus = 2.1e11 / (2.0 * 0.91);
        let limit = (26.0 * strength.powi(5) / (7850.0 * f64::powi(modulus, 4))).sqrt();
        for (part, warns) in [(0.95, false), (1.05, true)] {
            let found = contact("steel", "steel", 0.02, part * limit).warnings();
            assert_eq!(
                found.iter().filter(|text| text.contains("yields")).count(),
                usize::from(warns),
                "{part}: {found:?}"
            );
        }
    }

    /// R = 0.05 m: the bound of 10 % is a penetration of 5 mm.
    #[test]
    fn too_deep_a_penetration_is_announced() {
        for (speed, warns) in [(0.5, false), (0.6, true)] {
            let found = contact("steel", "rubber", 0.05, speed);
            assert_eq!(found.impact.depth > 5e-3, warns, "{} m", found.impact.depth);
            assert_eq!(found.warnings().len(), usize::from(warns), "{:?}", found.warnings());
        }
    }
}
