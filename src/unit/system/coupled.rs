//! What interface coupling remembers of a system, and the room for its steps.

use crate::physics::Vector3;
use crate::physics::kinematics::Approach;
use crate::stepping::bodies::{
    BodiesStep, BodyMemory, History, IslandStep, Islands, Lead, List, MovingBody, Near, SeenMass, Slot, SlotMemory,
    Start, Stiff, Touch,
};
use crate::stepping::interface::Spatial;
use crate::unit::contact::member::Moved;
use crate::unit::system::contacts::new_neighbours;
use crate::unit::system::rigid::Rigid;

/// What interface coupling remembers of a system, and the room for its steps.
#[derive(Default)]
pub struct Coupled {
    pub slot_memories: Vec<SlotMemory>,
    pub memories: Vec<BodyMemory>,
    /// Whether there has been a step: forces are those that it hands back
    pub is_stepped: bool,
    /// Micro-steps of the last step, of the island with the most
    pub micro_steps: u32,
    /// How far the unit is ahead of the bodies
    pub lead: Lead,
    /// Where the interval of a step starts
    pub starts: Vec<Start>,
    pub slots: Vec<Slot>,
    pub bodies: Vec<MovingBody>,
    /// Room of the step
    pub active: Vec<usize>,
    near: Vec<Option<usize>>,
    anchors: Vec<Vector3<f64>>,
    places: Vec<Vector3<f64>>,
    touching: Vec<Option<usize>>,
    approaches: Vec<Approach<f64>>,
    touches: Vec<Option<Touch>>,
    histories: Vec<History>,
    stiffs: Vec<Option<Stiff>>,
    slots_before: Vec<Option<Slot>>,
    bodies_before: Vec<MovingBody>,
    parents: Vec<usize>,
    numbers: Vec<Option<usize>>,
    islands: Vec<Option<usize>>,
    island_contacts: Vec<usize>,
    island_ends: Vec<usize>,
    island_places: Vec<usize>,
    island_members: Vec<usize>,
    island_bodies: Vec<MovingBody>,
    /// What is remembered when the step is kept, and by which velocity own poses come to the measured ones
    pub memories_after: Vec<BodyMemory>,
    pub drifts: Vec<Spatial>,
    /// Whether a body stays in its own pose, and whether it rests
    pub stays: Vec<bool>,
    pub rests: Vec<bool>,
    /// Bodies that answer as another mass than told
    pub seen_masses: Vec<Option<SeenMass>>,
    /// It has been the first step, after which is said what is not connected
    pub is_first: bool,
    /// Where the last step has led
    pub ends: Vec<Moved>,
    /// Of time stepping
    pub rigid: Rigid,
}

impl core::fmt::Debug for Coupled {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.debug_struct("Coupled")
            .field("slot_memories", &self.slot_memories)
            .field("micro_steps", &self.micro_steps)
            .finish_non_exhaustive()
    }
}

impl Coupled {
    /// Before the first step.
    pub fn new(contacts: usize, bodies: usize) -> Self {
        Coupled {
            slot_memories: vec![SlotMemory::default(); contacts],
            memories: vec![BodyMemory::default(); bodies],
            ends: Vec::with_capacity(bodies),
            ..Coupled::default()
        }
    }

    /// Goes back, or on, to other memories of the same bodies. What an importer reads is its way, whatever state it goes back to.
    pub fn take_memories(&mut self, others: &[BodyMemory]) {
        self.memories.resize(others.len(), BodyMemory::default());
        for (memory, other) in self.memories.iter_mut().zip(others) {
            let are_slopes_read = memory.are_slopes_read || other.are_slopes_read;
            *memory = *other;
            memory.are_slopes_read = are_slopes_read;
        }
    }

    /// Makes room for steps of all contacts and these bodies, once; time stepping needs none for micro-steps.
    pub fn make_room(&mut self, bodies: usize, is_rigid: bool) {
        let contacts = self.slot_memories.len();
        let has_room = self.slots.len() == contacts && self.drifts.len() == bodies;
        if has_room && (is_rigid || self.parents.len() == bodies) {
            return;
        }
        self.slots = vec![Slot::default(); contacts];
        self.active = Vec::with_capacity(contacts);
        self.starts = Vec::with_capacity(bodies);
        self.bodies = Vec::with_capacity(bodies);
        self.memories_after = vec![BodyMemory::default(); bodies];
        self.drifts = vec![Spatial::zero(); bodies];
        (self.stays, self.rests) = (vec![false; bodies], vec![false; bodies]);
        self.seen_masses = vec![None; bodies];
        if is_rigid {
            return;
        }
        (self.anchors, self.places) = (vec![Vector3::zeros(); bodies], vec![Vector3::zeros(); bodies]);
        self.approaches = vec![Approach { penetration: 0.0, penetration_rate: 0.0 }; contacts];
        (self.bodies_before, self.island_bodies) = (Vec::with_capacity(bodies), Vec::with_capacity(bodies));
        (self.parents, self.numbers) = (vec![0; bodies], vec![None; bodies]);
        (self.islands, self.island_contacts, self.island_ends) =
            (vec![None; contacts], vec![0; contacts], vec![0; contacts]);
        (self.island_places, self.island_members) = (vec![0; bodies], vec![0; bodies]);
        self.make_room_for(new_neighbours(contacts, bodies));
    }

    /// Makes room for lists of so many contacts.
    fn make_room_for(&mut self, contacts: usize) {
        if self.near.len() < contacts {
            self.near.resize(contacts, None);
            self.touching.resize(contacts, None);
            self.touches.resize_with(contacts, || None);
            self.stiffs.resize_with(contacts, || None);
            self.slots_before.resize(contacts, None);
            self.histories.resize(contacts, History::default());
        }
    }

    /// Takes over what lasts of a system of the same scene.
    pub fn take(&mut self, other: &Self) {
        self.slot_memories.clone_from(&other.slot_memories);
        self.take_memories(&other.memories);
        (self.is_stepped, self.micro_steps, self.lead) = (other.is_stepped, other.micro_steps, other.lead);
        self.ends.clone_from(&other.ends);
        self.rigid.take(&other.rigid);
    }

    /// The step of these contacts and bodies, and they themselves; the bodies of contacts that take no part are farther apart than `sleep` [m].
    pub fn step(&mut self, sleep: f64) -> (BodiesStep<'_>, &mut [Slot], &mut [MovingBody]) {
        self.make_room_for(self.active.len());
        // room alone: what they are is put there when it is needed
        for room in [&mut self.bodies_before, &mut self.island_bodies] {
            if room.len() != self.bodies.len() {
                room.clone_from(&self.bodies);
            }
        }
        let islands = Islands {
            parents: &mut self.parents,
            numbers: &mut self.numbers,
            of: &mut self.islands,
            contacts: &mut self.island_contacts,
            ends: &mut self.island_ends,
            places: &mut self.island_places,
            members: &mut self.island_members,
            bodies: &mut self.island_bodies,
        };
        let island = IslandStep {
            near: Near::new(List::new(&mut self.near), [&mut self.anchors, &mut self.places]),
            touching: List::new(&mut self.touching),
            approaches: &mut self.approaches,
            touches: List::new(&mut self.touches),
            histories: &mut self.histories,
            stiffs: List::new(&mut self.stiffs),
            slots_before: List::new(&mut self.slots_before),
            bodies_before: &mut self.bodies_before,
        };
        let step = BodiesStep { active: &self.active, sleep, islands, island };
        (step, &mut self.slots, &mut self.bodies)
    }
}
