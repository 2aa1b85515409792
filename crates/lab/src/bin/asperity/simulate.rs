//! `asperity simulate`

use std::io::{self, Write};
use std::path::PathBuf;

use asperity_lab::exchange::Accuracy;
use asperity_lab::masters::{Coupling, Master};
use asperity_lab::number::number;
use asperity_lab::plot::{self, Figure};
use asperity_lab::scenes::{self, SCENES, Scene};
use asperity_lab::simulate::{self, Method, Request, Run};
use asperity_lab::wiring::Reading;
use asperity_lab::{csv, record};
use clap::{Args, ValueEnum};

use crate::demo::MasterName;
use crate::progress::Progress;
use crate::{Failure, output, simulate_system, unit};

#[derive(Args)]
pub struct Options {
    /// Name of the scene; without one, all are listed with their settings
    #[arg(conflicts_with = "system")]
    scene: Option<String>,
    /// Let the bodies of this file move instead, which `asperity new` writes, under the forces of the FMU packed from it
    #[arg(long, value_name = "FILE")]
    pub system: Option<PathBuf>,
    /// With --system: gravity [m/s2] [default: 0,0,-9.81]
    #[arg(long, value_name = "X,Y,Z", value_parser = gravity, allow_negative_numbers = true)]
    pub gravity: Option<[f64; 3]>,
    /// With --system: page to write, with the bodies in motion
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    #[command(flatten)]
    pub course: Course,
}

/// How a scene is run, and what is made of it.
#[derive(Args, Clone)]
pub struct Course {
    /// Model exchange or co-simulation
    #[arg(long, default_value = "me")]
    pub mode: ModeName,
    /// Solver in model exchange [default: adaptive]
    #[arg(long)]
    pub solver: Option<SolverName>,
    /// Order in which contact and plant step in co-simulation [default: gauss-seidel]
    #[arg(long)]
    pub master: Option<MasterName>,
    /// How the contact goes through a step in co-simulation [default: kinematic]
    #[arg(long)]
    pub coupling: Option<CouplingName>,
    /// Step [s]; for the adaptive solver the longest one, which may jump over a touch shorter than a quarter of it
    /// [default: one at which the scene as it starts keeps its energy]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub step: Option<f64>,
    /// Relative tolerance of the adaptive solver [default: 1e-12]
    #[arg(long, allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Time to stop [s] [default: the scene's, of a system 1]
    #[arg(long, visible_alias = "stop", value_name = "SECONDS", allow_negative_numbers = true)]
    pub until: Option<f64>,
    /// A setting of the scene (scene.…) or a variable of the FMU; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub set: Vec<(String, String)>,
    /// Keep samples at least this far apart [s] [default: all, of more than a million one in a hundred thousandth of the time]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub every: Option<f64>,
    /// The FMU to run [default: the one that the program carries]
    #[arg(long, value_name = "FILE")]
    pub fmu: Option<PathBuf>,
    /// CSV file to write
    #[arg(long, visible_alias = "csv", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// SVG file to write
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeName {
    /// Model exchange: plant and FMU are one system of differential equations
    Me,
    /// Co-simulation: FMU and plant take turns
    Cs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CouplingName {
    /// The contact follows the given motion
    Kinematic,
    /// The contact integrates itself; mean and slope of the force move the plant
    Interface,
    /// The same, the mean force alone moves the plant
    InterfaceMean,
    /// As interface, with rigid contacts: coupling.method = timeStepping
    TimeStepping,
}

impl From<CouplingName> for Coupling {
    fn from(name: CouplingName) -> Self {
        match name {
            CouplingName::Kinematic => Self::Kinematic,
            CouplingName::Interface | CouplingName::TimeStepping => Self::Interface { slope: true },
            CouplingName::InterfaceMean => Self::Interface { slope: false },
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Order 8, steps by error, events located
    Adaptive,
    /// Order 3 with a fixed step, as the paper used it
    Rk3,
}

pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.trim().into(), value.trim().into())),
        _ => Err("NAME=VALUE is expected, such as compliance.e=0.7".into()),
    }
}

pub fn gravity(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let finite = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()));
    finite.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| "X,Y,Z is expected, such as 0,0,-9.81".into())
}

pub fn run(options: &Options) -> Result<(), Failure> {
    if let Some(file) = &options.system {
        return simulate_system::run(file, options);
    }
    if options.page.is_some() || options.gravity.is_some() {
        return Err(Failure::Usage("--page and --gravity belong to --system".into()));
    }
    let Some(name) = &options.scene else { return list() };
    let scene = scenes::find(name).map_err(usage)?;
    let course = &options.course;
    let method = course.method(|method| scene.default_step(method))?;
    let until = course.until.unwrap_or(scene.until);
    let request = Request { method, until, every: course.every(method, until), set: course.settings() };
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
    scene.setup(&request.set).map_err(usage)?;
    for (option, path) in [("--out", &course.out), ("--plot", &course.plot)] {
        path.as_ref().map_or(Ok(()), |path| output::file(option, path))?;
    }
    let fmu = unit::open(course.fmu.as_deref())?;
    simulate::try_settings(&fmu, scene, request).map_err(usage)?;
    let progress = Progress::new("simulating", request.until);
    let run = simulate::run(&fmu, scene, request, |time| progress.reach(time))?;
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

/// More steps than this are not all kept unless asked for, but so many samples.
const MANY_STEPS: f64 = 1e6;
const KEPT: f64 = 1e5;

impl Course {
    /// What the FMU is told, the method of the coupling among it.
    pub fn settings(&self) -> Vec<(String, String)> {
        let method = (self.coupling == Some(CouplingName::TimeStepping))
            .then(|| ("coupling.method".into(), "timeStepping".into()));
        method.into_iter().chain(self.set.iter().cloned()).collect()
    }

    /// The distance of the samples [s].
    pub fn every(&self, method: Method, until: f64) -> f64 {
        let many = !matches!(method, Method::Exchange(_)) && until / method.step() > MANY_STEPS;
        self.every.unwrap_or(if many { until / KEPT } else { 0.0 })
    }

    /// The method that the options name, with the step that `default` gives unless one is named; options that belong to
    /// another method are refused.
    pub fn method(&self, default: impl Fn(Method) -> f64) -> Result<Method, Failure> {
        let Course { mode, solver, master, coupling, step, tolerance, .. } = self;
        let misplaced = |option: &str, way: &str| Err(Failure::Usage(format!("{option} belongs to {way}")));
        let method = match (mode, solver.unwrap_or(SolverName::Adaptive)) {
            (ModeName::Cs, _) if solver.is_some() => return misplaced("--solver", "--mode me"),
            (ModeName::Cs, _) if tolerance.is_some() => return misplaced("--tolerance", "--mode me"),
            (ModeName::Me, _) if master.is_some() => return misplaced("--master", "--mode cs"),
            (ModeName::Me, _) if coupling.is_some() => return misplaced("--coupling", "--mode cs"),
            (ModeName::Me, SolverName::Rk3) if tolerance.is_some() => {
                return misplaced("--tolerance", "--solver adaptive");
            }
            (ModeName::Cs, _) => {
                let master = master.unwrap_or(MasterName::GaussSeidel).into();
                let coupling = coupling.unwrap_or(CouplingName::Kinematic).into();
                if matches!((master, coupling), (Master::Rollback { .. }, Coupling::Interface { .. })) {
                    return misplaced("--master rollback", "--coupling kinematic");
                }
                Method::CoSimulation { step: 1.0, master, coupling }
            }
            (ModeName::Me, SolverName::Adaptive) => {
                Method::Exchange(Accuracy { tolerance: tolerance.unwrap_or(1e-12), longest: 1.0 })
            }
            (ModeName::Me, SolverName::Rk3) => Method::RungeKutta { step: 1.0 },
        };
        Ok(method.with_step(step.unwrap_or_else(|| default(method))))
    }
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
