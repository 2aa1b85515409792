//! `asperity rigid --units`

use std::io::{self, Write};
use std::path::Path;

use asperity_lab::number::{fixed, scientific};
use asperity_lab::planar::{Approach, Motion, System, beside};

use crate::{Failure, unit};

/// Lets a unit move the same bodies, compliant and in time stepping, and tells how far they come from the end of `motion`.
pub fn compare(
    out: &mut impl Write,
    system: &System,
    motion: &Motion,
    fmu: Option<&Path>,
) -> Result<[Approach; 2], Failure> {
    let found = beside(system, motion, |system| unit::of_system(system, fmu))?;
    writeln!(
        out,
        "\nThe same bodies moved by a unit; off: the largest distance of a centre of mass at the end from above"
    )?;
    found.iter().try_for_each(|approach| table(out, approach))?;
    Ok(found)
}

fn table(out: &mut impl Write, approach: &Approach) -> io::Result<()> {
    let line = |out: &mut dyn Write, cells: [&str; 3]| -> io::Result<()> {
        writeln!(out, "{}", format!("{:>12} {:>10} {:>7}", cells[0], cells[1], cells[2]).trim_end())
    };
    writeln!(out, "\n{}", approach.way)?;
    if let Some(why) = &approach.left_out {
        return writeln!(out, "left out: {why}");
    }
    line(out, [&format!("{} [{}]", approach.quantity, approach.unit), "off [m]", "order"])?;
    for (at, (value, off)) in approach.points.iter().enumerate() {
        let order = approach.order(at).map_or(String::new(), |order| fixed(order, 2));
        line(out, [&scientific(*value, 0), &scientific(*off, 1), &order])?;
    }
    Ok(())
}
