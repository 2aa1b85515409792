//! The C interface from Rust: names, refusals, and the same bits as through FMI and the physics.

mod accelerations;
mod batch;
mod coefficients;
#[path = "../common/mod.rs"]
mod common;
mod coupled;
mod evaluate;
mod faces;
mod impact;
mod impacts;
mod names;
mod programmes;
mod refusals;
mod refused_steps;
mod same_bits;
mod snapshots;
mod systems;
mod tasks;

use asperity::capi::contact::*;
use asperity::capi::parameters::*;
use asperity::capi::status::*;
use asperity::capi::structs::*;
use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ptr;

/// Parameters that free themselves.
struct Given(*mut asperity_parameters);

impl Drop for Given {
    fn drop(&mut self) {
        unsafe { asperity_parameters_free(self.0) }
    }
}

impl Given {
    fn new() -> Self {
        Given(asperity_parameters_create())
    }

    /// Start values with these changes, checked.
    fn with(changes: &[(&str, f64)]) -> Self {
        let given = Given::new();
        for (name, value) in changes {
            assert_eq!(given.set(name, *value), ASPERITY_OK, "{name}: {}", given.message());
        }
        assert_eq!(given.check(), ASPERITY_OK, "{}", given.message());
        given
    }

    fn set(&self, name: &str, value: f64) -> asperity_status {
        let name = CString::new(name).unwrap();
        unsafe { asperity_parameters_set(self.0, name.as_ptr(), value) }
    }

    fn choose(&self, name: &str, item: &str) -> asperity_status {
        let (name, item) = (CString::new(name).unwrap(), CString::new(item).unwrap());
        unsafe { asperity_parameters_choose(self.0, name.as_ptr(), item.as_ptr()) }
    }

    fn get(&self, name: &str) -> Option<f64> {
        let (name, mut value) = (CString::new(name).unwrap(), f64::NAN);
        let status = unsafe { asperity_parameters_get(self.0, name.as_ptr(), &mut value) };
        (status == ASPERITY_OK).then_some(value)
    }

    fn check(&self) -> asperity_status {
        unsafe { asperity_parameters_check(self.0) }
    }

    fn message(&self) -> String {
        unsafe { CStr::from_ptr(asperity_parameters_message(self.0)) }.to_str().unwrap().into()
    }
}

/// A contact that frees itself.
struct Stepped(*mut asperity_contact);

impl Drop for Stepped {
    fn drop(&mut self) {
        unsafe { asperity_contact_free(self.0) }
    }
}

impl Stepped {
    fn new(parameters: &Given) -> Self {
        Stepped(unsafe { asperity_contact_create(parameters.0) })
    }

    fn start(&self, inputs: &asperity_inputs, mobility: Option<&asperity_mobility>, time: f64) -> asperity_status {
        unsafe { asperity_contact_start(self.0, inputs, pointer(mobility), time) }
    }

    fn step(
        &self,
        inputs: &asperity_inputs,
        rates: Option<&asperity_inputs>,
        mobility: Option<&asperity_mobility>,
        h: f64,
    ) -> Result<asperity_outputs, asperity_status> {
        let mut outputs = MaybeUninit::uninit();
        let status = unsafe {
            asperity_contact_step(self.0, inputs, pointer(rates), pointer(mobility), h, outputs.as_mut_ptr())
        };
        if status == ASPERITY_OK { Ok(unsafe { outputs.assume_init() }) } else { Err(status) }
    }

    fn state(&self) -> (asperity_state, asperity_latch) {
        let (mut state, mut latch) = (RESTING, APART);
        assert_eq!(unsafe { asperity_contact_state(self.0, &mut state, &mut latch) }, ASPERITY_OK);
        (state, latch)
    }

    fn message(&self) -> String {
        unsafe { CStr::from_ptr(asperity_contact_message(self.0)) }.to_str().unwrap().into()
    }
}

fn pointer<T>(value: Option<&T>) -> *const T {
    value.map_or(ptr::null(), ptr::from_ref)
}

/// Start values of the inputs.
fn inputs() -> asperity_inputs {
    let mut inputs = MaybeUninit::uninit();
    unsafe {
        asperity_inputs_init(inputs.as_mut_ptr());
        inputs.assume_init()
    }
}

/// Rates of inputs that are all 0.
fn no_rates() -> asperity_inputs {
    // SAFETY: doubles
    unsafe { std::mem::zeroed() }
}

const RESTING: asperity_state =
    asperity_state { z: [0.0; 3], s_dw: 0.0, work: 0.0, dissipated_normal: 0.0, dissipated_friction: 0.0, z_r: 0.0 };
const APART: asperity_latch = asperity_latch { contact: 0.0, v_i: 0.0, a: 0.0 };

/// The numbers of a struct of doubles.
fn numbers<T>(of: &T) -> &[f64] {
    unsafe { std::slice::from_raw_parts(ptr::from_ref(of).cast(), size_of::<T>() / 8) }
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn versions_are_those_of_the_package() {
    use asperity::capi::version::*;
    let of = |text: &str| text.parse::<u32>().unwrap();
    let package = of(env!("CARGO_PKG_VERSION_MAJOR")) * 10_000
        + of(env!("CARGO_PKG_VERSION_MINOR")) * 100
        + of(env!("CARGO_PKG_VERSION_PATCH"));
    assert_eq!(asperity_version(), package);
    assert_eq!(asperity_abi(), ASPERITY_ABI);
}

#[test]
fn every_status_has_a_text_of_its_own() {
    let text = |status| unsafe { CStr::from_ptr(asperity_status_text(status)) };
    let texts: std::collections::BTreeSet<_> = (ASPERITY_OK..=ASPERITY_ORDER).map(text).collect();
    assert_eq!(texts.len(), 10);
    assert_eq!(text(-1), c"unknown status");
    assert_eq!(text(ASPERITY_ORDER + 1), c"unknown status");
}
