//! Enumeration types of the table, in the order of the XML; types and items only grow at the end.

use crate::fmi::description::{Enumeration, Item};

/// Hands the list of all enumerations to a macro: constant, name and description of each and the type behind it; and of each item the
/// variant of that type, its word and what it stands for.
macro_rules! enumerations {
    ($then:ident) => {
        $then! {
            COMPLIANCE_LAW "ComplianceLaw" "Damping law of the normal force" NormalLaw {
                Gonthier "gonthier" "Exact restitution for every e (Gonthier and others 2004, eqs. 4-11)",
                Elastic "elastic" "No damping: restitution 1",
                HuntCrossley "huntCrossley" "Damping of Hunt and Crossley 1975: real restitution above e",
                LankaraniNikravesh "lankaraniNikravesh" "Damping of Lankarani and Nikravesh 1990: real restitution above e",
                Flores "flores" "Damping of Flores and others 2011 up to d_max: real restitution below e",
                KelvinVoigt "kelvinVoigt" "Linear spring and damper (p = 1): exact restitution for the effective mass compliance.m",
            }
            COMPLIANCE_SOURCE "ComplianceSource" "Source of stiffness and exponent" ComplianceSource {
                Stiffness "stiffness" "compliance.k and compliance.p",
                Materials "materials" "Young's moduli, Poisson's ratios and radii after Hertz, p = 1.5",
            }
            FRICTION_LAW "FrictionLaw" "Law of the friction force" FrictionLaw {
                Dwell "dwell" "Bristles with a dwell-time state (Gonthier and others 2004, eqs. 15-26)",
                None "none" "No friction force",
                Coulomb "coulomb" "Regularised Coulomb friction with mu_C, as in Modia3D; creeps under load",
            }
            FRICTION_MAP "FrictionMap" "Friction limit surface (Pang and Trinkle 1996)" FrictionMap {
                Ellipsoid "ellipsoid" "Ellipsoid of force and moment",
                Polyhedron "polyhedron" "Polyhedron around the ellipsoid with friction.sides sides",
                Mixed "mixed" "Circle of the force and interval of the moment",
                Planes "planes" "Polyhedron of the planes that friction.planes of a system's file has",
            }
            SPIN_RADIUS_SOURCE "SpinRadiusSource" "Source of the radius of spinning friction" SpinRadiusSource {
                Given "given" "friction.e_r",
                ContactRadius "contactRadius" "Contact area with the pressure of Hertz: 3*pi/16*sqrt(R_eff*x)",
            }
            BRISTLE_FRAME "BristleFrame" "Frame of the bristles" BristleFrame {
                Contact "contact" "Contact frame",
                Paper "paper" "World axes, as eq. 22 of Gonthier and others 2004 is printed",
            }
            BRISTLE_LIMIT "BristleLimit" "Limit of the bristle deflection" BristleLimit {
                Limited "limited" "Bound of the friction force",
                Paper "paper" "None, as eq. 22 of Gonthier and others 2004 is printed",
            }
            GEOMETRY_PAIR "GeometryPair" "Contact geometry: computed by the importer or by the FMU" Pair {
                External "external" "Importer: penetration, relativeVelocity, contactNormal, contactPoint",
                SpherePlane "spherePlane" "FMU: sphere on body i, plane on body j",
                SphereSphere "sphereSphere" "FMU: sphere on body i, sphere on body j",
                SphereInCylinder "sphereInCylinder" "FMU: sphere on body i inside a hollow cylinder of body j",
                SphereOnCylinder "sphereOnCylinder" "FMU: sphere on body i outside a cylinder of body j",
                SphereInSphere "sphereInSphere" "FMU: sphere on body i inside a hollow sphere of body j",
            }
            GEOMETRY_POINT "GeometryPoint" "Point of action between two curved surfaces" PointOfAction {
                Middle "middle" "Middle of the overlap, the same for both bodies",
                Paper "paper" "Deepest point of the sphere of body i (Gonthier and others 2004, eq. 27)",
            }
            COUPLING_MODE "CouplingMode" "Integration of the motion inside a communication step" CouplingMode {
                Kinematic "kinematic" "The importer integrates the motion, the FMU only its own states",
                Interface "interface" "The FMU integrates the motion of the contact point and returns the impulse",
            }
            COUPLING_ORDER "CouplingOrder" "Interval on which the importer applies the force of a step" CouplingOrder {
                Sequential "sequential" "The same interval: the FMU steps first",
                Parallel "parallel" "The next interval: all FMUs step at once",
                Detect "detect" "Detected from the response of the bodies to the first impulse; sequential if b is estimated",
            }
            COUPLING_METHOD "CouplingMethod" "Contact model within a step" CouplingMethod {
                Compliant "compliant" "Compliant, integrated by micro-steps: the laws of compliance and friction",
                TimeStepping "timeStepping" "Rigid, one complementarity problem per step (Peiret and others 2016)",
            }
            TIME_STEPPING_FRICTION "TimeSteppingFriction" "Friction law of the rigid contact" StepFriction {
                Regularised "regularised" "Bristles while sticking, against the slip with a drift viscosity while sliding (Peiret and others 2016)",
                Box "box" "Bound mu*f_n for each of two components (Lacoursiere 2006)",
                Polygonal "polygonal" "Force in a regular polygon with its corners at mu*f_n (Anitescu and Potra 1997)",
            }
            TIME_STEPPING_IMPACT "TimeSteppingImpact" "Hypothesis of restitution of a rigid impact" StepImpact {
                Stronge "stronge" "Energetic: restitution returns e^2 of the work of compression",
                Poisson "poisson" "Kinetic: the impulse of restitution is e times that of compression",
                Newton "newton" "Kinematic: the separation speed is e times the approach speed, less where that would gain energy",
            }
            TIME_STEPPING_LAW "TimeSteppingLaw" "Friction bound of the rigid contact" StepLaw {
                Coulomb "coulomb" "mu*f_n in any direction, f_n of the same step",
                Paper "paper" "mu*f_n for each of two components, f_n of the step before, as eq. 12 of Peiret and others 2016 is printed",
            }
            MASS_SOURCE "MassSource" "Source of the inverse effective mass of the contact" MassSource {
                Bodies "bodies" "Mass and inertia of the two bodies: coupling.massI to coupling.inertiaJ",
                Input "input" "The input inverseMass, for articulated systems",
            }
            FREE_ACCELERATION_SOURCE "FreeAccelerationSource" "Source of the acceleration without the contact force" FreeAccelerationSource {
                Input "input" "The input freeAcceleration",
                Estimated "estimated" "Measured change of v_r without that by the impulse of the FMU; only with coupling.order sequential or detect and coupling.method = compliant",
            }
            RESTITUTION_CURVE "RestitutionCurve" "Coefficient of restitution as a function of the impact speed" RestitutionCurve {
                Constant "constant" "compliance.e at every speed",
                Linear "linear" "compliance.e - compliance.alpha*v_i (Gonthier and others 2004, eq. 12)",
                Power "power" "compliance.e up to compliance.v_ref, then compliance.e*(compliance.v_ref/v_i)^compliance.q",
                Table "table" "Linear between the points of compliance.tableSpeed and compliance.tableE, constant outside",
            }
            HAND_BACK "HandBack" "Force of a step that forceI, torqueI, forceJ and torqueJ return" HandBack {
                Mean "mean" "Mean, output derivatives 0: exact momentum if the importer holds it",
                Line "line" "Force at the start of the interval, its slope as output derivative: for importers that extrapolate from there",
                MeanAndSlope "meanAndSlope" "Mean, its slope about the middle of the interval as output derivative",
                TwoStep "twoStep" "Means that give momentum and position of the contact two steps later, output derivatives 0",
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
