//! Interface coupling: how the unit's own penetration is returned to the measured one.

use crate::host::{Body, Form, V3, World, coupling, options, parameters};
use asperity::stepping::ContactState;
use asperity::stepping::interface::{CouplingMemory, Order, advance};

/// Mean force A and slope B over H move x by ½(ẋ₀ + ẋ₁)·H and, for the slope, by w·B·H³/12 more: ∫∫ B·(τ − H/2)/m. What a
/// pose is beyond that and the way of the fastest velocity was set, and the own penetration goes with it; what is within may
/// be the integrator's, and does not move it.
#[test]
fn a_pose_jumps_if_it_moves_further_than_velocities_and_the_slope_explain() {
    let (h, mass) = (1e-3, 2.0);
    let mut parameters = parameters();
    parameters.compliance.k = 1e10;
    let options = options(Order::Sequential);
    // meets the plane in the last fifth of the step and stays: most of its impulse is slope
    let before = Body::point(mass, -0.8 * h, 1.0).port(1.0);
    let (none, mut memory) = (ContactState::default(), CouplingMemory::default());
    let first = advance(&parameters, &coupling(), &before, &none, &mut memory, &options, h).unwrap();
    let own = first.end.frame.penetration;
    let slope = first.force.slope[2];
    let bend = slope.abs() * h.powi(3) / 12.0 / mass;
    assert!(own > 0.0 && bend > 0.05 * h, "own {own:e}, by the slope {bend:e}");
    let rate = 1.0 - first.force.mean[2] * h / mass;
    let way = 0.5 * h * (1.0 + rate);
    let reach = h * (1.0 + rate.abs()) + bend;
    for (part, jumps) in [(1.01, true), (0.99, false), (-0.99, false)] {
        let after = Body::point(mass, -0.8 * h + way + part * reach, rate).port(1.0);
        // so short that nothing moves
        let second =
            advance(&parameters, &coupling(), &after, &first.contact, &mut memory.clone(), &options, 1e-12).unwrap();
        let expected = if jumps { own + part * reach } else { own };
        let found = second.end.frame.penetration;
        assert!((found - expected).abs() < 1e-9, "{part} of the reach: {found:e} for {expected:e}");
    }
}

/// The first half of an impact that lasts fifty steps: own and measured penetration differ, for the body follows means only, and nothing is given
/// back before it rests; the ledger books no work of the importer's.
#[test]
fn nothing_is_given_back_while_an_impact_is_under_way() {
    for order in [Order::Sequential, Order::Parallel] {
        let mut parameters = parameters();
        parameters.compliance.k = 1e4;
        let mut body = Body::point(2.0, -1e-4, 1.0);
        body.gravity = V3::new(0.0, 0.0, -9.81);
        let mut world = World::new(parameters, body, order, Form::Mean);
        let (mut whole, mut apart) = (0, 0.0f64);
        for _ in 0..16 {
            let outcome = world.step(2e-3);
            if outcome.micro_steps > 0 {
                whole += 1;
                apart = apart.max((outcome.end.frame.penetration - world.body.penetration()).abs());
            }
            assert!(world.body.velocity[2] < -0.1, "{order:?}: it is to be far from turning round");
        }
        // 1 J comes in
        let importer_work = world.contact.importer_work.abs();
        assert!(whole > 12 && apart > 1e-7, "{order:?}: {whole} steps, {apart:e} m apart");
        assert!(importer_work < 1e-12, "{order:?}: {importer_work:e} J of the importer's");
    }
}
