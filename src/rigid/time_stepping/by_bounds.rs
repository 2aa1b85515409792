//! Friction by bounds on two components: regularised [P16] and box [L06].

use crate::rigid::Fault;
use crate::rigid::complementarity::{Status, bounded};
use crate::rigid::time_stepping::{Contact, ROWS, Step, System};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, OVector};

/// Share by which λ_N may differ between two passes for another one to be left out.
const AGREED: f64 = 1e-12;

/// Of the regularised law.
#[derive(Clone, Copy)]
pub struct Bristles {
    pub stiffness: f64,
    pub threshold: f64,
}

/// One contact in tangents of its own.
struct Turned {
    /// The first tangent; the second is it turned by a quarter
    axis: [f64; 2],
    slip: f64,
    /// h²·C̃_T without the drift viscosity [m/N·s²]: 0 where bristles are rigid
    compliance: f64,
    /// Previous λ_T along the first tangent [N]; None while sliding, where it is −μ·λ_N
    held: Option<f64>,
}

impl Turned {
    fn of(contact: &Contact, bristles: Option<Bristles>) -> Self {
        let along = |u: &[f64; 2], length: f64| if length > 0.0 { [u[0] / length, u[1] / length] } else { [1.0, 0.0] };
        let Some(Bristles { stiffness, threshold }) = bristles else {
            return Turned { axis: [1.0, 0.0], slip: 0.0, compliance: 0.0, held: Some(0.0) };
        };
        let (slip, force) = (length(&contact.slip), length(&contact.friction));
        let compliance = 1.0 / stiffness;
        if slip > threshold {
            Turned { axis: along(&contact.slip, slip), slip, compliance, held: None }
        } else {
            // eq. (13): against the force, so that it is −|λ_T| along the first tangent
            let [x, y] = along(&contact.friction, force);
            let axis = if force > 0.0 { [-x, -y] } else { [x, y] };
            Turned { axis, slip, compliance, held: Some(-force) }
        }
    }

    /// To the turned tangents.
    fn there(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x + s * y, c * y - s * x]
    }

    /// And back.
    fn back(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x - s * y, c * y + s * x]
    }

    /// C̃_T·h and C̃_T·h·λ̃_T·h of eqs. (25)–(27) for the bound `reach` = μ·λ_N·h [N·s].
    fn regularisation(&self, h: f64, reach: f64) -> ([f64; 2], f64) {
        let first = self.compliance / (h * h);
        match self.held {
            Some(held) => ([first, first], first * h * held),
            // 1/(h·b_μ) = |v_T|/(μ·λ_N·h); no force, no viscosity
            None => ([first, if reach > 0.0 { self.slip / reach } else { 0.0 }], -first * reach),
        }
    }
}

fn length(u: &[f64; 2]) -> f64 {
    (u[0] * u[0] + u[1] * u[1]).sqrt()
}

/// One step; box without bristles.
pub fn advance<D: Dim>(
    system: &System<D>,
    contacts: &[Contact],
    bristles: Option<Bristles>,
    passes: u32,
) -> Result<Step<D>, Fault>
where
    DefaultAllocator: Allocator<D> + Allocator<D, D>,
{
    let (mut w, mut free) = (system.w.clone(), system.free.clone());
    for (k, contact) in contacts.iter().enumerate() {
        let turned = Turned::of(contact, bristles);
        turn_matrix(&mut w, ROWS * k + 1, &turned);
        turn_vector(&mut free, ROWS * k + 1, |u| turned.there(u));
        free[ROWS * k] -= contact.least;
    }
    let rows = free.shape_generic().0;
    let mut normal = OVector::<f64, D>::zeros_generic(rows, nalgebra::Const::<1>);
    for (k, contact) in contacts.iter().enumerate() {
        normal[ROWS * k] = contact.normal;
    }
    let mut pass = 1;
    loop {
        let mut solution = {
            let (mut m, mut q) = (w.clone(), free.clone());
            let mut low = OVector::<f64, D>::from_element_generic(rows, nalgebra::Const::<1>, f64::NEG_INFINITY);
            let mut high = OVector::<f64, D>::from_element_generic(rows, nalgebra::Const::<1>, f64::INFINITY);
            for (k, contact) in contacts.iter().enumerate() {
                let row = ROWS * k;
                low[row] = 0.0;
                let reach = contact.mu * normal[row] * system.h;
                let (compliance, held) = Turned::of(contact, bristles).regularisation(system.h, reach);
                q[row + 1] -= held;
                for (tangent, compliance) in (row + 1..).zip(compliance) {
                    (low[tangent], high[tangent]) = (-reach, reach);
                    m[(tangent, tangent)] += compliance;
                }
            }
            bounded(&m, &q, &low, &high)?
        };
        let agrees = follow(&mut normal, &solution.z, contacts.len(), system.h, pass > passes / 2);
        if pass >= passes || agrees || solution.status != Status::Solved {
            for (k, contact) in contacts.iter().enumerate() {
                let turned = Turned::of(contact, bristles);
                turn_vector(&mut solution.z, ROWS * k + 1, |p| turned.back(p));
            }
            return Ok(Step::of(system, solution.z, solution.status, solution.residual, pass));
        }
        pass += 1;
    }
}

/// Takes λ_N from the impulses, later on half-way (`damped`); whether it has stayed the same.
fn follow<D: Dim>(
    normal: &mut OVector<f64, D>,
    impulse: &OVector<f64, D>,
    contacts: usize,
    h: f64,
    damped: bool,
) -> bool
where
    DefaultAllocator: Allocator<D>,
{
    let (mut moved, mut largest) = (0.0_f64, 0.0_f64);
    for row in (0..contacts).map(|k| ROWS * k) {
        let now = impulse[row] / h;
        moved = moved.max((now - normal[row]).abs());
        largest = largest.max(now);
        normal[row] = if damped { 0.5 * (normal[row] + now) } else { now };
    }
    moved <= AGREED * largest
}

fn turn_vector<D: Dim>(u: &mut OVector<f64, D>, first: usize, turn: impl Fn([f64; 2]) -> [f64; 2])
where
    DefaultAllocator: Allocator<D>,
{
    [u[first], u[first + 1]] = turn([u[first], u[first + 1]]);
}

/// Q·W·Qᵀ  (eqs. 14 and 17).
fn turn_matrix<D: Dim>(w: &mut OMatrix<f64, D, D>, first: usize, turned: &Turned)
where
    DefaultAllocator: Allocator<D, D>,
{
    for k in 0..w.nrows() {
        [w[(first, k)], w[(first + 1, k)]] = turned.there([w[(first, k)], w[(first + 1, k)]]);
    }
    for k in 0..w.nrows() {
        [w[(k, first)], w[(k, first + 1)]] = turned.there([w[(k, first)], w[(k, first + 1)]]);
    }
}
