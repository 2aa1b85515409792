//! Bodies in the plane moved by a unit, ever stiffer and in ever shorter steps, beside their motion from event to event.

use asperity_pack::system;

use super::as_unit::{Contacts, as_unit};
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
    /// What changes from one run to the next.
    pub quantity: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// That, and the largest distance of a centre of mass at the end [m].
    pub points: Vec<(f64, f64)>,
    /// Why there are none.
    pub left_out: Option<String>,
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
/// system. Joints, springs and loads are the importer's: [`System`] as a [`Mechanism`](crate::systems::Mechanism).
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
    let gravity = [system.gravity.x, system.gravity.y, 0.0];
    let conditions = Conditions { until: last.time, gravity, mechanism: Some(system), patience: f64::INFINITY };
    let read = |contacts: Contacts| {
        let text = as_unit(system, contacts).map_err(request)?;
        system::System::read(&text, &|_| None)
            .map_err(|error| request(format!("the file of the unit is refused, {error}:\n{text}")))
    };
    let empty = Approach { way: "", quantity: "", unit: "", points: Vec::new(), left_out: None };
    let mut compliant = Approach { way: "compliant, Model Exchange", quantity: "k", unit: "N/m^1.5", ..empty.clone() };
    for stiffness in STIFFNESSES {
        let system = read(Contacts::Compliant(stiffness))?;
        let found = conditions.exchange(&packed(&system)?, &system, TOLERANCE, &mut |_| ())?;
        compliant.points.push((stiffness, found.off(&known)));
    }
    let mut stepped = Approach { way: "time stepping", quantity: "step", unit: "s", ..empty };
    if let Some([a, b]) = touching_links(system, motion) {
        stepped.left_out = Some(format!(
            "joints link {a} and {b}, which touch something at the same time, and a unit is told the inverse mass of each body, not \
             between bodies; compliant contacts need none"
        ));
        return Ok([compliant, stepped]);
    }
    let system = read(Contacts::Rigid)?;
    let unit = packed(&system)?;
    for step in STEPS {
        let found =
            conditions.stepped(&unit, &system, (Coupling::TimeStepping, Order::Sequential), step, &mut |_| ())?;
        stepped.points.push((step, found.off(&known)));
    }
    Ok([compliant, stepped])
}

/// Two bodies linked by joints that carry contact forces at the same time.
fn touching_links<'a>(system: &'a System, motion: &Motion) -> Option<[&'a str; 2]> {
    // the first body of each body's linkage
    let mut first: Vec<usize> = (0..system.bodies.len()).collect();
    for joint in &system.joints {
        if let [Some(a), Some(b)] = joint.ends.map(|end| end.body.map(|body| first[body])) {
            first.iter_mut().filter(|of| **of == a || **of == b).for_each(|of| *of = a.min(b));
        }
    }
    motion.frames.iter().find_map(|frame| {
        let struck = motion.events.iter().filter(|event| event.time == frame.time).map(|event| event.pair);
        let closed = (0..motion.pairs.len()).filter(|pair| frame.contacts[*pair].mode.is_closed());
        let touching = closed.chain(struck).flat_map(|pair| motion.pairs[pair].owners);
        let touching: Vec<usize> = touching.filter(|owner| *owner < first.len()).collect();
        let others = |a: usize| touching.iter().copied().find(|b| *b != a && first[*b] == first[a]);
        touching.iter().find_map(|a| others(*a).map(|b| [system.name(*a), system.name(b)]))
    })
}
