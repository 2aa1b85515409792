//! A system for a caller that links it: built by calls or read from text, then stepped with arrays of motions. The same bits as
//! through FMI, without value references.

use super::before::{Before, move_bodies};
use super::numbers::motions;
use super::patch::Patch;
use super::scene::{Scene, SceneBody};
use super::shapes::{Part, Shape};
use super::tasks::Workers;
use super::{System, Wrench, lines};
use crate::fmi::bytes::checksum;
use crate::fmi::instance::{Clock, Core};
use crate::fmi::lifecycle::State;
use crate::fmi::snapshot::Snapshot;
use crate::fmi::{Fault, Interface, Model};
use crate::physics::{Body, ContactFault, Quaternion, Response, Vector3};
use crate::stepping::bodies::Returned;
use crate::stepping::interface::Spatial;
use crate::unit::contact::Steps;
use crate::unit::parameters::ContactParameters;
use core::fmt;
use std::sync::Arc;

/// Bodies and contacts, first being built, then between communication steps. What it allocates, it allocates before the first
/// step, in [`restore`](Self::restore), for texts, and for bodies that come near more others than there is room for.
pub struct LinkedSystem {
    /// The one of the running system
    scene: Arc<Scene>,
    running: Option<Core<System>>,
    /// Set before the step that is being made, to be put back if it is refused
    before: Before,
    /// In what instructions kinematic steps are made
    steps: &'static Steps,
}

const NOT_STARTED: &str = "the system is not started";

fn not_started() -> Fault {
    Fault(NOT_STARTED.into())
}

impl LinkedSystem {
    /// Without bodies. `steps`: in what instructions kinematic steps are made
    pub fn new(steps: &'static Steps) -> Self {
        let scene = Arc::new(Scene::named("System"));
        LinkedSystem { scene, running: None, before: Before::default(), steps }
    }

    /// Whether steps can be made: between [`start`](Self::start) and a failure inside the library.
    pub fn is_started(&self) -> bool {
        self.running.as_ref().is_some_and(|core| core.state == State::StepComplete)
    }

    /// What a panic leaves behind; [`start`](Self::start) or [`restore`](Self::restore) recover.
    pub fn spoil(&mut self) {
        if let Some(core) = &mut self.running {
            core.state = State::Error;
        }
    }

    /// Whether it has been started once, so that nothing can be added any more.
    pub fn is_built(&self) -> bool {
        self.running.is_some()
    }

    /// Takes the scene of a text in the place of what was built; materials stand in it with their numbers.
    ///
    /// Errors: the text's line and key.
    #[cfg(feature = "text")]
    pub fn read(&mut self, text: &str) -> Result<(), Fault> {
        let scene = super::text::scene(text, &|_| None).map_err(|error| Fault(error.to_string()))?;
        if let Some(given) = scene.contacts.iter().find(|contact| contact.is_given) {
            let name = &given.name;
            return Err(Fault(format!(
                "contacts.external: {name} has its geometry from the caller; a contact beside the system does that (geometry.pair = \
                 external)"
            )));
        }
        self.scene = Arc::new(scene);
        Ok(())
    }

    /// Adds a body; the answer is its number.
    ///
    /// Errors: its name is taken or none, its orientation has no direction.
    pub fn add_body(&mut self, name: &str, start: Option<&Body<f64>>, moves: bool) -> Result<usize, Fault> {
        let mut body = SceneBody::new(name, moves);
        if let Some(start) = start {
            check_each(name, "", start)?;
            super::scene::orientation(start.orientation.into()).map_err(Fault)?;
            (body.start, body.is_placed) = (*start, true);
        }
        self.scene_mut().add_body(body).map_err(Fault)
    }

    /// Mass [kg], inertia about the mass centre [kg·m²], by default from the shapes, and mass centre [m] of a body, for interface coupling.
    ///
    /// Errors: there is no such body, or no body can have them.
    pub fn set_mass(
        &mut self,
        body: usize,
        mass: f64,
        inertia: Option<[f64; 6]>,
        center_of_mass: Vector3<f64>,
    ) -> Result<(), Fault> {
        let count = self.scene.bodies.len();
        let of = self.scene_mut().bodies.get_mut(body).ok_or_else(|| Fault(none_of("body", body, count)))?;
        let mut changed = of.clone();
        (changed.mass, changed.inertia, changed.center_of_mass) = (Some(mass), inertia, center_of_mass);
        changed.check_mass().map_err(|why| Fault(format!("body \"{}\": {why}", of.name)))?;
        *of = changed;
        Ok(())
    }

    /// Adds a shape to a body at a place in it, its frame turned against that of the body; the answer is its number on that body.
    ///
    /// Errors: there is no such body, a size is none, the name is taken.
    pub fn add_shape(
        &mut self,
        body: usize,
        name: &str,
        shape: Shape,
        position: &Vector3<f64>,
        orientation: &Quaternion<f64>,
    ) -> Result<usize, Fault> {
        let scene = self.scene_mut();
        let count = scene.bodies.len();
        let of = scene.bodies.get_mut(body).ok_or_else(|| Fault(none_of("body", body, count)))?;
        if of.parts.iter().any(|known| known.name == name) {
            return Err(Fault(format!("body \"{}\" already has a shape \"{name}\"", of.name)));
        }
        let wrong = |what: &str| Err(Fault(format!("body \"{}\": {what}", of.name)));
        if let Err(why) = shape.validate() {
            return wrong(&why.to_string());
        }
        if !position.sum().is_finite() {
            return wrong("the position of a shape is not finite");
        }
        if let Err(why) = super::scene::orientation((*orientation).into()) {
            return wrong(&why);
        }
        let (position, orientation) = (*position, *orientation);
        of.parts.push(Part { name: name.into(), shape, position, orientation, material: None, facets: None });
        Ok(of.parts.len() - 1)
    }

    /// Adds the contact of two shapes, each as (body, shape), whichever is the ball, with all but the geometry of these parameters or
    /// of the start values; the answer is its number.
    ///
    /// Errors: there are no such shapes, they do not meet, parameters do not fit.
    pub fn add_contact(
        &mut self,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        parameters: Option<&ContactParameters<f64>>,
    ) -> Result<usize, Fault> {
        self.check_parts(parts)?;
        let scene = self.scene_mut();
        let added = match parameters {
            Some(parameters) => scene.add_contact_with(name, parts, parameters),
            None => scene.add_contact(name, parts, &[]),
        };
        added.map_err(Fault)?;
        Ok(scene.contacts.len() - 1)
    }

    /// Adds a patch on the first of two shapes, each as (body, shape), with all but the geometry of these parameters or of the start values;
    /// the answer is the number of its first contact.
    ///
    /// Errors: as [`add_contact`](Self::add_contact), and a shape that cannot carry it.
    pub fn add_patch(
        &mut self,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        patch: &Patch,
        parameters: Option<&ContactParameters<f64>>,
    ) -> Result<usize, Fault> {
        self.check_parts(parts)?;
        let first = self.scene.contacts.len();
        let added = match parameters {
            Some(parameters) => self.scene_mut().add_patch_with(name, parts, patch, parameters),
            None => self.scene_mut().add_patch(name, parts, patch, &[]),
        };
        added.map(|()| first).map_err(Fault)
    }

    /// Errors: there are no such shapes (body, shape).
    fn check_parts(&self, parts: [(usize, usize); 2]) -> Result<(), Fault> {
        let bodies = &self.scene.bodies;
        for (body, part) in parts {
            let of = bodies.get(body).ok_or_else(|| Fault(none_of("body", body, bodies.len())))?;
            if part >= of.parts.len() {
                return Err(Fault(format!("body \"{}\": {}", of.name, none_of("shape", part, of.parts.len()))));
            }
        }
        Ok(())
    }

    pub fn body_count(&self) -> usize {
        self.scene.bodies.len()
    }

    pub fn contact_count(&self) -> usize {
        self.scene.contacts.len()
    }

    /// Number of a body by its name.
    pub fn find_body(&self, name: &str) -> Option<usize> {
        self.scene.bodies.iter().position(|body| body.name == name)
    }

    /// Number of a contact by its name.
    pub fn find_contact(&self, name: &str) -> Option<usize> {
        self.scene.contacts.iter().position(|contact| contact.name == name)
    }

    /// Errors: there is no contact, or shapes overlap by far where the bodies were placed.
    pub fn check(&self) -> Result<(), Fault> {
        self.scene.check().map_err(Fault)
    }

    /// Starts afresh at `time` with these motions, or those that the bodies were made with: states 0, contact where they overlap.
    ///
    /// Errors: a number is not finite, or a contact cannot be evaluated; nothing is changed.
    pub fn start(&mut self, motions: Option<&[Body<f64>]>, time: f64) -> Result<(), Fault> {
        if let Some(motions) = motions {
            self.check_finite(motions, "")?;
        }
        let scene = match &self.running {
            Some(core) => core.model.scene.clone(),
            None => self.scene.clone(),
        };
        let guid = format!("{:016x}", checksum(lines::of(&scene).as_bytes()));
        let mut model = System::new(Interface::CoSimulation, scene, &guid);
        model.set_steps(self.steps);
        if let Some(motions) = motions {
            move_bodies(&mut model, motions, None);
        }
        model.set_time(time);
        model.exit_initialization(&mut |_| {})?;
        let clock = Clock { time, start: time, ..Clock::default() };
        self.before.make_room(&model);
        self.running = Some(Core { interface: Interface::CoSimulation, state: State::StepComplete, clock, model });
        Ok(())
    }

    /// What is being built; a system that runs keeps its own.
    fn scene_mut(&mut self) -> &mut Scene {
        Arc::make_mut(&mut self.scene)
    }

    /// Time of the last step's end, or of the start [s].
    pub fn time(&self) -> f64 {
        self.running.as_ref().map_or(0.0, |core| core.clock.time)
    }

    /// One communication step of `h` [s] > 0 from these motions, one for each body; those of fixed bodies are not read. Without
    /// `rates` their velocities are constant.
    ///
    /// `workers` try the contacts, if they are given: the same bits. Errors: a number that is not finite, a contact that cannot be evaluated,
    /// or workers that have not done their tasks; states and time stay those of the step's start.
    pub fn step(
        &mut self,
        motions: &[Body<f64>],
        rates: Option<&[Body<f64>]>,
        h: f64,
        workers: Option<&mut Workers>,
        say: &mut dyn FnMut(fmt::Arguments),
    ) -> Result<(), Fault> {
        self.check_finite(motions, "")?;
        if let Some(rates) = rates {
            self.check_finite(rates, "rates of ")?;
        }
        let Core { clock, model, .. } = self.running.as_mut().ok_or_else(not_started)?;
        if model.is_coupled() {
            return Err(Fault("coupling.mode = interface: a step needs free accelerations (step_coupled)".into()));
        }
        self.before.set(model, motions, rates);
        let made = model.step((clock.time, h), workers, &mut |_| {});
        made.inspect_err(|_| self.before.put_back(model))?;
        clock.time += h;
        model.warnings(&mut |text| say(text));
        Ok(())
    }

    /// The same in interface coupling, from motions and free accelerations, one for each body: the forces and torques afterwards are those of
    /// the step.
    ///
    /// Errors: as [`step`](Self::step), or the coupling is kinematic.
    pub fn step_coupled(
        &mut self,
        motions: &[Body<f64>],
        free: &[Spatial],
        h: f64,
        say: &mut dyn FnMut(fmt::Arguments),
    ) -> Result<(), Fault> {
        self.check_finite(motions, "")?;
        for (body, free) in self.scene.bodies.iter().zip(free).filter(|(body, _)| body.moves) {
            are_finite(&body.name, "free acceleration ", "linear", free.linear.as_slice())?;
            are_finite(&body.name, "free acceleration ", "angular", free.angular.as_slice())?;
        }
        let Core { clock, model, .. } = self.running.as_mut().ok_or_else(not_started)?;
        if !model.is_coupled() {
            return Err(Fault("coupling.mode = kinematic: a step takes no free accelerations (step)".into()));
        }
        self.before.set(model, motions, None);
        self.before.set_free(model, free);
        model.do_step(clock.time, h, &mut |_| {}).inspect_err(|_| self.before.put_back(model))?;
        clock.time += h;
        model.warnings(&mut |text| say(text));
        Ok(())
    }

    /// Rates of forces and torques over the last step of interface coupling [N/s, N·m/s]; 0 in kinematic coupling. Who asks for them is taken to apply them, from then on.
    pub fn slopes(&mut self, into: &mut [Wrench]) {
        into.fill(Wrench::default());
        let Some(core) = &mut self.running else { return };
        for (wrench, memory) in into.iter_mut().zip(&mut core.model.coupled.memories) {
            memory.are_slopes_read = true;
            let Returned { force, torque } = memory.returned;
            *wrench = Wrench { force: force.slope, torque: torque.slope };
        }
    }

    /// Forces and torques on the bodies now, in their order.
    ///
    /// Errors: it is not started, or a contact cannot be evaluated.
    pub fn wrenches(&mut self) -> Result<&[Wrench], Fault> {
        self.running.as_mut().ok_or_else(not_started)?.model.wrenches()
    }

    /// What a contact answers now. `None`: there is no such contact, or nothing is started.
    ///
    /// Errors: it cannot be evaluated.
    pub fn response(&mut self, contact: usize) -> Option<Result<&Response<f64>, ContactFault>> {
        let model = &mut self.running.as_mut()?.model;
        model.tell();
        (contact < model.contacts.len()).then(|| {
            model.wake(contact);
            model.contacts[contact].response()
        })
    }

    /// Bytes of a snapshot; 0 as long as nothing is started.
    pub fn size(&self) -> usize {
        self.running.as_ref().map_or(0, Core::size)
    }

    /// Writes a snapshot; false if `bytes` is too short or nothing is started.
    pub fn save(&self, bytes: &mut [u8]) -> bool {
        self.running.as_ref().is_some_and(|core| core.write(bytes))
    }

    /// Goes on from a snapshot of a system of the same bodies and contacts.
    ///
    /// Errors: it is none; nothing is changed.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        let Some(core) = &mut self.running else { return Err(NOT_STARTED) };
        let snapshot = Snapshot::read(bytes, core)?;
        core.clone_from(snapshot.core_for(Interface::CoSimulation)?);
        self.before.make_room(&core.model);
        Ok(())
    }

    /// Errors: the first number that is not finite of a body that moves.
    fn check_finite(&self, of: &[Body<f64>], what: &str) -> Result<(), Fault> {
        let bodies = &self.scene.bodies;
        let check = |body: usize| match is_finite(&of[body]) {
            true => Ok(()),
            false => check_each(&bodies[body].name, what, &of[body]),
        };
        match &self.running {
            // the scene's bodies are far apart in memory
            Some(core) => core.model.moving.iter().copied().try_for_each(check),
            None => (0..bodies.len()).filter(|body| bodies[*body].moves).try_for_each(check),
        }
    }
}

/// Whether all numbers are finite, and so is their sum: every step asks for all bodies.
fn is_finite(Body { position, orientation, velocity, angular_velocity }: &Body<f64>) -> bool {
    (position.sum() + orientation.sum() + velocity.sum() + angular_velocity.sum()).is_finite()
}

/// Errors: the first number that is not finite; what only overflows as a sum is in order.
fn check_each(name: &str, what: &str, motion: &Body<f64>) -> Result<(), Fault> {
    const FIELDS: [&str; 4] = ["position", "orientation", "velocity", "angular_velocity"];
    let mut motion = *motion;
    FIELDS.iter().zip(motions(&mut motion)).try_for_each(|(field, numbers)| are_finite(name, what, field, numbers))
}

fn are_finite(name: &str, what: &str, field: &str, numbers: &[f64]) -> Result<(), Fault> {
    let Some(k) = numbers.iter().position(|number| !number.is_finite()) else { return Ok(()) };
    Err(Fault(format!("{name}: {what}{field}[{k}] = {} is not a finite number", numbers[k])))
}

fn none_of(what: &str, number: usize, count: usize) -> String {
    format!("there is no {what} {number}: there are {count}, counted from 0")
}
