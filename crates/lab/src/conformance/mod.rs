//! Whether modelDescription.xml keeps the rules of FMI 2.0.5 beyond what its schema says: names, types, values at the start
//! (section 2.2.7) and the structure of the model (section 2.2.8).

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use crate::description::{child, elements, is_c_identifier};

mod definitions;
mod names;
mod structure;
mod variable;

use definitions::Definitions;
use variable::Variable;

/// What is against the rules, a sentence each; empty where nothing is. Errors: it is no XML.
pub fn problems(xml: &str) -> Result<Vec<String>, roxmltree::Error> {
    let document = Document::parse(xml)?;
    let root = document.root_element();
    let mut problems = Vec::new();
    of_the_model(root, &mut problems);
    let definitions = Definitions::of(root);
    let variables: Vec<Variable> = (1..)
        .zip(elements(child(root, "ModelVariables")))
        .map(|(index, node)| Variable::read(index, node, &definitions, &mut problems))
        .collect();
    let is_structured = root.attribute("variableNamingConvention") == Some("structured");
    together(&variables, is_structured, &mut problems);
    structure::check(root, &variables, &mut problems);
    Ok(problems)
}

/// Sections 2.2.1, 3.3.1 and 4.3.1.
fn of_the_model(root: Node, problems: &mut Vec<String>) {
    if !root.has_tag_name("fmiModelDescription") {
        problems.push(format!("the root is {}, not fmiModelDescription", root.tag_name().name()));
    }
    for name in ["fmiVersion", "modelName", "guid"] {
        if root.attribute(name).is_none_or(str::is_empty) {
            problems.push(format!("fmiModelDescription has no {name}"));
        }
    }
    if let Some(version) = root.attribute("fmiVersion").filter(|version| *version != "2.0") {
        problems.push(format!("fmiVersion is {version}; these are the rules of 2.0"));
    }
    let interfaces = ["ModelExchange", "CoSimulation"].map(|name| child(root, name));
    if interfaces.iter().all(Option::is_none) {
        problems.push("neither ModelExchange nor CoSimulation is offered".into());
    }
    for interface in interfaces.iter().flatten() {
        let (kind, identifier) = (interface.tag_name().name(), interface.attribute("modelIdentifier").unwrap_or(""));
        if !is_c_identifier(identifier) {
            problems.push(format!("modelIdentifier of {kind} is '{identifier}', which is no identifier of C"));
        }
    }
    let indicators = root.attribute("numberOfEventIndicators").unwrap_or("0");
    if indicators.parse::<u32>().is_err() {
        problems.push(format!("numberOfEventIndicators is '{indicators}', not a number"));
    }
}

/// What variables must not have in common.
fn together(variables: &[Variable], is_structured: bool, problems: &mut Vec<String>) {
    let (mut seen, mut set) = (HashSet::new(), HashMap::new());
    let mut time = None;
    for variable in variables {
        let name = variable.name;
        if !seen.insert(name) {
            problems.push(format!("two variables are called {name}"));
        }
        if is_structured && !names::is_structured(name) {
            problems.push(format!("{name} is no structured name, which variableNamingConvention promises"));
        }
        if variable.causality == "independent"
            && let Some(other) = time.replace(name)
        {
            problems.push(format!("{other} and {name} are both independent; only one may be"));
        }
        let Some(reference) = variable.reference else { continue };
        if variable.start.is_some()
            && let Some(other) = set.insert((variable.kind.storage(), reference), name)
        {
            let kind = variable.kind.name();
            problems.push(format!(
                "{other} and {name} share value reference {reference} of {kind}; only one may have a start"
            ));
        }
    }
}

#[cfg(test)]
mod tests;
