//! Both caps of a capsule over another solid, beside the point that is nearest: a capsule that lies on a face, or along another one, stands on them.

use crate::meet::ball_solid;
use crate::meet::candidates::candidate::{BEYOND, Candidate, Turning};
use crate::meet::parameters::Solids;
use crate::physics::kinematics::Surface;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Inputs, Vector3};
use crate::shape::convex::Convex;
use crate::shape::{Placed, Pose, Shape};

/// The caps of the capsule of body i, of a capsule of body j too; over the edges of a face of a box the ends of what is over the face; and `nearest` where it is
/// nearer than those of each capsule say, as on an edge. Without the crown, on which rigid bodies would rock. `convex`: the faces of a convex body j
pub fn of_caps(
    Solids { i, j }: &Solids,
    convex: Option<Convex>,
    inputs: &Inputs<f64>,
    nearest: Candidate,
    near: &mut dyn FnMut(Candidate),
) {
    let exchanged = Inputs { body_i: inputs.body_j, body_j: inputs.body_i, ..*inputs };
    let (Shape::Capsule(capsule), bodies) = (i.shape, [&inputs.body_i, &inputs.body_j]) else { return near(nearest) };
    let crowns = |at: &Vector3<f64>| [crown_at(i, bodies[0], at), crown_at(j, bodies[1], at)];
    let nearest = Candidate { gap: nearest.gap + crowns(&nearest.points[0]).iter().sum::<f64>(), ..nearest };
    // balls have no crown themselves
    let ball = |feature: usize, of_i: bool, place: f64| {
        let (own, other, convex, inputs, sign) =
            if of_i { (i, j, convex, inputs, 1.0) } else { (j, i, None, &exchanged, -1.0) };
        let (surface, _) = ball_solid::surface(&ball_at(own, place), other, convex, inputs);
        let Surface { point, normal, penetration, .. } = surface;
        let gap = crowns(&point)[usize::from(of_i)] - penetration;
        Candidate { feature, corner: feature, turning: Turning::Round, points: [point; 2], normal: normal * sign, gap }
    };
    let half = 0.5 * capsule.length;
    let slack = BEYOND * (capsule.radius + capsule.length);
    let pose = Pose::of(i, bodies[0]);
    let over = match j.shape {
        Shape::Box { half: edges } => over_face(&pose, half, &Pose::of(j, bodies[1]), &edges, &nearest.normal),
        _ => [-half, half],
    };
    // gaps along the line, as the face has them
    let mut gaps = [0.0; 2];
    for (end, cap) in [-half, half].into_iter().enumerate() {
        let found = ball(1 + end, true, cap);
        gaps[end] = found.gap;
        near(found);
        if (over[end] - cap).abs() > slack {
            let found = ball(3 + end, true, over[end]);
            gaps[end] = found.gap;
            near(found);
        }
    }
    let below = |line: [f64; 2], gaps: [f64; 2], place: f64| {
        let [from, to] = line;
        // beside the face the line goes on over its edge, and gaps do not
        let part = if to > from { ((place - from) / (to - from)).clamp(0.0, 1.0) } else { 0.5 };
        nearest.gap < gaps[0] + (gaps[1] - gaps[0]) * part - slack
    };
    let place = |pose: &Pose<f64>, half: f64| pose.place_in_shape(&nearest.points[0])[2].clamp(-half, half);
    let mut is_nearest = below(over, gaps, place(&pose, half));
    if let Shape::Capsule(other) = j.shape {
        let half = 0.5 * other.length;
        for (end, cap) in [-half, half].into_iter().enumerate() {
            let found = ball(3 + end, false, cap);
            gaps[end] = found.gap;
            near(found);
        }
        is_nearest &= below([-half, half], gaps, place(&Pose::of(j, bodies[1]), half));
    }
    if is_nearest {
        near(nearest);
    }
}

/// The part of the line of a capsule, by its `half`, that is over that face of a box which a normal from it belongs to; all of it where none is.
fn over_face(line: &Pose<f64>, half: f64, on: &Pose<f64>, edges: &Vector3<f64>, normal: &Vector3<f64>) -> [f64; 2] {
    let (middle, along) = (on.place_in_shape(&line.origin), on.to_shape(&line.axes.column(2).into_owned()));
    let normal = on.to_shape(normal);
    let face = (1..3).fold(0, |face, k| if normal[k].abs() > normal[face].abs() { k } else { face });
    let (mut from, mut to) = (-half, half);
    for k in (0..3).filter(|k| *k != face && along[*k] != 0.0) {
        let ends = [-1.0, 1.0].map(|side: f64| (side * edges[k] - middle[k]) / along[k]);
        (from, to) = (from.max(ends[0].min(ends[1])), to.min(ends[0].max(ends[1])));
    }
    if from < to { [from, to] } else { [-half, half] }
}

/// The ball about a place of the line of a capsule, on its body.
fn ball_at(on: &Placed<f64>, place: f64) -> Placed<f64> {
    let radius = if let Shape::Capsule(capsule) = on.shape { capsule.radius } else { 0.0 };
    let center = on.center + Rotation::of(&on.orientation).of_vector(&Vector3::new(0.0, 0.0, place));
    Placed { shape: Shape::Sphere { radius, hollow: false }, center, ..*on }
}

/// Height of the crown of a shape where it is touched [m]: 0 but on the side of a capsule.
fn crown_at(on: &Placed<f64>, body: &Body<f64>, point: &Vector3<f64>) -> f64 {
    let Shape::Capsule(capsule) = on.shape else { return 0.0 };
    let half = 0.5 * capsule.length;
    let place = Pose::of(on, body).place_in_shape(point)[2].clamp(-half, half);
    capsule.radius_at(place) - capsule.radius
}
