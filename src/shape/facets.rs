//! Bodies bounded by triangles.

use crate::physics::{Scalar, Vector3};
use crate::shape::below::{Cut, Moments};

/// Adds to the moments of a body what lies between one of its triangles and the plane above it, counted as negative where the
/// triangle looks up: over all triangles of a closed surface, also of one that is not convex, that is the part below the plane.
///
/// `corners` counter-clockwise as seen from outside [m]. A column of the depth δ over dA, which the triangle with the outward normal m
/// sees as −n·m of its own area, has its centre at y + ½·δ·n and the second moment y·yᵀ·δ + ½·δ²(y·nᵀ + n·yᵀ) + ⅓·δ³·n·nᵀ.
pub fn add<T: Scalar>(moments: &mut Moments<T>, cut: &Cut<T>, corners: &[Vector3<T>; 3]) {
    let depths = corners.map(|corner| cut.depth(&corner));
    let is_below = depths.map(|depth| depth.value() > 0.0);
    match is_below.iter().filter(|is| **is).count() {
        0 => {}
        3 => add_whole(moments, cut, corners, &depths),
        1 => {
            let k = is_below.iter().position(|is| *is).unwrap_or(0);
            let [a, b, c] = [k, (k + 1) % 3, (k + 2) % 3];
            let [ab, ac] = [b, c].map(|other| crossing(corners, &depths, a, other));
            add_whole(moments, cut, &[corners[a], ab, ac], &[depths[a], T::zero(), T::zero()]);
        }
        _ => {
            let k = is_below.iter().position(|is| !*is).unwrap_or(0);
            let [a, b, c] = [k, (k + 1) % 3, (k + 2) % 3];
            let [ab, ac] = [b, c].map(|other| crossing(corners, &depths, other, a));
            add_whole(moments, cut, &[ab, corners[b], corners[c]], &[T::zero(), depths[b], depths[c]]);
            add_whole(moments, cut, &[ab, corners[c], ac], &[T::zero(), depths[c], T::zero()]);
        }
    }
}

/// Where the edge from a corner below to one above passes the plane.
fn crossing<T: Scalar>(corners: &[Vector3<T>; 3], depths: &[T; 3], below: usize, above: usize) -> Vector3<T> {
    let part = depths[below] / (depths[below] - depths[above]);
    corners[below] + (corners[above] - corners[below]) * part
}

/// [`add`] of a triangle that is below the plane. Over a triangle of area A the products of linear functions a, b, c with the values
/// a_i … at its corners are  ∫ab = A/12·(Σa·Σb + Σab)  and
/// ∫abc = A/60·(Σa·Σb·Σc + Σab·Σc + Σbc·Σa + Σca·Σb + 2Σabc).
fn add_whole<T: Scalar>(moments: &mut Moments<T>, cut: &Cut<T>, corners: &[Vector3<T>; 3], depths: &[T; 3]) {
    let n = &cut.normal;
    let [p, q, r] = corners;
    let area = -((q - p).cross(&(r - p)).dot(n) * T::from(0.5));
    if area.is_zero() {
        return;
    }
    let number = |value: f64| T::from(value);
    let [d0, d1, d2] = *depths;
    let sum = d0 + d1 + d2;
    let center = p + q + r;
    let weighted = p * d0 + q * d1 + r * d2;
    let square = d0 * d0 + d1 * d1 + d2 * d2;
    let cube = d0 * d0 * d0 + d1 * d1 * d1 + d2 * d2 * d2;
    let twelfth = area * number(1.0 / 12.0);
    let sixtieth = area * number(1.0 / 60.0);
    // ∫δ, ∫δ², ∫δ³, ∫yδ, ∫yδ², ∫y·yᵀδ
    let of_depth = area * sum * number(1.0 / 3.0);
    let of_square = twelfth * (sum * sum + square);
    let of_cube = sixtieth * (sum * sum * sum + square * sum * number(3.0) + cube * number(2.0));
    let of_place = (center * sum + weighted) * twelfth;
    let twice = p * (d0 * d0) + q * (d1 * d1) + r * (d2 * d2);
    let of_place_square = (center * (sum * sum + square) + weighted * (sum + sum) + twice * number(2.0)) * sixtieth;
    let corners_squared = p * p.transpose() + q * q.transpose() + r * r.transpose();
    let weighted_squared = p * p.transpose() * d0 + q * q.transpose() * d1 + r * r.transpose() * d2;
    let mixed = center * weighted.transpose();
    let of_places = (center * center.transpose() * sum
        + corners_squared * sum
        + mixed
        + mixed.transpose()
        + weighted_squared * number(2.0))
        * sixtieth;
    moments.volume += of_depth;
    moments.first += of_place + n * (of_square * number(0.5));
    let turned = of_place_square * n.transpose() * number(0.5);
    moments.second += of_places + turned + turned.transpose() + n * n.transpose() * (of_cube * number(1.0 / 3.0));
}

/// Moments of the part below a plane of a body with these triangles.
pub fn below<T: Scalar>(triangles: impl Iterator<Item = [Vector3<T>; 3]>, cut: &Cut<T>) -> Moments<T> {
    let mut moments = Moments::none();
    triangles.for_each(|corners| add(&mut moments, cut, &corners));
    moments
}
