//! The variables of the plant: the only list of them. Value references are append-only. Data only: `build.rs` compiles
//! this file too.

use Dependency::{All, Same};
use asperity::fmi::description::{
    Bound, Causality, Dependency, Enumeration, Information, Item, Kind, Row, Unit, Variability,
};
use std::borrow::Cow;

pub static INFORMATION: Information = Information {
    model_identifier: Cow::Borrowed("FreeBody"),
    description: Cow::Borrowed("Free rigid body with gravity, moved by a force and a torque"),
    event_indicators: 0,
    default_stop_time: 2.0,
    default_step_size: 1e-4,
    default_tolerance: 1e-8,
    output_derivative_order: 0,
    is_for_exchange: true,
};

/// One name per row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Id {
    Time,
    Force,
    Torque,
    Position,
    Orientation,
    Velocity,
    AngularVelocity,
    KineticEnergy,
    PotentialEnergy,
    DerPosition,
    DerOrientation,
    DerVelocity,
    DerAngularVelocity,
    Shape,
    Mass,
    Radius,
    Inertia,
    Gravity,
    StartPosition,
    StartOrientation,
    StartVelocity,
    StartAngularVelocity,
}

const fn unit(name: &'static str, kg: i8, m: i8, s: i8, rad: i8) -> Unit {
    Unit { name, kg, m, s, rad, display: &[] }
}

/// Units of the table with their base units.
pub const UNITS: &[Unit] = &[
    unit("1", 0, 0, 0, 0),
    unit("1/s", 0, 0, -1, 0),
    unit("J", 1, 2, -2, 0),
    unit("N", 1, 1, -2, 0),
    unit("N.m", 1, 2, -2, 0),
    unit("kg", 1, 0, 0, 0),
    unit("kg.m2", 1, 2, 0, 0),
    unit("m", 0, 1, 0, 0),
    unit("m/s", 0, 1, -1, 0),
    unit("m/s2", 0, 1, -2, 0),
    unit("rad/s", 0, 0, -1, 1),
    unit("rad/s2", 0, 0, -2, 1),
    unit("s", 0, 0, 1, 0),
];

/// Item of `shape` for a solid sphere.
pub const SOLID_SPHERE: i32 = 1;

const SHAPE: Enumeration = Enumeration {
    name: "Shape",
    description: "Where the moments of inertia come from",
    items: &[
        Item { name: "solidSphere", description: "From mass and radius: 2/5*m*R^2 about every axis" },
        Item { name: "given", description: "From the parameter inertia" },
    ],
};

/// Every enumeration type, in the order of the XML.
pub const ENUMERATIONS: &[&Enumeration] = &[&SHAPE];

const XYZ: &[&str] = &["x", "y", "z"];
const WXYZ: &[&str] = &["w", "x", "y", "z"];
const ZERO3: &[f64] = &[0.0, 0.0, 0.0];

/// Of where the body starts, what its turning depends on.
const START_TURNING: &[Dependency<Id>] = &[All(Id::StartOrientation), All(Id::StartAngularVelocity)];
const MOMENTS: &[Dependency<Id>] = &[All(Id::Shape), All(Id::Mass), All(Id::Radius), All(Id::Inertia)];

/// A local Real; what differs is filled in by the row.
const fn row(
    id: Id,
    value_reference: u32,
    name: &'static str,
    unit: &'static str,
    description: &'static str,
) -> Row<Id> {
    Row {
        id,
        name,
        value_reference,
        elements: &[],
        kind: Kind::Real,
        causality: Causality::Local,
        variability: Variability::Continuous,
        start: &[],
        low: Bound::Open,
        high: Bound::Open,
        nominal: None,
        unit: Some(unit),
        display_unit: None,
        description,
        source: "",
        derivative_of: None,
        depends_on: &[],
    }
}

const fn input(row: Row<Id>) -> Row<Id> {
    Row { causality: Causality::Input, elements: XYZ, start: ZERO3, ..row }
}

/// A state that is also an output; it starts where a parameter says.
const fn state(row: Row<Id>, depends_on: &'static [&'static [Dependency<Id>]]) -> Row<Id> {
    Row { causality: Causality::Output, elements: XYZ, nominal: Some(1.0), depends_on, ..row }
}

const fn rate(row: Row<Id>, of: Id, depends_on: &'static [&'static [Dependency<Id>]]) -> Row<Id> {
    Row { elements: XYZ, derivative_of: Some(of), depends_on, ..row }
}

const fn output(row: Row<Id>, depends_on: &'static [&'static [Dependency<Id>]]) -> Row<Id> {
    Row { causality: Causality::Output, depends_on, ..row }
}

const fn tunable(row: Row<Id>, start: &'static [f64]) -> Row<Id> {
    Row { causality: Causality::Parameter, variability: Variability::Tunable, start, ..row }
}

const fn fixed(row: Row<Id>, start: &'static [f64]) -> Row<Id> {
    Row { variability: Variability::Fixed, elements: XYZ, ..tunable(row, start) }
}

const fn positive(row: Row<Id>) -> Row<Id> {
    Row { low: Bound::Excluding(0.0), ..row }
}

#[rustfmt::skip]
pub static TABLE: &[Row<Id>] = &[
    Row { causality: Causality::Independent, ..row(Id::Time, 0, "time", "s", "Simulation time, t") },

    input(row(Id::Force, 1, "force", "N", "Force on the mass centre along world {}, F")),
    input(row(Id::Torque, 4, "torque", "N.m", "Torque about the mass centre, world {}, T")),

    state(row(Id::Position, 10, "position", "m", "Mass centre, world {}, r"), &[&[Same(Id::Position), Same(Id::StartPosition)]]),
    Row { elements: WXYZ, ..state(row(Id::Orientation, 13, "orientation", "1", "Quaternion, body to world, component {}, q"), &[&[Same(Id::Orientation), Same(Id::StartOrientation)]]) },
    state(row(Id::Velocity, 17, "velocity", "m/s", "Velocity of the mass centre along world {}, v"), &[&[Same(Id::Velocity), Same(Id::StartVelocity)]]),
    state(row(Id::AngularVelocity, 20, "angularVelocity", "rad/s", "Angular velocity about world {}, omega"), &[&[Same(Id::AngularVelocity), Same(Id::StartAngularVelocity)]]),
    output(row(Id::KineticEnergy, 30, "kineticEnergy", "J", "Kinetic energy, (m*v^2 + omega.I.omega)/2"), &[&[All(Id::Orientation), All(Id::Velocity), All(Id::AngularVelocity), All(Id::StartVelocity)], START_TURNING, MOMENTS]),
    output(row(Id::PotentialEnergy, 31, "potentialEnergy", "J", "Potential energy, 0 at the origin of the world, -m*g.r"), &[&[All(Id::Position), All(Id::StartPosition), All(Id::Mass), All(Id::Gravity)]]),

    rate(row(Id::DerPosition, 40, "der(position)", "m/s", "Rate of the position along world {}, v"), Id::Position, &[&[Same(Id::Velocity), Same(Id::StartVelocity)]]),
    Row { elements: WXYZ, ..rate(row(Id::DerOrientation, 43, "der(orientation)", "1/s", "Rate of the quaternion, component {}, omega*q/2"), Id::Orientation, &[&[All(Id::Orientation), All(Id::AngularVelocity)], START_TURNING]) },
    rate(row(Id::DerVelocity, 47, "der(velocity)", "m/s2", "Acceleration of the mass centre along world {}, F/m + g"), Id::Velocity, &[&[Same(Id::Force), All(Id::Mass), Same(Id::Gravity)]]),
    rate(row(Id::DerAngularVelocity, 50, "der(angularVelocity)", "rad/s2", "Angular acceleration about world {}, inverse(I)*(T - omega x I.omega)"), Id::AngularVelocity, &[&[All(Id::Torque), All(Id::Orientation), All(Id::AngularVelocity)], START_TURNING, MOMENTS]),

    Row { kind: Kind::Enumeration(&SHAPE), variability: Variability::Fixed, unit: None, ..tunable(row(Id::Shape, 60, "shape", "1", "Where the moments of inertia come from"), &[SOLID_SPHERE as f64]) },
    positive(tunable(row(Id::Mass, 61, "mass", "kg", "Mass, m"), &[1.0])),
    positive(tunable(row(Id::Radius, 62, "radius", "m", "Radius of the solid sphere, R"), &[0.1])),
    Row { elements: XYZ, ..positive(tunable(row(Id::Inertia, 63, "inertia", "kg.m2", "Principal moment of inertia about body {} through the mass centre (shape given), I"), &[0.004, 0.004, 0.004])) },
    Row { elements: XYZ, ..tunable(row(Id::Gravity, 66, "gravity", "m/s2", "Acceleration of gravity along world {}, g"), &[0.0, 0.0, -9.81]) },
    fixed(row(Id::StartPosition, 70, "start.position", "m", "Mass centre at the start, world {}"), ZERO3),
    Row { elements: WXYZ, ..fixed(row(Id::StartOrientation, 73, "start.orientation", "1", "Quaternion at the start, body to world, component {}, any length from 1e-100 to 1e100"), &[1.0, 0.0, 0.0, 0.0]) },
    fixed(row(Id::StartVelocity, 77, "start.velocity", "m/s", "Velocity of the mass centre at the start along world {}"), ZERO3),
    fixed(row(Id::StartAngularVelocity, 80, "start.angularVelocity", "rad/s", "Angular velocity at the start about world {}"), ZERO3),
];
