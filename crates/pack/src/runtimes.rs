//! The tools a binary is linked with, and what they put into it from libraries of their own.

use std::path::{Path, PathBuf};

use super::PackError;
use super::platform::Builder;
use super::toolchain::output;

/// A library that comes with a linker and gets into the binary.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Runtime {
    /// Its name.
    pub name: &'static str,
    /// Version of the tool it comes with.
    pub version: String,
    /// Its licence, as an SPDX expression.
    pub licence: &'static str,
    /// Where the text of the licence is.
    pub text: PathBuf,
}

impl Runtime {
    /// Looks for the licence at several places. Errors: it is at none.
    fn new(
        name: &'static str,
        version: &str,
        licence: &'static str,
        places: impl IntoIterator<Item = PathBuf>,
    ) -> Result<Self, PackError> {
        let places: Vec<PathBuf> = places.into_iter().collect();
        match places.iter().find(|place| place.is_file()) {
            Some(text) => Ok(Self { name, version: version.into(), licence, text: text.clone() }),
            None => Err(PackError::NoRuntimeLicence { name, places }),
        }
    }

    /// Name and version in one word.
    pub fn label(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    /// Name of the licence's file.
    pub fn file_name(&self) -> String {
        self.text.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// What a builder puts into a binary. The start files of the machine that packs are its system's own.
pub fn of(builder: Builder) -> Result<Vec<Runtime>, PackError> {
    match builder {
        Builder::Own => Ok(Vec::new()),
        Builder::Zig => {
            let Zig { version, folder } = Zig::find()?;
            // its own archive, and a distribution's
            let places = |file: &str| [folder.join("lib").join(file), folder.join("../lib/zig").join(file)];
            let own = [folder.join("LICENSE"), "/usr/share/licenses/zig/LICENSE".into()];
            Ok(vec![
                Runtime::new("zig-compiler_rt", &version, "MIT", own)?,
                Runtime::new(
                    "llvm-libunwind",
                    &format!("zig-{version}"),
                    "Apache-2.0 WITH LLVM-exception",
                    places("libunwind/LICENSE.TXT"),
                )?,
            ])
        }
        Builder::Mingw => {
            let version = output(MINGW, "PATH", &["-dumpversion"])?.trim().to_owned();
            let debian = |package: String| Path::new("/usr/share/doc").join(package).join("copyright");
            let elsewhere = |file: &str| Path::new("/usr/share/licenses").join(file);
            Ok(vec![
                Runtime::new(
                    "mingw-w64-runtime",
                    &version,
                    "ZPL-2.1 AND MIT AND LicenseRef-public-domain",
                    [
                        debian("mingw-w64-x86-64-dev".into()),
                        elsewhere("mingw-w64-crt/COPYING.MinGW-w64-runtime.txt"),
                        elsewhere("mingw64-crt/COPYING.MinGW-w64-runtime.txt"),
                    ],
                )?,
                Runtime::new(
                    "libgcc",
                    &version,
                    "GPL-3.0-or-later WITH GCC-exception-3.1",
                    [
                        debian("gcc-mingw-w64-x86-64-win32".into()),
                        debian("gcc-mingw-w64-x86-64-posix".into()),
                        elsewhere("mingw-w64-gcc/COPYING.RUNTIME"),
                        elsewhere("mingw64-gcc/COPYING.RUNTIME"),
                    ],
                )?,
            ])
        }
    }
}

/// The tools themselves, for whoever wants to make the same binary.
pub fn made_with(builder: Builder) -> Result<String, PackError> {
    let first_line = |text: String| text.lines().next().unwrap_or_default().trim().to_owned();
    Ok(match builder {
        Builder::Own => "the linker of the machine that packed".into(),
        Builder::Zig => {
            let own = first_line(output(ZIGBUILD, "PATH", &["--version"])?);
            format!("{own}, zig {}", Zig::find()?.version)
        }
        Builder::Mingw => first_line(output(MINGW, "PATH", &["--version"])?),
    })
}

/// The programs, as they are called on the path.
const ZIGBUILD: &str = "cargo-zigbuild";
const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// zig, where cargo-zigbuild finds it.
struct Zig {
    version: String,
    folder: PathBuf,
}

impl Zig {
    fn find() -> Result<Self, PackError> {
        let arguments = ["zig", "cc", "--", "--version"];
        let answer = output(ZIGBUILD, "PATH", &arguments)?;
        let folder = answer.lines().find_map(|line| line.strip_prefix("InstalledDir:"));
        let folder = PathBuf::from(folder.map(str::trim).ok_or_else(|| PackError::ToolFailed {
            command: format!("{ZIGBUILD} {}", arguments.join(" ")),
            detail: format!("it does not say where zig is: {answer}"),
        })?);
        let version = output(&folder.join("zig").to_string_lossy(), "PATH", &["version"])?.trim().to_owned();
        Ok(Self { version, folder })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_text_of_its_licence_a_library_is_not_packed() {
        let places = ["/no/such/LICENSE", "/nor/this"].map(PathBuf::from);
        let text = Runtime::new("spring", "1", "MIT", places).expect_err("there is none").to_string();
        assert!(text.contains("spring") && text.contains("/no/such/LICENSE") && text.contains("/nor/this"), "{text}");
    }

    #[test]
    fn this_machines_own_linker_adds_nothing() {
        assert_eq!(of(Builder::Own).expect("nothing to look for"), []);
    }
}
