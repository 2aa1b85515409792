//! Segment of a disc: what lies on one side of a straight line.

use crate::physics::Scalar;
use core::f64::consts::PI;

/// Moments of a segment of the disc of radius 1, s across the line and away from the segment's side, from the centre of the disc, t along the line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T> {
    /// ∫dA
    pub area: T,
    /// ∫s dA
    pub moment: T,
    /// ∫s² dA
    pub along_square: T,
    /// ∫t² dA
    pub across_square: T,
}

/// Squares of the sine below which ∫sin²θ and ∫sin⁴θ are taken from their series: the closed forms are small differences there.
const SMALL: f64 = 0.1;

/// Terms of the series: the first that is left out is below 1e-17 of the sum.
const TERMS: u32 = 15;

/// ∫₀^α sin²θ dθ and ∫₀^α sin⁴θ dθ with cos α = 1 − b, b from 0 to 2.
fn sines(b: f64) -> [f64; 2] {
    let square = b * (2.0 - b);
    let sine = square.sqrt();
    if square < SMALL && b < 1.0 {
        // with u = sin²θ: ½∫u^{1/2}(1 − u)^{−1/2} du, term by term
        let (mut factor, mut two, mut four) = (sine * square, 0.0, 0.0);
        for k in 0..TERMS {
            let double = f64::from(2 * k);
            two += factor / (double + 3.0);
            four += factor * square / (double + 5.0);
            factor *= square * (double + 1.0) / (double + 2.0);
        }
        return [two, four];
    }
    let (angle, cosine) = (2.0 * libm::asin((0.5 * b).sqrt()), 1.0 - b);
    let two = 0.5 * (angle - sine * cosine);
    [two, 0.75 * two - 0.25 * sine * square * cosine]
}

impl<T: Scalar> Segment<T> {
    /// The whole disc.
    pub fn whole() -> Self {
        let [area, square] = [PI, 0.25 * PI].map(T::from);
        Segment { area, moment: T::zero(), along_square: square, across_square: square }
    }

    /// The segment of height b [1] above the rim at s = −1, taken as 0…2.
    pub fn of(height: T) -> Self {
        let b = height.positive_part().at_most(T::from(2.0));
        let value = b.value();
        let [two, four] = sines(value);
        let sine = (value * (2.0 - value)).sqrt();
        let (two, four) = (b.chain(two, sine), b.chain(four, sine * sine * sine));
        let square = b * (T::from(2.0) - b);
        Segment {
            area: two * T::from(2.0),
            moment: -(square * square.sqrt() * T::from(2.0 / 3.0)),
            along_square: (two - four) * T::from(2.0),
            across_square: four * T::from(2.0 / 3.0),
        }
    }
}
