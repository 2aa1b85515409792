//! Times, forces and impulses that are known. Numbers without a formula were computed apart from this program, with
//! DOP853 at 1e-13, to eight digits or more.

use asperity::rigid::Hypothesis;
use asperity_lab::planar::scenes::SCENES;
use asperity_lab::planar::{
    Anchor, Body, EventKind, Joint, JointKind, Mode, Piece, Settings, Shape, Spring, System, simulate,
};
use nalgebra::{Vector2, Vector3};

use super::{G, after, coulomb, near, of_kind, run, scene, settings};

/// Flights of a ball, h = 1 m, e = ½: the n-th lasts 2·v/g·2⁻ⁿ, all of them √(2h/g)·(1 + 2·e/(1 − e)).
#[test]
fn a_ball_bounces_in_a_geometric_series_and_rests() {
    let motion = scene("ball", 0.3, 0.5, 1.5);
    let fall = (2.0 / G).sqrt();
    let mut expected = fall;
    for (n, impact) in of_kind(&motion, EventKind::Impact).iter().enumerate() {
        near(impact.time, expected, 1e-12);
        near(impact.impulse[0], 1.5 * G * fall * 0.5_f64.powi(n as i32), 1e-12);
        expected += 2.0 * fall * 0.5_f64.powi(n as i32 + 1);
    }
    let last = motion.events.last().expect("it lands");
    // what is left of the series when the rebound falls below v_min = 1 mm/s
    near(last.time, 1.354_570_922_957_19, 1e-3);
    assert_eq!(last.to, Mode::Rolling);
    assert_eq!(motion.frames.last().expect("samples").v, [0.0; 3]);
}

#[test]
fn a_block_on_an_incline_stops_and_slides_back_or_holds() {
    let motion = scene("incline", 0.3, 0.0, 0.163_379_124_983_485 + 0.526_358_814_845_280);
    let stop = of_kind(&motion, EventKind::Stop)[0];
    near(stop.time, 0.163_379_124_983_485, 1e-12);
    let slope = 20.0_f64.to_radians();
    let up = |frame: &asperity_lab::planar::Frame| frame.q[0] * slope.cos() + frame.q[1] * slope.sin();
    let start = up(&motion.frames[0]);
    near(up(after(&motion, stop.time)) - start, 0.081_689_562_491_742_4, 1e-12);
    let end = motion.frames.last().expect("samples");
    near(up(end) - start, 0.0, 1e-11);
    near(end.v[0].hypot(end.v[1]), 0.310_394_963_237_215, 1e-11);
    let motion = scene("incline", 0.4, 0.0, 0.3);
    let stop = of_kind(&motion, EventKind::Stop)[0];
    near(stop.time, 0.141_993_589_571_832, 1e-12);
    assert!(stop.note.contains("forces not unique"), "{}", stop.note);
    let [normal, friction] = motion.frames.last().expect("samples").contacts.iter().fold([0.0; 2], |sum, contact| {
        if contact.mode.is_closed() { [sum[0] + contact.normal, sum[1] + contact.friction] } else { sum }
    });
    near(friction.abs() / normal, slope.tan(), 1e-12);
}

/// While its tip holds, F = ¾·m·g·sin θ·(3·cos θ − 2) and N = ¼·m·g·(3·cos θ − 1)².
#[test]
fn a_toppling_rod_holds_slips_and_lands() {
    let at = |time: f64| (time, 1e-9);
    for (mu, events, flat, slip, spin) in [
        (
            0.5,
            vec![(EventKind::Slip, at(0.614_850_666_176_240), 51.977_855_451_5, Mode::Forwards)],
            0.771_754_070,
            0.896_653_97,
            5.171_858_29,
        ),
        (
            0.1,
            vec![
                (EventKind::Slip, at(0.111_383_389), 7.663_677_5, Mode::Backwards),
                (EventKind::Stop, at(0.630_569_994), 76.847_478_0, Mode::Forwards),
            ],
            0.676_499_338,
            0.527_301_73,
            5.303_335_13,
        ),
    ] {
        let motion = scene("topple", mu, 0.0, 0.8);
        for (kind, (time, tolerance), angle, mode) in events {
            let event = of_kind(&motion, kind)[0];
            near(event.time, time, tolerance);
            assert_eq!(event.to, mode);
            near(90.0 - after(&motion, time_of(&motion, kind)).q[2].to_degrees(), angle, 1e-7);
        }
        let landing = of_kind(&motion, EventKind::Impact)[0];
        near(landing.time, flat, 1e-9);
        let before = motion.frames.iter().find(|frame| frame.time == landing.time).expect("a frame before it");
        let tip = motion.events[0].pair;
        near(before.contacts[tip].slip, slip, 1e-8);
        near(before.v[2].abs(), spin, 1e-8);
        near(before.contacts[tip].normal, 0.25 * G, 1e-9);
        if mu == 0.5 {
            near(before.q[0] - 0.5, 0.046_072_70, 1e-8);
        }
        for frame in motion.frames.iter().filter(|frame| frame.contacts[tip].mode == Mode::Rolling) {
            let (sin, cos) = (std::f64::consts::FRAC_PI_2 - frame.q[2]).sin_cos();
            if frame.time < landing.time {
                near(frame.contacts[tip].friction, 0.75 * G * sin * (3.0 * cos - 2.0), 1e-9);
                near(frame.contacts[tip].normal, 0.25 * G * (3.0 * cos - 1.0).powi(2), 1e-9);
            }
        }
    }
    // the largest F/N before it turns is 0.370579413300982, at 35.0968012°
    let slips = |mu| of_kind(&scene("topple", mu, 0.0, 0.55), EventKind::Slip).first().map(|event| event.to);
    assert_eq!([slips(0.3706), slips(0.3705)], [None, Some(Mode::Backwards)]);
}

fn time_of(motion: &asperity_lab::planar::Motion, kind: EventKind) -> f64 {
    of_kind(motion, kind)[0].time
}

/// b/h = ¼: ω⁺/ω⁻ = 31/34 at each corner, so cos(α − θ_n) − cos α falls by its square.
#[test]
fn a_rocking_block_loses_the_same_part_at_each_corner() {
    let motion = scene("rocking", 0.5, 0.0, 1.3);
    let alpha = 0.25_f64.atan();
    let mut height = (alpha - 0.1).cos() - alpha.cos();
    // of a block with b = 0.05, h = 0.2: r = √(b² + h²), I about the corner is ⁴⁄₃·m·r²
    let r = 0.05 * 17.0_f64.sqrt();
    let mut impacts = 0;
    for pair in motion.frames.windows(2).filter(|pair| pair[0].time == pair[1].time && pair[0].time > 0.0) {
        let [before, after] = [&pair[0], &pair[1]].map(|frame| frame.v[2].abs());
        near(0.5 * (4.0 / 3.0) * r * before * before, G * height, 1e-10);
        near(after / before, 31.0 / 34.0, 1e-11);
        height *= 0.831_314_878_892_733;
        impacts += 1;
    }
    assert!(impacts >= 5, "{impacts} impacts");
    // cos(α − θ₁) = cos α + what is left
    near(
        alpha - (alpha.cos() + ((alpha - 0.1).cos() - alpha.cos()) * 0.831_314_878_892_733).acos(),
        0.078_909_325_5,
        1e-10,
    );
    let mut quiet = settings(0.6);
    quiet.every = 1e-3;
    let block = SCENES.iter().find(|scene| scene.name == "rocking").expect("a scene");
    let motion = run(&(block.build)(coulomb(0.5, 0.0)), &quiet);
    let lowest = motion.frames.iter().map(|frame| frame.q[2]).fold(0.0, f64::min);
    // between two samples θ is above its peak's by ½·θ̈·(½ ms)² at most
    near(-lowest, 0.078_909_325_5, 0.125e-6 * 9.81 / r);
}

#[test]
fn a_rod_on_its_tip_loses_what_each_hypothesis_says() {
    let mut settings = settings(0.32);
    for (name, hypothesis, impulse, lost) in [
        ("strike", Hypothesis::Newton, 2.096_652_648, 1.685_053_842),
        ("strike", Hypothesis::Poisson, 1.999_091_673, 1.792_885_524),
        ("strike", Hypothesis::Stronge, 2.015_165_363, 1.776_314_874),
        ("trip", Hypothesis::Newton, 2.291_774_600, 3.072_920_542),
        ("trip", Hypothesis::Stronge, 2.291_774_600, 3.072_920_542),
    ] {
        settings.hypothesis = hypothesis;
        let scene = SCENES.iter().find(|scene| scene.name == name).expect("a scene");
        let motion = run(&(scene.build)(coulomb(0.3, 0.5)), &settings);
        let impact = of_kind(&motion, EventKind::Impact)[0];
        near(impact.time, (1.0 / G).sqrt(), 1e-12);
        near(impact.impulse[0], impulse, 1e-9);
        near(impact.lost, lost, 1e-9);
        let contact = after(&motion, impact.time).contacts[impact.pair];
        if name == "trip" {
            near(contact.slip, 2.718_830_95, 1e-8);
        }
    }
}

/// Painlevé's rod, μ = 8/3: no accelerations at ω = 1 rad/s; impulses without approach. At ω = 9 there are two.
#[test]
fn a_rod_that_slides_into_the_ground_jams() {
    let scene = SCENES.iter().find(|scene| scene.name == "jam").expect("a scene");
    let law = coulomb(8.0 / 3.0, 0.5);
    let motion = run(&(scene.build)(law), &settings(0.02));
    let jam = &motion.events[0];
    assert_eq!((jam.kind, jam.time), (EventKind::Jam, 0.0));
    near(jam.impulse[0], 0.45, 1e-12);
    near(jam.impulse[1], 0.452_941_176_470_588, 1e-12);
    near(jam.lost, 0.2 - 0.013_235_294_117_647_1, 1e-12);
    let mut system = (scene.build)(law);
    let body = &mut system.bodies[0];
    let (x, y) = (body.place.x, body.place.y);
    body.velocity = Vector3::new(-1.0 - 9.0 * y, 9.0 * x, 9.0);
    let motion = run(&system, &settings(0.02));
    assert!(motion.events.is_empty() && motion.frames[1].contacts.iter().all(|contact| contact.mode == Mode::Open));
    // without friction enough to jam it slides: c_n = 22.2889320225 N at μ = 1
    let motion = run(&(scene.build)(coulomb(1.0, 0.5)), &settings(0.001));
    let tip = motion.events[0].pair;
    assert_eq!(motion.events[0].to, Mode::Backwards);
    near(motion.frames[0].contacts[tip].normal, 22.288_932_022_5, 1e-9);
}

/// Together 2/n − 1 and 2/n each; one after the other the last one takes it all.
#[test]
fn balls_in_touch_share_and_balls_apart_pass_on() {
    let speeds = |name| -> Vec<f64> {
        let motion = scene(name, 0.0, 1.0, 0.2);
        motion.frames.last().expect("samples").v.chunks(3).map(|v| v[0]).collect()
    };
    for (name, expected) in [("cradle", [-0.6, 0.4, 0.4, 0.4, 0.4]), ("gaps", [0.0, 0.0, 0.0, 0.0, 1.0])] {
        for (found, expected) in speeds(name).iter().zip(expected) {
            near(*found, expected, 1e-12);
        }
    }
}

/// Sliding, the front foot bears ½·m·g·(1 + μ·h/b); holding, the forces are not unique but the accelerations are.
#[test]
fn a_block_on_two_feet_is_borne_by_both() {
    let motion = scene("feet", 0.3, 0.0, 0.5);
    let [back, front] = [0, 1].map(|k| motion.frames[0].contacts[motion.events[k].pair].normal);
    near(front, 0.5 * G * (1.0 + 0.3 * 0.5), 1e-12);
    near(back, 0.5 * G * (1.0 - 0.3 * 0.5), 1e-12);
    let stop = of_kind(&motion, EventKind::Stop)[0];
    // pushed by 0.5 N
    near(stop.time, 1.0 / (0.3 * G - 0.5), 1e-12);
    assert!(stop.note.contains("forces not unique"), "{}", stop.note);
    let end = motion.frames.last().expect("samples");
    near(end.q[0], after(&motion, stop.time).q[0], 1e-14);
    let friction: f64 = end.contacts.iter().map(|contact| contact.friction).sum();
    near(friction, -0.5, 1e-12);
}

/// The front foot leaves the table, whose end then bears; the rear foot lifts when the centre of mass passes it.
#[test]
fn a_block_pushed_over_an_end_tips_when_its_centre_passes() {
    let motion = scene("edge", 0.0, 0.0, 0.4);
    let (leave, lift) = (of_kind(&motion, EventKind::Leave)[0], of_kind(&motion, EventKind::Lift)[0]);
    near(leave.time, 0.2, 1e-12);
    near(lift.time, 0.3, 1e-9);
    near(after(&motion, lift.time).q[0], 0.0, 1e-9);
    assert_eq!(motion.pairs[lift.pair].name, "block.1-table");
    assert!(motion.frames.last().expect("samples").q[2] < -1e-3, "it tips forwards");
}

/// Friction that holds more than friction of slip: 4 N do not move 1 kg with μ_s = 0.5; 6 N do, against μ_k = 0.3.
#[test]
fn slip_begins_at_static_friction_and_goes_on_with_kinetic_friction() {
    let scene = SCENES.iter().find(|scene| scene.name == "feet").expect("a scene");
    for (push, acceleration) in [(4.0, 0.0), (6.0, 6.0 - 0.3 * G)] {
        let mut system = (scene.build)(asperity_lab::planar::Law { mu_s: 0.5, mu_k: 0.3, e: 0.0 });
        system.bodies[0].velocity = Vector3::zeros();
        system.loads[0].force.x = push;
        let motion = run(&system, &settings(0.5));
        near(motion.frames.last().expect("samples").v[0], 0.5 * acceleration, 1e-10);
    }
}

/// A rod hung at its end and let go level is level again after half a period 2·√(⅔·L/g)·K(½), at rest.
#[test]
fn a_pendulum_swings_for_the_time_of_the_elliptic_integral() {
    let mut system = free(Shape::rod(1.0), [0.5, 0.0, 0.0]);
    let end = Anchor { body: Some(0), at: Vector2::new(-0.5, 0.0) };
    let pivot = Anchor { body: None, at: Vector2::zeros() };
    system.joints.push(Joint { name: "pivot".into(), kind: JointKind::Pin, ends: [end, pivot] });
    let half = 2.0 * (2.0 / (3.0 * G)).sqrt() * 1.854_074_677_301_372;
    let motion = run(&system, &settings(half));
    let last = motion.frames.last().expect("samples");
    near(last.q[2], -std::f64::consts::PI, 1e-9);
    near(last.v[2], 0.0, 1e-9);
    for frame in &motion.frames {
        near((frame.q[0] - 0.5 * frame.q[2].cos()).hypot(frame.q[1] - 0.5 * frame.q[2].sin()), 0.0, 1e-12);
    }
}

/// A slider that does not turn falls along its line with g·cos 60°; a spring of 40 N/m swings 1 kg with 2π/√40 s.
#[test]
fn a_slider_falls_along_its_line_and_a_spring_swings() {
    let mut system = free(Shape::rectangle(0.1, 0.1), [0.0, 0.0, 0.0]);
    let at = |body| Anchor { body, at: Vector2::zeros() };
    let direction = Vector2::new(0.5_f64.sqrt() * 1.5_f64.sqrt(), -0.5);
    let kind = JointKind::Slider { direction, turns: false };
    system.joints.push(Joint { name: "guide".into(), kind, ends: [at(Some(0)), at(None)] });
    let last = run(&system, &settings(1.0)).frames.last().expect("samples").clone();
    near(last.q[0].hypot(last.q[1]), 0.25 * G, 1e-10);
    near(last.q[2], 0.0, 1e-12);
    let mut system = free(Shape::Disc { radius: 0.1 }, [1.0, 0.0, 0.0]);
    system.gravity = Vector2::zeros();
    system.springs.push(Spring { ends: [at(Some(0)), at(None)], stiffness: 40.0, length: 0.8 });
    let last = run(&system, &settings(std::f64::consts::TAU / 40.0_f64.sqrt())).frames.last().expect("samples").clone();
    near(last.q[0], 1.0, 1e-10);
}

fn free(shape: Shape, place: [f64; 3]) -> System {
    let inertia = shape.uniform().0;
    let body = Body { name: "body".into(), mass: 1.0, inertia, shape, place: place.into(), velocity: Vector3::zeros() };
    System {
        gravity: Vector2::new(0.0, -G),
        bodies: vec![body],
        fixtures: vec![],
        joints: vec![],
        springs: vec![],
        loads: vec![],
        law: coulomb(0.0, 0.0),
        laws: vec![],
    }
}

/// What no closed form above shows goes through as well, and keeps its energy.
#[test]
fn every_scene_comes_to_its_end_and_keeps_its_energy() {
    for scene in SCENES {
        let system = (scene.build)(coulomb(scene.mu, scene.e));
        let motion = simulate(&system, &settings(scene.until)).expect("a scene");
        assert_eq!(motion.stopped, None, "{}", scene.name);
        let (residual, turned) = motion.residual();
        assert!(residual <= 1e-9 * turned, "{}: {residual:e} J of {turned:e} J", scene.name);
        for frame in &motion.frames {
            for (pair, contact) in motion.pairs.iter().zip(&frame.contacts) {
                let name = &pair.name;
                assert!(contact.gap.is_nan() || !contact.mode.is_closed() || contact.gap.abs() < 1e-9, "{name}");
                assert!(contact.normal >= -1e-9, "{name} pulls with {} N", contact.normal);
                let room = pair.law.mu_s * contact.normal - contact.friction.abs();
                assert!(room >= -1e-9 * (1.0 + contact.normal), "{name} rubs more than friction admits: {room}");
            }
        }
    }
}

/// A disc on an arm from a pin strikes a floor beside it: its point goes on a circle, along n and t in a fixed ratio r = −ρ_y/ρ_x, and slip turns round
/// where compression ends. So ω⁺ = −e·ω for Newton's hypothesis, times (1 − μ|r|)/(1 + μ|r|) for Poisson's and the root of it for Stronge's, for
/// impulse and moment of momentum about the pin are proportional; from μ·|r| = 1 on it is wedged.
#[test]
fn a_pinned_disc_rebounds_along_its_circle() {
    let (arm, radius, e, spin) = (0.5_f64, 0.1, 0.6, -2.0);
    for drop in [0.2_f64, 0.4] {
        // where it touches: the centre `drop` below the pin
        let (x, y) = ((arm * arm - drop * drop).sqrt(), -drop - radius);
        let r = (y / x).abs();
        for (mu, hypothesis) in
            [0.0, 0.2, 0.6, 2.5].into_iter().flat_map(|mu| Hypothesis::ALL.map(|hypothesis| (mu, hypothesis)))
        {
            let shape = Shape::Disc { radius };
            let mut system = (SCENES[0].build)(coulomb(mu, e));
            let inertia = shape.uniform().0;
            system.gravity = Vector2::zeros();
            system.fixtures[0].piece =
                Piece::HalfPlane { point: Vector2::new(0.0, -drop - radius), normal: Vector2::y() };
            system.bodies = vec![Body {
                name: "disc".into(),
                mass: 1.0,
                inertia,
                shape,
                place: Vector3::new(arm, 0.0, 0.0),
                velocity: Vector3::new(0.0, arm * spin, spin),
            }];
            let ends =
                [Anchor { body: Some(0), at: Vector2::new(-arm, 0.0) }, Anchor { body: None, at: Vector2::zeros() }];
            system.joints = vec![Joint { name: "pin".into(), kind: JointKind::Pin, ends }];
            let angle = (drop / arm).asin();
            let strikes = angle / spin.abs();
            let motion = run(&system, &Settings { hypothesis, ..settings(strikes + 0.01) });
            let impact = of_kind(&motion, EventKind::Impact)[0];
            near(impact.time, strikes, 1e-11);
            let part = (1.0 - mu * r) / (1.0 + mu * r);
            let back = match hypothesis {
                _ if mu * r >= 1.0 => 0.0,
                Hypothesis::Newton => e,
                Hypothesis::Poisson => e * part,
                Hypothesis::Stronge => e * part.sqrt(),
            };
            let end = motion.frames.last().expect("samples");
            near(end.v[2], -back * spin, 1e-9);
            // moment of the impulse about the pin: I·Δω
            let about = inertia + arm * arm;
            near(x * impact.impulse[0] - y * impact.impulse[1], about * (1.0 + back) * spin.abs(), 1e-9);
        }
    }
}
