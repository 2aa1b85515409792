//! e^x and e^x − 1 of our own: the same bits on every platform and in every path, and without branches, so that a
//! loop over several contacts can be turned into vector instructions. They and [`sin_cos`] hold in every rounding mode of
//! the caller.
//!
//! x = k·ln 2 + r with whole k and |r| ≤ 0.50001·ln 2 (reduction of Cody and Waite), e^r by a polynomial, 2^k put into the
//! exponent. Nothing but + − · and bits; no fused multiply-add. The polynomial's part above 1 + r is kept apart until
//! the last addition: the errors found were at most 0.65 units in the last place for [`exp`], 0.77 where the result is
//! subnormal, and 0.91 for [`expm1`].

/// 1/ln 2
const PER_LN_2: f64 = core::f64::consts::LOG2_E;

/// ln 2, rounded down to 42 digits: k times it is exact.
const LN_2_HIGH: f64 = 0.693_147_180_559_890_3;

/// The rest of ln 2.
const LN_2_LOW: f64 = 5.497_923_018_708_371e-14;

/// Beyond it e^x is infinite, below the other 0; both leave k within 11 digits.
const MOST: f64 = 710.0;
const LEAST: f64 = -746.0;

/// 1.5·2^36 + 2046: added to a number it leaves the number plus 2046, the bias of two exponents, in the last bits, the
/// last [`FRACTION`] of which are after the point.
const TO_BITS: f64 = 103_079_217_150.0;

/// These bits are rounded off as whole numbers are: as floating-point numbers the caller's rounding mode would decide, and
/// r reach ln 2, where the polynomial does not hold.
const FRACTION: u32 = 16;

/// e^r = 1 + r + r²/2 + r³·Σ Q[n]·rⁿ on |r| ≤ ½·ln 2, of least greatest error of e^r − 1, 2^−60 of it (exchange
/// algorithm of Remez; `tests/physics/elementary/table.py` finds them).
const Q: [f64; 10] = [
    0.166_666_666_666_666_77,
    0.041_666_666_666_666_69,
    0.008_333_333_333_321_705,
    0.001_388_888_888_887_024,
    1.984_126_988_595_865_7e-4,
    2.480_158_735_592_001e-5,
    2.755_724_436_643_868_6e-6,
    2.755_724_574_318_976_4e-7,
    2.510_898_462_549_477_4e-8,
    2.092_370_913_406_882_3e-9,
];

/// e^x = (head + (beside + above))·by·by_also, the last two powers of 2 that only together leave the range of normal
/// numbers.
struct Parts {
    /// 1 + r, rounded
    head: f64,
    /// What that rounded off
    beside: f64,
    /// e^r − 1 − r
    above: f64,
    /// By how much `above` would be larger for r before it was rounded
    finer: f64,
    by: f64,
    by_also: f64,
}

#[inline(always)]
fn parts(x: f64) -> Parts {
    // in this form a number that is none passes
    let x = if MOST < x { MOST } else { x };
    let x = if LEAST > x { LEAST } else { x };
    let shifted = x * PER_LN_2 + TO_BITS;
    let rounded = shifted.to_bits().wrapping_add(1 << (FRACTION - 1));
    let k = f64::from_bits(rounded >> FRACTION << FRACTION) - TO_BITS;
    let high = x - k * LN_2_HIGH;
    let low = k * LN_2_LOW;
    let r = high - low;
    let (r2, q) = (r * r, Q);
    let r4 = r2 * r2;
    let near = (q[0] + q[1] * r) + (q[2] + q[3] * r) * r2;
    let far = (q[4] + q[5] * r) + (q[6] + q[7] * r) * r2;
    let cubic = near + r4 * (far + r4 * (q[8] + q[9] * r));
    let above = 0.5 * r2 + r2 * r * cubic;
    let head = 1.0 + high;
    let lost = high - (head - 1.0);
    let exponents = rounded >> FRACTION;
    let half = exponents >> 1;
    Parts {
        head,
        beside: lost - low,
        above,
        finer: r * ((high - r) - low),
        by: f64::from_bits(half << 52),
        by_also: f64::from_bits(exponents.wrapping_sub(half) << 52),
    }
}

/// e^x, less than one unit in the last place off; exact at 0, subnormal and infinite where it should be.
#[inline(always)]
pub fn exp(x: f64) -> f64 {
    let Parts { head, beside, above, by, by_also, .. } = parts(x);
    (head + (beside + above)) * by * by_also
}

/// e^x − 1, less than one unit in the last place off also where x is small; keeps the sign of 0.
#[inline(always)]
pub fn expm1(x: f64) -> f64 {
    let Parts { head, beside, above, finer, by, by_also } = parts(x);
    let one = f64::from_bits((2046_u64 << 52).wrapping_sub(by_also.to_bits()));
    let (large, small) = (head * by, ((beside + finer) + above) * by);
    // the sum large − one and what it rounds off, whichever of the two is the larger
    let sum = large - one;
    let back = sum + one;
    let lost = (large - back) - (one + (sum - back));
    ((sum + (lost + small)) * by_also).copysign(x)
}

/// 2/π
const PER_QUARTER: f64 = core::f64::consts::FRAC_2_PI;

/// π/2, rounded down to 33 digits: k times it is exact up to k = 2^20.
const QUARTER_HIGH: f64 = 1.570_796_326_734_125_6;

/// The rest of π/2.
const QUARTER_LOW: f64 = 6.077_100_506_506_192e-11;

/// Up to here k is below 2^20.
const MOST_ANGLE: f64 = 1e6;

/// 1.5·2^36: leaves [`FRACTION`] digits after the point.
const TO_QUARTERS: f64 = 103_079_215_104.0;

/// sin x and cos x. Below π/4 they are those of `libm`, which also finds the quarter turns of larger angles, but with
/// the caller's rounding: where that is not to nearest it is up to 3e-10 off. So they are taken off here, up to 10^6; the
/// error is at most 1.6e-16 (3e-16 in the other rounding modes).
pub fn sin_cos(x: f64) -> (f64, f64) {
    let turns = (core::f64::consts::FRAC_PI_4..=MOST_ANGLE).contains(&x.abs());
    if !turns {
        return (libm::sin(x), libm::cos(x));
    }
    let rounded = (x * PER_QUARTER + TO_QUARTERS).to_bits() + (1 << (FRACTION - 1));
    let k = f64::from_bits(rounded >> FRACTION << FRACTION) - TO_QUARTERS;
    let r = (x - k * QUARTER_HIGH) - k * QUARTER_LOW;
    let (sin, cos) = (libm::sin(r), libm::cos(r));
    match (rounded >> FRACTION) & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}
