//! A capsule on body i and a capsule, a box, a cylinder, a cone, an ellipsoid or a convex body on body j, in a point.

use crate::meet::touched::{self, Touched};
use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar, Vector3};
use crate::shape::convex::Convex;
use crate::shape::{Capsule, Curvature, Nearest, Placed, Pose, Shape};

/// Steps after which an interval of doubles cannot shrink any more, with some to spare for Newton's overshoots.
const MAX_STEPS: usize = 120;

/// Derivative of the gap along the line that is 0 but for rounding [1].
const SMOOTH: f64 = 1e-9;

/// A capsule touches as that of the balls about the points of its line does which reaches farthest. The distance is convex along the line, and the
/// balls are the larger the nearer to its middle they are, so that there is one, which moves on as the capsule tips on a face.
#[inline(never)]
pub fn surface<T: Scalar>(
    on_i: &Placed<f64>,
    on_j: &Placed<f64>,
    convex: Option<Convex>,
    given: &Inputs<T>,
) -> (Surface<T>, Curvature<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let capsule = match on_i.shape {
        Shape::Capsule(capsule) => capsule,
        _ => Capsule { radius: 1.0, length: 1.0 },
    };
    let Pose { axes, origin: middle } = Pose::of(&on_i.constant::<T>(), i);
    let (none, along) = (T::zero(), axes.column(2).into_owned());
    let bow = T::from(capsule.bow());
    let solid = Touched::new(&on_j.constant(), convex, j);
    let (line, origin) = (solid.pose.to_shape(&along), solid.pose.place_in_shape(&middle));
    let at = |place: Vector3<f64>| touched::nearest(&on_j.shape, convex, &place);
    let found = nearest_on_line(at, &origin.map(|x| x.value()), &line.map(|x| x.value()), &capsule);
    // the point of the line moves with the poses: n·u + 8ε/l²·s = 0 there
    let here = solid.nearest(&(origin + line * T::from(found.place)));
    let place = if found.is_free {
        T::from(found.place) - (here.normal.dot(&line) + bow * T::from(found.place)) / T::from(found.bend)
    } else {
        T::from(found.place)
    };
    let turning = solid.pose.to_shape(&(i.angular_velocity - j.angular_velocity)).cross(&line);
    let slide = |nearest: &Nearest<T>, passing: &Vector3<T>| {
        let bent = nearest.bend * line;
        let by_line = line.dot(&bent) + bow;
        let rate = bent.dot(passing) + nearest.normal.dot(&turning);
        if found.is_free { line * -(rate / by_line) } else { Vector3::from_element(none) }
    };
    let capsule = Capsule { radius: T::from(capsule.radius), length: T::from(capsule.length) };
    let (surface, curvature) = solid.by_ball(given, capsule.radius_at(place), &(middle + along * place), slide);
    (surface, capsule.curvature(&line, &solid.pose.to_shape(&surface.normal)) + curvature)
}

/// The point of a line that is nearest to a solid.
struct OnLine {
    /// Its distance from the middle of the line [m]
    place: f64,
    /// Whether it is between the ends and moves as the solid does
    is_free: bool,
    /// Second derivative of the gap along the line there [1/m]
    bend: f64,
}

/// Where the derivative n·u + 8ε/l²·s of the gap along the line changes its sign, by Newton's steps within bounds, to machine precision.
fn nearest_on_line(
    at: impl Fn(Vector3<f64>) -> Nearest<f64>,
    middle: &Vector3<f64>,
    line: &Vector3<f64>,
    capsule: &Capsule<f64>,
) -> OnLine {
    let (half, bow) = (0.5 * capsule.length, capsule.bow());
    let slope = |place: f64| {
        let nearest = at(middle + line * place);
        (nearest.normal.dot(line) + bow * place, line.dot(&(nearest.bend * line)) + bow)
    };
    let fixed = |place: f64| OnLine { place, is_free: false, bend: 0.0 };
    let (mut low, mut high) = (-half, half);
    let falls = slope(high).0 <= 0.0;
    match (slope(low).0 >= 0.0, falls) {
        (true, true) => return fixed(0.0),
        (true, false) => return fixed(low),
        (false, true) => return fixed(high),
        (false, false) => {}
    }
    let mut place = 0.0;
    let (mut here, mut last) = (slope(place), high - low);
    for _ in 0..MAX_STEPS {
        if here.0 > 0.0 {
            high = place;
        } else {
            low = place;
        }
        let newton = place - here.0 / here.1;
        let middle = 0.5 * (low + high);
        if newton == place || middle <= low || middle >= high {
            break;
        }
        // a step that is not half as long as the one before may go to and fro between two faces for ever
        let is_nearing = (newton - place).abs() <= 0.5 * last && newton > low && newton < high;
        let next = if is_nearing { newton } else { middle };
        last = (next - place).abs();
        place = next;
        here = slope(place);
    }
    // inside a solid with faces the derivative may jump there
    OnLine { place, is_free: here.1 > 0.0 && here.0.abs() <= SMOOTH, bend: here.1 }
}
