//! Markdown to the content of a page.

use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::list::{HTML, Listed, PAGES};
use super::page::Content;
use crate::PackError;

/// The page of a Markdown file; links to files that are pages lead to these, to other files of the source tree nowhere.
///
/// Errors: a picture is not there.
pub fn content(root: &Path, path: &str, text: &str) -> Result<Content, PackError> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event> = Vec::new();
    // whether the links that are open are kept
    let mut kept = Vec::new();
    let mut title = String::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = target(path, &dest_url);
                kept.push(target.is_some());
                if let Some(target) = target {
                    events.push(Event::Start(Tag::Link { link_type, dest_url: target.into(), title, id }));
                }
            }
            Event::End(TagEnd::Link) => {
                if kept.pop() == Some(true) {
                    events.push(event);
                }
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = picture(root, path, &dest_url)?.into();
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            Event::End(TagEnd::Heading(_)) => {
                events.push(event);
                let words = name_heading(&mut events);
                if title.is_empty() {
                    title = words;
                }
            }
            other => events.push(other),
        }
    }
    let mut body = String::with_capacity(2 * text.len());
    html::push_html(&mut body, events.into_iter());
    // what is too wide for a phone scrolls by itself
    let body = body.replace("<table>", "<div class=\"table\"><table>").replace("</table>", "</table></div>");
    Ok(Content { title, body })
}

/// Gives the heading that ends the list its name, for links to it; answers its words.
fn name_heading(events: &mut [Event]) -> String {
    let Some(start) = events.iter().rposition(|event| matches!(event, Event::Start(Tag::Heading { .. }))) else {
        return String::new();
    };
    let words: String = events[start..]
        .iter()
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            _ => None,
        })
        .collect();
    if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
        *id = Some(CowStr::from(anchor(&words)));
    }
    words
}

/// What links call a heading: as the usual forges do.
fn anchor(words: &str) -> String {
    let kept = words.to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Where a link of a page leads in the site; None where that file is in the source tree only.
fn target(page: &str, link: &str) -> Option<String> {
    if link.starts_with('#') || link.contains("://") {
        return Some(link.into());
    }
    let (file, anchor) = link.split_once('#').map_or((link, String::new()), |(file, of)| (file, format!("#{of}")));
    let file = plain(&Path::new(page).with_file_name(file));
    let found = PAGES.iter().find(|listed| Path::new(listed.source.path()) == file);
    let is_rendered = |listed: &&Listed| file == Path::new(HTML).join(listed.file);
    let found = found.or_else(|| PAGES.iter().find(is_rendered));
    found.map(|listed| format!("{}{anchor}", listed.file))
}

/// A picture's place in the site, a folder called as that which it comes from.
fn picture(root: &Path, page: &str, link: &str) -> Result<String, PackError> {
    let file = plain(&Path::new(page).with_file_name(link));
    if !root.join(&file).is_file() {
        return Err(PackError::Picture { page: page.into(), link: link.into() });
    }
    let mut names = file.iter().rev().map(|name| name.to_string_lossy());
    let (name, folder) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
    Ok(format!("{folder}/{name}"))
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Result<Content, PackError> {
        content(&crate::root(), "docs/laws.md", text)
    }

    #[test]
    fn links_lead_to_pages_of_the_site() {
        let body =
            page("[a](limits.md) [b](../modelica/README.md#use) [c](../src/lib.rs) [d](https://fmi-standard.org)")
                .unwrap()
                .body;
        for link in ["href=\"limits.html\"", "href=\"modelica.html#use\"", "href=\"https://fmi-standard.org\""] {
            assert!(body.contains(link), "{link}: {body}");
        }
        assert!(body.contains(" c ") && !body.contains("lib.rs"), "a file of the source tree alone: {body}");
    }

    #[test]
    fn a_picture_that_is_not_there_is_refused_by_page_and_name() {
        let text = page("![a](nothing.svg)").err().expect("refused").to_string();
        assert!(text.contains("docs/laws.md") && text.contains("nothing.svg"), "{text}");
    }

    #[test]
    fn headings_are_named_as_links_name_them() {
        let content = page("# The `C` interface, in short\n\n## Two, three\n").unwrap();
        assert!(content.title == "The C interface, in short", "{}", content.title);
        assert!(content.body.contains("<h2 id=\"two-three\">"), "{}", content.body);
    }
}
