//! What the ways are tried on: contacts whose motion is known in closed form.

use super::block::Block;
use super::throw::Throw;
use super::way::Bench;
use asperity_lab::HostError;
use asperity_lab::plants::{BlockOnSpring, SOLID, Sphere, Vector, norm, vector};

/// Whose laws the closed form obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Rigid bodies, Coulomb friction, Newton's restitution.
    Rigid,
    /// A contact that yields, and sticks harder than it slides.
    Compliant,
}

/// A contact to try the ways on.
pub struct Trial {
    /// In a few words.
    pub name: &'static str,
    /// What happens.
    pub about: &'static str,
    /// What is measured, and what it is relative to.
    pub measure: &'static str,
    /// Whose laws are right here.
    pub truth: Truth,
    /// The error of one way with one step, relative.
    pub error: fn(&mut Bench) -> Result<f64, HostError>,
}

/// All of them.
pub const TRIALS: [Trial; 8] = [
    Trial {
        name: "sliding until it rolls",
        about: "A sphere is set sliding at 1 m/s, 35 degrees off the x axis; it rolls after 2·v/(7·μ·g) = 0.0728 s.",
        measure: "place after 0.2 s, over the way",
        truth: Truth::Rigid,
        error: slide_and_roll,
    },
    Trial {
        name: "rolling down",
        about: "A sphere rolls down 20 degrees from rest, at 5/7·g·sin 20°.",
        measure: "place after 1 s, over the way",
        truth: Truth::Rigid,
        error: roll_down,
    },
    Trial {
        name: "sliding round a bend to rest",
        about: "A block is set sliding at 1 m/s across a slope of 15 degrees; gravity bends its path, then it stops \
                and stays.",
        measure: "place 1.5 s after the start, over the distance from the start",
        truth: Truth::Rigid,
        error: thrown_across,
    },
    Trial {
        name: "resting on a slope",
        about: "A block is set down on a slope of 15 degrees; tan 15° is less than μ, so that it stays.",
        measure: "way in 2 s, over the way without friction",
        truth: Truth::Rigid,
        error: rest_on_slope,
    },
    Trial {
        name: "glancing impact",
        about: "A sphere without spin strikes a plane at 1 m/s along the normal and 4 m/s across, at eight moments \
                inside a step; it slides throughout: v_t falls by μ·(1 + e)·v_n.",
        measure: "velocity after the impact, root mean square, over the speed before it",
        truth: Truth::Rigid,
        error: glance,
    },
    Trial {
        name: "bouncing to rest",
        about: "A ball falls 0.5 m; e = 0.5, so that it rests after 0.958 s.",
        measure: "height over 1.2 s, root mean square, over the height of the fall",
        truth: Truth::Rigid,
        error: bounce,
    },
    Trial {
        name: "depth at rest",
        about: "A block of 2 kg falls 0.1 m onto soft ground, k = 1e4 N/m^1.5; it comes to rest (m·g/k)^⅔ = 15.7 mm deep.",
        measure: "depth after 3 s, over what it should be",
        truth: Truth::Compliant,
        error: depth_at_rest,
    },
    Trial {
        name: "breaking loose",
        about: "A block on a spring, pressed on with 10 N, μ_S = 0.15 and μ_C = 0.1, is carried along by a plate at \
                0.15 m/s until the spring pulls with μ_S·f_n = 1.5 \
                N; then friction drops to μ_C·f_n = 1 N, and the block swings past to 1 N + √((0.5 N)² + \
                k·m·(0.15 m/s)²) = 1.543 N.",
        measure: "greatest pull of the spring within 6 s, over what it should be",
        truth: Truth::Compliant,
        error: break_loose,
    },
];

/// Gravity [m/s²].
const GRAVITY: f64 = 9.81;
/// Mass of sphere and block [kg].
const MASS: f64 = 1.0;
/// Radius of the sphere [m].
const RADIUS: f64 = 0.1;
/// Coefficient of friction, mu_S = mu_C.
pub const MU: f64 = 0.4;
/// Coefficient of restitution.
pub const RESTITUTION: f64 = 0.5;
/// Stiffness of what is to be as good as rigid [N/m^1.5]: a contact time of 0.8 ms at 1 m/s.
pub const STIFFNESS: f64 = 1e9;
/// Directions lie off the axes of box and polygons by this [deg].
const AZIMUTH: f64 = 35.0;
/// Moments of an impact inside a step.
const PHASES: u32 = 8;

/// Depth at rest  (m·g·cos α/k)^⅔  for the compliant way, none for the others [m].
fn depth(bench: &Bench, stiffness: f64, normal_force: f64) -> f64 {
    if bench.is_rigid() { 0.0 } else { (normal_force / stiffness).powf(2.0 / 3.0) }
}

/// A direction in the horizontal plane.
fn heading() -> Vector {
    let (sin, cos) = AZIMUTH.to_radians().sin_cos();
    Vector::new(cos, sin, 0.0)
}

/// A plane that leans by `slope` [rad]: down it, across it, normal.
fn plane(slope: f64) -> [Vector; 3] {
    let (sin, cos) = slope.sin_cos();
    let (down, up) = (heading(), Vector::new(0.0, 0.0, 1.0));
    [down * cos - up * sin, up.cross(&down), down * sin + up * cos]
}

/// What every trial sets. `base` is what touches the plane below the origin of body i's frame [m].
fn settings(normal: &Vector, stiffness: f64, base: f64) -> Vec<(&'static str, String)> {
    let number = |value: f64| format!("{value:e}");
    let mut settings: Vec<(&str, String)> = vec![("geometry.pair", "spherePlane".into())];
    let numbers = [
        ("geometry.radiusI", RADIUS),
        ("geometry.heightJ", base - RADIUS),
        ("geometry.normalJ[1]", normal.x),
        ("geometry.normalJ[2]", normal.y),
        ("geometry.normalJ[3]", normal.z),
        ("compliance.k", stiffness),
        ("compliance.e", RESTITUTION),
        ("friction.mu_S", MU),
        ("friction.mu_C", MU),
        ("friction.sigma_0", 1e6),
        ("friction.sigma_1", 1e3),
        ("friction.v_S", 1e-3),
    ];
    settings.extend(numbers.map(|(name, value)| (name, number(value))));
    settings
}

fn sphere(position: Vector, velocity: Vector, gravity: f64) -> Sphere {
    Sphere {
        mass: MASS,
        radius: RADIUS,
        gyration: SOLID,
        gravity: Vector::new(0.0, 0.0, -gravity),
        position,
        velocity,
        angular_velocity: Vector::zeros(),
    }
}

fn slide_and_roll(bench: &mut Bench) -> Result<f64, HostError> {
    let (speed, until) = (1.0, 0.2);
    let up = Vector::new(0.0, 0.0, 1.0);
    let start = up * (RADIUS - depth(bench, STIFFNESS, MASS * GRAVITY));
    let plant = sphere(start, heading() * speed, GRAVITY);
    let (mut place, mut end) = (Vector::zeros(), 0.0);
    bench
        .run(&plant, &settings(&up, STIFFNESS, RADIUS), until, |time, state| (place, end) = (vector(state, 0), time))?;
    let rolls = 2.0 * speed / (7.0 * MU * GRAVITY);
    let way = rolls * (speed - 0.5 * MU * GRAVITY * rolls) + (end - rolls) * 5.0 / 7.0 * speed;
    let off = place - start - heading() * way;
    Ok(norm(&(off - up * off.dot(&up))) / way)
}

fn roll_down(bench: &mut Bench) -> Result<f64, HostError> {
    let (slope, until) = (20_f64.to_radians(), 1.0);
    let [down, _, normal] = plane(slope);
    let start = normal * (RADIUS - depth(bench, STIFFNESS, MASS * GRAVITY * slope.cos()));
    let plant = sphere(start, Vector::zeros(), GRAVITY);
    let (mut place, mut end) = (Vector::zeros(), 0.0);
    let settings = settings(&normal, STIFFNESS, RADIUS);
    bench.run(&plant, &settings, until, |time, state| (place, end) = (vector(state, 0), time))?;
    let way = 0.5 * 5.0 / 7.0 * GRAVITY * slope.sin() * end * end;
    let off = place - start - down * way;
    Ok(norm(&(off - normal * off.dot(&normal))) / way)
}

fn thrown_across(bench: &mut Bench) -> Result<f64, HostError> {
    let throw = Throw { gravity: GRAVITY, slope: 15_f64.to_radians(), mu: MU, speed: 1.0 };
    let [down, across, normal] = plane(throw.slope);
    let start = normal * -depth(bench, STIFFNESS, MASS * GRAVITY * throw.slope.cos());
    let gravity = Vector::new(0.0, 0.0, -GRAVITY);
    let plant = Block { mass: MASS, gravity, position: start, velocity: across * throw.speed };
    let mut place = Vector::zeros();
    bench.run(&plant, &settings(&normal, STIFFNESS, 0.0), 1.5, |_, state| place = vector(state, 0))?;
    let [far_down, far_across] = throw.stop();
    let (way, off) = (down * far_down + across * far_across, place - start);
    let off = off - way;
    Ok(norm(&(off - normal * off.dot(&normal))) / norm(&way))
}

fn rest_on_slope(bench: &mut Bench) -> Result<f64, HostError> {
    let slope = 15_f64.to_radians();
    let [_, _, normal] = plane(slope);
    let start = normal * -depth(bench, STIFFNESS, MASS * GRAVITY * slope.cos());
    let gravity = Vector::new(0.0, 0.0, -GRAVITY);
    let plant = Block { mass: MASS, gravity, position: start, velocity: Vector::zeros() };
    let (mut place, mut end) = (Vector::zeros(), 0.0);
    let settings = settings(&normal, STIFFNESS, 0.0);
    bench.run(&plant, &settings, 2.0, |time, state| (place, end) = (vector(state, 0), time))?;
    Ok(norm(&(place - start)) / (0.5 * GRAVITY * slope.sin() * end * end))
}

fn glance(bench: &mut Bench) -> Result<f64, HostError> {
    let (fast, slow) = (4.0, 1.0);
    let up = Vector::new(0.0, 0.0, 1.0);
    let expected = heading() * (fast - MU * (1.0 + RESTITUTION) * slow) + up * RESTITUTION * slow;
    let mut sum = 0.0;
    for phase in 0..PHASES {
        let gap = slow * bench.step * (f64::from(phase) + 0.5) / f64::from(PHASES);
        let plant = sphere(up * (RADIUS + gap), heading() * fast - up * slow, 0.0);
        let mut velocity = Vector::zeros();
        let until = 5e-3_f64.max(4.0 * bench.step);
        bench.run(&plant, &settings(&up, STIFFNESS, RADIUS), until, |_, state| velocity = vector(state, 7))?;
        let off = velocity - expected;
        sum += off.dot(&off) / f64::from(PHASES);
    }
    Ok(sum.sqrt() / fast.hypot(slow))
}

/// Height of a ball that falls from `height` [m], over time [s], by Newton's restitution alone.
pub fn bouncing(height: f64, time: f64) -> f64 {
    let mut speed = (2.0 * GRAVITY * height).sqrt();
    let mut since = time - speed / GRAVITY;
    if since < 0.0 {
        return height - 0.5 * GRAVITY * time * time;
    }
    while speed > 1e-9 {
        speed *= RESTITUTION;
        let flight = 2.0 * speed / GRAVITY;
        if since < flight {
            return since * (speed - 0.5 * GRAVITY * since);
        }
        since -= flight;
    }
    0.0
}

fn bounce(bench: &mut Bench) -> Result<f64, HostError> {
    let (height, until) = (0.5, 1.2);
    let up = Vector::new(0.0, 0.0, 1.0);
    let plant = sphere(up * (RADIUS + height), Vector::zeros(), GRAVITY);
    let (mut sum, mut count) = (0.0, 0.0);
    bench.run(&plant, &settings(&up, STIFFNESS, RADIUS), until, |time, state| {
        sum += (state[2] - RADIUS - bouncing(height, time)).powi(2);
        count += 1.0;
    })?;
    Ok(f64::sqrt(sum / count) / height)
}

fn depth_at_rest(bench: &mut Bench) -> Result<f64, HostError> {
    let (stiffness, mass) = (1e4, 2.0);
    let up = Vector::new(0.0, 0.0, 1.0);
    let expected = (mass * GRAVITY / stiffness).powf(2.0 / 3.0);
    let plant = Block { mass, gravity: up * -GRAVITY, position: up * 0.1, velocity: Vector::zeros() };
    let mut height = 0.0;
    bench.run(&plant, &settings(&up, stiffness, 0.0), 3.0, |_, state| height = state[2])?;
    Ok((height + expected).abs() / expected)
}

/// Speed of the plate [m/s], force that presses the block on it [N], and μ_S, μ_C between them.
const PLATE: f64 = 0.15;
const LOAD: f64 = 10.0;
const PAIR: [f64; 2] = [0.15, 0.1];

/// The block on its spring, and what the unit is set to.
fn apparatus(bench: &Bench) -> (BlockOnSpring, Vec<(&'static str, String)>) {
    let plate = heading() * PLATE;
    let stiffness = 1e6;
    let mut settings: Vec<(&str, String)> = vec![("geometry.pair", "external".into())];
    let numbers = [
        ("penetration", depth(bench, stiffness, LOAD)),
        ("compliance.k", stiffness),
        ("s_dw", 1.0),
        ("friction.mu_S", PAIR[0]),
        ("friction.mu_C", PAIR[1]),
        ("friction.v_S", 1e-3),
        ("friction.tau_dw", 2.0),
    ];
    settings.extend(numbers.map(|(name, value)| (name, format!("{value:e}"))));
    (BlockOnSpring { mass: 1.0, spring: 2.0, gravity: LOAD, plate: [plate.x, plate.y] }, settings)
}

fn break_loose(bench: &mut Bench) -> Result<f64, HostError> {
    let (plant, settings) = apparatus(bench);
    let mut greatest = 0.0_f64;
    bench.run(&plant, &settings, 6.0, |_, state| greatest = greatest.max(plant.spring * state[0].hypot(state[1])))?;
    // after the break it swings about the place where the spring pulls with mu_C·f_n
    let [stiction, sliding] = PAIR.map(|mu| mu * LOAD);
    let expected = sliding + (stiction - sliding).hypot(PLATE * (plant.spring * plant.mass).sqrt());
    Ok((greatest / expected - 1.0).abs())
}

/// The same block: greatest mean of the friction over a step, over μ_C·f_n.
pub fn strongest_friction(bench: &mut Bench) -> Result<f64, HostError> {
    let (plant, settings) = apparatus(bench);
    let (mut greatest, mut last) = (0.0_f64, None);
    bench.run(&plant, &settings, 6.0, |time, state| {
        let now = [state[0], state[1], state[2], state[3]];
        if let Some((before, then)) = last.replace((time, now)) {
            let force = |axis: usize| {
                let spring = 0.5 * plant.spring * (now[axis] + then[axis]);
                plant.mass * (now[2 + axis] - then[2 + axis]) / (time - before) + spring
            };
            greatest = greatest.max(force(0).hypot(force(1)));
        }
    })?;
    Ok(greatest / (PAIR[1] * LOAD))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// t_rest = √(2h/g)·(1 + e)/(1 − e); the n-th flight rises to h·e^{2n}, half-way through.
    #[test]
    fn the_ball_bounces_as_the_geometric_series_says() {
        let fall = (2.0 * 0.5 / GRAVITY).sqrt();
        assert!((bouncing(0.5, 0.5 * fall) - 0.375).abs() < 1e-15);
        assert!((bouncing(0.5, fall * 1.5) - 0.125).abs() < 1e-15);
        assert!((bouncing(0.5, fall * 2.25) - 0.5 / 16.0).abs() < 1e-15);
        let rest = 3.0 * fall;
        assert!((rest - 0.957_826_285).abs() < 1e-9);
        assert!(bouncing(0.5, rest - 1e-3) > 0.0);
        assert_eq!(bouncing(0.5, rest + 1e-9), 0.0);
    }

    #[test]
    fn the_plane_is_right_handed_and_leans_downwards() {
        let [down, across, normal] = plane(0.3);
        assert!(norm(&(normal.cross(&down) - across)) < 1e-15);
        assert!(down.z < 0.0 && across.z == 0.0);
        assert!((normal.z - 0.3_f64.cos()).abs() < 1e-15 && down.dot(&normal).abs() < 1e-15);
    }
}
