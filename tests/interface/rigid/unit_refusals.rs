//! What a unit with rigid steps refuses, by the names of its variables.

use super::G;
use super::unit::{LAWS, TIME_STEPPING, rigid_unit, set, vector};
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

#[track_caller]
fn assert_refused(unit: &mut Contact, words: &[&str]) {
    let fault = unit.exit_initialization(&mut |_| ()).expect_err("nothing is refused");
    let text = format!("{fault:?}");
    assert!(words.iter().all(|word| text.contains(word)), "{text} does not say {words:?}");
}

#[test]
fn kinematic_mode_has_no_rigid_steps() {
    let mut unit = rigid_unit(1);
    unit.set_integer(Id::CouplingMode, 1);
    assert_refused(&mut unit, &["coupling.method", "coupling.mode = interface"]);
}

#[test]
fn estimated_acceleration_is_refused() {
    let mut unit = rigid_unit(1);
    unit.set_integer(Id::CouplingFreeAccelerationSource, 2);
    assert_refused(&mut unit, &["coupling.freeAccelerationSource", "coupling.method = timeStepping"]);
}

#[test]
fn rolling_friction_and_a_radius_from_the_contact_are_refused() {
    let mut unit = rigid_unit(1);
    set(&mut unit, Id::FrictionMuR, &[0.01]);
    assert_refused(&mut unit, &["coupling.method = timeStepping", "friction.mu_r = 0"]);
    let mut unit = rigid_unit(1);
    unit.set_integer(Id::FrictionERSource, 2);
    assert_refused(&mut unit, &["friction.e_rSource = given"]);
}

#[test]
fn friction_that_is_uneven_is_refused() {
    let mut unit = rigid_unit(1);
    set(&mut unit, Id::FrictionEO, &[0.5]);
    assert_refused(&mut unit, &["friction.e_t = 1.0", "friction.e_o = 0.5", "coupling.method = compliant"]);
}

#[test]
fn planes_are_refused() {
    let mut unit = rigid_unit(1);
    unit.set_integer(Id::FrictionMap, 4);
    assert_refused(&mut unit, &["friction.map = planes", "coupling.method = compliant"]);
}

#[test]
fn spinning_friction_needs_a_law_that_holds_a_moment() {
    let spinning = |friction: i32| {
        let mut unit = rigid_unit(friction);
        set(&mut unit, Id::FrictionER, &[0.02]);
        unit
    };
    for friction in [1, 3] {
        spinning(friction).exit_initialization(&mut |_| ()).unwrap();
    }
    assert_refused(&mut spinning(2), &["friction.e_r > 0", "timeStepping.friction = regularised or polygonal"]);
    let mut unit = spinning(1);
    unit.set_integer(Id::TimeSteppingLaw, 2);
    assert_refused(&mut unit, &["friction.e_r > 0", "timeStepping.law = coulomb"]);
    for map in [2, 3] {
        let mut unit = spinning(1);
        unit.set_integer(Id::FrictionMap, map);
        assert_refused(&mut unit, &["friction.e_r > 0", "friction.map = ellipsoid"]);
    }
}

/// Nothing divides by e in rigid steps; everywhere else the laws do.
#[test]
fn restitution_of_0_is_for_rigid_steps_only() {
    // in whatever order they are set
    for before in [false, true] {
        let mut unit = rigid_unit(1);
        unit.set_integer(Id::CouplingMethod, if before { TIME_STEPPING } else { 1 });
        set(&mut unit, Id::ComplianceE, &[0.0]);
        unit.set_integer(Id::CouplingMethod, TIME_STEPPING);
        unit.exit_initialization(&mut |_| ()).unwrap();
        assert_eq!(unit.real(Id::EffectiveRestitution, 0).unwrap(), 0.0);
    }
    for [mode, method] in [[1, 1], [2, 1]] {
        let mut unit = rigid_unit(1);
        unit.set_integer(Id::CouplingMode, mode);
        unit.set_integer(Id::CouplingMethod, method);
        set(&mut unit, Id::ComplianceE, &[0.0]);
        assert_refused(&mut unit, &["compliance.e = 0.0 is below 0.001", "coupling.method = timeStepping"]);
    }
    // Model Exchange looks at nothing named coupling
    let mut unit = Contact::new(Interface::ModelExchange);
    unit.set_integer(Id::CouplingMode, 2);
    unit.set_integer(Id::CouplingMethod, TIME_STEPPING);
    set(&mut unit, Id::ComplianceE, &[0.0]);
    assert_refused(&mut unit, &["compliance.e = 0.0 is below 0.001"]);
}

/// Tuned in a run: the step is refused, and with another e the unit goes on as if nothing had been.
#[test]
fn restitution_of_0_in_a_compliant_run_is_refused_and_nothing_is_lost() {
    let start = || {
        let mut unit = rigid_unit(1);
        unit.set_integer(Id::CouplingMethod, 1);
        set(&mut unit, Id::PositionI, &[0.0, 0.0, 0.0999]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
        unit
    };
    let (mut unit, mut other) = (start(), start());
    set(&mut unit, Id::ComplianceE, &[0.0]);
    let fault = unit.do_step(1e-3, 1e-3, &mut |_| ()).unwrap_err();
    assert!(format!("{fault:?}").contains("compliance.e"), "{fault:?}");
    for unit in [&mut unit, &mut other] {
        set(unit, Id::ComplianceE, &[0.25]);
        unit.do_step(1e-3, 1e-3, &mut |_| ()).unwrap();
    }
    let force = vector(&mut unit, Id::ForceI);
    assert!(force[2] > 0.0);
    assert_eq!(force, vector(&mut other, Id::ForceI));
}

#[test]
fn odd_polygons_are_refused_where_they_are_used() {
    for law in LAWS {
        for sides in [5, 31] {
            let mut unit = rigid_unit(law);
            unit.set_integer(Id::TimeSteppingSides, sides);
            if law == 3 {
                assert_refused(&mut unit, &["timeStepping.sides", &sides.to_string(), "even"]);
            } else {
                unit.exit_initialization(&mut |_| ()).unwrap();
            }
        }
    }
}

/// The host's W: what is no inverse mass is refused in the step, and the unit stays as it was.
#[test]
fn inverse_mass_that_is_not_positive_semidefinite_is_refused() {
    for law in LAWS {
        let mut unit = rigid_unit(law);
        unit.set_integer(Id::CouplingMassSource, 2);
        set(&mut unit, Id::PositionI, &[0.0, 0.0, 0.1]);
        set(&mut unit, Id::InverseMass, &[1.0, 1.0, 1.0, 0.0, 2.0, 0.0]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        let fault = unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap_err();
        let text = format!("{fault:?}");
        assert!(text.contains("inverseMass") && text.contains("positive semidefinite"), "{text}");
        // better values and another step recover
        set(&mut unit, Id::InverseMass, &[0.5, 0.5, 0.5, 0.0, 0.0, 0.0]);
        unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
        assert!((vector(&mut unit, Id::ForceI)[2] - 2.0 * G).abs() < 1e-9);
    }
}

/// A singular W of the host's: a slider yields along one direction only.
#[test]
fn singular_inverse_mass_is_solved() {
    for law in LAWS {
        for [x, y, z] in [[0.0, 0.0, 1.0], [0.6, 0.0, 0.8], [0.36, 0.48, 0.8]] {
            let mut unit = rigid_unit(law);
            unit.set_integer(Id::CouplingMassSource, 2);
            // guided along (x, y, z): gravity moves it along that
            let w = [x * x, y * y, z * z, x * y, x * z, y * z];
            set(&mut unit, Id::InverseMass, &w);
            set(&mut unit, Id::FreeAcceleration, &[-G * z * x, -G * z * y, -G * z * z]);
            set(&mut unit, Id::PositionI, &[0.0, 0.0, 0.1]);
            unit.exit_initialization(&mut |_| ()).unwrap();
            for step in 0..50 {
                unit.do_step(f64::from(step) * 1e-3, 1e-3, &mut |_| ()).unwrap();
                let force = vector(&mut unit, Id::ForceI);
                // along the guide the force holds gravity, if there is any
                let along = force[0] * x + force[1] * y + force[2] * z;
                assert!((along - G * z).abs() < 1e-9, "{law} {x} {y} {z}: {force}");
            }
        }
    }
}

#[test]
fn model_exchange_has_no_method_to_refuse() {
    let mut unit = Contact::new(Interface::ModelExchange);
    unit.set_integer(Id::CouplingMethod, 2);
    unit.exit_initialization(&mut |_| ()).unwrap();
}
