//! `asperity pack`

use std::io::Write;
use std::path::PathBuf;

use asperity::package::platform::{PLATFORMS, Platform};
use asperity::package::{CARRIED, PackOptions, pack, write};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::{Failure, output};

#[derive(Args)]
pub struct Options {
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "Asperity.fmu")]
    out: PathBuf,
    /// Platforms to compile and pack for, which takes the source tree [default: that of this program]
    #[arg(long = "platform", value_name = "NAME", num_args = 1.., value_parser = platforms())]
    platforms: Vec<Platform>,
    /// Pack for Linux, Windows and macOS in one file; `asperity platforms` tells what that needs
    #[arg(long, conflicts_with = "platforms")]
    all_platforms: bool,
}

/// Takes the names of [`PLATFORMS`] and no others.
fn platforms() -> impl TypedValueParser<Value = Platform> {
    PossibleValuesParser::new(PLATFORMS.map(|platform| platform.name))
        .try_map(|name| Platform::named(&name).ok_or("there is no such platform"))
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let chosen = |platform: &Platform| options.all_platforms || options.platforms.contains(platform);
    let platforms: Vec<Platform> = PLATFORMS.into_iter().filter(chosen).collect();
    output::file("--out", &options.out)?;
    // it is not written into but put in the place of what is there
    if options.out.exists() && !options.out.is_file() {
        return Err(Failure::Usage(format!("--out {}: a plain file is expected", options.out.display())));
    }
    match CARRIED.filter(|_| platforms.is_empty()) {
        Some(unit) => write(&options.out, unit)?,
        None => drop(pack(&PackOptions { output: options.out.clone(), platforms, ..PackOptions::default() })?),
    }
    let size = std::fs::metadata(&options.out)?.len();
    writeln!(std::io::stdout(), "Written: {} ({} kB)", options.out.display(), size.div_ceil(1000))?;
    Ok(())
}
