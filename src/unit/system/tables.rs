//! The rows of a system: of the FMU as a whole, of a body, of a contact. Those of a contact are rows of the one variable table,
//! with the same value references inside their block.

use crate::fmi::description::Row;
use crate::fmi::model::{self, Entry, Table};
use crate::unit::table::{BODIES, Id, ROWS, TABLE};

/// Rows of a block, and the same as the binary holds them.
pub type Rows = (&'static [Row<Id>], &'static Table<Id>);

/// Rows of bodies as the binary holds them.
static BODY_ROWS: [Row<Id>; BODIES.len()] = crate::fmi::description::bare(BODIES);

/// Whether a variable of the one-contact FMU stands once for all contacts of a system.
pub const fn is_of_the_system(id: Id) -> bool {
    is_ledger(id)
        || matches!(id, Id::Time | Id::EnergyElastic | Id::EnergyResidual | Id::MicroSteps)
        || matches!(id, Id::LedgerTrack | Id::CouplingMode | Id::CouplingOrder)
}

/// Whether it is a setting of all contacts together that only interface coupling has.
pub const fn is_of_the_coupling(id: Id) -> bool {
    matches!(id, Id::CouplingMethod | Id::CouplingHandBack | Id::CouplingMaxMicroSteps)
}

/// The sums of the ledger and their rates.
const fn is_ledger(id: Id) -> bool {
    matches!(id, Id::EnergyWork | Id::EnergyDissipatedNormal | Id::EnergyDissipatedFriction)
        || matches!(id, Id::DerEnergyWork | Id::DerEnergyDissipatedNormal | Id::DerEnergyDissipatedFriction)
}

/// Whether it is what the importer says of a contact whose geometry it computes itself.
pub const fn is_of_given_geometry(id: Id) -> bool {
    matches!(id, Id::Penetration | Id::RelativeVelocity | Id::ContactNormal | Id::ContactPoint)
        || matches!(id, Id::GeometryContactRadiusI | Id::GeometryContactRadiusJ)
        || matches!(id, Id::GeometryIsFlatI | Id::GeometryIsFlatJ)
}

/// Whether each contact of a system has it for itself.
pub const fn is_of_a_contact(row: &Row<Id>) -> bool {
    let is_group = starts_with(row.name, "compliance.") || starts_with(row.name, "friction.");
    is_group || starts_with(row.name, "material.") || is_answer(row.id)
}

/// States, rates and outputs of a contact.
const fn is_answer(id: Id) -> bool {
    matches!(id, Id::ForceI | Id::TorqueI | Id::ForceJ | Id::TorqueJ | Id::NormalForce | Id::FrictionForce)
        || matches!(id, Id::FrictionMoment | Id::Gap | Id::SlipSpeed | Id::ContactActive | Id::Touching | Id::Sticking)
        || matches!(id, Id::PointOfAction | Id::NormalDirection | Id::EffectiveRestitution)
        || matches!(id, Id::Z | Id::SDw | Id::ZR | Id::DerZ | Id::DerSDw | Id::DerZR)
}

/// What a report of few contacts shows of each.
pub const fn is_of_few(id: Id) -> bool {
    matches!(id, Id::NormalForce | Id::Gap | Id::SlipSpeed | Id::ContactActive)
}

const fn starts_with(text: &str, start: &str) -> bool {
    let (text, start) = (text.as_bytes(), start.as_bytes());
    let mut k = 0;
    while k < start.len() {
        if k == text.len() || text[k] != start[k] {
            return false;
        }
        k += 1;
    }
    true
}

const fn is_free_acceleration(id: Id) -> bool {
    matches!(id, Id::BodyFreeAcceleration | Id::BodyFreeAngularAcceleration)
}

const fn is_mass(id: Id) -> bool {
    matches!(id, Id::BodyMass | Id::BodyInertia | Id::BodyCenterOfMass)
}

const fn is_inverse_mass(id: Id) -> bool {
    matches!(id, Id::BodyInverseMass)
}

/// What stands for the stiffness of a point where faces meet; the same number, in another unit.
const fn of_faces(row: Row<Id>) -> Row<Id> {
    match row.id {
        Id::ComplianceK => Row {
            name: STIFFNESS_OF_FACES,
            description: "Pressure by depth of faces that meet in N/m^3, k_A",
            source: "",
            start: &[STIFFNESS_OF_FACES_START],
            ..row
        },
        _ => row,
    }
}

/// Public name of k_A.
pub const STIFFNESS_OF_FACES: &str = "compliance.k_A";

/// k_A unless it is given [N/m³]: 1 kg sinks 1 μm on 0.1 m × 0.1 m.
pub const STIFFNESS_OF_FACES_START: f64 = 1e9;

const OF_FACES: &[Row<Id>] = &{
    let mut rows = [TABLE[0]; TABLE.len()];
    let mut k = 0;
    while k < TABLE.len() {
        rows[k] = of_faces(TABLE[k]);
        k += 1;
    }
    rows
};

/// Rows of faces as the binary holds them.
static FACE_ROWS: [Row<Id>; OF_FACES.len()] = crate::fmi::description::bare(OF_FACES);

/// Whether the parameter says nothing about faces.
pub const fn is_of_points_only(id: Id) -> bool {
    matches!(id, Id::ComplianceP | Id::ComplianceM | Id::ComplianceSource | Id::FrictionMuR | Id::FrictionWsmall)
}

/// A table of those rows of a list for which a condition holds, with its lookups; `bare` is how the binary holds it.
macro_rules! table_of {
    ($(#[$doc:meta])* $name:ident, $bare:ident = $from:expr, in $all:ident, where |$row:ident| $holds:expr) => {
        $(#[$doc])*
        pub static $name: &[Row<Id>] = {
            const FROM: &[Row<Id>] = $from;
            const COUNT: usize = {
                let (mut count, mut k) = (0, 0);
                while k < FROM.len() {
                    let $row = &FROM[k];
                    if $holds {
                        count += 1;
                    }
                    k += 1;
                }
                count
            };
            const CHOSEN: [Row<Id>; COUNT] = {
                let mut rows = [FROM[0]; COUNT];
                let (mut count, mut k) = (0, 0);
                while k < FROM.len() {
                    let $row = &FROM[k];
                    if $holds {
                        rows[count] = FROM[k];
                        count += 1;
                    }
                    k += 1;
                }
                rows
            };
            &CHOSEN
        };
        /// The same as the binary holds it: a part of one table of rows.
        pub static $bare: Table<Id> = {
            static BY_REFERENCE: [Entry; model::reference_count($name)] = model::by_reference_in($name, &$all);
            static RATES: [Entry; model::state_count($name)] = model::rates_in($name, &$all);
            Table { rows: &$all, by_reference: &BY_REFERENCE, rates: &RATES }
        };
    };
}

table_of! {
    /// Of the FMU as a whole
    SYSTEM, SYSTEM_VARIABLES = TABLE, in ROWS, where |row| is_of_the_system(row.id)
}
table_of! {
    /// The same where contacts are in interface coupling
    COUPLED_SYSTEM, COUPLED_SYSTEM_VARIABLES = TABLE, in ROWS, where |row| is_of_the_system(row.id) || is_of_the_coupling(row.id)
}
table_of! {
    /// Of a body that moves
    BODY, BODY_VARIABLES = BODIES, in BODY_ROWS, where |row| !is_free_acceleration(row.id) && !is_mass(row.id) && !is_inverse_mass(row.id)
}
table_of! {
    /// The same where contacts are in interface coupling
    COUPLED_BODY, COUPLED_BODY_VARIABLES = BODIES, in BODY_ROWS, where |row| !is_inverse_mass(row.id)
}
table_of! {
    /// The same of a body whose inverse inertia the importer knows
    COUPLED_LINK, COUPLED_LINK_VARIABLES = BODIES, in BODY_ROWS, where |row| !is_mass(row.id)
}
table_of! {
    /// Of a body that is fixed to the world
    FIXED_BODY, FIXED_BODY_VARIABLES = BODIES, in BODY_ROWS, where |row| matches!(row.id, Id::BodyForce | Id::BodyTorque)
}
table_of! {
    /// Of a contact of two shapes
    CONTACT, CONTACT_VARIABLES = TABLE, in ROWS, where |row| is_of_a_contact(row)
}
table_of! {
    /// Of a contact of faces
    FACE_CONTACT, FACE_CONTACT_VARIABLES = OF_FACES, in FACE_ROWS, where |row| is_of_a_contact(row) && !is_of_points_only(row.id)
}
table_of! {
    /// Of a contact whose geometry the importer computes
    GIVEN_CONTACT, GIVEN_CONTACT_VARIABLES = TABLE, in ROWS, where |row| is_of_a_contact(row) || is_of_given_geometry(row.id)
}
