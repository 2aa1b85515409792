//! Which variables a unit shows that is packed for one use: a chosen part of the table, all else stays at its start value.

use crate::fmi2::description::{Kind, Row};
use crate::unit::render::Elements;
use crate::unit::table::{Id, TABLE};

/// A sphere about the origin of body i on a plane that stands still. Numbers only: what is chosen is packed.
const SPHERE_PLANE: &[Id] = &[
    Id::Time,
    Id::PositionI,
    Id::VelocityI,
    Id::AngularVelocityI,
    Id::FreeAcceleration,
    Id::ForceI,
    Id::TorqueI,
    Id::NormalForce,
    Id::FrictionForce,
    Id::Gap,
    Id::SlipSpeed,
    Id::Touching,
    Id::Sticking,
    Id::EffectiveRestitution,
    Id::EnergyElastic,
    Id::EnergyResidual,
    Id::ComplianceK,
    Id::ComplianceP,
    Id::ComplianceE,
    Id::ComplianceAlpha,
    Id::ComplianceVMin,
    Id::FrictionMuS,
    Id::FrictionMuC,
    Id::FrictionSigma0,
    Id::FrictionSigma1,
    Id::FrictionSigma2,
    Id::FrictionVS,
    Id::FrictionVEps,
    Id::FrictionTauDw,
    Id::FrictionMuR,
    Id::FrictionWsmall,
    Id::GeometryRadiusI,
    Id::GeometryNormalJ,
    Id::GeometryHeightJ,
    Id::CouplingMassI,
    Id::CouplingInertiaI,
];

/// The parts of the table for a sphere on a plane, and every number in `more`. Continuous states stay: a solver needs them.
pub fn sphere_plane(more: &[Id]) -> Elements {
    let is_shown = |row: &Row<Id>| {
        let is_wanted = SPHERE_PLANE.contains(&row.id) || (more.contains(&row.id) && row.kind == Kind::Real);
        is_wanted || row.is_state(TABLE) || row.derivative_of.is_some()
    };
    let mut elements = Elements::of(TABLE);
    elements.list.retain(|(row, _)| is_shown(row));
    elements
}
