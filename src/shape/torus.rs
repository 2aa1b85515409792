//! Torus about the z axis: all that is nearer than the radius of the tube to a ring about the origin.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Curvature;
use crate::shape::below::Moments;
use crate::shape::nearest::Nearest;
use core::f64::consts::PI;

/// Radius of the ring and of the tube around it, which is the smaller one [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus<T> {
    pub radius: T,
    pub tube: T,
}

impl<T: Scalar> Torus<T> {
    /// Outward direction of the plane of the ring at a place, and its distance from the axis; on the axis none is better than another.
    fn outward(place: &Vector3<T>) -> (Vector3<T>, T) {
        let none = T::zero();
        let across = (place[0] * place[0] + place[1] * place[1]).sqrt();
        if across.value() > 0.0 {
            (Vector3::new(place[0] / across, place[1] / across, none), across)
        } else {
            (Vector3::new(T::one(), none, none), none)
        }
    }

    /// Curvatures where the normal is n: 1/r around the tube and cos φ/(R + r·cos φ) around the axis, cos φ = n·`outward`.
    fn curvature(&self, normal: &Vector3<T>, outward: &Vector3<T>) -> Curvature<T> {
        let Torus { radius, tube } = *self;
        let away = normal.dot(outward);
        let (of_tube, of_ring) = (T::one() / tube, away / (radius + tube * away));
        let around = Vector3::new(-outward[1], outward[0], T::zero());
        let along = normal.cross(&around);
        let uneven = (along * along.transpose() - around * around.transpose()) * ((of_tube - of_ring) * T::from(0.5));
        Curvature { mean: (of_tube + of_ring) * T::from(0.5), uneven }
    }

    /// The nearest place of the surface.
    pub fn nearest(&self, point: &Vector3<T>) -> Nearest<T> {
        let (outward, across) = Self::outward(point);
        let way = point - outward * self.radius;
        let away = way.dot(&way).sqrt();
        let is_on_ring = away.value() <= 0.0;
        let normal = if is_on_ring { outward } else { way / away };
        let around = Vector3::new(-outward[1], outward[0], T::zero());
        let bend = if is_on_ring || across.value() <= 0.0 {
            Matrix3::from_element(T::zero())
        } else {
            let free = Matrix3::from_diagonal_element(T::one()) - normal * normal.transpose();
            (free - around * around.transpose() * (self.radius / across)) / away
        };
        let curvature = self.curvature(&normal, &outward);
        Nearest { distance: away - self.tube, normal, bend, curvature }
    }

    /// The place that lies farthest along a unit vector [m], and the curvatures there. Of a direction along the axis all of a ring
    /// lies as far: the place is that on the x axis.
    pub fn farthest(&self, direction: &Vector3<T>) -> (Vector3<T>, Curvature<T>) {
        let (outward, _) = Self::outward(direction);
        (outward * self.radius + direction * self.tube, self.curvature(direction, &outward))
    }

    /// Moments of the whole: V = 2π²·R·r², ∫x² dV = V·(R²/2 + 3r²/8), ∫z² dV = V·r²/4.
    pub fn whole(&self) -> Moments<T> {
        let number = |value: f64| T::from(value);
        let [ring, tube] = [self.radius * self.radius, self.tube * self.tube];
        let volume = number(2.0 * PI * PI) * self.radius * tube;
        let across = volume * (ring * number(0.5) + tube * number(0.375));
        Moments {
            volume,
            first: Vector3::from_element(T::zero()),
            second: Matrix3::from_diagonal(&Vector3::new(across, across, volume * tube * number(0.25))),
        }
    }
}
