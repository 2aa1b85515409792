//! Convex polygons in space, cut by planes, and integrals over them.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::convex::MOST_FACES;

/// Most corners of a face that two bodies and the cells of one have cut.
const MOST: usize = 3 * MOST_FACES;

/// Corners in order.
pub struct Polygon<T: Scalar> {
    corners: [Vector3<T>; MOST],
    count: usize,
    /// Room for the depths of the corners of another one
    depths: [T; MOST],
}

impl<T: Scalar> Polygon<T> {
    pub fn none() -> Self {
        let none = T::zero();
        Polygon { corners: [Vector3::from_element(none); MOST], count: 0, depths: [none; MOST] }
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more corner; there is room for all that faces and cells can have.
    pub fn push(&mut self, corner: &Vector3<T>) {
        if let Some(to) = self.corners.get_mut(self.count) {
            *to = *corner;
            self.count += 1;
        }
    }

    /// Takes the corners of another one.
    pub fn take(&mut self, other: &Self) {
        self.count = other.count;
        self.corners.iter_mut().zip(other.corners()).for_each(|(to, corner)| *to = *corner);
    }

    pub fn corners(&self) -> &[Vector3<T>] {
        self.corners.get(..self.count).unwrap_or(&self.corners)
    }

    /// Keeps the part below a plane, n·x < height; with the help of `spare`. A polygon in the plane goes unless `keeps_flat`.
    #[inline(never)]
    pub fn cut(&mut self, spare: &mut Self, (normal, height): &(Vector3<T>, T), keeps_flat: bool) {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (depth, corner) in spare.depths.iter_mut().zip(self.corners()) {
            *depth = *height - normal.dot(corner);
            (least, most) = (least.min(depth.value()), most.max(depth.value()));
        }
        if most <= 0.0 && !(keeps_flat && least >= 0.0) {
            self.clear();
        }
        if most <= 0.0 || least >= 0.0 {
            return;
        }
        spare.clear();
        let last = self.count - 1;
        let (Some(mut from), Some(mut from_depth)) = (self.corners.get(last), spare.depths.get(last).copied()) else {
            return;
        };
        for (k, to) in self.corners().iter().enumerate() {
            let Some(to_depth) = spare.depths.get(k).copied() else { return };
            if (from_depth.value() > 0.0) != (to_depth.value() > 0.0) {
                spare.push(&(from + (to - from) * (from_depth / (from_depth - to_depth))));
            }
            if to_depth.value() > 0.0 {
                spare.push(to);
            }
            (from, from_depth) = (to, to_depth);
        }
        self.take(spare);
    }
}

/// Integrals over a polygon of a pressure p, the depth below a plane.
#[derive(Clone, Copy)]
pub struct Integrals<T: Scalar> {
    /// ∫dA and ∫x dA
    pub area: T,
    pub place: Vector3<T>,
    /// ∫p dA and ∫p² dA
    pub pressure: T,
    pub square: T,
    /// ∫p·x dA and ∫p·x·xᵀ dA
    pub first: Vector3<T>,
    pub second: Matrix3<T>,
}

impl<T: Scalar> Polygon<T> {
    /// Over the polygon, counter-clockwise about `normal`, triangle by triangle; places from `about`, p the depth below `plane`.
    ///
    /// ∫λ_a·λ_b·λ_c dA = A·k/60 over a triangle, k = 6, 2, 1 for three, two, none equal.
    #[inline(never)]
    pub fn integrals(&self, normal: &Vector3<T>, about: &Vector3<T>, plane: &(Vector3<T>, T)) -> Integrals<T> {
        let p = |x: &Vector3<T>| plane.1 - plane.0.dot(x);
        let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
        let mut sums = Integrals {
            area: none,
            place: zero,
            pressure: none,
            square: none,
            first: zero,
            second: Matrix3::from_element(none),
        };
        let Some((first, rest)) = self.corners().split_first() else { return sums };
        let number = T::from;
        let (a, pa) = (first - about, p(first));
        for pair in rest.windows(2) {
            let [second, third] = pair else { continue };
            let (b, c) = (second - about, third - about);
            let (pb, pc) = (p(second), p(third));
            let area = (b - a).cross(&(c - a)).dot(normal) * number(0.5);
            let (places, pressures) = (a + b + c, pa + pb + pc);
            let weighted = a * pa + b * pb + c * pc;
            let twelfth = area * number(1.0 / 12.0);
            sums.area += area;
            sums.place += places * (area * number(1.0 / 3.0));
            sums.pressure += pressures * area * number(1.0 / 3.0);
            sums.square += (pressures * pressures + pa * pa + pb * pb + pc * pc) * twelfth;
            sums.first += (places * pressures + weighted) * twelfth;
            let squares = a * a.transpose() + b * b.transpose() + c * c.transpose();
            let by_pressure = a * (a * pa).transpose() + b * (b * pb).transpose() + c * (c * pc).transpose();
            let mixed = weighted * places.transpose();
            sums.second += ((places * places.transpose() + squares) * pressures
                + mixed
                + mixed.transpose()
                + by_pressure * number(2.0))
                * (area * number(1.0 / 60.0));
        }
        sums
    }
}
