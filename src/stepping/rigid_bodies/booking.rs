//! What a sub-step has done, in the books of contacts and bodies.

use crate::physics::{Energies, Latch, Vector3};
use crate::rigid::multibody::{Contact, Stepped};
use crate::stepping::ContactChange;
use crate::stepping::bodies::Slot;
use crate::stepping::coupling::{Coupling, StepFriction};
use crate::stepping::interface::{RigidForces, Spatial};
use crate::stepping::rigid_bodies::contacts::{PointForce, Remembered, RigidContacts};
use crate::stepping::rigid_bodies::problem::Room;

/// A sub-step in its step [s].
pub struct Times {
    /// Its start
    pub tau: f64,
    pub length: f64,
    /// From its start to the step's end
    pub rest: f64,
    /// Of the step
    pub h: f64,
}

/// What has happened, and where it is summed per body.
pub struct Books<'a> {
    pub room: &'a Room,
    pub stepped: &'a [Stepped],
    /// Impulse on each body about its mass centre, and its moment about the sub-step's end
    pub given: &'a mut [[Spatial; 2]],
}

/// What the points of one contact have done together.
#[derive(Default)]
struct Sum {
    /// ½·|λ_T|²/k_T [J]
    stored: f64,
    friction: Vector3<f64>,
    pressed: f64,
    /// After the first impact [s], at so much [m/s]
    struck: Option<(f64, f64)>,
    /// −u_n where it is least [m/s]
    closing: f64,
    is_any: bool,
}

/// Energy in the bristles of a point  ½·|λ_T|²/k_T  [J].
fn stored(of: &PointForce, coupling: &Coupling<f64>) -> f64 {
    let k_t = coupling.time_stepping.k_T;
    let is_soft = coupling.settings.step_friction == StepFriction::Regularised && k_t > 0.0;
    if is_soft { 0.5 * of.friction.dot(&of.friction) / k_t } else { 0.0 }
}

/// Books impulses on bodies and contacts, works, and what is remembered.
pub fn book(
    books: &mut Books,
    contacts: &impl RigidContacts,
    slots: &mut [Slot],
    remembered: &mut Remembered,
    times: &Times,
) {
    books.given.fill([Spatial::zero(); 2]);
    remembered.forces.fill(PointForce::default());
    let (count, stepped) = (books.room.point_count, books.stepped);
    for (at, of) in stepped.iter().enumerate() {
        let point = &books.room.points[at];
        let contact = books.room.belongs[at].contact;
        let impulse = Vector3::from(of.impact) + Vector3::from(of.lasting);
        let moment = Vector3::from(of.moment);
        let [i, j] = contacts.bodies(contact);
        let on = [(i, point.arms[0], 1.0), (j, point.arms[1], -1.0)].map(|(body, arm, sign)| {
            let arm = Vector3::from(arm);
            let about = |arm: Vector3<f64>| {
                [impulse, moment].map(|of| Spatial { linear: of * sign, angular: arm.cross(&(of * sign)) })
            };
            let [impulse, moment] = about(arm);
            books.given[body][0] += impulse;
            books.given[body][1] += moment;
            about(arm + books.room.centers[body])
        });
        let alone = [impulse, moment].map(|linear| Spatial { linear, angular: Vector3::zeros() });
        let by_end = times.rest - times.length;
        slots[contact]
            .add_impulses([alone, on[0], on[1]].map(|[impulse, moment]| [impulse, moment + impulse * by_end]));
        slots[contact].rigid_forces.normal += impulse.dot(&Vector3::from(point.normal)) / times.h;
        remembered.forces[books.room.belongs[at].memory] =
            PointForce { normal: of.held.normal, friction: of.held.friction.into() };
        work(&mut slots[contact], contacts, contact, of);
    }
    let mut at = 0;
    for (contact, slot) in slots.iter_mut().enumerate() {
        let mut sum = Sum { closing: f64::INFINITY, ..Sum::default() };
        // the points of a contact follow each other
        while at < count && books.room.belongs[at].contact == contact {
            let force = &remembered.forces[books.room.belongs[at].memory];
            sum.add(&books.room.points[at], &stepped[at], force, contacts.coupling(contact));
            at += 1;
        }
        settle(slot, contacts, contact, &sum, times);
    }
}

/// Books the works that impulses have done on the bodies; of lasting contact what is above 0 is the importer's, as the impulse that
/// separates overlapping bodies.
fn work(slot: &mut Slot, contacts: &impl RigidContacts, contact: usize, of: &Stepped) {
    let laws = contacts.laws(contact);
    let given = of.lasting_work.map(|work| work.max(0.0));
    let [along, across] = [0, 1].map(|k| of.work[k] + of.lasting_work[k] - given[k]);
    let energies = Energies { work: -along - across, dissipated_normal: -along, dissipated_friction: -across };
    slot.book(laws, &energies);
    if laws.settings.track_ledger {
        slot.importer_work += given[0] + given[1];
    }
}

impl Sum {
    fn add(&mut self, point: &Contact, of: &Stepped, force: &PointForce, coupling: &Coupling<f64>) {
        self.is_any = true;
        self.stored += stored(force, coupling);
        self.friction += force.friction;
        self.pressed += force.normal;
        self.closing = self.closing.min(-Vector3::from(of.velocity).dot(&Vector3::from(point.normal)));
        let is_first = self.struck.is_none_or(|(after, _)| of.struck_after < after);
        if of.is_struck && is_first {
            self.struck = Some((of.struck_after, of.approach));
        }
    }
}

/// Energy in bristles, the latch, and what changes.
fn settle(slot: &mut Slot, contacts: &impl RigidContacts, contact: usize, sum: &Sum, times: &Times) {
    let laws = contacts.laws(contact);
    let bent = sum.stored - slot.stored;
    slot.book(laws, &Energies { dissipated_friction: -bent, ..Energies::default() });
    slot.stored = sum.stored;
    let long = sum.friction.dot(&sum.friction).sqrt();
    // of bristles that bend otherwise than the sum of their forces, their energy counts
    let k_t = contacts.coupling(contact).time_stepping.k_T;
    let size = (2.0 * k_t * sum.stored).sqrt();
    let along = if long > 0.0 { sum.friction / long } else { Vector3::x() };
    slot.rigid_forces = RigidForces {
        lasting: sum.pressed,
        friction: if sum.stored > 0.0 { along * size } else { sum.friction },
        ..slot.rigid_forces
    };
    let touches = sum.pressed > 0.0;
    let touched = slot.latch.contact;
    let mut change = |after: f64, penetration_rate: f64, contact: bool| {
        slot.changes.add(ContactChange { after: times.tau + after, penetration_rate, contact });
    };
    match sum.struck {
        Some((after, approach)) if !touched || !touches => change(after, approach, true),
        None if !touched && touches => change(0.0, 0.0, true),
        _ => {}
    }
    if !touches && (touched || sum.struck.is_some()) {
        let after = sum.struck.map_or(0.0, |(after, _)| after);
        change(after, if sum.is_any { sum.closing } else { 0.0 }, false);
    }
    let v_i = sum.struck.map_or(slot.latch.v_i, |(_, approach)| approach);
    slot.latch = Latch { contact: touches, v_i, a: 0.0 };
}
