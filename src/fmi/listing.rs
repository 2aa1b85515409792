//! What the files of an FMU say of its variables: the rows with every vector written out, each element with its name, start
//! value and dependencies. Data only: `build.rs` compiles this file too.

use crate::fmi::description::{Bound, Causality, Dependency, Enumeration, Information, Kind, Row, Unit, Variability};

/// One scalar variable.
#[derive(Clone, Debug)]
pub struct Listed {
    pub name: String,
    pub value_reference: u32,
    pub description: String,
    pub kind: Kind,
    pub causality: Causality,
    pub variability: Variability,
    /// None where the value is calculated. Integers, Booleans and enumerations as numbers.
    pub start: Option<f64>,
    pub low: Bound,
    pub high: Bound,
    pub nominal: Option<f64>,
    pub unit: Option<&'static str>,
    pub display_unit: Option<&'static str>,
    /// For a rate: position of its state in the list
    pub derivative_of: Option<usize>,
    /// Ascending positions of what it depends on: inputs, states and, for the initial values, parameters. None: for all that is said, on
    /// all of them.
    pub depends_on: Option<Vec<usize>>,
}

impl Listed {
    /// Element `k`, counted from 0, of a row, under a name that begins with `prefix`; without dependencies.
    pub fn element<Id: Copy + PartialEq>(row: &Row<Id>, k: usize, prefix: &str, first_reference: u32) -> Self {
        Listed {
            name: row.prefixed_name(prefix, k),
            value_reference: first_reference + row.value_reference + k as u32,
            description: row.element_description(k),
            kind: row.kind,
            causality: row.causality,
            variability: row.variability,
            start: row.start.get(k).copied(),
            low: row.low,
            high: row.high,
            nominal: row.nominal,
            unit: row.unit,
            display_unit: row.display_unit,
            derivative_of: None,
            depends_on: Some(Vec::new()),
        }
    }

    /// `initial="exact"`: the importer may set the start value.
    pub fn is_exact(&self) -> bool {
        self.start.is_some() && self.causality != Causality::Input
    }

    /// Calculated from others.
    pub fn is_calculated(&self) -> bool {
        self.start.is_none() && self.causality != Causality::Independent
    }

    /// The start value as the type writes it.
    pub fn start_text(&self) -> Option<String> {
        self.start.map(|value| start_text(self.kind, value))
    }
}

/// A start value as a type writes it.
pub fn start_text(kind: Kind, value: f64) -> String {
    match kind {
        // 0 for -0
        Kind::Real => (value + 0.0).to_string(),
        Kind::Boolean => (value != 0.0).to_string(),
        Kind::Integer | Kind::Enumeration(_) => (value as i32).to_string(),
    }
}

/// All that modelDescription.xml says, whatever the version of FMI; variables in the order of ModelVariables.
#[derive(Clone, Debug)]
pub struct Listing {
    pub information: Information,
    pub units: &'static [Unit],
    pub enumerations: &'static [&'static Enumeration],
    pub variables: Vec<Listed>,
}

impl Listing {
    /// The elements of a table, or some of them.
    pub fn of<Id: Copy + PartialEq>(
        information: &Information,
        units: &'static [Unit],
        enumerations: &'static [&'static Enumeration],
        elements: &[(&Row<Id>, usize)],
    ) -> Self {
        let position = |id: Id, k: usize| elements.iter().position(|(row, element)| row.id == id && *element == k);
        let variables = elements.iter().map(|(row, k)| Listed {
            derivative_of: row.derivative_of.and_then(|state| position(state, *k)),
            depends_on: Some(depends_on(elements, row, *k)),
            ..Listed::element(row, *k, "", 0)
        });
        Listing { information: information.clone(), units, enumerations, variables: variables.collect() }
    }

    /// For each variable whether it is a continuous state.
    pub fn states(&self) -> Vec<bool> {
        let mut are_states = vec![false; self.variables.len()];
        self.variables.iter().filter_map(|variable| variable.derivative_of).for_each(|state| are_states[state] = true);
        are_states
    }
}

/// Ascending positions of what an element depends on.
fn depends_on<Id: Copy + PartialEq>(elements: &[(&Row<Id>, usize)], row: &Row<Id>, k: usize) -> Vec<usize> {
    let depends = |known: &Row<Id>, element: usize| {
        row.dependencies().any(|dependency| dependency.id() == known.id && dependency.admits(k, element))
    };
    let positions = elements.iter().enumerate().filter(|(_, (known, element))| depends(known, *element));
    positions.map(|(position, _)| position).collect()
}

impl<Id: Copy> Dependency<Id> {
    /// The row that is depended on.
    pub fn id(&self) -> Id {
        match self {
            Dependency::All(id) | Dependency::Same(id) | Dependency::Others(id) => *id,
        }
    }

    /// Whether element `k` depends on this element of that row.
    pub fn admits(&self, k: usize, element: usize) -> bool {
        match self {
            Dependency::All(_) => true,
            Dependency::Same(_) => k == element,
            Dependency::Others(_) => k != element,
        }
    }
}
