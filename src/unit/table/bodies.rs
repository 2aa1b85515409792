//! The variables of a body of a system, under its name: `box.position[1]`. Value references are append-only inside the block.

use super::{IDENTITY, Id, WXYZ, XYZ, ZERO3, row};
use crate::fmi::description::Row;

/// A row for each variable of a body that moves. What the forces depend on follows from the contacts that the body has.
pub static BODIES: &[Row<Id>] = &[
    row(Id::BodyPosition, 1, "position", "Origin of the body's frame, world {}, r")
        .elements(XYZ)
        .unit("m")
        .input(ZERO3),
    row(
        Id::BodyOrientation,
        4,
        "orientation",
        "Quaternion of the body, body to world, component {}, any length but 0, q",
    )
    .elements(WXYZ)
    .unit("1")
    .input(IDENTITY),
    row(Id::BodyVelocity, 8, "velocity", "Velocity of the origin of the body's frame along world {}, v")
        .elements(XYZ)
        .unit("m/s")
        .input(ZERO3),
    row(Id::BodyAngularVelocity, 11, "angularVelocity", "Angular velocity of the body about world {}, omega")
        .elements(XYZ)
        .unit("rad/s")
        .shown_in("deg/s")
        .input(ZERO3),
    row(Id::BodyForce, 40, "force", "Sum of the contact forces on the body along world {}, F")
        .elements(XYZ)
        .unit("N")
        .shown_in("kN")
        .output(&[]),
    row(Id::BodyTorque, 43, "torque", "Torque of the contacts on the body about the origin of its frame, world {}, T")
        .elements(XYZ)
        .unit("N.m")
        .output(&[]),
];
