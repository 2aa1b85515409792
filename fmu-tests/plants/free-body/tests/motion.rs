//! The plant against closed forms: nothing here repeats its formulas.

use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::model::{Run, Variable};
use asperity::fmi::{Fault, Model};
use free_body::FreeBody;
use free_body::table::{Id, TABLE};

fn body(values: &[(Id, &[f64])]) -> FreeBody {
    let mut body = FreeBody::start();
    set(&mut body, values);
    body
}

fn set(body: &mut FreeBody, values: &[(Id, &[f64])]) {
    for (id, elements) in values {
        for (k, value) in elements.iter().enumerate() {
            body.set_real(*id, k, *value);
        }
    }
}

fn get<const N: usize>(body: &mut FreeBody, id: Id) -> [f64; N] {
    std::array::from_fn(|k| body.real(id, k).unwrap())
}

fn start(body: &mut FreeBody) {
    body.exit_initialization(&mut |_| ()).unwrap();
}

fn run(body: &mut FreeBody, t_end: f64, steps: u32) {
    start(body);
    let h = t_end / f64::from(steps);
    for step in 0..steps {
        body.do_step(f64::from(step) * h, h, &mut |_| ()).unwrap();
    }
}

fn assert_close<const N: usize>(found: [f64; N], expected: [f64; N], tolerance: f64) {
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() <= tolerance, "{found:?} is not {expected:?} within {tolerance}");
    }
}

/// An unequal body with a spin off its axes.
const MOMENTS: [f64; 3] = [0.02, 0.03, 0.045];
const SPIN: [f64; 3] = [3.0, -1.0, 2.0];

fn top(moments: [f64; 3]) -> FreeBody {
    let mut body = body(&[(Id::Inertia, &moments), (Id::StartAngularVelocity, &SPIN)]);
    body.set_integer(Variable { block: 0, id: Id::Shape }, 2);
    body
}

#[test]
fn a_step_is_exact_under_a_force_linear_in_time() {
    // m = 2: a(t) = g + (F + F'·t)/m, integrated twice by hand; one step of 0.5 s
    let mut body = body(&[(Id::Mass, &[2.0]), (Id::StartVelocity, &[-1.0, 0.5, 0.0]), (Id::Force, &[4.0, 0.0, 6.0])]);
    body.set_input_derivatives(Run::element(Id::Force, 0), &[-24.0]);
    run(&mut body, 0.5, 1);
    assert_close(get(&mut body, Id::Velocity), [-1.0 + 1.0 - 1.5, 0.5, (3.0 - 9.81) * 0.5], 1e-15);
    assert_close(get(&mut body, Id::Position), [-0.5 + 0.25 - 0.25, 0.25, (3.0 - 9.81) * 0.125], 1e-15);
}

#[test]
fn a_sphere_turns_about_a_fixed_axis_under_a_torque_linear_in_time() {
    // 2/5·m·R² = 0.008; T linear: ω = 1 + 2t − t²/2, angle = t + t² − t³/6, at mid-step exact up to H³/24·ω̈ each
    let mut body = body(&[(Id::Mass, &[2.0]), (Id::StartAngularVelocity, &[0.0, 1.0]), (Id::Torque, &[0.0, 0.016])]);
    start(&mut body);
    for step in 0..100 {
        let t = f64::from(step) * 0.01;
        body.set_real(Id::Torque, 1, 0.016 - 0.008 * t);
        body.set_input_derivatives(Run::element(Id::Torque, 1), &[-0.008]);
        body.do_step(t, 0.01, &mut |_| ()).unwrap();
    }
    assert_close(get(&mut body, Id::AngularVelocity), [0.0, 2.5, 0.0], 1e-14);
    let half: f64 = 0.5 * (1.0 + 1.0 - 1.0 / 6.0);
    // ω̈ = −1 rad/s³: 100 · 0.01³/24 = 4.2e-6 of angle
    assert_close(get(&mut body, Id::Orientation), [half.cos(), 0.0, half.sin(), 0.0], 4.2e-6);
}

#[test]
fn a_symmetric_top_precesses_by_its_closed_form_to_second_order() {
    // I = (a, a, c): q(t) = turn of |L|/a·t about L, then of (1 − c/a)·ω₃·t about the body's axis
    let (a, c) = (0.03, 0.045);
    let momentum = [a * SPIN[0], a * SPIN[1], c * SPIN[2]];
    let length = momentum.iter().map(|l| l * l).sum::<f64>().sqrt();
    let (outer, inner) = (0.5 * length / a, 0.5 * (1.0 - c / a) * SPIN[2]);
    let u = momentum.map(|l| l / length * outer.sin());
    let (w, z) = (inner.cos(), inner.sin());
    let exact = [outer.cos() * w - u[2] * z, u[0] * w + u[1] * z, u[1] * w - u[0] * z, outer.cos() * z + u[2] * w];
    let error = |steps: u32| {
        let mut body = top([a, a, c]);
        run(&mut body, 1.0, steps);
        let q: [f64; 4] = get(&mut body, Id::Orientation);
        assert!((q.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-15);
        q.iter().zip(exact).map(|(q, e)| (q - e).abs()).fold(0.0, f64::max)
    };
    let errors = [100, 200, 400].map(error);
    // 1e-2 rad of turning a step: (1e-2·4)²/24·4 ≈ 3e-4
    assert!(errors[0] < 3e-4, "{errors:?}");
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.05, "order {order}");
    }
}

#[test]
fn the_angular_momentum_of_any_body_stays_without_torque() {
    let mut body = top(MOMENTS);
    set(&mut body, &[(Id::Gravity, &[0.0; 3])]);
    let energy = body.real(Id::KineticEnergy, 0).unwrap();
    assert!((energy - 0.5 * (0.02 * 9.0 + 0.03 + 0.045 * 4.0)).abs() < 1e-15);
    run(&mut body, 2.0, 2000);
    // I·ω in world axes, turned by hand through the matrix of the quaternion
    let ([w, x, y, z], spin): ([f64; 4], [f64; 3]) =
        (get(&mut body, Id::Orientation), get(&mut body, Id::AngularVelocity));
    let axes = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let mut momentum = [0.0; 3];
    for (axis, moment) in axes.iter().zip(MOMENTS) {
        let share = moment * axis.iter().zip(spin).map(|(a, s)| a * s).sum::<f64>();
        momentum.iter_mut().zip(axis).for_each(|(sum, a)| *sum += share * a);
    }
    // rounding of 2000 steps
    assert_close(momentum, [0.06, -0.03, 0.09], 1e-12);
    // second order in the step: 1.5e-7 at 1 ms and 4 rad/s
    assert!((body.real(Id::KineticEnergy, 0).unwrap() - energy).abs() < 1e-6 * energy);
}

#[test]
fn rates_are_what_a_short_step_does() {
    let values: [(Id, &[f64]); 4] = [
        (Id::Force, &[1.0, -2.0, 3.0]),
        (Id::Torque, &[0.1, 0.05, -0.2]),
        (Id::StartVelocity, &[0.3, 0.2, 0.1]),
        (Id::StartOrientation, &[0.5, -0.5, 0.1, 0.7]),
    ];
    let mut body = top(MOMENTS);
    set(&mut body, &values);
    // of unit length, so that the step's quaternion starts where the rate is taken
    let q: [f64; 4] = get(&mut body, Id::Orientation);
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    set(&mut body, &[(Id::StartOrientation, &q.map(|x| x / length))]);
    let mut stepped = body.clone();
    let h = 1e-6;
    stepped.do_step(0.0, h, &mut |_| ()).unwrap();
    for row in TABLE {
        let Some(state) = row.derivative_of else { continue };
        for k in 0..row.len() {
            let slope = (stepped.real(state, k).unwrap() - body.real(state, k).unwrap()) / h;
            let rate = body.real(row.id, k).unwrap();
            // h/2 times the second derivative, which is below 100 in every element
            assert!((slope - rate).abs() < 5e-5, "{}: {slope} against {rate}", row.element_name(k));
        }
    }
}

#[test]
fn tangents_are_differences() {
    let mut body = top(MOMENTS);
    set(&mut body, &[(Id::StartOrientation, &[0.5, -0.5, 0.1, 0.7]), (Id::Torque, &[0.1, 0.05, -0.2])]);
    let outputs = [Id::KineticEnergy, Id::PotentialEnergy, Id::DerOrientation, Id::DerVelocity, Id::DerAngularVelocity];
    let always = [Id::Force, Id::Torque, Id::Mass];
    let starts = [Id::StartPosition, Id::StartOrientation, Id::StartVelocity, Id::StartAngularVelocity];
    let states = [Id::Position, Id::Orientation, Id::Velocity, Id::AngularVelocity];
    // in initialization by where it starts, later by where it is
    for known in always.into_iter().chain(starts).chain(states).chain(always) {
        if known == Id::Position {
            start(&mut body);
        }
        let mut tangent = body.tangent(&mut [(Run::element(known, 0), 1.0)].into_iter()).unwrap();
        let at = |shift: f64| {
            let mut moved = body.clone();
            let value = moved.real(known, 0).unwrap();
            moved.set_real(known, 0, value + shift);
            moved
        };
        let (mut low, mut high) = (at(-1e-6), at(1e-6));
        for id in outputs {
            let difference = (high.real(id, 0).unwrap() - low.real(id, 0).unwrap()) / 2e-6;
            let slope = body.tangent_of(&mut tangent, Run::element(id, 0));
            assert!(
                (slope - difference).abs() < 1e-7 * (1.0 + slope.abs()),
                "{id:?} by {known:?}: {slope} {difference}"
            );
        }
    }
}

#[test]
fn a_restored_body_goes_on_with_the_same_bits() {
    let mut body = top(MOMENTS);
    set(&mut body, &[(Id::Mass, &[2.0]), (Id::Force, &[1.0, 2.0, 3.0]), (Id::Torque, &[0.1, 0.05, -0.2])]);
    body.set_input_derivatives(Run::element(Id::Torque, 1), &[4.0]);
    run(&mut body, 0.1, 10);
    let mut bytes = [0; 1024];
    let mut writer = Writer::into(&mut bytes);
    body.save(&mut writer);
    let length = writer.length();
    let mut restored = FreeBody::start().restore(&mut Reader::of(&bytes[..length])).unwrap();
    assert!(FreeBody::start().restore(&mut Reader::of(&bytes[..length - 1])).is_none());
    for body in [&mut body, &mut restored] {
        run(body, 0.1, 10);
    }
    let shape = Variable { block: 0, id: Id::Shape };
    assert_eq!(body.integer(shape), restored.integer(shape));
    for row in TABLE.iter().filter(|row| row.id != Id::Shape) {
        for k in 0..row.len() {
            let [of, again] = [&mut body, &mut restored].map(|body| body.real(row.id, k).unwrap().to_bits());
            assert_eq!(of, again, "{}", row.element_name(k));
        }
    }
}

#[test]
fn a_zero_quaternion_is_refused_by_name() {
    let mut body = body(&[(Id::StartOrientation, &[0.0; 4])]);
    let Err(Fault(text)) = body.exit_initialization(&mut |_| ()) else { panic!("it was accepted") };
    assert!(text.contains("orientation"), "{text}");
}
