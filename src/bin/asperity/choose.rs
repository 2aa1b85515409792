//! `asperity choose`

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use asperity::host::choosing::choose;
use asperity::host::fmu::Fmu;
use asperity::host::report::Agreement;
use asperity::package::{PackOptions, pack};
use clap::Args;

use crate::{Failure, reproduce};

#[derive(Args)]
pub struct Options {
    /// Page to write; its folder is made where it is not there [default: target/choosing/index.html in the source tree]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The unit to run [default: pack the source tree]
    #[arg(long, value_name = "FILE")]
    fmu: Option<PathBuf>,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let pack_options = PackOptions::default();
    let page = options.out.clone().unwrap_or_else(|| pack_options.root.join("target/choosing/index.html"));
    let file = match &options.fmu {
        Some(file) => file.clone(),
        None => pack(&pack_options)?,
    };
    let fmu = Fmu::open(&file)?;
    let start = Instant::now();
    let report = choose(&fmu, &page, |what| eprintln!("{:>6.1} s  {what}", start.elapsed().as_secs_f64()))?;
    let mut out = io::stdout().lock();
    reproduce::summary(&mut out, &report)?;
    writeln!(out, "\nWritten: {}", page.display())?;
    match report.entries.iter().map(|entry| entry.count(Agreement::Differs)).sum() {
        0 => Ok(()),
        1 => Err(Failure::Failed("a finding differs from what the text says".into())),
        count => Err(Failure::Failed(format!("{count} findings differ from what the text says"))),
    }
}
