//! The palette of materials, and that the documentation shows it as it is.
use std::collections::BTreeSet;

use asperity_lab::material::{BOUNCES, Bounce, FRICTIONS, Friction, Material, PALETTE, Property, SOURCES};

const PAGE: &str = include_str!("../../../../modelDescription/documentation/theory.html");

fn every_source() -> Vec<&'static str> {
    let of_materials =
        PALETTE.iter().flat_map(|material| material.properties().map(|(_, Property { source, .. }, _)| source));
    of_materials
        .chain(FRICTIONS.iter().map(|friction| friction.source))
        .chain(BOUNCES.iter().map(|bounce| bounce.source))
        .collect()
}

#[test]
fn every_value_names_a_source_and_every_source_is_cited() {
    let keys: BTreeSet<&str> = SOURCES.iter().map(|(key, _)| *key).collect();
    let cited: BTreeSet<&str> =
        every_source().iter().map(|source| source.split(',').next().unwrap_or(source)).collect();
    assert_eq!(cited, keys);
    assert_eq!(keys.len(), SOURCES.len());
}

#[test]
fn names_are_unique_and_pairs_are_of_the_palette() {
    let names: Vec<&str> =
        PALETTE.iter().flat_map(|material| material.also.iter().chain([&material.name])).copied().collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    for name in &names {
        assert!(Material::find(name).is_some_and(|found| found.name == *name || found.also.contains(name)), "{name}");
    }
    let pairs = FRICTIONS.iter().map(|friction| friction.pair).chain(BOUNCES.iter().map(|bounce| bounce.pair));
    for name in pairs.flatten() {
        assert!(PALETTE.iter().any(|material| material.name == name), "{name}");
    }
    assert_eq!(Friction::find("steel", "ptfe"), Friction::find("ptfe", "steel"));
    assert!(Friction::find("steel", "ptfe").is_some() && Friction::find("steel", "rubber").is_none());
    assert_eq!(Bounce::find("steel", "steel").count(), 3);
}

#[test]
fn restitutions_are_numbers_or_rules() {
    let values = |i, j| Bounce::find(i, j).map(Bounce::value).collect::<Vec<_>>();
    assert_eq!(values("steel", "steel"), [None, Some(0.7), Some(5.0 / 9.0)]);
    assert_eq!(values("aluminium", "glass"), [Some(0.83)]);
    let known = BOUNCES.iter().filter_map(Bounce::value);
    assert!(known.clone().count() > 4 && known.clone().all(|e| (0.001..=1.0).contains(&e)));
    // The unit refuses a sliding coefficient above the static one.
    assert!(FRICTIONS.iter().all(|friction| friction.mu_c.is_none_or(|mu_c| mu_c <= friction.mu_s)));
}

#[test]
fn values_fit_the_unit() {
    for material in PALETTE {
        assert!(material.young.value > 0.0 && material.density.value > 0.0, "{}", material.name);
        assert!((0.0..=0.5).contains(&material.poisson.value), "{}", material.name);
    }
}

/// Ranges of E [GPa] and density [kg/m³] from books other than those the palette takes the value from: Gere, Tables H-1
/// and H-2, and where that is the palette's own source or has none, Callister, Tables B.1 and B.2, or Dowling. A grade
/// may lie outside of the range for its kind, so that a quarter more or less is let pass: what is looked for is a slip
/// of the pen.
#[test]
fn values_agree_with_a_second_book() {
    let second = [
        ("steel", [190.0, 210.0], [7850.0, 7850.0]),
        ("cast-iron", [83.0, 170.0], [7000.0, 7400.0]),
        ("aluminium", [69.0, 70.3], [2700.0, 2700.0]),
        ("titanium", [100.0, 120.0], [4500.0, 4500.0]),
        ("brass", [96.0, 110.0], [8400.0, 8600.0]),
        ("glass", [48.0, 83.0], [2400.0, 2800.0]),
        ("concrete", [25.4, 36.6], [2400.0, 2400.0]),
        // E_0/15 for hardwood [EN 384] of 11.0 … 14.1 GPa along the grain [Callister]
        ("oak-across", [0.73, 0.94], [640.0, 720.0]),
        ("oak-along", [11.0, 12.0], [640.0, 720.0]),
        ("nylon", [2.1, 3.4], [880.0, 1100.0]),
        ("polycarbonate", [2.38, 2.38], [1200.0, 1200.0]),
        ("polyethylene", [0.7, 1.4], [960.0, 1400.0]),
        ("ptfe", [0.4, 0.55], [2170.0, 2170.0]),
        ("rubber", [0.0007, 0.004], [960.0, 1300.0]),
    ];
    assert_eq!(
        second.map(|(name, ..)| name).as_slice(),
        PALETTE.iter().map(|material| material.name).collect::<Vec<_>>()
    );
    for (material, (name, young, density)) in PALETTE.iter().zip(second) {
        for (value, [low, high]) in [(material.young.value / 1e9, young), (material.density.value, density)] {
            assert!((0.75 * low..=1.25 * high).contains(&value), "{name}: {value}, not {low} … {high}");
        }
    }
}

/// The rows that the documentation must hold, whatever its line breaks.
fn rows() -> Vec<String> {
    let materials = PALETTE.iter().map(|material| {
        let Material { name, what, young, poisson, density, .. } = material;
        let sources: Vec<String> = material
            .properties()
            .map(|(symbol, Property { source, .. }, _)| {
                let symbol = [("nu", "<i>ν</i>"), ("E", "<i>E</i>")]
                    .into_iter()
                    .find_map(|(plain, html)| (plain == symbol).then_some(html))
                    .unwrap_or(symbol);
                format!("{symbol}: {source}")
            })
            .collect();
        let strength = material.yield_strength.map_or("–".into(), |property| (property.value / 1e6).to_string());
        format!(
            "<tr><td><code>{name}</code><br>{what}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{strength}</td><td>{}</td></tr>",
            young.value / 1e9,
            poisson.value,
            density.value,
            sources.join("<br>")
        )
    });
    let frictions = FRICTIONS.iter().map(|Friction { pair: [i, j], mu_s, mu_c, source }| {
        let mu_c = mu_c.map_or("–".into(), |mu_c| mu_c.to_string());
        format!(
            "<tr><td><code>{i}</code>, <code>{j}</code></td><td class=\"n\">{mu_s}</td><td class=\"n\">{mu_c}</td>\
             <td>{source}</td></tr>"
        )
    });
    let bounces = BOUNCES.iter().map(|Bounce { pair: [i, j], e, source }| {
        format!("<tr><td><code>{i}</code>, <code>{j}</code></td><td>{e}</td><td>{source}</td></tr>")
    });
    // The page has [G04] among its own references.
    let sources = SOURCES.iter().filter(|(key, _)| *key != "G04").map(|(key, text)| format!("<li>[{key}] {text}</li>"));
    materials.chain(frictions).chain(bounces).chain(sources).collect()
}

fn without_breaks(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("> <", "><")
}

#[test]
fn the_documentation_shows_the_palette_as_the_command_does() {
    let page = without_breaks(PAGE);
    let missing: Vec<String> = rows().into_iter().filter(|row| !page.contains(&without_breaks(row))).collect();
    assert!(missing.is_empty(), "modelDescription/documentation/theory.html lacks\n{}", missing.join("\n"));
}
