//! Which triangles of a convex body are one face.

use crate::physics::rotation::unit_vector;
use crate::shape::Mesh;
use nalgebra::Vector3;

/// A face.
pub struct Flat {
    /// Of its plane, outward
    pub normal: Vector3<f64>,
    /// Of its plane from the origin along the normal [m]
    pub height: f64,
    /// Its corners, counter-clockwise, without those on its straight edges: two if it is no wider than a line, None if it is no polygon
    pub corners: Option<Vec<u32>>,
}

/// Part of that distance within which corners lie that have nothing but the rounding of double precision: a plane through three of them will do, and a triangle that is no
/// higher is a line [1].
const EXACT: f64 = 1e-3;

/// Triangles are looked at from the largest on, those whose squared areas differ by less than this part together, in their order [1].
const SMALLER: f64 = 1.0 / 16.0;

/// Turning of an edge up to which a corner on it, as near to its straight line as corners are to their plane, is none [rad].
const STRAIGHT: f64 = 1e-2;

/// The faces, by the first triangle of each: triangles whose corners lie within `flat` [m] of one plane. Larger ones come first, as the plane of a narrow triangle turns with the rounding of its corners.
pub fn faces(mesh: Mesh, flat: f64) -> Vec<Flat> {
    let place = |k: u32| Vector3::from(mesh.corners[k as usize]);
    let twice_area: Vec<Vector3<f64>> =
        mesh.triangles.iter().map(|[a, b, c]| (place(*b) - place(*a)).cross(&(place(*c) - place(*a)))).collect();
    let size = |k: usize| twice_area[k].dot(&twice_area[k]);
    let count = twice_area.len();
    let mut planes: Vec<(Vector3<f64>, f64)> = Vec::new();
    // the plane of each triangle
    let mut of = vec![usize::MAX; count];
    let mut least = (0..count).map(size).fold(0.0, f64::max);
    while of.contains(&usize::MAX) {
        least = if least > f64::MIN_POSITIVE { least * SMALLER } else { 0.0 };
        for triangle in 0..count {
            if of[triangle] != usize::MAX || size(triangle) < least {
                continue;
            }
            let [a, b, c] = mesh.triangles[triangle];
            let corners = [place(a), place(b), place(c)];
            let normal = unit_vector(&twice_area[triangle]);
            // a line faces nowhere; one that is so narrow that its corners lie in the plane all the same may be turned by 60°
            let [a, b, c] = &corners;
            let longest = [a - b, b - c, c - a].iter().map(|edge| edge.dot(edge)).fold(0.0, f64::max);
            let is_line = size(triangle) <= (EXACT * flat) * (EXACT * flat) * longest;
            let is_one = |(n, height): &(Vector3<f64>, f64)| {
                (is_line || n.dot(&normal) > 0.5) && corners.iter().all(|at| (n.dot(at) - height).abs() <= flat)
            };
            of[triangle] = planes.iter().position(is_one).unwrap_or_else(|| {
                planes.push((normal, normal.dot(&corners[0])));
                planes.len() - 1
            });
        }
    }
    let mut found = Vec::new();
    for first in 0..count {
        if of[..first].contains(&of[first]) {
            continue;
        }
        let (mut normal, mut height) = planes[of[first]];
        let (mut edges, mut beside, mut sum, mut middle) = (Vec::new(), 0.0_f64, Vector3::zeros(), Vector3::zeros());
        for k in (first..count).filter(|k| of[*k] == of[first]) {
            let corners = mesh.triangles[k];
            sum += twice_area[k];
            for at in 0..3 {
                edges.push([corners[at], corners[(at + 1) % 3]]);
                middle += place(corners[at]);
                beside = beside.max((normal.dot(&place(corners[at])) - height).abs());
            }
        }
        if beside > EXACT * flat {
            // the plane that is in the middle of all of it
            normal = unit_vector(&sum);
            height = normal.dot(&middle) / edges.len() as f64;
        }
        let corners = polygon(&edges).map(|corners| bent(corners, place, flat));
        found.push(Flat { normal, height, corners });
    }
    found
}

/// The corners around triangles with these edges, counter-clockwise; None if those that have none of them on the other side are not one closed line.
fn polygon(edges: &[[u32; 2]]) -> Option<Vec<u32>> {
    let rim: Vec<[u32; 2]> = edges.iter().copied().filter(|[from, to]| !edges.contains(&[*to, *from])).collect();
    let mut corners = Vec::new();
    let mut last = rim.iter().map(|[from, _]| *from).min()?;
    for _ in 0..rim.len() {
        corners.push(last);
        let mut on = rim.iter().filter(|[from, _]| *from == last);
        let (Some([_, to]), None) = (on.next(), on.next()) else { return None };
        last = *to;
        if last == corners[0] {
            break;
        }
    }
    (corners.len() == rim.len()).then_some(corners)
}

/// Corners where a polygon bends.
fn bent(mut corners: Vec<u32>, place: impl Fn(u32) -> Vector3<f64>, flat: f64) -> Vec<u32> {
    let mut k = 0;
    while k < corners.len() && corners.len() > 2 {
        let count = corners.len();
        let at = |k: usize| place(corners[k % count]);
        let (to, on) = (at(k) - at(k + count - 1), at(k + 1) - at(k));
        let across = to + on;
        let turn = to.cross(&on);
        let within = |most: f64| turn.dot(&turn) <= most;
        let is_straight = to.dot(&on) > 0.0 && within(STRAIGHT * STRAIGHT * to.dot(&to) * on.dot(&on));
        if is_straight && within(flat * flat * across.dot(&across)) {
            corners.remove(k);
        } else {
            k += 1;
        }
    }
    corners
}
