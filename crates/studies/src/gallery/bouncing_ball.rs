//! The compliant ball of [M3D] beside the impulse solution.

use super::drawing::picture;
use super::numbers::{Held, compare};
use crate::reproduce::damping;
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::number::percent;
use asperity_lab::plot::{Axis, Chart, Curve, Marker, Stroke};
use asperity_lab::report::{Entry, judged};
use asperity_lab::scenes::bouncing_ball::{GRAVITY, HEIGHT, RESTITUTION, SLOWEST};
use asperity_lab::scenes::find;
use asperity_lab::simulate::{self, Method, Request, Run};

/// Rebounds whose height and time are compared.
const REBOUNDS: usize = 4;
/// Points of a flight in the picture.
const POINTS: u32 = 24;

/// Restitution that Flores damping with d_max out of play really gives: u = a·v_i = 8(1 − e)/(5e).
fn real() -> f64 {
    damping::effective(1.6 * (1.0 - RESTITUTION) / RESTITUTION)
}

/// A ball that every impact throws back at once with e times its speed, and none slower than [`SLOWEST`]: times [s] and
/// speeds [m/s] of the impacts; at the last one it stays.
fn impulses(e: f64) -> Vec<(f64, f64)> {
    let speed = (2.0 * GRAVITY * HEIGHT).sqrt();
    let mut found = vec![(speed / GRAVITY, speed)];
    while let Some(&(time, speed)) = found.last().filter(|last| last.1 > SLOWEST) {
        found.push((time + 2.0 * e * speed / GRAVITY, e * speed));
    }
    found
}

struct Runs {
    /// With gravity, until it rests.
    bounces: Run,
    /// One impact without gravity.
    head_on: Run,
}

fn runs(fmu: &Fmu, method: Method) -> Result<Runs, HostError> {
    let (scene, single) = (find("bouncing-ball")?, find("drop")?);
    let head_on = Request::new(single, method).with("compliance.law", "flores").with("scene.e", RESTITUTION);
    let bounces = match method {
        // Short steps, for the curve's sake.
        Method::Exchange(_) => Request::new(scene, method.with_step(2e-3)),
        _ => Request::new(scene, method),
    };
    // The ball of `drop` touches at the start: a step later it is gone.
    Ok(Runs {
        bounces: simulate::run(fmu, scene, &bounces, |_| {})?,
        head_on: simulate::run(fmu, single, &Request { until: 0.01, ..head_on }, |_| {})?,
    })
}

pub fn numbers(fmu: &Fmu, method: Method) -> Result<Vec<Held>, HostError> {
    Ok(held(&runs(fmu, method)?))
}

fn held(Runs { bounces, head_on }: &Runs) -> Vec<Held> {
    let thrown = head_on.samples.last().filter(|last| last.contact.gap > 0.0).map(|last| last.gap_rate);
    // 1e-6 is what is claimed of every law.
    let mut numbers = vec![Held::new("rebound over impact speed at 1 m/s, without gravity", "1", real(), thrown, 1e-6)];
    let impulses = impulses(real());
    let impacts = bounces.impacts();
    for (k, &(time, _)) in impulses.iter().enumerate().take(REBOUNDS + 1) {
        // An impact lasts 3e-5 s and more, which the impulse solution does not know.
        numbers.push(Held::new(format!("time of impact {}", k + 1), "s", time, impacts.get(k).map(|i| i.onset), 1e-3));
    }
    for (k, &(_, speed)) in impulses.iter().enumerate().take(REBOUNDS) {
        let apex = apex(bounces, k);
        let closed = (real() * speed).powi(2) / (2.0 * GRAVITY);
        // While it lasts gravity takes part, g·(contact time)/v of the speed: 1e-4 in the first, 3e-3 in the fourth.
        numbers.push(Held::new(format!("height after impact {}", k + 1), "m", closed, apex, 1e-2));
    }
    numbers
}

/// Height of the flight after an impact: where any moment of it leads.
fn apex(run: &Run, impact: usize) -> Option<f64> {
    let impacts = run.impacts();
    let (from, until) = (impacts.get(impact)?.onset, impacts.get(impact + 1)?.onset);
    let flight = run.samples.iter().filter(|sample| sample.time > from && sample.time < until);
    let highest = flight.max_by(|a, b| a.contact.gap.total_cmp(&b.contact.gap))?;
    Some(highest.contact.gap + highest.gap_rate.powi(2) / (2.0 * GRAVITY))
}

pub fn entry(fmu: &Fmu) -> Result<Entry, HostError> {
    let exchanged = runs(fmu, Method::TRUTH)?;
    let numbers = held(&exchanged);
    let (table, ways) = compare(&numbers, &|method| self::numbers(fmu, method));
    let (real, run) = (real(), &exchanged.bounces);
    let worst = |e: f64| {
        let heights = impulses(e).into_iter().take(REBOUNDS).enumerate();
        let off = heights.map(|(k, (_, speed))| {
            let closed = (e * speed).powi(2) / (2.0 * GRAVITY);
            apex(run, k).map_or(f64::INFINITY, |apex| (apex / closed - 1.0).abs())
        });
        off.fold(0.0, f64::max)
    };
    let (nominal_off, real_off) = (worst(RESTITUTION), worst(real));
    let last = |e: f64| impulses(e).last().copied().unwrap_or_default();
    let impacts = run.impacts();
    let stays = impacts.last().map_or(f64::NAN, |last| last.onset);
    let mut findings = vec![
        judged(
            real_off < 1e-2 && nominal_off > 0.1,
            format!(
                "The compliant ball follows the impulse solution with the real restitution {real:.7}, not the one \
                 with the nominal e = {RESTITUTION}: the heights of its first {REBOUNDS} rebounds are off by up to \
                 {} of the first and by up to {} of the second.",
                percent(real_off),
                percent(nominal_off)
            ),
        ),
        judged(
            impacts.len() == impulses(real).len(),
            format!(
                "The compliant ball stays at its impact number {}, {stays:.4} s after the start; the impulse \
                 solution, for which an impact slower than {SLOWEST} m/s is the last, at number {} after {:.4} s \
                 with the real and at number {} after {:.4} s with the nominal restitution.",
                impacts.len(),
                impulses(real).len(),
                last(real).0,
                impulses(RESTITUTION).len(),
                last(RESTITUTION).0
            ),
        ),
    ];
    findings.extend(ways);
    Ok(Entry {
        id: "bouncing-ball".into(),
        title: "A bouncing ball: impulse against compliance".into(),
        claim: format!(
            "A ball falls from {HEIGHT} m and bounces until it rests. [M3D] shows it twice, with rigid impulses and \
             with its compliant force, and finds both alike. With Flores damping a nominal restitution of \
             {RESTITUTION} is really {real:.7}: so the compliant ball is that of an impulse with this number."
        ),
        reading: format!(
            "Scene bouncing-ball: 1 kg, k = 1e12 N/m^1.5, so that an impact at 1 m/s lasts 50 µs (far less than a \
             step of kinematic co-simulation here), compliance.law = flores, e = {RESTITUTION}, compliance.vsmall = \
             {SLOWEST} m/s. Impulse solution: impact at t_1 = √(2h/g) with v_1 = √(2gh), then t_(n+1) = t_n + \
             2·e·v_n/g and v_(n+1) = e·v_n; slower than {SLOWEST} m/s nothing rebounds. The first number is of one \
             impact at 1 m/s without gravity (scene drop); its closed form is the root of u − ln(1+u) + e·u + ln(1 − \
             e·u) = 0 for u = 8(1−e)/(5e)."
        ),
        pictures: vec![
            picture("Height of the ball: compliant, and by impulses with either restitution", &heights(run))?,
            picture("Speed of each impact; the slope is the restitution", &speeds(run))?,
        ],
        tables: vec![table],
        findings,
        files: Vec::new(),
    })
}

fn heights(run: &Run) -> Chart {
    let flights = |e: f64| {
        let impulses = impulses(e);
        let mut points = vec![(0.0, HEIGHT)];
        let fall = impulses[0].0;
        points.extend((1..=POINTS).map(|k| f64::from(k) / f64::from(POINTS)).map(|part| {
            let time = part * fall;
            (time, HEIGHT - 0.5 * GRAVITY * time * time)
        }));
        for pair in impulses.windows(2) {
            let (length, speed) = (pair[1].0 - pair[0].0, pair[1].1);
            points.extend(
                (1..=POINTS)
                    .map(|k| length * f64::from(k) / f64::from(POINTS))
                    .map(|time| (pair[0].0 + time, speed * time - 0.5 * GRAVITY * time * time)),
            );
        }
        points.push((run.samples.last().map_or(0.0, |last| last.time), 0.0));
        points
    };
    let compliant = run.samples.iter().map(|sample| (sample.time, sample.contact.gap)).collect();
    Chart {
        title: "A ball bounces until it rests".into(),
        x: Axis::new("time [s]"),
        y: Axis::new("height [m]"),
        curves: vec![
            Curve::new("compliant, Flores, e = 0.5", compliant).width(5),
            Curve::new("impulses, e = 0.4704", flights(real())).stroke(Stroke::Solid),
            Curve::new("impulses, e = 0.5", flights(RESTITUTION)).stroke(Stroke::Dashed),
        ],
        ..Chart::default()
    }
}

fn speeds(run: &Run) -> Chart {
    let line = |e: f64| {
        let speeds = impulses(e).into_iter().enumerate();
        speeds.map(|(k, (_, speed))| (k as f64 + 1.0, speed.log10())).collect()
    };
    let impacts = run.impacts().into_iter().enumerate();
    Chart {
        title: "Speed of each impact".into(),
        x: Axis::new("number of the impact"),
        y: Axis::new("log10 of the speed in m/s"),
        curves: vec![
            Curve::markers(
                "compliant, Flores, e = 0.5",
                Marker::Disc,
                impacts.map(|(k, impact)| (k as f64 + 1.0, impact.approach.log10())).collect(),
            ),
            Curve::new("impulses, e = 0.4704", line(real())),
            Curve::new("impulses, e = 0.5", line(RESTITUTION)).stroke(Stroke::Dashed),
        ],
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_restitution_of_flores_damping_for_one_half() {
        // Published for Modia3D's bouncing ball.
        assert!((real() - 0.470_444_8).abs() < 5e-8, "{}", real());
    }

    /// Energy: an impact at v_n rises to v_(n+1)²/2g, and falling from there takes half the time between two impacts.
    #[test]
    fn impulses_throw_the_ball_back_until_it_is_too_slow() {
        let found = impulses(0.5);
        assert!((0.5 * GRAVITY * found[0].0.powi(2) - HEIGHT).abs() < 1e-15);
        for pair in found.windows(2) {
            let half = 0.5 * (pair[1].0 - pair[0].0);
            assert!((0.5 * GRAVITY * half * half - pair[1].1.powi(2) / (2.0 * GRAVITY)).abs() < 1e-15);
            assert!(pair[0].1 > SLOWEST);
        }
        assert!(found[found.len() - 1].1 <= SLOWEST);
    }
}
