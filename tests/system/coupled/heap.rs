//! Balls that fall on each other in a box: no step of rigid contacts is cut.

use super::super::integer;
use super::host::{Host, HostBody};
use super::rigid::{fastest, rigid};
use nalgebra::Vector3;

type V = Vector3<f64>;

const RADIUS: f64 = 0.02;
/// In layers of four, off centre
const PLACES: [[f64; 3]; 8] = [
    [-0.021, -0.022, 0.025],
    [0.022, -0.021, 0.025],
    [-0.022, 0.021, 0.025],
    [0.021, 0.022, 0.025],
    [-0.018, -0.020, 0.070],
    [0.024, -0.017, 0.070],
    [-0.020, 0.023, 0.070],
    [0.019, 0.020, 0.070],
];

/// Impacts at any time on balls that others hold, some of them at several contacts; turned normals alone would ask for parts.
#[test]
fn steps_of_a_heap_of_balls_are_not_cut() {
    let (mut text, mut bodies) = (String::new(), vec![]);
    for (k, [x, y, z]) in PLACES.into_iter().enumerate() {
        let name = ["a", "b", "c", "d", "e", "f", "g", "h"][k];
        text += &format!(
            "[bodies.{name}]\nmass = 0.03\nposition = [{x}, {y}, {z}]\nshape = {{ sphere = {{ radius = {RADIUS} }} }}\n"
        );
        let mut body = HostBody::new(name, 0.03, [0.4 * 0.03 * RADIUS * RADIUS; 3]);
        body.position = V::new(x, y, z);
        bodies.push(body);
    }
    let text = format!(
        "[unit]\nname = \"Heap\"\n[bodies.room]\nshape = [ {{ name = \"floor\", plane = {{ normal = [0, 0, 1] }} }}, \
         {{ name = \"left\", plane = {{ normal = [1, 0, 0] }}, position = [-0.046, 0, 0] }}, \
         {{ name = \"right\", plane = {{ normal = [-1, 0, 0] }}, position = [0.046, 0, 0] }}, \
         {{ name = \"near\", plane = {{ normal = [0, 1, 0] }}, position = [0, -0.046, 0] }}, \
         {{ name = \"far\", plane = {{ normal = [0, -1, 0] }}, position = [0, 0.046, 0] }} ]\n{text}[contacts]\n{}compliance.e = 0.3\n\
         friction.mu_S = 0.5\nfriction.mu_C = 0.4\n",
        super::SETTINGS
    );
    let mut host = Host::new(&rigid(&text, "meanAndSlope"), bodies, [0.0, 0.0, -9.81]);
    let (start, mut before, mut most) = (host.energy(), host.energy(), 0);
    for _ in 0..400 {
        host.step(1e-3);
        most = most.max(integer(&mut host.system, "microSteps"));
        let now = host.energy();
        assert!(now < before + 1e-5 * start, "{before} {now}");
        before = now;
    }
    assert_eq!(most, 1, "parts");
    assert!(host.log.iter().all(|line| !line.contains("not solved")), "{:?}", host.log);
    // none is above one that stands right on top of another
    let lies = host.bodies.iter().all(|body| body.position.z < 3.1 * RADIUS);
    assert!(fastest(&host) < 2.0 && lies, "{} {:?}", fastest(&host), host.bodies);
}
