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
}

/// The skin by the way that the fastest body goes in a step, and after a body has gone too far, by that way: half of it for each of two bodies.
const WAYS: f64 = 4.0;

/// Part of the skin that is for rounding.
const ROUNDED: f64 = 1e-6;

impl<'a> Near<'a> {
    pub fn new(list: List<'a, usize>, anchors: &'a mut [Vector3<f64>]) -> Self {
        Near { list, anchors, skin: 0.0 }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.list.iter().copied()
    }

    /// Room for a step of `h` [s].
    pub fn expect(&mut self, bodies: &[MovingBody], h: f64) {
        let way = |body: &MovingBody| {
            let (v, a) = (&body.motion.velocity, &body.acceleration.linear);
            (v.dot(v).sqrt() + h * a.dot(a).sqrt()) * h
        };
        self.skin = WAYS * bodies.iter().map(way).fold(0.0, f64::max);
    }

    /// Lists, of the `active` contacts, those that touch or are near where the bodies are now.
    pub fn gather(&mut self, contacts: &impl Contacts, active: &[usize], slots: &[Slot], bodies: &[MovingBody]) {
        self.list.clear();
        for contact in active.iter().copied() {
            if slots[contact].latch.contact || !contacts.are_far(contact, bodies, self.skin) {
                self.list.push(contact);
            }
        }
        self.anchors.iter_mut().zip(bodies).for_each(|(anchor, body)| *anchor = body.motion.position);
    }

    /// Whether no body has gone so far that one that is not listed may touch.
    pub fn holds(&self, bodies: &[MovingBody]) -> bool {
        let most = 0.5 * self.skin * (1.0 - ROUNDED);
        self.anchors.iter().zip(bodies).all(|(anchor, body)| {
            let way = body.motion.position - anchor;
            // what is no number is judged at the step's end
            let square = way.dot(&way);
            square <= most * most || square.is_nan()
        })
    }

    /// Makes room for the way that bodies have gone since the list was made.
    pub fn widen(&mut self, bodies: &[MovingBody]) {
        let way = |(anchor, body): (&Vector3<f64>, &MovingBody)| {
            let way = body.motion.position - anchor;
            way.dot(&way)
        };
        let farthest = self.anchors.iter().zip(bodies).map(way).fold(0.0, f64::max).sqrt();
        self.skin = self.skin.max(WAYS * farthest);
    }
}
