//! The region in which faces meet.

use crate::physics::{Matrix3, Scalar, Vector3};

/// What of the overlap of two bodies the laws need; the point of action is its centroid c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region<T> {
    /// V = ∫δ dA; of two convex bodies |−∂U/∂r|, U their [`Overlap`](crate::shape::overlap::Overlap) [m³]
    pub volume: T,
    /// ∫δ̄ dV, the depth δ̄ below the surface of body j over the overlap [m⁴]; ½·∫δ² dA where no part of body i is below another;
    /// of two convex bodies U
    pub depth: T,
    /// [n]×ᵀ·J_V·[n]× with J_V = ∫ρ·ρᵀ dV, ρ across the normal n from c [m⁵]: with ω it gives how unevenly the bodies close, but for
    /// the turns that leave the overlap as it is ([`Round`])
    pub tilting: Matrix3<T>,
    /// Mean of |ρ| over the overlap e_r [m]
    pub spin_radius: T,
    /// Moment of the pressure on body i about the normal by k_A [m⁴]; 0 of a plane
    pub twist: T,
    /// Whether a body of revolution stands on part of one of its ends: it is as stiff against a tilt across its lean, of which `tilting` says nothing
    pub leans: bool,
}

/// How a body can turn without a change of its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Round<T> {
    /// Not at all
    No,
    /// About this axis, unit; `flat` from 0 to 1 where one of its ends lies on the other body with all of its face [1]
    About { axis: Vector3<T>, flat: T },
    /// Any way it likes: what is smooth rolls without a change of the overlap to the first order
    AnyWay,
}

/// How flat one of its ends lies that `tilting` has as stiff as it needs to be for implicit springs, 1½ of 2 (docs/numerics.md step 44).
const FLAT: f64 = 0.75;

impl<T: Scalar> Round<T> {
    /// Whether it stands on one of its ends along n, not with most of its face.
    fn leans(&self, n: &Vector3<T>) -> bool {
        match self {
            Round::No | Round::AnyWay => false,
            Round::About { axis, flat } => {
                let along = axis.dot(n).value();
                // its axis is nearer to n than to what lies across it
                along * along > 0.5 && flat.value() < FLAT
            }
        }
    }
}

/// ∫|ρ| by √(V·tr J_V) of a round region of even depth, 2/3·√2, and of a line, √3/2.
const OF_DISC: f64 = 0.942_809_041_582_063_4;
const OF_LINE: f64 = 0.866_025_403_784_438_6;

impl<T: Scalar> Region<T> {
    /// Nothing overlaps.
    pub fn none() -> Self {
        let none = T::zero();
        let tilting = Matrix3::from_element(none);
        Region { volume: none, depth: none, tilting, spin_radius: none, twist: none, leans: false }
    }

    /// Of an overlap with J_V = `second`, in the axes of n and of the bodies' roundness.
    ///
    /// e_r = √(tr J_V/V)·(c_d − (c_d − c_l)·(1 − 4·det/tr²)), det of the two rows of J_V across the normal: exact for a disc
    /// (c_d = 2√2/3) and a line (c_l = √3/2) of even depth, within 1 % for rectangles of even depth; 2.1 % above that of a paraboloid, 3.3 % of the tip
    /// of a cone, 6 % of the corner of a cube.
    pub fn of(volume: T, depth: T, second: &Matrix3<T>, n: &Vector3<T>, round: [Round<T>; 2]) -> Self {
        let minor = |a: usize, b: usize| second[(a, a)] * second[(b, b)] - second[(a, b)] * second[(b, a)];
        let spin_radius = spin_radius(volume, second.trace(), minor(0, 1) + minor(1, 2) + minor(0, 2));
        let leans = round.iter().any(|round| round.leans(n));
        Region { volume, depth, tilting: tilting(second, n, round), spin_radius, twist: T::zero(), leans }
    }

    /// [`of`](Self::of) a body that is round about no axis, J_V by its numbers uu, vv and uv on two axes across the normal.
    #[inline]
    pub fn in_plane(volume: T, depth: T, [uu, vv, uv]: [T; 3], [u, v]: [&Vector3<T>; 2]) -> Self {
        let spin_radius = spin_radius(volume, uu + vv, uu * vv - uv * uv);
        // turns about u move what is away along v
        let (by_u, by_v) = (u * vv - v * uv, v * uu - u * uv);
        let tilting = by_u * u.transpose() + by_v * v.transpose();
        Region { volume, depth, tilting, spin_radius, twist: T::zero(), leans: false }
    }
}

/// e_r of a region by the trace and the determinant of what J_V is across the normal.
fn spin_radius<T: Scalar>(volume: T, trace: T, determinant: T) -> T {
    if trace.value() <= 0.0 || volume.value() <= 0.0 {
        return T::zero();
    }
    let roundness = determinant * T::from(4.0) / (trace * trace);
    (trace / volume).sqrt() * (roundness * T::from(OF_DISC - OF_LINE) + T::from(OF_LINE))
}

/// What of second moments lies across n, unit:  (1 − n·nᵀ)·S·(1 − n·nᵀ).
pub fn across<T: Scalar>(second: &Matrix3<T>, n: &Vector3<T>) -> Matrix3<T> {
    let along = second * n;
    let mixed = n * along.transpose();
    second - mixed - mixed.transpose() + n * n.transpose() * n.dot(&along)
}

/// [n]×ᵀ·J·[n]× = tr J·(1 − n·nᵀ) − J, as J is 0 along n, without the turns that leave the overlap as it is. Of two round bodies either
/// may be looked at first: the mean of both.
fn tilting<T: Scalar>(second: &Matrix3<T>, n: &Vector3<T>, round: [Round<T>; 2]) -> Matrix3<T> {
    let none = T::zero();
    let whole = (Matrix3::from_diagonal_element(T::one()) - n * n.transpose()) * second.trace() - second;
    match round {
        [Round::AnyWay, _] | [_, Round::AnyWay] => Matrix3::from_element(none),
        [Round::No, Round::No] => whole,
        [Round::About { axis, flat }, Round::No] | [Round::No, Round::About { axis, flat }] => {
            let left = tilts(&axis, flat, n);
            left * whole * left
        }
        [Round::About { axis: of_i, flat: flat_i }, Round::About { axis: of_j, flat: flat_j }] => {
            let [i, j] = [tilts(&of_i, flat_i, n), tilts(&of_j, flat_j, n)];
            let ij = i * j;
            let ji = ij.transpose();
            (ij * whole * ji + ji * whole * ij) * T::from(0.5)
        }
    }
}

/// What of a turn tilts a body of revolution  (1 − w)·t·tᵀ + w·(1 − a·aᵀ),  t = n×a/|n×a|, w how flat it lies.
///
/// ω = α·a + β·n + γ·t is one sum only where it leans. About its axis a and about n the overlap keeps its shape, wherever they carry it, so that
/// γ·t is what closes it unevenly: a disc that rolls on its rim, a cylinder on its side and a cone about its tip lose nothing. On its whole face
/// a disc cannot roll, and all turns but that about a tilt it.
fn tilts<T: Scalar>(axis: &Vector3<T>, flat: T, n: &Vector3<T>) -> Matrix3<T> {
    let lying = (Matrix3::from_diagonal_element(T::one()) - axis * axis.transpose()) * flat;
    let across = n.cross(axis);
    let square = across.dot(&across);
    if square.value() > 0.0 { lying + across * across.transpose() * ((T::one() - flat) / square) } else { lying }
}
