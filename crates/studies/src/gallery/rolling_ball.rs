//! A ball that rolls until it stands.

use super::drawing::{over_time, picture};
use super::numbers::{Held, compare};
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::record;
use asperity_lab::report::Entry;
use asperity_lab::scenes::find;
use asperity_lab::scenes::rolling_ball::{GRAVITY, MU_R, RADIUS, SPEED};
use asperity_lab::simulate::{self, Method, Request, Run};

/// From when to when deceleration is measured, as parts of the time to stop: the bristles have bent, rolling is fast.
const EVEN: (f64, f64) = (0.2, 0.9);

/// Deceleration  5/7·μ_r·g  [m/s²].
fn deceleration() -> f64 {
    5.0 / 7.0 * MU_R * GRAVITY
}

fn run(fmu: &Fmu, method: Method) -> Result<Run, HostError> {
    let scene = find("rolling-ball")?;
    simulate::run(fmu, scene, &Request::new(scene, method), |_| {})
}

pub fn numbers(fmu: &Fmu, method: Method) -> Result<Vec<Held>, HostError> {
    Ok(held(&run(fmu, method)?))
}

fn held(run: &Run) -> Vec<Held> {
    let stop = SPEED / deceleration();
    let even: Vec<_> = run.samples.iter().filter(|sample| sample.time < EVEN.1 * stop).cloned().collect();
    let slope = record::slope(&even, EVEN.0 * stop, |sample| sample.plant[3]);
    let slip = even.iter().filter(|sample| sample.time > EVEN.0 * stop);
    let slip = slip.map(|sample| (sample.plant[3] - RADIUS * sample.plant[7]).abs()).fold(0.0, f64::max);
    let friction = even.last().map(|sample| sample.contact.friction_force.x);
    let couple = even.last().map(|sample| sample.contact.friction_moment.y);
    let load = even.last().map_or(f64::NAN, |sample| sample.contact.normal_force);
    let end = run.samples.last();
    vec![
        Held::new("deceleration, 5/7·μ_r·g", "m/s²", deceleration(), slope.map(|slope| -slope), 1e-6),
        Held::new("rolling couple, −μ_r·R·f_n", "N·m", -MU_R * RADIUS * load, couple, 1e-9),
        Held::new("friction force, −5/7·μ_r·f_n", "N", -5.0 / 7.0 * MU_R * load, friction, 1e-6),
        // Bristles swing by as much as the solver's tolerance leaves at its longest stable steps.
        Held::new("greatest slip |v − R·ω| while it rolls", "m/s", 0.0, slip, 1e-8).relative_to(1.0),
        // The couple fades below wsmall = 0.01 rad/s: there it goes 7e-6 m further; the bristles bend by 1e-5 m.
        Held::new("way, v²/(2·5/7·μ_r·g)", "m", 0.5 * SPEED * stop, end.map(|end| end.plant[0]), 1e-4),
        Held::new("velocity at the end", "m/s", 0.0, end.map(|end| end.plant[3]), 1e-12).relative_to(1.0),
    ]
}

pub fn entry(fmu: &Fmu) -> Result<Entry, HostError> {
    let exchanged = run(fmu, Method::TRUTH)?;
    let numbers = held(&exchanged);
    let (table, findings) = compare(&numbers, &|method| self::numbers(fmu, method));
    Ok(Entry {
        id: "rolling-ball".into(),
        title: "A ball rolls until it stands".into(),
        claim: format!(
            "Rolling resistance is a couple μ_r·R·f_n against rolling. The ball slows down evenly, at 5/7·μ_r·g, and \
             stands after {:.3} s. Friction does not brake it: it acts backwards on the centre, to keep v = R·ω \
             while the couple brakes the rotation.",
            SPEED / deceleration()
        ),
        reading: format!(
            "Scene rolling-ball: solid sphere, R = {RADIUS} m, μ_r = {MU_R}, v = {SPEED} m/s and ω = v/R at the \
             start. Closed form: about the contact, through which friction goes, only the couple changes the angular \
             momentum: (2/5·m·R² + m·R²)·dω/dt = −μ_r·R·m·g, so dv/dt = −5/7·μ_r·g; the centre tells the friction \
             force m·dv/dt. Below wsmall = 0.01 rad/s, that is 1 mm/s, the couple fades to zero with the speed."
        ),
        pictures: vec![picture(
            "Velocity of the centre and of the surface, and the couple that brakes",
            &over_time(find("rolling-ball")?, &exchanged),
        )?],
        tables: vec![table],
        findings,
        files: Vec::new(),
    })
}
