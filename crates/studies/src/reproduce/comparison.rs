//! One scene run in several ways, and the numbers that come out side by side.

use super::bench::{Bench, EVERY};
use asperity_lab::HostError;
use asperity_lab::exchange::Accuracy;
use asperity_lab::number::{deviation_cell, digits, duration, percent};
use asperity_lab::report::{Agreement, Finding, Table};
use asperity_lab::scenes::Scene;
use asperity_lab::simulate::{self, Method, Request, Run};

/// Steps that are tried, from long to short [s].
const STEPS: [f64; 10] = [1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6];
/// The step at which co-simulation is judged: the budget of the paper [s].
const BUDGET: f64 = 1e-3;
/// What a step is to keep of every number.
const KEPT: f64 = 0.01;
/// No more steps than this are spent on the search for one.
const MAX_STEPS: f64 = 2e7;

/// A number by which runs are compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// What it is.
    pub name: String,
    /// Its unit.
    pub unit: &'static str,
    /// Its value; none where the run does not show it.
    pub value: Option<f64>,
    /// Deviations count relative to this; to the value itself where there is none.
    pub scale: Option<f64>,
    /// The run cannot show it, because it happens inside the steps; then it does not count.
    pub unseen: bool,
}

impl Number {
    /// A number whose deviations count relative to itself.
    pub fn new(name: impl Into<String>, unit: &'static str, value: impl Into<Option<f64>>) -> Self {
        Self { name: name.into(), unit, value: value.into(), scale: None, unseen: false }
    }

    /// The same, where the run goes through its impacts inside the steps: there it is not seen.
    pub fn unless_inside(self, run: &Run) -> Self {
        let value = self.value.filter(|_| !run.inside);
        Self { value, unseen: run.inside, ..self }
    }

    /// The same, with deviations relative to `scale`, which the name then tells.
    pub fn relative_to(self, scale: f64) -> Self {
        let name = format!("{} (deviation: of {scale} {})", self.name, self.unit);
        Self { name, scale: Some(scale), ..self }
    }
}

/// Numbers read off a run.
pub type Read = dyn Fn(&Run) -> Vec<Number>;

/// What the ways of running a scene gave.
pub struct Comparison {
    /// With the printed equations, in model exchange with tight tolerance.
    pub truth: Run,
    /// The same with the unit's default settings.
    pub defaults: Run,
    /// All numbers side by side.
    pub table: Table,
    /// What to say of them.
    pub findings: Vec<Finding>,
}

/// Settings of the printed equations.
pub fn as_printed(request: Request) -> Request {
    request.with("friction.bristleFrame", "paper").with("friction.bristleLimit", "paper")
}

/// Runs a scene in all ways. `request` holds the scene's settings; its method is not looked at.
pub fn compare(bench: &Bench, scene: &Scene, request: &Request, read: &Read) -> Result<Comparison, HostError> {
    let simulated = |request: &Request, method: Method| {
        let request = Request { method, every: EVERY, ..request.clone() };
        simulate::run(bench.fmu, scene, &request, |_| {})
    };
    let printed = as_printed(request.clone());
    // Every accepted step is kept: the greatest friction may lie in between.
    let exact = Request { method: bench.truth(), ..printed.clone() };
    let truth = simulate::run(bench.fmu, scene, &exact, |_| {})?;
    let defaults = simulate::run(bench.fmu, scene, &Request { method: bench.truth(), ..request.clone() }, |_| {})?;
    let expected = read(&truth);

    let looser = Accuracy { tolerance: 100.0 * bench.truth.tolerance, ..bench.truth };
    let looser = Request { method: Method::Exchange(looser), ..printed.clone() };
    let looser = worst(&expected, &read(&simulate::run(bench.fmu, scene, &looser, |_| {})?));

    let attempt = |method: Method| simulated(&printed, method).map(|run| read(&run));
    let search = |method: Method| largest(request.until, |step| attempt(method.with_step(step)), &expected);
    let (coupled, interface) = (Method::gauss_seidel(BUDGET), Method::interface(BUDGET));
    let fixed = search(Method::RungeKutta { step: BUDGET });
    let at_budget = attempt(coupled);
    let inside = attempt(interface);

    let fixed_numbers = match fixed {
        Some(step) => Some(attempt(Method::RungeKutta { step })?),
        None => None,
    };
    let mut table = table(
        &expected,
        &read(&defaults),
        fixed,
        fixed_numbers.as_deref(),
        [&at_budget, &inside].map(|way| way.as_deref().ok()),
    );
    table.caption = format!(
        "Model exchange with tight tolerance (a hundred times looser, no number changes by more than {looser:.1e}), model \
         exchange with the longest fixed step that keeps 1 %, co-simulation at 1 ms in kinematic and in interface coupling"
    );
    let mut findings = vec![of_fixed_step(fixed)];
    findings
        .extend(of_couplings(&expected, at_budget, inside, |inside| search(if inside { interface } else { coupled })));
    Ok(Comparison { truth, defaults, table, findings })
}

/// Deviation of a number, relative; without end if one of the two is missing.
pub fn deviation(expected: &Number, found: &Number) -> f64 {
    if found.unseen {
        return 0.0;
    }
    match (expected.value, found.value) {
        (Some(expected_value), Some(value)) => {
            let scale = expected.scale.unwrap_or(expected_value.abs());
            let off = if value == expected_value { 0.0 } else { (value - expected_value).abs() / scale };
            if off.is_nan() { f64::INFINITY } else { off }
        }
        (None, None) => 0.0,
        _ => f64::INFINITY,
    }
}

/// The worst deviation of all numbers.
fn worst(expected: &[Number], found: &[Number]) -> f64 {
    expected.iter().zip(found).map(|(expected, found)| deviation(expected, found)).fold(0.0, f64::max)
}

/// The longest step that keeps every number, together with the next shorter one: a single hit may be chance.
fn largest(until: f64, attempt: impl Fn(f64) -> Result<Vec<Number>, HostError>, expected: &[Number]) -> Option<f64> {
    let mut before = None;
    for step in STEPS.into_iter().filter(|step| *step <= until && until / step <= MAX_STEPS) {
        // A step that blows up is too long like any other.
        let keeps = attempt(step).is_ok_and(|found| worst(expected, &found) <= KEPT);
        match (keeps, before) {
            (true, Some(longer)) => return Some(longer),
            (true, None) => before = Some(step),
            (false, _) => before = None,
        }
    }
    before
}

fn of_fixed_step(step: Option<f64>) -> Finding {
    match step {
        Some(step) => Finding::new(
            Agreement::Measured,
            format!("The fixed-step method of the paper keeps every number to 1 % up to a step of {}.", duration(step)),
        ),
        None => Finding::new(
            Agreement::Limit,
            format!(
                "The fixed-step method of the paper keeps every number to 1 % at none of the steps tried, down to {}.",
                duration(STEPS[STEPS.len() - 1])
            ),
        ),
    }
}

/// How many numbers a way to run the scene shows, and which of them it misses: by more than what is to be kept.
struct Missed<'a> {
    all: usize,
    missed: usize,
    /// Greatest deviation, and of what.
    worst: (f64, &'a str),
}

impl<'a> Missed<'a> {
    /// A way that did not get through misses all.
    fn of(expected: &'a [Number], found: Option<&[Number]>) -> Self {
        let shown = expected.iter().enumerate().filter(|(k, _)| !found.is_some_and(|all| all[*k].unseen));
        let deviations: Vec<(f64, &str)> = shown
            .map(|(k, number)| (found.map_or(f64::INFINITY, |all| deviation(number, &all[k])), number.name.as_str()))
            .collect();
        let missed = deviations.iter().filter(|(part, _)| *part > KEPT).count();
        let worst = deviations.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, ""));
        Self { all: deviations.len(), missed, worst }
    }

    /// In words. A deviation beyond all of a number says nothing but that it is missed.
    fn finding(&self, way: &str, error: Option<&HostError>, remedies: &[String]) -> Finding {
        let Self { all, missed, worst: (part, name) } = *self;
        if missed == 0 {
            return Finding::new(
                Agreement::Measured,
                format!("{way}: {} ms keeps {all} of {all} numbers to {}.", BUDGET * 1e3, percent(part)),
            );
        }
        let why = error.map_or(String::new(), |error| format!(" ({error})"));
        let how = if part <= 1.0 {
            format!("{missed} of {all} numbers beyond 1 %, at most {} ({name})", percent(part))
        } else {
            format!("{} ms is too long here: {missed} of {all} numbers missed{why}", BUDGET * 1e3)
        };
        let remedy = match remedies {
            [] => "; no way tried keeps 1 %".into(),
            remedies => format!("; take {}", remedies.join(" or ")),
        };
        Finding::new(Agreement::Limit, format!("{way}: {how}{remedy}."))
    }
}

/// What to say of co-simulation at the paper's step in both couplings. `search` finds the longest step that keeps the numbers,
/// in interface coupling or not; it is asked where one misses some.
pub fn of_couplings(
    expected: &[Number],
    kinematic: Result<Vec<Number>, HostError>,
    inside: Result<Vec<Number>, HostError>,
    search: impl Fn(bool) -> Option<f64>,
) -> [Finding; 2] {
    let [by_motion, by_impulse] = [&kinematic, &inside].map(|way| Missed::of(expected, way.as_deref().ok()));
    let step = |inside: bool| search(inside).map(|step| format!("a step of at most {}", duration(step)));
    let mut remedies: Vec<String> = if by_motion.missed > 0 { step(false).into_iter().collect() } else { Vec::new() };
    if by_impulse.missed == 0 {
        remedies.push("interface coupling".into());
    }
    let shorter: Vec<String> = if by_impulse.missed > 0 { step(true).into_iter().collect() } else { Vec::new() };
    [
        by_motion.finding("Co-simulation in kinematic coupling", kinematic.as_ref().err(), &remedies),
        by_impulse.finding("Co-simulation in interface coupling", inside.as_ref().err(), &shorter),
    ]
}

fn table(
    expected: &[Number],
    defaults: &[Number],
    step: Option<f64>,
    fixed: Option<&[Number]>,
    coupled: [Option<&[Number]>; 2],
) -> Table {
    let fixed_head = step.map_or("fixed step".into(), |step| format!("fixed step {}", duration(step)));
    let head = [
        "number",
        "unit",
        "printed equations",
        "default settings",
        &fixed_head,
        "deviation",
        "kinematic 1 ms",
        "deviation",
        "interface 1 ms",
        "deviation",
    ];
    let cell = |number: Option<&Number>| number.and_then(|number| number.value).map_or("–".into(), digits);
    let off = |expected: &Number, found: Option<&Number>| {
        deviation_cell(found.filter(|found| !found.unseen).map_or(f64::INFINITY, |found| deviation(expected, found)))
    };
    let rows = expected.iter().enumerate().map(|(k, number)| {
        let fixed = fixed.and_then(|all| all.get(k));
        let [coupled, inside] = coupled.map(|way| way.and_then(|all| all.get(k)));
        vec![
            number.name.clone(),
            number.unit.into(),
            cell(Some(number)),
            cell(defaults.get(k)),
            cell(fixed),
            off(number, fixed),
            cell(coupled),
            off(number, coupled),
            cell(inside),
            off(number, inside),
        ]
    });
    Table { caption: String::new(), head: head.iter().map(|text| (*text).to_owned()).collect(), rows: rows.collect() }
}

/// Onset, depth and rebound of the first impacts.
pub fn first_impacts(run: &Run, count: usize) -> Vec<Number> {
    let impacts = run.impacts();
    let mut numbers = Vec::new();
    for k in 0..count {
        let impact = impacts.get(k);
        let name = |what: &str| format!("impact {}, {what}", k + 1);
        numbers.extend([
            Number::new(name("time"), "s", impact.map(|impact| impact.onset)),
            Number::new(name("approach"), "m/s", impact.map(|impact| impact.approach)),
            Number::new(name("deepest"), "m", impact.and_then(|impact| impact.depth)).unless_inside(run),
            Number::new(name("rebound"), "m/s", impact.and_then(|impact| impact.release).map(|release| release.1))
                .unless_inside(run),
        ]);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: impl Into<Option<f64>>) -> Number {
        Number::new("n", "1", value)
    }

    #[test]
    fn deviations_are_relative_and_missing_numbers_deviate_without_end() {
        assert_eq!(deviation(&number(2.0), &number(2.1)), (2.1_f64 - 2.0) / 2.0);
        assert_eq!(deviation(&number(2.0).relative_to(10.0), &number(3.0)), 0.1);
        assert_eq!(deviation(&number(0.0), &number(0.0)), 0.0);
        assert_eq!(deviation(&number(None), &number(None)), 0.0);
        assert!(worst(&[number(1.0), number(1.0)], &[number(1.0), number(None)]).is_infinite());
    }

    /// Ten numbers, of which a step that is too long misses all: the text counts them and shows no percent beyond 100.
    #[test]
    fn missed_numbers_are_counted_and_the_remedy_is_named() {
        let all = |value: f64| Ok((0..10).map(|_| number(value)).collect::<Vec<Number>>());
        let expected = all(1.0).expect("ten");
        let say = |kinematic, inside, step| of_couplings(&expected, kinematic, inside, |_| step).map(|one| one.text);
        let blown = Err(HostError::Request("no longer finite".into()));
        let [kinematic, inside] = say(all(6542.0), all(1.00123), Some(2e-5));
        assert_eq!(
            kinematic,
            "Co-simulation in kinematic coupling: 1 ms is too long here: 10 of 10 numbers missed; take a step of at most 20 µs \
             or interface coupling."
        );
        assert_eq!(inside, "Co-simulation in interface coupling: 1 ms keeps 10 of 10 numbers to 0.12 %.");
        let [kinematic, inside] = say(blown, all(1.02), None);
        assert_eq!(
            kinematic,
            "Co-simulation in kinematic coupling: 1 ms is too long here: 10 of 10 numbers missed (no longer finite); no way \
             tried keeps 1 %."
        );
        assert!(inside.contains("10 of 10 numbers beyond 1 %, at most 2.0 % (n)"), "{inside}");
        let unseen = |number: &Number| Number { unseen: true, value: None, ..number.clone() };
        let [_, inside] = say(all(1.0), Ok(expected.iter().map(unseen).chain([]).collect()), None);
        assert!(inside.contains("0 of 0 numbers"), "what cannot be seen does not count: {inside}");
        assert_eq!([0.5, 1.01, 6541.0, f64::INFINITY].map(deviation_cell), ["50 %", "> 100 %", "> 100 %", "–"]);
    }

    #[test]
    fn the_longest_step_is_one_whose_shorter_neighbour_keeps_as_well() {
        let expected = [number(1.0)];
        let found =
            |limit: f64| largest(10.0, |step| Ok(vec![number(if step <= limit { 1.0 } else { 2.0 })]), &expected);
        assert_eq!(found(1e-4), Some(1e-4));
        assert_eq!(found(1.0), Some(1e-3));
        assert_eq!(found(1e-9), None);
        // 0.5 ms by chance only.
        let chance = |step: f64| Ok(vec![number(if step == 5e-4 || step <= 5e-5 { 1.0 } else { 2.0 })]);
        assert_eq!(largest(10.0, chance, &expected), Some(5e-5));
        let fails = |_: f64| Err(HostError::Request("it blows up".into()));
        assert_eq!(largest(10.0, fails, &expected), None);
    }
}
