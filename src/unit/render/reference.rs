//! The reference of variables, for people: Markdown for docs/variables.md, HTML for the documentation in the unit.

use super::{Elements, range_text};
use crate::fmi::description::{Causality, Kind, Row, Variability};
use crate::unit::table::{ENUMERATIONS, Id};

/// One row of the reference.
struct Entry {
    name: String,
    unit: &'static str,
    start: String,
    range: String,
    meaning: String,
}

/// A section of the reference and the rows in it.
struct Section {
    title: &'static str,
    belongs: fn(&Row<Id>) -> bool,
}

const SECTIONS: [Section; 5] = [
    Section { title: "Inputs", belongs: |row| row.causality == Causality::Input },
    Section { title: "Outputs", belongs: |row| row.causality == Causality::Output },
    Section { title: "States and their rates", belongs: |row| is_local(row) && !is_discrete(row) },
    Section { title: "To read only", belongs: |row| is_local(row) && is_discrete(row) },
    Section { title: "Parameters", belongs: |row| row.causality == Causality::Parameter },
];

fn is_local(row: &Row<Id>) -> bool {
    row.causality == Causality::Local
}

fn is_discrete(row: &Row<Id>) -> bool {
    row.variability == Variability::Discrete
}

const COLUMNS: [&str; 5] = ["Name", "Unit", "Start", "Range", "Meaning"];

fn entry(elements: &Elements, row: &Row<Id>) -> Entry {
    let n = row.len();
    let name = if row.elements.is_empty() {
        row.name.to_string()
    } else {
        row.element_name(0).replace("[1]", &format!("[1..{n}]"))
    };
    let starts: Vec<String> = (0..n).filter_map(|k| elements.start_text(row, k)).collect();
    let same = starts.windows(2).all(|pair| pair[0] == pair[1]);
    let (start, range, kind) = match row.kind {
        Kind::Real => {
            (if same { starts.first().cloned().unwrap_or_default() } else { starts.join(", ") }, range_text(row), "")
        }
        Kind::Integer => (starts.join(""), range_text(row), "Integer. "),
        Kind::Boolean => (starts.join(""), String::new(), "Boolean. "),
        Kind::Enumeration(enumeration) => {
            let items: Vec<String> = enumeration
                .items
                .iter()
                .zip(1..)
                .map(|(item, value)| format!("{} {}", item.name, i32::to_string(&value)))
                .collect();
            let start = elements.start(row, 0).unwrap_or(1.0) as usize;
            (enumeration.items[start - 1].name.to_string(), items.join(", "), "")
        }
    };
    let variability = match (row.causality, row.variability) {
        (Causality::Parameter, Variability::Fixed) => "Fixed. ",
        (Causality::Output | Causality::Local, Variability::Discrete) => "Discrete. ",
        _ => "",
    };
    let description = row.description.replace("{}", &row.elements.join("/"));
    let source = if row.source.is_empty() { String::new() } else { format!(" [{}]", row.source) };
    Entry {
        name,
        unit: row.unit.unwrap_or(""),
        start,
        range,
        meaning: format!("{kind}{variability}{description}{source}"),
    }
}

/// Tables for docs/variables.md.
pub fn markdown(elements: &Elements) -> String {
    let mut text = String::new();
    for section in &SECTIONS {
        text += &format!("\n## {}\n\n| {} |\n|{}\n", section.title, COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
        for row in elements.rows().filter(|row| (section.belongs)(row)) {
            let e = entry(elements, row);
            let meaning = e.meaning.replace('|', "\\|").replace('*', "\\*");
            text += &format!("| `{}` | {} | {} | {} | {meaning} |\n", e.name, e.unit, e.start, e.range);
        }
    }
    text
}

const PAGE_HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Asperity: reference of variables</title>
</head>
<body>
<h1>Reference of variables</h1>
<p>Rendered from the variable table of the FMU. What the symbols mean and how to choose values is in the
<a href=\"theory.html\">theory and user's guide</a>. Elements of a vector have consecutive value references, from the one given. A key in brackets names
the source of a formula: <a href=\"theory.html#g04\">[G04]</a> Gonthier and others 2004, <a href=\"theory.html#m3d\">[M3D]</a>
Modia3D, <a href=\"theory.html#pt96\">[PT96]</a> Pang and Trinkle 1996, <a href=\"theory.html#p16\">[P16]</a> Peiret and others 2016,
<a href=\"theory.html#wk91\">[WK91]</a> Wang and Kumar 1991.</p>
";

/// The page `documentation/reference.html`.
pub fn html(elements: &Elements) -> String {
    let mut text = PAGE_HEAD.to_string();
    for section in &SECTIONS {
        text += &format!("<h2>{}</h2>\n<div class=\"table\"><table class=\"variables\">\n<tr>", section.title);
        text += "<th>Reference</th>";
        text += &COLUMNS.map(|column| format!("<th>{column}</th>")).concat();
        text += "</tr>\n";
        for row in elements.rows().filter(|row| (section.belongs)(row)) {
            let e = entry(elements, row);
            text += &format!(
                "<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                row.value_reference,
                e.name,
                e.unit,
                escape(&e.start),
                escape(&e.range),
                escape(&e.meaning)
            );
        }
        text += "</table></div>\n";
    }
    text += "<h2>Enumerations</h2>\n<div class=\"table\"><table class=\"variables\">\n<tr><th>Type</th><th>Item</th><th>Value</th><th>Meaning</th></tr>\n";
    for enumeration in ENUMERATIONS {
        for (item, value) in enumeration.items.iter().zip(1..) {
            text += &format!(
                "<tr><td>{}</td><td><code>{}</code></td><td>{}</td><td>{}</td></tr>\n",
                enumeration.name,
                item.name,
                i32::to_string(&value),
                escape(item.description)
            );
        }
    }
    text + "</table></div>\n</body>\n</html>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
