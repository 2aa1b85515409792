//! `asperity choose`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use asperity_lab::choosing::choose;
use asperity_lab::number::number;
use asperity_lab::report::Agreement;
use asperity_lab::systems::ways::Conditions;
use clap::Args;

use crate::simulate::gravity;
use crate::simulate_system::GRAVITY;
use crate::{Failure, couplings_system, output, reproduce, unit};

#[derive(Args)]
pub struct Options {
    /// Page to write
    #[arg(long, value_name = "FILE", default_value = "choosing.html", conflicts_with = "system")]
    out: PathBuf,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<PathBuf>,
    /// Recommend coupling and step for this system instead, which `asperity new` writes
    #[arg(long, value_name = "FILE")]
    system: Option<PathBuf>,
    /// With --system: time over which its bodies move [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, requires = "system")]
    until: f64,
    /// With --system: gravity [m/s2] [default: 0,0,-9.81]
    #[arg(long, value_name = "X,Y,Z", value_parser = gravity, allow_negative_numbers = true, requires = "system")]
    gravity: Option<[f64; 3]>,
    /// With --system: distance from Model Exchange that is good enough [m]
    #[arg(long, value_name = "METRES", default_value_t = 1e-3, requires = "system")]
    within: f64,
}

/// Which coupling and step keep a system within a distance of Model Exchange, and what its file says for it.
fn system(file: &Path, options: &Options) -> Result<(), Failure> {
    let conditions = Conditions { until: options.until, gravity: options.gravity.unwrap_or(GRAVITY) };
    let best = couplings_system::run(file, conditions, options.within, options.fmu.as_deref())?;
    let mut out = io::stdout().lock();
    let Some((coupling, step)) = best else { return Ok(()) };
    writeln!(out, "\nIn [contacts] of {}, for an importer that steps by {} s:", file.display(), number(step))?;
    coupling.lines().iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    Ok(())
}

pub fn run(options: &Options) -> Result<(), Failure> {
    if let Some(file) = &options.system {
        return system(file, options);
    }
    let page = &options.out;
    output::file("--out", page)?;
    let fmu = unit::open(options.fmu.as_deref())?;
    let start = Instant::now();
    let report = choose(&fmu, page, |what| eprintln!("{:>6.1} s  {what}", start.elapsed().as_secs_f64()))?;
    let mut out = io::stdout().lock();
    reproduce::summary(&mut out, &report)?;
    writeln!(out, "\nWritten: {}", page.display())?;
    match report.entries.iter().map(|entry| entry.count(Agreement::Unexplained)).sum() {
        0 => Ok(()),
        1 => Err(Failure::Failed("a finding differs from what the text says".into())),
        count => Err(Failure::Failed(format!("{count} findings differ from what the text says"))),
    }
}
