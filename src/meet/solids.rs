//! Two shapes that are no [`Pair`](crate::meet::Pair) of the one-contact FMU.

use crate::meet::parameters::{HoldsSolids, Pair, Place, Solids, Surfaces, Way};
use crate::meet::{ball_solid, capsule_solid, convex_pair, deepest_on_plane, ellipsoid_solid, face_plane, table};
use crate::physics::kinematics::{Approach, Surface};
use crate::physics::{ContactFrame, Inputs, Parameters, Region, Scalar};
use crate::shape::{Cone, Curvature, Shape};

/// [`met`](crate::meet::met) of two solids. The inputs come by value, so that where there are none the caller keeps them in registers.
#[cold]
#[inline(never)]
pub fn met<T: Scalar>(
    held: &dyn HoldsSolids,
    way: Way,
    laws: &Parameters<T>,
    inputs: Inputs<T>,
    region: &mut Option<Region<T>>,
) -> ContactFrame<T> {
    let inputs = &inputs;
    match way {
        Way::Volume => {
            let (surface, overlap) = of_faces(held, inputs, true);
            *region = Some(overlap);
            surface.frame(laws, inputs, T::zero())
        }
        Way::Point => {
            let (surface, curvature) = in_a_point(held, inputs);
            let asked = laws.asks_for_radius().then(|| curvature.radii()).flatten();
            let [effective_radius, rolling_radius] = asked.unwrap_or_else(|| [T::zero(); 2]);
            ContactFrame { rolling_radius, ..surface.frame(laws, inputs, effective_radius) }
        }
    }
}

/// [`approach_of`](crate::meet::approach_of) two solids.
#[cold]
#[inline(never)]
pub fn approach<T: Scalar>(held: &dyn HoldsSolids, way: Way, inputs: &Inputs<T>) -> Approach<T> {
    match way {
        Way::Volume => of_faces(held, inputs, false).0.approach(),
        Way::Point => in_a_point(held, inputs).0.approach(),
    }
}

fn of_faces<T: Scalar>(held: &dyn HoldsSolids, inputs: &Inputs<T>, with_energy: bool) -> (Surface<T>, Region<T>) {
    let (Solids { i, j }, surfaces) = held.solids();
    let (i, j) = (i.constant(), j.constant());
    match surfaces {
        Surfaces::Convex(both) => convex_pair::surface([&i, &j], both, inputs, with_energy),
        Surfaces::Mesh(mesh) => face_plane::surface(&i, Some(&mesh), &j, inputs),
        Surfaces::None | Surfaces::Touched(_) => face_plane::surface(&i, None, &j, inputs),
    }
}

fn in_a_point<T: Scalar>(held: &dyn HoldsSolids, inputs: &Inputs<T>) -> (Surface<T>, Curvature<T>) {
    let (Solids { i, j }, surfaces) = held.solids();
    let convex = if let Surfaces::Touched(convex) = surfaces { Some(convex) } else { None };
    match (&i.shape, &j.shape) {
        (Shape::Sphere { .. }, _) => ball_solid::surface(&i.constant(), &j.constant(), convex, inputs),
        (_, Shape::Plane { .. }) => deepest_on_plane::surface(&i.constant(), &j.constant(), inputs),
        (Shape::Capsule(_), _) => capsule_solid::surface(i, j, convex, inputs),
        _ => ellipsoid_solid::surface(i, j, convex, inputs),
    }
}

impl Solids {
    /// A length that says how large the smaller shape is [m].
    pub fn size(&self) -> f64 {
        [&self.i, &self.j].into_iter().filter_map(|placed| half_size(&placed.shape)).fold(f64::INFINITY, f64::min)
    }
}

impl<T: Scalar> Place<'_, T> {
    /// How large the smaller shape is, of a ball its radius [m]; None of a point of a patch, and where the importer gives the contact.
    pub fn size(&self) -> Option<f64> {
        let size = match &self.solids {
            Some(held) => held.solids().0.size(),
            None if self.geometry.settings.pair == Pair::External => return None,
            None => self.geometry.shapes.radius_i.value(),
        };
        (size > table::OF_A_POINT).then_some(size)
    }
}

/// The smallest half size of a shape [m]; None of one without an end.
pub fn half_size(shape: &Shape<f64>) -> Option<f64> {
    match shape {
        Shape::Plane { .. } => None,
        Shape::Sphere { radius, .. } | Shape::Cylinder { radius, .. } => Some(*radius),
        Shape::Box { half } | Shape::Ellipsoid { half } => Some(half.iter().copied().fold(f64::INFINITY, f64::min)),
        Shape::Cone(Cone { radius, top_radius, length }) => Some(radius.max(*top_radius).min(0.5 * length)),
        Shape::Capsule(capsule) => Some(capsule.radius),
        Shape::Torus(torus) => Some(torus.tube),
        Shape::Facets { size, .. } => Some(*size),
    }
}
