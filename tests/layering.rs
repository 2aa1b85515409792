//! The layers of the design: who may use whom, read off the source text.

#[path = "layering/circles.rs"]
mod circles;
#[path = "layering/papers.rs"]
mod papers;
#[path = "layering/words.rs"]
mod words;

use std::{fs, path::Path};

/// Folder, the folders of the core it may use, and further words it may not contain.
const LAYERS: &[(&str, &[&str], &[&str])] = &[
    ("src/physics", &["physics"], &["unsafe", "std::", "Vec<", "Box<", "String", "step_size", "println"]),
    ("src/shape", &["shape", "physics"], &["unsafe", "std::", "Vec<", "Box<", "String", "println"]),
    ("src/meet", &["meet", "shape", "physics"], &["unsafe", "std::", "Vec<", "Box<", "String", "step_size", "println"]),
    ("src/rigid", &["rigid", "physics"], &["unsafe", "std::", "Vec<", "Box<", "String", "println"]),
    (
        "src/stepping",
        &["stepping", "meet", "physics", "rigid"],
        &["unsafe", "fmi", "Vec<", "Box<", "String", "println"],
    ),
    ("src/fmi", &["fmi"], &["penetration", "friction", "bristle", "mpact", "ledger", "restitution", "println"]),
    ("src/unit", &["unit", "fmi", "stepping", "meet", "shape", "physics"], &["unsafe", "println"]),
    ("src/capi", &["capi", "unit", "stepping", "meet", "physics", "rigid"], &["fmi", "Vec<", "String", "println"]),
    ("crates/pack/src", &["unit"], &["unsafe", "asperity_lab"]),
    ("crates/lab/src", &["fmi", "rigid"], &["physics"]),
    ("crates/studies/src", &["rigid"], &["unsafe", "println"]),
    ("crates/command/src", &["physics", "rigid", "unit"], &["unsafe"]),
    ("crates/playground/src", &["unit", "fmi", "physics"], &["println"]),
    ("crates/python/src", &["capi", "unit", "fmi", "physics"], &["unsafe"]),
];
/// Where a package has its programs, which may print.
const PROGRAMS: &str = "/src/bin/";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the core calls itself in a layer: the others see it as a crate.
fn core_in(layer: &str) -> &'static str {
    if layer.starts_with("src") { "crate" } else { "asperity" }
}

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The text without comments and without its own unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Folders named after the core, also inside braces.
fn used_folders(code: &str, core: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in code.split(&format!("{core}::")).skip(1) {
        let group = rest.strip_prefix('{').map(|group| group.split('}').next().unwrap_or_default());
        for item in group.unwrap_or(rest).split(',').take(if group.is_some() { usize::MAX } else { 1 }) {
            found.push(item.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

#[test]
fn each_layer_uses_only_those_it_may() {
    for (layer, may_use, may_not_say) in LAYERS {
        let mut files = Vec::new();
        sources(&root().join(layer), &mut files);
        assert!(!files.is_empty(), "{layer} has no sources");
        let core = core_in(layer);
        // `render` is compiled into build.rs
        for (path, text) in files.iter().filter(|(path, _)| !path.contains("render") && !path.contains(PROGRAMS)) {
            let code = code(text);
            for used in used_folders(&code, core) {
                let macros = ["export_fmi2"];
                assert!(
                    may_use.contains(&used.as_str()) || macros.contains(&used.as_str()),
                    "{path} uses {core}::{used}"
                );
            }
            for word in *may_not_say {
                assert!(!code.contains(word), "{path} says {word:?}");
            }
        }
    }
}

/// A file of a layer uses others of it in one direction only.
#[test]
fn files_of_a_layer_do_not_use_each_other_in_circles() {
    let mut files = Vec::new();
    for (layer, ..) in LAYERS {
        let (folder, name) = (root().join(layer), layer.split('/').nth(1).unwrap());
        let mut found = Vec::new();
        sources(&folder, &mut found);
        for (path, text) in found {
            let path = Path::new(&path).strip_prefix(&folder).unwrap().with_extension("");
            let words = path.iter().map(|word| word.to_string_lossy().into_owned());
            let words = words.filter(|word| !["mod", "lib"].contains(&&**word));
            // a package of its own is one layer
            let text =
                if core_in(layer) == "crate" { text } else { text.replace("crate::", &format!("crate::{name}::")) };
            files.push(([name.to_owned()].into_iter().chain(words).collect(), text));
        }
    }
    let mut found = String::new();
    for circle in circles::circles(&files) {
        let arrows: Vec<_> = circle.iter().map(|(from, to)| format!("  {from} → {to}\n")).collect();
        found += &format!("a circle:\n{}", arrows.concat());
    }
    assert!(found.is_empty(), "{found}");
}

#[test]
fn rigid_contact_takes_nothing_but_elementary_functions_from_the_laws() {
    let mut files = Vec::new();
    sources(&root().join("src/rigid"), &mut files);
    for (path, text) in files {
        for rest in code(&text).split("crate::physics").skip(1) {
            assert!(
                rest.starts_with("::elementary;"),
                "{path} uses crate::physics{}",
                rest.lines().next().unwrap_or_default()
            );
        }
    }
}

#[test]
fn laboratory_takes_nothing_but_the_abi_types_from_the_fmi_layer() {
    let mut files = Vec::new();
    sources(&root().join("crates/lab/src"), &mut files);
    for (path, text) in files {
        for rest in code(&text).split("asperity::fmi::").skip(1) {
            assert!(
                rest.starts_with("v2::abi"),
                "{path} uses asperity::fmi::{}",
                rest.lines().next().unwrap_or_default()
            );
        }
    }
}

#[test]
fn time_step_never_enters_a_law() {
    let mut files = Vec::new();
    sources(&root().join("src/physics"), &mut files);
    for (path, text) in files {
        for line in code(&text).lines() {
            assert!(!line.contains(" h:") && !line.contains("dt:") && !line.contains("(h:"), "{path}: {line}");
        }
    }
}

/// What the laws need of them is in the contact frame; only the faults say what their parameters are called.
#[test]
fn laws_know_no_shape_and_no_pair() {
    let words = ["Shape", "Pair", "Geometry", "geometry", "radius_i", "radius_j", "center_"];
    let mut files = Vec::new();
    sources(&root().join("src/physics"), &mut files);
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("fault.rs")) {
        for word in words {
            assert!(!code(text).contains(word), "{path} says {word:?}");
        }
    }
}

/// They are held in `stepping/coupling.rs`; only the faults, which all layers share, say what their parameters are called.
#[test]
fn laws_know_no_setting_of_coupling_or_time_stepping() {
    let words = ["Coupling", "coupling", "HandBack", "hand_back", "MassSource", "FreeAcceleration", "Step", "masses"];
    let mut files = Vec::new();
    sources(&root().join("src/physics"), &mut files);
    for (path, text) in files.iter().filter(|(path, _)| !path.ends_with("fault.rs")) {
        for word in words {
            assert!(!code(text).contains(word), "{path} says {word:?}");
        }
    }
}

#[test]
fn the_map_of_folders_is_true() {
    let map = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    for parent in ["src", "crates"] {
        let folders = fs::read_dir(root().join(parent)).unwrap().map(|entry| entry.unwrap().path());
        for folder in folders.filter(|path| path.is_dir()) {
            let name = format!("{parent}/{}", folder.file_name().unwrap().to_string_lossy());
            assert!(map.contains(&name), "docs/architecture.md does not mention {name}");
        }
    }
}

/// Every text file of the folders that git would have, but for generated and foreign ones.
fn texts(folders: &[&str]) -> Vec<(String, String)> {
    fn walk(path: &Path, found: &mut Vec<(String, String)>) {
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !["target", ".venv", "__pycache__"].contains(&&*name) {
                fs::read_dir(path).unwrap().for_each(|entry| walk(&entry.unwrap().path(), found));
            }
        // the build of the Python package leaves a list of licences there
        } else if !path.ends_with("THIRD-PARTY.txt")
            && let Ok(text) = fs::read_to_string(path)
        {
            found.push((path.display().to_string(), text));
        }
    }
    let mut found = Vec::new();
    folders.iter().for_each(|folder| walk(&root().join(folder), &mut found));
    found
}

/// A reader has this repository and the papers: notes outside it are nothing to cite.
#[test]
fn documents_that_are_cited_are_in_the_repository() {
    let folders = [
        "src",
        "crates",
        "tests",
        "fmu-tests",
        "benches",
        "examples",
        "docs",
        "include",
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "SECURITY.md",
        "build.rs",
    ];
    let files = texts(&folders);
    let name_of = |path: &str| path.rsplit('/').next().unwrap_or_default().to_string();
    let known: Vec<_> = files.iter().map(|(path, _)| name_of(path)).filter(|name| name.ends_with(".md")).collect();
    assert!(known.len() > 8, "{known:?}");
    for (path, text) in &files {
        // words that end in .md, as in docs/numerics.md#constants
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && !"_-./".contains(c)) {
            let name = name_of(word.strip_suffix('.').unwrap_or(word));
            // the build makes reference.md
            let is_cited = name.ends_with(".md") && name != ".md" && name != "reference.md";
            assert!(!is_cited || known.contains(&name), "{path} cites {name}, which is not in the repository");
        }
    }
}

/// `docs/numerics.md step 4` and links to its headings.
#[test]
fn steps_that_are_cited_are_in_the_numerics() {
    let page = fs::read_to_string(root().join("docs/numerics.md")).unwrap();
    let has_step = |number: &str| page.contains(&format!("### Step {number}:"));
    let mut cited = std::collections::BTreeSet::new();
    for (path, text) in texts(&["src/stepping", "src/rigid", "tests", "docs"]) {
        for rest in text.split("numerics.md step").skip(1) {
            let numbers = rest.trim_start_matches('s').trim_start();
            let number: String = numbers.chars().take_while(char::is_ascii_digit).collect();
            assert!(path.ends_with("layering.rs") || has_step(&number), "{path} cites step {number:?}");
            cited.insert(number);
        }
    }
    assert!(cited.len() > 12, "{cited:?}");
    let anchor = |heading: &str| -> String {
        let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        text.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
    };
    let anchors: Vec<_> = page.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
    for link in page.split("(#").skip(1) {
        let link = link.split(')').next().unwrap_or_default();
        assert!(anchors.iter().any(|anchor| anchor == link), "docs/numerics.md has no heading for #{link}");
    }
}

/// The numbers of stepping, time stepping and of the contact as a model, each with the value it has, and where it comes from.
#[test]
fn every_constant_of_the_steps_is_in_the_numerics_with_its_value() {
    let page = fs::read_to_string(root().join("docs/numerics.md")).unwrap();
    let rows: Vec<Vec<_>> = page.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let mut count = 0;
    for folder in ["src/stepping", "src/rigid/time_stepping", "src/unit/contact"] {
        let mut files = Vec::new();
        sources(&root().join(folder), &mut files);
        for (path, text) in files {
            let file = Path::new(&path).file_name().unwrap().to_string_lossy().into_owned();
            for line in code(&text).lines() {
                let Some((_, declared)) = line.split_once("const ") else { continue };
                let Some((name, rest)) = declared.split_once(": ") else { continue };
                if !["f64", "u32", "u8", "usize"].iter().any(|kind| rest.starts_with(kind)) {
                    continue;
                }
                let Some((_, value)) = rest.strip_suffix(';').and_then(|rest| rest.split_once(" = ")) else { continue };
                let row =
                    rows.iter().find(|row| row.len() > 4 && row[1].contains(&file) && row[2] == format!("`{name}`"));
                let row = row.unwrap_or_else(|| panic!("docs/numerics.md has no row for {name} of {path}"));
                assert_eq!(row[3], format!("`{value}`"), "docs/numerics.md, {name} of {file}");
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}
