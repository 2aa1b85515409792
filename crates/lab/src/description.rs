//! What modelDescription.xml tells a host: identity, and the value reference of every name.

use std::collections::HashMap;

use asperity_pack::MODEL_IDENTIFIER;
use roxmltree::{Document, Node};

use super::HostError;

/// Type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 64-bit number.
    Real,
    /// 32-bit number, enumerations among them.
    Integer,
    /// True or false.
    Boolean,
    /// Text.
    String,
}

impl Kind {
    /// The name FMI gives the type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Real => "Real",
            Self::Integer => "Integer",
            Self::Boolean => "Boolean",
            Self::String => "String",
        }
    }
}

/// A variable of the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its value reference.
    pub reference: u32,
    /// Its type.
    pub kind: Kind,
    /// Its causality; "local" where none is written.
    pub causality: String,
    /// Items of its enumeration with their numbers; empty where it is none.
    pub items: Vec<(String, i32)>,
}

/// The parts of modelDescription.xml that a host needs.
#[derive(Clone, Debug)]
pub struct Description {
    /// Name of the model.
    pub model_name: String,
    /// Fingerprint that must match the binary's.
    pub guid: String,
    /// Name of the binary in co-simulation.
    pub identifier: String,
    /// Number of event indicators.
    pub event_indicators: usize,
    /// Number of continuous states.
    pub states: usize,
    /// Variables by name.
    pub variables: HashMap<String, Variable>,
}

/// Names of parameters in a message.
const SHOWN: usize = 4;

impl Description {
    /// Why a variable cannot be set that is not there: a name of another FMU, or without the name of its contact.
    pub(crate) fn lacks(&self, name: &str) -> HostError {
        let parameters = self.variables.iter().filter(|(_, variable)| variable.causality == "parameter");
        let mut parameters: Vec<(u32, &str)> = parameters.map(|(name, of)| (of.reference, name.as_str())).collect();
        parameters.sort_unstable();
        let ending = format!(".{name}");
        let alike: Vec<&str> = parameters.iter().map(|of| of.1).filter(|known| known.ends_with(&ending)).collect();
        let list = |names: &[&str]| {
            let more = names.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            names[..names.len().min(SHOWN)].join(", ") + &more
        };
        let all: Vec<&str> = parameters.iter().map(|of| of.1).collect();
        let known = match (self.identifier == MODEL_IDENTIFIER, alike.is_empty()) {
            (true, _) => "`asperity describe markdown` lists all".into(),
            (false, false) => format!("it has {}", list(&alike)),
            (false, true) => format!("its modelDescription.xml lists all, parameters are {}", list(&all)),
        };
        HostError::Request(format!("the FMU has no variable `{name}`; {known}"))
    }

    /// Reads the XML.
    pub fn parse(xml: &str) -> Result<Self, HostError> {
        let document = Document::parse(xml).map_err(|error| HostError::Description(error.to_string()))?;
        let root = document.root_element();
        let version = attribute(root, "fmiVersion")?;
        if version != "2.0" {
            return Err(HostError::Description(format!("fmiVersion is {version}, this importer runs 2.0")));
        }
        let co_simulation = child(root, "CoSimulation")
            .ok_or_else(|| HostError::Description("there is no CoSimulation in it".into()))?;
        let mut enumerations = HashMap::new();
        for node in child(root, "TypeDefinitions").iter().flat_map(|list| list.children()).filter(Node::is_element) {
            enumerations.insert(attribute(node, "name")?, items(node)?);
        }
        let mut variables = HashMap::new();
        for node in child(root, "ModelVariables").iter().flat_map(|list| list.children()).filter(Node::is_element) {
            variables.insert(attribute(node, "name")?.to_owned(), variable(node, &enumerations)?);
        }
        let states = child(root, "ModelStructure")
            .and_then(|structure| child(structure, "Derivatives"))
            .map_or(0, |derivatives| derivatives.children().filter(Node::is_element).count());
        Ok(Self {
            model_name: attribute(root, "modelName")?.to_owned(),
            guid: attribute(root, "guid")?.to_owned(),
            identifier: identifier(co_simulation)?.to_owned(),
            event_indicators: root.attribute("numberOfEventIndicators").and_then(|n| n.parse().ok()).unwrap_or(0),
            states,
            variables,
        })
    }

    /// Value reference of a variable that must be of this type.
    pub fn reference(&self, name: &str, kind: Kind) -> Result<u32, HostError> {
        match self.variables.get(name) {
            Some(variable) if variable.kind == kind => Ok(variable.reference),
            _ => Err(HostError::Variable { name: name.to_owned(), kind: kind.name() }),
        }
    }

    /// Value references of the elements `name[1]` to `name[count]` of a Real vector.
    pub fn vector(&self, name: &str, count: usize) -> Result<Vec<u32>, HostError> {
        (1..=count).map(|element| self.reference(&format!("{name}[{element}]"), Kind::Real)).collect()
    }
}

/// Whether a name is one of C.
pub(crate) fn is_c_identifier(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// The elements of a list, if there is one.
pub(crate) fn elements<'a>(list: Option<Node<'a, 'a>>) -> impl Iterator<Item = Node<'a, 'a>> {
    list.into_iter().flat_map(|list| list.children()).filter(Node::is_element)
}

/// The first child of this name.
pub(crate) fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> Result<&'a str, HostError> {
    node.attribute(name)
        .ok_or_else(|| HostError::Description(format!("{} has no attribute {name}", node.tag_name().name())))
}

/// The name of the binary. FMI 2.0.5, section 2.2.3: it is a C identifier; another one could lead out of the archive.
fn identifier<'a>(interface: Node<'a, '_>) -> Result<&'a str, HostError> {
    let name = attribute(interface, "modelIdentifier")?;
    if is_c_identifier(name) {
        return Ok(name);
    }
    Err(HostError::Description(format!(
        "modelIdentifier = {name:?} is not a C identifier; it has letters, digits and _ only and does not start with a digit"
    )))
}

/// Items of a type definition; none if it is no enumeration.
fn items(definition: Node) -> Result<Vec<(String, i32)>, HostError> {
    let list = child(definition, "Enumeration");
    let items = list.iter().flat_map(|list| list.children()).filter(Node::is_element);
    items
        .map(|item| {
            let name = attribute(item, "name")?;
            let value = attribute(item, "value")?
                .parse()
                .map_err(|_| HostError::Description(format!("the value of the item {name} is not a number")))?;
            Ok((name.to_owned(), value))
        })
        .collect()
}

fn variable(node: Node, enumerations: &HashMap<&str, Vec<(String, i32)>>) -> Result<Variable, HostError> {
    let name = attribute(node, "name")?;
    let typed = |tag: &str| match tag {
        "Real" => Some(Kind::Real),
        "Integer" | "Enumeration" => Some(Kind::Integer),
        "Boolean" => Some(Kind::Boolean),
        "String" => Some(Kind::String),
        _ => None,
    };
    let kind = node
        .children()
        .find_map(|child| typed(child.tag_name().name()))
        .ok_or_else(|| HostError::Description(format!("variable {name} has no type")))?;
    let reference = attribute(node, "valueReference")?
        .parse()
        .map_err(|_| HostError::Description(format!("the value reference of {name} is not a number")))?;
    let items = child(node, "Enumeration")
        .and_then(|typed| typed.attribute("declaredType"))
        .and_then(|declared| enumerations.get(declared))
        .cloned()
        .unwrap_or_default();
    Ok(Variable { reference, kind, causality: node.attribute("causality").unwrap_or("local").to_owned(), items })
}

#[cfg(test)]
mod tests {
    use super::*;

    const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
        <fmiModelDescription fmiVersion="2.0" modelName="M" guid="g-1" numberOfEventIndicators="3">
          <CoSimulation modelIdentifier="m"/>
          <TypeDefinitions>
            <SimpleType name="L"><Enumeration><Item name="a" value="1"/><Item name="b" value="2"/></Enumeration></SimpleType>
          </TypeDefinitions>
          <ModelVariables>
            <ScalarVariable name="x[1]" valueReference="4" causality="input"><Real start="0"/></ScalarVariable>
            <ScalarVariable name="x[2]" valueReference="5" causality="input"><Real start="0"/></ScalarVariable>
            <ScalarVariable name="law" valueReference="6"><Enumeration declaredType="L" start="1"/></ScalarVariable>
          </ModelVariables>
          <ModelStructure><Derivatives><Unknown index="1"/></Derivatives></ModelStructure>
        </fmiModelDescription>"#;

    #[test]
    fn names_lead_to_value_references_and_types() {
        let description = Description::parse(XML).expect("it is well formed");
        assert_eq!((description.guid.as_str(), description.identifier.as_str()), ("g-1", "m"));
        assert_eq!((description.event_indicators, description.states), (3, 1));
        assert_eq!(description.vector("x", 2).expect("both are there"), [4, 5]);
        assert_eq!(description.reference("law", Kind::Integer).expect("it is there"), 6);
        assert_eq!(description.variables["law"].items, [("a".to_owned(), 1), ("b".to_owned(), 2)]);
        assert!(description.variables["x[1]"].items.is_empty());
    }

    #[test]
    fn what_is_missing_or_of_another_type_is_named() {
        let description = Description::parse(XML).expect("it is well formed");
        let text = description.reference("law", Kind::Real).expect_err("it is no Real").to_string();
        assert!(text.contains("law") && text.contains("Real"), "{text}");
        assert!(description.vector("x", 3).expect_err("two elements").to_string().contains("x[3]"));
        let other = XML.replace("fmiVersion=\"2.0\"", "fmiVersion=\"3.0\"");
        assert!(Description::parse(&other).expect_err("FMI 3").to_string().contains("3.0"));
    }

    #[test]
    fn names_of_binaries_are_c_identifiers() {
        let parse = |name: &str| {
            Description::parse(&XML.replace("modelIdentifier=\"m\"", &format!("modelIdentifier=\"{name}\"")))
        };
        for name in ["m", "_", "Asperity_2", "a1"] {
            assert_eq!(parse(name).expect("it is one").identifier, name);
        }
        for name in ["", "1a", "../m", "a/b", "/tmp/m", "a\\b", "a.b", "a b", "ä", "a-b"] {
            let text = parse(name).expect_err("it is none").to_string();
            assert!(text.contains(&format!("{name:?}")) && text.contains("letters, digits and _"), "{text}");
        }
    }
}
