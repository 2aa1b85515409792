//! Coefficients that are none: one status for all functions that take one.

use crate::*;
use asperity::capi::accelerations::*;
use asperity::capi::impact::*;
use asperity::capi::impacts::*;
use std::ffi::c_char;
use std::ptr::null;

/// What writes a text of why it refuses.
fn said(call: &mut dyn FnMut(*mut c_char, usize) -> asperity_status) -> (asperity_status, String) {
    let mut text = [0; 300];
    let status = call(text.as_mut_ptr().cast(), text.len());
    (status, CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap().to_owned())
}

fn planar(mu_s: f64, mu_k: f64, e: f64) -> (asperity_status, String) {
    let (inverse_mass, velocity) = ([4.0, 1.0, 1.0], [-0.8, -0.15]);
    let inputs = asperity_impact_inputs { inverse_mass, velocity, mu_s, mu_k, e, hypothesis: ASPERITY_POISSON };
    let mut outputs = MaybeUninit::uninit();
    said(&mut |text, size| unsafe { asperity_impact(&inputs, outputs.as_mut_ptr(), text, size) })
}

fn in_space(mu_s: f64, mu_k: f64, e: f64) -> (asperity_status, String) {
    let (inverse_mass, velocity) = ([1.6, 2.4, 3.0, 0.0, 0.0, 0.0], [-1.0, 0.8, -0.5]);
    let inputs = asperity_impact_spatial_inputs { inverse_mass, velocity, mu_s, mu_k, e, hypothesis: ASPERITY_STRONGE };
    let mut outputs = MaybeUninit::uninit();
    said(&mut |text, size| unsafe { asperity_impact_spatial(&inputs, outputs.as_mut_ptr(), text, size) })
}

fn struck(mu: f64, e: f64) -> (asperity_status, String) {
    let (w, u) = ([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]);
    let ([mut p, mut after], mut report) = ([[0.0; 3]; 2], MaybeUninit::uninit());
    let [p, after] = [p.as_mut_ptr(), after.as_mut_ptr()];
    let of = asperity_struck { mu, e };
    said(&mut |text, size| unsafe {
        asperity_impacts(&of, 1, w.as_ptr(), u.as_ptr(), p, after, report.as_mut_ptr(), text, size)
    })
}

fn accelerated(mu: f64) -> (asperity_status, String) {
    let (e, planes, v) = ([0.0; 3], null(), [0.0; 3]);
    let of = asperity_rigid_contact { mu, map: ASPERITY_LINE, sliding: 0, e, planes, plane_count: 0, v };
    let (w, b) = ([1.0, 0.0, 0.0, 1.0], [-1.0, 0.0]);
    let ([mut c, mut a], mut report) = ([[0.0; 2]; 2], MaybeUninit::uninit());
    let [c, a] = [c.as_mut_ptr(), a.as_mut_ptr()];
    said(&mut |text, size| unsafe {
        asperity_accelerations(&of, 1, w.as_ptr(), b.as_ptr(), c, a, report.as_mut_ptr(), text, size)
    })
}

fn parameter(name: &str, value: f64) -> (asperity_status, String) {
    let given = Given::new();
    (given.set(name, value), given.message())
}

#[test]
fn a_coefficient_that_is_no_number_is_out_of_range_in_every_function() {
    for found in [planar(0.5, 0.5, 0.5), in_space(0.5, 0.5, 0.5), struck(0.5, 0.5), accelerated(0.5)] {
        assert_eq!(found, (ASPERITY_OK, String::new()));
    }
    for none in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.5] {
        for (name, (status, text)) in [
            ("mu_s", planar(none, 0.5, 0.5)),
            ("mu_k", planar(0.5, none, 0.5)),
            ("e", planar(0.5, 0.5, none)),
            ("mu_s", in_space(none, 0.5, 0.5)),
            ("mu_k", in_space(0.5, none, 0.5)),
            ("e", in_space(0.5, 0.5, none)),
            ("mu", struck(none, 0.5)),
            ("e", struck(0.5, none)),
            ("mu", accelerated(none)),
            ("friction.mu_S", parameter("friction.mu_S", none)),
            ("friction.mu_C", parameter("friction.mu_C", none)),
            ("compliance.e", parameter("compliance.e", none)),
        ] {
            assert_eq!(status, ASPERITY_RANGE, "{name} = {none}: {text}");
            assert!(text.starts_with(name) && text.contains(&format!("{none:?}")), "{name} = {none}: {text}");
        }
    }
}
