//! The faces of a convex body, as its owner holds them.

use crate::physics::elementary;
use crate::shape::convex::{Convex, MOST_CORNERS, MOST_FACES};
use crate::shape::polygon::Polygon;
use crate::shape::walls::together;
use crate::shape::{Cone, Shape, cuboid};
use crate::unit::facets::Facets;
use crate::unit::flat::{self, Flat};
use nalgebra::Vector3;
use thiserror::Error;

/// Parts of the size of a body by which corners may lie beside the plane of a face and belong to it [1], one after the other until there are few enough faces: ten times what numbers
/// in single precision are rounded by, and those of files with six digits behind the point.
const FLAT: [f64; 3] = [1e-6, 1e-5, 1e-4];

/// Part of the distance from the origin that is rounding of a plane there [1].
const ROUNDED: f64 = 1e-15;

/// Difference of two unit normals up to which the wall between the cells of their faces lies where rounding puts it, by more than 1e-10 of the size [1].
const NEARLY_ONE: f64 = 1e-6;

/// Sides of the prism that stands for a cylinder, of the pyramid that stands for a cone.
pub const SIDES: u32 = 48;

/// A convex body by its faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faces {
    corners: Vec<[f64; 3]>,
    loops: Vec<u32>,
    ends: Vec<u32>,
    planes: Vec<[f64; 4]>,
    radius: f64,
    together: Vec<f64>,
}

/// Why a body does not meet other convex bodies.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum NoFaces {
    #[error(
        "a convex body of {faces} faces meets planes only: at most {MOST_FACES} meet others; take fewer points, or more digits"
    )]
    TooMany { faces: usize },
    #[error("the body is not convex: corner {corner} lies {by:?} m above the plane of one of its faces")]
    NotConvex { corner: usize, by: f64 },
    #[error("triangles in one plane do not make one polygon: write its corners with more digits")]
    NoPolygon,
    #[error("its surface is not there")]
    NoSurface,
}

impl Faces {
    /// Of a box, a convex body, or the prism or pyramid of [`SIDES`] that stands for a cylinder or a cone.
    ///
    /// Errors: the surface is missing, has too many faces, or is not convex.
    pub fn of(shape: &Shape<f64>, facets: Option<&Facets>) -> Result<Self, NoFaces> {
        let mut faces = match (shape, facets) {
            (Shape::Box { half }, _) => Faces::of_box(half),
            (Shape::Cone(cone), _) => Faces::of_cone(cone),
            (_, Some(facets)) => {
                let of = |flat: f64| Faces::of_facets(facets, flat);
                let is_found = |of: &Result<Faces, NoFaces>| matches!(of, Ok(_) | Err(NoFaces::NotConvex { .. }));
                FLAT.into_iter().map(of).find(is_found).unwrap_or_else(|| of(FLAT[0]))?
            }
            (_, None) => return Err(NoFaces::NoSurface),
        };
        faces.look_around();
        Ok(faces)
    }

    fn of_box(half: &Vector3<f64>) -> Self {
        let plane = |axis: usize, sign: f64| {
            let mut plane = [0.0, 0.0, 0.0, half[axis]];
            plane[axis] = sign;
            plane
        };
        Faces {
            corners: (0..8).map(|k| cuboid::corner(half, k).into()).collect(),
            loops: cuboid::FACES.iter().flatten().map(|k| *k as u32).collect(),
            ends: (1..=6).map(|k| 4 * k).collect(),
            planes: [2, 1, 0].into_iter().flat_map(|axis| [plane(axis, -1.0), plane(axis, 1.0)]).collect(),
            radius: half.dot(half).sqrt(),
            ..Faces::default()
        }
    }

    /// With the same cross-sections: its radius is 0.14 % above that of the cone at edges and 0.07 % below in the
    /// middle of sides.
    fn of_cone(Cone { radius, top_radius, length }: &Cone<f64>) -> Self {
        let step = core::f64::consts::TAU / f64::from(SIDES);
        let (sin, _) = elementary::sin_cos(step);
        let outer = (step / sin).sqrt();
        let around = |k: u32| elementary::sin_cos(step * (f64::from(k) + 0.5));
        let ring = |radius: f64, z: f64| {
            (0..SIDES).map(move |k| {
                let (s, c) = around(k);
                [radius * outer * c, radius * outer * s, z]
            })
        };
        let half = 0.5 * length;
        let mut corners: Vec<[f64; 3]> = ring(*radius, -half).collect();
        let is_pointed = *top_radius <= 0.0;
        if is_pointed {
            corners.push([0.0, 0.0, half]);
        } else {
            corners.extend(ring(*top_radius, half));
        }
        let (mut loops, mut ends): (Vec<u32>, Vec<u32>) = ((0..SIDES).rev().collect(), vec![SIDES]);
        let mut planes = vec![[0.0, 0.0, -1.0, half]];
        let (_, inner) = elementary::sin_cos(0.5 * step);
        let (foot, top) = (radius * outer * inner, top_radius * outer * inner);
        let slant = (length * length + (foot - top) * (foot - top)).sqrt();
        for k in 0..SIDES {
            let next = (k + 1) % SIDES;
            let upper = if is_pointed { vec![SIDES] } else { vec![SIDES + next, SIDES + k] };
            loops.extend([k, next]);
            loops.extend(upper);
            ends.push(loops.len() as u32);
            let (s, c) = elementary::sin_cos(step * f64::from(k + 1));
            let (across, up) = (length / slant, (foot - top) / slant);
            planes.push([across * c, across * s, up, across * foot - up * half]);
        }
        if !is_pointed {
            loops.extend(SIDES..2 * SIDES);
            ends.push(loops.len() as u32);
            planes.push([0.0, 0.0, 1.0, half]);
        }
        let far = |radius: f64| (radius * outer * radius * outer + half * half).sqrt();
        Faces { corners, loops, ends, planes, radius: far(radius.max(*top_radius)), ..Faces::default() }
    }

    fn of_facets(facets: &Facets, flat: f64) -> Result<Self, NoFaces> {
        let mesh = facets.mesh();
        let place = |at: &[f64; 3]| Vector3::from(*at);
        let first = mesh.corners.first().map(place).unwrap_or_default();
        let (mut size, mut far) = (0.0_f64, 0.0_f64);
        for at in mesh.corners {
            (size, far) = (size.max((place(at) - first).amax()), far.max(place(at).amax()));
        }
        let flat = flat * size + ROUNDED * far;
        let listed = flat::faces(mesh, flat);
        if listed.len() > MOST_FACES {
            return Err(NoFaces::TooMany { faces: listed.len() });
        }
        let mut at = vec![u32::MAX; mesh.corners.len()];
        let mut made = Faces::default();
        for Flat { normal, height, corners } in &listed {
            let corners = corners.as_ref().filter(|_| height.is_finite()).ok_or(NoFaces::NoPolygon)?;
            if corners.len() < 3 {
                continue;
            }
            for k in corners {
                let number = &mut at[*k as usize];
                if *number == u32::MAX {
                    *number = made.corners.len() as u32;
                    made.corners.push(mesh.corners[*k as usize]);
                }
                made.loops.push(*number);
            }
            made.ends.push(made.loops.len() as u32);
            made.planes.push([normal[0], normal[1], normal[2], *height]);
        }
        for (k, corner) in (1..).zip(&made.corners) {
            let above =
                made.planes.iter().map(|[x, y, z, height]| Vector3::new(*x, *y, *z).dot(&place(corner)) - height);
            let by = above.fold(f64::NEG_INFINITY, f64::max);
            if by > 10.0 * flat {
                return Err(NoFaces::NotConvex { corner: k, by });
            }
        }
        if made.corners.len() > MOST_CORNERS {
            return Err(NoFaces::TooMany { faces: listed.len() });
        }
        let squares = made.corners.iter().map(|at| Vector3::from(*at)).map(|at| at.dot(&at));
        made.radius = squares.fold(0.0, f64::max).sqrt();
        Ok(made)
    }

    /// From which depth on every two faces can both be the nearest ones of a place.
    fn look_around(&mut self) {
        let from = |face: usize| if face == 0 { 0 } else { self.ends[face - 1] as usize };
        let of = |face: usize| &self.loops[from(face)..self.ends[face] as usize];
        let count = self.planes.len();
        let mut beside = [0_u64; MOST_FACES];
        for g in 0..count {
            beside[g] |= 1 << g;
            for h in 0..g {
                let shared = of(g).iter().filter(|k| of(h).contains(k)).count();
                if shared > 1 {
                    beside[g] |= 1 << h;
                    beside[h] |= 1 << g;
                }
            }
        }
        let planes: Vec<_> = self.planes.iter().map(|[x, y, z, height]| (Vector3::new(*x, *y, *z), *height)).collect();
        let mut depths = vec![0.0; count * count];
        // where two faces are nearly one, rounding decides which others they are beside: so all of them are
        let are_apart = |n: &Vector3<f64>, m: &Vector3<f64>| (n - m).dot(&(n - m)) > NEARLY_ONE * NEARLY_ONE;
        let is_apart = |k: usize| planes[..k].iter().all(|(normal, _)| are_apart(normal, &planes[k].0));
        if !(0..count).all(is_apart) {
            self.together = depths;
            return;
        }
        let mut cell = Polygon::<f64, MOST_FACES>::none();
        for g in 0..count {
            for h in (0..g).filter(|h| beside[g] >> h & 1 == 0) {
                let from = together(&planes, [g, h], beside[g] | beside[h], self.radius, &mut cell);
                (depths[g * count + h], depths[h * count + g]) = (from, from);
            }
        }
        self.together = depths;
    }

    pub fn convex(&self) -> Convex<'_> {
        let Faces { corners, loops, ends, planes, radius, together } = self;
        Convex { corners, loops, ends, planes, radius: *radius, together }
    }
}
