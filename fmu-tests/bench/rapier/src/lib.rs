//! Peer: rapier, on spheres on a plane and on the falling sphere. The C structures are those of `bench.h`.

#[path = "../../module.rs"]
mod module;
mod scenes;

use module::{Case, Drop};
use rapier3d_f64::prelude::*;
use std::ffi::{CStr, c_char, c_double, c_long, c_void};
use std::ptr::null_mut;

const RADIUS: f64 = 0.1;
const SPHERES: usize = 100;
/// Spheres stand this far apart [m], so that only the plane is touched.
const SPACING: f64 = 1.0;
const STEP: f64 = 1e-3;

static CASES: [Case; 2] =
    [case(c"rapier/step with contact", open_with_contact), case(c"rapier/step without contact", open_without_contact)];

static DROPS: [Drop; 1] =
    [Drop { name: c"rapier (impulse)".as_ptr(), step: STEP, open: open_drop, drop: fall, close: close_drop }];

const fn case(name: &'static CStr, open: extern "C" fn() -> *mut c_void) -> Case {
    let (contacts, bytes) = (SPHERES as f64, 0.0);
    Case { name: name.as_ptr(), contacts, bytes, open, run, close, scene: std::ptr::null(), answer: None }
}

fn sphere(position: Vector, velocity: Vector) -> (RigidBodyBuilder, ColliderBuilder) {
    let body = RigidBodyBuilder::dynamic().translation(position).linvel(velocity).can_sleep(false);
    (body, ColliderBuilder::ball(RADIUS).mass(1.0).friction(0.4).restitution(0.5))
}

fn world(gravity: f64, has_plane: bool) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::new(0.0, 0.0, -gravity);
    world.integration_parameters.dt = STEP;
    if has_plane {
        let up = Vector::new(0.0, 0.0, 1.0);
        // the plane's own coefficients are those of the spheres: their mean is the same number
        let plane = ColliderBuilder::new(SharedShape::halfspace(up)).friction(0.4).restitution(0.5);
        world.insert(RigidBodyBuilder::fixed(), plane);
    }
    world
}

/// Spheres at rest under their weight, awake, with the plane below them; or without plane and weight.
fn spheres(has_plane: bool) -> Box<PhysicsWorld> {
    let mut world = world(if has_plane { 9.81 } else { 0.0 }, has_plane);
    for k in 0..SPHERES {
        let (x, y) = (SPACING * (k % 10) as f64, SPACING * (k / 10) as f64);
        let (body, ball) = sphere(Vector::new(x, y, RADIUS), Vector::new(0.0, 0.0, 0.0));
        world.insert(body, ball);
    }
    // contacts found, impulses warm
    for _ in 0..100 {
        world.step();
    }
    Box::new(world)
}

extern "C" fn open_with_contact() -> *mut c_void {
    let world = spheres(true);
    let touching = world.contact_pairs().filter(|pair| pair.has_any_active_contact()).count();
    if touching != SPHERES {
        eprintln!("bench: rapier: {touching} of {SPHERES} spheres touch the plane");
        return null_mut();
    }
    Box::into_raw(world).cast()
}

extern "C" fn open_without_contact() -> *mut c_void {
    Box::into_raw(spheres(false)).cast()
}

/// # Safety
/// `this` is what `open_…` answered.
unsafe extern "C" fn run(this: *mut c_void, operations: c_long, _seconds: *mut c_double) -> c_double {
    // SAFETY: as stated, and nobody else has it.
    let world = unsafe { &mut *this.cast::<PhysicsWorld>() };
    for _ in 0..operations {
        world.step();
    }
    world.bodies.iter().map(|(_, body)| body.translation().z).sum()
}

/// # Safety
/// `this` is what `open_…` answered, and is not used again.
unsafe extern "C" fn close(this: *mut c_void) {
    // SAFETY: as stated.
    let _: Box<PhysicsWorld> = unsafe { Box::from_raw(this.cast()) };
}

/// A drop makes its own world; this only has to be something.
extern "C" fn open_drop() -> *mut c_void {
    Box::into_raw(Box::new(0_u8)).cast()
}

/// # Safety
/// `this` is what `open_drop` answered, and is not used again.
unsafe extern "C" fn close_drop(this: *mut c_void) {
    // SAFETY: as stated.
    let _: Box<u8> = unsafe { Box::from_raw(this.cast()) };
}

/// # Safety
/// None is needed: `this` is not looked at.
unsafe extern "C" fn fall(_this: *mut c_void, gap: c_double, speed: c_double, duration: c_double) -> c_double {
    let mut world = world(0.0, true);
    let (body, ball) = sphere(Vector::new(0.0, 0.0, RADIUS + gap), Vector::new(0.0, 0.0, -speed));
    let (handle, _) = world.insert(body, ball);
    for _ in 0..(duration / STEP).round() as u64 {
        world.step();
    }
    let body = &world.bodies[handle];
    if body.translation().z > RADIUS { body.linvel().z } else { f64::NAN }
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
    unsafe { *count = DROPS.len() };
    DROPS.as_ptr()
}

/// Name and version; the manifest pins it.
#[unsafe(no_mangle)]
pub extern "C" fn bench_about() -> *const c_char {
    c"rapier 0.36.1".as_ptr()
}
