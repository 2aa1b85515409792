//! modelDescription.xml [FMI 2.0.5 section 2.2]. `build.rs` compiles this file too.

use crate::fmi::description::{Bound, Causality, Enumeration, Information, Kind, LOG_CATEGORIES, Variability};
use crate::fmi::listing::{Listed, Listing};
use quick_xml::events::{BytesDecl, Event};
use quick_xml::writer::Writer;
use std::io::{self, Cursor};
use uuid::Uuid;

type Xml = Writer<Cursor<Vec<u8>>>;
type Attributes = Vec<(&'static str, String)>;

/// Day of this state of the description. Not that of packing: the same sources pack to the same bytes.
const GENERATED: &str = "2026-11-23T00:00:00Z";

/// The GUID of an FMU and its whole modelDescription.xml: the GUID is UUIDv5 of the file without it.
///
/// Errors: none that depend on the listing.
pub fn with_guid(listing: &Listing) -> io::Result<(String, String)> {
    let guid = Uuid::new_v5(&Uuid::NAMESPACE_OID, &model_description(listing, "")?).to_string();
    let text = String::from_utf8(model_description(listing, &guid)?).map_err(io::Error::other)?;
    Ok((guid, text))
}

fn model_description(listing: &Listing, guid: &str) -> io::Result<Vec<u8>> {
    let information = &listing.information;
    let mut xml = Writer::new_with_indent(Cursor::new(Vec::new()), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let attributes = vec![
        ("fmiVersion", "2.0".into()),
        ("modelName", information.model_identifier.to_string()),
        ("guid", guid.into()),
        ("description", information.description.to_string()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("author", "The Asperity developers".into()),
        ("copyright", "Copyright (c) 2026 The Asperity developers".into()),
        ("license", "MIT OR Apache-2.0".into()),
        ("generationTool", concat!("Asperity ", env!("CARGO_PKG_VERSION")).into()),
        ("generationDateAndTime", GENERATED.into()),
        ("variableNamingConvention", "structured".into()),
        ("numberOfEventIndicators", information.event_indicators.to_string()),
    ];
    parent(&mut xml, "fmiModelDescription", &attributes, |xml| {
        // completedIntegratorStepNotNeeded stays false: an importer that watches no indicators is asked there for event mode
        if information.is_for_exchange {
            leaf(xml, "ModelExchange", &interface_attributes(information, &[]))?;
        }
        let order = information.output_derivative_order.to_string();
        let stepping = [
            ("canHandleVariableCommunicationStepSize", "true"),
            ("canInterpolateInputs", "true"),
            ("maxOutputDerivativeOrder", order.as_str()),
        ];
        leaf(xml, "CoSimulation", &interface_attributes(information, &stepping))?;
        parent(xml, "UnitDefinitions", &[], |xml| units(xml, listing))?;
        // the schema knows no empty list of types
        if listing.variables.iter().any(|variable| matches!(variable.kind, Kind::Enumeration(_))) {
            parent(xml, "TypeDefinitions", &[], |xml| types(xml, listing))?;
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
                ("stopTime", information.default_stop_time.to_string()),
                ("tolerance", information.default_tolerance.to_string()),
                ("stepSize", information.default_step_size.to_string()),
            ],
        )?;
        parent(xml, "ModelVariables", &[], |xml| listing.variables.iter().try_for_each(|of| variable(xml, of)))?;
        parent(xml, "ModelStructure", &[], |xml| structure(xml, listing))
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
fn interface_attributes(information: &Information, more: &[(&'static str, &str)]) -> Attributes {
    let mut attributes = vec![("modelIdentifier", information.model_identifier.to_string())];
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
fn units(xml: &mut Xml, listing: &Listing) -> io::Result<()> {
    let used = |unit: &str| listing.variables.iter().any(|variable| variable.unit == Some(unit));
    let shown = |unit: &str, display: &str| {
        let is_shown = |of: &Listed| of.unit == Some(unit) && of.display_unit == Some(display);
        listing.variables.iter().any(is_shown)
    };
    listing.units.iter().filter(|unit| used(unit.name)).try_for_each(|unit| {
        parent(xml, "Unit", &[("name", unit.name.into())], |xml| {
            let exponents = [("kg", unit.kg), ("m", unit.m), ("s", unit.s), ("rad", unit.rad)];
            let attributes: Attributes =
                exponents.into_iter().filter(|(_, n)| *n != 0).map(|(base, n)| (base, n.to_string())).collect();
            leaf(xml, "BaseUnit", &attributes)?;
            unit.display.iter().filter(|display| shown(unit.name, display.name)).try_for_each(|display| {
                let attributes = [("name", display.name.into()), ("factor", display.factor.to_string())];
                leaf(xml, "DisplayUnit", &attributes)
            })
        })
    })
}

/// Those that are in use.
fn types(xml: &mut Xml, listing: &Listing) -> io::Result<()> {
    let is_of = |of: &Enumeration, kind: Kind| matches!(kind, Kind::Enumeration(enumeration) if enumeration == of);
    let used = |of: &Enumeration| listing.variables.iter().any(|variable| is_of(of, variable.kind));
    listing.enumerations.iter().filter(|enumeration| used(enumeration)).try_for_each(|enumeration| {
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

fn variable(xml: &mut Xml, variable: &Listed) -> io::Result<()> {
    let causality = match variable.causality {
        Causality::Independent => "independent",
        Causality::Parameter => "parameter",
        Causality::Input => "input",
        Causality::Output => "output",
        Causality::Local => "local",
    };
    let variability = match variable.variability {
        Variability::Fixed => "fixed",
        Variability::Tunable => "tunable",
        Variability::Discrete => "discrete",
        Variability::Continuous => "continuous",
    };
    let mut attributes = vec![
        ("name", variable.name.clone()),
        ("valueReference", variable.value_reference.to_string()),
        ("description", description(variable)),
        ("causality", causality.into()),
        ("variability", variability.into()),
    ];
    if variable.is_exact() {
        attributes.push(("initial", "exact".into()));
    } else if variable.is_calculated() {
        attributes.push(("initial", "calculated".into()));
    }
    parent(xml, "ScalarVariable", &attributes, |xml| {
        let (name, attributes) = type_element(variable);
        leaf(xml, name, &attributes)
    })
}

/// The variable's words and, of an enumeration, its items: `Law of the friction force: 1 dwell, 2 none, 3 coulomb`.
fn description(variable: &Listed) -> String {
    let words = variable.description.clone();
    let Kind::Enumeration(enumeration) = variable.kind else { return words };
    let items = enumeration.items.iter().zip(1..).map(|(item, number): (_, u32)| format!("{number} {}", item.name));
    format!("{words}: {}", items.collect::<Vec<_>>().join(", "))
}

fn type_element(variable: &Listed) -> (&'static str, Attributes) {
    let mut attributes = Attributes::new();
    let name = match variable.kind {
        Kind::Real => "Real",
        Kind::Integer => "Integer",
        Kind::Boolean => "Boolean",
        Kind::Enumeration(enumeration) => {
            attributes.push(("declaredType", enumeration.name.into()));
            "Enumeration"
        }
    };
    attributes.extend(variable.unit.map(|unit| ("unit", unit.to_string())));
    attributes.extend(variable.display_unit.map(|unit| ("displayUnit", unit.to_string())));
    // an excluded bound is declared too: the schema knows no open ranges, the set call refuses the bound itself
    if let Bound::Including(low) | Bound::Excluding(low) = variable.low {
        attributes.push(("min", low.to_string()));
    }
    if let Bound::Including(high) | Bound::Excluding(high) = variable.high {
        attributes.push(("max", high.to_string()));
    }
    attributes.extend(variable.nominal.map(|nominal| ("nominal", nominal.to_string())));
    attributes.extend(variable.start_text().map(|start| ("start", start)));
    attributes.extend(variable.derivative_of.map(|state| ("derivative", index(state))));
    (name, attributes)
}

/// A position in the list as ModelStructure counts it.
fn index(position: usize) -> String {
    (position + 1).to_string()
}

/// ModelStructure [FMI 2.0.5 section 2.2.8]: the order of Derivatives is the order of the states.
fn structure(xml: &mut Xml, listing: &Listing) -> io::Result<()> {
    let variables = &listing.variables;
    let are_states = listing.states();
    let is_input_or_state = |at: usize| variables[at].causality == Causality::Input || are_states[at];
    let is_input_or_exact = |at: usize| variables[at].causality == Causality::Input || variables[at].is_exact();
    let is_output = |of: &Listed| of.causality == Causality::Output;
    let is_rate = |of: &Listed| of.derivative_of.is_some();
    unknowns(xml, "Outputs", listing, is_output, is_input_or_state)?;
    unknowns(xml, "Derivatives", listing, is_rate, is_input_or_state)?;
    let is_initial = |of: &Listed| of.is_calculated() && (is_output(of) || is_rate(of));
    unknowns(xml, "InitialUnknowns", listing, is_initial, is_input_or_exact)
}

fn unknowns(
    xml: &mut Xml,
    name: &str,
    listing: &Listing,
    belongs: impl Fn(&Listed) -> bool,
    counts: impl Fn(usize) -> bool,
) -> io::Result<()> {
    parent(xml, name, &[], |xml| {
        listing.variables.iter().enumerate().filter(|(_, of)| belongs(of)).try_for_each(|(position, of)| {
            let mut attributes = vec![("index", index(position))];
            if let Some(known) = &of.depends_on {
                let known: Vec<String> = known.iter().filter(|at| counts(**at)).map(|at| index(*at)).collect();
                attributes.push(("dependencies", known.join(" ")));
            }
            leaf(xml, "Unknown", &attributes)
        })
    })
}
