//! The variables of a body of a system, under its name: `box.position[1]`. Value references are append-only inside the block.

use super::{IDENTITY, Id, SYMMETRIC, WXYZ, XYZ, ZERO, ZERO3, ZERO6, row};
use crate::fmi::description::Row;

/// Of a symmetric 6×6 matrix the rows of its upper half: force along x, y, z, torque about x, y, z.
const SYMMETRIC_SIX: &[&str] = &[
    "11", "12", "13", "14", "15", "16", "22", "23", "24", "25", "26", "33", "34", "35", "36", "44", "45", "46", "55",
    "56", "66",
];

/// A row for each variable of a body that moves; those of the free acceleration and of the mass are of interface coupling. What the forces depend on follows from the contacts that the body has.
pub static BODIES: &[Row<Id>] = &[
    row(Id::BodyPosition, 1, "position", "Origin of the body's frame, world {}, r")
        .elements(XYZ)
        .unit("m")
        .input(ZERO3),
    row(
        Id::BodyOrientation,
        4,
        "orientation",
        "Quaternion of the body, body to world, component {}, any length from 1e-100 to 1e100, q",
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
    row(
        Id::BodyFreeAcceleration,
        14,
        "freeAcceleration",
        "Acceleration of the origin of the body's frame along world {} without the contact forces, with gravity \
         (Co-Simulation), b",
    )
    .elements(XYZ)
    .unit("m/s2")
    .input(ZERO3),
    row(
        Id::BodyFreeAngularAcceleration,
        17,
        "freeAngularAcceleration",
        "Angular acceleration of the body about world {} without the contact forces (Co-Simulation), b_r",
    )
    .elements(XYZ)
    .unit("rad/s2")
    .input(ZERO3),
    row(
        Id::BodyInverseMass,
        60,
        "inverseMass",
        "Element {} of the symmetric 6x6 inverse inertia of the body at the origin of its frame, accelerations along and \
         about world axes by force and torque, in 1/kg, 1/(kg.m) and 1/(kg.m2) (Co-Simulation), Y",
    )
    .elements(SYMMETRIC_SIX)
    .input(&[0.0; 21]),
    row(Id::BodyForce, 40, "force", "Sum of the contact forces on the body along world {}, F")
        .elements(XYZ)
        .unit("N")
        .shown_in("kN")
        .output(&[]),
    row(Id::BodyTorque, 43, "torque", "Torque of the contacts on the body about the origin of its frame, world {}, T")
        .elements(XYZ)
        .unit("N.m")
        .output(&[]),
    row(Id::BodyMass, 46, "mass", "Mass of the body, 0 for one that no contact force moves (Co-Simulation), m")
        .unit("kg")
        .tunable(ZERO)
        .at_least(0.0),
    row(
        Id::BodyInertia,
        47,
        "inertia",
        "Inertia of the body about its mass centre, body axes {}, all 0 for a body that does not rotate (Co-Simulation), I",
    )
    .elements(SYMMETRIC)
    .unit("kg.m2")
    .tunable(ZERO6),
    row(Id::BodyCenterOfMass, 53, "centerOfMass", "Mass centre in the body's frame, body axis {} (Co-Simulation), c")
        .elements(XYZ)
        .unit("m")
        .tunable(ZERO3),
];
