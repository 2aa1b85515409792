//! Renders what the variable table says, before the library is compiled: modelDescription.xml with its GUID, the C header
//! and the reference in HTML and Markdown go to OUT_DIR, where `src/unit` includes them and the packer finds them. And tells
//! the linker what of the standard library the shared library does not need.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, error::Error, fs, str};

#[allow(dead_code)]
#[path = "src/fmi"]
mod fmi {
    pub mod description;
    pub mod listing;
    pub mod v2 {
        pub mod xml;
    }
}

#[allow(dead_code, unused_imports, unused_macros)]
#[path = "src/unit"]
mod unit {
    pub mod table;
}

#[allow(dead_code)]
#[path = "src/unit/render/mod.rs"]
mod render;

fn main() -> Result<(), Box<dyn Error>> {
    for file in ["description.rs", "listing.rs", "v2/xml.rs"] {
        println!("cargo::rerun-if-changed=src/fmi/{file}");
    }
    println!("cargo::rerun-if-changed=src/unit/table");
    println!("cargo::rerun-if-changed=src/unit/render");
    println!("cargo::rerun-if-changed=build.rs");
    let system = env::var("CARGO_CFG_TARGET_OS")?;
    match system.as_str() {
        "linux" => leave_out_printing_of_panics()?,
        "windows" => leave_out_ends_of_threads()?,
        _ => {}
    }
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts")?;
    let out = Path::new(&out);

    let table = render::Elements::of(unit::table::TABLE);
    let (guid, description) = fmi::v2::xml::with_guid(&table.listing())?;
    fs::write(out.join("guid.txt"), &guid)?;
    fs::write(out.join("modelDescription.xml"), &description)?;
    fs::write(out.join("asperity_fmu.h"), render::header::header(&table, &guid))?;
    fs::write(out.join("reference.md"), render::reference::markdown(&table))?;
    fs::write(out.join("reference.html"), render::reference::html(&table))?;
    Ok(())
}

/// Functions of the standard library that print a panic, or memory that has run out, to the standard error stream with a
/// backtrace: a third of the shared library, for nothing, because its boundary catches panics and tells the host's log.
const PRINTING: [&[u8]; 2] = [b"3std9panicking12default_hook\0", b"3std5alloc24default_alloc_error_hook\0"];

/// Has the linker put a function that does nothing in the place of [`PRINTING`]. Their names have a hash in them and are
/// looked up in the standard library; where they are not found the library is larger and prints.
fn leave_out_printing_of_panics() -> Result<(), Box<dyn Error>> {
    // one of our own, which every linker has
    let Some(nothing) = exported_function() else { return Ok(()) };
    let Some(Ok(bytes)) = standard_library().map(fs::read) else { return Ok(()) };
    let names: Vec<String> = PRINTING.iter().filter_map(|name| symbol(&bytes, name)).collect();
    if is_zig(&env::var("RUSTC_LINKER").unwrap_or_default()) {
        // knows no --defsym, but takes a script
        link_with_script(&names.iter().map(|name| format!("{name} = {nothing};\n")).collect::<String>())?;
    } else {
        names.iter().for_each(|name| println!("cargo::rustc-link-arg-cdylib=-Wl,--defsym={name}={nothing}"));
    }
    Ok(())
}

/// Has GNU's linker keep the standard library's callback out of Windows' list: at the end of threads and of the library
/// it asks the system for an index of thread-local storage that it never gives back, and after some 1000 times of
/// loading and unloading none is left. What it is there for, destructors of thread-local variables, the library has none.
fn leave_out_ends_of_threads() -> Result<(), Box<dyn Error>> {
    // LLVM's linker takes no script here
    let is_llvm = env::var("CARGO_CFG_TARGET_ABI").is_ok_and(|abi| !abi.is_empty());
    if exported_function().is_none() || env::var("CARGO_CFG_TARGET_ENV")? != "gnu" || is_llvm {
        return Ok(());
    }
    link_with_script("SECTIONS { .unused BLOCK(__section_alignment__) : { *(.CRT$XLB) } } INSERT AFTER .rdata;\n")
}

/// A function that a shared library of these features exports, does nothing, and takes nothing.
fn exported_function() -> Option<&'static str> {
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    match (has("EXPORTS"), has("CAPI")) {
        (true, _) => Some("fmi2GetTypesPlatform"),
        (false, true) => Some("asperity_version"),
        (false, false) => None,
    }
}

/// Gives the linker a script that adds to its own.
fn link_with_script(text: &str) -> Result<(), Box<dyn Error>> {
    let script = Path::new(&env::var("OUT_DIR")?).join("asperity.ld");
    fs::write(&script, text)?;
    println!("cargo::rustc-link-arg-cdylib=-T\ncargo::rustc-link-arg-cdylib={}", script.display());
    Ok(())
}

/// Whether cargo was given cargo-zigbuild's linker.
fn is_zig(linker: &str) -> bool {
    Path::new(linker).file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("zigcc"))
}

/// The archive of the target's standard library.
fn standard_library() -> Option<PathBuf> {
    let (rustc, target) = (env::var_os("RUSTC")?, env::var_os("TARGET")?);
    let answer = Command::new(rustc).args(["--print", "target-libdir", "--target"]).arg(target).output().ok()?;
    let folder = PathBuf::from(str::from_utf8(&answer.stdout).ok()?.trim());
    let mut files = fs::read_dir(folder).ok()?.filter_map(|file| Some(file.ok()?.path()));
    files.find(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}

/// The name of a function that is `_RNvNtCs`, a hash, `_` and then this, as it stands in a table of names.
fn symbol(archive: &[u8], end: &[u8]) -> Option<String> {
    archive.windows(end.len()).enumerate().filter(|(_, window)| *window == end).find_map(|(at, _)| {
        let start = archive[..at].iter().rposition(|byte| *byte == 0)? + 1;
        let name = str::from_utf8(&archive[start..at + end.len() - 1]).ok()?;
        let hash = name.strip_prefix("_RNvNtCs")?.split_once('_')?.0;
        (hash.chars().all(|c| c.is_ascii_alphanumeric()) && at == start + 8 + hash.len() + 1).then(|| name.to_string())
    })
}
