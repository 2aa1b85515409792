//! Whether the faces of a surface pass through each other, or touch where they are no neighbours.

use crate::physics::Vector3;

/// Below this share of the lengths of its factors a determinant counts as 0: what is nearer than that, touches.
const FLAT: f64 = 1e-12;

type Triangle = [Vector3<f64>; 3];

/// An edge that meets a face it does not belong to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Position of the triangle that has the edge
    pub triangle: usize,
    pub edge: [[f64; 3]; 2],
    /// Position of the triangle that the edge meets
    pub other: usize,
}

/// The first crossing of triangles that share no edge, or of neighbours that are folded onto each other; None: there is none. Triangles
/// without an area are not looked at. By a sweep along x: n·log n and what lies beside each other there.
pub fn crossing(corners: &[[f64; 3]], triangles: &[[u32; 3]]) -> Option<Crossing> {
    let at = |of: &[u32; 3]| of.map(|k| Vector3::from(corners[k as usize]));
    let mut by_x: Vec<_> = (0..triangles.len())
        .map(|place| (place, at(&triangles[place])))
        .filter(|(_, triangle)| !is_thin(triangle))
        .map(|(place, triangle)| (place, triangle, bounds(&triangle)))
        .collect();
    by_x.sort_by(|(_, _, [one, _]), (_, _, [other, _])| one[0].total_cmp(&other[0]));
    let mut found: Option<Crossing> = None;
    for (from, (place, triangle, [low, high])) in by_x.iter().enumerate() {
        let beside = by_x[from + 1..].iter().take_while(|(_, _, [other_low, _])| other_low[0] <= high[0]);
        for (other_place, other, [other_low, other_high]) in beside {
            if (1..3).any(|k| other_low[k] > high[k] || low[k] > other_high[k]) {
                continue;
            }
            let places = [*place, *other_place];
            let meets = meet([triangle, other], places.map(|place| triangles[place]));
            if let Some((of, [a, b])) = meets {
                let edge = [a, b].map(|corner| corner.into());
                let here = Crossing { triangle: places[of], edge, other: places[1 - of] };
                let order = |of: &Crossing| (of.triangle.min(of.other), of.triangle.max(of.other));
                if found.as_ref().is_none_or(|found| order(&here) < order(found)) {
                    found = Some(here);
                }
            }
        }
    }
    found
}

fn length(of: &Vector3<f64>) -> f64 {
    of.dot(of).sqrt()
}

/// Whether the height of a triangle is nothing beside its edges.
fn is_thin([a, b, c]: &Triangle) -> bool {
    let (along, across) = (b - a, c - a);
    let far = along.dot(&along).max(across.dot(&across));
    length(&along.cross(&across)) <= FLAT * far
}

/// The box around a triangle, with what counts as nothing.
fn bounds(triangle: &Triangle) -> [Vector3<f64>; 2] {
    let [a, b, c] = triangle;
    let (low, high) = (a.inf(b).inf(c), a.sup(b).sup(c));
    let slack = Vector3::repeat(FLAT * (high - low).amax());
    [low - slack, high + slack]
}

/// Which of two triangles has an edge that meets the other one, and that edge.
fn meet(both: [&Triangle; 2], corners: [[u32; 3]; 2]) -> Option<(usize, [Vector3<f64>; 2])> {
    let shared = [0, 1].map(|of| corners[of].map(|corner| corners[1 - of].contains(&corner)));
    match shared[0].iter().filter(|is_shared| **is_shared).count() {
        2 => folded(both, shared),
        _ => {
            for of in 0..2 {
                for k in 0..3 {
                    let ends = [k, (k + 1) % 3];
                    // of an edge that begins in a shared corner the opposite edges tell
                    let is_apart = ends.iter().all(|end| !shared[of][*end]);
                    let edge = ends.map(|end| both[of][end]);
                    if is_apart && reaches(&edge, both[1 - of]) {
                        return Some((of, edge));
                    }
                }
            }
            None
        }
    }
}

/// Neighbours in one plane, the third corner of each on the same side of their edge.
fn folded(both: [&Triangle; 2], shared: [[bool; 3]; 2]) -> Option<(usize, [Vector3<f64>; 2])> {
    let alone = [0, 1].map(|of| shared[of].iter().position(|is_shared| !is_shared).unwrap_or(0));
    let [first, second] = both;
    let edge = [1, 2].map(|k| first[(alone[0] + k) % 3]);
    let other = second[alone[1]];
    let side = |corner: &Vector3<f64>| (edge[1] - edge[0]).cross(&(corner - edge[0]));
    let is_flat = sign(&[first[0], first[1], first[2], other]) == 0;
    (is_flat && side(&first[alone[0]]).dot(&side(&other)) > 0.0).then_some((0, edge))
}

/// Sign of the volume of a tetrahedron, 0 if it is flat.
fn sign([a, b, c, d]: &[Vector3<f64>; 4]) -> i8 {
    let [u, v, w] = [b - a, c - a, d - a];
    let volume = u.cross(&v).dot(&w);
    let flat = FLAT * length(&u) * length(&v) * length(&w);
    i8::from(volume > flat) - i8::from(volume < -flat)
}

/// Whether an edge meets a triangle, its border counted; in one plane as well.
fn reaches(edge: &[Vector3<f64>; 2], triangle: &Triangle) -> bool {
    let [p, q] = *edge;
    let [a, b, c] = *triangle;
    match [sign(&[a, b, c, p]), sign(&[a, b, c, q])] {
        [0, 0] => reaches_in_plane(edge, triangle),
        [from, to] if from == to => false,
        _ => {
            let turns = [sign(&[p, q, a, b]), sign(&[p, q, b, c]), sign(&[p, q, c, a])];
            turns.iter().all(|turn| *turn >= 0) || turns.iter().all(|turn| *turn <= 0)
        }
    }
}

/// The same of an edge in the plane of the triangle: no side of it keeps them apart, and the edge itself does not.
fn reaches_in_plane([p, q]: &[Vector3<f64>; 2], triangle: &Triangle) -> bool {
    let [a, b, c] = triangle;
    let normal = (b - a).cross(&(c - a));
    let side = |from: &Vector3<f64>, to: &Vector3<f64>, of: &Vector3<f64>| {
        let (along, there) = (to - from, of - from);
        let area = along.cross(&there).dot(&normal);
        let flat = FLAT * length(&along) * length(&there) * length(&normal);
        i8::from(area > flat) - i8::from(area < -flat)
    };
    let is_outside = [(a, b), (b, c), (c, a)].iter().any(|(from, to)| [p, q].iter().all(|end| side(from, to, end) < 0));
    let by_edge = [a, b, c].map(|corner| side(p, q, corner));
    !(is_outside || by_edge.iter().all(|side| *side > 0) || by_edge.iter().all(|side| *side < 0))
}
