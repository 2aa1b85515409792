//! Capsule about the z axis: all that is nearer than its radius to a line, whose middle is the origin.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Curvature;
use crate::shape::below::Moments;
use crate::shape::nearest::Nearest;
use core::f64::consts::PI;

/// Radius and length of the line, between the centres of the caps [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    pub radius: T,
    pub length: T,
}

impl<T: Scalar> Capsule<T> {
    fn half(&self) -> T {
        self.length * T::from(0.5)
    }

    /// Centres of the caps.
    pub fn ends(&self) -> [Vector3<T>; 2] {
        [-self.half(), self.half()].map(|z| Vector3::new(T::zero(), T::zero(), z))
    }

    /// Half of 1/R, as on the side, everywhere.
    pub fn curvature(&self) -> Curvature<T> {
        Curvature::even(T::one() / (self.radius + self.radius))
    }

    /// The nearest point of the surface. The curvature is that of the side everywhere, so that it does not jump at the caps.
    pub fn nearest(&self, point: &Vector3<T>) -> Nearest<T> {
        let (none, one) = (T::zero(), T::one());
        let half = self.half();
        let is_beside = point[2].value().abs() < half.value();
        let end = if point[2].value() < 0.0 { -half } else { half };
        let way = Vector3::new(point[0], point[1], if is_beside { none } else { point[2] - end });
        let away = way.dot(&way).sqrt();
        // on the line no direction is better than another
        let normal = if away.value() > 0.0 { way / away } else { Vector3::new(one, none, none) };
        let free = Vector3::new(one, one, if is_beside { none } else { one });
        let bend = if away.value() > 0.0 {
            (Matrix3::from_diagonal(&free) - normal * normal.transpose()) / away
        } else {
            Matrix3::from_element(none)
        };
        Nearest { distance: away - self.radius, normal, bend, curvature: self.curvature() }
    }

    /// The point that lies farthest along a direction of any length but 0 [m].
    pub fn support(&self, direction: &Vector3<T>) -> Vector3<T> {
        let [low, high] = self.ends();
        let end = if direction[2].value() < 0.0 { low } else { high };
        end + direction * (self.radius / direction.dot(direction).sqrt())
    }

    /// Moments of the whole: a cylinder and a ball, whose halves are moved apart. The centroid of half a ball is 3/8·R from its middle.
    pub fn whole(&self) -> Moments<T> {
        let number = |value: f64| T::from(value);
        let (r, l) = (self.radius, self.length);
        let (square, half) = (r * r, self.half());
        let cylinder = number(PI) * square * l;
        let ball = number(4.0 / 3.0 * PI) * square * r;
        let across = cylinder * square * number(0.25) + ball * square * number(0.2);
        let along = cylinder * l * l * number(1.0 / 12.0)
            + ball * (square * number(0.2) + half * half + half * r * number(0.75));
        Moments {
            volume: cylinder + ball,
            first: Vector3::from_element(T::zero()),
            second: Matrix3::from_diagonal(&Vector3::new(across, across, along)),
        }
    }
}
