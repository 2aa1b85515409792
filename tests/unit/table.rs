//! The rules for modelDescription.xml that no validator catches, on the XML as it is packed, and the files rendered from
//! the variable table.

use crate::random::Random;
use asperity::fmi::description::{Causality, Kind};
use asperity::fmi::{Interface, Model};
use asperity::meet::{Pair, PointOfAction};
use asperity::physics::parameters::{
    BristleFrame, BristleLimit, ComplianceSource, FrictionLaw, FrictionMap, NormalLaw, RestitutionCurve,
    SpinRadiusSource,
};
use asperity::stepping::coupling::{
    CouplingMethod, CouplingMode, CouplingOrder, FreeAccelerationSource, HandBack, MassSource, StepFriction,
    StepImpact, StepLaw,
};
use asperity::unit::contact::Contact;
use asperity::unit::table::{ENUMERATIONS, Id, TABLE};
use asperity::unit::{GUID, HEADER, MODEL_DESCRIPTION, REFERENCE_HTML, REFERENCE_MARKDOWN};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};

fn document() -> Document<'static> {
    Document::parse(MODEL_DESCRIPTION).unwrap()
}

fn child<'a, 'd>(node: Node<'a, 'd>, name: &str) -> Node<'a, 'd> {
    node.children().find(|child| child.has_tag_name(name)).unwrap_or_else(|| panic!("no <{name}>"))
}

fn elements<'a, 'd>(node: Node<'a, 'd>) -> Vec<Node<'a, 'd>> {
    node.children().filter(Node::is_element).collect()
}

/// ScalarVariables in their order; the 1-based index of FMI is the position plus 1.
fn variables<'a>(document: &'a Document<'static>) -> Vec<Node<'a, 'static>> {
    elements(child(document.root_element(), "ModelVariables"))
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_default()
}

/// The `<Real>`, `<Boolean>` or `<Enumeration>` in a variable.
fn type_of<'a, 'd>(variable: Node<'a, 'd>) -> Node<'a, 'd> {
    elements(variable)[0]
}

fn numbers(list: &str) -> Vec<usize> {
    list.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// (index, dependencies) of a section of ModelStructure.
fn structure(document: &Document<'static>, section: &str) -> Vec<(usize, Vec<usize>)> {
    let section = child(child(document.root_element(), "ModelStructure"), section);
    let unknowns = elements(section).into_iter();
    unknowns.map(|u| (attribute(u, "index").parse().unwrap(), numbers(attribute(u, "dependencies")))).collect()
}

#[test]
fn derivatives_point_to_their_state_by_its_1_based_index() {
    let document = document();
    let variables = variables(&document);
    let mut rates = 0;
    for variable in &variables {
        let name = attribute(*variable, "name");
        let derivative = type_of(*variable).attribute("derivative");
        let state = name.strip_prefix("der(").and_then(|name| name.strip_suffix(')'));
        assert_eq!(derivative.is_some(), state.is_some(), "{name}");
        if let (Some(index), Some(state)) = (derivative, state) {
            let index: usize = index.parse().unwrap();
            assert_eq!(attribute(variables[index - 1], "name"), state);
            rates += 1;
        }
    }
    assert_eq!(rates, 8);
}

#[test]
fn states_come_in_their_order_and_are_exact_with_start_and_nominal() {
    let document = document();
    let variables = variables(&document);
    let names: Vec<_> = structure(&document, "Derivatives")
        .iter()
        .map(|(index, _)| {
            let rate = type_of(variables[index - 1]);
            let state = variables[attribute(rate, "derivative").parse::<usize>().unwrap() - 1];
            assert_eq!(attribute(state, "initial"), "exact");
            assert!(["local", "output"].contains(&attribute(state, "causality")));
            assert!(type_of(state).attribute("start").is_some());
            assert!(attribute(type_of(state), "nominal").parse::<f64>().unwrap() > 0.0);
            assert!(type_of(state).attribute("reinit").is_none(), "no event rewrites a state");
            attribute(state, "name").to_string()
        })
        .collect();
    let expected =
        ["z[1]", "z[2]", "z[3]", "s_dw", "energyWork", "energyDissipatedNormal", "energyDissipatedFriction", "z_r"];
    assert_eq!(names, expected);
}

#[test]
fn initial_unknowns_are_the_calculated_outputs_and_rates_ascending() {
    let document = document();
    let variables = variables(&document);
    let listed: Vec<usize> = structure(&document, "InitialUnknowns").into_iter().map(|(index, _)| index).collect();
    // a discrete local belongs to none of the kinds that FMI 2.0.5 section 2.2.8 lists
    let is_initial = |variable: Node| {
        let is_discrete_local =
            attribute(variable, "causality") == "local" && attribute(variable, "variability") == "discrete";
        attribute(variable, "initial") == "calculated" && !is_discrete_local
    };
    let expected: Vec<usize> = (1..=variables.len()).filter(|index| is_initial(variables[index - 1])).collect();
    assert_eq!(listed, expected);
    let outputs: Vec<usize> = structure(&document, "Outputs").into_iter().map(|(index, _)| index).collect();
    let expected: Vec<usize> =
        (1..=variables.len()).filter(|index| attribute(variables[index - 1], "causality") == "output").collect();
    assert_eq!(outputs, expected);
}

#[test]
fn dependencies_are_ascending_and_of_the_kinds_that_each_section_allows() {
    let document = document();
    let variables = variables(&document);
    let states: BTreeSet<usize> = variables
        .iter()
        .filter_map(|variable| type_of(*variable).attribute("derivative"))
        .map(|index| index.parse().unwrap())
        .collect();
    for section in ["Outputs", "Derivatives", "InitialUnknowns"] {
        for (index, dependencies) in structure(&document, section) {
            assert!(dependencies.windows(2).all(|pair| pair[0] < pair[1]), "{section} {index}");
            for known in dependencies {
                let variable = variables[known - 1];
                let is_input = attribute(variable, "causality") == "input";
                let is_exact = attribute(variable, "initial") == "exact";
                let allowed = if section == "InitialUnknowns" { is_exact } else { states.contains(&known) };
                assert!(is_input || allowed, "{section} {index}: {}", attribute(variable, "name"));
            }
        }
    }
}

#[test]
fn value_references_are_distinct_over_all_types_and_elements_consecutive() {
    let document = document();
    let mut seen = BTreeMap::new();
    let mut previous: Option<(String, u32)> = None;
    for variable in variables(&document) {
        let name = attribute(variable, "name");
        let reference: u32 = attribute(variable, "valueReference").parse().unwrap();
        assert!(seen.insert(reference, name).is_none(), "{name} shares value reference {reference}");
        let stem = name.split('[').next().unwrap().to_string();
        if let Some((previous, before)) = &previous
            && *previous == stem
        {
            assert_eq!(reference, before + 1, "{name}");
        }
        previous = Some((stem, reference));
    }
}

/// Value references once published stay what they are. A new variable appends a line here; no line ever changes.
#[test]
fn published_value_references_have_not_moved() {
    let published = [
        ("time", 0),
        ("penetration", 1),
        ("relativeVelocity", 2),
        ("contactNormal", 5),
        ("contactPoint", 8),
        ("positionI", 11),
        ("positionJ", 14),
        ("orientationI", 17),
        ("orientationJ", 21),
        ("velocityI", 25),
        ("velocityJ", 28),
        ("angularVelocityI", 31),
        ("angularVelocityJ", 34),
        ("inverseMass", 160),
        ("freeAcceleration", 166),
        ("forceI", 40),
        ("torqueI", 43),
        ("forceJ", 46),
        ("torqueJ", 49),
        ("normalForce", 52),
        ("frictionForce", 53),
        ("gap", 56),
        ("slipSpeed", 57),
        ("contactActive", 58),
        ("sticking", 59),
        ("pointOfAction", 60),
        ("normalDirection", 63),
        ("effectiveRestitution", 66),
        ("energyWork", 67),
        ("energyDissipatedNormal", 68),
        ("energyDissipatedFriction", 69),
        ("energyElastic", 70),
        ("energyResidual", 71),
        ("microSteps", 72),
        ("z", 80),
        ("s_dw", 83),
        ("der(z)", 84),
        ("der(s_dw)", 87),
        ("der(energyWork)", 88),
        ("der(energyDissipatedNormal)", 89),
        ("der(energyDissipatedFriction)", 90),
        ("compliance.law", 100),
        ("compliance.k", 101),
        ("compliance.p", 102),
        ("compliance.e", 103),
        ("compliance.alpha", 104),
        ("compliance.vMin", 105),
        ("friction.law", 110),
        ("friction.mu_S", 111),
        ("friction.mu_C", 112),
        ("friction.sigma_0", 113),
        ("friction.sigma_1", 114),
        ("friction.sigma_2", 115),
        ("friction.v_S", 116),
        ("friction.v_eps", 117),
        ("friction.tau_dw", 118),
        ("friction.bristleFrame", 119),
        ("friction.bristleLimit", 120),
        ("geometry.pair", 130),
        ("geometry.point", 157),
        ("geometry.radiusI", 131),
        ("geometry.centerI", 132),
        ("geometry.normalJ", 135),
        ("geometry.heightJ", 138),
        ("geometry.radiusJ", 140),
        ("geometry.axisJ", 141),
        ("geometry.centerJ", 144),
        ("ledger.track", 150),
        ("coupling.mode", 170),
        ("coupling.order", 171),
        ("coupling.massSource", 172),
        ("coupling.massI", 173),
        ("coupling.massJ", 174),
        ("coupling.inertiaI", 175),
        ("coupling.inertiaJ", 181),
        ("coupling.maxMicroSteps", 187),
        ("coupling.freeAccelerationSource", 188),
        ("coupling.verifyMass", 189),
        ("frictionMoment", 73),
        ("z_r", 91),
        ("der(z_r)", 92),
        ("compliance.source", 106),
        ("compliance.d_max", 107),
        ("compliance.vsmall", 108),
        ("compliance.m", 109),
        ("friction.vsmall", 121),
        ("friction.mu_r", 122),
        ("friction.wsmall", 123),
        ("friction.e_r", 124),
        ("friction.e_rSource", 125),
        ("friction.map", 126),
        ("friction.sides", 127),
        ("friction.e_t", 128),
        ("friction.e_o", 129),
        ("geometry.contactRadiusI", 147),
        ("geometry.contactRadiusJ", 148),
        ("geometry.isFlatI", 149),
        ("geometry.isFlatJ", 151),
        ("material.E_I", 152),
        ("material.nu_I", 153),
        ("material.E_J", 154),
        ("material.nu_J", 155),
        ("material.k_red", 156),
        ("inverseInertia", 190),
        ("freeAngularAcceleration", 196),
        ("turningByForce", 232),
        ("coupling.method", 200),
        ("coupling.handBack", 230),
        ("timeStepping.friction", 201),
        ("timeStepping.sides", 202),
        ("timeStepping.k_T", 203),
        ("timeStepping.v_th", 204),
        ("compliance.restitution", 210),
        ("compliance.v_ref", 211),
        ("compliance.q", 212),
        ("compliance.tablePoints", 213),
        ("compliance.tableSpeed", 214),
        ("compliance.tableE", 222),
        ("timeStepping.impact", 205),
        ("timeStepping.law", 206),
        ("touching", 231),
    ];
    let table: BTreeSet<_> = TABLE.iter().map(|row| (row.name, row.value_reference)).collect();
    let published = BTreeSet::from(published);
    let (unknown, lost): (Vec<_>, Vec<_>) =
        (table.difference(&published).collect(), published.difference(&table).collect());
    let next = TABLE.iter().map(|row| row.value_reference + row.len() as u32).max().unwrap();
    assert!(
        unknown.is_empty() && lost.is_empty(),
        "not published: {unknown:?}; published and gone: {lost:?}; the next free value reference is {next}"
    );
    assert_eq!(table.len(), TABLE.len());
}

#[test]
fn starts_lie_within_their_range_are_finite_and_name_an_item() {
    let document = document();
    let types = child(document.root_element(), "TypeDefinitions");
    for variable in variables(&document) {
        let name = attribute(variable, "name");
        let kind = type_of(variable);
        let has_start = kind.attribute("start").is_some();
        let causality = attribute(variable, "causality");
        let needs_start = causality == "input" || attribute(variable, "initial") == "exact";
        assert_eq!(has_start, needs_start, "{name}");
        assert_eq!(variable.attribute("initial").is_some(), !["input", "independent"].contains(&causality), "{name}");
        if kind.has_tag_name("Enumeration") {
            let declared = elements(types).into_iter().find(|t| t.attribute("name") == kind.attribute("declaredType"));
            let items = elements(elements(declared.unwrap())[0]);
            let values: Vec<_> = items.iter().map(|item| attribute(*item, "value")).collect();
            assert!(values.contains(&attribute(kind, "start")), "{name}");
            let distinct: BTreeSet<_> = values.iter().collect();
            assert_eq!(distinct.len(), values.len());
        } else if (kind.has_tag_name("Real") || kind.has_tag_name("Integer")) && has_start {
            let number = |key| kind.attribute(key).map(|text| text.parse::<f64>().unwrap());
            let start = number("start").unwrap();
            assert!(start.is_finite(), "{name}");
            assert!(number("min").is_none_or(|min| start >= min), "{name}");
            assert!(number("max").is_none_or(|max| start <= max), "{name}");
            let whole = ["start", "min", "max"].into_iter().filter_map(number).all(|value| value.fract() == 0.0);
            assert!(whole || kind.has_tag_name("Real"), "{name}");
        }
        if !kind.has_tag_name("Real") {
            assert!(variable.attribute("variability").is_some_and(|v| v != "continuous"), "{name}");
        }
    }
}

/// CasADi, CoFMuPy, fmi4ctest and the linearisation of PyFMI stop at an output that is no Real.
#[test]
fn outputs_are_real_and_no_unknown_is_of_another_type() {
    let document = document();
    let variables = variables(&document);
    for section in ["Outputs", "Derivatives", "InitialUnknowns"] {
        for (index, _) in structure(&document, section) {
            let variable = variables[index - 1];
            assert!(type_of(variable).has_tag_name("Real"), "{section}: {}", attribute(variable, "name"));
        }
    }
    for name in ["contactActive", "microSteps"] {
        let variable = variables.iter().find(|variable| attribute(**variable, "name") == name).unwrap();
        assert_eq!((attribute(*variable, "causality"), attribute(*variable, "variability")), ("local", "discrete"));
    }
}

/// Tools that show no type definitions show at least the description.
#[test]
fn descriptions_of_enumeration_parameters_name_every_item() {
    let document = document();
    for variable in variables(&document) {
        if let Some(name) = type_of(variable).attribute("declaredType") {
            let enumeration = ENUMERATIONS.iter().find(|enumeration| enumeration.name == name).unwrap();
            let items: Vec<_> =
                enumeration.items.iter().zip(1..).map(|(item, n): (_, u32)| format!("{n} {}", item.name)).collect();
            let description = attribute(variable, "description");
            assert!(description.ends_with(&format!(": {}", items.join(", "))), "{description}");
        }
    }
}

/// An item and the variant of the same number are the same word.
#[test]
fn items_of_the_table_are_the_variants_of_the_settings() {
    fn check<T: std::fmt::Debug>(name: &str, variants: &[T]) -> String {
        let enumeration = ENUMERATIONS.iter().find(|enumeration| enumeration.name == name).expect(name);
        let items: Vec<_> = enumeration.items.iter().map(|item| item.name.to_string()).collect();
        let words: Vec<_> = variants
            .iter()
            .map(|variant| {
                let word = format!("{variant:?}");
                word[..1].to_lowercase() + &word[1..]
            })
            .collect();
        assert_eq!(items, words, "{name}");
        name.to_string()
    }
    let checked = [
        check("ComplianceLaw", NormalLaw::ALL),
        check("ComplianceSource", ComplianceSource::ALL),
        check("FrictionLaw", FrictionLaw::ALL),
        check("FrictionMap", FrictionMap::ALL),
        check("SpinRadiusSource", SpinRadiusSource::ALL),
        check("BristleFrame", BristleFrame::ALL),
        check("BristleLimit", BristleLimit::ALL),
        check("GeometryPair", Pair::ALL),
        check("GeometryPoint", PointOfAction::ALL),
        check("CouplingMode", CouplingMode::ALL),
        check("CouplingOrder", CouplingOrder::ALL),
        check("CouplingMethod", CouplingMethod::ALL),
        check("TimeSteppingFriction", StepFriction::ALL),
        check("TimeSteppingImpact", StepImpact::ALL),
        check("TimeSteppingLaw", StepLaw::ALL),
        check("MassSource", MassSource::ALL),
        check("FreeAccelerationSource", FreeAccelerationSource::ALL),
        check("RestitutionCurve", RestitutionCurve::ALL),
        check("HandBack", HandBack::ALL),
    ];
    let names: Vec<_> = ENUMERATIONS.iter().map(|enumeration| enumeration.name).collect();
    assert_eq!(names, checked);
}

#[test]
fn units_in_use_are_those_defined_and_every_one_is_used() {
    let document = document();
    let defined: BTreeSet<_> = elements(child(document.root_element(), "UnitDefinitions"))
        .into_iter()
        .map(|unit| attribute(unit, "name").to_string())
        .collect();
    let used: BTreeSet<_> = variables(&document)
        .into_iter()
        .filter_map(|variable| type_of(variable).attribute("unit").map(str::to_string))
        .collect();
    assert_eq!(used, defined);
}

#[test]
fn capabilities_hang_together() {
    let document = document();
    let root = document.root_element();
    for interface in ["ModelExchange", "CoSimulation"] {
        let node = child(root, interface);
        let identifier = attribute(node, "modelIdentifier");
        assert!(identifier.starts_with(|c: char| c.is_ascii_alphabetic()));
        assert!(identifier.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        assert_eq!(identifier, asperity::unit::table::INFORMATION.model_identifier);
        let flag = |name| node.attribute(name) == Some("true");
        assert!(flag("canGetAndSetFMUstate") && flag("canSerializeFMUstate") && flag("providesDirectionalDerivative"));
    }
    assert_eq!(attribute(root, "fmiVersion"), "2.0");
    assert_eq!(attribute(root, "guid"), GUID);
    assert_eq!(attribute(root, "variableNamingConvention"), "structured");
    assert_eq!(attribute(root, "numberOfEventIndicators"), "3");
    assert_eq!(attribute(child(root, "CoSimulation"), "maxOutputDerivativeOrder"), "1");
    let sections: Vec<_> = elements(root).into_iter().map(|section| section.tag_name().name().to_string()).collect();
    let expected = [
        "ModelExchange",
        "CoSimulation",
        "UnitDefinitions",
        "TypeDefinitions",
        "LogCategories",
        "DefaultExperiment",
        "ModelVariables",
        "ModelStructure",
    ];
    assert_eq!(sections, expected);
}

#[test]
fn descriptions_of_real_variables_end_with_a_symbol_or_a_formula() {
    let words = ["alpha", "nu", "vMin", "vsmall", "wsmall"];
    for row in TABLE.iter().filter(|row| row.kind == Kind::Real && row.id != Id::EnergyResidual) {
        let last = row.description.rsplit(", ").next().unwrap();
        let is_formula = last.len() <= 2 || last.contains(['_', '*', '^', '>', '(']) || words.contains(&last);
        assert!(is_formula, "{}: {}", row.name, row.description);
    }
}

/// Nobody can look up the key of a paper from a dialog.
#[test]
fn the_xml_holds_no_keys_of_papers() {
    for key in ["[G04", "[M3D", "[PT96", "[P16", "[WK91"] {
        assert!(!MODEL_DESCRIPTION.contains(key), "{key}");
        assert!(REFERENCE_HTML.contains(key), "{key}");
    }
}

#[test]
fn generated_files_are_in_step_with_the_table() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let advice = "`cargo run --release -- describe --write` renews every generated file";
    assert!(read("modelDescription/modelDescription.xml") == MODEL_DESCRIPTION, "modelDescription.xml: {advice}");
    assert!(read("modelDescription/documentation/reference.html") == REFERENCE_HTML, "reference.html: {advice}");
    assert!(read("include/asperity_fmu.h") == HEADER, "asperity_fmu.h: {advice}");
    let page = read("docs/variables.md");
    let block =
        page.split("<!-- variables: begin -->").nth(1).and_then(|rest| rest.split("<!-- variables: end -->").next());
    assert_eq!(block.map(str::trim), Some(REFERENCE_MARKDOWN.trim()), "docs/variables.md: {advice}");
}

/// A random value for an element, in a scale where contact, slip, stick and saturation all occur.
fn value_for(id: Id, start: f64, random: &mut Random) -> f64 {
    match id {
        Id::Penetration => random.within(-1e-3, 1e-3),
        Id::PositionI | Id::PositionJ | Id::GeometryHeightJ | Id::GeometryCenterI | Id::GeometryCenterJ => {
            random.within(-0.05, 0.05)
        }
        Id::ContactPoint => random.within(-1.0, 1.0),
        Id::OrientationI | Id::OrientationJ | Id::ContactNormal | Id::GeometryNormalJ | Id::GeometryAxisJ => {
            start + random.within(-0.2, 0.2)
        }
        Id::RelativeVelocity | Id::VelocityI | Id::VelocityJ => random.within(-0.02, 0.02),
        Id::AngularVelocityI | Id::AngularVelocityJ => random.within(-0.2, 0.2),
        Id::Z | Id::ZR => random.within(-1e-5, 1e-5),
        Id::ComplianceVsmall => random.within(0.0, 3e-2),
        Id::ComplianceDMax => random.within(20.0, 200.0),
        Id::FrictionMuR => random.within(0.0, 0.1),
        Id::FrictionWsmall => random.within(0.01, 0.3),
        Id::FrictionER => random.within(0.01, 0.1),
        Id::SDw | Id::EnergyWork | Id::EnergyDissipatedNormal | Id::EnergyDissipatedFriction => random.share(),
        Id::ComplianceE => random.within(0.2, 0.9),
        Id::ComplianceP => random.within(1.0, 2.0),
        Id::ComplianceVMin => random.within(1e-3, 2e-2),
        Id::ComplianceAlpha => random.within(0.1, 1.0),
        Id::ComplianceVRef => random.within(1e-3, 5e-3),
        // 1 mm/s for each point from the first, 10 mm/s, on, which are √10 apart
        Id::ComplianceTableSpeed => 1e-3 * (1.0 + (2.0 * (start / 0.01).log10()).round()) * random.within(0.95, 1.05),
        Id::ComplianceTableE => random.within(0.2, 0.9),
        Id::FrictionMuC => random.within(0.2, 0.4),
        Id::FrictionMuS => random.within(0.4, 0.8),
        Id::FrictionVS => random.within(0.01, 0.03),
        // wide enough that slips below it occur
        Id::FrictionVEps => random.within(5e-3, 1e-2),
        Id::FrictionSigma2 => random.within(0.0, 1.0),
        Id::InverseMass | Id::FreeAcceleration | Id::CouplingMassJ => random.within(0.0, 1.0),
        Id::InverseInertia | Id::FreeAngularAcceleration => random.within(0.0, 1.0),
        _ => start * random.within(0.8, 1.2),
    }
}

/// For friction.map = planes.
const PLANES: [(&str, &str); 6] = [
    ("friction.planes[1][1]", "1.1"),
    ("friction.planes[2][1]", "-0.9"),
    ("friction.planes[3][2]", "1.2"),
    ("friction.planes[4][2]", "-0.8"),
    ("friction.planes[5][3]", "1.3"),
    ("friction.planes[6][3]", "-0.7"),
];

/// Which elements change which: (unknown, known) by value reference, over random situations, settings and phases.
fn observed() -> BTreeSet<(u32, u32)> {
    let mut random = Random(20040913);
    let mut seen = BTreeSet::new();
    let mut knowns: Vec<_> = TABLE.iter().filter(|row| !row.start.is_empty()).collect();
    // so that the situations do not hang on the order of the table
    knowns.sort_by_key(|row| row.value_reference);
    let unknowns: Vec<_> =
        TABLE.iter().filter(|row| row.causality == Causality::Output || row.derivative_of.is_some()).collect();
    // None where what was set does not fit together
    let read = |model: &mut Contact| -> Option<Vec<(u32, u64)>> {
        let mut values = Vec::new();
        for row in &unknowns {
            for k in 0..row.len() {
                let reference = row.value_reference + k as u32;
                values.push(match row.kind {
                    Kind::Real => (reference, model.real(row.id, k).ok()?.to_bits()),
                    _ => (reference, model.integer(row.id).ok()? as u64),
                });
            }
        }
        Some(values)
    };
    for situation in 0..24_000 {
        // the residual follows the pose in Model Exchange, where it has been initialized
        let interface = if situation / 12 % 2 > 0 { Interface::ModelExchange } else { Interface::CoSimulation };
        let mut model = Contact::with_values(interface, &PLANES).unwrap();
        for row in &knowns {
            match row.kind {
                Kind::Real => (0..row.len()).for_each(|k| {
                    model.set_real(row.id, k, value_for(row.id, row.start[k], &mut random));
                }),
                Kind::Boolean => model.set_integer(row.id, 1),
                Kind::Enumeration(items) => {
                    // the first item three times out of four: the laws that do something
                    let item =
                        if random.share() < 0.75 { 1 } else { 1 + (random.share() * items.items.len() as f64) as i32 };
                    model.set_integer(row.id, item);
                }
                Kind::Integer if row.id == Id::ComplianceTablePoints => {
                    model.set_integer(row.id, (2 + (random.share() * 12.0) as i32).min(8));
                }
                Kind::Integer => model.set_integer(row.id, 4 + 2 * (random.share() * 14.0) as i32),
            }
        }
        if model.integer(Id::ComplianceLaw).unwrap() == 6 {
            // a linear spring and damper
            model.set_real(Id::ComplianceP, 0, 1.0);
            model.set_integer(Id::ComplianceSource, 1);
        }
        // a table has many points, and each situation sees two of them
        if random.share() < 0.3 {
            model.set_integer(Id::ComplianceRestitution, 4);
        }
        // parallel order with an estimate is refused; from here each of the two can be changed alone
        model.set_integer(Id::CouplingOrder, 1);
        model.set_integer(Id::CouplingFreeAccelerationSource, 1);
        // a rigid contact has no forces before its first step, and is refused with most of what varies here
        model.set_integer(Id::CouplingMethod, 1);
        if situation % 16 == 15 {
            model.set_integer(Id::CouplingMode, 2);
            model.set_integer(Id::FrictionERSource, 1);
            [Id::FrictionMuR, Id::FrictionER].into_iter().for_each(|id| model.set_real(id, 0, 0.0));
            [Id::FrictionET, Id::FrictionEO].into_iter().for_each(|id| model.set_real(id, 0, 1.0));
            let map = model.integer(Id::FrictionMap).unwrap();
            model.set_integer(Id::FrictionMap, 1 + (map - 1) % 3);
        }
        let pairs = Pair::ALL.len();
        let pair = Pair::ALL[situation % pairs];
        model.set_integer(Id::GeometryPair, 1 + (situation % pairs) as i32);
        if pair != Pair::External {
            // the sphere touches or just misses body j; 0.4 m away from its axis, so that it fits into a hollow one
            model.set_real(Id::GeometryRadiusI, 0, 0.1);
            model.set_real(Id::PositionI, 0, 0.4);
            let gap = model.real(Id::Gap, 0).unwrap() - random.within(-2e-4, 1e-3);
            let (size, sign) = match pair {
                Pair::SpherePlane => (Id::GeometryHeightJ, 1.0),
                Pair::SphereSphere | Pair::SphereOnCylinder => (Id::GeometryRadiusJ, 1.0),
                Pair::External | Pair::SphereInCylinder | Pair::SphereInSphere => (Id::GeometryRadiusJ, -1.0),
            };
            let value = model.real(size, 0).unwrap();
            model.set_real(size, 0, value + sign * gap);
        }
        if !(situation / pairs).is_multiple_of(2) {
            model.exit_initialization(&mut |_| ()).unwrap();
        }
        let before = read(&mut model).unwrap();
        for row in &knowns {
            for k in 0..row.len() {
                let mut other = model.clone();
                match row.kind {
                    Kind::Real => {
                        let value = other.real(row.id, k).unwrap();
                        let step = value_for(row.id, row.start[k], &mut random) - value;
                        other.set_real(row.id, k, value + 0.3 * step);
                    }
                    kind => {
                        let value = other.integer(row.id).unwrap();
                        let changed = match kind {
                            Kind::Boolean => 1 - value,
                            Kind::Enumeration(items) => 1 + value % items.items.len() as i32,
                            Kind::Integer | Kind::Real => value + 2,
                        };
                        other.set_integer(row.id, changed);
                    }
                }
                for (was, is) in before.iter().zip(read(&mut other).into_iter().flatten()) {
                    if was.1 != is.1 {
                        seen.insert((was.0, row.value_reference + k as u32));
                    }
                }
            }
        }
    }
    seen
}

#[test]
fn declared_dependencies_are_those_that_are_observed() {
    let document = document();
    let variables = variables(&document);
    let reference = |index: usize| attribute(variables[index - 1], "valueReference").parse::<u32>().unwrap();
    let name = |wanted: u32| {
        let found = variables.iter().find(|v| attribute(**v, "valueReference") == wanted.to_string());
        attribute(*found.unwrap(), "name").to_string()
    };
    let mut declared = BTreeSet::new();
    for section in ["Outputs", "Derivatives", "InitialUnknowns"] {
        for (unknown, knowns) in structure(&document, section) {
            declared.extend(knowns.into_iter().map(|known| (reference(unknown), reference(known))));
        }
    }
    let observed = observed();
    let missing: Vec<_> =
        observed.difference(&declared).map(|(u, k)| format!("{} on {}", name(*u), name(*k))).collect();
    let idle: Vec<_> = declared.difference(&observed).map(|(u, k)| format!("{} on {}", name(*u), name(*k))).collect();
    assert!(missing.is_empty(), "not declared: {missing:#?}");
    assert!(idle.is_empty(), "declared, never seen: {idle:#?}");
}
