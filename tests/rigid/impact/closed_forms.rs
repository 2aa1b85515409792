//! Closed forms, and the edges between the cases.

use super::*;

#[test]
fn without_friction_and_in_central_impacts_the_hypotheses_agree() {
    let (c0, e) = (-1.7, 0.6);
    for hypothesis in Hypothesis::ALL {
        for (w, mu) in
            [(w(2.0, 0.8, 0.5), 0.0), (w(2.0, -0.8, 0.5), 0.0), (w(2.0, 0.0, 0.5), 0.3), (w(2.0, 0.0, 0.5), 9.0)]
        {
            let outcome = solve(&w, u(0.9, c0), mu, hypothesis, e);
            assert_relative("P_n", outcome.impulse().normal, -(1.0 + e) * c0 / w.nn, 1e-14);
            // loss (1−e²)·½·m·u_n² with m = 1/w_nn
            assert_relative("D_n", outcome.dissipated_normal(), (1.0 - e * e) * 0.5 * c0 * c0 / w.nn, 1e-14);
            if mu == 0.0 {
                assert_eq!((outcome.impulse().tangential, outcome.dissipated_tangential()), (0.0, 0.0));
            }
        }
    }
}

#[test]
fn a_ball_on_a_plane_slides_through_if_and_only_if_it_is_fast_enough() {
    // m = 2 kg, R = 0.1 m, I = 2/5·m·R²: gross slip iff v_t/v_n ≥ 7/2·μ·(1+e), then v_t' = v_t − μ·(1+e)·v_n
    let ball = Body { mass: 2.0, inertia: 0.4 * 2.0 * 0.01, arm_t: 0.0, arm_n: -0.1 };
    let w = InverseMass::from_bodies(&ball, &Body::FIXED).unwrap();
    let (mu, e, v_n) = (0.3, 0.7, 1.1);
    let bound = 3.5 * mu * (1.0 + e) * v_n;
    for hypothesis in Hypothesis::ALL {
        let fast = solve(&w, u(1.001 * bound, -v_n), mu, hypothesis, e);
        assert_eq!(fast.case, Case::ForwardSliding);
        // velocity of the centre: P_t/m
        let centre = 1.001 * bound + fast.impulse().tangential / ball.mass;
        assert_relative("v_t'", centre, 1.001 * bound - mu * (1.0 + e) * v_n, 1e-14);
        let slow = solve(&w, u(0.999 * bound, -v_n), mu, hypothesis, e);
        assert_eq!((slow.case, slow.after.slip), (Case::StickingOnRestitution, 0.0));
        // it rolls: 5/7 of its speed
        let centre = 0.999 * bound + slow.impulse().tangential / ball.mass;
        assert_relative("v_t'", centre, 5.0 / 7.0 * 0.999 * bound, 1e-14);
    }
}

#[test]
fn strong_friction_stops_slip_at_once_and_sticks() {
    // μ → ∞: P_t = −S0/w_tt at P_n = 0, then stick: u_n from C0 − w_tn/w_tt·S0 at the rate w_nn − w_tn²/w_tt
    let (w, before, e) = (w(2.0, 0.8, 0.5), u(0.9, -1.7), 0.6);
    let (start, rate) = (-1.7 - 0.4 * 0.9, 0.5 - 0.32);
    for (hypothesis, p_n) in [
        (Hypothesis::Newton, (0.6 * 1.7 - start) / rate),
        (Hypothesis::Poisson, -1.6 * start / rate),
        (Hypothesis::Stronge, -start / rate * 1.6),
    ] {
        // Stronge: the work before the stop vanishes with P_n there, so u_n' = −e·start as well
        let outcome = solve(&w, before, 1e9, hypothesis, e);
        assert_eq!((outcome.case, outcome.after.slip), (Case::StickingOnCompression, 0.0));
        // slip stops at P_n = 0.45e-9
        assert_relative("P_n", outcome.impulse().normal, p_n, 1e-9);
        assert_relative("P_t", outcome.impulse().tangential, -(0.9 + 0.8 * p_n) / 2.0, 1e-9);
        assert_relative("D_t", outcome.dissipated_tangential(), 0.5 * 0.81 / 2.0, 1e-9);
    }
}

#[test]
fn slip_that_is_hardly_a_number_stops_all_the_same() {
    // |u_t| = 1e-310 m/s, below the least normal number: the product with its rate is 0
    for hypothesis in Hypothesis::ALL {
        let outcome = solve(&HELD, u(1e-310, -1e-20), 0.5, hypothesis, 0.5);
        assert_eq!((outcome.case, outcome.after.slip), (Case::StickingOnCompression, 0.0));
        let light = solve(&w(4e-100, 1e-100, 1e-100), u(1e-310, -1e-20), 0.5, hypothesis, 0.5);
        assert_eq!((light.case, light.after.slip), (Case::StickingOnCompression, 0.0));
    }
}

#[test]
fn outcome_is_continuous_across_the_cases() {
    use Case::*;
    const STEP: f64 = 1e-9;
    // where the case changes, as (W, u_t, u_n, μ, e) for a small step either way
    type Inputs = (InverseMass, f64, f64, f64, f64);
    type Edge<'a> = (&'a dyn Fn(f64) -> Inputs, Case, Case);
    let edges: [Edge; 8] = [
        (&|d| (HELD, 2.0 + d, -1.0, 0.5, 0.5), StickingOnCompression, StickingOnRestitution),
        (&|d| (HELD, 3.0 + d, -1.0, 0.5, 0.5), StickingOnRestitution, ForwardSliding),
        (&|d| (LOOSE, -0.3 - d, -0.9, 0.5, 0.5), ReversedOnCompression, ReversedOnRestitution),
        (&|d| (LOOSE, -0.45 - d, -0.9, 0.5, 0.5), ReversedOnRestitution, ForwardSliding),
        (&|d| (LOOSE, -0.3, -0.9, 1.0 + d, 0.5), ReversedOnCompression, StickingOnCompression),
        (&|d| (LOOSE, -1.2 * 0.45, -0.9, 1.0 + d, 0.9), ReversedOnRestitution, StickingOnRestitution),
        (&|d| (LOOSE, 0.0, -1.0, 1.0 + d, 0.5), DirectSliding, DirectSticking),
        // sliding begins to hold compression up
        (&|d| (HELD, 6.0, -1.0, 1.0 + d, 0.5), StickingOnCompression, StickingOnCompression),
    ];
    for (number, (edge, below, above)) in edges.iter().enumerate() {
        for hypothesis in Hypothesis::ALL {
            let [before, after] = [-STEP, STEP].map(|d| {
                let (w, slip, normal, mu, e) = edge(d);
                solve(&w, u(slip, normal), mu, hypothesis, e)
            });
            assert_eq!((before.case, after.case), (*below, *above), "edge {number} {hypothesis:?}");
            assert_same(&before, &after, 100.0 * STEP);
        }
    }
    // slip before the impact vanishes, from either side
    for (w, mu) in [(HELD, 0.5), (LOOSE, 0.5), (HELD, 2.0), (LOOSE, 0.0)] {
        for hypothesis in Hypothesis::ALL {
            let direct = solve(&w, u(0.0, -1.0), mu, hypothesis, 0.5);
            assert_same(&solve(&w, u(STEP, -1.0), mu, hypothesis, 0.5), &direct, 100.0 * STEP);
            assert_same(&solve(&w, u(-STEP, -1.0), mu, hypothesis, 0.5), &direct, 100.0 * STEP);
        }
    }
}

/// `tolerance` is the step across the edge times more than any slope here.
#[track_caller]
fn assert_same(one: &Outcome, other: &Outcome, tolerance: f64) {
    assert_close("P_c", one.compression.impulse.normal, other.compression.impulse.normal, tolerance, 1.0);
    assert_close("P_n", one.impulse().normal, other.impulse().normal, tolerance, 1.0);
    assert_close("P_t", one.impulse().tangential, other.impulse().tangential, tolerance, 1.0);
    assert_close("u_t", one.after.slip, other.after.slip, tolerance, 1.0);
    assert_close("u_n", one.after.normal, other.after.normal, tolerance, 1.0);
    assert_close("D_n", one.dissipated_normal(), other.dissipated_normal(), tolerance, 1.0);
    assert_close("D_t", one.dissipated_tangential(), other.dissipated_tangential(), tolerance, 1.0);
}
