//! The rods of [G04 Figs 22, 23].

use super::*;

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

/// Those of Fig. 22 (a): W as tt, tn, nn, velocity as t, n, and the energy.
pub fn of_figure_22() -> ([f64; 3], [f64; 2], f64) {
    let Rods { w, before, energy } = rods(18.0, 12.0);
    ([w.tt, w.tn, w.nn], [before.slip, before.normal], energy)
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
