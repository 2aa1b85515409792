//! One contact alone: its impulse by Coulomb's law, without iteration over what the others do (docs/numerics.md step 27).

/// Share of the largest element up to which a direction cannot be moved: its impulse is 0.
const IDLE: f64 = 1e-14;
/// Newton steps for the slip, and for the largest eigenvalue.
const STEPS: u32 = 60;
/// Share by which |p_T| may miss μ·p_n before it is set.
const CLOSE: f64 = 4.0 * f64::EPSILON;

/// What the impulse of a contact follows from: its own block of W in principal axes of the tangents, and μ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Local {
    pub mu: f64,
    /// Least normal impulse [N·s]: given, whether the contact parts or not
    pub pressed: f64,
    /// W_kk [1/kg]
    pub block: [[f64; 3]; 3],
    /// W_nn [1/kg]
    normal: f64,
    /// With u_n = 0: of S = W_TT − W_Tn·W_nT/W_nn
    touching: Tangents,
    /// With a given p_n: of W_TT
    pressing: Tangents,
    /// Largest eigenvalue of the block [1/kg], 0 where nothing moves
    pub largest: f64,
}

/// How a contact yields along its tangents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tangents {
    /// W_Tn/W_nn along the principal axes, 0 with a given p_n
    coupling: [f64; 2],
    /// Eigenvalues [1/kg]
    yields: [f64; 2],
    /// First principal axis; the second is it turned by a quarter
    axis: [f64; 2],
    /// Largest eigenvalue of the contact's block [1/kg]
    largest: f64,
}

pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

impl Local {
    /// Of the block W_kk [1/kg] of a contact, rows normal and tangents.
    pub fn new(block: &[[f64; 3]; 3], mu: f64, pressed: f64) -> Self {
        let largest = largest_eigenvalue(block);
        let idle = IDLE * largest;
        let normal = if block[0][0] > idle { block[0][0] } else { 0.0 };
        let w = [block[1][0], block[2][0]];
        let share = if normal > 0.0 { w.map(|w| w / normal) } else { [0.0; 2] };
        let touching = Tangents::new(
            [block[1][1] - w[0] * share[0], block[1][2] - w[0] * share[1], block[2][2] - w[1] * share[1]],
            share,
            largest,
        );
        let pressing = match pressed {
            0.0 => touching,
            _ => Tangents::new([block[1][1], block[1][2], block[2][2]], [0.0; 2], largest),
        };
        Local { mu, pressed, block: *block, normal, touching, pressing, largest }
    }

    /// p of the cone |p_T| ≤ μ·p_n for the velocity `b` = u − W·p [m/s] that all others make:
    ///
    /// 0 if b_n ≥ 0; −W⁻¹·b if that is in the cone; else u_n = 0 and u_T = −α·p_T, so that with a = −b_n/w_nn
    /// (S + α)·p_T = −b_T − a·W_Tn,  p_n = a − W_nT·p_T/w_nn,  and α > 0 from |p_T| = μ·p_n.
    ///
    /// For equal eigenvalues of S  μ·p_n/|p_T| − 1  is linear in α; Newton's steps for that, kept between brackets.
    /// For W > 0 there is always one such α, and p_n > 0 at the one found. A direction that cannot be moved has no
    /// impulse; where the normal cannot, p = 0. What is pressed keeps that p_n if u_n ≥ 0 with it, p_T on its disc alike.
    pub fn impulse(&self, b: [f64; 3]) -> [f64; 3] {
        let held = if self.pressed > 0.0 { self.held(b) } else { [0.0; 3] };
        let w = self.block[0];
        let parts = b[0] + w[0] * held[0] + (w[1] * held[1] + w[2] * held[2]);
        if parts >= 0.0 || self.normal == 0.0 {
            return held;
        }
        let alone = -b[0] / self.normal;
        if self.mu == 0.0 {
            return [alone, 0.0, 0.0];
        }
        let Tangents { coupling, .. } = self.touching;
        let [x, y] = self.touching.there([b[1], b[2]]);
        // −b_T − a·W_Tn, W_Tn = w_nn·coupling
        let pull = [-x + b[0] * coupling[0], -y + b[0] * coupling[1]];
        let found = self.touching.impulse(self.mu, alone, pull, b[0]);
        if found[0] >= self.pressed { found } else { held }
    }

    /// With p_n as given.
    fn held(&self, b: [f64; 3]) -> [f64; 3] {
        if self.mu == 0.0 {
            return [self.pressed, 0.0, 0.0];
        }
        let pull = [1, 2].map(|i| -b[i] - self.block[i][0] * self.pressed);
        self.pressing.impulse(self.mu, self.pressed, self.pressing.there(pull), self.largest * self.pressed)
    }
}

impl Tangents {
    /// Of the elements tt, to, oo of a symmetric matrix [1/kg].
    fn new([a, b, c]: [f64; 3], share: [f64; 2], largest: f64) -> Self {
        let idle = IDLE * largest;
        let (mean, half) = (0.5 * (a + c), 0.5 * (a - c));
        let apart = length(half, b);
        let axis = match () {
            () if apart <= idle => [1.0, 0.0],
            () if half >= 0.0 => [half + apart, b],
            () => [b, apart - half],
        };
        let long = length(axis[0], axis[1]);
        let axis = axis.map(|part| part / long);
        let yields = [mean + apart, mean - apart].map(|s| if s > idle { s } else { 0.0 });
        let mut tangents = Tangents { coupling: [0.0; 2], yields, axis, largest };
        tangents.coupling = tangents.there(share);
        tangents
    }

    fn there(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x + s * y, c * y - s * x]
    }

    fn back(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [c, s] = self.axis;
        [c * x - s * y, c * y + s * x]
    }

    /// p with p_n = `alone` − coupling·p_T and (yields + α)·p_T = `pull`, α ≥ 0 and |p_T| ≤ μ·p_n, one of both 0; `b_n` [m/s]
    /// tells what rounding is.
    fn impulse(&self, mu: f64, alone: f64, pull: [f64; 2], b_n: f64) -> [f64; 3] {
        let at = |alpha: f64| {
            let part = |k: usize| {
                let yields = self.yields[k] + alpha;
                if yields > 0.0 { pull[k] / yields } else { 0.0 }
            };
            let t = [part(0), part(1)];
            (alone - self.coupling[0] * t[0] - self.coupling[1] * t[1], t)
        };
        let moves = (0..2).all(|k| self.yields[k] > 0.0 || pull[k].abs() <= IDLE * b_n.abs());
        let (normal, t) = at(0.0);
        if moves && length(t[0], t[1]) <= mu * normal {
            let [t1, t2] = self.back(t);
            return [normal, t1, t2];
        }
        let (normal, t) = self.slide(mu, &at, if moves { 0.0 } else { IDLE * self.largest });
        let [t1, t2] = self.back(t);
        [normal, t1, t2]
    }

    /// The root of  μ·p_n/|p_T| − 1 , below 0 at α = `low`.
    fn slide(&self, mu: f64, at: &impl Fn(f64) -> (f64, [f64; 2]), mut low: f64) -> (f64, [f64; 2]) {
        let mut high = f64::INFINITY;
        let mut alpha = low;
        let (mut normal, mut t) = at(alpha);
        for _ in 0..STEPS {
            let long = length(t[0], t[1]);
            let missed = mu * normal - long;
            if missed.abs() <= CLOSE * long {
                break;
            }
            if missed < 0.0 {
                low = alpha
            } else {
                high = alpha
            }
            let rate = [0, 1].map(|k| if t[k] == 0.0 { 0.0 } else { -t[k] / (self.yields[k] + alpha) });
            let shorter = (t[0] * rate[0] + t[1] * rate[1]) / long;
            let firmer = -(self.coupling[0] * rate[0] + self.coupling[1] * rate[1]);
            // of μ·p_n/|p_T| by α, times |p_T|
            let slope = mu * (firmer - normal * shorter / long);
            let newton = alpha - missed / slope;
            let next = match () {
                () if newton > low && newton < high => newton,
                () if high.is_finite() => 0.5 * (low + high),
                () => 2.0 * low + self.largest,
            };
            if next == alpha {
                break;
            }
            alpha = next;
            (normal, t) = at(alpha);
        }
        let normal = normal.max(0.0);
        let long = length(t[0], t[1]);
        let factor = if long > 0.0 { mu * normal / long } else { 0.0 };
        (normal, t.map(|part| part * factor))
    }
}

/// Of a symmetric block, from above: Newton's steps on its characteristic polynomial fall to it.
fn largest_eigenvalue(w: &[[f64; 3]; 3]) -> f64 {
    let size = w.iter().flatten().fold(0.0, |largest, element: &f64| f64::max(largest, element.abs()));
    if size == 0.0 {
        return 0.0;
    }
    // no product leaves the range of numbers
    let m = w.map(|row| row.map(|element| element / size));
    let trace = m[0][0] + m[1][1] + m[2][2];
    let minor = |i: usize, j: usize| m[i][i] * m[j][j] - m[i][j] * m[j][i];
    let minors = minor(0, 1) + minor(0, 2) + minor(1, 2);
    let determinant = m[0][0] * minor(1, 2) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
    let squares: f64 = m.iter().flatten().map(|element| element * element).sum();
    let mut root = squares.sqrt();
    for _ in 0..STEPS {
        let value = ((root - trace) * root + minors) * root - determinant;
        let slope = (3.0 * root - 2.0 * trace) * root + minors;
        let next = root - value / slope;
        if !next.is_finite() || next >= root {
            break;
        }
        root = next;
    }
    root * size
}
