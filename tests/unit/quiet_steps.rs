//! Short cuts of a step at which little happens: they change no number.

use crate::ball::{set, vector};
use crate::random::Random;
use crate::snapshots::{restored, saved};
use asperity::fmi::description::Kind;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

/// Step [s]
const H: f64 = 1e-3;

/// Velocities of body j that are 0 of this sign. −0 is a number like all others, whose body is moved as every body is.
fn with_body_j(pair: i32, nothing: f64, random: &mut Random) -> Contact {
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::GeometryPair, pair);
    set(&mut unit, Id::GeometryRadiusJ, &[0.3]);
    set(&mut unit, Id::PositionJ, &[0.02, -0.01, 0.03]);
    let mut turned = || random.signed();
    set(&mut unit, Id::OrientationJ, &[1.0, 0.3 * turned(), 0.3 * turned(), 0.3 * turned()]);
    set(&mut unit, Id::VelocityJ, &[nothing; 3]);
    set(&mut unit, Id::AngularVelocityJ, &[nothing; 3]);
    unit
}

/// All that is calculated.
fn answers(unit: &mut Contact) -> Vec<f64> {
    let rows = TABLE.iter().filter(|row| row.is_calculated() && row.kind == Kind::Real);
    rows.flat_map(|row| (0..row.len()).map(|k| unit.real(row.id, k).unwrap_or(f64::NAN)).collect::<Vec<_>>()).collect()
}

/// Compared as numbers, in which 0 is −0; nothing is rounded in between, so that nothing else may differ.
#[test]
fn a_body_that_stands_answers_as_one_that_is_moved_by_nothing() {
    let mut made = 0;
    // from where the sphere falls onto the other body, or onto the inside of a hollow one [m]
    for (pair, height) in (2..=6).zip([0.15, 0.45, -0.08, 0.45, -0.08]) {
        for seed in 0..20 {
            let [mut still, mut moved] = [0.0, -0.0].map(|zero| with_body_j(pair, zero, &mut Random(seed)));
            let mut random = Random(1000 + seed);
            let mut place = [0.0, 0.0, height].map(|at: f64| at + 0.05 * random.signed());
            for step in 0..40 {
                let v = [0.5, 0.5, -2.0].map(|size| size * random.share());
                let omega = [3.0; 3].map(|size: f64| size * random.signed());
                for unit in [&mut still, &mut moved] {
                    set(unit, Id::PositionI, &place);
                    set(unit, Id::VelocityI, &v);
                    set(unit, Id::AngularVelocityI, &omega);
                    if step == 0 {
                        unit.exit_initialization(&mut |_| ()).unwrap();
                    }
                    unit.do_step(H * f64::from(step), H, &mut |_| ()).unwrap();
                }
                place.iter_mut().zip(v).for_each(|(at, v)| *at += 5.0 * H * v);
                let of_still = answers(&mut still);
                assert_eq!(of_still, answers(&mut moved), "pair {pair}, {seed}, step {step}");
                // what a step leaves behind is what an evaluation finds there
                assert_eq!(of_still, answers(&mut restored(&saved(&still))), "pair {pair}, {seed}, step {step}");
                made += usize::from(still.real(Id::Touching, 0).unwrap() == 1.0);
            }
        }
    }
    assert!((500..3500).contains(&made), "{made} of 4000 steps end in contact");
}

/// In interface coupling forces are those of the step: read by themselves they are the ones that an evaluation of its end has.
#[test]
fn forces_of_an_interface_step_are_read_without_an_evaluation() {
    const FORCES: [Id; 6] = [Id::ForceI, Id::TorqueI, Id::ForceJ, Id::TorqueJ, Id::FrictionForce, Id::FrictionMoment];
    // compliant and time stepping
    for method in 1..=2 {
        let mut unit = Contact::new(Interface::CoSimulation);
        for (id, item) in [(Id::GeometryPair, 2), (Id::CouplingMode, 2), (Id::CouplingMethod, method)] {
            unit.set_integer(id, item);
        }
        if method == 1 {
            set(&mut unit, Id::FrictionMuR, &[0.01]);
        }
        set(&mut unit, Id::FreeAcceleration, &[0.0, 0.0, -9.81]);
        set(&mut unit, Id::PositionI, &[0.3, -0.2, 0.0999]);
        set(&mut unit, Id::PositionJ, &[0.1, 0.05, 0.0]);
        set(&mut unit, Id::VelocityI, &[0.3, -0.1, -0.2]);
        set(&mut unit, Id::AngularVelocityI, &[2.0, 1.0, 3.0]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        let mut pushed = 0;
        for step in 0..5 {
            unit.do_step(H * f64::from(step), H, &mut |_| ()).unwrap();
            let mut evaluated = unit.clone();
            evaluated.response().unwrap();
            for id in FORCES {
                let [read, expected] = [&mut unit, &mut evaluated].map(|of| vector(of, id).map(f64::to_bits));
                assert_eq!(read, expected, "method {method}, step {step}, {id:?}");
            }
            pushed += usize::from(vector(&mut unit, Id::ForceI)[2] > 0.0);
        }
        assert!(pushed > 0, "method {method}");
    }
}

/// A message that nobody has fetched yet is told by the restored unit.
#[test]
fn what_is_due_when_a_state_is_saved_is_said_after_it_is_restored() {
    let mut unit = with_body_j(2, 0.0, &mut Random(1));
    set(&mut unit, Id::PositionI, &[0.0, 0.0, 1.0]);
    unit.exit_initialization(&mut |_| ()).unwrap();
    // the position moves, and the velocity is not connected
    for step in 0..10 {
        set(&mut unit, Id::PositionI, &[0.0, 0.0, 1.0 - 0.01 * f64::from(step)]);
        unit.do_step(H * f64::from(step), H, &mut |_| ()).unwrap();
    }
    for mut unit in [restored(&saved(&unit)), unit] {
        let mut said = vec![];
        (0..2).for_each(|_| unit.warnings(&mut |text| said.push(text.to_string())));
        assert!(said.len() == 1 && said[0].contains("velocityI"), "{said:?}");
    }
}

/// Interface coupling: without a rotation the normal of a plane and the velocities are not looked for again in a step.
#[test]
fn a_body_that_does_not_turn_answers_as_one_that_turns_by_next_to_nothing() {
    let mut touching = 0;
    for seed in 0..30 {
        let [mut still, mut turning] = [0.0, 1e-40].map(|omega| {
            let random = &mut Random(seed);
            let mut unit = with_body_j(2, 0.0, random);
            unit.set_integer(Id::CouplingMode, 2);
            set(&mut unit, Id::VelocityJ, &[0.1, 0.2, -0.3]);
            set(&mut unit, Id::FreeAcceleration, &[0.5, 0.3, -9.81]);
            set(&mut unit, Id::AngularVelocityI, &[omega; 3]);
            unit
        });
        let mut random = Random(500 + seed);
        let mut place = [0.0, 0.0, 0.16].map(|at: f64| at + 0.02 * random.signed());
        for step in 0..40 {
            let v = [0.5, 0.5, -2.0].map(|size| size * random.share());
            for unit in [&mut still, &mut turning] {
                set(unit, Id::PositionI, &place);
                set(unit, Id::VelocityI, &v);
                if step == 0 {
                    unit.exit_initialization(&mut |_| ()).unwrap();
                }
                unit.do_step(H * f64::from(step), H, &mut |_| ()).unwrap();
            }
            place.iter_mut().zip(v).for_each(|(at, v)| *at += H * v);
            assert_eq!(answers(&mut still), answers(&mut turning), "{seed}, step {step}");
            touching += usize::from(still.real(Id::Touching, 0).unwrap() == 1.0);
        }
    }
    assert!((100..1100).contains(&touching), "{touching} of 1200 steps end in contact");
}
