//! Two convex bodies bounded by polygons, by what they press into each other.

use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Region, Round, Scalar, Vector3, inputs, region};
use crate::shape::apart::{self, Touching};
use crate::shape::convex::{Convex, FEW_FACES, Faced, MOST_FACES};
use crate::shape::overlap::{Overlap, Passing, overlap};
use crate::shape::simplex::Witnesses;
use crate::shape::{Cut, Placed, Pose};

/// Part of the size of two bodies up to which they are apart or overlap barely: the way between them and their force are so far off by rounding that
/// the normal would be off by 1e-7.
const BARELY: f64 = 1e-9;

/// Part of the cube of their size that the force of an overlap is less than where the bodies may overlap barely: faces as large as they are do, by [`BARELY`].
const THIN: f64 = 1e-9;

/// The normal is the direction of the force of the [`overlap`], p_a the place on its axis at the mean of the pressure, x how far the bodies
/// reach into each other along the normal. Apart, x is less than 0 by their distance, and p_a half-way between the nearest places. The energy of
/// the region is 0 if it is not asked for.
pub fn surface<T: Scalar>(
    on: [&Placed<T>; 2],
    convex: [Convex; 2],
    given: &Inputs<T>,
    with_energy: bool,
) -> (Surface<T>, Region<T>) {
    // with no more room than is needed: it has to be filled. With derivatives it is worth less than the code of another instance
    if T::IS_PLAIN && convex.iter().all(|of| of.is_of_few()) {
        of_faces::<T, FEW_FACES>(on, convex, given, with_energy)
    } else {
        of_faces::<T, MOST_FACES>(on, convex, given, with_energy)
    }
}

/// [`surface`] of bodies of up to so many faces.
#[inline(never)]
fn of_faces<T: Scalar, const FACES: usize>(
    [on_i, on_j]: [&Placed<T>; 2],
    [convex_i, convex_j]: [Convex; 2],
    given: &Inputs<T>,
    with_energy: bool,
) -> (Surface<T>, Region<T>) {
    let (body_i, body_j) = (&given.body_i, &given.body_j);
    // world axes about the frame of body j
    let pose_i = Pose::at(on_i, &(body_i.position - body_j.position), &body_i.orientation);
    let pose_j = Pose::at(on_j, &Vector3::from_element(T::zero()), &body_j.orientation);
    let (i, j) = (Faced::<T, FACES>::new(convex_i, &pose_i), Faced::<T, FACES>::new(convex_j, &pose_j));
    let passing = Passing {
        velocity: inputs::relative_velocity(body_i, body_j, &body_j.position),
        omega_i: body_i.angular_velocity,
        omega_j: body_j.angular_velocity,
    };
    let [of_i, of_j] = [(on_i, &pose_i), (on_j, &pose_j)];
    let size = i.radius() + j.radius();
    let found = overlap(&i, &j, &passing, with_energy).ok_or_else(|| apart::witnesses(&i, &j));
    let least = THIN * size * size * size;
    let is_near = match &found {
        Ok(found) => found.force.dot(&found.force).value() <= least * least,
        Err(apart) => apart.distance() <= BARELY * size,
    };
    let touching = if is_near { apart::touching(&i, &j) } else { None };
    let Some(touching) = touching.filter(|touching| touching.distance.value().abs() <= BARELY * size) else {
        return match &found {
            Ok(found) => pressed([&i, &j], found, [of_i, of_j], given),
            Err(apart) => (separate(&i, &j, apart, given), Region::none()),
        };
    };
    let Touching { normal, distance, places: [at_i, at_j] } = touching;
    let point = body_j.position + (at_i + at_j) * T::from(0.5);
    match found.ok().filter(|_| distance.value() < 0.0) {
        Some(found) => {
            let (surface, region) = pressed([&i, &j], &found, [of_i, of_j], given);
            // that of the pressure, unless it is all rounding
            let place = (surface.point - body_j.position).map(|x| x.value());
            let is_within = i.holds(&place, BARELY * size) && j.holds(&place, BARELY * size);
            (touched(&normal, -distance, if is_within { &surface.point } else { &point }, given), region)
        }
        // what has no overlap does not touch
        None => {
            let depth = if distance.value() > 0.0 { -distance } else { T::zero() };
            (touched(&normal, depth, &point, given), Region::none())
        }
    }
}

/// Surface of bodies that touch in a place, or are apart; the normal turns with body j.
#[inline(never)]
pub fn touched<T: Scalar>(normal: &Vector3<T>, depth: T, point: &Vector3<T>, given: &Inputs<T>) -> Surface<T> {
    Surface {
        penetration: depth,
        normal: *normal,
        normal_rate: given.body_j.angular_velocity.cross(normal),
        point: *point,
        v_r: inputs::relative_velocity(&given.body_i, &given.body_j, point),
    }
}

/// How a body can turn that touches another one above the plane n·y < height, both in the axes of the world, the latter about its origin.
fn round<T: Scalar>((on, pose): (&Placed<T>, &Pose<T>), normal: &Vector3<T>, height: T) -> Round<T> {
    match on.shape.round(&Cut { normal: pose.to_shape(normal), height }) {
        Round::About { axis, flat } => Round::About { axis: pose.to_world(&axis), flat },
        other => other,
    }
}

/// Bodies that overlap.
#[inline(never)]
fn pressed<T: Scalar, const FACES: usize>(
    [i, j]: [&Faced<T, FACES>; 2],
    found: &Overlap<T>,
    [on_i, on_j]: [(&Placed<T>, &Pose<T>); 2],
    given: &Inputs<T>,
) -> (Surface<T>, Region<T>) {
    let (body_i, body_j) = (&given.body_i, &given.body_j);
    let volume = found.force.dot(&found.force).sqrt();
    let normal = found.force / volume;
    let mean = found.mean_place(&normal);
    let about_mean = found.moment - mean.cross(&found.force);
    let twist = normal.dot(&about_mean);
    let at = mean + normal.cross(&about_mean) / volume;
    let second = region::across(&found.second(&normal, &at), &normal);
    let down = normal.map(|x| -x.value());
    let (lowest, highest) = (i.corner(i.support(&down)), j.corner(j.support(&-down)));
    // the surface of the other body where it reaches in farthest
    let [above, below] = [normal.dot(&(highest - i.origin())), normal.dot(&(j.origin() - lowest))];
    let round = [round(on_i, &normal, above), round(on_j, &-normal, below)];
    let region = Region { twist, ..Region::of(volume, found.energy, &second, &normal, round) };
    let point = body_j.position + at;
    let surface = Surface {
        penetration: normal.dot(&(highest - lowest)),
        normal,
        normal_rate: (found.force_rate - normal * normal.dot(&found.force_rate)) / volume,
        point,
        v_r: inputs::relative_velocity(body_i, body_j, &point),
    };
    (surface, region)
}

/// Bodies that are apart, or touch.
fn separate<T: Scalar, const FACES: usize>(
    i: &Faced<T, FACES>,
    j: &Faced<T, FACES>,
    found: &Witnesses,
    given: &Inputs<T>,
) -> Surface<T> {
    let [on_i, on_j] = apart::places(found, i, j);
    let distance = found.distance();
    let centres = (i.origin() - j.origin()).map(|x| x.value());
    let towards = if distance > 0.0 { found.apart } else { centres };
    let length = towards.dot(&towards).sqrt();
    let normal = (if length > 0.0 { towards / length } else { Vector3::z() }).map(T::from);
    let depth = if distance > 0.0 { normal.dot(&(on_j - on_i)) } else { T::zero() };
    touched(&normal, depth, &(given.body_j.position + (on_i + on_j) * T::from(0.5)), given)
}
