//! Which file of a layer uses which, read off the source text, and where that goes in circles.
//!
//! Every path counts, in a `use` or in the middle of the code, from `crate`, `self`, `super`, a child or an imported name. A
//! name that a module passes on is followed to the file that defines it, so that neither a `pub use` nor a parent stands
//! between two files. What only a method call shows is not seen.

use std::collections::{BTreeMap, BTreeSet};

/// Words from the crate's root on: `physics`, `normal`.
type Path = Vec<String>;

/// Arrows between the files of a circle: who uses whom.
pub type Circle = Vec<(String, String)>;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// `::`
    Into,
    Mark(char),
}

/// Source text without comments, strings and what follows `#[cfg(test)]`.
fn tokens(text: &str) -> Vec<Token> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let chars: Vec<char> = text.chars().collect();
    let at = |k: usize| chars.get(k).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut found, mut k) = (Vec::new(), 0);
    while k < chars.len() {
        match (at(k), at(k + 1)) {
            ('/', '/') => k += chars[k..].iter().take_while(|c| **c != '\n').count(),
            ('r', '#') => {
                // the strings of this crate have no "# inside
                k += 2 + chars[k + 2..].windows(2).take_while(|pair| *pair != ['"', '#']).count() + 2;
            }
            ('"', _) => {
                k += 1;
                while k < chars.len() && at(k) != '"' {
                    k += if at(k) == '\\' { 2 } else { 1 };
                }
                k += 1;
            }
            // a character; of a lifetime only the mark
            ('\'', '\\') => k += 3 + chars[k + 3..].iter().take_while(|c| **c != '\'').count() + 1,
            ('\'', _) if at(k + 2) == '\'' => k += 3,
            (':', ':') => {
                found.push(Token::Into);
                k += 2;
            }
            (c, _) if is_word(c) => {
                let word: String = chars[k..].iter().take_while(|c| is_word(**c)).collect();
                k += word.chars().count();
                found.push(Token::Word(word));
            }
            (c, _) => {
                if !c.is_whitespace() {
                    found.push(Token::Mark(c));
                }
                k += 1;
            }
        }
    }
    found
}

/// A name that a module has from elsewhere; `*` stands for all that is there.
#[derive(Clone, Debug)]
struct Import {
    path: Path,
    name: String,
    is_passed_on: bool,
}

/// What a file says.
#[derive(Debug, Default)]
struct Source {
    imports: Vec<Import>,
    children: BTreeSet<String>,
    defined: BTreeSet<String>,
    /// Paths in the code
    paths: Vec<Path>,
    /// Every word of the code
    words: BTreeSet<String>,
}

const DEFINE: [&str; 9] = ["struct", "enum", "fn", "const", "static", "type", "trait", "union", "macro_rules"];

impl Source {
    fn read(text: &str) -> Self {
        let tokens = tokens(text);
        let (mut source, mut k) = (Source::default(), 0);
        let mut is_public = false;
        while k < tokens.len() {
            let next = |by: usize| tokens.get(k + by);
            match &tokens[k] {
                Token::Word(word) if word == "use" => {
                    let end = k + tokens[k..].iter().take_while(|token| **token != Token::Mark(';')).count();
                    source.import(&tokens[k + 1..end], &[], is_public);
                    (k, is_public) = (end, false);
                }
                Token::Word(word) if word == "pub" => {
                    is_public = true;
                    // pub(super)
                    if next(1) == Some(&Token::Mark('(')) {
                        k += tokens[k..].iter().take_while(|token| **token != Token::Mark(')')).count();
                    }
                }
                Token::Word(word) => {
                    is_public = false;
                    let named = tokens[k + 1..].iter().find_map(|token| match token {
                        Token::Word(name) => Some(name.clone()),
                        _ => None,
                    });
                    let ends = next(2) == Some(&Token::Mark(';'));
                    match (word.as_str(), named) {
                        ("mod", Some(name)) if ends => {
                            source.children.insert(name);
                            k += 3;
                            continue;
                        }
                        (definition, Some(name)) if DEFINE.contains(&definition) => _ = source.defined.insert(name),
                        _ => {}
                    }
                    let mut path = vec![word.clone()];
                    while let (Some(Token::Into), Some(Token::Word(word))) =
                        (tokens.get(k + 2 * path.len() - 1), tokens.get(k + 2 * path.len()))
                    {
                        path.push(word.clone());
                    }
                    k += 2 * (path.len() - 1);
                    source.words.extend(path.iter().cloned());
                    if path.len() > 1 {
                        source.paths.push(path);
                    }
                }
                _ => is_public = false,
            }
            k += 1;
        }
        source
    }

    /// A tree of a `use`: `a::{b, c::{self, d as e}, f::*}`.
    fn import(&mut self, tree: &[Token], before: &[String], is_passed_on: bool) {
        let mut path = before.to_vec();
        let mut k = 0;
        while k < tree.len() {
            match &tree[k] {
                Token::Mark('{') => {
                    let inner = &tree[k + 1..tree.len() - 1];
                    let mut depth = 0;
                    for branch in inner.split(|token| {
                        match token {
                            Token::Mark('{') => depth += 1,
                            Token::Mark('}') => depth -= 1,
                            _ => {}
                        }
                        depth == 0 && *token == Token::Mark(',')
                    }) {
                        if !branch.is_empty() {
                            self.import(branch, &path, is_passed_on);
                        }
                    }
                    return;
                }
                Token::Word(word) if word == "as" => {
                    let Some(Token::Word(name)) = tree.get(k + 1) else { return };
                    self.imports.push(Import { path, name: name.clone(), is_passed_on });
                    return;
                }
                Token::Word(word) if word == "self" && !path.is_empty() => {}
                Token::Word(word) => path.push(word.clone()),
                Token::Mark('*') => {
                    self.imports.push(Import { path, name: "*".into(), is_passed_on });
                    return;
                }
                _ => {}
            }
            k += 1;
        }
        let name = path.last().cloned().unwrap_or_default();
        self.imports.push(Import { path, name, is_passed_on });
    }
}

/// The files of a crate by their modules.
struct Crate(BTreeMap<Path, Source>);

impl Crate {
    /// From the root of the crate; None for names of other crates and of the file itself.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Path> {
        let source = &self.0[module];
        let (first, rest) = path.split_first()?;
        let joined = |before: &[String], rest: &[String]| Some([before, rest].concat());
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => joined(module, rest),
            "super" => {
                let up = path.iter().take_while(|word| *word == "super").count();
                joined(&module[..module.len().checked_sub(up)?], &path[up..])
            }
            child if source.children.contains(child) => joined(module, path),
            name => {
                let import = source.imports.iter().find(|import| import.name == name)?;
                // a crate and a name may be called the same
                let before = (import.path.first() != Some(first)).then(|| self.absolute(module, &import.path))??;
                joined(&before, rest)
            }
        }
    }

    /// The files in which what a path names is defined: through every module that passes it on.
    fn defining(&self, path: &[String], seen: &mut BTreeSet<Path>) -> BTreeSet<Path> {
        let mut files = BTreeSet::new();
        let Some(length) = (1..=path.len()).rev().find(|length| self.0.contains_key(&path[..*length])) else {
            return files;
        };
        let (module, rest) = path.split_at(length);
        if !seen.insert(path.to_vec()) {
            return files;
        }
        let source = &self.0[module];
        let Some(name) = rest.first() else {
            return BTreeSet::from([module.to_vec()]);
        };
        for import in &source.imports {
            let Some(from) = self.absolute(module, &import.path) else { continue };
            if import.name == *name || name == "*" {
                files.extend(self.defining(&[&from, &rest[1..]].concat(), seen));
            } else if import.name == "*" && self.0.get(&from).is_some_and(|of| of.defined.contains(name)) {
                files.extend(self.defining(&[&from, rest].concat(), seen));
            }
        }
        if files.is_empty() || name == "*" {
            files.insert(module.to_vec());
        }
        files
    }

    /// The files that a file uses.
    fn used_by(&self, module: &Path) -> BTreeSet<Path> {
        let source = &self.0[module];
        let mut used = BTreeSet::new();
        let mut add = |path: Path| used.extend(self.defining(&path, &mut BTreeSet::new()));
        for import in &source.imports {
            let Some(from) = self.absolute(module, &import.path) else { continue };
            if import.name != "*" {
                // who passes a name on uses it only if it says it
                if !import.is_passed_on || source.words.contains(&import.name) {
                    add(from);
                }
            } else if import.is_passed_on {
                let defined = self.0.get(&from).map(|of| &of.defined);
                if defined.is_some_and(|defined| !defined.is_disjoint(&source.words)) {
                    add(from);
                }
            } else {
                add([from, vec!["*".into()]].concat());
            }
        }
        source.paths.iter().filter_map(|path| self.absolute(module, path)).for_each(&mut add);
        used.remove(module);
        used
    }
}

/// Every circle between files of one layer, given by module (`["physics", "normal"]`) and text. A layer is the first word.
pub fn circles(files: &[(Path, String)]) -> Vec<Circle> {
    let all = Crate(files.iter().map(|(module, text)| (module.clone(), Source::read(text))).collect());
    let arrows: BTreeMap<_, BTreeSet<Path>> = all
        .0
        .keys()
        .map(|module| {
            let mut used = all.used_by(module);
            used.retain(|other| other.first() == module.first());
            (module, used)
        })
        .collect();
    let reached: BTreeMap<_, _> = arrows.keys().map(|module| (*module, reached(module, &arrows))).collect();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for module in arrows.keys().filter(|module| reached[**module].contains(**module)) {
        if seen.contains(module) {
            continue;
        }
        // all that lead back
        let members: BTreeSet<_> =
            reached[*module].iter().filter(|other| reached[other].contains(*module)).cloned().collect();
        let inside = |from: &Path| arrows[from].intersection(&members).cloned().collect::<Vec<_>>();
        let circle = members
            .iter()
            .flat_map(|from| inside(from).into_iter().map(move |to| (from.join("::"), to.join("::"))))
            .collect();
        seen.extend(arrows.keys().copied().filter(|other| members.contains(*other)));
        found.push(circle);
    }
    found
}

/// Everything that a file leads to.
fn reached(from: &Path, arrows: &BTreeMap<&Path, BTreeSet<Path>>) -> BTreeSet<Path> {
    let (mut found, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        next.extend(arrows[module].iter().filter(|to| found.insert((*to).clone())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::circles;

    /// Circles between files `a`, `b`, `c` and so on of a layer, and its `mod.rs`.
    fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let module = |name: &str| match name {
            "mod" => vec!["layer".to_string()],
            _ => vec!["layer".to_string(), name.to_string()],
        };
        let files: Vec<_> = files.iter().map(|(name, text)| (module(name), text.to_string())).collect();
        let arrows = |circle: super::Circle| circle.into_iter().map(|(from, to)| format!("{from} → {to}")).collect();
        circles(&files).into_iter().map(arrows).collect()
    }

    const ROOT: (&str, &str) = ("mod", "pub mod a; pub mod b; pub use a::A; pub use b::{B, make as build};");
    const BOTH: [&str; 2] = ["layer::a → layer::b", "layer::b → layer::a"];

    /// The same circle, said in every way there is.
    #[test]
    fn every_path_from_one_file_to_another_counts() {
        let ways = [
            "use crate::layer::b::B;",
            "use crate::layer::{b::{self, make}, c};",
            "use crate::layer::B;",
            "use super::b;",
            "use super::{c::C, B as Other};",
            "use super::build;",
            "fn f() -> super::b::B {}",
            "fn f() { let x = crate::layer::b::make(1); }",
            "fn f() { crate::layer::build(1) }",
            "use crate::layer; fn f() { layer::b::make(1) }",
            "use super as up; fn f() { up::b::make(1) }",
            "use crate::layer::b::*;",
            "pub use crate::layer::b::B; fn f(b: B) {}",
            "pub use super::b::*; fn f(b: B) {}",
            "fn f() { let x = '\"'; super::build(x) }",
        ];
        for way in ways {
            let a = format!("pub struct A; {way}");
            let b = "use super::A; pub struct B; pub fn make() {}";
            assert_eq!(found(&[ROOT, ("a", &a), ("b", b)]), [BOTH], "{way}");
        }
    }

    /// A parent that holds what its children need is in a circle with them, whoever passes it on.
    #[test]
    fn a_parent_counts_as_a_file_of_its_own() {
        let child = "use crate::layer::Shared;";
        let circle = ["layer → layer::a", "layer::a → layer"];
        assert_eq!(found(&[("mod", "mod a; struct Shared; fn f() { a::g() }"), ("a", child)]), [circle]);
        assert_eq!(found(&[("mod", "mod a; pub use a::g; struct Shared; fn f() { g() }"), ("a", child)]), [circle]);
        assert_eq!(found(&[("mod", "mod a; pub use a::g; pub struct Shared;"), ("a", child)]), [[""; 0]; 0]);
        assert_eq!(found(&[("mod", "mod a; pub use a::a; pub struct Shared;"), ("a", child)]), [[""; 0]; 0]);
    }

    #[test]
    fn what_is_no_circle_is_none() {
        let text = "/// [`B`](super::B)\npub struct A; // use super::B;\nconst SAID: &str = \"super::b::B\";\n";
        let with_tests = format!("{text}#[cfg(test)]\nmod tests {{ use super::super::B; }}");
        for a in [text, &with_tests, "pub struct A; use other::b::B; pub use super::b::B;"] {
            assert_eq!(found(&[ROOT, ("a", a), ("b", "use super::A; pub struct B;")]), [[""; 0]; 0], "{a}");
        }
    }

    #[test]
    fn a_circle_of_three_is_named_with_its_arrows_alone() {
        let root = ("mod", "mod a; mod b; mod c; mod d;");
        let [a, b] = [("a", "use super::b::B; use super::d::D;"), ("b", "use super::c::C; pub struct B;")];
        let [c, d] = [("c", "use super::a::A; pub struct C;"), ("d", "pub struct D;")];
        let circle = ["layer::a → layer::b", "layer::b → layer::c", "layer::c → layer::a"];
        assert_eq!(found(&[root, a, b, c, d]), [circle]);
    }
}
