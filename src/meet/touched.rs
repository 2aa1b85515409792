//! The shape of body j that something round of body i touches.

use crate::physics::kinematics::Surface;
use crate::physics::rotation::Rotation;
use crate::physics::{Body, Inputs, Scalar, Vector3, inputs};
use crate::shape::convex::Convex;
use crate::shape::{Curvature, Nearest, Placed, Shape};

/// Where a shape, or the convex body whose faces are beside it, is nearest to a place in its frame [m].
pub fn nearest<T: Scalar>(shape: &Shape<T>, convex: Option<Convex>, place: &Vector3<T>) -> Nearest<T> {
    let found = match convex {
        Some(convex) => Some(convex.nearest(place)),
        None => shape.nearest(place),
    };
    found.unwrap_or_else(|| Nearest::face(T::zero(), Vector3::new(T::zero(), T::zero(), T::one())))
}

/// A shape in its own frame, which sits on a body.
pub struct Touched<'a, T: Scalar> {
    shape: Shape<T>,
    convex: Option<Convex<'a>>,
    turn_body: Rotation<T>,
    turn_shape: Rotation<T>,
    /// Its origin in world axes [m]
    origin: Vector3<T>,
}

impl<'a, T: Scalar> Touched<'a, T> {
    pub fn new(on: &Placed<T>, convex: Option<Convex<'a>>, body: &Body<T>) -> Self {
        let turn_body = Rotation::of(&body.orientation);
        let origin = body.position + turn_body.of_vector(&on.center);
        Touched { shape: on.shape, convex, turn_body, turn_shape: Rotation::of(&on.orientation), origin }
    }

    /// A vector of its axes in those of the world.
    pub fn to_world(&self, v: &Vector3<T>) -> Vector3<T> {
        self.turn_body.of_vector(&self.turn_shape.of_vector(v))
    }

    /// A vector of the world's axes in its own.
    pub fn to_shape(&self, v: &Vector3<T>) -> Vector3<T> {
        self.turn_shape.back(&self.turn_body.back(v))
    }

    /// A place of its frame in the world [m].
    pub fn place_in_world(&self, place: &Vector3<T>) -> Vector3<T> {
        self.origin + self.to_world(place)
    }

    /// A place of the world in its frame [m].
    pub fn place_in_shape(&self, place: &Vector3<T>) -> Vector3<T> {
        self.to_shape(&(place - self.origin))
    }

    /// Where it is nearest to a place of its frame.
    pub fn nearest(&self, place: &Vector3<T>) -> Nearest<T> {
        nearest(&self.shape, self.convex, place)
    }

    /// Where a ball of body i touches it: x = R − d of the centre [m], p_a half-way through the overlap. `slide`: velocity of the centre in the
    /// frame of body i, in the axes of the shape [m/s], 0 of a ball that is fixed to it
    pub fn by_ball(
        &self,
        given: &Inputs<T>,
        radius: T,
        centre: &Vector3<T>,
        slide: impl FnOnce(&Nearest<T>, &Vector3<T>) -> Vector3<T>,
    ) -> (Surface<T>, Curvature<T>) {
        let (i, j) = (&given.body_i, &given.body_j);
        let nearest = self.nearest(&self.place_in_shape(centre));
        let passing = self.to_shape(&inputs::relative_velocity(i, j, centre));
        let passing = passing + slide(&nearest, &passing);
        let Nearest { distance, normal, bend, curvature } = nearest;
        let normal = self.to_world(&normal);
        let penetration = radius - distance;
        let point = centre - normal * (radius - penetration * T::from(0.5));
        let surface = Surface {
            penetration,
            normal,
            normal_rate: j.angular_velocity.cross(&normal) + self.to_world(&(bend * passing)),
            point,
            v_r: inputs::relative_velocity(i, j, &point),
        };
        (surface, curvature)
    }
}
