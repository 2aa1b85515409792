//! What the parts of the contact depend on, over all settings. Named after what they determine.

use super::variables::Id;
use crate::fmi::description::Dependency::{self, All, Same};

pub const NORMAL: &[Dependency<Id>] = &[
    All(Id::ContactNormal),
    All(Id::PositionI),
    All(Id::PositionJ),
    All(Id::OrientationI),
    All(Id::OrientationJ),
    All(Id::GeometryPair),
    All(Id::GeometryCenterI),
    All(Id::GeometryNormalJ),
    All(Id::GeometryAxisJ),
    All(Id::GeometryCenterJ),
];
pub const PENETRATION: &[Dependency<Id>] = &[
    All(Id::Penetration),
    All(Id::PositionI),
    All(Id::PositionJ),
    All(Id::OrientationI),
    All(Id::OrientationJ),
    All(Id::GeometryPair),
    All(Id::GeometryRadiusI),
    All(Id::GeometryCenterI),
    All(Id::GeometryNormalJ),
    All(Id::GeometryHeightJ),
    All(Id::GeometryRadiusJ),
    All(Id::GeometryAxisJ),
    All(Id::GeometryCenterJ),
];
pub const POINT: &[Dependency<Id>] = &[
    Same(Id::ContactPoint),
    All(Id::PositionI),
    All(Id::PositionJ),
    All(Id::OrientationI),
    All(Id::OrientationJ),
    All(Id::GeometryPair),
    All(Id::GeometryPoint),
    All(Id::GeometryRadiusI),
    All(Id::GeometryCenterI),
    All(Id::GeometryNormalJ),
    All(Id::GeometryRadiusJ),
    All(Id::GeometryAxisJ),
    All(Id::GeometryCenterJ),
];
pub const SLIP: &[Dependency<Id>] = &[
    All(Id::RelativeVelocity),
    All(Id::ContactNormal),
    All(Id::PositionI),
    All(Id::PositionJ),
    All(Id::OrientationI),
    All(Id::OrientationJ),
    All(Id::VelocityI),
    All(Id::VelocityJ),
    All(Id::AngularVelocityI),
    All(Id::AngularVelocityJ),
    All(Id::GeometryPair),
    All(Id::GeometryPoint),
    All(Id::GeometryRadiusI),
    All(Id::GeometryCenterI),
    All(Id::GeometryNormalJ),
    All(Id::GeometryRadiusJ),
    All(Id::GeometryAxisJ),
    All(Id::GeometryCenterJ),
];
pub const IMPACT: &[Dependency<Id>] = &[
    All(Id::ComplianceLaw),
    All(Id::ComplianceE),
    All(Id::ComplianceAlpha),
    All(Id::ComplianceRestitution),
    All(Id::ComplianceVRef),
    All(Id::ComplianceQ),
    All(Id::ComplianceTablePoints),
    All(Id::ComplianceTableSpeed),
    All(Id::ComplianceTableE),
    All(Id::ComplianceVMin),
    All(Id::ComplianceDMax),
    All(Id::ComplianceVsmall),
];
pub const STRIKING_MASS: &[Dependency<Id>] = &[All(Id::ComplianceM)];
pub const RADIUS: &[Dependency<Id>] = &[
    All(Id::GeometryPair),
    All(Id::GeometryRadiusI),
    All(Id::GeometryRadiusJ),
    All(Id::GeometryContactRadiusI),
    All(Id::GeometryContactRadiusJ),
    All(Id::GeometryIsFlatI),
    All(Id::GeometryIsFlatJ),
];
pub const STIFFNESS: &[Dependency<Id>] = &[
    All(Id::ComplianceK),
    All(Id::ComplianceP),
    All(Id::ComplianceSource),
    All(Id::MaterialEI),
    All(Id::MaterialNuI),
    All(Id::MaterialEJ),
    All(Id::MaterialNuJ),
    All(Id::MaterialKRed),
];
/// What of the slip friction sees, V = (E·v_t, e_r·ω_n)
pub const SLIP_MEASURE: &[Dependency<Id>] =
    &[All(Id::FrictionER), All(Id::FrictionERSource), All(Id::FrictionET), All(Id::FrictionEO)];
pub const STICKING: &[Dependency<Id>] = &[All(Id::FrictionLaw), All(Id::FrictionVS)];
pub const BRISTLE_ENERGY: &[Dependency<Id>] = &[All(Id::Z), All(Id::ZR), All(Id::FrictionSigma0)];
pub const FRICTION: &[Dependency<Id>] = &[
    All(Id::Z),
    All(Id::ZR),
    All(Id::FrictionMap),
    All(Id::FrictionSides),
    All(Id::SDw),
    All(Id::FrictionLaw),
    All(Id::FrictionMuS),
    All(Id::FrictionMuC),
    All(Id::FrictionSigma0),
    All(Id::FrictionSigma1),
    All(Id::FrictionVS),
    All(Id::FrictionVEps),
];
pub const COULOMB: &[Dependency<Id>] = &[All(Id::FrictionVsmall)];
pub const ROLLING: &[Dependency<Id>] = &[All(Id::FrictionMuR), All(Id::FrictionWsmall)];
pub const VISCOUS: &[Dependency<Id>] = &[All(Id::FrictionSigma2)];
pub const BRISTLE_FRAME_CHOICE: &[Dependency<Id>] = &[All(Id::FrictionBristleFrame)];
pub const BRISTLE_LIMIT_CHOICE: &[Dependency<Id>] = &[All(Id::FrictionBristleLimit)];
pub const DWELL: &[Dependency<Id>] =
    &[All(Id::SDw), All(Id::FrictionTauDw), All(Id::FrictionSigma0), All(Id::FrictionSigma1)];
pub const LEDGER: &[Dependency<Id>] = &[All(Id::LedgerTrack)];
pub const LEDGER_SUMS: &[Dependency<Id>] =
    &[All(Id::EnergyWork), All(Id::EnergyDissipatedNormal), All(Id::EnergyDissipatedFriction)];
/// A rigid contact has neither forces nor rates before its first step.
pub const METHOD: &[Dependency<Id>] = &[All(Id::CouplingMethod)];
