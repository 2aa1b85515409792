//! Packs the unit: builds the library and collects what belongs beside it.
//!
//! The command line calls it, and before that the build script of a release build, whose program carries what comes out:
//! nothing here may need the feature `unit`.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::archive::{self, Entry};
use super::dependencies::{Crate, UnitTree};
use super::documents::{self, MODEL_IDENTIFIER};
use super::library::{self, Library, Product, Target};
use super::missing::AllMissing;
use super::platform::Platform;
use super::sources::{root, source_tree};
use super::toolchain::Toolchain;
use super::{PackError, error, licences, runtimes};

/// Where licences are inside the unit; FMI 2.0.5, section 2.3 gives the name.
const LICENCES: &str = "documentation/licenses";

/// Where to pack from and to.
#[derive(Clone, Debug)]
pub struct PackOptions {
    /// Root of the source tree.
    pub root: PathBuf,
    /// The file to write.
    pub output: PathBuf,
    /// For which platforms, with tools that make the same binary on any machine; none: for one, with its own tools.
    pub platforms: Vec<Platform>,
    /// What rustc calls that one; none: this machine.
    pub target: Option<String>,
    /// Where cargo puts what it builds for the unit. A folder of its own: two feature sets in one would overwrite each
    /// other's library, and a cargo whose build script packs locks its own until the script is done.
    pub build_dir: PathBuf,
}

impl Default for PackOptions {
    fn default() -> Self {
        let root = root();
        Self {
            output: format!("{MODEL_IDENTIFIER}.fmu").into(),
            platforms: Vec::new(),
            target: None,
            build_dir: root.join("target/unit"),
            root,
        }
    }
}

/// Builds the unit: the bytes of the `.fmu`. Errors: tools are missing, all of which are named; a build fails.
pub fn built(options: &PackOptions) -> Result<Vec<u8>, PackError> {
    let root = source_tree(&options.root)?;
    let toolchain = Toolchain::find()?;
    // build.rs must not find what it wrote for another linker, and cargo builds side by side only in several folders
    let folder = |platform: &Platform| match options.platforms.as_slice() {
        [] => options.build_dir.clone(),
        _ => options.build_dir.join("platforms").join(platform.name),
    };
    let platforms = match options.platforms.as_slice() {
        [] => vec![Platform::own(options.target.as_deref().unwrap_or(&toolchain.host))?],
        chosen => chosen.to_vec(),
    };
    let missing: Vec<_> = platforms.iter().flat_map(|platform| platform.missing(&toolchain)).collect();
    if !missing.is_empty() {
        return Err(PackError::Missing(AllMissing(missing)));
    }

    let (mut entries, mut crates, mut runtimes) = (Vec::new(), Vec::new(), Vec::new());
    let built = side_by_side(&platforms, |platform| -> Result<_, PackError> {
        let product = Product::unit(&platform.target);
        let tree = UnitTree::read(&root, &toolchain, &platform.target, product.feature)?;
        let library = library::build(&root, &folder(platform), &toolchain, &Target::of(platform), &tree, &product)?;
        Ok((tree, library))
    });
    for (platform, built) in platforms.iter().zip(built) {
        let (tree, library) = built?;
        if entries.is_empty() {
            entries = documents::collect(&root, &library.rendered)?;
        }
        runtimes.extend(runtimes::of(platform.builder)?);
        entries.push(Entry::executable(platform.binary(MODEL_IDENTIFIER), error::read(&library.path)?));
        crates.extend(inside(&tree, &library).into_iter().cloned());
    }
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    crates.dedup();
    runtimes.sort();
    runtimes.dedup();
    entries.push(Entry::file("documentation/made-with.txt", made_with(&toolchain, &platforms)?.into_bytes()));
    let crates: Vec<&Crate> = crates.iter().collect();
    entries.extend(licences::collect(LICENCES, &root, &crates, &runtimes, &toolchain)?);
    archive::bytes(entries)
}

/// `work` on every item, on as many threads as there are processors: compiled as one unit of code, a library occupies a
/// single one.
fn side_by_side<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(k) else { return done };
            done.push((k, work(item)));
        }
    };
    let mut done = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(take)).collect();
        let joined = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.flatten().collect::<Vec<_>>()
    });
    done.sort_by_key(|(k, _)| *k);
    done.into_iter().map(|(_, result)| result).collect()
}

/// What must be the same where the same bytes are to come out.
fn made_with(toolchain: &Toolchain, platforms: &[Platform]) -> Result<String, PackError> {
    let mut text = format!("{} with rustc {} ({})\n", env!("CARGO_PKG_VERSION"), toolchain.release, toolchain.commit);
    for platform in platforms {
        text += &format!("{:<14} {}: {}\n", platform.name, platform.target, runtimes::made_with(platform.builder)?);
    }
    Ok(text)
}

/// The crates whose code is in the library.
pub(super) fn inside<'a>(tree: &'a UnitTree, library: &Library) -> Vec<&'a Crate> {
    tree.dependencies.iter().filter(|dependency| library.compiled.contains(&dependency.id)).collect()
}
