//! The licences of everything in a binary: ours, those of its crates, and Rust's standard library.

use std::fmt::Write as _;
use std::path::Path;

use super::PackError;
use super::archive::Entry;
use super::dependencies::Crate;
use super::documents::MODEL_IDENTIFIER;
use super::error::{cannot, read};
use super::runtimes::Runtime;
use super::toolchain::Toolchain;

/// Licence files of this package.
const OWN: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];
/// Notice of the standard library inside the toolchain's folder.
const STANDARD_LIBRARY: &str = "share/doc/rust/COPYRIGHT-library.html";
/// How a licence file's name starts, in upper case.
const BEGINNINGS: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE"];

/// All licence files and the page that lists them, in a folder; a text that several packages share is there once.
pub fn collect(
    folder: &str,
    root: &Path,
    crates: &[&Crate],
    runtimes: &[Runtime],
    toolchain: &Toolchain,
) -> Result<Vec<Entry>, PackError> {
    let mut texts = Texts::default();
    for name in OWN {
        texts.place(name.into(), read(&root.join(name))?);
    }
    let mut rows = String::new();
    for package in crates {
        let mut files = Vec::new();
        for name in licence_files(package)? {
            let text = read(&package.folder.join(&name))?;
            files.push((texts.place(format!("{}/{name}", package.label()), text), name));
        }
        row(&mut rows, [&package.name, &package.version, &package.licence], &files);
    }
    for runtime in runtimes {
        let (label, name) = (runtime.label(), runtime.file_name());
        let file = texts.place(format!("{label}/{name}"), read(&runtime.text)?);
        row(&mut rows, [runtime.name, &runtime.version, runtime.licence], &[(file, name)]);
    }
    let notice = toolchain.sysroot.join(STANDARD_LIBRARY);
    let text = std::fs::read(&notice).map_err(|_| PackError::NoStandardLibraryNotice(notice))?;
    let label = format!("rust-{}", toolchain.release);
    let name = "COPYRIGHT-library.html";
    let file = texts.place(format!("{label}/{name}"), text);
    row(&mut rows, ["Rust's standard library", &toolchain.release, "MIT OR Apache-2.0"], &[(file, name.into())]);
    let mut entries: Vec<Entry> =
        texts.0.into_iter().map(|(path, text)| Entry::file(format!("{folder}/{path}"), text)).collect();
    entries.push(Entry::file(format!("{folder}/license.html"), page(&rows).into_bytes()));
    Ok(entries)
}

/// Texts by their paths, each once.
#[derive(Default)]
struct Texts(Vec<(String, Vec<u8>)>);

impl Texts {
    /// Where a text is: at this path, or at that of the same one before it.
    fn place(&mut self, path: String, text: Vec<u8>) -> String {
        match self.0.iter().find(|(_, known)| *known == text) {
            Some((known, _)) => known.clone(),
            None => {
                self.0.push((path.clone(), text));
                path
            }
        }
    }
}

/// Names of the licence files in a crate's folder, sorted.
fn licence_files(package: &Crate) -> Result<Vec<String>, PackError> {
    let mut names = Vec::new();
    for item in std::fs::read_dir(&package.folder).map_err(cannot("read", &package.folder))? {
        let item = item.map_err(cannot("read", &package.folder))?;
        let name = item.file_name().to_string_lossy().into_owned();
        let upper = name.to_uppercase();
        if item.path().is_file() && BEGINNINGS.iter().any(|beginning| upper.starts_with(beginning)) {
            names.push(name);
        }
    }
    names.sort();
    if names.iter().all(|name| name.to_uppercase().starts_with("NOTICE")) {
        return Err(PackError::NoLicence {
            name: package.name.clone(),
            version: package.version.clone(),
            folder: package.folder.clone(),
        });
    }
    Ok(names)
}

/// One line of the table: name, version and licence, and the paths and names of the texts.
fn row(rows: &mut String, of: [&str; 3], files: &[(String, String)]) {
    let links: Vec<String> =
        files.iter().map(|(path, name)| format!("<a href=\"{}\">{}</a>", escape(path), escape(name))).collect();
    let [name, version, licence] = of.map(escape);
    let cells = [name, version, licence, links.join(", ")];
    let _ = writeln!(rows, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
}

/// The entry page `license.html`.
fn page(rows: &str) -> String {
    let package = env!("CARGO_PKG_VERSION");
    let licence = env!("CARGO_PKG_LICENSE");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Licences of {MODEL_IDENTIFIER}\
         </title>\n<style>body{{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}}\
         td,th{{text-align:left;padding:.2em 1em .2em 0}}</style>\n</head>\n<body>\n\
         <h1>Licences of {MODEL_IDENTIFIER} {package}</h1>\n\
         <p>{MODEL_IDENTIFIER} itself may be used under {licence}, whichever suits:\n\
         <a href=\"LICENSE-MIT\">MIT</a>, <a href=\"LICENSE-APACHE\">Apache 2.0</a>.</p>\n\
         <p>Its binaries are made with these packages, under their own licences:</p>\n\
         <table>\n<tr><th>package</th><th>version</th><th>licence</th><th>text</th></tr>\n{rows}</table>\n\
         </body>\n</html>\n"
    )
}

/// Text that is safe inside HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn package(folder: PathBuf) -> Crate {
        let id = cargo_metadata::PackageId { repr: "spring".into() };
        Crate { id, name: "spring".into(), version: "1.2.3".into(), licence: "MIT".into(), folder }
    }

    #[test]
    fn a_crate_without_a_licence_file_is_an_error_that_names_it() {
        let folder = std::env::temp_dir().join(format!("asperity-no-licence-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        std::fs::write(folder.join("NOTICE"), "a notice is no licence").expect("a file");
        let text = licence_files(&package(folder.clone())).expect_err("it has none").to_string();
        std::fs::remove_dir_all(&folder).expect("clean up");
        assert!(text.contains("spring 1.2.3") && text.contains("no licence file"), "{text}");
    }

    #[test]
    fn licence_files_are_found_by_the_start_of_their_name() {
        let folder = std::env::temp_dir().join(format!("asperity-licence-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        for name in ["LICENSE-MIT", "licence.txt", "NOTICE", "README.md"] {
            std::fs::write(folder.join(name), name).expect("a file");
        }
        let files = licence_files(&package(folder.clone())).expect("it has some");
        std::fs::remove_dir_all(&folder).expect("clean up");
        assert_eq!(files, ["LICENSE-MIT", "NOTICE", "licence.txt"]);
    }

    #[test]
    fn the_page_escapes_what_crates_write() {
        let mut rows = String::new();
        row(&mut rows, ["a<b", "1", "MIT & more"], &[("f/LICENSE".into(), "LICENSE".into())]);
        assert!(rows.contains("a&lt;b") && rows.contains("MIT &amp; more") && rows.contains("f/LICENSE"));
    }

    #[test]
    fn a_text_that_two_share_is_where_the_first_one_has_it() {
        let mut texts = Texts::default();
        assert_eq!(texts.place("a/LICENSE".into(), b"as is".into()), "a/LICENSE");
        assert_eq!(texts.place("b/LICENSE".into(), b"otherwise".into()), "b/LICENSE");
        assert_eq!(texts.place("c/COPYING".into(), b"as is".into()), "a/LICENSE");
        assert_eq!(texts.0.len(), 2);
    }
}
