//! `asperity simulate --system`

use std::io::{self, Write};
use std::path::Path;

use asperity_lab::exchange::Accuracy;
use asperity_lab::number::{finite, fixed, number, scientific};
use asperity_lab::plot;
use asperity_lab::simulate::MAX_STEPS;
use asperity_lab::systems::record::Run;
use asperity_lab::systems::ways::hand_back_item;
use asperity_lab::systems::{self, Request, Way, page};
use asperity_pack::system::{HandBack, Scene};
use asperity_pack::whole;

use crate::couplings_system::order;
use crate::course::{CouplingName, Course, GRAVITY, ModeName, SolverName, check_end};
use crate::files::Files;
use crate::progress::Progress;
use crate::{Failure, system, tables, unit};

/// Time to stop [s], step of co-simulation [s], and for the solver the longest step as a part of the time and its tolerance:
/// tighter than the integration of a ball that bounces shows.
const UNTIL: f64 = 1.0;
const STEP: f64 = 1e-5;
const COUPLED_STEP: f64 = 1e-3;
const LONGEST: f64 = 1.0 / 500.0;
const TOLERANCE: f64 = 1e-9;
/// What helps beside a shorter step where the force of a step acts on the next one.
const HELD: &str = ". In kinematic coupling and parallel order (coupling.order) the force of a step acts on the next one, too late: \
                    --master gauss-seidel, or --coupling interface with either, allows longer steps";
/// Touches and warnings that are listed.
const LISTED: usize = 20;

pub fn run(
    file: &Path,
    course: &Course,
    gravity: Option<[f64; 3]>,
    page_file: Option<&Path>,
    files: &mut Files,
) -> Result<(), Failure> {
    let until = course.until.unwrap_or(UNTIL);
    let way = way(course, until)?;
    let positive = |name: &str, value: f64| match value > 0.0 && value.is_finite() {
        true => Ok(()),
        false => Err(Failure::Usage(format!("{name} is {}, it must be {}> 0", number(value), finite(value)))),
    };
    check_end(until)?;
    match way {
        Way::Exchange(Accuracy { tolerance, longest }) => {
            positive("--step", longest)?;
            if !(1e-13..=1e-2).contains(&tolerance) {
                let text = format!("the tolerance is {}, it must be from 1e-13 to 1e-2", number(tolerance));
                return Err(Failure::Usage(text));
            }
        }
        Way::CoSimulation(step) => {
            positive("--step", step)?;
            if until / step > MAX_STEPS {
                let [until, step] = [until, step].map(number);
                let text = format!("--until {until} in steps of {step} s (--step) are more than {MAX_STEPS:.0} steps");
                return Err(Failure::Usage(text));
            }
        }
    }
    let every = course.every.unwrap_or(0.0);
    if !(every >= 0.0 && every.is_finite()) {
        return Err(Failure::Usage(format!("--every is {}, it must be {}>= 0", number(every), finite(every))));
    }
    let mut system = system::read(file, files)?;
    let how = match course.coupling {
        Some(CouplingName::Interface | CouplingName::TimeStepping) => Some(HandBack::MeanAndSlope),
        Some(CouplingName::InterfaceMean) => Some(HandBack::Mean),
        Some(CouplingName::Kinematic) | None => None,
    };
    if let Some(how) = how {
        system = system.coupled(how).map_err(Failure::Usage)?;
    }
    let scene = system.scene();
    if matches!(course.mode, ModeName::Cs) {
        agrees(course, scene, file)?;
    }
    let gravity = gravity.unwrap_or(GRAVITY);
    systems::check(scene, way).map_err(|error| Failure::Usage(error.to_string()))?;
    let fmu = unit::of_system(&system, course.fmu.as_deref())?;
    let mut set = course.settings()?;
    if let Some(master) = course.master {
        let (name, value) = order(master)?.setting();
        set.push(course.of_option("--master", &name, &value)?);
    }
    let request = Request { way, until, every, gravity, set };
    systems::try_settings(&fmu, scene, &request).map_err(|error| Failure::Usage(error.to_string()))?;
    let progress = Progress::new("simulating", until);
    let run = systems::run(&fmu, scene, &request, |time| {
        progress.reach(time);
        Ok(())
    })
    .map_err(|error| unit::failed(course.fmu.as_deref(), error))?;
    progress.end();

    if let Some(path) = &course.out {
        run.write_csv(path)?;
    }
    if let Some(path) = &course.plot {
        plot::write_svg(path, &run.figure(&scene.name))?;
    }
    if let Some(path) = page_file {
        let refused = |error| Failure::Usage(format!("--page {}: it cannot be written: {error}", path.display()));
        whole::write(path, page::html(&scene.name, scene, &run)).map_err(refused)?;
    }
    report(&mut io::stdout().lock(), &request, scene, &run)?;
    for path in [course.out.as_deref(), course.plot.as_deref(), page_file].into_iter().flatten() {
        writeln!(io::stdout(), "Written: {}", path.display())?;
    }
    let holds = run.is_parallel && !scene.is_coupled();
    let cause = match run.overlap_at_start() {
        Some((contact, depth)) => format!(
            "{contact} overlaps by {} m at the start, and time stepping pushes apart what overlaps; place the bodies so that they touch",
            scientific(depth, 2)
        ),
        None => tables::too_long(run.step) + if holds { HELD } else { "" },
    };
    tables::no_gain(run.gain(), &cause)
}

/// Refuses --coupling and --set that contradict how the system is coupled: its bodies would be moved otherwise than its FMU says.
fn agrees(course: &Course, scene: &Scene, file: &Path) -> Result<(), Failure> {
    if course.coupling == Some(CouplingName::Kinematic) && scene.is_coupled() {
        let text = format!("--coupling kinematic: {} asks for interface coupling, change it there", file.display());
        return Err(Failure::Usage(text));
    }
    let of_file = course.coupling.is_none() && scene.is_coupled();
    let words = || match of_file {
        true => [format!("coupling… in {}", file.display()), "change it there".into()],
        false => course.coupling_words(),
    };
    course.agrees("coupling.mode", |mode| (mode == "interface") == scene.is_coupled(), words)?;
    let how = hand_back_item(scene.coupling().hand_back);
    course.agrees("coupling.handBack", |item| item == how || !scene.is_coupled(), words)
}

/// Options that systems do not have are refused.
fn way(course: &Course, until: f64) -> Result<Way, Failure> {
    let Course { mode, solver, master, coupling, step, tolerance, .. } = course;
    let misplaced = |option: &str, way: &str| Err(Failure::Usage(format!("{option}: {way}")));
    if matches!(solver, Some(SolverName::Rk3)) {
        return misplaced("--solver rk3", "systems are integrated by the adaptive solver");
    }
    if matches!(mode, ModeName::Me) && coupling.is_some() {
        return misplaced("--coupling", "belongs to --mode cs");
    }
    if matches!(mode, ModeName::Me) && master.is_some() {
        return misplaced("--master", "belongs to --mode cs");
    }
    Ok(match mode {
        ModeName::Me => Way::Exchange(Accuracy {
            tolerance: tolerance.unwrap_or(TOLERANCE),
            longest: step.unwrap_or(LONGEST * until),
        }),
        ModeName::Cs if solver.is_some() => return misplaced("--solver", "belongs to --mode me"),
        ModeName::Cs if tolerance.is_some() => return misplaced("--tolerance", "belongs to --mode me"),
        ModeName::Cs if matches!(coupling, None | Some(CouplingName::Kinematic)) => {
            Way::CoSimulation(step.unwrap_or(STEP))
        }
        ModeName::Cs => Way::CoSimulation(step.unwrap_or(COUPLED_STEP)),
    })
}

fn report(out: &mut impl Write, request: &Request, scene: &Scene, run: &Run) -> io::Result<()> {
    let (name, until) = (&scene.name, number(request.until));
    let coupling = match (scene.is_coupled(), run.is_rigid) {
        (true, true) => "interface, time stepping of rigid contacts",
        (true, false) => "interface",
        (false, _) => "kinematic",
    };
    let order = if run.is_parallel { ", parallel order" } else { "" };
    match request.way {
        Way::Exchange(Accuracy { tolerance, .. }) => {
            writeln!(out, "{name}: model exchange, adaptive solver of order 8, tolerance {tolerance:e}, {until} s\n")?;
        }
        Way::CoSimulation(step) => {
            writeln!(out, "{name}: co-simulation, {coupling}{order}, {until} s in steps of {} s\n", number(step))?;
        }
    }
    let touches = run.touches();
    let width = run.columns.contacts.iter().map(String::len).max().unwrap_or(0).max(7);
    writeln!(
        out,
        "{:<width$} {:>12} {:>12} {:>16} {:>12}",
        "contact", "closes [s]", "opens [s]", "greatest f_n [N]", "deepest [m]"
    )?;
    for touch in touches.iter().take(LISTED) {
        let name = &run.columns.contacts[touch.contact];
        let release = touch.release.map_or("stays".into(), |time| fixed(time, 6));
        let (onset, force, depth) = (fixed(touch.onset, 6), scientific(touch.force, 4), scientific(touch.depth, 4));
        writeln!(out, "{name:<width$} {onset:>12} {release:>12} {force:>16} {depth:>12}")?;
    }
    match touches.len().saturating_sub(LISTED) {
        0 if run.columns.contacts.is_empty() => {
            writeln!(out, "  not known: the file shows no forces of single contacts (report.contacts)")?
        }
        0 if touches.is_empty() => writeln!(out, "  none until {until} s")?,
        0 => {}
        more => writeln!(out, "  and {more} more")?,
    }
    let Some(end) = run.samples.last() else { return Ok(()) };
    writeln!(out, "\nEnergy at {} s [J]", number(end.time))?;
    let [stored, work, normal, friction, residual] = run.columns.energies(end);
    for (name, energy) in [
        ("kinetic", end.energy[0]),
        ("potential", end.energy[1]),
        ("work put into contacts", work),
        ("stored", stored),
        ("dissipated by damping", normal),
        ("dissipated by friction", friction),
    ] {
        writeln!(out, "  {name:<22} {:>14}", fixed(energy, 6))?;
    }
    writeln!(out, "  {:<22} {:>14}", "residual", scientific(residual, 2))?;
    run.warnings.iter().take(LISTED).try_for_each(|warning| writeln!(out, "The FMU warns: {warning}"))?;
    match run.warnings.len().saturating_sub(LISTED) {
        0 => Ok(()),
        more => writeln!(out, "The FMU warns {more} times more"),
    }
}
