//! W in its principal axes.

use crate::rigid::fault::Fault;
use nalgebra::Matrix3;

/// What counts as rounding of W, in ε of its largest diagonal element: an importer turns it into other axes.
const SHARED: f64 = 64.0;

/// Lower limit of the fraction of w_nn that must be left while the contact sticks, as in the plane: below it would be noise.
const MARGIN: f64 = 8.0 * f64::EPSILON;

/// W in the principal axes of its tangential part  W_tt = diag(β)  [1/kg].
#[derive(Clone, Copy)]
pub struct PrincipalInverseMass {
    /// w_nn
    pub nn: f64,
    /// W_tn
    pub tn: [f64; 2],
    /// β ≥ 0, eigenvalues of W_tt; 0 with W_tn = 0 along it where there is no compliance
    pub beta: [f64; 2],
    /// (c, s): the first axis is c·t₁ + s·t₂, the second −s·t₁ + c·t₂
    axis: [f64; 2],
    /// What counts as rounding of W [1/kg]
    rounding: f64,
}

/// x·y
pub fn dot(x: [f64; 2], y: [f64; 2]) -> f64 {
    x[0] * y[0] + x[1] * y[1]
}

/// |x|, also where its square is no number any more.
pub fn norm(x: [f64; 2]) -> f64 {
    let most = x[0].abs().max(x[1].abs());
    if most == 0.0 { 0.0 } else { most * ((x[0] / most) * (x[0] / most) + (x[1] / most) * (x[1] / most)).sqrt() }
}

/// x/|x|, of x ≠ 0.
pub fn direction(x: [f64; 2]) -> [f64; 2] {
    let length = norm(x);
    [x[0] / length, x[1] / length]
}

impl PrincipalInverseMass {
    /// Rows and columns n, t₁, t₂ of `w`.
    ///
    /// Errors: not finite, not symmetric, an eigenvalue of W_tt below 0, or nothing left along the normal while friction
    /// holds, each by more than rounding.
    pub fn new(w: &Matrix3<f64>) -> Result<PrincipalInverseMass, Fault> {
        for (row, column) in (0..3).flat_map(|row| [0, 1, 2].map(|column| (row, column))) {
            let value = w[(row, column)];
            if !value.is_finite() {
                return Err(Fault::NotFiniteEntry { name: "W", row, column, value });
            }
        }
        let rounding = SHARED * f64::EPSILON * w[(0, 0)].max(w[(1, 1)]).max(w[(2, 2)]).max(0.0);
        for (row, column) in [(1, 0), (2, 0), (2, 1)] {
            let (value, mirrored) = (w[(row, column)], w[(column, row)]);
            if (value - mirrored).abs() > rounding {
                return Err(Fault::NotSymmetric { name: "W", row, column, value, mirrored });
            }
        }
        let (b11, b12, b22) = (w[(1, 1)], w[(2, 1)], w[(2, 2)]);
        // tangent of the angle to the principal axes, the smaller one (Jacobi)
        let tangent = if b12 == 0.0 {
            0.0
        } else {
            let theta = (b22 - b11) / (2.0 * b12);
            theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt())
        };
        let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
        let mut of = PrincipalInverseMass {
            nn: w[(0, 0)],
            tn: [0.0; 2],
            beta: [b11 - tangent * b12, b22 + tangent * b12],
            axis: [cosine, -tangent * cosine],
            rounding,
        };
        of.tn = of.along_axes([w[(1, 0)], w[(2, 0)]]);
        let mut left = of.nn;
        for k in 0..2 {
            (of.beta[k], of.tn[k]) = of.unless_rounding(of.beta[k], of.tn[k]);
            if (of.beta[k], of.tn[k]) != (0.0, 0.0) {
                // negative or infinite where β is not above 0
                left -= of.tn[k] * (of.tn[k] / of.beta[k].max(0.0));
            }
        }
        let yields = of.nn > 0.0 && of.beta.iter().all(|beta| *beta >= 0.0) && left > MARGIN * of.nn;
        if yields {
            Ok(of)
        } else {
            let [most, least] = [of.beta[0].max(of.beta[1]), of.beta[0].min(of.beta[1])];
            Err(Fault::NotCompliant { nn: of.nn, left, most, least })
        }
    }

    /// w_tt and w_tn along a tangent, 0 where the point has no compliance along it.
    pub fn unless_rounding(&self, tt: f64, tn: f64) -> (f64, f64) {
        if tt.abs() <= self.rounding && tn.abs() <= self.rounding { (0.0, 0.0) } else { (tt, tn) }
    }

    /// Components along the principal axes.
    pub fn along_axes(&self, [x1, x2]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x1 + s * x2, c * x2 - s * x1]
    }

    /// Components along t₁ and t₂.
    pub fn out_of_axes(&self, [x1, x2]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x1 - s * x2, c * x2 + s * x1]
    }

    /// Direction that slip starts in from rest with friction μ too weak to hold:  W_tn − μ·W_tt·d = λ·d  with λ > 0 [1/kg],
    /// and λ.
    ///
    /// d = (μ·W_tt + λ)⁻¹·W_tn has the length 1 for just one λ > 0, as the length falls with λ and is |W_tt⁻¹·W_tn|/μ > 1
    /// for 0. Newton's method on 1/|d|, which is concave in λ, comes from the left and never overshoots.
    pub fn slip_off(&self, mu: f64) -> ([f64; 2], f64) {
        let kappa = [mu * self.beta[0], mu * self.beta[1]];
        let of = |lambda: f64| [0, 1].map(|k| if self.tn[k] == 0.0 { 0.0 } else { self.tn[k] / (kappa[k] + lambda) });
        // λ ≥ |W_tn| − μ·max β, and above 0
        let mut lambda = (norm(self.tn) - kappa[0].max(kappa[1])).max(0.0);
        for _ in 0..MOST_ROUNDS {
            let d = of(lambda);
            let length = norm(d);
            if length <= 1.0 {
                break;
            }
            let slope =
                [0, 1].map(|k| if d[k] == 0.0 { 0.0 } else { d[k] / length * (d[k] / length) / (kappa[k] + lambda) });
            let next = lambda + (length - 1.0) / (slope[0] + slope[1]);
            if next <= lambda {
                break;
            }
            lambda = next;
        }
        (direction(of(lambda)), lambda)
    }

    /// Impulse along the tangents per normal impulse that holds the point,  −W_tt⁻¹·W_tn.
    pub fn holding(&self) -> [f64; 2] {
        [0, 1].map(|k| if self.tn[k] == 0.0 { 0.0 } else { -self.tn[k] / self.beta[k] })
    }
}

/// Newton's method doubles the digits that are right from some three on.
const MOST_ROUNDS: u32 = 60;
