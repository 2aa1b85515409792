//! How tests are named, and which words stand in texts for users.

use super::texts;

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
