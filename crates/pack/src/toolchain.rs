//! The compiler that builds the unit.

use std::path::PathBuf;
use std::process::Command;

use super::PackError;

/// cargo and rustc as the environment names them.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The program cargo.
    pub cargo: String,
    /// The program rustc.
    pub rustc: String,
    /// Target triple of this machine.
    pub host: String,
    /// Where the compiler lives.
    pub sysroot: PathBuf,
    /// Version of the compiler.
    pub release: String,
    /// The commit the compiler was built from; paths of its standard library start with it.
    pub commit: String,
}

/// By these clippy and Miri put themselves in the place of the compiler; cargo takes an empty one for none.
pub const WRAPPERS: [(&str, &str); 2] = [("RUSTC_WRAPPER", ""), ("RUSTC_WORKSPACE_WRAPPER", "")];

impl Toolchain {
    /// Asks the compiler of this environment who it is.
    pub fn find() -> Result<Self, PackError> {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
        let version = output(&rustc, "RUSTC", &["-vV"])?;
        let field = |key: &str| {
            version
                .lines()
                .find_map(|line| line.strip_prefix(key))
                .map(|value| value.trim().to_owned())
                .unwrap_or_default()
        };
        let sysroot = PathBuf::from(output(&rustc, "RUSTC", &["--print", "sysroot"])?.trim());
        let (host, release, commit) = (field("host:"), field("release:"), field("commit-hash:"));
        Ok(Self { cargo, rustc, host, sysroot, release, commit })
    }

    /// Where the libraries of a target are, whether it is installed or not.
    pub fn target_libdir(&self, target: &str) -> Result<PathBuf, PackError> {
        let answer = output(&self.rustc, "RUSTC", &["--print", "target-libdir", "--target", target])?;
        Ok(PathBuf::from(answer.trim()))
    }
}

/// What a program prints.
pub fn output(program: &str, variable: &'static str, arguments: &[&str]) -> Result<String, PackError> {
    let output = Command::new(program).args(arguments).output().map_err(|source| PackError::Tool {
        tool: program.into(),
        variable,
        source,
    })?;
    if !output.status.success() {
        return Err(PackError::ToolFailed {
            command: format!("{program} {}", arguments.join(" ")),
            detail: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_named() {
        let text = output("no-such-compiler", "RUSTC", &[]).expect_err("it does not exist").to_string();
        assert!(text.contains("no-such-compiler") && text.contains("RUSTC"), "{text}");
    }
}
