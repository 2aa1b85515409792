//! How short the micro-steps of a scene in interface coupling can become, before anything touches (docs/numerics.md step 30).

use crate::meet::{HoldsSolids, reach};
use crate::physics::Vector3;
use crate::physics::stiffness::stiffness;
use crate::shape::Shape;
use crate::stepping::bodies::pace::{stiffest, suited};
use crate::stepping::coupling::{CouplingMethod, MassSource};
use crate::unit::system::scene::{Scene, SceneBody};
use crate::unit::system::scene_contact::SceneContact;

/// The stiffest contact, and its micro-steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Among the contacts of the scene
    pub contact: usize,
    /// Length where it touches alone [s]
    pub alone: f64,
    /// A length below which none is, with all contacts of their bodies touching at once [s]
    pub together: f64,
    /// Approach speed for which this is [m/s]
    pub speed: f64,
}

/// Approach speed for which it is told [m/s], and the load [m/s²].
const SPEED: f64 = 1.0;
const LOAD: f64 = 9.81;

impl Scene {
    /// Micro-steps of impacts at up to SPEED under LOAD. None: coupling is another one, or a mass is the importer's to tell.
    ///
    /// Ω² of a contact is w·k: w = Σ (1/m + ρ²·‖I⁻¹‖) with ρ as far as its point can be from the mass centre across the normal, k = k_S·p·x^{p−1} at its deepest,
    /// of faces k_A times the largest section. Together Ω² ≤ max_c Σ_d Ω_c·Ω_d over all contacts d on the bodies of c, by the rows of
    /// √K·W·√K.
    pub fn pace(&self) -> Option<Pace> {
        if !self.is_coupled() || self.coupling().method != CouplingMethod::Compliant {
            return None;
        }
        let squares = self.contacts.iter().map(|of| self.square(of)).collect::<Option<Vec<f64>>>()?;
        // the contacts of each body that moves
        let mut of_bodies = vec![Vec::new(); self.bodies.len()];
        for (at, of) in self.contacts.iter().enumerate() {
            of.bodies.iter().filter(|body| self.bodies[**body].moves).for_each(|body| of_bodies[*body].push(at));
        }
        let together = self.contacts.iter().zip(&squares).map(|(of, square)| {
            let [i, j] = of.bodies;
            let others = of_bodies[j]
                .iter()
                .filter(|other| !(self.bodies[i].moves && self.contacts[**other].bodies.contains(&i)));
            of_bodies[i].iter().chain(others).map(|other| (square * squares[*other]).sqrt()).sum::<f64>()
        });
        let together = together.fold(0.0, f64::max);
        let (contact, alone) = squares.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        Some(Pace { contact, alone: suited(*alone), together: suited(together), speed: SPEED })
    }

    /// Ω² of a contact [1/s²].
    fn square(&self, of: &SceneContact) -> Option<f64> {
        let reaches = [0, 1].map(|side| of.solids.as_deref().and_then(|held| reach(held as &dyn HoldsSolids, side)));
        let mut w = 0.0;
        for (body, reach) in of.bodies.iter().zip(reaches) {
            w += inverse_mass(&self.bodies[*body], reach)?;
        }
        let laws = &of.parameters.laws;
        let smallest = reaches.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        if of.parameters.geometry.is_of_faces() {
            return Some(w * laws.compliance.k * core::f64::consts::PI * smallest * smallest);
        }
        let radius = of.parameters.geometry.effective_radius();
        let law = stiffness(laws, if radius.is_finite() && radius > 0.0 { radius } else { smallest });
        Some(w * stiffest(law, w, LOAD, [0.0, SPEED]))
    }
}

/// Greatest inverse mass of a body at a contact [1/kg]; None if it is not told in the file. `reach`: of its shape from the body's origin;
/// without one it is a ball or a plane of the one-contact FMU.
fn inverse_mass(of: &SceneBody, reach: Option<f64>) -> Option<f64> {
    if !of.moves {
        return Some(0.0);
    }
    if of.mass_source == MassSource::Input {
        return None;
    }
    let (mass, inertia) = (of.mass?, of.whole_inertia()?);
    let [xx, yy, zz, xy, xz, yz] = inertia;
    // least eigenvalue by the rows
    let least = (xx - xy.abs() - xz.abs()).min(yy - xy.abs() - yz.abs()).min(zz - xz.abs() - yz.abs());
    let size = |v: &Vector3<f64>| v.dot(v).sqrt();
    let balls = || {
        let arms = of.parts.iter().filter(|part| matches!(part.shape, Shape::Sphere { .. }));
        arms.map(|part| size(&(part.position - of.center_of_mass))).fold(0.0, f64::max)
    };
    let arm = reach.map_or_else(balls, |reach| reach + size(&of.center_of_mass));
    Some(1.0 / mass + if least > 0.0 { arm * arm / least } else { 0.0 })
}
