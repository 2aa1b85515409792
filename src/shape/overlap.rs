//! What two convex bodies press into each other: the depth of each below its surface is a pressure field on the surface of the other.
//!
//! The depth of a place in a body is the distance d from its nearest face. Over the overlap Ω of bodies i and j
//!
//! U = ½·∫ (d_i + d_j) dV
//!
//! is an energy [m⁴ · k_A]: between two faces that are a depth δ in each other ½δ² per area, as of an elastic layer. As d_j vanishes on
//! the surface of j, the force on body i is −∂U/∂r_i = ½·(−∫ d_j·n_i dA over the surface of i inside j + ∫ d_i·n_j dA over that of j inside i), and
//! the same of moments; both are continuous along any motion. Exchanged bodies have the opposite force. Not in a paper: it is the pressure of
//! equal fields ("hydroelastic") without their common surface, which jumps where faces of equal bodies come into one plane.

use crate::physics::{Matrix3, Scalar, Vector3};
use crate::shape::convex::{Faced, Sides};
use crate::shape::polygon::Polygon;
use crate::shape::symmetric::Symmetric;

/// How body i moves against body j in the common frame: the velocity at its origin [m/s] and the angular velocities of both [rad/s].
#[derive(Clone, Copy)]
pub struct Passing<T: Scalar> {
    pub velocity: Vector3<T>,
    pub omega_i: Vector3<T>,
    pub omega_j: Vector3<T>,
}

/// Of the overlap, by k_A, places from the origin of the common frame.
#[derive(Clone, Copy, Debug)]
pub struct Overlap<T: Scalar> {
    /// −∂U/∂r_i [m³]
    pub force: Vector3<T>,
    /// Its rate [m³/s]
    pub force_rate: Vector3<T>,
    /// Moment of the same pressure on body i about the origin [m⁴]
    pub moment: Vector3<T>,
    /// U [m⁴]
    pub energy: T,
    /// Σ m·∫p·xᵀ dA, m the direction of the force on body i of each face [m⁴]
    places: Matrix3<T>,
    /// Σ m_k·∫p·x·xᵀ dA for the three elements of m [m⁵]
    squares: [Symmetric<T>; 3],
}

impl<T: Scalar> Overlap<T> {
    /// Mean of the places of the pressure along n [m].
    pub fn mean_place(&self, n: &Vector3<T>) -> Vector3<T> {
        self.places.transpose() * n / self.force.dot(n)
    }

    /// Second moments of the pressure along n about a place [m⁵].
    pub fn second(&self, n: &Vector3<T>, about: &Vector3<T>) -> Matrix3<T> {
        let mut whole = Symmetric::zero();
        self.squares.iter().zip(n.iter()).for_each(|(of, along)| whole.add(of, *along));
        let first = self.places.transpose() * n;
        whole.moved(&-first, about, self.force.dot(n)).matrix()
    }
}

/// Room for the polygons of one evaluation.
struct Room<T: Scalar, const FACES: usize> {
    face: Polygon<T, FACES>,
    cell: Polygon<T, FACES>,
    ranges: [(f64, f64); FACES],
}

/// Of the surface of one body inside the field of the other.
struct Pressed<T: Scalar> {
    force: Vector3<T>,
    rate: Vector3<T>,
    energy: T,
    places: Matrix3<T>,
    squares: [Symmetric<T>; 3],
    /// Faces of the field that are the nearest somewhere, a bit each
    nearest: u64,
    /// Faces of the surface that reach into the field
    inside: u64,
}

/// The overlap of two bodies; None where there is none. The energy costs as much again as the rest, and is 0 if it is not asked for.
pub fn overlap<T: Scalar, const FACES: usize>(
    i: &Faced<T, FACES>,
    j: &Faced<T, FACES>,
    passing: &Passing<T>,
    with_energy: bool,
) -> Option<Overlap<T>> {
    let apart = (i.origin() - j.origin()).map(|x| x.value());
    let reach = i.radius() + j.radius();
    if apart.dot(&apart) >= reach * reach {
        return None;
    }
    let omega = passing.omega_i - passing.omega_j;
    let passing_at = |x: &Vector3<T>| passing.velocity + omega.cross(x);
    // −n of body i, n of body j, and the normals of the nearest faces the other way round
    let [deep_in_j, deep_in_i] = [j.most_depth(i), i.most_depth(j)];
    if deep_in_j <= 0.0 || deep_in_i <= 0.0 {
        return None;
    }
    let mut room = Room { face: Polygon::none(), cell: Polygon::none(), ranges: [(0.0, 0.0); FACES] };
    let of_i = pressed(i, j, deep_in_j, (-T::one(), &passing_at), &mut room);
    let of_j = pressed(j, i, deep_in_i, (T::one(), &passing_at), &mut room);
    let half = T::from(0.5);
    let force = (of_i.force + of_j.force) * half;
    if force.dot(&force).value() <= 0.0 {
        return None;
    }
    let places = (of_i.places + of_j.places) * half;
    let mut energy = T::zero();
    if with_energy {
        let walls_j = walls(j, i, deep_in_j, [of_i.nearest | of_j.inside, of_i.inside], &mut room);
        let walls_i = walls(i, j, deep_in_i, [of_j.nearest | of_i.inside, of_j.inside], &mut room);
        energy = (of_i.energy + of_j.energy + walls_i + walls_j) * half;
    }
    let turning = passing.omega_j.cross(&of_i.force) + passing.omega_i.cross(&of_j.force);
    Some(Overlap {
        force,
        force_rate: (of_i.rate + of_j.rate + turning) * half,
        moment: Vector3::new(
            places[(2, 1)] - places[(1, 2)],
            places[(0, 2)] - places[(2, 0)],
            places[(1, 0)] - places[(0, 1)],
        ),
        energy,
        places,
        squares: [0, 1, 2].map(|k| {
            let mut mean = Symmetric::zero();
            [&of_i, &of_j].iter().for_each(|of| mean.add(&of.squares[k], half));
            mean
        }),
    })
}

/// The pressure of the field of one body on the surface of the other, which pushes body i along `side`·n of each face.
fn pressed<T: Scalar, const FACES: usize>(
    surface: &Faced<T, FACES>,
    field: &Faced<T, FACES>,
    most_depth: f64,
    (side, passing): (T, &impl Fn(&Vector3<T>) -> Vector3<T>),
    Room { face, cell, ranges }: &mut Room<T, FACES>,
) -> Pressed<T> {
    let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
    let nothing = Matrix3::from_element(none);
    let mut sums = Pressed {
        force: zero,
        rate: zero,
        energy: none,
        places: nothing,
        squares: [Symmetric::zero(); 3],
        nearest: 0,
        inside: 0,
    };
    let planes = field.planes();
    let sides: Sides<FACES> = field.sides(surface);
    for (f, (normal, corners)) in surface.faces().enumerate() {
        let of_face = corners.iter().fold(0, |bits, k| bits | 1u128 << k);
        if sides.inside.iter().take(planes.len()).any(|inside| inside & of_face == 0) {
            continue;
        }
        face.clear();
        corners.iter().for_each(|k| face.push(&surface.corner(*k as usize)));
        for (plane, _) in planes.iter().zip(&sides.outside).filter(|(_, outside)| *outside & of_face != 0) {
            face.cut(plane, false);
            if face.is_empty() {
                break;
            }
        }
        if face.is_empty() {
            continue;
        }
        sums.inside |= 1 << f;
        let push = normal * side;
        let near = nearest(planes, face.corners(), ranges);
        let range = |g: usize| ranges.get(g).copied().unwrap_or_default();
        for (g, plane) in planes.iter().enumerate().filter(|(g, _)| near >> g & 1 == 1) {
            cell.take(face);
            let beside = near & field.beside(g, most_depth);
            let (_, most) = range(g);
            // no place of the face is nearer to the other one
            let cuts = |h: usize| h != g && beside >> h & 1 == 1 && range(h).0 < most;
            for (h, other) in planes.iter().enumerate().filter(|(h, _)| cuts(*h)) {
                // a place between two faces is the first one's
                cell.cut(&nearer(plane, other), g < h);
                if cell.is_empty() {
                    break;
                }
            }
            let Some(about) = cell.corners().first().copied() else { continue };
            let about = about.map(|x| T::from(x.value()));
            let of = cell.integrals(normal, &about, plane);
            sums.nearest |= 1 << g;
            sums.force += push * of.pressure;
            sums.energy -= plane.0.dot(normal) * of.square * T::from(0.5);
            let first = of.first + about * of.pressure;
            sums.places += push * first.transpose();
            let second = of.second.moved(&of.first, &about, of.pressure);
            sums.squares.iter_mut().zip(push.iter()).for_each(|(to, along)| to.add(&second, *along));
            let place = of.place + about * of.area;
            // ∫ v·n dA of a velocity that is linear in the place
            let through = if of.area.value() > 0.0 { passing(&(place / of.area)).dot(normal) * of.area } else { none };
            sums.rate += plane.0 * through;
        }
    }
    sums
}

/// The plane below which a face is nearer than another one, of a normal of any length: what is below it is d' − d.
fn nearer<T: Scalar>((n, height): &(Vector3<T>, T), (n_other, height_other): &(Vector3<T>, T)) -> (Vector3<T>, T) {
    (n_other - n, *height_other - *height)
}

/// Faces that may be the nearest to a place of a polygon, a bit each: none that another one is nearer than everywhere. `ranges`: where the least
/// and the greatest depth of the polygon below each of them go [m]
fn nearest<T: Scalar>(planes: &[(Vector3<T>, T)], corners: &[Vector3<T>], ranges: &mut [(f64, f64)]) -> u64 {
    let mut bound = f64::INFINITY;
    for (to, (normal, height)) in ranges.iter_mut().zip(planes) {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in corners {
            let depth = (*height - normal.dot(x)).value();
            least = if depth < least { depth } else { least };
            most = if depth > most { depth } else { most };
        }
        *to = (least, most);
        bound = bound.min(most);
    }
    let near = ranges.iter().take(planes.len()).enumerate().filter(|(_, (least, _))| *least <= bound);
    near.fold(0, |bits, (g, _)| bits | 1 << g)
}

/// What the walls between the cells of nearest faces add to ∫d dV over the overlap: with d = ℓ_g the divergence theorem of −½·ℓ_g²·n_g
/// over each cell leaves ½·|n_g − n_h|·∫ℓ² dA of the wall between the cells of g and h.
///
/// `nearest`: faces of the field that can be the nearest in the overlap · `inside`: faces of the other body that bound it
fn walls<T: Scalar, const FACES: usize>(
    field: &Faced<T, FACES>,
    other: &Faced<T, FACES>,
    most_depth: f64,
    [nearest, inside]: [u64; 2],
    Room { cell, .. }: &mut Room<T, FACES>,
) -> T {
    let planes = field.planes();
    let mut sum = T::zero();
    for (g, plane) in planes.iter().enumerate().filter(|(g, _)| nearest >> g & 1 == 1) {
        let beside_g = field.beside(g, most_depth);
        let reached = nearest & beside_g;
        for (h, beside) in planes.iter().enumerate().filter(|(h, _)| *h > g && reached >> h & 1 == 1) {
            let across = plane.0 - beside.0;
            let length = across.dot(&across).sqrt();
            let normal = across / length;
            let distance = (plane.1 - beside.1) / length;
            square(cell, &normal, &(field.origin() - normal * (normal.dot(field.origin()) - distance)), field.radius());
            let between = beside_g & field.beside(h, most_depth) & !(1 << g | 1 << h);
            for (_, third) in planes.iter().enumerate().filter(|(k, _)| between >> k & 1 == 1) {
                cell.cut(&nearer(plane, third), false);
                if cell.is_empty() {
                    break;
                }
            }
            cell.cut(plane, false);
            for (_, of_other) in other.planes().iter().enumerate().filter(|(f, _)| inside >> f & 1 == 1) {
                cell.cut(of_other, false);
                if cell.is_empty() {
                    break;
                }
            }
            sum += cell.square(&normal, plane) * length * T::from(0.5);
        }
    }
    sum
}

/// A square about `centre` that reaches beyond `radius` all around.
fn square<T: Scalar, const FACES: usize>(
    to: &mut Polygon<T, FACES>,
    normal: &Vector3<T>,
    centre: &Vector3<T>,
    radius: f64,
) {
    let least = |k: usize| normal[k].value().abs();
    let k = [1, 2].into_iter().fold(0, |best, k| if least(k) < least(best) { k } else { best });
    let mut along = Vector3::from_element(T::zero());
    along[k] = T::one();
    let u = normal.cross(&along);
    let u = u / u.dot(&u).sqrt() * T::from(1.5 * radius);
    let v = normal.cross(&u);
    to.clear();
    for corner in [-u - v, u - v, u + v, v - u] {
        to.push(&(centre + corner));
    }
}
