//! Steps of bodies that stay apart for certain, which are not made: they change no number.

use crate::ball::{set, vector};
use crate::random::Random;
use crate::snapshots::{restored, saved};
use asperity::fmi::{Interface, Model};
use asperity::physics::{Body, Inputs, Quaternion, Vector3};
use asperity::stepping::{ContactState, InputRates, advance};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

/// Step [s]
const H: f64 = 0.01;

fn drawn(random: &mut Random, size: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| size * random.signed())
}

/// A body near `position` [m]; every fourth one does not turn.
fn body(random: &mut Random, position: Vector3<f64>) -> Body<f64> {
    let turns = f64::from(u8::from(random.below(4) > 0));
    Body {
        position,
        orientation: Quaternion::new(1.0, random.signed(), random.signed(), random.signed()),
        velocity: drawn(random, 2.0),
        angular_velocity: drawn(random, 20.0 * turns),
    }
}

/// Whether the unit has left the last step out, by what it says of itself.
fn flies(unit: &Contact) -> bool {
    format!("{unit:?}").contains("flies: true")
}

/// The whole step is that of the library, which leaves nothing out.
#[test]
fn a_step_apart_that_is_left_out_ends_as_the_whole_step_does() {
    let (mut flights, mut missed, mut touched) = (0, 0, 0);
    // to where the sphere of body i just does not touch [m]
    for (pair, height) in (2..=6).zip([0.1, 0.4, 0.2, 0.4, 0.2]) {
        let inner = [4, 6].contains(&pair);
        for seed in 0..2000 {
            let random = &mut Random(1000 * pair as u64 + 7 * seed);
            let mut unit = Contact::new(Interface::CoSimulation);
            unit.set_integer(Id::GeometryPair, pair);
            set(&mut unit, Id::GeometryRadiusJ, &[0.3]);
            let beside = if random.below(2) == 0 { drawn(random, 0.05) } else { Vector3::zeros() };
            set(&mut unit, Id::GeometryCenterI, beside.as_slice());
            let body_j = if random.below(3) == 0 {
                let orientation = Quaternion::new(1.0, 0.0, 0.0, 0.0);
                Body {
                    orientation,
                    velocity: Vector3::zeros(),
                    angular_velocity: Vector3::zeros(),
                    ..body(random, Vector3::zeros())
                }
            } else {
                let position = drawn(random, 0.1);
                body(random, position)
            };
            let gap = 0.15 * random.signed();
            let at = if inner { (height - gap).max(0.0) } else { height + gap };
            let body_i = body(random, body_j.position + Vector3::new(0.0, 0.0, at));
            let inputs = Inputs { body_i, body_j, ..Inputs::default() };
            let mut rates = InputRates::default();
            if random.below(2) == 0 {
                (rates.inputs.body_i.velocity, rates.inputs.body_j.angular_velocity) =
                    (drawn(random, 50.0), drawn(random, 500.0));
            }
            unit.set_inputs(&inputs, Some(&rates.inputs), None);
            unit.exit_initialization(&mut |_| ()).unwrap();
            if unit.latch().contact {
                continue;
            }
            let state = ContactState { continuous: *unit.state(), latch: *unit.latch(), ..ContactState::default() };
            let parameters = *unit.parameters();
            let whole = advance(&parameters.laws, &parameters.geometry, &inputs, &rates, &state, H).unwrap();
            unit.do_step(0.0, H, &mut |_| ()).unwrap();

            let label = format!("pair {pair}, seed {seed}");
            let is_left_out = flies(&unit);
            let forces = vector(&mut unit, Id::TorqueJ);
            assert_eq!(Vector3::from(forces), whole.response.outputs.torque_j, "{label}");
            assert_eq!(*unit.response().unwrap(), whole.response, "{label}");
            assert_eq!((*unit.state(), *unit.latch()), (whole.state.continuous, whole.state.latch), "{label}");
            assert_eq!(*restored(&saved(&unit)).response().unwrap(), whole.response, "{label}");
            let touches = !whole.changes.all().is_empty();
            assert!(!(is_left_out && touches), "{label}");
            flights += usize::from(is_left_out);
            missed += usize::from(!is_left_out && !touches);
            touched += usize::from(touches);
        }
    }
    assert!(
        flights > 1500 && missed > 300 && touched > 200,
        "{flights} left out, {missed} made, {touched} with contact"
    );
}

/// A ball above the plane z = 0 that flies along it.
fn flying() -> Contact {
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::GeometryPair, 2);
    set(&mut unit, Id::PositionI, &[0.0, 0.0, 1.0]);
    set(&mut unit, Id::VelocityI, &[1.0, -2.0, -0.5]);
    unit.exit_initialization(&mut |_| ()).unwrap();
    unit.do_step(0.0, H, &mut |_| ()).unwrap();
    assert!(flies(&unit));
    unit
}

#[test]
fn what_is_set_after_a_flight_has_its_own_forces() {
    let mut unit = flying();
    assert_eq!(unit.real(Id::ForceI, 2).unwrap().to_bits(), 0);
    set(&mut unit, Id::PositionI, &[0.0, 0.0, 0.099]);
    assert!(unit.real(Id::ForceI, 2).unwrap() > 1.0);
    // and is no contact once it is set back
    set(&mut unit, Id::PositionI, &[0.0, 0.0, 1.0]);
    unit.do_step(H, H, &mut |_| ()).unwrap();
    assert!(flies(&unit));
    assert_eq!(unit.real(Id::ForceI, 2).unwrap().to_bits(), 0);
    assert!((unit.real(Id::Gap, 0).unwrap() - (1.0 - 0.5 * H - 0.1)).abs() < 1e-15);
}

#[test]
fn a_step_whose_end_overflows_is_refused_and_not_left_out() {
    for (id, number) in [(Id::VelocityI, 1e300), (Id::PositionI, 1e200)] {
        let mut unit = flying();
        let before = saved(&unit);
        set(&mut unit, id, &[number, 0.0, number]);
        let answer = unit.do_step(H, H, &mut |_| ());
        assert!(!flies(&unit), "{id:?}");
        if answer.is_ok() {
            assert!(unit.response().is_ok(), "{id:?}");
        }
        let mut again = restored(&before);
        again.do_step(H, H, &mut |_| ()).unwrap();
        assert!(flies(&again));
    }
}

/// No force has a sign while it is 0, whatever the pose: what is read without an evaluation is what an evaluation finds.
#[test]
fn forces_apart_are_zero_without_a_sign() {
    let mut unit = flying();
    set(&mut unit, Id::PositionI, &[-3.0, -2.0, 1.0]);
    unit.do_step(H, H, &mut |_| ()).unwrap();
    let mut evaluated = restored(&saved(&unit));
    evaluated.response().unwrap();
    for of in [&mut unit, &mut evaluated] {
        for id in [Id::ForceI, Id::TorqueI, Id::ForceJ, Id::TorqueJ, Id::FrictionForce, Id::FrictionMoment] {
            assert_eq!(vector(of, id).map(f64::to_bits), [0; 3], "{id:?}");
        }
    }
}
