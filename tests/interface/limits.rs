//! Interface coupling: other laws, exponents and masses, and inputs at the edge of what a double holds.

use crate::common::Setup;
use crate::host::{Body, Form, M3, V3, World, coupling, options, parameters, restored};
use asperity::physics::parameters::{FrictionLaw, FrictionMap, NormalLaw, SpinRadiusSource};
use asperity::physics::{ContactFault, damping};
use asperity::stepping::ContactState;
use asperity::stepping::coupling::CouplingMethod;
use asperity::stepping::interface::{CouplingMemory, Mean, Options, Order, Outcome, Port, Turning, advance};
use proptest::prelude::*;

const LAWS: [NormalLaw; 3] = [NormalLaw::Gonthier, NormalLaw::Elastic, NormalLaw::HuntCrossley];

/// e_out of an impact that begins 0.3·h after the first step's start: too early to be answered in parallel order.
fn bounce(parameters: Setup, order: Order, h: f64, v: f64) -> f64 {
    let mut world = World::new(parameters, Body::point(2.0, -0.3 * v * h, v), order, Form::Mean);
    world.bounce(h);
    world.body.velocity[2] / v
}

/// The restitution that each law really gives is known in closed form, for every exponent.
#[test]
fn every_damping_law_and_exponent_gives_its_restitution() {
    let mut worst: f64 = 0.0;
    for law in LAWS {
        for p in [1.0, 1.5, 2.0, 3.0, 5.0] {
            for e in [0.001, 0.02, 0.3, 0.99, 1.0] {
                for h in [1e-4, 1e-2] {
                    let mut parameters = parameters();
                    parameters.settings.normal_law = law;
                    (parameters.compliance.p, parameters.compliance.e) = (p, e);
                    // as hard as Hertz's at its greatest penetration, 5 mm
                    parameters.compliance.k = 1e6 * 5e-3f64.powf(1.5 - p);
                    for order in [Order::Sequential, Order::Parallel] {
                        let expected = damping::effective_restitution(&parameters, 1.0);
                        let error = (bounce(parameters, order, h, 1.0) - expected).abs();
                        assert!(error < 1e-4, "{law:?} p {p} e {e} h {h} {order:?}: off by {error:e}");
                        worst = worst.max(error);
                    }
                }
            }
        }
    }
    println!("laws and exponents: worst {worst:.2e}");
}

/// A capped step never throws a body back faster than it came.
#[test]
fn capped_elastic_impact_gains_nothing() {
    for most in [1, 2, 3, 5, 10, 30] {
        for phase in 0..8 {
            for order in [Order::Sequential, Order::Parallel] {
                let mut parameters = parameters();
                parameters.settings.normal_law = NormalLaw::Elastic;
                parameters.compliance.k = 1e8;
                let h = 1e-2;
                let body = Body::point(2.0, -h * (1.0 + f64::from(phase) / 8.0), 1.0);
                let mut world = World::new(parameters, body, order, Form::Mean);
                world.options.max_micro_steps = most;
                world.bounce(h);
                let e_out = world.body.velocity[2];
                assert!(e_out <= 1.0 + 1e-9, "{most} {phase} {order:?}: {e_out}");
            }
        }
    }
}

/// Bodies that end a step in each other without contact have flown through an onset for which the cap left nothing: the step says
/// so.
#[test]
fn an_onset_that_the_cap_leaves_out_is_told() {
    let mut noise = crate::common::noise();
    let mut left_out = 0;
    for _ in 0..20_000 {
        let mut parameters = parameters();
        parameters.compliance.k = 10f64.powf(7.0 + 3.0 * noise());
        parameters.compliance.e = 0.5 + 0.45 * noise();
        let (h, v) = (10f64.powf(-3.0 + noise()), 10f64.powf(-1.0 + noise()));
        let mut body = Body::point(2.0, -h * v * noise().abs(), v);
        body.gravity = V3::new(0.0, 0.0, -10f64.powf(2.0 + noise()));
        let mut world = World::new(parameters, body, Order::Sequential, Form::Mean);
        world.options.max_micro_steps = 1 + (20.0 * noise().abs()) as u32;
        for _ in 0..5 {
            let outcome = world.step(h);
            let is_inside = outcome.end.frame.penetration > 0.0 && !outcome.contact.latch.contact;
            left_out += u32::from(is_inside);
            assert!(!is_inside || outcome.capped, "{outcome:?}");
        }
    }
    println!("{left_out} onsets left out");
    assert!(left_out > 0, "none was left out: the test shows nothing");
}

/// What the documentation warns of: n contacts that strike one body in one step each answer with its whole mass, J = (1 +
/// e)·m·v, and throw it back with n·(1 + e) − 1 of its speed.
#[test]
fn several_contacts_on_a_body_rebound_with_the_sum_of_their_impulses() {
    for &method in CouplingMethod::ALL {
        for n in [1, 4, 9] {
            let mut parameters = parameters();
            parameters.compliance.k = 1e9;
            let (h, v) = (1e-2, 1.0);
            let body = Body::point(2.0, -0.5 * v * h, v);
            let mut contact = World::new(parameters, body, Order::Sequential, Form::Slope);
            contact.coupling.settings.method = method;
            let mut contacts = vec![contact; n];
            let force = contacts.iter_mut().map(|contact| contact.step(h).force.mean[2]).sum::<f64>();
            let e_out = force * h / 2.0 - 1.0;
            let expected = 1.5 * n as f64 - 1.0;
            // each has the restitution to 1e-4
            assert!((e_out - expected).abs() < 1e-4 * n as f64, "{method:?} {n}: {e_out} for {expected}");
        }
    }
}

/// Two bodies fixed to the world: the force is that of the penetration, and nothing divides by W = 0.
#[test]
fn fixed_bodies_feel_the_static_force() {
    let parameters = parameters();
    let mut port = Body::point(1.0, 1e-3, 0.0).port(1.0);
    port.w = M3::zeros();
    let outcome = advance(
        &parameters,
        &coupling(),
        &port,
        &ContactState::default(),
        &mut CouplingMemory::default(),
        &options(Order::Sequential),
        1e-2,
    )
    .unwrap();
    // k·x^1.5
    let force = 1e6 * 1e-3f64.powf(1.5);
    assert!((outcome.force.mean - V3::new(0.0, 0.0, force)).norm() < 1e-9 * force, "{}", outcome.force.mean);
}

/// A = 6K/H² − 2J/H, B = 2(J/H − A) gives the body the velocity and the way that the contact gave it.
#[test]
fn mean_and_slope_keep_impulse_and_way() {
    // a unit impulse at τ₀ has J = 1, K = H − τ₀
    let h = 0.25;
    for tau in [0.0, 0.1, 0.25] {
        let along = V3::new(0.3, -1.0, 2.0);
        let force = Mean::of(&along, &(along * (h - tau)), h);
        let mut body = Body::point(1.0, 0.0, 0.0);
        body.push(&force, &Mean::default(), Form::Slope, h);
        assert!((body.velocity - along).norm() < 1e-14);
        assert!((body.position - along * (h - tau)).norm() < 1e-14);
    }
}

fn wide() -> impl Strategy<Value = f64> {
    (-300.0..300.0f64, prop::bool::ANY, 0..8u8).prop_map(|(exponent, negative, shrink)| {
        let size = match shrink {
            0 => 0.0,
            1 => 10f64.powf(exponent),
            _ => 10f64.powf(exponent / 50.0),
        };
        if negative { -size } else { size }
    })
}

/// A step and what it leaves to the next one.
fn stepped(
    parameters: &Setup,
    port: &Port,
    contact: &ContactState,
    mut memory: CouplingMemory,
    options: &Options,
    h: f64,
) -> Result<(Outcome, CouplingMemory), ContactFault> {
    advance(parameters, &coupling(), port, contact, &mut memory, options, h).map(|outcome| (outcome, memory))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// The same with moments: laws, maps, and bodies that turn however easily.
    #[test]
    fn any_finite_rotation_is_stepped_or_refused(
        v in prop::array::uniform16(wide()),
        w in prop::array::uniform6(wide()),
        laws in prop::array::uniform4(0..NormalLaw::ALL.len()),
        flags in prop::array::uniform3(prop::bool::ANY),
        [h, mu_r, e_r] in prop::array::uniform3(-6.0..1.0f64),
    ) {
        let [known, parallel, by_area] = flags;
        let mut p = parameters();
        p.settings.normal_law = NormalLaw::ALL[laws[0]];
        p.settings.friction_law = FrictionLaw::ALL[laws[1] % FrictionLaw::ALL.len()];
        (p.settings.friction_map, p.settings.sides) = (FrictionMap::ALL[laws[2] % FrictionMap::ALL.len()], 8);
        p.settings.planes = crate::common::some_planes();
        p.settings.spin_radius_source = if by_area { SpinRadiusSource::ContactRadius } else { SpinRadiusSource::Given };
        let c = &mut p.compliance;
        (c.p, c.mass, c.d_max, c.v_small) = ([1.5, 1.0][laws[3] % 2], 1.0, 2000.0, 0.01);
        let f = &mut p.friction;
        (f.mu_r, f.e_r, f.w_small, f.v_small) = (10f64.powf(mu_r), 10f64.powf(e_r), 1e-4, 1e-4);
        (p.geometry.shapes.contact_radius_i, p.geometry.shapes.contact_radius_j) = (0.1, 1.0);
        let mut options = options(if parallel { Order::Parallel } else { Order::Sequential });
        (options.mass_known, options.max_micro_steps) = (known, 200);
        let mut port = Body::point(1.0, v[0], v[1]).port(1.0);
        (port.frame.v_t, port.frame.axis) = (V3::new(v[2], v[3], 0.0), V3::x());
        port.frame.omega = V3::new(v[13], v[14], v[15]);
        // the rows of one matrix, so that [[W, Gᵀ], [G, L]] is positive semidefinite
        let root = M3::new(v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12]);
        let other = M3::new(w[0], w[1], w[2], w[3], w[4], w[5], 1.0, 0.0, -1.0);
        port.w = root * root.transpose();
        let (l, g) = (other * other.transpose(), other * root.transpose());
        port.turning = Some(Turning { l, g, b: V3::new(w[5], w[4], w[3]) });
        let (mut contact, mut memory) = (ContactState::default(), CouplingMemory::default());
        for _ in 0..4 {
            let h = 10f64.powf(h);
            let step = |memory| stepped(&p, &port, &contact, memory, &options, h);
            let Ok((outcome, next)) = step(memory) else { break };
            prop_assert!(outcome.micro_steps <= 400);
            prop_assert!((outcome.couple.mean + outcome.couple.slope).sum().is_finite());
            let (again, next_again) = step(restored(&memory)).unwrap();
            prop_assert_eq!(format!("{outcome:?}"), format!("{again:?}"));
            prop_assert_eq!(format!("{:?}", restored(&next)), format!("{:?}", restored(&next_again)));
            (contact, memory) = (outcome.contact, next);
            port.frame.penetration -= 0.1 * h * v[1];
            port.frame.penetration_rate *= -0.5;
        }
    }

    /// Whatever is finite gives a finite result or a refusal, within the cap, and never a panic; and the same bits
    /// again.
    #[test]
    fn any_finite_input_is_stepped_or_refused(
        v in prop::array::uniform16(wide()),
        law in 0..3u8,
        known in prop::bool::ANY,
        parallel in prop::bool::ANY,
        h in -6.0..2.0f64,
        k in 0.0..12.0f64,
        e in 0.001..1.0f64,
    ) {
        let mut parameters = parameters();
        parameters.settings.normal_law = LAWS[law as usize];
        (parameters.compliance.k, parameters.compliance.e) = (10f64.powf(k), e);
        parameters.friction.sigma_2 = v[15].abs().min(1e6);
        let mut options = options(if parallel { Order::Parallel } else { Order::Sequential });
        (options.mass_known, options.b_known, options.max_micro_steps) = (known, v[0] > 0.0, 200);
        let mut port = Body::point(1.0, v[0], v[1]).port(1.0);
        port.frame.v_t = V3::new(v[2], v[3], 0.0);
        let root = M3::new(v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11], v[12]);
        port.w = root * root.transpose();
        port.b = V3::new(v[13], v[14], v[15]);
        port.b_measured = port.b;
        let (mut contact, mut memory) = (ContactState::default(), CouplingMemory::default());
        for _ in 0..4 {
            let h = 10f64.powf(h);
            let step = |memory| stepped(&parameters, &port, &contact, memory, &options, h);
            let Ok((outcome, next)) = step(memory) else { break };
            prop_assert!(outcome.micro_steps <= 400);
            prop_assert!((outcome.force.mean + outcome.force.slope).sum().is_finite());
            let (again, next_again) = step(restored(&memory)).unwrap();
            prop_assert_eq!(format!("{outcome:?}"), format!("{again:?}"));
            prop_assert_eq!(format!("{:?}", restored(&next)), format!("{:?}", restored(&next_again)));
            (contact, memory) = (outcome.contact, next);
            port.frame.penetration -= 0.1 * h * v[1];
            port.frame.penetration_rate *= -0.5;
        }
    }
}
