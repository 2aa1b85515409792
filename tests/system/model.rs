//! A system beside one-contact FMUs: the same code must give the same bits.

use super::{get, integer, set, system};
use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::system::System;
use asperity::unit::table::Id;

const BALL_ON_TABLE: &str = r#"
[unit]
name = "BallOnTable"
[bodies.table]
shape = { plane = { normal = [0.1, 0, 1], height = 0.02 } }
[bodies.ball]
mass = 1.0
shape = { sphere = { radius = 0.1 } }
[contacts]
compliance.e = 0.7
friction.mu_S = 0.6
coupling.order = "parallel"
[report]
contacts = "all"
"#;

/// The one-contact FMU with the same parameters.
fn alone(interface: Interface) -> Contact {
    let mut contact = Contact::new(interface);
    // items of geometry.pair and coupling.order as the table numbers them
    contact.set_integer(Id::GeometryPair, 2);
    contact.set_integer(Id::CouplingOrder, 2);
    for (k, value) in [0.1, 0.0, 1.0].into_iter().enumerate() {
        contact.set_real(Id::GeometryNormalJ, k, value);
    }
    contact.set_real(Id::GeometryHeightJ, 0, 0.02);
    contact.set_real(Id::ComplianceE, 0, 0.7);
    contact.set_real(Id::FrictionMuS, 0, 0.6);
    contact
}

/// Where a thrown ball is at a time: it bounces into the plane twice, with slip and spin.
fn motion(t: f64) -> [[f64; 3]; 3] {
    let height = 0.12 + 0.05 * (40.0 * t).cos();
    let fall = -2.0 * (40.0 * t).sin();
    [[0.3 * t, -0.1 * t, height], [0.3, -0.1, fall], [1.0, 2.0, 0.5]]
}

fn move_ball(system: &mut System, contact: &mut Contact, t: f64) {
    let [position, velocity, spin] = motion(t);
    for (name, id, values) in [
        ("ball.position", Id::PositionI, position),
        ("ball.velocity", Id::VelocityI, velocity),
        ("ball.angularVelocity", Id::AngularVelocityI, spin),
    ] {
        set(system, name, &values);
        (0..3).for_each(|k| contact.set_real(id, k, values[k]));
    }
}

/// What both say of now, to the last bit.
fn same(system: &mut System, contact: &mut Contact, at: &str) {
    for (name, id, length) in [
        ("ball.force", Id::ForceI, 3),
        ("ball.torque", Id::TorqueI, 3),
        ("table.force", Id::ForceJ, 3),
        ("table.torque", Id::TorqueJ, 3),
        ("ball__table.normalForce", Id::NormalForce, 1),
        ("ball__table.gap", Id::Gap, 1),
        ("ball__table.z", Id::Z, 3),
        ("ball__table.s_dw", Id::SDw, 1),
        ("ball__table.der(z)", Id::DerZ, 3),
        ("energyWork", Id::EnergyWork, 1),
        ("energyDissipatedFriction", Id::EnergyDissipatedFriction, 1),
        ("energyElastic", Id::EnergyElastic, 1),
        ("energyResidual", Id::EnergyResidual, 1),
    ] {
        let run = super::run(&system.layout(), name);
        let mut found = vec![0.0; length];
        system.reals(&[run], &mut found).unwrap();
        for (k, found) in found.into_iter().enumerate() {
            let wanted = contact.real(id, k).unwrap();
            // the sign of a 0 is nobody's
            let is_same = found.to_bits() == wanted.to_bits() || found == 0.0 && wanted == 0.0;
            assert!(is_same, "{at}: {name}[{}] = {found:e}, {wanted:e} alone", k + 1);
        }
    }
    assert_eq!(integer(system, "ball__table.contactActive"), contact.integer(Id::ContactActive).unwrap());
}

#[test]
fn one_contact_steps_with_the_bits_of_the_contact_alone() {
    let (mut system, mut contact) = (system(Interface::CoSimulation, BALL_ON_TABLE), alone(Interface::CoSimulation));
    move_ball(&mut system, &mut contact, 0.0);
    system.exit_initialization(&mut |_| {}).unwrap();
    contact.settle(&mut |_| {}).unwrap();
    let mut touched = 0;
    for step in 0..400 {
        let t = 1e-3 * f64::from(step);
        move_ball(&mut system, &mut contact, t);
        same(&mut system, &mut contact, &format!("set at {t}"));
        system.do_step(t, 1e-3, &mut |_| {}).unwrap();
        contact.step(t, 1e-3, &mut |_| {}).unwrap();
        same(&mut system, &mut contact, &format!("after the step from {t}"));
        touched += contact.integer(Id::ContactActive).unwrap();
    }
    assert!(touched > 50 && touched < 350, "{touched} steps end in contact");
}

/// A ball that comes from afar sleeps until it is near, whether it is read on the way or not; then it has the bits of the contact alone. It
/// is restored on the way, in its sleep, and set without a step.
#[test]
fn a_ball_from_afar_has_the_bits_of_the_contact_alone() {
    for every in [1, 7, 1000] {
        let (mut system, mut contact) =
            (system(Interface::CoSimulation, BALL_ON_TABLE), alone(Interface::CoSimulation));
        let put = |system: &mut System, contact: &mut Contact, t: f64| {
            // down by 20 m/s from 3 m, up again from the depth of 2 mm
            let turned = (t - 0.14).max(0.0);
            let (height, fall) = if turned == 0.0 { (2.918 - 20.0 * t, -20.0) } else { (0.118 + 20.0 * turned, 20.0) };
            for (name, id, values) in [
                ("ball.position", Id::PositionI, [0.02, 0.0, height]),
                ("ball.velocity", Id::VelocityI, [0.0, 0.1, fall]),
                ("ball.angularVelocity", Id::AngularVelocityI, [1.0, 0.0, 3.0]),
            ] {
                set(system, name, &values);
                (0..3).for_each(|k| contact.set_real(id, k, values[k]));
            }
        };
        put(&mut system, &mut contact, 0.0);
        system.exit_initialization(&mut |_| {}).unwrap();
        contact.settle(&mut |_| {}).unwrap();
        let (mut slept, mut touched) = (0, 0);
        for step in 0..200 {
            let t = 1e-3 * f64::from(step);
            put(&mut system, &mut contact, t);
            if step % every == every - 1 {
                same(&mut system, &mut contact, &format!("set at {t}"));
            }
            if step == 50 {
                system = system.restore(&mut Reader::of(&saved(&system))).unwrap();
            }
            system.do_step(t, 1e-3, &mut |_| {}).unwrap();
            contact.step(t, 1e-3, &mut |_| {}).unwrap();
            slept += system.sleeping();
            let is_near = (120..160).contains(&step);
            if step % every == 0 || is_near {
                same(&mut system, &mut contact, &format!("after the step from {t}"));
            }
            touched += contact.integer(Id::ContactActive).unwrap();
        }
        assert!(slept > 100 && touched > 0, "{slept} {touched}");
    }
}

/// Placed far from the table by its file, and on it before the start: what acts there is that of the contact alone, and nothing where it is put back.
#[test]
fn a_ball_that_is_set_near_before_the_start_is_pressed() {
    let text = BALL_ON_TABLE.replace("mass = 1.0\n", "mass = 1.0\nposition = [0, 0, 2]\n");
    let (mut system, mut contact) = (system(Interface::CoSimulation, &text), alone(Interface::CoSimulation));
    for height in [0.1185, 2.0, 0.1195] {
        set(&mut system, "ball.position", &[0.0, 0.0, height]);
        (0..3).for_each(|k| contact.set_real(Id::PositionI, k, [0.0, 0.0, height][k]));
        same(&mut system, &mut contact, &format!("at {height}"));
        let [_, _, force] = get(&mut system, "ball.force");
        assert_eq!(force > 0.0, height < 0.12, "{force} at {height}");
    }
    system.exit_initialization(&mut |_| {}).unwrap();
    contact.settle(&mut |_| {}).unwrap();
    same(&mut system, &mut contact, "at the start");
}

/// A plane that turns into a ball in a step presses it, also where the parts of its angular velocity add up to nothing.
#[test]
fn a_plane_that_turns_wakes_its_ball_whatever_its_axis() {
    let text = BALL_ON_TABLE.replace("[bodies.table]\n", "[bodies.table]\nmotion = \"input\"\n");
    let [force, beside] = [-1.0, -1.000000000001].map(|omega| {
        let mut system = system(Interface::CoSimulation, &text);
        set(&mut system, "ball.position", &[0.7, 0.7, 0.15]);
        system.exit_initialization(&mut |_| {}).unwrap();
        set(&mut system, "table.angularVelocity", &[1.0, omega, 0.0]);
        system.do_step(0.0, 0.1, &mut |_| {}).unwrap();
        super::get::<3>(&mut system, "ball.force")
    });
    assert!(force[2] > 1.0, "{force:?}");
    (0..3).for_each(|k| assert!((force[k] - beside[k]).abs() < 1e-9 * force[2], "{force:?} {beside:?}"));
}

/// A ball whose own velocity says nothing of it is not left out: one that is accelerated, a plane that turns.
#[test]
fn what_may_come_near_within_the_step_does_not_sleep() {
    let text = BALL_ON_TABLE.replace("[bodies.table]\n", "[bodies.table]\nmotion = \"input\"\n");
    let mut system = system(Interface::CoSimulation, &text);
    set(&mut system, "ball.position", &[0.0, 0.0, 2.0]);
    system.exit_initialization(&mut |_| {}).unwrap();
    system.do_step(0.0, 1e-2, &mut |_| {}).unwrap();
    let sleeps = |system: &mut System, name: &str, values: [f64; 3]| {
        set(system, name, &values);
        system.do_step(0.0, 1e-2, &mut |_| {}).unwrap();
        let slept = system.sleeping() == 1;
        set(system, name, &[0.0; 3]);
        system.do_step(0.0, 1e-2, &mut |_| {}).unwrap();
        slept
    };
    assert!(sleeps(&mut system, "ball.velocity", [0.0, 0.0, -1.0]));
    assert!(sleeps(&mut system, "ball.velocity", [0.0, 0.0, -100.0]));
    assert!(!sleeps(&mut system, "ball.velocity", [0.0, 0.0, -190.0]));
    assert!(!sleeps(&mut system, "table.velocity", [190.0, 0.0, 0.0]));
    assert!(!sleeps(&mut system, "table.angularVelocity", [0.1, 0.0, 0.0]));
    let acceleration = super::run(&system.layout(), "ball.velocity");
    system.set_input_derivatives(acceleration, &[0.0, 0.0, -4e4]);
    system.do_step(0.0, 1e-2, &mut |_| {}).unwrap();
    assert_eq!(system.sleeping(), 0);
    // an orientation of 0 is refused, not slept over
    system.set_input_derivatives(acceleration, &[0.0; 3]);
    set(&mut system, "table.orientation", &[0.0; 4]);
    assert!(system.do_step(0.0, 1e-2, &mut |_| {}).is_err());
}

#[test]
fn one_contact_evaluates_with_the_bits_of_the_contact_alone() {
    let (mut system, mut contact) = (system(Interface::ModelExchange, BALL_ON_TABLE), alone(Interface::ModelExchange));
    move_ball(&mut system, &mut contact, 0.0);
    system.exit_initialization(&mut |_| {}).unwrap();
    contact.settle(&mut |_| {}).unwrap();
    let (mut z, mut work) = ([0.0; 3], 0.0);
    for step in 0..400 {
        let t = 1e-3 * f64::from(step);
        move_ball(&mut system, &mut contact, t);
        let mut indicators = [[0.0; 3]; 2];
        system.event_indicators(&mut indicators[0]).unwrap();
        contact.event_indicators(&mut indicators[1]).unwrap();
        assert_eq!(indicators[0].map(f64::to_bits), indicators[1].map(f64::to_bits));
        assert_eq!(system.completed_step(), contact.completed_step());
        system.new_discrete_states(&mut |_| {}).unwrap();
        contact.new_discrete_states(&mut |_| {}).unwrap();
        same(&mut system, &mut contact, &format!("at {t}"));
        // Euler's method, the same for both
        let rate: [f64; 3] = get(&mut system, "ball__table.der(z)");
        let [power]: [f64; 1] = get(&mut system, "der(energyWork)");
        assert_eq!(power.to_bits(), contact.real(Id::DerEnergyWork, 0).unwrap().to_bits());
        (0..3).for_each(|k| z[k] += 1e-6 * rate[k]);
        work += 1e-6 * power;
        set(&mut system, "ball__table.z", &z);
        set(&mut system, "energyWork", &[work]);
        (0..3).for_each(|k| contact.set_real(Id::Z, k, z[k]));
        contact.set_real(Id::EnergyWork, 0, work);
        same(&mut system, &mut contact, &format!("states set at {t}"));
    }
}

const THREE_BALLS: &str = r#"
[unit]
name = "ThreeBalls"
[bodies.table]
shape = { plane = {} }
[bodies.a]
mass = 1.0
shape = { sphere = { radius = 0.1 } }
[bodies.b]
mass = 2.0
shape = { sphere = { radius = 0.2 } }
[bodies.c]
motion = "input"
shape = { sphere = { radius = 0.15 } }
"#;

/// Positions in which all of the six pairs overlap, slightly different from step to step.
fn place_balls(system: &mut System, t: f64) {
    for (name, x, z) in [("a", 0.0, 0.099), ("b", 0.29, 0.199), ("c", 0.14, 0.149)] {
        let swing = 1e-3 * (300.0 * t + 10.0 * x).sin();
        let y = if name == "c" { 0.2 } else { 0.0 };
        set(system, &format!("{name}.position"), &[x + swing, y + 0.5 * swing, z - swing]);
        let rate = 0.3 * (300.0 * t + 10.0 * x).cos();
        set(system, &format!("{name}.velocity"), &[rate, 0.5 * rate, -rate]);
        set(system, &format!("{name}.angularVelocity"), &[0.3, -0.2, 0.1]);
    }
}

/// The force on each body is the sum of its contacts' to rounding, of one body not its whole; momentum is not made.
#[test]
fn wrenches_are_the_sums_of_the_contacts_and_add_up_to_nothing() {
    let mut system = system(Interface::CoSimulation, THREE_BALLS);
    place_balls(&mut system, 0.0);
    system.exit_initialization(&mut |_| {}).unwrap();
    let mut seen = 0;
    for step in 0..50 {
        let t = 1e-4 * f64::from(step);
        place_balls(&mut system, t);
        system.do_step(t, 1e-4, &mut |_| {}).unwrap();
        let mut sums = [[0.0; 3]; 4];
        let names = ["table", "a", "b", "c"];
        let contacts: Vec<_> =
            system.scene().contacts.iter().map(|contact| (contact.name.clone(), contact.bodies)).collect();
        for (name, [i, j]) in &contacts {
            let (on_i, on_j) = (format!("{name}.forceI"), format!("{name}.forceJ"));
            let (on_i, on_j): ([f64; 3], [f64; 3]) = (get(&mut system, &on_i), get(&mut system, &on_j));
            (0..3).for_each(|k| (sums[*i][k], sums[*j][k]) = (sums[*i][k] + on_i[k], sums[*j][k] + on_j[k]));
            seen += usize::from(on_i[0] != 0.0);
        }
        let mut total = [0.0; 3];
        for (body, name) in names.iter().enumerate() {
            let force: [f64; 3] = get(&mut system, &format!("{name}.force"));
            // the same order of the same numbers
            assert_eq!(force, sums[body], "{name}");
            (0..3).for_each(|k| total[k] += force[k]);
        }
        // each contact gives its bodies opposite forces: what is left is rounding of numbers of some 1e3 N
        assert!(total.iter().all(|left| left.abs() < 1e-10), "{total:?}");
    }
    assert!(seen > 100, "{seen} contacts have acted");
}

fn saved(system: &System) -> Vec<u8> {
    let mut counting = Writer::counting();
    system.save(&mut counting);
    let mut bytes = vec![0; counting.length()];
    system.save(&mut Writer::into(&mut bytes));
    bytes
}

#[test]
fn a_restored_system_goes_on_with_the_same_bits() {
    let mut system = system(Interface::CoSimulation, THREE_BALLS);
    place_balls(&mut system, 0.0);
    system.exit_initialization(&mut |_| {}).unwrap();
    let step = |system: &mut System, step: i32| {
        let t = 1e-4 * f64::from(step);
        place_balls(system, t);
        system.do_step(t, 1e-4, &mut |_| {}).unwrap();
    };
    (0..20).for_each(|k| step(&mut system, k));
    let bytes = saved(&system);
    let mut again = system.restore(&mut Reader::of(&bytes)).unwrap();
    assert_eq!(saved(&again), bytes);
    for k in 20..40 {
        step(&mut system, k);
        step(&mut again, k);
        assert_eq!(saved(&system), saved(&again));
        for name in ["table.force", "a.torque", "b.force", "c.force"] {
            let [one, other]: [[f64; 3]; 2] = [get(&mut system, name), get(&mut again, name)];
            assert_eq!(one.map(f64::to_bits), other.map(f64::to_bits), "{name}");
        }
    }
    for length in [0, 1, 8, bytes.len() / 2, bytes.len() - 1] {
        assert!(system.restore(&mut Reader::of(&bytes[..length])).is_none(), "{length} bytes");
    }
    // each number is finite, their sum is not
    set(&mut system, "c.velocity", &[1.5e308, 1.5e308, 0.0]);
    let bytes = saved(&system);
    assert!(system.restore(&mut Reader::of(&bytes)).is_some_and(|again| saved(&again) == bytes));
}

/// A contact that cannot step stops them all: nothing has moved, and better values go on.
#[test]
fn a_step_that_one_contact_refuses_changes_nothing() {
    let mut system = system(Interface::CoSimulation, THREE_BALLS);
    place_balls(&mut system, 0.0);
    system.exit_initialization(&mut |_| {}).unwrap();
    system.do_step(0.0, 1e-4, &mut |_| {}).unwrap();
    place_balls(&mut system, 1e-4);
    let twin = system.clone();
    set(&mut system, "c.orientation", &[0.0; 4]);
    set(&mut system, "c.velocity", &[1e300, 0.0, 0.0]);
    let refused = system.do_step(1e-4, 1e-4, &mut |_| {}).unwrap_err();
    assert!(refused.0.contains("c"), "{}", refused.0);
    let mut twin = twin;
    for of in [&mut system, &mut twin] {
        set(of, "c.orientation", &[1.0, 0.0, 0.0, 0.0]);
        place_balls(of, 1e-4);
        of.do_step(1e-4, 1e-4, &mut |_| {}).unwrap();
    }
    assert_eq!(saved(&system), saved(&twin));
}

#[test]
fn a_coupling_that_systems_do_not_have_is_refused_at_the_start() {
    let mut system = system(Interface::CoSimulation, THREE_BALLS);
    let mode = super::run(&system.layout(), "coupling.mode");
    system.set_integer(asperity::fmi::model::Variable { block: mode.block, id: mode.id }, 2);
    let refused = system.exit_initialization(&mut |_| {}).unwrap_err();
    assert!(refused.0.contains("coupling.mode = interface"), "{}", refused.0);
}
