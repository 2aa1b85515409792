//! Pairs of shapes, and bodies that are brought to meet.

use super::{Setup, V3, external, matrix, parameters, rotation, vector};
use asperity::meet::{Pair, PointOfAction, Shapes};
use asperity::physics::{Body, Inputs};

/// Every pair, in the order of its number from 1.
pub const PAIRS: [Pair; Pair::ALL.len()] = *Pair::ALL.first_chunk().unwrap();

/// Which gap a ball has to a round body j.
#[derive(Clone, Copy)]
pub struct RoundGap {
    /// Whether ρ is the distance from an axis, not from a centre
    pub about_axis: bool,
    /// Whether the ball is inside
    pub is_hollow: bool,
}

/// Pairs of a ball and a body j that is round about a centre or an axis.
pub fn round_pairs() -> impl Iterator<Item = (Pair, RoundGap)> {
    PAIRS.into_iter().filter_map(|pair| {
        let [about_axis, is_hollow] = match pair {
            Pair::External | Pair::SpherePlane => return None,
            Pair::SphereSphere => [false, false],
            Pair::SphereInCylinder => [true, true],
            Pair::SphereOnCylinder => [true, false],
            Pair::SphereInSphere => [false, true],
        };
        Some((pair, RoundGap { about_axis, is_hollow }))
    })
}

/// The same parameters for a pair.
pub fn with_pair(pair: Pair) -> Setup {
    let mut parameters = parameters();
    parameters.geometry.settings.pair = pair;
    parameters
}

/// The same for a sphere on a plane.
pub fn sphere_plane() -> Setup {
    with_pair(Pair::SpherePlane)
}

/// Any pair in general position: shapes off the frames of their bodies, both bodies moving and turning. Body i is
/// brought to the surface by [`bring`].
pub fn general_position(pair: Pair) -> (Setup, Inputs<f64>) {
    let mut parameters = with_pair(pair);
    parameters.friction.sigma_2 = 0.7;
    parameters.geometry.shapes = Shapes {
        radius_i: 0.1,
        center_i: vector(0.02, -0.01, 0.03),
        normal_j: vector(0.1, 0.2, 2.0),
        height_j: 0.05,
        radius_j: 0.3,
        axis_j: vector(-0.3, 1.5, 0.4),
        center_j: vector(0.03, -0.02, 0.01),
        ..parameters.geometry.shapes
    };
    let mut inputs = external(8e-4, V3::zeros());
    inputs.contact_normal = vector(0.2, -0.3, 1.0);
    inputs.contact_point = vector(0.03, 0.05, 0.04);
    inputs.body_i.orientation = rotation(vector(1.0, 1.0, 0.0), 0.4);
    inputs.body_i.angular_velocity = vector(0.3, -0.2, 0.5);
    inputs.body_j = Body {
        position: vector(0.1, -0.05, 0.02),
        orientation: rotation(vector(0.0, 1.0, 0.3), 0.1),
        velocity: vector(0.05, 0.1, -0.02),
        angular_velocity: vector(-0.1, 0.4, 0.2),
    };
    (parameters, inputs)
}

/// Where [`bring`] has brought the bodies.
pub struct Meeting {
    /// n, outward from body j
    pub normal: V3,
    /// A direction of the tangent plane
    pub across: V3,
    /// p_a [m]
    pub point: V3,
    /// Deepest point of the sphere [m]
    pub deepest: V3,
}

/// Brings body i to penetration `x` [m] in the surface of body j, its contact point moving at `slip` [m/s] across and
/// ẋ = `rate` [m/s]; an external pair is told the same. A point of the surface and its normal come first, the sphere
/// follows from there, by the matrices of nalgebra.
pub fn bring(parameters: &Setup, inputs: &mut Inputs<f64>, x: f64, slip: f64, rate: f64) -> Meeting {
    let (pair, shapes) = (parameters.geometry.settings.pair, &parameters.geometry.shapes);
    let j = inputs.body_j;
    let to_world = matrix(&j.orientation);
    let aside = vector(0.04, 0.03, -0.02);
    // out of the centre or axis of body j, in K_j, and along the axis
    let out = match pair {
        Pair::SphereInCylinder | Pair::SphereOnCylinder => shapes.axis_j.cross(&vector(0.5, 0.2, 1.0)).normalize(),
        Pair::External | Pair::SpherePlane | Pair::SphereSphere | Pair::SphereInSphere => {
            vector(0.5, 0.3, 0.8).normalize()
        }
    };
    let along = match pair {
        Pair::SphereInCylinder | Pair::SphereOnCylinder => shapes.axis_j.normalize() * 0.17,
        Pair::External | Pair::SpherePlane | Pair::SphereSphere | Pair::SphereInSphere => V3::zeros(),
    };
    let on_round = shapes.center_j + out * shapes.radius_j + along;
    let (normal_j, on_surface) = match pair {
        Pair::External => (to_world.transpose() * inputs.contact_normal.normalize(), aside),
        Pair::SpherePlane => {
            let normal = shapes.normal_j.normalize();
            (normal, normal * shapes.height_j + aside - normal * normal.dot(&aside))
        }
        Pair::SphereSphere | Pair::SphereOnCylinder => (out, on_round),
        Pair::SphereInSphere | Pair::SphereInCylinder => (-out, on_round),
    };
    let normal = to_world * normal_j;
    let across = (normal.cross(&vector(1.0, 0.0, 0.0)) + normal.cross(&vector(0.0, 0.4, 0.0))).normalize();
    let surface = j.position + to_world * on_surface;
    let deepest = surface - normal * x;
    let is_curved = !matches!(pair, Pair::External | Pair::SpherePlane);
    let point = if is_curved && parameters.geometry.settings.point == PointOfAction::Middle {
        (surface + deepest) * 0.5
    } else {
        deepest
    };
    let v_r = across * slip - normal * rate;
    let i = &mut inputs.body_i;
    i.position = deepest + normal * shapes.radius_i - matrix(&i.orientation) * shapes.center_i;
    i.velocity = v_r + j.velocity + j.angular_velocity.cross(&(point - j.position))
        - i.angular_velocity.cross(&(point - i.position));
    inputs.penetration = x;
    inputs.relative_velocity = v_r;
    Meeting { normal, across, point, deepest }
}
