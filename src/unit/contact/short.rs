//! Numbers in sentences.

use core::fmt;

/// Nine digits after the point, with an exponent where those before it would be many.
pub(super) struct Fixed(pub f64);

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.abs() < 1e15 { write!(f, "{:.9}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

/// Three significant digits, all digits before the point.
pub(super) struct Short(pub f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        if size != 0.0 && !(1e-4..1e6).contains(&size) {
            return write!(f, "{:.2e}", self.0);
        }
        let decimals =
            [100.0, 10.0, 1.0, 0.1, 0.01, 0.001].iter().take_while(|least| size != 0.0 && size < **least).count();
        write!(f, "{:.*}", decimals, self.0)
    }
}
