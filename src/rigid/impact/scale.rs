//! Velocities in units in which their squares neither underflow nor overflow. An impact is homogeneous: what comes out goes with
//! the velocities, works with their square, and a factor that is a power of two changes no bit of a number that stays normal.

/// A power of two and its reciprocal.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    /// On velocities before the impact
    pub to: f64,
    /// On velocities and impulses that come out; twice on works
    pub back: f64,
}

/// Largest exponent of a power of two whose reciprocal is a normal number, too.
const EXPONENTS: i32 = 1022;

impl Scale {
    /// Of an impact at these velocities: that midway between the larger one and the normal one becomes 1, so that the squares of
    /// both are numbers. A slip that is smaller than the normal velocity has none that matters.
    pub(super) fn of(normal: f64, slip: f64) -> Scale {
        let larger = exponent(normal.abs().max(slip.abs()));
        let middle = if normal == 0.0 { larger } else { (exponent(normal) + larger) / 2 };
        let middle = middle.clamp(-EXPONENTS, EXPONENTS);
        Scale { to: power_of_two(-middle), back: power_of_two(middle) }
    }
}

/// Of the largest power of two that is not above |x|; of 0 and of subnormal numbers, -1023.
fn exponent(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// 2 to a power from -1022 to 1023.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
