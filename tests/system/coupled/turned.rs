//! Impacts of convex bodies in scenes that are turned, so that no number of them is round.

use super::SETTINGS;
use super::host::{Host, HostBody};
use crate::random::Random;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

const HALF: f64 = 0.1;

/// Two free cubes of 1 kg and 0.2 m.
fn two_cubes(method: &str) -> String {
    let body = |name: &str| {
        format!(
            "[bodies.{name}]\nmass = 1.0\ninertia = [0.0067, 0.0067, 0.0067, 0, 0, 0]\n\
             shape = {{ box = {{ size = [0.2, 0.2, 0.2] }} }}\n"
        )
    };
    let contacts = "compliance.k_A = 1e9\ncompliance.e = 0.5\nfriction.mu_S = 0\nfriction.mu_C = 0\n";
    format!(
        "[unit]\nname = \"Cubes\"\n{}{}[contacts]\n{SETTINGS}coupling.method = \"{method}\"\n{contacts}",
        body("left"),
        body("right")
    )
}

/// What of a cube looks along x, and how far it reaches.
fn looking(at: Vector3<f64>, along: Vector3<f64>) -> (UnitQuaternion<f64>, f64) {
    // the other way round there is more than one
    let about_z = UnitQuaternion::from_scaled_axis(Vector3::z() * PI);
    (UnitQuaternion::rotation_between(&at, &along).unwrap_or(about_z), HALF * at.norm())
}

/// Straight and central, so that they part with e and do not turn, by whichever rounding the pose of the onset has. Seen: e off by 5.3e-5; with four contacts it may be
/// by 1e-4 (`box_dropped_flat_on_four_corners_rebounds_with_e`).
#[test]
fn cubes_part_with_e_however_the_scene_is_turned() {
    let (face, edge, corner) = (Vector3::x(), Vector3::new(1.0, 1.0, 0.0), Vector3::new(1.0, 1.0, 1.0));
    let mut random = Random(7);
    let (mut worst, mut gained, mut spun) = (0.0f64, 0.0f64, 0.0f64);
    for (left, right, twist) in [(face, face, FRAC_PI_4), (edge, edge, FRAC_PI_2), (corner, face, 0.4)] {
        for _ in 0..12 {
            let turn = UnitQuaternion::from_scaled_axis(random.direction() * random.within(0.2, 3.0));
            let x = turn * Vector3::x();
            let mut bodies = [("left", left, 1.0), ("right", right, -1.0)].map(|(name, at, side)| {
                let (own, reach) = looking(at, Vector3::x() * side);
                let mut body = HostBody::new(name, 1.0, [0.0067; 3]);
                let about = UnitQuaternion::from_scaled_axis(Vector3::x() * if side > 0.0 { twist } else { 0.0 });
                body.turn = turn * about * own;
                body.position = -x * (side * (reach + random.within(1e-4, 1e-3)));
                body.velocity = x * (0.5 * side);
                body
            });
            bodies.iter_mut().for_each(|body| body.position += Vector3::new(0.3, -0.2, 0.7));
            let mut host = Host::new(&two_cubes("compliant"), bodies.to_vec(), [0.0; 3]);
            let before = host.energy();
            for _ in 0..60 {
                host.step(1e-3);
                gained = gained.max(host.energy() - before);
            }
            let apart = x.dot(&(host.bodies[1].velocity - host.bodies[0].velocity));
            worst = worst.max((apart - 0.5).abs());
            spun = host.bodies.iter().map(|body| body.omega.norm()).fold(spun, f64::max);
        }
    }
    assert!(worst < 2e-4, "{worst:e}");
    assert!(gained < 1e-12, "{gained:e} J of 0.25 J");
    // by rounding in the arms of some 1e3 N, for 1 ms; faces are twisted by half of what they look alike after, so that nothing twists them
    assert!(spun < 1e-9, "{spun:e} rad/s");
}

/// Places of a plate and of a box that lies on it without a gap and slides with 1.04 m/s, and gravity, in a scene that is turned.
struct Lying {
    plate: ([f64; 3], [f64; 4]),
    cuboid: ([f64; 3], [f64; 4]),
    velocity: [f64; 3],
    gravity: [f64; 3],
}

/// One of a thousand in which the area of what overlaps by rounding, V²/2U, asked for 8e7 micro-steps.
const SLIVER: Lying = Lying {
    plate: (
        [-0.09932423980026922, -0.002757515769006534, -0.011273486367681412],
        [0.568967550598685, -0.4446352448107337, 0.4959153831387889, -0.4823311706744029],
    ),
    cuboid: (
        [0.024831059950067305, 0.0006893789422516335, 0.002818371591920353],
        [0.6706103686220621, -0.30812118258371335, 0.5905030948308458, -0.3265718379392033],
    ),
    velocity: [0.0084275631091838, -1.0288140878522116, 0.1773994047815916],
    gravity: [-9.743707924406412, -0.2705122969395406, -1.105929012669547],
};

impl Lying {
    fn turned(by: &UnitQuaternion<f64>) -> Self {
        let place = |z: f64, about_z: f64| {
            let turn = by * UnitQuaternion::from_scaled_axis(Vector3::z() * about_z);
            ((by * Vector3::new(0.0, 0.0, z)).into(), [turn.w, turn.i, turn.j, turn.k])
        };
        let [velocity, gravity] = [[1.0, 0.3, 0.0], [0.0, 0.0, -9.81]].map(|of| (by * Vector3::from(of)).into());
        Lying { plate: place(-0.1, 0.6), cuboid: place(0.025, 1.1), velocity, gravity }
    }

    /// Micro-steps of the step of 1 ms in which it begins to press, and the speed after 20 ms.
    fn goes_on(&self) -> (u64, f64) {
        let (at, turn) = &self.plate;
        let text = format!(
            "[unit]\nname = \"Lying\"\n[bodies.plate]\nposition = {at:?}\norientation = {turn:?}\n\
             shape = {{ box = {{ size = [3, 3, 0.2] }} }}\n\
             [bodies.box]\nmass = 1.0\nshape = {{ box = {{ size = [0.1, 0.1, 0.05] }} }}\n[contacts]\n{SETTINGS}"
        );
        let mut body = HostBody::new("box", 1.0, [0.0125 / 12.0, 0.0125 / 12.0, 0.02 / 12.0]);
        let (at, [w, i, j, k]) = self.cuboid;
        (body.position, body.velocity) = (at.into(), self.velocity.into());
        body.turn = UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
        let mut host = Host::new(&text, vec![body], self.gravity);
        host.step(1e-3);
        let taken = host.micro_steps;
        (1..20).for_each(|_| host.step(1e-3));
        (taken, host.bodies[0].velocity.norm())
    }
}

/// What only just touches overlaps by rounding, from whose V and U no area follows: a step of 1 ms was refused. Seen: 83 to 186 micro-steps.
#[test]
fn box_set_on_another_goes_on_the_same_however_the_scene_is_turned() {
    let mut random = Random(11);
    let (taken, speed) = Lying::turned(&UnitQuaternion::identity()).goes_on();
    let turned =
        (0..24).map(|_| Lying::turned(&UnitQuaternion::from_scaled_axis(random.direction() * random.within(0.2, 3.0))));
    for (at, scene) in [SLIVER].into_iter().chain(turned).enumerate() {
        let (here, found) = scene.goes_on();
        println!("{at}: {here} micro-steps for {taken}, {:e} m/s off", found - speed);
        assert!(here < 3 * taken, "{at}: {here} micro-steps for {taken}");
        assert!((found - speed).abs() < 1e-6, "{at}: {found} m/s for {speed}");
    }
}
