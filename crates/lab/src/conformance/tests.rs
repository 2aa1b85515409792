fn problems(xml: &str) -> Vec<String> {
    super::problems(xml).expect("it is XML")
}

/// Everything that there are rules for, and none broken.
const SOUND: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Pendulum" guid="{1}" variableNamingConvention="structured" numberOfEventIndicators="1">
  <ModelExchange modelIdentifier="Pendulum"/>
  <CoSimulation modelIdentifier="Pendulum"/>
  <UnitDefinitions><Unit name="m"/></UnitDefinitions>
  <TypeDefinitions>
    <SimpleType name="Law"><Enumeration><Item name="one" value="1"/></Enumeration></SimpleType>
    <SimpleType name="Length"><Real unit="m" min="0" max="10"/></SimpleType>
  </TypeDefinitions>
  <ModelVariables>
    <ScalarVariable name="time" valueReference="0" causality="independent"><Real/></ScalarVariable>
    <ScalarVariable name="length" valueReference="1" causality="parameter" variability="fixed"><Real declaredType="Length" start="2"/></ScalarVariable>
    <ScalarVariable name="law" valueReference="2" causality="parameter" variability="tunable"><Enumeration declaredType="Law" start="1"/></ScalarVariable>
    <ScalarVariable name="push" valueReference="3" causality="input"><Real unit="m" start="0"/></ScalarVariable>
    <ScalarVariable name="angle" valueReference="4" initial="exact"><Real start="0.1"/></ScalarVariable>
    <ScalarVariable name="der(angle)" valueReference="5"><Real derivative="5"/></ScalarVariable>
    <ScalarVariable name="tip.x[1]" valueReference="6" causality="output"><Real/></ScalarVariable>
    <ScalarVariable name="mass" valueReference="7" causality="calculatedParameter" variability="fixed"><Real/></ScalarVariable>
    <ScalarVariable name="label" valueReference="8" causality="parameter" variability="fixed"><String start=""/></ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    <Outputs><Unknown index="7" dependencies="5" dependenciesKind="dependent"/></Outputs>
    <Derivatives><Unknown index="6" dependencies="4 5"/></Derivatives>
    <InitialUnknowns><Unknown index="6"/><Unknown index="7"/><Unknown index="8"/></InitialUnknowns>
  </ModelStructure>
</fmiModelDescription>"#;

#[test]
fn sound_description_has_no_problem() {
    assert_eq!(problems(SOUND), [""; 0]);
}

/// Every rule, broken alone: what is replaced, by what, and what the one problem says.
#[test]
fn every_broken_rule_is_named_with_the_culprit() {
    let cases = [
        (r#"fmiVersion="2.0""#, r#"fmiVersion="3.0""#, "fmiVersion is 3.0"),
        (r#"guid="{1}""#, "", "no guid"),
        (r#"modelName="Pendulum""#, r#"modelName="""#, "no modelName"),
        (r#"<CoSimulation modelIdentifier="Pendulum"/>"#, r#"<CoSimulation modelIdentifier="../x"/>"#, "'../x'"),
        (r#"Indicators="1""#, r#"Indicators="-1""#, "numberOfEventIndicators is '-1'"),
        (r#"name="length""#, r#"name="law""#, "two variables are called law"),
        (r#"name="length""#, r#"name="a length""#, "a length is no structured name"),
        (r#"name="length""#, r#"name="""#, "variable 2: it has no name"),
        (r#"valueReference="1""#, r#"valueReference="3""#, "length and push share value reference 3 of Real"),
        (r#"valueReference="1""#, r#"valueReference="-1""#, "length: its valueReference"),
        (r#"causality="input""#, r#"causality="input" initial="exact""#, "push: initial is exact"),
        (
            r#"causality="input""#,
            r#"causality="input" variability="fixed""#,
            "push: causality input and variability fixed",
        ),
        (r#"unit="m" start="0""#, r#"unit="m""#, "push: it needs a start value"),
        (r#"unit="m" start="0""#, r#"unit="km" start="0""#, "push: unit km is not defined"),
        (r#"unit="m" start="0""#, r#"unit="m" start="NaN""#, "push: start is 'NaN'"),
        (r#"variability="tunable""#, "", "law: causality parameter and variability continuous"),
        (r#"declaredType="Law" "#, "", "law: an Enumeration needs a declaredType"),
        (r#"declaredType="Law""#, r#"declaredType="Rule""#, "law: declaredType Rule is not defined"),
        (r#"declaredType="Law""#, r#"declaredType="Length""#, "law: declaredType Length is of type Real"),
        (r#"declaredType="Length" start="2""#, r#"declaredType="Length" start="11""#, "length: its start value 11"),
        (r#"min="0" max="10""#, r#"min="3" max="1""#, "length: min 3 is greater than max 1"),
        (r#"initial="exact""#, "", "angle: it must not have a start value"),
        (r#"<Real derivative="5"/>"#, "<Real/>", "der(angle) is not the derivative"),
        (r#"<Real derivative="5"/>"#, r#"<Real derivative="12"/>"#, "der(angle): derivative is '12'"),
        (r#"<Real derivative="5"/>"#, r#"<Real derivative="3"/>"#, "der(angle) or its state law is no Real"),
        (
            r#"causality="output"><Real/>"#,
            r#"causality="output" initial="exact"><Real/>"#,
            "tip.x[1]: it needs a start value",
        ),
        (r#"causality="output"><Real/>"#, r#"causality="output"><Number/>"#, "tip.x[1]: it has no type"),
        (
            r#"variability="fixed"><Real/>"#,
            r#"variability="fixed" initial="exact"><Real start="1"/>"#,
            "mass: initial is exact",
        ),
        (r#"<Unknown index="7" dependencies="5""#, r#"<Unknown index="7" dependencies="5 77""#, "depends on '77'"),
        (r#"dependenciesKind="dependent""#, r#"dependenciesKind="dependent fixed""#, "tip.x[1] has not as many"),
        (
            r#"<Unknown index="6"/><Unknown index="7"/>"#,
            r#"<Unknown index="7"/>"#,
            "InitialUnknowns: der(angle) is missing",
        ),
        (r#"<InitialUnknowns>"#, r#"<InitialUnknowns><Unknown index="5"/>"#, "InitialUnknowns: angle does not belong"),
        (r#"<InitialUnknowns>"#, r#"<InitialUnknowns><Unknown index="0"/>"#, "no variable with the index '0'"),
        (r#"<InitialUnknowns>"#, r#"<InitialUnknowns><Unknown index="6"/>"#, "der(angle) is listed twice"),
    ];
    for (old, new, expected) in cases {
        assert!(SOUND.contains(old), "{old}");
        let found = problems(&SOUND.replacen(old, new, 1));
        let named = found.iter().any(|problem| problem.contains(expected));
        assert!(named, "{old} -> {new}: {found:?}");
    }
}

#[test]
fn whole_lists_that_are_missing_are_named() {
    let without = |old: &str, new: &str| problems(&SOUND.replace(old, new)).join("; ");
    assert!(without("ModelStructure>", "Structure>").contains("there is no ModelStructure"));
    assert!(without("Outputs>", "Others>").contains("Outputs: tip.x[1] is missing"));
    let neither = SOUND.replace("<ModelExchange", "<Other").replace("<CoSimulation", "<Other");
    assert_eq!(problems(&neither), ["neither ModelExchange nor CoSimulation is offered"]);
    assert!(super::problems("<fmiModelDescription").is_err());
}
