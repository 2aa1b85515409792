//! Two free bodies.

use super::*;

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
pub const BODY_1: Body = Body { mass: 1.5, inertia: 0.2, arm_t: 0.3, arm_n: -0.4 };
pub const BODY_2: Body = Body { mass: 2.5, inertia: 0.6, arm_t: -0.2, arm_n: 0.5 };

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
fn ends_of_compression_and_slip_are_on_the_corrected_lines() {
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
