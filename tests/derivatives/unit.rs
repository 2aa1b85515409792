//! The tangents of the unit against differences of its own outputs.

use crate::cases::{Case, cases};
use crate::common::*;
use crate::{STENCIL, central_difference, difference_step, difference_tolerance, known_elements};
use asperity::fmi::description::{Causality, Kind};
use asperity::fmi::{Interface, Model};
use asperity::meet::Pair;
use asperity::physics::parameters::NormalLaw;
use asperity::unit::contact::Contact;
use asperity::unit::named;
use asperity::unit::table::{Id, TABLE};

/// Outputs and rates of the unit, for differences.
fn read(contact: &mut Contact, id: Id, k: usize) -> f64 {
    contact.real(id, k).unwrap()
}

/// The unit's tangents in one direction each against differences of its own outputs on copies.
fn assert_tangents(what: &str, contact: &Contact, knowns: impl Iterator<Item = (Id, &'static str, usize)>) -> usize {
    let mut moved = 0;
    for (id, name, k) in knowns {
        let value = read(&mut contact.clone(), id, k);
        let h = difference_step(id, value);
        let mut around = STENCIL.map(|steps| {
            let mut copy = contact.clone();
            copy.set_real(id, k, value + steps * h);
            copy
        });
        let mut tangent = contact.clone().tangent(&mut [(id, k, 1.0)].into_iter()).unwrap();
        for row in TABLE.iter().filter(|row| row.is_calculated() && row.kind == Kind::Real) {
            let slopes: Vec<f64> = (0..row.len()).map(|k| Contact::tangent_of(&mut tangent, row.id, k)).collect();
            let scale = slopes.iter().fold(0.0f64, |most, slope| most.max(slope.abs()));
            for (element, exact) in slopes.into_iter().enumerate() {
                let values = around.each_mut().map(|copy| read(copy, row.id, element));
                let slope = central_difference(values, h);
                assert!(
                    (exact - slope).abs() <= difference_tolerance(scale, values[0], h),
                    "{what}: d {}[{element}]/d {name}[{k}]: {exact:e} against {slope:e}",
                    row.name
                );
                moved += usize::from(exact != 0.0);
            }
        }
    }
    moved
}

fn unit_at(case: &Case, interface: Interface) -> Contact {
    let mut start = named::start_values();
    start.laws.settings.planes = case.parameters.settings.planes;
    let planes: Vec<(String, String)> = named::planes(&start).map(|(name, of)| (name, format!("{of:?}"))).collect();
    let planes: Vec<(&str, &str)> = planes.iter().map(|(name, of)| (name.as_str(), of.as_str())).collect();
    let mut contact = Contact::with_values(interface, &planes).unwrap();
    let settings = &case.parameters.settings;
    // enumerations count from 1, in the order of their variants
    for (id, number) in [
        (Id::GeometryPair, case.parameters.geometry.settings.pair as i32),
        (Id::GeometryPoint, case.parameters.geometry.settings.point as i32),
        (Id::ComplianceLaw, settings.normal_law as i32),
        (Id::ComplianceSource, settings.compliance_source as i32),
        (Id::FrictionLaw, settings.friction_law as i32),
        (Id::FrictionMap, settings.friction_map as i32),
        (Id::FrictionERSource, settings.spin_radius_source as i32),
    ] {
        contact.set_integer(id, number + 1);
    }
    contact.set_integer(Id::FrictionSides, settings.sides as i32);
    let mut knowns = case.knowns();
    for (id, _, k) in known_elements() {
        contact.set_real(id, k, knowns.slot(id).unwrap()[k]);
    }
    contact
}

/// Velocities as they are a little after the onset: at ẋ = v_i, from where on the damping is that of ẋ, the force has a kink.
fn slow_down(contact: &mut Contact) {
    for id in [Id::RelativeVelocity, Id::VelocityI, Id::VelocityJ, Id::AngularVelocityI, Id::AngularVelocityJ] {
        for k in 0..3 {
            let value = read(contact, id, k);
            contact.set_real(id, k, 0.9 * value);
        }
    }
}

fn inputs_and_states() -> impl Iterator<Item = (Id, &'static str, usize)> {
    let is_parameter = |id| TABLE.iter().any(|row| row.id == id && row.causality == Causality::Parameter);
    known_elements().filter(move |(id, ..)| !is_parameter(*id))
}

/// Cases that the unit reaches by its own latch: contact where x > 0, v_i the approach speed.
fn unit_cases() -> Vec<Case> {
    let by_name = ["apart", "sticking", "sliding", "of the unit"];
    let is_reached = |case: &Case| case.v_i.is_none() || by_name.iter().any(|name| case.name.starts_with(name));
    cases().into_iter().filter(is_reached).collect()
}

#[test]
fn tangents_of_the_unit_in_initialization_are_exact_by_parameters_too() {
    for case in unit_cases() {
        let contact = unit_at(&case, Interface::ModelExchange);
        // a linear spring has no other exponent beside it
        let is_fixed = |id| id == Id::ComplianceP && case.parameters.settings.normal_law == NormalLaw::KelvinVoigt;
        let moved = assert_tangents(&case.name, &contact, known_elements().filter(|(id, ..)| !is_fixed(*id)));
        assert!(moved > if case.contact { 300 } else { 50 }, "{}: {moved} slopes that are not zero", case.name);
    }
}

#[test]
fn tangents_of_the_unit_after_initialization_are_exact() {
    for case in unit_cases() {
        for interface in [Interface::ModelExchange, Interface::CoSimulation] {
            let mut contact = unit_at(&case, interface);
            contact.exit_initialization(&mut |_| {}).unwrap();
            slow_down(&mut contact);
            assert_tangents(&case.name, &contact, inputs_and_states());
        }
    }
}

#[test]
fn tangents_after_a_step_are_those_of_its_states_and_the_newest_inputs() {
    for case in unit_cases() {
        let mut contact = unit_at(&case, Interface::CoSimulation);
        contact.exit_initialization(&mut |_| {}).unwrap();
        contact.do_step(0.0, 1e-3, &mut |_| {}).unwrap();
        let mut inputs = case.knowns();
        for (id, _, k) in inputs_and_states().filter(|(id, ..)| ![Id::Z, Id::ZR, Id::SDw].contains(id)) {
            contact.set_real(id, k, inputs.slot(id).unwrap()[k]);
        }
        slow_down(&mut contact);
        assert_tangents(&case.name, &contact, inputs_and_states());
    }
}

#[test]
fn a_tangent_along_several_seeds_is_the_sum_of_theirs() {
    let case = Case::new("", Pair::SpherePlane);
    let mut contact = unit_at(&case, Interface::ModelExchange);
    contact.exit_initialization(&mut |_| {}).unwrap();
    let seeds = [(Id::VelocityI, 0, 0.3), (Id::Z, 1, -2.0), (Id::PositionJ, 2, 0.7)];
    let mut of = |seeds: &[(Id, usize, f64)]| {
        let mut tangent = contact.tangent(&mut seeds.iter().copied()).unwrap();
        Contact::tangent_of(&mut tangent, Id::ForceI, 0)
    };
    let sum: f64 = seeds.iter().map(|seed| of(&[*seed])).sum();
    let scale: f64 = seeds.iter().map(|seed| of(&[*seed]).abs()).sum();
    // three roundings of the parts
    assert_close("sum of directions", of(&seeds), sum, 1e-14, scale);
}
