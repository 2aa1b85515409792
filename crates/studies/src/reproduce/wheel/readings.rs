//! What [P16] leaves open, read in other ways.

use super::runs::{Runs, STEP, UNTIL, WINDOWS};
use super::tables::head;
use crate::reproduce::bench::Bench;
use asperity::rigid::time_stepping::{Friction, Method};
use asperity_lab::HostError;
use asperity_lab::report::Table;
use asperity_lab::wheel::deviation::{Deviation, errors};
use asperity_lab::wheel::stepping::{ITERATED, LAWS, Module, NormalRow, Positions, Scheme, Velocities, run as step};

/// What is read, and how.
#[derive(Clone, Copy)]
struct Choice {
    name: &'static str,
    row: NormalRow,
    scheme: Scheme,
    /// Problems solved for λ_N at most; 1 takes that of the previous step.
    passes: u32,
    /// λ_N before the first step [N].
    pressed: f64,
    /// Whether a contact that sticks is bounded in every direction, not in two components.
    isotropic: bool,
    law: fn(Friction) -> Friction,
}

/// A reading with what it gives.
pub struct Reading {
    name: &'static str,
    /// Of each law of [`LAWS`], over 0–2 s.
    pub early: Vec<Deviation>,
    /// Over 0–5 s.
    pub whole: Vec<Deviation>,
    /// Whether a contact that sticks has two bounds, as eq. (12) prints them.
    pub has_two_bounds: bool,
}

/// Name of the reading that is shown.
const CHOSEN: &str = "chosen";
/// Name of the reading that bounds components alone.
const COMPONENTS: &str = "two bounds for a contact that sticks (eq. 12)";
/// Name of the reading that takes no λ_N before the first step.
const UNPRESSED: &str = "λ_N of the previous step, 0 before the first, two bounds";
/// Name of the reading that takes every equation as it is printed.
const LETTER: &str = "eqs. 7, 12 and 23 to the letter: q̇ = Γ·v with ω along the wheel, λ_N of the previous step, m·g before the \
                      first, two bounds, Φ̇⁺ ≥ 0";

fn rigid(friction: Friction) -> Friction {
    match friction {
        Friction::Regularised { threshold, .. } => Friction::Regularised { stiffness: f64::INFINITY, threshold },
        other => other,
    }
}

fn of_eight_sides(friction: Friction) -> Friction {
    match friction {
        Friction::Polygonal { .. } => Friction::Polygonal { sides: 8 },
        other => other,
    }
}

fn choices(weight: f64) -> [Choice; 15] {
    let chosen = Choice {
        name: CHOSEN,
        row: NormalRow::Aimed,
        scheme: Scheme::CHOSEN,
        passes: ITERATED,
        pressed: 0.0,
        isotropic: true,
        law: |friction| friction,
    };
    let moved = |positions| Scheme { positions, ..Scheme::CHOSEN };
    let along = Scheme { velocities: Velocities::AlongWheel, ..Scheme::CHOSEN };
    let bounded = Choice { isotropic: false, ..chosen };
    let previous = Choice { passes: 1, ..bounded };
    [
        chosen,
        Choice { name: COMPONENTS, ..bounded },
        Choice { name: "Φ̇⁺ ≥ 0 whatever the gap (eq. 23)", row: NormalRow::Printed, ..chosen },
        Choice { name: "q⁺ = q + h·(v + v⁺)/2", scheme: moved(Positions::Mean), ..chosen },
        Choice { name: "q⁺ = q + h·v⁺", scheme: moved(Positions::After), ..chosen },
        Choice { name: "λ_N of the second of two passes, two bounds", passes: 2, ..bounded },
        Choice { name: UNPRESSED, ..previous },
        Choice { name: "λ_N of the previous step, m·g before the first, two bounds", pressed: weight, ..previous },
        Choice { name: "k_T infinite", law: rigid, ..chosen },
        Choice { name: "a polygon of eight sides", law: of_eight_sides, ..chosen },
        Choice { name: "q̇ = Γ·v with ω along the wheel", scheme: along, ..chosen },
        Choice { name: "q̇ = Γ·v, two bounds", scheme: along, ..bounded },
        Choice {
            name: "q̇ = Γ·v, λ_N of the previous step, 0 before the first, two bounds", scheme: along, ..previous
        },
        Choice {
            name: "q̇ = Γ·v, λ_N of the previous step, m·g before the first, two bounds",
            scheme: along,
            pressed: weight,
            ..previous
        },
        Choice { name: LETTER, scheme: along, pressed: weight, row: NormalRow::Printed, ..previous },
    ]
}

/// Deviations by other readings of the paper, by the module itself.
pub fn readings(runs: &Runs) -> Result<Vec<Reading>, HostError> {
    let read = |choice: Choice| {
        let (mut early, mut whole) = (Vec::new(), Vec::new());
        for (_, friction) in LAWS {
            let method =
                Method { friction: (choice.law)(friction), passes: choice.passes, isotropic: choice.isotropic };
            let mut module = Module::new(&runs.wheel, method, choice.row).pressed(choice.pressed);
            let run = step(&runs.wheel, &mut module, choice.scheme, STEP, UNTIL)?;
            let found = errors(&runs.wheel, &run, &runs.motion);
            early.push(Deviation::of(&found, WINDOWS[0]));
            whole.push(Deviation::of(&found, WINDOWS[1]));
        }
        Ok(Reading { name: choice.name, early, whole, has_two_bounds: !choice.isotropic })
    };
    choices(runs.wheel.mass * runs.wheel.gravity).into_iter().map(read).collect()
}

fn named<'r>(readings: &'r [Reading], name: &str) -> Option<&'r Reading> {
    readings.iter().find(|reading| reading.name == name)
}

/// The regularised law with two bounds for a contact that sticks, as eq. (12) prints them.
pub fn of_components(readings: &[Reading]) -> Option<&Deviation> {
    named(readings, COMPONENTS)?.whole.first()
}

/// The regularised law with no λ_N before the first step.
pub fn of_unpressed(readings: &[Reading]) -> Option<&Deviation> {
    named(readings, UNPRESSED)?.whole.first()
}

/// All laws with every equation as it is printed.
pub fn to_the_letter(readings: &[Reading]) -> Option<&Reading> {
    named(readings, LETTER)
}

/// What the open questions make of the numbers.
pub fn table(readings: &[Reading]) -> Table {
    let rows = readings.iter().map(|reading| {
        let forces = [&reading.early, &reading.whole].into_iter().flatten();
        let forces = forces.map(|found| format!("{:.2}", 100.0 * found.force));
        let angles = reading.whole.iter().map(|found| format!("{:.2}", found.misalignment.to_degrees()));
        [reading.name.to_owned()].into_iter().chain(forces).chain(angles).collect()
    });
    Table {
        caption: "Other readings of what the paper leaves open, by the module itself: RMS deviation of the normalised \
                  friction force over both windows, and RMS misalignment (r: regularised, p: polygonal, b: box)."
            .into(),
        head: head(&[
            "reading",
            "0–2 s, r [%]",
            "p [%]",
            "b [%]",
            "0–5 s, r [%]",
            "p [%]",
            "b [%]",
            "misalignment, r [°]",
            "p [°]",
            "b [°]",
        ]),
        rows: rows.collect(),
    }
}

/// Writes them beside the page, over 0–5 s.
pub fn file(bench: &Bench, readings: &[Reading]) -> Result<String, HostError> {
    let row = |(number, reading): (usize, &Reading)| {
        let numbers = reading.whole.iter().flat_map(|found| [100.0 * found.force, found.misalignment.to_degrees()]);
        [number as f64].into_iter().chain(numbers).collect()
    };
    let rows: Vec<Vec<f64>> = readings.iter().enumerate().map(row).collect();
    let head = "reading [1],regularised force [%],regularised misalignment [deg],polygonal force [%],polygonal misalignment \
                [deg],box force [%],box misalignment [deg]";
    bench.rows("wheel-readings", head, &rows)
}
