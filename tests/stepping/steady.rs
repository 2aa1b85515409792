//! A step in one piece, of the usual contact that touches all the while under a motion that stays, has the bits of any other step.

use crate::common::random::Random;
use crate::common::*;
use asperity::meet::{Pair, Place};
use asperity::physics::{Inputs, Response};
use asperity::stepping::steady::{Prepared, Steady};
use asperity::stepping::{ContactState, InputRates, MissedSlip};

const H: f64 = 1e-4;

/// A usual contact of this pair on a body j that stands.
fn on_the_ground(pair: Pair) -> (Setup, Inputs<f64>) {
    let (mut setup, mut inputs) = general_position(pair);
    setup.geometry.shapes.center_i = V3::zeros();
    (inputs.body_j.velocity, inputs.body_j.angular_velocity) = (V3::zeros(), V3::zeros());
    (setup, inputs)
}

/// Both steps, as texts that show every digit and the sign of 0; None: the step is not of this kind.
fn both(setup: &Setup, inputs: &Inputs<f64>, rates: &InputRates, state: &ContactState) -> Option<[String; 2]> {
    let place = Place::from(&setup.geometry);
    let mut prepared = Prepared::of(&setup.laws, &setup.geometry)?;
    let steady = Steady::of(&mut prepared, &setup.laws, &place, inputs, Some(rates))?;
    let (start, mut next, mut response) = (steady.start(), *state, Response::default());
    let half_step = prepared.half_step(&setup.laws, H);
    steady.advance(half_step, &start, &mut next, &mut response)?.unwrap();
    let step = setup.advance(inputs, rates, state, H).unwrap();
    assert!(step.changes.all().is_empty());
    Some([format!("{next:?} {response:?}"), format!("{:?} {:?}", step.state, step.response)])
}

#[test]
fn a_steady_step_in_one_piece_has_the_bits_of_any_other() {
    let mut random = Random(7);
    let (mut made, mut left) = (0, 0);
    for pair in [Pair::External, Pair::SpherePlane] {
        let (mut setup, mut inputs) = on_the_ground(pair);
        for k in 0..400 {
            setup.settings.track_ledger = k % 5 != 0;
            let (slip, rate) = (0.3 * random.signed().powi(5), 0.1 * random.signed().powi(3));
            let meeting = bring(&setup, &mut inputs, 1e-3 * random.signed(), slip, rate);
            let z = meeting.across * (1e-4 * random.signed()) + meeting.normal * (1e-6 * random.signed());
            let state = ContactState {
                continuous: with_bristles(if k % 7 == 0 { V3::zeros() } else { z }, random.share()),
                latch: touching(&setup, 0.05),
                separating: k % 11 == 0,
                missed: MissedSlip { velocity: meeting.across * (1e-3 * random.signed()), ..MissedSlip::default() },
                ..ContactState::default()
            };
            match both(&setup, &inputs, &InputRates::default(), &state) {
                Some([one, other]) => {
                    assert_eq!(one, other, "{pair:?} {k}");
                    made += 1;
                }
                None => left += 1,
            }
        }
    }
    // without an overlap, in a new impact, or set down
    assert!(made > 250 && left > 250, "{made} {left}");
}

#[test]
fn a_step_of_another_kind_is_not_made_in_one_piece() {
    let (setup, mut inputs) = on_the_ground(Pair::SpherePlane);
    bring(&setup, &mut inputs, 5e-4, 0.1, 0.01);
    let state = ContactState { latch: touching(&setup, 0.05), ..ContactState::default() };
    let none = InputRates::default();
    assert!(both(&setup, &inputs, &none, &state).is_some());

    let mut accelerated = none;
    accelerated.inputs.body_i.velocity.x = 1.0;
    assert!(both(&setup, &inputs, &accelerated, &state).is_none());
    let mut moving = inputs;
    moving.body_j.velocity.y = 0.1;
    assert!(both(&setup, &moving, &none, &state).is_none());
    let mut apart = state;
    apart.latch.contact = false;
    assert!(both(&setup, &inputs, &none, &apart).is_none());
    let mut spinning = setup;
    spinning.friction.e_r = 0.01;
    assert!(both(&spinning, &inputs, &none, &state).is_none());
    let mut beside = setup;
    beside.geometry.shapes.center_i = vector(0.01, 0.0, 0.0);
    assert!(both(&beside, &inputs, &none, &state).is_none());
}
