//! Several contacts of shared bodies as one [`Model`](crate::fmi::Model): the importer moves the bodies, each contact is that of
//! the one-contact FMU, and the wrenches are summed per body.

mod as_model;
mod attempts;
mod before;
mod contacts;
mod coupled;
mod coupled_start;
mod coupled_step;
mod derivatives;
mod far;
mod given;
#[cfg(feature = "text")]
pub mod hull;
pub mod inertia;
mod kinematic_step;
pub mod lines;
pub mod linked;
#[cfg(feature = "render")]
pub mod listing;
#[cfg(feature = "text")]
pub mod located;
mod numbers;
pub mod patch;
mod rigid;
pub mod scene;
pub mod scene_contact;
mod settle;
pub mod shapes;
mod slopes;
mod summing;
mod sums;
pub mod tables;
pub mod tasks;
#[cfg(feature = "text")]
pub mod text;
#[cfg(feature = "text")]
mod text_patch;
#[cfg(feature = "text")]
mod text_shapes;
mod untold;
mod whole;

pub use crate::fmi::Fault;
use crate::fmi::Interface;
use crate::meet::Bounds;
use crate::physics::{Body, Energies};
use crate::stepping::bodies::Told;
use crate::unit::contact::Steps;
use crate::unit::contact::member::Moved;
use attempts::Attempt;
use contacts::Contacts;
use coupled::Coupled;
use far::Far;
use numbers::Place;
pub use scene::Scene;
use scene::SceneBody;
use scene_contact::SceneContact;
use slopes::Slopes;
use std::sync::Arc;
use sums::Sums;
pub use sums::Wrench;
use untold::Untold;

/// A system between communication steps, or at one time of Model Exchange.
#[derive(Debug)]
pub struct System {
    scene: Arc<Scene>,
    guid: Arc<str>,
    interface: Interface,
    time: f64,
    /// Initialization is over.
    is_started: bool,
    bodies: Vec<Moved>,
    /// Numbers of those that move
    moving: Vec<usize>,
    /// What interface coupling is told of the bodies
    told: Vec<Told>,
    /// Bodies whose motion was set since the contacts were told
    is_moved: Vec<bool>,
    contacts: Contacts,
    /// In Model Exchange the sums of the ledger, in Co-Simulation what they began with
    ledger: Energies<f64>,
    /// What follows from all this; it saves work and changes nothing
    sums: Sums,
    is_summed: bool,
    /// Room of kinematic steps
    attempts: Vec<Attempt>,
    far: Far,
    coupled: Coupled,
    /// Interface coupling: of each body
    untold: Vec<Untold>,
    slopes: Slopes,
    /// Whether contacts may have something to say: else none is asked
    may_warn: bool,
    /// Whether all contacts keep the ledger: they are far apart in memory
    is_tracked: bool,
    /// Per body its contacts and on which side of them it is: 0 for body i
    contacts_of: Arc<Vec<Vec<(usize, usize)>>>,
}

impl Clone for System {
    fn clone(&self) -> Self {
        let mut twin = System::new(self.interface, self.scene.clone(), &self.guid);
        twin.clone_from(self);
        if self.is_started {
            twin.contacts.make_room();
        }
        twin
    }

    /// Of a system of the same scene: takes over all that does not follow from the rest, and allocates nothing while there is room for its contacts.
    fn clone_from(&mut self, source: &Self) {
        let System {
            scene,
            guid,
            interface,
            time,
            is_started,
            bodies,
            told,
            is_moved,
            contacts,
            ledger,
            far,
            coupled,
            untold,
            ..
        } = source;
        self.scene.clone_from(scene);
        self.guid.clone_from(guid);
        (self.interface, self.time, self.is_started, self.ledger) = (*interface, *time, *is_started, *ledger);
        self.bodies.clone_from(bodies);
        self.told.clone_from(told);
        self.is_moved.clone_from(is_moved);
        self.contacts.take(contacts);
        self.far.take(far);
        self.is_tracked = source.is_tracked;
        self.coupled.take(coupled);
        self.untold.clone_from(untold);
        self.is_summed = false;
        self.may_warn = true;
    }
}

impl System {
    /// Has kinematic steps made in these instructions.
    fn set_steps(&mut self, steps: &'static Steps) {
        self.contacts.set_steps(steps);
    }

    pub fn new(interface: Interface, scene: Arc<Scene>, guid: &str) -> Self {
        let bodies: Vec<_> = scene.bodies.iter().map(|body| Moved { body: body.start, ..Moved::default() }).collect();
        let moving = (0..bodies.len()).filter(|body| scene.bodies[*body].moves).collect();
        let told = scene.bodies.iter().map(SceneBody::told).collect();
        let contacts = Contacts::new(interface, &scene);
        let bounds = scene.contacts.iter().map(|contact| Bounds::of(&contact.place())).collect();
        let pairs = scene.contacts.iter().map(|contact| contact.bodies).collect();
        let (body_count, contact_count) = (bodies.len(), contacts.len());
        let is_coupled = scene.is_coupled();
        let mut contacts_of = vec![Vec::new(); body_count];
        for (at, contact) in scene.contacts.iter().enumerate() {
            (0..2).for_each(|side| contacts_of[contact.bodies[side]].push((at, side)));
        }
        let is_tracked = contacts.are_tracked();
        let far = Far::new(pairs, bounds, body_count, interface == Interface::CoSimulation);
        System {
            scene,
            guid: guid.into(),
            interface,
            time: 0.0,
            is_started: false,
            bodies,
            moving,
            told,
            is_moved: vec![true; body_count],
            contacts,
            ledger: Energies::default(),
            sums: Sums { wrenches: vec![Wrench::default(); body_count], ..Sums::default() },
            is_summed: false,
            attempts: Vec::new(),
            far,
            coupled: if is_coupled { Coupled::new(contact_count, body_count) } else { Coupled::default() },
            untold: vec![Untold::default(); if is_coupled { body_count } else { 0 }],
            slopes: Slopes::default(),
            may_warn: true,
            is_tracked,
            contacts_of: Arc::new(contacts_of),
        }
    }

    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Motion of a body that the importer moves; without `rates` its velocities are constant over a step.
    pub fn set_body(&mut self, body: usize, motion: &Body<f64>, rates: Option<&Body<f64>>) {
        self.bodies[body] = Moved { body: *motion, rates: rates.copied().unwrap_or_else(still) };
        self.is_moved[body] = true;
        self.is_summed = false;
    }

    /// How many contacts the last step has left out, as their bodies were far from each other and nobody asks for them.
    pub fn sleeping(&self) -> usize {
        self.far.is_asleep.iter().filter(|is_asleep| **is_asleep).count()
    }

    /// What a block of variables belongs to.
    fn place(&self, block: u32) -> Place {
        let (block, bodies) = (block as usize, self.bodies.len());
        match block {
            0 => Place::System,
            _ if block <= bodies => Place::Body(block - 1),
            _ => Place::Contact(block - 1 - bodies),
        }
    }

    /// Tells the contacts how their bodies move.
    fn tell(&mut self) {
        if !self.is_moved.contains(&true) {
            return;
        }
        self.far.tell(&self.is_moved);
        for k in 0..self.far.counted.len() {
            let at = self.far.counted[k];
            if !self.far.is_asleep[at] {
                self.tell_contact(at);
            }
        }
        self.is_moved.fill(false);
    }

    /// Tells a contact that is awake how its bodies move, if they were set.
    #[inline(always)]
    fn tell_contact(&mut self, at: usize) {
        let [i, j] = self.far.pairs[at];
        if self.is_moved[i] || self.is_moved[j] {
            self.contacts[at].set_bodies(&self.bodies[i], &self.bodies[j]);
        }
    }

    /// A contact that sleeps catches up with the end of the last step.
    fn wake(&mut self, contact: usize) {
        if !self.far.is_asleep[contact] {
            return;
        }
        if !self.contacts.is_held(contact) {
            let begun = match self.is_started {
                true => self.contacts.one_apart(contact, self.coupled.is_stepped),
                false => self.contacts.new_one(contact),
            };
            self.contacts.hold(contact, begun);
        }
        let pair = self.far.pairs[contact];
        let is_set = !self.is_started || self.far.is_set(contact);
        // interface coupling knows where its step has led the bodies, otherwise they have gone on
        let ends = if is_set { [None; 2] } else { pair.map(|body| self.coupled.ends.get(body)) };
        let (i, j, since) = match ends {
            [Some(i), Some(j)] => (i, j, None),
            _ => (&self.bodies[pair[0]], &self.bodies[pair[1]], (!is_set).then_some(self.far.h)),
        };
        self.contacts[contact].catch_up(i, j, self.time, since);
        self.far.wakes(contact);
    }

    /// Wakes those of which nothing is held and whose bodies may touch as they are set.
    fn wake_near(&mut self) {
        for contact in 0..self.contacts.len() {
            if !self.contacts.is_held(contact) && !self.are_apart(contact) {
                self.wake(contact);
            }
        }
    }

    /// Whether the bodies of a contact are apart for certain, as they are set.
    fn are_apart(&self, contact: usize) -> bool {
        let bodies = self.far.pairs[contact].map(|body| &self.bodies[body].body);
        self.far.are_apart(contact, bodies, 0.0)
    }

    /// Whether there is a residual of the ledger: after initialization, unless it is frozen, which is one parameter for all.
    fn is_booked(&self) -> bool {
        self.is_started && self.is_tracked
    }
}

/// No rates.
fn still() -> Body<f64> {
    Moved::default().rates
}

/// A fault of a contact with its name, and the inputs called as those of the system.
fn named(scene: &Scene, of: &SceneContact, fault: impl core::fmt::Display) -> Fault {
    Fault(format!("{}: {}", of.name, in_words_of(scene, of, &fault.to_string())))
}

/// A sentence of a contact in which `positionI` is `box.position`.
fn in_words_of(scene: &Scene, of: &SceneContact, text: &str) -> String {
    let mut text = text.to_string();
    for (side, body) in ["I", "J"].into_iter().zip(of.bodies) {
        for quantity in ["position", "orientation", "velocity", "angularVelocity"] {
            let input = format!("{quantity}{side}");
            if text.contains(&input) {
                text = text.replace(&input, &format!("{}.{quantity}", scene.bodies[body].name));
            }
        }
    }
    text
}
