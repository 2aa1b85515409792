//! What chooses a law or a shape.

use crate::physics::parameters::Planes;

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
#[cfg(feature = "contact")]
pub(crate) use choices;

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
    /// (b): the planes that are given.
    Planes,
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
}

/// How a normal force puts the elastic force f_e = k·x^p and the damping together. What depends on it asks here, without a wildcard, so
/// that a law of another form does not compile until every place knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalForm {
    /// f_n = f_e·(1 + a·ẋ)₊: such laws differ in the damping a [s/m] only.
    PowerLaw,
    /// f_n = (f_e + k·a·ẋ)₊ with p = 1 and a [s].
    SpringAndDamper,
}

impl NormalLaw {
    #[inline(always)]
    pub const fn form(self) -> NormalForm {
        match self {
            NormalLaw::Gonthier
            | NormalLaw::Elastic
            | NormalLaw::HuntCrossley
            | NormalLaw::LankaraniNikravesh
            | NormalLaw::Flores => NormalForm::PowerLaw,
            NormalLaw::KelvinVoigt => NormalForm::SpringAndDamper,
        }
    }
}

impl NormalForm {
    /// Whether damping multiplies the elastic force: what takes a faster way with f_e·(1 + a·ẋ)₊ does for this form alone.
    #[inline(always)]
    pub const fn is_power_law(self) -> bool {
        match self {
            NormalForm::PowerLaw => true,
            NormalForm::SpringAndDamper => false,
        }
    }

    /// Whether damping adds to the elastic force, and does not vary with it.
    #[inline(always)]
    pub const fn adds(self) -> bool {
        match self {
            NormalForm::PowerLaw => false,
            NormalForm::SpringAndDamper => true,
        }
    }

    /// Whether the force ends with a kink while the spring is still compressed.
    #[inline(always)]
    pub const fn has_kink(self) -> bool {
        match self {
            NormalForm::PowerLaw => false,
            NormalForm::SpringAndDamper => true,
        }
    }
}

/// Everything that chooses between laws; none of it is differentiated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
    /// Of [`FrictionMap::Planes`]
    pub planes: Planes,
    pub spin_radius_source: SpinRadiusSource,
    pub bristle_frame: BristleFrame,
    pub bristle_limit: BristleLimit,
    /// Whether the energy ledger is integrated.
    pub track_ledger: bool,
}
