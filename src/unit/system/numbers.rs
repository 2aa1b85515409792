//! Which numbers a variable is.

use crate::physics::{Body, Energies};
use crate::stepping::bodies::Told;
use crate::unit::table::Id;
use core::slice::from_mut;

/// Where a variable belongs.
pub enum Place {
    System,
    Body(usize),
    Contact(usize),
}

/// All numbers of a motion in the order of the variables.
pub fn motions(body: &mut Body<f64>) -> [&mut [f64]; 4] {
    let Body { position, orientation, velocity, angular_velocity } = body;
    [position.as_mut_slice(), orientation.as_mut_slice(), velocity.as_mut_slice(), angular_velocity.as_mut_slice()]
}

/// Numbers of an input of a body.
pub fn motion(body: &mut Body<f64>, id: Id) -> Option<&mut [f64]> {
    Some(match id {
        Id::BodyPosition => body.position.as_mut_slice(),
        Id::BodyOrientation => body.orientation.as_mut_slice(),
        Id::BodyVelocity => body.velocity.as_mut_slice(),
        Id::BodyAngularVelocity => body.angular_velocity.as_mut_slice(),
        _ => return None,
    })
}

/// Numbers that interface coupling is told of a body.
pub fn told_slot(told: &mut Told, id: Id) -> Option<&mut [f64]> {
    Some(match id {
        Id::BodyFreeAcceleration => told.free.linear.as_mut_slice(),
        Id::BodyFreeAngularAcceleration => told.free.angular.as_mut_slice(),
        Id::BodyMass => from_mut(&mut told.mass),
        Id::BodyInertia => told.inertia.as_mut_slice(),
        Id::BodyCenterOfMass => told.center_of_mass.as_mut_slice(),
        Id::BodyInverseMass => told.inverse_mass.as_mut_slice(),
        _ => return None,
    })
}

/// A sum of the ledger.
pub fn sum_of(ledger: &mut Energies<f64>, id: Id) -> Option<&mut [f64]> {
    Some(from_mut(match id {
        Id::EnergyWork => &mut ledger.work,
        Id::EnergyDissipatedNormal => &mut ledger.dissipated_normal,
        Id::EnergyDissipatedFriction => &mut ledger.dissipated_friction,
        _ => return None,
    }))
}
