//! Numbers in sentences.

use core::fmt;

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
