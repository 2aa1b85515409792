//! Bodies bounded by plane polygons.

use crate::physics::{Matrix3, Region, Scalar, Vector3};
use crate::shape::below::{Cut, Moments};

/// A point by two coordinates across the normal of a plane and its depth below it [m].
type Sunk<T> = [T; 3];

/// Most corners of a polygon.
pub const MOST_CORNERS: usize = 4;

/// A plane with axes in it.
pub struct Water<T: Scalar> {
    cut: Cut<T>,
    across: [Vector3<T>; 2],
    sums: Sums<T>,
}

/// Integrals over the part below the plane, from where the normal passes it: of columns of the depth δ over dA.
struct Sums<T> {
    /// ∫δ, ∫uδ, ∫vδ
    depth: [T; 3],
    /// ∫δ², ∫uδ², ∫vδ²
    square: [T; 3],
    /// ∫δ³
    cube: T,
    /// ∫u²δ, ∫v²δ, ∫uvδ
    places: [T; 3],
}

impl<T: Scalar> Water<T> {
    /// Nothing is below the plane yet.
    pub fn new(cut: &Cut<T>) -> Self {
        let (n, none) = (&cut.normal, T::zero());
        // the axis that lies least along the normal; the result is the same for all of them
        let along = |k: usize| n[k].value().abs();
        let least = [1, 2].into_iter().fold(0, |least, k| if along(k) < along(least) { k } else { least });
        let mut u = n * -n[least];
        u[least] += T::one();
        let u = u / u.dot(&u).sqrt();
        let sums = Sums { depth: [none; 3], square: [none; 3], cube: none, places: [none; 3] };
        Water { cut: *cut, across: [u, n.cross(&u)], sums }
    }

    /// A point as the plane sees it.
    #[inline(always)]
    pub fn sunk(&self, y: &Vector3<T>) -> Sunk<T> {
        [self.across[0].dot(y), self.across[1].dot(y), self.cut.depth(y)]
    }

    /// The [corners](crate::shape::cuboid::corner) of a box with the half edges `half` [m], the same as one by one.
    #[inline(always)]
    pub fn sunk_corners(&self, half: &Vector3<T>) -> [Sunk<T>; 8] {
        let [u, v] = self.across.map(|axis| axis.component_mul(half));
        let (n, height) = (self.cut.normal.component_mul(half), self.cut.height);
        core::array::from_fn(|k| {
            let signed = |of: &Vector3<T>, axis: usize| if k >> axis & 1 == 0 { -of[axis] } else { of[axis] };
            let along = |of: &Vector3<T>| signed(of, 0) + signed(of, 1) + signed(of, 2);
            [along(&u), along(&v), height - along(&n)]
        })
    }

    /// Adds what lies between a convex polygon of 3 or 4 corners, counter-clockwise as seen from outside, and the plane above it, counted
    /// as negative where the polygon looks up: over all polygons of a closed surface, also of one that is not convex, that is the part of
    /// the body below the plane.
    #[inline]
    pub fn add(&mut self, corners: &[Sunk<T>]) {
        let is_below = |corner: &Sunk<T>| corner[2].value() > 0.0;
        let count = corners.iter().filter(|corner| is_below(corner)).count();
        if count == 0 {
            return;
        }
        if count == corners.len() {
            return self.add_sunk(corners);
        }
        let mut kept = [[T::zero(); 3]; MOST_CORNERS + 1];
        let mut length = 0;
        let mut keep = |corner: Sunk<T>| {
            if let Some(place) = kept.get_mut(length) {
                *place = corner;
                length += 1;
            }
        };
        for (k, corner) in corners.iter().enumerate() {
            let next = &corners[(k + 1) % corners.len()];
            if is_below(corner) {
                keep(*corner);
            }
            if is_below(corner) != is_below(next) {
                // from the one below, whichever that is: neighbours find the same point
                let (from, to) = if is_below(corner) { (corner, next) } else { (next, corner) };
                let part = from[2] / (from[2] - to[2]);
                keep([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, T::zero()]);
            }
        }
        self.add_sunk(&kept[..length]);
    }

    /// [`add`](Self::add) of a polygon that is below the plane, triangle by triangle.
    #[inline]
    fn add_sunk(&mut self, corners: &[Sunk<T>]) {
        for k in 2..corners.len() {
            self.add_triangle(&corners[0], &corners[k - 1], &corners[k]);
        }
    }

    /// Over a triangle of area A the products of linear functions a, b, c with the values a_i … at its corners are
    /// ∫ab = A/12·(Σa·Σb + Σab)  and  ∫abc = A/60·(Σa·Σb·Σc + Σab·Σc + Σbc·Σa + Σca·Σb + 2Σabc).
    #[inline]
    fn add_triangle(&mut self, p: &Sunk<T>, q: &Sunk<T>, r: &Sunk<T>) {
        // seen from above a triangle that looks down turns clockwise
        let twice = (q[1] - p[1]) * (r[0] - p[0]) - (q[0] - p[0]) * (r[1] - p[1]);
        if twice.is_zero() {
            return;
        }
        let number = |value: f64| T::from(value);
        let total = |k: usize| p[k] + q[k] + r[k];
        let product = |j: usize, k: usize| p[j] * p[k] + q[j] * q[k] + r[j] * r[k];
        let [u, v, d] = [total(0), total(1), total(2)];
        let squares = [p[2] * p[2], q[2] * q[2], r[2] * r[2]];
        let [ud, vd, dd] = [product(0, 2), product(1, 2), squares[0] + squares[1] + squares[2]];
        let weighted = |k: usize, by: [T; 3]| p[k] * by[0] + q[k] * by[1] + r[k] * by[2];
        let (sixth, by_24, by_120) =
            (twice * number(1.0 / 6.0), twice * number(1.0 / 24.0), twice * number(1.0 / 120.0));
        let double = d + d;
        let Sums { depth, square, cube, places } = &mut self.sums;
        depth[0] += sixth * d;
        depth[1] += by_24 * (u * d + ud);
        depth[2] += by_24 * (v * d + vd);
        square[0] += by_24 * (d * d + dd);
        for (k, (sum, by_depth)) in [(u, ud), (v, vd)].into_iter().enumerate() {
            let all = weighted(k, squares);
            square[k + 1] += by_120 * (sum * (d * d + dd) + by_depth * double + all + all);
        }
        let all = weighted(2, squares);
        *cube += by_120 * (d * (d * d + dd * number(3.0)) + all + all);
        let by = |j: usize, k: usize| [p[j] * p[k], q[j] * q[k], r[j] * r[k]];
        for (place, [j, k]) in places.iter_mut().zip([[0, 0], [1, 1], [0, 1]]) {
            let products = by(j, k);
            let all = weighted(2, products);
            let sums = [u, v];
            let depths = [ud, vd];
            *place += by_120
                * (sums[j] * sums[k] * d
                    + (products[0] + products[1] + products[2]) * d
                    + depths[k] * sums[j]
                    + depths[j] * sums[k]
                    + all
                    + all);
        }
    }

    /// What the laws ask of the part below the plane of a body that is round about no axis, by `turn` in other axes than those of the corners,
    /// and its centroid in these; None where nothing is below it.
    pub fn region(&self, turn: impl Fn(&Vector3<T>) -> Vector3<T>) -> Option<(Region<T>, Vector3<T>)> {
        let Water { cut: Cut { normal, height }, across, sums } = self;
        let Sums { depth: [volume, by_u, by_v], square, places: [uu, vv, uv], .. } = sums;
        if volume.value() <= 0.0 {
            return None;
        }
        // a column hangs from the plane: its middle is at −δ/2 along the normal
        let depth = square[0] * T::from(0.5);
        let by_volume = T::one() / *volume;
        let [u, v] = [*by_u * by_volume, *by_v * by_volume];
        let centroid = across[0] * u + across[1] * v + normal * (*height - depth * by_volume);
        let second = [*uu - *by_u * u, *vv - *by_v * v, *uv - *by_u * v];
        Some((Region::in_plane(*volume, depth, second, [&turn(&across[0]), &turn(&across[1])]), centroid))
    }

    /// Moments of the part below the plane, about the origin of the corners' frame.
    pub fn moments(&self) -> Moments<T> {
        let Water { cut: Cut { normal, height }, across: [u, v], sums } = self;
        let (half, third) = (T::from(0.5), T::from(1.0 / 3.0));
        let Sums { depth, square, cube, places } = sums;
        // a column hangs from the plane: at −δ/2 along the normal
        let hangs = square.map(|square| -(square * half));
        let first = u * depth[1] + v * depth[2] + normal * hangs[0];
        let axes = Matrix3::from_columns(&[*u, *v, *normal]);
        let [uu, vv, uv] = *places;
        let second = Matrix3::new(uu, uv, hangs[1], uv, vv, hangs[2], hangs[1], hangs[2], *cube * third);
        let mut moments = Moments::none();
        let hanging = Moments { volume: depth[0], first, second: axes * second * axes.transpose() };
        moments.add(&hanging, &(normal * *height));
        moments
    }
}
