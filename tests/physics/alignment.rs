//! Faces along random motions through positions in which faces, edges and corners come into line: nothing of their force jumps.

use crate::common::random::Random;
use crate::points::bodies::*;
use asperity::meet::{Place, Way, met};
use asperity::physics::rotation::Rotation;
use asperity::physics::{Inputs, Parameters};
use asperity::shape::Shape;

/// Every kind of face on a plane, and on another one.
fn faces() -> Vec<[Shape<f64>; 2]> {
    let cuboid = Shape::Box { half: V3::new(0.1, 0.07, 0.05) };
    let solids = [cuboid, cone(0.05, 0.05, 0.12), cone(0.06, 0.02, 0.1), convex().0];
    let on_plane = solids.into_iter().chain([ellipsoid([0.1, 0.07, 0.05])]).map(|i| [i, PLANE]);
    on_plane.chain(solids.into_iter().map(|j| [cuboid, j])).chain([[cone(0.05, 0.05, 0.12), convex().0]]).collect()
}

/// V·n, its moment about the origin by 0.1 m, what damping makes of the force, and tilting by 0.1 m and s: the centroid has no place of its own where V
/// vanishes, its moment has.
fn pressed(held: &Held, inputs: &Inputs<f64>) -> [V3; 4] {
    let place = Place { geometry: &held.geometry, solids: Some(&held.pair) };
    let mut region = None;
    let frame = met(&Parameters::default(), place, inputs, None, &mut region);
    let Some(region) = region.filter(|_| frame.penetration > 0.0) else { return [V3::zeros(); 4] };
    let force = frame.normal * region.volume;
    let moment = frame.point.cross(&force) + frame.normal * region.twist;
    [force, moment * 10.0, force * frame.penetration_rate, region.tilting * frame.omega * 10.0]
}

/// Body i where it is 2 mm deep on the line on which it is, by halving; the plane is met along its normal.
fn pressed_in(held: &Held, mut inputs: Inputs<f64>) -> Inputs<f64> {
    let way = match held.pair.solids.j.shape {
        Shape::Plane { normal, .. } => Rotation::of(&inputs.body_j.orientation).of_vector(&normal),
        _ => inputs.body_i.position.normalize(),
    };
    let (mut near, mut far) = (0.0, 0.5);
    for _ in 0..40 {
        let middle = 0.5 * (near + far);
        inputs.body_i.position = way * middle;
        if held.at(&inputs).penetration > 2e-3 { near = middle } else { far = middle }
    }
    inputs
}

/// As `points::forces_and_moments_do_not_jump_along_random_motions`, by the greatest of these numbers where the pair is 2 mm deep.
#[test]
fn nothing_of_faces_jumps_along_random_motions() {
    let motions = motions(150);
    for (seed, pair) in (40..).zip(faces()) {
        let mut random = Random(seed);
        let held = Held::by(Way::Volume, pair);
        let mut worst: (f64, usize) = (0.0, 0);
        for k in 0..motions {
            let position = random.direction();
            let mut inputs = Inputs {
                body_i: random_body(&mut random, position),
                body_j: random_body(&mut random, V3::zeros()),
                ..Inputs::default()
            };
            if k % 2 == 1 {
                inputs.body_i.orientation = aligned(&held, &inputs, k);
                if k % 3 == 1 {
                    // one above the other along an axis
                    let axes = Rotation::of(&inputs.body_j.orientation);
                    let own = Rotation::of(&held.pair.solids.j.orientation);
                    inputs.body_i.position = axes.of_vector(&own.of_vector(&V3::ith(k / 6 % 3, 1.0)));
                }
            }
            let inputs = pressed_in(&held, inputs);
            let size = pressed(&held, &inputs).iter().map(|of| of.norm()).fold(0.0, f64::max);
            let jump = greatest_jump(|by| pressed(&held, &all_moved(&inputs, by)), &mut random) / size;
            worst = if jump > worst.0 { (jump, k) } else { worst };
        }
        if motions > 1000 {
            println!("{pair:?}: {worst:?}");
        }
        assert!(worst.0 < 1e-6, "{pair:?}: {worst:?}");
    }
}
