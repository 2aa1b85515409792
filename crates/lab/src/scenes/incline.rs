//! A ball on an inclined plane [G04 §4.1, Figs 9 and 10].

use super::scene::{INERTIA, Scene, Setting, Setup, TABLE_II, Value, contact, line, panel};
use crate::plants::{SOLID, Sphere, Vector, vector};
use crate::plot::Panel;
use crate::record;
use crate::simulate::Run;

/// Radius of the ball [m].
pub const RADIUS: f64 = 0.1;
/// Gravity along −Z [m/s²].
const GRAVITY: f64 = 9.81;
/// The horizontal plane is turned by this about +Y [deg].
pub const SLOPE: f64 = 20.0;
/// Coefficient of restitution.
pub const RESTITUTION: f64 = 0.5;
/// Slower slip than this counts as rolling [m/s]: v_eps of the friction law, v_S/100.
pub const ROLLING_LIMIT: f64 = 1e-3;

pub static SCENE: Scene = Scene {
    name: "incline",
    about: "A ball bounces on a plane inclined by 20 degrees and rolls down [G04 Figs 9, 10]",
    until: 2.0,
    step: 1e-4,
    held_step: 2e-5,
    settings: &[
        Setting {
            name: "scene.gap",
            unit: "m",
            start: 0.5,
            range: (0.0, 100.0),
            about: "gap at the start, along the normal",
        },
        Setting {
            name: "scene.speedX",
            unit: "m/s",
            start: -1.0,
            range: (-100.0, 100.0),
            about: "velocity at the start along world x",
        },
        Setting {
            name: "scene.speedY",
            unit: "m/s",
            start: 0.5,
            range: (-100.0, 100.0),
            about: "velocity at the start along world y",
        },
        INERTIA,
    ],
    build,
    panels,
};

fn build(settings: &[f64]) -> Setup {
    let ball = Sphere {
        mass: 2.0,
        radius: RADIUS,
        gyration: settings[3],
        gravity: Vector::new(0.0, 0.0, -GRAVITY),
        position: axes()[2] * (settings[0] + RADIUS),
        velocity: Vector::new(settings[1], settings[2], 0.0),
        angular_velocity: Vector::zeros(),
    };
    let half = SLOPE.to_radians() / 2.0;
    let mut unit = contact(1e6, RESTITUTION, TABLE_II);
    unit.extend([
        ("geometry.pair", Value::Item("spherePlane")),
        ("geometry.radiusI", Value::Number(RADIUS)),
        ("orientationJ[1]", Value::Number(half.cos())),
        ("orientationJ[3]", Value::Number(half.sin())),
    ]);
    Setup { plant: Box::new(ball), unit }
}

/// Axes of the plane in world axes: down the slope, across it, normal.
pub fn axes() -> [Vector; 3] {
    let (sin, cos) = SLOPE.to_radians().sin_cos();
    [Vector::new(cos, 0.0, -sin), Vector::new(0.0, 1.0, 0.0), Vector::new(sin, 0.0, cos)]
}

/// Acceleration of a homogeneous sphere that rolls down:  g·sin 20°/(1 + I/(m·r²)) = 5/7·g·sin 20°  [m/s²].
pub fn rolling_acceleration() -> f64 {
    GRAVITY * SLOPE.to_radians().sin() / (1.0 + SOLID)
}

/// Pure rolling, as far as it was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling {
    /// Since when the slip stays below [`ROLLING_LIMIT`] [s].
    pub since: f64,
    /// Acceleration down the plane in the second half of it [m/s²].
    pub acceleration: f64,
}

/// Pure rolling at the end, if there is any.
pub fn rolling(run: &Run) -> Option<Rolling> {
    let since = record::rolling_since(&run.samples, ROLLING_LIMIT)?;
    let end = run.samples.last()?.time;
    let down = axes()[0];
    let acceleration = record::slope(&run.samples, 0.5 * (since + end), |s| vector(&s.plant, 3).dot(&down))?;
    Some(Rolling { since, acceleration })
}

/// Velocities in the frame of the plane.
fn panels(run: &Run) -> Vec<Panel> {
    let [x, y, n] = axes();
    let series = vec![
        line(run, 5, "v down the plane", |s| vector(&s.plant, 3).dot(&x)),
        line(run, 2, "r·ω down the plane", |s| RADIUS * vector(&s.plant, 6).dot(&y)),
        line(run, 5, "v across", |s| vector(&s.plant, 3).dot(&y)),
        line(run, 2, "r·ω across", |s| -RADIUS * vector(&s.plant, 6).dot(&x)),
        line(run, 2, "v normal", |s| vector(&s.plant, 3).dot(&n)),
    ];
    vec![panel("velocity [m/s]", series)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plants::norm;

    #[test]
    fn the_plane_leans_towards_positive_x() {
        let [x, y, n] = axes();
        assert!(norm(&(x.cross(&y) - n)) < 1e-15, "right-handed");
        assert!(x.z < 0.0, "down the slope");
        assert!((rolling_acceleration() - 2.396_584).abs() < 1e-6);
    }
}
