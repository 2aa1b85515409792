//! How the contact point moves under a force and its couple, for the interface coupling: W of v̇_r = W·f + Gᵀ·m + b, L and G of
//! ω̇ = L·m + G·f + b_w, with ω = ω_i − ω_j.

use crate::physics::rotation::{self, Rotation};
use crate::physics::{Body, ContactFault, Inputs, Mobility, Symmetric, Vector3};
use crate::stepping::coupling::{Coupling, CouplingOrder, FreeAccelerationSource, Mass, MassSource, Masses};
use crate::stepping::semidefinite::is_semidefinite;

/// A 3×3 matrix.
pub type Matrix3 = nalgebra::Matrix3<f64>;

/// A pivot below this part of its diagonal element is rounding: the matrix counts as singular.
const SINGULAR: f64 = 1e-12;

/// Checks what single values cannot show: that each body that moves has an inertia, that one of them moves, and that b
/// is known where the order or the method needs it.
pub fn validate(coupling: &Coupling<f64>) -> Result<(), ContactFault> {
    let settings = &coupling.settings;
    if settings.free_acceleration_source == FreeAccelerationSource::Estimated {
        if settings.order == CouplingOrder::Parallel {
            return Err(ContactFault::EstimatedInParallel);
        }
        if coupling.is_rigid() {
            return Err(ContactFault::EstimatedInTimeStepping);
        }
    }
    if settings.mass_source == MassSource::Input {
        return Ok(());
    }
    let Masses { i, j } = &coupling.masses;
    if i.mass == 0.0 && j.mass == 0.0 {
        return Err(ContactFault::BothFixed);
    }
    root_of_inertia(i, "coupling.inertiaI")?;
    root_of_inertia(j, "coupling.inertiaJ")?;
    Ok(())
}

/// Whether bodies that turn by the masses given have an orientation. Errors: [`ContactFault::NoOrientation`].
pub fn check_orientations(coupling: &Coupling<f64>, inputs: &Inputs<f64>) -> Result<(), ContactFault> {
    if coupling.settings.mass_source == MassSource::Input {
        return Ok(());
    }
    let (Masses { i, j }, Inputs { body_i, body_j, .. }) = (&coupling.masses, inputs);
    for (mass, body, inertia, orientation) in
        [(i, body_i, "coupling.inertiaI", "orientationI"), (j, body_j, "coupling.inertiaJ", "orientationJ")]
    {
        if root_of_inertia(mass, inertia)?.is_some() {
            rotation::check_orientation(&body.orientation, orientation)?;
        }
    }
    Ok(())
}

/// W at the point of action `p_a` in world axes [1/kg], from the source that the settings name.
///
/// `normal` is n, a unit vector. Errors: an inertia or W that is not what it must be, a body that turns without an
/// orientation, n·W·n that is not above 0.
pub fn inverse_mass(
    coupling: &Coupling<f64>,
    inputs: &Inputs<f64>,
    mobility: &Mobility<f64>,
    p_a: &Vector3<f64>,
    normal: &Vector3<f64>,
) -> Result<Matrix3, ContactFault> {
    let w = match coupling.settings.mass_source {
        MassSource::Bodies => {
            let Masses { i, j } = &coupling.masses;
            let mut w = Matrix3::zeros();
            add_contribution(i, &inputs.body_i, p_a, ["coupling.inertiaI", "orientationI"], &mut w)?;
            add_contribution(j, &inputs.body_j, p_a, ["coupling.inertiaJ", "orientationJ"], &mut w)?;
            w
        }
        MassSource::Input => {
            let w = matrix(&mobility.inverse_mass);
            if !is_positive_semidefinite(&w) {
                return Err(ContactFault::NoInverseMass { value: mobility.inverse_mass.into() });
            }
            w
        }
    };
    let w_nn = normal.dot(&(w * normal));
    match coupling.settings.mass_source {
        _ if !w.sum().is_finite() => Err(ContactFault::Overflow { what: "the inverse mass at the contact" }),
        _ if w_nn > 0.0 => Ok(w),
        _ if w_nn.is_nan() => Err(ContactFault::Overflow { what: "the normal of the contact" }),
        MassSource::Bodies if coupling.masses.i.mass == 0.0 && coupling.masses.j.mass == 0.0 => {
            Err(ContactFault::BothFixed)
        }
        // rounding of an arm so long that turning is all that the point of action can do
        MassSource::Bodies => Err(ContactFault::Overflow { what: "the arm of the contact about the bodies" }),
        MassSource::Input => Err(ContactFault::Immovable { w_nn }),
    }
}

/// L [1/(kg·m²)] and G [1/(kg·m)] at the point of action `p_a` in world axes, from the source that the settings name:
/// L = Σ I_b⁻¹, G = Σ I_b⁻¹·[ρ_b]ₓ over the bodies that move and turn.
///
/// With the mass from the inputs L is `inverseInertia` and G `turningByForce`: 0 where it is not told how the contact force turns
/// the bodies, and the measured ω shows it one step later. Errors: an inertia or L that is not what it must be or is 0, a G that
/// makes [[W, Gᵀ], [G, L]] indefinite, a body that turns without an orientation.
pub fn turning(
    coupling: &Coupling<f64>,
    inputs: &Inputs<f64>,
    mobility: &Mobility<f64>,
    p_a: &Vector3<f64>,
) -> Result<(Matrix3, Matrix3), ContactFault> {
    let (l, g) = match coupling.settings.mass_source {
        MassSource::Bodies => {
            let Masses { i, j } = &coupling.masses;
            let mut sum = (Matrix3::zeros(), Matrix3::zeros());
            let names = [["coupling.inertiaI", "orientationI"], ["coupling.inertiaJ", "orientationJ"]];
            for (mass, body, names) in [(i, &inputs.body_i, names[0]), (j, &inputs.body_j, names[1])] {
                if let Some(turns) = Turns::of(mass, body, names)? {
                    let by_couple = turns.by_couple();
                    sum.0 += squares(&by_couple);
                    sum.1 += products(&by_couple, &turns.by_force(p_a, body));
                }
            }
            sum
        }
        MassSource::Input => {
            let l = matrix(&mobility.inverse_inertia);
            if !is_positive_semidefinite(&l) {
                return Err(ContactFault::NoInverseInertia { value: mobility.inverse_inertia.into() });
            }
            if l == Matrix3::zeros() {
                return Err(ContactFault::CannotTurn);
            }
            let g = Matrix3::from_row_slice(mobility.turning_by_force.as_slice());
            if g != Matrix3::zeros() && !is_positive_semidefinite_with(&matrix(&mobility.inverse_mass), &g, &l) {
                return Err(ContactFault::NoTurningByForce { value: mobility.turning_by_force.into() });
            }
            (l, g)
        }
    };
    if (l.sum() + g.sum()).is_finite() {
        Ok((l, g))
    } else {
        Err(ContactFault::Overflow { what: "the inverse inertia at the contact" })
    }
}

/// Accelerations of both bodies and of their turning [m/s², rad/s²] under a force and a torque about the frame origin [N, N·m] each,
/// f/m and I⁻¹·τ, without what turns a body that is not round by itself; 0 of a fixed body.
///
/// Errors: an inertia that is not what it must be, a body that turns without an orientation.
pub fn accelerations(
    coupling: &Coupling<f64>,
    inputs: &Inputs<f64>,
    [on_i, on_j]: [[Vector3<f64>; 2]; 2],
) -> Result<[[Vector3<f64>; 2]; 2], ContactFault> {
    let of = |mass: &Mass<f64>, body: &Body<f64>, [force, torque]: [Vector3<f64>; 2], names| {
        if mass.mass == 0.0 {
            return Ok([Vector3::zeros(); 2]);
        }
        let turned = match Turns::of(mass, body, names)? {
            Some(turns) => {
                let by_couple = turns.by_couple();
                squares(&by_couple) * torque
            }
            None => Vector3::zeros(),
        };
        Ok([force / mass.mass, turned])
    };
    let (Masses { i, j }, Inputs { body_i, body_j, .. }) = (&coupling.masses, inputs);
    Ok([
        of(i, body_i, on_i, ["coupling.inertiaI", "orientationI"])?,
        of(j, body_j, on_j, ["coupling.inertiaJ", "orientationJ"])?,
    ])
}

/// Adds the contribution of one body to W:  1/m·1 − [ρ]ₓ·I⁻¹·[ρ]ₓ  with ρ = p_a − r; nothing for a fixed body. `names`: inertia,
/// orientation.
fn add_contribution(
    mass: &Mass<f64>,
    body: &Body<f64>,
    p_a: &Vector3<f64>,
    names: [&'static str; 2],
    w: &mut Matrix3,
) -> Result<(), ContactFault> {
    if mass.mass == 0.0 {
        return Ok(());
    }
    let of_mass = Matrix3::from_diagonal_element(1.0 / mass.mass);
    *w += match Turns::of(mass, body, names)? {
        Some(turns) => {
            let by_force = turns.by_force(p_a, body);
            of_mass + squares(&by_force)
        }
        None => of_mass,
    };
    Ok(())
}

/// How one body turns, in columns that have been divided by L of I = L·Lᵀ in body axes: products of them are symmetric
/// and positive semidefinite to the last bit.
struct Turns {
    root: Root,
    to_world: Rotation<f64>,
}

impl Turns {
    /// None for a body that is fixed or does not turn.
    fn of(
        mass: &Mass<f64>,
        body: &Body<f64>,
        [inertia, orientation]: [&'static str; 2],
    ) -> Result<Option<Self>, ContactFault> {
        let Some(root) = root_of_inertia(mass, inertia)? else { return Ok(None) };
        rotation::check_orientation(&body.orientation, orientation)?;
        Ok(Some(Turns { root, to_world: Rotation::of(&body.orientation) }))
    }

    /// L⁻¹·Rᵀ·(ρ×e_k), by a force at `p_a` along the axis e_k
    fn by_force(&self, p_a: &Vector3<f64>, body: &Body<f64>) -> [Vector3<f64>; 3] {
        let [x, y, z] = (p_a - body.position).into();
        [Vector3::new(0.0, z, -y), Vector3::new(-z, 0.0, x), Vector3::new(y, -x, 0.0)]
            .map(|moment| self.turned(&moment))
    }

    /// L⁻¹·Rᵀ·e_k, by a couple about it
    fn by_couple(&self) -> [Vector3<f64>; 3] {
        [Vector3::x(), Vector3::y(), Vector3::z()].map(|axis| self.turned(&axis))
    }

    fn turned(&self, moment: &Vector3<f64>) -> Vector3<f64> {
        self.root.solve(&self.to_world.back(moment))
    }
}

/// [`products`] of the columns with themselves, symmetric.
fn squares(columns: &[Vector3<f64>; 3]) -> Matrix3 {
    let [x, y, z] = columns;
    let (xy, xz, yz) = (x.dot(y), x.dot(z), y.dot(z));
    Matrix3::new(x.dot(x), xy, xz, xy, y.dot(y), yz, xz, yz, z.dot(z))
}

fn products(rows: &[Vector3<f64>; 3], columns: &[Vector3<f64>; 3]) -> Matrix3 {
    Matrix3::from_fn(|k, l| rows[k].dot(&columns[l]))
}

/// Lower triangle L of a positive definite matrix L·Lᵀ.
struct Root {
    /// L_yx, L_zx, L_zy
    below: [f64; 3],
    /// One over each element of the diagonal: three columns are divided by it
    inverse: [f64; 3],
}

impl Root {
    /// None unless the matrix is positive definite by more than rounding.
    fn of(a: &Matrix3) -> Option<Self> {
        let root = |square: f64, whole: f64| {
            let is_definite = square > SINGULAR * whole && square.is_finite();
            is_definite.then(|| square.sqrt())
        };
        let xx = root(a[(0, 0)], a[(0, 0)])?;
        let (yx, zx) = (a[(1, 0)] / xx, a[(2, 0)] / xx);
        let yy = root(a[(1, 1)] - yx * yx, a[(1, 1)])?;
        let zy = (a[(2, 1)] - zx * yx) / yy;
        let zz = root(a[(2, 2)] - (zx * zx + zy * zy), a[(2, 2)])?;
        Some(Root { below: [yx, zx, zy], inverse: [xx, yy, zz].map(f64::recip) })
    }

    /// y with L·y = `b`.
    fn solve(&self, b: &Vector3<f64>) -> Vector3<f64> {
        let Root { below: [yx, zx, zy], inverse } = self;
        let x = b[0] * inverse[0];
        let y = (b[1] - yx * x) * inverse[1];
        Vector3::new(x, y, (b[2] - zx * x - zy * y) * inverse[2])
    }
}

/// L of the inertia of a body that moves; None for one that is fixed or does not turn.
fn root_of_inertia(mass: &Mass<f64>, name: &'static str) -> Result<Option<Root>, ContactFault> {
    if mass.mass == 0.0 || mass.inertia.iter().all(|element| *element == 0.0) {
        return Ok(None);
    }
    let root = Root::of(&matrix(&mass.inertia)).ok_or(ContactFault::NoInertia { name, value: mass.inertia.into() })?;
    Ok(Some(root))
}

fn matrix(elements: &Symmetric<f64>) -> Matrix3 {
    let [xx, yy, zz, xy, xz, yz] = (*elements).into();
    Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz)
}

/// Whether [[W, Gᵀ], [G, L]] is positive semidefinite but for rounding, W and L being so.
fn is_positive_semidefinite_with(w: &Matrix3, g: &Matrix3, l: &Matrix3) -> bool {
    const SIZE: usize = 6;
    let whole: [[f64; SIZE]; SIZE] = core::array::from_fn(|row| {
        core::array::from_fn(|column| match (row < 3, column < 3) {
            (true, true) => w[(row, column)],
            (false, false) => l[(row - 3, column - 3)],
            (true, false) => g[(column - 3, row)],
            (false, true) => g[(row - 3, column)],
        })
    });
    is_semidefinite(whole, SINGULAR)
}

/// Whether no principal minor is negative by more than rounding, measured on the largest diagonal element.
fn is_positive_semidefinite(a: &Matrix3) -> bool {
    const ROUNDING: f64 = SINGULAR * SINGULAR;
    let largest = a[(0, 0)].max(a[(1, 1)]).max(a[(2, 2)]);
    if largest == 0.0 {
        return a.iter().all(|element| *element == 0.0);
    }
    let a = a / largest;
    let diagonal = |k: usize| a[(k, k)];
    let size = diagonal(0) * diagonal(1) * diagonal(2);
    (0..3).all(|k| diagonal(k) >= 0.0)
        && [(0, 1), (0, 2), (1, 2)]
            .iter()
            .all(|&(k, l)| a[(k, l)] * a[(k, l)] <= diagonal(k) * diagonal(l) * (1.0 + SINGULAR) + ROUNDING)
        && a.column(0).dot(&a.column(1).cross(&a.column(2))) >= -SINGULAR * size - ROUNDING
}
