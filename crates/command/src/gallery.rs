//! `asperity gallery`

use std::io::{self, Write};
use std::time::Instant;

use asperity_lab::report::Agreement;
use asperity_pack::examples::Example;
use asperity_pack::system::System;
use asperity_studies::gallery::{gallery, systems};
use clap::Args;

use crate::files::{Files, InputFile, OutputFile};
use crate::{Failure, reproduce, unit};

#[derive(Args)]
pub struct Options {
    /// Page to write; that of the systems, systems-gallery.html, goes beside it
    #[arg(long, value_name = "FILE", default_value = "gallery.html")]
    out: OutputFile,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<InputFile>,
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    let page = &*options.out;
    let beside = page.with_file_name("systems-gallery.html");
    files.writes("--out", &beside)?;
    let bytes = unit::bytes(options.fmu.as_deref())?;
    let fmu = unit::open(options.fmu.as_deref())?;
    // not every FMU that runs can be packed with a system: that is seen before the work
    let smallest = Example::find("ball-on-table").and_then(|example| System::read(example.text, &|_| None).ok());
    smallest.map_or(Ok(()), |system| unit::of_system(&system, options.fmu.as_deref()).map(drop))?;
    let start = Instant::now();
    let progress = |what: &str| eprintln!("{:>6.1} s  {what}", start.elapsed().as_secs_f64());
    let failed = |error| unit::failed(options.fmu.as_deref(), error);
    let of_contacts = gallery(&fmu, page, progress).map_err(failed)?;
    let reports = [of_contacts, systems::gallery(&bytes, &beside, progress).map_err(failed)?.report];
    let mut out = io::stdout().lock();
    for (report, page) in reports.iter().zip([page, &*beside]) {
        reproduce::summary(&mut out, report)?;
        writeln!(out, "\nWritten: {}", page.display())?;
    }
    let entries = reports.iter().flat_map(|report| &report.entries);
    match entries.map(|entry| entry.count(Agreement::Unexplained)).sum() {
        0 => Ok(()),
        1 => Err(Failure::Failed("a finding differs from its closed form".into())),
        count => Err(Failure::Failed(format!("{count} findings differ from their closed forms"))),
    }
}
