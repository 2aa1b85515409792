//! What depends on what (FMI 2.0.5, section 2.2.8).

use std::collections::BTreeSet;

use roxmltree::Node;

use super::variable::{Type, Variable};
use crate::description::{Kind, child, elements};

/// Checks ModelStructure.
pub(super) fn check(root: Node, variables: &[Variable], problems: &mut Vec<String>) {
    let Some(structure) = child(root, "ModelStructure") else {
        problems.push("there is no ModelStructure".into());
        return;
    };
    let mut listed = |list| unknowns(list, elements_of(structure, list), variables, problems);
    let outputs = listed("Outputs");
    let derivatives = listed("Derivatives");
    let initial = listed("InitialUnknowns");

    let states = states(&derivatives, variables, problems);
    let numbered = || (1..).zip(variables);
    let of_causality = |causality| numbered().filter(move |(_, of)| of.causality == causality).map(|(index, _)| index);
    compare("Outputs", &outputs, &of_causality("output").collect(), variables, problems);
    let is_found = |index: &u32| matches!(variables[*index as usize - 1].initial, Some("approx" | "calculated"));
    let found = of_causality("output").chain(derivatives).chain(states).filter(is_found);
    let wanted = found.chain(of_causality("calculatedParameter")).collect();
    compare("InitialUnknowns", &initial, &wanted, variables, problems);
}

fn elements_of<'a>(structure: Node<'a, 'a>, list: &str) -> Vec<Node<'a, 'a>> {
    elements(child(structure, list)).collect()
}

/// The variable with an index as it is written; the first has 1.
fn indexed<'a>(text: &str, variables: &'a [Variable<'a>]) -> Option<(u32, &'a Variable<'a>)> {
    let index: u32 = text.parse().ok()?;
    Some((index, variables.get((index as usize).checked_sub(1)?)?))
}

/// Indices of a list, which must be those of variables, as must be what they depend on.
fn unknowns(list: &str, nodes: Vec<Node>, variables: &[Variable], problems: &mut Vec<String>) -> BTreeSet<u32> {
    let mut indices = BTreeSet::new();
    for node in nodes {
        let text = node.attribute("index").unwrap_or("");
        let Some((index, variable)) = indexed(text, variables) else {
            problems.push(format!("{list}: there is no variable with the index '{text}'"));
            continue;
        };
        let name = variable.name;
        if !indices.insert(index) {
            problems.push(format!("{list}: {name} is listed twice"));
        }
        let split = |attribute| node.attribute(attribute).map(|text| text.split_whitespace().collect::<Vec<_>>());
        let (on, kinds) = (split("dependencies"), split("dependenciesKind"));
        for text in on.iter().flatten().filter(|text| indexed(text, variables).is_none()) {
            problems.push(format!("{list}: {name} depends on '{text}', which is no index of a variable"));
        }
        if let Some(kinds) = kinds
            && on.as_ref().map(Vec::len) != Some(kinds.len())
        {
            problems.push(format!("{list}: {name} has not as many dependencies as dependenciesKind"));
        }
    }
    indices
}

/// Indices of the states whose derivatives are listed.
fn states(derivatives: &BTreeSet<u32>, variables: &[Variable], problems: &mut Vec<String>) -> BTreeSet<u32> {
    let mut states = BTreeSet::new();
    for variable in derivatives.iter().map(|index| &variables[*index as usize - 1]) {
        let name = variable.name;
        match variable.derivative.map(|text| (text, indexed(text, variables))) {
            None => problems.push(format!("Derivatives: {name} is not the derivative of a variable")),
            Some((text, None)) => {
                problems.push(format!("{name}: derivative is '{text}', which is no index of a variable"))
            }
            Some((_, Some((_, state)))) if [state, variable].iter().any(|of| of.kind != Type::Of(Kind::Real)) => {
                problems.push(format!("Derivatives: {name} or its state {} is no Real", state.name));
            }
            Some((_, Some((index, _)))) => drop(states.insert(index)),
        }
    }
    states
}

/// Names what is missing from a list, and what should not be there.
fn compare(
    list: &str,
    are: &BTreeSet<u32>,
    wanted: &BTreeSet<u32>,
    variables: &[Variable],
    problems: &mut Vec<String>,
) {
    let name = |index: &u32| variables[*index as usize - 1].name;
    problems.extend(wanted.difference(are).map(|index| format!("{list}: {} is missing", name(index))));
    problems.extend(are.difference(wanted).map(|index| format!("{list}: {} does not belong there", name(index))));
}
