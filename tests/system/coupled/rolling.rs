//! Rolling resistance of shapes that are curved in two ways (coupling.method = compliant).

use super::SETTINGS;
use super::host::{Host, HostBody};

type V = nalgebra::Vector3<f64>;

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const MU_R: f64 = 0.01;
/// Of Hertz's law [N/m^1.5]
const K: f64 = 1e9;
/// Half the height of the ellipsoid, and its moment about the axis that it rolls about
const R: f64 = 0.05;
const INERTIA: f64 = 0.0025;

/// The couple is μ_r·F_n/(H_i + H_j) with the mean curvatures: of an ellipsoid of half axes R, b, R that rolls about the second one H = ½(1/R + R/b²), the plane 0. So what rolls slows
/// by the couple/R over m + I/R², in every step the same. It was that of 1/R_eff of the normal law, by up to 2.8 times as large.
#[test]
fn rolling_resistance_has_the_arm_of_the_mean_curvatures() {
    for half in [0.03, 0.05, 0.1, 0.2] {
        for h in [1e-3, 1e-2] {
            let text = format!(
                "[unit]\nname = \"Rolling\"\n[bodies.floor]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.body]\nmass = 2\n\
                 shape = {{ ellipsoid = {{ size = [0.1, {}, 0.1] }} }}\n[contacts]\n{SETTINGS}compliance.k = {K:e}\nfriction.mu_S = 0.5\nfriction.mu_C = 0.5\n\
                 friction.mu_r = {MU_R}\n[[contacts.pair]]\nbetween = [\"body\", \"floor\"]\nway = \"point\"\n",
                2.0 * half
            );
            let mut body = HostBody::new("body", MASS, [0.003, INERTIA, 0.003]);
            (body.position, body.velocity, body.omega) =
                (V::new(0.0, 0.0, R), V::new(1.0, 0.0, 0.0), V::new(0.0, 1.0 / R, 0.0));
            let mut host = Host::new(&text, vec![body], [0.0, 0.0, -G]);
            for _ in 0..(0.5 / h) as usize {
                host.step(h);
            }
            let mean_curvature = 0.5 * (1.0 / R + R / (half * half));
            let slowed = MU_R / mean_curvature * MASS * G / R / (MASS + INERTIA / (R * R)) * 0.5;
            let lost = 1.0 - host.bodies[0].velocity.x;
            // it sinks in by (m·g/k)^(2/3) and touches half of that above its lowest point, so that it slips at first; on the rest, the radius is less by as much
            let sinks = (MASS * G / K).powf(2.0 / 3.0) / R;
            let until_it_rolls = 0.5 * sinks * INERTIA / (INERTIA + MASS * R * R);
            assert!((lost - slowed - until_it_rolls).abs() < sinks * slowed, "{half} {h}: {lost} {slowed}");
        }
    }
}
