//! Enumeration types of the table; items only grow at the end.

use crate::fmi2::description::{Enumeration, Item};

const fn item(name: &'static str, description: &'static str) -> Item {
    Item { name, description }
}

pub const COMPLIANCE_LAW: Enumeration = Enumeration {
    name: "ComplianceLaw",
    description: "Damping law of the normal force",
    items: &[
        item("gonthier", "Exact restitution for every e [G04 eqs. 4-11]"),
        item("elastic", "No damping: restitution 1"),
        item("huntCrossley", "Damping of Hunt and Crossley: real restitution above e [G04 eqs. 13-14]"),
        item("lankaraniNikravesh", "Damping of Lankarani and Nikravesh: real restitution above e"),
        item("flores", "Damping of Flores and others, at most d_max: real restitution below e [M3D]"),
        item("kelvinVoigt", "Linear spring and damper (p = 1): exact restitution for the mass compliance.m"),
    ],
};
pub const COMPLIANCE_SOURCE: Enumeration = Enumeration {
    name: "ComplianceSource",
    description: "Where stiffness and exponent come from",
    items: &[
        item("stiffness", "compliance.k and compliance.p"),
        item("materials", "Young's moduli, Poisson's ratios and radii, p = 1.5 [M3D]"),
    ],
};
pub const RESTITUTION_CURVE: Enumeration = Enumeration {
    name: "RestitutionCurve",
    description: "How the coefficient of restitution depends on the impact speed",
    items: &[
        item("constant", "compliance.e at every speed"),
        item("linear", "compliance.e - compliance.alpha*v_i [G04 eq. 12]"),
        item("power", "compliance.e up to compliance.v_ref, then compliance.e*(compliance.v_ref/v_i)^compliance.q"),
        item("table", "Linear between the points of compliance.tableSpeed and compliance.tableE, constant outside"),
    ],
};
pub const FRICTION_LAW: Enumeration = Enumeration {
    name: "FrictionLaw",
    description: "Law of the tangential force",
    items: &[
        item("dwell", "Bristles with a dwell-time state [G04 eqs. 15-26]"),
        item("none", "No tangential force"),
        item("coulomb", "Regularised sliding friction with mu_C; creeps under load [M3D]"),
    ],
};
pub const FRICTION_MAP: Enumeration = Enumeration {
    name: "FrictionMap",
    description: "Forces and moments that friction can bear [PT96]",
    items: &[
        item("ellipsoid", "One ellipsoid for force and moment [PT96 eq. 1]"),
        item("polyhedron", "A polyhedron around it with friction.sides sides [PT96 (b)]"),
        item("mixed", "A circle for the force, an interval for the moment [PT96 (c)]"),
    ],
};
pub const SPIN_RADIUS_SOURCE: Enumeration = Enumeration {
    name: "SpinRadiusSource",
    description: "Where the radius of spinning friction comes from",
    items: &[
        item("given", "friction.e_r"),
        item("contactRadius", "The contact area under the pressure of Hertz: 3*pi/16*sqrt(R_eff*x)"),
    ],
};
pub const BRISTLE_FRAME: Enumeration = Enumeration {
    name: "BristleFrame",
    description: "Frame in which the bristles rest",
    items: &[
        item("contact", "They turn with the contact"),
        item("paper", "They keep their world axes, as eq. 22 of [G04] is printed"),
    ],
};
pub const BRISTLE_LIMIT: Enumeration = Enumeration {
    name: "BristleLimit",
    description: "What limits the deflection of the bristles",
    items: &[
        item("limited", "The bound of the friction force"),
        item("paper", "Nothing, as eq. 22 of [G04] is printed"),
    ],
};
pub const GEOMETRY_PAIR: Enumeration = Enumeration {
    name: "GeometryPair",
    description: "Who finds the contact",
    items: &[
        item("external", "The host: penetration, relativeVelocity, contactNormal, contactPoint"),
        item("spherePlane", "The unit: sphere on body i, plane on body j"),
        item("sphereSphere", "The unit: sphere on body i, sphere on body j"),
        item("sphereInCylinder", "The unit: sphere on body i inside a hollow cylinder of body j"),
        item("sphereOnCylinder", "The unit: sphere on body i outside a cylinder of body j"),
        item("sphereInSphere", "The unit: sphere on body i inside a hollow sphere of body j"),
    ],
};
pub const GEOMETRY_POINT: Enumeration = Enumeration {
    name: "GeometryPoint",
    description: "Where the force of two curved surfaces acts",
    items: &[
        item("middle", "Half-way through the overlap, the same for both bodies"),
        item("paper", "At the deepest point of the sphere of body i [G04 eq. 27]"),
    ],
};

pub const COUPLING_MODE: Enumeration = Enumeration {
    name: "CouplingMode",
    description: "Who integrates the motion inside a communication step",
    items: &[
        item("kinematic", "The host moves the bodies, the unit integrates its own states"),
        item("interface", "The unit integrates the motion of the contact point and hands back the impulse"),
    ],
};
pub const COUPLING_ORDER: Enumeration = Enumeration {
    name: "CouplingOrder",
    description: "When the host applies the force of a step",
    items: &[
        item("sequential", "The unit steps first, the host applies the force on the same interval"),
        item("parallel", "All units step at once: the host applies the force on the next interval"),
    ],
};
pub const COUPLING_METHOD: Enumeration = Enumeration {
    name: "CouplingMethod",
    description: "How coupling interface solves the contact in a step",
    items: &[
        item("compliant", "As compliant, by micro-steps: the laws of compliance and friction"),
        item("timeStepping", "As rigid, by one complementarity problem [P16]; forces have no directional derivatives"),
    ],
};
pub const TIME_STEPPING_FRICTION: Enumeration = Enumeration {
    name: "TimeSteppingFriction",
    description: "Friction of the rigid contact",
    items: &[
        item("regularised", "Bristles while sticking, along the slip with a drift viscosity while sliding [P16]"),
        item("box", "Each of two components has the bound mu*f_n [P16 ref. 10]"),
        item("polygonal", "Force in a regular polygon with its corners at mu*f_n [P16 ref. 3]"),
    ],
};
pub const TIME_STEPPING_IMPACT: Enumeration = Enumeration {
    name: "TimeSteppingImpact",
    description: "What ends the restitution of a rigid impact",
    items: &[
        item("stronge", "Works of the normal impulse: e^2 of what compression has taken is given back"),
        item("poisson", "Impulses: that of restitution is e times that of compression"),
        item(
            "newton",
            "Speeds: the bodies part at e times their approach, or more slowly where that would gain energy",
        ),
    ],
};
pub const TIME_STEPPING_LAW: Enumeration = Enumeration {
    name: "TimeSteppingLaw",
    description: "What bounds the friction of the rigid contact in a step",
    items: &[
        item("coulomb", "mu*f_n in any direction, f_n of the same step"),
        item("paper", "mu*f_n for each of two components, f_n of the step before, as eq. 12 of [P16] is printed"),
    ],
};
pub const MASS_SOURCE: Enumeration = Enumeration {
    name: "MassSource",
    description: "Where the inverse mass at the contact comes from",
    items: &[
        item("bodies", "Mass and inertia of the two bodies: coupling.massI to coupling.inertiaJ"),
        item("input", "The input inverseMass, for articulated systems"),
    ],
};
pub const FREE_ACCELERATION_SOURCE: Enumeration = Enumeration {
    name: "FreeAccelerationSource",
    description: "Where the acceleration without the contact force comes from",
    items: &[
        item("input", "The input freeAcceleration"),
        item(
            "estimated",
            "The measured change of v_r less the unit's own impulse; sequential order and coupling.method = compliant only",
        ),
    ],
};

/// Every enumeration type, in the order of the XML.
pub const ENUMERATIONS: &[&Enumeration] = &[
    &COMPLIANCE_LAW,
    &COMPLIANCE_SOURCE,
    &FRICTION_LAW,
    &FRICTION_MAP,
    &SPIN_RADIUS_SOURCE,
    &BRISTLE_FRAME,
    &BRISTLE_LIMIT,
    &GEOMETRY_PAIR,
    &GEOMETRY_POINT,
    &COUPLING_MODE,
    &COUPLING_ORDER,
    &COUPLING_METHOD,
    &TIME_STEPPING_FRICTION,
    &TIME_STEPPING_IMPACT,
    &TIME_STEPPING_LAW,
    &MASS_SOURCE,
    &FREE_ACCELERATION_SOURCE,
    &RESTITUTION_CURVE,
];
