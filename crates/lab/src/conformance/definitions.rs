//! What variables may refer to (FMI 2.0.5, sections 2.2.2 and 2.2.3).

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use crate::description::{child, elements};

/// What types and units there are, by their names.
pub(super) struct Definitions<'a> {
    pub(super) types: HashMap<&'a str, Node<'a, 'a>>,
    pub(super) units: HashSet<&'a str>,
}

impl<'a> Definitions<'a> {
    pub(super) fn of(root: Node<'a, 'a>) -> Self {
        let named = |list| elements(child(root, list)).filter_map(|node| Some((node.attribute("name")?, node)));
        let units = named("UnitDefinitions").map(|(name, _)| name).collect();
        Self { types: named("TypeDefinitions").collect(), units }
    }
}
