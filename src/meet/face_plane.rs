//! A body with an end on body i and a plane on body j, by the volume that the one has below the other.

use crate::meet::plane::Plane;
use crate::physics::kinematics::Surface;
use crate::physics::rotation;
use crate::physics::{Inputs, Region, Scalar, Vector3};
use crate::shape::{Cut, Mesh, Placed, Pose, Shape, cuboid};

/// x is the depth of the deepest point; p_a is the centroid of the overlap, which lies half-way through it, and apart the deepest point.
/// The normal is that of the plane.
#[inline(never)]
pub fn surface<T: Scalar>(
    on_i: &Placed<T>,
    mesh: Option<&Mesh>,
    on_j: &Placed<T>,
    given: &Inputs<T>,
) -> (Surface<T>, Region<T>) {
    let (i, j) = (&given.body_i, &given.body_j);
    let plane = Plane::of(on_j, j);
    let Plane { normal, height } = plane;
    let pose = Pose::of(on_i, i);
    let cut = Cut { normal: pose.to_shape(&normal), height: height - (pose.origin - j.position).dot(&normal) };
    let deepest = match mesh {
        Some(mesh) => mesh.support(&-cut.normal),
        None => on_i.shape.support(&-cut.normal).unwrap_or_else(|| Vector3::from_element(T::zero())),
    };
    let penetration = cut.depth(&deepest);
    let turn = |v: &Vector3<T>| pose.to_world(v);
    let overlap = match (mesh, &on_i.shape) {
        _ if penetration.value() <= 0.0 => None,
        (Some(mesh), _) => mesh.sunk(&cut).region(turn),
        (None, Shape::Box { half }) => cuboid::sunk(half, &cut).region(turn),
        (None, shape) => shape.below(&cut).and_then(|overlap| {
            let (region, centroid) = overlap.region(&cut, shape.round(&cut))?;
            Some((Region { tilting: rotation::turned_matrix(&region.tilting, turn), ..region }, centroid))
        }),
    };
    let (region, at) = overlap.unwrap_or_else(|| (Region::none(), deepest));
    (plane.surface(penetration, pose.place_in_world(&at), given), region)
}
