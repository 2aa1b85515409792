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
    let inertia = top.inertia_at(&Rotation::of(&measured.orientation));
    let mut search = Broyden::of(has_slope);
    let (mut fitted, mut best) = (*returned, f64::INFINITY);
    let most = ASTRAY * (turn + top.bent(measured, returned, h));
    for _ in 0..TRIALS {
        let (orientation, omega) = top.carried(measured, &fitted, turn, h);
        let by_speed = end.motion.angular_velocity - omega;
        let by_angle = if has_slope { between(&orientation, &end.motion.orientation) / h } else { Vector3::zeros() };
        let off = size(&by_speed) + size(&by_angle);
        if off.is_nan() {
            return;
        }
        if off < best {
            (best, *returned) = (off, fitted);
        }
        if h * size(&by_speed) <= CLOSE * turn && h * size(&by_angle) <= CLOSE * turn + ROUNDED {
            return;
        }
        let [by_mean, by_slope] = search.next([by_speed, by_angle]);
        fitted.torque.mean += inertia * by_mean / h;
        fitted.torque.slope += inertia * by_slope * (12.0 / (h * h));
        if top.bent(measured, &fitted, h) > most {
            return;
        }
    }
}

type Six = [f64; 6];

/// The first method of C. G. Broyden (Mathematics of Computation 19, 1965, p. 577), with the inverse kept, H += (s − H·y)·(sᵀ·H)/(sᵀ·H·y), for what is missing of ω and of the turning [rad/s], by torques that change ω by so much, in the mean and by their slope. A force whose arm turns with the body
/// feeds back what torques do.
struct Broyden {
    inverse: [Six; 6],
    /// What was missing before, and what has been changed since
    last: Option<[Six; 2]>,
}

impl Broyden {
    /// That of a body whose angles are small: a slope turns it without a change of ω.
    fn of(has_slope: bool) -> Self {
        let mut inverse = [[0.0; 6]; 6];
        for k in 0..3 {
            inverse[k][k] = 1.0;
            if has_slope {
                (inverse[k + 3][k], inverse[k + 3][k + 3]) = (0.5, -1.0);
            }
        }
        Broyden { inverse, last: None }
    }

    /// What to change next, of the mean and by the slope.
    #[inline(never)]
    fn next(&mut self, missing: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        let missing: Six = core::array::from_fn(|k| missing[k / 3][k % 3]);
        if let Some([before, changed]) = self.last {
            let answered = times(&self.inverse, &core::array::from_fn(|k| before[k] - missing[k]));
            let square = dot(&changed, &answered);
            if square != 0.0 {
                let mut along = [0.0; 6];
                for (row, changed) in self.inverse.iter().zip(&changed) {
                    along.iter_mut().zip(row).for_each(|(along, of)| *along += changed * of);
                }
                for (k, row) in self.inverse.iter_mut().enumerate() {
                    let share = (changed[k] - answered[k]) / square;
                    row.iter_mut().zip(&along).for_each(|(of, along)| *of += share * along);
                }
            }
        }
        let change = times(&self.inverse, &missing);
        self.last = Some([missing, change]);
        [0, 3].map(|from| Vector3::new(change[from], change[from + 1], change[from + 2]))
    }
}

#[inline(never)]
fn times(rows: &[Six; 6], v: &Six) -> Six {
    rows.each_ref().map(|row| dot(row, v))
}

#[inline(never)]
fn dot(a: &Six, b: &Six) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
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

/// Trials to fit the torque at most, and how close they come, by the angle that the body turns.
const TRIALS: usize = 40;
const CLOSE: f64 = 1e-13;

/// Angle that rounding of an orientation hides [rad]: what differs by less teaches the search nothing.
const ROUNDED: f64 = 1e-15;

/// How many times as much as the contacts' slope and all turning a fitted slope may bend [1]; one that bends more has gone astray.
const ASTRAY: f64 = 100.0;
