//! A flat disc that slides and spins to rest: by the ellipsoid, and exactly.

use super::disc::{self, Coast, coast, ellipsoid, even_pressure};
use super::drawing::{over_time, picture};
use super::numbers::{Held, compare, measured};
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::number::{digits, percent};
use asperity_lab::plot::{Axis, Chart, Curve, Stroke};
use asperity_lab::record::{self, Sample};
use asperity_lab::report::{Entry, Table, judged};
use asperity_lab::scenes::find;
use asperity_lab::scenes::spinning_disc::{GRAVITY, MU, RADIUS, START, V_S, lever};
use asperity_lab::simulate::{self, Method, Request, Run};

/// Slip of so many v_S is sliding: s = exp(−49) is no part of a force.
const SLIDING: f64 = 7.0;
/// Ratios v/(R·ω) at the start that are compared with the exact disc.
const RATIOS: [f64; 5] = [0.1, 0.3, 0.653, 1.0, 2.0];
/// R·ω at the start of these [m/s].
const RIM: f64 = 1.0;

struct Runs {
    /// Sliding and spinning.
    both: Run,
    spin: Run,
    slide: Run,
}

/// The scene with another start.
fn run(fmu: &Fmu, method: Method, (speed, spin): (f64, f64)) -> Result<Run, HostError> {
    let scene = find("spinning-disc")?;
    let method = match method {
        // The end is read off the last steps before it.
        Method::Exchange(_) => method.with_step(1e-3),
        _ => method,
    };
    let request = Request::new(scene, method).with("scene.speed", speed).with("scene.spin", spin);
    simulate::run(fmu, scene, &request, |_| {})
}

fn runs(fmu: &Fmu, method: Method) -> Result<Runs, HostError> {
    Ok(Runs {
        both: run(fmu, method, START)?,
        spin: run(fmu, method, (0.0, START.1))?,
        slide: run(fmu, method, (START.0, 0.0))?,
    })
}

pub fn numbers(fmu: &Fmu, method: Method) -> Result<Vec<Held>, HostError> {
    held(&runs(fmu, method)?)
}

fn speed(sample: &Sample) -> f64 {
    sample.plant[2]
}

fn spin(sample: &Sample) -> f64 {
    sample.plant[5]
}

/// v/ω^{9/8} as a part of its value at the start.
fn invariant(sample: &Sample) -> f64 {
    speed(sample) / START.0 / (spin(sample) / START.1).powf(1.125)
}

fn sliding(run: &Run) -> impl Iterator<Item = &Sample> {
    run.samples.iter().filter(|sample| speed(sample).hypot(lever() * spin(sample)) > SLIDING * V_S)
}

fn held(Runs { both, spin: spun, slide }: &Runs) -> Result<Vec<Held>, HostError> {
    let closed = coast(ellipsoid, START.0, RADIUS * START.1)?;
    let bound = sliding(both).map(|sample| {
        let (force, moment) = (sample.contact.friction_force, sample.contact.friction_moment.z);
        (force.dot(&force) + (moment / lever()).powi(2)).sqrt() / (MU * sample.contact.normal_force)
    });
    let kept = sliding(both).map(invariant);
    let way = |run: &Run| run.samples.last().map(|last| last.plant[0]);
    let (speed_alone, spin_alone) = (START.0 / (MU * GRAVITY), 0.75 * RADIUS * START.1 / (MU * GRAVITY));
    Ok(vec![
        Held::new("spin alone stops after 3Rω/(4μg)", "s", spin_alone, record::used_up(&spun.samples, spin), 1e-6),
        Held::new("slide alone stops after v/(μg)", "s", speed_alone, record::used_up(&slide.samples, speed), 1e-6),
        Held::kept("both: (f_t² + (c_r/e_r)²)/(μ·f_n)², root", "1", 1.0, bound, 1e-12),
        Held::kept("both: v/ω^(9/8), as a part of the start", "1", 1.0, kept, 1e-8),
        // Below v_S, in the last 2 ms, bent bristles keep the direction of friction; the deviation goes with v_S.
        Held::new("both: stops after", "s", closed.time, record::used_up(&both.samples, spin), 2e-4),
        // Then the bristles carry it on, and back, by f_max/σ0 = 3e-5 m.
        Held::new("both: way", "m", closed.way, way(both), 1e-3),
    ])
}

pub fn entry(fmu: &Fmu) -> Result<Entry, HostError> {
    let exchanged = runs(fmu, Method::TRUTH)?;
    let numbers = held(&exchanged)?;
    let (table, ways) = compare(&numbers, &|method| self::numbers(fmu, method));
    let lasting = disc::lasting_ratio();
    let exact = coast(even_pressure, START.0, RADIUS * START.1)?;
    let ours = coast(ellipsoid, START.0, RADIUS * START.1)?;
    let mut rows = Vec::new();
    let mut pairs = Vec::new();
    for ratio in RATIOS {
        let pair = [coast(ellipsoid, ratio * RIM, RIM)?, coast(even_pressure, ratio * RIM, RIM)?];
        rows.push(row(ratio, &pair));
        pairs.push(pair);
    }
    let found = exchanged.both.samples.iter().rfind(|sample| spin(sample) > 1e-2 * START.1);
    let found = found.map_or(f64::NAN, |sample| speed(sample) / (RADIUS * spin(sample)));
    let mut findings = vec![
        judged(
            (lasting - 0.653).abs() < 5e-4 && pairs.iter().all(|pair| (pair[1].ratio - lasting).abs() < 1e-2),
            format!(
                "The exact disc under even pressure stops sliding and spinning at once, and whatever the start its \
                 v/(R·ω) goes to {lasting:.4}: the 0.653 of Farkas, Bartels, Unger and Wolf (2003)."
            ),
        ),
        measured(format!(
            "The ellipsoid, met exactly by pure spin and pure slide, differs from the disc in between, where the \
             disc feels less of a force and so goes farther: from this start the ellipsoid stops after {} instead of \
             {} s ({}), and {} instead of {} m from there ({}). The table has other starts; the greatest deviation \
             is {} of the way of a disc that hardly slides.",
            digits(ours.time),
            digits(exact.time),
            signed(ours.time / exact.time - 1.0),
            digits(ours.way),
            digits(exact.way),
            signed(ours.way / exact.way - 1.0),
            signed(pairs[0][0].way / pairs[0][1].way - 1.0)
        )),
        measured(format!(
            "At the end the two part: the ellipsoid keeps v/ω^(9/8), so v/(R·ω) falls without end, but only as the \
             eighth root of ω; at a hundredth of the first ω it is {found:.4} here."
        )),
    ];
    findings.extend(ways);
    Ok(Entry {
        id: "spinning-disc".into(),
        title: "A disc slides and spins to rest".into(),
        claim: "Force and moment share one bound. A disc that spins feels less of a force against its sliding, one \
                that slides less of a moment against its spin, and both come to rest at the same time."
            .into(),
        reading: format!(
            "Scene spinning-disc: R = {RADIUS} m, μ = {MU}, v = {} m/s, ω = {} rad/s, I = ½·m·R², pair external, e_r \
             = 2R/3, the radius at which friction of a disc under even pressure acts that spins on the spot. Closed \
             forms: the ellipsoid's force in sliding is μ·f_n·V/|V| in V = (v, e_r·ω), so dv/v : dω/ω = 1 : m·e_r²/I \
             = 9 : 8 and v/ω^(9/8) is kept; time and way of both together are integrals over ω. The exact disc is \
             integrated beside: force and moment of all its points, by quadrature about its centre of rotation.",
            START.0, START.1
        ),
        pictures: vec![
            picture(
                "Velocity of the centre and of the rim, moment",
                &over_time(find("spinning-disc")?, &exchanged.both),
            )?,
            picture("Sliding over spinning on the way to rest, for some starts", &chart(&exchanged.both, &pairs))?,
        ],
        tables: vec![table, deviations(rows)],
        findings,
        files: Vec::new(),
    })
}

/// A deviation in percent with its sign.
fn signed(part: f64) -> String {
    format!("{}{}", if part < 0.0 { "−" } else { "+" }, percent(part.abs()))
}

fn row(ratio: f64, [ours, exact]: &[Coast; 2]) -> Vec<String> {
    let friction = MU * GRAVITY;
    vec![
        format!("{ratio}"),
        format!("{:.5}", ours.time * friction / RIM),
        format!("{:.5}", exact.time * friction / RIM),
        signed(ours.time / exact.time - 1.0),
        format!("{:.5}", ours.way * friction / (RIM * RIM)),
        format!("{:.5}", exact.way * friction / (RIM * RIM)),
        signed(ours.way / exact.way - 1.0),
        format!("{:.4}", exact.ratio),
    ]
}

fn deviations(rows: Vec<Vec<String>>) -> Table {
    let head = [
        "v/(Rω) at the start",
        "ellipsoid: time [Rω/μg]",
        "exact disc",
        "off",
        "ellipsoid: way [(Rω)²/μg]",
        "exact disc",
        "off",
        "exact disc: v/(Rω) at the end",
    ];
    Table {
        caption: "The ellipsoid with e_r = 2R/3 beside the exact disc under even pressure, by the first Rω".into(),
        head: head.map(String::from).to_vec(),
        rows,
    }
}

fn chart(run: &Run, pairs: &[[Coast; 2]]) -> Chart {
    let mut curves = Vec::new();
    for (number, pair) in pairs.iter().enumerate() {
        for (coast, stroke) in pair.iter().zip([Stroke::Solid, Stroke::Dashed]) {
            let label = if number > 0 {
                ""
            } else if stroke == Stroke::Solid {
                "ellipsoid"
            } else {
                "exact disc"
            };
            curves.push(
                Curve::new(label, coast.speeds.clone()).stroke(stroke).colour(usize::from(stroke != Stroke::Solid)),
            );
        }
    }
    let found = sliding(run).map(|sample| (RADIUS * spin(sample), speed(sample))).collect();
    curves.push(Curve::new("the unit", found).width(4).colour(2));
    Chart {
        title: "A disc on its way to rest".into(),
        x: Axis::new("R·ω [m/s]").from_to(0.0, 1.0),
        y: Axis::new("v [m/s]").from_to(0.0, 1.0),
        curves,
        ..Chart::default()
    }
}
