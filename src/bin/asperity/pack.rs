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
    /// File to write [default: target/fmu/Asperity.fmu in the source tree]
    #[arg(long, value_name = "FILE", default_value_os_t = PackOptions::default().output, hide_default_value = true)]
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
    match CARRIED.filter(|_| platforms.is_empty()) {
        Some(unit) => write(&options.out, unit)?,
        None => drop(pack(&PackOptions { output: options.out.clone(), platforms, ..PackOptions::default() })?),
    }
    let size = std::fs::metadata(&options.out)?.len();
    writeln!(std::io::stdout(), "Written: {} ({} kB)", options.out.display(), size.div_ceil(1000))?;
    Ok(())
}
