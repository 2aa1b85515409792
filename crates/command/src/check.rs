//! `asperity check`

use std::io::Write;
use std::path::Path;

use asperity_lab::HostError;
use asperity_lab::conformance;
use asperity_lab::fmu::{Fmu, Unpacked, platform_folder};
use asperity_lab::instance::Instance;
use asperity_pack::system::CouplingMethod;
use clap::Args;

use crate::files::{Files, InputFile};
use crate::{Failure, system};

#[derive(Args)]
pub struct Options {
    /// The .fmu. Its binary is loaded and instantiated: that runs the code in it, as every importer would
    #[arg(value_name = "FMU", required_unless_present = "system")]
    file: Option<InputFile>,
    /// Check the file of a system instead, and say what it makes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "without_running"])]
    system: Option<InputFile>,
    /// Check archive and modelDescription.xml only; no code of the file runs
    #[arg(long)]
    without_running: bool,
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    let file = match (&options.file, &options.system) {
        (_, Some(system)) => return check_system(system, files),
        (Some(file), None) => &**file,
        (None, None) => return Ok(()),
    };
    let tried = if options.without_running {
        looked_at(file)
    } else {
        // The binary refuses a modelDescription.xml that it was not built with, but only when it is instantiated.
        Fmu::open(file).and_then(|fmu| Instance::co_simulation(&fmu, "check").map(drop))
    };
    if let Err(
        error @ (HostError::File { .. }
        | HostError::Archive { .. }
        | HostError::Entry { .. }
        | HostError::NoDescription { .. }),
    ) = tried
    {
        return Err(error.into());
    }
    let unpacked = Unpacked::new(file)?;
    let mut problems = description_problems(&unpacked)?;
    problems.extend(tried.err().map(|error| error.to_string()));
    let mut out = std::io::stdout().lock();
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    match problems.len() {
        0 => {
            let untried = if options.without_running { "; its binary was not run".into() } else { untried(&unpacked)? };
            Ok(writeln!(out, "{}: no problems found{untried}", file.display())?)
        }
        1 => Err(Failure::Failed(format!("{} has 1 problem", file.display()))),
        count => Err(Failure::Failed(format!("{} has {count} problems", file.display()))),
    }
}

/// What the file of a system makes.
fn check_system(file: &Path, files: &mut Files) -> Result<(), Failure> {
    let system = system::read(file, files)?;
    let scene = system.scene();
    let moving = scene.bodies.iter().filter(|body| body.moves).count();
    let contacts = scene.contacts.len();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}", file.display(), scene.name)?;
    writeln!(out, "  bodies    {:>7}, {moving} of them moved by the importer", scene.bodies.len())?;
    writeln!(out, "  contacts  {contacts:>7}")?;
    if scene.model_exchange {
        // z, s_dw and z_r of each, and the three sums of the ledger
        writeln!(out, "  states    {:>7}, event indicators {}", 5 * contacts + 3, 3 * contacts)?;
    } else {
        writeln!(out, "  states       none: for Co-Simulation alone")?;
    }
    let method = match (scene.is_coupled(), scene.coupling().method) {
        (false, _) => "kinematic",
        (true, CouplingMethod::Compliant) => "interface, compliant contacts by micro-steps",
        (true, CouplingMethod::TimeStepping) => "interface, rigid contacts by time stepping",
    };
    writeln!(out, "  coupling  {method}")?;
    if let Some(pace) = scene.pace() {
        let (alone, together, speed) = (pace.alone, pace.together, pace.speed);
        let name = &scene.contacts[pace.contact].name;
        let most = scene.coupling().max_micro_steps;
        let count = |length: f64| (STEP / length).ceil();
        writeln!(
            out,
            "            one micro-step in a step while nothing touches; {alone:.2e} s each where {name}, the stiffest, is hit with {speed} m/s,"
        )?;
        writeln!(
            out,
            "            {} in a step of 1 ms; no more than {} if all contacts of its bodies touch at once: steps to {:.2e} s hold",
            count(alone),
            count(together),
            together * f64::from(most)
        )?;
        writeln!(out, "            coupling.maxMicroSteps = {most}")?;
    }
    for contact in scene.contacts.iter().take(LISTED) {
        let [i, j] = contact.bodies.map(|body| scene.bodies[body].name.as_str());
        writeln!(out, "    {}: {i} on {j}", contact.name)?;
    }
    if contacts > LISTED {
        writeln!(out, "    and {} more", contacts - LISTED)?;
    }
    Ok(())
}

/// The step for which micro-steps are counted [s].
const STEP: f64 = 1e-3;

/// Contacts that are listed one by one.
const LISTED: usize = 20;

/// What [`Fmu::open`] asks of the file before it loads the binary.
fn looked_at(file: &Path) -> Result<(), HostError> {
    let unpacked = Unpacked::new(file)?;
    unpacked.binary(&unpacked.description(file)?).map(drop)
}

/// What is against the rules in modelDescription.xml; an importer says of one that is no XML what is wrong with it.
fn description_problems(unpacked: &Unpacked) -> std::io::Result<Vec<String>> {
    let xml = std::fs::read_to_string(unpacked.folder().join("modelDescription.xml"))?;
    Ok(conformance::problems(&xml).unwrap_or_default())
}

/// The platforms whose binaries only a machine of theirs can load.
fn untried(unpacked: &Unpacked) -> std::io::Result<String> {
    let mut others = Vec::new();
    for folder in std::fs::read_dir(unpacked.folder().join("binaries"))? {
        others.push(folder?.file_name().to_string_lossy().into_owned());
    }
    others.retain(|name| Some(name.as_str()) != platform_folder());
    others.sort();
    Ok(if others.is_empty() { String::new() } else { format!("; not tried on this machine: {}", others.join(", ")) })
}
