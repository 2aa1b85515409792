//! Two elastic half-spaces in contact: pressure and traction on a grid of square patches, the reference that says what the
//! stiffness, the pressure and the spin radius of a face should be.
//!
//! Source: \[WK91\] section 4, with even tractions on each patch: the displacements of the surface are A·p, eq. (4.6) is the
//! complementarity problem 0 ≤ U = A·p + C ⟂ p ≥ 0 of gaps and pressures ([`press`]), and a traction stays within friction
//! ([`shear`]). The kernels are those of Boussinesq and Cerruti, integrated over a patch ([`kernels`]). SI units; z is the normal, x and
//! y lie in the surface, with the origin in the middle of the grid.
//!
//! Deviation: (4.5) lets the friction of a patch oppose its displacement; here it opposes the slip, which is what has not become
//! displacement.

pub mod kernels;
mod normal;
mod tangential;

pub use normal::{Pressure, press};
pub use tangential::{Shear, shear};

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::number::number;

/// Elasticity of a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// Young's modulus E [Pa], > 0
    pub young: f64,
    /// Poisson's ratio ν, 0 ≤ ν ≤ ½
    pub poisson: f64,
}

/// What the one body presses into the other, as the distance of the surfaces before contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Indenter {
    /// (x/r_x)²·r_x/2 + (y/r_y)²·r_y/2 of two principal radii [m], > 0; a ball has them equal
    Paraboloid { radii: [f64; 2] },
    /// Flat end of a round bar of this radius [m], > 0
    Disc { radius: f64 },
    /// Flat end of a bar with these sides [m], > 0
    Rectangle { sides: [f64; 2] },
}

impl Indenter {
    /// Distance before contact [m]; infinite where there is no body.
    fn distance(&self, [x, y]: [f64; 2]) -> f64 {
        let flat = |is_inside: bool| if is_inside { 0.0 } else { f64::INFINITY };
        match *self {
            Indenter::Paraboloid { radii: [r_x, r_y] } => x * x / (2.0 * r_x) + y * y / (2.0 * r_y),
            Indenter::Disc { radius } => flat(x * x + y * y <= radius * radius),
            Indenter::Rectangle { sides: [a, b] } => flat(x.abs() <= 0.5 * a && y.abs() <= 0.5 * b),
        }
    }

    /// Whether the edge of the contact is where the pressure makes it, and not where the body ends.
    fn is_round(&self) -> bool {
        matches!(self, Indenter::Paraboloid { .. })
    }

    fn sizes(&self) -> ([f64; 2], &'static str) {
        match *self {
            Indenter::Paraboloid { radii } => (radii, "radius"),
            Indenter::Disc { radius } => ([radius; 2], "radius"),
            Indenter::Rectangle { sides } => (sides, "sides"),
        }
    }
}

/// Two bodies pressed together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressed {
    pub bodies: [Elasticity; 2],
    pub indenter: Indenter,
    /// Approach of the bodies δ from first touch [m], > 0
    pub depth: f64,
    /// Turn of the one against the other about x and y [rad], small: adds θ_y·x − θ_x·y to the distance
    pub tilt: [f64; 2],
    /// Side of the square that the grid covers [m], > 0
    pub side: f64,
    /// Patches along a side, 8 to 256
    pub grid: usize,
}

/// Lengths whose products neither underflow nor overflow: the iterations end on numbers [m].
const LENGTHS: RangeInclusive<f64> = 1e-30..=1e30;
const LENGTHS_IN_WORDS: &str = "from 1e-30 to 1e30";

/// Why there is no answer.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum Fault {
    #[error("{name} = {value} must be {range}", value = number(*.value))]
    OutOfRange { name: &'static str, value: f64, range: &'static str },
    #[error("depth = {depth}: the bodies do not touch")]
    NoContact { depth: f64 },
    #[error("the contact reaches the border of the grid: choose a larger side than {side}", side = number(*.side))]
    ReachesBorder { side: f64 },
    #[error("no patch lies under the indenter: choose a smaller side than {side}, or a finer grid", side = number(*.side))]
    TooCoarse { side: f64 },
    #[error("friction between different materials is not computed: tangential displacements would change the pressure")]
    UnequalMaterials,
    #[error("no solution after {iterations} iterations: residual {residual} of {scale}")]
    Unsolved { iterations: usize, residual: f64, scale: f64 },
}

impl Pressed {
    /// Half the side of a patch h [m].
    pub fn half_patch(&self) -> f64 {
        0.5 * self.side / self.grid as f64
    }

    /// Area of a patch [m²].
    pub fn patch_area(&self) -> f64 {
        let patch = self.side / self.grid as f64;
        patch * patch
    }

    /// Middle of a patch [m]; patches are counted row by row, from the lowest x and y.
    pub fn middle(&self, patch: usize) -> [f64; 2] {
        let at = |k: usize| (k as f64 + 0.5 - 0.5 * self.grid as f64) * self.side / self.grid as f64;
        [at(patch % self.grid), at(patch / self.grid)]
    }

    /// Effective modulus E*:  1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂ [Pa].
    pub fn effective_modulus(&self) -> f64 {
        let compliance = |of: Elasticity| (1.0 - of.poisson * of.poisson) / of.young;
        1.0 / (compliance(self.bodies[0]) + compliance(self.bodies[1]))
    }

    /// C of (4.6) [m]: the gap of each patch without pressure, below 0 where the bodies overlap.
    fn gaps(&self) -> Vec<f64> {
        let [about_x, about_y] = self.tilt;
        let gap = |patch: usize| {
            let at = self.middle(patch);
            self.indenter.distance(at) - self.depth + about_y * at[0] - about_x * at[1]
        };
        (0..self.grid * self.grid).map(gap).collect()
    }

    fn check(&self) -> Result<(), Fault> {
        let out = |name, value, range| Err(Fault::OutOfRange { name, value, range });
        let positive = |value: f64| value > 0.0 && value.is_finite();
        for body in self.bodies {
            if !positive(body.young) {
                return out("E", body.young, "a finite number > 0");
            }
            if !(0.0..=0.5).contains(&body.poisson) {
                return out("nu", body.poisson, "from 0 to 1/2");
            }
        }
        let (sizes, name) = self.indenter.sizes();
        if let Some(size) = sizes.into_iter().find(|size| !LENGTHS.contains(size)) {
            return out(name, size, LENGTHS_IN_WORDS);
        }
        if self.depth <= 0.0 {
            return Err(Fault::NoContact { depth: self.depth });
        }
        if !LENGTHS.contains(&self.depth) {
            return out("depth", self.depth, LENGTHS_IN_WORDS);
        }
        if !LENGTHS.contains(&self.side) {
            return out("side", self.side, LENGTHS_IN_WORDS);
        }
        if !(8..=256).contains(&self.grid) {
            return out("grid", self.grid as f64, "from 8 to 256");
        }
        if let Some(tilt) = self.tilt.into_iter().find(|tilt| !tilt.is_finite()) {
            return out("tilt", tilt, "a finite number");
        }
        Ok(())
    }
}
