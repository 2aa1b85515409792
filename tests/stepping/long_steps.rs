//! Steps far longer than the bristles' time constant: friction still opposes the slip, keeps its bound and turns with
//! the slip. The oracle is the direction of the slip and, for the size, the same motion in steps of τ_br/40.

use crate::common::Setup;
use asperity::physics::parameters::{BristleFrame, FrictionMap};
use asperity::physics::{Inputs, Vector3};
use asperity::stepping::{ContactState, InputRates, KinematicStep};

/// μ_S = μ_C, so that the bound does not depend on s_dw.
const MU: f64 = 0.4;

/// Time constant of the bristles [s] with σ0 = 1e5 N/m.
const TAU_BR: f64 = 1e-4;

fn parameters() -> Setup {
    let mut parameters = crate::common::parameters();
    let f = &mut parameters.friction;
    (f.mu_S, f.mu_C, f.v_S, f.sigma_0, f.sigma_1) = (MU, MU, 0.1, 1e5, 1e5 * TAU_BR);
    parameters
}

/// Pressed in with `f_n` [N], slipping with `v` [m/s] in the tangent plane.
fn pressed(parameters: &Setup, f_n: f64, v: [f64; 2]) -> Inputs<f64> {
    Inputs {
        penetration: crate::common::penetration_for(parameters, f_n),
        relative_velocity: Vector3::new(v[0], v[1], 0.0),
        ..Inputs::default()
    }
}

fn step(parameters: &Setup, inputs: &Inputs<f64>, state: &mut ContactState, h: f64) -> KinematicStep {
    let step = parameters.advance(inputs, &InputRates::default(), state, h).unwrap();
    *state = step.state;
    step
}

/// `steps` steps of `h` under constant inputs; the last one's friction force.
fn pushed(p: &Setup, inputs: &Inputs<f64>, state: &mut ContactState, h: f64, steps: usize) -> Vector3<f64> {
    (0..steps).map(|_| step(p, inputs, state, h).response.outputs.friction_force).last().unwrap()
}

const LENGTHS: [f64; 5] = [1.0, 3.0, 10.0, 100.0, 1000.0];

#[test]
fn after_a_reversal_friction_opposes_the_new_slip_within_two_steps() {
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
fn a_falling_bound_lowers_the_force_at_once_and_relaxes_the_deflection() {
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
            let mut state = ContactState { latch: crate::common::touching(&p, 1e-3), ..ContactState::default() };
            let (sine, cosine) = degrees.to_radians().sin_cos();
            let z = Vector3::new(cosine, sine, 0.0) * (1.001 * bound / p.friction.sigma_0);
            state.continuous = crate::common::with_bristles(z, 1.0);
            step(&p, &inputs, &mut state, length * TAU_BR);
            let held = p.friction.sigma_0 * state.continuous.z.norm();
            // exp(−30) of the excess is left
            assert!(held <= bound * (1.0 + 1e-9), "{degrees} degrees, {length} τ_br: {held}");
        }
    }
}

// ---- with spin ----

const E_R: f64 = 0.04;

fn spinning(map: FrictionMap) -> Setup {
    let mut parameters = parameters();
    parameters.settings.friction_map = map;
    // |c_t| + |c_o| + |c_r|/e_r <= τ
    for (k, row) in parameters.settings.planes.rows.iter_mut().take(8).enumerate() {
        *row = [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { -1.0 } else { 1.0 });
    }
    parameters.friction.e_r = E_R;
    parameters
}

/// The same as [`pressed`] with V = (v_t, e_r·ω_n). Body i alone turns: the polyhedron rests with body j, the
/// bristles turn with half of that.
fn twisted(parameters: &Setup, f_n: f64, slip: [f64; 3]) -> Inputs<f64> {
    let mut inputs = pressed(parameters, f_n, [slip[0], slip[1]]);
    inputs.body_i.angular_velocity.z = slip[2] / E_R;
    inputs
}

/// `steps` steps of `h`; the last one's (f_t, c_r/e_r).
fn spun(p: &Setup, inputs: &Inputs<f64>, state: &mut ContactState, h: f64, steps: usize) -> Vector3<f64> {
    let o = (0..steps).map(|_| step(p, inputs, state, h).response.outputs).last().unwrap();
    Vector3::new(o.friction_force.x, o.friction_force.y, o.friction_moment.z / E_R)
}

/// Slip in the directions that the three maps treat differently: off every symmetry, about the normal alone, along a
/// side.
const DIRECTIONS: [[f64; 3]; 4] = [[0.5, 0.3, -0.7], [0.0, 0.0, 1.0], [0.8, 0.0, 0.6], [-0.2, 0.9, 0.3]];

#[test]
fn force_and_moment_follow_a_new_slip_in_steps_of_any_length() {
    for map in crate::common::MAPS {
        let p = spinning(map);
        for (length, speed) in
            LENGTHS.into_iter().flat_map(|length| [2e-3, 5e-3, 2e-2, 5e-2].map(|speed| (length, speed)))
        {
            let h = length * TAU_BR;
            for pair in DIRECTIONS.windows(2) {
                let slip = |k: usize| pair[k].map(|part: f64| part * speed);
                let mut state = ContactState::default();
                spun(&p, &twisted(&p, 20.0, slip(0)), &mut state, h, 1000);
                let time = 16.0 * MU * 20.0 / p.friction.sigma_0 / speed;
                let steps = 4 + (time / h).ceil() as usize;
                let mut fine = state;
                let inputs = twisted(&p, 20.0, slip(1));
                let coarse = spun(&p, &inputs, &mut state, h, steps);
                let count = (steps as f64 * length * 2.0) as usize;
                let expected = spun(&p, &inputs, &mut fine, TAU_BR / 2.0, count);
                let off = (coarse - expected).norm() / (MU * 20.0);
                // as for the plane; a polyhedron has several faces to cross, one in each step
                assert!(off < 0.06, "{map:?}, {length} τ_br at {speed} m/s, {pair:?}: {coarse:?} {expected:?}");
            }
        }
    }
}

#[test]
fn a_step_of_any_length_from_anywhere_within_the_set_ends_within_it() {
    let mut uniform = crate::common::noise();
    for (map, sides) in [
        (FrictionMap::Ellipsoid, 8),
        (FrictionMap::Mixed, 8),
        (FrictionMap::Polyhedron, 4),
        (FrictionMap::Polyhedron, 8),
        (FrictionMap::Polyhedron, 16),
    ] {
        let mut p = spinning(map);
        p.settings.sides = sides;
        // bristles that do not turn in a set that does not
        p.settings.bristle_frame = BristleFrame::Paper;
        for _ in 0..20_000 {
            let direction = Vector3::from_fn(|_, _| uniform());
            let within = if uniform() > 0.0 { 1.0 } else { uniform().abs() };
            let z = direction * (within * MU * 20.0 / p.friction.sigma_0 / crate::common::gauge(&p, &direction));
            let mut state = ContactState { latch: crate::common::touching(&p, 1e-3), ..ContactState::default() };
            (state.continuous.z.x, state.continuous.z.y, state.continuous.z_r) = (z.x, z.y, z.z);
            // slips about v_S, lengths about τ_br: seldom, and only there, a linear step would lead out
            let slip = [uniform(), uniform(), uniform()].map(|part| part * 10f64.powf(-2.0 + 1.5 * uniform()));
            let h = TAU_BR * 10f64.powf(1.5 * uniform());
            let force = spun(&p, &twisted(&p, 20.0, slip), &mut state, h, 1);
            let z = state.continuous.deflection();
            let held = Vector3::new(z.t.x, z.t.y, z.r) * p.friction.sigma_0;
            for (what, reach) in
                [("held", crate::common::gauge(&p, &held)), ("force", crate::common::gauge(&p, &force))]
            {
                assert!(reach <= MU * 20.0 * (1.0 + 1e-12), "{map:?}, {sides} sides, {h} s: {what} {reach}");
            }
        }
    }
}

#[test]
fn with_constant_inputs_one_step_is_as_good_as_a_thousand() {
    // far within the set, and on a side of the polyhedron, along which the bristles go on
    let within = ([2e-5, -1e-5, 1e-5], [3e-3, 2e-3, -4e-3]);
    let on_side = ([8e-5, -1e-5, 1e-5], [0.03, 2e-3, -1e-3]);
    let within = crate::common::ALL_MAPS.map(|map| (map, within));
    for (map, ([x, y, r], slip)) in within.into_iter().chain([(FrictionMap::Polyhedron, on_side)]) {
        let mut p = spinning(map);
        p.settings.bristle_frame = BristleFrame::Paper;
        let inputs = twisted(&p, 20.0, slip);
        let after = |steps: usize| {
            let mut state = ContactState { latch: crate::common::touching(&p, 1e-3), ..ContactState::default() };
            (state.continuous.z.x, state.continuous.z.y, state.continuous.z_r) = (x, y, r);
            spun(&p, &inputs, &mut state, 20.0 * TAU_BR / steps as f64, steps);
            let z = state.continuous.deflection();
            Vector3::new(z.t.x, z.t.y, z.r)
        };
        let (one, thousand) = (after(1), after(1000));
        // a thousand roundings
        assert!((one - thousand).norm() < 1e-12 * one.norm(), "{map:?}: {one:?} {thousand:?}");
        assert!((one - Vector3::new(x, y, r)).norm() > 2e-6, "{map:?}: it has moved");
    }
}

#[test]
fn one_step_of_a_second_comes_to_the_steady_force_and_moment() {
    for map in crate::common::ALL_MAPS {
        let p = spinning(map);
        let mut state = ContactState::default();
        let slip = [0.3, 0.4, 0.5];
        let force = spun(&p, &twisted(&p, 20.0, slip), &mut state, 1.0, 1);
        let v = Vector3::new(0.3, 0.4, 0.5);
        let bound = MU * 20.0;
        let wanted = match map {
            FrictionMap::Ellipsoid => -v.normalize() * bound,
            FrictionMap::Mixed => Vector3::new(-0.6, -0.8, -1.0) * bound,
            // the corner between the sides at 45° and 90° and the slanted planes over them
            FrictionMap::Polyhedron => {
                let (sine, cosine) = 67.5f64.to_radians().sin_cos();
                let radius = 22.5f64.to_radians().cos().recip();
                -Vector3::new(cosine * radius, sine * radius, 2f64.sqrt() - 1.0) * bound
            }
            // the corner of the octahedron where the slip is fastest
            FrictionMap::Planes => Vector3::new(0.0, 0.0, -bound),
        };
        // s = exp(−50) at 7·v_S
        assert!((force - wanted).norm() <= 1e-12 * bound, "{map:?}: {force:?} {wanted:?}");
    }
}

#[test]
fn apart_the_twist_springs_back_exactly() {
    let p = spinning(FrictionMap::Ellipsoid);
    for length in [0.1, 1.0, 30.0] {
        let mut state = ContactState::default();
        (state.continuous.z.x, state.continuous.z_r) = (2e-5, -3e-5);
        let inputs = Inputs { penetration: -1e-3, ..twisted(&p, 20.0, [0.0, 0.0, 0.04]) };
        let h = length * TAU_BR;
        let force = spun(&p, &inputs, &mut state, h, 1);
        assert_eq!(force, Vector3::zeros());
        let decay = (-length).exp();
        crate::common::assert_relative("z_r", state.continuous.z_r, -3e-5 * decay, 1e-14);
        crate::common::assert_relative("z", state.continuous.z.norm(), 2e-5 * decay, 1e-14);
        // ½·σ0·|z̃|² less what is left of it
        let lost = 0.5 * p.friction.sigma_0 * 13e-10 * (1.0 - decay * decay);
        crate::common::assert_relative("lost", state.continuous.energy.dissipated_friction, lost, 1e-13);
    }
}
