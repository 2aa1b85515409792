//! `asperity couplings`

use std::io::{self, Write};

use asperity_lab::HostError;
use asperity_lab::couplings::{Cell, MASS, STEPS, STIFFNESSES, try_unit, worst};
use asperity_lab::fmu::Fmu;
use asperity_lab::masters::{Coupling, Master};
use asperity_lab::plot::{self, Axis, Chart, Curve, Stroke};
use asperity_lab::simulate::Method;
use clap::Args;

use crate::couplings_system::OfSystem;
use crate::files::{Files, InputFile, OutputFile};
use crate::{Failure, unit};

#[derive(Args)]
pub struct Options {
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<InputFile>,
    /// SVG file to write
    #[arg(long, value_name = "FILE", conflicts_with = "system")]
    plot: Option<OutputFile>,
    #[command(flatten)]
    of_system: OfSystem,
}

/// A way to couple, with its words.
type Way = (&'static str, fn(f64) -> Method);

const WAYS: [Way; 8] = [
    ("kinematic, velocities and force held (Jacobi)", |step| of(step, Master::Jacobi, Coupling::Held)),
    ("kinematic, input derivatives given, force held (Jacobi)", |step| of(step, Master::Jacobi, Coupling::Kinematic)),
    ("kinematic, velocities and force held (Gauss-Seidel)", |step| of(step, Master::GaussSeidel, Coupling::Held)),
    ("kinematic, input derivatives given, force interpolated (Gauss-Seidel)", |step| {
        of(step, Master::GaussSeidel, Coupling::Kinematic)
    }),
    ("kinematic, rollback", |step| of(step, Master::Rollback { part: 1e-3 }, Coupling::Kinematic)),
    ("interface, sequential, mean force", |step| of(step, Master::GaussSeidel, Coupling::Interface { slope: false })),
    ("interface, sequential, mean and slope", |step| {
        of(step, Master::GaussSeidel, Coupling::Interface { slope: true })
    }),
    ("interface, parallel, mean force", |step| of(step, Master::Jacobi, Coupling::Interface { slope: false })),
];

/// Ways of the picture, with their strokes.
const DRAWN: [(usize, Stroke); 3] = [(1, Stroke::Dotted), (3, Stroke::Dashed), (5, Stroke::Solid)];

const fn of(step: f64, master: Master, coupling: Coupling) -> Method {
    Method::CoSimulation { step, master, coupling }
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    if let Some(file) = &options.of_system.system {
        return options.of_system.run(file, options.fmu.as_deref(), files).map(drop);
    }
    let fmu = unit::open(options.fmu.as_deref())?;
    let masses = [0.25, 0.5, 2.0, 4.0].map(|ratio| (ratio * MASS).to_string());
    let wrong = masses.each_ref().map(|mass| [("coupling.massI", mass.as_str()), ("coupling.verifyMass", "true")]);
    let tried = WAYS.iter().try_for_each(|(_, method)| try_unit(&fmu, method, &[]));
    let failed = |error| unit::failed(options.fmu.as_deref(), error);
    tried.and_then(|()| try_unit(&fmu, WAYS[6].1, &wrong[0])).map_err(|error| match failed(error) {
        Failure::Failed(text) => Failure::Usage(text),
        other => other,
    })?;
    let mut out = io::stdout().lock();
    writeln!(out, "Worst |e_out - e| of one impact of a ball of 2 kg, over e, speed and its moment in the step.")?;
    for (name, method) in WAYS {
        writeln!(out, "\n{name}")?;
        write!(out, "{:>12}", "k \\ step")?;
        for step in STEPS {
            write!(out, "{:>12}", format!("{} ms", step * 1e3))?;
        }
        writeln!(out)?;
        for k in STIFFNESSES {
            write!(out, "{k:>12.0e}")?;
            for step in STEPS {
                write!(out, "{:>12}", size(worst(&fmu, k, step, method, &[]).map_err(failed)?))?;
            }
            writeln!(out)?;
        }
    }
    writeln!(
        out,
        "\ninterface, sequential, mean and slope, coupling.massI wrong by 1/4, 1/2, 2 and 4: verified by the FMU"
    )?;
    for k in STIFFNESSES {
        write!(out, "{k:>12.0e}")?;
        for step in STEPS {
            let mut off = 0.0_f64;
            for set in &wrong {
                off = off.max(worst(&fmu, k, step, WAYS[6].1, set).map_err(failed)?);
            }
            write!(out, "{:>12}", size(off))?;
        }
        writeln!(out)?;
    }
    if let Some(path) = &options.plot {
        plot::write_svg(path, &chart(&fmu).map_err(failed)?)?;
        writeln!(out, "\nWritten: {}", path.display())?;
    }
    Ok(())
}

fn size(off: f64) -> String {
    if off.is_finite() { format!("{off:.1e}") } else { "no end".into() }
}

/// e_out over the step for e = 0.5 at 1 m/s, impacts in the middle of the step.
fn chart(fmu: &Fmu) -> Result<Chart, HostError> {
    let mut curves = Vec::new();
    for (colour, k) in STIFFNESSES.into_iter().enumerate().skip(1) {
        for (way, stroke) in DRAWN {
            let mut points = Vec::new();
            for number in 0..=40 {
                let step = 1e-5 * 10_f64.powf(3.0 * f64::from(number) / 40.0);
                let cell = Cell { e: 0.5, k, step, speed: 1.0, phase: 0.4 };
                let found = cell.restitution(fmu, WAYS[way].1, &[])?.unwrap_or(f64::NAN);
                points.push((step.log10() + 3.0, found));
            }
            let words = ["held", "interpolated", "interface"];
            let word = words[DRAWN.iter().position(|drawn| drawn.0 == way).unwrap_or(0)];
            curves.push(Curve::new(format!("k = {k:.0e}, {word}"), points).stroke(stroke).colour(colour));
        }
    }
    Ok(Chart {
        title: "Restitution that comes out, e = 0.5, ball of 2 kg at 1 m/s".into(),
        x: Axis::new("log10 of the communication step in ms").from_to(-2.0, 1.0),
        y: Axis::new("e_out [1]").from_to(0.0, 2.0),
        curves,
        ..Chart::default()
    })
}
