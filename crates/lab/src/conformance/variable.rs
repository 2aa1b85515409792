//! One variable (FMI 2.0.5, section 2.2.7).

use roxmltree::Node;

use super::definitions::Definitions;
use crate::description::{Kind, elements};

/// What the other rules ask of a variable.
pub(super) struct Variable<'a> {
    pub(super) name: &'a str,
    pub(super) reference: Option<u32>,
    pub(super) kind: Type,
    pub(super) causality: &'a str,
    /// As written, or what stands for nothing
    pub(super) initial: Option<&'a str>,
    pub(super) start: Option<&'a str>,
    /// Index of the state that it is the derivative of
    pub(super) derivative: Option<&'a str>,
}

/// Its type: an enumeration is a type of its own, and is stored as an Integer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Of(Kind),
    Enumeration,
}

impl Type {
    fn named(name: &str) -> Option<Self> {
        let kinds = [Kind::Real, Kind::Integer, Kind::Boolean, Kind::String];
        match kinds.into_iter().find(|kind| kind.name() == name) {
            Some(kind) => Some(Self::Of(kind)),
            None => (name == "Enumeration").then_some(Self::Enumeration),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Of(kind) => kind.name(),
            Self::Enumeration => "Enumeration",
        }
    }

    /// The type whose value references it shares.
    pub(super) fn storage(self) -> &'static str {
        if self == Self::Enumeration { Kind::Integer.name() } else { self.name() }
    }

    fn is_real(self) -> bool {
        self == Self::Of(Kind::Real)
    }
}

/// Which `initial` a causality and a variability have, the first where none is written; none at all: must not be written.
/// An error says that both do not go together.
fn initials(causality: &str, variability: &str) -> Result<&'static [&'static str], ()> {
    const EXACT: &[&str] = &["exact"];
    const CALCULATED: &[&str] = &["calculated", "approx"];
    const ANY: &[&str] = &["calculated", "exact", "approx"];
    match (causality, variability) {
        ("parameter", "fixed" | "tunable") | ("output" | "local", "constant") => Ok(EXACT),
        ("calculatedParameter" | "local", "fixed" | "tunable") => Ok(CALCULATED),
        ("output" | "local", "discrete" | "continuous") => Ok(ANY),
        ("input", "discrete" | "continuous") | ("independent", "continuous") => Ok(&[]),
        _ => Err(()),
    }
}

impl<'a> Variable<'a> {
    /// Reads the one with an index, by which it is called where it has no name.
    pub(super) fn read(
        index: usize,
        node: Node<'a, 'a>,
        definitions: &Definitions<'a>,
        problems: &mut Vec<String>,
    ) -> Self {
        let name = node.attribute("name").unwrap_or("");
        let called = if name.is_empty() { format!("variable {index}") } else { name.into() };
        let mut problem = |text: String| problems.push(format!("{called}: {text}"));
        if name.is_empty() {
            problem("it has no name".into());
        }
        let reference = node.attribute("valueReference").and_then(|text| text.parse().ok());
        if reference.is_none() {
            problem("its valueReference is no number".into());
        }
        let mut types = elements(Some(node)).filter_map(|typed| Some((Type::named(typed.tag_name().name())?, typed)));
        let (kind, typed) = types.next().unwrap_or_else(|| {
            problem("it has no type: Real, Integer, Boolean, String or Enumeration".into());
            (Type::Of(Kind::Real), node)
        });
        if types.next().is_some() {
            problem("it has more than one type".into());
        }
        let causality = node.attribute("causality").unwrap_or("local");
        let variability = node.attribute("variability").unwrap_or("continuous");
        let start = typed.attribute("start");
        if variability == "continuous" && !kind.is_real() {
            let written = if node.has_attribute("variability") { "is" } else { "is by default" };
            problem(format!("its variability {written} continuous, which only a Real can be"));
        }
        if causality == "independent" && !kind.is_real() {
            problem("it is independent and no Real".into());
        }
        let written = node.attribute("initial");
        let initial = match initials(causality, variability) {
            Err(()) => {
                problem(format!("causality {causality} and variability {variability} do not go together"));
                written
            }
            Ok([]) => {
                if let Some(initial) = written {
                    problem(format!("initial is {initial}; a variable of causality {causality} has none"));
                }
                None
            }
            Ok(allowed) => {
                if let Some(initial) = written.filter(|initial| !allowed.contains(initial)) {
                    let allowed = allowed.join(" or ");
                    problem(format!("initial is {initial}; of a {variability} {causality} it can be {allowed}"));
                }
                written.or(Some(allowed[0]))
            }
        };
        let needs_start = causality == "input" || matches!(initial, Some("exact" | "approx"));
        if needs_start && start.is_none() {
            problem("it needs a start value".into());
        }
        if start.is_some() && (initial == Some("calculated") || causality == "independent") {
            problem("it must not have a start value".into());
        }
        values(kind, typed, definitions, &mut problem);
        Self { name, reference, kind, causality, initial, start, derivative: typed.attribute("derivative") }
    }
}

/// Values and what they are measured in; limits that are not written are those of the declared type.
fn values(kind: Type, typed: Node, definitions: &Definitions, problem: &mut impl FnMut(String)) {
    let declared = typed.attribute("declaredType").map(|name| (name, definitions.types.get(name)));
    if let Some((name, None)) = declared {
        problem(format!("declaredType {name} is not defined"));
    }
    if kind == Type::Enumeration && declared.is_none() {
        problem("an Enumeration needs a declaredType".into());
    }
    let definition = declared.and_then(|(_, found)| elements(found.copied()).next());
    if let (Some((name, _)), Some(of)) = (declared, definition)
        && of.tag_name().name() != kind.name()
    {
        problem(format!("declaredType {name} is of type {}, not {}", of.tag_name().name(), kind.name()));
    }
    if let Some(unit) = typed.attribute("unit").filter(|unit| !definitions.units.contains(unit)) {
        problem(format!("unit {unit} is not defined"));
    }
    let written = |name| typed.attribute(name).or_else(|| definition.and_then(|of| of.attribute(name)));
    let mut number = |name: &str, text: Option<&str>| {
        let text = text?;
        let value = match kind {
            Type::Of(Kind::Real) => text.parse().ok().filter(|value: &f64| value.is_finite()),
            Type::Of(Kind::Integer) | Type::Enumeration => text.parse::<i32>().ok().map(f64::from),
            Type::Of(Kind::Boolean) if ["true", "false", "1", "0"].contains(&text) => return None,
            Type::Of(Kind::Boolean) => None,
            Type::Of(Kind::String) => return None,
        };
        if value.is_none() {
            problem(format!("{name} is '{text}', which is no {}", kind.name()));
        }
        value
    };
    let (min, max) = (number("min", written("min")), number("max", written("max")));
    let start = number("start", typed.attribute("start"));
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        problem(format!("min {min} is greater than max {max}"));
    }
    if let Some(start) =
        start.filter(|start| min.is_some_and(|min| *start < min) || max.is_some_and(|max| *start > max))
    {
        problem(format!("its start value {start} is beyond min or max"));
    }
}
