//! What a unit is packed with that is to start otherwise than the table says: start values of its own, or only a part of the
//! variables. The binaries stay as they are and read the start values from a file.

use crate::fmi::description::{Kind, Row};
use crate::fmi::resources::START_VALUES;
use crate::fmi::v2::xml;
use crate::meet::Pair;
use crate::unit::contact::Contact;
use crate::unit::parameters::ContactParameters;
use crate::unit::render::{Elements, header, reference};
use crate::unit::table::{INFORMATION, Id, TABLE};
use crate::unit::{named, simple};
use std::io;
use thiserror::Error;

/// A use for which a unit shows only what that use wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A sphere about the origin of body i on a plane that stands still
    SpherePlane,
}

/// What a unit is to start with.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Names of parameters and their values, numbers or names of items; of two for one name the last counts
    pub values: Vec<(String, String)>,
    pub simple: Option<Use>,
}

impl Choice {
    /// Whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.simple.is_none()
    }

    /// Whether a unit can start with it. Errors: why not.
    pub fn check(&self) -> Result<(), Refused> {
        elements_of(self).map(drop)
    }

    /// The files of such a unit that differ from those of a usual one: paths and contents. The GUID is UUIDv5 of
    /// modelDescription.xml without it, as for the usual one.
    ///
    /// Errors: as [`check`](Self::check).
    pub fn files(&self) -> Result<[(String, Vec<u8>); 4], Refused> {
        let (elements, values) = elements_of(self)?;
        let (guid, description) = xml::with_guid(&elements.listing())?;
        Ok([
            ("modelDescription.xml".into(), description.into_bytes()),
            ("documentation/reference.html".into(), reference::html(&elements).into_bytes()),
            ("include/asperity_fmu.h".into(), header::header(&elements, &guid).into_bytes()),
            (format!("resources/{START_VALUES}"), file(&guid, &values).into_bytes()),
        ])
    }
}

/// Why a unit cannot be packed so.
#[derive(Debug, Error)]
pub enum Refused {
    /// A parameter that there is not, a value that it may not have, or values that do not fit together
    #[error("--set: {0}")]
    Value(String),
    /// What is set contradicts the use.
    #[error(
        "--simple sphere-plane is for geometry.pair = spherePlane, but --set chooses {chosen}; leave out one of the two"
    )]
    NotForThisUse {
        /// The pair that is set
        chosen: &'static str,
    },
    /// What is set asks for an input that the use does not show.
    #[error(
        "--simple sphere-plane shows no {input}, which it needs with {values}; leave out that --set, or pack without --simple"
    )]
    NotShown {
        /// The input
        input: &'static str,
        /// The values, as they were set
        values: String,
    },
    /// The XML writer failed.
    #[error("modelDescription.xml cannot be written: {0}")]
    Xml(#[from] io::Error),
}

/// The file that the binaries read.
fn file(guid: &str, values: &[String]) -> String {
    let head = format!(
        "# Start values of this {}.fmu; `asperity pack --set` writes them.\nguid = {guid}\n",
        INFORMATION.model_identifier
    );
    values.iter().fold(head, |text, value| text + value + "\n")
}

/// What the unit shows, and the start values as `name = value`, both in the order of the table.
fn elements_of(choice: &Choice) -> Result<(Elements, Vec<String>), Refused> {
    let mut parameters = named::start_values();
    let pair = choice.simple.map(|Use::SpherePlane| ("geometry.pair", "spherePlane"));
    let values = choice.values.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut places: Vec<(&Row<Id>, usize)> = Vec::new();
    for (name, value) in pair.into_iter().chain(values) {
        let refused = |refusal: named::Refusal| Refused::Value(refusal.to_string());
        named::assign(&mut parameters, name, value).map_err(refused)?;
        if !named::is_of_planes(name) {
            places.push(named::element(name).map_err(refused)?);
        }
    }
    if choice.simple.is_some() && parameters.geometry.settings.pair != Pair::SpherePlane {
        let chosen = TABLE.iter().find(|row| row.id == Id::GeometryPair).map_or("", |row| item(row, &parameters));
        return Err(Refused::NotForThisUse { chosen });
    }
    Contact::check_parameters(&parameters).map_err(|fault| Refused::Value(fault.to_string()))?;
    if let (Some(_), Some(row)) = (choice.simple, simple::missing_input(&parameters)) {
        return Err(Refused::NotShown { input: row.name, values: culprits(choice) });
    }

    let ids: Vec<Id> = places.iter().map(|(row, _)| row.id).collect();
    let mut elements = match choice.simple {
        Some(Use::SpherePlane) => simple::sphere_plane(&ids),
        None => Elements::of(TABLE),
    };
    let position = |place: &(&Row<Id>, usize)| (TABLE.iter().position(|row| row.id == place.0.id), place.1);
    places.sort_by_key(position);
    places.dedup_by_key(|place| position(place));
    let mut texts = Vec::new();
    for (row, k) in places {
        let name = row.element_name(k);
        let value = value_of(&parameters, &name);
        elements.starts.push((row.id, k, value));
        let text = match row.kind {
            Kind::Enumeration(_) => item(row, &parameters).into(),
            _ => elements.start_text(row, k).unwrap_or_default(),
        };
        texts.push(format!("{name} = {text}"));
    }
    texts.extend(named::planes(&parameters).map(|(name, value)| format!("{name} = {value:?}")));
    elements.note = format!("; packed with {}", texts.join(", "));
    Ok((elements, texts))
}

/// The values without any of which the use misses no input.
fn culprits(choice: &Choice) -> String {
    let is_missing = |values: &[&(String, String)]| {
        let mut parameters = named::start_values();
        parameters.geometry.settings.pair = Pair::SpherePlane;
        let are_assigned = values.iter().all(|(name, value)| named::assign(&mut parameters, name, value).is_ok());
        are_assigned && simple::missing_input(&parameters).is_some()
    };
    let mut values: Vec<_> = choice.values.iter().collect();
    for pair in &choice.values {
        let others: Vec<_> = values.iter().copied().filter(|value| !core::ptr::eq(*value, pair)).collect();
        if is_missing(&others) {
            values = others;
        }
    }
    values.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(" and ")
}

/// The value of a parameter that there is.
fn value_of(parameters: &ContactParameters<f64>, name: &str) -> f64 {
    named::get(parameters, name).unwrap_or(f64::NAN)
}

/// The chosen item of an enumeration.
fn item(row: &'static Row<Id>, parameters: &ContactParameters<f64>) -> &'static str {
    let Kind::Enumeration(enumeration) = row.kind else { return "" };
    let number = value_of(parameters, row.name) as usize;
    number.checked_sub(1).and_then(|index| enumeration.items.get(index)).map_or("", |item| item.name)
}
