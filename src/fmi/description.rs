//! How a model describes its variables: one table of rows, from which the XML, the value references, the header and every
//! check of a set or get call follow. Data only: `build.rs` compiles this file too.

use std::borrow::Cow;

/// Type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Real,
    Integer,
    Boolean,
    /// Set and read as an integer, 1 for the first item.
    Enumeration(&'static Enumeration),
}

/// An enumeration type; items are numbered from 1 and only ever appended.
#[derive(Debug, PartialEq, Eq)]
pub struct Enumeration {
    pub name: &'static str,
    pub description: &'static str,
    pub items: &'static [Item],
}

/// Item of an enumeration.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    pub name: &'static str,
    pub description: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causality {
    Independent,
    Parameter,
    Input,
    Output,
    Local,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variability {
    Fixed,
    Tunable,
    Discrete,
    Continuous,
}

/// End of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    Open,
    /// The value itself is allowed.
    Including(f64),
    /// The value itself is not allowed.
    Excluding(f64),
}

/// What an output or a rate depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependency<Id: 'static> {
    /// Every element on every element.
    All(Id),
    /// Each element on the element of the same number.
    Same(Id),
    /// Each element on the elements of other numbers, as in a cross product.
    Others(Id),
}

/// One row: a scalar, or a vector whose elements `name[1]…` have consecutive value references.
#[derive(Clone, Copy, Debug)]
pub struct Row<Id: 'static> {
    pub id: Id,
    pub name: &'static str,
    pub value_reference: u32,
    /// Names of the elements of a vector; empty for a scalar.
    pub elements: &'static [&'static str],
    pub kind: Kind,
    pub causality: Causality,
    pub variability: Variability,
    /// Start values, one per element; empty where the value is calculated. Integers, Booleans and enumerations as numbers.
    pub start: &'static [f64],
    pub low: Bound,
    pub high: Bound,
    pub nominal: Option<f64>,
    pub unit: Option<&'static str>,
    /// What tools show its values in, one of the [`DisplayUnit`]s of the unit; None for the unit itself
    pub display_unit: Option<&'static str>,
    /// Plain words that end with the symbol. `{}` stands for the element's name.
    pub description: &'static str,
    /// Key of the paper and its equation, for the reference page.
    pub source: &'static str,
    /// For a rate: the state it belongs to.
    pub derivative_of: Option<Id>,
    /// Inputs, states and, for the initial values, parameters; every list of [`depends_on`](Self::depends_on) counts.
    pub depends_on: &'static [&'static [Dependency<Id>]],
}

impl<Id: Copy + PartialEq> Row<Id> {
    pub const fn len(&self) -> usize {
        if self.elements.is_empty() { 1 } else { self.elements.len() }
    }

    pub const fn is_empty(&self) -> bool {
        false
    }

    /// `initial="exact"`: the host may set the start value.
    pub const fn is_exact(&self) -> bool {
        !self.start.is_empty() && !matches!(self.causality, Causality::Input)
    }

    /// Calculated from others.
    pub const fn is_calculated(&self) -> bool {
        self.start.is_empty() && !matches!(self.causality, Causality::Independent)
    }

    /// The row without what only the rendered files tell: units, description, source and dependencies.
    pub const fn bare(self) -> Self {
        Row { unit: None, display_unit: None, description: "", source: "", depends_on: &[], ..self }
    }

    /// Name of element `k`, counted from 0: `z[1]`, `der(z[1])`, or the row's own name for a scalar.
    pub fn element_name(&self, k: usize) -> String {
        match (self.elements.is_empty(), self.name.strip_prefix("der(").and_then(|n| n.strip_suffix(')'))) {
            (true, _) => self.name.to_string(),
            (false, None) => format!("{}[{}]", self.name, k + 1),
            (false, Some(state)) => format!("der({state}[{}])", k + 1),
        }
    }

    /// Name of element `k` under a prefix: `box.force[3]`, `der(c.z[1])`.
    pub fn prefixed_name(&self, prefix: &str, k: usize) -> String {
        let name = self.element_name(k);
        match name.strip_prefix("der(") {
            Some(state) => format!("der({prefix}{state}"),
            None => format!("{prefix}{name}"),
        }
    }

    /// Description of element `k`.
    pub fn element_description(&self, k: usize) -> String {
        match self.elements.get(k) {
            Some(element) => self.description.replace("{}", element),
            None => self.description.to_string(),
        }
    }

    /// Whether `other` is a state whose rate this table holds.
    pub fn is_state(&self, table: &[Row<Id>]) -> bool {
        table.iter().any(|rate| rate.derivative_of == Some(self.id))
    }

    /// Every dependency, over all lists.
    pub fn dependencies(&self) -> impl Iterator<Item = Dependency<Id>> {
        self.depends_on.iter().flat_map(|list| list.iter().copied())
    }
}

/// The rows of a table without what only the rendered files tell: all that a binary needs.
pub const fn bare<Id: Copy + PartialEq, const N: usize>(table: &[Row<Id>]) -> [Row<Id>; N] {
    let mut rows = [table[0].bare(); N];
    let mut k = 1;
    while k < N {
        rows[k] = table[k].bare();
        k += 1;
    }
    rows
}

/// Unit and its base units, exponents of kg, m, s, rad.
#[derive(Debug, PartialEq)]
pub struct Unit {
    pub name: &'static str,
    pub kg: i8,
    pub m: i8,
    pub s: i8,
    pub rad: i8,
    /// What values of this unit may be shown in
    pub display: &'static [DisplayUnit],
}

/// A unit for people: a value in it is the value in the unit times `factor`.
#[derive(Debug, PartialEq)]
pub struct DisplayUnit {
    pub name: &'static str,
    pub factor: f64,
}

/// What the model is called and can do.
#[derive(Clone, Debug)]
pub struct Information {
    pub model_identifier: Cow<'static, str>,
    pub description: Cow<'static, str>,
    pub event_indicators: usize,
    pub default_stop_time: f64,
    pub default_step_size: f64,
    pub default_tolerance: f64,
    /// Highest order of the derivatives of outputs by time that can be had: 0 or 1
    pub output_derivative_order: i32,
    /// Whether it is for Model Exchange, too
    pub is_for_exchange: bool,
}

/// Category of a log message and what it holds.
#[derive(Debug, PartialEq, Eq)]
pub struct LogCategory {
    pub name: &'static str,
    pub description: &'static str,
}

pub const LOG_EVENTS: LogCategory =
    LogCategory { name: "logEvents", description: "What happens in the model, and its closing message" };
pub const LOG_WARNING: LogCategory =
    LogCategory { name: "logStatusWarning", description: "The result is usable but something looks wrong" };
pub const LOG_DISCARD: LogCategory =
    LogCategory { name: "logStatusDiscard", description: "A value or evaluation was refused; nothing was stored" };
pub const LOG_ERROR: LogCategory =
    LogCategory { name: "logStatusError", description: "A call was refused; the instance is as it was before" };
pub const LOG_ALL: LogCategory = LogCategory { name: "logAll", description: "All of the above" };

/// The categories of every model on this layer, in the order of the XML.
pub const LOG_CATEGORIES: [&LogCategory; 5] = [&LOG_EVENTS, &LOG_WARNING, &LOG_DISCARD, &LOG_ERROR, &LOG_ALL];
