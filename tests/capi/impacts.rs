//! Impacts at several contacts at once.

use asperity::capi::impacts::*;
use asperity::capi::status::*;
use core::ptr::{null, null_mut};

/// n balls of 1 kg in a row in touch, the first at 1 m/s: W, velocities, contacts.
fn row(n: usize, e: f64) -> (Vec<f64>, Vec<f64>, Vec<asperity_struck>) {
    let (contacts, rows) = (n - 1, 3 * (n - 1));
    let mut w = vec![0.0; rows * rows];
    for k in 0..rows {
        w[k * rows + k] = 2.0;
        if k + 3 < rows {
            (w[k * rows + k + 3], w[(k + 3) * rows + k]) = (-1.0, -1.0);
        }
    }
    let mut u = vec![0.0; rows];
    u[0] = -1.0;
    (w, u, vec![asperity_struck { mu: 0.0, e }; contacts])
}

struct Answer {
    status: asperity_status,
    p: Vec<f64>,
    u: Vec<f64>,
    report: asperity_impacts_report,
    why: String,
}

fn call(w: &[f64], u: &[f64], contacts: &[asperity_struck]) -> Answer {
    let mut answer = Answer {
        status: ASPERITY_OK,
        p: vec![7.0; u.len()],
        u: vec![7.0; u.len()],
        report: asperity_impacts_report { solved: -1, residual: -1.0, dissipated: -1.0, kept: -1.0 },
        why: String::new(),
    };
    let mut text = [0u8; 256];
    answer.status = unsafe {
        asperity_impacts(
            contacts.as_ptr(),
            contacts.len(),
            w.as_ptr(),
            u.as_ptr(),
            answer.p.as_mut_ptr(),
            answer.u.as_mut_ptr(),
            &mut answer.report,
            text.as_mut_ptr().cast(),
            text.len(),
        )
    };
    answer.why = text.iter().take_while(|c| **c != 0).map(|c| *c as char).collect();
    answer
}

/// n equal balls in touch with e = 1: 2/n − 1 and 2/n m/s; with e = 0 all go on together with 1/n.
#[test]
fn balls_in_a_row_leave_by_the_closed_form() {
    for n in [2, 3, 5] {
        for e in [0.0, 1.0] {
            let (w, u, contacts) = row(n, e);
            let answer = call(&w, &u, &contacts);
            assert!(answer.status == ASPERITY_OK && answer.report.solved == 1, "{}", answer.why);
            let share = (1.0 + e) / n as f64;
            for (k, p) in answer.p.iter().step_by(3).enumerate() {
                // what contact k hands on: that of all balls behind it
                let expected = share * (n - 1 - k) as f64;
                assert!((p - expected).abs() < 1e-11, "{n} {e}: {p} {expected}");
            }
            assert!((answer.u[0] - e).abs() < 1e-11);
            let lost = 0.5 * (1.0 - 1.0 / n as f64) * (1.0 - e * e);
            assert!((answer.report.dissipated - lost).abs() < 1e-11, "{} {lost}", answer.report.dissipated);
        }
    }
}

#[test]
fn what_is_no_impact_is_refused_and_nothing_is_written() {
    let (w, u, contacts) = row(3, 0.5);
    let refused = |w: &[f64], u: &[f64], contacts: &[asperity_struck], status: asperity_status, why: &str| {
        let answer = call(w, u, contacts);
        assert_eq!(answer.status, status, "{}", answer.why);
        assert!(answer.why.contains(why), "{}", answer.why);
        assert!(answer.p.iter().chain(&answer.u).all(|x| *x == 7.0) && answer.report.solved == -1);
    };
    let changed = |of: &[f64], k: usize, value: f64| {
        let mut of = of.to_vec();
        of[k] = value;
        of
    };
    refused(&changed(&w, 1, 0.5), &u, &contacts, ASPERITY_INPUTS, "not symmetric");
    refused(&changed(&w, 7, -2.0), &u, &contacts, ASPERITY_INPUTS, "semidefinite");
    refused(
        &changed(&w, 0, f64::NAN),
        &u,
        &contacts,
        ASPERITY_INPUTS,
        "element (0, 0) of matrix, counted from 0, is NaN",
    );
    refused(&changed(&w, 8, f64::NAN), &u, &contacts, ASPERITY_INPUTS, "element (1, 2) of matrix");
    refused(
        &w,
        &changed(&u, 2, f64::INFINITY),
        &contacts,
        ASPERITY_INPUTS,
        "element 2 of before, counted from 0, is inf",
    );
    let of = |mu: f64, e: f64| vec![asperity_struck { mu: 0.1, e: 0.5 }, asperity_struck { mu, e }];
    let second = "of contact 1, counted from 0, is";
    refused(&w, &u, &of(-0.1, 0.5), ASPERITY_RANGE, &format!("mu {second} -0.1; it must be 0 or more and finite"));
    refused(&w, &u, &of(f64::NAN, 0.5), ASPERITY_RANGE, &format!("mu {second} NaN"));
    refused(&w, &u, &of(0.1, 1.5), ASPERITY_RANGE, &format!("e {second} 1.5; it must be from 0 to 1"));
    let mut report = asperity_impacts_report { solved: -1, residual: 0.0, dissipated: 0.0, kept: 0.0 };
    let status =
        unsafe { asperity_impacts(null(), 1, null(), null(), null_mut(), null_mut(), &mut report, null_mut(), 0) };
    assert_eq!(status, ASPERITY_NULL);
    // a finite impact that takes more energy than numbers hold
    refused(&w, &changed(&u, 0, 1e308), &contacts, ASPERITY_OVERFLOW, "overflow");
    // beside whose slip no impulse at all counted as solved
    let one = [3e-45, 0.0, 0.0, 0.0, 3e-45, 0.0, 0.0, 0.0, 3e-45];
    refused(&one, &[-3e83, 4e181, 0.0], &of(0.4, 0.5)[1..], ASPERITY_OVERFLOW, "overflow");
    // more than any matrix has
    for n in [1usize << 40, 1 << 62, usize::MAX] {
        let (mut text, of, x) = ([0u8; 256], contacts.as_ptr(), [0.0; 9]);
        let (mut p, mut after) = ([0.0; 3], [0.0; 3]);
        let (p, after, place) = (p.as_mut_ptr(), after.as_mut_ptr(), text.as_mut_ptr().cast());
        let (x, size) = (x.as_ptr(), text.len());
        let status = unsafe { asperity_impacts(of, n, x, x, p, after, &mut report, place, size) };
        let text = core::str::from_utf8(&text).unwrap();
        assert!(status == ASPERITY_RANGE && text.contains("must be small enough for a matrix"), "{n}: {status} {text}");
    }
    // no contacts are no impact
    let status =
        unsafe { asperity_impacts(null(), 0, null(), null(), null_mut(), null_mut(), &mut report, null_mut(), 0) };
    assert!(status == ASPERITY_OK && report.solved == 1 && report.dissipated == 0.0);
}
