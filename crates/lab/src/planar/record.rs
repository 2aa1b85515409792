//! What a simulation has come to.

use core::fmt;

use super::modes::Mode;
use super::pairs::Pair;

/// A contact at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSample {
    /// What it does.
    pub mode: Mode,
    /// φ [m]; not a number where the features do not face each other.
    pub gap: f64,
    /// λ_N [N].
    pub normal: f64,
    /// λ_F [N].
    pub friction: f64,
    /// ζ_F [m/s].
    pub slip: f64,
}

/// All bodies and contacts at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// [s].
    pub time: f64,
    /// x, y, φ of each body [m, rad].
    pub q: Vec<f64>,
    /// Their rates.
    pub v: Vec<f64>,
    /// One for each of [`Motion::pairs`].
    pub contacts: Vec<ContactSample>,
    /// T [J].
    pub kinetic: f64,
    /// V [J].
    pub potential: f64,
    /// Dissipated by sliding so far [J].
    pub sliding: f64,
    /// Dissipated by impacts so far [J].
    pub impacts: f64,
}

impl Frame {
    /// T + V + what was dissipated [J]: constant.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential + self.sliding + self.impacts
    }
}

/// What happens at an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The simulation begins.
    Start,
    /// Bodies collide.
    Impact,
    /// Bodies meet so slowly that they stay together.
    Touch,
    /// The normal force has fallen to 0.
    Lift,
    /// Friction has reached its limit.
    Slip,
    /// Slip has come to 0.
    Stop,
    /// The point has left the end of its edge.
    Leave,
    /// No accelerations: impulses without approach.
    Jam,
    /// Another contact changes at the same time.
    Follow,
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Start => "start",
            Self::Impact => "impact",
            Self::Touch => "touch",
            Self::Lift => "lift",
            Self::Slip => "slip begins",
            Self::Stop => "slip stops",
            Self::Leave => "leaves edge",
            Self::Jam => "jam",
            Self::Follow => "follows",
        })
    }
}

/// A change of a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// [s].
    pub time: f64,
    /// Place in [`Motion::pairs`].
    pub pair: usize,
    /// What happens.
    pub kind: EventKind,
    /// What it did.
    pub from: Mode,
    /// What it does.
    pub to: Mode,
    /// n and t, of an impact [N·s].
    pub impulse: [f64; 2],
    /// Energy that the whole impact dissipates, at its first contact [J].
    pub lost: f64,
    /// Further words: several solutions, forces that are not unique.
    pub note: String,
}

/// A whole simulation, or what there is of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Names of the bodies.
    pub bodies: Vec<String>,
    /// Features that may touch.
    pub pairs: Vec<Pair>,
    /// At even distances and before and after each event.
    pub frames: Vec<Frame>,
    /// In the order of time.
    pub events: Vec<Event>,
    /// Why it ended early: "the simulation stopped at t = …: …".
    pub stopped: Option<String>,
}

impl Motion {
    /// Whether a pair ever touched or was in an event.
    pub fn has_touched(&self, pair: usize) -> bool {
        self.events.iter().any(|event| event.pair == pair)
            || self.frames.iter().any(|frame| frame.contacts[pair].mode.is_closed())
    }

    /// Largest |T + V + dissipated − that of the start| [J], and the energy turned over: the largest changes of T and V
    /// and all that was dissipated.
    pub fn residual(&self) -> (f64, f64) {
        let (Some(first), Some(last)) = (self.frames.first(), self.frames.last()) else { return (0.0, 0.0) };
        let largest = |of: &dyn Fn(&Frame) -> f64| {
            self.frames.iter().map(|frame| (of(frame) - of(first)).abs()).fold(0.0, f64::max)
        };
        let turned = largest(&|frame| frame.kinetic) + largest(&|frame| frame.potential) + last.sliding + last.impacts;
        (largest(&Frame::energy), turned)
    }

    /// The samples as comma-separated values, names and units in the first line.
    pub fn csv(&self) -> String {
        let touched: Vec<usize> = (0..self.pairs.len()).filter(|pair| self.has_touched(*pair)).collect();
        let mut names = vec!["time [s]".to_owned()];
        for body in &self.bodies {
            names.extend(["x [m]", "y [m]", "phi [rad]"].map(|part| format!("{body}.{part}")));
        }
        for body in &self.bodies {
            names.extend(["vx [m/s]", "vy [m/s]", "omega [rad/s]"].map(|part| format!("{body}.{part}")));
        }
        for pair in &touched {
            let parts = ["mode", "gap [m]", "normalForce [N]", "frictionForce [N]", "slip [m/s]"];
            names.extend(parts.map(|part| format!("{}.{part}", self.pairs[*pair].name)));
        }
        let energies = ["energyKinetic", "energyPotential", "energyDissipatedSliding", "energyDissipatedImpacts"];
        names.extend(energies.map(|name| format!("{name} [J]")));
        names.push("energyResidual [J]".into());
        let mut text = names.join(",");
        let start = self.frames.first().map_or(0.0, Frame::energy);
        for frame in &self.frames {
            text.push_str(&format!("\n{:.15e}", frame.time));
            // adding 0 makes 0 of −0
            let mut add = |value: f64| text.push_str(&format!(",{:.15e}", value + 0.0));
            frame.q.iter().chain(&frame.v).for_each(|value| add(*value));
            for contact in touched.iter().map(|pair| frame.contacts[*pair]) {
                let number = Mode::ALL.iter().position(|mode| *mode == contact.mode).unwrap_or(0);
                add(number as f64);
                [contact.gap, contact.normal, contact.friction, contact.slip].into_iter().for_each(&mut add);
            }
            [frame.kinetic, frame.potential, frame.sliding, frame.impacts].into_iter().for_each(&mut add);
            add(frame.energy() - start);
        }
        text.push('\n');
        text
    }
}
