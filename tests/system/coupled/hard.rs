//! Faces with e near 0, which come back so slowly that another edge strikes before they have (coupling.mode = interface).

use super::super::get;
use super::SETTINGS;
use super::host::{Host, HostBody};
use crate::random::Random;
use nalgebra::{UnitQuaternion, Vector3};

const SHAPES: [&str; 3] = [
    "cone = { radius = 0.08, top_radius = 0.03, length = 0.15 }",
    "cylinder = { radius = 0.08, length = 0.15 }",
    "box = { size = [0.1, 0.08, 0.15] }",
];

/// A body of 2 kg that tumbles onto a plane, and the energy it starts with [J].
fn thrown(seed: u64) -> (Host, f64) {
    let mut random = Random(seed);
    let (e, k_a, shape) = (random.size(1e-3, 0.03), random.size(1e8, 1e10), SHAPES[random.below(3)]);
    let text = format!(
        "[unit]\nname = \"Hard\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n\
         [bodies.body]\nmass = 2\nshape = {{ {shape} }}\n[contacts]\n{SETTINGS}compliance.e = {e}\ncompliance.k_A = {k_a}\n"
    );
    let mut body = HostBody::new("body", 2.0, [0.006, 0.006, 0.005]);
    body.position.z = 0.13;
    body.velocity = Vector3::new(random.signed(), random.signed(), -1.0 - 3.0 * random.share());
    body.omega = Vector3::from_fn(|_, _| 6.0 * random.signed());
    body.turn = UnitQuaternion::from_scaled_axis(Vector3::from_fn(|_, _| 3.0 * random.signed()));
    let mut host = Host::new(&text, vec![body], [0.0, 0.0, -9.81]);
    let start = host.energy();
    (host, start)
}

/// The ledger counts the work of the forces by itself, what is stored and what is dissipated by the laws: a micro-step that passes over a strike misses the energy that is
/// stored in it. The first three of these missed 1.7e-3 to 5e-3 while nothing looked for that; of the 400 from 1000 on 8e-8 at most are left.
#[test]
fn hard_faces_that_are_struck_again_close_their_ledger() {
    for seed in [1052, 1198, 1247].into_iter().chain(1000..1006) {
        let (mut host, start) = thrown(seed);
        (0..150).for_each(|_| host.step(1e-3));
        let [residual] = get(&mut host.system, "energyResidual");
        // as docs/systems.md has it of all scenes
        assert!(residual.abs() < 1e-6 * start, "{seed}: {residual:e} of {start} J");
    }
}
