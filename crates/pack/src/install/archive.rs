//! The static library with nothing but the C interface to be seen: rustc's own shows every function of Rust's standard
//! library, which another Rust library in the same program would collide with.

use std::path::Path;
use std::process::Command;

use super::PackError;
use super::layout::{Layout, NAME};
use crate::error;

/// What parts of the standard library carry for link-time optimisation by rustc's own LLVM; another LLVM, as a plugin
/// of nm or ld, takes the whole object for its own and finds nothing in it.
const BITCODE: [&str; 2] = ["--remove-section=.llvmbc", "--remove-section=.llvmcmd"];

/// The bytes of the library with its names closed. The linker joins what the interface needs into one object, objcopy
/// makes all but the interface local. Apple's tools have no such pair: there it stays as rustc made it.
pub fn closed(made: &Path, layout: &Layout, build_dir: &Path) -> Result<Vec<u8>, PackError> {
    if layout.apple {
        return error::read(made);
    }
    // A folder of its own: another installation may be at work in the build folder.
    let folder = tempfile::tempdir_in(build_dir).map_err(error::cannot("written", build_dir))?;
    let (object, joined) = (folder.path().join("asperity.o"), folder.path().join(&layout.archive));
    // One interface function draws in all: with link-time optimisation they are one object.
    // Groups are dissolved: of two libraries' groups of one name a linker keeps one, and its names would be closed to
    // the other.
    let options = format!("-Wl,-u,{NAME}_version,--force-group-allocation");
    tool("CC", "cc", &["-r".as_ref(), "-nostdlib".as_ref(), options.as_ref(), "-o".as_ref(), &object, made])?;
    let keep = format!("--keep-global-symbol={NAME}_*");
    let mut closing: Vec<&Path> = vec!["--strip-unneeded".as_ref(), "--wildcard".as_ref(), keep.as_ref()];
    closing.extend(BITCODE.map(Path::new));
    closing.push(&object);
    tool("OBJCOPY", "objcopy", &closing)?;
    // D: no time, no user, so that the same sources give the same bytes
    tool("AR", "ar", &["rcsD".as_ref(), &joined, &object])?;
    error::read(&joined)
}

/// Runs a tool of the C compiler, which the environment may name.
fn tool(variable: &'static str, usual: &str, arguments: &[&Path]) -> Result<(), PackError> {
    let tool = std::env::var(variable).unwrap_or_else(|_| usual.into());
    let output = Command::new(&tool).args(arguments).output().map_err(|source| PackError::CTool {
        tool: tool.clone(),
        variable,
        source,
    })?;
    if output.status.success() {
        return Ok(());
    }
    let arguments: Vec<String> = arguments.iter().map(|argument| argument.display().to_string()).collect();
    Err(PackError::ToolFailed {
        command: format!("{tool} {}", arguments.join(" ")),
        detail: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_named_with_the_variable_that_chooses_it() {
        let error = tool("ASPERITY_NO_SUCH_VARIABLE", "no-such-ar", &[]).expect_err("it does not exist");
        let text = error.to_string();
        assert!(text.contains("no-such-ar") && text.contains("set ASPERITY_NO_SUCH_VARIABLE"), "{text}");
    }
}
