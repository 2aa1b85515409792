//! Functions of the exponential steps (docs/numerics.md steps 10 and 11).

use crate::physics::elementary;

/// φ₁(−y) = (1 − exp(−y))/y and φ₂(−y) = (y − 1 + exp(−y))/y², for y ≥ 0.
pub fn phi(y: f64) -> [f64; 2] {
    if y < SMALL {
        let (y2, y4) = (y * y, y * y * (y * y));
        let part = |[one, first, second, third]: [f64; 4]| (one - first * y) + (second - third * y) * y2;
        let [near, middle, far] = SERIES;
        let second = part(near) + y4 * (part(middle) + y4 * part(far));
        [1.0 - y * second, second]
    } else {
        let first = -elementary::expm1(-y) / y;
        [first, (1.0 - first) / y]
    }
}

/// Where series and closed form change places: the closed form of φ₂ loses two digits here.
const SMALL: f64 = 0.1;
/// 1/(n + 2)! of the series of φ₂: the next term, 0.1¹²/14!, is 1e-23.
const SERIES: [[f64; 4]; 3] = inverse_factorials(2);

/// 1/first!, 1/(first + 1)! and so on, four in each row: a polynomial of four terms at a time, of which none waits for the term
/// before it.
const fn inverse_factorials<const ROWS: usize>(first: usize) -> [[f64; 4]; ROWS] {
    let mut rows = [[0.0; 4]; ROWS];
    let (mut n, mut factorial) = (1, 1.0);
    while n < first + 4 * ROWS {
        if n >= first {
            rows[(n - first) / 4][(n - first) % 4] = 1.0 / factorial;
        }
        n += 1;
        factorial *= n as f64;
    }
    rows
}

/// φ₁(M) = (exp(M) − 1)/M of a 2×2 matrix M = [[a, b], [c, d]] whose eigenvalues have no positive real part.
pub fn phi_of_matrix([[a, b], [c, d]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let middle = 0.5 * (a + d);
    let half = 0.5 * (a - d);
    // M = middle + N with N² = square
    let square = half * half + b * c;
    let root = square.abs().sqrt();
    let (even, odd) = if square > 0.0 && 2.0 * root > 1.0 {
        // two separate real eigenvalues: the divided difference of φ₁
        let far = middle - root;
        let near = ((a * d - b * c) / far).min(0.0);
        let [p, q] = [phi(-near)[0], phi(-far)[0]];
        let slope = (p - q) / (near - far);
        (q + slope * (middle - far), slope)
    } else {
        doubled(middle, square)
    };
    [[even + odd * half, odd * b], [odd * c, even - odd * half]]
}

/// The same as p + q·N for M = m + N, N² = `square`: series of M/2ʲ, then j times φ₁(2M) = φ₁(M)·(1 + M·φ₁(M)/2).
fn doubled(middle: f64, square: f64) -> (f64, f64) {
    let mut size = middle.abs() + square.abs().sqrt();
    let mut scale = 1.0;
    let mut doublings = 0;
    while size > 0.5 && doublings < MOST_DOUBLINGS {
        size *= 0.5;
        scale *= 0.5;
        doublings += 1;
    }
    let product = |(p, q): (f64, f64), (r, s): (f64, f64)| (p * r + q * (s * square), p * s + q * r);
    let m = (middle * scale, scale);
    let m2 = product(m, m);
    let (m3, m4) = (product(m2, m), product(m2, m2));
    let part = |&[one, first, second, third]: &[f64; 4]| {
        let sum = |m: f64, m2: f64, m3: f64| first * m + (second * m2 + third * m3);
        (one + sum(m.0, m2.0, m3.0), sum(m.1, m2.1, m3.1))
    };
    let [rows @ .., last] = &TERMS;
    let mut value = part(last);
    for row in rows.iter().rev() {
        let ((p, q), (r, s)) = (part(row), product(value, m4));
        value = (p + r, q + s);
    }
    let mut factor = scale;
    for _ in 0..doublings {
        let (p, q) = product(value, (middle * factor, factor));
        value = product(value, (1.0 + 0.5 * p, 0.5 * q));
        factor *= 2.0;
    }
    value
}

/// 1/(n + 1)! of the series for |M| ≤ ½: the next term, 0.5¹⁶/17!, is 4e-20.
const TERMS: [[f64; 4]; 4] = inverse_factorials(1);
/// Every finite matrix is below ½ after these.
const MOST_DOUBLINGS: u32 = 1100;

/// Share 1 − exp(−y) of the way that is gone after `y` time constants.
pub fn gone(y: f64) -> f64 {
    -elementary::expm1(-y)
}

/// What has gone this share of the way from `from` to `to`.
pub fn partway(from: f64, to: f64, share: f64) -> f64 {
    from + (to - from) * share
}

/// Exponential approach from `from` to `to` over `y` time constants.
pub fn relaxed(from: f64, to: f64, y: f64) -> f64 {
    partway(from, to, gone(y))
}

/// The same half-way and at the end: after 1 − g twice, g = [`gone`] half-way, 1 − (1 − g)² = g·(2 − g) is gone.
pub fn relaxed_by_halves(from: f64, to: f64, y: f64) -> [f64; 2] {
    let share = gone(0.5 * y);
    [share, share * (2.0 - share)].map(|share| partway(from, to, share))
}
