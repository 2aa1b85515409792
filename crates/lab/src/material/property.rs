//! What is known of a material.

/// One value and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Property {
    /// In SI units
    pub value: f64,
    /// A key of [`SOURCES`](super::SOURCES) and the place, and how the value was chosen where the source gives a range
    pub source: &'static str,
}

/// A material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// What the command line calls it
    pub name: &'static str,
    /// Other names for it
    pub also: &'static [&'static str],
    /// Grade, and what one should know before using it
    pub what: &'static str,
    /// Young's modulus E [Pa]
    pub young: Property,
    /// Poisson's ratio ν [1], 0…0.5
    pub poisson: Property,
    /// Density [kg/m³]
    pub density: Property,
    /// Yield strength in tension [Pa], where the material yields at a stress worth stating
    pub yield_strength: Option<Property>,
}

impl Material {
    /// Mass of a full sphere  4/3·π·r³·ρ  [kg], `radius` r [m].
    pub fn sphere_mass(&self, radius: f64) -> f64 {
        4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * self.density.value
    }

    /// Its values with their names and units.
    pub fn properties(&self) -> impl Iterator<Item = (&'static str, Property, &'static str)> {
        let always = [("E", self.young, "Pa"), ("nu", self.poisson, "1"), ("density", self.density, "kg/m3")];
        always.into_iter().chain(self.yield_strength.map(|property| ("yield", property, "Pa")))
    }
}
