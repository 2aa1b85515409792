//! Order of convergence of the kinematic step: bristles and dwell state under a prescribed motion, five halvings of the step,
//! against a classical Runge–Kutta integration of the rates with steps far below.
//!
//! The motion is given in closed form, so the host's part of the error is what the coupling makes of it: positions are
//! measured at every communication point, velocities are held or carry their derivatives.

use asperity::fmi2::{Interface, Model};
use asperity::physics::{Body, Inputs, Latch, Parameters, State, Vector3, contact_frame, respond};
use asperity::unit::contact::Contact;
use asperity::unit::slots::Knowns;
use asperity::unit::table::{Id, TABLE};
use std::f64::consts::TAU;

/// Position and velocity along the three axes, with accelerations, of the external pair: x, −ẋ and −ẍ along n = z.
#[derive(Clone, Copy)]
struct Motion {
    /// Mean and amplitude of the penetration [m], its angular frequency [rad/s]
    penetration: (f64, f64, f64),
    /// Mean and amplitude of the slip velocity along x, then along y [m/s]
    slip: [(f64, f64); 2],
    /// Angular frequency of the slip [rad/s]
    frequency: f64,
    /// Angular velocity of both bodies about n [rad/s]: turns the bristles
    spin: f64,
}

impl Motion {
    fn penetration(&self, t: f64) -> f64 {
        let (mean, amplitude, w) = self.penetration;
        mean + amplitude * (w * t).sin()
    }
    fn velocity(&self, t: f64) -> [f64; 3] {
        let (_, amplitude, w) = self.penetration;
        let [x, y] = self.slip;
        let phase = self.frequency * t;
        [x.0 + x.1 * phase.cos(), y.0 + y.1 * (phase + 0.7).cos(), -amplitude * w * (w * t).cos()]
    }
    fn acceleration(&self, t: f64) -> [f64; 3] {
        let (_, amplitude, w) = self.penetration;
        let [x, y] = self.slip;
        let phase = self.frequency * t;
        [
            -x.1 * self.frequency * phase.sin(),
            -y.1 * self.frequency * (phase + 0.7).sin(),
            amplitude * w * w * (w * t).sin(),
        ]
    }
    fn inputs(&self, t: f64) -> Inputs<f64> {
        let body = Body { angular_velocity: Vector3::new(0.0, 0.0, self.spin), ..Body::default() };
        Inputs {
            penetration: self.penetration(t),
            relative_velocity: Vector3::from(self.velocity(t)),
            body_i: body,
            body_j: body,
            ..Inputs::default()
        }
    }
}

/// z and s_dw at each of the checkpoints.
type Track = Vec<[f64; 4]>;

/// States are compared at this many equal parts of the time, and the worst counts.
const CHECKPOINTS: usize = 10;

/// `steps` equal steps to `t_end` through the unit.
fn stepped(motion: &Motion, t_end: f64, steps: usize, with_derivatives: bool) -> Track {
    let mut unit = Contact::new(Interface::CoSimulation);
    let h = t_end / steps as f64;
    let set = |unit: &mut Contact, t: f64| {
        unit.set_real(Id::Penetration, 0, motion.penetration(t));
        unit.set_real(Id::AngularVelocityI, 2, motion.spin);
        unit.set_real(Id::AngularVelocityJ, 2, motion.spin);
        for k in 0..3 {
            unit.set_real(Id::RelativeVelocity, k, motion.velocity(t)[k]);
            if with_derivatives {
                unit.set_input_derivative(Id::RelativeVelocity, k, motion.acceleration(t)[k]);
            }
        }
    };
    set(&mut unit, 0.0);
    unit.exit_initialization(&mut |_| ()).unwrap();
    let mut track = Track::new();
    for step in 0..steps {
        let t = step as f64 * h;
        set(&mut unit, t);
        unit.do_step(t, h, &mut |_| ()).unwrap();
        if (step + 1) % (steps / CHECKPOINTS) == 0 {
            let mut z = |k| unit.real(Id::Z, k).unwrap();
            track.push([z(0), z(1), z(2), unit.real(Id::SDw, 0).unwrap()]);
        }
    }
    track
}

/// Parameters of the unit as they start.
fn parameters() -> Parameters<f64> {
    let mut knowns = Knowns::<f64>::default();
    for row in TABLE {
        if let Some(slot) = knowns.slot(row.id) {
            slot.copy_from_slice(row.start);
        }
    }
    knowns.parameters.settings.track_ledger = true;
    knowns.parameters
}

/// One classical fourth-order Runge–Kutta step of z and s_dw.
fn runge_kutta(p: &Parameters<f64>, motion: &Motion, latch: &Latch<f64>, t: f64, h: f64, state: &mut State<f64>) {
    let rates = |tau: f64, z: Vector3<f64>, s_dw: f64| {
        let inputs = motion.inputs(t + tau);
        let frame = contact_frame(p, &inputs, None).unwrap();
        let response = respond(p, &inputs, &frame, latch, &State { z, s_dw, ..State::default() });
        (response.rates.z, response.rates.s_dw)
    };
    let (z, s) = (state.z, state.s_dw);
    let (k1, l1) = rates(0.0, z, s);
    let (k2, l2) = rates(0.5 * h, z + k1 * (0.5 * h), s + l1 * 0.5 * h);
    let (k3, l3) = rates(0.5 * h, z + k2 * (0.5 * h), s + l2 * 0.5 * h);
    let (k4, l4) = rates(h, z + k3 * h, s + l3 * h);
    state.z += (k1 + (k2 + k3) * 2.0 + k4) * (h / 6.0);
    state.s_dw += (l1 + 2.0 * (l2 + l3) + l4) * h / 6.0;
}

/// The rates integrated with steps that end at every onset and release, found by bisection of the closed form.
fn reference(motion: &Motion, t_end: f64, steps: usize) -> Track {
    let p = parameters();
    let frame = |t: f64| contact_frame(&p, &motion.inputs(t), None).unwrap();
    let mut latch = Latch::default().updated(&p, &frame(0.0));
    let mut state = State::<f64>::default();
    let mut track = Track::new();
    for step in 0..steps {
        let (t, end) = (t_end * step as f64 / steps as f64, t_end * (step + 1) as f64 / steps as f64);
        let touches = motion.penetration(end) > 0.0;
        if touches == latch.contact {
            runge_kutta(&p, motion, &latch, t, end - t, &mut state);
        } else {
            let (mut before, mut after) = (t, end);
            for _ in 0..60 {
                let middle = 0.5 * (before + after);
                if (motion.penetration(middle) > 0.0) == touches { after = middle } else { before = middle }
            }
            runge_kutta(&p, motion, &latch, t, after - t, &mut state);
            latch = latch.switched(&p, &frame(after), touches);
            runge_kutta(&p, motion, &latch, after, end - after, &mut state);
        }
        if (step + 1) % (steps / CHECKPOINTS) == 0 {
            track.push([state.z[0], state.z[1], state.z[2], state.s_dw]);
        }
    }
    track
}

/// Errors for six steps, each half of the one before: bristles in units of 10 µm and dwell state, worst of the checkpoints.
fn errors(motion: &Motion, t_end: f64, coarsest: usize, with_derivatives: bool) -> Vec<f64> {
    // 40 Runge–Kutta steps in the finest step: their error is below 1e-6 of the step's
    let exact = reference(motion, t_end, coarsest * 32 * 40);
    let distance = |a: &[f64; 4], b: &[f64; 4]| {
        let z: f64 = (0..3).map(|k| ((a[k] - b[k]) / 1e-5).powi(2)).sum();
        (z + (a[3] - b[3]).powi(2)).sqrt()
    };
    (0..6)
        .map(|halving| {
            let got = stepped(motion, t_end, coarsest << halving, with_derivatives);
            got.iter().zip(&exact).map(|(a, b)| distance(a, b)).fold(0.0, f64::max)
        })
        .collect()
}

fn orders(errors: &[f64]) -> Vec<f64> {
    errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect()
}

/// Slope of log₂(error) over the halvings, by least squares.
fn fitted_order(errors: &[f64]) -> f64 {
    let n = errors.len() as f64;
    let mean_x = (n - 1.0) / 2.0;
    let mean_y = errors.iter().map(|e| e.log2()).sum::<f64>() / n;
    let (mut xy, mut xx) = (0.0, 0.0);
    for (k, e) in errors.iter().enumerate() {
        xy += (k as f64 - mean_x) * (e.log2() - mean_y);
        xx += (k as f64 - mean_x).powi(2);
    }
    -xy / xx
}

/// Rests about x = 0.7 mm, so f_n is about 18 N, and slips far below v_S = 10 mm/s within the bound.
const STICKING: Motion =
    Motion { penetration: (7e-4, 1e-4, 3.0), slip: [(0.0, 4e-5), (0.0, 3e-5)], frequency: 2.0, spin: 0.5 };

/// Slides at 3 to 9 v_S without reversing.
const SLIDING: Motion =
    Motion { penetration: (7e-4, 1e-4, 3.0), slip: [(0.06, 0.03), (0.02, 0.01)], frequency: 5.0, spin: 0.5 };

/// Slides to and fro through zero: saturation, sticking and the kink of s_dw twice a period.
const REVERSING: Motion =
    Motion { penetration: (7e-4, 1e-4, 3.0), slip: [(0.0, 0.03), (0.0, 0.02)], frequency: TAU, spin: 0.5 };

/// Sliding like [`SLIDING`], but bouncing: four onsets inside a step at 11 mm/s, and as many releases.
const BOUNCING: Motion = Motion { penetration: (-2e-4, 5e-4, 25.0), ..SLIDING };

#[test]
fn smooth_sticking_is_of_second_order_with_input_derivatives() {
    let errors = errors(&STICKING, 1.0, 120, true);
    let orders = orders(&errors);
    println!("sticking, linear: {errors:?} orders {orders:.3?}");
    assert!(orders.iter().all(|order| (1.9..=2.1).contains(order)), "{orders:?}");
}

#[test]
fn smooth_sliding_is_of_second_order_with_input_derivatives() {
    let errors = errors(&SLIDING, 1.0, 500, true);
    let orders = orders(&errors);
    println!("sliding, linear: {errors:?} orders {orders:.3?}");
    assert!(orders.iter().all(|order| (1.9..=2.1).contains(order)), "{orders:?}");
}

#[test]
fn reversals_and_the_kink_of_the_dwell_state_keep_a_fitted_order_of_1_8() {
    let errors = errors(&REVERSING, 1.3, 650, true);
    let fitted = fitted_order(&errors);
    println!("reversing, linear: {errors:?} orders {:.3?} fitted {fitted:.3}", orders(&errors));
    assert!(fitted >= 1.8, "{fitted}");
}

#[test]
fn held_velocities_are_of_first_order() {
    for (name, motion, t_end, coarsest) in
        [("sticking", &STICKING, 1.0, 120), ("sliding", &SLIDING, 1.0, 500), ("reversing", &REVERSING, 1.3, 650)]
    {
        let errors = errors(motion, t_end, coarsest, false);
        let fitted = fitted_order(&errors);
        println!("{name}, held: {errors:?} orders {:.3?} fitted {fitted:.3}", orders(&errors));
        assert!(fitted >= 0.9, "{name}: {fitted}");
    }
}

/// An onset inside a step starts and ends a phase where x is 0, so no order is lost: f_n grows with x^1.5 from there.
#[test]
fn an_onset_inside_the_step_keeps_second_order_with_input_derivatives() {
    let linear = errors(&BOUNCING, 1.1, 1100, true);
    let held = errors(&BOUNCING, 1.1, 1100, false);
    let (fitted, fitted_held) = (fitted_order(&linear), fitted_order(&held));
    println!("onsets, linear: {linear:?} orders {:.3?} fitted {fitted:.3}", orders(&linear));
    println!("onsets, held: {held:?} orders {:.3?} fitted {fitted_held:.3}", orders(&held));
    assert!(fitted >= 1.8, "{fitted}");
    assert!(fitted_held >= 0.9, "{fitted_held}");
}
