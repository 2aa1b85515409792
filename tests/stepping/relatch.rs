//! Re-latching: a body that was set down (v_i = vMin) and is struck while it touches meets the damper of a fresh
//! impact, and a slow landing under gravity becomes one without a jump of the force.
//!
//! Numbers of the theory: m = 2 kg, k = 1e6 N/m^1.5, e = 0.5 at rest under 9.81 m/s² sits at x = 7.274436e-4 m. Struck
//! at 1 m/s it would meet m·g·(1 + d/(e·vMin)·1 m/s) = 28 kN with the damper it was set down with; the force of a fresh
//! impact peaks at 427 N.

use crate::common::*;
use asperity::fmi::{Interface, Model};
use asperity::physics::Latch;
use asperity::stepping::{ContactState, InputRates};
use asperity::unit::contact::Contact;
use asperity::unit::table::Id;

const MASS: f64 = 2.0;
const GRAVITY: f64 = 9.81;
const AT_REST: f64 = 7.274436e-4;
const BLOW: f64 = 1.0;
/// d(0.5) and so a·v_i = d/e, from the closed form.
const D: f64 = 0.716_375_266_635_687_5;

/// Force at the moment of the blow if the latch were vMin = 1e-3 m/s, and with a fresh one.
fn force_at_the_blow(v_i: f64) -> f64 {
    MASS * GRAVITY * (1.0 + D / (0.5 * v_i) * BLOW)
}

/// x, ẋ of the body after the blow by RK4 until it comes to rest or leaves; the peak of the force on the way.
fn peak_force(x0: f64, force: impl Fn(f64, f64) -> f64) -> f64 {
    let h = 1e-6;
    let mut y = [x0, BLOW];
    let mut peak = 0.0f64;
    while y[0] > 0.0 && y[1] > 0.0 {
        peak = peak.max(force(y[0], y[1]));
        y = rk4(0.0, &y, h, |_, y| [y[1], GRAVITY - force(y[0].max(0.0), y[1]) / MASS]);
    }
    peak
}

/// The law by its own code: k·x^1.5·(1 + u·min(ẋ/v_i, 1)), u = d/e.
fn law(x: f64, rate: f64, v_i: f64) -> f64 {
    1e6 * x.powf(1.5) * (1.0 + D / 0.5 * (rate / v_i).min(1.0)).max(0.0)
}

fn resting(interface: Interface) -> Contact {
    let mut contact = Contact::new(interface);
    contact.set_real(Id::Penetration, 0, AT_REST);
    contact.exit_initialization(&mut |_| {}).unwrap();
    contact
}

fn force(contact: &mut Contact) -> f64 {
    contact.real(Id::NormalForce, 0).unwrap()
}

#[test]
fn the_numbers_of_the_theory_are_those_of_its_closed_forms() {
    // 28 kN and 427 N are printed with two and three digits
    assert_relative("without re-latching", force_at_the_blow(1e-3), 28e3, 0.01);
    let fresh = peak_force(1e-12, |x, rate| law(x, rate, BLOW));
    assert_relative("peak of a fresh impact", fresh, 427.0, 2e-3);
}

#[test]
fn model_exchange_relatches_at_the_event() {
    let mut contact = resting(Interface::ModelExchange);
    // x at rest is printed with 7 digits, the force goes with its 3/2 power
    assert_relative("weight", force(&mut contact), MASS * GRAVITY, 1e-6);
    contact.set_real(Id::RelativeVelocity, 2, -BLOW);
    assert_relative("right before the event", force(&mut contact), force_at_the_blow(BLOW), 1e-6);
    let mut indicators = [0.0; 3];
    contact.event_indicators(&mut indicators).unwrap();
    // ẋ − 2·vMin
    assert_relative("indicator", indicators[2], BLOW - 2e-3, 1e-12);
    assert!(!contact.new_discrete_states(&mut |_| {}).unwrap(), "re-latching changes no continuous state");
    assert_relative("damper of a fresh impact", force(&mut contact), force_at_the_blow(BLOW), 1e-6);
    contact.event_indicators(&mut indicators).unwrap();
    assert!(indicators[2] < 0.0, "the event is over: {indicators:?}");
}

#[test]
fn model_exchange_body_struck_at_rest_meets_the_peak_of_a_fresh_impact() {
    let mut contact = resting(Interface::ModelExchange);
    contact.set_real(Id::RelativeVelocity, 2, -BLOW);
    contact.new_discrete_states(&mut |_| {}).unwrap();
    let contact = std::cell::RefCell::new(contact);
    let peak = peak_force(AT_REST, |x, rate| {
        let mut contact = contact.borrow_mut();
        contact.set_real(Id::Penetration, 0, x);
        contact.set_real(Id::RelativeVelocity, 2, -rate);
        force(&mut contact)
    });
    // the same integration of the law in this file: only rounding and the 7 digits of d differ
    assert_relative("own law", peak, peak_force(AT_REST, |x, rate| law(x, rate, BLOW)), 1e-9);
    // the blow falls 0.7 mm deeper than a fresh impact and so wastes less speed on the way: 1 % of its peak
    assert_relative("fresh impact", peak, 427.0, 0.01);
}

#[test]
fn co_simulation_relatches_inside_the_step() {
    let mut contact = resting(Interface::CoSimulation);
    contact.do_step(0.0, 1e-4, &mut |_| {}).unwrap();
    contact.set_real(Id::Penetration, 0, AT_REST);
    contact.set_real(Id::RelativeVelocity, 2, -BLOW);
    assert_relative("read before the step", force(&mut contact), force_at_the_blow(BLOW), 1e-6);
    contact.do_step(1e-4, 1e-6, &mut |_| {}).unwrap();
    // held velocity: x grows by 1 µm, the force by its 3/2 power
    let grown = (1.0 + BLOW * 1e-6 / AT_REST).powf(1.5);
    assert_relative("after the step", force(&mut contact), force_at_the_blow(BLOW) * grown, 1e-6);
}

#[test]
fn co_simulation_body_struck_at_rest_meets_the_peak_of_a_fresh_impact() {
    let parameters = parameters();
    let h = 1e-6;
    let mut state = ContactState { latch: touching(&parameters, 1e-3), ..ContactState::default() };
    let (mut x, mut rate, mut peak) = (AT_REST, BLOW, 0.0f64);
    while rate > 0.0 {
        let inputs = external(x, vector(0.0, 0.0, -rate));
        let step = parameters.advance(&inputs, &InputRates::default(), &state, h).unwrap();
        state = step.state;
        let f_n = step.response.outputs.normal_force;
        peak = peak.max(f_n);
        x = -step.response.outputs.gap;
        rate += h * (GRAVITY - f_n / MASS);
    }
    assert_relative("latched at the blow", state.latch.v_i, BLOW, 1e-12);
    // velocities held over 1 µs: an error of first order, a·h·f/m = 3e-4 of the peak
    assert_relative("own law", peak, peak_force(AT_REST, |x, rate| law(x, rate, BLOW)), 1e-3);
}

#[test]
fn a_step_that_speeds_up_meets_the_damper_of_its_own_middle() {
    let parameters = parameters();
    let (h, x, slow, fast) = (1e-4, 1e-3, 0.015, 0.5);
    let acceleration = (fast - slow) / (0.5 * h);
    let mut rates = InputRates::default();
    rates.inputs.relative_velocity.z = -acceleration;
    let state = ContactState { latch: touching(&parameters, 0.01), ..ContactState::default() };
    let inputs = external(x, vector(0.0, 0.0, -slow));
    let step = parameters.advance(&inputs, &rates, &state, h).unwrap();
    // midpoint rule: k·x^1.5·(d/e)·(ẋ/v_i)·ẋ·h with v_i = ẋ of the middle; with 0.01 m/s it would be 50 times as much
    let middle: f64 = x + 0.25 * h * (slow + fast);
    let dissipated = 1e6 * middle.powf(1.5) * D / 0.5 * fast * h;
    assert_relative("dissipated", step.state.continuous.energy.dissipated_normal, dissipated, 1e-12);
}

#[test]
fn an_impact_without_a_load_never_relatches() {
    let parameters = parameters();
    let mut latch = Latch::<f64>::default();
    let mut y = [1e-12, BLOW];
    let frame = |y: &[f64; 2]| {
        crate::common::contact_frame(&parameters, &external(y[0], vector(0.0, 0.0, -y[1])), None).unwrap()
    };
    latch = latch.updated(&parameters, &frame(&y).approach());
    while y[0] > 0.0 {
        assert_eq!(latch.updated(&parameters, &frame(&y).approach()), latch);
        y = rk4(0.0, &y, 1e-5, |_, y| [y[1], -law(y[0].max(0.0), y[1], BLOW) / MASS]);
    }
    assert!(y[1] < -0.4, "rebounded with {}", y[1]);
}

/// How often the law of this file, 2 kg on k = 1e6 under gravity, becomes twice as fast as it was latched, and the speed
/// latched last. By RK4.
fn relatched_on_landing(speed: f64) -> (u32, f64) {
    let (mut y, mut v_i, mut times) = ([0.0, speed], speed, 0);
    for _ in 0..20_000 {
        y = rk4(0.0, &y, 1e-6, |_, y| [y[1], GRAVITY - law(y[0].max(0.0), y[1], v_i) / MASS]);
        if y[1] >= 2.0 * v_i {
            (v_i, times) = (y[1], times + 1);
        }
    }
    (times, v_i)
}

/// Gravity makes a body that lands slowly faster than it landed. The contact, moved by Model Exchange's event, does what the
/// law does; a ball that lands at 40 mm/s or faster never doubles its speed.
#[test]
fn a_slow_landing_under_gravity_relatches_as_often_as_the_law_says() {
    for (speed, expected) in [(1e-6, 12), (1e-3, 6), (0.01, 2), (0.03, 1), (0.04, 0), (0.1, 0)] {
        let (times, v_i) = relatched_on_landing(speed);
        assert_eq!(times, expected, "the law at {speed} m/s");
        let parameters = parameters();
        let approach = |y: &[f64; 2]| {
            let inputs = external(y[0], vector(0.0, 0.0, -y[1]));
            crate::common::contact_frame(&parameters, &inputs, None).unwrap().approach()
        };
        let mut y = [1e-15, speed];
        let mut latch = Latch::<f64>::default().updated(&parameters, &approach(&y));
        let mut seen = 0;
        for _ in 0..20_000 {
            let rate = |y: &[f64; 2]| {
                let force = asperity::physics::normal::normal_force(&parameters, 0.0, &approach(y), &latch).force;
                [y[1], GRAVITY - force / MASS]
            };
            y = rk4(0.0, &y, 1e-6, |_, y| rate(y));
            let next = latch.updated(&parameters, &approach(&y));
            seen += u32::from(next.v_i > latch.v_i);
            latch = next;
        }
        assert_eq!(seen, expected, "{speed} m/s");
        // located on a grid of 1 µs in which ẋ changes by 1e-5 m/s
        assert_relative("latched last", latch.v_i, v_i, 1e-3);
    }
}
