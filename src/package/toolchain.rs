//! The compiler that builds the unit, and the platform it builds for.

use std::path::PathBuf;
use std::process::Command;

use super::PackError;

/// Names that FMI 2.0 gives a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Folder under `binaries/`.
    pub folder: &'static str,
    /// Extension of a shared library.
    pub extension: &'static str,
}

/// cargo and rustc as the environment names them.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The program cargo.
    pub cargo: String,
    /// Target triple of this machine.
    pub host: String,
    /// Where the compiler lives.
    pub sysroot: PathBuf,
    /// Version of the compiler.
    pub release: String,
    /// The commit the compiler was built from; paths of its standard library start with it.
    pub commit: String,
}

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
        Ok(Self {
            cargo,
            host: field("host:"),
            sysroot: PathBuf::from(output(&rustc, "RUSTC", &["--print", "sysroot"])?.trim()),
            release: field("release:"),
            commit: field("commit-hash:"),
        })
    }

    /// The platform the unit is built for.
    pub fn platform(&self) -> Result<Platform, PackError> {
        platform_of(&self.host).ok_or_else(|| PackError::UnsupportedHost(self.host.clone()))
    }
}

/// FMI 2.0.5, section 2.3: folder and file extension for a target triple.
fn platform_of(triple: &str) -> Option<Platform> {
    let x86_64 = triple.starts_with("x86_64-");
    if !x86_64 && !triple.starts_with("aarch64-") {
        return None;
    }
    let (folder, extension) = if triple.contains("-linux-") {
        (if x86_64 { "linux64" } else { "aarch64-linux" }, "so")
    } else if triple.contains("-windows-") {
        (if x86_64 { "win64" } else { "aarch64-windows" }, "dll")
    } else if triple.ends_with("-apple-darwin") {
        (if x86_64 { "darwin64" } else { "aarch64-darwin" }, "dylib")
    } else {
        return None;
    };
    Some(Platform { folder, extension })
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
    fn every_platform_has_its_folder_and_extension() {
        let names = |triple| platform_of(triple).map(|platform| (platform.folder, platform.extension));
        assert_eq!(names("x86_64-unknown-linux-gnu"), Some(("linux64", "so")));
        assert_eq!(names("aarch64-unknown-linux-musl"), Some(("aarch64-linux", "so")));
        assert_eq!(names("x86_64-pc-windows-msvc"), Some(("win64", "dll")));
        assert_eq!(names("aarch64-apple-darwin"), Some(("aarch64-darwin", "dylib")));
        assert_eq!(names("riscv64gc-unknown-linux-gnu"), None);
        assert_eq!(names("x86_64-unknown-freebsd"), None);
    }

    #[test]
    fn a_missing_tool_is_named() {
        let text = output("no-such-compiler", "RUSTC", &[]).expect_err("it does not exist").to_string();
        assert!(text.contains("no-such-compiler") && text.contains("RUSTC"), "{text}");
    }
}
