//! What the unit has learnt of the bodies when masses are told anew, and what it has yet to return when a step is short.

use super::unit::{Pair, RADII, settings};
use asperity::fmi::Interface;
use asperity::fmi::description::{Causality, Kind};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

/// Masses that are set right after an impact has shown that they were told wrong: the next impact is measured anew. The factor that the first one had shown counted once more, and the
/// spheres left with up to 4.5 times their speed.
#[test]
fn masses_told_anew_are_measured_anew() {
    for parallel in [false, true] {
        for settings in settings() {
            let after_two = |told: f64| {
                let mut pair = Pair::thrown(parallel, told, &settings);
                (0..30).for_each(|_| pair.step(1e-3));
                pair.tell_masses(1.0);
                let first = Pair::thrown(parallel, 1.0, &settings);
                (pair.position, pair.velocity, pair.spin) = (first.position, first.velocity, first.spin);
                pair.wire();
                let start = pair.energy();
                for _ in 0..30 {
                    pair.step(1e-3);
                    assert!(pair.energy() <= start * (1.0 + 1e-12), "{parallel} {told} {settings:?}: gained");
                }
                pair
            };
            let right = after_two(1.0);
            for told in [4.0, 0.25] {
                let corrected = after_two(told);
                for body in 0..2 {
                    let off = (corrected.velocity[body] - right.velocity[body]).norm() / right.velocity[body].norm();
                    // as where it is told wrong and measured
                    assert!(off < 2e-2, "{parallel} {told} {settings:?} {body}: {off}");
                }
            }
        }
    }
}

/// A step of 1 µs among those of 1 ms, while the spheres fly at each other and are asked by a pulse: it throws nothing. To settle the place of the pulse in it the unit pulled with up to
/// 1e5 N, through 11 mm of air.
#[test]
fn short_step_after_a_pulse_throws_nothing() {
    for short in [1e-5, 1e-6, 1e-9] {
        for at in 0..14 {
            for parallel in [false, true] {
                let mut pair = Pair::thrown(parallel, 1.0, &[]);
                pair.position[0] *= (RADII[0] + RADII[1] + 12e-3) / (RADII[0] + RADII[1] + 1e-3 / 3.0);
                pair.wire();
                let mut even = pair.clone();
                (0..40).for_each(|_| even.step(1e-3));
                let start = pair.velocity[0];
                let mut asked = 0.0_f64;
                for step in 0..9 {
                    pair.step(if step == at { short } else { 1e-3 });
                    asked = asked.max((pair.velocity[0] - start).norm());
                }
                // a pulse is 1e-4 of the speed (numerics step 16)
                assert!(asked < 2e-4, "{short} {at} {parallel}: thrown by {asked:e} m/s in flight");
                (9..40).for_each(|step| pair.step(if step == at { short } else { 1e-3 }));
                let even = even.velocity[0];
                let off = (pair.velocity[0] - even).norm() / even.norm();
                // the impact falls otherwise on the steps: chosen, what it changes by is of the order of the phase
                assert!(off < 1e-2, "{short} {at} {parallel}: leaves off by {off:e}");
            }
        }
    }
}

/// Force and torque on body i of the second step of a contact in interface coupling, with a derivative of an input or none.
fn second_step(pair: i32, derivative: Option<Id>) -> [f64; 6] {
    let mut unit = Contact::new(Interface::CoSimulation);
    for (id, value) in [(Id::GeometryPair, pair), (Id::CouplingMode, 2), (Id::CouplingOrder, 1)] {
        unit.set_integer(id, value);
    }
    let radius = RADII[0];
    for (id, k, value) in [(Id::PositionI, 2, radius - 1e-5), (Id::VelocityI, 2, -0.5), (Id::VelocityI, 0, 0.2)] {
        unit.set_real(id, k, value);
    }
    for (id, k, value) in [(Id::Penetration, 0, 1e-5), (Id::RelativeVelocity, 2, -0.5), (Id::RelativeVelocity, 0, 0.2)]
    {
        unit.set_real(id, k, value);
    }
    unit.set_real(Id::GeometryRadiusI, 0, radius);
    unit.set_real(Id::CouplingMassI, 0, 2.0);
    unit.settle(&mut |_| {}).unwrap();
    for step in 0..2 {
        if let Some(id) = derivative {
            let length = TABLE.iter().find(|row| row.id == id).unwrap().len();
            (0..length).for_each(|k| unit.set_input_derivative(id, k, 10.0 + k as f64));
        }
        unit.step(f64::from(step) * 1e-3, 1e-3, &mut |_| {}).unwrap();
    }
    let outputs = unit.response().unwrap().outputs;
    core::array::from_fn(|k| if k < 3 { outputs.force_i[k] } else { outputs.torque_i[k - 3] })
}

/// Derivatives of inputs are taken, and count of a normal and a point that the importer gives alone: what else is given is held over the step (docs/limits.md).
#[test]
fn derivatives_of_inputs_count_of_normal_and_point_alone() {
    for (pair, counting) in [(1, &[Id::ContactNormal, Id::ContactPoint][..]), (2, &[][..])] {
        let without = second_step(pair, None);
        assert!(without[2].abs() > 1.0, "{without:?}");
        for row in TABLE.iter().filter(|row| row.causality == Causality::Input && row.kind == Kind::Real) {
            let with = second_step(pair, Some(row.id));
            assert_eq!(with != without, counting.contains(&row.id), "{pair} {}: {with:?} {without:?}", row.name);
        }
    }
}
