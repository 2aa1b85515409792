//! Both caps of a capsule over another solid, beside the point that is nearest: a capsule that lies on a face, or along another one, stands on them.

use crate::meet::ball_solid;
use crate::meet::candidates::candidate::{BEYOND, Candidate};
use crate::meet::parameters::Solids;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Inputs, Vector3};
use crate::shape::convex::Convex;
use crate::shape::{Capsule, Placed, Pose, Shape};

/// The caps of the capsule of body i, of a capsule of body j too, and `nearest` unless it is one of them. Without the crown, on which rigid bodies would
/// rock. `convex`: the faces of a convex body j
pub fn of_caps(
    Solids { i, j }: &Solids,
    convex: Option<Convex>,
    inputs: &Inputs<f64>,
    nearest: Candidate,
    near: &mut dyn FnMut(Candidate),
) {
    let exchanged = Inputs { body_i: inputs.body_j, body_j: inputs.body_i, ..*inputs };
    let sides = [(i, j, convex, inputs, 1.0), (j, i, None, &exchanged, -1.0)];
    let crowns = |at: &Vector3<f64>| crown_at(i, &inputs.body_i, at) + crown_at(j, &inputs.body_j, at);
    let mut add = |candidate: Candidate| near(Candidate { gap: candidate.gap + crowns(&candidate.point), ..candidate });
    let (mut is_new, mut feature) = (true, nearest.feature);
    for (own, other, convex, inputs, sign) in sides {
        let Shape::Capsule(capsule) = own.shape else { continue };
        let slack = BEYOND * (capsule.radius + capsule.length);
        for cap in caps(own, &capsule) {
            let (Surface { point, normal, penetration, .. }, _) = ball_solid::surface(&cap, other, convex, inputs);
            feature += 1;
            let away = point - nearest.point;
            is_new &= away.dot(&away) > slack * slack;
            add(Candidate { feature, turns_with: None, point, normal: normal * sign, gap: -penetration });
        }
    }
    if is_new {
        add(nearest);
    }
}

/// The balls at the ends of a capsule, on its body.
fn caps(on: &Placed<f64>, capsule: &Capsule<f64>) -> [Placed<f64>; 2] {
    let turn = Rotation::of(&on.orientation);
    let shape = Shape::Sphere { radius: capsule.radius, hollow: false };
    capsule.ends().map(|end| Placed { shape, center: on.center + turn.of_vector(&end), ..*on })
}

/// Height of the crown of a shape where it is touched [m]: 0 but on the side of a capsule.
fn crown_at(on: &Placed<f64>, body: &Body<f64>, point: &Vector3<f64>) -> f64 {
    let Shape::Capsule(capsule) = on.shape else { return 0.0 };
    let half = 0.5 * capsule.length;
    let place = Pose::of(on, body).place_in_shape(point)[2].clamp(-half, half);
    capsule.radius_at(place) - capsule.radius
}
