//! How a platform names a shared library, its versions and its static twin.

use std::path::Path;

use super::PackError;
use crate::sources::PACKAGE;

/// What the library is called in `-lasperity`.
pub const NAME: &str = PACKAGE;
/// Version of what is installed.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What a linked program asks for: while the version is 0.x, the interface may change with x.
const INTERFACE: &str = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));

/// Names under the folder of the libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The shared library itself, with the full version.
    pub shared: String,
    /// The name it carries inside, by which the loader looks for it.
    pub soname: String,
    /// The static library.
    pub archive: String,
    /// Symbolic links and what they point to.
    pub links: [(String, String); 2],
    /// Whether it is Apple's.
    pub apple: bool,
}

impl Layout {
    /// The names for a target triple.
    pub fn of(triple: &str) -> Result<Self, PackError> {
        let apple = triple.ends_with("-apple-darwin");
        if !apple && !triple.contains("-linux-") {
            return Err(PackError::NoLayout(triple.into()));
        }
        let named = |version: &str| match (apple, version) {
            (true, "") => format!("lib{NAME}.dylib"),
            (true, version) => format!("lib{NAME}.{version}.dylib"),
            (false, "") => format!("lib{NAME}.so"),
            (false, version) => format!("lib{NAME}.so.{version}"),
        };
        let (shared, soname) = (named(VERSION), named(INTERFACE));
        let links = [(soname.clone(), shared.clone()), (named(""), soname.clone())];
        Ok(Self { shared, soname, archive: format!("lib{NAME}.a"), links, apple })
    }

    /// What the compiler tells the linker, so that programs look for the library by the name with the major version.
    pub fn link_arguments(&self) -> Vec<String> {
        let name = if self.apple { "-install_name,@rpath/" } else { "-soname," };
        vec!["-C".into(), format!("link-arg=-Wl,{name}{}", self.soname)]
    }

    /// The name as CMake's `IMPORTED_SONAME` wants it.
    pub fn imported_soname(&self) -> String {
        format!("{}{}", if self.apple { "@rpath/" } else { "" }, self.soname)
    }
}

/// A path with slashes, as pkg-config, CMake and archives write it.
pub fn slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_has_its_names() {
        let linux = Layout::of("aarch64-unknown-linux-gnu").expect("it is known");
        assert_eq!(linux.shared, format!("libasperity.so.{VERSION}"));
        assert_eq!(linux.links[0], ("libasperity.so.0.1".into(), linux.shared.clone()));
        assert_eq!(linux.links[1], ("libasperity.so".into(), "libasperity.so.0.1".into()));
        assert_eq!(linux.link_arguments(), ["-C", "link-arg=-Wl,-soname,libasperity.so.0.1"]);
        let apple = Layout::of("aarch64-apple-darwin").expect("it is known");
        assert_eq!(apple.shared, format!("libasperity.{VERSION}.dylib"));
        assert_eq!(apple.links[1].0, "libasperity.dylib");
        assert_eq!(apple.link_arguments()[1], "link-arg=-Wl,-install_name,@rpath/libasperity.0.1.dylib");
        let text = Layout::of("x86_64-pc-windows-msvc").expect_err("it is not").to_string();
        assert!(text.contains("x86_64-pc-windows-msvc"), "{text}");
    }
}
