//! A kinematic step of balls that rest on a plane, and of balls that are far from each other.

use super::{APPROACH, Case, DEPTH};
use asperity::fmi::{Interface, Model};
use asperity::physics::{Body, Vector3};
use asperity::unit::system::scene::SceneBody;
use asperity::unit::system::shapes::{Part, Shape};
use asperity::unit::system::{Scene, System};
use std::hint::black_box;
use std::sync::{Arc, Mutex};

/// Balls on a plane, each touching it and no other.
fn balls(count: usize) -> System {
    let mut scene = Scene::new("Balls").expect("a name");
    let body = |name: &str, moves, shape| {
        let part = Part {
            name: String::new(),
            shape,
            position: Vector3::zeros(),
            orientation: Body::default().orientation,
            material: None,
            facets: None,
        };
        SceneBody { parts: vec![part], ..SceneBody::new(name, moves) }
    };
    let plane = body("plane", false, Shape::Plane { normal: Vector3::z(), height: 0.0 });
    scene.add_body(plane).expect("a plane");
    for ball in 1..=count {
        let shape = Shape::Sphere { radius: 0.1, hollow: false };
        scene.add_body(body(&format!("b{ball}"), true, shape)).expect("a ball");
        scene.add_contact(None, [(ball, 0), (0, 0)], &[]).expect("a ball meets a plane");
    }
    let mut system = System::new(Interface::CoSimulation, Arc::new(scene), "balls");
    (1..=count).for_each(|ball| system.set_body(ball, &pressed(ball), None));
    system.exit_initialization(&mut |_| {}).expect("balls on a plane can be evaluated");
    system
}

fn pressed(ball: usize) -> Body<f64> {
    Body {
        position: Vector3::new(0.3 * ball as f64, 0.0, 0.1 - DEPTH),
        velocity: Vector3::new(0.028, -0.004, -APPROACH),
        ..Body::default()
    }
}

/// Balls that meet each other and are all far apart.
fn far(name: &'static str, count: usize) -> Case {
    let mut scene = Scene::new("Balls").expect("a name");
    for ball in 0..count {
        let part = Part {
            name: String::new(),
            shape: Shape::Sphere { radius: 0.1, hollow: false },
            position: Vector3::zeros(),
            orientation: Body::default().orientation,
            material: None,
            facets: None,
        };
        let body = SceneBody { parts: vec![part], ..SceneBody::new(&format!("b{ball}"), true) };
        scene.add_body(body).expect("a ball");
        (0..ball).for_each(|other| scene.add_contact(None, [(ball, 0), (other, 0)], &[]).expect("balls meet"));
    }
    let mut system = System::new(Interface::CoSimulation, Arc::new(scene), "balls");
    (0..count).for_each(|ball| system.set_body(ball, &pressed(ball), None));
    system.exit_initialization(&mut |_| {}).expect("balls can be evaluated");
    system.do_step(0.0, 1e-4, &mut |_| {}).expect("the balls can step");
    let system = Mutex::new(system);
    let run = move || {
        let mut system = system.lock().expect("one thread at a time");
        (0..count).for_each(|ball| system.set_body(ball, &black_box(pressed(ball)), None));
        system.do_step(0.0, 1e-4, &mut |_| {}).expect("the balls can step");
        system.wrenches().map_or(f64::NAN, |wrenches| wrenches[0].force[2])
    };
    Case { name, run: Box::new(run) }
}

/// Every ball set, one step, all forces read.
fn step(name: &'static str, count: usize) -> Case {
    let system = Mutex::new(balls(count));
    let run = move || {
        let mut system = system.lock().expect("one thread at a time");
        (1..=count).for_each(|ball| system.set_body(ball, &black_box(pressed(ball)), None));
        system.do_step(0.0, 1e-4, &mut |_| {}).expect("the balls can step");
        system.wrenches().map_or(f64::NAN, |wrenches| wrenches[0].force[2])
    };
    Case { name, run: Box::new(run) }
}

/// Steps of systems.
pub fn systems() -> Vec<Case> {
    vec![
        step("system, 1 ball on a plane", 1),
        step("system, 10 balls on a plane", 10),
        step("system, 100 balls on a plane", 100),
        step("system, 1000 balls on a plane", 1000),
        far("system, 190 far pairs of 20 balls", 20),
        far("system, 4950 far pairs of 100 balls", 100),
    ]
}
