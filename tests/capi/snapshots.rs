//! Snapshots go on with the same bits, also those of the unit, and damaged ones are refused.

use crate::{Given, Stepped, inputs as start_values, *};

fn saved(contact: &Stepped) -> Vec<u8> {
    let mut bytes = vec![0; asperity_contact_size()];
    assert_eq!(unsafe { asperity_contact_save(contact.0, bytes.as_mut_ptr(), bytes.len()) }, ASPERITY_OK);
    bytes
}

fn restore(contact: &Stepped, bytes: &[u8]) -> asperity_status {
    unsafe { asperity_contact_restore(contact.0, bytes.as_ptr(), bytes.len()) }
}

/// A ball that bounces while it slides.
fn at(k: u32) -> asperity_inputs {
    let t = f64::from(k) * 1e-3;
    let mut inputs = start_values();
    inputs.penetration = 1e-4 * (60.0 * t).sin();
    inputs.relative_velocity = [0.02, 0.0, -6e-3 * (60.0 * t).cos()];
    inputs
}

fn run(contact: &Stepped, from: u32) -> Vec<u64> {
    (from..from + 100).flat_map(|k| bits(numbers(&contact.step(&at(k), None, None, 1e-3).unwrap()))).collect()
}

#[test]
fn a_restored_contact_goes_on_with_the_same_bits() {
    let given = Given::with(&[]);
    let contact = Stepped::new(&given);
    assert_eq!(contact.start(&at(0), None, 0.0), ASPERITY_OK);
    run(&contact, 0);
    let bytes = saved(&contact);
    let on = run(&contact, 100);
    assert_eq!(restore(&contact, &bytes), ASPERITY_OK);
    assert_eq!(run(&contact, 100), on);
    // another contact, with other parameters and never started
    let other = Stepped::new(&Given::with(&[("friction.mu_S", 0.9), ("geometry.pair", 2.0)]));
    assert_eq!(restore(&other, &bytes), ASPERITY_OK);
    assert_eq!(run(&other, 100), on);
    assert_eq!(saved(&other), saved(&contact));
}

#[test]
fn a_started_contact_starts_again_as_a_new_one() {
    let given = Given::with(&[]);
    let contact = Stepped::new(&given);
    assert_eq!(contact.start(&at(0), None, 0.0), ASPERITY_OK);
    let first = run(&contact, 0);
    assert_eq!(contact.start(&at(0), None, 0.0), ASPERITY_OK);
    assert_eq!(run(&contact, 0), first);
}

#[test]
fn bytes_of_the_unit_are_bytes_of_a_contact() {
    use asperity::fmi::instance::{Clock, Core};
    use asperity::fmi::{Interface, Model, lifecycle, snapshot::Snapshot};
    use asperity::unit::contact::Contact;
    use asperity::unit::table::Id;
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.exit_initialization(&mut |_| {}).unwrap();
    unit.set_real(Id::Penetration, 0, 1e-4);
    unit.do_step(0.0, 1e-3, &mut |_| {}).unwrap();
    let clock = Clock { time: 1e-3, ..Clock::default() };
    let mut core =
        Core { interface: Interface::CoSimulation, state: lifecycle::State::StepComplete, clock, model: unit };
    let snapshot = Snapshot::of(&core);
    let mut bytes = vec![0; snapshot.size()];
    assert!(snapshot.write(&mut bytes));
    let contact = Stepped::new(&Given::with(&[]));
    assert_eq!(restore(&contact, &bytes), ASPERITY_OK, "{}", contact.message());
    assert_eq!(saved(&contact), bytes);
    assert_eq!(contact.state().1.contact, 1.0);
    // and so they stay, the time included
    core.model.set_real(Id::Penetration, 0, 2e-4);
    core.model.do_step(1e-3, 1e-3, &mut |_| {}).unwrap();
    core.clock.time = 2e-3;
    assert!(contact.step(&asperity_inputs { penetration: 2e-4, ..start_values() }, None, None, 1e-3).is_ok());
    assert!(Snapshot::of(&core).write(&mut bytes));
    assert_eq!(saved(&contact), bytes);
}

#[test]
fn damaged_bytes_are_refused_and_change_nothing() {
    let contact = Stepped::new(&Given::with(&[]));
    assert_eq!(contact.start(&at(0), None, 0.0), ASPERITY_OK);
    run(&contact, 0);
    let bytes = saved(&contact);
    for k in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[k] ^= 1 << (k % 8);
        assert_eq!(restore(&contact, &damaged), ASPERITY_SIZE, "byte {k}");
        assert!(contact.message().contains("serialized state"), "{}", contact.message());
    }
    for size in [0, 1, bytes.len() - 1] {
        assert_eq!(restore(&contact, &bytes[..size]), ASPERITY_SIZE);
        let text = format!("{size} bytes are given, a snapshot has {}", bytes.len());
        assert_eq!(contact.message(), text);
        let mut short = vec![7; size];
        let status = unsafe { asperity_contact_save(contact.0, short.as_mut_ptr(), size) };
        assert_eq!((status, contact.message()), (ASPERITY_SIZE, text));
        assert!(short.iter().all(|byte| *byte == 7));
    }
    assert_eq!(saved(&contact), bytes);
}
