//! Enumeration items, Booleans and Integers of the table ↔ the settings of the physics.

use crate::physics::parameters::{
    BristleFrame, BristleLimit, ComplianceSource, CouplingMethod, CouplingMode, CouplingOrder, FreeAccelerationSource,
    FrictionLaw, FrictionMap, MassSource, NormalLaw, Pair, Settings, SpinRadiusSource, StepFriction,
};
use crate::unit::table::Id;

// In the order of the items in the table, which are numbered from 1.
const NORMAL_LAWS: &[NormalLaw] = &[
    NormalLaw::Gonthier,
    NormalLaw::Elastic,
    NormalLaw::HuntCrossley,
    NormalLaw::LankaraniNikravesh,
    NormalLaw::Flores,
    NormalLaw::KelvinVoigt,
];
const COMPLIANCE_SOURCES: &[ComplianceSource] = &[ComplianceSource::Stiffness, ComplianceSource::Materials];
const FRICTION_LAWS: &[FrictionLaw] = &[FrictionLaw::Dwell, FrictionLaw::None, FrictionLaw::Coulomb];
const FRICTION_MAPS: &[FrictionMap] = &[FrictionMap::Ellipsoid, FrictionMap::Polyhedron, FrictionMap::Mixed];
const SPIN_RADIUS_SOURCES: &[SpinRadiusSource] = &[SpinRadiusSource::Given, SpinRadiusSource::ContactRadius];
const BRISTLE_FRAMES: &[BristleFrame] = &[BristleFrame::Contact, BristleFrame::Paper];
const BRISTLE_LIMITS: &[BristleLimit] = &[BristleLimit::Limited, BristleLimit::Paper];
const PAIRS: &[Pair] = &[
    Pair::External,
    Pair::SpherePlane,
    Pair::SphereSphere,
    Pair::SphereInCylinder,
    Pair::SphereOnCylinder,
    Pair::SphereInSphere,
];
const COUPLING_MODES: &[CouplingMode] = &[CouplingMode::Kinematic, CouplingMode::Interface];
const COUPLING_ORDERS: &[CouplingOrder] = &[CouplingOrder::Sequential, CouplingOrder::Parallel];
const COUPLING_METHODS: &[CouplingMethod] = &[CouplingMethod::Compliant, CouplingMethod::TimeStepping];
const STEP_FRICTIONS: &[StepFriction] = &[StepFriction::Regularised, StepFriction::Box, StepFriction::Polygonal];
const MASS_SOURCES: &[MassSource] = &[MassSource::Bodies, MassSource::Input];
const FREE_ACCELERATION_SOURCES: &[FreeAccelerationSource] =
    &[FreeAccelerationSource::Input, FreeAccelerationSource::Estimated];

fn number<E: PartialEq>(items: &[E], item: &E) -> i32 {
    items.iter().zip(1..).find(|(known, _)| *known == item).map_or(0, |(_, number)| number)
}

fn item<E: Copy>(items: &[E], number: i32) -> Option<E> {
    items.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// The number of the chosen item, a Boolean as 0 or 1, or an Integer; None for other variables.
pub fn get(settings: &Settings, id: Id) -> Option<i32> {
    Some(match id {
        Id::ComplianceLaw => number(NORMAL_LAWS, &settings.normal_law),
        Id::ComplianceSource => number(COMPLIANCE_SOURCES, &settings.compliance_source),
        Id::FrictionLaw => number(FRICTION_LAWS, &settings.friction_law),
        Id::FrictionMap => number(FRICTION_MAPS, &settings.friction_map),
        Id::FrictionSides => i32::try_from(settings.sides).unwrap_or(i32::MAX),
        Id::FrictionERSource => number(SPIN_RADIUS_SOURCES, &settings.spin_radius_source),
        Id::FrictionBristleFrame => number(BRISTLE_FRAMES, &settings.bristle_frame),
        Id::FrictionBristleLimit => number(BRISTLE_LIMITS, &settings.bristle_limit),
        Id::GeometryPair => number(PAIRS, &settings.pair),
        Id::GeometryIsFlatI => i32::from(settings.is_flat_i),
        Id::GeometryIsFlatJ => i32::from(settings.is_flat_j),
        Id::LedgerTrack => i32::from(settings.track_ledger),
        Id::CouplingVerifyMass => i32::from(settings.verify_mass),
        Id::CouplingMode => number(COUPLING_MODES, &settings.coupling),
        Id::CouplingOrder => number(COUPLING_ORDERS, &settings.coupling_order),
        Id::CouplingMethod => number(COUPLING_METHODS, &settings.coupling_method),
        Id::TimeSteppingFriction => number(STEP_FRICTIONS, &settings.step_friction),
        Id::TimeSteppingSides => i32::try_from(settings.step_sides).unwrap_or(i32::MAX),
        Id::CouplingMassSource => number(MASS_SOURCES, &settings.mass_source),
        Id::CouplingFreeAccelerationSource => number(FREE_ACCELERATION_SOURCES, &settings.free_acceleration_source),
        Id::CouplingMaxMicroSteps => i32::try_from(settings.max_micro_steps).unwrap_or(i32::MAX),
        _ => return None,
    })
}

/// Chooses an item or sets a number; None, and nothing changed, if there is none of this kind or the variable is another.
pub fn set(settings: &mut Settings, id: Id, value: i32) -> Option<()> {
    match id {
        Id::ComplianceLaw => settings.normal_law = item(NORMAL_LAWS, value)?,
        Id::ComplianceSource => settings.compliance_source = item(COMPLIANCE_SOURCES, value)?,
        Id::FrictionLaw => settings.friction_law = item(FRICTION_LAWS, value)?,
        Id::FrictionMap => settings.friction_map = item(FRICTION_MAPS, value)?,
        Id::FrictionSides => settings.sides = u32::try_from(value).ok().filter(|sides| *sides > 0)?,
        Id::FrictionERSource => settings.spin_radius_source = item(SPIN_RADIUS_SOURCES, value)?,
        Id::FrictionBristleFrame => settings.bristle_frame = item(BRISTLE_FRAMES, value)?,
        Id::FrictionBristleLimit => settings.bristle_limit = item(BRISTLE_LIMITS, value)?,
        Id::GeometryPair => settings.pair = item(PAIRS, value)?,
        Id::GeometryIsFlatI => settings.is_flat_i = value != 0,
        Id::GeometryIsFlatJ => settings.is_flat_j = value != 0,
        Id::LedgerTrack => settings.track_ledger = value != 0,
        Id::CouplingVerifyMass => settings.verify_mass = value != 0,
        Id::CouplingMode => settings.coupling = item(COUPLING_MODES, value)?,
        Id::CouplingOrder => settings.coupling_order = item(COUPLING_ORDERS, value)?,
        Id::CouplingMethod => settings.coupling_method = item(COUPLING_METHODS, value)?,
        Id::TimeSteppingFriction => settings.step_friction = item(STEP_FRICTIONS, value)?,
        Id::TimeSteppingSides => settings.step_sides = u32::try_from(value).ok().filter(|sides| *sides > 0)?,
        Id::CouplingMassSource => settings.mass_source = item(MASS_SOURCES, value)?,
        Id::CouplingFreeAccelerationSource => {
            settings.free_acceleration_source = item(FREE_ACCELERATION_SOURCES, value)?;
        }
        Id::CouplingMaxMicroSteps => settings.max_micro_steps = u32::try_from(value).ok().filter(|most| *most > 0)?,
        _ => return None,
    }
    Some(())
}
