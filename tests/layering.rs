//! The layers of the design: who may use whom, read off the source text.

use std::{fs, path::Path};

/// Folder, the folders of this crate it may use, and further words it may not contain.
const LAYERS: &[(&str, &[&str], &[&str])] = &[
    ("physics", &["physics"], &["unsafe", "std::", "Vec<", "Box<", "String", "step_size", "println"]),
    ("rigid", &["rigid", "physics"], &["unsafe", "std::", "Vec<", "Box<", "String", "println"]),
    ("stepping", &["stepping", "physics", "rigid"], &["unsafe", "fmi2", "Vec<", "Box<", "String", "println"]),
    ("fmi2", &["fmi2"], &["penetration", "friction", "bristle", "mpact", "ledger", "restitution", "println"]),
    ("unit", &["unit", "fmi2", "stepping", "physics"], &["unsafe", "println"]),
    ("capi", &["capi", "unit", "stepping", "physics"], &["fmi2", "Vec<", "String", "println"]),
    ("host", &["host", "fmi2", "rigid"], &["physics", "crate::stepping"]),
    ("package", &["package", "unit"], &["unsafe"]),
];

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

/// Folders named after `crate::`, also inside braces.
fn used_folders(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
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
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(layer), &mut files);
        assert!(!files.is_empty(), "{layer} has no sources");
        // `render` is compiled into build.rs
        for (path, text) in files.iter().filter(|(path, _)| !path.contains("render")) {
            let code = code(text);
            for used in used_folders(&code) {
                let macros = ["export_fmi2"];
                assert!(
                    may_use.contains(&used.as_str()) || macros.contains(&used.as_str()),
                    "{path} uses crate::{used}"
                );
            }
            for word in *may_not_say {
                assert!(!code.contains(word), "{path} says {word:?}");
            }
        }
    }
}

#[test]
fn rigid_contact_takes_nothing_but_elementary_functions_from_the_laws() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rigid"), &mut files);
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
fn host_takes_nothing_but_the_abi_types_from_the_fmi_layer() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/host"), &mut files);
    for (path, text) in files {
        for rest in code(&text).split("crate::fmi2::").skip(1) {
            assert!(rest.starts_with("abi"), "{path} uses crate::fmi2::{}", rest.lines().next().unwrap_or_default());
        }
    }
}

#[test]
fn time_step_never_enters_a_law() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/physics"), &mut files);
    for (path, text) in files {
        for line in code(&text).lines() {
            assert!(!line.contains(" h:") && !line.contains("dt:") && !line.contains("(h:"), "{path}: {line}");
        }
    }
}

#[test]
fn the_map_of_folders_in_the_readme_is_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for folder in
        fs::read_dir(root.join("src")).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        let name = format!("src/{}", folder.file_name().unwrap().to_string_lossy());
        assert!(readme.contains(&name), "README.md does not mention {name}");
    }
}
