//! One page in the style of all: a menu, a field to search in, the content, and what the keys of papers on it stand for.

use super::list::PAGES;

/// The style of every page, also of the reports.
pub const STYLE: &str = include_str!("style.css");

/// What the list of pages begins with.
pub const MENU_STARTS: &str = "<nav id=\"menu\" aria-label=\"Pages\"><ul>\n";

/// What a page has to say.
pub struct Content {
    pub title: String,
    /// HTML
    pub body: String,
}

impl Content {
    /// Title and body of a whole page.
    pub fn of_html(page: &str) -> Self {
        let between = |from: &str, to: &str| {
            let start = page.find(from).map(|at| at + from.len());
            start.and_then(|start| Some(page[start..start + page[start..].find(to)?].to_string()))
        };
        let body = between("<body>", "</body>").unwrap_or_else(|| page.to_string());
        Content { title: between("<title>", "</title>").unwrap_or_default(), body }
    }
}

/// The papers that a page of references lists, by their keys: `<p id="g04">[G04] …</p>`.
pub fn papers(references: &str) -> Vec<(String, String)> {
    let entries = references.split("<p id=\"").skip(1).filter_map(|entry| {
        let (text, _) = entry.split_once('>')?.1.split_once("</p>")?;
        let (key, paper) = text.strip_prefix('[')?.split_once(']')?;
        Some((key.to_string(), paper.trim().to_string()))
    });
    entries.collect()
}

/// The page of this file; of the papers it explains those whose key is on it.
pub fn html(file: &str, content: &Content, papers: &[(String, String)]) -> String {
    let Content { title, body } = content;
    // a page has one such element, and the reports have theirs
    let element = if body.contains("<main>") { "div" } else { "main" };
    let menu: String = PAGES
        .iter()
        .map(|listed| {
            let here = if listed.file == file { " aria-current=\"page\"" } else { "" };
            format!("<li><a href=\"{}\"{here}>{}</a></li>\n", listed.file, listed.title)
        })
        .collect();
    let keys: String = papers
        .iter()
        .filter(|(key, _)| body.contains(&format!("[{key}")))
        .map(|(key, paper)| {
            let id = key.to_lowercase();
            format!("<li><a href=\"theory.html#{id}\">[{key}]</a> {paper}</li>\n")
        })
        .collect();
    let papers = match keys.as_str() {
        "" => String::new(),
        _ => format!("<h2>Papers by their keys</h2>\n<ul>\n{keys}</ul>\n"),
    };
    let title = if title.contains("Asperity") { title.clone() } else { format!("{title} · Asperity") };
    format!(
        "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>{title}</title>
<link rel=\"stylesheet\" href=\"style.css\">
</head>
<body class=\"site\">
<header class=\"top\">
<a class=\"home\" href=\"index.html\">Asperity</a>
<a class=\"to-menu\" href=\"#menu\">Pages</a>
<form class=\"search\" role=\"search\"><input type=\"search\" placeholder=\"Search\" aria-label=\"Search the pages\" autocomplete=\"off\">
<ol hidden></ol></form>
</header>
<{element} class=\"page\">
{body}
</{element}>
{MENU_STARTS}{menu}</ul></nav>
<footer class=\"bottom\">
{papers}<p><a href=\"index.html\">Quick start</a> · <a href=\"#\">top of the page</a></p>
</footer>
<script src=\"search.js\"></script>
</body>
</html>
"
    )
}
