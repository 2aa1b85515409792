//! A billiard ball with side spin.

use super::drawing::{over_time, picture};
use super::numbers::{Held, compare, measured};
use asperity_lab::HostError;
use asperity_lab::fmu::Fmu;
use asperity_lab::number::digits;
use asperity_lab::plants::{Vector, norm, vector};
use asperity_lab::plot::{Axis, Chart, Curve, Stroke};
use asperity_lab::record::{self, Sample};
use asperity_lab::report::{Entry, judged};
use asperity_lab::scenes::billiard::{GRAVITY, LEVER, MU, RADIUS, V_S, slip};
use asperity_lab::scenes::find;
use asperity_lab::simulate::{self, Method, Request, Run};

/// Slip of so many v_S is sliding: s = exp(−49) is no part of a force.
const SLIDING: f64 = 7.0;
/// Slip below this is not looked at [m/s]: velocities of 1 m/s are good to 1e-12.
const FAINT: f64 = 1e-4;
/// Side spin of the run that only spins [rad/s].
const SPIN: f64 = 20.0;

struct Runs {
    /// As the scene has it: side spin, back spin, cue tilted.
    full: Run,
    /// The same without side spin.
    plain: Run,
    /// Side spin and back spin, the cue level.
    level: Run,
    /// On the spot.
    spun: Run,
}

fn runs(fmu: &Fmu, method: Method) -> Result<Runs, HostError> {
    let scene = find("billiard")?;
    let method = match method {
        // Ends are read off the last steps before them.
        Method::Exchange(_) => method.with_step(1e-3),
        _ => method,
    };
    let run = |set: &[(&str, f64)]| {
        let request = set.iter().fold(Request::new(scene, method), |request, (name, value)| request.with(name, value));
        simulate::run(fmu, scene, &request, |_| {})
    };
    Ok(Runs {
        full: run(&[])?,
        plain: run(&[("scene.sideSpin", 0.0)])?,
        level: run(&[("scene.tiltSpin", 0.0)])?,
        spun: run(&[("scene.speed", 0.0), ("scene.backSpin", 0.0), ("scene.tiltSpin", 0.0), ("scene.sideSpin", SPIN)])?,
    })
}

pub fn numbers(fmu: &Fmu, method: Method) -> Result<Vec<Held>, HostError> {
    Ok(held(&runs(fmu, method)?))
}

fn velocity(sample: &Sample) -> Vector {
    vector(&sample.plant, 3)
}

fn spin(sample: &Sample) -> f64 {
    sample.plant[8]
}

/// Exponent of v_t ∝ ω_n^ν:  7/2·I/(m·e_r²) = 7/5·(R/e_r)².
fn exponent() -> f64 {
    1.4 * (RADIUS / LEVER).powi(2)
}

fn first(run: &Run) -> Sample {
    run.samples.first().cloned().unwrap_or_default()
}

/// Samples in which slip and spin together are sliding, and slip is more than the difference of two errors.
fn sliding(run: &Run) -> impl Iterator<Item = &Sample> {
    let slides = |sample: &&Sample| norm(&slip(sample)).hypot(LEVER * spin(sample)) > SLIDING * V_S;
    run.samples.iter().filter(slides).filter(|sample| norm(&slip(sample)) > FAINT)
}

/// Velocity with which the ball rolls in the end: v − 2/7·v_t stays.
fn rolling(sample: &Sample) -> Vector {
    velocity(sample) - slip(sample) * (2.0 / 7.0)
}

fn held(Runs { full, plain, level, spun }: &Runs) -> Vec<Held> {
    let start = first(full);
    let (slip_0, spin_0) = (slip(&start), spin(&start));
    let along = slip_0 / norm(&slip_0);
    let expected = rolling(&start);
    let at_end = |run: &Run| run.samples.last().map(velocity);
    let speed = norm(&velocity(&start));
    let turned = sliding(full).map(|sample| {
        let slip = slip(sample);
        (along.x * slip.y - along.y * slip.x) / norm(&slip)
    });
    let kept =
        sliding(full).map(|sample| (norm(&slip(sample)) / norm(&slip_0)) / (spin(sample) / spin_0).powf(exponent()));
    let slides = |run: &Run| record::used_up(&run.samples, |sample| slip(sample).dot(&along));
    let spin_alone = 0.4 * RADIUS * RADIUS * SPIN / (MU * GRAVITY * LEVER);
    let aside = level.samples.iter().map(|sample| sample.plant[1].abs()).fold(0.0, f64::max);
    vec![
        Held::new(
            "spin alone stops after I·ω/(μ·f_n·e_r)",
            "s",
            spin_alone,
            record::used_up(&spun.samples, spin),
            1e-6,
        ),
        // Sliding without side spin: dv_t/dt = −7/2·μ·g.
        Held::new(
            "no side spin: slides for 2/7·v_t/(μg)",
            "s",
            2.0 / 7.0 * norm(&slip_0) / (MU * GRAVITY),
            slides(plain),
            1e-6,
        ),
        Held::kept("v_t/ω_n^ν while it slides, as a part of the start", "1", 1.0, kept, 1e-6),
        Held::kept("direction of slip turns by", "rad", 0.0, turned, 1e-8).relative_to(1.0),
        Held::new("rolls at the end along x, v − 2/7·v_t", "m/s", expected.x, at_end(full).map(|v| v.x), 1e-6),
        Held::new("rolls at the end along y", "m/s", expected.y, at_end(full).map(|v| v.y), 1e-6).relative_to(speed),
        Held::new("the same without side spin, along x", "m/s", expected.x, at_end(plain).map(|v| v.x), 1e-6),
        Held::new("level cue: leaves its straight way by", "m", 0.0, aside, 1e-12).relative_to(1.0),
    ]
}

pub fn entry(fmu: &Fmu) -> Result<Entry, HostError> {
    let exchanged = runs(fmu, Method::TRUTH)?;
    let numbers = held(&exchanged);
    let (table, ways) = compare(&numbers, &|method| self::numbers(fmu, method));
    let Runs { full, plain, .. } = &exchanged;
    let end = |run: &Run| run.samples.last().map(|last| vector(&last.plant, 0)).unwrap_or_default();
    let apart = end(full) - end(plain);
    let direction = rolling(&first(full));
    let direction = direction / norm(&direction);
    let aside = direction.x * apart.y - direction.y * apart.x;
    let hundredth = |run: &Run| {
        let limit = 1e-2 * norm(&slip(&first(run)));
        run.samples.iter().find(|sample| norm(&slip(sample)) < limit).map_or(f64::NAN, |sample| sample.time)
    };
    let (with, without) = (hundredth(full), hundredth(plain));
    let mut findings = vec![
        judged(
            with > without,
            format!(
                "Side spin bends no way and changes no final velocity; it takes a part of the bound for its moment, \
                 so the ball slides longer: to a hundredth of the first slip {} instead of {} s.",
                digits(with),
                digits(without)
            ),
        ),
        measured(format!(
            "With the cue tilted slip is across the way, and the longer it lasts the farther the ball goes aside: in \
             the end it rolls on a line {} m beside that of the ball without side spin, in the same direction and as \
             fast.",
            digits(aside.abs())
        )),
    ];
    findings.extend(ways);
    Ok(Entry {
        id: "billiard".into(),
        title: "A billiard ball with side spin".into(),
        claim: "A ball that slides and spins about the vertical drags less: while it spins, friction against slip is \
                like a viscous one, v_t·μ·f_n/|V|, and slip dies out but never stops before the spin does. Where the \
                ball goes to in the end does not depend on the friction law."
            .into(),
        reading: format!(
            "Scene billiard: R = {RADIUS} m, μ = {MU}, e_r = {LEVER} m (far more than on a real cloth, so that there \
             is something to be seen), v = 1 m/s along x, 100 rad/s of side spin, 20 rad/s each of back spin and \
             about the way. Closed forms: friction acts at the contact, so the angular momentum about it is kept and \
             with it v − 2/7·v_t; friction is against slip, dv_t/dt = −7/2·(μ·f_n/m)·v_t/|V| and dω_n/dt = \
             −(μ·f_n·e_r/I)·e_r·ω_n/|V|, so the direction of slip stays and v_t/ω_n^ν is kept, ν = 7/2·I/(m·e_r²) = \
             {:.3}.",
            exponent()
        ),
        pictures: vec![
            picture("Ways of the centre, seen from above", &ways_of(&exchanged))?,
            picture("Velocities", &over_time(find("billiard")?, full))?,
        ],
        tables: vec![table],
        findings,
        files: Vec::new(),
    })
}

fn ways_of(Runs { full, plain, level, .. }: &Runs) -> Chart {
    let way = |run: &Run| run.samples.iter().map(|sample| (sample.plant[0], sample.plant[1])).collect();
    Chart {
        title: "Ways of the ball".into(),
        x: Axis::new("x [m]"),
        y: Axis::new("y [m]"),
        curves: vec![
            Curve::new("tilted cue, side spin", way(full)),
            Curve::new("tilted cue, no side spin", way(plain)).stroke(Stroke::Dashed),
            Curve::new("level cue, side spin", way(level)),
        ],
        ..Chart::default()
    }
}
