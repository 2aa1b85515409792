//! What belongs to a scene as a whole: how its contacts are coupled, which variables follow from that, and what only the whole can be judged by.

mod pace;

use super::scene::{MOST_BLOCKS, Scene, SceneBody};
use super::scene_contact::change_parameters;
use super::tables::*;
use crate::meet::half_size;
use crate::stepping::coupling::{CouplingMethod, CouplingMode, CouplingOrder, CouplingSettings, HandBack, MassSource};
use crate::unit::contact::Contact;

/// Penetration at the start, as a fraction of the ball's radius or the smallest half size, above which shapes overlap by mistake.
const SENSIBLE_OVERLAP: f64 = 0.2;

impl Scene {
    /// The rows of what stands once for all contacts, and the same as the binary holds them.
    pub fn system_rows(&self) -> Rows {
        if self.is_coupled() { (COUPLED_SYSTEM, &COUPLED_SYSTEM_VARIABLES) } else { (SYSTEM, &SYSTEM_VARIABLES) }
    }

    /// The same of a body.
    pub fn body_rows(&self, body: &SceneBody) -> Rows {
        match (body.moves, self.is_coupled(), body.mass_source) {
            (false, ..) => (FIXED_BODY, &FIXED_BODY_VARIABLES),
            (true, false, _) => (BODY, &BODY_VARIABLES),
            (true, true, MassSource::Bodies) => (COUPLED_BODY, &COUPLED_BODY_VARIABLES),
            (true, true, MassSource::Input) => (COUPLED_LINK, &COUPLED_LINK_VARIABLES),
        }
    }

    /// How all contacts are coupled.
    pub fn coupling(&self) -> CouplingSettings {
        self.contacts.first().map(|contact| contact.parameters.coupling.settings).unwrap_or_default()
    }

    /// Whether the contacts are in interface coupling, which asks for masses and free accelerations.
    pub fn is_coupled(&self) -> bool {
        !self.contacts.is_empty() && self.coupling().mode == CouplingMode::Interface
    }

    /// Puts the contacts into interface coupling that hands back `how`, in sequential order unless they are in interface coupling
    /// already.
    ///
    /// Errors: a contact has its geometry from the importer, or a body lacks an inertia.
    pub fn couple(&mut self, how: HandBack) -> Result<(), String> {
        let is_coupled = self.is_coupled();
        change_parameters(&mut self.contacts, |parameters| {
            let settings = &mut parameters.coupling.settings;
            settings.hand_back = how;
            if !is_coupled {
                (settings.mode, settings.order) = (CouplingMode::Interface, CouplingOrder::Sequential);
            }
        });
        self.check_coupling()
    }

    /// Errors: contacts are coupled in different ways, or the ledger looks at some of them only; interface coupling lacks an inertia or a
    /// geometry, time stepping a law.
    fn check_coupling(&self) -> Result<(), String> {
        let settings = self.coupling();
        for [one, other] in self.contacts.array_windows() {
            let [a, b] = [one, other].map(|of| &of.parameters);
            let what = match () {
                () if a.coupling.settings != b.coupling.settings => "coupling…",
                () if a.laws.settings.track_ledger != b.laws.settings.track_ledger => "ledger.track",
                () => continue,
            };
            return Err(format!(
                "{what} is one for all contacts of a system, but not of \"{}\" and \"{}\": set it in [contacts]",
                one.name, other.name
            ));
        }
        if !self.is_coupled() {
            return match self.bodies.iter().find(|body| body.mass_source == MassSource::Input) {
                Some(body) => Err(format!(
                    "body \"{}\": mass_source = \"input\" is of interface coupling: set coupling.mode = \"interface\" in [contacts]",
                    body.name
                )),
                None => Ok(()),
            };
        }
        if let Some(given) = self.contacts.iter().find(|contact| contact.is_given) {
            return Err(format!(
                "contact \"{}\": in interface coupling the bodies move inside a step, so that their geometry must be known: give shapes, \
                 or coupling.mode = \"kinematic\" in [contacts], for all",
                given.name
            ));
        }
        let lacks = |body: &&SceneBody| {
            body.moves
                && body.mass.is_some()
                && body.mass_source == MassSource::Bodies
                && body.whole_inertia().is_none()
        };
        match self.bodies.iter().find(lacks) {
            Some(body) => {
                Err(format!("body \"{}\": inertia is missing, and there is no shape to take it from", body.name))
            }
            None if settings.method == CouplingMethod::TimeStepping => self.check_rigid(),
            None => Ok(()),
        }
    }

    /// Errors: a contact has a law that time stepping of systems has not; what may be set before the initialization is judged then again.
    fn check_rigid(&self) -> Result<(), String> {
        self.contacts.iter().try_for_each(|of| {
            let judged = super::rigid::check_contact(&of.parameters);
            judged.map_err(|fault| format!("contact \"{}\": {fault}", of.name))
        })
    }

    /// What only the whole can be judged by. Errors: no contact, too many blocks, contacts coupled in different ways, shapes that overlap at
    /// the start.
    pub fn check(&self) -> Result<(), String> {
        if self.contacts.is_empty() {
            return Err("there is no contact: no two bodies have shapes that meet, one of them free to move".into());
        }
        if self.bodies.len() + self.contacts.len() > MOST_BLOCKS {
            return Err(format!("more than {MOST_BLOCKS} bodies and contacts have no value references"));
        }
        self.check_coupling()?;
        for contact in self.contacts.iter().filter(|contact| !contact.is_given) {
            let [i, j] = contact.bodies.map(|body| &self.bodies[body]);
            if [i, j].iter().any(|body| body.moves && !body.is_placed) {
                continue;
            }
            let mut at_start =
                Contact::with(crate::fmi::Interface::CoSimulation, &contact.parameters, contact.solids.as_ref());
            let [moved_i, moved_j] = [i, j].map(|of| super::Moved { body: of.start, ..Default::default() });
            at_start.set_bodies(&moved_i, &moved_j);
            let (outputs, _) = at_start.answer().map_err(|fault| format!("contact \"{}\": {fault}", contact.name))?;
            let size = if contact.is_of_patch() {
                i.parts.iter().filter_map(|part| half_size(&part.shape)).fold(f64::INFINITY, f64::min)
            } else {
                contact.place().size().unwrap_or(0.0)
            };
            if -outputs.gap > SENSIBLE_OVERLAP * size {
                return Err(format!(
                    "contact \"{}\": the shapes overlap by {:?} m at the start, more than {SENSIBLE_OVERLAP} times the radius or half \
                     size {size:?} m",
                    contact.name, -outputs.gap
                ));
            }
        }
        Ok(())
    }
}
