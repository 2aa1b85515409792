//! Forces of rigid contacts through C: closed forms, and refusals by name.

use crate::*;
use asperity::capi::accelerations::*;
use std::ptr::{null, null_mut};

/// Painlevé's rod: rows n, t.
const ROD: [f64; 4] = [1.6, -1.2, -1.2, 3.4];
const LINE: asperity_rigid_contact = asperity_rigid_contact {
    mu: 0.25,
    map: ASPERITY_LINE,
    sliding: 0,
    e: [0.0; 3],
    planes: null(),
    plane_count: 0,
    v: [0.0; 3],
};
const NOTHING: asperity_rigid_report =
    asperity_rigid_report { verdict: 0, exists: 0, unique: 0, solutions: 0, rank: 0, mu_bar: 0.0, residual: 0.0 };

struct Answer {
    status: asperity_status,
    text: String,
    c: [f64; 8],
    a: [f64; 8],
    report: asperity_rigid_report,
}

fn answer(contacts: &[asperity_rigid_contact], matrix: &[f64], free: &[f64]) -> Answer {
    let (mut c, mut a, mut report, mut text) = ([7.0; 8], [7.0; 8], NOTHING, [b'x'; 600]);
    let status = unsafe {
        asperity_accelerations(
            contacts.as_ptr(),
            contacts.len(),
            matrix.as_ptr(),
            free.as_ptr(),
            c.as_mut_ptr(),
            a.as_mut_ptr(),
            &mut report,
            text.as_mut_ptr().cast(),
            text.len(),
        )
    };
    let text = CStr::from_bytes_until_nul(&text).unwrap().to_str().unwrap().to_owned();
    Answer { status, text, c, a, report }
}

/// Rows of 1e-13 and 1e13. In exact fractions c = (0, 0, 7.64e14, -16.7) gives a = (5.05e11, -2.21e9, 0, 0), which is a solution.
#[test]
fn what_has_a_solution_is_not_proven_to_have_none() {
    let (m, n) = (-5_613_365_087.094_746, -12_744_053.445_983_9);
    let matrix = [
        [2_661_987.135_136_476_7, -5_453.109_973_492_692, 0.000_538_084_516_678_851, m],
        [-5_453.109_973_492_692, 31.860_088_503_903_423, -3.173_461_646_233_643_2e-6, n],
        [0.000_538_084_516_678_851, -3.173_461_646_233_643_2e-6, 4.085_753_107_934_445e-13, 0.959_514_228_418_487_7],
        [m, n, 0.959_514_228_418_487_7, 43_828_415_988_252.08],
    ];
    let free = [16_812.145_016_103_394, 3_748.915_097_359_976, -296.071_564_459_984_5, -0.066_607_075_749_459_75];
    let found = answer(&[asperity_rigid_contact { mu: 1.0, ..LINE }; 2], matrix.as_flattened(), &free);
    assert_eq!(found.status, ASPERITY_OK, "{}", found.text);
    assert_ne!(found.report.verdict, ASPERITY_RIGID_NO_SOLUTION);
}

#[test]
fn rigid_contacts_have_the_forces_of_closed_forms() {
    // three solutions at rest, one below mu_bar = 1/sqrt(13)
    let found = answer(&[asperity_rigid_contact { mu: 2.0, ..LINE }], &ROD, &[1.0, -10.0]);
    assert_eq!((found.status, found.text.as_str()), (ASPERITY_OK, ""));
    assert_eq!((found.report.verdict, found.report.unique, found.report.solutions), (ASPERITY_RIGID_SOLVED, -1, 3));
    assert_eq!((found.report.exists, found.report.rank), (1, 2));
    let found = answer(&[LINE], &ROD, &[1.0, -10.0]);
    assert_eq!((found.report.unique, found.report.solutions, found.c[0], found.a[0]), (1, 1, 0.0, 1.0));
    assert!((found.report.mu_bar - 1.0 / 13f64.sqrt()).abs() < 1e-14 && found.report.residual < 1e-12);
    // none
    let slides = asperity_rigid_contact { mu: 8.0 / 3.0, sliding: 1, v: [-1.0, 0.0, 0.0], ..LINE };
    let found = answer(&[slides], &ROD, &[-8.915_572_809, 0.447_213_596]);
    assert_eq!((found.status, found.report.verdict), (ASPERITY_OK, ASPERITY_RIGID_NO_SOLUTION));
    assert_eq!((found.report.exists, found.report.solutions), (0, 0));
}

/// A disc of 2 kg is pulled with 6 N and turned with 0.5 N m.
#[test]
fn rigid_contacts_know_every_limit_of_friction() {
    let matrix: Vec<f64> = (0..16)
        .map(|k| {
            if k % 5 > 0 {
                0.0
            } else if k == 15 {
                100.0
            } else {
                0.5
            }
        })
        .collect();
    let sign = |bit: usize| if bit == 0 { 1.0 } else { -1.0 };
    let planes: Vec<f64> = (0..24).map(|k| sign((k / 3) & (1 << (k % 3))) * [1.0, 1.0, 15.0][k % 3]).collect();
    let limit = |map| asperity_rigid_contact {
        mu: 0.4,
        map,
        e: [1.0, 1.0, 1.0 / 15.0],
        planes: planes.as_ptr(),
        plane_count: 8,
        ..LINE
    };
    for (map, t, r) in [
        (ASPERITY_ELLIPSOID, -4.966_185_540_1, -0.405_123_329_3),
        (ASPERITY_MIXED, -6.0, -0.5),
        (ASPERITY_POLYHEDRON, -3.340_235_294_1, -0.300_517_647_1),
    ] {
        let found = answer(&[limit(map)], &matrix, &[-9.81, 3.0, 0.0, 50.0]);
        assert_eq!((found.status, found.report.verdict), (ASPERITY_OK, ASPERITY_RIGID_SOLVED), "{}", found.text);
        let near = |k: usize, expected: f64| assert!((found.c[k] - expected).abs() < 1e-9, "{map}: {:?}", found.c);
        [19.62, t, 0.0, r].into_iter().enumerate().for_each(|(k, expected)| near(k, expected));
        assert_eq!(found.c[4], 7.0);
    }
    // without e_r: a point, three rows
    let point = asperity_rigid_contact { e: [1.0, 1.0, 0.0], ..limit(ASPERITY_ELLIPSOID) };
    let found = answer(&[point], &[0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.5], &[-9.81, 3.0, 0.0]);
    assert!((found.c[1] + 6.0).abs() < 1e-12 && found.c[3] == 7.0, "{:?}", found.c);
}

#[test]
fn rigid_contacts_that_cannot_be_are_refused_by_name() {
    let refused = |contact: asperity_rigid_contact, status: asperity_status, text: &str| {
        let found = answer(&[contact], &ROD, &[1.0, -10.0]);
        assert_eq!((found.status, found.text.as_str()), (status, text));
        assert_eq!((found.c[0], found.a[0], found.report), (7.0, 7.0, NOTHING));
    };
    let of = "of contact 0, counted from 0, is";
    let text = format!("mu {of} -1.0; it must be 0 or more and finite");
    refused(asperity_rigid_contact { mu: -1.0, ..LINE }, ASPERITY_RANGE, &text);
    refused(
        asperity_rigid_contact { map: 5, ..LINE },
        ASPERITY_RANGE,
        &format!("map {of} 5.0; it must be 1, 2, 3 or 4"),
    );
    refused(
        asperity_rigid_contact { sliding: 2, ..LINE },
        ASPERITY_RANGE,
        &format!("sliding {of} 2.0; it must be 0 or 1"),
    );
    let rolls = asperity_rigid_contact { v: [0.5, 0.0, 0.0], ..LINE };
    refused(rolls, ASPERITY_RANGE, &format!("v {of} 0.5; it must be 0 where sliding = 0"));
    let at_rest = "contact 0, counted from 0, slides with v = 0: at rest it is rolling";
    refused(asperity_rigid_contact { sliding: 1, ..LINE }, ASPERITY_INPUTS, at_rest);
    let polyhedron = asperity_rigid_contact { map: ASPERITY_POLYHEDRON, plane_count: 8, ..LINE };
    refused(polyhedron, ASPERITY_NULL, "planes is NULL");
    let many = asperity_rigid_contact { planes: ROD.as_ptr(), plane_count: 1 << 62, ..polyhedron };
    let text = format!("plane_count = {:?} must be small enough for a matrix", 2f64.powi(62));
    refused(many, ASPERITY_RANGE, &text);
    let found = answer(&[LINE, asperity_rigid_contact { map: 9, ..LINE }], &ROD, &[1.0, -10.0]);
    assert_eq!(found.text, "map of contact 1, counted from 0, is 9.0; it must be 1, 2, 3 or 4");
    let found = answer(&[LINE], &[1.0, 0.0, 0.5, 1.0], &[1.0, -10.0]);
    assert_eq!(found.status, ASPERITY_INPUTS);
    assert!(found.text.starts_with("A is not symmetric"), "{}", found.text);
    let null_report =
        unsafe { asperity_accelerations(null(), 0, null(), null(), null_mut(), null_mut(), null_mut(), null_mut(), 0) };
    assert_eq!(null_report, ASPERITY_NULL);
    let found = answer(&[], &[], &[]);
    assert_eq!((found.status, found.report.verdict), (ASPERITY_OK, ASPERITY_RIGID_SOLVED));
    let mut report = NOTHING;
    let null_contacts = unsafe {
        asperity_accelerations(null(), 1, null(), null(), null_mut(), null_mut(), &mut report, null_mut(), 0)
    };
    assert_eq!((null_contacts, report), (ASPERITY_NULL, NOTHING));
}
