//! Parameters by name: the oracle is the variable table.

use crate::{Given, *};
use asperity::fmi::description::{Bound, Causality, Kind, Row};
use asperity::unit::table::{Id, TABLE};

fn parameters() -> impl Iterator<Item = &'static Row<Id>> {
    TABLE.iter().filter(|row| row.causality == Causality::Parameter)
}

#[test]
fn every_parameter_has_its_start_value_and_can_be_set_and_read() {
    let given = Given::new();
    for row in parameters() {
        for k in 0..row.len() {
            let name = row.element_name(k);
            assert_eq!(given.get(&name), Some(row.start[k]), "{name}");
            let other = match row.kind {
                Kind::Real => row.start[k] * 0.75 + 0.0625,
                Kind::Integer => row.start[k] + 2.0,
                Kind::Boolean => 1.0 - row.start[k],
                Kind::Enumeration(items) => items.items.len() as f64,
            };
            assert_eq!(given.set(&name, other), ASPERITY_OK, "{name}: {}", given.message());
            assert_eq!(given.get(&name), Some(other), "{name}");
        }
    }
    assert_eq!(given.message(), "");
}

#[test]
fn every_item_can_be_chosen_by_name() {
    let given = Given::new();
    for row in parameters() {
        let Kind::Enumeration(enumeration) = row.kind else { continue };
        for (item, number) in enumeration.items.iter().zip(1..) {
            assert_eq!(given.choose(row.name, item.name), ASPERITY_OK, "{}", given.message());
            assert_eq!(given.get(row.name), Some(f64::from(number)), "{} = {}", row.name, item.name);
        }
    }
    assert_eq!(given.choose("ledger.track", "false"), ASPERITY_OK);
    assert_eq!(given.get("ledger.track"), Some(0.0));
}

#[test]
fn a_value_outside_the_range_of_the_table_is_refused_and_named() {
    let given = Given::new();
    for row in parameters() {
        let name = row.element_name(0);
        let before = given.get(&name);
        let mut beside = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        beside.extend(match row.low {
            Bound::Including(low) => Some(low - 1.0),
            Bound::Excluding(low) => Some(low),
            Bound::Open => None,
        });
        beside.extend(match row.high {
            Bound::Including(high) => Some(high + 1.0),
            Bound::Excluding(high) => Some(high),
            Bound::Open => None,
        });
        match row.kind {
            Kind::Enumeration(items) => beside.extend([0.0, 1.5, items.items.len() as f64 + 1.0, 1e300]),
            Kind::Boolean => beside.extend([2.0, -1.0, 0.5]),
            Kind::Integer => beside.extend([8.5, 3e9]),
            Kind::Real => {}
        }
        for value in beside {
            assert_eq!(given.set(&name, value), ASPERITY_RANGE, "{name} = {value}");
            assert!(given.message().starts_with(&format!("{name} = {value:?} ")), "{}", given.message());
            assert!(given.message().ends_with("; nothing was set"), "{}", given.message());
            assert_eq!(given.get(&name), before, "{name} = {value}");
        }
    }
}

#[test]
fn refusals_name_what_was_typed_and_say_what_to_do() {
    let given = Given::new();
    let cases = [
        ("friction.mu_s", "there is no parameter friction.mu_s; did you mean friction.mu_S?"),
        ("mu", "there is no parameter mu"),
        ("", "there is no parameter "),
        ("penetration", "penetration is not a parameter"),
        ("der(z)[1]", "der(z)[1] is not a parameter"),
        ("geometry.normalJ", "geometry.normalJ has 3 elements: name one, geometry.normalJ[1]"),
        (
            "geometry.normalJ[0]",
            "there is no geometry.normalJ[0]: the elements of geometry.normalJ are counted from 1 to 3",
        ),
        (
            "geometry.normalJ[4]",
            "there is no geometry.normalJ[4]: the elements of geometry.normalJ are counted from 1 to 3",
        ),
        (
            "geometry.normalJ[+1]",
            "there is no geometry.normalJ[+1]: the elements of geometry.normalJ are counted from 1 to 3",
        ),
        (
            "geometry.normalJ[]",
            "there is no geometry.normalJ[]: the elements of geometry.normalJ are counted from 1 to 3",
        ),
        ("friction.mu_S[1]", "there is no friction.mu_S[1]: friction.mu_S is one number"),
    ];
    for (name, text) in cases {
        assert_eq!(given.set(name, 0.5), ASPERITY_NAME, "{name}");
        assert_eq!(given.message(), text);
        assert_eq!(given.get(name), None);
    }
    assert_eq!(given.set("friction.mu_S", -1.0), ASPERITY_RANGE);
    assert_eq!(given.message(), "friction.mu_S = -1.0 is below its minimum 0; nothing was set");
    assert_eq!(given.choose("friction.law", "Dwell"), ASPERITY_NAME);
    assert_eq!(
        given.message(),
        "friction.law = Dwell is not a valid item; there are 1 dwell, 2 none, 3 coulomb; nothing was set"
    );
    assert_eq!(given.choose("ledger.track", "no"), ASPERITY_NAME);
    assert_eq!(given.message(), "ledger.track = no is not a valid item; there are false, true; nothing was set");
    assert_eq!(given.choose("friction.mu_S", "dwell"), ASPERITY_NAME);
    assert_eq!(given.message(), "friction.mu_S is a number and has no items to choose from");
    // the message stays until the next failure
    assert_eq!(given.set("friction.mu_S", 0.5), ASPERITY_OK);
    assert_eq!(given.message(), "friction.mu_S is a number and has no items to choose from");
}

#[test]
fn names_that_are_no_text_or_endless_are_refused() {
    let given = Given::new();
    let status = unsafe { asperity_parameters_set(given.0, c"\xff".as_ptr(), 1.0) };
    assert_eq!((status, given.message().as_str()), (ASPERITY_NAME, "name is not UTF-8 text"));
    let long = "µ".repeat(5000);
    assert_eq!(given.set(&long, 1.0), ASPERITY_NAME);
    let message = given.message();
    assert!(message.len() <= 1023 && message.len() > 1010, "{}", message.len());
    assert!(message.starts_with("there is no parameter µµ"), "{message}");
}

#[test]
fn a_clone_goes_its_own_way() {
    let given = Given::with(&[("friction.mu_S", 0.7)]);
    let copy = Given(unsafe { asperity_parameters_clone(given.0) });
    assert_eq!(given.set("friction.mu_S", 0.8), ASPERITY_OK);
    assert_eq!(copy.get("friction.mu_S"), Some(0.7));
    // it is as checked as the original was
    let mut a = 0.0;
    let damping = |of: &Given, a: &mut f64| unsafe { asperity::capi::laws::asperity_damping(of.0, 1.0, a) };
    assert_eq!(damping(&copy, &mut a), ASPERITY_OK);
    assert_eq!(damping(&given, &mut a), ASPERITY_PARAMETERS);
    assert_eq!(given.check(), ASPERITY_OK);
    assert_eq!(damping(&given, &mut a), ASPERITY_OK);
    // a choice has to be checked as a number has
    assert_eq!(given.choose("compliance.law", "elastic"), ASPERITY_OK);
    assert_eq!(damping(&given, &mut a), ASPERITY_PARAMETERS);
}

#[test]
fn check_names_parameters_that_do_not_fit_together() {
    let cases: [(&[(&str, f64)], &str); 5] = [
        (&[("friction.mu_S", 0.1)], "friction.mu_S = 0.1 is below friction.mu_C = 0.4"),
        (&[("friction.v_eps", 1.0)], "friction.v_eps = 1.0 m/s is above friction.v_S"),
        (
            &[("geometry.pair", 2.0), ("geometry.normalJ[3]", 0.0)],
            "geometry.normalJ = (0.0, 0.0, 0.0) has no direction",
        ),
        (
            &[("geometry.pair", 6.0), ("geometry.radiusJ", 0.05)],
            "geometry.radiusI = 0.1 m is not below geometry.radiusJ",
        ),
        (&[("coupling.mode", 2.0), ("coupling.massI", 0.0)], "coupling.massI and coupling.massJ are both 0"),
    ];
    for (changes, text) in cases {
        let given = Given::new();
        for (name, value) in changes {
            assert_eq!(given.set(name, *value), ASPERITY_OK);
        }
        assert_eq!(given.check(), ASPERITY_PARAMETERS, "{text}");
        assert!(given.message().starts_with(text), "{}", given.message());
        let mut f_n = 7.0;
        let status = unsafe { asperity::capi::laws::asperity_normal_force(given.0, 1e-3, 0.0, 0.0, &mut f_n) };
        assert_eq!((status, f_n), (ASPERITY_PARAMETERS, 7.0));
    }
}
