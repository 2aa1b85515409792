//! Impacts without approach: sliding draws the bodies together.

use super::*;

/// Painlevé's rod: m = 1 kg, half length 1 m, I = ⅓ kg·m², tan θ = 2.
const ROD: InverseMass = w(3.4, -1.2, 1.6);
const STRONG: f64 = 8.0 / 3.0;

#[test]
fn a_rod_that_slides_into_a_plane_jams() {
    // backward slip: u_t = −1 + (3.4·8/3 − 1.2)·P = −1 + 118/15·P, u_n = (1.6 − 1.2·8/3)·P = −1.6·P; then it sticks and
    // u_n rises by 1.6 − 1.44/3.4 = 20/17
    let stop = 15.0 / 118.0;
    let p_c = stop + 1.6 * stop / (20.0 / 17.0);
    // −½·1.6·P_ys² − ½·(1.6·P_ys)²/(20/17)
    let work = -0.8 * stop * stop - 0.5 * (1.6 * stop) * (1.6 * stop) * 17.0 / 20.0;
    assert_close("P_c", p_c, 0.3, 1e-15, 1.0);
    assert_close("W_c", work, -0.030_508_474_576_271_2, 1e-15, 1.0);
    let before = u(-1.0, 0.0);
    for (hypothesis, p_n, rebound) in [
        (Hypothesis::Poisson, 0.45, 3.0 / 17.0),
        // u_n² = −2·20/17·e²·W_c
        (Hypothesis::Stronge, 0.413_868_791_575_722, 0.133_963_284_206_732),
        (Hypothesis::Newton, 0.3, 0.0),
    ] {
        let outcome = solve(&ROD, before, STRONG, hypothesis, 0.5);
        assert_eq!(outcome.case, Case::Jam);
        assert_close("P_ys", outcome.slip_stop.unwrap(), stop, 1e-15, 1.0);
        assert_close("P_c", outcome.compression.impulse.normal, p_c, 1e-15, 1.0);
        assert_close("W_c", outcome.compression.work.normal, work, 1e-15, 1.0);
        assert_close("P_n", outcome.impulse().normal, p_n, 2e-15, 1.0);
        assert_close("u_n", outcome.after.normal, rebound, 2e-15, 1.0);
        assert_eq!(outcome.after.slip, 0.0);
        let (then, now) = (kinetic_energy(&ROD, before), kinetic_energy(&ROD, outcome.after));
        assert_close("T", then, 0.2, 1e-15, 1.0);
        assert_close("loss", outcome.dissipated(), then - now, 1e-15, 1.0);
    }
    let poisson = solve(&ROD, before, STRONG, Hypothesis::Poisson, 0.5);
    assert_close("P_t", poisson.impulse().tangential, 0.452_941_176_470_588, 1e-15, 1.0);
    assert_close("T", 0.2 - poisson.dissipated(), 0.013_235_294_117_647_1, 1e-15, 1.0);
}

#[test]
fn without_approach_only_slip_that_causes_approach_is_an_impact() {
    for hypothesis in Hypothesis::ALL {
        // the other way, no slip, friction that just does not draw, slip that parts
        for (slip, mu) in [(1.0, STRONG), (0.0, STRONG), (-1.0, 4.0 / 3.0), (-1.0, 1.0)] {
            let fault = impact(&ROD, u(slip, 0.0), Friction::coulomb(mu), hypothesis, 0.5);
            assert_eq!(fault, Err(Fault::NotApproaching { normal: 0.0 }), "{slip} {mu}");
        }
        let fault = impact(&ROD, u(-1.0, 1e-9), Friction::coulomb(STRONG), hypothesis, 0.5);
        assert_eq!(fault, Err(Fault::NotApproaching { normal: 1e-9 }));
        // the sliding coefficient draws; the static one, at least as great, holds after the stop
        let friction = Friction { mu_s: 9.0, mu_k: STRONG };
        assert_eq!(
            impact(&ROD, u(-1.0, 0.0), friction, hypothesis, 0.5),
            Ok(solve(&ROD, u(-1.0, 0.0), STRONG, hypothesis, 0.5))
        );
    }
}

#[test]
fn a_jam_is_what_ever_slower_approaches_come_to() {
    for hypothesis in [Hypothesis::Poisson, Hypothesis::Stronge] {
        let jam = solve(&ROD, u(-1.0, 0.0), STRONG, hypothesis, 0.5);
        let slow = solve(&ROD, u(-1.0, -1e-12), STRONG, hypothesis, 0.5);
        assert_eq!(slow.case, Case::StickingOnCompression);
        // 1e-12 times slopes below 10
        assert_close("P_n", jam.impulse().normal, slow.impulse().normal, 1e-11, 1.0);
        assert_close("u_n", jam.after.normal, slow.after.normal, 1e-11, 1.0);
    }
}
