//! The rigid body: its equations on any scalar, and one step under a force and a torque that are linear in time.

use asperity::physics::rotation::{Rotation, check_orientation, product, quaternion_of};
use asperity::physics::{ContactFault, Quaternion, Scalar, Vector3};

/// What does not change by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters<T: Scalar> {
    /// The moments come from mass and radius.
    pub solid_sphere: bool,
    /// m > 0 [kg]
    pub mass: T,
    /// R > 0 [m]
    pub radius: T,
    /// Principal moments about the mass centre, body axes, > 0 [kg·m²]
    pub inertia: Vector3<T>,
    /// g, world axes [m/s²]
    pub gravity: Vector3<T>,
}

/// Force on the mass centre [N] and torque about it [N·m], world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrench<T: Scalar> {
    pub force: Vector3<T>,
    pub torque: Vector3<T>,
}

/// Pose and motion of the mass centre, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<T: Scalar> {
    /// r [m]
    pub position: Vector3<T>,
    /// q, body to world, any length from 1e-100 to 1e100
    pub orientation: Quaternion<T>,
    /// v [m/s]
    pub velocity: Vector3<T>,
    /// ω [rad/s]
    pub angular_velocity: Vector3<T>,
}

/// Rates of the state, and the energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response<T: Scalar> {
    pub rates: State<T>,
    /// ½(m·v² + ω·I·ω) [J]
    pub kinetic_energy: T,
    /// −m·g·r [J]
    pub potential_energy: T,
}

impl<T: Scalar> Parameters<T> {
    /// Principal moments of inertia [kg·m²]; a solid sphere has ⅖·m·R².
    fn moments(&self) -> Vector3<T> {
        if !self.solid_sphere {
            return self.inertia;
        }
        let moment = T::from(0.4) * self.mass * self.radius * self.radius;
        Vector3::new(moment, moment, moment)
    }
}

/// Newton's and Euler's equations:  ṙ = v,  q̇ = ½ω·q,  v̇ = F/m + g,  ω̇ = I⁻¹(T − ω × I·ω)
///
/// Errors: [`ContactFault::NoOrientation`] for a quaternion without a direction.
pub fn respond<T: Scalar>(
    parameters: &Parameters<T>,
    wrench: &Wrench<T>,
    state: &State<T>,
) -> Result<Response<T>, ContactFault> {
    let Parameters { mass, gravity, .. } = parameters;
    let State { position, orientation: q, velocity, angular_velocity } = state;
    check_orientation(q, "orientation")?;
    let turn = Rotation::of(q);
    let moments = parameters.moments();
    let spin = turn.back(angular_velocity);
    let momentum = spin.component_mul(&moments);
    let torque = turn.back(&wrench.torque) - spin.cross(&momentum);

    let half = T::from(0.5);
    let (w, u) = (q[0], Vector3::new(q[1], q[2], q[3]));
    let turning = (*angular_velocity * w + angular_velocity.cross(&u)) * half;
    Ok(Response {
        rates: State {
            position: *velocity,
            orientation: Quaternion::new(-angular_velocity.dot(&u) * half, turning[0], turning[1], turning[2]),
            velocity: wrench.force / *mass + gravity,
            angular_velocity: turn.of_vector(&torque.component_div(&moments)),
        },
        kinetic_energy: (*mass * velocity.dot(velocity) + spin.dot(&momentum)) * half,
        potential_energy: -*mass * gravity.dot(position),
    })
}

/// The state `h` > 0 [s] later under F(τ) = F + Ḟ·τ and T(τ) = T + Ṫ·τ, τ from the start of the step.
///
/// The mass centre and the angular momentum move exactly. The orientation follows the angular velocity at half the
/// step, found with half a step of the one at the start: of second order, and exact for a sphere without torque. The
/// quaternion keeps its unit length.
///
/// Errors: [`ContactFault::NoOrientation`] for a quaternion without a direction.
pub fn advance(
    parameters: &Parameters<f64>,
    wrench: &Wrench<f64>,
    slopes: &Wrench<f64>,
    state: &State<f64>,
    h: f64,
) -> Result<State<f64>, ContactFault> {
    let moments = parameters.moments();
    let acceleration = wrench.force / parameters.mass + parameters.gravity;
    let jerk = slopes.force / parameters.mass;

    let start = state.orientation;
    check_orientation(&start, "orientation")?;
    let turn = Rotation::of(&start);
    let momentum = turn.of_vector(&turn.back(&state.angular_velocity).component_mul(&moments));
    let momentum_after = |tau: f64| momentum + wrench.torque * tau + slopes.torque * (0.5 * tau * tau);
    let spin = |q: &Quaternion<f64>, tau: f64| {
        let turn = Rotation::of(q);
        turn.of_vector(&turn.back(&momentum_after(tau)).component_div(&moments))
    };
    let middle = product(&quaternion_of(&(state.angular_velocity * (0.5 * h))), &start);
    let end = product(&quaternion_of(&(spin(&middle, 0.5 * h) * h)), &start);
    check_orientation(&end, "orientation")?;
    let end = end / end.dot(&end).sqrt();
    Ok(State {
        position: state.position + state.velocity * h + acceleration * (h * h / 2.0) + jerk * (h * h * h / 6.0),
        orientation: end,
        velocity: state.velocity + acceleration * h + jerk * (h * h / 2.0),
        angular_velocity: spin(&end, h),
    })
}
