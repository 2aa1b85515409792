//! Capsule about the z axis: balls about the points of a line, whose middle is the origin. Its side is crowned, as that of a roller is: so it touches a
//! face that it lies on in one point, which moves along it as it tips.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::Curvature;
use crate::shape::below::Moments;
use crate::shape::nearest::Nearest;
use core::f64::consts::PI;

/// Radius of the caps and length of the line, between their centres [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    pub radius: T,
    pub length: T,
}

/// Height of the crown ε in the middle, by the radius, or by the length where that is less.
pub const CROWN: f64 = 1e-4;

/// Rounds in which the place on the line is found that is nearest to a point: each leaves 4e-4 of what it is off, four times the crown.
const ROUNDS: usize = 6;

impl<T: Scalar> Capsule<T> {
    fn half(&self) -> T {
        self.length * T::from(0.5)
    }

    /// How the side is curved along the line  8ε/l²  [1/m].
    pub fn bow(&self) -> T {
        self.radius.at_most(self.length) * T::from(8.0 * CROWN) / (self.length * self.length)
    }

    /// Radius of the ball about a place of the line, s from its middle  R + ε·(1 − (2s/l)²)  [m].
    pub fn radius_at(&self, place: T) -> T {
        let half = self.half();
        self.radius + self.bow() * (half - place) * (half + place) * T::from(0.5)
    }

    /// Centres of the caps.
    pub fn ends(&self) -> [Vector3<T>; 2] {
        [-self.half(), self.half()].map(|z| Vector3::new(T::zero(), T::zero(), z))
    }

    /// Curvatures by the direction of the line and the normal, both unit: 1/R around, along the side that of its crown. On the caps that grows to 1/R
    /// over the first 30°, so that it does not jump.
    pub fn curvature(&self, line: &Vector3<T>, normal: &Vector3<T>) -> Curvature<T> {
        let one = T::one();
        let sine = normal.dot(line);
        let cap = (sine * sine * T::from(4.0)).at_most(one);
        let missing = (one / self.radius - self.bow()).positive_part() * (one - cap) * (one - cap);
        let around = Curvature::even(one / self.radius);
        if missing.value() <= 0.0 {
            return around;
        }
        let along = line - normal * sine;
        around + Curvature::of(&(along * along.transpose() * -(missing / along.dot(&along))), normal)
    }

    /// The nearest point of the surface.
    pub fn nearest(&self, point: &Vector3<T>) -> Nearest<T> {
        let (none, one) = (T::zero(), T::one());
        let (half, bow) = (self.half(), self.bow());
        let up = Vector3::new(none, none, one);
        let away = |place: T| {
            let way = point - up * place;
            let square = way.dot(&way);
            (way, if square.value() > 0.0 { square.sqrt() } else { none })
        };
        // (t − z)/D + 8ε/l²·t = 0, D the distance from there
        let mut place = point[2].at_most(half).at_least(-half);
        let mut is_beside = false;
        for _ in 0..ROUNDS {
            let free = point[2] / (one + bow * away(place).1);
            is_beside = free.value().abs() < half.value();
            place = free.at_most(half).at_least(-half);
        }
        let (way, distance) = away(place);
        // on the line no direction is better than another
        let normal = if distance.value() > 0.0 { way / distance } else { Vector3::new(one, none, none) };
        let bend = if distance.value() > 0.0 {
            let across = Matrix3::from_diagonal_element(one) - normal * normal.transpose();
            let moves = across * up;
            let along = if is_beside { one / (moves[2] + bow * distance) } else { none };
            (across - moves * moves.transpose() * along) / distance
        } else {
            Matrix3::from_element(none)
        };
        let curvature = self.curvature(&up, &normal);
        Nearest { distance: distance - self.radius_at(place), normal, bend, curvature }
    }

    /// The point that lies farthest along a direction of any length from 1e-100 to 1e100 [m].
    pub fn support(&self, direction: &Vector3<T>) -> Vector3<T> {
        let unit = direction / direction.dot(direction).sqrt();
        let half = self.half();
        let place = (unit[2] / self.bow()).at_most(half).at_least(-half);
        unit * self.radius_at(place) + Vector3::new(T::zero(), T::zero(), place)
    }

    /// Moments of the whole, without the crown: a cylinder and a ball, whose halves are moved apart. The centroid of half a ball is 3/8·R from its middle.
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
