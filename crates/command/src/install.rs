//! `asperity install`

use std::io::Write;
use std::path::PathBuf;

use asperity_pack::install::{InstallOptions, install};
use clap::Args;

use crate::Failure;

#[derive(Args)]
pub struct Options {
    /// Where to install, such as /usr/local or $HOME/.local; made if it is not there
    #[arg(long, value_name = "FOLDER")]
    prefix: PathBuf,
    /// Folder of the libraries under the prefix, such as lib64 or lib/x86_64-linux-gnu
    #[arg(long, value_name = "FOLDER", default_value = "lib")]
    libdir: PathBuf,
    /// Put everything under this folder, as makers of packages do; the prefix stays what programs will see
    #[arg(long, value_name = "FOLDER")]
    destdir: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let Options { prefix, libdir, destdir } = options;
    let wanted = InstallOptions { libdir: libdir.clone(), destdir: destdir.clone(), ..InstallOptions::new(prefix) };
    let installed = install(&wanted)?;
    let prefix = installed.prefix.display();
    let libraries = installed.prefix.join(&installed.libdir);
    let libraries = libraries.display();
    let (documents, others): (Vec<&String>, Vec<&String>) =
        installed.paths.iter().partition(|path| path.starts_with("share/doc/"));

    let mut out = std::io::stdout().lock();
    write!(out, "Asperity {} for C and C++ in {prefix}", env!("CARGO_PKG_VERSION"))?;
    match destdir {
        Some(folder) => writeln!(out, ", for now under {}", folder.display())?,
        None => writeln!(out)?,
    }
    for path in others {
        writeln!(out, "  {path}")?;
    }
    writeln!(out, "  share/doc/asperity/ ({} licence files)\n", documents.len())?;
    writeln!(out, "CMake       cmake -DCMAKE_PREFIX_PATH={prefix} ..., and in CMakeLists.txt")?;
    writeln!(out, "                find_package(Asperity {} REQUIRED)", minor_version())?;
    writeln!(
        out,
        "                target_link_libraries(program Asperity::asperity)   # or Asperity::asperity_static"
    )?;
    writeln!(out, "pkg-config  export PKG_CONFIG_PATH={libraries}/pkgconfig")?;
    writeln!(out, "                cc program.c $(pkg-config --cflags --libs asperity) -Wl,-rpath,{libraries}")?;
    writeln!(out, "                cc -static program.c $(pkg-config --static --cflags --libs asperity)")?;
    writeln!(
        out,
        "Without -rpath the loader looks for {} in the system's folders (after ldconfig) and in LD_LIBRARY_PATH.",
        installed.soname
    )?;
    Ok(())
}

fn minor_version() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"))
}
