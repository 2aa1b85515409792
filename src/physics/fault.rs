//! What only a whole can be judged by: inputs and parameters that do not describe a contact.

use thiserror::Error;

/// Why a contact cannot be evaluated. The text names the variable and says what to do.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum ContactFault {
    #[error(
        "{name} = ({w:?}, {x:?}, {y:?}, {z:?}) has no direction; {remedy}",
        w = .value[0], x = .value[1], y = .value[2], z = .value[3], remedy = orientation_remedy(.value)
    )]
    NoOrientation { name: &'static str, value: [f64; 4] },
    #[error(
        "{name} = ({x:?}, {y:?}, {z:?}) has no direction; give a vector of length 1",
        x = .value[0], y = .value[1], z = .value[2]
    )]
    NoDirection { name: &'static str, value: [f64; 3] },
    #[error(
        "friction.mu_S = {mu_s:?} is below friction.mu_C = {mu_c:?}; stiction must not be weaker than sliding friction"
    )]
    StictionBelowSliding { mu_s: f64, mu_c: f64 },
    #[error(
        "friction.v_eps = {v_eps:?} m/s is above friction.v_S = {v_s:?} m/s; choose at most v_S/10, or 0 for v_S/100"
    )]
    ToleranceAboveStribeck { v_eps: f64, v_s: f64 },
    #[error(
        "geometry.radiusI = {radius_i:?} m is not below geometry.radiusJ = {radius_j:?} m; the sphere must fit into \
         the hollow body j"
    )]
    SphereDoesNotFit { radius_i: f64, radius_j: f64 },
    #[error(
        "compliance.law = kelvinVoigt is a linear spring and damper, but the exponent is {p:?}; set compliance.p = 1 and \
         compliance.source = stiffness, or choose another law"
    )]
    NotLinear { p: f64 },
    #[error(
        "compliance.e = {e:?} is below {least:?}: the damping laws divide by e; choose e >= {least:?}, or coupling.method = \
         timeStepping in Co-Simulation with coupling.mode = interface, where nothing does"
    )]
    TooLittleRestitution { e: f64, least: f64 },
    #[error(
        "compliance.tableSpeed[{point}] = {speed:?} m/s is not above the speed of the point before it, {before:?} m/s; let the \
         speeds rise, or use fewer of the points (compliance.tablePoints)"
    )]
    SpeedsDoNotRise { point: usize, speed: f64, before: f64 },
    #[error(
        "compliance.source = materials gives the stiffness k = {k:?} N/m^1.5; look for a material.E_I, material.E_J, \
         material.k_red or contact radius far too small or too large"
    )]
    NoStiffness { k: f64 },
    #[error("{name} {value} says nothing about faces, which meet by volume: {remedy}")]
    NotOfFaces { name: &'static str, value: &'static str, remedy: &'static str },
    #[error("{name} = {sides} is odd; friction must be as strong forwards as backwards: choose an even number")]
    OddSides { name: &'static str, sides: u32 },
    #[error(
        "{name} = ({xx:?}, {yy:?}, {zz:?}, {xy:?}, {xz:?}, {yz:?}) kg.m2 is not a valid inertia: xx, yy, zz, xy, xz, \
         yz must form a positive definite matrix, or be all 0 for a body that does not rotate",
        xx = .value[0], yy = .value[1], zz = .value[2], xy = .value[3], xz = .value[4], yz = .value[5]
    )]
    NoInertia { name: &'static str, value: [f64; 6] },
    #[error(
        "inverseMass = ({xx:?}, {yy:?}, {zz:?}, {xy:?}, {xz:?}, {yz:?}) 1/kg is not positive semidefinite; give xx, yy, zz, \
         xy, xz, yz of J*M^-1*J^T",
        xx = .value[0], yy = .value[1], zz = .value[2], xy = .value[3], xz = .value[4], yz = .value[5]
    )]
    NoInverseMass { value: [f64; 6] },
    #[error(
        "inverseInertia = ({xx:?}, {yy:?}, {zz:?}, {xy:?}, {xz:?}, {yz:?}) 1/(kg.m2) is not positive semidefinite; give xx, yy, \
         zz, xy, xz, yz of I_i^-1 + I_j^-1 in world axes",
        xx = .value[0], yy = .value[1], zz = .value[2], xy = .value[3], xz = .value[4], yz = .value[5]
    )]
    NoInverseInertia { value: [f64; 6] },
    #[error(
        "turningByForce = {value:?} 1/(kg.m) does not belong to inverseMass and inverseInertia: [[W, G^T], [G, L]] is not positive \
         semidefinite; give the rows of G = sum of I_b^-1*[rho_b]x of the same bodies and the same contact point, or 0"
    )]
    NoTurningByForce { value: [f64; 9] },
    #[error(
        "inverseInertia is 0, but friction.mu_r or friction.e_r needs it; not connected? wire it, or choose \
         coupling.massSource = bodies or coupling.mode = kinematic"
    )]
    CannotTurn,
    #[error(
        "inverseMass allows no motion along the contact normal (n.W.n = {w_nn:?} 1/kg); not connected? wire it, or \
         choose coupling.massSource = bodies or coupling.mode = kinematic"
    )]
    Immovable { w_nn: f64 },
    #[error(
        "coupling.massI and coupling.massJ are both 0: both bodies are fixed and no contact force can move them; give a mass, \
         or choose coupling.massSource = input or coupling.mode = kinematic"
    )]
    BothFixed,
    #[error(
        "coupling.freeAccelerationSource = estimated does not work with coupling.order = parallel: the estimate would be a \
         step late; wire freeAcceleration, or step in sequential order"
    )]
    EstimatedInParallel,
    #[error(
        "coupling.method = timeStepping needs coupling.mode = interface: it solves for the motion of the contact \
         point, which in kinematic mode the importer moves"
    )]
    KinematicTimeStepping,
    #[error(
        "coupling.freeAccelerationSource = estimated does not work with coupling.method = timeStepping: an impact \
         inside one step would be taken for free motion, and a wrong mass could not be detected; wire \
         freeAcceleration"
    )]
    EstimatedInTimeStepping,
    #[error(
        "coupling.method = timeStepping has no rolling friction, and e_r only as given: set friction.mu_r = 0 and \
         friction.e_rSource = given, or choose coupling.method = compliant"
    )]
    NoRollingInTimeStepping,
    #[error(
        "friction.e_r > 0 with coupling.method = timeStepping needs a law that holds a moment: friction.map = ellipsoid, \
         timeStepping.law = coulomb and timeStepping.friction = regularised or polygonal; set these, or friction.e_r = 0, or \
         choose coupling.method = compliant"
    )]
    NoSpinInTimeStepping,
    #[error(
        "friction.map = planes: friction.planes limits no force along (t, o, r) = ({t:?}, {o:?}, {r:?}); give planes [alpha, beta, \
         gamma] around 0, for alpha*c_t + beta*c_o + gamma*c_r/e_r <= mu*f_n, in the file of a system or by the name \
         friction.planes[1][1]"
    )]
    UnlimitedByPlanes { t: f64, o: f64, r: f64 },
    #[error(
        "friction.map = planes with coupling.method = timeStepping: its steps take a ball or timeStepping.friction = polygonal; choose \
         another map, or coupling.method = compliant"
    )]
    PlanesInTimeStepping,
    #[error(
        "friction.e_t = {e_t:?} and friction.e_o = {e_o:?}: coupling.method = timeStepping has the same friction along every \
         direction; set both to 1, or choose coupling.method = compliant"
    )]
    UnevenInTimeStepping { e_t: f64, e_o: f64 },
    #[error(
        "the complementarity problem of this step has no solution that the solver finds (residual {residual:?}): look for an \
         inverseMass or freeAcceleration with elements of very different size"
    )]
    Unsolved { residual: f64 },
    #[error(
        "{what} overflows; look for a pose, velocity, step size, stiffness, d_max, e_r or mu_r far too large, or a v_S, v_eps, vMin, vsmall, \
         wsmall, sigma_1 or tau_dw far too small"
    )]
    Overflow { what: &'static str },
}

/// What is given is finite, so that an orientation which is not has been turned within a step.
fn orientation_remedy(value: &[f64; 4]) -> &'static str {
    match value.iter().all(|part| part.is_finite()) {
        true => "not connected? wire it or leave it at 1,0,0,0",
        false => "look for an angular velocity far too large",
    }
}
