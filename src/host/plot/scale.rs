//! Ranges of axes and the numbers at them.

/// Least and greatest finite value; zero and zero where there is none.
pub(super) fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low <= high { (low, high) } else { (0.0, 0.0) }
}

/// The range with `part` of it added at both ends; never empty.
pub(super) fn widened((low, high): (f64, f64), part: f64) -> (f64, f64) {
    // A span of nothing but rounding is a constant.
    let constant = high - low <= 1e-12 * low.abs().max(high.abs());
    let margin = if constant { 0.1 * if low == 0.0 { 1.0 } else { low.abs() } } else { part * (high - low) };
    (low - margin, high + margin)
}

/// About `count` round numbers within the range: steps of 1, 2 or 5 times a power of ten.
pub(super) fn ticks((low, high): (f64, f64), count: usize) -> Vec<f64> {
    let rough = (high - low) / count.max(1) as f64;
    if !(rough.is_finite() && rough > 0.0) {
        return Vec::new();
    }
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= 0.99 * rough);
    let step = step.unwrap_or(10.0 * power);
    // A tick at the very end of the range counts, whatever rounding says.
    let first = (low / step - 1e-6).ceil() as i64;
    let last = (high / step + 1e-6).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

/// A number with as many decimals as an axis of this span needs.
pub(super) fn label(value: f64, span: f64) -> String {
    if span > 0.0 && value.abs() < span * 1e-9 {
        return "0".into();
    }
    if span > 0.0 && !(1e-3..1e6).contains(&span) {
        return scientific(value);
    }
    let decimals = if span > 0.0 { (2.0 - span.log10()).ceil().clamp(0.0, 5.0) as usize } else { 2 };
    typeset(short(&format!("{value:.decimals$}")))
}

/// Two digits and a power of ten, as in 2.5·10⁻⁵.
fn scientific(value: f64) -> String {
    let text = format!("{value:.1e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let power: String = power.chars().filter_map(superscript).collect();
    format!("{}·10{power}", typeset(short(digits)))
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

/// Trailing zeros say nothing.
fn short(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// A minus as wide as a plus.
fn typeset(text: &str) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        assert_eq!(label(-0.0, 1.0), "0");
        assert_eq!(label(1e-17, 1.0), "0");
        assert_eq!(label(0.25, 2.0), "0.25");
        assert_eq!(label(-1500.0, 4000.0), "−1500");
        assert_eq!(label(0.30000000000000004, 1.0), "0.3");
        assert_eq!(label(2.5e-5, 1e-4), "2.5·10⁻⁵");
        assert_eq!(label(-4e10, 1e11), "−4·10¹⁰");
        assert_eq!(label(0.05, 0.0), "0.05");
    }

    #[test]
    fn ticks_are_round_and_within_the_range() {
        let close = |range, count, wanted: &[f64]| {
            let found = ticks(range, count);
            assert_eq!(found.len(), wanted.len(), "{found:?}");
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9 * b.abs().max(1.0)), "{found:?}");
        };
        close((0.0, 1.0), 5, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        close((-0.31, 0.42), 5, &[-0.2, 0.0, 0.2, 0.4]);
        close((0.0, 60.0), 6, &[0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        close((1.0, 1.0), 5, &[]);
        close((0.0, f64::INFINITY), 5, &[]);
    }

    #[test]
    fn a_range_is_never_empty() {
        assert_eq!(bounds([f64::NAN, 2.0, -1.0, f64::INFINITY].into_iter()), (-1.0, 2.0));
        assert_eq!(bounds(std::iter::empty()), (0.0, 0.0));
        assert_eq!(widened((0.0, 0.0), 0.05), (-0.1, 0.1));
        assert_eq!(widened((10.0, 10.0), 0.05), (9.0, 11.0));
        assert_eq!(widened((0.0, 2.0), 0.05), (-0.1, 2.1));
    }
}
