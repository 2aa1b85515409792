//! A fingertip that holds a body against its weight and a torque.

use super::drawing::{over_time, picture};
use super::numbers::{Held, compare, measured};
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::number::digits;
use asperity_lab::plot::{Axis, Chart, Curve, Stroke};
use asperity_lab::record::Sample;
use asperity_lab::report::Entry;
use asperity_lab::scenes::find;
use asperity_lab::scenes::soft_finger::{LEVER, LOAD, MU, SIGMA_0, TORQUE, WEIGHT, grip};
use asperity_lab::simulate::{self, Method, Request, Run};

/// Since when the body is at rest while the torque pauses: what swung has died out [s].
const QUIET: f64 = 1.5;
/// The grip counts as at its greatest this close to it.
const GREATEST: f64 = 1e-6;

/// Torque at which it slips, from (m·g)² + (M/e_r)² = (μ_S·f_n)²  [N·m].
fn greatest_torque() -> f64 {
    LEVER * ((MU.0 * LOAD).powi(2) - WEIGHT.powi(2)).sqrt()
}

fn run(fmu: &Fmu, method: Method) -> Result<Run, HostError> {
    let scene = find("soft-finger")?;
    let method = match method {
        // The break is read off the samples around it.
        Method::Exchange(_) => method.with_step(2e-3),
        _ => method,
    };
    simulate::run(fmu, scene, &Request::new(scene, method), |_| {})
}

pub fn numbers(fmu: &Fmu, method: Method) -> Result<Vec<Held>, HostError> {
    Ok(held(&run(fmu, method)?))
}

/// The sample in which the body breaks loose: the grip is at its greatest for the first time.
fn loose(run: &Run) -> Option<&Sample> {
    let greatest = run.samples.iter().map(grip).fold(0.0, f64::max);
    run.samples.iter().find(|sample| grip(sample) >= (1.0 - GREATEST) * greatest)
}

fn held(run: &Run) -> Vec<Held> {
    let [begin, end] = TORQUE.pause;
    let torque = TORQUE.at(begin);
    let mut paused = run.samples.iter().filter(|sample| sample.time > begin + QUIET && sample.time < end);
    let first = paused.next();
    let last = paused.next_back();
    let twist = torque / (SIGMA_0 * LEVER * LEVER);
    let crept = first.zip(last).map(|(first, last)| last.plant[4] - first.plant[4]);
    let sunk = first.zip(last).map(|(first, last)| last.plant[0] - first.plant[0]);
    let breaks = loose(run);
    vec![
        Held::new(
            "held: deflection z_r, M/(σ0·e_r)",
            "m",
            torque / (SIGMA_0 * LEVER),
            last.map(|s| s.contact.z_r),
            1e-8,
        ),
        // While the torque grows the bristles slip by (1 − s) = 1e-6 of their speed limit.
        Held::new("held: angle, M/(σ0·e_r²)", "rad", twist, last.map(|s| s.plant[4]), 1e-3),
        Held::new("held: creep of the angle in the pause", "rad", 0.0, crept, 1e-10).relative_to(1.0),
        Held::new("held: sinks in the pause by", "m", 0.0, sunk, 1e-12).relative_to(1.0),
        Held::new("held: friction against the weight", "N", -WEIGHT, last.map(|s| s.contact.friction_force.x), 1e-8),
        // The dwell state follows s = exp(−V²/v_S²), which the slow turn keeps 2e-6 below 1.
        Held::new("greatest grip, μ_S·f_n", "N", MU.0 * LOAD, breaks.map(grip), 1e-5),
        // The torque grows by 8e-6 N·m between two samples, and inertia takes I·dω/dt of it.
        Held::new("torque that breaks it loose", "N·m", greatest_torque(), breaks.map(|s| s.plant[6]), 1e-3),
    ]
}

pub fn entry(fmu: &Fmu) -> Result<Entry, HostError> {
    let exchanged = run(fmu, Method::TRUTH)?;
    let numbers = held(&exchanged);
    let (table, ways) = compare(&numbers, &|method| self::numbers(fmu, method));
    let breaks = loose(&exchanged).map_or(f64::NAN, |sample| sample.time);
    let mut findings = vec![measured(format!(
        "It breaks loose after {} s. Without its weight it would hold {} N·m, so the weight of {WEIGHT} N takes {} N·m of \
         that.",
        digits(breaks),
        digits(LEVER * MU.0 * LOAD),
        digits(LEVER * MU.0 * LOAD - greatest_torque())
    ))];
    findings.extend(ways);
    Ok(Entry {
        id: "soft-finger".into(),
        title: "A fingertip holds a body".into(),
        claim: "One point contact carries the weight of a body and a torque about the normal, as a soft fingertip \
                does. It yields like a torsion spring, stays where it is while the torque pauses, and breaks loose \
                when force and moment together reach the bound."
            .into(),
        reading: format!(
            "Scene soft-finger: the finger presses with f_n = {LOAD} N, the body weighs m·g = {WEIGHT} N, μ_S = {}, \
             μ_C = {}, σ0 = {SIGMA_0} N/m, e_r = {LEVER} m, s_dw = 1 and the bristles bent by the weight at the \
             start. The torque M grows by {} N·m a second, pauses from {} to {} s, and grows again: so slowly that \
             I·dω/dt is no part of it. Closed forms: equilibrium, −f_t = m·g and −c_r = M, with bristles z = f_t/σ0 \
             and z_r = c_r/(σ0·e_r), z_r = e_r·angle; it holds up to (m·g)² + (M/e_r)² = (μ_S·f_n)².",
            MU.0, MU.1, TORQUE.rate, TORQUE.pause[0], TORQUE.pause[1]
        ),
        pictures: vec![
            picture(
                "Torque and the moment of friction, grip, and angle",
                &over_time(find("soft-finger")?, &exchanged),
            )?,
            picture("Force and moment on their way to the bound, and off it", &surface(&exchanged))?,
        ],
        tables: vec![table],
        findings,
        files: Vec::new(),
    })
}

fn surface(run: &Run) -> Chart {
    let quarter = |bound: f64| {
        let angles = (0..=90).map(|k| f64::from(k).to_radians());
        angles.map(|angle| (bound * angle.cos(), bound * angle.sin())).collect::<Vec<_>>()
    };
    let wrench = |sample: &Sample| (-sample.contact.friction_force.x, -sample.contact.friction_moment.z / LEVER);
    let lasting = loose(run).map_or(0.0, |sample| sample.time);
    let until = run.samples.iter().filter(|sample| sample.time <= lasting).map(wrench).collect();
    let after = run.samples.iter().filter(|sample| sample.time >= lasting).map(wrench).collect();
    Chart {
        title: "Force and moment of friction".into(),
        x: Axis::new("force against the weight [N]"),
        y: Axis::new("moment by e_r [N]"),
        curves: vec![
            Curve::new("bound μ_S·f_n", quarter(MU.0 * LOAD)).stroke(Stroke::Dashed),
            Curve::new("bound μ_C·f_n", quarter(MU.1 * LOAD)).stroke(Stroke::Dotted),
            Curve::new("held", until).width(4),
            Curve::new("loose", after),
        ],
        equal: true,
        ..Chart::default()
    }
}
