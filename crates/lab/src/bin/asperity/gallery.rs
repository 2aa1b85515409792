//! `asperity gallery`

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use asperity_lab::gallery::gallery;
use asperity_lab::report::Agreement;
use clap::Args;

use crate::{Failure, output, reproduce, unit};

#[derive(Args)]
pub struct Options {
    /// Page to write
    #[arg(long, value_name = "FILE", default_value = "gallery.html")]
    out: PathBuf,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let page = &options.out;
    output::file("--out", page)?;
    let fmu = unit::open(options.fmu.as_deref())?;
    let start = Instant::now();
    let report = gallery(&fmu, page, |what| eprintln!("{:>6.1} s  {what}", start.elapsed().as_secs_f64()))?;
    let mut out = io::stdout().lock();
    reproduce::summary(&mut out, &report)?;
    writeln!(out, "\nWritten: {}", page.display())?;
    match report.entries.iter().map(|entry| entry.count(Agreement::Unexplained)).sum() {
        0 => Ok(()),
        1 => Err(Failure::Failed("a finding differs from its closed form".into())),
        count => Err(Failure::Failed(format!("{count} findings differ from their closed forms"))),
    }
}
