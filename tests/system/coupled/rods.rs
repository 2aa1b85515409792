//! Rods, round and with caps, across the edges of boxes (coupling.method = timeStepping).

use super::SETTINGS;
use super::host::{Host, HostBody};
use super::rigid::{fastest, rigid};
use nalgebra::UnitQuaternion;

type V = nalgebra::Vector3<f64>;

/// Moments of inertia of the rods across their axes and about them [kg·m²], with 1 kg
const ACROSS: f64 = 8e-3;
const ALONG: f64 = 2e-4;

fn host(bodies: &str, settings: &str, rod: HostBody, gravity: f64) -> Host {
    let text = format!("[unit]\nname = \"Rod\"\n{bodies}[contacts]\n{SETTINGS}{settings}");
    Host::new(&rigid(&text, "mean"), vec![rod], [0.0, 0.0, -gravity])
}

/// A rod that hits an edge without loss or friction s from its middle: the impulse J = 2·m·v/(1 + m·s²/I) along what is square to both. The ends of the line over a
/// face told of gaps beside it, and a capsule went 6 mm into the edge and came back along another normal; a cylinder across the edge of a thin beam overlapped the
/// other side of it by 57 mm, 5 mm before it met the edge, and left with half of its energy.
#[test]
fn rod_that_hits_an_edge_rebounds_across_it() {
    let capsule = (0.02, "capsule = { radius = 0.02, length = 0.3 }");
    let cylinder = (0.015, "cylinder = { radius = 0.015, length = 0.4 }");
    let (thick, thin) = ([0.6, 0.2, 0.2], [0.4, 0.02, 0.03]);
    for ((radius, shape), size, angle, s) in [
        (capsule, thick, 45.0, 0.0),
        (capsule, thick, 45.0, 0.05),
        (capsule, thick, 10.0, -0.1),
        (capsule, thin, 70.0, 0.12),
        (cylinder, thick, 45.0, 0.05),
        (cylinder, thin, 20.0, 0.09),
        (cylinder, thin, 30.0, 0.05),
    ] {
        for h in [1e-4, 1e-3] {
            let angle = f64::to_radians(angle);
            let (sin, cos) = angle.sin_cos();
            let (normal, axis) = (V::new(0.0, cos, sin), V::new(0.0, -sin, cos));
            let mut rod = HostBody::new("rod", 1.0, [ACROSS, ACROSS, ALONG]);
            rod.position = V::new(0.01, 0.5 * size[1], 0.5 * size[2]) + normal * (radius + 0.005) + axis * s;
            rod.turn = UnitQuaternion::from_scaled_axis(V::new(angle, 0.0, 0.0));
            rod.velocity = -normal;
            let bodies = format!(
                "[bodies.box]\nshape = {{ box = {{ size = {size:?} }} }}\n[bodies.rod]\nmass = 1\nshape = {{ {shape} }}\n"
            );
            let mut host = host(&bodies, "compliance.e = 1\nfriction.law = \"none\"\n", rod, 0.0);
            (0..(0.01 / h) as usize).for_each(|_| host.step(h));
            let impulse = 2.0 / (1.0 + s * s / ACROSS);
            let (velocity, omega) = (normal * (impulse - 1.0), V::new(s * impulse / ACROSS, 0.0, 0.0));
            let off =
                (host.bodies[0].velocity - velocity).norm() + (host.bodies[0].omega - omega).norm() * ACROSS.sqrt();
            // the crown of a capsule, R/10⁴ high, leans the normal, and with it the impulse, by 8·s·R/(10⁴·l²): 1.5e-5 m/s, and what turns with it
            let most = if shape == capsule.1 { 2e-5 } else { 1e-12 };
            assert!(off < most, "{shape} on {size:?}, {s} {h}: {off:e} m/s off");
        }
    }
}

/// A rod that lies across the ridge of a box stays there; it sank in by its own thickness.
#[test]
fn rod_rests_across_a_ridge() {
    for h in [1e-3, 5e-3] {
        let mut rod = HostBody::new("rod", 1.0, [0.053, 0.053, ALONG]);
        rod.position.z = 0.1 * f64::sqrt(2.0) + 0.02;
        rod.turn = UnitQuaternion::from_scaled_axis(V::new(-0.5 * std::f64::consts::PI, 0.0, 0.0));
        let bodies = "[bodies.ridge]\nshape = { box = { size = [0.4, 0.2, 0.2] } }\norientation = [0.9238795325112867, 0.3826834323650898, 0, 0]\n\
                      [bodies.rod]\nmass = 1\nshape = { capsule = { radius = 0.02, length = 0.8 } }\n";
        let start = rod.position;
        let mut host = host(bodies, "compliance.e = 0.5\n", rod, 9.81);
        (0..(0.5 / h) as usize).for_each(|_| host.step(h));
        let (moved, fastest) = ((host.bodies[0].position - start).norm(), fastest(&host));
        assert!(moved < 1e-12 && fastest < 1e-12, "{h}: {moved:e} m from where it was, {fastest:e} m/s");
    }
}
