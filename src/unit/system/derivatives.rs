//! Derivatives of a system in one direction. A contact depends on its two bodies and on itself: those that no seed concerns are
//! not looked at.

use super::contacts::new_neighbours;
use super::numbers::{Place, sum_of};
use super::slopes::Slopes;
use super::{System, named};
use crate::fmi::model::Run;
use crate::fmi::{Fault, Interface};
use crate::physics::Energies;
use crate::unit::contact::Contact;
use crate::unit::table::Id;

/// The inputs of body i and of body j that are an input of a body of the system.
fn of_sides(id: Id) -> Option<[Id; 2]> {
    Some(match id {
        Id::BodyPosition => [Id::PositionI, Id::PositionJ],
        Id::BodyOrientation => [Id::OrientationI, Id::OrientationJ],
        Id::BodyVelocity => [Id::VelocityI, Id::VelocityJ],
        Id::BodyAngularVelocity => [Id::AngularVelocityI, Id::AngularVelocityJ],
        _ => return None,
    })
}

/// Force and torque of a contact on its bodies i and j.
fn of_wrench(id: Id) -> Option<[Id; 2]> {
    match id {
        Id::BodyForce => Some([Id::ForceI, Id::ForceJ]),
        Id::BodyTorque => Some([Id::TorqueI, Id::TorqueJ]),
        _ => None,
    }
}

/// Elements of a body or a contact that a directional derivative can seed, at most.
const MOST_KNOWNS: usize = 15;

impl System {
    /// What is kept of a direction, with room for one of the contacts that are held and of new neighbours.
    fn take_slopes(&mut self) -> Slopes {
        let mut slopes = core::mem::take(&mut self.slopes);
        let (contacts, bodies, held) = (self.contacts.len(), self.bodies.len(), self.contacts.held().count());
        let room = held + new_neighbours(contacts - held, bodies);
        slopes.begin(room, MOST_KNOWNS * (bodies + room));
        slopes
    }

    /// Derivatives of the contacts along seeds.
    pub(super) fn derive(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<(), Fault> {
        let mut slopes = self.take_slopes();
        (slopes.ledger, slopes.is_by_time) = (Energies::default(), false);
        for (run, seed) in seeds {
            match sum_of(&mut slopes.ledger, run.id) {
                Some(sum) => sum[0] += seed,
                None => slopes.seeds.push((run, seed)),
            }
        }
        let answer = self.derive_contacts(&mut slopes);
        self.slopes = slopes;
        answer
    }

    fn derive_contacts(&mut self, slopes: &mut Slopes) -> Result<(), Fault> {
        let first_contact = 1 + self.bodies.len();
        for at in 0..self.contacts.len() {
            let bodies = self.scene.contacts[at].bodies;
            let of_contact = slopes.seeds.iter().filter_map(|(run, seed)| {
                let block = run.block as usize;
                let side = bodies.iter().position(|body| body + 1 == block);
                match (side, of_sides(run.id)) {
                    (Some(side), Some(ids)) => Some((ids[side], run.k, *seed)),
                    _ if block == first_contact + at => Some((run.id, run.k, *seed)),
                    _ => None,
                }
            });
            let mut of_contact = of_contact.peekable();
            if of_contact.peek().is_some() {
                self.wake(at);
                let tangent = self.contacts[at].tangent(&mut of_contact);
                let tangent = tangent.map_err(|Fault(text)| named(&self.scene, &self.scene.contacts[at], text))?;
                slopes.of_contacts.push((at, tangent));
            }
        }
        Ok(())
    }

    /// Derivatives by time of the forces and torques that are asked for; what sleeps has none.
    pub(super) fn derive_by_time(&mut self, asked: &mut dyn Iterator<Item = Run<Id>>) -> Result<(), Fault> {
        // those that a step of interface coupling hands back are known
        let mut are_known = self.coupled.is_stepped;
        for run in asked {
            match self.place(run.block) {
                // none in kinematic coupling
                Place::Body(body) => {
                    if let Some(memory) = self.coupled.memories.get_mut(body) {
                        memory.are_slopes_read = true;
                    }
                }
                Place::System | Place::Contact(_) => are_known = false,
            }
        }
        let mut slopes = self.take_slopes();
        (slopes.ledger, slopes.is_by_time) = (Energies::default(), true);
        let answer = if are_known { Ok(()) } else { self.derive_contacts_by_time(&mut slopes) };
        self.slopes = slopes;
        answer
    }

    fn derive_contacts_by_time(&mut self, slopes: &mut Slopes) -> Result<(), Fault> {
        self.sum()?;
        for (at, contact) in self.contacts.held_mut().filter(|(at, _)| !self.far.is_asleep[*at]) {
            let tangent = contact.rates_of_forces();
            let tangent = tangent.map_err(|fault| named(&self.scene, &self.scene.contacts[at], fault))?;
            slopes.of_contacts.push((at, tangent));
        }
        Ok(())
    }

    /// The slope of one element in the last direction.
    pub(super) fn slope_of(&self, Run { block, id, k, .. }: Run<Id>) -> f64 {
        let of = |contact: usize, id: Id, k: usize| match self.slopes.of(contact) {
            Some(tangent) => Contact::tangent_of(&mut tangent.clone(), id, k),
            None => 0.0,
        };
        let over_all = |id: Id| (0..self.contacts.len()).map(|contact| of(contact, id, 0)).sum::<f64>();
        match self.place(block) {
            Place::Contact(contact) => of(contact, id, k),
            Place::Body(body) if self.coupled.is_stepped => {
                let returned = &self.coupled.memories[body].returned;
                match (self.slopes.is_by_time, id) {
                    (true, Id::BodyForce) => returned.force.slope[k],
                    (true, Id::BodyTorque) => returned.torque.slope[k],
                    // they depend on nothing that is set after their step
                    _ => 0.0,
                }
            }
            Place::Body(body) => match of_wrench(id) {
                Some(ids) => self.contacts_of[body].iter().map(|(contact, side)| of(*contact, ids[*side], k)).sum(),
                None => f64::NAN,
            },
            Place::System => {
                let mut ledger = self.slopes.ledger;
                match sum_of(&mut ledger, id) {
                    Some(sum) => sum[0],
                    None if id == Id::EnergyResidual => {
                        let Energies { work, dissipated_normal, dissipated_friction } = ledger;
                        let stored = match self.interface {
                            Interface::ModelExchange => over_all(Id::EnergyElastic),
                            Interface::CoSimulation => 0.0,
                        };
                        if self.is_booked() { work - stored - dissipated_normal - dissipated_friction } else { 0.0 }
                    }
                    None => over_all(id),
                }
            }
        }
    }
}
