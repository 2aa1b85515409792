//! What chooses a law, a shape or a way to step.

/// Enumerations with the list of their items; where nothing is chosen yet, the first stands.
macro_rules! choices {
    ($($(#[$about:meta])* pub enum $name:ident {
        $(#[$first_note:meta])* $first:ident, $($(#[$note:meta])* $item:ident,)+
    })+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $(#[$first_note])*
            #[default]
            $first,
            $($(#[$note])* $item,)+
        }

        impl $name {
            /// Every item, in the order of the variable table, which counts them from 1.
            pub const ALL: &[Self] = &[Self::$first, $(Self::$item,)+];
        }
    )+};
}

choices! {
/// Damping law of the normal force.
pub enum NormalLaw {
    /// Damping with exact restitution [G04 eqs. 4–11].
    Gonthier,
    /// No damping, restitution 1.
    Elastic,
    /// Damping of Hunt and Crossley [G04 eqs. 13–14].
    HuntCrossley,
    /// Damping of Lankarani and Nikravesh.
    LankaraniNikravesh,
    /// Damping of Flores and others, as [M3D] limits it.
    Flores,
    /// Linear spring and damper.
    KelvinVoigt,
}

/// Where stiffness and exponent come from.
pub enum ComplianceSource {
    /// k and p as given.
    Stiffness,
    /// From Young's moduli, Poisson's ratios and radii [M3D].
    Materials,
}

/// How the coefficient of restitution depends on the impact speed.
pub enum RestitutionCurve {
    /// The same at every speed.
    Constant,
    /// Falls linearly [G04 eq. 12].
    Linear,
    /// Falls with a power of the speed.
    Power,
    /// Through given points.
    Table,
}

/// Law of the tangential force.
pub enum FrictionLaw {
    /// Bristles with a dwell-time state [G04 eqs. 15–26].
    Dwell,
    /// No tangential force.
    None,
    /// Regularised sliding friction without memory [M3D].
    Coulomb,
}

/// Where the radius e_r of spinning friction comes from.
pub enum SpinRadiusSource {
    /// As given.
    Given,
    /// From the radius of the contact area under Hertz's pressure.
    ContactRadius,
}

/// The set of friction forces and moments a contact can bear [PT96 §2].
pub enum FrictionMap {
    /// (a): one ellipsoid for force and moment [PT96 eq. 1].
    Ellipsoid,
    /// (b): a polyhedron around it.
    Polyhedron,
    /// (c): a circle for the force, an interval for the moment.
    Mixed,
}

/// In which frame the bristles rest.
pub enum BristleFrame {
    /// They turn with the contact frame.
    Contact,
    /// They keep their direction in the world, as [G04 eq. 22] is printed.
    Paper,
}

/// What limits the deflection of the bristles.
pub enum BristleLimit {
    /// Eq. (15) holds for the force that is applied.
    Limited,
    /// Nothing, as [G04 eq. 22] is printed: the bristles wind up in slow slip.
    Paper,
}

/// Who finds the contact.
pub enum Pair {
    /// The host gives penetration, normal, relative velocity and point.
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
/// [`Pair::External`] where the host says.
pub enum PointOfAction {
    /// Half-way through the overlap, the same for both bodies.
    Middle,
    /// At the deepest point of the sphere of body i [G04 eq. 27].
    Paper,
}

/// Who integrates the motion inside a communication step. Model Exchange has none and looks at nothing named
/// `coupling`.
pub enum CouplingMode {
    /// The host moves the bodies, the unit integrates its own states.
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

/// When the host applies the force it is handed.
pub enum CouplingOrder {
    /// On the interval that the unit has just stepped.
    Sequential,
    /// On the next one: all units step at once.
    Parallel,
    /// What the bodies' answer to the first impulse shows.
    Detect,
}

/// What of a step's force the host is handed.
pub enum HandBack {
    /// The mean, for hosts that hold it.
    Mean,
    /// The force at the interval's start and its slope, for hosts that extend it from there.
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

/// Everything that chooses between laws; none of it is differentiated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub normal_law: NormalLaw,
    pub compliance_source: ComplianceSource,
    pub restitution_curve: RestitutionCurve,
    /// Points of the restitution table that are used, 2…[`RESTITUTION_POINTS`](super::RESTITUTION_POINTS)
    pub restitution_points: u32,
    pub friction_law: FrictionLaw,
    pub friction_map: FrictionMap,
    /// Sides of the polyhedron around the normal, even, 4…32
    pub sides: u32,
    pub spin_radius_source: SpinRadiusSource,
    pub bristle_frame: BristleFrame,
    pub bristle_limit: BristleLimit,
    pub pair: Pair,
    pub point: PointOfAction,
    /// Whether the surface of body i is flat at the contact (pair external)
    pub is_flat_i: bool,
    /// The same of body j
    pub is_flat_j: bool,
    /// Whether the energy ledger is integrated.
    pub track_ledger: bool,
    /// Whether a pulse before the first impact, or that impact, measures the mass (interface coupling with masses of bodies)
    pub verify_mass: bool,
    pub coupling: CouplingMode,
    pub coupling_order: CouplingOrder,
    pub coupling_method: CouplingMethod,
    pub hand_back: HandBack,
    pub step_friction: StepFriction,
    pub step_impact: StepImpact,
    pub step_law: StepLaw,
    /// Sides of the polygon of [`StepFriction::Polygonal`], even, 4…32
    pub step_sides: u32,
    pub mass_source: MassSource,
    pub free_acceleration_source: FreeAccelerationSource,
    /// Most micro-steps in one communication step, ≥ 1
    pub max_micro_steps: u32,
}
