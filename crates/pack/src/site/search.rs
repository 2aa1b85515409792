//! The search: an index of the words of every section, and the script that looks words up in it. It works from a folder, without a
//! server.

use std::collections::{BTreeMap, BTreeSet};

use super::page::Content;

/// A section that can be found.
pub struct Section {
    /// Its page and heading: `theory.html#friction`
    link: String,
    page: String,
    heading: String,
    words: BTreeSet<String>,
}

/// The sections of a page: what follows each heading that has a name, and what stands before them.
pub fn sections(file: &str, content: &Content) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut rest = content.body.as_str();
    let mut name = String::new();
    loop {
        let next = named_heading(rest);
        let (part, after) = next.as_ref().map_or((rest, ""), |(at, _)| rest.split_at(*at));
        let heading = if name.is_empty() { String::new() } else { heading_of(part) };
        let link = if name.is_empty() { file.to_string() } else { format!("{file}#{name}") };
        let words = words(&plain(part));
        if !words.is_empty() {
            sections.push(Section { link, page: content.title.clone(), heading, words });
        }
        let Some((_, id)) = next else { return sections };
        name = id;
        // past the start of this tag, or the search would find it again
        rest = after;
        let Some(end) = rest.find('>') else { return sections };
        let (tag, behind) = rest.split_at(end + 1);
        debug_assert!(tag.starts_with('<'));
        rest = behind;
    }
}

/// Where the next heading or section with a name begins, and the name.
fn named_heading(html: &str) -> Option<(usize, String)> {
    let mut from = 0;
    while let Some(at) = html[from..].find('<').map(|at| at + from) {
        let tag = &html[at + 1..];
        let is_heading = ["h1 ", "h2 ", "h3 ", "h4 ", "section "].iter().any(|name| tag.starts_with(name));
        let end = tag.find('>').unwrap_or(tag.len());
        if is_heading && let Some(id) = tag[..end].find(" id=\"").map(|start| start + " id=\"".len()) {
            let id = tag[id..end].split('"').next().unwrap_or_default();
            return Some((at, id.to_string()));
        }
        from = at + 1;
    }
    None
}

/// The words up to the end of the first heading.
fn heading_of(html: &str) -> String {
    let end = ["</h1>", "</h2>", "</h3>", "</h4>"].iter().filter_map(|tag| html.find(tag)).min().unwrap_or(0);
    plain(&html[..end]).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text without tags, drawings and scripts.
fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text += &rest[..at];
        text.push(' ');
        rest = &rest[at..];
        let skipped = ["svg", "style", "script"].iter().find(|name| rest[1..].starts_with(**name));
        let end = match skipped {
            Some(name) => rest.find(&format!("</{name}>")),
            None => rest.find('>'),
        };
        rest = &rest[end.map_or(rest.len(), |end| end + 1)..];
    }
    text += rest;
    text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&nbsp;", " ")
}

/// Words that somebody may look for: no numbers, and no sentences by which tests are called.
fn words(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_word = |word: &&str| {
        let is_sentence = word.matches('_').count() >= SENTENCE;
        word.chars().count() > 2 && !word.starts_with(|c: char| c.is_numeric()) && !is_sentence
    };
    let words = text.split(|c| !is_part(c)).filter(is_word);
    words.filter(|word| word.chars().any(char::is_alphabetic)).map(str::to_lowercase).collect()
}

/// Underscores of a name that is a sentence.
const SENTENCE: usize = 4;

/// The words but those with which another one begins: who asks for them finds that one.
fn longest(words: &BTreeSet<String>) -> Vec<&str> {
    let mut longest: Vec<&str> = Vec::with_capacity(words.len());
    for word in words {
        // in order, so that it stands right behind them
        if longest.last().is_some_and(|last| word.starts_with(last)) {
            longest.pop();
        }
        longest.push(word);
    }
    longest
}

/// The script with its index: the sections, each word as what it is beyond the one before, behind how long they are alike, and of each word the numbers of the sections that have it,
/// likewise each beyond the one before.
pub fn script(sections: &[Section]) -> String {
    let mut index: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, section) in sections.iter().enumerate() {
        longest(&section.words).into_iter().for_each(|word| index.entry(word).or_default().push(at));
    }
    let before = std::iter::once("").chain(index.keys().copied());
    let words = index.keys().zip(before).map(|(word, before)| {
        let alike = word.chars().zip(before.chars()).take_while(|(a, b)| a == b).count().min(ONES - 1);
        let rest: String = word.chars().skip(alike).collect();
        format!("{}{rest}", digits(alike))
    });
    let places = index.values().map(|places| {
        let before = std::iter::once(0).chain(places.iter().copied());
        places.iter().zip(before).map(|(at, before)| digits(at - before)).collect::<String>()
    });
    let [words, places] = [words.collect::<Vec<_>>().join("\n"), places.collect::<Vec<_>>().join("\n")];
    let rows = sections.iter().map(|section| {
        let texts = [section.link.as_str(), &section.page, &section.heading];
        format!("[{}]", texts.map(quoted).join(","))
    });
    let rows = rows.collect::<Vec<_>>().join(",\n");
    format!(
        "const SECTIONS = [\n{rows}\n];\nconst DIGITS = \"{DIGITS}\";\nconst ONES = {ONES};\nconst WORDS = `\n{words}\n`;\nconst PLACES = `\n{places}\n`;\n{}",
        include_str!("search.js")
    )
}

/// Digits of a number: the first [`ONES`] of them count ones, and end it, those behind count as many of [`ONES`] as there are until then.
const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ONES: usize = 50;

fn digits(mut number: usize) -> String {
    let digit = |at: usize| DIGITS.chars().nth(at).unwrap_or_default();
    let mut digits = String::new();
    while number >= ONES {
        let many = (number / ONES).min(DIGITS.len() - ONES);
        digits.push(digit(ONES + many - 1));
        number -= many * ONES;
    }
    digits.push(digit(number));
    digits
}

/// As a string of JavaScript.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ").replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_its_section_alone() {
        let body = "<h1 id=\"a\">First &amp; best</h1><p>apple 1e5 it_is_what_it_is</p><svg><text>drawn</text></svg>\
                    <h2 id=\"b\">Second <code>x_y</code></h2><p>pear &lt; <b>plum</b></p>";
        let content = Content { title: "Fruit".into(), body: body.into() };
        let sections = sections("fruit.html", &content);
        let found = |word: &str| -> Vec<&str> {
            sections.iter().filter(|section| section.words.contains(word)).map(|s| s.link.as_str()).collect()
        };
        assert!(found("apple") == ["fruit.html#a"] && found("plum") == ["fruit.html#b"]);
        assert!(found("x_y") == ["fruit.html#b"] && found("drawn").is_empty());
        assert!(found("1e5").is_empty() && found("it_is_what_it_is").is_empty());
        assert!(sections[1].heading == "Second x_y", "{}", sections[1].heading);
    }

    #[test]
    fn beginnings_of_other_words_take_no_room() {
        let words = ["a", "ab", "abc", "b", "for", "force", "forces", "form"].map(String::from);
        assert!(longest(&words.into()) == ["abc", "b", "forces", "form"]);
    }

    #[test]
    fn the_index_has_the_sections_of_each_word() {
        let body = "<h1 id=\"a\">First</h1><p>apple</p><h2 id=\"b\">Second</h2><p>apple apply</p>";
        let script = script(&sections("fruit.html", &Content { title: "Fruit".into(), body: body.into() }));
        assert!(script.contains("`\n0apple\n4y\n0first\n0second\n`"), "{script}");
        assert!(script.contains("`\n01\n1\n0\n1\n`"), "{script}");
        assert!([0, 49, 50, 149, 700].map(digits) == ["0", "N", "O0", "PN", "ZP0"]);
    }
}
