//! Numbers beside their closed forms.

use crate::reproduce::comparison::{Number, deviation, of_couplings};
use asperity_lab::HostError;
use asperity_lab::number::{deviation_cell, digits, percent};
use asperity_lab::report::{Agreement, Finding, Table, judged};
use asperity_lab::simulate::Method;

/// Step of the co-simulations [s].
const STEP: f64 = 1e-3;

/// A number held to its closed form, or an invariant held to its value at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// What theory says.
    pub closed: Number,
    /// What came out.
    pub found: Number,
    /// By so much of its scale it may be off in model exchange.
    pub bound: f64,
}

impl Held {
    /// A number whose deviation counts relative to itself.
    pub fn new(
        name: impl Into<String>,
        unit: &'static str,
        closed: f64,
        found: impl Into<Option<f64>>,
        bound: f64,
    ) -> Self {
        let name = name.into();
        Self { closed: Number::new(name.clone(), unit, closed), found: Number::new(name, unit, found), bound }
    }

    /// An invariant: of all its values the one that is farthest from what it should be.
    pub fn kept(name: &str, unit: &'static str, closed: f64, values: impl Iterator<Item = f64>, bound: f64) -> Self {
        let off = |value: &f64| (value - closed).abs();
        Self::new(name, unit, closed, values.max_by(|a, b| off(a).total_cmp(&off(b))), bound)
    }

    /// The same, with deviations relative to `scale`, which the name then tells.
    pub fn relative_to(self, scale: f64) -> Self {
        Self { closed: self.closed.relative_to(scale), found: self.found.relative_to(scale), ..self }
    }

    /// By how much of its scale it is off; without end where it did not come out.
    pub fn off(&self) -> f64 {
        deviation(&self.closed, &self.found)
    }

    /// Whether it is within its bound.
    pub fn holds(&self) -> bool {
        self.off() <= self.bound
    }
}

/// The numbers of one way to run the scenes of an exhibit.
pub type Read<'a> = dyn Fn(Method) -> Result<Vec<Held>, HostError> + 'a;

/// The table of all numbers, and what to say of them: model exchange, then both couplings.
pub fn compare(exchanged: &[Held], read: &Read) -> (Table, Vec<Finding>) {
    let [kinematic, inside] = [Method::gauss_seidel(STEP), Method::interface(STEP)].map(read);
    let closed: Vec<Number> = exchanged.iter().map(|held| held.closed.clone()).collect();
    let found = |way: &Result<Vec<Held>, HostError>| -> Option<Vec<Held>> { way.as_ref().ok().cloned() };
    let table = table(exchanged, &[found(&kinematic), found(&inside)], &["kinematic 1 ms", "interface 1 ms"]);
    let numbers = |way: Result<Vec<Held>, HostError>| {
        way.map(|all| all.into_iter().map(|held| held.found).collect::<Vec<Number>>())
    };
    let mut findings = vec![of_model_exchange(exchanged)];
    findings.extend(of_couplings(&closed, numbers(kinematic), numbers(inside), |_| None));
    (table, findings)
}

fn of_model_exchange(numbers: &[Held]) -> Finding {
    let beyond: Vec<&str> = numbers.iter().filter(|held| !held.holds()).map(|held| held.closed.name.as_str()).collect();
    let text = match beyond.as_slice() {
        [] => format!("Model exchange: all {} numbers of the table are within their bounds.", numbers.len()),
        names => format!("Model exchange: beyond its bound is {}.", names.join("; ")),
    };
    judged(beyond.is_empty(), text)
}

/// What was measured of something that has no closed form.
pub fn measured(text: String) -> Finding {
    Finding::new(Agreement::Measured, text)
}

/// Heads of the columns of one number in model exchange.
const HEAD: [&str; 5] = ["number", "closed form", "model exchange", "deviation", "bound"];

/// The table of numbers that are of model exchange alone, and what to say of them.
pub fn alone(exchanged: &[Held]) -> (Table, Finding) {
    (table(exchanged, &[], &[]), of_model_exchange(exchanged))
}

fn table(exchanged: &[Held], coupled: &[Option<Vec<Held>>], names: &[&str]) -> Table {
    let cell = |number: &Number| number.value.map_or("–".into(), digits);
    let off = |held: &Held| deviation_cell(held.off());
    let rows = exchanged.iter().enumerate().map(|(k, held)| {
        let mut row = vec![
            format!("{} [{}]", held.closed.name, held.closed.unit),
            cell(&held.closed),
            cell(&held.found),
            off(held),
            percent(held.bound),
        ];
        for way in coupled {
            let held = way.as_ref().and_then(|all| all.get(k));
            row.extend(held.map_or(["–".into(), "–".into()], |held| [cell(&held.found), off(held)]));
        }
        row
    });
    let of_couplings = names.iter().flat_map(|name| [*name, "deviation"]);
    Table {
        caption: "Closed forms and invariants, and what came out".into(),
        head: HEAD.into_iter().chain(of_couplings).map(String::from).collect(),
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_beyond_its_bound_or_missing_differs() {
        let held = |found: Option<f64>| Held::new("n", "1", 2.0, found, 1e-3);
        assert!(held(Some(2.001)).holds() && !held(Some(2.003)).holds() && !held(None).holds());
        assert!(held(Some(2.003)).relative_to(10.0).holds());
        assert_eq!(Held::kept("n", "1", 2.0, [2.1, 1.8, 2.0].into_iter(), 0.0).found.value, Some(1.8));
        let (table, findings) = compare(&[held(Some(2.1))], &|_| Ok(vec![held(None)]));
        assert_eq!(findings[0].agreement, Agreement::Unexplained);
        assert_eq!(findings[1].agreement, Agreement::Limit);
        assert_eq!(table.rows[0][1..], ["2.000000", "2.100000", "5.0 %", "0.10 %", "–", "–", "–", "–"]);
        let (_, findings) = compare(&[held(Some(2.0))], &|_| Ok(vec![held(Some(2.0))]));
        let kinds: Vec<Agreement> = findings.iter().map(|finding| finding.agreement).collect();
        assert_eq!(kinds, [Agreement::Agrees, Agreement::Measured, Agreement::Measured]);
    }
}
