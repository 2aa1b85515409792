//! Pair `external`: the importer has found the contact and gives x, n, p_a and v_r.

use crate::physics::kinematics::Surface;
use crate::physics::{Inputs, Scalar, Vector3, rotation};

/// x, v_r and p_a as given, n normalised. Without a given rate the normal turns with body j: ṅ = ω_j×n.
#[inline(always)]
pub fn surface<T: Scalar>(inputs: &Inputs<T>, normal_rate: Option<Vector3<T>>) -> Surface<T> {
    let given = inputs.contact_normal;
    let normal = rotation::unit_vector(&given);
    let normal_rate = match normal_rate {
        Some(rate) => (rate - normal * normal.dot(&rate)) / given.dot(&given).sqrt(),
        None => inputs.body_j.angular_velocity.cross(&normal),
    };
    Surface {
        penetration: inputs.penetration,
        normal,
        normal_rate,
        point: inputs.contact_point,
        v_r: inputs.relative_velocity,
    }
}

/// Time at which  −ẋ·|n| = (v_r + v̇_r·t)·(n + ṅ·t)  turns [s].
pub fn rate_turns(inputs: &Inputs<f64>, rates: &Inputs<f64>) -> f64 {
    let [v, a] = [&inputs.relative_velocity, &rates.relative_velocity];
    let [n, n_dot] = [&inputs.contact_normal, &rates.contact_normal];
    -0.5 * (v.dot(n_dot) + a.dot(n)) / a.dot(n_dot)
}
