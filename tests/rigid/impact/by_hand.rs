//! Every case by hand.

use super::*;

/// What a hand calculation gives: normal impulses of both phases, work of compression, D_n, D_t.
struct ByHand {
    p_c: f64,
    p_r: f64,
    compression: f64,
    d_n: f64,
    d_t: f64,
}

#[track_caller]
fn assert_by_hand(outcome: &Outcome, case: Case, hand: &ByHand) {
    assert_eq!(outcome.case, case);
    // a few operations on numbers of order 1
    assert_close("P_c", outcome.compression.impulse.normal, hand.p_c, 1e-14, 1.0);
    assert_close("P_r", outcome.restitution.impulse.normal, hand.p_r, 1e-14, 1.0);
    assert_close("W_c", -outcome.compression.work.normal, hand.compression, 1e-14, 1.0);
    assert_close("D_n", outcome.dissipated_normal(), hand.d_n, 1e-14, 1.0);
    assert_close("D_t", outcome.dissipated_tangential(), hand.d_t, 1e-14, 1.0);
}

#[test]
fn case_e_forward_sliding() {
    // u_t = 10 − P, u_n = −1 + P/2: P_c = 2, W_c = 1, and slip would stop at 10
    for hypothesis in Hypothesis::ALL {
        let outcome = solve(&HELD, u(10.0, -1.0), 0.5, hypothesis, 0.5);
        // D_t = ½·∫(10 − P)dP to 3
        let hand = ByHand { p_c: 2.0, p_r: 1.0, compression: 1.0, d_n: 0.75, d_t: 12.75 };
        assert_by_hand(&outcome, Case::ForwardSliding, &hand);
        assert_eq!((outcome.after, outcome.slip_stop), (u(7.0, 0.5), None));
    }
}

#[test]
fn case_c_sliding_and_sticking_on_compression() {
    // u_t = 1 − P stops at P = 1 with u_n = −1/2, then u_n rises by 3/4: P_c = 5/3, W_c = 3/4 + 1/6
    let p_r = |hypothesis| match hypothesis {
        Hypothesis::Newton => 0.5 / 0.75,
        Hypothesis::Poisson => 5.0 / 6.0,
        Hypothesis::Stronge => (2.0 * 11.0 / 48.0 / 0.75f64).sqrt(),
    };
    for hypothesis in Hypothesis::ALL {
        let (outcome, p_r) = (solve(&HELD, u(1.0, -1.0), 0.5, hypothesis, 0.5), p_r(hypothesis));
        let (p_c, compression) = (5.0 / 3.0, 11.0 / 12.0);
        let hand = ByHand { p_c, p_r, compression, d_n: compression - 0.375 * p_r * p_r, d_t: 0.25 };
        assert_by_hand(&outcome, Case::StickingOnCompression, &hand);
        // the line of sticking: dP_t = −dP_n/4
        assert_close("P_t", outcome.impulse().tangential, -0.5 - (2.0 / 3.0 + p_r) / 4.0, 1e-14, 1.0);
        assert_eq!((outcome.after.slip, outcome.slip_stop), (0.0, Some(1.0)));
    }
}

#[test]
fn case_d_sliding_and_sticking_on_restitution() {
    // u_t = 3 − P stops at P = 3, after P_c = 2, with u_n = 1/2 and 1/4 of W_c = 1 given back
    let p_r = |hypothesis| match hypothesis {
        Hypothesis::Newton => 1.0 + 0.5 / 0.75,
        Hypothesis::Poisson => 2.0,
        Hypothesis::Stronge => 1.0 + (1.375f64.sqrt() - 0.5) / 0.75,
    };
    for hypothesis in Hypothesis::ALL {
        let (outcome, p_r) = (solve(&HELD, u(3.0, -1.0), 0.5, hypothesis, 1.0), p_r(hypothesis));
        let sticking = p_r - 1.0;
        let d_n = 0.75 - 0.5 * sticking - 0.375 * sticking * sticking;
        let hand = ByHand { p_c: 2.0, p_r, compression: 1.0, d_n, d_t: 0.5 * (9.0 - 4.5) };
        assert_by_hand(&outcome, Case::StickingOnRestitution, &hand);
        // Poisson gives more normal work back than it took: D_n = −1/8, friction takes it and more
        assert_eq!(d_n < -0.1, hypothesis == Hypothesis::Poisson);
    }
}

#[test]
fn case_a_sliding_and_reversed_sliding_on_compression() {
    // backward: u_t = −0.15 + 1.5·P, u_n = −0.8 + 4.5·P; slip stops at P = 0.1 with u_n = −0.35, then u_t = 0.5·P and
    // u_n rises by 3.5: P_c = 0.2, W_c = 0.0575 + 0.0175
    let p_r = |hypothesis| match hypothesis {
        Hypothesis::Newton => 0.4 / 3.5,
        Hypothesis::Poisson => 0.1,
        Hypothesis::Stronge => (2.0 * 0.01875 / 3.5f64).sqrt(),
    };
    for hypothesis in Hypothesis::ALL {
        let (outcome, p_r) = (solve(&LOOSE, u(-0.15, -0.8), 0.5, hypothesis, 0.5), p_r(hypothesis));
        let reversed = 0.1 + p_r;
        let d_t = 0.5 * 0.0075 + 0.5 * 0.25 * reversed * reversed;
        let hand = ByHand { p_c: 0.2, p_r, compression: 0.075, d_n: 0.075 - 1.75 * p_r * p_r, d_t };
        assert_by_hand(&outcome, Case::ReversedOnCompression, &hand);
        assert_close("u_t", outcome.after.slip, 0.5 * reversed, 1e-14, 1.0);
        assert_close("P_t", outcome.impulse().tangential, 0.05 - 0.5 * reversed, 1e-14, 1.0);
    }
}

#[test]
fn case_b_sliding_and_reversed_sliding_on_restitution() {
    // P_c = 0.2, W_c = 0.09; slip stops at P = 0.3 with u_n = 0.45 and 0.0225 given back
    let p_r = |hypothesis| match hypothesis {
        Hypothesis::Newton => 0.1 + 0.45 / 3.5,
        Hypothesis::Poisson => 0.2,
        Hypothesis::Stronge => 0.1 + (0.675f64.sqrt() - 0.45) / 3.5,
    };
    for hypothesis in Hypothesis::ALL {
        let (outcome, p_r) = (solve(&LOOSE, u(-0.45, -0.9), 0.5, hypothesis, 1.0), p_r(hypothesis));
        let reversed = p_r - 0.1;
        let d_n = 0.0675 - 0.45 * reversed - 1.75 * reversed * reversed;
        let d_t = 0.5 * 0.0675 + 0.125 * reversed * reversed;
        let hand = ByHand { p_c: 0.2, p_r, compression: 0.09, d_n, d_t };
        assert_by_hand(&outcome, Case::ReversedOnRestitution, &hand);
        assert_close("u_t", outcome.after.slip, 0.5 * reversed, 1e-14, 1.0);
    }
}

#[test]
fn direct_impacts_stick_or_slide_at_once() {
    for hypothesis in Hypothesis::ALL {
        let sticking = solve(&HELD, u(0.0, -1.0), 0.5, hypothesis, 0.5);
        // u_n = −1 + 3/4·P
        let hand = ByHand { p_c: 4.0 / 3.0, p_r: 2.0 / 3.0, compression: 2.0 / 3.0, d_n: 0.5, d_t: 0.0 };
        assert_by_hand(&sticking, Case::DirectSticking, &hand);
        assert_eq!(sticking.after.slip, 0.0);
        let sliding = solve(&LOOSE, u(0.0, -1.0), 0.5, hypothesis, 0.5);
        // u_n = −1 + 7/2·P, u_t = P/2, D_t = ½·∫u_t dP to 3/7
        let hand = ByHand { p_c: 2.0 / 7.0, p_r: 1.0 / 7.0, compression: 1.0 / 7.0, d_n: 0.75 / 7.0, d_t: 9.0 / 392.0 };
        assert_by_hand(&sliding, Case::DirectSliding, &hand);
    }
}

#[test]
fn slip_that_stops_at_the_end_of_a_phase_counts_in_that_phase() {
    for hypothesis in Hypothesis::ALL {
        // P_c = 2 and the total of 3 are exact in binary, and slip stops at P = u_t
        let outcome = solve(&HELD, u(2.0, -1.0), 0.5, hypothesis, 0.5);
        assert_eq!((outcome.case, outcome.slip_stop), (Case::StickingOnCompression, Some(2.0)));
        let outcome = solve(&HELD, u(3.0, -1.0), 0.5, hypothesis, 0.5);
        assert_eq!((outcome.case, outcome.slip_stop), (Case::StickingOnRestitution, Some(3.0)));
    }
}

#[test]
fn compression_that_sliding_holds_up_goes_on_until_slip_stops() {
    for hypothesis in Hypothesis::ALL {
        // μ = 2: u_n = −1 − P falls while u_t = 7 − 7·P, then u_n rises from −2 by 3/4: P_c = 1 + 8/3, W_c = 3/2 + 8/3
        let jam = solve(&HELD, u(7.0, -1.0), 2.0, hypothesis, 0.0);
        let (compression, d_t) = (1.5 + 8.0 / 3.0, 7.0);
        let hand = ByHand { p_c: 11.0 / 3.0, p_r: 0.0, compression, d_n: compression, d_t };
        assert_by_hand(&jam, Case::StickingOnCompression, &hand);
        // μ = 1: u_n stays at −1 while u_t = 6 − 3·P
        let at_the_edge = solve(&HELD, u(6.0, -1.0), 1.0, hypothesis, 0.0);
        let (compression, d_t) = (2.0 + 2.0 / 3.0, 6.0);
        let hand = ByHand { p_c: 10.0 / 3.0, p_r: 0.0, compression, d_n: compression, d_t };
        assert_by_hand(&at_the_edge, Case::StickingOnCompression, &hand);
    }
}
