//! Figs 1 to 3: damping factor, restitution over speed, force over indentation.

use super::bench::Bench;
use super::comparison::{Number, compare};
use asperity_lab::HostError;
use asperity_lab::instance::Instance;
use asperity_lab::number::percent;
use asperity_lab::plot::{Axis, Chart, Colours, Curve, Stroke};
use asperity_lab::report::judged;
use asperity_lab::report::{Agreement, Entry, Finding, Table, range};
use asperity_lab::scenes::find;
use asperity_lab::simulate::{self, Request, Run};

/// α of Fig. 2 [s/m].
const ALPHA: f64 = 0.2;
/// What the solver's steps, each to 1e-12, may leave of a whole impact.
const SOLVED: f64 = 1e-8;
/// What doubles leave of the root of eq. (10) near e = 1, where it comes close to the other one, d = 0.
const ROOTS: f64 = 1e-11;
/// Coefficients of restitution of Fig. 3.
const FORCE_CURVES: [f64; 10] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

pub fn run(bench: &Bench) -> Result<Entry, HostError> {
    let scene = find("drop")?;
    let (factor, factor_rows, worst_root) = factors(bench)?;
    let (ratio, ratio_rows, worst) = ratios(bench)?;
    let (force, loops) = forces(bench)?;
    let compared = compare(bench, scene, &Request::new(scene, bench.truth()), &numbers)?;

    let off = |e: f64, column: usize| {
        let row = factor_rows.iter().find(|row| (row[0] - e).abs() < 1e-9);
        row.map_or(f64::NAN, |row| row[1] - row[column])
    };
    let loss = range(loops.iter().map(|found| (found.lost - (1.0 - found.e * found.e)).abs())).1;
    let approaches: Vec<f64> = loops.iter().filter(|found| found.e < 1.0).map(|found| found.approach).collect();
    let falls = approaches.windows(2).all(|pair| pair[1] < pair[0]);
    let way_in = |e: f64| loops.iter().find(|found| found.e == e).map_or(f64::NAN, |found| found.approach);
    let estimate = factor_rows.iter().map(|row| (row[1] - row[3]).abs()).fold(0.0, f64::max);
    let mut findings = vec![
        judged(
            worst_root <= ROOTS,
            format!(
                "Fig. 1: the damping factor that the unit applies solves eq. (10): a bisection of that equation gives the same to {worst_root:.1e}."
            ),
        ),
        judged(
            off(0.99, 2) < 1e-3 && off(0.1, 2) > 0.5,
            format!(
                "Fig. 1: Hunt and Crossley's 3/2·e·(1 − e) meets the exact factor near e = 1 only: at e = 0.9 it is {:.4} too \
                 low, at 0.5 {:.3}, at 0.1 {:.3}.",
                off(0.9, 2),
                off(0.5, 2),
                off(0.1, 2)
            ),
        ),
        Finding::new(
            Agreement::Measured,
            format!(
                "Fig. 1: the estimate 1 − e², which the paper calls a good initial guess, deviates by at most {estimate:.3}."
            ),
        ),
        judged(
            worst[0] <= SOLVED,
            format!("Fig. 2: with the unit's own law e_eff/e_emp is 1 at every speed, to {:.1e}.", worst[0]),
        ),
        judged(
            worst[1] <= SOLVED,
            format!(
                "Fig. 2: Hunt–Crossley damping is right at v_i = 0 only; its ratio rises to {:.2} at {} m/s. It agrees with \
                 the root of eq. (9) to {:.1e}.",
                ratio_rows.last().map_or(0.0, |row| row[2]),
                ratio_rows.last().map_or(0.0, |row| row[0]),
                worst[1]
            ),
        ),
        judged(
            loss <= SOLVED,
            format!(
                "Fig. 3: each impact loses (1 − e²) of the kinetic energy, to {loss:.1e}: the area inside its loop."
            ),
        ),
        judged(
            // Without damping, e = 1, there is no loss to divide.
            falls && approaches.iter().all(|part| *part > 0.5),
            format!(
                "Fig. 3: for e = 0.1 {:.1} % of the loss falls into the approach, for e = 0.5 {:.1} %, for e = 0.9 {:.1} %: the \
                 more the smaller e, more than half for every e, symmetric only near e = 1.",
                100.0 * way_in(0.1),
                100.0 * way_in(0.5),
                100.0 * way_in(0.9)
            ),
        ),
    ];
    findings.extend(compared.findings);
    Ok(Entry {
        id: "figs-01-03".into(),
        title: "Figs 1–3: damping and restitution".into(),
        claim: "The damping factor d follows from the restitution alone (eq. 10), whatever mass, stiffness and speed; Hunt and \
                Crossley's approximates it near e = 1 only. With it a given e(v_i) comes out at every speed, with theirs only \
                at v_i = 0. The loops of force over indentation are symmetric for large e and lose most of their energy on the \
                way in for small e."
            .into(),
        reading: "Fig. 1: the unit is asked for the force at 1 m of penetration and 1 m/s of approach, k = 1: f_n = 1 + d/e. \
                  Figs 2 and 3: a ball of 0.454 kg strikes a plane head-on without gravity, k = 3.4e10 N/m^1.5, in Fig. 2 \
                  with e = 1 − α·v_i, α = 0.2 s/m (compliance.alpha), in Fig. 3 at 1 m/s. Gravity acting during a soft, slow impact \
                  would lower what is seen: e is exact for an impact that nothing else disturbs."
            .into(),
        pictures: vec![
            bench.picture(1, "damping factor over restitution, read off the unit", &factor)?,
            bench.picture(2, "restitution that comes out over restitution asked for", &ratio)?,
            bench.picture(3, "force over indentation, 1 m/s", &force)?,
        ],
        tables: vec![known(&factor_rows), compared.table],
        findings,
        files: vec![
            bench.rows("fig-01", "e [1],d [1],d Hunt-Crossley [1],1-e^2 [1]", &factor_rows)?,
            bench.rows("fig-02", "v_i [m/s],ratio gonthier [1],ratio huntCrossley [1]", &ratio_rows)?,
            bench.samples("fig-03", &compared.truth)?,
        ],
    })
}

fn numbers(run: &Run) -> Vec<Number> {
    let impact = run.impacts().first().copied();
    let release = impact.and_then(|impact| impact.release);
    vec![
        Number::new("contact time", "s", impact.zip(release).map(|(impact, release)| release.0 - impact.onset))
            .unless_inside(run),
        Number::new("deepest", "m", impact.and_then(|impact| impact.depth)).unless_inside(run),
        Number::new("rebound", "m/s", release.map(|release| release.1)),
        Number::new("rebound over approach", "1", impact.and_then(|impact| impact.ratio())),
    ]
}

/// d = e·(f_n − 1) that the unit applies, for a law.
fn applied(bench: &Bench, law: &str, e: f64) -> Result<f64, HostError> {
    let instance = Instance::model_exchange(bench.fmu, "damping")?;
    instance.enter_initialization(0.0, None)?;
    instance.assign("compliance.law", law)?;
    for (name, value) in
        [("compliance.k", 1.0), ("compliance.e", e), ("penetration", 1.0), ("relativeVelocity[3]", -1.0)]
    {
        instance.set_real(name, value)?;
    }
    instance.exit_initialization()?;
    Ok(e * (instance.get_real("normalForce")? - 1.0))
}

/// The root of eq. (10) in 0 < d < 1 by halving, and with it the check of the unit.
fn root(e: f64) -> f64 {
    let residual = |d: f64| (d / e).ln_1p() - (-d).ln_1p() - d * (1.0 + 1.0 / e);
    // d = 0 is a root as well; the residual is negative from there to the root that is meant.
    bisect(1e-3 * (1.0 - e), 1.0, |d| residual(d) < 0.0)
}

/// The effective restitution of a damping factor a with u = a·v_i: the root of eq. (9).
pub fn effective(u: f64) -> f64 {
    let residual = |e: f64| u - u.ln_1p() + e * u + (-e * u).ln_1p();
    // At e = 0 it is positive, at the pole e·u = 1 it goes to −∞.
    bisect(0.0, (1.0 / u).min(1.0), |e| residual(e) > 0.0)
}

fn bisect(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if below(middle) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// Rows of numbers.
type Rows = Vec<Vec<f64>>;

/// Fig. 1, its rows e, d, d_HC, 1 − e², and the worst deviation from the root of eq. (10).
fn factors(bench: &Bench) -> Result<(Chart, Rows, f64), HostError> {
    let mut rows = Vec::new();
    let mut worst = 0.0_f64;
    for k in 1..=100 {
        let e = f64::from(k) / 100.0;
        let (exact, theirs) = (applied(bench, "gonthier", e)?, applied(bench, "huntCrossley", e)?);
        if e < 1.0 {
            worst = worst.max((exact / root(e) - 1.0).abs());
        }
        rows.push(vec![e, exact, theirs, 1.0 - e * e]);
    }
    let curve = |label: &str, column: usize| Curve::new(label, rows.iter().map(|row| (row[0], row[column])).collect());
    let chart = Chart {
        title: "Fig. 1: damping factor d".into(),
        x: Axis::new("coefficient of restitution e [1]").from_to(0.0, 1.0),
        y: Axis::new("d [1]").from_to(0.0, 1.05),
        curves: vec![
            curve("exact, eq. (10)", 1).width(3),
            curve("Hunt and Crossley, eq. (14)", 2).stroke(Stroke::Dashed),
            curve("estimate 1 − e²", 3).stroke(Stroke::Dotted),
        ],
        ..Chart::default()
    };
    Ok((chart, rows, worst))
}

/// Fig. 2, its rows v_i and both ratios, and the worst deviations of both laws from what they should give.
fn ratios(bench: &Bench) -> Result<(Chart, Rows, [f64; 2]), HostError> {
    let scene = find("drop")?;
    let mut rows = Vec::new();
    let mut worst = [0.0_f64; 2];
    for k in 1..=45 {
        let speed = 0.1 * f64::from(k);
        let nominal = 1.0 - ALPHA * speed;
        let mut row = vec![speed];
        // Hunt and Crossley: u = a·v_i = 3/2·α·v_i.
        for (number, (law, expected)) in
            [("gonthier", nominal), ("huntCrossley", effective(1.5 * ALPHA * speed))].into_iter().enumerate()
        {
            let request = Request::new(scene, bench.truth())
                .with("scene.speed", speed)
                .with("scene.e", 1.0)
                .with("compliance.alpha", ALPHA)
                .with("compliance.law", law);
            let ratio = simulate::run(bench.fmu, scene, &request, |_| {})?.impacts().first().and_then(|i| i.ratio());
            let ratio =
                ratio.ok_or_else(|| HostError::Request(format!("the ball does not separate at {speed} m/s")))?;
            worst[number] = worst[number].max((ratio / expected - 1.0).abs());
            row.push(ratio / nominal);
        }
        rows.push(row);
    }
    let curve = |label: &str, column: usize| Curve::new(label, rows.iter().map(|row| (row[0], row[column])).collect());
    let chart = Chart {
        title: "Fig. 2: effective over empirical restitution, α = 0.2 s/m".into(),
        x: Axis::new("impact velocity v_i [m/s]").from_to(0.0, 4.5),
        y: Axis::new("e_eff / e_emp [1]"),
        curves: vec![curve("Gonthier et al.", 1).width(3), curve("Hunt and Crossley", 2).stroke(Stroke::Dashed)],
        ..Chart::default()
    };
    Ok((chart, rows, worst))
}

/// A loop of Fig. 3.
struct Loop {
    e: f64,
    /// Part of the kinetic energy that is lost.
    lost: f64,
    /// Part of the loss that falls into the approach.
    approach: f64,
}

/// Fig. 3 and its loops.
fn forces(bench: &Bench) -> Result<(Chart, Vec<Loop>), HostError> {
    let scene = find("drop")?;
    let mut curves = Vec::new();
    let mut loops = Vec::new();
    for e in FORCE_CURVES {
        let request = Request::new(scene, bench.truth()).with("scene.e", e);
        // Short steps, for the curve's sake.
        let request = Request { method: bench.truth().with_step(5e-7), until: 3e-4, ..request };
        let run = simulate::run(bench.fmu, scene, &request, |_| {})?;
        let points = run.samples.iter().filter(|sample| sample.contact.active);
        let points = points.map(|sample| (-1e6 * sample.contact.gap, 1e-3 * sample.contact.normal_force)).collect();
        curves.push(Curve::new(format!("e = {e}"), points));
        let deepest = run.samples.iter().min_by(|a, b| a.contact.gap.total_cmp(&b.contact.gap));
        if let (Some(first), Some(deepest), Some(last)) = (run.samples.first(), deepest, run.samples.last()) {
            let lost = 1.0 - last.kinetic / first.kinetic;
            loops.push(Loop { e, lost, approach: deepest.dissipated() / last.dissipated() });
        }
    }
    let chart = Chart {
        title: "Fig. 3: contact force over indentation".into(),
        x: Axis::new("indentation [µm]"),
        y: Axis::new("force [kN]"),
        curves,
        colours: Colours::Sequence,
        ..Chart::default()
    };
    Ok((chart, loops))
}

/// A few values of Fig. 1 for the page.
fn known(rows: &[Vec<f64>]) -> Table {
    let rows = rows.iter().filter(|row| [10.0, 30.0, 50.0, 70.0, 90.0, 99.0].contains(&(row[0] * 100.0).round()));
    let rows = rows.map(|row| {
        let e = row[0];
        let mut cells = vec![format!("{e}")];
        cells.extend(row[1..].iter().map(|value| format!("{value:.9}")));
        let real = effective(1.5 * (1.0 - e));
        cells.push(format!("{real:.6}"));
        cells.push(percent(real / e - 1.0));
        cells
    });
    let head = ["e", "d exact", "d Hunt–Crossley", "1 − e²", "e that Hunt–Crossley gives", "too much by"];
    Table {
        caption: "Damping factors, and the restitution that Hunt–Crossley damping really gives".into(),
        head: head.iter().map(|text| (*text).to_owned()).collect(),
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of d(e) with 12 digits, and e_eff of Hunt–Crossley damping for nominal 0.5, from multiprecision arithmetic.
    #[test]
    fn roots_of_the_printed_equations() {
        for (e, d) in [(0.1, 0.999_815_939_749_6), (0.5, 0.716_375_266_635_7), (0.9, 0.149_833_755_616_8)] {
            assert!((root(e) / d - 1.0).abs() < 1e-12, "{e}: {}", root(e));
        }
        assert!((effective(0.75) - 0.66296).abs() < 1e-5, "{}", effective(0.75));
    }
}
