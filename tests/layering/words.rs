//! How tests are named, and which words stand in texts for users.

use super::texts;
use std::{fs, path::Path};

/// What a list of failures can show in one line.
#[test]
fn names_of_tests_have_at_most_70_characters() {
    let mut count = 0;
    for (path, text) in texts(&["src", "tests", "fmu-tests", "benches", "crates"]) {
        let mark = match path.rsplit('.').next() {
            Some("rs") => "#[test]\n",
            Some("py") => "\n",
            _ => continue,
        };
        for after in text.split(mark).skip(1) {
            let line = after.lines().find(|line| !line.trim_start().starts_with("#[")).unwrap_or_default().trim_start();
            let declared =
                line.strip_prefix("fn ").or_else(|| line.strip_prefix("def ").filter(|n| n.starts_with("test_")));
            let Some(declared) = declared else { continue };
            let name: String = declared.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert!(name.len() <= 70, "{path}: {name} has {} characters", name.len());
            count += 1;
        }
    }
    assert!(count > 800, "{count} tests found");
}

#[test]
fn every_file_named_in_the_glossary_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/glossary.md")).unwrap();
    let mut count = 0;
    for line in page.lines().filter(|line| line.contains('`')) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [word, _, _, meaning, file] = cells[..] else { panic!("{line}") };
        assert!(!word.is_empty() && meaning.ends_with('.'), "{line}");
        assert!(root.join(file.trim_matches('`')).is_file(), "{line}");
        count += 1;
    }
    assert!(count > 40, "{count} words");
}
