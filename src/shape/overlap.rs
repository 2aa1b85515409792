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
use crate::shape::convex::{Faced, MOST_FACES, Sides};
use crate::shape::polygon::Polygon;

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
    squares: [Matrix3<T>; 3],
}

impl<T: Scalar> Overlap<T> {
    /// Mean of the places of the pressure along n [m].
    pub fn mean_place(&self, n: &Vector3<T>) -> Vector3<T> {
        self.places.transpose() * n / self.force.dot(n)
    }

    /// Second moments of the pressure along n about a place [m⁵].
    pub fn second(&self, n: &Vector3<T>, about: &Vector3<T>) -> Matrix3<T> {
        let whole = self.squares[0] * n[0] + self.squares[1] * n[1] + self.squares[2] * n[2];
        let first = self.places.transpose() * n;
        let mixed = first * about.transpose();
        whole - mixed - mixed.transpose() + about * about.transpose() * self.force.dot(n)
    }
}

/// Room for the polygons of one evaluation.
struct Room<T: Scalar> {
    face: Polygon<T>,
    cell: Polygon<T>,
    spare: Polygon<T>,
}

/// Of the surface of one body inside the field of the other.
struct Pressed<T: Scalar> {
    force: Vector3<T>,
    rate: Vector3<T>,
    energy: T,
    places: Matrix3<T>,
    squares: [Matrix3<T>; 3],
    /// Faces of the field that are the nearest somewhere, a bit each
    nearest: u64,
    /// Faces of the surface that reach into the field
    inside: u64,
}

/// The overlap of two bodies; None where there is none. The energy costs as much again as the rest, and is 0 if it is not asked for.
pub fn overlap<T: Scalar>(i: &Faced<T>, j: &Faced<T>, passing: &Passing<T>, with_energy: bool) -> Option<Overlap<T>> {
    let apart = (i.origin() - j.origin()).map(|x| x.value());
    let reach = i.radius() + j.radius();
    if apart.dot(&apart) >= reach * reach {
        return None;
    }
    let omega = passing.omega_i - passing.omega_j;
    let passing_at = |x: &Vector3<T>| passing.velocity + omega.cross(x);
    // −n of body i, n of body j, and the normals of the nearest faces the other way round
    let sides_of_j = j.sides(i);
    if sides_of_j.most_depth <= 0.0 {
        return None;
    }
    let sides_of_i = i.sides(j);
    if sides_of_i.most_depth <= 0.0 {
        return None;
    }
    let mut room = Room { face: Polygon::none(), cell: Polygon::none(), spare: Polygon::none() };
    let [deep_in_j, deep_in_i] = [sides_of_j.most_depth, sides_of_i.most_depth];
    let of_i = pressed(i, j, &sides_of_j, (-T::one(), &passing_at), &mut room);
    let of_j = pressed(j, i, &sides_of_i, (T::one(), &passing_at), &mut room);
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
        squares: [0, 1, 2].map(|k| (of_i.squares[k] + of_j.squares[k]) * half),
    })
}

/// The pressure of the field of one body on the surface of the other, which pushes body i along `side`·n of each face.
fn pressed<T: Scalar>(
    surface: &Faced<T>,
    field: &Faced<T>,
    sides: &Sides,
    (side, passing): (T, &impl Fn(&Vector3<T>) -> Vector3<T>),
    Room { face, cell, spare }: &mut Room<T>,
) -> Pressed<T> {
    let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
    let nothing = Matrix3::from_element(none);
    let mut sums = Pressed {
        force: zero,
        rate: zero,
        energy: none,
        places: nothing,
        squares: [nothing; 3],
        nearest: 0,
        inside: 0,
    };
    let planes = field.planes();
    for (f, (normal, corners)) in surface.faces().enumerate() {
        let of_face = corners.iter().fold(0, |bits, k| bits | 1u128 << k);
        if sides.inside.iter().take(planes.len()).any(|inside| inside & of_face == 0) {
            continue;
        }
        face.clear();
        corners.iter().for_each(|k| face.push(&surface.corner(*k as usize)));
        for (plane, _) in planes.iter().zip(&sides.outside).filter(|(_, outside)| *outside & of_face != 0) {
            face.cut(spare, plane, false);
            if face.is_empty() {
                break;
            }
        }
        if face.is_empty() {
            continue;
        }
        sums.inside |= 1 << f;
        let push = normal * side;
        let (near, ranges) = nearest(planes, face.corners());
        let range = |g: usize| ranges.get(g).copied().unwrap_or_default();
        for (g, plane) in planes.iter().enumerate().filter(|(g, _)| near >> g & 1 == 1) {
            cell.take(face);
            let beside = near & field.beside(g, sides.most_depth);
            let (_, most) = range(g);
            // no place of the face is nearer to the other one
            let cuts = |h: usize| h != g && beside >> h & 1 == 1 && range(h).0 < most;
            for (h, other) in planes.iter().enumerate().filter(|(h, _)| cuts(*h)) {
                // a place between two faces is the first one's
                cell.cut(spare, &nearer(plane, other), g < h);
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
            let mixed = of.first * about.transpose();
            let second = of.second + mixed + mixed.transpose() + about * about.transpose() * of.pressure;
            for (to, k) in sums.squares.iter_mut().zip(0..3) {
                *to += second * push[k];
            }
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

/// Faces that may be the nearest to a place of a polygon, a bit each: none that another one is nearer than everywhere; and the least and the
/// greatest depth of the polygon below each of them [m].
fn nearest<T: Scalar>(planes: &[(Vector3<T>, T)], corners: &[Vector3<T>]) -> (u64, [(f64, f64); MOST_FACES]) {
    let range = |(normal, height): &(Vector3<T>, T)| {
        let depths = corners.iter().map(|x| (*height - normal.dot(x)).value());
        depths.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), depth| (least.min(depth), most.max(depth)))
    };
    let mut ranges = [(0.0, 0.0); MOST_FACES];
    let mut bound = f64::INFINITY;
    for (to, plane) in ranges.iter_mut().zip(planes) {
        *to = range(plane);
        bound = bound.min(to.1);
    }
    let near = ranges.iter().take(planes.len()).enumerate().filter(|(_, (least, _))| *least <= bound);
    (near.fold(0, |bits, (g, _)| bits | 1 << g), ranges)
}

/// What the walls between the cells of nearest faces add to ∫d dV over the overlap: with d = ℓ_g the divergence theorem of −½·ℓ_g²·n_g
/// over each cell leaves ½·|n_g − n_h|·∫ℓ² dA of the wall between the cells of g and h.
///
/// `nearest`: faces of the field that can be the nearest in the overlap · `inside`: faces of the other body that bound it
fn walls<T: Scalar>(
    field: &Faced<T>,
    other: &Faced<T>,
    most_depth: f64,
    [nearest, inside]: [u64; 2],
    Room { cell, spare, .. }: &mut Room<T>,
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
                cell.cut(spare, &nearer(plane, third), false);
                if cell.is_empty() {
                    break;
                }
            }
            cell.cut(spare, plane, false);
            for (_, of_other) in other.planes().iter().enumerate().filter(|(f, _)| inside >> f & 1 == 1) {
                cell.cut(spare, of_other, false);
                if cell.is_empty() {
                    break;
                }
            }
            let Some(about) = cell.corners().first().copied() else { continue };
            let of = cell.integrals(&normal, &about, plane);
            sum += of.square * length * T::from(0.5);
        }
    }
    sum
}

/// A square about `centre` that reaches beyond `radius` all around.
fn square<T: Scalar>(to: &mut Polygon<T>, normal: &Vector3<T>, centre: &Vector3<T>, radius: f64) {
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
