//! Definitions and balances on random impacts of every case.

use super::*;

pub type Sample = (InverseMass, Velocity, f64, f64);

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
pub fn on_samples(count: u32, check: impl Fn(&Sample, Hypothesis, &Outcome)) {
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
            Case::StickingOnCompression | Case::StickingOnRestitution | Case::DirectSticking | Case::Jam => {
                assert_eq!(slip, 0.0);
            }
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
