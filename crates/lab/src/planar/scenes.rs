//! Scenes to simulate by name, most of them with closed forms.

use core::f64::consts::FRAC_PI_2;

use nalgebra::{Vector2, Vector3};

use super::bodies::{Anchor, Body, Fixture, Joint, JointKind, Law, Load, Piece, Shape, Spring, System};
use super::pairs::turned;

/// A system by name, with the settings it is meant for.
#[derive(Clone, Copy)]
pub struct Scene {
    /// For the command line.
    pub name: &'static str,
    /// What happens.
    pub about: &'static str,
    /// Coefficient of friction [1].
    pub mu: f64,
    /// Coefficient of restitution [1].
    pub e: f64,
    /// [s].
    pub until: f64,
    /// Makes it with this law of contact.
    pub build: fn(Law) -> System,
}

/// All of them.
pub const SCENES: [Scene; 14] = [
    Scene {
        name: "ball",
        about: "a ball falls 1 m and bounces until it rests",
        mu: 0.3,
        e: 0.5,
        until: 1.5,
        build: ball,
    },
    Scene {
        name: "incline",
        about: "a block is pushed up 20 deg at 1 m/s; it slides back, or holds from mu = tan 20 deg on",
        mu: 0.3,
        e: 0.0,
        until: 0.8,
        build: incline,
    },
    Scene {
        name: "topple",
        about: "a rod falls over from upright; its tip holds, slips backwards or forwards",
        mu: 0.5,
        e: 0.0,
        until: 0.9,
        build: topple,
    },
    Scene {
        name: "rocking",
        about: "a slender block rocks on its corners, losing the same part at each",
        mu: 0.5,
        e: 0.0,
        until: 2.0,
        build: rocking,
    },
    Scene {
        name: "strike",
        about: "a rod at 45 deg falls on its tip, which goes against it",
        mu: 0.3,
        e: 0.5,
        until: 0.6,
        build: |law| strike(law, -1.0),
    },
    Scene {
        name: "trip",
        about: "the same rod leaning the other way: slip goes on",
        mu: 0.3,
        e: 0.5,
        until: 0.6,
        build: |law| strike(law, 1.0),
    },
    Scene {
        name: "jam",
        about: "Painleve's rod slides into the ground, where no accelerations exist",
        mu: 8.0 / 3.0,
        e: 0.5,
        until: 0.2,
        build: jam,
    },
    Scene {
        name: "cradle",
        about: "a ball strikes four balls that touch, without friction",
        mu: 0.0,
        e: 1.0,
        until: 0.5,
        build: |law| cradle(law, 0.0),
    },
    Scene {
        name: "gaps",
        about: "the same with gaps of 1 mm: only the last ball leaves",
        mu: 0.0,
        e: 1.0,
        until: 0.5,
        build: |law| cradle(law, 1e-3),
    },
    Scene {
        name: "feet",
        about: "a block slides on two feet and stops, its forces then not unique",
        mu: 0.3,
        e: 0.0,
        until: 0.5,
        build: feet,
    },
    Scene {
        name: "edge",
        about: "a block is pushed over the end of a table and tips",
        mu: 0.1,
        e: 0.0,
        until: 0.7,
        build: edge,
    },
    Scene {
        name: "roll",
        about: "a disc slides down a ramp until it rolls, and drops off its end",
        mu: 0.3,
        e: 0.3,
        until: 1.6,
        build: roll,
    },
    Scene {
        name: "crank",
        about: "a crank drives a slider that strikes a stop",
        mu: 0.2,
        e: 0.5,
        until: 2.0,
        build: crank,
    },
    Scene {
        name: "spring",
        about: "a spring pulls a block to and fro until friction holds it",
        mu: 0.3,
        e: 0.0,
        until: 3.0,
        build: spring,
    },
];

/// Standard gravity of the closed forms [m/s²].
pub const G: f64 = 9.81;

fn body(name: &str, mass: f64, shape: Shape, place: [f64; 3], velocity: [f64; 3]) -> Body {
    let inertia = mass * shape.uniform().0;
    Body { name: name.into(), mass, inertia, shape, place: place.into(), velocity: velocity.into() }
}

fn system(law: Law, bodies: Vec<Body>, fixtures: Vec<Fixture>) -> System {
    System {
        gravity: Vector2::new(0.0, -G),
        bodies,
        fixtures,
        joints: vec![],
        springs: vec![],
        loads: vec![],
        law,
        laws: vec![],
    }
}

fn floor() -> Fixture {
    Fixture { name: "floor".into(), piece: Piece::HalfPlane { point: Vector2::zeros(), normal: Vector2::y() } }
}

fn ball(law: Law) -> System {
    system(law, vec![body("ball", 1.0, Shape::Disc { radius: 0.1 }, [0.0, 1.1, 0.0], [0.0; 3])], vec![floor()])
}

/// Slope of the incline [rad].
const SLOPE: f64 = 20.0 * FRAC_PI_2 / 90.0;

fn incline(law: Law) -> System {
    let up = turned(&Vector2::x(), SLOPE);
    let normal = turned(&Vector2::y(), SLOPE);
    let place = normal * 0.05;
    let block = body("block", 1.0, Shape::rectangle(0.1, 0.05), [place.x, place.y, SLOPE], [up.x, up.y, 0.0]);
    let plane = Fixture { name: "plane".into(), piece: Piece::HalfPlane { point: Vector2::zeros(), normal } };
    system(law, vec![block], vec![plane])
}

/// A rod of 1 m whose corner 1 is at the origin, leaning by `theta` to the right and falling as if released upright.
fn topple(law: Law) -> System {
    let theta: f64 = 5.0 * FRAC_PI_2 / 90.0;
    let arm = Vector2::new(libm::sin(theta), libm::cos(theta)) * 0.5;
    let omega = -(3.0 * G * (1.0 - libm::cos(theta))).sqrt();
    let rod =
        body("rod", 1.0, Shape::rod(1.0), [arm.x, arm.y, FRAC_PI_2 - theta], [-omega * arm.y, omega * arm.x, omega]);
    system(law, vec![rod], vec![floor()])
}

fn rocking(law: Law) -> System {
    let (b, h, theta) = (0.05, 0.2, 0.1);
    // corner 1 stays at the origin
    let place = turned(&Vector2::new(b, h), theta);
    let block = body("block", 1.0, Shape::rectangle(b, h), [place.x, place.y, theta], [0.0; 3]);
    system(law, vec![block], vec![floor()])
}

/// `side` 1: the centre of mass is ahead of the tip's slip, w_tn = −1.5 for −1.
fn strike(law: Law, side: f64) -> System {
    let angle = if side < 0.0 { 0.5 * FRAC_PI_2 } else { 1.5 * FRAC_PI_2 };
    let arm = turned(&Vector2::x(), angle) * 0.5;
    let rod = body("rod", 1.0, Shape::rod(1.0), [arm.x, arm.y + 0.5, angle], [1.0, 0.0, 0.0]);
    system(law, vec![rod], vec![floor()])
}

/// Half length 1 m, tan θ = 2, the tip slides to the left with 1 m/s while the rod turns with 1 rad/s.
fn jam(law: Law) -> System {
    let arm = Vector2::new(1.0, 2.0) / 5.0_f64.sqrt();
    let omega = 1.0;
    let rod = body(
        "rod",
        1.0,
        Shape::rod(2.0),
        [arm.x, arm.y, libm::atan(2.0)],
        [-1.0 - omega * arm.y, omega * arm.x, omega],
    );
    system(law, vec![rod], vec![floor()])
}

fn cradle(law: Law, gap: f64) -> System {
    let radius = 0.05;
    let ball = |k: usize| {
        let place = [k as f64 * (2.0 * radius + gap) - if k == 0 { 0.1 } else { 0.0 }, 0.0, 0.0];
        let velocity = [if k == 0 { 1.0 } else { 0.0 }, 0.0, 0.0];
        body(&format!("ball{}", k + 1), 1.0, Shape::Disc { radius }, place, velocity)
    };
    let balls = system(law, (0..5).map(ball).collect(), vec![]);
    System { gravity: Vector2::zeros(), ..balls }
}

fn feet(law: Law) -> System {
    let block = body("block", 1.0, Shape::rectangle(0.1, 0.05), [0.0, 0.05, 0.0], [1.0, 0.0, 0.0]);
    System {
        loads: vec![Load { body: 0, force: Vector2::new(0.5, 0.0), moment: 0.0 }],
        ..system(law, vec![block], vec![floor()])
    }
}

fn edge(law: Law) -> System {
    let block = body("block", 1.0, Shape::rectangle(0.1, 0.05), [-0.3, 0.05, 0.0], [1.0, 0.0, 0.0]);
    let table = Piece::Segment { from: Vector2::new(-1.0, 0.0), to: Vector2::new(0.0, 0.0) };
    system(law, vec![block], vec![Fixture { name: "table".into(), piece: table }])
}

fn roll(law: Law) -> System {
    let (down, radius) = (Vector2::new(libm::cos(SLOPE), -libm::sin(SLOPE)), 0.1);
    let place = turned(&Vector2::y(), -SLOPE) * radius;
    let disc = body("disc", 1.0, Shape::Disc { radius }, [place.x, place.y, 0.0], [0.5 * down.x, 0.5 * down.y, 0.0]);
    let from = down * -0.2;
    let ramp = Fixture { name: "ramp".into(), piece: Piece::Segment { from, to: down * 1.2 } };
    let below = Piece::HalfPlane { point: Vector2::new(0.0, -1.0), normal: Vector2::y() };
    system(law, vec![disc], vec![ramp, Fixture { name: "floor".into(), piece: below }])
}

fn crank(law: Law) -> System {
    let (r, l): (f64, f64) = (0.2, 0.5);
    let world = |x: f64, y: f64| Anchor { body: None, at: Vector2::new(x, y) };
    let of = |body: usize, x: f64| Anchor { body: Some(body), at: Vector2::new(x, 0.0) };
    let joint = |name: &str, ends: [Anchor; 2], kind| Joint { name: name.into(), kind, ends };
    // crank at 90 deg, turning; the rod comes down to the slider
    let foot = (l * l - r * r).sqrt();
    let slant = libm::atan2(-r, foot);
    let spin = -6.0;
    // the crank's pin moves along x, and so do rod and slider
    let pin = -spin * r;
    let crank = body("crank", 1.0, Shape::rod(r), [0.0, 0.5 * r, FRAC_PI_2], [0.5 * pin, 0.0, spin]);
    let rod = body("rod", 1.0, Shape::rod(l), [0.5 * foot, 0.5 * r, slant], [pin, 0.0, 0.0]);
    let slider = body("slider", 0.5, Shape::Disc { radius: 0.06 }, [foot, 0.0, 0.0], [pin, 0.0, 0.0]);
    let stop = Piece::HalfPlane { point: Vector2::new(0.74, 0.0), normal: -Vector2::x() };
    let along = JointKind::Slider { direction: Vector2::x(), turns: false };
    let joints = vec![
        joint("bearing", [of(0, -0.5 * r), world(0.0, 0.0)], JointKind::Pin),
        joint("crankpin", [of(1, -0.5 * l), of(0, 0.5 * r)], JointKind::Pin),
        joint("wristpin", [of(2, 0.0), of(1, 0.5 * l)], JointKind::Pin),
        joint("guide", [of(2, 0.0), world(0.0, 0.0)], along),
    ];
    let fixtures = vec![Fixture { name: "stop".into(), piece: stop }];
    System { joints, ..system(law, vec![crank, rod, slider], fixtures) }
}

fn spring(law: Law) -> System {
    let block = body("block", 1.0, Shape::rectangle(0.1, 0.05), [0.5, 0.05, 0.0], Vector3::zeros().into());
    let ends =
        [Anchor { body: Some(0), at: Vector2::new(-0.1, 0.0) }, Anchor { body: None, at: Vector2::new(-0.5, 0.05) }];
    System { springs: vec![Spring { ends, stiffness: 40.0, length: 0.4 }], ..system(law, vec![block], vec![floor()]) }
}
