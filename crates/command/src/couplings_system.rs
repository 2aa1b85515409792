//! `asperity couplings --system`

use std::io::{self, Write};
use std::path::Path;

use asperity_lab::exchange::Accuracy;
use asperity_lab::number::{finite, number, scientific};
use asperity_lab::systems::ways::{Conditions, Coupling, Order};
use asperity_lab::systems::{self, Way};
use clap::Args;

use crate::course::{GRAVITY, check_end, gravity};
use crate::demo::MasterName;
use crate::files::{Files, InputFile};
use crate::progress::Progress;
use crate::{Failure, system, unit};

/// Of the reference, and of one that shows how far that can be trusted.
const TOLERANCE: f64 = 1e-10;
const COARSER: f64 = 1e-8;
/// [s]
const STEPS: [f64; 3] = [1e-4, 1e-3, 1e-2];

#[derive(Args)]
pub struct OfSystem {
    /// Instead for the bodies of this file, which `asperity new` writes: by every way to couple them, beside Model Exchange
    #[arg(long, value_name = "FILE")]
    pub system: Option<InputFile>,
    /// With --system: time to stop [s]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 1.0, requires = "system")]
    until: f64,
    /// With --system: gravity [m/s2] [default: 0,0,-9.81]
    #[arg(long, value_name = "X,Y,Z", value_parser = gravity, allow_hyphen_values = true, requires = "system")]
    gravity: Option<[f64; 3]>,
    /// With --system: distance from Model Exchange that is good enough [m]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, default_value_t = 1e-3, requires = "system")]
    within: f64,
    /// With --system: leave a row of co-simulation out that takes longer than this to compute [s]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 30.0, requires = "system")]
    patience: f64,
    /// With --system: order in which FMU and bodies step in co-simulation [default: what the file says, gauss-seidel]
    #[arg(long, requires = "system")]
    master: Option<MasterName>,
}

/// What is within the distance at the least cost.
#[derive(Clone, Copy)]
pub struct Best {
    pub coupling: Coupling,
    pub order: Order,
    /// [s]
    pub step: f64,
}

impl OfSystem {
    /// The table of a file.
    pub fn run(&self, file: &Path, fmu: Option<&Path>, files: &mut Files) -> Result<Option<Best>, Failure> {
        let conditions = Conditions {
            until: self.until,
            gravity: self.gravity.unwrap_or(GRAVITY),
            mechanism: None,
            patience: self.patience,
        };
        let order = self.master.map(order).transpose()?;
        run(file, conditions, (self.within, order), fmu, files)
    }
}

/// The order in which a master steps a system. Errors: it is none of a system.
pub fn order(master: MasterName) -> Result<Order, Failure> {
    match master {
        MasterName::GaussSeidel => Ok(Order::Sequential),
        MasterName::Jacobi => Ok(Order::Parallel),
        MasterName::Rollback => Err(Failure::Usage("--master: a system steps by gauss-seidel or jacobi".into())),
    }
}

/// With a bar on its way until a time [s].
fn watched<T>(what: &str, until: f64, work: impl FnOnce(&mut dyn FnMut(f64)) -> T) -> T {
    let progress = Progress::new(what, until);
    let done = work(&mut |time| progress.reach(time));
    progress.end();
    done
}

fn run(
    file: &Path,
    conditions: Conditions,
    (within, order): (f64, Option<Order>),
    fmu: Option<&Path>,
    files: &mut Files,
) -> Result<Option<Best>, Failure> {
    check_end(conditions.until)?;
    for (name, value) in [("--within", within), ("--patience", conditions.patience)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Failure::Usage(format!("{name} is {}, it must be {}> 0", number(value), finite(value))));
        }
    }
    let mut out = io::stdout().lock();
    let system = system::read(file, files)?;
    let order = order.unwrap_or_else(|| Order::of(system.scene()));
    let reference = Way::Exchange(Accuracy { tolerance: TOLERANCE, longest: conditions.until });
    systems::check(system.scene(), reference).map_err(|error| Failure::Usage(error.to_string()))?;
    let packed = unit::of_system(&system, fmu)?;
    writeln!(
        out,
        "{}: where its bodies are after {} s, and how far that is from Model Exchange with tolerance {TOLERANCE:e}; steps in {} order.\n",
        system.scene().name,
        number(conditions.until),
        order.name()
    )?;
    writeln!(out, "{:<34} {:>9} {:>10} {:>12} {:>14}", "way", "step [s]", "off [m]", "gain [J]", "cost [s per s]")?;
    let row = |out: &mut io::StdoutLock, name: &str, step: &str, off: &str, gain: f64, cost: f64| {
        let (gain, cost) = (scientific(gain, 1), scientific(cost, 1));
        writeln!(out, "{name:<34} {step:>9} {off:>10} {gain:>12} {cost:>14}")
    };
    let exchange = |tolerance: f64| {
        watched("Model Exchange", conditions.until, |tell| conditions.exchange(&packed, &system, tolerance, tell))
    };
    let failed = |error| unit::failed(fmu, error);
    let reference = exchange(TOLERANCE).map_err(failed)?;
    row(&mut out, "Model Exchange, tolerance 1e-10", "", "reference", reference.gain, reference.cost)?;
    let coarser = exchange(COARSER).map_err(failed)?;
    let off = scientific(coarser.off(&reference), 1);
    row(&mut out, "Model Exchange, tolerance 1e-8", "", &off, coarser.gain, coarser.cost)?;
    let mut best: Option<(f64, Coupling, f64)> = None;
    for (coupling, name) in Coupling::ALL {
        let coupled = system::read(file, files).and_then(|system| coupling.of(system).map_err(Failure::Usage));
        let (system, packed) = match coupled.and_then(|system| Ok((unit::of_system(&system, fmu)?, system))) {
            Ok((packed, system)) => (system, packed),
            Err(Failure::Usage(why)) => {
                writeln!(out, "{name:<34} {why}")?;
                continue;
            }
            Err(other) => return Err(other),
        };
        for step in STEPS.into_iter().filter(|step| *step < conditions.until) {
            let what = format!("{name}, {} s", number(step));
            let stepped =
                |tell: &mut dyn FnMut(f64)| conditions.stepped(&packed, &system, (coupling, order), step, tell);
            match watched(&what, conditions.until, stepped) {
                Ok(found) => {
                    let off = found.off(&reference);
                    row(&mut out, name, &number(step), &scientific(off, 1), found.gain, found.cost)?;
                    let is_better = best.is_none_or(|(cost, ..)| found.cost < cost);
                    if off <= within && found.gain == 0.0 && is_better {
                        best = Some((found.cost, coupling, step));
                    }
                }
                Err(why) => writeln!(out, "{name:<34} {:>9} {why}", number(step))?,
            }
        }
    }
    let within = number(within);
    match best {
        Some((_, best, step)) => writeln!(
            out,
            "\nWithin {within} m, without gain, at the least cost: {}, in steps of {} s.",
            best.words(),
            number(step)
        )?,
        None => {
            writeln!(out, "\nNo step keeps within {within} m: give --within another distance, or use Model Exchange.")?
        }
    }
    Ok(best.map(|(_, coupling, step)| Best { coupling, order, step }))
}
