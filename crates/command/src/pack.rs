//! `asperity pack`

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

use asperity_lab::CARRIED;
use asperity_pack::archive::write;
use asperity_pack::platform::{PLATFORMS, Platform};
use asperity_pack::start_values::{Choice, Use, changed};
use asperity_pack::{MODEL_IDENTIFIER, PackOptions, built, manifest};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::course::assignment;
use crate::files::{Files, InputFile, OutputFile};
use crate::{Failure, system};

#[derive(Args)]
pub struct Options {
    /// File to write [default: Asperity.fmu, of a system its name]
    #[arg(long, value_name = "FILE")]
    out: Option<OutputFile>,
    /// Platforms to compile and pack for, which takes the source tree [default: that of this program]
    #[arg(long = "platform", value_name = "NAME", num_args = 1.., value_parser = platforms())]
    platforms: Vec<Platform>,
    /// Pack for Linux, Windows and macOS in one file; `asperity platforms` tells what that needs
    #[arg(long, conflicts_with = "platforms")]
    all_platforms: bool,
    /// Start value of a parameter, a number or the name of an item, for tools that cannot set it; may be repeated with another name
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Show only what this use wires and tunes, numbers all of them
    #[arg(long, value_name = "USE")]
    simple: Option<UseName>,
    /// Pack the system of bodies and contacts that this file describes; `asperity new` writes examples
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "simple"])]
    system: Option<InputFile>,
    /// Build and pack the FMU of another package on this FMI layer, by its Cargo.toml, for this machine
    #[arg(long, value_name = "FILE", conflicts_with_all = ["set", "simple", "system", "platforms", "all_platforms"])]
    manifest: Option<InputFile>,
    /// With --set, --simple or --system: the packed one-contact FMU to change, for all platforms in it [default: a new one]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["platforms", "all_platforms"])]
    fmu: Option<InputFile>,
}

#[derive(Clone, Copy, ValueEnum)]
enum UseName {
    /// A sphere about the origin of body i on a plane that stands still
    SpherePlane,
}

/// Takes the names of [`PLATFORMS`] and no others.
fn platforms() -> impl TypedValueParser<Value = Platform> {
    PossibleValuesParser::new(PLATFORMS.map(|platform| platform.name))
        .try_map(|name| Platform::named(&name).ok_or("there is no such platform"))
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    if let Some(manifest) = &options.manifest {
        return pack_other(manifest, options.out.as_deref(), files);
    }
    let chosen = |platform: &Platform| options.all_platforms || options.platforms.contains(platform);
    let platforms: Vec<Platform> = PLATFORMS.into_iter().filter(chosen).collect();
    let system = options.system.as_deref().map(|file| system::read(file, files)).transpose()?;
    let model = system.as_ref().map_or(MODEL_IDENTIFIER, |system| system.scene().name.as_str());
    let path = options.out.as_deref().map_or_else(|| format!("{model}.fmu").into(), Path::to_path_buf);
    if options.out.is_none() {
        files.writes("--out", &path)?;
    }
    // it is not written into but put in the place of what is there
    if path.exists() && !path.is_file() {
        return Err(Failure::Usage(format!("--out {}: a plain file is expected", path.display())));
    }
    let choice =
        Choice { values: options.set.clone(), simple: options.simple.map(|UseName::SpherePlane| Use::SpherePlane) };
    if options.fmu.is_some() && choice.is_empty() && system.is_none() {
        return Err(Failure::Usage(
            "--fmu names the FMU that --set, --simple or --system change: give one of them".into(),
        ));
    }
    // before anything is compiled
    choice.check().map_err(|refused| Failure::Usage(refused.to_string()))?;
    let unit: Cow<[u8]> = match (&options.fmu, CARRIED.filter(|_| platforms.is_empty())) {
        (Some(file), _) => std::fs::read(file)
            .map(Cow::Owned)
            .map_err(|error| Failure::Usage(format!("--fmu {}: it cannot be read: {error}", file.display())))?,
        (None, Some(unit)) => Cow::Borrowed(unit),
        (None, None) => Cow::Owned(built(&PackOptions { platforms, ..PackOptions::default() })?),
    };
    let name = options.fmu.as_deref().map_or_else(|| format!("{MODEL_IDENTIFIER}.fmu").into(), Path::to_path_buf);
    match (&system, choice.is_empty()) {
        (Some(system), _) => write(&path, &system.packed(&unit, &name)?)?,
        (None, true) => write(&path, &unit)?,
        (None, false) => write(&path, &changed(&unit, &name, &choice)?)?,
    }
    written(&path)
}

/// Packs another package than the core.
fn pack_other(manifest: &Path, out: Option<&Path>, files: &mut Files) -> Result<(), Failure> {
    let (name, archive) = manifest::packed(manifest, &asperity_pack::root().join("target/others"))?;
    let path = out.map_or_else(|| format!("{name}.fmu").into(), Path::to_path_buf);
    if out.is_none() {
        files.writes("--out", &path)?;
    }
    write(&path, &archive)?;
    written(&path)
}

fn written(path: &Path) -> Result<(), Failure> {
    let size = std::fs::metadata(path)?.len();
    writeln!(std::io::stdout(), "Written: {} ({} kB)", path.display(), size.div_ceil(1000))?;
    Ok(())
}
