//! Impacts of rigid bodies through C: the bits of `asperity::rigid`, and refusals by name.

use crate::*;
use asperity::capi::impact::*;
use asperity::rigid::{Friction, Hypothesis, InverseMass, Velocity, impact, spatial};
use nalgebra::{Matrix3, Vector3};
use std::ptr::{null, null_mut};

const PLANE: asperity_impact_inputs = asperity_impact_inputs {
    inverse_mass: [4.0, 1.0, 1.0],
    velocity: [-0.8, -0.15],
    mu_s: 1.2,
    mu_k: 0.5,
    e: 0.5,
    hypothesis: ASPERITY_POISSON,
};

const SPACE: asperity_impact_spatial_inputs = asperity_impact_spatial_inputs {
    inverse_mass: [1.6, 2.4, 3.0, -0.9, 0.5, 0.3],
    velocity: [-1.0, 0.8, -0.5],
    mu_s: 0.25,
    mu_k: 0.25,
    e: 0.6,
    hypothesis: ASPERITY_STRONGE,
};

const HYPOTHESES: [(asperity_hypothesis, Hypothesis); 3] =
    [(1, Hypothesis::Stronge), (2, Hypothesis::Poisson), (3, Hypothesis::Newton)];

/// Status and text; the text fits.
fn said(mut call: impl FnMut(*mut std::ffi::c_char, usize) -> asperity_status) -> (asperity_status, String) {
    let mut text = [b'x'; 600];
    let status = call(text.as_mut_ptr().cast(), text.len());
    assert_eq!(call(null_mut(), 600), status);
    (status, CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap().to_owned())
}

fn planar(inputs: &asperity_impact_inputs) -> (asperity_status, String, Option<asperity_impact_outputs>) {
    let mut outputs = MaybeUninit::zeroed();
    let (status, text) = said(|text, size| unsafe { asperity_impact(inputs, outputs.as_mut_ptr(), text, size) });
    (status, text, (status == ASPERITY_OK).then(|| unsafe { outputs.assume_init() }))
}

fn in_space(
    inputs: &asperity_impact_spatial_inputs,
) -> (asperity_status, String, Option<asperity_impact_spatial_outputs>) {
    let mut outputs = MaybeUninit::zeroed();
    let (status, text) =
        said(|text, size| unsafe { asperity_impact_spatial(inputs, outputs.as_mut_ptr(), text, size) });
    (status, text, (status == ASPERITY_OK).then(|| unsafe { outputs.assume_init() }))
}

#[test]
fn impacts_have_the_bits_of_the_process() {
    for (number, hypothesis) in HYPOTHESES {
        let (status, text, outputs) = planar(&asperity_impact_inputs { hypothesis: number, ..PLANE });
        let (outputs, w) = (outputs.unwrap(), InverseMass { tt: 1.0, tn: 1.0, nn: 4.0 });
        let of = impact(&w, Velocity { slip: -0.15, normal: -0.8 }, Friction { mu_s: 1.2, mu_k: 0.5 }, hypothesis, 0.5);
        let of = of.unwrap();
        assert_eq!((status, text.as_str(), outputs.slip_case), (ASPERITY_OK, "", ASPERITY_STICKING_ON_COMPRESSION));
        assert_eq!(outputs.velocity, [of.after.normal, of.after.slip]);
        for (phase, of) in [(outputs.compression, of.compression), (outputs.restitution, of.restitution)] {
            assert_eq!(phase.impulse, [of.impulse.normal, of.impulse.tangential]);
            assert_eq!((phase.work_normal, phase.work_friction), (of.work.normal, of.work.tangential));
        }
        assert_eq!(Some(outputs.slip_stop), of.slip_stop);

        let (status, text, outputs) = in_space(&asperity_impact_spatial_inputs { hypothesis: number, ..SPACE });
        let w = Matrix3::new(1.6, -0.9, 0.5, -0.9, 2.4, 0.3, 0.5, 0.3, 3.0);
        let of = spatial(&w, Vector3::new(-1.0, 0.8, -0.5), Friction::coulomb(0.25), hypothesis, 0.6).unwrap();
        let outputs = outputs.unwrap();
        assert_eq!((status, text.as_str(), outputs.slip_stop.is_nan()), (ASPERITY_OK, "", of.slip_stop.is_none()));
        assert_eq!(Vector3::from(outputs.velocity), of.after);
        for (phase, of) in [(outputs.compression, of.compression), (outputs.restitution, of.restitution)] {
            assert_eq!(Vector3::from(phase.impulse), of.impulse);
            assert_eq!((phase.work_normal, phase.work_friction), (of.work.normal, of.work.tangential));
        }
    }
}

/// One input of each case of [WK91 Table 3.1], by hand in tests/rigid/impact, and the jam.
#[test]
fn every_case_has_its_number() {
    let held = [1.0, 4.0, 1.0];
    let loose = [4.0, 1.0, 1.0];
    for (inverse_mass, velocity, mu, case) in [
        (loose, [-0.8, -0.15], 0.5, ASPERITY_REVERSED_ON_COMPRESSION),
        (loose, [-0.9, -0.45], 0.5, ASPERITY_REVERSED_ON_RESTITUTION),
        (held, [-1.0, 1.0], 0.5, ASPERITY_STICKING_ON_COMPRESSION),
        (held, [-1.0, 3.0], 0.5, ASPERITY_STICKING_ON_RESTITUTION),
        (held, [-1.0, 10.0], 0.5, ASPERITY_FORWARD_SLIDING),
        (loose, [-1.0, 0.0], 0.5, ASPERITY_DIRECT_SLIDING),
        (held, [-1.0, 0.0], 0.5, ASPERITY_DIRECT_STICKING),
        ([1.6, 3.4, -1.2], [0.0, -1.0], 8.0 / 3.0, ASPERITY_JAM),
    ] {
        let inputs = asperity_impact_inputs { inverse_mass, velocity, mu_s: mu, mu_k: mu, e: 1.0, ..PLANE };
        assert_eq!(planar(&inputs).2.unwrap().slip_case, case, "{inputs:?}");
    }
}

#[test]
fn what_is_no_impact_is_refused_with_a_status_and_a_text() {
    let cases: [(asperity_impact_inputs, asperity_status, &str); 6] = [
        (asperity_impact_inputs { mu_k: -0.1, ..PLANE }, ASPERITY_RANGE, "mu_k = -0.1 is below 0"),
        (
            asperity_impact_inputs { mu_s: 0.4, ..PLANE },
            ASPERITY_RANGE,
            "mu_s = 0.4 is below mu_k = 0.5: static friction must not be below sliding friction",
        ),
        (asperity_impact_inputs { e: 1.5, ..PLANE }, ASPERITY_RANGE, "e = 1.5 is outside 0 to 1"),
        (asperity_impact_inputs { hypothesis: 4, ..PLANE }, ASPERITY_RANGE, "hypothesis = 4.0 must be 1, 2 or 3"),
        (
            asperity_impact_inputs { velocity: [f64::NAN, 0.0], ..PLANE },
            ASPERITY_INPUTS,
            "the normal velocity before the impact = NaN is not a finite number",
        ),
        (
            asperity_impact_inputs { inverse_mass: [1e-300; 3].map(|w| w * 1e-8), velocity: [-1e300, 0.0], ..PLANE },
            ASPERITY_INPUTS,
            "the inverse effective mass w_tt = 1e-308, w_tn = 1e-308, w_nn = 1e-308 1/kg is not positive definite: \
             w_tt > 0, w_nn > 0 and w_tn^2 < w_tt*w_nn must hold",
        ),
    ];
    for (inputs, status, text) in cases {
        assert_eq!(planar(&inputs), (status, text.into(), None));
    }
    let apart = asperity_impact_spatial_inputs { velocity: [0.1, 0.0, 0.0], ..SPACE };
    let text = "the normal velocity before the impact, 0.1 m/s, is not below 0: the bodies do not approach";
    assert_eq!(in_space(&apart), (ASPERITY_INPUTS, text.into(), None));
    let none = asperity_impact_spatial_inputs { inverse_mass: [0.0; 6], ..SPACE };
    assert_eq!(in_space(&none).0, ASPERITY_INPUTS);
    assert!(in_space(&none).1.starts_with("the inverse effective mass is not valid: w_nn = 0.0 1/kg"));
    let heavy = asperity_impact_spatial_inputs {
        inverse_mass: [1e-300, 1e-300, 1e-300, 0.0, 0.0, 0.0],
        velocity: [-1e300, 0.0, 0.0],
        ..SPACE
    };
    assert_eq!(in_space(&heavy).0, ASPERITY_OVERFLOW);
    unsafe {
        let mut text = [0; 8];
        let mut outputs = std::mem::zeroed::<asperity_impact_outputs>();
        let mut answer = std::mem::zeroed::<asperity_impact_spatial_outputs>();
        assert_eq!(asperity_impact(null(), &mut outputs, text.as_mut_ptr(), 8), ASPERITY_NULL);
        assert_eq!(CStr::from_ptr(text.as_ptr()), c"inputs ");
        assert_eq!(asperity_impact(&PLANE, null_mut(), text.as_mut_ptr(), 0), ASPERITY_NULL);
        assert_eq!(asperity_impact_spatial(null(), &mut answer, null_mut(), 0), ASPERITY_NULL);
        assert_eq!(asperity_impact_spatial(&SPACE, null_mut(), null_mut(), 0), ASPERITY_NULL);
    }
}
