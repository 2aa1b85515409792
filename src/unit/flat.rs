//! Which triangles of a convex body are one face.

use crate::physics::rotation::unit_vector;
use crate::shape::Mesh;
use nalgebra::Vector3;
use std::collections::{BTreeMap, BTreeSet};

/// A face.
pub struct Flat {
    /// Of its plane, outward
    pub normal: Vector3<f64>,
    /// Of its plane from the origin along the normal [m]
    pub height: f64,
    /// Its corners, counter-clockwise, without those on its straight edges: two if it is no wider than a line, None if it is no polygon
    pub corners: Option<Vec<u32>>,
}

/// Part of the distance up to which corners lie in a plane, as numbers in double precision have it: a plane through three of them will do.
const EXACT: f64 = 1e-3;

/// Turning of an edge up to which a corner on it, as near to its straight line as corners are to their plane, is none [rad].
const STRAIGHT: f64 = 1e-2;

/// The faces, by the first triangle of each: triangles whose corners lie within `flat` [m] of one plane. Larger ones come first, as the plane of a narrow triangle turns with the rounding of its corners.
pub fn faces(mesh: Mesh, flat: f64) -> Vec<Flat> {
    let place = |k: u32| Vector3::from(mesh.corners[k as usize]);
    let twice_area: Vec<Vector3<f64>> =
        mesh.triangles.iter().map(|[a, b, c]| (place(*b) - place(*a)).cross(&(place(*c) - place(*a)))).collect();
    let size = |k: usize| twice_area[k].dot(&twice_area[k]);
    let mut order: Vec<usize> = (0..twice_area.len()).collect();
    order.sort_by(|a, b| size(*b).total_cmp(&size(*a)));
    let mut found: Vec<(Vector3<f64>, f64, Vec<usize>)> = Vec::new();
    for triangle in order {
        let corners = mesh.triangles[triangle].map(place);
        let normal = unit_vector(&twice_area[triangle]);
        // one that is hardly more than a line faces nowhere
        let narrow = EXACT * flat;
        let is_line =
            corners.iter().any(|a| corners.iter().any(|b| size(triangle) <= narrow * narrow * (a - b).dot(&(a - b))));
        let is_one = |(n, height, _): &&mut (Vector3<f64>, f64, Vec<usize>)| {
            (is_line || n.dot(&normal) > 0.5) && corners.iter().all(|at| (n.dot(at) - *height).abs() <= flat)
        };
        match found.iter_mut().find(is_one) {
            Some((_, _, of)) => of.push(triangle),
            None => found.push((normal, normal.dot(&corners[0]), vec![triangle])),
        }
    }
    found.iter_mut().for_each(|(_, _, of)| of.sort_unstable());
    found.sort_by_key(|(_, _, of)| of[0]);
    found
        .into_iter()
        .map(|(normal, height, of)| {
            let corners = || of.iter().flat_map(|k| mesh.triangles[*k]).map(place);
            let beside = corners().fold(0.0, |most: f64, at| most.max((normal.dot(&at) - height).abs()));
            let polygon = polygon(of.iter().map(|k| mesh.triangles[*k]));
            let corners_of =
                |normal, height| Flat { normal, height, corners: polygon.map(|corners| bent(corners, place, flat)) };
            if beside <= EXACT * flat {
                return corners_of(normal, height);
            }
            // the plane that is in the middle of all of it
            let normal = unit_vector(&of.iter().map(|k| twice_area[*k]).sum());
            corners_of(normal, corners().map(|at| normal.dot(&at)).sum::<f64>() / (3 * of.len()) as f64)
        })
        .collect()
}

/// The corners around triangles, counter-clockwise; None if their edges that have none of them on the other side are not one closed line.
fn polygon(triangles: impl Iterator<Item = [u32; 3]>) -> Option<Vec<u32>> {
    let edges: BTreeSet<[u32; 2]> = triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    let mut next = BTreeMap::new();
    for [from, to] in edges.iter().filter(|[from, to]| !edges.contains(&[*to, *from])) {
        if next.insert(*from, *to).is_some() {
            return None;
        }
    }
    let mut corners = vec![*next.first_key_value()?.0];
    while corners.len() <= next.len() {
        let to = *next.get(corners.last()?)?;
        if to == corners[0] {
            break;
        }
        corners.push(to);
    }
    (corners.len() == next.len()).then_some(corners)
}

/// Corners where a polygon bends.
fn bent(mut corners: Vec<u32>, place: impl Fn(u32) -> Vector3<f64>, flat: f64) -> Vec<u32> {
    let mut k = 0;
    while k < corners.len() && corners.len() > 2 {
        let count = corners.len();
        let [a, b, c] = [k + count - 1, k, k + 1].map(|at| place(corners[at % count]));
        let (to, on, across) = (b - a, c - b, c - a);
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
