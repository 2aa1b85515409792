//! `asperity rigid --units`

use std::io::{self, Write};
use std::path::Path;

use asperity_lab::number::{fixed, scientific};
use asperity_lab::planar::{Motion, System, as_unit};
use asperity_lab::systems::ways::{Conditions, Coupling, Found, Order};
use asperity_pack::system;

use crate::{Failure, unit};

/// Of Model Exchange.
const TOLERANCE: f64 = 1e-9;
/// k of the compliant unit, softest first [N/m^1.5].
const STIFFNESSES: [f64; 3] = [1e5, 1e6, 1e7];
/// Of time stepping, coarsest first [s].
const STEPS: [f64; 4] = [4e-3, 2e-3, 1e-3, 5e-4];

/// Distances below this are rounding and have no order [m].
const ROUNDING: f64 = 1e-12;

/// Lets a unit move the same bodies, compliant and in time stepping, and tells how far they come from the end of `motion`.
pub fn compare(out: &mut impl Write, system: &System, motion: &Motion, fmu: Option<&Path>) -> Result<(), Failure> {
    let last = motion.frames.last().ok_or_else(|| Failure::Failed("there is no motion to compare with".into()))?;
    let known = Found { positions: last.q.chunks(3).flat_map(|q| [q[0], q[1], 0.0]).collect(), gain: 0.0, cost: 0.0 };
    let conditions = Conditions { until: last.time, gravity: [system.gravity.x, system.gravity.y, 0.0] };
    let read = |stiffness: f64| {
        let text = as_unit(system, stiffness).map_err(Failure::Usage)?;
        system::System::read(&text, &|_| None)
            .map_err(|error| Failure::Failed(format!("the file of the unit is refused, {error}:\n{text}")))
    };
    let softest = read(STIFFNESSES[0])?;
    writeln!(
        out,
        "\nThe same bodies moved by a unit; off: the largest distance of a centre of mass at the end from above"
    )?;
    table(out, "compliant, Model Exchange", "k [N/m^1.5]", &STIFFNESSES, |stiffness| {
        let system = read(stiffness)?;
        Ok(conditions.exchange(&unit::of_system(&system, fmu)?, &system, TOLERANCE)?.off(&known))
    })?;
    let system = Coupling::TimeStepping.of(softest).map_err(Failure::Usage)?;
    let packed = unit::of_system(&system, fmu)?;
    table(out, "time stepping", "step [s]", &STEPS, |step| {
        Ok(conditions.stepped(&packed, &system, (Coupling::TimeStepping, Order::Sequential), step)?.off(&known))
    })
}

/// A row for each value; the order is the slope between two rows in logarithms.
fn table(
    out: &mut impl Write,
    title: &str,
    head: &str,
    values: &[f64],
    off: impl Fn(f64) -> Result<f64, Failure>,
) -> Result<(), Failure> {
    let line = |out: &mut dyn Write, cells: [&str; 3]| -> io::Result<()> {
        writeln!(out, "{}", format!("{:>12} {:>10} {:>7}", cells[0], cells[1], cells[2]).trim_end())
    };
    writeln!(out, "\n{title}")?;
    line(out, [head, "off [m]", "order"])?;
    let mut before: Option<(f64, f64)> = None;
    for value in values {
        let now = off(*value)?;
        let order = match before {
            Some((of, off)) if now.min(off) > ROUNDING => fixed(libm::log(now / off) / libm::log(value / of), 2),
            _ => String::new(),
        };
        line(out, [&scientific(*value, 0), &scientific(now, 1), &order])?;
        before = Some((*value, now));
    }
    Ok(())
}
