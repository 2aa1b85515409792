//! How a contact is coupled to the bodies and stepped: parameters and settings that no law asks for.

use crate::physics::parameters::{FrictionMap, choices};
use crate::physics::{ContactFault, Parameters, Scalar, Symmetric};

choices! {
/// Who integrates the motion inside a communication step. Model Exchange has none and looks at nothing named
/// `coupling`.
pub enum CouplingMode {
    /// The importer moves the bodies, the unit integrates its own states.
    Kinematic,
    /// The unit integrates the motion of the contact point, from W and b, and hands back the impulse.
    Interface,
}

/// How the interface coupling solves the contact in a step.
pub enum CouplingMethod {
    /// As compliant, by micro-steps.
    Compliant,
    /// As rigid, by one complementarity problem [P16].
    TimeStepping,
}

/// Friction of the rigid contact.
pub enum StepFriction {
    /// Bristles while sticking, along the slip with a drift viscosity while sliding [P16].
    Regularised,
    /// Each of two components has a bound [P16 ref. 10].
    Box,
    /// Force in a regular polygon [P16 ref. 3].
    Polygonal,
}

/// What ends the restitution of a rigid impact [WK91 §3.2].
pub enum StepImpact {
    /// Works of the normal impulse: e² of what compression has taken is given back.
    Stronge,
    /// Impulses: that of restitution is e times that of compression.
    Poisson,
    /// Speeds: the bodies part at e times their approach, or more slowly where that would gain energy.
    Newton,
}

/// What bounds the friction of a rigid contact in a step.
pub enum StepLaw {
    /// μ·λ_N in any direction, λ_N that of the same step.
    Coulomb,
    /// As printed: μ·λ_N for each of two components, λ_N that of the step before [P16 eq. 12].
    Paper,
}

/// When the importer applies the force returned to it.
pub enum CouplingOrder {
    /// On the interval that the unit has just stepped.
    Sequential,
    /// On the next one: all units step at once.
    Parallel,
    /// What the bodies' answer to the first impulse shows.
    Detect,
}

/// What of a step's force is returned to the importer.
pub enum HandBack {
    /// The mean, for importers that hold it.
    Mean,
    /// The force at the interval's start and its slope, for importers that extend it from there.
    Line,
    /// The mean, and the slope about the interval's middle.
    MeanAndSlope,
    /// Means by which bodies that hold them are where the contact has led them two steps later.
    TwoStep,
}

/// Where W comes from.
pub enum MassSource {
    /// Masses and inertias of the two bodies.
    Bodies,
    /// The input `inverseMass`.
    Input,
}

/// Where b comes from.
pub enum FreeAccelerationSource {
    /// The input `freeAcceleration`.
    Input,
    /// The measured change of v_r less the unit's own impulse.
    Estimated,
}
}

/// Everything that chooses how to step; none of it is differentiated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CouplingSettings {
    pub mode: CouplingMode,
    pub order: CouplingOrder,
    pub method: CouplingMethod,
    pub hand_back: HandBack,
    pub mass_source: MassSource,
    /// Whether a pulse before the first impact, or that impact, measures the mass (interface coupling with masses of bodies)
    pub verify_mass: bool,
    pub free_acceleration_source: FreeAccelerationSource,
    /// Most micro-steps in one communication step, ≥ 1
    pub max_micro_steps: u32,
    pub step_friction: StepFriction,
    pub step_impact: StepImpact,
    pub step_law: StepLaw,
    /// Sides of the polygon of [`StepFriction::Polygonal`], even, 4…32
    pub step_sides: u32,
}

impl CouplingSettings {
    /// Whether a rigid step has friction against spin, in the set `map`: the ellipsoid, or the bipyramid of polygonal friction.
    pub fn steps_spin(&self, map: FrictionMap) -> bool {
        map == FrictionMap::Ellipsoid && self.step_law == StepLaw::Coulomb && self.step_friction != StepFriction::Box
    }
}

/// Whether friction is the same along every direction of the tangent plane, which rigid steps take for granted. Errors:
/// [`ContactFault::UnevenInTimeStepping`], [`ContactFault::PlanesInTimeStepping`].
pub fn check_even(laws: &Parameters<f64>) -> Result<(), ContactFault> {
    if !laws.friction.is_even() {
        return Err(ContactFault::UnevenInTimeStepping { e_t: laws.friction.e_t, e_o: laws.friction.e_o });
    }
    if laws.settings.friction_map == FrictionMap::Planes {
        return Err(ContactFault::PlanesInTimeStepping);
    }
    Ok(())
}

/// Mass and inertia of one body; its centre of mass is its frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass<T> {
    /// m [kg], ≥ 0; 0 means fixed: the contact force neither moves nor turns the body
    pub mass: T,
    /// I about the centre of mass in body axes [kg·m²], positive definite; all 0 means that the body does not turn
    pub inertia: Symmetric<T>,
}

impl<T: Scalar> Default for Mass<T> {
    fn default() -> Self {
        Mass { mass: T::zero(), inertia: Symmetric::from_element(T::zero()) }
    }
}

/// The two bodies as the interface coupling moves them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Masses<T: Scalar> {
    pub i: Mass<T>,
    pub j: Mass<T>,
}

/// Friction of the rigid contact [P16]; μ is [`Friction::mu_C`](crate::physics::parameters::Friction::mu_C).
#[allow(non_snake_case)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TimeStepping<T> {
    /// Tangential stiffness of the regularised law [N/m], ≥ 0; 0: infinite
    pub k_T: T,
    /// Slip speed up to which it sticks [m/s], ≥ 0
    pub v_th: T,
}

/// All parameters of the coupling. By default nothing is set, as of the [laws](crate::physics::Parameters).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coupling<T: Scalar> {
    pub settings: CouplingSettings,
    pub masses: Masses<T>,
    pub time_stepping: TimeStepping<T>,
}

impl<T: Scalar> Coupling<T> {
    /// Whether steps of the interface coupling solve the contact as rigid.
    pub fn is_rigid(&self) -> bool {
        self.settings.method == CouplingMethod::TimeStepping
    }
}
