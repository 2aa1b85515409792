//! A unit as bytes, and back; bytes that are no unit.

use crate::ball::{Ball, Master, set};
use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

pub fn saved(unit: &Contact) -> Vec<u8> {
    let mut counting = Writer::counting();
    unit.save(&mut counting);
    let mut bytes = vec![0; counting.length()];
    unit.save(&mut Writer::into(&mut bytes));
    bytes
}

pub fn restored(bytes: &[u8]) -> Contact {
    let mut reader = Reader::of(bytes);
    let unit = Contact::new(Interface::CoSimulation).restore(&mut reader).unwrap();
    assert_eq!(reader.left(), 0);
    unit
}

/// In the middle of an impact: kinematic, with a parameter changed since the last step; of the interface coupling, with a mass that
/// is not trusted; for Model Exchange, with a parameter changed in event mode.
fn units() -> [(Interface, Contact); 3] {
    let thrown = |prepare: fn(&mut Contact)| {
        let mut ball = Ball::new(Master::Sequential, 1e-3, [0.3, 0.0, -1.0], prepare);
        (0..4).for_each(|_| ball.step(5e-4));
        ball.unit
    };
    let mut kinematic = thrown(|_| ());
    set(&mut kinematic, Id::ComplianceE, &[0.25]);
    let coupled = thrown(|unit| {
        unit.set_integer(Id::CouplingMode, 2);
        set(unit, Id::CouplingMassI, &[4.0]);
    });
    let mut exchange = Contact::new(Interface::ModelExchange);
    set(&mut exchange, Id::Penetration, &[1e-4]);
    exchange.exit_initialization(&mut |_| ()).unwrap();
    set(&mut exchange, Id::ComplianceK, &[2e7]);
    [(Interface::CoSimulation, kinematic), (Interface::CoSimulation, coupled), (Interface::ModelExchange, exchange)]
}

/// A changed byte is refused, or the unit has it, or it belongs to what is not there; and the unit can be stepped.
#[test]
fn every_byte_is_taken_as_it_is_or_refused() {
    for (interface, unit) in units() {
        let bytes = saved(&unit);
        assert_eq!(saved(&Contact::new(interface).restore(&mut Reader::of(&bytes)).unwrap()), bytes);
        let mut seen = [0; 3];
        for at in 0..bytes.len() {
            let mut has = None;
            for flip in [0x01, 0x02, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= flip;
                let Some(mut unit) = Contact::new(interface).restore(&mut Reader::of(&changed)) else {
                    seen[0] += 1;
                    continue;
                };
                let again = saved(&unit);
                let has_it = again[at] == changed[at];
                seen[1 + usize::from(has_it)] += 1;
                assert!(has_it || again == bytes, "byte {at} of {}", bytes.len());
                assert_eq!(*has.get_or_insert(has_it), has_it, "byte {at} of {}", bytes.len());
                if interface == Interface::CoSimulation {
                    let _ = unit.do_step(0.0, 1e-3, &mut |_| ());
                }
            }
        }
        println!("{} bytes: {seen:?} refused, not there, taken", bytes.len());
        for length in 0..bytes.len() {
            assert!(Contact::new(interface).restore(&mut Reader::of(&bytes[..length])).is_none(), "{length} bytes");
        }
    }
}

#[test]
fn what_is_set_is_finite() {
    for (interface, mut unit) in units() {
        for (id, value) in [(Id::ComplianceVMin, 1.25e-3), (Id::PositionJ, 1.25e-5), (Id::Z, 1.25e-7)] {
            set(&mut unit, id, &[value]);
            let bytes = saved(&unit);
            let at = bytes.windows(8).position(|part| part == value.to_le_bytes()).unwrap();
            for wrong in [f64::NAN, f64::INFINITY] {
                let mut changed = bytes.clone();
                changed[at..at + 8].copy_from_slice(&wrong.to_le_bytes());
                assert!(Contact::new(interface).restore(&mut Reader::of(&changed)).is_none(), "{value} as {wrong}");
            }
        }
    }
}
