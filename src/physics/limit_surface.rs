//! The set F of friction forces and moments that a contact can bear [PT96 §2], and the directions in it.
//!
//! In the coordinates of [`Planar`], where forces are F = (E⁻¹·f_t, c_r/e_r): (a) the ball |F| ≤ τ, which is the ellipsoid of [PT96 eq. 1];
//! (b) a polyhedron of planes that touch this ball, or of any planes; (c) |E⁻¹·f_t| ≤ τ and |c_r/e_r| ≤ τ, each for itself. E has
//! e_t and e_o along two axes of the tangent plane.

use crate::physics::parameters::FrictionMap;
use crate::physics::planar::Space;
use crate::physics::polyhedron::{Face, Polyhedron};
use crate::physics::scalar::select;
use crate::physics::{Parameters, Planar, Scalar, Vector3};

/// Shape of the set F; its size is the bound τ = μ·f_n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitSurface<'a, T> {
    pub map: FrictionMap,
    /// Of the maps that are polyhedra
    pub polyhedron: Polyhedron<'a>,
    /// Two unit vectors of the tangent plane that the sides of the polyhedron are counted from, and e_t and e_o belong to; looked at for those only
    pub axes: [Vector3<T>; 2],
    /// e_t and e_o [1]
    pub e: [T; 2],
    /// [`Friction::is_even`](crate::physics::parameters::Friction::is_even)
    pub is_even: bool,
}

impl<'a, T: Scalar> LimitSurface<'a, T> {
    #[inline]
    pub fn new(parameters: &'a Parameters<T>, axes: [Vector3<T>; 2]) -> Self {
        let Parameters { settings, friction, .. } = parameters;
        let polyhedron = match settings.friction_map {
            FrictionMap::Planes => Polyhedron::Given { planes: &settings.planes, spin: parameters.holds_a_moment() },
            FrictionMap::Polyhedron | FrictionMap::Ellipsoid | FrictionMap::Mixed => {
                Polyhedron::Regular { sides: settings.sides }
            }
        };
        LimitSurface {
            map: settings.friction_map,
            polyhedron,
            axes,
            e: [friction.e_t, friction.e_o],
            is_even: friction.is_even(),
        }
    }

    /// E·u of a vector u in the tangent plane: of v_t the slip that friction sees, of E⁻¹·f_t the force. Each has the power
    /// F·V = f_t·v_t.
    #[inline(always)]
    pub fn stretched(&self, u: &Vector3<T>) -> Vector3<T> {
        if self.is_even {
            return *u;
        }
        let ([t, o], [e_t, e_o]) = (&self.axes, self.e);
        t * (e_t * t.dot(u)) + o * (e_o * o.dot(u))
    }

    /// |F| > τ by the measure of the set.
    #[inline]
    pub fn exceeds(&self, force: &Planar<T>, bound: T) -> bool {
        match self.map {
            FrictionMap::Ellipsoid => is_longer(force, bound),
            FrictionMap::Mixed => is_longer(&force.translation(), bound) || is_longer(&force.rotation(), bound),
            FrictionMap::Polyhedron | FrictionMap::Planes => self.face(force, bound) != Face::Inside,
        }
    }

    /// The point of F nearest to the force: for the ball the force shortened to τ [G04 eq. 25].
    ///
    /// A force that a spring drives on against the set comes to rest where the slip is normal to the set: there no other
    /// force of the set takes more work (maximum work inequality, [PT96 (iv)]).
    #[inline]
    pub fn saturate(&self, force: &Planar<T>, bound: T) -> Planar<T> {
        match self.map {
            FrictionMap::Ellipsoid => shortened(force, bound),
            FrictionMap::Mixed => shortened(&force.translation(), bound) + shortened(&force.rotation(), bound),
            FrictionMap::Polyhedron | FrictionMap::Planes => self.nearest(force, bound),
        }
    }

    /// Force of the set with τ = 1 for a slip: the one that takes most work, smoothed while the slip is small.
    ///
    /// `smoothed` is that of the ball, `slope` its slope at rest [s/m]. (c) applies it to translation and rotation apart, (b)
    /// is the point nearest to V·slope, which comes to a corner, exactly, as V grows.
    #[inline]
    pub fn direction(&self, slip: &Planar<T>, smoothed: impl Fn(&Planar<T>) -> Planar<T>, slope: T) -> Planar<T> {
        match self.map {
            FrictionMap::Ellipsoid => smoothed(slip),
            FrictionMap::Mixed => smoothed(&slip.translation()) + smoothed(&slip.rotation()),
            FrictionMap::Polyhedron | FrictionMap::Planes => {
                let far = *slip * slope;
                let length = far.norm();
                let near = if length.value() > FAR { far * (T::from(FAR) / length) } else { far };
                self.nearest(&near, T::one())
            }
        }
    }

    /// How far the force reaches by the planes of the polyhedron: |F| > τ where this is more than τ.
    pub fn reach(&self, force: &Planar<T>) -> f64 {
        self.polyhedron.reach(self.coordinates(force))
    }

    /// Where the polyhedron holds the force.
    pub fn face(&self, force: &Planar<T>, bound: T) -> Face {
        self.polyhedron.nearest(self.coordinates(force), bound.value())
    }

    /// The part of `u` along that face or edge.
    pub fn along(&self, face: &Face, u: &Planar<T>) -> Planar<T> {
        let Face::On { along, .. } = face else {
            return *u;
        };
        let [t, o] = &self.axes;
        let from = [u.t.dot(t), u.t.dot(o), u.r];
        let to = |k: usize| from.iter().zip(along[k]).fold(T::zero(), |sum, (x, m)| sum + *x * T::from(m));
        Planar { t: *t * to(0) + *o * to(1), r: to(2) }
    }

    /// Bristles push the other way than friction on body i, which lies in the planes: only sets without symmetry tell.
    fn sign(&self) -> f64 {
        match self.map {
            FrictionMap::Planes => -1.0,
            FrictionMap::Ellipsoid | FrictionMap::Polyhedron | FrictionMap::Mixed => 1.0,
        }
    }

    fn coordinates(&self, force: &Planar<T>) -> [f64; 3] {
        let [t, o] = &self.axes;
        [force.t.dot(t).value(), force.t.dot(o).value(), force.r.value()].map(|of| self.sign() * of)
    }

    fn nearest(&self, force: &Planar<T>, bound: T) -> Planar<T> {
        let face = self.face(force, bound);
        self.along(&face, force) + self.offset(&face) * bound
    }

    /// The rest of the nearest point, by the size of the set.
    fn offset(&self, face: &Face) -> Planar<T> {
        let Face::On { offset, .. } = face else {
            return Planar::zero();
        };
        let [t, o] = &self.axes;
        let [at_t, at_o, at_r] = offset.map(|of| T::from(self.sign() * of));
        Planar { t: *t * at_t + *o * at_o, r: at_r }
    }
}

/// A slip this many times the width of the smoothing is far: what is left of the smoothing is a fraction of 1e-4, and rounding
/// one of 1e-12.
const FAR: f64 = 1e4;

/// |F| > τ
#[inline(always)]
pub fn is_longer<T: Scalar, V: Space<T>>(force: &V, bound: T) -> bool {
    force.dot(force).value() > (bound * bound).value()
}

/// The force, shortened to τ where it is longer [G04 eq. 25].
#[inline(always)]
pub fn shortened<T: Scalar, V: Space<T>>(force: &V, bound: T) -> V {
    *force * select(is_longer(force, bound), bound / force.norm(), T::one())
}
