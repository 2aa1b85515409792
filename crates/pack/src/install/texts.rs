//! The pkg-config file and the CMake package, from the templates beside this file.

use std::path::Path;

use super::layout::{Layout, VERSION, slashes};

/// Templates and their place in the folder of the libraries; `@NAME@` is filled in.
const TEMPLATES: [(&str, &str); 4] = [
    ("pkgconfig/asperity.pc", include_str!("templates/asperity.pc.in")),
    ("cmake/Asperity/AsperityConfig.cmake", include_str!("templates/AsperityConfig.cmake.in")),
    ("cmake/Asperity/AsperityConfigVersion.cmake", include_str!("templates/AsperityConfigVersion.cmake.in")),
    ("cmake/Asperity/AsperityTargets.cmake", include_str!("templates/AsperityTargets.cmake.in")),
];

/// What the templates are filled with.
pub struct Texts<'a> {
    /// Names of the libraries.
    pub layout: &'a Layout,
    /// Folder of the libraries under the prefix.
    pub libdir: &'a Path,
    /// What a program with the static library is linked with, as arguments of the C compiler.
    pub linked: &'a [String],
}

impl Texts<'_> {
    /// Each file's place in the folder of the libraries, and its text.
    pub fn files(&self) -> Vec<(String, String)> {
        TEMPLATES.iter().map(|(path, template)| ((*path).to_owned(), self.filled(path, template))).collect()
    }

    fn filled(&self, path: &str, template: &str) -> String {
        let depth = self.libdir.components().count() + Path::new(path).components().count() - 1;
        let cmake: Vec<&str> = self.linked.iter().map(|item| item.strip_prefix("-l").unwrap_or(item)).collect();
        [
            ("@VERSION@", VERSION),
            ("@LIBDIR@", &slashes(self.libdir)),
            ("@UP@", &vec![".."; depth].join("/")),
            ("@SHARED@", &self.layout.shared),
            ("@SONAME@", &self.layout.imported_soname()),
            ("@ARCHIVE@", &self.layout.archive),
            ("@LINKED@", &self.linked.join(" ")),
            ("@LINKED_LIST@", &cmake.join(";")),
        ]
        .iter()
        .fold(template.to_owned(), |text, (mark, value)| text.replace(mark, value))
    }
}

/// What the C compiler must be told of rustc's list: it brings libc and the unwinder itself, the static ones with
/// `-static`, where naming `-lgcc_s` would fail.
pub fn linked(native: &str) -> Vec<String> {
    let mut linked: Vec<String> = Vec::new();
    for item in native.split_whitespace().filter(|item| !["-lc", "-lgcc_s", "-lSystem"].contains(item)) {
        if !linked.iter().any(|known| known == item) {
            linked.push(item.into());
        }
    }
    linked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(libdir: &str) -> Vec<(String, String)> {
        let layout = Layout::of("x86_64-unknown-linux-gnu").expect("it is known");
        let linked = linked("-lgcc_s -lutil -lpthread -lm -lpthread -lc");
        Texts { layout: &layout, libdir: Path::new(libdir), linked: &linked }.files()
    }

    fn file(libdir: &str, name: &str) -> String {
        let (_, text) = files(libdir).into_iter().find(|(path, _)| path.ends_with(name)).expect("it is there");
        text
    }

    #[test]
    fn no_mark_is_left() {
        for (path, text) in files("lib") {
            assert!(!text.contains('@'), "{path}: {text}");
        }
    }

    #[test]
    fn they_find_the_prefix_from_where_they_are() {
        assert!(file("lib", "asperity.pc").contains("prefix=${pcfiledir}/../..\n"));
        assert!(file("lib/x86_64-linux-gnu", "asperity.pc").contains("prefix=${pcfiledir}/../../..\n"));
        assert!(file("lib64", "asperity.pc").contains("libdir=${prefix}/lib64\n"));
        assert!(file("lib", "Targets.cmake").contains("/../../..\""));
        assert!(file("lib/x86_64-linux-gnu", "Targets.cmake").contains("/../../../..\""));
    }

    #[test]
    fn the_static_library_says_what_it_needs() {
        assert!(file("lib", "asperity.pc").contains("Libs.private: -lutil -lpthread -lm\n"));
        assert!(file("lib", "Targets.cmake").contains("\"util;pthread;m\""));
    }
}
