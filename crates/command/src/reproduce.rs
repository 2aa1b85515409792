//! `asperity reproduce`

use std::io::{self, Write};
use std::time::Instant;

use asperity_lab::report::{Agreement, Report};
use asperity_studies::reproduce::{Selection, reproduce};
use clap::Args;

use crate::files::{InputFile, OutputFolder};
use crate::{Failure, unit};

#[derive(Args)]
pub struct Options {
    /// Figures of Gonthier and others 2004, such as 5, fig-10 or 17-21, modia3d for the damping of Modia3D, wheel for that of
    /// Peiret and others 2016 [default: all, and what a step costs in each scene]
    #[arg(value_name = "FIG")]
    figures: Vec<String>,
    /// Folder for the page, its pictures and samples, made where it is not there
    #[arg(long, value_name = "FOLDER", default_value = "reproduce")]
    out: OutputFolder,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<InputFile>,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let selection = Selection::parse(&options.figures).map_err(|error| Failure::Usage(error.to_string()))?;
    let fmu = unit::open(options.fmu.as_deref())?;
    let folder = options.out.made()?;
    let start = Instant::now();
    let (report, page) = reproduce(&fmu, &selection, folder, |what| {
        eprintln!("{:>6.1} s  {what}", start.elapsed().as_secs_f64());
    })
    .map_err(|error| unit::failed(options.fmu.as_deref(), error))?;
    let mut out = io::stdout().lock();
    summary(&mut out, &report)?;
    writeln!(out, "\nWritten: {}", page.display())?;
    match report.entries.iter().map(|entry| entry.count(Agreement::Unexplained)).sum() {
        0 => Ok(()),
        1 => Err(Failure::Failed("a finding differs from the paper, and no reason is known".into())),
        count => Err(Failure::Failed(format!("{count} findings differ from the papers, and no reason is known"))),
    }
}

pub fn summary(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for entry in &report.entries {
        writeln!(out, "\n{}", entry.title)?;
        for finding in &entry.findings {
            writeln!(out, "  {:<14} {}", finding.agreement.word(), finding.text)?;
        }
    }
    Ok(())
}
