//! The platforms a unit is packed for, what builds each of them, and what of that is not on this machine.

use std::borrow::Cow;
use std::path::Path;
use std::process::{Command, Stdio};

use super::PackError;
use super::missing::Missing;
use super::toolchain::Toolchain;

/// What makes a library for a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builder {
    /// cargo with the linker of the machine that packs.
    Own,
    /// cargo-zigbuild, whose zig brings stubs of the system libraries of Linux and macOS.
    Zig,
    /// cargo with gcc and import libraries of mingw-w64.
    Mingw,
}

/// A platform of FMI 2.0.5, section 2.3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Its name in FMI: the folder under `binaries/`.
    pub name: &'static str,
    /// Extension of a shared library.
    pub extension: &'static str,
    /// What rustc calls it.
    pub target: Cow<'static, str>,
    /// The oldest system that loads the binary, as a name and a version; empty if that is up to the machine that packs.
    pub oldest: &'static str,
    /// What makes its binary.
    pub builder: Builder,
}

/// The platforms a unit can be packed for on any machine.
pub const PLATFORMS: [Platform; 5] = [
    Platform::zig("linux64", "so", "x86_64-unknown-linux-gnu", "glibc 2.17"),
    Platform::zig("aarch64-linux", "so", "aarch64-unknown-linux-gnu", "glibc 2.17"),
    Platform {
        name: "win64",
        extension: "dll",
        target: Cow::Borrowed("x86_64-pc-windows-gnu"),
        oldest: "Windows 8",
        builder: Builder::Mingw,
    },
    Platform::zig("darwin64", "dylib", "x86_64-apple-darwin", "macOS 10.12"),
    Platform::zig("aarch64-darwin", "dylib", "aarch64-apple-darwin", "macOS 11.0"),
];

impl Platform {
    const fn zig(name: &'static str, extension: &'static str, target: &'static str, oldest: &'static str) -> Self {
        Self { name, extension, target: Cow::Borrowed(target), oldest, builder: Builder::Zig }
    }

    /// The one of [`PLATFORMS`] with this name.
    pub fn named(name: &str) -> Option<Self> {
        PLATFORMS.into_iter().find(|platform| platform.name == name)
    }

    /// The platform of a target of rustc, built with this machine's own tools. Errors: FMI has no name for it.
    pub(super) fn own(target: &str) -> Result<Self, PackError> {
        let unknown = || PackError::UnsupportedHost(target.into());
        let (name, extension) = names(target).ok_or_else(unknown)?;
        Ok(Self { name, extension, target: target.to_owned().into(), oldest: "", builder: Builder::Own })
    }

    /// Path of the binary inside the unit.
    pub fn binary(&self, identifier: &str) -> String {
        format!("binaries/{}/{identifier}.{}", self.name, self.extension)
    }

    /// What is not on this machine and has to be, to build it.
    pub(super) fn missing(&self, toolchain: &Toolchain) -> Vec<Missing> {
        let mut missing = Vec::new();
        let mut need = |is_there: bool, what: &str, command: String| {
            if !is_there {
                missing.push(Missing { platform: self.name, what: what.into(), command });
            }
        };
        match self.builder {
            Builder::Own => {}
            Builder::Zig => {
                let is_there = answers("cargo-zigbuild", &["--version"]);
                need(is_there, "cargo-zigbuild", "cargo install --locked cargo-zigbuild".into());
                // it knows where it looks for zig
                let finds_zig = answers("cargo-zigbuild", &["zig", "cc", "--", "--version"]);
                need(finds_zig || !is_there && answers("zig", &["version"]), "zig", "pip install ziglang".into());
            }
            Builder::Mingw => {
                let command = match std::env::consts::OS {
                    "macos" => "brew install mingw-w64",
                    _ => "apt-get install gcc-mingw-w64-x86-64",
                };
                need(answers("x86_64-w64-mingw32-gcc", &["--version"]), "gcc of mingw-w64", command.into());
            }
        }
        if self.builder != Builder::Own {
            let is_there = toolchain.target_libdir(&self.target).is_ok_and(|folder| has_standard_library(&folder));
            let what = format!("Rust's standard library for {}", self.target);
            need(is_there, &what, format!("rustup target add {}", self.target));
        }
        missing
    }
}

/// FMI 2.0.5, section 2.3: folder and file extension for a target of rustc.
fn names(target: &str) -> Option<(&'static str, &'static str)> {
    let x86_64 = target.starts_with("x86_64-");
    if !x86_64 && !target.starts_with("aarch64-") {
        return None;
    }
    if target.contains("-linux-") {
        Some((if x86_64 { "linux64" } else { "aarch64-linux" }, "so"))
    } else if target.contains("-windows-") {
        Some((if x86_64 { "win64" } else { "aarch64-windows" }, "dll"))
    } else if target.ends_with("-apple-darwin") {
        Some((if x86_64 { "darwin64" } else { "aarch64-darwin" }, "dylib"))
    } else {
        None
    }
}

/// What of a platform's tools is missing, for each platform; with empty lists a unit for all of them can be packed here.
/// Errors: this machine has no Rust compiler.
pub fn readiness() -> Result<Vec<(Platform, Vec<Missing>)>, PackError> {
    let toolchain = Toolchain::find()?;
    Ok(PLATFORMS.map(|platform| (platform.clone(), platform.missing(&toolchain))).into())
}

/// Whether a program can be started and ends without an error.
fn answers(program: &str, arguments: &[&str]) -> bool {
    let silent = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
    silent.is_ok_and(|status| status.success())
}

fn has_standard_library(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|files| {
        files.flatten().any(|file| {
            let name = file.file_name().to_string_lossy().into_owned();
            name.starts_with("libstd-") && name.ends_with(".rlib")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_platform_has_its_folder_and_extension() {
        assert_eq!(names("x86_64-unknown-linux-gnu"), Some(("linux64", "so")));
        assert_eq!(names("aarch64-unknown-linux-musl"), Some(("aarch64-linux", "so")));
        assert_eq!(names("x86_64-pc-windows-msvc"), Some(("win64", "dll")));
        assert_eq!(names("aarch64-apple-darwin"), Some(("aarch64-darwin", "dylib")));
        assert_eq!(names("riscv64gc-unknown-linux-gnu"), None);
        assert_eq!(names("x86_64-unknown-freebsd"), None);
        for platform in PLATFORMS {
            assert_eq!(names(&platform.target), Some((platform.name, platform.extension)));
        }
    }

    #[test]
    fn a_target_that_rustup_did_not_add_is_missing() {
        let toolchain = Toolchain::find().expect("this test was compiled");
        let platform = Platform { target: "aarch64-unknown-no-such-system".into(), ..PLATFORMS[2].clone() };
        let missing = platform.missing(&toolchain);
        let last = missing.last().expect("there is no such target");
        assert_eq!(last.command, "rustup target add aarch64-unknown-no-such-system");
    }
}
