//! The torque of a step with which a body ends turned as the contacts have turned it (docs/numerics.md step 32).

use crate::physics::rotation::{Rotation, product};
use crate::physics::{Body, Quaternion, Vector3};
use crate::stepping::bodies::moving_body::MovingBody;
use crate::stepping::bodies::returned::Returned;
use crate::stepping::coupling::HandBack;

/// Corrects the torque of a step of `h` [s] from a `measured` body, of which the contacts have made `end`.
///
/// ∫τ and ∫(H − τ)·τ dτ of the contacts turn a body as they have only as far as rotations add up. Under the mean and slope returned here a
/// rigid body has their angular velocity at the end, and with a slope their orientation, too. So what it has of energy is theirs: in an
/// impact that a step's end cuts, 1e-6 rad would be 1e-3 of the energy. Bodies that are links, and turn by more than MOST_TURN, keep
/// what they have.
pub fn fit_torque(returned: &mut Returned, measured: &Body<f64>, end: &MovingBody, how: HandBack, h: f64) {
    let has_slope = match how {
        HandBack::Line | HandBack::MeanAndSlope => true,
        HandBack::Mean => false,
        HandBack::TwoStep => return,
    };
    let Some(top) = end.top() else { return };
    let turn = h * size(&measured.angular_velocity).max(size(&end.motion.angular_velocity));
    if !(turn > 0.0 && turn <= MOST_TURN) {
        return;
    }
    let mut fitted = *returned;
    let mut before = f64::INFINITY;
    for _ in 0..TRIALS {
        let (orientation, omega) = top.carried(measured, &fitted, turn, h);
        let by_speed = end.motion.angular_velocity - omega;
        let by_angle = between(&orientation, &end.motion.orientation);
        let off = size(&by_speed) * h + if has_slope { size(&by_angle) } else { 0.0 };
        if off.is_nan() || off >= before {
            return;
        }
        (before, *returned) = (off, fitted);
        if off <= CLOSE * turn {
            return;
        }
        let inertia = top.inertia_at(&Rotation::of(&measured.orientation));
        fitted.torque.mean += inertia * by_speed / h;
        if has_slope {
            fitted.torque.slope -= inertia * (by_angle - by_speed * (0.5 * h)) * (12.0 / (h * h * h));
        }
    }
}

/// Rotation vector of a small rotation from one orientation to another [rad].
pub fn between(from: &Quaternion<f64>, to: &Quaternion<f64>) -> Vector3<f64> {
    let back = Quaternion::new(from[0], -from[1], -from[2], -from[3]);
    let turn = product(to, &back);
    let size = turn.dot(&turn).sqrt();
    let sign = if turn[0] < 0.0 { -1.0 } else { 1.0 };
    Vector3::new(turn[1], turn[2], turn[3]) * (2.0 * sign / size)
}

fn size(of: &Vector3<f64>) -> f64 {
    of.dot(of).sqrt()
}

/// Largest angle by which a body may turn in a step [rad].
const MOST_TURN: f64 = 1.0;

/// Trials to fit the torque, and how close they come, by the angle that the body turns.
const TRIALS: usize = 6;
const CLOSE: f64 = 1e-13;
