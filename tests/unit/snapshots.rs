//! A unit as bytes, and back.

use asperity::fmi2::bytes::{Reader, Writer};
use asperity::fmi2::{Interface, Model};
use asperity::unit::contact::Contact;

pub fn saved(unit: &Contact) -> Vec<u8> {
    let mut counting = Writer::counting();
    unit.save(&mut counting);
    let mut bytes = vec![0; counting.length()];
    unit.save(&mut Writer::into(&mut bytes));
    bytes
}

pub fn restored(bytes: &[u8]) -> Contact {
    let mut reader = Reader::of(bytes);
    let unit = Contact::restore(Interface::CoSimulation, &mut reader).unwrap();
    assert_eq!(reader.left(), 0);
    unit
}
