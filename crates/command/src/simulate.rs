//! `asperity simulate`

use std::io::{self, Write};

use asperity_lab::exchange::Accuracy;
use asperity_lab::masters::{Coupling, Master};
use asperity_lab::number::number;
use asperity_lab::plot::{self, Figure};
use asperity_lab::scenes::{self, SCENES, Scene};
use asperity_lab::simulate::{self, Method, Request, Run};
use asperity_lab::wiring::Reading;
use asperity_lab::{csv, record};
use clap::Args;

use crate::course::{Course, gravity};
use crate::files::{Files, InputFile, OutputFile};
use crate::progress::Progress;
use crate::{Failure, simulate_system, unit};

#[derive(Args)]
pub struct Options {
    /// Name of the scene; without one, all are listed with their settings
    #[arg(conflicts_with = "system")]
    scene: Option<String>,
    /// Let the bodies of this file move instead, which `asperity new` writes, under the forces of the FMU packed from it
    #[arg(long, value_name = "FILE")]
    pub system: Option<InputFile>,
    /// With --system: gravity [m/s2] [default: 0,0,-9.81]
    #[arg(long, value_name = "X,Y,Z", value_parser = gravity, allow_hyphen_values = true)]
    pub gravity: Option<[f64; 3]>,
    /// With --system: page to write, with the bodies in motion
    #[arg(long, value_name = "FILE")]
    pub page: Option<OutputFile>,
    #[command(flatten)]
    pub course: Course,
}

pub fn run(options: &Options, files: &mut Files) -> Result<(), Failure> {
    if let Some(file) = &options.system {
        return simulate_system::run(file, &options.course, options.gravity, options.page.as_deref(), files);
    }
    if options.page.is_some() || options.gravity.is_some() {
        return Err(Failure::Usage("--page and --gravity belong to --system".into()));
    }
    let Some(name) = &options.scene else {
        return match options.course.given() {
            Some(option) => Err(Failure::Usage(format!("{option} belongs to a scene or to --system: name one"))),
            None => list(),
        };
    };
    let scene = scenes::find(name).map_err(usage)?;
    let course = &options.course;
    let method = course.method(|method| scene.default_step(method))?;
    let until = course.until.unwrap_or(scene.until);
    let request = Request { method, until, every: course.every(method, until), set: course.settings_of_scene()? };
    carry_out(scene, &request, course, scene.about, |out| writeln!(out, "{}", scene.about))
}

fn usage(error: asperity_lab::HostError) -> Failure {
    Failure::Usage(error.to_string())
}

/// Runs the scene, writes the files, the plot with this title, and prints what came out, after what `begin` prints.
pub fn carry_out(
    scene: &Scene,
    request: &Request,
    course: &Course,
    title: &str,
    begin: impl FnOnce(&mut io::StdoutLock) -> io::Result<()>,
) -> Result<(), Failure> {
    request.validate().map_err(usage)?;
    scene.check_settings(&request.set).map_err(usage)?;
    let fmu = unit::open(course.fmu.as_deref())?;
    simulate::try_settings(&fmu, scene, request).map_err(usage)?;
    let progress = Progress::new("simulating", request.until);
    let run = simulate::run(&fmu, scene, request, |time| progress.reach(time))
        .map_err(|error| unit::failed(course.fmu.as_deref(), error))?;
    progress.end();

    if let Some(path) = &course.out {
        csv::write(path, run.columns, &run.samples)?;
    }
    if let Some(path) = &course.plot {
        let figure = Figure { title: title.into(), axis: "time [s]".into(), panels: scene.panels(&run) };
        plot::write_svg(path, &figure)?;
    }
    let mut out = io::stdout().lock();
    begin(&mut out)?;
    report(&mut out, request, &run)?;
    for path in [&course.out, &course.plot].into_iter().flatten() {
        writeln!(out, "Written: {}", path.display())?;
    }
    crate::tables::keeps_energy(&run)
}

fn list() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "Scenes, with the settings of their own; every variable of the FMU can be set as well.\n")?;
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

fn report(out: &mut impl Write, request: &Request, run: &Run) -> io::Result<()> {
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
                Coupling::Held => "kinematic, velocities held",
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
    for warning in &run.warnings {
        writeln!(out, "The FMU warns: {warning}")?;
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
