//! ∫d dV over a part of a convex body, d the depth below its nearest face, from integrals over what bounds the part.

use crate::physics::{Scalar, Vector3};
use crate::shape::convex::Faced;
use crate::shape::polygon::{Polygon, Sheet, less};

/// Least part of 1 that the volume between three unit normals has, or the area between two, where their planes meet in a place that is not
/// far away.
const APART: f64 = 0.05;

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

/// What the walls between the cells of nearest faces add to ∫d dV over the overlap: with d = ℓ_g the divergence theorem of −½·ℓ_g²·n_g
/// over each cell leaves ½·|n_g − n_h|·∫ℓ² dA of the wall between the cells of g and h.
///
/// `nearest`: faces of the field that can be the nearest in the overlap · `inside`: faces of the other body that bound it
pub(super) fn walls<T: Scalar, const FACES: usize>(
    [field, other]: [&Faced<T, FACES>; 2],
    most_depth: f64,
    [nearest, inside]: [u64; 2],
    cell: &mut Polygon<T, FACES>,
) -> T {
    let planes = field.planes();
    let mut sum = T::zero();
    for g in positions(nearest) {
        let beside_g = field.beside(g, most_depth);
        // those that come after g
        for h in positions(nearest & beside_g & (u64::MAX << g) & !(1 << g)) {
            let (Some(plane), Some(beside)) = (planes.get(g), planes.get(h)) else { continue };
            let across = plane.0 - beside.0;
            let length = across.dot(&across).sqrt();
            let normal = across / length;
            let distance = (plane.1 - beside.1) / length;
            let sheet = Sheet::new(&normal, &(field.origin() - normal * (normal.dot(field.origin()) - distance)));
            // reaches beyond the field all around
            let (far, depth) = (T::from(1.5 * field.radius()), sheet.depth(plane));
            cell.clear();
            [[-far, -far], [far, -far], [far, far], [-far, far]].into_iter().for_each(|corner| cell.push(corner));
            let between = beside_g & field.beside(h, most_depth) & !(1 << g | 1 << h);
            cell.cut(&depth, false);
            let thirds =
                positions(between).filter_map(|k| planes.get(k)).map(|third| less(&sheet.depth(third), &depth));
            let others = positions(inside).filter_map(|f| other.planes().get(f)).map(|plane| sheet.depth(plane));
            for by in thirds.chain(others) {
                cell.cut(&by, false);
                if cell.is_empty() {
                    break;
                }
            }
            sum += cell.square(&depth) * length * T::from(0.5);
        }
    }
    sum
}
