//! `asperity demo`

use std::io::{self, Write};
use std::path::PathBuf;

use asperity::host::fmu::Fmu;
use asperity::host::incline::{self, RESTITUTION, ROLLING_LIMIT, Run, Settings};
use asperity::host::masters::Master;
use asperity::host::{plot, record};
use asperity::package::{PackOptions, pack};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Failure;

#[derive(Args)]
pub struct Options {
    /// Step of the master [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 1e-4, allow_negative_numbers = true)]
    step: f64,
    /// Time to stop [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, allow_negative_numbers = true)]
    until: f64,
    /// Order in which contact and ball step
    #[arg(long, default_value = "gauss-seidel")]
    master: MasterName,
    /// Folder for CSV and SVG, made where it is not there [default: target/demo in the source tree]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { step: 1e-4, until: 2.0, master: MasterName::GaussSeidel, out: None }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum MasterName {
    /// The contact first, then the ball under the force interpolated between old and new
    GaussSeidel,
    /// Both at once, the ball under the force known at the step's begin
    Jacobi,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let master = match options.master {
        MasterName::GaussSeidel => Master::GaussSeidel,
        MasterName::Jacobi => Master::Jacobi,
    };
    let settings = Settings { step: options.step, until: options.until, master };
    settings.validate().map_err(|error| Failure::Usage(error.to_string()))?;
    let pack_options = PackOptions::default();
    let folder = options.out.clone().unwrap_or_else(|| pack_options.root.join("target/demo"));

    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::Failed(format!("{} cannot be written: {error}", folder.display())))?;
    let fmu = Fmu::open(&pack(&pack_options)?)?;
    let bar = progress_bar(settings.until);
    let run = incline::run(&fmu, &settings, |time| bar.set_position(milliseconds(time)))?;
    bar.finish_and_clear();

    let (csv, svg) = (folder.join("incline.csv"), folder.join("incline.svg"));
    record::write_csv(&csv, &run.samples)?;
    plot::write_svg(&svg, &run.figure())?;

    let mut out = io::stdout().lock();
    report(&mut out, &settings, &run)?;
    writeln!(out, "\nWritten: {}\n         {}", csv.display(), svg.display())?;
    if !run.keeps_energy() {
        return Err(Failure::Failed(format!("the step of {} s is too long: take a shorter one", settings.step)));
    }
    Ok(())
}

/// A bar on stderr, hidden where that is no terminal.
fn progress_bar(until: f64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(milliseconds(until)), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("simulating {bar:40} {pos} of {len} ms") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn milliseconds(time: f64) -> u64 {
    (time * 1e3).round() as u64
}

fn report(out: &mut impl Write, settings: &Settings, run: &Run) -> io::Result<()> {
    let Settings { step, until, master } = *settings;
    let master = match master {
        Master::GaussSeidel => "Gauss-Seidel",
        Master::Jacobi => "Jacobi",
    };
    writeln!(out, "Ball on a plane inclined by 20 degrees [G04, section 4.1], through the packed unit")?;
    writeln!(out, "Co-simulation, {master} master, {until} s in steps of {step} s\n")?;

    writeln!(out, "impact   time [s]   approach [m/s]   rebound [m/s]    ratio")?;
    let impacts = run.impacts();
    for (number, impact) in impacts.iter().enumerate() {
        write!(out, "{:>6} {:>10.6} {:>16.6}", number + 1, impact.onset, impact.approach)?;
        match (impact.release, impact.ratio()) {
            (Some((_, rebound)), Some(ratio)) => writeln!(out, " {rebound:>15.6} {ratio:>8.4}")?,
            _ => writeln!(out, " {:>15} {:>8}", "stays", "-")?,
        }
    }
    if impacts.is_empty() {
        writeln!(out, "  none until {until} s")?;
    } else {
        writeln!(
            out,
            "The restitution is {RESTITUTION}; gravity, which acts during these soft impacts, lowers the ratio."
        )?;
    }

    match run.rolling() {
        Some(rolling) => {
            let expected = incline::rolling_acceleration();
            let deviation = (rolling.acceleration / expected - 1.0).abs();
            writeln!(out, "\nRolls from {:.4} s on: slip stays below {ROLLING_LIMIT} m/s.", rolling.since)?;
            writeln!(out, "Acceleration down the plane {:.6} m/s2;", rolling.acceleration)?;
            writeln!(out, "5/7 g sin 20 degrees is     {expected:.6} m/s2, relative deviation {deviation:.1e}.")?;
        }
        None => writeln!(out, "\nDoes not roll at {until} s: slip is above {ROLLING_LIMIT} m/s or the ball is apart.")?,
    }

    if let Some(end) = run.samples.last() {
        let contact = &end.contact;
        writeln!(out, "\nEnergy in the contact at {until} s [J]")?;
        writeln!(out, "  work put in            {:>14.6}", contact.work)?;
        writeln!(out, "  stored                 {:>14.6}", contact.elastic)?;
        writeln!(out, "  dissipated by damping  {:>14.6}", contact.dissipated_normal)?;
        writeln!(out, "  dissipated by friction {:>14.6}", contact.dissipated_friction)?;
        writeln!(out, "  residual               {:>14.2e}", contact.residual)?;
    }
    let error = run.energy_error();
    if run.keeps_energy() {
        writeln!(out, "Ball and contact together: energy kept to {error:.1e} J at all times.")?;
    } else {
        writeln!(out, "Energy is off by {error:.1e} J: the step of {step} s is too long for this contact")?;
        writeln!(out, "(20 to 100 steps in a contact time); the figures above mean nothing.")?;
    }
    Ok(())
}
