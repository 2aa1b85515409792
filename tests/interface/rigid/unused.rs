//! Time stepping looks at nothing of the compliant contact: no value that such a parameter may have stops it or changes a bit.

use super::unit::{Ball, set};
use asperity::fmi::Model;
use asperity::fmi::description::{Bound, Causality, Kind, Row, Variability};
use asperity::unit::contact::Contact;
use asperity::unit::table::{Id, TABLE};

/// What a rigid contact is given by. Every other parameter must be without effect.
fn is_used(row: &Row<Id>) -> bool {
    let of_surface = ["geometry.contactRadius", "geometry.isFlat"];
    let of_restitution = [
        "compliance.law",
        "compliance.e",
        "compliance.alpha",
        "compliance.restitution",
        "compliance.v_ref",
        "compliance.q",
        "compliance.table",
        "compliance.d_max",
        "compliance.vsmall",
        "compliance.vMin",
    ];
    let of_friction = ["friction.law", "friction.mu_C", "friction.bristleFrame"];
    // above 0, from the area of contact, or other than 1 they are refused
    let of_moments = ["friction.mu_r", "friction.e_r", "friction.e_t", "friction.e_o"];
    let of_motion = ["geometry.", "ledger.", "coupling.", "timeStepping."];
    let is_one = |names: &[&str]| names.iter().any(|name| row.name.starts_with(name));
    !is_one(&of_surface)
        && [&of_restitution[..], &of_friction[..], &of_moments[..], &of_motion[..]].iter().any(|names| is_one(names))
}

/// The least and the greatest value, of an enumeration every one.
fn extremes(row: &Row<Id>) -> Vec<f64> {
    if let Kind::Enumeration(enumeration) = row.kind {
        // planes are refused
        let items = enumeration.items.iter().zip(1..).filter(|(item, _)| item.name != "planes");
        return items.map(|(_, number)| f64::from(number)).collect();
    }
    let least = match row.low {
        Bound::Including(low) => low,
        Bound::Excluding(low) => low + f64::MIN_POSITIVE,
        Bound::Open if row.kind == Kind::Real => -f64::MAX,
        Bound::Open => 0.0,
    };
    let greatest = match row.high {
        Bound::Including(high) => high,
        Bound::Excluding(high) => high.next_down(),
        Bound::Open if row.kind == Kind::Real => f64::MAX,
        Bound::Open => 1.0,
    };
    vec![least, greatest]
}

fn assign(unit: &mut Contact, row: &Row<Id>, value: f64) {
    match row.kind {
        Kind::Real => set(unit, row.id, &vec![value; row.len()]),
        _ => unit.set_integer(row.id, value as i32),
    }
}

/// Every answer and its derivatives along an input, a state and time, as bits.
fn answers(unit: &mut Contact) -> Vec<u64> {
    let mut bits = vec![];
    let along = [(Id::VelocityI, 0), (Id::PositionI, 2), (Id::Z, 1)];
    let mut slopes = along.map(|(id, k)| unit.tangent(&mut [(id, k, 1.0)].into_iter()).unwrap());
    let mut rates = unit.time_derivatives(&mut core::iter::empty()).unwrap();
    for row in TABLE.iter().filter(|row| row.causality != Causality::Parameter) {
        for k in 0..row.len() {
            if row.kind != Kind::Real {
                bits.push(unit.integer(row.id).unwrap() as u64);
                continue;
            }
            bits.push(unit.real(row.id, k).unwrap().to_bits());
            bits.extend(slopes.iter_mut().map(|slopes| Contact::tangent_of(slopes, row.id, k).to_bits()));
            if Contact::has_time_derivative(row.id) {
                bits.push(Contact::tangent_of(&mut rates, row.id, k).to_bits());
            }
        }
    }
    bits
}

/// A ball that overlaps the plane at the start, or falls on it; `tuned` before a step in the middle.
fn run(height: f64, parallel: bool, change: &dyn Fn(&mut Contact), tuned: &dyn Fn(&mut Contact)) -> Vec<Vec<u64>> {
    let mut ball = Ball::thrown_from(height, 1, parallel, change);
    let mut steps = vec![answers(&mut ball.unit)];
    for step in 0..100 {
        if step == 50 {
            tuned(&mut ball.unit);
        }
        ball.step();
        steps.push(answers(&mut ball.unit));
    }
    steps
}

type Change = fn(&mut Contact);

/// Laws of contact under which a parameter of another one would be looked at, if any were.
fn contacts() -> [(&'static str, Change); 4] {
    [
        ("usual", |_| ()),
        ("linear", |unit| {
            unit.set_integer(Id::ComplianceLaw, 6);
            unit.set_real(Id::ComplianceP, 0, 1.0);
        }),
        ("of materials", |unit| unit.set_integer(Id::ComplianceSource, 2)),
        ("coulomb, polyhedron", |unit| {
            unit.set_integer(Id::FrictionLaw, 3);
            unit.set_integer(Id::FrictionMap, 2);
        }),
    ]
}

#[test]
fn compliant_parameters_change_no_bit_of_time_stepping() {
    let parameters = || TABLE.iter().filter(|row| row.causality == Causality::Parameter && !is_used(row));
    assert!(parameters().count() > 20, "{}", parameters().count());
    for (contact, choose) in contacts() {
        for (height, parallel) in [(-1e-3, false), (0.01, false), (0.01, true)] {
            let plain = run(height, parallel, &choose, &|_| ());
            for row in parameters() {
                for value in extremes(row) {
                    let change = |unit: &mut Contact| assign(unit, row, value);
                    let what = format!("{contact}, {height} m, parallel {parallel}: {} = {value:e}", row.name);
                    let both = |unit: &mut Contact| {
                        choose(unit);
                        change(unit);
                    };
                    assert!(run(height, parallel, &both, &|_| ()) == plain, "{what}");
                    if row.variability == Variability::Tunable {
                        assert!(run(height, parallel, &choose, &change) == plain, "tuned: {what}");
                    }
                }
            }
        }
    }
}
