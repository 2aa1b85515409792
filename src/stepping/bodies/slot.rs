//! A contact in a step of the bodies.

use crate::meet::{self, Place};
use crate::physics::contact::stored_energy;
use crate::physics::normal::NormalForce;
use crate::physics::{
    Body, ContactFrame, Energies, Inputs, Latch, Matrix3, Parameters, Region, Spot, State, Vector3, elementary, faces,
    friction,
};
use crate::stepping::bodies::inverse_inertia::cross;
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::interface::exponential::relaxed;
use crate::stepping::interface::{MOST_CHANGES, Mean, RigidForces, Spatial, bears_moments};
use crate::stepping::saved::saved;
use crate::stepping::{Changes, ContactChange};

/// The contacts of the bodies as their owner holds them.
pub trait Contacts {
    fn laws(&self, contact: usize) -> &Parameters<f64>;
    fn place(&self, contact: usize) -> Place<'_, f64>;
    /// Positions of bodies i and j among the bodies
    fn bodies(&self, contact: usize) -> [usize; 2];
    /// Whether the bodies are for certain farther apart than `margin` [m], however those turn that can
    fn are_far(&self, contact: usize, pair: [&MovingBody; 2], margin: f64) -> bool;
}

/// What is remembered of a contact from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlotMemory {
    /// Force and couple of the last micro-step on body i, where the next one starts to search: the answer is the same within what
    /// sweeps leave [N, N·m]
    pub force: Spatial,
    /// Energy by which the work of the elastic force has stored more than the bodies' poses hold [J]
    pub owed: f64,
    /// Whether it touches and the forces of its island hardly changed as the step ended: the next one is tried as one micro-step
    pub is_even: bool,
}

saved!(SlotMemory { force, owed, is_even });

/// A contact on its course through a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    pub state: State<f64>,
    pub latch: Latch<f64>,
    /// Force and couple of the last micro-step on body i, where the next one starts to search: the answer is the same within what
    /// sweeps leave [N, N·m]
    pub force: Spatial,
    /// Energy stored in compliance and bristles where the step starts, then where it has led [J]
    pub stored: f64,
    /// Energy that the work of the elastic force has stored so far [J]
    pub elastic: f64,
    owed: f64,
    /// Whether it touches and the forces of its island hardly changed as the step before ended, then as this one did
    pub is_even: bool,
    /// Energy that poses and parameters have brought in before the step [J]
    pub importer_work: f64,
    pub changes: Changes<MOST_CHANGES>,
    /// Impulses and their moments: of force and couple, and of the wrenches on both bodies
    impulses: [[Spatial; 2]; 3],
    /// Since when it is apart, within the step [s]
    pub apart_since: f64,
    /// Of a rigid contact
    pub rigid_forces: RigidForces,
}

/// Where two bodies meet half a micro-step on.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    pub frame: ContactFrame<f64>,
    pub region: Option<Region<f64>>,
    pub bodies: [usize; 2],
    /// W, L and G
    pub w: Matrix3<f64>,
    pub l: Matrix3<f64>,
    pub g: Matrix3<f64>,
    pub bears_moments: bool,
}

/// Geometry of a contact with its bodies here.
pub fn inputs_of(i: &Body<f64>, j: &Body<f64>) -> Inputs<f64> {
    Inputs { body_i: *i, body_j: *j, ..Inputs::default() }
}

impl Met {
    /// At the middle of a micro-step that the bodies have begun.
    pub fn new(contacts: &impl Contacts, contact: usize, bodies: &[MovingBody]) -> Self {
        let [i, j] = contacts.bodies(contact);
        let (laws, place) = (contacts.laws(contact), contacts.place(contact));
        let inputs = inputs_of(&bodies[i].middle, &bodies[j].middle);
        let mut region = None;
        let frame = meet::met(laws, place, &inputs, None, &mut region);
        let arms = [i, j].map(|body| frame.point - bodies[body].middle.position);
        let [of_i, of_j] = [i, j].map(|body| &bodies[body].inverse_inertia);
        let w = of_i.at(&arms[0]) + of_j.at(&arms[1]);
        let has_moments = bears_moments(laws) || region.is_some();
        let (l, g) = if has_moments {
            let turned = |of: usize, arm: &Vector3<f64>| {
                let of = &bodies[of].inverse_inertia;
                of.mixed.transpose() + of.angular * cross(arm)
            };
            (of_i.angular + of_j.angular, turned(i, &arms[0]) + turned(j, &arms[1]))
        } else {
            (Matrix3::zeros(), Matrix3::zeros())
        };
        Met { frame, region, bodies: [i, j], w, l, g, bears_moments: has_moments }
    }

    /// Acceleration of body i against body j at the point of action in the micro-step, and of its turning.
    #[inline]
    pub fn acceleration(&self, bodies: &[MovingBody]) -> Spatial {
        let [i, j] = self.bodies;
        bodies[i].acceleration_at(&self.frame.point) - bodies[j].acceleration_at(&self.frame.point)
    }

    /// What its own force and couple make of it.
    #[inline]
    pub fn response(&self, to: &Spatial) -> Spatial {
        let linear = self.w * to.linear;
        if !self.bears_moments {
            return Spatial { linear, angular: Vector3::zeros() };
        }
        Spatial { linear: linear + self.g.tr_mul(&to.angular), angular: self.g * to.linear + self.l * to.angular }
    }

    /// Changes the force of the micro-step on body i, and its opposite on body j.
    #[inline]
    pub fn push(&self, by: &Spatial, bodies: &mut [MovingBody]) {
        let [i, j] = self.bodies;
        bodies[i].push(&self.frame.point, by);
        bodies[j].push(&self.frame.point, &(*by * -1.0));
    }
}

impl Slot {
    /// A contact at a step's start.
    pub fn start(state: &State<f64>, latch: &Latch<f64>, of: &SlotMemory) -> Self {
        let SlotMemory { force, owed: elastic, is_even } = *of;
        Slot { state: *state, latch: *latch, force, elastic, is_even, ..Slot::default() }
    }

    /// Where the bodies are at the step's start, None if far from each other: they touch by x > 0 alone.
    pub fn meet(&mut self, laws: &Parameters<f64>, place: Place<f64>, inputs: Option<&Inputs<f64>>) {
        let mut normal = NormalForce::none();
        if let Some(inputs) = inputs {
            let mut region = None;
            let frame = meet::met(laws, place, inputs, None, &mut region);
            let touches = frame.penetration > 0.0;
            if touches != self.latch.contact {
                self.switch(laws, &frame, touches, 0.0);
            }
            if touches {
                normal = faces::force_at(laws, Spot { frame: &frame, region: region.as_ref() }, &self.latch);
                self.elastic += normal.energy;
            }
        }
        self.stored = stored_energy(laws, &normal, &self.state.deflection());
    }

    /// The step has led the bodies here.
    pub fn end(&mut self, laws: &Parameters<f64>, place: Place<f64>, inputs: &Inputs<f64>) {
        let normal = self.elastic_at(laws, place, inputs);
        self.stored = stored_energy(laws, &normal, &self.state.deflection());
        self.owed = if self.latch.contact { self.elastic - normal.energy } else { 0.0 };
    }

    /// Whether nothing has happened to it, which was apart with all at 0 as the step began.
    pub fn is_untouched(&self) -> bool {
        let Slot { state, latch, changes, impulses, importer_work, rigid_forces, .. } = self;
        !latch.contact
            && changes.all().is_empty()
            && (self.memory(), *state) == (SlotMemory::default(), State::default())
            && (*impulses, *importer_work, *rigid_forces) == Default::default()
    }

    /// What is remembered of it at the step's end.
    pub fn memory(&self) -> SlotMemory {
        SlotMemory { force: self.force, owed: self.owed, is_even: self.is_even }
    }

    /// Bodies met or parted `after` [s] from the step's start.
    pub fn switch(&mut self, laws: &Parameters<f64>, frame: &ContactFrame<f64>, contact: bool, after: f64) {
        if contact {
            self.relax(laws, after - self.apart_since);
        }
        self.latch = self.latch.switched(laws, &frame.approach(), contact);
        (self.force, self.elastic) = (Spatial::zero(), 0.0);
        self.apart_since = after;
        self.changes.add(ContactChange { after, penetration_rate: frame.penetration_rate, contact });
    }

    /// Bodies part before the elastic force has given back all that its work has stored: that is lost. What it has given too much is in the ledger's
    /// residual.
    pub fn lose_kept(&mut self, laws: &Parameters<f64>) {
        self.book(laws, &Energies { dissipated_normal: self.elastic.max(0.0), ..Energies::default() });
    }

    /// Bristles apart relax with τ_br, as does s_dw; what they stored is dissipated.
    pub fn relax(&mut self, laws: &Parameters<f64>, t: f64) {
        let f = &laws.friction;
        let State { z, z_r, s_dw, energy } = &mut self.state;
        let stored = |z: &Vector3<f64>, z_r: f64| 0.5 * f.sigma_0 * (z.dot(z) + z_r * z_r);
        let before = stored(z, *z_r);
        let decay = elementary::exp(-t / f.tau_br());
        *z *= decay;
        *z_r *= decay;
        *s_dw = relaxed(*s_dw, 0.0, t / friction::dwell_time(f, 0.0, *s_dw));
        if laws.settings.track_ledger {
            energy.dissipated_friction += before - stored(z, *z_r);
        }
    }

    /// Adds the impulse of a micro-step of `h` [s], of whose start `left` [s] are left of the step.
    pub fn add_impulse(&mut self, met: &Met, bodies: &[MovingBody], h: f64, left: f64) {
        let [i, j] = met.bodies;
        let on_i = bodies[i].wrench(&met.frame.point, &self.force);
        let on_j = bodies[j].wrench(&met.frame.point, &(self.force * -1.0));
        for ([impulse, moment], of) in self.impulses.iter_mut().zip([self.force, on_i, on_j]) {
            let given = of * h;
            *impulse += given;
            *moment += given * (left - 0.5 * h);
        }
    }

    /// Adds impulses with their moments about the step's end: of the force, and of the wrenches on both bodies.
    pub fn add_impulses(&mut self, of: [[Spatial; 2]; 3]) {
        for ([impulse, moment], [given, by]) in self.impulses.iter_mut().zip(of) {
            *impulse += given;
            *moment += by;
        }
    }

    /// What was given in an interval of another length counts as if it had come in the step of the importer, which is so much longer.
    pub fn stretch(&mut self, by: f64) {
        self.impulses.iter_mut().for_each(|[_, moment]| *moment = *moment * by);
    }

    /// Forces over a step of `h` [s]: force and couple, force and torque on body i, the same on body j.
    pub fn forces(&self, h: f64) -> [[Mean; 2]; 3] {
        self.impulses.map(|[impulse, moment]| {
            [Mean::of(&impulse.linear, &moment.linear, h), Mean::of(&impulse.angular, &moment.angular, h)]
        })
    }

    /// The normal direction with the bodies like this.
    pub fn elastic_at(&self, laws: &Parameters<f64>, place: Place<f64>, inputs: &Inputs<f64>) -> NormalForce<f64> {
        if !self.latch.contact {
            return NormalForce::none();
        }
        let mut region = None;
        let frame = meet::met(laws, place, inputs, None, &mut region);
        faces::force_at(laws, Spot { frame: &frame, region: region.as_ref() }, &self.latch)
    }

    /// Books energy that poses and parameters have brought in [J].
    pub fn bring_in(&mut self, laws: &Parameters<f64>, jump: f64) {
        if laws.settings.track_ledger {
            self.state.energy.work += jump;
            self.importer_work += jump;
        }
    }

    /// Books energies of a micro-step.
    pub fn book(&mut self, laws: &Parameters<f64>, of: &Energies<f64>) {
        if laws.settings.track_ledger {
            self.state.energy += of;
        }
    }

    /// Work of the velocities that bodies have beside the measured ones [J].
    pub fn work_of(&self, i: &Spatial, j: &Spatial) -> f64 {
        let [_, [on_i, _], [on_j, _]] = &self.impulses;
        on_i.dot(i) + on_j.dot(j)
    }

    /// Not finite if a number is not.
    pub fn sum(&self) -> f64 {
        let State { z, s_dw, z_r, energy } = &self.state;
        let Energies { work, dissipated_normal, dissipated_friction } = energy;
        let impulses: f64 = self.impulses.iter().flatten().map(Spatial::sum).sum();
        z.sum()
            + s_dw
            + z_r
            + work
            + dissipated_normal
            + dissipated_friction
            + self.force.sum()
            + impulses
            + self.stored
    }
}
