//! Installs the library for C and C++: shared and static library, headers, pkg-config file and CMake package, and the
//! licences of all that is inside. Nothing installed knows its prefix, so the whole folder may move.

mod archive;
mod files;
mod layout;
mod texts;

use std::path::{Component, Path, PathBuf};

use super::dependencies::UnitTree;
use super::library::{self, Product, Target};
use super::packing::inside;
use super::sources::{root, source_tree};
use super::toolchain::Toolchain;
use super::{PackError, error, licences};

use files::Item;
use layout::{Layout, NAME, slashes};

/// The feature that exports the functions of the C interface.
const FEATURE: &str = "capi";
/// The headers, in `include/` of the source tree and of the prefix.
const HEADERS: [&str; 3] = ["asperity.h", "asperity.hpp", "asperity_rigid.hpp"];
/// Where rustc says, inside the build folder, what a static library of its making wants to be linked with.
const NATIVE_LIBRARIES: &str = "native-static-libs.txt";

/// What to install where.
#[derive(Clone, Debug)]
pub struct InstallOptions {
    /// Root of the source tree.
    pub root: PathBuf,
    /// Where programs will look for it, such as /usr/local.
    pub prefix: PathBuf,
    /// Folder of the libraries under the prefix.
    pub libdir: PathBuf,
    /// A folder that stands for the root of the file system while a distribution's package is made.
    pub destdir: Option<PathBuf>,
    /// Where cargo puts what it builds for it; a folder of its own, as for the unit.
    pub build_dir: PathBuf,
}

impl InstallOptions {
    /// From the source tree of this program into a prefix.
    pub fn new(prefix: impl Into<PathBuf>) -> Self {
        let root = root();
        let build_dir = root.join("target/capi");
        Self { root, prefix: prefix.into(), libdir: "lib".into(), destdir: None, build_dir }
    }
}

/// What was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// The prefix in full.
    pub prefix: PathBuf,
    /// The folder of the libraries under the prefix.
    pub libdir: PathBuf,
    /// Name by which a loader looks for the shared library.
    pub soname: String,
    /// Paths under the prefix, sorted.
    pub paths: Vec<String>,
}

/// Builds the libraries and puts everything in place. Writing over an earlier installation replaces file by file:
/// programs that run keep the library they have loaded.
pub fn install(options: &InstallOptions) -> Result<Installed, PackError> {
    let root = source_tree(&options.root)?;
    let prefix = std::path::absolute(&options.prefix).map_err(error::cannot("read", &options.prefix))?;
    let libdir = libdir(&prefix, &options.libdir)?;
    let place = match &options.destdir {
        Some(folder) => folder.join(prefix.strip_prefix("/").unwrap_or(&prefix)),
        None => prefix.clone(),
    };
    files::prepare(&place, &libdir)?;

    let toolchain = Toolchain::find()?;
    let layout = Layout::of(&toolchain.host)?;
    let native = std::path::absolute(&options.build_dir)
        .map_err(error::cannot("read", &options.build_dir))?
        .join(NATIVE_LIBRARIES);
    let mut compiler = layout.link_arguments();
    compiler.extend(["--print".into(), format!("native-static-libs={}", native.display())]);
    let product = Product { feature: FEATURE, crate_types: "cdylib,staticlib", whole: false, compiler };
    let tree = UnitTree::read(&root, &toolchain, &toolchain.host, product.feature)?;
    let library = library::build(&root, &options.build_dir, &toolchain, &Target::own(&toolchain), &tree, &product)?;
    let archive = library.archive.as_deref().ok_or(PackError::NoLibrary)?;
    let wanted = String::from_utf8_lossy(&error::read(&native)?).into_owned();

    let texts = texts::Texts { layout: &layout, libdir: &libdir, linked: &texts::linked(&wanted) };
    let in_libdir = |name: &str| format!("{}/{name}", slashes(&libdir));
    let mut items = vec![
        Item::program(in_libdir(&layout.shared), error::read(&library.path)?),
        Item::file(in_libdir(&layout.archive), archive::closed(archive, &layout, &options.build_dir)?),
    ];
    items.extend(layout.links.iter().map(|(name, target)| Item::link(in_libdir(name), target)));
    for name in HEADERS {
        items.push(Item::file(format!("include/{name}"), error::read(&root.join("include").join(name))?));
    }
    items.extend(texts.files().into_iter().map(|(name, text)| Item::file(in_libdir(&name), text.into_bytes())));
    let documents = format!("share/doc/{NAME}");
    items.extend(
        licences::collect(&documents, &root, &inside(&tree, &library), &[], &toolchain)?.into_iter().map(Item::from),
    );

    items.sort_by(|a, b| a.path.cmp(&b.path));
    for item in &items {
        item.write(&place)?;
    }
    let paths = items.into_iter().map(|item| item.path).collect();
    Ok(Installed { prefix, libdir, soname: layout.soname, paths })
}

/// The folder of the libraries as a path under the prefix.
fn libdir(prefix: &Path, asked: &Path) -> Result<PathBuf, PackError> {
    let outside = || PackError::LibdirOutside(asked.to_path_buf());
    if asked.to_string_lossy().contains(char::is_whitespace) {
        return Err(PackError::LibdirWithSpace(asked.to_path_buf()));
    }
    let under = if asked.is_absolute() { asked.strip_prefix(prefix).map_err(|_| outside())? } else { asked };
    let plain: PathBuf = under.components().filter(|part| *part != Component::CurDir).collect();
    match plain.components().all(|part| matches!(part, Component::Normal(_))) && plain.components().count() > 0 {
        true => Ok(plain),
        false => Err(outside()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_stay_under_the_prefix() {
        let of = |asked: &str| libdir(Path::new("/opt/asperity"), Path::new(asked)).ok().map(|path| slashes(&path));
        assert_eq!(of("lib").as_deref(), Some("lib"));
        assert_eq!(of("./lib/x86_64-linux-gnu/").as_deref(), Some("lib/x86_64-linux-gnu"));
        assert_eq!(of("/opt/asperity/lib64").as_deref(), Some("lib64"));
        for outside in ["/usr/lib", "../lib", "lib/../../x", ".", ""] {
            assert_eq!(of(outside), None, "{outside}");
        }
        let text = libdir(Path::new("/opt"), Path::new("/usr/lib")).expect_err("it is outside").to_string();
        assert!(text.contains("/usr/lib") && text.contains("--libdir"), "{text}");
        let text = libdir(Path::new("/opt"), Path::new("lib 64")).expect_err("it has a space").to_string();
        assert!(text.contains("lib 64") && text.contains("--libdir"), "{text}");
    }
}
