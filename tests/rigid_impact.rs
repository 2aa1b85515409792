//! Rigid-body impact against hand calculations, conservation laws, and an integration over the normal impulse that
//! knows no cases.

mod common;

use std::cell::RefCell;
use std::collections::BTreeMap;

use asperity::rigid::{Body, Case, Fault, Hypothesis, Impulse, InverseMass, Outcome, Velocity, impact};
use common::{assert_close, assert_relative};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

const fn w(tt: f64, tn: f64, nn: f64) -> InverseMass {
    InverseMass { tt, tn, nn }
}

const fn u(slip: f64, normal: f64) -> Velocity {
    Velocity { slip, normal }
}

#[track_caller]
fn solve(w: &InverseMass, before: Velocity, mu: f64, hypothesis: Hypothesis, e: f64) -> Outcome {
    impact(w, before, mu, hypothesis, e).unwrap_or_else(|fault| panic!("{w:?} {before:?} mu {mu} e {e}: {fault}"))
}

/// ½·uᵀ·W⁻¹·u [J]: the part of the kinetic energy that an impulse at the contact point can change.
fn kinetic_energy(w: &InverseMass, u: Velocity) -> f64 {
    let determinant = w.tt * w.nn - w.tn * w.tn;
    0.5 * (w.nn * u.slip * u.slip - 2.0 * w.tn * u.slip * u.normal + w.tt * u.normal * u.normal) / determinant
}

// ---- whatever the case ----

type Sample = (InverseMass, Velocity, f64, f64);

/// W with w_tn²/(w_tt·w_nn) up to 0.98, velocities, μ and e, the ends of the ranges among them.
fn samples() -> impl Strategy<Value = Sample> {
    let inverse_mass = (-2.0..2.0f64, -2.0..2.0f64, prop_oneof![1 => Just(0.0), 8 => -0.99..0.99f64])
        .prop_map(|(t, n, part)| w(t.exp(), part * (0.5 * (t + n)).exp(), n.exp()));
    let slip = prop_oneof![1 => Just(0.0), 4 => -1.0..1.0f64, 2 => -8.0..8.0f64];
    let mu = prop_oneof![1 => Just(0.0), 6 => 0.0..1.0f64, 2 => 1.0..5.0f64];
    let e = prop_oneof![1 => Just(0.0), 1 => Just(1.0), 6 => 0.0..1.0f64];
    (inverse_mass, (slip, -3.0..-0.1f64).prop_map(|(t, n)| u(t, n)), mu, e)
}

/// Runs `check` on as many samples, always the same, under each hypothesis, and makes sure that every case came up.
fn on_samples(count: u32, check: impl Fn(&Sample, Hypothesis, &Outcome)) {
    let config = Config { cases: count, failure_persistence: None, ..Config::default() };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    let seen = RefCell::new(BTreeMap::new());
    let result = TestRunner::new_with_rng(config, rng).run(&samples(), |sample| {
        for hypothesis in Hypothesis::ALL {
            let outcome = solve(&sample.0, sample.1, sample.2, hypothesis, sample.3);
            *seen.borrow_mut().entry(format!("{:?}", outcome.case)).or_insert(0) += 1;
            check(&sample, hypothesis, &outcome);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    let seen = seen.into_inner();
    assert!(seen.len() == 7 && seen.values().all(|&times| times > 20), "{seen:?}");
}

#[test]
fn each_hypothesis_satisfies_its_definition() {
    on_samples(4000, |(w, before, _, e), hypothesis, outcome| {
        let (compression, restitution) = (outcome.compression, outcome.restitution);
        let what = format!("{hypothesis:?} {:?}", outcome.case);
        match hypothesis {
            Hypothesis::Newton => assert_relative(&what, outcome.after.normal, -e * before.normal, 1e-12),
            Hypothesis::Poisson => {
                assert_relative(&what, restitution.impulse.normal, e * compression.impulse.normal, 1e-12);
            }
            Hypothesis::Stronge => {
                assert_relative(&what, restitution.work.normal, -e * e * compression.work.normal, 1e-12)
            }
        }
        // end of compression: u_n = 0 by W·P_c, with the rounding of the terms that cancel
        let p = compression.impulse;
        let terms = before.normal.abs() + (w.tn * p.tangential).abs() + w.nn * p.normal;
        assert_close("u_n at P_c", before.normal + w.tn * p.tangential + w.nn * p.normal, 0.0, 1e-12, terms);
    });
}

#[test]
fn velocities_follow_the_impulse_and_energy_is_accounted_for() {
    on_samples(4000, |&(ref w, before, mu, e), hypothesis, outcome| {
        let (p, after) = (outcome.impulse(), outcome.after);
        let scale = before.slip.abs() + before.normal.abs() + w.tt * p.tangential.abs() + w.nn * p.normal;
        assert_close("u_t", after.slip, before.slip + w.tt * p.tangential + w.tn * p.normal, 1e-12, scale);
        assert_close("u_n", after.normal, before.normal + w.tn * p.tangential + w.nn * p.normal, 1e-12, scale);
        let energy = kinetic_energy(w, before);
        // the inverse of W costs 1/(1 − 0.98) at most
        let lost = energy - kinetic_energy(w, after);
        assert_close("energy", outcome.dissipated(), lost, 1e-12, energy + kinetic_energy(w, after));

        assert!(after.normal >= 0.0 && p.normal > 0.0 && p.tangential.abs() <= mu * p.normal * (1.0 + 1e-12));
        assert!(outcome.dissipated_tangential() >= 0.0, "{outcome:?}");
        match hypothesis {
            Hypothesis::Newton => {}
            Hypothesis::Poisson => assert!(outcome.dissipated() >= -1e-12 * energy, "{outcome:?}"),
            Hypothesis::Stronge => {
                let expected = (e * e - 1.0) * outcome.compression.work.normal;
                assert_close("D_n", outcome.dissipated_normal(), expected, 1e-12, -outcome.compression.work.normal);
            }
        }
    });
}

#[test]
fn slip_after_the_impact_is_that_of_the_case() {
    on_samples(2000, |(w, before, mu, _), _, outcome| {
        let (slip, j) = (outcome.after.slip, before.slip.signum());
        match outcome.case {
            Case::ForwardSliding => assert!(slip * j >= 0.0),
            Case::ReversedOnCompression | Case::ReversedOnRestitution => assert!(slip * j <= 0.0),
            Case::StickingOnCompression | Case::StickingOnRestitution | Case::DirectSticking => assert_eq!(slip, 0.0),
            Case::DirectSliding => assert!(slip * w.tn > 0.0),
        }
        let (p_c, p_total) = (outcome.compression.impulse.normal, outcome.impulse().normal);
        match outcome.case {
            Case::ReversedOnCompression | Case::StickingOnCompression => {
                assert!(outcome.slip_stop.unwrap() <= p_c * (1.0 + 1e-12));
            }
            Case::ReversedOnRestitution | Case::StickingOnRestitution => {
                let stop = outcome.slip_stop.unwrap();
                assert!(p_c * (1.0 - 1e-12) <= stop && stop <= p_total * (1.0 + 1e-12));
            }
            _ => assert_eq!(outcome.slip_stop, None),
        }
        let sticks = outcome.after.slip == 0.0 && outcome.case != Case::ForwardSliding;
        assert!(!sticks || w.tn.abs() <= mu * w.tt || outcome.restitution.impulse.normal == 0.0);
    });
}

#[test]
fn tangent_may_be_turned_round_and_units_chosen_freely() {
    on_samples(1000, |&(m, before, mu, e), hypothesis, outcome| {
        let mirrored = solve(&w(m.tt, -m.tn, m.nn), u(-before.slip, before.normal), mu, hypothesis, e);
        assert_eq!(mirrored.after, u(-outcome.after.slip, outcome.after.normal));
        assert_eq!(mirrored.compression.work, outcome.compression.work);
        assert_eq!(mirrored.impulse().tangential, -outcome.impulse().tangential);
        // powers of two are exact: speeds times 4, masses times 2, so impulses times 8 and energies times 32
        let faster = u(4.0 * before.slip, 4.0 * before.normal);
        let scaled = solve(&w(m.tt / 2.0, m.tn / 2.0, m.nn / 2.0), faster, mu, hypothesis, e);
        assert_eq!(scaled.impulse().normal, 8.0 * outcome.impulse().normal);
        assert_eq!(scaled.dissipated(), 32.0 * outcome.dissipated());
        assert_eq!(scaled.case, outcome.case);
    });
}

// ---- against an integration over the normal impulse ----

/// Impulse, velocity and work on the way through an impact.
#[derive(Clone, Copy, Default)]
struct Way {
    p: Impulse,
    u: Velocity,
    work_n: f64,
    work_t: f64,
}

impl Way {
    /// One step of normal impulse `h`: the friction that would stop slip by its end, but no more than μ·h.
    fn step(&self, w: &InverseMass, mu: f64, h: f64) -> (Way, f64) {
        let friction = (-(self.u.slip + w.tn * h) / w.tt).clamp(-mu * h, mu * h);
        let after = u(self.u.slip + w.tt * friction + w.tn * h, self.u.normal + w.tn * friction + w.nn * h);
        let next = Way {
            p: Impulse { tangential: self.p.tangential + friction, normal: self.p.normal + h },
            u: after,
            work_n: self.work_n + 0.5 * (self.u.normal + after.normal) * h,
            work_t: self.work_t + 0.5 * (self.u.slip + after.slip) * friction,
        };
        (next, friction)
    }

    /// The same, halved as often as `depth` says where slip stops: elsewhere a step is exact.
    fn moved(&self, w: &InverseMass, mu: f64, h: f64, depth: u32) -> Way {
        let (next, friction) = self.step(w, mu, h);
        let slides_on = friction == -self.u.slip.signum() * mu * h && next.u.slip * self.u.slip >= 0.0;
        if depth == 0 || slides_on || self.u.slip.abs() < 1e-13 {
            next
        } else {
            self.moved(w, mu, 0.5 * h, depth - 1).moved(w, mu, 0.5 * h, depth - 1)
        }
    }

    /// To where `ended` becomes true, which is found by bisection.
    fn until(self, w: &InverseMass, mu: f64, h: f64, ended: impl Fn(&Way) -> bool) -> Way {
        let mut way = self;
        while !ended(&way) {
            let next = way.moved(w, mu, h, 45);
            if ended(&next) {
                let (mut low, mut high) = (0.0, h);
                for _ in 0..60 {
                    let middle = 0.5 * (low + high);
                    if ended(&way.moved(w, mu, middle, 45)) { high = middle } else { low = middle }
                }
                return way.moved(w, mu, high, 45);
            }
            way = next;
        }
        way
    }
}

#[test]
fn agrees_with_an_integration_over_the_normal_impulse() {
    let worst = RefCell::new(0.0f64);
    on_samples(1500, |&(w, before, mu, e), hypothesis, outcome| {
        let h = 0.05 * before.normal.abs() / w.nn;
        let compression = Way { u: before, ..Way::default() }.until(&w, mu, h, |way| way.u.normal >= 0.0);
        let start = Way { u: compression.u, ..Way::default() };
        let restitution = start.until(&w, mu, h, |way| match hypothesis {
            Hypothesis::Newton => way.u.normal >= -e * before.normal,
            Hypothesis::Poisson => way.p.normal >= e * compression.p.normal,
            Hypothesis::Stronge => way.work_n >= -e * e * compression.work_n,
        });
        let impulse_scale = outcome.impulse().normal;
        let work_scale = -outcome.compression.work.normal + outcome.dissipated_tangential();
        let speed_scale = before.normal.abs() + before.slip.abs() + outcome.after.slip.abs() + outcome.after.normal;
        for (way, phase) in [(&compression, &outcome.compression), (&restitution, &outcome.restitution)] {
            let off = [
                (way.p.normal - phase.impulse.normal) / impulse_scale,
                (way.p.tangential - phase.impulse.tangential) / impulse_scale / (1.0 + mu),
                (way.work_n - phase.work.normal) / work_scale,
                (way.work_t - phase.work.tangential) / work_scale,
                (restitution.u.slip - outcome.after.slip) / speed_scale,
                (restitution.u.normal - outcome.after.normal) / speed_scale,
            ];
            for value in off {
                // steps are exact but for the one that holds the stop, 2⁻⁴⁵ of h long; the rest is rounding: 4e-13
                assert!(value.abs() < 1e-11, "{hypothesis:?} {:?} {off:?}", outcome.case);
                let so_far = *worst.borrow();
                *worst.borrow_mut() = so_far.max(value.abs());
            }
        }
    });
    println!("integration over the normal impulse: off by {:.1e} at most", worst.into_inner());
}

// ---- by hand ----

/// Friction of μ = 0.5 holds, 1 ≤ 0.5·4; du_n/dP_n = 1/2 sliding forward, 3/4 in stick.
const HELD: InverseMass = w(4.0, 1.0, 1.0);
/// Friction of μ = 0.5 does not hold, 1 > 0.5·1; du_n/dP_n = 9/2 sliding backward (u_t < 0), 7/2 forward.
const LOOSE: InverseMass = w(1.0, 1.0, 4.0);

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

// ---- closed forms ----

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
fn outcome_is_continuous_across_the_cases() {
    use Case::*;
    const STEP: f64 = 1e-9;
    // where the case changes, as (W, u_t, u_n, μ, e) for a small step either way
    type Inputs = (InverseMass, f64, f64, f64, f64);
    let edges: [(&dyn Fn(f64) -> Inputs, Case, Case); 8] = [
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

// ---- bodies ----

/// A body of 1 kg at 45° that hits the ground with its end: uniform rod, l = 1 m.
fn falling_rod() -> InverseMass {
    let arm = 0.5 * 0.5f64.sqrt();
    let rod = Body { mass: 1.0, inertia: 1.0 / 12.0, arm_t: arm, arm_n: -arm };
    InverseMass::from_bodies(&rod, &Body::FIXED).unwrap()
}

#[test]
fn newtons_hypothesis_gains_energy_where_slip_stops_and_the_others_do_not() {
    let w = falling_rod();
    // 1 + 3/2 along both axes, coupling 3/2
    assert_close("w_tt", w.tt, 2.5, 1e-15, 1.0);
    assert_close("w_tn", w.tn, 1.5, 1e-15, 1.0);
    // μ = 0.7 holds, 1.5 ≤ 0.7·2.5; sliding backward u_n rises by 3.55 and u_t by 3.25 per P_n, in stick u_n by 1.6
    let before = u(-0.9 * 3.25 / 3.55, -1.0);
    let energy = kinetic_energy(&w, before);
    let of = |hypothesis| solve(&w, before, 0.7, hypothesis, 1.0);
    let newton = of(Hypothesis::Newton);
    assert_eq!(newton.case, Case::StickingOnCompression);
    let after = kinetic_energy(&w, newton.after);
    assert!(after > 1.2 * energy, "{after} after {energy}");
    assert_relative("gain", -newton.dissipated(), after - energy, 1e-13);
    // with D_t = ½·μ·|u_t|·P at the stop, P = 0.9/3.55; W_r = 1/(2·1.6) comes from bringing u_n to 1 in stick
    let (stop, normal) = (0.9 / 3.55, -0.1);
    let compression = 0.5 * (1.0 - normal) * stop + 0.5 * normal * normal / 1.6;
    let gain = 1.0 / 3.2 - compression - 0.5 * 0.7 * 0.9 * 3.25 / 3.55 * stop;
    assert_relative("gain", -newton.dissipated(), gain, 1e-13);
    assert!(of(Hypothesis::Poisson).dissipated() > 0.0 && of(Hypothesis::Stronge).dissipated() > 0.0);

    // weaker friction reverses slip instead
    let before = u(-0.9 * 2.875 / 3.325, -1.0);
    let newton = solve(&w, before, 0.55, Hypothesis::Newton, 1.0);
    assert_eq!(newton.case, Case::ReversedOnCompression);
    assert!(kinetic_energy(&w, newton.after) > 1.2 * kinetic_energy(&w, before), "{newton:?}");
}

/// Planar motion of a body: velocity of its centre of mass and angular velocity, anticlockwise from t to n.
#[derive(Clone, Copy)]
struct Motion {
    v_t: f64,
    v_n: f64,
    omega: f64,
}

impl Motion {
    fn at_contact(&self, body: &Body) -> Velocity {
        u(self.v_t - self.omega * body.arm_n, self.v_n + self.omega * body.arm_t)
    }

    fn pushed(&self, body: &Body, p_t: f64, p_n: f64) -> Motion {
        Motion {
            v_t: self.v_t + p_t / body.mass,
            v_n: self.v_n + p_n / body.mass,
            omega: self.omega + (body.arm_t * p_n - body.arm_n * p_t) / body.inertia,
        }
    }

    fn energy(&self, body: &Body) -> f64 {
        0.5 * body.mass * (self.v_t * self.v_t + self.v_n * self.v_n) + 0.5 * body.inertia * self.omega * self.omega
    }
}

/// Two bodies that collide off their centres.
const BODY_1: Body = Body { mass: 1.5, inertia: 0.2, arm_t: 0.3, arm_n: -0.4 };
const BODY_2: Body = Body { mass: 2.5, inertia: 0.6, arm_t: -0.2, arm_n: 0.5 };

fn colliding() -> (InverseMass, Velocity, [Motion; 2]) {
    let motions = [Motion { v_t: 0.7, v_n: -1.0, omega: 0.5 }, Motion { v_t: -0.4, v_n: 0.6, omega: -0.8 }];
    let [one, two] = [motions[0].at_contact(&BODY_1), motions[1].at_contact(&BODY_2)];
    let w = InverseMass::from_bodies(&BODY_1, &BODY_2).unwrap();
    (w, u(one.slip - two.slip, one.normal - two.normal), motions)
}

#[test]
fn two_bodies_keep_to_the_principle_of_impulse_and_momentum() {
    let (w, before, [motion_1, motion_2]) = colliding();
    let energy = motion_1.energy(&BODY_1) + motion_2.energy(&BODY_2);
    for mu in [0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0] {
        for hypothesis in Hypothesis::ALL {
            let outcome = solve(&w, before, mu, hypothesis, 0.6);
            let p = outcome.impulse();
            let after_1 = motion_1.pushed(&BODY_1, p.tangential, p.normal);
            let after_2 = motion_2.pushed(&BODY_2, -p.tangential, -p.normal);
            let (one, two) = (after_1.at_contact(&BODY_1), after_2.at_contact(&BODY_2));
            assert_close("u_t", outcome.after.slip, one.slip - two.slip, 1e-14, 1.0);
            assert_close("u_n", outcome.after.normal, one.normal - two.normal, 1e-14, 1.0);
            let lost = energy - after_1.energy(&BODY_1) - after_2.energy(&BODY_2);
            assert_close("energy", outcome.dissipated(), lost, 1e-14, energy);
        }
    }
    // arms from the contact to the centres, as the print has them
    let turned = |body: &Body| Body { arm_t: -body.arm_t, arm_n: -body.arm_n, ..*body };
    assert_eq!(InverseMass::from_bodies(&turned(&BODY_1), &turned(&BODY_2)).unwrap(), w);
}

#[test]
fn end_of_compression_and_of_slip_are_on_the_right_lines_and_not_on_the_printed_ones() {
    let (w, before, _) = colliding();
    let [m1, m2, m3] = w.effective_masses();
    // 1/m1, 1/m2, 1/m3 from below eq. (3.2b)
    assert_relative("m1", 1.0 / m1, 1.0 / 1.5 + 1.0 / 2.5 + 0.16 / 0.2 + 0.25 / 0.6, 1e-15);
    assert_relative("m2", 1.0 / m2, 1.0 / 1.5 + 1.0 / 2.5 + 0.09 / 0.2 + 0.04 / 0.6, 1e-15);
    assert_relative("m3", 1.0 / m3, -0.12 / 0.2 - 0.1 / 0.6, 1e-15);
    // what makes W positive definite, printed with the right sign
    assert!(m1 * m2 < m3 * m3);
    let (s0, c0) = (before.slip, before.normal);
    let swapped_a = |p: &Impulse| c0 + p.tangential / m1 - p.normal / m3;
    let swapped_b = |p: &Impulse| s0 - p.tangential / m3 + p.normal / m2;

    let outcome = solve(&w, before, 0.4, Hypothesis::Stronge, 0.6);
    assert_eq!(outcome.case, Case::ForwardSliding);
    let p = outcome.compression.impulse;
    assert_close("C = 0", c0 - p.tangential / m3 + p.normal / m2, 0.0, 1e-15, 1.0);
    assert!(swapped_a(&p).abs() > 1.0, "{p:?}: {}", swapped_a(&p));

    let outcome = solve(&w, before, 5.0, Hypothesis::Stronge, 0.6);
    assert_eq!(outcome.case, Case::StickingOnCompression);
    let p = outcome.impulse();
    assert_close("S = 0", s0 + p.tangential / m1 - p.normal / m3, 0.0, 1e-15, 1.0);
    assert!(swapped_b(&p).abs() > 1.0, "{p:?}: {}", swapped_b(&p));
    // in stick 1/m_y = −(1/m2 − m1/m3²); with the printed sign compression would end elsewhere
    let along_stick = |sign: f64| 1.0 / m2 + sign * m1 / (m3 * m3);
    let stop = outcome.slip_stop.unwrap();
    let at_stop = c0 + (1.0 / m2 + 5.0 / m3) * stop;
    let end = |sign: f64| stop - at_stop / along_stick(sign);
    assert_relative("P_c", outcome.compression.impulse.normal, end(-1.0), 1e-14);
    assert!((end(1.0) - end(-1.0)).abs() > 0.1);
}

// ---- the rods of [G04 Figs 22, 23] ----

/// Double pendulum of two uniform rods with relative angles, φ = 0 hanging, its tip on the ground.
struct Rods {
    w: InverseMass,
    before: Velocity,
    energy: f64,
}

/// Rods of l = 1 m, m = 2 kg, J = 1/6 kg·m² about their centres; both rates −1 rad/s.
fn rods(phi_1: f64, phi_2: f64) -> Rods {
    let (length, mass, inertia) = (1.0, 2.0, 1.0 / 6.0);
    let (one, two) = (phi_1.to_radians(), (phi_1 + phi_2).to_radians());
    // velocity (horizontal, up) of a point at `reach` along a rod of absolute angle a, per absolute rate
    let column = |angle: f64, reach: f64| [reach * angle.cos(), reach * angle.sin()];
    // columns of absolute rates (φ̇1, φ̇1 + φ̇2) to those of (φ̇1, φ̇2)
    let relative =
        |first: [f64; 2], second: [f64; 2]| [[first[0] + second[0], second[0]], [first[1] + second[1], second[1]]];
    let centre_1 = relative(column(one, 0.5 * length), [0.0; 2]);
    let centre_2 = relative(column(one, length), column(two, 0.5 * length));
    let tip = relative(column(one, length), column(two, length));
    let turn = [[1.0, 0.0], [1.0, 1.0]];
    let m = |a: usize, b: usize| -> f64 {
        [centre_1, centre_2].iter().flatten().map(|row| mass * row[a] * row[b]).sum::<f64>()
            + turn.iter().map(|row| inertia * row[a] * row[b]).sum::<f64>()
    };
    let determinant = m(0, 0) * m(1, 1) - m(0, 1) * m(0, 1);
    let yields = |a: [f64; 2], b: [f64; 2]| {
        (m(1, 1) * a[0] * b[0] - m(0, 1) * (a[0] * b[1] + a[1] * b[0]) + m(0, 0) * a[1] * b[1]) / determinant
    };
    Rods {
        w: w(yields(tip[0], tip[0]), yields(tip[0], tip[1]), yields(tip[1], tip[1])),
        before: u(-tip[0][0] - tip[0][1], -tip[1][0] - tip[1][1]),
        energy: 0.5 * (m(0, 0) + 2.0 * m(0, 1) + m(1, 1)),
    }
}

/// Energy lost in percent under each hypothesis, and the case under Stronge's.
fn loss(rods: &Rods, mu: f64, e: f64) -> ([f64; 3], [Case; 3]) {
    let outcomes = Hypothesis::ALL.map(|hypothesis| solve(&rods.w, rods.before, mu, hypothesis, e));
    (outcomes.map(|outcome| 100.0 * outcome.dissipated() / rods.energy), outcomes.map(|outcome| outcome.case))
}

#[test]
fn in_a_slip_reverses_or_sticks_and_each_hypothesis_loses_its_own() {
    let rods = rods(18.0, 12.0);
    let holds = rods.w.tn / rods.w.tt;
    assert!((0.62..0.64).contains(&holds));
    print_losses("(a) phi_1 = 18, phi_2 = 12 deg", &rods);
    for step in 1..=100 {
        let mu = 0.01 * f64::from(step);
        for e in [0.0, 0.01] {
            let ([newton, poisson, stronge], cases) = loss(&rods, mu, e);
            assert_eq!(cases, [Case::ForwardSliding; 3]);
            assert_relative("Poisson", poisson, newton, 1e-12);
            assert_relative("Stronge", stronge, newton, 1e-12);
        }
        for e in [0.5, 1.0] {
            let ([newton, poisson, stronge], cases) = loss(&rods, mu, e);
            let expected = if mu < holds { Case::ReversedOnRestitution } else { Case::StickingOnRestitution };
            assert_eq!(cases, [expected; 3]);
            // Newton's speed is reached late, as u_n rises slowly after the stop: with energy from nowhere
            assert!(newton < stronge && stronge < poisson && stronge > 0.0, "mu {mu}, e {e}");
            if mu > 0.1 {
                assert!(poisson - newton > 1.0, "mu {mu}, e {e}");
            }
        }
        // Newton's hypothesis: the rods leave with up to four times their energy
        let gains = loss(&rods, mu, 1.0).0[0] < 0.0;
        assert_eq!(gains, mu > 0.255, "mu {mu}");
    }
    assert!(loss(&rods, 1.0, 1.0).0[0] < -300.0);
}

#[test]
fn in_b_slip_goes_on_and_the_hypotheses_agree() {
    let rods = rods(0.0, 20.7);
    let (w, before) = (&rods.w, &rods.before);
    // only for e = 1 does slip stop before the end: |u_t|/(w_tn + μ·w_tt) = 2·|u_n|/(w_nn + μ·w_tn)
    let stops = (2.0 * before.normal * w.tn - before.slip * w.nn) / (before.slip * w.tn - 2.0 * before.normal * w.tt);
    assert!((0.95..0.96).contains(&stops), "{stops}");
    print_losses("(b) phi_1 = 0, phi_2 = 20.7 deg", &rods);
    for step in 0..=100 {
        let mu = 0.01 * f64::from(step);
        for e in [0.0, 0.01, 0.5, 1.0] {
            let ([newton, poisson, stronge], cases) = loss(&rods, mu, e);
            if e == 1.0 && mu > stops {
                assert_eq!(cases, [Case::StickingOnRestitution; 3]);
                assert!((poisson - stronge).abs() < 1e-3 && (poisson - newton).abs() < 0.7, "mu {mu}");
                continue;
            }
            assert_eq!(cases, [Case::ForwardSliding; 3]);
            assert_close("Poisson", poisson, newton, 1e-12, 100.0);
            assert_close("Stronge", stronge, newton, 1e-12, 100.0);
            // gross slip by the principle of work: P_n = (1+e)·|u_n|/c, c = w_nn + μ·w_tn, P_t = μ·P_n
            let p = (1.0 + e) * -before.normal / (w.nn + mu * w.tn);
            let mean_slip = before.slip + 0.5 * p * (w.tn + mu * w.tt);
            let work = p * (0.5 * (1.0 - e) * before.normal + mu * mean_slip);
            assert_close("work", stronge, -100.0 * work / rods.energy, 1e-12, 100.0);
        }
    }
}

#[test]
fn rods_are_those_of_the_textbook() {
    for (phi_1, phi_2) in [(18.0f64, 12.0f64), (0.0, 20.7)] {
        let rods = rods(phi_1, phi_2);
        // ½·q̇ᵀMq̇ with M11 = m·l²·(5/3 + cos φ2), M12 = m·l²·(1/3 + ½·cos φ2), M22 = m·l²/3
        assert_relative("energy", rods.energy, 8.0 / 3.0 + 2.0 * phi_2.to_radians().cos(), 1e-14);
        // two rates and two directions at the tip: all of the energy is within reach of the impulse
        assert_relative("reach", kinetic_energy(&rods.w, rods.before), rods.energy, 1e-13);
        // the tip goes down, and to the side where x = sin φ1 + sin(φ1 + φ2) falls
        let second = (phi_1 + phi_2).to_radians();
        assert_relative("u_t", rods.before.slip, -phi_1.to_radians().cos() - 2.0 * second.cos(), 1e-14);
        assert_relative("u_n", rods.before.normal, -phi_1.to_radians().sin() - 2.0 * second.sin(), 1e-14);
    }
}

/// The table behind [G04 Figs 22, 23].
fn print_losses(name: &str, rods: &Rods) {
    println!("{name}: {:?}, {:?}, {:.6} J", rods.w, rods.before, rods.energy);
    println!("friction holds from mu = {:.6}", rods.w.tn.abs() / rods.w.tt);
    println!("energy lost in percent by Newton's, Poisson's and Stronge's hypothesis");
    for e in [0.0, 0.01, 0.5, 1.0] {
        for step in 0..=10 {
            let mu = 0.1 * f64::from(step);
            let ([newton, poisson, stronge], cases) = loss(rods, mu, e);
            println!("e {e:4} mu {mu:.1} {newton:9.4} {poisson:9.4} {stronge:9.4}  {:?}", cases[2]);
        }
    }
}

// ---- refusals ----

#[track_caller]
fn assert_refused(w: &InverseMass, before: Velocity, mu: f64, e: f64, text: &str) {
    for hypothesis in Hypothesis::ALL {
        assert_eq!(impact(w, before, mu, hypothesis, e).unwrap_err().to_string(), text);
    }
}

#[test]
fn what_is_no_impact_is_refused_by_name() {
    let (before, nan) = (u(1.0, -1.0), f64::NAN);
    assert_refused(&w(nan, 0.0, 1.0), before, 0.5, 0.5, "w_tt = NaN is not a finite number");
    assert_refused(&w(1.0, nan, 1.0), before, 0.5, 0.5, "w_tn = NaN is not a finite number");
    assert_refused(&w(1.0, 0.0, f64::INFINITY), before, 0.5, 0.5, "w_nn = inf is not a finite number");
    assert_refused(&HELD, u(nan, -1.0), 0.5, 0.5, "the slip before the impact = NaN is not a finite number");
    let text = "the normal velocity before the impact = NaN is not a finite number";
    assert_refused(&HELD, u(1.0, nan), 0.5, 0.5, text);
    assert_refused(&HELD, before, nan, 0.5, "mu = NaN is not a finite number");
    assert_refused(&HELD, before, f64::INFINITY, 0.5, "mu = inf is not a finite number");
    assert_refused(&HELD, before, 0.5, nan, "e = NaN is not a finite number");
    assert_refused(&HELD, before, -0.1, 0.5, "mu = -0.1 is below 0");
    assert_refused(&HELD, before, 0.5, -0.1, "e = -0.1 is outside 0 to 1");
    assert_refused(&HELD, before, 0.5, 1.1, "e = 1.1 is outside 0 to 1");
    let text = "the normal velocity before the impact, 0.0 m/s, is not below 0: the bodies do not approach";
    assert_refused(&HELD, u(1.0, 0.0), 0.5, 0.5, text);
    for (tt, tn, nn) in
        [(1.0, 1.0, 1.0), (1.0, -2.0, 1.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (-1.0, 0.1, 1.0), (1.0, 0.1, -1.0)]
    {
        let fault = impact(&w(tt, tn, nn), before, 0.5, Hypothesis::Newton, 0.5).unwrap_err();
        assert_eq!(fault, Fault::NotPositiveDefinite { tt, tn, nn });
        assert!(fault.to_string().contains("is not positive definite: w_tt > 0, w_nn > 0 and w_tn^2 < w_tt*w_nn"));
    }
    let text = "the impulse overflows; look for a velocity, mass or friction coefficient far too large or too small";
    assert_refused(&w(1e-300, 0.0, 1e-300), u(0.0, -1e300), 0.5, 0.5, text);
}

#[test]
fn bodies_without_inertia_are_refused_by_name() {
    let of = |body: &Body| InverseMass::from_bodies(body, &BODY_2).map_err(|fault| fault.to_string());
    let rest = "is not above 0; a body that nothing moves has infinite mass and inertia";
    assert_eq!(of(&Body { mass: 0.0, ..BODY_1 }), Err(format!("mass = 0.0 {rest}")));
    assert_eq!(of(&Body { inertia: -1.0, ..BODY_1 }), Err(format!("inertia = -1.0 {rest}")));
    assert_eq!(of(&Body { inertia: f64::NAN, ..BODY_1 }), Err(format!("inertia = NaN {rest}")));
    assert_eq!(of(&Body { arm_n: f64::NAN, ..BODY_1 }), Err("arm_n = NaN is not a finite number".into()));
    let fixed = InverseMass::from_bodies(&Body::FIXED, &Body::FIXED);
    assert_eq!(fixed, Err(Fault::NotPositiveDefinite { tt: 0.0, tn: 0.0, nn: 0.0 }));
}
