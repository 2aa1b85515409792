//! Numbers at the edge of what a double holds: after a step that is done every output is a number, and messages stay short.

use crate::ball::set;
use asperity::fmi::description::Kind;
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, ROWS};

/// A sliding contact of the interface coupling, after a first step.
fn sliding() -> Contact {
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::CouplingMode, 2);
    set(&mut unit, Id::Penetration, &[1e-3]);
    set(&mut unit, Id::RelativeVelocity, &[0.1, 0.0, 0.0]);
    unit.exit_initialization(&mut |_| ()).unwrap();
    unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
    unit
}

/// Whether a step is done, after which every Real variable must be finite.
fn is_done(unit: &mut Contact, label: &str) -> bool {
    let Err(fault) = unit.do_step(1e-3, 1e-3, &mut |_| ()) else {
        for row in ROWS.iter().filter(|row| row.kind == Kind::Real) {
            let Ok(value) = unit.real(row.id, 0) else { panic!("{label}: {} is refused after the step", row.name) };
            assert!(value.is_finite(), "{label}: {} = {value}", row.name);
        }
        return true;
    };
    assert!(fault.0.contains("overflows; look for"), "{label}: {}", fault.0);
    false
}

#[test]
fn a_step_whose_end_cannot_be_read_is_refused() {
    assert!(is_done(&mut sliding(), "as it is"));
    let mut refused = 0;
    for (id, least, most) in [
        (Id::FrictionTauDw, 5e-324, 1e-100),
        (Id::RelativeVelocity, 1e100, 1e300),
        (Id::FreeAcceleration, 1e100, 1e300),
        (Id::FrictionSigma2, 1e100, 1e300),
        (Id::FrictionSigma1, 1e-310, 1e300),
    ] {
        for value in [least, f64::sqrt(least) * f64::sqrt(most), most] {
            let mut unit = sliding();
            set(&mut unit, id, &[value]);
            refused += usize::from(!is_done(&mut unit, &format!("{id:?} = {value:e}")));
        }
    }
    assert!(refused >= 5, "only {refused}");
}

#[test]
fn events_at_times_with_many_digits_are_told_with_an_exponent() {
    let mut unit = Contact::new(Interface::CoSimulation);
    set(&mut unit, Id::Penetration, &[-5e-4]);
    set(&mut unit, Id::RelativeVelocity, &[0.0, 0.0, -1.0]);
    unit.exit_initialization(&mut |_| ()).unwrap();
    let mut said = Vec::new();
    unit.do_step(1e300, 1e-3, &mut |text| said.push(text.to_string())).unwrap();
    assert_eq!(said, ["impact at t = 1e300 s, approach speed 1.000000000 m/s, restitution 0.5"]);
}
