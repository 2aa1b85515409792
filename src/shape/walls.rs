//! ∫d dV over a part of a convex body, d the depth below its nearest face, from integrals over what bounds the part.

use crate::physics::{Scalar, Vector3};
use crate::shape::convex::{Faced, Sides};
use crate::shape::polygon::{Linear, Polygon, Sheet, less, up_to};

/// Least part of 1 that the volume between three unit normals has, or the area between two, where their planes meet in a place that is not
/// far away.
const APART: f64 = 0.05;

/// Part of the size of a body by which a cell is made larger before it counts as none,
const BY_ROUNDING: f64 = 1e-9;
/// and of a wall, over the length of n_g − n_h: some roundings of a height.
const ROUNDED: f64 = 1e-14;

/// The positions of the bits that are set.
pub(super) fn positions(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let next = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        next
    })
}

/// The place, from `about` [m], that up to three faces of a body meet in: of one or two that which is nearest; None of more, and of those that
/// are nearly parallel.
///
/// About it the depth below each of them is linear without a constant: div(x·d) = 4·d in all of their cells, and as d has no jump between
/// them ∫d dV is ¼·∫d·x·n dA over the surface around, which is 0 on the faces themselves.
pub(super) fn meeting<T: Scalar>(planes: &[(Vector3<T>, T)], faces: u64, about: &Vector3<T>) -> Option<Vector3<T>> {
    let mut of =
        positions(faces).filter_map(|g| planes.get(g)).map(|(normal, height)| (normal, *height - normal.dot(about)));
    let ((a, by_a), second, third, fourth) = (of.next()?, of.next(), of.next(), of.next());
    let Some((b, by_b)) = second else { return Some(a * by_a) };
    let across = a.cross(b);
    let square = across.dot(&across);
    match (third, fourth) {
        (None, _) => {
            (square.value() > APART * APART).then(|| (b.cross(&across) * by_a + across.cross(a) * by_b) / square)
        }
        (Some((c, by_c)), None) => {
            let volume = across.dot(c);
            let is_near = volume.value() > APART || volume.value() < -APART;
            is_near.then(|| (b.cross(c) * by_a + c.cross(a) * by_b + across * by_c) / volume)
        }
        (Some(_), Some(_)) => None,
    }
}

/// The plane of places as deep below one face as below another one, through the place nearest to the `origin`, and the length of n_g − n_h.
#[inline(always)]
fn wall<T: Scalar>(g: &(Vector3<T>, T), h: &(Vector3<T>, T), origin: &Vector3<T>) -> (Sheet<T>, T) {
    let across = g.0 - h.0;
    let length = across.dot(&across).sqrt();
    let normal = across / length;
    let distance = (g.1 - h.1) / length;
    (Sheet::new(&normal, &(origin - normal * (normal.dot(origin) - distance))), length)
}

/// Begins with the part of a wall below a face, beyond a body of that radius [m] all around. The answer: the depth below the face.
#[inline(always)]
fn begin<T: Scalar, const FACES: usize>(
    cell: &mut Polygon<T, FACES>,
    sheet: &Sheet<T>,
    face: &(Vector3<T>, T),
    radius: f64,
) -> Linear<T> {
    let (far, depth) = (T::from(1.5 * radius), sheet.depth(face));
    cell.clear();
    [[-far, -far], [far, -far], [far, far], [-far, far]].into_iter().for_each(|corner| cell.push(corner));
    cell.cut(&depth, false);
    depth
}

/// From which depth on faces g and h can both be the nearest ones of a place [m], of a body of that radius [m] about the origin, whose faces are `planes`; infinite
/// where they never can. `first`: faces that are looked at before others, a bit each
pub fn together<const FACES: usize>(
    planes: &[(Vector3<f64>, f64)],
    [g, h]: [usize; 2],
    first: u64,
    radius: f64,
    cell: &mut Polygon<f64, FACES>,
) -> f64 {
    let (Some(face), Some(other)) = (planes.get(g), planes.get(h)) else { return f64::INFINITY };
    let (sheet, length) = wall(face, other, &Vector3::zeros());
    let depth = begin(cell, &sheet, face, radius);
    // a wall between faces that are nearly one plane lies where rounding puts it
    let room = radius * (BY_ROUNDING + ROUNDED / length);
    for thirds in [first, !first] {
        for k in positions(thirds).take_while(|k| *k < planes.len()).filter(|k| *k != g && *k != h) {
            if let Some(third) = planes.get(k) {
                let [apart, along_s, along_t] = less(&sheet.depth(third), &depth);
                cell.cut(&[apart + room, along_s, along_t], true);
            }
            if cell.is_empty() {
                return f64::INFINITY;
            }
        }
    }
    let depths = cell.corners().iter().map(|[s, t]| depth[0] + depth[1] * s + depth[2] * t);
    depths.fold(f64::INFINITY, f64::min) - room
}

/// What the walls between the cells of nearest faces add to ∫d dV over the overlap: with d = ℓ_g the divergence theorem of −½·ℓ_g²·n_g
/// over each cell leaves ½·|n_g − n_h|·∫ℓ² dA of the wall between the cells of g and h.
///
/// `nearest`: faces of the field that can be the nearest in the overlap · `inside`: faces of the other body that bound it
pub(super) fn walls<T: Scalar, const FACES: usize>(
    [field, other]: [&Faced<T, FACES>; 2],
    sides: &Sides<FACES>,
    [nearest, inside]: [u64; 2],
    cell: &mut Polygon<T, FACES>,
) -> T {
    let planes = field.planes();
    let beside = |face: usize| sides.beside.get(face).copied().unwrap_or(u64::MAX);
    let mut sum = T::zero();
    for g in positions(nearest) {
        let beside_g = beside(g);
        // those that come after g
        for h in positions(nearest & beside_g & (u64::MAX << g) & !(1 << g)) {
            let (Some(plane), Some(other_plane)) = (planes.get(g), planes.get(h)) else { continue };
            let (sheet, length) = wall(plane, other_plane, field.origin());
            let depth = begin(cell, &sheet, plane, field.radius());
            let between = (beside_g | beside(h)) & !(1 << g | 1 << h);
            let thirds =
                positions(between).filter_map(|k| planes.get(k)).map(|third| less(&sheet.depth(third), &depth));
            let others = positions(inside).filter_map(|f| other.planes().get(f)).map(|plane| sheet.depth(plane));
            for by in thirds.chain(others) {
                cell.cut(&by, false);
                if cell.is_empty() {
                    break;
                }
            }
            // as where a cell is cut
            cell.cut(&up_to(sides.most_depth, &depth), true);
            sum += cell.square(&depth) * length * T::from(0.5);
        }
    }
    sum
}
