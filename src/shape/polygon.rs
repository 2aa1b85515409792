//! Convex polygons in space, cut by planes, and integrals over them.

use crate::physics::{Scalar, Vector3};
use crate::shape::symmetric::Symmetric;

/// Corners in order: three times as many at most as a body has faces, those of a face that two bodies and the cells of one have cut.
pub struct Polygon<T: Scalar, const FACES: usize> {
    /// The corners, and the place where the next ones go, by turns
    corners: [[[Vector3<T>; FACES]; 3]; 2],
    turn: usize,
    count: usize,
    depths: [[T; FACES]; 3],
}

impl<T: Scalar, const FACES: usize> Polygon<T, FACES> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = T::zero();
        let corners = [[[Vector3::from_element(none); FACES]; 3]; 2];
        Polygon { corners, turn: 0, count: 0, depths: [[none; FACES]; 3] }
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more corner; there is room for all that faces and cells can have.
    pub fn push(&mut self, corner: &Vector3<T>) {
        let Polygon { corners, turn, count, .. } = self;
        if let Some(to) = corners[*turn].as_flattened_mut().get_mut(*count) {
            *to = *corner;
            *count += 1;
        }
    }

    /// Takes the corners of another one.
    pub fn take(&mut self, other: &Self) {
        self.clear();
        other.corners().iter().for_each(|corner| self.push(corner));
    }

    #[inline(always)]
    pub fn corners(&self) -> &[Vector3<T>] {
        let corners = self.corners[self.turn].as_flattened();
        corners.get(..self.count).unwrap_or(corners)
    }

    /// Keeps the part below a plane, n·x < height. A polygon in the plane goes unless `keeps_flat`.
    #[inline(never)]
    pub fn cut(&mut self, (normal, height): &(Vector3<T>, T), keeps_flat: bool) {
        let Polygon { corners: [even, odd], turn, count, depths } = self;
        let (from, to) = if *turn == 0 { (even, odd) } else { (odd, even) };
        let (corners, depths) = (from.as_flattened(), depths.as_flattened_mut());
        let corners = corners.get(..*count).unwrap_or(corners);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (to, corner) in depths.iter_mut().zip(corners) {
            *to = *height - normal.dot(corner);
            let depth = to.value();
            least = if depth < least { depth } else { least };
            most = if depth > most { depth } else { most };
        }
        if most <= 0.0 && !(keeps_flat && least >= 0.0) {
            *count = 0;
        }
        if most <= 0.0 || least >= 0.0 {
            return;
        }
        let mut places = to.as_flattened_mut().iter_mut();
        let mut kept = 0;
        let mut keep = |corner: Vector3<T>| {
            if let Some(place) = places.next() {
                *place = corner;
                kept += 1;
            }
        };
        let corners = corners.iter().zip(&*depths);
        let Some((mut from, mut from_depth)) = corners.clone().last() else { return };
        for (to, to_depth) in corners {
            if (from_depth.value() > 0.0) != (to_depth.value() > 0.0) {
                keep(from + (to - from) * (*from_depth / (*from_depth - *to_depth)));
            }
            if to_depth.value() > 0.0 {
                keep(*to);
            }
            (from, from_depth) = (to, to_depth);
        }
        (*turn, *count) = (1 - *turn, kept);
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
    pub second: Symmetric<T>,
}

impl<T: Scalar, const FACES: usize> Polygon<T, FACES> {
    /// Over the polygon, counter-clockwise about `normal`, triangle by triangle; places from `about`, p the depth below `plane`.
    ///
    /// ∫λ_a·λ_b·λ_c dA = A·k/60 over a triangle, k = 6, 2, 1 for three, two, none equal.
    #[inline(never)]
    pub fn integrals(&self, normal: &Vector3<T>, about: &Vector3<T>, plane: &(Vector3<T>, T)) -> Integrals<T> {
        let p = |x: &Vector3<T>| plane.1 - plane.0.dot(x);
        let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
        let mut sums =
            Integrals { area: none, place: zero, pressure: none, square: none, first: zero, second: Symmetric::zero() };
        let Some((first, rest)) = self.corners().split_first() else { return sums };
        let number = T::from;
        let (a, pa) = (first - about, p(first));
        for pair in rest.windows(2) {
            let [second, third] = pair else { continue };
            let (b, far) = (second - about, third - about);
            let (pb, pc) = (p(second), p(third));
            let area = (b - a).cross(&(far - a)).dot(normal) * number(0.5);
            let (places, pressures) = (a + b + far, pa + pb + pc);
            let weighted = a * pa + b * pb + far * pc;
            let twelfth = area * number(1.0 / 12.0);
            sums.area += area;
            sums.place += places * (area * number(1.0 / 3.0));
            sums.pressure += pressures * area * number(1.0 / 3.0);
            sums.square += (pressures * pressures + pa * pa + pb * pb + pc * pc) * twelfth;
            sums.first += (places * pressures + weighted) * twelfth;
            let of = Symmetric::of(|r, c| {
                let squares = a[r] * a[c] + b[r] * b[c] + far[r] * far[c];
                let by_pressure = a[r] * (a[c] * pa) + b[r] * (b[c] * pb) + far[r] * (far[c] * pc);
                (places[r] * places[c] + squares) * pressures
                    + weighted[r] * places[c]
                    + places[r] * weighted[c]
                    + by_pressure * number(2.0)
            });
            sums.second.add(&of, area * number(1.0 / 60.0));
        }
        sums
    }

    /// ∫p² dA alone, p the depth below `plane`.
    #[inline(never)]
    pub fn square(&self, normal: &Vector3<T>, plane: &(Vector3<T>, T)) -> T {
        let p = |x: &Vector3<T>| plane.1 - plane.0.dot(x);
        let Some((first, rest)) = self.corners().split_first() else { return T::zero() };
        let pa = p(first);
        let of = |pair: &[Vector3<T>]| {
            let [second, third] = pair else { return T::zero() };
            let (pb, pc) = (p(second), p(third));
            let area = (second - first).cross(&(third - first)).dot(normal) * T::from(0.5);
            let pressures = pa + pb + pc;
            (pressures * pressures + pa * pa + pb * pb + pc * pc) * (area * T::from(1.0 / 12.0))
        };
        rest.windows(2).map(of).fold(T::zero(), |sum, of| sum + of)
    }
}
