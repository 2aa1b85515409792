//! Friction that is not the same along every direction of the tangent plane: e_t and e_o of [PT96 eq. 1], along x of body j and
//! across it.

use crate::common::*;
use asperity::physics::parameters::{FrictionLaw, FrictionMap};
use asperity::physics::{Inputs, State};

/// Directions t and o of a contact whose normal is e_z, with body j turned by `angle` [rad] about it.
fn directions(angle: f64) -> [V3; 2] {
    let (s, c) = angle.sin_cos();
    [vector(c, s, 0.0), vector(-s, c, 0.0)]
}

fn turned(mut inputs: Inputs<f64>, angle: f64) -> Inputs<f64> {
    inputs.body_j.orientation = rotation(V3::z(), angle);
    inputs
}

/// A disc of 2 kg under its weight at μ = 0.4 slides by (0.3, 0.1) m/s along t and o and spins with 5 rad/s, e = (1, 0.5, 1/15 m): the force of
/// the ellipsoid that takes most work, τ·e_k²·V_k/√Σe²V² with τ = 7.848 N, and of (c) translation and rotation apart. The former in ten
/// digits from a solver of its own for [PT96 (i)–(iv)]; the law has it where v_S and v_ε are far below the slip.
#[test]
fn sliding_takes_the_force_of_most_work() {
    let tau: f64 = 0.4 * 2.0 * 9.81;
    let apart = (0.3f64.powi(2) + (0.5f64 * 0.1).powi(2)).sqrt();
    for (map, wanted) in [
        (FrictionMap::Ellipsoid, [-5.2177048913, -0.4348087409, -0.3864966586]),
        (FrictionMap::Mixed, [-tau * 0.3 / apart, -tau * 0.25 * 0.1 / apart, -tau / 15.0]),
    ] {
        for angle in [0.0, 0.7, -2.9] {
            let mut parameters = parameters();
            parameters.settings.friction_map = map;
            let f = &mut parameters.friction;
            (f.e_t, f.e_o, f.e_r, f.mu_C, f.mu_S) = (1.0, 0.5, 1.0 / 15.0, 0.4, 0.4);
            let [t, o] = directions(angle);
            let mut inputs = external(penetration_for(&parameters, 19.62), t * 0.3 + o * 0.1);
            inputs.body_i.angular_velocity = V3::z() * 5.0;
            let inputs = turned(inputs, angle);
            let out = evaluate(&parameters, &inputs, &touching(&parameters, 0.1), &State::default()).unwrap().outputs;
            let found = [out.friction_force.dot(&t), out.friction_force.dot(&o), out.friction_moment.z];
            for (what, found, wanted) in
                [("t", found[0], wanted[0]), ("o", found[1], wanted[1]), ("r", found[2], wanted[2])]
            {
                // the last of the ten digits, of the largest
                assert_close(what, found, wanted, 1e-10, 5.2);
            }
        }
    }
}

/// Along t and o the bristles are springs of e²·σ0 and dampers of e²·σ1: force −E·(σ0·E·d) of a deflection d, which is E·d in z; and the
/// stored energy ½·σ0·|E·d|² is the work of that force.
#[test]
fn sticking_bristles_are_as_uneven_as_the_bound() {
    let (e_t, e_o, d) = (0.6, 1.5, [3e-6, -2e-6]);
    let mut parameters = parameters();
    (parameters.friction.e_t, parameters.friction.e_o) = (e_t, e_o);
    let sigma_0 = parameters.friction.sigma_0;
    for angle in [0.0, 1.1] {
        let [t, o] = directions(angle);
        let inputs = turned(external(penetration_for(&parameters, 10.0), V3::zeros()), angle);
        let state = with_bristles(t * (e_t * d[0]) + o * (e_o * d[1]), 1.0);
        let latch = touching(&parameters, 0.1);
        let out = evaluate(&parameters, &inputs, &latch, &state).unwrap().outputs;
        let wanted = -(t * (e_t * e_t * d[0]) + o * (e_o * e_o * d[1])) * sigma_0;
        assert_vectors("force", &out.friction_force, &wanted, 1e-14, wanted.norm());
        let without = evaluate(&parameters, &inputs, &latch, &State::default()).unwrap().outputs;
        let stored = 0.5 * sigma_0 * ((e_t * d[0]).powi(2) + (e_o * d[1]).powi(2));
        // of 5 mJ in the compliance, rounding of which is 1e-18 J
        assert_close("stored", out.energy_elastic - without.energy_elastic, stored, 1e-8, stored);
        // ż = s·E·v + (1−s)·f_C/σ1, of which the latter is 2e-7 of it: (|V|/v_S)²·μ_C·f_n·1.5/(v_ε·σ1)
        let moving = Inputs { relative_velocity: t * 1e-7 + o * 2e-7, ..inputs };
        let rate = evaluate(&parameters, &moving, &latch, &State::default()).unwrap().rates.z;
        assert_vectors("rate", &rate, &(t * (e_t * 1e-7) + o * (e_o * 2e-7)), 1e-6, 3e-7);
    }
}

/// Where e_t = e_o = 1 turns of body j are nobody's business, to the bit; e_t = e_o = e is μ and the bristles by e and e².
#[test]
fn evenness_is_what_it_was() {
    let mut even = parameters();
    (even.friction.mu_S, even.settings.friction_law) = (0.4, FrictionLaw::Dwell);
    let inputs = external(penetration_for(&even, 10.0), vector(0.2, 0.3, 0.0));
    let latch = touching(&even, 0.1);
    let force = |p: &Setup, angle| {
        evaluate(p, &turned(inputs, angle), &latch, &State::default()).unwrap().outputs.friction_force
    };
    assert_eq!(force(&even, 0.0), force(&even, 0.9));
    let mut halved = even;
    (halved.friction.e_t, halved.friction.e_o) = (0.5, 0.5);
    assert_vectors("half", &force(&halved, 0.9), &(force(&even, 0.0) * 0.5), 1e-14, 4.0);
}
