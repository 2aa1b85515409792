//! Ranges of axes and the numbers at them.

/// A range that spans less than this part of its values is a constant: its digits would not fit at the axis.
const CONSTANT: f64 = 1e-4;

/// Least and greatest finite value; zero and zero where there is none.
pub(super) fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (0.0, 0.0) }
}

/// The range with `part` of it added at both ends; never empty.
pub(super) fn widened((low, high): (f64, f64), part: f64) -> (f64, f64) {
    let size = low.abs().max(high.abs());
    let margin = if high - low > CONSTANT * size {
        part * (high - low)
    } else if size > 0.0 {
        0.1 * size
    } else {
        0.1
    };
    (low - margin, high + margin)
}

/// Round numbers along an axis.
#[derive(Debug)]
pub(super) struct Scale {
    /// Values, and how they are written.
    pub ticks: Vec<(f64, String)>,
    /// Power of ten that all written numbers are to be multiplied by.
    power: i32,
}

impl Scale {
    /// About `count` numbers within the range, in steps of 1, 2 or 5 times a power of ten.
    pub fn new((low, high): (f64, f64), count: usize) -> Self {
        let rough = (high - low) / count.max(1) as f64;
        if !(rough.is_finite() && rough > 0.0) {
            return Self { ticks: Vec::new(), power: 0 };
        }
        let mut exponent = rough.log10().floor() as i32;
        let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * 10_f64.powi(exponent) >= 0.99 * rough);
        exponent += i32::from(factor.is_none());
        let step = factor.unwrap_or(1.0) * 10_f64.powi(exponent);
        if !step.is_normal() {
            return Self { ticks: Vec::new(), power: 0 };
        }
        let power = power(low.abs().max(high.abs()));
        let decimals = usize::try_from(power - exponent).unwrap_or(0);
        // A number at the very end of the range counts, whatever rounding says.
        let first = (low / step - 1e-6).ceil() as i64;
        let last = (high / step + 1e-6).floor() as i64;
        let tick = |number: i64| {
            let value = number as f64 * step;
            let text = format!("{:.decimals$}", value / 10_f64.powi(power)).replace('-', "−");
            (value, if number == 0 { "0".into() } else { text })
        };
        Self { ticks: (first..=last).map(tick).collect(), power }
    }

    /// The name of the axis with the power of ten in its unit, as in `force [10³ N]`.
    pub fn name(&self, name: &str) -> String {
        if self.power == 0 {
            return name.into();
        }
        let power: String = self.power.to_string().chars().filter_map(superscript).collect();
        match name.rsplit_once('[') {
            Some((quantity, unit)) => format!("{quantity}[10{power} {unit}"),
            None => format!("{name} [10{power}]"),
        }
    }
}

/// The power of a thousand that numbers up to this size are written in: none as long as they are short without.
fn power(size: f64) -> i32 {
    if (1e-2..1e5).contains(&size) { 0 } else { (size.log10() / 3.0).floor() as i32 * 3 }
}

fn superscript(character: char) -> Option<char> {
    match character {
        '-' => Some('⁻'),
        '1' => Some('¹'),
        '2' => Some('²'),
        '3' => Some('³'),
        _ => character.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(range: (f64, f64), count: usize) -> (Vec<String>, String) {
        let scale = Scale::new(range, count);
        let name = scale.name("force [N]");
        (scale.ticks.into_iter().map(|tick| tick.1).collect(), name)
    }

    #[test]
    fn numbers_are_round_short_and_within_the_range() {
        assert_eq!(written((0.0, 1.0), 5).0, ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(written((-0.31, 0.42), 5).0, ["−0.2", "0", "0.2", "0.4"]);
        assert_eq!(written((0.0, 60.0), 6).0, ["0", "10", "20", "30", "40", "50", "60"]);
        assert_eq!(written((0.31901, 0.31903), 2).0, ["0.31901", "0.31902", "0.31903"]);
        assert_eq!(written((0.0, 16_000.0), 3).0, ["0", "10000"]);
        assert_eq!(written((1.0, 1.0), 5).0, [""; 0]);
        assert_eq!(written((0.0, f64::INFINITY), 5).0, [""; 0]);
        assert_eq!(written((0.0, 1e-310), 5).0, [""; 0]);
    }

    #[test]
    fn numbers_stand_at_their_values() {
        let found: Vec<f64> = Scale::new((-2.5e-5, 5.1e-5), 4).ticks.into_iter().map(|tick| tick.0).collect();
        assert_eq!(found.len(), 4, "{found:?}");
        for (value, wanted) in found.into_iter().zip([-2e-5, 0.0, 2e-5, 4e-5]) {
            assert!((value - wanted).abs() < 1e-18, "{value}");
        }
    }

    #[test]
    fn powers_of_ten_go_into_the_unit() {
        let text = |texts: &[&str], name: &str| (texts.iter().map(|text| text.to_string()).collect(), name.to_owned());
        assert_eq!(written((0.0, 5e-5), 5), text(&["0", "10", "20", "30", "40", "50"], "force [10⁻⁶ N]"));
        assert_eq!(written((-4e11, 0.0), 2), text(&["−400", "−200", "0"], "force [10⁹ N]"));
        assert_eq!(written((0.0, 2e-3), 2), text(&["0", "1", "2"], "force [10⁻³ N]"));
        assert_eq!(Scale::new((0.0, 1e6), 2).name("count"), "count [10⁶]");
    }

    #[test]
    fn a_range_is_never_empty() {
        assert_eq!(bounds([f64::NAN, 2.0, -1.0, f64::INFINITY].into_iter()), (-1.0, 2.0));
        assert_eq!(bounds(std::iter::empty()), (0.0, 0.0));
        assert_eq!(widened((0.0, 0.0), 0.05), (-0.1, 0.1));
        assert_eq!(widened((10.0, 10.0), 0.05), (9.0, 11.0));
        let (low, high) = widened((10.0, 10.0005), 0.05);
        assert!(low < 9.0 && high > 11.0, "a twentieth of a thousandth is a constant: {low} {high}");
        let (low, high) = widened((10.0, 10.002), 0.5);
        assert!((low - 9.999).abs() < 1e-12 && (high - 10.003).abs() < 1e-12, "{low} {high}");
        assert_eq!(widened((0.0, 2.0), 0.05), (-0.1, 2.1));
    }
}
