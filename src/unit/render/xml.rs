//! modelDescription.xml [FMI 2.0.5 section 2.2].

use super::{Elements, is_input_or_exact, is_input_or_state};
use crate::fmi::description::{Bound, Causality, Enumeration, Kind, LOG_CATEGORIES, Row, Variability};
use crate::unit::table::{ENUMERATIONS, INFORMATION, Id, TABLE, UNITS};
use quick_xml::events::{BytesDecl, Event};
use quick_xml::writer::Writer;
use std::io::{self, Cursor};

type Xml = Writer<Cursor<Vec<u8>>>;
type Attributes = Vec<(&'static str, String)>;

/// The whole file for one GUID.
pub fn model_description(elements: &Elements, guid: &str) -> io::Result<Vec<u8>> {
    let mut xml = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let attributes = vec![
        ("fmiVersion", "2.0".into()),
        ("modelName", INFORMATION.model_identifier.into()),
        ("guid", guid.into()),
        ("description", format!("{}{}", INFORMATION.description, elements.note)),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("license", "MIT OR Apache-2.0".into()),
        ("generationTool", concat!("Asperity ", env!("CARGO_PKG_VERSION")).into()),
        ("variableNamingConvention", "structured".into()),
        ("numberOfEventIndicators", INFORMATION.event_indicators.to_string()),
    ];
    parent(&mut xml, "fmiModelDescription", &attributes, |xml| {
        // completedIntegratorStepNotNeeded stays false: an importer that watches no indicators is asked there for event mode
        leaf(xml, "ModelExchange", &interface_attributes(&[]))?;
        let order = INFORMATION.output_derivative_order.to_string();
        let stepping = [
            ("canHandleVariableCommunicationStepSize", "true"),
            ("canInterpolateInputs", "true"),
            ("maxOutputDerivativeOrder", order.as_str()),
        ];
        leaf(xml, "CoSimulation", &interface_attributes(&stepping))?;
        parent(xml, "UnitDefinitions", &[], |xml| units(xml, elements))?;
        // the schema knows no empty list of types
        if elements.list.iter().any(|(row, _)| matches!(row.kind, Kind::Enumeration(_))) {
            parent(xml, "TypeDefinitions", &[], |xml| types(xml, elements))?;
        }
        parent(xml, "LogCategories", &[], |xml| {
            LOG_CATEGORIES.iter().try_for_each(|category| {
                let attributes = vec![("name", category.name.into()), ("description", category.description.into())];
                leaf(xml, "Category", &attributes)
            })
        })?;
        leaf(
            xml,
            "DefaultExperiment",
            &[
                ("startTime", "0".into()),
                ("stopTime", INFORMATION.default_stop_time.to_string()),
                ("tolerance", INFORMATION.default_tolerance.to_string()),
                ("stepSize", INFORMATION.default_step_size.to_string()),
            ],
        )?;
        parent(xml, "ModelVariables", &[], |xml| {
            elements.list.iter().try_for_each(|(row, k)| variable(xml, elements, row, *k))
        })?;
        parent(xml, "ModelStructure", &[], |xml| structure(xml, elements))
    })?;
    let mut bytes = xml.into_inner().into_inner();
    bytes.push(b'\n');
    Ok(bytes)
}

fn parent(
    xml: &mut Xml,
    name: &str,
    attributes: &[(&'static str, String)],
    content: impl FnOnce(&mut Xml) -> io::Result<()>,
) -> io::Result<()> {
    let attributes = attributes.iter().map(|(key, value)| (*key, value.as_str()));
    xml.create_element(name).with_attributes(attributes).write_inner_content(content)?;
    Ok(())
}

fn leaf(xml: &mut Xml, name: &str, attributes: &[(&'static str, String)]) -> io::Result<()> {
    xml.create_element(name)
        .with_attributes(attributes.iter().map(|(key, value)| (*key, value.as_str())))
        .write_empty()?;
    Ok(())
}

/// What the unit can do in both interfaces, and what `more` says of one.
fn interface_attributes(more: &[(&'static str, &str)]) -> Attributes {
    let mut attributes = vec![("modelIdentifier", INFORMATION.model_identifier.to_string())];
    let flags = [
        "canNotUseMemoryManagementFunctions",
        "canGetAndSetFMUstate",
        "canSerializeFMUstate",
        "providesDirectionalDerivative",
    ];
    attributes.extend(flags.map(|flag| (flag, "true".to_string())));
    attributes.extend(more.iter().map(|(key, value)| (*key, value.to_string())));
    attributes
}

/// Those that are in use.
fn units(xml: &mut Xml, elements: &Elements) -> io::Result<()> {
    let used = |unit: &str| elements.list.iter().any(|(row, _)| row.unit == Some(unit));
    UNITS.iter().filter(|unit| used(unit.name)).try_for_each(|unit| {
        parent(xml, "Unit", &[("name", unit.name.into())], |xml| {
            let exponents = [("kg", unit.kg), ("m", unit.m), ("s", unit.s), ("rad", unit.rad)];
            let attributes: Attributes =
                exponents.into_iter().filter(|(_, n)| *n != 0).map(|(base, n)| (base, n.to_string())).collect();
            leaf(xml, "BaseUnit", &attributes)
        })
    })
}

/// Those that are in use.
fn types(xml: &mut Xml, elements: &Elements) -> io::Result<()> {
    let used =
        |of: &Enumeration| elements.list.iter().any(|(row, _)| matches!(row.kind, Kind::Enumeration(e) if e == of));
    ENUMERATIONS.iter().filter(|enumeration| used(enumeration)).try_for_each(|enumeration| {
        let attributes = [("name", enumeration.name.into()), ("description", enumeration.description.into())];
        parent(xml, "SimpleType", &attributes, |xml| {
            parent(xml, "Enumeration", &[], |xml| {
                enumeration.items.iter().zip(1..).try_for_each(|(item, value)| {
                    let attributes = [
                        ("name", item.name.into()),
                        ("value", i32::to_string(&value)),
                        ("description", item.description.into()),
                    ];
                    leaf(xml, "Item", &attributes)
                })
            })
        })
    })
}

fn variable(xml: &mut Xml, elements: &Elements, row: &Row<Id>, k: usize) -> io::Result<()> {
    let causality = match row.causality {
        Causality::Independent => "independent",
        Causality::Parameter => "parameter",
        Causality::Input => "input",
        Causality::Output => "output",
        Causality::Local => "local",
    };
    let variability = match row.variability {
        Variability::Fixed => "fixed",
        Variability::Tunable => "tunable",
        Variability::Discrete => "discrete",
        Variability::Continuous => "continuous",
    };
    let mut attributes = vec![
        ("name", row.element_name(k)),
        ("valueReference", (row.value_reference + k as u32).to_string()),
        ("description", description(row, k)),
        ("causality", causality.into()),
        ("variability", variability.into()),
    ];
    if row.is_exact() {
        attributes.push(("initial", "exact".into()));
    } else if row.is_calculated() {
        attributes.push(("initial", "calculated".into()));
    }
    parent(xml, "ScalarVariable", &attributes, |xml| {
        let (name, attributes) = type_element(elements, row, k);
        leaf(xml, name, &attributes)
    })
}

/// The row's words and, of an enumeration, its items: `Law of the friction force: 1 dwell, 2 none, 3 coulomb`.
fn description(row: &Row<Id>, k: usize) -> String {
    let words = row.element_description(k);
    let Kind::Enumeration(enumeration) = row.kind else { return words };
    let items = enumeration.items.iter().zip(1..).map(|(item, number): (_, u32)| format!("{number} {}", item.name));
    format!("{words}: {}", items.collect::<Vec<_>>().join(", "))
}

fn type_element(elements: &Elements, row: &Row<Id>, k: usize) -> (&'static str, Attributes) {
    let mut attributes = Attributes::new();
    let name = match row.kind {
        Kind::Real => "Real",
        Kind::Integer => "Integer",
        Kind::Boolean => "Boolean",
        Kind::Enumeration(enumeration) => {
            attributes.push(("declaredType", enumeration.name.into()));
            "Enumeration"
        }
    };
    attributes.extend(row.unit.map(|unit| ("unit", unit.to_string())));
    // an excluded bound is declared too: the schema knows no open ranges, the set call refuses the bound itself
    if let Bound::Including(low) | Bound::Excluding(low) = row.low {
        attributes.push(("min", low.to_string()));
    }
    if let Bound::Including(high) | Bound::Excluding(high) = row.high {
        attributes.push(("max", high.to_string()));
    }
    attributes.extend(row.nominal.map(|nominal| ("nominal", nominal.to_string())));
    attributes.extend(elements.start_text(row, k).map(|start| ("start", start)));
    attributes.extend(row.derivative_of.map(|state| ("derivative", elements.index(state, k).to_string())));
    (name, attributes)
}

/// ModelStructure [FMI 2.0.5 section 2.2.8]: the order of Derivatives is the order of the states.
fn structure(xml: &mut Xml, elements: &Elements) -> io::Result<()> {
    let is_output = |row: &Row<Id>| row.causality == Causality::Output;
    let is_rate = |row: &Row<Id>| row.derivative_of.is_some();
    unknowns(xml, "Outputs", elements, is_output, is_input_or_state)?;
    unknowns(xml, "Derivatives", elements, is_rate, is_input_or_state)?;
    let is_initial = |row: &Row<Id>| row.is_calculated() && (is_output(row) || is_rate(row));
    unknowns(xml, "InitialUnknowns", elements, is_initial, is_input_or_exact)
}

fn unknowns(
    xml: &mut Xml,
    name: &str,
    elements: &Elements,
    belongs: impl Fn(&Row<Id>) -> bool,
    counts: impl Fn(&Row<Id>) -> bool,
) -> io::Result<()> {
    parent(xml, name, &[], |xml| {
        elements.list.iter().enumerate().filter(|(_, (row, _))| belongs(row)).try_for_each(|(position, (row, k))| {
            let list: Vec<String> = elements.dependencies(row, *k, &counts).iter().map(usize::to_string).collect();
            leaf(xml, "Unknown", &[("index", (position + 1).to_string()), ("dependencies", list.join(" "))])
        })
    })
}

/// Rates come in the order of the states they belong to, which is the order of `GetContinuousStates`.
const _: () = {
    let (mut k, mut last) = (0, 0);
    while k < TABLE.len() {
        if TABLE[k].derivative_of.is_some() {
            assert!(TABLE[k].value_reference > last, "rates are listed in the order of their states");
            last = TABLE[k].value_reference;
        }
        k += 1;
    }
};
