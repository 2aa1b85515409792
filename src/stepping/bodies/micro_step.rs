//! One micro-step of all contacts that touch (docs/numerics.md step 29).

use crate::stepping::bodies::list::List;
use crate::stepping::bodies::mixing::{History, Mixing};
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::slot::{Contacts, Slot};
use crate::stepping::bodies::touch::{Springs, Touch};

/// Moves all bodies by `h` [s], of whose start `left` [s] are left of the step, with the contacts that touch.
///
/// Each contact in turn solves its own motion, normal and tangential, under what the others give in the mean over the micro-step, through the list
/// until no force changes any more: forwards and backwards, then forwards from what is mixed of where sweeps have led.
pub fn micro_step(
    contacts: &impl Contacts,
    touching: &List<usize>,
    slots: &mut [Slot],
    bodies: &mut [MovingBody],
    (touches, histories): (&mut List<Touch>, &mut [History]),
    [h, left]: [f64; 2],
    springs: Springs,
) {
    touches.clear();
    if touching.is_empty() {
        bodies.iter_mut().for_each(|body| body.fly(h));
        return;
    }
    bodies.iter_mut().for_each(|body| body.begin(h));
    for contact in touching.iter() {
        let slot = &mut slots[*contact];
        let laws = contacts.laws(*contact);
        let touch = Touch::new(contacts, *contact, slot, bodies, h);
        slot.latch = slot.latch.relatched(laws, &touch.met.frame.approach());
        touch.met.push(&touch.force, bodies);
        touches.push(touch);
    }
    bodies.iter_mut().for_each(MovingBody::have_before);
    if springs == Springs::Followed {
        bodies.iter_mut().for_each(|body| body.look_ahead(h));
        for touch in touches.iter_mut() {
            touch.look_ahead(contacts, &slots[touch.contact], bodies, h);
        }
    }
    let mut mixing = Mixing::new(histories);
    for pass in 0..MOST_SWEEPS {
        let (mut change, mut size) = (0.0_f64, 0.0_f64);
        for at in 0..touches.len() {
            let at = if pass % 2 == 0 || pass >= PLAIN_SWEEPS { at } else { touches.len() - 1 - at };
            let Some(touch) = touches.get_mut(at) else { continue };
            let laws = contacts.laws(touch.contact);
            let [by, to] = touch.sweep(laws, &slots[touch.contact], bodies, h, (pass == 0, springs));
            // what changes the velocity by less than rounding of the approach is no change
            let idle = ROUNDED * touch.rate.abs() / (touch.mechanics.w * h).max(f64::MIN_POSITIVE);
            (change, size) = (change.max(by - idle), size.max(to));
        }
        if pass > 0 && change <= AGREED * size {
            break;
        }
        if (PLAIN_SWEEPS..MOST_SWEEPS).contains(&(pass + 1)) {
            mixing.mix(touches, bodies);
        }
    }
    bodies.iter_mut().for_each(|body| body.turn_on(h));
    for touch in touches.iter_mut() {
        let borne = touch.mechanics.w * touch.force.linear.dot(&touch.force.linear);
        touch.met.bodies.iter().for_each(|body| bodies[*body].bear(borne));
        touch.at_end = touch.end(contacts.laws(touch.contact), &mut slots[touch.contact], bodies, h, left);
    }
    bodies.iter_mut().for_each(|body| body.end(h, left));
}

/// Sweeps over the contacts in a micro-step, at most: what is left then is a force that is not yet that of its own motion, while momentum is
/// kept to the last bit.
const MOST_SWEEPS: usize = 60;

/// The first sweep after which they are mixed: mostly they agree before.
const PLAIN_SWEEPS: usize = 3;

/// Part of the largest force by which forces of two sweeps may differ.
const AGREED: f64 = 1e-11;

/// Part of the approach speed that is rounding.
const ROUNDED: f64 = 1e-13;
