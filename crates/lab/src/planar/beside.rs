//! Bodies in the plane moved by a unit, ever stiffer and in ever shorter steps, beside their motion from event to event.

use asperity_pack::system;

use super::as_unit::as_unit;
use super::bodies::System;
use super::record::Motion;
use crate::HostError;
use crate::fmu::Fmu;
use crate::systems::ways::{Conditions, Coupling, Found, Order};

/// Of Model Exchange.
const TOLERANCE: f64 = 1e-9;
/// k of the compliant unit, softest first [N/m^1.5].
const STIFFNESSES: [f64; 3] = [1e5, 1e6, 1e7];
/// Of time stepping, coarsest first [s].
const STEPS: [f64; 4] = [4e-3, 2e-3, 1e-3, 5e-4];

/// Distances below this are rounding and have no order [m].
pub const ROUNDING: f64 = 1e-12;

/// How near a unit comes to the motion from event to event.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// How it moves the bodies.
    pub way: &'static str,
    /// What changes from one run to the next, with its unit.
    pub quantity: &'static str,
    /// That, and the largest distance of a centre of mass at the end [m].
    pub points: Vec<(f64, f64)>,
}

impl Approach {
    /// The slope of the distance from the point before, in logarithms; None where there is none, or rounding.
    pub fn order(&self, at: usize) -> Option<f64> {
        let (before, off_before) = *self.points.get(at.checked_sub(1)?)?;
        let (now, off) = self.points[at];
        (off.min(off_before) > ROUNDING).then(|| libm::log(off / off_before) / libm::log(now / before))
    }
}

/// Lets a unit move the same bodies until the end of `motion`, compliant by Model Exchange and in time stepping. `packed` makes a unit of a
/// system.
///
/// Errors: as of [`as_unit`]; the motion has not begun; a unit cannot be packed or run.
pub fn beside<E: From<HostError>>(
    system: &System,
    motion: &Motion,
    packed: impl Fn(&system::System) -> Result<Fmu, E>,
) -> Result<[Approach; 2], E> {
    let request = |text: String| E::from(HostError::Request(text));
    let last = motion.frames.last().ok_or_else(|| request("there is no motion to compare with".into()))?;
    let known = Found { positions: last.q.chunks(3).flat_map(|q| [q[0], q[1], 0.0]).collect(), gain: 0.0, cost: 0.0 };
    let conditions = Conditions { until: last.time, gravity: [system.gravity.x, system.gravity.y, 0.0] };
    let read = |stiffness: f64| {
        let text = as_unit(system, stiffness).map_err(request)?;
        system::System::read(&text, &|_| None)
            .map_err(|error| request(format!("the file of the unit is refused, {error}:\n{text}")))
    };
    let softest = read(STIFFNESSES[0])?;
    let mut compliant = Approach { way: "compliant, Model Exchange", quantity: "k [N/m^1.5]", points: Vec::new() };
    for stiffness in STIFFNESSES {
        let system = read(stiffness)?;
        let found = conditions.exchange(&packed(&system)?, &system, TOLERANCE)?;
        compliant.points.push((stiffness, found.off(&known)));
    }
    let system = Coupling::TimeStepping.of(softest).map_err(request)?;
    let unit = packed(&system)?;
    let mut stepped = Approach { way: "time stepping", quantity: "step [s]", points: Vec::new() };
    for step in STEPS {
        let found = conditions.stepped(&unit, &system, (Coupling::TimeStepping, Order::Sequential), step)?;
        stepped.points.push((step, found.off(&known)));
    }
    Ok([compliant, stepped])
}
