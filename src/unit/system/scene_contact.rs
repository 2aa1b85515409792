//! A contact of a scene, and the parameters that many of them have in common.

use super::tables::*;
use crate::meet::{Place, table};
use crate::unit::parameters::ContactParameters;
use crate::unit::solid_pair::{SolidPair, placed};
use std::sync::Arc;

/// Contacts before one that are looked at for the same parameters: of a ball in a box with six walls the last ball has had them.
const LOOKED_AT: usize = 16;

/// One contact of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneContact {
    pub name: String,
    /// Positions of bodies i and j among the bodies
    pub bodies: [usize; 2],
    /// The importer computes the contact geometry.
    pub is_given: bool,
    /// One for all that have the same, as far as they follow each other closely
    pub parameters: Arc<ContactParameters<f64>>,
    /// The shapes where they are no pair of the one-contact FMU
    pub solids: Option<Arc<SolidPair>>,
}

impl SceneContact {
    /// The shapes of both bodies.
    pub fn place(&self) -> Place<'_, f64> {
        placed(&self.parameters.geometry, &self.solids)
    }

    /// The rows of its variables, and the same as the binary holds them.
    pub fn rows(&self) -> Rows {
        if self.parameters.geometry.is_of_faces() {
            (FACE_CONTACT, &FACE_CONTACT_VARIABLES)
        } else if self.is_given {
            (GIVEN_CONTACT, &GIVEN_CONTACT_VARIABLES)
        } else {
            (CONTACT, &CONTACT_VARIABLES)
        }
    }

    /// Whether it is one point of a patch.
    pub fn is_of_patch(&self) -> bool {
        match &self.solids {
            Some(pair) => table::is_point(&pair.solids.i.shape),
            None => table::shapes(&self.parameters.geometry).is_some_and(|[i, _]| table::is_point(&i)),
        }
    }
}

/// Lets the last contact have the parameters of one of those before it, if they are the same.
pub fn share_last(contacts: &mut [SceneContact]) {
    let Some((last, before)) = contacts.split_last_mut() else { return };
    let alike = before.iter().rev().take(LOOKED_AT).find(|of| of.parameters == last.parameters);
    if let Some(alike) = alike {
        last.parameters = alike.parameters.clone();
    }
}

/// Changes the parameters of all contacts; those that share them go on to do so.
pub fn change_parameters(contacts: &mut [SceneContact], change: impl Fn(&mut ContactParameters<f64>)) {
    let mut changed: Vec<[Arc<ContactParameters<f64>>; 2]> = Vec::new();
    for SceneContact { parameters, .. } in contacts {
        let known = changed.iter().rev().take(LOOKED_AT).find(|[old, _]| Arc::ptr_eq(old, parameters));
        *parameters = match known {
            Some([_, new]) => new.clone(),
            None => {
                let mut new = **parameters;
                change(&mut new);
                let new = Arc::new(new);
                changed.push([parameters.clone(), new.clone()]);
                new
            }
        };
    }
}
