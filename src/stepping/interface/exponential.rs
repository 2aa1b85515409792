//! Functions of the exponential steps (docs/numerics.md steps 10 and 11).

use crate::physics::elementary;

/// φ₁(−y) = (1 − exp(−y))/y and φ₂(−y) = (y − 1 + exp(−y))/y², for y ≥ 0.
pub fn phi(y: f64) -> [f64; 2] {
    if y < SMALL {
        // Horner's scheme of Σ (−y)ⁿ/(n+2)!
        let second = (1..=SERIES).rev().fold(1.0, |sum, n| 1.0 - y / f64::from(n + 2) * sum) * 0.5;
        [1.0 - y * second, second]
    } else {
        let first = -elementary::expm1(-y) / y;
        [first, (1.0 - first) / y]
    }
}

/// Where series and closed form change places: the closed form of φ₂ loses two digits here, the series leaves 1e-18.
const SMALL: f64 = 0.1;
const SERIES: u32 = 11;

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
    let product = |(p, q): (f64, f64), (r, s): (f64, f64)| (p * r + q * s * square, p * s + q * r);
    let m = (middle * scale, scale);
    let mut value = (1.0, 0.0);
    for n in (1..=TERMS).rev() {
        let (p, q) = product(value, m);
        value = (1.0 + p / f64::from(n + 1), q / f64::from(n + 1));
    }
    let mut factor = scale;
    for _ in 0..doublings {
        let (p, q) = product(value, (middle * factor, factor));
        value = product(value, (1.0 + 0.5 * p, 0.5 * q));
        factor *= 2.0;
    }
    value
}

/// Terms of the series for |M| ≤ ½: the next one is below 1e-18.
const TERMS: u32 = 13;
/// Every finite matrix is below ½ after these.
const MOST_DOUBLINGS: u32 = 1100;

/// Exponential approach from `from` to `to` over `y` time constants.
pub fn relaxed(from: f64, to: f64, y: f64) -> f64 {
    from + (to - from) * -elementary::expm1(-y)
}
