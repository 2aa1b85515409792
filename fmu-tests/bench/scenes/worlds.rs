//! The C structures of `scenes.h`, for modules in Rust.

use std::ffi::{c_char, c_double, c_int, c_long, c_void};

/// `Pose`
#[repr(C)]
pub struct Pose {
    pub position: [c_double; 3],
    pub orientation: [c_double; 4],
    pub velocity: [c_double; 3],
    pub angular_velocity: [c_double; 3],
}

/// Of `SceneShape`
pub const SPHERES: c_int = 0;
pub const CUBES: c_int = 1;

/// `Scene`
#[repr(C)]
pub struct Scene {
    pub name: *const c_char,
    pub bodies: c_int,
    pub shape: c_int,
    pub size: c_double,
    pub gravity: [c_double; 3],
    pub friction: c_double,
    pub restitution: c_double,
    pub contacts: c_int,
    pub settled: c_double,
    pub duration: c_double,
    pub start: extern "C" fn(c_int) -> Pose,
    pub corner_count: c_int,
    pub corners: *const [c_double; 3],
}

/// `BenchWorld`
#[repr(C)]
pub struct World {
    pub name: *const c_char,
    pub step: c_double,
    pub open: unsafe extern "C" fn(*const Scene) -> *mut c_void,
    pub knows: unsafe extern "C" fn(*const Scene) -> c_int,
    pub run: unsafe extern "C" fn(*mut c_void, c_long, *mut c_double) -> c_double,
    pub motion: unsafe extern "C" fn(*mut c_void, c_int, *mut Pose),
    pub close: unsafe extern "C" fn(*mut c_void),
}

// SAFETY: constants, never written.
unsafe impl Sync for World {}
