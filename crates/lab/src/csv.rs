//! Samples as comma-separated values.

use std::io::{self, Write};
use std::path::Path;

use asperity_pack::whole;

use super::plants::Column;
use super::record::Sample;
use super::{HostError, cannot};

/// Value of a column that every plant has.
type Value = fn(&Sample) -> f64;

/// The columns after those of the plant, with names and units.
const COLUMNS: [(Column, Value); 22] = [
    (("contactActive", "1"), |s| f64::from(u8::from(s.contact.active))),
    (("gap", "m"), |s| s.contact.gap),
    (("gapRate", "m/s"), |s| s.gap_rate),
    (("normalForce", "N"), |s| s.contact.normal_force),
    (("frictionForce_x", "N"), |s| s.contact.friction_force.x),
    (("frictionForce_y", "N"), |s| s.contact.friction_force.y),
    (("frictionForce_z", "N"), |s| s.contact.friction_force.z),
    (("frictionMoment_x", "N.m"), |s| s.contact.friction_moment.x),
    (("frictionMoment_y", "N.m"), |s| s.contact.friction_moment.y),
    (("frictionMoment_z", "N.m"), |s| s.contact.friction_moment.z),
    (("slipSpeed", "m/s"), |s| s.contact.slip_speed),
    (("sticking", "1"), |s| s.contact.sticking),
    (("s_dw", "1"), |s| s.contact.dwell),
    (("z_r", "m"), |s| s.contact.z_r),
    (("energyKinetic", "J"), |s| s.kinetic),
    (("energyPotential", "J"), |s| s.potential),
    (("energyElastic", "J"), |s| s.contact.elastic),
    (("energyWork", "J"), |s| s.contact.work),
    (("energyDissipatedNormal", "J"), |s| s.contact.dissipated_normal),
    (("energyDissipatedFriction", "J"), |s| s.contact.dissipated_friction),
    (("energyResidual", "J"), |s| s.contact.residual),
    (("energyTotal", "J"), Sample::energy),
];

/// Writes the samples as comma-separated values, names and units in the first line.
pub fn write(path: &Path, plant: &[Column], samples: &[Sample]) -> Result<(), HostError> {
    whole::write_by(path, |out| rows(out, plant, samples)).map_err(cannot("written", path))
}

fn rows(out: &mut dyn Write, plant: &[Column], samples: &[Sample]) -> io::Result<()> {
    let columns = [("time", "s")].iter().chain(plant).chain(COLUMNS.iter().map(|(column, _)| column));
    let names: Vec<String> = columns.map(|(name, unit)| format!("{name} [{unit}]")).collect();
    writeln!(out, "{}", names.join(","))?;
    for sample in samples {
        write!(out, "{:.15e}", sample.time)?;
        for value in sample.plant.iter().copied().chain(COLUMNS.iter().map(|(_, value)| value(sample))) {
            // As many digits as tell two numbers apart in comparisons at 1e-12.
            // Adding 0 makes 0 of -0.
            write!(out, ",{:.15e}", value + 0.0)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_names_every_column_with_its_unit() {
        let samples = [0.0, 1.0].map(|time| Sample { time, kinetic: -0.0, ..Sample::default() });
        let mut text = Vec::new();
        rows(&mut text, &[], &samples).expect("a vector takes everything");
        let text = String::from_utf8(text).expect("plain ASCII");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("time [s],contactActive [1],gap [m],"));
        assert!(lines.iter().all(|line| line.split(',').count() == 1 + COLUMNS.len()));
        assert!(lines[2].starts_with("1.000000000000000e0,"));
        assert!(!text.contains("-0.0"), "an energy of -0 is 0");
    }
}
