//! Time stepping of rigid contacts against the definitions of the three laws, closed forms and mechanics in generalised
//! coordinates.

mod closed_forms;
mod convergence;
mod energy;
mod one_contact;
mod redundant;
mod refusals;
mod several;
mod spinning;
mod time_to_touch;

use asperity::rigid::complementarity::Status;
use asperity::rigid::time_stepping::{Contact, Friction, Method, Step, System, advance};
use nalgebra::{Const, DMatrix, Dim, Dyn, Matrix3, U3, Vector3, allocator::Allocator};

type V3 = Vector3<f64>;
type M3 = Matrix3<f64>;

const RIGID: Friction = Friction::Regularised { stiffness: f64::INFINITY, threshold: 1e-9 };

/// One of each kind.
const LAWS: [Friction; 4] =
    [RIGID, Friction::Regularised { stiffness: 1e6, threshold: 1e-2 }, Friction::Box, Friction::Polygonal { sides: 8 }];

/// λ_N as of the last step, bounds on components: [P16] to the letter.
fn once(friction: Friction) -> Method {
    Method { friction, passes: 1, isotropic: false }
}

/// λ_N of the end of the step, tangents turned.
fn iterated(friction: Friction) -> Method {
    Method { friction, passes: 60, isotropic: true }
}

/// A step that must be solved.
#[track_caller]
fn solved<D: Dim, P: Dim>(system: &System<D>, contacts: &[Contact], method: &Method) -> Step<D>
where
    nalgebra::DefaultAllocator: Allocator<D> + Allocator<D, D> + Allocator<P> + Allocator<P, P> + Allocator<D, P>,
{
    let step = advance::<D, P>(system, contacts, method);
    let step = step.unwrap_or_else(|fault| panic!("{fault}: {contacts:?} {method:?}"));
    let Step { status, residual, .. } = step;
    assert_eq!(status, Status::Solved, "residual {residual:e}: {contacts:?} {method:?}");
    step
}

#[track_caller]
fn step3(system: &System<U3>, contact: &Contact, method: &Method) -> Step<U3> {
    solved::<U3, Const<34>>(system, &[*contact], method)
}

#[track_caller]
fn step_any(system: &System<Dyn>, contacts: &[Contact], method: &Method) -> Step<Dyn> {
    solved::<Dyn, Dyn>(system, contacts, method)
}

/// J·M⁻¹·Jᵀ, the two halves made of the same numbers.
fn inverse_mass(j: &DMatrix<f64>, m: &DMatrix<f64>) -> DMatrix<f64> {
    let w = j * m.clone().try_inverse().unwrap() * j.transpose();
    (&w + w.transpose()) * 0.5
}

/// A particle on the plane, or whatever yields alike in all directions: u [m/s] is (normal, tangential).
#[derive(Clone, Copy, Debug)]
struct Particle {
    mass: f64,
    u: V3,
    contact: Contact,
}

impl Particle {
    /// Pressed on with `normal` [N] in the step before.
    fn sliding(mass: f64, mu: f64, normal: f64, v: [f64; 2]) -> Self {
        let contact = Contact { mu, normal, slip: v, ..Contact::default() };
        Particle { mass, u: V3::new(0.0, v[0], v[1]), contact }
    }

    /// One step under the applied `force` [N] in axes n, t₁, t₂; its impulse.
    #[track_caller]
    fn step(&mut self, force: V3, method: &Method, h: f64) -> V3 {
        let system = System { w: M3::identity() / self.mass, free: self.u + force * (h / self.mass), h };
        let step = step3(&system, &self.contact, method);
        (self.u, self.contact) = (step.velocity, step.next(0, &self.contact, h));
        step.impulse
    }

    fn slip(&self) -> f64 {
        self.u[1].hypot(self.u[2])
    }
}

/// Standard gravity as all tests here have it [m/s²].
const G: f64 = 9.81;
