//! Parameters of a contact as a file gives them: by name, those of all pairs before those of one.

use super::shapes::Elasticity;
use super::tables::*;
use crate::meet::Solids;
use crate::physics::material;
use crate::physics::parameters::{Materials, Planes, SpinRadiusSource};
use crate::unit::named;
use crate::unit::parameters::ContactParameters;
use crate::unit::table::Id;

/// What a contact is made of, and so which parameters say something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Points,
    Faces,
    /// Points with a stiffness by area
    Patch,
    /// The importer computes the contact geometry.
    Given,
}

impl Kind {
    /// Whether k_A [N/m³] is its stiffness.
    fn is_by_area(self) -> bool {
        matches!(self, Kind::Faces | Kind::Patch)
    }

    /// Whether a parameter, by its row and whether it is called k_A, says nothing about it.
    fn is_deaf_to(self, id: Id, is_k_a: bool) -> bool {
        match self {
            _ if id == Id::ComplianceK => is_k_a != self.is_by_area(),
            Kind::Points | Kind::Given => is_k_a,
            Kind::Faces => is_of_points_only(id) && id != Id::FrictionMuR,
            Kind::Patch => matches!(id, Id::ComplianceSource | Id::FrictionWsmall),
        }
    }

    /// Whether a parameter that a pair has for itself, by its name in the file, has no meaning there.
    #[cfg(feature = "text")]
    pub fn refuses(self, name: &str) -> bool {
        let is_k_a = name == STIFFNESS_OF_FACES;
        let Ok((row, _)) = named::element(known_as(name)) else { return false };
        row.id != Id::ComplianceSource && self.is_deaf_to(row.id, is_k_a)
    }
}

/// The exponent of the penetration of a patch unless it is given: an elastic layer, as faces have it.
const EXPONENT_OF_A_PATCH: f64 = 1.0;

/// Parameters and their values as texts.
pub type Assignments = [(String, String)];

/// The parameter of the one-contact FMU in whose place a parameter of a system stands.
pub fn known_as(parameter: &str) -> &str {
    if parameter == STIFFNESS_OF_FACES { "compliance.k" } else { parameter }
}

/// Sets what a contact of shapes of these materials has by default, and then what is given.
///
/// Errors: a parameter is none of a contact's or has no such value.
pub fn assign(
    name: &str,
    materials: [Option<Elasticity>; 2],
    (kind, solids): (Kind, Option<&Solids>),
    parameters: &mut ContactParameters<f64>,
    given: &Assignments,
) -> Result<(), String> {
    if kind.is_by_area() {
        parameters.laws.compliance.k = STIFFNESS_OF_FACES_START;
    }
    match kind {
        Kind::Faces => parameters.laws.settings.spin_radius_source = SpinRadiusSource::ContactRadius,
        Kind::Patch => parameters.laws.compliance.p = EXPONENT_OF_A_PATCH,
        Kind::Points | Kind::Given => {}
    }
    for (material, side) in materials.into_iter().zip(["I", "J"]) {
        let Some(material) = material else { continue };
        for (symbol, value) in [("E", material.young), ("nu", material.poisson)] {
            let name = format!("material.{symbol}_{side}");
            named::set(parameters, &name, value).map_err(|refusal| refusal.to_string())?;
        }
    }
    let (mut is_of_materials, mut has_stiffness) = (false, false);
    if given.iter().any(|(parameter, _)| parameter == "friction.e_r") {
        // what is given counts, unless friction.e_rSource says otherwise
        parameters.laws.settings.spin_radius_source = SpinRadiusSource::Given;
    }
    for (parameter, value) in given {
        let is_k_a = parameter == STIFFNESS_OF_FACES;
        has_stiffness |= is_k_a;
        let parameter = known_as(parameter);
        let in_name = |text: String| format!("contact \"{name}\": {text}");
        if named::is_of_planes(parameter) {
            // a list takes the place of the one before
            if parameter == named::FIRST_OF_PLANES {
                parameters.laws.settings.planes = Planes::default();
            }
            named::assign(parameters, parameter, value).map_err(|refusal| in_name(refusal.to_string()))?;
            continue;
        }
        let (row, _) = named::element(parameter).map_err(|refusal| in_name(refusal.to_string()))?;
        let is_of_all = is_of_the_system(row.id) || is_of_the_coupling(row.id) || row.id == Id::CouplingVerifyMass;
        let is_known = is_of_a_contact(row) || is_of_all || row.name == "geometry.point";
        if !(is_known || kind == Kind::Given && is_of_given_geometry(row.id)) {
            let why = match row.name.split('.').next() {
                Some("geometry") => "follows from the shapes",
                _ => "is not a parameter of a contact of a system yet",
            };
            return Err(in_name(format!("{parameter} {why}")));
        }
        // what all contacts have counts where it says something
        is_of_materials |= row.id == Id::ComplianceSource && value == "materials";
        if kind.is_deaf_to(row.id, is_k_a) {
            continue;
        }
        named::assign(parameters, parameter, value).map_err(|refusal| in_name(refusal.to_string()))?;
    }
    if let (true, true, false, Some(solids)) = (kind.is_by_area(), is_of_materials, has_stiffness, solids) {
        let Materials { i, j, k_red } = parameters.laws.materials;
        parameters.laws.compliance.k = k_red * material::reduced_modulus(i.E, i.nu, j.E, j.nu) / solids.size();
    }
    Ok(())
}
