//! Which variables a unit shows that is packed for one use: a chosen part of the table, all else stays at its start value.

use crate::fmi::description::{Causality, Kind, Row};
use crate::fmi::{Fault, Interface, Model};
use crate::physics::Vector3;
use crate::unit::contact::Contact;
use crate::unit::parameters::ContactParameters;
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

/// Inputs that are right at their start values as long as the plane stands still.
const OF_THE_PLANE: &[Id] = &[Id::PositionJ, Id::OrientationJ, Id::VelocityJ, Id::AngularVelocityJ];

/// Values at which an input that counts makes a difference: no axis is the same in all of them.
const OTHER_VALUES: [[f64; 9]; 2] = [[0.5; 9], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]];

/// The first input that is not shown though the ball does not move as told without it: steps into the plane come out
/// differently where it has another value. That nothing but the contact turns the ball goes without saying.
pub fn missing_input(parameters: &ContactParameters<f64>) -> Option<&'static Row<Id>> {
    let stands_still = parameters.coupling.masses.j.mass == 0.0;
    let is_known = |id| {
        SPHERE_PLANE.contains(&id) || stands_still && OF_THE_PLANE.contains(&id) || id == Id::FreeAngularAcceleration
    };
    let usual = steps_into_the_plane(parameters, Id::Time, &[]);
    TABLE.iter().filter(|row| row.causality == Causality::Input && !is_known(row.id)).find(|row| {
        let others = OTHER_VALUES.iter().map(|values| steps_into_the_plane(parameters, row.id, &values[..row.len()]));
        others.into_iter().any(|other| is_other(&usual, &other))
    })
}

/// Share of the answers' size by which one may differ: a round inertia turned is itself but for rounding.
const ROUNDING: f64 = 1e-9;

fn is_other(one: &Result<[f64; 6], Fault>, other: &Result<[f64; 6], Fault>) -> bool {
    let (Ok(one), Ok(other)) = (one, other) else { return one != other };
    let size = one.iter().fold(0.0, |size: f64, value| size.max(value.abs()));
    one.iter().zip(other).any(|(one, other)| (one - other).abs() > ROUNDING * size)
}

/// Force and torque of a ball that dips into the plane with slip and spin, while the input `id` has these values.
fn steps_into_the_plane(parameters: &ContactParameters<f64>, id: Id, values: &[f64]) -> Result<[f64; 6], Fault> {
    let shapes = &parameters.geometry.shapes;
    let n = shapes.normal_j / shapes.normal_j.dot(&shapes.normal_j).sqrt();
    let position = n * (shapes.height_j + 0.99 * shapes.radius_i) - shapes.center_i;
    let mut contact = Contact::new(Interface::CoSimulation);
    contact.set_parameters(parameters);
    for (id, vector) in [
        (Id::PositionI, position),
        (Id::VelocityI, Vector3::new(0.3, 0.2, 0.1) - n),
        (Id::AngularVelocityI, Vector3::new(1.0, 2.0, 3.0)),
    ] {
        (0..3).for_each(|k| contact.set_real(id, k, vector[k]));
    }
    values.iter().enumerate().for_each(|(k, value)| contact.set_real(id, k, *value));
    contact.exit_initialization(&mut |_| {})?;
    let mut answer = [0.0; 6];
    for step in 0..3 {
        contact.do_step(1e-4 * f64::from(step), 1e-4, &mut |_| {})?;
        for k in 0..3 {
            answer[k] += contact.real(Id::ForceI, k)?;
            answer[3 + k] += contact.real(Id::TorqueI, k)?;
        }
    }
    Ok(answer)
}

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
