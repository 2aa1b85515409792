//! The shape of body j that something round of body i touches.

use crate::physics::kinematics::Surface;
use crate::physics::{Body, Inputs, Scalar, Vector3, inputs};
use crate::shape::convex::Convex;
use crate::shape::{Curvature, Nearest, Placed, Pose, Shape};

/// Where a shape, or the convex body whose faces are beside it, is nearest to a place in its frame [m].
#[inline]
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
    pub pose: Pose<T>,
}

impl<'a, T: Scalar> Touched<'a, T> {
    #[inline(always)]
    pub fn new(on: &Placed<T>, convex: Option<Convex<'a>>, body: &Body<T>) -> Self {
        Touched { shape: on.shape, convex, pose: Pose::of(on, body) }
    }

    /// Where it is nearest to a place of its frame.
    #[inline(always)]
    pub fn nearest(&self, place: &Vector3<T>) -> Nearest<T> {
        nearest(&self.shape, self.convex, place)
    }

    /// Where a ball of body i touches it: x = R − d of the centre [m], p_a half-way through the overlap. `slide`: velocity of the centre in the
    /// frame of body i, in the axes of the shape [m/s], 0 of a ball that is fixed to it
    #[inline(always)]
    pub fn by_ball(
        &self,
        given: &Inputs<T>,
        radius: T,
        centre: &Vector3<T>,
        slide: impl FnOnce(&Nearest<T>, &Vector3<T>) -> Vector3<T>,
    ) -> (Surface<T>, Curvature<T>) {
        let (pose, i, j) = (&self.pose, &given.body_i, &given.body_j);
        let nearest = self.nearest(&pose.place_in_shape(centre));
        let turning = if nearest.is_flat() {
            Vector3::from_element(T::zero())
        } else {
            let passing = pose.to_shape(&inputs::relative_velocity(i, j, centre));
            pose.to_world(&(nearest.bend * (passing + slide(&nearest, &passing))))
        };
        let Nearest { distance, normal, curvature, .. } = nearest;
        let normal = pose.to_world(&normal);
        let penetration = radius - distance;
        let point = centre - normal * (radius - penetration * T::from(0.5));
        let surface = Surface {
            penetration,
            normal,
            normal_rate: j.angular_velocity.cross(&normal) + turning,
            point,
            v_r: inputs::relative_velocity(i, j, &point),
        };
        (surface, curvature)
    }
}
