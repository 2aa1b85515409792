//! Bodies that the importer moves, accelerating, under others that rest on them (coupling.method = timeStepping).

use super::super::{get, set, system};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::System;

/// A box of 2 kg on a table that is moved.
fn on_a_table(how: &str) -> System {
    let text = format!(
        "[unit]\nname = \"Driven\"\n[bodies.table]\nmotion = \"input\"\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.box]\nmass = 2\n\
         shape = {{ box = {{ size = [0.2, 0.2, 0.2] }} }}\n[contacts]\ncoupling.mode = \"interface\"\ncoupling.method = \"timeStepping\"\n\
         coupling.order = \"sequential\"\ncoupling.handBack = \"{how}\"\nfriction.mu_S = 0.5\nfriction.mu_C = 0.5\n"
    );
    system(Interface::CoSimulation, &text)
}

/// The table's position, velocity and acceleration at a time.
type Drive = fn(f64) -> [[f64; 3]; 3];

/// How far the box is from where it rests on the table at the end, and the largest difference of their velocities at the end of a step
/// after the first [m, m/s].
fn rest(how: &str, drive: Drive, h: f64) -> [f64; 2] {
    const G: f64 = -9.81;
    let mut system = on_a_table(how);
    let (mut place, mut velocity) = ([0.0, 0.0, 0.1], drive(0.0)[1]);
    set(&mut system, "box.freeAcceleration", &[0.0, 0.0, G]);
    let tell = |system: &mut System, t: f64, place: &[f64; 3], velocity: &[f64; 3]| {
        let [position, speed, rate] = drive(t);
        set(system, "table.position", &position);
        set(system, "table.velocity", &speed);
        set(system, "table.freeAcceleration", &rate);
        set(system, "box.position", place);
        set(system, "box.velocity", velocity);
    };
    tell(&mut system, 0.0, &place, &velocity);
    system.exit_initialization(&mut |_| {}).unwrap();
    let (steps, mut fastest) = ((2.0 / h) as usize, 0.0_f64);
    for step in 0..steps {
        let t = h * step as f64;
        tell(&mut system, t, &place, &velocity);
        system.do_step(t, h, &mut |_| {}).unwrap();
        let force: [f64; 3] = get(&mut system, "box.force");
        for k in 0..3 {
            // moments of the force's slope are left out: it is held
            let a = force[k] / 2.0 + if k == 2 { G } else { 0.0 };
            place[k] += velocity[k] * h + 0.5 * a * h * h;
            velocity[k] += a * h;
        }
        let [_, driven, _] = drive(t + h);
        if step > 0 {
            (0..3).for_each(|k| fastest = fastest.max((velocity[k] - driven[k]).abs()));
        }
    }
    let [end, ..] = drive(h * steps as f64);
    let aside = (0..3).map(|k| (place[k] - end[k] - if k == 2 { 0.1 } else { 0.0 }).abs()).fold(0.0, f64::max);
    [aside, fastest]
}

/// Up or down by 3 m/s², or along by 2 m/s², which friction bears: x = ½at² and v = at. k_T = 1e10 N/m gives by 4e-10 m.
#[test]
fn what_rests_on_an_accelerated_table_goes_with_it() {
    let lift: Drive = |t| [[0.0, 0.0, 1.5 * t * t], [0.0, 0.0, 3.0 * t], [0.0, 0.0, 3.0]];
    let down: Drive = |t| [[0.0, 0.0, -1.5 * t * t], [0.0, 0.0, -3.0 * t], [0.0, 0.0, -3.0]];
    let belt: Drive = |t| [[t * t, 0.0, 0.0], [2.0 * t, 0.0, 0.0], [2.0, 0.0, 0.0]];
    for how in ["mean", "meanAndSlope"] {
        for (what, drive) in [("lift", lift), ("down", down), ("belt", belt)] {
            for h in [2e-3, 1e-2] {
                let [aside, faster] = rest(how, drive, h);
                println!("{what} {how} {h}: {aside:e} m, {faster:e} m/s");
                assert!(aside < 1e-8 && faster < 1e-8, "{what} {how} {h}: {aside:e} m, {faster:e} m/s");
            }
        }
    }
}

/// A table that turns by 1 rad/s carries a box 0.3 m from its axis, which friction holds (0.3 of 4.9 m/s²): it stays on its place of the table and
/// turns with it.
#[test]
fn what_rests_on_a_turning_table_stays_on_its_place() {
    const OMEGA: f64 = 1.0;
    let yaw = |angle: f64| [(0.5 * angle).cos(), 0.0, 0.0, (0.5 * angle).sin()];
    let asides = [2e-3, 1e-2].map(|h| {
        let mut system = on_a_table("mean");
        set(&mut system, "box.freeAcceleration", &[0.0, 0.0, -9.81]);
        let (mut place, mut velocity) = ([0.3, 0.0, 0.1], [0.0, 0.3 * OMEGA, 0.0]);
        let (mut angle, mut spin) = (0.0, OMEGA);
        // of a cube
        let inertia = 2.0 * 0.2 * 0.2 / 6.0;
        let steps = (2.0 / h) as usize;
        for step in 0..=steps {
            let t = h * step as f64;
            set(&mut system, "table.orientation", &yaw(OMEGA * t));
            set(&mut system, "table.angularVelocity", &[0.0, 0.0, OMEGA]);
            set(&mut system, "box.position", &place);
            set(&mut system, "box.velocity", &velocity);
            set(&mut system, "box.orientation", &yaw(angle));
            set(&mut system, "box.angularVelocity", &[0.0, 0.0, spin]);
            if step == 0 {
                system.exit_initialization(&mut |_| {}).unwrap();
            }
            if step == steps {
                break;
            }
            system.do_step(t, h, &mut |_| {}).unwrap();
            let (force, torque): ([f64; 3], [f64; 3]) = (get(&mut system, "box.force"), get(&mut system, "box.torque"));
            for k in 0..3 {
                let a = force[k] / 2.0 - if k == 2 { 9.81 } else { 0.0 };
                place[k] += velocity[k] * h + 0.5 * a * h * h;
                velocity[k] += a * h;
            }
            let alpha = torque[2] / inertia;
            angle += spin * h + 0.5 * alpha * h * h;
            spin += alpha * h;
        }
        let (sin, cos) = (2.0 * OMEGA).sin_cos();
        let aside = ((place[0] - 0.3 * cos).powi(2) + (place[1] - 0.3 * sin).powi(2)).sqrt();
        let turned = angle - 2.0 * OMEGA;
        assert!(turned.abs() < 1e-9 && (place[2] - 0.1).abs() < 1e-9, "{h}: {turned:e} rad, {place:?}");
        aside
    });
    // the force of a step is held, and turns by ωh meanwhile: 0.5·(ωh)² of the way of 0.6 m is the most that this can miss; second order in h
    let ([short, long], most) = (asides, 0.6 * 0.5 * (OMEGA * 1e-2_f64).powi(2));
    assert!(long < most && (20.0..30.0).contains(&(long / short)), "{asides:?} m");
}

/// What the unit has to say of 20 steps of 10 ms: the box held up by the table, the table on a path; each is told its acceleration or not.
fn said(drive: Drive, tells_gravity: bool, tells_table: bool) -> Vec<String> {
    let (mut system, h) = (on_a_table("mean"), 1e-2);
    let (mut height, mut speed, mut said) = (0.1, drive(0.0)[1][2], Vec::new());
    for step in 0..20 {
        let t = h * f64::from(step);
        let [position, velocity, rate] = drive(t);
        set(&mut system, "table.position", &position);
        set(&mut system, "table.velocity", &velocity);
        set(&mut system, "table.freeAcceleration", &rate.map(|of| if tells_table { of } else { 0.0 }));
        set(&mut system, "box.position", &[0.0, 0.0, height]);
        set(&mut system, "box.velocity", &[0.0, 0.0, speed]);
        set(&mut system, "box.freeAcceleration", &[0.0, 0.0, if tells_gravity { -9.81 } else { 0.0 }]);
        if step == 0 {
            system.exit_initialization(&mut |_| {}).unwrap();
        }
        system.do_step(t, h, &mut |_| {}).unwrap();
        system.warnings(&mut |text| said.push(text.to_string()));
        let [.., force] = get::<3>(&mut system, "box.force");
        let a = force / 2.0 - 9.81;
        height += speed * h + 0.5 * a * h * h;
        speed += a * h;
    }
    said
}

#[test]
fn accelerations_that_nobody_told_are_said_once() {
    let still: Drive = |_| [[0.0; 3]; 3];
    let lift: Drive = |t| [[0.0, 0.0, 1.5 * t * t], [0.0, 0.0, 3.0 * t], [0.0, 0.0, 3.0]];
    for drive in [still, lift] {
        assert_eq!(said(drive, true, true), [""; 0]);
    }
    let of_gravity = said(still, false, true);
    assert!(matches!(&of_gravity[..], [one] if one.starts_with("box: it accelerates by 9.810 m/s2")), "{of_gravity:?}");
    let of_table = said(lift, true, false);
    assert!(matches!(&of_table[..], [one] if one.starts_with("table: it accelerates by 3.000 m/s2")), "{of_table:?}");
}
