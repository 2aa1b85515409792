//! The contacts that a micro-step has to look at: those whose bodies touch, or may have come to touch since the list was made (docs/numerics.md step 40).

use crate::physics::Vector3;
use crate::stepping::bodies::list::List;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::slot::{Contacts, Slot};

/// The contacts that are near, until a body has gone half the `skin` from where it was.
pub struct Near<'a> {
    list: List<'a, usize>,
    /// Where the bodies were when the list was made [m]
    anchors: &'a mut [Vector3<f64>],
    /// Bodies farther apart than this are far [m]
    skin: f64,
    /// Where the bodies were at the step's start [m], and how far apart those are whose contacts take no part [m]
    starts: &'a mut [Vector3<f64>],
    sleep: f64,
}

/// How far the bodies of a contact must be apart for it to take no part in a step of `h` [s] [m]: several of its skins.
pub fn sleeping_distance(bodies: &[MovingBody], h: f64) -> f64 {
    ASLEEP * skin(bodies, h)
}

/// Twice as far as two bodies go that are as fast as the fastest in a step of `h` [s] [m].
fn skin(bodies: &[MovingBody], h: f64) -> f64 {
    let way = |body: &MovingBody| {
        let (v, a) = (&body.motion.velocity, &body.acceleration.linear);
        (v.dot(v).sqrt() + h * a.dot(a).sqrt()) * h
    };
    WAYS * bodies.iter().map(way).fold(0.0, f64::max)
}

/// The skin by the way that the fastest body goes in a step, and after a body has gone too far, by that way: half of it for each of two bodies.
const WAYS: f64 = 4.0;

/// The distance of those that sleep by the skin.
const ASLEEP: f64 = 2.0;

/// Part of the skin that is for rounding.
const ROUNDED: f64 = 1e-6;

impl<'a> Near<'a> {
    /// Of nothing yet.
    pub fn new(list: List<'a, usize>, [anchors, starts]: [&'a mut [Vector3<f64>]; 2]) -> Self {
        Near { list, anchors, skin: 0.0, starts, sleep: 0.0 }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.list.iter().copied()
    }

    /// Room for a step of `h` [s], in which contacts take part but for those that are farther apart than `sleep` [m].
    pub fn expect(&mut self, bodies: &[MovingBody], [h, sleep]: [f64; 2]) {
        (self.skin, self.sleep) = (skin(bodies, h), sleep);
        mark(self.starts, bodies);
    }

    /// Lists, of the `active` contacts, those that touch or are near where the bodies are now.
    pub fn gather(&mut self, contacts: &impl Contacts, active: &[usize], slots: &[Slot], bodies: &[MovingBody]) {
        self.list.clear();
        for contact in active.iter().copied() {
            let pair = contacts.bodies(contact).map(|body| &bodies[body]);
            if slots[contact].latch.contact || !contacts.are_far(contact, pair, self.skin) {
                self.list.push(contact);
            }
        }
        mark(self.anchors, bodies);
    }

    /// Whether no body has gone so far that one that is not listed may touch.
    pub fn holds(&self, bodies: &[MovingBody]) -> bool {
        are_within(0.5 * self.skin, self.anchors, bodies)
    }

    /// Whether no body has gone so far in the step that one that takes no part may touch.
    pub fn may_sleep(&self, bodies: &[MovingBody]) -> bool {
        are_within(0.5 * self.sleep, self.starts, bodies)
    }

    /// Makes room for the way that bodies have gone since the list was made.
    pub fn widen(&mut self, bodies: &[MovingBody]) {
        let farthest = ways(self.anchors, bodies).fold(0.0, f64::max).sqrt();
        self.skin = self.skin.max(WAYS * farthest);
    }
}

fn mark(places: &mut [Vector3<f64>], bodies: &[MovingBody]) {
    places.iter_mut().zip(bodies).for_each(|(place, body)| *place = body.motion.position);
}

/// Squares of how far bodies are from their places [m²].
fn ways(places: &[Vector3<f64>], bodies: &[MovingBody]) -> impl Iterator<Item = f64> {
    places.iter().zip(bodies).map(|(place, body)| {
        let way = body.motion.position - place;
        way.dot(&way)
    })
}

/// Whether a body has gone so far from its place at a step's start that one that is farther away than `sleep` [m] may touch it.
pub fn is_beyond(sleep: f64, start: &Vector3<f64>, body: &MovingBody) -> bool {
    !are_within(0.5 * sleep, core::slice::from_ref(start), core::slice::from_ref(body))
}

fn are_within(most: f64, places: &[Vector3<f64>], bodies: &[MovingBody]) -> bool {
    let most = most * (1.0 - ROUNDED);
    // what is no number is judged at the step's end
    ways(places, bodies).all(|square| square <= most * most || square.is_nan())
}
