//! The C structures of `bench.h`, for modules in Rust.

use std::ffi::{c_char, c_double, c_int, c_long, c_void};

/// `BenchCase`
#[repr(C)]
pub struct Case {
    pub name: *const c_char,
    pub contacts: c_double,
    pub bytes: c_double,
    pub open: extern "C" fn() -> *mut c_void,
    pub run: unsafe extern "C" fn(*mut c_void, c_long, *mut c_double) -> c_double,
    pub close: unsafe extern "C" fn(*mut c_void),
    pub scene: *const c_char,
    pub answer: Option<unsafe extern "C" fn(*mut c_void, *mut c_double) -> c_int>,
}

/// `BenchDrop`
#[repr(C)]
pub struct Drop {
    pub name: *const c_char,
    pub step: c_double,
    pub open: extern "C" fn() -> *mut c_void,
    pub drop: unsafe extern "C" fn(*mut c_void, c_double, c_double, c_double) -> c_double,
    pub close: unsafe extern "C" fn(*mut c_void),
}

// SAFETY: constants, never written.
unsafe impl Sync for Case {}
// SAFETY: constants, never written.
unsafe impl Sync for Drop {}
