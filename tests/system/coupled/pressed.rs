//! Bodies that something given presses, along a direction in which no load acts (coupling.method = compliant).

use super::super::{get, set};
use super::host::{Host, HostBody};

type V = nalgebra::Vector3<f64>;

const RADIUS: f64 = 0.1;
/// Force of the paddle when it stands [N]
const PRESSES: f64 = 20.0;
/// How fast it stops [m/s²]
const BRAKES: f64 = 2.0;

/// A ball of 1 kg on a floor without friction, before a wall. A paddle brakes, presses it on the wall, and stands from a time within a step on. The force on the wall after 4 s: both
/// contacts are d = (N/k)^(2/3) deep by then, and nothing else is.
fn force_on_the_wall(how: &str, order: &str, k: f64, [h, part]: [f64; 2]) -> f64 {
    let text = format!(
        "[unit]\nname = \"Pressed\"\n[bodies.floor]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.wall]\n\
         shape = {{ plane = {{ normal = [-1, 0, 0], height = -{RADIUS} }} }}\n[bodies.paddle]\nmotion = \"input\"\nposition = [-1, 0, {RADIUS}]\n\
         shape = {{ box = {{ size = [0.02, 0.4, 0.4] }} }}\n[bodies.ball]\nmass = 1\nposition = [0, 0, {RADIUS}]\nshape = {{ sphere = {{ radius = {RADIUS} }} }}\n\
         [contacts]\ncoupling.mode = \"interface\"\ncoupling.order = \"{order}\"\ncoupling.handBack = \"{how}\"\ncompliance.e = 0.5\ncompliance.k = {k:e}\n\
         friction.mu_S = 0.5\nfriction.mu_C = 0.5\n[[contacts.pair]]\nbetween = [\"ball\", \"floor\"]\nfriction.law = \"none\"\n\
         [[contacts.without]]\nbetween = [\"paddle\", \"floor\"]\n[[contacts.without]]\nbetween = [\"paddle\", \"wall\"]\n"
    );
    let depth = (PRESSES / k).powf(2.0 / 3.0);
    let mut ball = HostBody::new("ball", 1.0, [0.4 * RADIUS * RADIUS; 3]);
    ball.position = V::new(0.0, 0.0, RADIUS - (9.81 / k).powf(2.0 / 3.0));
    let mut host = Host::new(&text, vec![ball], [0.0, 0.0, -9.81]);
    // its face is at −R from the ball's centre, which both contacts push by d
    let (stands, stops) = (-RADIUS - 0.01 + 2.0 * depth, 0.1 + part * h);
    for step in 0..(4.0 / h).round() as usize {
        let left = (stops - h * step as f64).max(0.0);
        let is_moving = f64::from(left > 1e-12);
        set(&mut host.system, "paddle.position", &[stands - 0.5 * BRAKES * left * left, 0.0, RADIUS]);
        set(&mut host.system, "paddle.velocity", &[BRAKES * left, 0.0, 0.0]);
        set(&mut host.system, "paddle.freeAcceleration", &[-BRAKES * is_moving, 0.0, 0.0]);
        host.step(h);
    }
    get::<3>(&mut host.system, "wall.force")[0]
}

/// The acceleration that is told at the start of the paddle's last step is over within it, so that the unit has led it beside where it is then. It stayed there for good, as gravity does not act along
/// the normals and any motion counted as an impact: with 20 N by the overlap the wall bore 14.2 N (k = 1e8, 10 ms), none, or 118 N of a paddle that had left the ball (k = 1e9).
#[test]
fn what_a_paddle_that_has_stopped_presses_is_what_it_overlaps() {
    for k in [1e6, 1e8, 1e9] {
        for part in [0.25, 0.5] {
            for (how, order) in [("meanAndSlope", "sequential"), ("mean", "sequential"), ("meanAndSlope", "parallel")] {
                let force = force_on_the_wall(how, order, k, [1e-2, part]);
                // −δ/τ with τ = 0.1 s leaves e⁻³⁰ of what it was beside after 3 s
                assert!((force - PRESSES).abs() < 1e-6 * PRESSES, "{k:e} {part} {how} {order}: {force} N");
            }
        }
    }
}
