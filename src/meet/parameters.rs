//! Parameters and settings of the geometry: which shapes meet, and where they sit on their bodies. No law knows them.

use crate::physics::parameters::choices;
use crate::physics::{Scalar, Vector3};
use crate::shape::convex::Convex;
use crate::shape::{Mesh, Placed};
use core::fmt;

choices! {
/// Who finds the contact.
pub enum Pair {
    /// The importer gives penetration, normal, relative velocity and point.
    External,
    /// Sphere on body i, plane on body j [G04 eqs. 27–28].
    SpherePlane,
    /// Spheres on both bodies.
    SphereSphere,
    /// Sphere on body i inside a hollow cylinder of body j.
    SphereInCylinder,
    /// Sphere on body i outside a cylinder of body j.
    SphereOnCylinder,
    /// Sphere on body i inside a hollow sphere of body j.
    SphereInSphere,
}

/// Where the force of two curved surfaces acts. A plane has it at the deepest point of the sphere [G04 eq. 27], the pair
/// [`Pair::External`] where the importer says.
pub enum PointOfAction {
    /// Half-way through the overlap, the same for both bodies.
    Middle,
    /// At the deepest point of the sphere of body i [G04 eq. 27].
    Paper,
}
}

/// Everything that chooses the geometry; none of it is differentiated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeometrySettings {
    pub pair: Pair,
    pub point: PointOfAction,
    /// Whether the surface of body i is flat at the contact (pair external)
    pub is_flat_i: bool,
    /// The same of body j
    pub is_flat_j: bool,
    /// How shapes meet that are no pair, which is [`Pair::External`] beside it
    pub way: Option<Way>,
}

/// Shapes and where they sit on their bodies; `_I` and `_J` are the frames K_i and K_j.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shapes<T> {
    /// Radius of the sphere of body i [m], > 0
    pub radius_i: T,
    /// Centre of that sphere in K_i [m]
    pub center_i: Vector3<T>,
    /// Normal of the plane of body j in K_j, any length from 1e-100 to 1e100
    pub normal_j: Vector3<T>,
    /// Height of that plane along its normal h_j [m]
    pub height_j: T,
    /// Radius of the sphere or cylinder of body j R_j [m], > 0
    pub radius_j: T,
    /// Axis of that cylinder in K_j, any length from 1e-100 to 1e100
    pub axis_j: Vector3<T>,
    /// Centre of that sphere, or a point on that axis, in K_j [m]
    pub center_j: Vector3<T>,
    /// Radius of body i at the contact r_contact [m], > 0 (pair external) [M3D]
    pub contact_radius_i: T,
    /// The same of body j
    pub contact_radius_j: T,
}

impl<T: Scalar> Default for Shapes<T> {
    fn default() -> Self {
        let zero = Vector3::from_element(T::zero());
        Shapes {
            radius_i: T::zero(),
            center_i: zero,
            normal_j: zero,
            height_j: T::zero(),
            radius_j: T::zero(),
            axis_j: zero,
            center_j: zero,
            contact_radius_i: T::zero(),
            contact_radius_j: T::zero(),
        }
    }
}

/// All parameters of the geometry. By default nothing is set, as of the [laws](crate::physics::Parameters).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Geometry<T: Scalar> {
    pub settings: GeometrySettings,
    pub shapes: Shapes<T>,
}

/// How two shapes meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the volume that body i has below the plane of body j, or two convex bodies in each other
    Volume,
    /// In the point of one body that is nearest to the other one, or lies deepest in it
    Point,
}

impl Way {
    /// All of them by their names.
    pub const NAMES: [(&'static str, Way); 2] = [("point", Way::Point), ("volume", Way::Volume)];

    /// As files and errors call it.
    pub fn name(self) -> &'static str {
        let [(point, _), (volume, _)] = Way::NAMES;
        if self == Way::Point { point } else { volume }
    }
}

/// Two shapes on their bodies that are no [`Pair`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solids {
    pub i: Placed<f64>,
    pub j: Placed<f64>,
}

/// Surfaces of solids that their sizes do not tell.
#[derive(Clone, Copy, Debug)]
pub enum Surfaces<'a> {
    None,
    /// Of the body of facets on a plane
    Mesh(Mesh<'a>),
    /// Of two convex bodies
    Convex([Convex<'a>; 2]),
    /// Of a convex body of facets on body j that something round touches
    Touched(Convex<'a>),
}

/// Whoever holds two solids and their surfaces.
pub trait HoldsSolids: fmt::Debug {
    /// The shapes and their surfaces.
    fn solids(&self) -> (&Solids, Surfaces<'_>);
}

/// A geometry with what it does not hold itself.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a, T: Scalar> {
    pub geometry: &'a Geometry<T>,
    /// The shapes where they are no pair
    pub solids: Option<&'a dyn HoldsSolids>,
}

impl<'a, T: Scalar> From<&'a Geometry<T>> for Place<'a, T> {
    #[inline(always)]
    fn from(geometry: &'a Geometry<T>) -> Self {
        Place { geometry, solids: None }
    }
}

impl Pair {
    /// Whether the shape of body j is round about its centre: how it is turned about that does not matter.
    #[inline(always)]
    pub const fn is_ball_j(self) -> bool {
        match self {
            Pair::SphereSphere | Pair::SphereInSphere => true,
            Pair::External | Pair::SpherePlane | Pair::SphereInCylinder | Pair::SphereOnCylinder => false,
        }
    }
}

impl<T: Scalar> Geometry<T> {
    /// Whether the shapes meet by volume.
    pub fn is_of_faces(&self) -> bool {
        self.settings.way == Some(Way::Volume)
    }

    /// Whether the importer gives the contact.
    #[inline(always)]
    pub fn is_given(&self) -> bool {
        self.settings.pair == Pair::External && self.settings.way.is_none()
    }

    /// Whether the place of contact is given or on a plane: a few operations; others are found by a call.
    #[inline(always)]
    pub fn is_direct(&self) -> bool {
        match self.settings.pair {
            Pair::External | Pair::SpherePlane => true,
            Pair::SphereSphere | Pair::SphereInCylinder | Pair::SphereOnCylinder | Pair::SphereInSphere => false,
        }
    }

    /// Whether a shape of body j that is round about its centre has that beside the origin of the body: as the body turns, it goes round.
    pub fn goes_round_with_j(&self) -> bool {
        self.settings.pair.is_ball_j() && !self.shapes.center_j.iter().all(T::is_zero)
    }
}
