//! Complementarity problems and programmes through C: by hand, and refusals by name.

use crate::*;
use asperity::capi::programmes::*;
use std::ptr::{null, null_mut};

const NOTHING: asperity_programme_report =
    asperity_programme_report { verdict: 0, unique: 7, residual: 7.0, pivots: 7 };

fn told(text: &[u8]) -> &str {
    CStr::from_bytes_until_nul(text).unwrap().to_str().unwrap()
}

/// (x1 − 2)² + (x2 − 5)², halved, with x1 + x2 ≤ K.
fn nearest(k: f64) -> ([f64; 2], f64, asperity_programme_report) {
    let (mut x, mut u, mut report) = ([7.0; 2], 7.0, NOTHING);
    let (q, g, h) = ([1.0, 0.0, 0.0, 1.0], [-2.0, -5.0], [1.0, 1.0]);
    let status = unsafe {
        let (x, report) = (x.as_mut_ptr(), &mut report);
        asperity_qp(2, 1, q.as_ptr(), g.as_ptr(), h.as_ptr(), &k, x, &mut u, report, null_mut(), 0)
    };
    assert_eq!(status, ASPERITY_OK);
    (x, u, report)
}

#[test]
fn programmes_follow_by_hand() {
    let (x, u, report) = nearest(3.0);
    assert_eq!((x, u, report.verdict, report.unique), ([0.0, 3.0], 2.0, ASPERITY_PROGRAMME_SOLVED, 1));
    let (x, u, report) = nearest(10.0);
    assert_eq!((x, u, report.unique), ([2.0, 5.0], 0.0, 1));
    let (_, _, report) = nearest(-1.0);
    assert_eq!((report.verdict, report.unique), (ASPERITY_PROGRAMME_NO_SOLUTION, 0));
    let (mut x, mut report) = ([7.0; 2], NOTHING);
    let status = unsafe {
        let (q, g) = ([1.0; 4], [-2.0; 2]);
        let (x, report) = (x.as_mut_ptr(), &mut report);
        asperity_qp(2, 0, q.as_ptr(), g.as_ptr(), null(), null(), x, null_mut(), report, null_mut(), 0)
    };
    assert_eq!((status, x[0] + x[1], report.verdict, report.unique), (ASPERITY_OK, 2.0, ASPERITY_PROGRAMME_SOLVED, -1));
}

/// Not symmetric: row by row it has the solution (1, 1), column by column (0, 3).
#[test]
fn complementarity_problems_follow_by_hand() {
    let (m, q) = ([1.0, 0.0, 2.0, 1.0], [-1.0, -3.0]);
    let (mut z, mut w, mut report) = ([7.0; 2], [7.0; 2], NOTHING);
    let (zp, wp) = (z.as_mut_ptr(), w.as_mut_ptr());
    let status = unsafe { asperity_lcp(2, m.as_ptr(), q.as_ptr(), zp, wp, &mut report, null_mut(), 0) };
    assert_eq!((status, z, w, report.verdict), (ASPERITY_OK, [1.0, 1.0], [0.0, 0.0], ASPERITY_PROGRAMME_SOLVED));
    let status = unsafe { asperity_lcp(1, &0.0, &-1.0, zp, wp, &mut report, null_mut(), 0) };
    assert_eq!((status, report.verdict, report.unique), (ASPERITY_OK, ASPERITY_PROGRAMME_NO_SOLUTION, 0));
    let status = unsafe { asperity_lcp(0, null(), null(), null_mut(), null_mut(), &mut report, null_mut(), 0) };
    assert_eq!((status, report.verdict), (ASPERITY_OK, ASPERITY_PROGRAMME_SOLVED));
}

#[test]
fn programmes_that_cannot_be_are_refused_and_nothing_is_written() {
    let (mut x, mut report, mut text) = ([7.0; 2], NOTHING, [b'x'; 200]);
    let (xp, tp) = (x.as_mut_ptr(), text.as_mut_ptr().cast());
    let indefinite = [1.0, 2.0, 2.0, 1.0];
    let g = [f64::NAN, 0.0];
    let zero = [0.0; 2];
    for (status, expected, words) in unsafe {
        [
            (
                asperity_qp(
                    2,
                    0,
                    indefinite.as_ptr(),
                    zero.as_ptr(),
                    null(),
                    null(),
                    xp,
                    null_mut(),
                    &mut report,
                    tp,
                    200,
                ),
                ASPERITY_INPUTS,
                "Q is not positive semidefinite",
            ),
            (
                asperity_qp(
                    2,
                    0,
                    [1.0, 0.0, 0.0, 1.0].as_ptr(),
                    g.as_ptr(),
                    null(),
                    null(),
                    xp,
                    null_mut(),
                    &mut report,
                    null_mut(),
                    0,
                ),
                ASPERITY_INPUTS,
                "",
            ),
            (
                asperity_qp(
                    2,
                    1,
                    indefinite.as_ptr(),
                    zero.as_ptr(),
                    null(),
                    null(),
                    xp,
                    null_mut(),
                    &mut report,
                    null_mut(),
                    0,
                ),
                ASPERITY_NULL,
                "",
            ),
            (
                asperity_qp(
                    usize::MAX,
                    2,
                    indefinite.as_ptr(),
                    zero.as_ptr(),
                    null(),
                    null(),
                    xp,
                    null_mut(),
                    &mut report,
                    null_mut(),
                    0,
                ),
                ASPERITY_RANGE,
                "",
            ),
            (asperity_lcp(2, indefinite.as_ptr(), g.as_ptr(), xp, xp, &mut report, null_mut(), 0), ASPERITY_INPUTS, ""),
            (
                asperity_lcp(2, indefinite.as_ptr(), zero.as_ptr(), xp, null_mut(), &mut report, null_mut(), 0),
                ASPERITY_NULL,
                "",
            ),
            (asperity_lcp(1, indefinite.as_ptr(), zero.as_ptr(), xp, xp, null_mut(), null_mut(), 0), ASPERITY_NULL, ""),
        ]
    } {
        assert_eq!(status, expected, "{words}");
    }
    assert!(told(&text).starts_with("Q is not positive semidefinite"), "{}", told(&text));
    assert_eq!((x, report), ([7.0; 2], NOTHING));
}
