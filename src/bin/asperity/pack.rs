//! `asperity pack`

use std::io::Write;
use std::path::PathBuf;

use asperity::package::platform::{PLATFORMS, Platform};
use asperity::package::{PackOptions, pack};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::Failure;

#[derive(Args)]
pub struct Options {
    /// File to write [default: target/fmu/Asperity.fmu in the source tree]
    #[arg(long, value_name = "FILE", default_value_os_t = PackOptions::default().output, hide_default_value = true)]
    out: PathBuf,
    /// Platforms to pack for [default: that of this machine, with its own linker]
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
    let path = pack(&PackOptions { output: options.out.clone(), platforms, ..PackOptions::default() })?;
    let size = std::fs::metadata(&path)?.len();
    writeln!(std::io::stdout(), "{} ({} kB)", path.display(), size.div_ceil(1000))?;
    Ok(())
}
