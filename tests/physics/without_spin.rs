//! Without a radius of spinning friction and without rolling resistance the contact is that of [G04], up to rounding.
//!
//! The oracle is the law of [G04] in the plane, written here once more; angular velocities are large, and must not be felt.

use crate::common::*;
use asperity::physics::parameters::{BristleLimit, FrictionLaw, FrictionMap, SpinRadiusSource};
use asperity::physics::{ContactFrame, Inputs, Latch, State, normal, rotation};
use asperity::stepping::{ContactState, InputRates};
use proptest::prelude::*;

/// The law of [G04] at one instant.
struct Plane<'a> {
    parameters: &'a Setup,
    v_t: V3,
    s: f64,
    f_c: V3,
    f_n: f64,
}

impl<'a> Plane<'a> {
    fn new(parameters: &'a Setup, frame: &ContactFrame<f64>, f_n: f64) -> Self {
        let f = &parameters.friction;
        let v_t = frame.v_t;
        let s = libm::exp(-(v_t.dot(&v_t) / (f.v_S * f.v_S)));
        let width = if f.v_eps > 0.0 { f.v_eps } else { f.v_S * 0.01 };
        let ratio2 = v_t.dot(&v_t) / (width * width);
        let direction = if ratio2 >= 1.0 { v_t / v_t.dot(&v_t).sqrt() } else { v_t * ((1.5 - ratio2 * 0.5) / width) };
        Plane { parameters, v_t, s, f_c: direction * (f.mu_C * f_n), f_n }
    }

    /// The largest force that enters, which rounding is a part of [N].
    fn largest(&self, z: &V3) -> f64 {
        let f = &self.parameters.friction;
        f.sigma_0 * z.norm() + (f.sigma_1 + f.sigma_2) * self.v_t.norm() + f.mu_S * self.f_n
    }

    fn bound(&self, s_dw: f64) -> f64 {
        let f = &self.parameters.friction;
        self.f_n * (f.mu_C + (f.mu_S - f.mu_C) * s_dw)
    }

    fn bristle_force(&self, held: &V3) -> V3 {
        let f = &self.parameters.friction;
        (held * f.sigma_0 + self.v_t * f.sigma_1) * self.s + self.f_c * (1.0 - self.s)
    }

    fn limited(force: &V3, bound: f64) -> V3 {
        if force.dot(force) > bound * bound { force * (bound / force.dot(force).sqrt()) } else { *force }
    }

    fn time(&self, s_dw: f64) -> f64 {
        let f = &self.parameters.friction;
        if self.s >= s_dw { f.tau_dw } else { f.sigma_1 / f.sigma_0 }
    }

    /// f_t on body i, ż without the turning of the frame, and the rates of work and loss by friction.
    fn evaluate(&self, frame: &ContactFrame<f64>, z: &V3, s_dw: f64) -> (V3, V3, [f64; 2]) {
        let f = &self.parameters.friction;
        let f_br = self.bristle_force(&frame.tangential(z));
        let applied = Self::limited(&f_br, self.bound(s_dw));
        let f_hat = match self.parameters.settings.bristle_limit {
            BristleLimit::Limited => applied,
            BristleLimit::Paper => f_br,
        };
        let force = -(applied + self.v_t * f.sigma_2);
        let rate = (f_hat - z * f.sigma_0) / f.sigma_1;
        let power = -force.dot(&self.v_t);
        (force, rate, [power, power - z.dot(&rate) * f.sigma_0])
    }

    /// z after `h` [s], `z_test` telling whether the bristles are saturated.
    fn advanced(&self, frame: &ContactFrame<f64>, bound: f64, z: &V3, h: f64, z_test: &V3) -> V3 {
        let f = &self.parameters.friction;
        let tau_br = f.sigma_1 / f.sigma_0;
        let held = frame.tangential(z);
        let stray = (z - held) * libm::exp(-h / tau_br);
        let rate = self.v_t * self.s + self.f_c * ((1.0 - self.s) / f.sigma_1);
        let grown = |z: &V3, rate: &V3, held_back: f64| {
            let y = held_back * h / tau_br;
            let phi = if y > 0.0 { -libm::expm1(-y) / y } else { 1.0 };
            z * libm::exp(-y) + rate * (h * phi)
        };
        if self.parameters.settings.bristle_limit == BristleLimit::Paper {
            return grown(&held, &rate, 1.0 - self.s) + stray;
        }
        let f_br = self.bristle_force(&frame.tangential(z_test));
        let end = if f_br.dot(&f_br) > bound * bound {
            let length = f_br.dot(&f_br).sqrt();
            let (along, c) = (f_br / length, bound / length);
            let across = |u: &V3| u - along * along.dot(u);
            along * relaxed(along.dot(&held), bound / f.sigma_0, h / tau_br)
                + grown(&across(&held), &(across(&rate) * c), 1.0 - c * self.s)
        } else {
            grown(&held, &rate, 1.0 - self.s)
        };
        let reach = bound.max(relaxed(f.sigma_0 * held.dot(&held).sqrt(), bound, h / tau_br));
        Self::limited(&(end * f.sigma_0), reach) / f.sigma_0 + stray
    }
}

/// Some dozen roundings: the crate has another order of operations, and exponentials of its own.
const ROUNDING: f64 = 1e-14;

#[track_caller]
fn near(what: &str, a: &V3, b: &V3, scale: f64) {
    assert_vectors(what, a, b, ROUNDING, scale);
}

fn relaxed(from: f64, to: f64, y: f64) -> f64 {
    from + (to - from) * -libm::expm1(-y)
}

/// z and s_dw after one step of held inputs.
fn stepped(parameters: &Setup, inputs: &Inputs<f64>, latch: &Latch<f64>, state: &State<f64>, h: f64) -> (V3, f64) {
    let rates = InputRates::default();
    let motion = parameters.motion(inputs, &rates);
    let frame = motion.frame(0.5 * h);
    let plane = Plane::new(
        parameters,
        &frame,
        normal::normal_force(parameters, frame.effective_radius, &frame.approach(), latch).force,
    );
    let turn = frame.omega_c * (0.5 * h);
    let z = rotation::turned(&state.z, &turn);
    let time = plane.time(state.s_dw);
    let bound = plane.bound(relaxed(state.s_dw, plane.s, 0.5 * h / time));
    let is_saturated = |z: &V3| {
        let f_br = plane.bristle_force(&frame.tangential(z));
        parameters.settings.bristle_limit == BristleLimit::Limited && f_br.dot(&f_br) > bound * bound
    };
    let middle = plane.advanced(&frame, bound, &z, 0.5 * h, &z);
    let end = if is_saturated(&z) && !is_saturated(&middle) {
        plane.advanced(&frame, bound, &middle, 0.5 * h, &middle)
    } else {
        plane.advanced(&frame, bound, &z, h, &middle)
    };
    (rotation::turned(&end, &turn), relaxed(state.s_dw, plane.s, h / time))
}

prop_compose! {
    fn contact()(
        limit in prop_oneof![Just(BristleLimit::Limited), Just(BristleLimit::Paper)],
        friction in prop_oneof![Just(table_i()), Just(table_ii()), Just(table_iii()), Just(parameters().friction)],
        sigma_2 in prop_oneof![Just(0.0), 0.1..5.0f64],
        x in 1e-6..5e-3f64,
        slip_decade in -6.0..0.5f64,
        angles in [0.0..core::f64::consts::TAU, 0.0..core::f64::consts::TAU],
        rate in -0.2..1.0f64,
        omega in [-50.0..50.0f64, -50.0..50.0, -50.0..50.0],
        held in -4.0..1.0f64,
        s_dw in 0.0..1.0f64,
        stray in -1e-5..1e-5f64,
    ) -> (Setup, Inputs<f64>, Latch<f64>, State<f64>) {
        let mut parameters = parameters();
        parameters.friction = friction;
        parameters.friction.sigma_2 = sigma_2;
        parameters.settings.bristle_limit = limit;
        let latch = touching(&parameters, 0.5);
        let direction = |angle: f64| vector(angle.cos(), angle.sin(), 0.0);
        let mut inputs = external(x, direction(angles[0]) * 10f64.powf(slip_decade) - vector(0.0, 0.0, rate));
        inputs.contact_point = vector(0.03, -0.02, 0.01);
        inputs.body_i.position = vector(0.1, 0.2, 0.3);
        // a spin that keeps the normal: steps with held inputs have it at their middle
        inputs.body_i.angular_velocity = V3::from(omega);
        inputs.body_j.angular_velocity.z = omega[0] - omega[1];
        let f_max = 0.4 * 1e6 * x.powf(1.5);
        let z = direction(angles[1]) * (10f64.powf(held) * f_max / friction.sigma_0) + vector(0.0, 0.0, stray);
        (parameters, inputs, latch, with_bristles(z, s_dw))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn every_output_and_rate_is_that_of_the_plane((parameters, inputs, latch, state) in contact()) {
        let frame = contact_frame(&parameters, &inputs, None).unwrap();
        let normal = normal::normal_force(&parameters, frame.effective_radius, &frame.approach(), &latch);
        let plane = Plane::new(&parameters, &frame, normal.force);
        let (f_t, z_rate, [power, lost]) = plane.evaluate(&frame, &state.z, state.s_dw);
        let response = evaluate(&parameters, &inputs, &latch, &state).unwrap();
        let o = response.outputs;
        let f_c = frame.normal * normal.force + f_t;
        let f = &parameters.friction;
        let (force, slip) = (plane.largest(&state.z), plane.v_t.norm());
        let arms = inputs.contact_point.norm() + inputs.body_i.position.norm();
        near("f_t", &o.friction_force, &f_t, force);
        near("force", &o.force_i, &f_c, force + normal.force);
        let torque_i = (inputs.contact_point - inputs.body_i.position).cross(&f_c);
        near("torque on i", &o.torque_i, &torque_i, (force + normal.force) * arms);
        near("torque on j", &o.torque_j, &-inputs.contact_point.cross(&f_c), (force + normal.force) * arms);
        prop_assert_eq!(o.friction_moment, V3::zeros());
        assert_close("s", o.sticking, plane.s, ROUNDING, 1.0);
        let elastic = normal.energy + state.z.dot(&state.z) * f.sigma_0 * 0.5;
        assert_relative("energy", o.energy_elastic, elastic, ROUNDING);
        let turning = frame.omega_c.cross(&state.z);
        let rate = force / f.sigma_1 + turning.norm();
        near("rate of z", &response.rates.z, &(turning + z_rate), rate);
        prop_assert_eq!(response.rates.z_r, 0.0);
        let time = plane.time(state.s_dw);
        assert_close("rate of s_dw", response.rates.s_dw, (plane.s - state.s_dw) / time, ROUNDING, 1.0 / time);
        let by_normal = normal.force * frame.penetration_rate;
        let energy = response.rates.energy;
        assert_close("power", energy.work, by_normal + power, ROUNDING, by_normal.abs() + force * slip);
        let loss = force * slip + f.sigma_0 * state.z.norm() * force / f.sigma_1;
        assert_close("loss", energy.dissipated_friction, lost, ROUNDING, loss);
    }

    #[test]
    fn every_step_is_that_of_the_plane((parameters, inputs, latch, state) in contact(), decade in -6.0..-1.0f64) {
        let h = 10f64.powf(decade);
        // one phase, without a new impact
        let end = inputs.penetration - inputs.relative_velocity.z * h;
        prop_assume!(end > 0.0);
        let before = ContactState { continuous: state, latch, ..ContactState::default() };
        let step = parameters.advance(&inputs, &InputRates::default(), &before, h).unwrap();
        let after = step.state.continuous;
        let (z, s_dw) = stepped(&parameters, &inputs, &latch, &state, h);
        let moved = inputs.relative_velocity.norm() * h;
        near("z", &after.z, &z, state.z.norm() + moved);
        assert_close("s_dw", after.s_dw, s_dw, ROUNDING, 1.0);
        prop_assert_eq!(after.z_r, 0.0);
    }

    /// Forces of (c) are those of (a) where nothing turns; without friction there is nothing to limit.
    #[test]
    fn map_and_radius_count_only_where_there_is_something_to_limit((parameters, inputs, latch, state) in contact()) {
        let plain = evaluate(&parameters, &inputs, &latch, &state).unwrap();
        let mut mixed = parameters;
        mixed.settings.friction_map = FrictionMap::Mixed;
        prop_assert_eq!(plain, evaluate(&mixed, &inputs, &latch, &state).unwrap());
        let mut none = parameters;
        none.settings.friction_law = FrictionLaw::None;
        let without = evaluate(&none, &inputs, &latch, &state).unwrap();
        for map in [FrictionMap::Ellipsoid, FrictionMap::Polyhedron, FrictionMap::Mixed] {
            none.settings.friction_map = map;
            none.friction.e_r = 0.02;
            none.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
            prop_assert_eq!(without, evaluate(&none, &inputs, &latch, &state).unwrap());
        }
    }
}
