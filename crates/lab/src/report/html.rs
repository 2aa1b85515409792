//! The page.

use asperity_pack::site::STYLE;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::content::{Agreement, Entry, Finding, Picture, Reference, Report, Table};

/// The report as one page without scripts and without anything from elsewhere.
pub fn html(report: &Report) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (report.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (report.title) }
                    @for paragraph in &report.introduction { p { (paragraph) } }
                }
                main {
                    (summary(report))
                    @for entry in &report.entries { (section(entry, report.reference)) }
                }
                @if !report.footer.is_empty() {
                    footer { @for each in &report.footer { (table(each)) } }
                }
            }
        }
    }
    .into_string()
}

/// All experiments at a glance.
fn summary(report: &Report) -> Markup {
    html! {
        div.table tabindex="0" role="region" aria-label="Summary" {
            table {
                caption { "Summary: each experiment and what was found, with the number of findings." }
                thead { tr { th scope="col" { "experiment" } th scope="col" { "findings" } } }
                tbody {
                    @for entry in &report.entries {
                        tr {
                            td { a href={ "#" (entry.id) } { (entry.title) } }
                            td {
                                @for agreement in Agreement::ALL {
                                    @let count = entry.count(agreement);
                                    @if count > 0 {
                                        (verdict(agreement, count))
                                        " "
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        dl {
            @for &agreement in report.reference.kinds() {
                div { dt { (verdict(agreement, 1)) } dd { (agreement.meaning(report.reference)) } }
            }
        }
    }
}

/// The word for a kind of finding, and how many there are if there are several.
fn verdict(agreement: Agreement, count: usize) -> Markup {
    let class = match agreement {
        Agreement::Agrees => "agrees",
        Agreement::PaperErrs => "errs",
        Agreement::Limit => "limit",
        Agreement::Measured => "measured",
        Agreement::Scatter => "scatter",
        Agreement::Differs => "differs",
        Agreement::Unexplained => "unexplained",
    };
    html! { span.verdict.(class) { (agreement.word()) @if count > 1 { " × " (count) } } }
}

fn section(entry: &Entry, reference: Reference) -> Markup {
    html! {
        section id=(entry.id) {
            h2 { (entry.title) }
            @if !entry.claim.is_empty() { h3 { (reference.claim()) } p { (entry.claim) } }
            @if !entry.reading.is_empty() { h3 { "Set up here" } p { (entry.reading) } }
            @if !entry.findings.is_empty() { h3 { "Found" } (findings(&entry.findings)) }
            @for (number, each) in entry.pictures.iter().enumerate() {
                (picture(each, &format!("{}-{}", entry.id, number + 1)))
            }
            @for each in &entry.tables { (table(each)) }
            @if !entry.files.is_empty() {
                p.files {
                    "Data: "
                    @for (number, file) in entry.files.iter().enumerate() {
                        @if number > 0 { ", " }
                        a href={ "./" (encoded(file)) } { (file) }
                    }
                }
            }
        }
    }
}

fn findings(findings: &[Finding]) -> Markup {
    html! {
        ul.findings {
            @for finding in findings {
                li { (verdict(finding.agreement, 1)) span { (finding.text) } }
            }
        }
    }
}

/// `name` tells its inner names from those of other pictures in the page.
fn picture(picture: &Picture, name: &str) -> Markup {
    html! {
        figure {
            div.picture role="img" aria-label=(picture.caption) tabindex="0" {
                (PreEscaped(inlined(&picture.svg, name)))
            }
            figcaption { (picture.caption) }
        }
    }
}

fn table(table: &Table) -> Markup {
    let numeric: Vec<bool> = (0..table.head.len()).map(|column| is_numeric(table, column)).collect();
    let class = |column: usize| numeric.get(column).copied().unwrap_or(false).then_some("number");
    html! {
        div.table tabindex="0" role="region" aria-label=(table.caption) {
            table {
                @if !table.caption.is_empty() { caption { (table.caption) } }
                thead {
                    tr { @for (column, cell) in table.head.iter().enumerate() {
                        th scope="col" class=[class(column)] { (cell) }
                    } }
                }
                tbody {
                    @for row in &table.rows {
                        tr { @for (column, cell) in row.iter().enumerate() { td class=[class(column)] { (cell) } } }
                    }
                }
            }
        }
    }
}

/// Whether a column holds numbers: at least one, and else only dashes and nothing.
fn is_numeric(table: &Table, column: usize) -> bool {
    let cells = || table.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.trim());
    let empty = |cell: &str| matches!(cell, "" | "-" | "–" | "—" | "−");
    cells().any(is_number) && cells().all(|cell| is_number(cell) || empty(cell))
}

/// A number, perhaps with a sign before it and a short unit after it.
fn is_number(cell: &str) -> bool {
    let signs = ['+', '-', '−', '±', '≈', '<', '>', '≤', '≥', '~', ' '];
    let starts = cell.trim_start_matches(signs).starts_with(|character: char| character.is_ascii_digit());
    starts && cell.chars().filter(|character| character.is_alphabetic()).count() <= 4
}

/// The element `svg` alone; names within it, which are one for the whole page, begin with `name`.
fn inlined(svg: &str, name: &str) -> String {
    let element = svg.find("<svg").map_or("", |start| &svg[start..]);
    element
        .replace(" id=\"", &format!(" id=\"{name}-"))
        .replace("url(#", &format!("url(#{name}-"))
        .replace("href=\"#", &format!("href=\"#{name}-"))
}

/// The name of a file as part of an address: every byte but letters, digits and `-._` as its number.
fn encoded(name: &str) -> String {
    name.bytes().fold(String::new(), |text, byte| match byte {
        b'-' | b'.' | b'_' => text + &char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => text + &char::from(byte).to_string(),
        _ => text + &format!("%{byte:02X}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str =
        "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><g id=\"a\"/><use href=\"#a\"/></svg>";

    fn sample() -> Report {
        let entry = |id: &str, agreements: &[Agreement]| Entry {
            id: id.into(),
            title: format!("Experiment {id} & <more>"),
            claim: "\"0 < e\" & so on".into(),
            reading: "as printed".into(),
            pictures: vec![
                Picture { caption: "first \"one\"".into(), svg: SVG.into() },
                Picture { caption: "second".into(), svg: SVG.into() },
            ],
            tables: vec![Table {
                caption: "peaks".into(),
                head: vec!["run".into(), "peak [N]".into(), "remark".into()],
                rows: vec![vec!["1".into(), "4.5".into(), "1 of them".into()], vec!["two".into(), "–".into()]],
            }],
            findings: agreements.iter().map(|&agreement| Finding::new(agreement, "found <this>")).collect(),
            files: vec![format!("{id}.csv"), "a b\"c.csv".into()],
        };
        Report {
            title: "A report".into(),
            introduction: vec!["First.".into(), "a < b".into()],
            entries: vec![
                entry("fig-01", &[Agreement::Agrees, Agreement::Agrees]),
                entry(
                    "fig-02",
                    &[
                        Agreement::PaperErrs,
                        Agreement::Limit,
                        Agreement::Differs,
                        Agreement::Scatter,
                        Agreement::Unexplained,
                    ],
                ),
            ],
            reference: Reference::Paper,
            footer: vec![Table { caption: "times".into(), head: vec!["n".into()], rows: vec![vec!["1e5".into()]] }],
        }
    }

    #[test]
    fn every_entry_is_linked_and_judged() {
        let page = html(&sample());
        for id in ["fig-01", "fig-02"] {
            assert_eq!(page.matches(&format!("href=\"#{id}\"")).count(), 1, "{id}");
            assert_eq!(page.matches(&format!("<section id=\"{id}\">")).count(), 1, "{id}");
            assert!(page.contains(&format!("href=\"./{id}.csv\"")), "{id}");
        }
        assert!(page.contains("agrees × 2</span>"), "counted");
        for (class, word) in [
            ("errs", "paper errs"),
            ("limit", "limit"),
            ("differs", "differs"),
            ("scatter", "within scatter"),
            ("unexplained", "unexplained"),
        ] {
            // In the summary, in its key and beside the finding; each has a colour of its own.
            assert_eq!(page.matches(&format!("<span class=\"verdict {class}\">{word}</span>")).count(), 3, "{word}");
            assert_eq!(STYLE.matches(&format!(".verdict.{class} {{ background")).count(), 1, "{word}");
        }
    }

    #[test]
    fn a_page_of_closed_forms_does_not_speak_of_a_paper() {
        let page = html(&Report { reference: Reference::ClosedForm, ..sample() });
        assert!(page.contains("<h3>What happens</h3>") && !page.contains("The paper"));
        assert!(!page.contains("<dt><span class=\"verdict errs\">"), "no key for what cannot be");
        assert!(page.contains(Agreement::Agrees.meaning(Reference::ClosedForm)));
    }

    #[test]
    fn text_is_escaped_and_pictures_are_not() {
        let page = html(&sample());
        for text in ["Experiment fig-01 &amp; &lt;more&gt;", "found &lt;this&gt;", "first &quot;one&quot;", "a &lt; b"]
        {
            assert!(page.contains(text), "{text}");
        }
        assert!(page.contains("a%20b%22c.csv"));
        assert!(!page.contains("<more>") && !page.contains("<this>"));
        assert_eq!(page.matches("<svg ").count(), 4);
        assert!(!page.contains("<?xml"));
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        let page = html(&sample()).replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        for word in ["http", "src=", "url(", "@import", "<script", "<link", "//"] {
            assert!(!page.contains(word), "{word}");
        }
    }

    #[test]
    fn names_within_pictures_are_told_apart() {
        let page = html(&sample());
        for name in ["fig-01-1-a", "fig-01-2-a", "fig-02-1-a", "fig-02-2-a"] {
            assert_eq!(page.matches(&format!(" id=\"{name}\"")).count(), 1, "{name}");
            assert_eq!(page.matches(&format!("href=\"#{name}\"")).count(), 1, "{name}");
        }
    }

    /// Written as XML, a page with balanced elements and quoted attributes is well-formed but for the void elements.
    #[test]
    fn elements_are_balanced() {
        let page = html(&sample()).replace("<!DOCTYPE html>", "").replace("<meta charset=\"utf-8\">", "");
        let viewport = "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">";
        let page = page.replace(viewport, "");
        let document = roxmltree::Document::parse(&page).expect("well-formed");
        let numbers: Vec<&str> = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("number") && node.has_tag_name("td"))
            .filter_map(|node| node.text())
            .collect();
        assert_eq!(numbers, ["4.5", "–", "4.5", "–", "1e5"]);
    }

    #[test]
    fn numbers_are_told_from_words() {
        for number in ["1", "−0.5", "± 2", "≤ 1e-9", "2.5·10⁻⁵", "12 %", "3.1 ms", "0.05 m/s"] {
            assert!(is_number(number), "{number}");
        }
        for word in ["", "one", "3 of the first runs", "e = 0.5", "–"] {
            assert!(!is_number(word), "{word}");
        }
    }
}
