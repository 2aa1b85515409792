//! Rolling resistance: a couple across the normal against the rolling, of [M3D]'s size, on both bodies, out of their
//! energy.

use crate::common::*;
use asperity::meet::Pair;
use asperity::physics::parameters::FrictionLaw;
use asperity::physics::{Inputs, Latch, Response, State};

const MU_R: f64 = 0.03;
const WIDTH: f64 = 0.5;

/// Frictionless but for rolling, any pair in general position, pressed 0.8 mm, with ω_i − ω_j = `omega`.
fn rolling(pair: Pair, omega: V3) -> (Setup, Inputs<f64>, Meeting) {
    let (mut parameters, mut inputs) = general_position(pair);
    parameters.settings.friction_law = FrictionLaw::None;
    (parameters.friction.mu_r, parameters.friction.w_small) = (MU_R, WIDTH);
    inputs.body_i.angular_velocity = inputs.body_j.angular_velocity + omega;
    let meeting = bring(&parameters, &mut inputs, 8e-4, 0.0, 0.0);
    (parameters, inputs, meeting)
}

fn respond_to(parameters: &Setup, inputs: &Inputs<f64>) -> Response<f64> {
    evaluate(parameters, inputs, &touching(parameters, 0.1), &State::default()).unwrap()
}

/// R_eff of the shapes of `general_position`, radii 0.1 and 0.3 m, by hand.
fn effective_radius(pair: Pair) -> f64 {
    match pair {
        Pair::External | Pair::SpherePlane => 0.1,
        Pair::SphereSphere => 0.1 * 0.3 / 0.4,
        Pair::SphereInCylinder => 1.0 / (10.0 - 1.0 / 0.6),
        Pair::SphereOnCylinder => 1.0 / (10.0 + 1.0 / 0.6),
        Pair::SphereInSphere => 0.1 * 0.3 / 0.2,
    }
}

#[test]
fn rolling_moment_opposes_rolling_and_has_the_value_of_the_paper() {
    for pair in PAIRS {
        let n = rolling(pair, V3::zeros()).2.normal;
        let axis = n.cross(&vector(0.3, 0.9, -0.2)).normalize();
        for (speed, spin) in [(2.0, 0.0), (2.0, 30.0), (0.5, -1.0), (0.2, 3.0), (1e-6, 3.0)] {
            let (parameters, inputs, _) = rolling(pair, axis * speed + n * spin);
            let o = respond_to(&parameters, &inputs).outputs;
            let y = speed / WIDTH;
            let reg = if y >= 1.0 { speed } else { WIDTH * (y * y * (1.0 - y / 3.0) + 1.0 / 3.0) };
            let wanted = -axis * (MU_R * effective_radius(pair) * o.normal_force * speed / reg);
            assert!(o.normal_force > 20.0);
            // ω_t out of a spin of 30 rad/s, twenty roundings of it on 1e-6 rad/s of rolling
            assert_vectors("couple", &o.friction_moment, &wanted, 1e-12, MU_R * 0.1 * o.normal_force);
            assert_relative("size", o.friction_moment.norm(), wanted.norm(), 1e-13 * (1.0 + spin.abs() / speed));
        }
    }
}

#[test]
fn spinning_about_the_normal_meets_no_rolling_resistance() {
    for pair in PAIRS {
        let n = rolling(pair, V3::zeros()).2.normal;
        let (parameters, inputs, _) = rolling(pair, n * 50.0);
        let o = respond_to(&parameters, &inputs).outputs;
        // what rounding leaves of ω_t: 1e-14 rad/s, times 3·μ_r·R·f_n/w_small
        assert!(o.friction_moment.norm() <= 1e-14 / WIDTH * 3.0 * o.normal_force, "{}", o.friction_moment);
    }
}

#[test]
fn couple_acts_on_both_bodies_and_takes_out_its_power() {
    for pair in PAIRS {
        let omega = vector(0.7, -0.4, 0.9);
        let (mut parameters, inputs, meeting) = rolling(pair, omega);
        let with = respond_to(&parameters, &inputs);
        parameters.friction.mu_r = 0.0;
        let without = respond_to(&parameters, &inputs);
        assert_eq!(without.outputs.friction_moment, V3::zeros());
        let couple = with.outputs.friction_moment;
        let scale = couple.norm() + without.outputs.torque_i.norm() + without.outputs.torque_j.norm();
        for (what, moved, wanted) in [
            ("torqueI", with.outputs.torque_i - without.outputs.torque_i, couple),
            ("torqueJ", with.outputs.torque_j - without.outputs.torque_j, -couple),
        ] {
            assert_vectors(what, &moved, &wanted, 4e-16, scale);
        }
        assert_eq!(with.outputs.force_i, without.outputs.force_i);
        // power out of the bodies: against ω_i − ω_j, all of it lost
        let power = -couple.dot(&omega);
        assert!(power > 0.0);
        let (work, lost) = (with.rates.energy.work, with.rates.energy.dissipated_friction);
        assert_close("work", work - without.rates.energy.work, power, 1e-14, power + work.abs());
        assert_close("lost", lost - without.rates.energy.dissipated_friction, power, 1e-14, power + lost.abs());
        assert_eq!(with.rates.energy.dissipated_normal, without.rates.energy.dissipated_normal);
        assert!(couple.dot(&meeting.normal).abs() <= 1e-14 * couple.norm());
    }
}

#[test]
fn apart_there_is_none() {
    for pair in PAIRS {
        let (parameters, inputs, _) = rolling(pair, vector(0.7, -0.4, 0.9));
        let response = evaluate(&parameters, &inputs, &Latch::default(), &State::default()).unwrap();
        assert_eq!(response.outputs.friction_moment, V3::zeros());
        assert_eq!(response.outputs.torque_i, V3::zeros());
    }
}

/// A sphere that rolls on a plane slows down by  R·dω/dt = −μ_r·R·f_n·R/(I + m·R²)  without slip.
///
/// Work of the rolling friction μ_r·R·f_n·ω out of ½(I + m·R²)·ω². The friction force −I·dω/dt/R less the couple
/// carries the rest.
#[test]
fn a_rolling_sphere_slows_down_by_its_closed_form() {
    let mut parameters = sphere_plane();
    (parameters.friction.mu_r, parameters.friction.w_small) = (0.02, 1e-3);
    let (mass, radius, g) = (2.0, 0.1, 9.81);
    let inertia = 0.4 * mass * radius * radius;
    let weight = mass * g;
    let latch = touching(&parameters, 1e-3);
    let height = radius - penetration_for(&parameters, weight);
    // v, ω, z, s_dw; the height is held where the plane carries the weight
    let omega_0 = 5.0;
    // contact point below the centre by the radius: v = ω·R without slip
    let mut y = [omega_0 * radius, omega_0, 0.0, 1.0];
    let (h, count) = (2e-4, 10_000);
    let mut half_way = y;
    for step in 0..count {
        if step == count / 2 {
            half_way = y;
        }
        y = rk4(0.0, &y, h, |_, y| {
            let mut inputs = Inputs::default();
            inputs.body_i.position.z = height;
            inputs.body_i.velocity.x = y[0];
            inputs.body_i.angular_velocity.y = y[1];
            let r = evaluate(&parameters, &inputs, &latch, &with_bristles(vector(y[2], 0.0, 0.0), y[3])).unwrap();
            let o = r.outputs;
            [o.force_i.x / mass, o.torque_i.y / inertia, r.rates.z.x, r.rates.s_dw]
        });
    }
    let time = 0.5 * h * f64::from(count);
    let slowed = 0.02 * radius * weight / (inertia + mass * radius * radius) * time;
    // the first second lets the bristles come to their steady deflection, with a creep that is constant
    assert_relative("ω", half_way[1] - y[1], slowed, 1e-6);
    assert_relative("v", half_way[0] - y[0], slowed * radius, 1e-6);
    assert!(y[1] > 1.0, "still rolling: {} rad/s", y[1]);
}
