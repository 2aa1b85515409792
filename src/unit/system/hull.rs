//! The convex hull of points.

use crate::physics::rotation::unit_vector;
use crate::unit::facets::Facets;
use nalgebra::Vector3;

/// Points nearer to a face than this part of the size of all count as on it.
const FLAT: f64 = 1e-10;

/// The same of points whose numbers have single precision, if they have no hull otherwise.
const ROUNDED: f64 = 1e-6;

/// Most points: the hull is found in a time that grows with their square, and at worst, each seeing all faces before it, with their cube: 40 s.
pub const MOST_POINTS: usize = 5_000;

/// A face with its outward normal, of any length.
struct Face {
    corners: [usize; 3],
    normal: Vector3<f64>,
}

/// The surface of the smallest convex body with all points [m]: from a tetrahedron, point by point, the faces that see the point give way to those
/// between it and their rim.
///
/// Errors: fewer than four points, too many, one that is not finite, all in a plane.
pub fn of(points: &[[f64; 3]]) -> Result<Facets, String> {
    let count = points.len();
    if count < 4 {
        return Err(format!("{count} points: a body has at least 4"));
    }
    if count > MOST_POINTS {
        return Err(format!("{count} points are more than {MOST_POINTS}"));
    }
    if let Some(at) = points.iter().position(|point| point.iter().any(|x| !x.is_finite())) {
        return Err(format!("point {} is not finite", at + 1));
    }
    let places: Vec<Vector3<f64>> = points.iter().map(|point| Vector3::from(*point)).collect();
    let first = tetrahedron(&places)?;
    let mut order: Vec<usize> = (0..count).collect();
    let found = around(&places, first, &order, FLAT);
    if found.is_ok() {
        return found;
    }
    // rounding has undone it: corners first, so that few points are left that lie in a face, or on an edge
    let middle = places.iter().sum::<Vector3<f64>>() / count as f64;
    order.sort_by(|a, b| norm(&(places[*b] - middle)).total_cmp(&norm(&(places[*a] - middle))));
    [FLAT, ROUNDED].into_iter().map(|flat| around(&places, first, &order, flat)).find(Result::is_ok).unwrap_or(found)
}

/// The hull of places, taken one by one in an order after those of a tetrahedron; nearer to a face than `flat` times their size they are on it.
fn around(places: &[Vector3<f64>], first: [usize; 4], order: &[usize], flat: f64) -> Result<Facets, String> {
    let count = places.len();
    let size = places.iter().map(|place| norm(&(place - places[first[0]]))).fold(0.0, f64::max);
    let sees = |face: &Face, k: usize| {
        let height = face.normal.dot(&(places[k] - places[face.corners[0]]));
        height > flat * size * norm(&face.normal)
    };
    let face = |corners: [usize; 3]| {
        let [a, b, c] = corners.map(|k| places[k]);
        Face { corners, normal: (b - a).cross(&(c - a)) }
    };
    let [a, b, c, d] = first;
    let is_outward = face([a, b, c]).normal.dot(&(places[d] - places[a])) < 0.0;
    let [b, c] = if is_outward { [b, c] } else { [c, b] };
    let mut faces: Vec<Face> = [[a, b, c], [a, d, b], [b, d, c], [c, d, a]].map(face).into();
    for k in order.iter().copied().filter(|k| !first.contains(k)) {
        let (seen, kept): (Vec<Face>, Vec<Face>) = faces.into_iter().partition(|face| sees(face, k));
        faces = kept;
        let edges: Vec<(usize, usize)> =
            seen.iter().flat_map(|Face { corners: [a, b, c], .. }| [(*a, *b), (*b, *c), (*c, *a)]).collect();
        // the rim: edges whose other side is not seen
        let rim = edges.iter().filter(|(a, b)| !edges.contains(&(*b, *a)));
        faces.extend(rim.map(|(a, b)| face([*a, *b, k])));
    }
    let triangles: Vec<[usize; 3]> = faces.iter().map(|face| face.corners).collect();
    let used = triangles.concat();
    // corners that are left
    let mut position = vec![usize::MAX; count];
    let mut corners = Vec::new();
    for k in used {
        if position[k] == usize::MAX {
            position[k] = corners.len();
            corners.push(places[k].into());
        }
    }
    let triangles: Vec<[usize; 3]> = triangles.iter().map(|of| of.map(|k| position[k])).collect();
    Facets::new(&corners, &triangles).map_err(|why| why.to_string())
}

fn norm(v: &Vector3<f64>) -> f64 {
    v.dot(v).sqrt()
}

/// Four points that are in no plane: each as far as possible from those before it.
fn tetrahedron(places: &[Vector3<f64>]) -> Result<[usize; 4], String> {
    let farthest = |distance: &dyn Fn(&Vector3<f64>) -> f64| {
        let far = places.iter().map(distance).enumerate();
        far.fold((0, -1.0), |most, (k, far)| if far > most.1 { (k, far) } else { most })
    };
    let middle = places.iter().sum::<Vector3<f64>>() / places.len() as f64;
    let (a, _) = farthest(&|place| norm(&(place - middle)));
    let (b, size) = farthest(&|place| norm(&(place - places[a])));
    if size <= 0.0 {
        return Err("all points are one".into());
    }
    let along = (places[b] - places[a]) / size;
    let (c, width) = farthest(&|place| norm(&(place - places[a]).cross(&along)));
    if width <= FLAT * size {
        return Err("all points are on a straight line".into());
    }
    let normal = unit_vector(&along.cross(&(places[c] - places[a])));
    let (d, height) = farthest(&|place| (place - places[a]).dot(&normal).abs());
    if height <= FLAT * size {
        return Err("all points are in a plane".into());
    }
    Ok([a, b, c, d])
}
