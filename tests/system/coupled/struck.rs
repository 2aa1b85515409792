//! Bodies that turn while they are struck, in steps of interface coupling that end within the impact (coupling.method = compliant).

use super::SETTINGS;
use super::host::{Host, HostBody};
use nalgebra::{Quaternion, UnitQuaternion};

type V = nalgebra::Vector3<f64>;

/// A plate of 1 kg without gravity and friction that flies towards a floor at 2 m/s and turns, e = 1.
fn plate(turn: [f64; 4], omega: [f64; 3]) -> Host {
    let text = format!(
        "[unit]\nname = \"Plate\"\n[bodies.floor]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.plate]\nmass = 1\n\
         shape = {{ box = {{ size = [0.2, 0.14, 0.04] }} }}\n[contacts]\n{SETTINGS}compliance.k_A = 1e9\ncompliance.e = 1\nfriction.mu_S = 0\n\
         friction.mu_C = 0\n"
    );
    let sides: [f64; 3] = [0.2, 0.14, 0.04];
    let about = |i: usize, j: usize| (sides[i] * sides[i] + sides[j] * sides[j]) / 12.0;
    let mut body = HostBody::new("plate", 1.0, [about(1, 2), about(0, 2), about(0, 1)]);
    (body.position, body.velocity, body.omega) = (V::new(0.0, 0.0, 0.15), V::new(0.0, 0.0, -2.0), V::from(omega));
    body.turn = UnitQuaternion::from_quaternion(Quaternion::from(nalgebra::Vector4::from(turn)));
    Host::new(&text, vec![body], [0.0; 3])
}

/// How much of its energy a plate has gained or lost at most after 0.12 s of 5 ms [1].
fn missed(mut host: Host, parts: usize) -> f64 {
    host.parts = parts;
    let start = host.energy();
    let mut worst = 0.0_f64;
    for _ in 0..24 {
        host.step(5e-3);
        worst = worst.max((host.energy() / start - 1.0).abs());
    }
    worst
}

/// The plates are struck up to three times, turn by up to 0.2 rad in a step then, and many of their steps end within an impact: where that happens, what is stored in
/// the contact is as right as the pose. Force and torque that are handed back lead a rigid body there; an importer that takes the step as one of its own, of fourth
/// order, ends 1e-4 to 1e-3 rad aside.
#[test]
fn plates_keep_their_energy_as_well_as_the_importer_turns_them() {
    let (mut fine, mut coarse) = (0.0_f64, 0.0_f64);
    for k in 0..12 {
        let of = |factor: f64, shift: f64| (factor * f64::from(k) + shift).sin();
        let plate = || {
            plate(
                [of(1.0, 0.3), of(2.3, 1.0), of(3.1, 2.0), of(4.7, 0.5)],
                [3.0 * of(1.7, 0.0), 3.0 * of(2.9, 1.0), 2.0 * of(0.7, 2.0)],
            )
        };
        fine = fine.max(missed(plate(), 32));
        coarse = coarse.max(missed(plate(), 1));
    }
    // 1e-6, as docs/systems.md promises of a box in a room
    assert!(fine < 1e-6, "{fine:e}");
    assert!(coarse > 1e-3, "{coarse:e}");
}
