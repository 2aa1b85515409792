//! What bodies that touch have slipped by their poses, and not by the motion that was assumed inside a step.
//!
//! Bristles follow the slip ∫v_t dt of the motion that a step assumes ([`Motion`]). Where the bodies have really come is
//! known when the next step begins. There the material points that the assumed motion brought to the contact lie apart by d:
//! along the path from the assumed to the given poses they slip by d, so that both paths together end where the bodies
//! are. What the bristles miss of a step is then the area between the paths over the radius of the surfaces: third
//! order with held velocities, fourth with their derivatives. Nothing of it is in [G04].

use crate::meet::Geometry;
use crate::physics::parameters::FrictionLaw;
use crate::physics::rotation;
use crate::physics::{Body, Inputs, Parameters, Quaternion, Vector3};
use crate::stepping::Motion;
use crate::stepping::saved::saved;

/// How fast the bristles move beside the slip of now, over one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MissedSlip {
    /// d/H of body i against body j, in world axes [m/s]
    pub velocity: Vector3<f64>,
    /// The same of the rotation [rad/s]
    pub angular_velocity: Vector3<f64>,
}

/// Where a body is expected.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ExpectedPose {
    /// r̂ [m]
    position: Vector3<f64>,
    /// q̂
    orientation: Quaternion<f64>,
    /// q at the step's start
    before: Quaternion<f64>,
    /// ω̂ [rad/s]
    angular_velocity: Vector3<f64>,
}

saved!(ExpectedPose { position, orientation, before, angular_velocity });

/// Where the last step has taken the bodies, if they touched and bristles held them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    places: [ExpectedPose; 2],
    /// p̂_a [m]
    point: Vector3<f64>,
    /// Σ|v̂|² + (|ω̂||p̂_a − r̂|)² [m²/s²]
    speed_square: f64,
    /// H [s]; 0 if there was no such step
    length: f64,
}

saved!(Expected { places, point, speed_square, length });

/// Square of the part of its turning by which a body's orientation may lie beside the angular velocities [1].
const TURNED_BESIDE: f64 = 0.0625;

/// Whether bristles follow poses: an external contact has velocities only, and other laws have no bristles.
#[inline(always)]
pub fn follows(parameters: &Parameters<f64>, geometry: &Geometry<f64>) -> bool {
    !geometry.is_given() && parameters.settings.friction_law == FrictionLaw::Dwell
}

impl Expected {
    /// Takes the end of a step of `h` [s] over which the bodies touched, `point` p_a there, and that [`follows`] poses.
    #[inline(always)]
    pub fn renew(&mut self, motion: &Motion, point: &Vector3<f64>, h: f64) {
        let bodies = motion.bodies_at(h);
        for ((place, body), before) in self.places.iter_mut().zip(&bodies).zip(motion.orientations()) {
            (place.position, place.orientation) = (body.position, body.orientation);
            (place.before, place.angular_velocity) = (*before, body.angular_velocity);
        }
        self.point = *point;
        // where it overflows nothing can be compared
        self.speed_square = speed_square(&bodies[0], point) + speed_square(&bodies[1], point);
        self.length = if self.speed_square.is_finite() { h } else { 0.0 };
    }

    /// There was no such step.
    #[inline(always)]
    pub fn forget(&mut self) {
        if self.length != 0.0 {
            *self = Expected::default();
        }
    }

    /// Whether the importer has left a body, whose position was `before`, where it was, although it was to move: such poses
    /// tell nothing, neither now nor at the end of a step that begins with them.
    #[inline(always)]
    pub fn stands(&self, inputs: &Inputs<f64>, before: &[Vector3<f64>; 2]) -> bool {
        let stands = |place: &ExpectedPose, body: &Body<f64>, before: &Vector3<f64>| {
            body.position == *before && place.position != *before
        };
        let [place_i, place_j] = &self.places;
        self.length > 0.0
            && (stands(place_i, &inputs.body_i, &before[0]) || stands(place_j, &inputs.body_j, &before[1]))
    }

    /// What the bristles have missed of the last step, now that it is known where the bodies are, to be made up for in
    /// a step of `h` [s].
    ///
    /// Taken for slip if  |d| ≤ H·√(Σ|v|² + (|ω||p̂_a − r|)²), the sum over both bodies as expected and as given: farther the
    /// importer has set them. An orientation counts if it has changed and lies within a quarter of what the body has turned of
    /// where its angular velocities lead; else, as where no orientation of a round body is given, ½H(ω − ω̂) is taken.
    #[inline(always)]
    pub fn missed(
        &self,
        (parameters, geometry): (&Parameters<f64>, &Geometry<f64>),
        inputs: &Inputs<f64>,
        h: f64,
    ) -> MissedSlip {
        if self.length == 0.0 || !follows(parameters, geometry) {
            return MissedSlip::default();
        }
        let (bodies, [place_i, place_j]) = ([&inputs.body_i, &inputs.body_j], &self.places);
        let (moved_i, turned_i) = self.beside(place_i, bodies[0]);
        let (moved_j, turned_j) = self.beside(place_j, bodies[1]);
        let d = moved_i - moved_j;
        let given = speed_square(bodies[0], &self.point) + speed_square(bodies[1], &self.point);
        let square = self.speed_square + given;
        if d.dot(&d) <= self.length * self.length * square {
            MissedSlip { velocity: d / h, angular_velocity: (turned_i - turned_j) / h }
        } else {
            MissedSlip::default()
        }
    }

    /// How far the body's material point that was expected at p̂_a lies beside it [m], and the body is turned beside
    /// what was expected [rad].
    #[inline(always)]
    fn beside(&self, place: &ExpectedPose, body: &Body<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let is_given = body.orientation != place.before;
        let by_orientation = if is_given { self.turned_beside(place, body) } else { None };
        let by_velocities = || (body.angular_velocity - place.angular_velocity) * (0.5 * self.length);
        let phi = by_orientation.unwrap_or_else(by_velocities);
        (body.position - place.position + phi.cross(&(self.point - place.position)), phi)
    }

    /// How far the body is turned beside what was expected by its orientation, if that counts [rad].
    #[inline(never)]
    fn turned_beside(&self, place: &ExpectedPose, body: &Body<f64>) -> Option<Vector3<f64>> {
        let [w, x, y, z] = rotation::product(&body.orientation, &conjugate(&place.orientation)).into();
        let turned = Vector3::new(x, y, z) * (2.0 / w);
        let (omega, expected) = (&body.angular_velocity, &place.angular_velocity);
        let turning = self.length * self.length * (omega.dot(omega) + expected.dot(expected));
        (turned.dot(&turned) <= TURNED_BESIDE * turning).then_some(turned)
    }
}

/// |v|² + (|ω||p − r|)²  [m²/s²]
#[inline(always)]
fn speed_square(body: &Body<f64>, p: &Vector3<f64>) -> f64 {
    let (arm, omega) = (p - body.position, &body.angular_velocity);
    body.velocity.dot(&body.velocity) + omega.dot(omega) * arm.dot(&arm)
}

/// Of a quaternion, by the square of its length its inverse.
#[inline(always)]
fn conjugate(q: &Quaternion<f64>) -> Quaternion<f64> {
    Quaternion::new(q[0], -q[1], -q[2], -q[3])
}
