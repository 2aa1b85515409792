//! Enumeration items, Booleans and Integers of the table ↔ the settings of the physics.

use crate::physics::parameters::{
    BristleFrame, BristleLimit, ComplianceSource, CouplingMethod, CouplingMode, CouplingOrder, FreeAccelerationSource,
    FrictionLaw, FrictionMap, MassSource, NormalLaw, Pair, PointOfAction, RestitutionCurve, Settings, SpinRadiusSource,
    StepFriction, StepImpact, StepLaw,
};
use crate::unit::table::{Id, enumerations};

// A variant without an item of the table, or the other way round.
const _: () = {
    assert!(NormalLaw::ALL.len() == enumerations::COMPLIANCE_LAW.items.len());
    assert!(ComplianceSource::ALL.len() == enumerations::COMPLIANCE_SOURCE.items.len());
    assert!(RestitutionCurve::ALL.len() == enumerations::RESTITUTION_CURVE.items.len());
    assert!(FrictionLaw::ALL.len() == enumerations::FRICTION_LAW.items.len());
    assert!(FrictionMap::ALL.len() == enumerations::FRICTION_MAP.items.len());
    assert!(SpinRadiusSource::ALL.len() == enumerations::SPIN_RADIUS_SOURCE.items.len());
    assert!(BristleFrame::ALL.len() == enumerations::BRISTLE_FRAME.items.len());
    assert!(BristleLimit::ALL.len() == enumerations::BRISTLE_LIMIT.items.len());
    assert!(Pair::ALL.len() == enumerations::GEOMETRY_PAIR.items.len());
    assert!(PointOfAction::ALL.len() == enumerations::GEOMETRY_POINT.items.len());
    assert!(CouplingMode::ALL.len() == enumerations::COUPLING_MODE.items.len());
    assert!(CouplingOrder::ALL.len() == enumerations::COUPLING_ORDER.items.len());
    assert!(CouplingMethod::ALL.len() == enumerations::COUPLING_METHOD.items.len());
    assert!(StepFriction::ALL.len() == enumerations::TIME_STEPPING_FRICTION.items.len());
    assert!(StepImpact::ALL.len() == enumerations::TIME_STEPPING_IMPACT.items.len());
    assert!(StepLaw::ALL.len() == enumerations::TIME_STEPPING_LAW.items.len());
    assert!(MassSource::ALL.len() == enumerations::MASS_SOURCE.items.len());
    assert!(FreeAccelerationSource::ALL.len() == enumerations::FREE_ACCELERATION_SOURCE.items.len());
};

fn number<E: PartialEq>(items: &[E], item: &E) -> i32 {
    items.iter().zip(1..).find(|(known, _)| *known == item).map_or(0, |(_, number)| number)
}

fn item<E: Copy>(items: &[E], number: i32) -> Option<E> {
    items.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// The number of the chosen item, a Boolean as 0 or 1, or an Integer; None for other variables.
pub fn get(settings: &Settings, id: Id) -> Option<i32> {
    Some(match id {
        Id::ComplianceLaw => number(NormalLaw::ALL, &settings.normal_law),
        Id::ComplianceSource => number(ComplianceSource::ALL, &settings.compliance_source),
        Id::ComplianceRestitution => number(RestitutionCurve::ALL, &settings.restitution_curve),
        Id::ComplianceTablePoints => i32::try_from(settings.restitution_points).unwrap_or(i32::MAX),
        Id::FrictionLaw => number(FrictionLaw::ALL, &settings.friction_law),
        Id::FrictionMap => number(FrictionMap::ALL, &settings.friction_map),
        Id::FrictionSides => i32::try_from(settings.sides).unwrap_or(i32::MAX),
        Id::FrictionERSource => number(SpinRadiusSource::ALL, &settings.spin_radius_source),
        Id::FrictionBristleFrame => number(BristleFrame::ALL, &settings.bristle_frame),
        Id::FrictionBristleLimit => number(BristleLimit::ALL, &settings.bristle_limit),
        Id::GeometryPair => number(Pair::ALL, &settings.pair),
        Id::GeometryPoint => number(PointOfAction::ALL, &settings.point),
        Id::GeometryIsFlatI => i32::from(settings.is_flat_i),
        Id::GeometryIsFlatJ => i32::from(settings.is_flat_j),
        Id::LedgerTrack => i32::from(settings.track_ledger),
        Id::CouplingVerifyMass => i32::from(settings.verify_mass),
        Id::CouplingMode => number(CouplingMode::ALL, &settings.coupling),
        Id::CouplingOrder => number(CouplingOrder::ALL, &settings.coupling_order),
        Id::CouplingMethod => number(CouplingMethod::ALL, &settings.coupling_method),
        Id::TimeSteppingFriction => number(StepFriction::ALL, &settings.step_friction),
        Id::TimeSteppingSides => i32::try_from(settings.step_sides).unwrap_or(i32::MAX),
        Id::TimeSteppingImpact => number(StepImpact::ALL, &settings.step_impact),
        Id::TimeSteppingLaw => number(StepLaw::ALL, &settings.step_law),
        Id::CouplingMassSource => number(MassSource::ALL, &settings.mass_source),
        Id::CouplingFreeAccelerationSource => number(FreeAccelerationSource::ALL, &settings.free_acceleration_source),
        Id::CouplingMaxMicroSteps => i32::try_from(settings.max_micro_steps).unwrap_or(i32::MAX),
        _ => return None,
    })
}

/// Chooses an item or sets a number; None, and nothing changed, if there is none of this kind or the variable is another.
pub fn set(settings: &mut Settings, id: Id, value: i32) -> Option<()> {
    match id {
        Id::ComplianceLaw => settings.normal_law = item(NormalLaw::ALL, value)?,
        Id::ComplianceSource => settings.compliance_source = item(ComplianceSource::ALL, value)?,
        Id::ComplianceRestitution => settings.restitution_curve = item(RestitutionCurve::ALL, value)?,
        Id::ComplianceTablePoints => {
            settings.restitution_points = u32::try_from(value).ok().filter(|points| *points > 0)?;
        }
        Id::FrictionLaw => settings.friction_law = item(FrictionLaw::ALL, value)?,
        Id::FrictionMap => settings.friction_map = item(FrictionMap::ALL, value)?,
        Id::FrictionSides => settings.sides = u32::try_from(value).ok().filter(|sides| *sides > 0)?,
        Id::FrictionERSource => settings.spin_radius_source = item(SpinRadiusSource::ALL, value)?,
        Id::FrictionBristleFrame => settings.bristle_frame = item(BristleFrame::ALL, value)?,
        Id::FrictionBristleLimit => settings.bristle_limit = item(BristleLimit::ALL, value)?,
        Id::GeometryPair => settings.pair = item(Pair::ALL, value)?,
        Id::GeometryPoint => settings.point = item(PointOfAction::ALL, value)?,
        Id::GeometryIsFlatI => settings.is_flat_i = value != 0,
        Id::GeometryIsFlatJ => settings.is_flat_j = value != 0,
        Id::LedgerTrack => settings.track_ledger = value != 0,
        Id::CouplingVerifyMass => settings.verify_mass = value != 0,
        Id::CouplingMode => settings.coupling = item(CouplingMode::ALL, value)?,
        Id::CouplingOrder => settings.coupling_order = item(CouplingOrder::ALL, value)?,
        Id::CouplingMethod => settings.coupling_method = item(CouplingMethod::ALL, value)?,
        Id::TimeSteppingFriction => settings.step_friction = item(StepFriction::ALL, value)?,
        Id::TimeSteppingSides => settings.step_sides = u32::try_from(value).ok().filter(|sides| *sides > 0)?,
        Id::TimeSteppingImpact => settings.step_impact = item(StepImpact::ALL, value)?,
        Id::TimeSteppingLaw => settings.step_law = item(StepLaw::ALL, value)?,
        Id::CouplingMassSource => settings.mass_source = item(MassSource::ALL, value)?,
        Id::CouplingFreeAccelerationSource => {
            settings.free_acceleration_source = item(FreeAccelerationSource::ALL, value)?;
        }
        Id::CouplingMaxMicroSteps => settings.max_micro_steps = u32::try_from(value).ok().filter(|most| *most > 0)?,
        _ => return None,
    }
    Some(())
}
