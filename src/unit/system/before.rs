//! What is set in a system before a step of a caller that links it: a step that is refused leaves no trace of the inputs that were set for it.

use super::System;
use crate::physics::Body;
use crate::stepping::bodies::Returned;
use crate::stepping::interface::Spatial;
use crate::unit::contact::member::Moved;

/// Room for it, taken once: bodies change places with it, and nothing is copied.
#[derive(Default)]
pub(super) struct Before {
    bodies: Vec<Moved>,
    free: Vec<Spatial>,
    /// Whether there was no step since the start
    is_start: bool,
}

impl Before {
    /// For steps of this system.
    pub fn make_room(&mut self, system: &System) {
        self.bodies.clone_from(&system.bodies);
        let coupled = if system.is_coupled() { system.told.as_slice() } else { &[] };
        self.free.clear();
        self.free.extend(coupled.iter().map(|told| told.free));
    }

    /// Sets the bodies that move, and keeps how they were set before.
    pub fn set(&mut self, system: &mut System, motions: &[Body<f64>], rates: Option<&[Body<f64>]>) {
        core::mem::swap(&mut self.bodies, &mut system.bodies);
        // since a step no body was set but for the next one
        self.is_start = system.far.is_set(0);
        move_bodies(system, motions, rates);
    }

    /// The same of the free accelerations of interface coupling.
    pub fn set_free(&mut self, system: &mut System, free: &[Spatial]) {
        for ((told, before), free) in system.told.iter_mut().zip(&mut self.free).zip(free) {
            *before = core::mem::replace(&mut told.free, *free);
        }
    }

    /// Puts all of it back, and contacts where the last step has led them.
    #[cold]
    pub fn put_back(&mut self, system: &mut System) {
        core::mem::swap(&mut self.bodies, &mut system.bodies);
        for (told, free) in system.told.iter_mut().zip(&self.free) {
            told.free = *free;
        }
        let is_coupled = system.is_coupled();
        let System { bodies, contacts, far, coupled, time, .. } = system;
        let since = (!self.is_start && !is_coupled).then_some(far.h);
        let places = if coupled.is_stepped { &coupled.ends } else { bodies };
        for (at, contact) in contacts.held_mut().filter(|(at, _)| !far.is_asleep[*at]) {
            let [i, j] = far.pairs[at];
            contact.catch_up(&places[i], &places[j], *time, since);
        }
        if !self.is_start {
            far.kept(far.h);
        }
        if is_coupled && !coupled.is_stepped {
            // a first step in parallel order begins with what stands at the outputs
            coupled.memories.iter_mut().for_each(|memory| memory.returned = Returned::default());
        }
        system.is_moved.fill(false);
        system.is_summed = false;
    }
}

/// Sets the bodies that move.
pub(super) fn move_bodies(system: &mut System, motions: &[Body<f64>], rates: Option<&[Body<f64>]>) {
    for k in 0..system.moving.len() {
        let body = system.moving[k];
        system.set_body(body, &motions[body], rates.map(|rates| &rates[body]));
    }
}
