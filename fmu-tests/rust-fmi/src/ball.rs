//! A solid ball over a plane, its motion in world axes: position, velocity and angular velocity in one row.

/// Sphere on plane, the item of `geometry.pair`.
pub const SPHERE_PLANE: i32 = 2;
/// Mass [kg] and radius [m] of [G04] Table II.
pub const MASS: f64 = 2.0;
pub const RADIUS: f64 = 0.1;
/// Moment of inertia of a solid ball  I = 2/5·m·r²  [kg.m2].
pub const INERTIA: f64 = 0.4 * MASS * RADIUS * RADIUS;
/// Stiffness [N/m^1.5] and coefficient of restitution.
pub const STIFFNESS: f64 = 1e6;
pub const RESTITUTION: f64 = 0.5;
/// What the ball tells the unit, in the order of its row, and what it is told.
pub const INPUTS: [&str; 3] = ["positionI", "velocityI", "angularVelocityI"];
pub const ACTIONS: [&str; 2] = ["forceI", "torqueI"];
/// Parameters of contact and friction, [G04] Table II.
pub const SETTINGS: [(&str, f64); 9] = [
    ("geometry.radiusI", RADIUS),
    ("compliance.k", STIFFNESS),
    ("compliance.p", 1.5),
    ("compliance.e", RESTITUTION),
    ("friction.mu_S", 0.45),
    ("friction.mu_C", 0.4),
    ("friction.sigma_0", 1e5),
    ("friction.sigma_1", 1e4),
    ("friction.tau_dw", 0.01),
];

/// Rates of the row under gravity [m/s2] and what the contact exerts, force [N] and torque [N.m].
pub fn rates(ball: &[f64], gravity: f64, action: &[f64]) -> [f64; 9] {
    let weight = [0.0, 0.0, -gravity];
    let mut rates = [0.0; 9];
    rates[..3].copy_from_slice(&ball[3..6]);
    for axis in 0..3 {
        rates[3 + axis] = weight[axis] + action[axis] / MASS;
        rates[6 + axis] = action[3 + axis] / INERTIA;
    }
    rates
}

/// Penetration at which a force is borne at rest  x = (f/k)^(1/p)  [m].
pub fn rest_penetration(force: f64) -> f64 {
    (force / STIFFNESS).powf(1.0 / 1.5)
}
