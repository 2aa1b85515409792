//! Steps far longer than the bristles' time constant: friction still opposes the slip, keeps its bound and turns with the
//! slip. The oracle is the direction of the slip and, for the size, the same motion in steps of τ_br/40.

mod common;

use asperity::physics::{Inputs, Parameters, Vector3};
use asperity::stepping::{ContactState, InputRates, Step, advance};

/// μ_S = μ_C, so that the bound does not depend on s_dw.
const MU: f64 = 0.4;

/// Time constant of the bristles [s] with σ0 = 1e5 N/m.
const TAU_BR: f64 = 1e-4;

fn parameters() -> Parameters<f64> {
    let mut parameters = common::parameters();
    let f = &mut parameters.friction;
    (f.mu_S, f.mu_C, f.v_S, f.sigma_0, f.sigma_1) = (MU, MU, 0.1, 1e5, 1e5 * TAU_BR);
    parameters
}

/// Pressed in with `f_n` [N], slipping with `v` [m/s] in the tangent plane.
fn pressed(parameters: &Parameters<f64>, f_n: f64, v: [f64; 2]) -> Inputs<f64> {
    Inputs {
        penetration: common::penetration_for(parameters, f_n),
        relative_velocity: Vector3::new(v[0], v[1], 0.0),
        ..Inputs::default()
    }
}

fn step(parameters: &Parameters<f64>, inputs: &Inputs<f64>, state: &mut ContactState, h: f64) -> Step {
    let step = advance(parameters, inputs, &InputRates::default(), state, h).unwrap();
    *state = step.state;
    step
}

/// `steps` steps of `h` under constant inputs; the last one's friction force.
fn pushed(p: &Parameters<f64>, inputs: &Inputs<f64>, state: &mut ContactState, h: f64, steps: usize) -> Vector3<f64> {
    (0..steps).map(|_| step(p, inputs, state, h).response.outputs.friction_force).last().unwrap()
}

const LENGTHS: [f64; 5] = [1.0, 3.0, 10.0, 100.0, 1000.0];

#[test]
fn after_a_reversal_friction_opposes_the_new_slip_within_two_steps_of_any_length() {
    let p = parameters();
    for (length, speed) in LENGTHS.into_iter().flat_map(|length| [2e-3, 5e-3, 2e-2, 5e-2].map(|speed| (length, speed)))
    {
        let h = length * TAU_BR;
        let mut state = ContactState::default();
        pushed(&p, &pressed(&p, 20.0, [speed, 0.0]), &mut state, h, 4000);
        // time to bring the bristles from one bound to the other: 2·f_max/σ0 of slip, and their own relaxation
        let turned = 2.0 * MU * 20.0 / p.friction.sigma_0 / speed + 10.0 * TAU_BR;
        let force = pushed(&p, &pressed(&p, 20.0, [-speed, 0.0]), &mut state, h, 2 + (turned / h).ceil() as usize);
        assert!(force.x > 0.9 * MU * 20.0, "{length} τ_br at {speed} m/s: {force:?}");
        assert!(force.norm() <= MU * 20.0 * (1.0 + 1e-12));
    }
}

#[test]
fn friction_turns_with_the_slip_in_steps_of_any_length() {
    let p = parameters();
    for (length, speed) in LENGTHS.into_iter().flat_map(|length| [2e-3, 5e-3, 2e-2, 5e-2].map(|speed| (length, speed)))
    {
        let h = length * TAU_BR;
        let mut state = ContactState::default();
        pushed(&p, &pressed(&p, 20.0, [speed, 0.0]), &mut state, h, 4000);
        // the same time as a fine integration: sixteen deflections of slip
        let time = 16.0 * MU * 20.0 / p.friction.sigma_0 / speed;
        let steps = (time / h).ceil() as usize;
        let mut fine = state;
        let inputs = pressed(&p, 20.0, [0.0, speed]);
        let coarse = pushed(&p, &inputs, &mut state, h, steps);
        let expected = pushed(&p, &inputs, &mut fine, TAU_BR / 40.0, (steps as f64 * length * 40.0) as usize);
        // a step that spans the whole turn gets its end right to a few percent of the bound
        assert!((coarse - expected).norm() < 0.06 * MU * 20.0, "{length} τ_br at {speed} m/s: {coarse:?} {expected:?}");
    }
}

#[test]
fn a_falling_bound_takes_the_force_with_it_at_once_and_the_deflection_with_the_time_constant() {
    let p = parameters();
    for length in LENGTHS {
        let h = length * TAU_BR;
        let mut state = ContactState::default();
        pushed(&p, &pressed(&p, 20.0, [5e-3, 0.0]), &mut state, h, 4000);
        let inputs = pressed(&p, 2.0, [5e-3, 0.0]);
        let steps = (20.0 / length).ceil() as usize;
        let force = pushed(&p, &inputs, &mut state, h, steps);
        assert!(force.x < 0.0 && force.norm() <= MU * 2.0 * (1.0 + 1e-12), "{length} τ_br: {force:?}");
        // at least 20 time constants: exp(−20) of the excess is left
        let held = p.friction.sigma_0 * state.continuous.z.norm();
        assert!(held <= MU * 2.0 * (1.0 + 1e-7), "{length} τ_br: {held}");
    }
}

#[test]
fn slip_to_and_fro_takes_energy_out_in_steps_of_ten_time_constants() {
    let p = parameters();
    let h = 10.0 * TAU_BR;
    let mut state = ContactState::default();
    let (mut work, mut slipped) = (0.0, 0.0);
    for k in 0..10_000 {
        let v = 0.05 * (std::f64::consts::TAU * f64::from(k) * h).sin();
        let force = step(&p, &pressed(&p, 20.0, [v, 0.0]), &mut state, h).response.outputs.friction_force;
        work -= force.x * v * h;
        slipped += (v * h).abs();
    }
    // sliding all the way would take μ·f_n times the path; sticking at each reversal gives back at most 2·f_max²/σ0
    let sliding = MU * 20.0 * slipped;
    assert!(work > 0.9 * sliding && work <= sliding, "{work} of {sliding}");
    let ledger = state.continuous.energy;
    let residual = ledger.work - state.stored - ledger.dissipated_normal - ledger.dissipated_friction;
    // pressed in by the host at the start: its work is booked, so what is left is the error of ten-fold steps
    assert!(residual.abs() < 0.05 * sliding, "{residual} of {sliding}");
}

#[test]
fn bristles_just_outside_the_bound_come_back_to_it_in_one_long_step() {
    let p = parameters();
    let inputs = pressed(&p, 20.0, [6e-3, 0.0]);
    let bound = MU * 20.0;
    // across and against the slip, one thousandth outside
    for degrees in [100.0f64, 120.0, 140.0, 160.0, 170.0] {
        for length in [30.0, 100.0, 300.0, 1000.0, 3000.0] {
            let mut state = ContactState { latch: common::touching(&p, 1e-3), ..ContactState::default() };
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let z = Vector3::new(cosine, sine, 0.0) * (1.001 * bound / p.friction.sigma_0);
            state.continuous = common::with_bristles(z, 1.0);
            step(&p, &inputs, &mut state, length * TAU_BR);
            let held = p.friction.sigma_0 * state.continuous.z.norm();
            // exp(−30) of the excess is left
            assert!(held <= bound * (1.0 + 1e-9), "{degrees} degrees, {length} τ_br: {held}");
        }
    }
}
