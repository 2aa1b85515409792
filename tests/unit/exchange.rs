//! The ledger of the kinematic coupling against the importer's own balance: what the bodies gain that nobody gave them.

use crate::ball::{Ball, MASTERS, Master, set, vector};
use crate::snapshots::{restored, saved};
use asperity::fmi::Model;
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

/// Dropped from 0.5 m with e = 0.5 at this stiffness.
fn dropped(master: Master, k: f64) -> Ball {
    let mut ball = Ball::new(master, 0.5, [0.0; 3], |unit| {
        set(unit, Id::ComplianceK, &[k]);
        set(unit, Id::ComplianceE, &[0.5]);
    });
    ball.gravity = 9.81;
    ball
}

/// Runs one impact. The energy invented by the importer's balance, and by the ledger, over all that was turned over [J, J, J].
fn invented(mut ball: Ball, h: f64) -> [f64; 3] {
    let (start, kinetic) = (ball.account(), ball.kinetic());
    ball.bounce(h, 100_000);
    let invented = ball.account() - start;
    let turned_over = kinetic + ball.kinetic() + ball.fallen.abs() + ball.real(Id::EnergyDissipatedNormal);
    [invented, -ball.real(Id::EnergyResidual), turned_over]
}

/// Rounding of the sums, some thousand steps.
const ROUNDING: f64 = 1e-9;

#[test]
fn an_exploding_impact_shows_in_the_residual_to_the_last_joule() {
    // 11.8 J become 5e4 and 4e5 under drift, then kick: steps many times as long as the impact
    for (k, h, least) in [(1e10, 1e-3, 4.9e4), (1e8, 5e-3, 3.7e5)] {
        for master in MASTERS {
            let [by_importer, by_ledger, turned_over] = invented(dropped(master, k), h);
            println!("{master:?} k = {k:e}, {h} s: {by_importer} J, by the ledger {by_ledger} J");
            assert!(by_importer > 100.0, "{master:?}: {by_importer}");
            assert!(master != Master::Drift || by_importer > least, "{by_importer}");
            assert!((by_importer - by_ledger).abs() < ROUNDING * turned_over, "{master:?}: {by_importer} {by_ledger}");
        }
    }
}

#[test]
fn a_resolved_impact_with_friction_leaves_the_error_of_the_master() {
    for master in MASTERS {
        for h in [1e-4, 2e-5] {
            let mut ball = Ball::new(master, 3.3e-4, [0.7, -0.4, -1.0], |unit| {
                set(unit, Id::ComplianceK, &[1e7]);
                set(unit, Id::FrictionMuC, &[0.3]);
                set(unit, Id::FrictionMuS, &[0.4]);
                set(unit, Id::FrictionER, &[0.01]);
                set(unit, Id::FrictionMuR, &[0.02]);
            });
            ball.spin = [3.0, -5.0, 40.0];
            ball.gravity = 9.81;
            let [by_importer, by_ledger, turned_over] = invented(ball, h);
            println!("{master:?} {h} s: {by_importer} J of {turned_over} J, by the ledger {by_ledger} J");
            assert!((by_importer - by_ledger).abs() < ROUNDING * turned_over, "{master:?}: {by_importer} {by_ledger}");
            assert!(by_importer.abs() < 0.1 * turned_over && by_importer != 0.0, "{master:?}: {by_importer}");
        }
    }
}

/// An external pair: the importer finds the contact of the same ball.
#[test]
fn the_ledger_of_an_external_pair_is_that_of_the_importer() {
    let mut unit = Contact::new(asperity::fmi::Interface::CoSimulation);
    set(&mut unit, Id::ComplianceK, &[1e9]);
    set(&mut unit, Id::Penetration, &[-1e-4]);
    unit.exit_initialization(&mut |_| ()).unwrap();
    let (mass, h) = (2.0, 1e-3);
    let (mut x, mut v, mut t, mut free) = (-1e-4, [0.3, 0.0, -1.0], 0.0, 0);
    let energy = |v: &[f64; 3]| 0.5 * mass * v.iter().map(|v| v * v).sum::<f64>();
    let start = energy(&v);
    while free < 2 {
        set(&mut unit, Id::Penetration, &[x]);
        set(&mut unit, Id::RelativeVelocity, &v);
        unit.do_step(t, h, &mut |_| ()).unwrap();
        let force = vector(&mut unit, Id::ForceI);
        x -= h * (v[2] + 0.5 * h * force[2] / mass);
        (0..3).for_each(|k| v[k] += h * force[k] / mass);
        t += h;
        free = if force == [0.0; 3] && v[2] > 0.0 { free + 1 } else { 0 };
    }
    let lost = unit.real(Id::EnergyDissipatedNormal, 0).unwrap() + unit.real(Id::EnergyDissipatedFriction, 0).unwrap();
    let invented = energy(&v) - start + unit.real(Id::EnergyElastic, 0).unwrap() + lost;
    let residual = unit.real(Id::EnergyResidual, 0).unwrap();
    assert!(invented > 1.0 && (invented + residual).abs() < ROUNDING * (invented + lost), "{invented} {residual}");
}

#[test]
fn what_is_pending_goes_with_a_saved_state_bit_for_bit() {
    for master in MASTERS {
        let mut ball = Ball::new(master, 1e-4, [0.5, 0.0, -1.0], |unit| set(unit, Id::ComplianceK, &[1e7]));
        for _ in 0..40 {
            ball.step(1e-4);
            set(&mut ball.unit, Id::ComplianceE, &[0.6]);
            let bytes = saved(&ball.unit);
            let mut other = ball.clone();
            other.unit = restored(&bytes);
            assert_eq!(saved(&other.unit), bytes);
            for both in [&mut ball.clone(), &mut other] {
                (0..3).for_each(|_| both.step(1e-4));
            }
            let mut one = ball.clone();
            (0..3).for_each(|_| one.step(1e-4));
            other.unit = restored(&bytes);
            (other.t, other.position, other.velocity, other.spin) = (ball.t, ball.position, ball.velocity, ball.spin);
            other.wrench = ball.wrench;
            (0..3).for_each(|_| other.step(1e-4));
            assert_eq!(saved(&other.unit), saved(&one.unit), "{master:?}");
        }
    }
}

#[test]
fn a_stiffness_changed_in_contact_is_work_of_the_importer() {
    let run = |changes: bool| {
        let mut ball = Ball::new(Master::Drift, 1e-4, [0.0, 0.0, -1.0], |unit| {
            set(unit, Id::ComplianceK, &[1e6]);
            unit.set_integer(Id::ComplianceLaw, 2);
        });
        (0..10).for_each(|_| ball.step(1e-4));
        let depth = crate::ball::RADIUS - ball.position[2];
        assert!(depth > 5e-4);
        if changes {
            set(&mut ball.unit, Id::ComplianceK, &[4e6]);
        }
        let before = ball.account();
        ball.bounce(1e-4, 1000);
        // 3e6·x^2.5/2.5 with the new pose, whose energyElastic `account` does not know before the next step
        let given = if changes { 3e6 * depth.powf(2.5) / 2.5 } else { 0.0 };
        (ball.account() - before, given, -ball.real(Id::EnergyResidual))
    };
    let (_, given, residual) = run(true);
    let mut last = String::new();
    let mut ball = Ball::new(Master::Drift, 1e-4, [0.0, 0.0, -1.0], |unit| {
        set(unit, Id::ComplianceK, &[1e6]);
        unit.set_integer(Id::ComplianceLaw, 2);
    });
    (0..10).for_each(|_| ball.step(1e-4));
    set(&mut ball.unit, Id::ComplianceK, &[4e6]);
    ball.bounce(1e-4, 1000);
    ball.unit.terminate(&mut |text| last = text.to_string());
    let booked: f64 = last.split(" J, ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!((booked - given).abs() < 1e-12 * given, "{booked} {given}: {last}");
    // elastic: all that is not kinetic in the end was invented by steps
    let invented = ball.kinetic() - 1.0 - given;
    assert!((invented - residual).abs() < 1e-12, "{invented} {residual}");
}
