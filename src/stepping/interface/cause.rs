//! What explains best why the bodies do not move as given (docs/numerics.md step 25).

use crate::stepping::saved::saved;

/// What may have been given wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The masses: the answer is so many times the one given
    Mass,
    /// A force that stays and is not given
    Load,
    /// The interval over which the importer applies a force
    Order,
    /// Other contacts on the same bodies: what they do goes with neither
    Others,
}

/// The causes with what each would be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likely {
    /// The likeliest first
    pub causes: [Cause; 4],
    /// Mass over the one given, if it is that [1]
    pub mass: f64,
    /// Acceleration along n that is not given, if it is that; 0 where it would be too large for one [m/s²]
    pub load: f64,
}

/// Sums over the last answers a along n to impulses of which e was expected, in the other order o [m²/s²]; the older the less.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evidence {
    pub(crate) aa: f64,
    pub(crate) ae: f64,
    pub(crate) ee: f64,
    /// (a − o)²
    pub(crate) other: f64,
    /// (a − e)²
    pub(crate) missed: f64,
    /// (a − e)·H [m], and H² [s²], by the length H of the step
    pub(crate) drift: f64,
    pub(crate) squares: f64,
    /// Number of answers
    pub(crate) number: f64,
}

saved!(Evidence { aa, ae, ee, other, missed, drift, squares, number });

/// Fraction that is left of the older answers after each.
const FADES: f64 = 0.8;

/// Acceleration beyond that of gravity and b that is taken for no load [m/s²].
const LOAD: f64 = 100.0;

/// Fraction of what is missed that a cause of one number must explain; else it is taken for other contacts.
const EXPLAINS: f64 = 0.75;

/// What is plain leaves no more than this fraction of what is missed unexplained.
const PLAIN: f64 = 0.02;

/// Lower limit of the fraction of the answers that must be missed, and of the load [m/s²], for something to be said.
const LEAST: f64 = 0.04;
const LEAST_LOAD: f64 = 1.0;

/// Answers, the older the less, from which something is plain.
const ENOUGH: f64 = 4.0;

/// Fraction of what is missed by which a mass that was measured is taken to explain less.
const MEASURED: f64 = 0.05;

impl Evidence {
    /// One more answer, of a step of `h` [s].
    pub fn note(&mut self, answer: f64, expected: f64, other: f64, h: f64) {
        let add = |sum: &mut f64, of: f64| *sum = FADES * *sum + of;
        let missed = answer - expected;
        add(&mut self.aa, answer * answer);
        add(&mut self.ae, answer * expected);
        add(&mut self.ee, expected * expected);
        add(&mut self.other, (answer - other) * (answer - other));
        add(&mut self.missed, missed * missed);
        add(&mut self.drift, missed * h);
        add(&mut self.squares, h * h);
        add(&mut self.number, 1.0);
    }

    /// What is left unexplained by mass, load and order; `b`: size of the acceleration given [m/s²].
    fn left(&self, b: f64) -> [f64; 3] {
        let by_mass = if self.ae > 0.0 { self.aa - self.ae * self.ae / self.ee } else { self.missed };
        let is_load = self.is_load(b);
        let by_load = if is_load { self.missed - self.drift * self.load() } else { self.missed };
        [by_mass, by_load, self.other]
    }

    fn is_load(&self, b: f64) -> bool {
        self.load().abs() <= LOAD + b
    }

    /// The acceleration that explains most of what is missed, Σ(a − e)·H/ΣH² [m/s²].
    fn load(&self) -> f64 {
        if self.squares > 0.0 { self.drift / self.squares } else { 0.0 }
    }

    /// In the order of what each leaves unexplained; a mass that a pulse or a probe has measured comes after a load
    /// that explains as much.
    pub fn likely(&self, b: f64, is_measured: bool) -> Likely {
        let [by_mass, by_load, by_order] = self.left(b);
        let mut left = [
            (by_mass + if is_measured { MEASURED * self.missed } else { 0.0 }, Cause::Mass),
            (by_load, Cause::Load),
            (by_order, Cause::Order),
            ((1.0 - EXPLAINS) * self.missed, Cause::Others),
        ];
        left.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        let mass = if self.ae > 0.0 { self.ee / self.ae } else { 1.0 };
        Likely { causes: left.map(|(_, cause)| cause), mass, load: if self.is_load(b) { self.load() } else { 0.0 } }
    }

    /// Whether answer after answer shows a load or the other order, so that nothing else needs to be asked.
    pub fn is_plain(&self, b: f64) -> bool {
        let is_explained = || {
            let [_, by_load, by_order] = self.left(b);
            let is_load = by_load <= PLAIN * self.missed && self.load().abs() > LEAST_LOAD;
            is_load || by_order <= PLAIN * self.missed
        };
        self.number > ENOUGH && self.missed > LEAST * self.aa.max(self.ee) && is_explained()
    }
}
