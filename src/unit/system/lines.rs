//! A scene as the lines NAME = VALUE of the start values: what the binary of a packed system reads. The packer has done all that
//! needs a reader of TOML or a list of materials.
//!
//! ```text
//! system = BallOnTable
//! body = table fixed 0 0 0 1 0 0 0 0 0 0 0 0 0
//! body = ball input 0 0 0.5 1 0 0 0 0 0 0 0 0 0
//! contact = ball__table shapes 1 0
//! geometry.pair = spherePlane
//! compliance.e = 0.7
//! ```
//!
//! The numbers of a body are its motion at the start: position, orientation, velocity, angular velocity; those of a contact the
//! positions of its bodies in the list. What follows a contact are its parameters that do not start as the table says.

use super::numbers::motions;
use super::scene::{Scene, SceneBody};
use super::scene_contact::SceneContact;
use crate::fmi::description::{Causality, Kind, Row};
use crate::meet::{Solids, Way};
use crate::physics::{Quaternion, Vector3};
use crate::shape::{Placed, Shape};
use crate::stepping::bodies::Told;
use crate::stepping::coupling::MassSource;
use crate::unit::contact::Contact;
use crate::unit::facets::Facets;
use crate::unit::named;
use crate::unit::parameters::ContactParameters;
use crate::unit::solid_pair::SolidPair;
use crate::unit::table::{Id, ROWS};
use std::sync::Arc;

/// Name of the first line, by which an FMU is one of a system.
pub const SYSTEM: &str = "system";

/// Of an FMU for Co-Simulation alone.
const MODEL_EXCHANGE: &str = "modelExchange";

/// The scene as lines.
pub fn of(scene: &Scene) -> String {
    let mut text = format!("{SYSTEM} = {}\n", scene.name);
    if !scene.model_exchange {
        text += &format!("{MODEL_EXCHANGE} = false\n");
    }
    for body in &scene.bodies {
        let mut start = body.start;
        let numbers =
            motions(&mut start).map(|slot| slot.iter().map(|number| format!(" {number:?}")).collect::<String>());
        text += &format!("body = {} {}{}\n", body.name, ["fixed", "input"][usize::from(body.moves)], numbers.concat());
        if scene.is_coupled() && body.moves {
            text += &format!("{MASS} = {}\n", mass_text(body));
        }
    }
    let meshes = meshes(scene);
    for (k, facets) in meshes.iter().enumerate() {
        text += &mesh_text(k, facets);
    }
    let usual = named::start_values();
    for SceneContact { name, bodies: [i, j], is_given, parameters, solids } in &scene.contacts {
        text += &format!("contact = {name} {} {i} {j}\n", ["shapes", "given"][usize::from(*is_given)]);
        if let (Some(way), Some(pair)) = (&parameters.geometry.settings.way, solids) {
            let Solids { i, j } = &pair.solids;
            text += &format!("{SOLIDS} = {}{}{}\n", way.name(), placed_text(i), placed_text(j));
        }
        let of = |side: usize| solids.as_ref().and_then(|pair| pair.facets[side].as_ref());
        for (side, word) in FACETS.iter().enumerate() {
            if let Some(k) = of(side).and_then(|of| meshes.iter().position(|known| Arc::ptr_eq(known, of))) {
                text += &format!("{word} = {k}\n");
            }
        }
        for (name, value) in differences(&usual, parameters) {
            text += &format!("{name} = {value}\n");
        }
        for (name, value) in named::planes(parameters) {
            text += &format!("{name} = {value:?}\n");
        }
    }
    text
}

/// What interface coupling has to know of the body above: mass, inertia, mass centre, or that the importer gives them.
const MASS: &str = "mass";
const MASS_FROM_INPUT: &str = "input";

fn mass_text(body: &SceneBody) -> String {
    let Told { mass, inertia, center_of_mass, .. } = body.told();
    match body.mass_source {
        MassSource::Input => MASS_FROM_INPUT.into(),
        MassSource::Bodies => {
            let numbers = [mass].into_iter().chain(inertia.iter().copied()).chain(center_of_mass.iter().copied());
            numbers.map(|number| format!("{number:?}")).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Takes a line of [`MASS`]; None of another text.
fn take_mass(value: &str, body: &mut SceneBody) -> Option<()> {
    if value == MASS_FROM_INPUT {
        body.mass_source = MassSource::Input;
        return Some(());
    }
    let numbers: Vec<f64> = value.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [mass, inertia @ .., x, y, z] = numbers.as_slice() else { return None };
    let is_mass = mass.is_finite() && *mass >= 0.0 && numbers.iter().all(|number| number.is_finite());
    is_mass.then_some(())?;
    body.mass = Some(*mass);
    body.inertia = Some(inertia.try_into().ok()?);
    body.center_of_mass = Vector3::new(*x, *y, *z);
    Some(())
}

/// Two shapes that are no pair of the one-contact FMU: how they meet, and of each word, sizes, place and orientation on its body.
const SOLIDS: &str = "solids";

/// The corners of a surface, and its triangles as positions of three of them; which surfaces the bodies of a contact have.
const CORNERS: &str = "corners";
const TRIANGLES: &str = "triangles";
const FACETS: [&str; 2] = ["facetsI", "facetsJ"];

/// The surfaces of a scene, each once.
fn meshes(scene: &Scene) -> Vec<Arc<Facets>> {
    let mut found: Vec<Arc<Facets>> = Vec::new();
    let pairs = scene.contacts.iter().filter_map(|contact| contact.solids.as_ref());
    for facets in pairs.flat_map(|pair| pair.facets.iter().flatten()) {
        if !found.iter().any(|known| Arc::ptr_eq(known, facets)) {
            found.push(facets.clone());
        }
    }
    found
}

fn mesh_text(number: usize, facets: &Facets) -> String {
    let mesh = facets.mesh();
    let corners: Vec<String> = mesh.corners.iter().flatten().map(|number| format!("{number:?}")).collect();
    let triangles: Vec<String> = mesh.triangles.iter().flatten().map(ToString::to_string).collect();
    format!("{CORNERS} = {number} {}\n{TRIANGLES} = {number} {}\n", corners.join(" "), triangles.join(" "))
}

/// Three numbers each, behind the number of their surface, which is the next one.
fn threes<T: core::str::FromStr + Copy>(value: &str, number: usize) -> Option<Vec<[T; 3]>> {
    let mut words = value.split(' ');
    (words.next()?.parse() == Ok(number)).then_some(())?;
    let numbers = words.map(|word| word.parse().ok()).collect::<Option<Vec<T>>>()?;
    let (threes, []) = numbers.as_chunks() else { return None };
    Some(threes.to_vec())
}

/// Numbers of a place and an orientation.
const PLACE: usize = 7;

fn placed_text(placed: &Placed<f64>) -> String {
    let (word, sizes, count) = placed.shape.sizes();
    let numbers = sizes.iter().take(count).chain(placed.center.iter()).chain(placed.orientation.iter());
    format!(" {word}{}", numbers.map(|number| format!(" {number:?}")).collect::<String>())
}

fn solids(value: &str) -> Option<(Way, Solids)> {
    let (word, rest) = value.split_once(' ')?;
    let (_, way) = Way::NAMES.into_iter().find(|(known, _)| *known == word)?;
    let words: Vec<&str> = rest.split(' ').collect();
    let second = 1 + words.iter().skip(1).position(|word| word.parse::<f64>().is_err())?;
    let [i, j] = [&words[..second], &words[second..]].map(|words| {
        let (word, numbers) = words.split_first()?;
        let parsed = numbers.iter().map(|number| number.parse().ok().filter(|number: &f64| number.is_finite()));
        let numbers = parsed.collect::<Option<Vec<f64>>>()?;
        let (sizes, place) = numbers.split_at(numbers.len().checked_sub(PLACE)?);
        let [x, y, z, q @ ..] = place else { return None };
        let orientation = Quaternion::from_row_slice(q);
        Some(Placed { shape: Shape::of_sizes(word, sizes)?, center: Vector3::new(*x, *y, *z), orientation })
    });
    Some((way, Solids { i: i?, j: j? }))
}

/// Names and values of the parameters in which `other` differs.
fn differences(usual: &ContactParameters<f64>, other: &ContactParameters<f64>) -> Vec<(String, String)> {
    let elements = ROWS.iter().filter(|row| row.causality == Causality::Parameter);
    let elements = elements.flat_map(|row| (0..row.len()).map(move |k| (row, k)));
    let value = |of: &ContactParameters<f64>, id: Id, k: usize| named::value(of, id, k).unwrap_or(f64::NAN);
    let differ = elements.filter(|(row, k)| value(usual, row.id, *k).to_bits() != value(other, row.id, *k).to_bits());
    differ.map(|(row, k)| (row.element_name(k), as_text(row, value(other, row.id, k)))).collect()
}

/// A value as [`named::assign`] takes it back to the same bits.
fn as_text(row: &Row<Id>, value: f64) -> String {
    match row.kind {
        Kind::Enumeration(enumeration) => {
            let item = (value as usize).checked_sub(1).and_then(|index| enumeration.items.get(index));
            item.map_or_else(|| value.to_string(), |item| item.name.into())
        }
        _ => format!("{value:?}"),
    }
}

/// Shapes that are no pair, until all lines of their contact are read.
struct ReadPair {
    /// Its position
    contact: usize,
    way: Way,
    solids: Solids,
    facets: [Option<Arc<Facets>>; 2],
}

/// The scene of lines, of which the first is [`SYSTEM`].
///
/// Errors: the line that cannot be.
pub fn scene(lines: &[(&str, &str)]) -> Result<Scene, String> {
    let Some(((SYSTEM, name), lines)) = lines.split_first() else {
        return Err("the first line is not that of a system".into());
    };
    let mut scene = Scene::new(name)?;
    let (mut corners, mut meshes): (_, Vec<Arc<Facets>>) = (Vec::new(), Vec::new());
    let mut pairs: Vec<ReadPair> = Vec::new();
    for (name, value) in lines {
        let refused = || format!("{name} = {value}: it is not as `asperity pack --system` writes it");
        match *name {
            MODEL_EXCHANGE => scene.model_exchange = value.parse().map_err(|_| refused())?,
            "body" => {
                scene.add_body(body(value).ok_or_else(refused)?).map_err(|why| format!("{name} = {value}: {why}"))?;
            }
            MASS => {
                let body = scene.bodies.last_mut().ok_or_else(refused)?;
                take_mass(value, body).ok_or_else(refused)?;
            }
            "contact" => {
                let contact = contact(value, scene.bodies.len()).ok_or_else(refused)?;
                scene.take(contact);
            }
            CORNERS => corners = threes(value, meshes.len()).ok_or_else(refused)?,
            TRIANGLES => {
                let triangles = threes(value, meshes.len()).ok_or_else(refused)?;
                meshes.push(Arc::new(Facets::new(&corners, &triangles).map_err(|why| format!("{name}: {why}"))?));
            }
            "facetsI" | "facetsJ" => {
                let mesh = value.parse().ok().and_then(|k: usize| meshes.get(k)).ok_or_else(refused)?;
                pairs.last_mut().ok_or_else(refused)?.facets[usize::from(*name == FACETS[1])] = Some(mesh.clone());
            }
            SOLIDS => {
                let contact = scene.contacts.len().checked_sub(1).ok_or_else(refused)?;
                let (way, solids) = solids(value).ok_or_else(refused)?;
                Arc::make_mut(&mut scene.contacts[contact].parameters).geometry.settings.way = Some(way);
                pairs.push(ReadPair { contact, way, solids, facets: [None, None] });
            }
            _ => {
                let SceneContact { parameters, .. } = scene.contacts.last_mut().ok_or_else(refused)?;
                named::assign(Arc::make_mut(parameters), name, value).map_err(|refusal| refusal.to_string())?;
            }
        }
    }
    for ReadPair { contact, way, solids, facets } in pairs {
        let SceneContact { name, solids: to, .. } = &mut scene.contacts[contact];
        let is_amiss = |(of, facets): (&Placed<f64>, &Option<Arc<Facets>>)| {
            matches!(of.shape, Shape::Facets { .. }) != facets.is_some()
        };
        if [&solids.i, &solids.j].into_iter().zip(&facets).any(is_amiss) {
            return Err(format!("contact \"{name}\": its body of facets and its surface do not go together"));
        }
        let pair = SolidPair::new(way, solids, facets).map_err(|why| format!("contact \"{name}\": {why}"))?;
        *to = Some(Arc::new(pair));
    }
    for contact in &scene.contacts {
        Contact::check_parameters(&contact.parameters)
            .map_err(|fault| format!("contact \"{}\": {fault}", contact.name))?;
    }
    if scene.contacts.is_empty() { Err("there is no contact".into()) } else { Ok(scene) }
}

fn body(value: &str) -> Option<SceneBody> {
    let mut words = value.split(' ');
    let (name, moves) = (words.next()?, ["fixed", "input"].iter().position(|word| words.clone().next() == Some(word))?);
    words.next();
    let mut body = SceneBody::new(name, moves == 1);
    for slot in motions(&mut body.start) {
        for number in slot {
            *number = words.next()?.parse().ok().filter(|number: &f64| number.is_finite())?;
        }
    }
    words.next().is_none().then_some(body)
}

fn contact(value: &str, bodies: usize) -> Option<SceneContact> {
    let words: Vec<&str> = value.split(' ').collect();
    let [name, kind, i, j] = words.as_slice() else { return None };
    let is_given = ["shapes", "given"].iter().position(|word| word == kind)? == 1;
    let [i, j] = [i.parse().ok()?, j.parse().ok()?];
    let are_there = i != j && i < bodies && j < bodies;
    are_there.then(|| SceneContact {
        name: (*name).into(),
        bodies: [i, j],
        is_given,
        parameters: Arc::new(named::start_values()),
        solids: None,
    })
}
