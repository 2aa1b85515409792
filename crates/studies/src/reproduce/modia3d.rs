//! The damping coefficient of [M3D] with its cut at d_max.

use super::bench::Bench;
use super::damping::effective;
use asperity_lab::HostError;
use asperity_lab::instance::Instance;
use asperity_lab::plot::{Axis, Chart, Curve};
use asperity_lab::report::judged;
use asperity_lab::report::{Agreement, Entry, Finding, Table, range};

/// Coefficients of restitution.
const RESTITUTIONS: [f64; 5] = [0.05, 0.1, 0.3, 0.5, 0.8];
/// d_max, the default of [M3D] [s/m].
const GREATEST: f64 = 2000.0;
/// v_small [m/s]: slower impacts count as e = 0.
const SLOWEST: f64 = 5e-4;
/// The fastest impact that is drawn [m/s], and the number of speeds.
const FASTEST: f64 = 0.03;
const SPEEDS: u32 = 120;
/// Rounding: the force is 1 + d·v for a force of compliance of 1.
const ROUNDED: f64 = 1e-12;

/// The damping that the unit applies in an impact at a speed [s/m], and the restitution that it says comes of it.
struct Applied {
    damping: f64,
    restitution: f64,
}

/// What is read off the unit: with k·x^p = 1 N the force is 1 + d·v.
fn applied(bench: &Bench, e: f64, speed: f64) -> Result<Applied, HostError> {
    let instance = Instance::model_exchange(bench.fmu, "modia3d")?;
    instance.enter_initialization(0.0, None)?;
    instance.assign("compliance.law", "flores")?;
    for (name, value) in [
        ("compliance.k", 1.0),
        ("compliance.e", e),
        ("compliance.d_max", GREATEST),
        ("compliance.vsmall", SLOWEST),
        ("compliance.vMin", 1e-6),
        ("penetration", 1.0),
        ("relativeVelocity[3]", -speed),
    ] {
        instance.set_real(name, value)?;
    }
    instance.exit_initialization()?;
    let damping = (instance.get_real("normalForce")? - 1.0) / speed;
    Ok(Applied { damping, restitution: instance.get_real("effectiveRestitution")? })
}

/// d = min(d_max, 8(1 − e)/(5·e·v)), e := 0 for v ≤ v_small  [M3D, damping coefficient]
fn printed(e: f64, speed: f64) -> f64 {
    let basic = if speed > SLOWEST { 8.0 * (1.0 - e) / (5.0 * e * speed) } else { f64::INFINITY };
    basic.min(GREATEST)
}

/// The impact speed below which d_max cuts  8(1 − e)/(5·e·d_max)  [m/s]
fn cut(e: f64) -> f64 {
    8.0 * (1.0 - e) / (5.0 * e * GREATEST)
}

pub fn run(bench: &Bench) -> Result<Entry, HostError> {
    let (mut curves, mut rows, mut table) = (Vec::new(), Vec::new(), Vec::new());
    let (mut off, mut unlike) = (Vec::new(), Vec::new());
    for e in RESTITUTIONS {
        let mut speeds: Vec<f64> = (1..=SPEEDS).map(|k| FASTEST * f64::from(k) / f64::from(SPEEDS)).collect();
        // The corners of the curve: where e begins to count, and the cut.
        speeds.extend([SLOWEST, SLOWEST * (1.0 + 1e-9), cut(e)].into_iter().filter(|speed| *speed <= FASTEST));
        speeds.sort_by(f64::total_cmp);
        let mut points = Vec::new();
        for speed in speeds {
            let found = applied(bench, e, speed)?;
            off.push((found.damping / printed(e, speed) - 1.0).abs());
            unlike.push((found.restitution / effective(found.damping * speed) - 1.0).abs());
            points.push((1e3 * speed, found.damping));
            rows.push(vec![e, speed, found.damping, printed(e, speed), found.restitution]);
        }
        curves.push(Curve::new(format!("e = {e}"), points));
        let [above, below] = [2.0, 0.5].map(|part| applied(bench, e, part * cut(e)));
        table.push(vec![
            format!("{e}"),
            format!("{:.2}", 1e3 * cut(e)),
            format!("{:.4}", above?.restitution),
            format!("{:.4}", below?.restitution),
        ]);
    }
    let chart = Chart {
        title: "Damping coefficient of [M3D], read off the unit".into(),
        x: Axis::new("impact speed [mm/s]").from_to(0.0, 1e3 * FASTEST),
        y: Axis::new("d [s/m]").from_to(0.0, 1.1 * GREATEST),
        curves,
        ..Chart::default()
    };
    let [off, unlike] = [off, unlike].map(|deviations| range(deviations).1);
    Ok(Entry {
        id: "modia3d-damping".into(),
        title: "[M3D] Damping coefficient: the cut at d_max".into(),
        claim: "The damping coefficient is that of Flores and others, 8(1 − e)/(5·e·v) at the impact speed v, but at most d_max, \
                and e counts as 0 for impacts up to v_small, which gives d_max there: so a body comes to rest."
            .into(),
        reading: format!(
            "[M3D] is the description of the contact law of Modia3D. compliance.law = flores, d_max = {GREATEST} s/m as in Modia3D, \
             v_small = {SLOWEST} m/s. The unit is asked for the force at the start of an impact with k·x^p = 1 N: f_n = 1 + d·v. \
             [M3D] does not say which e and v_small its own figure has."
        ),
        pictures: vec![bench.drawing("modia3d-damping", "[M3D] damping coefficient over the impact speed", &chart)?],
        tables: vec![Table {
            caption: "Where d_max begins to cut, and the restitution that the damping really gives at twice and at half that speed"
                .into(),
            head: ["e", "cut below [mm/s]", "real e, twice as fast", "real e, half as fast"].map(String::from).to_vec(),
            rows: table,
        }],
        findings: vec![
            judged(
                off <= ROUNDED,
                format!("The unit applies the printed coefficient, on either side of both corners, to {off:.1e}."),
            ),
            judged(
                unlike <= ROUNDED,
                format!(
                    "The restitution that it says comes of it (effectiveRestitution) is the root of [G04] eq. (9), to \
                     {unlike:.1e}: below the nominal e above the cut, and above it where d_max cuts deep enough."
                ),
            ),
            Finding::new(
                Agreement::PaperErrs,
                "The text has d_max in N·s/m. As d·δ̇ is added to 1, it is in s/m.".to_owned(),
            ),
        ],
        files: vec![bench.rows(
            "modia3d-damping",
            "e [1],impact speed [m/s],d of the unit [s/m],d as printed [s/m],effectiveRestitution [1]",
            &rows,
        )?],
    })
}
