//! What modelDescription.xml of a system says: the rows of its blocks, and what each element depends on.

use super::numbers::told_slot;
use super::scene::{Report, SceneBody};
use super::scene_contact::SceneContact;
use super::tables::*;
use super::{Scene, lines};
use crate::fmi::description::{Causality, Dependency, Information, Row};
use crate::fmi::layout::STRIDE;
use crate::fmi::listing::{Listed, Listing};
use crate::fmi::resources::START_VALUES;
use crate::fmi::v2::xml;
use crate::unit::named;
use crate::unit::table::{ENUMERATIONS, INFORMATION, Id, UNITS};
use std::collections::{BTreeSet, HashMap};

/// Block and row of a variable.
type Variable = (usize, Id);

/// Most variables that one is said to depend on. Of more nothing is said, which means all of them [FMI 2.0.5 section 2.2.8]: in a heap of
/// bodies each force depends on all bodies, and the lists would grow with the square of their number.
const MOST_DEPENDENCIES: usize = 2000;

/// The list while it grows.
#[derive(Default)]
struct List {
    /// Whether states and rates are listed, which only Model Exchange asks for
    is_for_exchange: bool,
    variables: Vec<Listed>,
    /// What each of them is
    rows: Vec<(Variable, &'static Row<Id>, usize)>,
    /// Element → position, of those that are listed
    elements: HashMap<Variable, Vec<(usize, usize)>>,
}

impl List {
    /// Adds the rows of a block that are shown; `start` is what it starts with if that is not the row's.
    fn add(
        &mut self,
        (block, prefix): (usize, &str),
        rows: &'static [Row<Id>],
        shown: impl Fn(&Row<Id>) -> bool,
        start: impl Fn(&Row<Id>, usize) -> Option<f64>,
    ) {
        let is_of_exchange = |row: &Row<Id>| row.is_state(rows) || row.derivative_of.is_some();
        let is_listed = |row: &&Row<Id>| match self.is_for_exchange {
            true => shown(row) || is_of_exchange(row),
            false => shown(row) && row.derivative_of.is_none(),
        };
        for row in rows.iter().filter(is_listed) {
            for k in 0..row.len() {
                let listed = Listed::element(row, k, prefix, block as u32 * STRIDE);
                self.elements.entry((block, row.id)).or_default().push((k, self.variables.len()));
                self.rows.push(((block, row.id), row, k));
                self.variables
                    .push(Listed { start: listed.start.map(|usual| start(row, k).unwrap_or(usual)), ..listed });
            }
        }
    }

    /// Ascending positions of those of `known` that are listed and that element `k` depends on; None for too many.
    fn positions(&self, known: impl Iterator<Item = (Variable, Dependency<Id>)>, k: usize) -> Option<Vec<usize>> {
        let mut found = BTreeSet::new();
        for (variable, dependency) in known {
            let elements = self.elements.get(&variable).into_iter().flatten();
            found.extend(elements.filter(|(element, _)| dependency.admits(k, *element)).map(|(_, at)| *at));
            if found.len() > MOST_DEPENDENCIES {
                return None;
            }
        }
        Some(found.into_iter().collect())
    }

    fn position(&self, variable: Variable, k: usize) -> Option<usize> {
        let elements = self.elements.get(&variable)?;
        elements.iter().find(|(element, _)| *element == k).map(|(_, position)| *position)
    }
}

/// The list of a system's variables, for its modelDescription.xml.
pub fn listing(scene: &Scene) -> Listing {
    let mut list = List { is_for_exchange: scene.model_exchange, ..List::default() };
    let track = scene.contacts.first().map(|contact| &contact.parameters);
    list.add((0, ""), scene.system_rows().0, |_| true, |row, k| named::value(track?, row.id, k));
    for (at, body) in scene.bodies.iter().enumerate() {
        let (rows, _) = scene.body_rows(body);
        list.add((1 + at, &format!("{}.", body.name)), rows, |_| true, |row, k| start_of(body, row.id, k));
    }
    for (at, contact) in scene.contacts.iter().enumerate() {
        let (rows, _) = contact.rows();
        let block = (block_of_contact(scene, at), &*format!("{}.", contact.name));
        let shown = |row: &Row<Id>| is_shown(scene.report, contact, row);
        list.add(block, rows, shown, |row, k| named::value(&contact.parameters, row.id, k));
    }
    depend(&mut list, scene);
    let information = Information {
        model_identifier: scene.name.clone().into(),
        description: format!(
            "{} of {} bodies: exact restitution and dwell-time friction (Gonthier and others 2004)",
            counted(scene.contacts.len(), "frictional contact"),
            scene.bodies.len()
        )
        .into(),
        event_indicators: if scene.model_exchange { INFORMATION.event_indicators * scene.contacts.len() } else { 0 },
        is_for_exchange: scene.model_exchange,
        ..INFORMATION.clone()
    };
    Listing { information, units: UNITS, enumerations: ENUMERATIONS, variables: list.variables }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn block_of_contact(scene: &Scene, at: usize) -> usize {
    1 + scene.bodies.len() + at
}

/// Points of a patch are many, and alike: a report of few says nothing of each.
fn is_shown(report: Report, contact: &SceneContact, row: &Row<Id>) -> bool {
    match (report, row.causality) {
        (_, Causality::Input) | (Report::All, _) => true,
        (Report::None, _) => false,
        (Report::Few, _) if contact.is_of_patch() => false,
        (Report::Few, Causality::Parameter) => true,
        (Report::Few, _) => is_of_few(row.id),
    }
}

fn start_of(body: &SceneBody, id: Id, k: usize) -> Option<f64> {
    let start = &body.start;
    Some(match id {
        Id::BodyPosition => start.position[k],
        Id::BodyOrientation => start.orientation[k],
        Id::BodyVelocity => start.velocity[k],
        Id::BodyAngularVelocity => start.angular_velocity[k],
        Id::BodyMass | Id::BodyInertia | Id::BodyCenterOfMass => *told_slot(&mut body.told(), id)?.get(k)?,
        _ => return None,
    })
}

/// Fills in states of rates and what outputs and rates depend on.
fn depend(list: &mut List, scene: &Scene) {
    let mut of_bodies = vec![Vec::new(); scene.bodies.len()];
    for (at, contact) in scene.contacts.iter().enumerate() {
        (0..2).for_each(|side| of_bodies[contact.bodies[side]].push((at, side)));
    }
    for at in 0..list.variables.len() {
        let ((block, id), row, k) = list.rows[at];
        list.variables[at].derivative_of = row.derivative_of.and_then(|state| list.position((block, state), k));
        let depends = row.causality == Causality::Output || row.derivative_of.is_some();
        list.variables[at].depends_on = match block.checked_sub(1) {
            // what a sum over all contacts depends on
            None => {
                let all = (0..scene.contacts.len()).filter(|_| depends);
                list.positions(all.flat_map(|contact| of_contact(scene, contact, row.id)), k)
            }
            // what the forces on it of all contacts of a body depend on
            Some(body) if body < scene.bodies.len() => {
                let sides = match id {
                    Id::BodyForce => Some([Id::ForceI, Id::ForceJ]),
                    Id::BodyTorque => Some([Id::TorqueI, Id::TorqueJ]),
                    _ => None,
                };
                let touching = of_bodies[body].iter();
                let of_side =
                    |(contact, side): &(usize, usize)| sides.map(|ids| of_contact(scene, *contact, ids[*side]));
                list.positions(touching.filter_map(of_side).flatten(), k)
            }
            Some(other) => list.positions(of_contact(scene, other - scene.bodies.len(), id), k),
        };
    }
}

/// What a row of a contact depends on, in the variables of the system.
fn of_contact(scene: &Scene, at: usize, id: Id) -> impl Iterator<Item = (Variable, Dependency<Id>)> {
    let contact = &scene.contacts[at];
    let bodies = contact.bodies;
    let own = block_of_contact(scene, at);
    let variable = move |id: Id| -> Variable {
        let of_body = |side: usize, id: Id| (1 + bodies[side], id);
        match id {
            Id::PositionI => of_body(0, Id::BodyPosition),
            Id::PositionJ => of_body(1, Id::BodyPosition),
            Id::OrientationI => of_body(0, Id::BodyOrientation),
            Id::OrientationJ => of_body(1, Id::BodyOrientation),
            Id::VelocityI => of_body(0, Id::BodyVelocity),
            Id::VelocityJ => of_body(1, Id::BodyVelocity),
            Id::AngularVelocityI => of_body(0, Id::BodyAngularVelocity),
            Id::AngularVelocityJ => of_body(1, Id::BodyAngularVelocity),
            _ if is_of_the_system(id) => (0, id),
            _ => (own, id),
        }
    };
    let powers = SYSTEM.iter().filter(|row| row.id != Id::Time);
    let row = contact.rows().0.iter().chain(powers).find(|row| row.id == id);
    row.into_iter().flat_map(Row::dependencies).map(move |of| (variable(of.id()), of))
}

/// What differs from the one-contact FMU in the FMU of a system: its modelIdentifier, and paths and contents of files.
pub struct Files {
    pub name: String,
    pub files: Vec<(String, Vec<u8>)>,
}

/// The files of a system; `text` is what describes it, for people.
///
/// Errors: the XML writer fails.
pub fn files(text: &str, scene: &Scene) -> std::io::Result<Files> {
    let listing = listing(scene);
    let (guid, description) = xml::with_guid(&listing)?;
    let start_values = format!(
        "# Bodies and contacts of this {}.fmu; `asperity pack --system` writes them.\nguid = {guid}\n{}",
        scene.name,
        lines::of(scene)
    );
    let files = [
        ("modelDescription.xml".into(), description),
        (format!("resources/{START_VALUES}"), start_values),
        ("resources/system.toml".into(), text.into()),
        ("documentation/reference.html".into(), reference(scene, &listing)),
    ];
    Ok(Files { name: scene.name.clone(), files: files.map(|(path, text)| (path, text.into_bytes())).into() })
}

/// The page `documentation/reference.html`: a line for each variable.
fn reference(scene: &Scene, listing: &Listing) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}: variables</title></head>\n<body>\n\
         <h1>Variables of {name}</h1>\n<p>What the symbols mean is in the <a href=\"theory.html\">theory and user's guide</a>; the \
         parameters of a contact are those of the one-contact FMU.</p>\n<div class=\"table\"><table class=\"variables\">\
         <tr><th>Reference</th><th>Name</th><th>Unit</th><th>Start</th><th>Meaning</th></tr>\n",
        name = scene.name
    );
    for variable in &listing.variables {
        text += &format!(
            "<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            variable.value_reference,
            variable.name,
            variable.unit.unwrap_or(""),
            variable.start_text().unwrap_or_default(),
            escape(&variable.description)
        );
    }
    text + "</table></div>\n</body></html>\n"
}
