//! Tables that several commands print.

use std::io::{self, Write};

use asperity_lab::impacts::Impact;
use asperity_lab::number::{fixed, number, scientific};
use asperity_lab::record::Break;
use asperity_lab::simulate::{Gain, Run};

use crate::Failure;

/// All impacts until a time [s].
pub fn impacts(out: &mut impl Write, impacts: &[Impact], until: f64) -> io::Result<()> {
    writeln!(out, "impact   time [s]   approach [m/s]   deepest [m]   rebound [m/s]    ratio")?;
    for (index, impact) in impacts.iter().enumerate() {
        let depth = impact.depth.map_or("-".into(), |depth| scientific(depth, 4));
        let rebound = impact.release.map_or("stays".into(), |(_, rebound)| fixed(rebound, 6));
        let ratio = impact.ratio().map_or("-".into(), |ratio| fixed(ratio, 4));
        let (onset, approach) = (fixed(impact.onset, 6), fixed(impact.approach, 6));
        writeln!(out, "{:>6} {onset:>10} {approach:>16} {depth:>13} {rebound:>15} {ratio:>8}", index + 1)?;
    }
    if impacts.is_empty() {
        writeln!(out, "  none until {} s", number(until))?;
    }
    Ok(())
}

/// When friction gave way.
pub fn breaks(out: &mut impl Write, breaks: &[Break]) -> io::Result<()> {
    writeln!(out, " break   slides at [s]   greatest friction [N]   at [s]")?;
    for (index, found) in breaks.iter().enumerate() {
        let (slides, force, time) = (fixed(found.slides, 6), fixed(found.force, 6), fixed(found.time, 4));
        writeln!(out, "{:>6} {slides:>15} {force:>23} {time:>8}", index + 1)?;
    }
    Ok(())
}

/// The energy ledger at the end.
pub fn ledger(out: &mut impl Write, run: &Run) -> io::Result<()> {
    let Some(end) = run.samples.last() else { return Ok(()) };
    let contact = &end.contact;
    writeln!(out, "\nEnergy in the contact at {} s [J]", number(end.time))?;
    for (name, energy) in [
        ("work put in", contact.work),
        ("stored", contact.elastic),
        ("dissipated by damping", contact.dissipated_normal),
        ("dissipated by friction", contact.dissipated_friction),
    ] {
        writeln!(out, "  {name:<22} {:>14}", fixed(energy, 6))?;
    }
    writeln!(out, "  {:<22} {:>14}", "residual", scientific(contact.residual, 2))
}

/// Fails if plant and contact have gained energy.
pub fn keeps_energy(run: &Run) -> Result<(), Failure> {
    no_gain(run.gain(), &too_long(run.step))
}

/// Fails if there was a gain, and says what its cause is.
pub fn no_gain(gain: Option<Gain>, cause: &str) -> Result<(), Failure> {
    let Some(Gain { energy, since, before }) = gain else { return Ok(()) };
    Err(Failure::Failed(format!(
        "the run gains {} J from nowhere, from {} s on, where {} J had moved until then: {cause}",
        scientific(energy, 2),
        fixed(since, 6),
        scientific(before, 2),
    )))
}

/// The usual cause of a gain, of steps of this length [s].
pub fn too_long(step: f64) -> String {
    format!(
        "the step of {} s is too long for this contact; take a shorter one (asperity advise tells which)",
        number(step)
    )
}
