//! What hosts do that is odd, and what they are told of it.

use super::super::{get, run, set, system};
use asperity::fmi::model::Variable;
use asperity::fmi::{Interface, Model};
use asperity::unit::system::System;

const BALL_AND_BOX: &str = "[unit]\nname = \"Odd\"\n[bodies.table]\nmotion = \"fixed\"\nshape = { plane = { normal = [0, 0, 1] } }\n\
     [bodies.ball]\nmass = 1\nposition = [1, 0, 0.0999]\nshape = { sphere = { radius = 0.1 } }\n\
     [bodies.box]\nmass = 2\nposition = [0, 0, 0.0999]\nshape = { box = { size = [0.2, 0.2, 0.2] } }\n\
     [contacts]\ncoupling.mode = \"interface\"\ncoupling.order = \"sequential\"\n";

const COMPLIANT: i32 = 1;
const TIME_STEPPING: i32 = 2;

fn begin(system: &mut System, method: i32) {
    let of = run(&system.layout(), "coupling.method");
    system.set_integer(Variable { block: of.block, id: of.id }, method);
    system.exit_initialization(&mut |_| {}).unwrap();
}

/// Forces of two steps on bodies that are held where they are.
fn stepped(system: &mut System, from: f64) -> [[f64; 3]; 4] {
    let mut step = |t: f64| {
        system.do_step(t, 0.01, &mut |_| {}).unwrap();
        [get(system, "ball.force"), get(system, "box.force")]
    };
    let ([a, b], [c, d]) = (step(from), step(from + 0.01));
    [a, b, c, d]
}

/// As `fmi2Reset` does it: what the room of one method lacks the other makes.
#[test]
fn a_method_that_changes_at_a_reset_has_the_answers_of_a_new_unit() {
    for (first, then) in [(TIME_STEPPING, COMPLIANT), (COMPLIANT, TIME_STEPPING), (COMPLIANT, COMPLIANT)] {
        let fresh = system(Interface::CoSimulation, BALL_AND_BOX);
        let (mut used, mut new) = (fresh.clone(), fresh.clone());
        begin(&mut used, first);
        stepped(&mut used, 0.0);
        used.clone_from(&fresh);
        begin(&mut used, then);
        begin(&mut new, then);
        assert_eq!(stepped(&mut used, 0.0), stepped(&mut new, 0.0), "{first} {then}");
    }
}

/// A state of the other method, as `fmi2SetFMUstate` sets it.
#[test]
fn a_state_of_the_other_method_goes_on() {
    for (of, own) in [(COMPLIANT, TIME_STEPPING), (TIME_STEPPING, COMPLIANT)] {
        let mut given = system(Interface::CoSimulation, BALL_AND_BOX);
        let mut used = given.clone();
        begin(&mut given, of);
        stepped(&mut given, 0.0);
        begin(&mut used, own);
        stepped(&mut used, 0.0);
        used.clone_from(&given);
        assert_eq!(stepped(&mut used, 0.02), stepped(&mut given, 0.02), "{of} {own}");
    }
}

/// A host that diverges asks for 1e9 turns in a step: an integration part by part would go on for hours, or for ever.
#[test]
fn a_body_that_turns_too_far_in_a_step_is_named() {
    for method in [COMPLIANT, TIME_STEPPING] {
        let mut system = system(Interface::CoSimulation, BALL_AND_BOX);
        begin(&mut system, method);
        set(&mut system, "ball.position", &[1.0, 0.0, 5.0]);
        for omega in [1e9, 1e12, 1e200] {
            set(&mut system, "ball.angularVelocity", &[0.0, omega, 0.0]);
            let refused = system.do_step(0.0, 0.01, &mut |_| {}).unwrap_err();
            assert!(refused.0.contains("ball: it turns by "), "{method} {omega}: {}", refused.0);
        }
        set(&mut system, "ball.angularVelocity", &[0.0; 3]);
        for alpha in [1e9, 1e15, 1e200] {
            set(&mut system, "ball.freeAngularAcceleration", &[0.0, alpha, 0.0]);
            let refused = system.do_step(0.0, 0.01, &mut |_| {}).unwrap_err();
            assert!(refused.0.contains("ball: it turns by "), "{method} {alpha}: {}", refused.0);
        }
        set(&mut system, "ball.freeAngularAcceleration", &[0.0; 3]);
        // 100 rad in flight
        set(&mut system, "ball.angularVelocity", &[0.0, 1e4, 0.0]);
        system.do_step(0.0, 0.01, &mut |_| {}).unwrap();
        assert_eq!(get(&mut system, "ball.force"), [0.0; 3]);
    }
}

/// A rigid ball that is 1 cm of its 10 in the table is named once, with its overlap; one that is 1 mm in it is not.
#[test]
fn rigid_bodies_that_overlap_deeply_are_named_once() {
    for (height, is_deep) in [(0.09, true), (0.099, false)] {
        let mut system = system(Interface::CoSimulation, BALL_AND_BOX);
        set(&mut system, "ball.position", &[1.0, 0.0, height]);
        begin(&mut system, TIME_STEPPING);
        let mut said = Vec::new();
        for n in 0..3 {
            system.do_step(0.01 * f64::from(n), 0.01, &mut |_| {}).unwrap();
            system.warnings(&mut |text| said.push(text.to_string()));
        }
        let deep: Vec<_> = said.iter().filter(|text| text.contains("take shorter steps")).collect();
        assert_eq!(deep.len(), usize::from(is_deep), "{height}: {said:?}");
        assert!(deep.iter().all(|text| text.contains("ball__table: ") && text.contains("1.0e-2 m")), "{deep:?}");
    }
}
