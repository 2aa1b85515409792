//! Several contacts of shared bodies as one [`Model`](crate::fmi::Model): the importer moves the bodies, each contact is that of
//! the one-contact FMU, and the wrenches are summed per body.

mod as_model;
mod coupled;
mod coupled_start;
mod coupled_step;
mod derivatives;
mod far;
mod given;
#[cfg(feature = "text")]
pub mod hull;
pub mod inertia;
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
pub mod shapes;
mod slopes;
mod sums;
pub mod tables;
#[cfg(feature = "text")]
pub mod text;
#[cfg(feature = "text")]
mod text_patch;
#[cfg(feature = "text")]
mod text_shapes;
mod whole;

pub use crate::fmi::Fault;
use crate::fmi::Interface;
use crate::physics::{Body, Energies};
use crate::stepping::bodies::Told;
use crate::unit::contact::Contact;
use crate::unit::contact::direct::Tried;
use crate::unit::contact::member::{Books, Moved};
use coupled::Coupled;
use far::Far;
use numbers::Place;
pub use scene::Scene;
use scene::SceneBody;
use slopes::Slopes;
use std::sync::Arc;
pub use sums::Wrench;
use sums::{Sums, size_of_wrenches};

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
    /// What interface coupling is told of the bodies
    told: Vec<Told>,
    /// Bodies whose motion was set since the contacts were told
    is_moved: Vec<bool>,
    contacts: Vec<Contact>,
    /// In Model Exchange the sums of the ledger, in Co-Simulation what they began with
    ledger: Energies<f64>,
    /// What follows from all this; it saves work and changes nothing
    sums: Sums,
    is_summed: bool,
    tried: Vec<Option<Tried>>,
    far: Far,
    coupled: Coupled,
    slopes: Slopes,
    /// Whether all contacts keep the ledger: they are far apart in memory
    is_tracked: bool,
    /// Per body its contacts and on which side of them it is: 0 for body i
    contacts_of: Arc<Vec<Vec<(usize, usize)>>>,
}

impl Clone for System {
    fn clone(&self) -> Self {
        let mut twin = System::new(self.interface, self.scene.clone(), &self.guid);
        twin.clone_from(self);
        twin
    }

    /// Of a system of the same scene: takes over all that does not follow from the rest, and allocates nothing.
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
            ..
        } = source;
        self.scene.clone_from(scene);
        self.guid.clone_from(guid);
        (self.interface, self.time, self.is_started, self.ledger) = (*interface, *time, *is_started, *ledger);
        self.bodies.clone_from(bodies);
        self.told.clone_from(told);
        self.is_moved.clone_from(is_moved);
        self.contacts.clone_from(contacts);
        self.far.take(far);
        self.is_tracked = source.is_tracked;
        self.coupled.take(coupled);
        self.is_summed = false;
    }
}

/// Elements of a body or a contact that a directional derivative can seed, at most.
const MOST_KNOWNS: usize = 15;

impl System {
    pub fn new(interface: Interface, scene: Arc<Scene>, guid: &str) -> Self {
        let bodies: Vec<_> = scene.bodies.iter().map(|body| Moved { body: body.start, ..Moved::default() }).collect();
        let told = scene.bodies.iter().map(SceneBody::told).collect();
        let contacts: Vec<_> =
            scene.contacts.iter().map(|of| Contact::with(interface, &of.parameters, of.solids.as_ref())).collect();
        let bounds = contacts.iter().map(Contact::bounds).collect();
        let pairs = scene.contacts.iter().map(|contact| contact.bodies).collect();
        let (body_count, contact_count) = (bodies.len(), contacts.len());
        let is_coupled = scene.is_coupled();
        let mut contacts_of = vec![Vec::new(); body_count];
        for (at, contact) in scene.contacts.iter().enumerate() {
            (0..2).for_each(|side| contacts_of[contact.bodies[side]].push((at, side)));
        }
        let is_tracked = are_tracked(&contacts);
        System {
            scene,
            guid: guid.into(),
            interface,
            time: 0.0,
            is_started: false,
            bodies,
            told,
            is_moved: vec![true; body_count],
            contacts,
            ledger: Energies::default(),
            sums: Sums { wrenches: vec![Wrench::default(); body_count], ..Sums::default() },
            is_summed: false,
            tried: vec![None; contact_count],
            far: Far::new(pairs, bounds, body_count),
            coupled: if is_coupled { Coupled::with_room(contact_count, body_count) } else { Coupled::default() },
            slopes: Slopes::with_room(contact_count, MOST_KNOWNS * (body_count + contact_count)),
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

    /// Forces and torques on the bodies, in their order.
    ///
    /// Errors: a contact cannot be evaluated; it is named.
    pub fn wrenches(&mut self) -> Result<&[Wrench], Fault> {
        self.sum()?;
        Ok(&self.sums.wrenches)
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
        for &at in self.far.counted.iter().filter(|at| !self.far.is_asleep[**at]) {
            let [i, j] = self.far.pairs[at];
            if self.is_moved[i] || self.is_moved[j] {
                self.contacts[at].set_bodies(&self.bodies[i], &self.bodies[j]);
            }
        }
        self.is_moved.fill(false);
    }

    /// A contact that sleeps catches up with the end of the last step.
    fn wake(&mut self, contact: usize) {
        if !self.far.is_asleep[contact] {
            return;
        }
        let pair = self.far.pairs[contact];
        let is_set = self.far.is_set(contact);
        // interface coupling knows where its step has led the bodies, otherwise they have gone on
        let ends = if is_set { [None; 2] } else { pair.map(|body| self.coupled.ends.get(body)) };
        let (i, j, since) = match ends {
            [Some(i), Some(j)] => (i, j, None),
            _ => (&self.bodies[pair[0]], &self.bodies[pair[1]], (!is_set).then_some(self.far.h)),
        };
        self.contacts[contact].catch_up(i, j, self.time, since);
        self.far.wakes(contact);
    }

    fn wake_all(&mut self) {
        (0..self.contacts.len()).for_each(|contact| self.wake(contact));
    }

    /// Evaluates all contacts and sums what they answer.
    fn sum(&mut self) -> Result<(), Fault> {
        if self.is_summed {
            return Ok(());
        }
        self.tell();
        let System { scene, contacts, sums, contacts_of, far, .. } = self;
        for (wrench, of) in sums.wrenches.iter_mut().zip(&**contacts_of) {
            *wrench = if of.is_empty() { Wrench::default() } else { Wrench::NOTHING };
        }
        const NOTHING: Energies<f64> = Energies { work: -0.0, dissipated_normal: -0.0, dissipated_friction: -0.0 };
        (sums.powers, sums.elastic) = (NOTHING, -0.0);
        let mut of_contacts = Books::default();
        for &at in &far.counted {
            let (contact, of) = (&mut contacts[at], &scene.contacts[at]);
            let books = if far.is_asleep[at] {
                match far.books(at) {
                    Some(books) => *books,
                    None => continue,
                }
            } else {
                let [i, j] = far.pairs[at];
                let named = |fault| named(scene, of, fault);
                let (outputs, powers) = contact.answer().map_err(named)?;
                sums.wrenches[i].add(&outputs.force_i, &outputs.torque_i);
                sums.wrenches[j].add(&outputs.force_j, &outputs.torque_j);
                sums.elastic += outputs.energy_elastic;
                sums.powers += powers;
                contact.books().map_err(named)?
            };
            of_contacts.base += books.base;
            of_contacts.stored += books.stored;
            of_contacts.sums += &books.sums;
        }
        if far.is_asleep.contains(&true) {
            // what sleeps adds 0: of nothing but it the sum is 0
            let none = Wrench::default();
            sums.wrenches.iter_mut().for_each(|wrench| wrench.add(&none.force, &none.torque));
            sums.elastic += 0.0;
            sums.powers += &Energies::default();
        }
        if self.coupled.is_stepped {
            // what a step hands back is more than the sum of what its contacts have done, or less
            for (wrench, memory) in sums.wrenches.iter_mut().zip(&self.coupled.memories) {
                *wrench = Wrench { force: memory.returned.force.mean, torque: memory.returned.torque.mean };
            }
        }
        sums.ledger = self.ledger;
        if self.interface == Interface::CoSimulation {
            sums.ledger += &of_contacts.sums;
        }
        let Energies { work, dissipated_normal, dissipated_friction } = sums.ledger;
        let began = &self.ledger;
        let base = match self.interface {
            Interface::ModelExchange => of_contacts.base,
            Interface::CoSimulation => {
                of_contacts.base - began.work + began.dissipated_normal + began.dissipated_friction
            }
        };
        let residual = work + base - of_contacts.stored - dissipated_normal - dissipated_friction;
        self.sums.residual = if self.is_booked() { residual } else { 0.0 };
        let System { scene, sums, .. } = self;
        let is_finite = |of: &Wrench| (of.force.sum() + of.torque.sum()).is_finite();
        if let Some(body) = sums.wrenches.iter().position(|of| !is_finite(of)) {
            return Err(Fault(format!("the sum of the contact forces on {} overflows", scene.bodies[body].name)));
        }
        self.is_summed = true;
        Ok(())
    }

    /// Whether there is a residual of the ledger: after initialization, unless it is frozen, which is one parameter for all.
    fn is_booked(&self) -> bool {
        self.is_started && self.is_tracked
    }

    /// One communication step of the kinematic coupling: all contacts, or none if one of them cannot.
    fn step(&mut self, time: f64, h: f64, events: &mut crate::fmi::model::Events) -> Result<(), Fault> {
        self.tell();
        let (mut fault, mut sum) = (None, 0.0);
        self.far.look(&self.bodies, h);
        for at in 0..self.contacts.len() {
            if self.far.sleeps(at, &self.bodies) {
                if !self.far.is_asleep[at] {
                    self.far.left.push(at);
                }
                continue;
            }
            self.wake(at);
            self.far.stepped.push(at);
            let (contact, of) = (&mut self.contacts[at], &self.scene.contacts[at]);
            let step = contact.try_step(h).and_then(|step| {
                self.tried[at] = Some(step);
                contact.answer()
            });
            match step {
                Ok((outputs, _)) => sum += size_of_wrenches(outputs),
                Err(why) => {
                    fault = Some(named(&self.scene, of, why));
                    break;
                }
            }
        }
        // so that no sum of wrenches overflows after the step is kept
        if fault.is_none() && !sum.is_finite() {
            fault = Some(Fault("the sum of the contact forces overflows".into()));
        }
        self.is_summed = false;
        if let Some(fault) = fault {
            for &at in self.far.counted.iter().filter(|at| !self.far.is_asleep[**at]) {
                self.contacts[at].forget_step();
            }
            return Err(fault);
        }
        for k in 0..self.far.stepped.len() {
            let at = self.far.stepped[k];
            let (contact, name) = (&mut self.contacts[at], &self.scene.contacts[at].name);
            if let Some(tried) = &self.tried[at] {
                contact.keep_step(time, h, tried, &mut |text| events(format_args!("{name}: {text}")));
                self.far.after_step(at, contact);
            }
        }
        for k in 0..self.far.left.len() {
            let at = self.far.left[k];
            self.far.falls_asleep(at, &self.contacts[at]);
        }
        self.far.kept(h);
        self.time = time + h;
        Ok(())
    }
}

fn are_tracked(contacts: &[Contact]) -> bool {
    contacts.iter().all(|contact| contact.parameters().laws.settings.track_ledger)
}

/// No rates.
fn still() -> Body<f64> {
    Moved::default().rates
}

/// A fault of a contact with its name, and the inputs called as those of the system.
fn named(scene: &Scene, of: &scene::SceneContact, fault: impl core::fmt::Display) -> Fault {
    Fault(format!("{}: {}", of.name, in_words_of(scene, of, &fault.to_string())))
}

/// A sentence of a contact in which `positionI` is `box.position`.
fn in_words_of(scene: &Scene, of: &scene::SceneContact, text: &str) -> String {
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
