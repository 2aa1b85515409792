//! Pairs of shapes in Asperity and in parry, and what they cost, as a module of the benchmarks (`bench.h`).

#[path = "../../bench/module.rs"]
mod module;
pub mod pairs;

use module::{Case, Drop};
use pairs::{Both, Pair, V3, ball, capsule, cuboid, hull, plane};
use parry3d_f64::math::Vector;
use std::ffi::{CStr, c_char, c_double, c_long, c_void};

/// Up to so far apart parry looks for contacts [m].
const PREDICTION: f64 = 1e-3;

/// Sides of the double pyramid, which has twice as many faces.
const SIDES: usize = 50;

/// A double pyramid of this radius and half height.
fn pyramids(sides: usize, radius: f64) -> Both {
    let ring = (0..sides).map(|k| {
        let (s, c) = (std::f64::consts::TAU * k as f64 / sides as f64).sin_cos();
        Vector::new(radius * c, radius * s, 0.0)
    });
    let tips = [radius, -radius].map(|z| Vector::new(0.0, 0.0, z));
    hull(&ring.chain(tips).collect::<Vec<_>>())
}

/// The pairs, each with one shape over the other one, in the poses that mujoco_shapes.cpp has, too.
fn pair(scene: usize) -> Pair {
    let cube = || cuboid([0.1; 3]);
    let at = |height: f64| V3::new(0.01, 0.02, height);
    let none = [1.0, 0.0, 0.0, 0.0];
    match scene {
        0 => Pair::new([ball(0.05), cube()], at(0.149), none),
        1 => Pair::new([capsule(0.05, 0.1), cube()], at(0.149), [1.0, 0.0, 0.99, 0.0]),
        2 => Pair::new([cube(), plane()], at(0.0999), none),
        3 => Pair::new([cube(), cube()], at(0.1999), none),
        4 => Pair::new([cube(), cube()], at(0.1999), [1.0, 0.0003, -0.0002, 0.001]),
        5 => Pair::new([pyramids(SIDES, 0.1), plane()], at(0.095), [1.0, 0.09, -0.06, 0.3]),
        _ => Pair::new([cube(), cube()], at(2.0), none),
    }
}

/// What is asked of a pair; how deep the bodies are, how many contacts there are, or anything else that depends on the whole of the answer.
type Asked = fn(&mut Pair) -> f64;

const WHERE: Asked = |pair| pair.ours();
const FORCE: Asked = |pair| pair.force();
const APART: Asked = |pair| f64::from(u8::from(pair.are_apart()));
const CONTACT: Asked = |pair| pair.theirs(PREDICTION).unwrap_or(0.0);
const MANIFOLD: Asked = |pair| pair.manifold(PREDICTION) as f64;

/// A pair and what is asked of it.
struct Running {
    pair: Pair,
    asked: Asked,
}

fn open(scene: usize, asked: Asked) -> *mut c_void {
    let mut pair = pair(scene);
    let meets = asked(&mut pair);
    if scene < FAR && (meets == 0.0 || pair.ours() <= 0.0) || scene == FAR && pair.ours() > 0.0 {
        eprintln!("bench: pair {scene} gives {meets}");
        return std::ptr::null_mut();
    }
    Box::into_raw(Box::new(Running { pair, asked })).cast()
}

/// The pair that does not meet.
const FAR: usize = 6;

macro_rules! cases {
    ($([$scene:literal, $name:literal, $asked:ident]),* $(,)?) => {
        [$({
            extern "C" fn opened() -> *mut c_void {
                open($scene, $asked)
            }
            case($name, opened)
        }),*]
    };
}

static CASES: [Case; 27] = cases![
    [0, c"shapes/where/sphere on a box", WHERE],
    [1, c"shapes/where/capsule on a box", WHERE],
    [2, c"shapes/where/box on a plane", WHERE],
    [3, c"shapes/where/box flat on a box", WHERE],
    [4, c"shapes/where/box tilted on a box", WHERE],
    [5, c"shapes/where/hull of 100 faces on a plane", WHERE],
    [6, c"shapes/where/box far from a box", APART],
    [0, c"shapes/force/sphere on a box", FORCE],
    [1, c"shapes/force/capsule on a box", FORCE],
    [2, c"shapes/force/box on a plane", FORCE],
    [3, c"shapes/force/box flat on a box", FORCE],
    [4, c"shapes/force/box tilted on a box", FORCE],
    [5, c"shapes/force/hull of 100 faces on a plane", FORCE],
    [0, c"shapes/parry contact/sphere on a box", CONTACT],
    [1, c"shapes/parry contact/capsule on a box", CONTACT],
    [2, c"shapes/parry contact/box on a plane", CONTACT],
    [3, c"shapes/parry contact/box flat on a box", CONTACT],
    [4, c"shapes/parry contact/box tilted on a box", CONTACT],
    [5, c"shapes/parry contact/hull of 100 faces on a plane", CONTACT],
    [6, c"shapes/parry contact/box far from a box", CONTACT],
    [0, c"shapes/parry manifold/sphere on a box", MANIFOLD],
    [1, c"shapes/parry manifold/capsule on a box", MANIFOLD],
    [2, c"shapes/parry manifold/box on a plane", MANIFOLD],
    [3, c"shapes/parry manifold/box flat on a box", MANIFOLD],
    [4, c"shapes/parry manifold/box tilted on a box", MANIFOLD],
    [5, c"shapes/parry manifold/hull of 100 faces on a plane", MANIFOLD],
    [6, c"shapes/parry manifold/box far from a box", MANIFOLD],
];

const fn case(name: &'static CStr, open: extern "C" fn() -> *mut c_void) -> Case {
    Case { name: name.as_ptr(), contacts: 1.0, bytes: 0.0, open, run, close, scene: std::ptr::null(), answer: None }
}

/// # Safety
/// `this` is what the case's `open` answered.
unsafe extern "C" fn run(this: *mut c_void, operations: c_long, _seconds: *mut c_double) -> c_double {
    // SAFETY: as stated, and nobody else has it.
    let Running { pair, asked } = unsafe { &mut *this.cast::<Running>() };
    (0..operations).map(|_| asked(pair)).sum()
}

/// # Safety
/// `this` is what the case's `open` answered, and is not used again.
unsafe extern "C" fn close(this: *mut c_void) {
    // SAFETY: as stated.
    let _: Box<Running> = unsafe { Box::from_raw(this.cast()) };
}

/// # Safety
/// `count` is a valid pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_cases(count: *mut usize) -> *const Case {
    // SAFETY: as stated.
    unsafe { *count = CASES.len() };
    CASES.as_ptr()
}

/// # Safety
/// `count` is a valid pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bench_drops(count: *mut usize) -> *const Drop {
    // SAFETY: as stated.
    unsafe { *count = 0 };
    std::ptr::null()
}

/// Name and version; the manifest pins it.
#[unsafe(no_mangle)]
pub extern "C" fn bench_about() -> *const c_char {
    c"parry 0.31.1".as_ptr()
}
