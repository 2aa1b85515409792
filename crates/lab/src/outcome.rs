//! What a simulated scene has come to: samples, impacts, and energy that came from nowhere.

use super::HostError;
use super::impacts::{self, Event, Impact};
use super::plants::Column;
use super::record::Sample;

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Columns of the plant.
    pub columns: &'static [Column],
    /// By increasing time, the start first.
    pub samples: Vec<Sample>,
    /// Whether impacts happen inside the steps, where no sample shows them.
    pub inside: bool,
    /// Whether the unit is a step ahead of the plant: interface coupling in parallel order.
    pub ahead: bool,
    /// Fixed or longest step [s].
    pub step: f64,
    /// Contact made and lost, as the unit logged it in co-simulation.
    pub events: Vec<Event>,
    /// What the unit warned of.
    pub warnings: Vec<String>,
}

/// More energy than there can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// How much more at most [J].
    pub energy: f64,
    /// Since when it is more than [`MAX_GAIN`] allows [s].
    pub since: f64,
    /// Most energy that had been in motion or dissipated until then [J].
    pub before: f64,
}

/// Energy that may come from nowhere, over what has been in motion or dissipated so far. A master that holds the
/// force over steps of a hundredth of the contact time, the longest that are advised, gains 2.5 % in an impact at e = 0.5,
/// as measured; this is twice as much.
pub const MAX_GAIN: f64 = 0.05;
/// Rounding of the sum of all energies, as a fraction of it and of the sizes of what it is made of.
const ROUNDING: f64 = 1e-9;

impl Run {
    /// Values of a column of the plant over the samples.
    pub fn column(&self, name: &str) -> Result<usize, HostError> {
        let found = self.columns.iter().position(|column| column.0 == name);
        found.ok_or_else(|| HostError::Request(format!("the plant has no column {name}")))
    }

    /// All impacts. Inside the steps only the unit knows them; in kinematic coupling the plant measures them, but for those
    /// between two of its samples; in model exchange the samples stand at the unit's events.
    pub fn impacts(&self) -> Vec<Impact> {
        if self.inside {
            // What the samples of a plant that lags behind show is not the depth of the unit's contact.
            impacts::told(&self.events, if self.ahead { &[] } else { &self.samples })
        } else {
            impacts::measured_and_told(&self.events, &self.samples, self.step)
        }
    }

    /// Energy that the plant has gained beyond what the contact stored at the start and what its drives have given, and what
    /// damping took all the same, if it is too much for an error of integration. What the contact stores later and what
    /// friction takes is left out: neither is negative. The one may in interface coupling belong to a penetration that is
    /// not the plant's, and a body that is set down has sunk into it there: as much may be missing as is stored by then. The
    /// other is booked too high where bristles tremble in steps too long for them.
    pub fn gain(&self) -> Option<Gain> {
        let stored = self.samples.first().map_or(0.0, |first| first.contact.elastic);
        let balance = |s: &Sample| Balance {
            time: s.time,
            kinetic: s.kinetic,
            potential: s.potential,
            lost: s.lost,
            driven: s.driven,
            in_play: s.potential.abs(),
            stored: s.contact.elastic,
            is_rigid: false,
        };
        gain(stored, self.samples.iter().map(balance))
    }

    /// Greatest change of the sum of all energies, against its value at the start [J]. It means something only where
    /// nothing but the contact works on the plant.
    pub fn energy_error(&self) -> f64 {
        let sum = |sample: &Sample| sample.energy() + sample.dissipated();
        let start = self.samples.first().map_or(0.0, sum);
        self.samples.iter().map(|sample| (sum(sample) - start).abs()).fold(0.0, f64::max)
    }
}

/// Energies of a plant at one time [J], for [`gain`].
pub struct Balance {
    /// [s]
    pub time: f64,
    /// Of the motion.
    pub kinetic: f64,
    /// In the field of gravity and in springs.
    pub potential: f64,
    /// Dissipated along the normal until then.
    pub lost: f64,
    /// Work of drives until then.
    pub driven: f64,
    /// Sum of the sizes of what the potential energy is made of.
    pub in_play: f64,
    /// In the contacts.
    pub stored: f64,
    /// Contacts give back what they take without storing it: what sinks by rounding is dissipated, and what lifts it again is
    /// dissipated once more. There only what the plant has more than before is gained.
    pub is_rigid: bool,
}

/// What [`Run::gain`] says, of any plant; `stored` is the energy in the contacts at the start [J].
pub fn gain(stored: f64, balances: impl Iterator<Item = Balance>) -> Option<Gain> {
    let (mut start, mut before, mut gain) = (None, stored, None::<Gain>);
    let (mut most, mut least) = (0.0_f64, f64::INFINITY);
    for Balance { time, kinetic, potential, lost, driven, in_play, stored: held, is_rigid } in balances {
        most = most.max(in_play);
        let sum = kinetic + potential + lost - driven;
        let start = *start.get_or_insert(stored + sum);
        let mut energy = sum - start;
        if is_rigid {
            let now = kinetic + potential + held - driven;
            least = least.min(now);
            energy = energy.min(now - least);
        }
        let moved = before.max(kinetic).max(lost).max(driven.abs());
        match &mut gain {
            Some(gain) => gain.energy = gain.energy.max(energy),
            None if energy > MAX_GAIN * moved + ROUNDING * (start.abs() + most) + held => {
                gain = Some(Gain { energy, since: time, before });
            }
            None => before = moved,
        }
    }
    gain
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bodies of 10 J above and below 0, whose sum is 0: what rounds is 20 J.
    #[test]
    fn energies_that_cancel_round_by_their_sizes() {
        let at = |time: f64, potential: f64| Balance {
            time,
            kinetic: 0.0,
            potential,
            lost: 0.0,
            driven: 0.0,
            in_play: 20.0,
            stored: 0.0,
            is_rigid: false,
        };
        assert!(gain(0.0, [at(0.0, 0.0), at(1.0, 1.1e-8)].into_iter()).is_none());
        assert!(gain(0.0, [at(0.0, 0.0), at(1.0, 1.1e-7)].into_iter()).is_some());
    }

    /// A body of 1 J that sinks and is lifted again by 1e-9 J a thousand times: 1e-6 J are dissipated, and it has what it had. A body that
    /// has lost 0.1 J and then rises by 1e-3 J has them from nowhere, whatever friction took.
    #[test]
    fn what_rigid_contacts_give_back_is_no_gain_of_the_bodies() {
        let at = |k: u32, potential: f64, lost: f64| Balance {
            time: f64::from(k),
            kinetic: 0.0,
            potential,
            lost,
            driven: 0.0,
            in_play: 1.0,
            stored: 0.0,
            is_rigid: true,
        };
        let trembles = |k: u32| at(k, 1.0 - 1e-9 * f64::from(k % 2), 1e-9 * f64::from(k.div_ceil(2)));
        assert_eq!(gain(0.0, (0..2000).map(trembles)), None);
        let compliant = (0..2000).map(|k| Balance { is_rigid: false, ..trembles(k) });
        assert!(gain(0.0, compliant).is_some_and(|gain| gain.energy > 0.9e-6));
        let rises = [at(0, 1.0, 0.0), at(1, 0.9, 0.1), at(2, 0.901, 0.11)];
        let found = gain(0.0, rises.into_iter()).map(|gain| gain.energy);
        assert!(found.is_none(), "5 % of what was dissipated are allowed: {found:?}");
        let rises = [at(0, 1.0, 0.0), at(1, 0.9, 0.1), at(2, 0.92, 0.1)];
        assert!(gain(0.0, rises.into_iter()).is_some_and(|gain| (gain.energy - 0.02).abs() < 1e-12));
    }

    /// A body of 2 kg is set down on k = 1e9 N/m: m·g²/2k = 1.9e-7 J are stored, as much is dissipated, and a plant that is handed the
    /// mean force alone has not moved. When it has left the contact, what it has more is gained.
    #[test]
    fn what_a_body_sinks_in_the_contact_alone_is_no_gain() {
        let stored = 0.5 * (2.0_f64 * 9.81).powi(2) / 1e9;
        let at = |time: f64, lost: f64, stored: f64| Balance {
            time,
            kinetic: 0.0,
            potential: 0.0,
            lost,
            driven: 0.0,
            in_play: 1.0,
            stored,
            is_rigid: false,
        };
        assert_eq!(gain(0.0, [at(0.0, 0.0, 0.0), at(1.0, stored, stored)].into_iter()), None);
        assert!(gain(0.0, [at(0.0, 0.0, 0.0), at(1.0, stored, 0.0)].into_iter()).is_some());
    }
}
