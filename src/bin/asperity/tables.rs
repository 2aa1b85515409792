//! Tables that several commands print.

use std::io::{self, Write};

use asperity::host::record::{Break, Impact};
use asperity::host::simulate::Run;

/// All impacts until a time [s].
pub fn impacts(out: &mut impl Write, impacts: &[Impact], until: f64) -> io::Result<()> {
    writeln!(out, "impact   time [s]   approach [m/s]   deepest [m]   rebound [m/s]    ratio")?;
    for (number, impact) in impacts.iter().enumerate() {
        write!(out, "{:>6} {:>10.6} {:>16.6} {:>13.4e}", number + 1, impact.onset, impact.approach, impact.depth)?;
        let rebound = impact.release.map_or("stays".into(), |(_, rebound)| format!("{rebound:.6}"));
        let ratio = impact.ratio().map_or("-".into(), |ratio| format!("{ratio:.4}"));
        writeln!(out, " {rebound:>15} {ratio:>8}")?;
    }
    if impacts.is_empty() {
        writeln!(out, "  none until {until} s")?;
    }
    Ok(())
}

/// When friction gave way.
pub fn breaks(out: &mut impl Write, breaks: &[Break]) -> io::Result<()> {
    writeln!(out, " break   slides at [s]   greatest friction [N]   at [s]")?;
    for (number, found) in breaks.iter().enumerate() {
        writeln!(out, "{:>6} {:>15.6} {:>23.6} {:>8.4}", number + 1, found.slides, found.force, found.time)?;
    }
    Ok(())
}

/// The energy ledger at the end.
pub fn ledger(out: &mut impl Write, run: &Run) -> io::Result<()> {
    let Some(end) = run.samples.last() else { return Ok(()) };
    let contact = &end.contact;
    writeln!(out, "\nEnergy in the contact at {} s [J]", end.time)?;
    writeln!(out, "  work put in            {:>14.6}", contact.work)?;
    writeln!(out, "  stored                 {:>14.6}", contact.elastic)?;
    writeln!(out, "  dissipated by damping  {:>14.6}", contact.dissipated_normal)?;
    writeln!(out, "  dissipated by friction {:>14.6}", contact.dissipated_friction)?;
    writeln!(out, "  residual               {:>14.2e}", contact.residual)
}
