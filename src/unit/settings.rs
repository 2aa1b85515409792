//! Enumeration items and Booleans of the table ↔ the settings of the physics.

use crate::physics::parameters::{BristleFrame, BristleLimit, FrictionLaw, NormalLaw, Pair, Settings};
use crate::unit::table::Id;

// In the order of the items in the table, which are numbered from 1.
const NORMAL_LAWS: &[NormalLaw] = &[NormalLaw::Gonthier, NormalLaw::Elastic, NormalLaw::HuntCrossley];
const FRICTION_LAWS: &[FrictionLaw] = &[FrictionLaw::Dwell, FrictionLaw::None];
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

fn number<E: PartialEq>(items: &[E], item: &E) -> i32 {
    items.iter().zip(1..).find(|(known, _)| *known == item).map_or(0, |(_, number)| number)
}

fn item<E: Copy>(items: &[E], number: i32) -> Option<E> {
    items.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// The number of the chosen item, or a Boolean as 0 or 1; None for other variables.
pub fn get(settings: &Settings, id: Id) -> Option<i32> {
    Some(match id {
        Id::ComplianceLaw => number(NORMAL_LAWS, &settings.normal_law),
        Id::FrictionLaw => number(FRICTION_LAWS, &settings.friction_law),
        Id::FrictionBristleFrame => number(BRISTLE_FRAMES, &settings.bristle_frame),
        Id::FrictionBristleLimit => number(BRISTLE_LIMITS, &settings.bristle_limit),
        Id::GeometryPair => number(PAIRS, &settings.pair),
        Id::LedgerTrack => i32::from(settings.track_ledger),
        _ => return None,
    })
}

/// Chooses an item; None, and nothing changed, if there is none of this number or the variable is another.
pub fn set(settings: &mut Settings, id: Id, value: i32) -> Option<()> {
    match id {
        Id::ComplianceLaw => settings.normal_law = item(NORMAL_LAWS, value)?,
        Id::FrictionLaw => settings.friction_law = item(FRICTION_LAWS, value)?,
        Id::FrictionBristleFrame => settings.bristle_frame = item(BRISTLE_FRAMES, value)?,
        Id::FrictionBristleLimit => settings.bristle_limit = item(BRISTLE_LIMITS, value)?,
        Id::GeometryPair => settings.pair = item(PAIRS, value)?,
        Id::LedgerTrack => settings.track_ledger = value != 0,
        _ => return None,
    }
    Some(())
}
