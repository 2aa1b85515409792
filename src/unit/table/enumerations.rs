//! Enumeration types of the table, in the order of the XML; types and items only grow at the end.

use crate::fmi::description::{Enumeration, Item};

/// Hands the list of all enumerations to a macro: constant, name and description of each and the type behind it; and of each item the
/// variant of that type, its word and what it stands for.
macro_rules! enumerations {
    ($then:ident) => {
        $then! {
            COMPLIANCE_LAW "ComplianceLaw" "Damping law of the normal force" NormalLaw {
                Gonthier "gonthier" "Exact restitution for every e [G04 eqs. 4-11]",
                Elastic "elastic" "No damping: restitution 1",
                HuntCrossley "huntCrossley" "Damping of Hunt and Crossley: real restitution above e [G04 eqs. 13-14]",
                LankaraniNikravesh "lankaraniNikravesh" "Damping of Lankarani and Nikravesh: real restitution above e",
                Flores "flores" "Damping of Flores and others, at most d_max: real restitution below e [M3D]",
                KelvinVoigt "kelvinVoigt" "Linear spring and damper (p = 1): exact restitution for the mass compliance.m",
            }
            COMPLIANCE_SOURCE "ComplianceSource" "Where stiffness and exponent come from" ComplianceSource {
                Stiffness "stiffness" "compliance.k and compliance.p",
                Materials "materials" "Young's moduli, Poisson's ratios and radii, p = 1.5 [M3D]",
            }
            FRICTION_LAW "FrictionLaw" "Law of the tangential force" FrictionLaw {
                Dwell "dwell" "Bristles with a dwell-time state [G04 eqs. 15-26]",
                None "none" "No tangential force",
                Coulomb "coulomb" "Regularised sliding friction with mu_C; creeps under load [M3D]",
            }
            FRICTION_MAP "FrictionMap" "Forces and moments that friction can bear [PT96]" FrictionMap {
                Ellipsoid "ellipsoid" "One ellipsoid for force and moment [PT96 eq. 1]",
                Polyhedron "polyhedron" "A polyhedron around it with friction.sides sides [PT96 (b)]",
                Mixed "mixed" "A circle for the force, an interval for the moment [PT96 (c)]",
            }
            SPIN_RADIUS_SOURCE "SpinRadiusSource" "Where the radius of spinning friction comes from" SpinRadiusSource {
                Given "given" "friction.e_r",
                ContactRadius "contactRadius" "The contact area under the pressure of Hertz: 3*pi/16*sqrt(R_eff*x)",
            }
            BRISTLE_FRAME "BristleFrame" "Frame in which the bristles rest" BristleFrame {
                Contact "contact" "They turn with the contact",
                Paper "paper" "They keep their world axes, as eq. 22 of [G04] is printed",
            }
            BRISTLE_LIMIT "BristleLimit" "What limits the deflection of the bristles" BristleLimit {
                Limited "limited" "The bound of the friction force",
                Paper "paper" "Nothing, as eq. 22 of [G04] is printed",
            }
            GEOMETRY_PAIR "GeometryPair" "Who finds the contact" Pair {
                External "external" "The host: penetration, relativeVelocity, contactNormal, contactPoint",
                SpherePlane "spherePlane" "The unit: sphere on body i, plane on body j",
                SphereSphere "sphereSphere" "The unit: sphere on body i, sphere on body j",
                SphereInCylinder "sphereInCylinder" "The unit: sphere on body i inside a hollow cylinder of body j",
                SphereOnCylinder "sphereOnCylinder" "The unit: sphere on body i outside a cylinder of body j",
                SphereInSphere "sphereInSphere" "The unit: sphere on body i inside a hollow sphere of body j",
            }
            GEOMETRY_POINT "GeometryPoint" "Where the force of two curved surfaces acts" PointOfAction {
                Middle "middle" "Half-way through the overlap, the same for both bodies",
                Paper "paper" "At the deepest point of the sphere of body i [G04 eq. 27]",
            }
            COUPLING_MODE "CouplingMode" "Who integrates the motion inside a communication step" CouplingMode {
                Kinematic "kinematic" "The host moves the bodies, the unit integrates its own states",
                Interface "interface" "The unit integrates the motion of the contact point and hands back the impulse",
            }
            COUPLING_ORDER "CouplingOrder" "When the host applies the force of a step" CouplingOrder {
                Sequential "sequential" "The unit steps first, the host applies the force on the same interval",
                Parallel "parallel" "All units step at once: the host applies the force on the next interval",
                Detect "detect" "What the bodies' answer to the first impulse shows; sequential where b is estimated",
            }
            COUPLING_METHOD "CouplingMethod" "How coupling interface solves the contact in a step" CouplingMethod {
                Compliant "compliant" "As compliant, by micro-steps: the laws of compliance and friction",
                TimeStepping "timeStepping" "As rigid, by one complementarity problem [P16]",
            }
            TIME_STEPPING_FRICTION "TimeSteppingFriction" "Friction of the rigid contact" StepFriction {
                Regularised "regularised" "Bristles while sticking, along the slip with a drift viscosity while sliding [P16]",
                Box "box" "Each of two components has the bound mu*f_n [P16 ref. 10]",
                Polygonal "polygonal" "Force in a regular polygon with its corners at mu*f_n [P16 ref. 3]",
            }
            TIME_STEPPING_IMPACT "TimeSteppingImpact" "What ends the restitution of a rigid impact" StepImpact {
                Stronge "stronge" "Works of the normal impulse: e^2 of what compression has taken is given back",
                Poisson "poisson" "Impulses: that of restitution is e times that of compression",
                Newton "newton" "Speeds: the bodies part at e times their approach, or more slowly where that would gain energy",
            }
            TIME_STEPPING_LAW "TimeSteppingLaw" "What bounds the friction of the rigid contact in a step" StepLaw {
                Coulomb "coulomb" "mu*f_n in any direction, f_n of the same step",
                Paper "paper" "mu*f_n for each of two components, f_n of the step before, as eq. 12 of [P16] is printed",
            }
            MASS_SOURCE "MassSource" "Where the inverse mass at the contact comes from" MassSource {
                Bodies "bodies" "Mass and inertia of the two bodies: coupling.massI to coupling.inertiaJ",
                Input "input" "The input inverseMass, for articulated systems",
            }
            FREE_ACCELERATION_SOURCE "FreeAccelerationSource" "Where the acceleration without the contact force comes from" FreeAccelerationSource {
                Input "input" "The input freeAcceleration",
                Estimated "estimated" "The measured change of v_r less the unit's own impulse; sequential order and coupling.method = compliant only",
            }
            RESTITUTION_CURVE "RestitutionCurve" "How the coefficient of restitution depends on the impact speed" RestitutionCurve {
                Constant "constant" "compliance.e at every speed",
                Linear "linear" "compliance.e - compliance.alpha*v_i [G04 eq. 12]",
                Power "power" "compliance.e up to compliance.v_ref, then compliance.e*(compliance.v_ref/v_i)^compliance.q",
                Table "table" "Linear between the points of compliance.tableSpeed and compliance.tableE, constant outside",
            }
            HAND_BACK "HandBack" "What of the force of a step forceI, torqueI, forceJ and torqueJ hand to the host" HandBack {
                Mean "mean" "The mean, output derivatives 0: right momentum in hosts that hold it",
                Line "line" "The force at the interval's start, its slope as output derivative: right in hosts that extend it from there",
                MeanAndSlope "meanAndSlope" "The mean, its slope about the interval's middle as output derivative",
                TwoStep "twoStep" "Means that give momentum and place of the contact two steps later, output derivatives 0",
            }
        }
    };
}
// the build script renders the table, and has no types behind it
#[allow(unused_imports)]
pub(crate) use enumerations;

macro_rules! constants {
    ($($constant:ident $name:literal $about:literal $kind:ident { $($variant:ident $word:literal $what:literal,)+ })+) => {
        $(
            #[doc = $about]
            pub const $constant: Enumeration = Enumeration {
                name: $name,
                description: $about,
                items: &[$(Item { name: $word, description: $what },)+],
            };
        )+

        /// Every enumeration type, in the order of the XML.
        pub const ENUMERATIONS: &[&Enumeration] = &[$(&$constant,)+];
    };
}
enumerations!(constants);
