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

/// Without dwell f_max is μ_C·f_n, and bristles of a fast slip (s = 0) bear just that: more dwell would not change it, and less there is not.
#[test]
fn steady_sliding_does_not_depend_on_what_is_left_of_the_dwell_state() {
    let mut noise = noise();
    let pair = [("geometry.pair", "spherePlane"), ("friction.mu_C", "0.4"), ("friction.mu_S", "0.6")];
    for _ in 0..100 {
        let mut contact = Contact::with_values(Interface::ModelExchange, &pair).unwrap();
        let (angle, speed, depth) = (3.0 * noise(), 1.5 + noise(), 1.1e-3 + 1e-3 * noise());
        let slip = [speed * angle.cos(), speed * angle.sin()];
        let radius = read(&mut contact, Id::GeometryRadiusI, 0);
        contact.set_real(Id::PositionI, 2, radius - depth);
        (0..2).for_each(|k| contact.set_real(Id::VelocityI, k, slip[k]));
        contact.exit_initialization(&mut |_| {}).unwrap();
        let (f_n, sigma_0) =
            (read(&mut contact, Id::NormalForce, 0), read(&mut contact.clone(), Id::FrictionSigma0, 0));
        (0..2).for_each(|k| contact.set_real(Id::Z, k, 0.4 * f_n / sigma_0 * slip[k] / speed));
        // what a slide leaves of it in time
        contact.set_real(Id::SDw, 0, 1e-20);
        let force = |contact: &mut Contact| [0, 1].map(|k| read(contact, Id::ForceI, k));
        let [here, dwelt] = [1e-20, 1e-3].map(|s_dw| {
            let mut copy = contact.clone();
            copy.set_real(Id::SDw, 0, s_dw);
            force(&mut copy)
        });
        let mut tangent = contact.tangent(&mut [(Id::SDw, 0, 1.0)].into_iter()).unwrap();
        for k in 0..2 {
            // 0.4·f_n is rounded a few times
            assert!((here[k] - dwelt[k]).abs() <= 1e-15 * f_n, "{here:?} {dwelt:?}");
            for id in [Id::ForceI, Id::DerZ] {
                assert_eq!(Contact::tangent_of(&mut tangent, id, k), 0.0, "{speed} {angle} {depth}");
            }
        }
    }
}
