//! `asperity simulate`

use std::io::{self, Write};
use std::path::PathBuf;

use asperity::host::exchange::Accuracy;
use asperity::host::masters::{Coupling, Master};
use asperity::host::number::number;
use asperity::host::plot::{self, Figure};
use asperity::host::scenes::{self, SCENES, Scene};
use asperity::host::simulate::{self, Method, Request, Run};
use asperity::host::wiring::Reading;
use asperity::host::{csv, record};
use clap::{Args, ValueEnum};

use crate::demo::MasterName;
use crate::progress::Progress;
use crate::{Failure, output, unit};

#[derive(Args)]
pub struct Options {
    /// Name of the scene; without one, all are listed with their settings
    scene: Option<String>,
    /// Model exchange or co-simulation
    #[arg(long, default_value = "me")]
    mode: ModeName,
    /// Solver in model exchange [default: adaptive]
    #[arg(long)]
    solver: Option<SolverName>,
    /// Order in which contact and plant step in co-simulation [default: gauss-seidel]
    #[arg(long)]
    master: Option<MasterName>,
    /// How the contact goes through a step in co-simulation [default: kinematic]
    #[arg(long)]
    coupling: Option<CouplingName>,
    /// Step [s]; for the adaptive solver the longest one, which may jump over a touch shorter than a quarter of it
    /// [default: 0.02 adaptive, else 1e-4]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    step: Option<f64>,
    /// Relative tolerance of the adaptive solver [default: 1e-12]
    #[arg(long, allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Time to stop [s] [default: the scene's]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    until: Option<f64>,
    /// A setting of the scene (scene.…) or a variable of the unit; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Keep samples at least this far apart [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0, allow_negative_numbers = true)]
    every: f64,
    /// The unit to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    fmu: Option<PathBuf>,
    /// CSV file to write
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// SVG file to write
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeName {
    /// Model exchange: plant and unit are one system of differential equations
    Me,
    /// Co-simulation: unit and plant take turns
    Cs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CouplingName {
    /// The contact follows the motion it is told
    Kinematic,
    /// The contact integrates itself; mean and slope of the force move the plant
    Interface,
    /// The same, the mean force alone moves the plant
    InterfaceMean,
}

impl From<CouplingName> for Coupling {
    fn from(name: CouplingName) -> Self {
        match name {
            CouplingName::Kinematic => Self::Kinematic,
            CouplingName::Interface => Self::Interface { slope: true },
            CouplingName::InterfaceMean => Self::Interface { slope: false },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolverName {
    /// Order 8, steps by error, events located
    Adaptive,
    /// Order 3 with a fixed step, as the paper used it
    Rk3,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("NAME=VALUE is expected, such as compliance.e=0.7".into()),
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let Some(name) = &options.scene else { return list() };
    let usage = |error: asperity::host::HostError| Failure::Usage(error.to_string());
    let scene = scenes::find(name).map_err(usage)?;
    let method = method(options)?;
    let until = options.until.unwrap_or(scene.until);
    let request = Request { method, until, every: options.every, set: options.set.clone() };
    request.validate().map_err(usage)?;
    scene.setup(&request.set).map_err(usage)?;

    for (option, path) in [("--out", &options.out), ("--plot", &options.plot)] {
        path.as_ref().map_or(Ok(()), |path| output::file(option, path))?;
    }
    let fmu = unit::open(options.fmu.as_deref())?;
    simulate::try_settings(&fmu, scene, &request).map_err(usage)?;
    let progress = Progress::new("simulating", until);
    let run = simulate::run(&fmu, scene, &request, |time| progress.reach(time))?;
    progress.end();

    if let Some(path) = &options.out {
        csv::write(path, run.columns, &run.samples)?;
    }
    if let Some(path) = &options.plot {
        let figure = Figure { title: scene.about.into(), axis: "time [s]".into(), panels: scene.panels(&run) };
        plot::write_svg(path, &figure)?;
    }
    let mut out = io::stdout().lock();
    report(&mut out, scene, &request, &run)?;
    for path in [&options.out, &options.plot].into_iter().flatten() {
        writeln!(out, "Written: {}", path.display())?;
    }
    Ok(())
}

/// The way to go that the options name; those that belong to another way are refused.
fn method(options: &Options) -> Result<Method, Failure> {
    let Options { mode, solver, master, coupling, step, tolerance, .. } = options;
    let misplaced = |option: &str, way: &str| Err(Failure::Usage(format!("{option} belongs to {way}")));
    match (mode, solver.unwrap_or(SolverName::Adaptive)) {
        (ModeName::Cs, _) if solver.is_some() => misplaced("--solver", "--mode me"),
        (ModeName::Cs, _) if tolerance.is_some() => misplaced("--tolerance", "--mode me"),
        (ModeName::Me, _) if master.is_some() => misplaced("--master", "--mode cs"),
        (ModeName::Me, _) if coupling.is_some() => misplaced("--coupling", "--mode cs"),
        (ModeName::Me, SolverName::Rk3) if tolerance.is_some() => misplaced("--tolerance", "--solver adaptive"),
        (ModeName::Cs, _) => {
            let master = master.unwrap_or(MasterName::GaussSeidel).into();
            let coupling = coupling.unwrap_or(CouplingName::Kinematic).into();
            if matches!((master, coupling), (Master::Rollback { .. }, Coupling::Interface { .. })) {
                return misplaced("--master rollback", "--coupling kinematic");
            }
            Ok(Method::CoSimulation { step: step.unwrap_or(1e-4), master, coupling })
        }
        (ModeName::Me, SolverName::Adaptive) => {
            let (tolerance, longest) = (tolerance.unwrap_or(1e-12), step.unwrap_or(0.02));
            Ok(Method::Exchange(Accuracy { tolerance, longest }))
        }
        (ModeName::Me, SolverName::Rk3) => Ok(Method::RungeKutta { step: step.unwrap_or(1e-4) }),
    }
}

fn list() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "Scenes, with the settings of their own; every variable of the unit can be set as well.\n")?;
    for scene in SCENES {
        writeln!(out, "{:<17} {} ({} s)", scene.name, scene.about, scene.until)?;
        for setting in scene.settings {
            let (name, start, unit) = (setting.name, setting.start, setting.unit);
            writeln!(out, "    {:<27} {}", format!("{name} = {start} {unit}"), setting.about)?;
        }
    }
    writeln!(out, "\nExample: asperity simulate incline --mode me --set compliance.e=0.7 --plot incline.svg")?;
    Ok(())
}

fn report(out: &mut impl Write, scene: &Scene, request: &Request, run: &Run) -> io::Result<()> {
    writeln!(out, "{}", scene.about)?;
    let until = number(request.until);
    match request.method {
        Method::Exchange(Accuracy { tolerance, .. }) => {
            writeln!(out, "Model exchange, adaptive solver of order 8, tolerance {tolerance:e}, {until} s\n")?;
        }
        Method::RungeKutta { step } => {
            writeln!(out, "Model exchange, Runge-Kutta of order 3, {until} s in steps of {} s\n", number(step))?;
        }
        Method::CoSimulation { step, master, coupling } => {
            let master = crate::demo::master_name(master);
            let coupling = match coupling {
                Coupling::Kinematic => "kinematic",
                Coupling::Interface { slope: true } => "interface",
                Coupling::Interface { slope: false } => "interface, mean force",
            };
            writeln!(out, "Co-simulation, {coupling}, {master} master, {until} s in steps of {} s\n", number(step))?;
        }
    }
    let breaks = record::breaks(&run.samples);
    if run.samples.iter().any(|sample| sample.gap_rate != 0.0) || breaks.is_empty() {
        crate::tables::impacts(out, &run.impacts(), request.until)?;
    } else {
        crate::tables::breaks(out, &breaks)?;
    }
    crate::tables::ledger(out, run)?;
    if let Some(first) = run.samples.first().filter(|first| first.contact.gap < 0.0 && first.gap_rate != 0.0) {
        writeln!(out, "Mind: the bodies overlap by {:.3e} m at the start.", -first.contact.gap)?;
    }
    let ahead = matches!(
        request.method,
        Method::CoSimulation { master: Master::Jacobi, coupling: Coupling::Interface { .. }, .. }
    );
    if ahead && run.samples.iter().all(|sample| sample.gap_rate == 0.0) {
        writeln!(
            out,
            "Mind: this body is held at its height, and in parallel order the contact predicts that it falls before the force \
             holds it: the normal force trembles. Take --master gauss-seidel."
        )?;
    }
    if let Some(end) = run.samples.last().map(|sample| sample.contact).filter(off) {
        writeln!(
            out,
            "Mind: the residual of {:.1e} J tells that the step is too long for this contact.",
            end.residual
        )?;
    }
    Ok(())
}

/// The ledger lacks more than one percent of the work.
fn off(end: &Reading) -> bool {
    end.residual.abs() > 0.01 * (end.work.abs() + end.dissipated_normal.abs() + end.dissipated_friction.abs())
}
