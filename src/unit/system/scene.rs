//! What a system consists of: bodies with shapes, and the contacts between them with their parameters.

use super::given::{Assignments, Kind, assign};
use super::inertia::{check_inertia, inertia};
use super::scene_contact::{SceneContact, share_last};
use super::shapes::{Elasticity, Part};
use super::tables::*;
use crate::fmi::number::Number;
use crate::meet::{Way, table};
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Quaternion, Vector3};
use crate::shape::Placed;
use crate::stepping::bodies::Told;
use crate::stepping::coupling::MassSource;
pub use crate::stepping::coupling::{CouplingMethod, CouplingOrder, HandBack};
use crate::unit::contact::Contact;
use crate::unit::named;
use crate::unit::parameters::ContactParameters;
use crate::unit::solid_pair::SolidPair;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A body that the importer moves, or that is fixed to the world.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBody {
    pub name: String,
    /// The importer sets its motion; else it stays where it starts.
    pub moves: bool,
    /// Motion at the start
    pub start: Body<f64>,
    /// Whether the start position was given: only then shapes are asked not to overlap there
    pub is_placed: bool,
    /// m [kg], for those who integrate the motion
    pub mass: Option<f64>,
    /// xx, yy, zz, xy, xz, yz about the centre of mass, body axes [kg·m²]; from the shapes by default
    pub inertia: Option<[f64; 6]>,
    /// In the body's frame [m]
    pub center_of_mass: Vector3<f64>,
    /// Force at the centre of mass, the same all the time, world axes [N], for those who integrate the motion
    pub load: Vector3<f64>,
    /// Interface coupling: whether the importer gives the inverse inertia
    pub mass_source: MassSource,
    pub parts: Vec<Part>,
}

impl SceneBody {
    /// A body without shapes at the origin of the world.
    pub fn new(name: &str, moves: bool) -> Self {
        SceneBody {
            name: name.into(),
            moves,
            start: Body::default(),
            is_placed: false,
            mass: None,
            inertia: None,
            center_of_mass: Vector3::zeros(),
            load: Vector3::zeros(),
            mass_source: MassSource::Bodies,
            parts: Vec::new(),
        }
    }

    /// Errors: its mass or inertia is none.
    pub fn check_mass(&self) -> Result<(), String> {
        if let Some(mass) = self.mass.filter(|mass| !(mass.is_finite() && *mass > 0.0)) {
            return Err(format!("mass = {} must be a finite number > 0", Number(mass)));
        }
        if !self.center_of_mass.sum().is_finite() {
            return Err("the mass centre is not finite".into());
        }
        self.inertia.as_ref().map_or(Ok(()), check_inertia)?;
        match self.whole_inertia() {
            Some(of) if of.iter().any(|value| !value.is_finite()) => Err(format!(
                "mass = {:?}: the inertia that follows from its shapes is not finite; look for a mass or a length far too large",
                self.mass.unwrap_or_default()
            )),
            _ => Ok(()),
        }
    }

    /// Its inertia, given or from its shapes; None without mass, or of shapes that have none.
    pub fn whole_inertia(&self) -> Option<[f64; 6]> {
        self.inertia.or_else(|| inertia(&self.parts, self.mass?, &self.center_of_mass))
    }

    /// What interface coupling has to know of it.
    pub fn told(&self) -> Told {
        Told {
            mass: self.mass.unwrap_or(0.0),
            inertia: self.whole_inertia().unwrap_or_default().into(),
            center_of_mass: self.center_of_mass,
            ..Told::default()
        }
    }
}

/// Which variables of contacts modelDescription.xml shows, beside the states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Report {
    /// Neither outputs nor parameters
    None,
    /// Normal force, gap, slip speed and whether the bodies touch, and all parameters
    #[default]
    Few,
    All,
}

/// Bodies and contacts of one FMU.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// modelIdentifier: a C identifier
    pub name: String,
    pub bodies: Vec<SceneBody>,
    pub contacts: Vec<SceneContact>,
    pub report: Report,
    /// Whether the FMU is for Model Exchange, too: else it lists neither states nor their rates
    pub model_exchange: bool,
    /// Of all bodies and contacts that there have been: many are looked up one by one
    names: BTreeSet<String>,
}

/// Parts of two bodies as (body, part), the name of their contact, its parameters, and the shapes where they are no pair.
type Meeting = ([(usize, usize); 2], String, ContactParameters<f64>, Option<Arc<SolidPair>>);

/// Most blocks of value references that fit into 32 bits, with room for the sums.
pub const MOST_BLOCKS: usize = 4_000_000;

impl Scene {
    pub fn new(name: &str) -> Result<Self, String> {
        is_identifier(name).then_some(()).ok_or_else(|| {
            format!("\"{name}\" is not a valid model identifier: letters, digits and _, not beginning with a digit")
        })?;
        Ok(Scene::named(name))
    }

    /// The same under a name that is known to be one.
    pub(super) fn named(name: &str) -> Self {
        Scene {
            name: name.into(),
            bodies: Vec::new(),
            contacts: Vec::new(),
            report: Report::default(),
            model_exchange: true,
            names: BTreeSet::new(),
        }
    }

    /// Adds a body; the answer is its position. Errors: its name is taken or not a name, its mass or inertia is none.
    pub fn add_body(&mut self, body: SceneBody) -> Result<usize, String> {
        self.check_name(&body.name)?;
        body.check_mass()?;
        self.names.insert(body.name.clone());
        self.bodies.push(body);
        Ok(self.bodies.len() - 1)
    }

    fn check_name(&self, name: &str) -> Result<(), String> {
        if !is_identifier(name) {
            return Err(format!("\"{name}\" is not a valid name: letters, digits and _, not beginning with a digit"));
        }
        let of_the_system = SYSTEM.iter().any(|row| row.name.split(['.', '(']).next() == Some(name));
        if of_the_system || self.names.contains(name) {
            return Err(format!("the name \"{name}\" is taken"));
        }
        Ok(())
    }

    /// Position of a body, and of a shape of it if one is named: `box`, `box.case`.
    pub fn find(&self, name: &str) -> Result<(usize, Option<usize>), String> {
        let (body, part) = name.split_once('.').map_or((name, None), |(body, part)| (body, Some(part)));
        let at = self.bodies.iter().position(|known| known.name == body).ok_or_else(|| {
            let known: Vec<_> = self.bodies.iter().map(|body| body.name.as_str()).take(20).collect();
            format!("there is no body \"{body}\"; there are {}", known.join(", "))
        })?;
        let Some(part) = part else { return Ok((at, None)) };
        let parts = &self.bodies[at].parts;
        let found = parts.iter().position(|known| known.name == part);
        found.map(|found| (at, Some(found))).ok_or_else(|| format!("body \"{body}\" has no shape \"{part}\""))
    }

    /// What a contact of two parts is called by default.
    pub fn contact_name(&self, [i, j]: [(usize, usize); 2]) -> String {
        let name = |(body, part): (usize, usize)| {
            let SceneBody { name, parts, .. } = &self.bodies[body];
            match parts[part].name.as_str() {
                "" => name.clone(),
                part => format!("{name}_{part}"),
            }
        };
        format!("{}__{}", name(i), name(j))
    }

    /// Adds the contact of two parts (body, part), whichever is the ball; `given` are parameters beside the geometry's.
    ///
    /// Errors: the shapes do not meet, a parameter is none of a contact's or has no such value.
    pub fn add_contact(
        &mut self,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        given: &Assignments,
    ) -> Result<(), String> {
        self.add_contact_by(None, name, parts, given)
    }

    /// The same in the way that is asked for. Errors: the shapes do not meet so, and as [`add_contact`](Self::add_contact).
    pub fn add_contact_by(
        &mut self,
        way: Option<Way>,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        given: &Assignments,
    ) -> Result<(), String> {
        let [a, b] = parts.map(|(body, part)| self.bodies[body].parts[part].shape);
        table::way(&a, &b, way).map_err(|none| none.to_string())?;
        let Some((pieces, is_first)) = table::pieces(&a, &b) else {
            return self.add_piece(way, name, parts, self.placed(parts), given);
        };
        let by_parts = || self.contact_name(if is_first { parts } else { [parts[1], parts[0]] });
        let name = name.map_or_else(by_parts, String::from);
        for ((shape, center), end) in pieces.into_iter().zip(["1", "2"]) {
            let mut placed = self.placed(parts);
            let of = &mut placed[usize::from(!is_first)];
            of.center += Rotation::of(&of.orientation).of_vector(&center);
            of.shape = shape;
            self.add_piece(way, Some(&format!("{name}_{end}")), parts, placed, given)?;
        }
        Ok(())
    }

    pub(super) fn materials(&self, parts: [(usize, usize); 2]) -> [Option<Elasticity>; 2] {
        parts.map(|(body, part)| self.bodies[body].parts[part].material)
    }

    pub(super) fn placed(&self, parts: [(usize, usize); 2]) -> [Placed<f64>; 2] {
        parts.map(|(body, part)| self.bodies[body].parts[part].placed())
    }

    /// One contact of two parts (body, part), or of pieces of them.
    fn add_piece(
        &mut self,
        way: Option<Way>,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        placed: [Placed<f64>; 2],
        given: &Assignments,
    ) -> Result<(), String> {
        let ([i, j], name, mut parameters, solids) =
            self.meeting((way, name), parts, placed, &named::start_values())?;
        let kind = if parameters.geometry.is_of_faces() { Kind::Faces } else { Kind::Points };
        let shapes = solids.as_ref().map(|pair| &pair.solids);
        assign(&name, self.materials([i, j]), (kind, shapes), &mut parameters, given)?;
        self.push(name, [i.0, j.0], (false, solids), parameters)
    }

    /// The same with all parameters, of which the geometry's are replaced.
    pub(super) fn add_piece_with(
        &mut self,
        name: &str,
        parts: [(usize, usize); 2],
        placed: [Placed<f64>; 2],
        parameters: &ContactParameters<f64>,
    ) -> Result<(), String> {
        let ([i, j], name, parameters, solids) = self.meeting((None, Some(name)), parts, placed, parameters)?;
        self.push(name, [i.0, j.0], (false, solids), parameters)
    }

    /// The same with all parameters at once, of which the geometry's are replaced.
    ///
    /// Errors: as [`add_contact`](Self::add_contact).
    pub fn add_contact_with(
        &mut self,
        name: Option<&str>,
        parts: [(usize, usize); 2],
        parameters: &ContactParameters<f64>,
    ) -> Result<(), String> {
        let ([i, j], name, parameters, solids) = self.meeting((None, name), parts, self.placed(parts), parameters)?;
        self.push(name, [i.0, j.0], (false, solids), parameters)
    }

    /// Two parts (body, part), that of the ball first, how their contact is called, and its parameters with their geometry.
    fn meeting(
        &self,
        (way, name): (Option<Way>, Option<&str>),
        parts: [(usize, usize); 2],
        [a, b]: [Placed<f64>; 2],
        of: &ContactParameters<f64>,
    ) -> Result<Meeting, String> {
        let table::Meeting { geometry, solids, is_exchanged } =
            of.geometry.between_by(way, &a, &b).map_err(|none| none.to_string())?;
        let parameters = ContactParameters { geometry, ..*of };
        let [i, j] = if is_exchanged { [parts[1], parts[0]] } else { parts };
        let name = name.map_or_else(|| self.contact_name([i, j]), String::from);
        self.check_name(&name)?;
        named::check(&parameters).map_err(|refusal| refusal.to_string())?;
        let facets = [i, j].map(|(body, part)| self.bodies[body].parts[part].facets.clone());
        let pair = match (geometry.settings.way, solids) {
            (Some(way), Some(solids)) => {
                let pair = SolidPair::new(way, solids, facets);
                Some(Arc::new(pair.map_err(|why| format!("contact \"{name}\": {why}"))?))
            }
            _ => None,
        };
        Ok(([i, j], name, parameters, pair))
    }

    /// Adds a contact of two bodies whose geometry the importer computes.
    ///
    /// Errors: as [`add_contact`](Self::add_contact).
    pub fn add_given_contact(&mut self, name: &str, bodies: [usize; 2], given: &Assignments) -> Result<(), String> {
        self.check_name(name)?;
        let mut parameters = named::start_values();
        named::choose(&mut parameters, "geometry.pair", "external").map_err(|refusal| refusal.to_string())?;
        assign(name, [None; 2], (Kind::Given, None), &mut parameters, given)?;
        self.push(name.into(), bodies, (true, None), parameters)
    }

    fn push(
        &mut self,
        name: String,
        bodies: [usize; 2],
        (is_given, solids): (bool, Option<Arc<SolidPair>>),
        parameters: ContactParameters<f64>,
    ) -> Result<(), String> {
        if bodies[0] == bodies[1] {
            return Err(format!("contact \"{name}\": a body does not touch itself"));
        }
        if bodies.iter().all(|body| !self.bodies[*body].moves) {
            return Err(format!("contact \"{name}\": both bodies are fixed to the world"));
        }
        Contact::check_parameters(&parameters).map_err(|fault| format!("contact \"{name}\": {fault}"))?;
        self.take(SceneContact { name, bodies, is_given, parameters: Arc::new(parameters), solids });
        Ok(())
    }

    /// Adds a contact that was found good before. The one before it is complete now.
    pub(super) fn take(&mut self, contact: SceneContact) {
        share_last(&mut self.contacts);
        self.names.insert(contact.name.clone());
        self.contacts.push(contact);
    }
}

/// Letters, digits and _, not beginning with a digit.
fn is_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// An orientation that was given. Errors: it has no direction.
pub fn orientation(q: [f64; 4]) -> Result<Quaternion<f64>, String> {
    let orientation = Quaternion::new(q[0], q[1], q[2], q[3]);
    crate::physics::rotation::check_orientation(&orientation, "orientation").map_err(|fault| fault.to_string())?;
    Ok(orientation)
}
