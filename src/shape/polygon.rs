//! Convex polygons in a plane, cut by lines, and integrals over them.

use crate::physics::{Scalar, Vector3};

/// A plane with two axes in it.
#[derive(Clone, Copy)]
pub struct Sheet<T: Scalar> {
    normal: Vector3<T>,
    origin: Vector3<T>,
    axes: [Vector3<T>; 2],
}

/// A number that is linear in the coordinates s and t of a sheet: c + a·s + b·t, by c, a and b.
pub type Linear<T> = [T; 3];

/// The difference of two of them.
#[inline(always)]
pub fn less<T: Scalar>(from: &Linear<T>, other: &Linear<T>) -> Linear<T> {
    [from[0] - other[0], from[1] - other[1], from[2] - other[2]]
}

/// Part of a greatest depth by which rounding may bring a place below it [1].
const ROUNDED: f64 = 1e-9;

/// By how much a depth is less than one that no place of an overlap is below [m].
#[inline(always)]
pub fn up_to<T: Scalar>(most: f64, depth: &Linear<T>) -> Linear<T> {
    less(&[T::from(most * (1.0 + ROUNDED)), T::zero(), T::zero()], depth)
}

impl<T: Scalar> Sheet<T> {
    /// Across a unit normal, through a place [m]. The axes are exact for any normal and need no root; no result depends on them.
    #[inline(always)]
    pub fn new(normal: &Vector3<T>, origin: &Vector3<T>) -> Self {
        let [x, y, z] = [normal[0], normal[1], normal[2]];
        let one = T::one();
        let up = if z.value() < 0.0 { -one } else { one };
        let a = -(one / (up + z));
        let (xa, b) = (x * a, x * y * a);
        let axes = [Vector3::new(one + up * x * xa, up * b, -(up * x)), Vector3::new(b, up + y * y * a, -y)];
        Sheet { normal: *normal, origin: *origin, axes }
    }

    /// Coordinates of a place on it [m].
    #[inline(always)]
    pub fn coordinates(&self, place: &Vector3<T>) -> [T; 2] {
        let from = place - self.origin;
        [self.axes[0].dot(&from), self.axes[1].dot(&from)]
    }

    /// The place of coordinates [m].
    #[inline(always)]
    pub fn place(&self, [s, t]: &[T; 2]) -> Vector3<T> {
        self.origin + self.axes[0] * *s + self.axes[1] * *t
    }

    /// Depth below a plane n·x < height [m].
    #[inline(always)]
    pub fn depth(&self, (normal, height): &(Vector3<T>, T)) -> Linear<T> {
        [*height - normal.dot(&self.origin), -normal.dot(&self.axes[0]), -normal.dot(&self.axes[1])]
    }

    /// Part along the normal of a velocity that is `at_origin` there [m/s] and turns by `omega` [rad/s].
    #[inline(always)]
    pub fn through(&self, at_origin: &Vector3<T>, omega: &Vector3<T>) -> Linear<T> {
        // (ω×u)·n = −ω·v and (ω×v)·n = ω·u
        [at_origin.dot(&self.normal), -omega.dot(&self.axes[1]), omega.dot(&self.axes[0])]
    }

    /// ∫p·x dA and the numbers of ∫p·x·xᵀ dA by row and column, of integrals in its coordinates [m].
    #[inline(always)]
    pub fn moments(&self, of: &Integrals<T>) -> (Vector3<T>, impl Fn(usize, usize) -> T) {
        let [o, u, v] = [self.origin, self.axes[0], self.axes[1]];
        let across = u * of.first[0] + v * of.first[1];
        let first = o * of.pressure + across;
        let [ss, tt, st] = of.second;
        // what multiplies a row of o, u and v
        let (by_u, by_v) = (u * ss + v * st, v * tt + u * st);
        (first, move |r: usize, c: usize| o[r] * first[c] + across[r] * o[c] + u[r] * by_u[c] + v[r] * by_v[c])
    }
}

/// Corners in order: three times as many at most as a body has faces, those of a face that two bodies and the cells of one have cut.
pub struct Polygon<T: Scalar, const FACES: usize> {
    /// The corners by their coordinates, and the place where the next ones go, by turns [m]
    corners: [[[[T; 2]; FACES]; 3]; 2],
    turn: usize,
    count: usize,
    depths: [[T; FACES]; 3],
}

impl<T: Scalar, const FACES: usize> Polygon<T, FACES> {
    #[inline(always)]
    pub fn none() -> Self {
        let none = T::zero();
        Polygon { corners: [[[[none; 2]; FACES]; 3]; 2], turn: 0, count: 0, depths: [[none; FACES]; 3] }
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One more corner; there is room for all that faces and cells can have.
    #[inline(always)]
    pub fn push(&mut self, corner: [T; 2]) {
        let Polygon { corners, turn, count, .. } = self;
        if let Some(to) = corners[*turn].as_flattened_mut().get_mut(*count) {
            *to = corner;
            *count += 1;
        }
    }

    /// Takes the corners of another one.
    pub fn take(&mut self, other: &Self) {
        let corners = other.corners();
        self.corners[self.turn].as_flattened_mut().iter_mut().zip(corners).for_each(|(to, corner)| *to = *corner);
        self.count = corners.len();
    }

    #[inline(always)]
    pub fn corners(&self) -> &[[T; 2]] {
        let corners = self.corners[self.turn].as_flattened();
        corners.get(..self.count).unwrap_or(corners)
    }

    /// Keeps the part where a depth is more than 0. A polygon where it is 0 all over goes unless `keeps_flat`.
    #[inline(never)]
    pub fn cut(&mut self, [c, a, b]: &Linear<T>, keeps_flat: bool) {
        let Polygon { corners: [even, odd], turn, count, depths } = self;
        let (from, to) = if *turn == 0 { (even, odd) } else { (odd, even) };
        let (corners, depths) = (from.as_flattened(), depths.as_flattened_mut());
        let corners = corners.get(..*count).unwrap_or(corners);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (to, [s, t]) in depths.iter_mut().zip(corners) {
            *to = *c + *a * *s + *b * *t;
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
        let to = to.as_flattened_mut();
        let mut kept = 0;
        let mut keep = |corner: [T; 2]| {
            if let Some(place) = to.get_mut(kept) {
                *place = corner;
                kept += 1;
            }
        };
        let (Some(mut before), Some(last)) = (corners.last(), depths.get(corners.len().wrapping_sub(1))) else {
            return;
        };
        let mut depth_before = *last;
        for (corner, depth) in corners.iter().zip(&*depths) {
            let is_below = depth.value() > 0.0;
            if is_below != (depth_before.value() > 0.0) {
                let part = depth_before / (depth_before - *depth);
                keep([before[0] + (corner[0] - before[0]) * part, before[1] + (corner[1] - before[1]) * part]);
            }
            if is_below {
                keep(*corner);
            }
            (before, depth_before) = (corner, *depth);
        }
        (*turn, *count) = (1 - *turn, kept);
    }
}

/// Integrals over a polygon of a pressure p that is linear in its coordinates x = (s, t).
#[derive(Clone, Copy)]
pub struct Integrals<T: Scalar> {
    /// ∫dA and ∫x dA
    pub area: T,
    pub place: [T; 2],
    /// ∫p dA and ∫p² dA
    pub pressure: T,
    pub square: T,
    /// ∫p·x dA, and ∫p·s², ∫p·t² and ∫p·s·t dA
    pub first: [T; 2],
    pub second: [T; 3],
}

impl<T: Scalar> Integrals<T> {
    /// Over nothing.
    #[inline(always)]
    pub fn none() -> Self {
        let none = T::zero();
        Integrals { area: none, place: [none; 2], pressure: none, square: none, first: [none; 2], second: [none; 3] }
    }

    /// Adds those of p over another polygon of the same sheet.
    #[inline(always)]
    pub fn add_pressure(&mut self, other: &Self) {
        self.pressure += other.pressure;
        self.first.iter_mut().zip(other.first).for_each(|(to, by)| *to += by);
        self.second.iter_mut().zip(other.second).for_each(|(to, by)| *to += by);
    }
}

/// Twice the area of a triangle, counter-clockwise > 0.
#[inline(always)]
fn twice_area<T: Scalar>([a, b, c]: [&[T; 2]; 3]) -> T {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

impl<T: Scalar, const FACES: usize> Polygon<T, FACES> {
    /// Over the polygon, counter-clockwise, triangle by triangle.
    ///
    /// ∫λ_a·λ_b·λ_c dA = A·k/60 over a triangle, k = 6, 2, 1 for three, two, none equal.
    #[inline(never)]
    pub fn integrals(&self, pressure: &Linear<T>) -> Integrals<T> {
        let at = |x: &[T; 2]| pressure[0] + pressure[1] * x[0] + pressure[2] * x[1];
        let mut sums = Integrals::none();
        let Some((a, rest)) = self.corners().split_first() else { return sums };
        let Some((mut b, rest)) = rest.split_first() else { return sums };
        let (by_6, by_24, by_120) = (T::from(1.0 / 6.0), T::from(1.0 / 24.0), T::from(1.0 / 120.0));
        let (pa, mut pb) = (at(a), at(b));
        for c in rest {
            let pc = at(c);
            let twice = twice_area([a, b, c]);
            let (sixth, twelfth, sixtieth) = (twice * by_6, twice * by_24, twice * by_120);
            let (s, t, p) = ([a[0], b[0], c[0]], [a[1], b[1], c[1]], [pa, pb, pc]);
            let sum = |x: &[T; 3]| x[0] + x[1] + x[2];
            let by = |x: &[T; 3], y: &[T; 3]| [x[0] * y[0], x[1] * y[1], x[2] * y[2]];
            let along = |x: &[T; 3], y: &[T; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
            let (sp, tp) = (by(&s, &p), by(&t, &p));
            let [all_s, all_t, all_p, all_sp, all_tp] = [sum(&s), sum(&t), sum(&p), sum(&sp), sum(&tp)];
            sums.area += twice * T::from(0.5);
            sums.place[0] += all_s * sixth;
            sums.place[1] += all_t * sixth;
            sums.pressure += all_p * sixth;
            sums.square += (all_p * all_p + along(&p, &p)) * twelfth;
            sums.first[0] += (all_s * all_p + all_sp) * twelfth;
            sums.first[1] += (all_t * all_p + all_tp) * twelfth;
            // Σx·Σy·Σp + Σxy·Σp + Σxp·Σy + Σyp·Σx + 2·Σxyp
            let third = |[x, y]: [&[T; 3]; 2], [all_x, all_y, all_xp, all_yp]: [T; 4], xp: &[T; 3]| {
                let three = along(xp, y);
                (all_x * all_y + along(x, y)) * all_p + all_xp * all_y + all_yp * all_x + three + three
            };
            sums.second[0] += third([&s, &s], [all_s, all_s, all_sp, all_sp], &sp) * sixtieth;
            sums.second[1] += third([&t, &t], [all_t, all_t, all_tp, all_tp], &tp) * sixtieth;
            sums.second[2] += third([&s, &t], [all_s, all_t, all_sp, all_tp], &sp) * sixtieth;
            (b, pb) = (c, pc);
        }
        sums
    }

    /// ∫p² dA alone.
    #[inline(never)]
    pub fn square(&self, pressure: &Linear<T>) -> T {
        let at = |x: &[T; 2]| pressure[0] + pressure[1] * x[0] + pressure[2] * x[1];
        let mut sum = T::zero();
        let Some((a, rest)) = self.corners().split_first() else { return sum };
        let pa = at(a);
        for pair in rest.windows(2) {
            let [b, c] = pair else { continue };
            let (pb, pc) = (at(b), at(c));
            let all = pa + pb + pc;
            let twelfth = twice_area([a, b, c]) * T::from(1.0 / 24.0);
            sum += (all * all + pa * pa + pb * pb + pc * pc) * twelfth;
        }
        sum
    }
}
