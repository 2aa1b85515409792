//! The contact in axes of its own: two tangents along the principal axes of W_tt, then the normal.
//!
//! In them the tangential motion under bristles, which are isotropic, falls apart into two motions of one dimension.

use crate::physics::Vector3;
use crate::stepping::interface::{Matrix3, Port};

/// How the contact point moves under a force, in local axes:  ẍ = b_n − w·f_n − W_nt·f_t,  v̇_t = b_t + W_nt·f_n +
/// W_tt·f_t.
#[derive(Clone, Copy, Debug)]
pub struct Mechanics {
    /// Columns t₁, t₂, n in world axes
    axes: Matrix3,
    /// W_nn [1/kg]
    pub w: f64,
    /// W_nt on t₁ and t₂ [1/kg]
    pub w_nt: [f64; 2],
    /// Principal values of W_tt [1/kg]
    pub w_tt: [f64; 2],
    /// Acceleration of the penetration without the contact force [m/s²]
    pub b_n: f64,
    /// Tangential acceleration without the contact force [m/s²]
    pub b_t: [f64; 2],
}

impl Mechanics {
    /// W of the port times `factor`; `b` [m/s²] in world axes.
    pub fn new(port: &Port, factor: f64, b: &Vector3<f64>) -> Self {
        let n = port.frame.normal;
        let [first, second] = tangents(&n);
        let w = port.w * factor;
        let (w1, w2) = (w * first, w * second);
        let [w11, w12, w22] = [first.dot(&w1), 0.5 * (first.dot(&w2) + second.dot(&w1)), second.dot(&w2)];
        let angle = 0.5 * libm::atan2(2.0 * w12, w11 - w22);
        let (c, s) = (libm::cos(angle), libm::sin(angle));
        let (t1, t2) = (first * c + second * s, second * c - first * s);
        let wn = w * n;
        Mechanics {
            axes: Matrix3::from_columns(&[t1, t2, n]),
            w: n.dot(&wn).max(0.0),
            w_nt: [t1.dot(&wn), t2.dot(&wn)],
            w_tt: [t1, t2].map(|t| t.dot(&(w * t)).max(0.0)),
            b_n: -n.dot(b),
            b_t: [t1.dot(b), t2.dot(b)],
        }
    }

    /// World axes → local axes.
    pub fn local(&self, u: &Vector3<f64>) -> Vector3<f64> {
        self.axes.tr_mul(u)
    }

    /// Local axes → world axes.
    pub fn world(&self, u: &Vector3<f64>) -> Vector3<f64> {
        self.axes * u
    }
}

/// Two unit vectors across `n` and each other.
fn tangents(n: &Vector3<f64>) -> [Vector3<f64>; 2] {
    // across the axis that n is farthest from: never short
    let least = (0..3).fold(0, |least, k| if n[k].abs() < n[least].abs() { k } else { least });
    let mut axis = Vector3::zeros();
    axis[least] = 1.0;
    let first = n.cross(&axis);
    let first = first / first.dot(&first).sqrt();
    [first, n.cross(&first)]
}
