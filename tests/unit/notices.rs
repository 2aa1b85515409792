//! What is said once: steps that are too long, bodies that leave too fast, and traps in the wiring.

use crate::ball::{Ball, MASTERS, Master, RADIUS, set};
use crate::snapshots::{restored, saved};
use asperity::fmi::{Interface, Model};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

const LASTS: f64 = 2.943;
const MASS: f64 = 2.0;

/// Contact time of Hertz's elastic impact of the ball at 1 m/s.
fn contact_time(k: f64) -> f64 {
    LASTS * (5.0 * MASS / (4.0 * k)).powf(0.4)
}

/// One impact at 1 m/s in so many steps per contact time, the onset at a part of a step: what is said, and e_out.
fn impact(master: Master, e: f64, steps: f64, phase: f64) -> (Vec<String>, f64) {
    let k = 1e6;
    let h = contact_time(k) / steps;
    let mut ball = Ball::new(master, (1.0 + phase) * h, [0.0, 0.0, -1.0], |unit| {
        set(unit, Id::ComplianceK, &[k]);
        set(unit, Id::ComplianceE, &[e]);
    });
    ball.bounce(h, 20_000);
    (ball.said.clone(), ball.velocity[2])
}

const PHASES: [f64; 4] = [0.1, 0.35, 0.6, 0.85];

#[test]
fn errors_of_e_over_steps_per_contact_time_match_the_threshold() {
    let worst = |master, steps| {
        PHASES.into_iter().map(|phase| (impact(master, 0.5, steps, phase).1 - 0.5).abs()).fold(0.0, f64::max)
    };
    for master in MASTERS {
        for steps in [3.0, 5.0, 7.0, 10.0, 20.0] {
            println!("{master:?} {steps}: {:.3}", worst(master, steps));
        }
    }
    for master in [Master::Drift, Master::Ramp] {
        assert!(worst(master, 10.0) < 0.02, "{master:?}");
    }
    for master in [Master::Sequential, Master::Parallel] {
        assert!(worst(master, 10.0) > 0.07, "{master:?}");
    }
}

#[test]
fn too_few_steps_per_contact_time_are_said_and_twenty_never() {
    for master in MASTERS {
        for e in [0.2, 0.5, 0.9, 1.0] {
            for phase in PHASES {
                let (said, e_out) = impact(master, e, 20.0, phase);
                let long = said.iter().filter(|text| text.contains("lasts")).count();
                assert_eq!(long, 0, "{master:?} e = {e}: {said:?}");
                // a parallel master makes 1.04 of 0.9
                assert!(said.is_empty() || e_out > e + 0.1, "{master:?} e = {e}, {e_out}: {said:?}");
                for steps in [6.0, 2.0, 0.2] {
                    let (said, _) = impact(master, e, steps, phase);
                    let long: Vec<_> = said.iter().filter(|text| text.contains("lasts")).collect();
                    assert_eq!(long.len(), 1, "{master:?} e = {e}, {steps} steps, {phase}: {said:?}");
                }
            }
        }
    }
}

#[test]
fn a_long_step_is_said_with_contact_time_and_step() {
    // t_c = 2.943·(5·2/(4e10))^0.4 s = 0.4254 ms at 1 m/s, over within one step of 1 ms
    let mut ball = Ball::new(Master::Sequential, 1.5e-3, [0.0, 0.0, -1.0], |unit| set(unit, Id::ComplianceK, &[1e10]));
    ball.bounce(1e-3, 10);
    let wanted = "the impact at 1.00 m/s lasts 0.425 ms, the step is 1.00 ms: take steps of at most 0.0213 ms, or coupling.mode \
                  = interface (said once)";
    assert_eq!(ball.said.iter().filter(|text| *text == wanted).count(), 1, "{:?}", ball.said);
}

#[test]
fn bodies_that_leave_faster_than_e_allows_are_said_with_the_energy_once() {
    for master in MASTERS {
        let mut ball = Ball::new(master, 1.5e-3, [0.0, 0.0, -1.0], |unit| set(unit, Id::ComplianceK, &[1e10]));
        ball.bounce(1e-3, 10);
        let said = ball.said.clone();
        let said: Vec<_> = said.iter().filter(|text| text.starts_with("the bodies leave at ")).collect();
        assert_eq!(said.len(), 1, "{master:?}: {:?}", ball.said);
        let number = |after: &str| -> f64 {
            let rest = said[0].split(after).nth(1).unwrap();
            rest.split(' ').next().unwrap().trim_end_matches(':').parse().unwrap()
        };
        let left = ball.velocity[2];
        assert!((number("leave at ") / left - 1.0).abs() < 6e-3, "{master:?}: {left} {said:?}");
        assert_eq!([number("impact at "), number("restitution ")], [1.0, 0.5]);
        let gained = -ball.real(Id::EnergyResidual);
        assert!((number("brought in ") / gained - 1.0).abs() < 6e-3, "{master:?}: {gained} {said:?}");
        // again, and from a saved state: no more
        let mut again = ball.clone();
        again.unit = restored(&saved(&ball.unit));
        again.said.clear();
        (again.position[2], again.velocity) = (RADIUS + 1.5e-3, [0.0, 0.0, -1.0]);
        again.bounce(1e-3, 10);
        assert_eq!(again.said, [""; 0], "{master:?}");
    }
}

/// A motor takes the body away at 5 m/s from the middle of a well resolved impact on.
#[test]
fn a_body_that_is_pulled_off_is_no_gain() {
    let h = contact_time(1e6) / 50.0;
    let mut ball = Ball::new(Master::Drift, 1e-4, [0.0, 0.0, -1.0], |unit| set(unit, Id::ComplianceK, &[1e6]));
    for _ in 0..200 {
        ball.step(h);
        if ball.velocity[2] > 0.0 {
            ball.velocity[2] = (ball.velocity[2] + 0.5).min(5.0);
        }
    }
    assert!(ball.velocity[2] > 4.9 && ball.position[2] > RADIUS);
    assert_eq!(ball.said, [""; 0]);
}

/// What a unit says during so many steps of 1 ms, given its inputs before each.
fn told(pair: i32, prepare: impl Fn(&mut Contact), inputs: impl Fn(&mut Contact, f64)) -> Vec<String> {
    let mut unit = Contact::new(Interface::CoSimulation);
    unit.set_integer(Id::GeometryPair, pair);
    prepare(&mut unit);
    inputs(&mut unit, 0.0);
    let mut said = vec![];
    unit.exit_initialization(&mut |_| ()).unwrap();
    unit.warnings(&mut |text| said.push(text.to_string()));
    for step in 0..20 {
        let t = 1e-3 * f64::from(step);
        inputs(&mut unit, t);
        unit.do_step(t, 1e-3, &mut |_| ()).unwrap();
        unit.warnings(&mut |text| said.push(text.to_string()));
        if step == 12 {
            unit = restored(&saved(&unit));
        }
    }
    said
}

/// One message, with these words.
fn is_told(said: &[String], words: &[&str]) {
    assert!(said.len() == 1 && words.iter().all(|word| said[0].contains(word)), "{words:?}: {said:?}");
}

#[test]
fn an_external_pair_without_penetration_is_told_once() {
    let moves = |unit: &mut Contact, t: f64| set(unit, Id::PositionI, &[0.0, 0.0, 1.0 - 5.0 * t * t]);
    let words = ["geometry.pair = external", "penetration stays 0"];
    is_told(&told(1, |_| (), moves), &words);
    // an importer that sets all inputs, these to 0
    let all = |unit: &mut Contact, t: f64| {
        moves(unit, t);
        set(unit, Id::Penetration, &[0.0]);
        set(unit, Id::RelativeVelocity, &[0.0; 3]);
    };
    is_told(&told(1, |_| (), all), &words);
    // wired, and cut off at 0 in flight
    let wired = |unit: &mut Contact, t: f64| {
        moves(unit, t);
        set(unit, Id::Penetration, &[0.0]);
        set(unit, Id::RelativeVelocity, &[0.0, 0.0, -10.0 * t]);
    };
    assert_eq!(told(1, |_| (), wired), [""; 0]);
    assert_eq!(told(1, |_| (), |_, _| ()), [""; 0]);
}

#[test]
fn a_velocity_that_stays_0_while_its_position_moves_is_told_once() {
    let falls = |unit: &mut Contact, t: f64| set(unit, Id::PositionI, &[0.0, 0.0, 1.0 - 5.0 * t * t]);
    is_told(&told(2, |_| (), falls), &["positionI moves but velocityI stays 0"]);
    let plane = |unit: &mut Contact, t: f64| {
        set(unit, Id::PositionI, &[0.0, 0.0, 1.0]);
        set(unit, Id::PositionJ, &[0.1 * t, 0.0, 0.0]);
    };
    is_told(&told(2, |_| (), plane), &["positionJ moves but velocityJ stays 0"]);
    is_told(
        &told(1, |_| (), |unit, t| set(unit, Id::Penetration, &[t - 0.05])),
        &["penetration moves but relativeVelocity stays 0"],
    );
    let wired = |unit: &mut Contact, t: f64| {
        falls(unit, t);
        set(unit, Id::VelocityI, &[0.0, 0.0, -10.0 * t]);
    };
    assert_eq!(told(2, |_| (), wired), [""; 0]);
    // rounding of a pose, and a pose set anew four times
    let trembles = |unit: &mut Contact, t: f64| {
        set(unit, Id::PositionI, &[0.3, (t * 1e6).sin() * 1e-15, 1.0 + (t * 250.0).floor() * 0.1]);
    };
    assert_eq!(told(2, |_| (), trembles), [""; 0]);
}

#[test]
fn a_start_deeper_than_a_tenth_of_the_radius_is_told_once() {
    let at = |z: f64| move |unit: &mut Contact, _: f64| set(unit, Id::PositionI, &[0.0, 0.5, z]);
    let small = |unit: &mut Contact| set(unit, Id::GeometryRadiusI, &[0.1]);
    // y upwards: the centre is at z = 0
    is_told(
        &told(2, small, at(0.0)),
        &["overlap by 0.100 m at the start", "radiusI is 0.100 m", "geometry.normalJ = (0, 1, 0)"],
    );
    assert_eq!(told(2, small, at(0.0901)), [""; 0]);
    is_told(&told(2, small, at(0.0899)), &["overlap by 0.0101 m"]);
    is_told(&told(3, small, at(0.0)), &["at the start", "start positions"]);
}

#[test]
fn penetration_set_for_a_pair_that_finds_the_contact_is_told_once() {
    let sets = |unit: &mut Contact, t: f64| {
        set(unit, Id::PositionI, &[0.0, 0.0, 1.0]);
        set(unit, Id::Penetration, &[t - 0.01]);
    };
    is_told(&told(2, |_| (), sets), &["penetration is set but not used", "geometry.pair = external"]);
}

#[test]
fn interface_coupling_tells_the_same_of_its_wiring() {
    let prepare = |unit: &mut Contact| unit.set_integer(Id::CouplingMode, 2);
    let falls = |unit: &mut Contact, t: f64| set(unit, Id::PositionI, &[0.0, 0.0, 1.0 - 5.0 * t * t]);
    is_told(&told(2, prepare, falls), &["velocityI stays 0"]);
}

#[test]
fn model_exchange_tells_what_its_events_show() {
    let mut unit = Contact::new(Interface::ModelExchange);
    unit.set_integer(Id::GeometryPair, 2);
    set(&mut unit, Id::GeometryRadiusI, &[0.1]);
    set(&mut unit, Id::Penetration, &[1e-3]);
    set(&mut unit, Id::PositionI, &[0.0, 0.0, 0.05]);
    let mut said = vec![];
    unit.exit_initialization(&mut |_| ()).unwrap();
    unit.warnings(&mut |text| said.push(text.to_string()));
    is_told(&said, &["overlap by 0.0500 m"]);
    for z in [0.05, 0.11, 0.09, 0.12, 0.08] {
        set(&mut unit, Id::PositionI, &[0.0, 0.0, z]);
        unit.new_discrete_states(&mut |_| ()).unwrap();
        unit.warnings(&mut |text| said.push(text.to_string()));
    }
    assert_eq!(said.len(), 3, "{said:?}");
    is_told(&said[1..2], &["penetration is set but not used"]);
    is_told(&said[2..], &["velocityI stays 0"]);
}

#[test]
fn a_quaternion_of_0_counts_as_identity_where_nothing_looks_at_it() {
    let run = |quaternion: [f64; 4], pair: i32, looks: Option<Id>| {
        let mut unit = Contact::new(Interface::CoSimulation);
        unit.set_integer(Id::GeometryPair, pair);
        set(&mut unit, Id::GeometryRadiusI, &[0.1]);
        set(&mut unit, Id::GeometryRadiusJ, &[0.2]);
        set(&mut unit, Id::PositionI, &[0.1, 0.0, 0.299f64.hypot(0.0)]);
        looks.into_iter().for_each(|id| set(&mut unit, id, &[0.01]));
        set(&mut unit, Id::VelocityI, &[0.1, 0.0, -0.1]);
        set(&mut unit, Id::OrientationI, &quaternion);
        if pair > 2 {
            set(&mut unit, Id::OrientationJ, &quaternion);
        }
        unit.exit_initialization(&mut |_| ()).map_err(|fault| fault.0)?;
        unit.do_step(0.0, 1e-3, &mut |_| ()).map_err(|fault| fault.0)?;
        let reads = [Id::ForceI, Id::TorqueI, Id::PointOfAction, Id::NormalDirection];
        Ok::<_, String>(reads.map(|id| crate::ball::vector(&mut unit, id).map(f64::to_bits)))
    };
    let identity = [1.0, 0.0, 0.0, 0.0];
    for pair in [1, 2, 3, 6] {
        assert_eq!(run([0.0; 4], pair, None), run(identity, pair, None), "pair {pair}");
        assert!(run(identity, pair, None).is_ok());
    }
    for (pair, looks, name) in [(2, Id::GeometryCenterI, "orientationI"), (3, Id::GeometryCenterJ, "orientationJ")] {
        let fault = run([0.0; 4], pair, Some(looks));
        if pair == 2 || fault.is_err() {
            assert!(fault.unwrap_err().starts_with(&format!("{name} = (0.0, 0.0, 0.0, 0.0) has no direction")));
        } else {
            panic!("{name} is needed");
        }
    }
}
