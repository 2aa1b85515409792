//! `asperity choose`

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use asperity_lab::number::number;
use asperity_lab::report::Agreement;
use asperity_studies::choosing::choose;
use clap::Args;

use crate::couplings_system::{Best, OfSystem};
use crate::files::{Files, InputFile, OutputFile};
use crate::{Failure, reproduce, unit};

#[derive(Args)]
pub struct Options {
    /// Page to write [default: choosing.html]
    #[arg(long, value_name = "FILE", conflicts_with = "system")]
    out: Option<OutputFile>,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<InputFile>,
    #[command(flatten)]
    of_system: OfSystem,
}

/// What is written unless another page is named.
const PAGE: &str = "choosing.html";

/// What the file of a system says for a coupling and a step.
fn recommend(file: &Path, Best { coupling, order, step }: Best) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "\nIn [contacts] of {}, for an importer that steps by {} s:", file.display(), number(step))?;
    coupling.lines(order).iter().try_for_each(|line| writeln!(out, "  {line}"))
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    if let Some(file) = &options.of_system.system {
        let best = options.of_system.run(file, options.fmu.as_deref(), files)?;
        return Ok(best.map_or(Ok(()), |best| recommend(file, best))?);
    }
    let page = options.out.as_deref().unwrap_or(Path::new(PAGE));
    if options.out.is_none() {
        files.writes("--out", page)?;
    }
    let fmu = unit::open(options.fmu.as_deref())?;
    let start = Instant::now();
    let report = choose(&fmu, page, |what| eprintln!("{:>6.1} s  {what}", start.elapsed().as_secs_f64()))
        .map_err(|error| unit::failed(options.fmu.as_deref(), error))?;
    let mut out = io::stdout().lock();
    reproduce::summary(&mut out, &report)?;
    writeln!(out, "\nWritten: {}", page.display())?;
    match report.entries.iter().map(|entry| entry.count(Agreement::Unexplained)).sum() {
        0 => Ok(()),
        1 => Err(Failure::Failed("a finding differs from what the text says".into())),
        count => Err(Failure::Failed(format!("{count} findings differ from what the text says"))),
    }
}
