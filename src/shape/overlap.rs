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
use crate::shape::polygon::{Integrals, Linear, Polygon, Sheet, less, up_to};
use crate::shape::symmetric::Symmetric;
use crate::shape::walls::{meeting, positions, walls};

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
    /// Depth of a face below each face of the field
    depths: [Linear<T>; FACES],
    ranges: [(f64, f64); FACES],
}

/// Of the surface of one body inside the field of the other.
struct Pressed<T: Scalar> {
    force: Vector3<T>,
    rate: Vector3<T>,
    /// −½·Σ n_g·n·∫p² dA over the cells of faces g of the field on faces of the surface [m⁴]
    squared: T,
    /// Σ ∫p·m·(x − x₀) dA, m the direction of the force on body i of each face and x₀ a place between the bodies [m⁴]
    levers: T,
    places: Matrix3<T>,
    squares: [Symmetric<T>; 3],
    /// Faces of the field that are the nearest somewhere, a bit each
    nearest: u64,
    /// Faces of the surface that reach into the field
    inside: u64,
    /// 1 where its outward normals push body i, −1 where they push body j
    side: T,
}

/// The overlap of two bodies; None where there is none. The energy is 0 if it is not asked for: where more than three faces of a body are the nearest ones
/// it costs as much again as the rest.
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
    let sides_i = j.sides(i)?;
    let sides_j = i.sides(j)?;
    let depths = [[T::zero(); 3]; FACES];
    let mut room = Room { face: Polygon::none(), cell: Polygon::none(), depths, ranges: [(0.0, 0.0); FACES] };
    let about = *if i.radius() < j.radius() { i.origin() } else { j.origin() };
    let motion = Motion { velocity: &passing.velocity, omega: &omega, about: &about };
    // −n of body i, n of body j, and the normals of the nearest faces the other way round
    let of_i = pressed([i, j], &sides_i, (-T::one(), &motion), &mut room);
    let of_j = pressed([j, i], &sides_j, (T::one(), &motion), &mut room);
    let half = T::from(0.5);
    let force = (of_i.force + of_j.force) * half;
    if force.dot(&force).value() <= 0.0 {
        return None;
    }
    let places = (of_i.places + of_j.places) * half;
    let mut energy = T::zero();
    if with_energy {
        energy = (depths_within([j, i], &of_i, &of_j, &about, &mut room.cell, &sides_i)
            + depths_within([i, j], &of_j, &of_i, &about, &mut room.cell, &sides_j))
            * half;
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

/// ∫d dV over the overlap, d the depth in the `field`, from the pressure of the field on the surface of the other body and of that on the surface
/// of the field.
fn depths_within<T: Scalar, const FACES: usize>(
    [field, other]: [&Faced<T, FACES>; 2],
    on_other: &Pressed<T>,
    on_field: &Pressed<T>,
    about: &Vector3<T>,
    room: &mut Polygon<T, FACES>,
    sides: &Sides<FACES>,
) -> T {
    // whatever is nearest to a face is so on the whole way to it
    let nearest = on_other.nearest | on_field.inside;
    match meeting(field.planes(), nearest, about) {
        Some(apex) => (on_other.levers - apex.dot(&on_other.force)) * (on_other.side * T::from(0.25)),
        None => on_other.squared + walls([field, other], sides, [nearest, on_other.inside], room),
    }
}

/// How the bodies move, and a place between them that levers are counted from.
struct Motion<'a, T: Scalar> {
    /// Velocity at the origin [m/s] and angular velocity [rad/s]
    velocity: &'a Vector3<T>,
    omega: &'a Vector3<T>,
    /// [m]
    about: &'a Vector3<T>,
}

/// The pressure of the field of one body on the surface of the other, which pushes body i along `side`·n of each face.
fn pressed<T: Scalar, const FACES: usize>(
    [surface, field]: [&Faced<T, FACES>; 2],
    sides: &Sides<FACES>,
    (side, motion): (T, &Motion<T>),
    Room { face, cell, depths, ranges }: &mut Room<T, FACES>,
) -> Pressed<T> {
    let (none, zero) = (T::zero(), Vector3::from_element(T::zero()));
    let nothing = Matrix3::from_element(none);
    let mut sums = Pressed {
        force: zero,
        rate: zero,
        squared: none,
        levers: none,
        places: nothing,
        squares: [Symmetric::zero(); 3],
        nearest: 0,
        inside: 0,
        side,
    };
    let planes = field.planes();
    for (f, (normal, corners)) in surface.faces().enumerate() {
        let of_face = corners.iter().fold(0, |bits, k| bits | 1u128 << k);
        let Some(first) = corners.first().filter(|_| !sides.is_outside(of_face, planes.len())) else { continue };
        let origin = surface.corner(*first as usize);
        let sheet = Sheet::new(normal, &origin);
        face.clear();
        corners.iter().for_each(|k| face.push(sheet.coordinates(&surface.corner(*k as usize))));
        for (plane, outside) in planes.iter().zip(&sides.outside) {
            if outside & of_face != 0 {
                face.cut(&sheet.depth(plane), false);
            }
            if face.is_empty() {
                break;
            }
        }
        if face.is_empty() {
            continue;
        }
        sums.inside |= 1 << f;
        depths.iter_mut().zip(planes).for_each(|(to, plane)| *to = sheet.depth(plane));
        let through = sheet.through(&(motion.velocity + motion.omega.cross(&origin)), motion.omega);
        let (near, most_depth) = nearest(depths.get(..planes.len()).unwrap_or(depths), face.corners(), ranges);
        let mut over_face = Integrals::none();
        for g in positions(near) {
            let (Some(plane), Some(depth), Some((_, most))) = (planes.get(g), depths.get(g), ranges.get(g)) else {
                continue;
            };
            // no place of the face is nearer to one of which the least depth is more
            let reaches = |h: &usize| ranges.get(*h).is_some_and(|(least, _)| least < most);
            let others = near & sides.beside.get(g).copied().unwrap_or(u64::MAX) & !(1 << g);
            let of = if positions(others).any(|h| reaches(&h)) {
                cell.take(face);
                for h in positions(others).filter(reaches) {
                    let Some(other) = depths.get(h) else { continue };
                    // a place between two faces is the first one's
                    cell.cut(&less(other, depth), g < h);
                    if cell.is_empty() {
                        break;
                    }
                }
                // deeper places between the faces beside it belong to others
                cell.cut(&up_to(most_depth, depth), true);
                if cell.is_empty() {
                    continue;
                }
                cell.integrals(depth)
            } else {
                face.integrals(depth)
            };
            sums.nearest |= 1 << g;
            sums.squared -= plane.0.dot(normal) * of.square * T::from(0.5);
            // ∫ v·n dA of a velocity that is linear in the place
            sums.rate += plane.0 * (through[0] * of.area + through[1] * of.place[0] + through[2] * of.place[1]);
            over_face.add_pressure(&of);
        }
        let push = normal * side;
        sums.force += push * over_face.pressure;
        sums.levers += push.dot(&(origin - motion.about)) * over_face.pressure;
        let (first, second) = sheet.moments(&over_face);
        sums.places += push * first.transpose();
        let second = Symmetric::of(second);
        sums.squares.iter_mut().zip(push.iter()).for_each(|(to, along)| to.add(&second, *along));
    }
    sums
}

/// Faces that may be the nearest to a place of a polygon, a bit each: none that another one is nearer than everywhere; and the depth that none of its
/// places is below [m]. `ranges`: where the least and the greatest depth of the polygon below each of them go [m]
fn nearest<T: Scalar>(depths: &[Linear<T>], corners: &[[T; 2]], ranges: &mut [(f64, f64)]) -> (u64, f64) {
    let mut bound = f64::INFINITY;
    for (to, [c, a, b]) in ranges.iter_mut().zip(depths) {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for [s, t] in corners {
            let depth = (*c + *a * *s + *b * *t).value();
            least = if depth < least { depth } else { least };
            most = if depth > most { depth } else { most };
        }
        *to = (least, most);
        bound = bound.min(most);
    }
    let near = ranges.iter().take(depths.len()).enumerate().filter(|(_, (least, _))| *least <= bound);
    (near.fold(0, |bits, (g, _)| bits | 1 << g), bound)
}
