//! The contact as a model: what its reads, events and messages mean (the documentation, sections 9 to 12), one situation each.

use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::description::Kind;
use asperity::fmi::{Interface, Model};
use asperity::meet::Pair;
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

fn started(interface: Interface, values: &[(Id, usize, f64)]) -> Contact {
    let mut unit = Contact::new(interface);
    set(&mut unit, values);
    unit.exit_initialization(&mut |_| ()).unwrap();
    unit
}

fn set(unit: &mut Contact, values: &[(Id, usize, f64)]) {
    values.iter().for_each(|(id, k, value)| unit.set_real(*id, *k, *value));
}

fn indicators(unit: &mut Contact) -> [f64; 3] {
    let mut indicators = [0.0; 3];
    unit.event_indicators(&mut indicators).unwrap();
    indicators
}

fn restored(unit: &Contact, interface: Interface) -> Contact {
    let mut counting = Writer::counting();
    unit.save(&mut counting);
    let mut bytes = vec![0; counting.length()];
    unit.save(&mut Writer::into(&mut bytes));
    Contact::new(interface).restore(&mut Reader::of(&bytes)).unwrap()
}

#[test]
fn the_clipping_indicator_changes_sign_at_both_ends_of_clipping() {
    // e = 0.5: 1 + a·ẋ is 0 at ẋ = −e·v_i/d = −0.6979575·v_i
    let clips_at = 0.5 / 0.716_375_266_635_687_5;
    let mut unit = started(Interface::ModelExchange, &[(Id::Penetration, 0, 1e-4), (Id::RelativeVelocity, 2, -1.0)]);
    assert!(indicators(&mut unit)[1] > 0.0);
    for (speed, clipped) in [(clips_at * 1.001, true), (clips_at * 0.999, false)] {
        set(&mut unit, &[(Id::RelativeVelocity, 2, speed)]);
        assert_eq!(indicators(&mut unit)[1] < 0.0, clipped, "before the event is handled");
        unit.new_discrete_states(&mut |_| ()).unwrap();
        assert_eq!(indicators(&mut unit)[1] < 0.0, clipped, "after it");
    }
    // where the root was located, to a rounding: the event must leave the indicator off zero, on the new side
    set(&mut unit, &[(Id::RelativeVelocity, 2, clips_at * (1.0 + 1e-12))]);
    unit.new_discrete_states(&mut |_| ()).unwrap();
    let after = indicators(&mut unit)[1];
    assert!(after < -5e-13, "{after}");
}

#[test]
fn the_contact_indicator_is_off_zero_on_the_new_side_after_the_event() {
    let mut unit = started(Interface::ModelExchange, &[(Id::Penetration, 0, -1e-6), (Id::RelativeVelocity, 2, -1.0)]);
    assert!(indicators(&mut unit)[0] < 0.0);
    set(&mut unit, &[(Id::Penetration, 0, 5e-13)]);
    unit.new_discrete_states(&mut |_| ()).unwrap();
    assert!(indicators(&mut unit)[0] > 5e-13);
    set(&mut unit, &[(Id::Penetration, 0, -5e-13)]);
    unit.new_discrete_states(&mut |_| ()).unwrap();
    assert!(indicators(&mut unit)[0] < -5e-13);
}

#[test]
fn contact_that_a_pose_jumps_into_at_an_event_is_booked() {
    let mut unit = started(Interface::ModelExchange, &[(Id::Penetration, 0, -1e-3)]);
    set(&mut unit, &[(Id::Penetration, 0, 1e-3)]);
    unit.new_discrete_states(&mut |_| ()).unwrap();
    // k·x^2.5/2.5 with the start values
    assert!((unit.real(Id::EnergyElastic, 0).unwrap() - 1e6 * 1e-3f64.powf(2.5) / 2.5).abs() < 1e-14);
    assert!(unit.real(Id::EnergyResidual, 0).unwrap().abs() < 1e-15);
}

#[test]
fn a_parameter_changed_at_an_event_gives_the_same_bits_after_restoring() {
    for step in 1..100 {
        let x = 1e-5 * f64::from(step);
        let mut unit = started(Interface::ModelExchange, &[(Id::Penetration, 0, x), (Id::EnergyWork, 0, 0.1)]);
        set(&mut unit, &[(Id::EnergyDissipatedNormal, 0, 0.03 * x), (Id::ComplianceK, 0, 3.7e6)]);
        let before = unit.real(Id::EnergyResidual, 0).unwrap();
        let after = restored(&unit, Interface::ModelExchange).real(Id::EnergyResidual, 0).unwrap();
        assert_eq!(before.to_bits(), after.to_bits(), "x = {x}");
    }
}

/// Everything the unit calculates is a number with a pair chosen and nothing else: the sphere of body i in the very
/// centre of body j.
#[test]
fn with_every_start_value_each_pair_steps_and_reads_numbers() {
    for (pair, kind) in (1..).zip(Pair::ALL) {
        let touches = match kind {
            Pair::SpherePlane | Pair::SphereSphere | Pair::SphereOnCylinder => true,
            Pair::External | Pair::SphereInCylinder | Pair::SphereInSphere => false,
        };
        for interface in [Interface::CoSimulation, Interface::ModelExchange] {
            let mut unit = Contact::new(interface);
            unit.set_integer(Id::GeometryPair, pair);
            unit.exit_initialization(&mut |_| ()).unwrap();
            if interface == Interface::CoSimulation {
                unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
            }
            for row in TABLE.iter().filter(|row| row.kind == Kind::Real) {
                assert!(
                    (0..row.len()).all(|k| unit.real(row.id, k).unwrap().is_finite()),
                    "{} of pair {pair}",
                    row.name
                );
            }
            assert_eq!(unit.integer(Id::ContactActive).unwrap() == 1, touches, "pair {pair}");
            assert_eq!(unit.real(Id::NormalForce, 0).unwrap() > 0.0, touches, "pair {pair}");
        }
    }
}

#[test]
fn a_rate_of_the_normal_counts_from_the_moment_it_is_set() {
    let mut unit = started(Interface::CoSimulation, &[(Id::Penetration, 0, 1e-4), (Id::Z, 0, 1e-6)]);
    let still = unit.real(Id::DerZ, 2).unwrap();
    unit.set_input_derivative(Id::ContactNormal, 0, 2.0);
    // ω_c = n×ṅ = (0, 2, 0) turns z = (1e-6, 0, 0) with ω_c×z = (0, 0, −2e-6)
    let turning = unit.real(Id::DerZ, 2).unwrap();
    assert!((turning - still + 2e-6).abs() < 1e-20, "{still} {turning}");
}

#[test]
fn time_is_the_communication_point_plus_the_step() {
    let mut unit = started(Interface::CoSimulation, &[]);
    unit.do_step(0.5, 0.25, &mut |_| ()).unwrap();
    assert_eq!(unit.real(Id::Time, 0).unwrap(), 0.75);
}

#[test]
fn after_a_step_derivatives_belong_to_the_continued_motion_as_outputs_do() {
    let mut unit = started(Interface::CoSimulation, &[(Id::Penetration, 0, 1e-4), (Id::ComplianceE, 0, 1.0)]);
    set(&mut unit, &[(Id::RelativeVelocity, 2, -0.1)]);
    unit.do_step(0.0, 1e-3, &mut |_| ()).unwrap();
    let mut tangent = unit.tangent(&mut [(Id::Penetration, 0, 1.0)].into_iter()).unwrap();
    let slope = Contact::tangent_of(&mut tangent, Id::NormalForce, 0);
    // f_n = k·x^1.5 without damping, at x = 1e-4 + 0.1·1e-3
    let exact = 1.5e6 * 2e-4f64.sqrt();
    assert!((slope / exact - 1.0).abs() < 1e-12, "{slope} {exact}");
}

#[test]
fn each_impact_is_reported_with_its_own_speed_and_restitution() {
    let mut unit = started(Interface::CoSimulation, &[(Id::ComplianceAlpha, 0, 0.1), (Id::Penetration, 0, -5e-4)]);
    let mut said = Vec::new();
    for (k, speed) in [1.0, 2.0].into_iter().enumerate() {
        set(&mut unit, &[(Id::Penetration, 0, -5e-4), (Id::RelativeVelocity, 2, -speed)]);
        unit.do_step(k as f64 * 1e-3, 1e-3, &mut |text| said.push(text.to_string())).unwrap();
    }
    // onset after gap/speed; e = 0.5 − 0.1·v_i
    assert_eq!(said[0], "impact at t = 0.000500000 s, approach speed 1.000000000 m/s, restitution 0.4");
    assert!(said[1].starts_with("release at t = 0.001000000 s"), "{said:?}");
    assert_eq!(said[2], "impact at t = 0.001250000 s, approach speed 2.000000000 m/s, restitution 0.3");
}

/// Law flores: a·v_i = d_max·vMin = 1e308·1e3 overflows, and with it the restitution; never NaN with OK.
#[test]
fn a_restitution_that_overflows_is_refused_by_name() {
    const FLORES: i32 = 5;
    for interface in [Interface::ModelExchange, Interface::CoSimulation] {
        let mut unit = Contact::new(interface);
        unit.set_integer(Id::ComplianceLaw, FLORES);
        set(&mut unit, &[(Id::Penetration, 0, -1.0), (Id::ComplianceVMin, 0, 1e3), (Id::ComplianceDMax, 0, 1e307)]);
        set(&mut unit, &[(Id::ComplianceVsmall, 0, 1e4)]);
        let faults = [unit.exit_initialization(&mut |_| ()).err(), unit.real(Id::EffectiveRestitution, 0).err()];
        for fault in faults {
            let text = fault.expect("a refusal").0;
            assert!(text.starts_with("the restitution or the sticking level overflows"), "{text}");
            assert!(text.contains("d_max") && text.contains("vMin"), "{text}");
        }
        set(&mut unit, &[(Id::ComplianceDMax, 0, 2000.0)]);
        unit.exit_initialization(&mut |_| ()).unwrap();
        let e = unit.real(Id::EffectiveRestitution, 0).unwrap();
        assert!((0.0..1.0).contains(&e), "{e}");
    }
}

/// The same through a step: a normal whose derivative takes it beyond all lengths.
#[test]
fn a_step_that_loses_the_normal_is_refused_and_changes_nothing() {
    let mut unit = started(Interface::CoSimulation, &[(Id::Penetration, 0, -1e-3)]);
    for (k, rate) in [(0, 1e306), (2, -100.0)] {
        [0, 1, 2].into_iter().for_each(|k| unit.set_input_derivative(Id::ContactNormal, k, 0.0));
        unit.set_input_derivative(Id::ContactNormal, k, rate);
        let text = unit.do_step(0.0, 1e-2, &mut |_| ()).expect_err("n is 0").0;
        assert!(text.starts_with("contactNormal at the end of the step"), "{text}");
        assert_eq!(unit.real(Id::Time, 0).unwrap(), 0.0);
        assert_eq!(unit.real(Id::NormalDirection, 2).unwrap(), 1.0);
    }
    unit.set_input_derivative(Id::ContactNormal, 2, 0.0);
    unit.do_step(0.0, 1e-2, &mut |_| ()).unwrap();
}
