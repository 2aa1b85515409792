//! The contact in axes of its own (docs/numerics.md step 1): two tangents along the principal axes of W_tt, or those that e_t and e_o
//! belong to where friction is uneven, then the normal.
//!
//! In them the tangential motion under bristles, which are isotropic, falls apart into two motions of one dimension, as
//! long as no moments act.

use crate::physics::parameters::SpinRadiusSource;
use crate::physics::{Parameters, Vector3, elementary};
use crate::stepping::interface::{Matrix3, Port, Spatial, Turning};

/// What friction acts on: v_t on t₁ and t₂ [m/s], ω on n, t₁ and t₂ [rad/s]; or the forces and moments along them.
pub type Coordinates = [f64; COORDINATES];
pub const COORDINATES: usize = 5;

/// The coordinates that move without moments.
pub const SLIDING: usize = 2;
/// Those of spinning friction alone.
pub const SPINNING: usize = 3;

/// Whether the contact bears moments: the rotation of the bodies matters only then.
pub fn bears_moments(parameters: &Parameters<f64>) -> bool {
    let f = &parameters.friction;
    f.mu_r > 0.0 || f.e_r > 0.0 || parameters.settings.spin_radius_source == SpinRadiusSource::ContactRadius
}

/// How the contact moves under forces, in local axes, with F the friction forces and moments on body i:
/// ẍ = b_n − w·f_n − `across`·F,  u̇ = `free` + `across`·f_n + `inverse_mass`·F.
#[derive(Clone, Copy, Debug)]
pub struct Mechanics {
    /// Columns t₁, t₂, n in world axes
    axes: Matrix3,
    /// W_nn [1/kg]
    pub w: f64,
    /// Acceleration of the penetration without the contact force [m/s²]
    pub b_n: f64,
    /// How many of the coordinates move
    pub size: usize,
    /// W_nt and the row n of Gᵀ [1/kg, 1/(kg·m)]
    pub across: Coordinates,
    /// W_tt, with its principal values where friction is even, L and the rows t of Gᵀ [1/kg, 1/(kg·m²), 1/(kg·m)]
    pub inverse_mass: [Coordinates; COORDINATES],
    /// b_t and b_w [m/s², rad/s²]
    pub free: Coordinates,
}

impl Mechanics {
    /// W, L and G of the port times `factor`; `b` [m/s², rad/s²] in world axes.
    pub fn new(parameters: &Parameters<f64>, port: &Port, factor: f64, b: &Spatial) -> Self {
        let n = port.frame.normal;
        let is_even = parameters.friction.is_even();
        let [first, second] = if is_even { tangents(&n) } else { port.frame.axes() };
        let w = port.w * factor;
        let (w1, w2) = (w * first, w * second);
        let [w11, w12, w22] = [first.dot(&w1), 0.5 * (first.dot(&w2) + second.dot(&w1)), second.dot(&w2)];
        let angle = if is_even { 0.5 * libm::atan2(2.0 * w12, w11 - w22) } else { 0.0 };
        let (mut axes, mut principal) = ([first, second], [w11, w22]);
        if angle != 0.0 {
            let (s, c) = elementary::sin_cos(angle);
            axes = [first * c + second * s, second * c - first * s];
            principal = axes.map(|t| t.dot(&(w * t)));
        }
        let ([t1, t2], [w_1, w_2]) = (axes, principal.map(|w| w.max(0.0)));
        let wn = w * n;
        let mut mechanics = Mechanics {
            axes: Matrix3::from_columns(&[t1, t2, n]),
            w: n.dot(&wn).max(0.0),
            b_n: -n.dot(&b.linear),
            size: SLIDING,
            across: [t1.dot(&wn), t2.dot(&wn), 0.0, 0.0, 0.0],
            inverse_mass: [[0.0; COORDINATES]; COORDINATES],
            free: [t1.dot(&b.linear), t2.dot(&b.linear), 0.0, 0.0, 0.0],
        };
        (mechanics.inverse_mass[0][0], mechanics.inverse_mass[1][1]) = (w_1, w_2);
        if !is_even {
            (mechanics.inverse_mass[0][1], mechanics.inverse_mass[1][0]) = (w12, w12);
        }
        if let Some(turning) = &port.turning {
            mechanics.turn(turning, factor, &b.angular);
        }
        mechanics
    }

    /// Another acceleration without the contact force [m/s², rad/s²], world axes.
    pub fn set_free(&mut self, b: &Spatial) {
        let linear = self.local(&b.linear);
        (self.b_n, self.free[0], self.free[1]) = (-linear[2], linear[0], linear[1]);
        if self.size > SLIDING {
            let angular = self.local(&b.angular);
            TURNS.into_iter().for_each(|(k, r)| self.free[k] = angular[r]);
        }
    }

    fn turn(&mut self, turning: &Turning, factor: f64, b: &Vector3<f64>) {
        let local = |m: &Matrix3| self.axes.tr_mul(m) * self.axes * factor;
        let (l, g, b) = (local(&turning.l), local(&turning.g), self.local(b));
        self.size = COORDINATES;
        for (k, r) in TURNS {
            (self.across[k], self.free[k]) = (g[(r, 2)], b[r]);
            for t in 0..SLIDING {
                (self.inverse_mass[t][k], self.inverse_mass[k][t]) = (g[(r, t)], g[(r, t)]);
            }
            for (m, c) in TURNS {
                self.inverse_mass[k][m] = 0.5 * (l[(r, c)] + l[(c, r)]);
            }
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

    /// Velocities in world axes → ẋ and the coordinates.
    pub fn coordinates(&self, v: &Spatial) -> (f64, Coordinates) {
        let linear = self.local(&v.linear);
        let mut u = [linear[0], linear[1], 0.0, 0.0, 0.0];
        if self.size > SLIDING {
            let angular = self.local(&v.angular);
            TURNS.into_iter().for_each(|(k, r)| u[k] = angular[r]);
        }
        (-linear[2], u)
    }

    /// Velocity or force along n, and the coordinates, → world axes.
    pub fn spatial(&self, along: f64, u: &Coordinates) -> Spatial {
        let mut angular = Vector3::zeros();
        TURNS.into_iter().for_each(|(k, r)| angular[r] = u[k]);
        Spatial { linear: self.world(&Vector3::new(u[0], u[1], along)), angular: self.world(&angular) }
    }
}

/// The coordinates that turn, and the local axes they turn about.
const TURNS: [(usize, usize); 3] = [(2, 2), (3, 0), (4, 1)];

/// Two unit vectors across `n` and each other.
pub fn tangents(n: &Vector3<f64>) -> [Vector3<f64>; 2] {
    // across the axis that n is farthest from: never short
    let least = (0..3).fold(0, |least, k| if n[k].abs() < n[least].abs() { k } else { least });
    let mut axis = Vector3::zeros();
    axis[least] = 1.0;
    let first = n.cross(&axis);
    let first = first / first.dot(&first).sqrt();
    [first, n.cross(&first)]
}
