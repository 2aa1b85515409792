//! `asperity demo`

use std::io::{self, Write};

use asperity_lab::masters::{Coupling, Master};
use asperity_lab::number::number;
use asperity_lab::plot::{self, Figure};
use asperity_lab::scenes::incline::{self, RESTITUTION, ROLLING_LIMIT, Rolling, SCENE};
use asperity_lab::simulate::{self, Method, Request, Run};
use asperity_lab::{csv, record};
use clap::{Args, ValueEnum};

use crate::files::OutputFolder;
use crate::progress::Progress;
use crate::{Failure, unit};

/// A run that gains or loses more than this part of its energy does not show the contact.
const MAX_ENERGY_ERROR: f64 = 0.1;
/// Samples in the file are at least this far apart [s], but for those around an impact: all would be 13 MB.
const KEPT: f64 = 1e-3;

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
    /// Folder for CSV and SVG, made where it is not there
    #[arg(long, value_name = "FOLDER", default_value = "demo")]
    out: OutputFolder,
}

/// A master by name.
#[derive(Clone, Copy, ValueEnum)]
pub enum MasterName {
    /// The contact first, then the plant under the force interpolated between old and new
    GaussSeidel,
    /// Both at once, the plant under the force known at the step's begin
    Jacobi,
    /// Gauss-Seidel with steps taken back and halved where the contact's ledger lacks more than 1e-3
    Rollback,
}

impl From<MasterName> for Master {
    fn from(name: MasterName) -> Self {
        match name {
            MasterName::GaussSeidel => Self::GaussSeidel,
            MasterName::Jacobi => Self::Jacobi,
            MasterName::Rollback => Self::Rollback { part: 1e-3 },
        }
    }
}

/// A master in words.
pub fn master_name(master: Master) -> &'static str {
    match master {
        Master::GaussSeidel => "Gauss-Seidel",
        Master::Jacobi => "Jacobi",
        Master::Rollback { .. } => "rollback",
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let coupling = Coupling::Kinematic;
    let method = Method::CoSimulation { step: options.step, master: options.master.into(), coupling };
    let request = Request { until: options.until, ..Request::new(&SCENE, method) };
    request.validate().map_err(|error| Failure::Usage(error.to_string()))?;
    let folder = options.out.made()?;
    let (csv, svg) = (folder.join("incline.csv"), folder.join("incline.svg"));
    let fmu = unit::open(None)?;
    let progress = Progress::new("simulating", options.until);
    let run = simulate::run(&fmu, &SCENE, &request, |time| progress.reach(time))?;
    progress.end();

    csv::write(&csv, run.columns, &simulate::thinned(&run.samples, KEPT)?)?;
    let figure = Figure {
        title: format!("Ball on a plane inclined by {}°", incline::SLOPE),
        axis: "time [s]".into(),
        panels: SCENE.panels(&run),
    };
    plot::write_svg(&svg, &figure)?;

    let mut out = io::stdout().lock();
    report(&mut out, options, &run)?;
    writeln!(out, "\nWritten: {}\n         {}", csv.display(), svg.display())?;
    if !keeps_energy(&run) {
        return Err(Failure::Failed(format!("the step of {} s is too long: take a shorter one", number(options.step))));
    }
    Ok(())
}

/// Whether the steps were short enough for the contact, as far as the energy tells.
fn keeps_energy(run: &Run) -> bool {
    let start = run.samples.first().map_or(0.0, record::Sample::energy);
    run.energy_error() <= MAX_ENERGY_ERROR * start
}

fn report(out: &mut impl Write, options: &Options, run: &Run) -> io::Result<()> {
    let (step, until) = (number(options.step), number(options.until));
    let master = master_name(options.master.into());
    writeln!(
        out,
        "Ball on a plane inclined by 20 degrees (Gonthier and others 2004, section 4.1), through the packed \
                   FMU"
    )?;
    writeln!(out, "Co-simulation, {master} master, {until} s in steps of {step} s\n")?;

    let impacts = run.impacts();
    crate::tables::impacts(out, &impacts, options.until)?;
    if !impacts.is_empty() {
        writeln!(
            out,
            "The restitution is {RESTITUTION}; gravity, which acts during these soft impacts, lowers the ratio."
        )?;
    }

    match incline::rolling(run) {
        Some(Rolling { since, acceleration }) => {
            let expected = incline::rolling_acceleration();
            let deviation = (acceleration / expected - 1.0).abs();
            writeln!(out, "\nRolls from {since:.4} s on: slip stays below {ROLLING_LIMIT} m/s.")?;
            writeln!(out, "Acceleration down the plane {acceleration:.6} m/s2;")?;
            writeln!(out, "5/7 g sin 20 degrees is     {expected:.6} m/s2, relative deviation {deviation:.1e}.")?;
        }
        None => writeln!(out, "\nDoes not roll at {until} s: slip is above {ROLLING_LIMIT} m/s or the ball is apart.")?,
    }

    crate::tables::ledger(out, run)?;
    let error = run.energy_error();
    if keeps_energy(run) {
        writeln!(out, "Ball and contact together: energy kept to {error:.1e} J at all times.")?;
    } else {
        writeln!(out, "Energy deviates by {error:.1e} J: the step of {step} s is too long for this contact")?;
        writeln!(out, "(20 to 100 steps in a contact time); the numbers above mean nothing.")?;
    }
    Ok(())
}
