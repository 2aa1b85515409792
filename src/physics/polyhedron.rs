//! Polyhedra of [PT96 §2 (b)]: planes that touch the unit ball in equal steps around the third axis, at the latitudes 0
//! and ±45°, and at the poles; or those that are given.

use nalgebra::{Matrix3, Vector3};

use crate::physics::elementary;
use crate::physics::parameters::Planes;

/// A polyhedron around 0, by what it is at size 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Polyhedron<'a> {
    /// With so many sides around, even, ≥ 4
    Regular { sides: u32 },
    /// Of planes that are given; without spin at right angles to the third axis
    Given { planes: &'a Planes, spin: bool },
}

/// n·x = distance, n unit.
#[derive(Clone, Copy, Debug, Default)]
struct Plane {
    normal: Vector3<f64>,
    distance: f64,
}

/// Where the point of the polyhedron nearest to another one lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Face {
    /// The point itself: it is not outside.
    Inside,
    /// On a face, an edge or a corner: `along`·point + `offset`·size.
    On { along: [[f64; 3]; 3], offset: [f64; 3] },
}

/// cos 45°
const DIAGONAL: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// By how much, as a fraction of the sizes at hand, a plane must be passed to count: rounding.
const ROUNDING: f64 = 1e-14;

/// Planes that can be taken up and dropped again before the search ends; it needs a dozen at most.
const MOST: usize = 100;

/// Unit normal of the plane at step `k` around and this latitude, given by its cosine and sine.
fn normal(sides: u32, k: f64, cosine: f64, sine: f64) -> Vector3<f64> {
    let angle = k * (core::f64::consts::TAU / f64::from(sides));
    let (sin, cos) = elementary::sin_cos(angle);
    Vector3::new(cos * cosine, sin * cosine, sine)
}

/// The plane of the regular polyhedron that `x` is farthest beyond: of each latitude the one nearest around counts.
fn farthest(sides: u32, x: &Vector3<f64>) -> Vector3<f64> {
    let step = core::f64::consts::TAU / f64::from(sides);
    let k = libm::round(libm::atan2(x[1], x[0]) / step);
    let up = if x[2] < 0.0 { -1.0 } else { 1.0 };
    let around = normal(sides, k, 1.0, 0.0);
    let slanted = Vector3::new(around[0] * DIAGONAL, around[1] * DIAGONAL, up * DIAGONAL);
    let pole = Vector3::new(0.0, 0.0, up);
    [slanted, pole].into_iter().fold(around, |far, next| if next.dot(x) > far.dot(x) { next } else { far })
}

impl Polyhedron<'_> {
    /// The plane that `x` is farthest beyond at this size; None where there are no planes.
    fn farthest(&self, x: &Vector3<f64>, size: f64) -> Option<Plane> {
        match self {
            Polyhedron::Regular { sides } => Some(Plane { normal: farthest(*sides, x), distance: 1.0 }),
            Polyhedron::Given { planes, spin } => {
                let planes = planes.normals(*spin).map(|normal| {
                    let distance = 1.0 / normal.dot(&normal).sqrt();
                    Plane { normal: normal * distance, distance }
                });
                let beyond = |of: &Plane| of.normal.dot(x) - of.distance * size;
                planes.reduce(|far, next| if beyond(&next) > beyond(&far) { next } else { far })
            }
        }
    }

    /// Size of the polyhedron that the point lies on.
    pub fn reach(&self, point: [f64; 3]) -> f64 {
        let x = Vector3::from(point);
        match self {
            Polyhedron::Regular { sides } => farthest(*sides, &x).dot(&x),
            Polyhedron::Given { planes, spin } => planes.normals(*spin).map(|n| n.dot(&x)).fold(0.0, f64::max),
        }
    }

    /// The point of the polyhedron of the given size ≥ 0 nearest to `point`.
    ///
    /// Dual active sets (Goldfarb and Idnani) for ½|x − point|² with the planes n·x ≤ size·distance: the planes that limit the
    /// point are found in a few exchanges.
    pub fn nearest(&self, point: [f64; 3], size: f64) -> Face {
        let y = Vector3::from(point);
        let tolerance = ROUNDING * (y.dot(&y).sqrt() + size);
        let mut active = ActivePlanes::default();
        let mut x = y;
        for _ in 0..MOST {
            let Some(plane) = self.farthest(&x, size) else { break };
            let at = size * plane.distance;
            if plane.normal.dot(&x) - at <= tolerance {
                break;
            }
            x = active.take_up(plane, x, at);
        }
        active.face()
    }
}

/// The planes that limit the point, with their multipliers: x = y − Σ u·n.
#[derive(Default)]
struct ActivePlanes {
    count: usize,
    normals: [Vector3<f64>; 3],
    /// Of the planes at size 1
    distances: [f64; 3],
    u: [f64; 3],
}

impl ActivePlanes {
    /// (NᵀN)⁻¹ of the active normals, filled up with 1.
    fn inverse(&self) -> Matrix3<f64> {
        let gram = Matrix3::from_fn(|r, c| match (r < self.count, c < self.count) {
            (true, true) => self.normals[r].dot(&self.normals[c]),
            _ => f64::from(u8::from(r == c)),
        });
        let [a, b, c] = [0, 1, 2].map(|k| Vector3::from(gram.column(k)));
        let rows = [b.cross(&c), c.cross(&a), a.cross(&b)];
        Matrix3::from_fn(|k, l| rows[k][l]) / a.dot(&rows[0])
    }

    /// Coefficients of `v` on the active normals.
    fn coefficients(&self, v: &Vector3<f64>) -> Vector3<f64> {
        let products = Vector3::from_fn(|k, _| if k < self.count { self.normals[k].dot(v) } else { 0.0 });
        self.inverse() * products
    }

    fn drop(&mut self, k: usize) {
        for from in k + 1..self.count {
            self.normals[from - 1] = self.normals[from];
            self.distances[from - 1] = self.distances[from];
            self.u[from - 1] = self.u[from];
        }
        self.count -= 1;
    }

    /// Moves x into the plane n·x = `at` while it stays in the active ones; planes that would pull are dropped.
    fn take_up(&mut self, plane: Plane, mut x: Vector3<f64>, at: f64) -> Vector3<f64> {
        let n = plane.normal;
        let mut u_new = 0.0;
        for _ in 0..=self.normals.len() {
            let r = self.coefficients(&n);
            let z = (0..self.count).fold(n, |z, k| z - self.normals[k] * r[k]);
            let free = z.dot(&z);
            let to_plane = if self.count < 3 && free > ROUNDING { (n.dot(&x) - at) / free } else { f64::INFINITY };
            let (mut to_drop, mut which) = (f64::INFINITY, None);
            for k in 0..self.count {
                if r[k] > ROUNDING && self.u[k] / r[k] < to_drop {
                    (to_drop, which) = (self.u[k] / r[k], Some(k));
                }
            }
            let step = to_plane.min(to_drop);
            if step == f64::INFINITY {
                return x;
            }
            if to_plane.is_finite() {
                x -= z * step;
            }
            for k in 0..self.count {
                self.u[k] -= step * r[k];
            }
            u_new += step;
            match which {
                Some(k) if to_drop < to_plane => self.drop(k),
                _ => {
                    (self.normals[self.count], self.u[self.count]) = (n, u_new);
                    self.distances[self.count] = plane.distance;
                    self.count += 1;
                    return x;
                }
            }
        }
        x
    }

    /// x = (1 − N(NᵀN)⁻¹Nᵀ)·y + N(NᵀN)⁻¹·d·size with the distances d at size 1
    fn face(&self) -> Face {
        if self.count == 0 {
            return Face::Inside;
        }
        let inverse = self.inverse();
        let mut across = Matrix3::zeros();
        let mut offset = Vector3::zeros();
        for k in 0..self.count {
            for l in 0..self.count {
                across += self.normals[k] * self.normals[l].transpose() * inverse[(k, l)];
                offset += self.normals[k] * (inverse[(k, l)] * self.distances[l]);
            }
        }
        // a corner is where it is, whatever the point
        let along = if self.count == 3 { Matrix3::zeros() } else { Matrix3::identity() - across };
        Face::On { along: core::array::from_fn(|r| core::array::from_fn(|c| along[(r, c)])), offset: offset.into() }
    }
}
