//! Numbers for people to read.

/// All digits of a number, with an exponent where they would be many zeros.
pub fn number(value: f64) -> String {
    let text = if has_few_zeros(value) { value.to_string() } else { format!("{value:e}") };
    without_sign_of_zero(text)
}

/// What a range leaves unsaid to whoever gave infinity or no number: it goes before it in "it must be ...".
pub fn finite(value: f64) -> &'static str {
    if value.is_finite() { "" } else { "finite and " }
}

/// So many digits after the point, with an exponent where those before it would be many.
pub fn fixed(value: f64, digits: usize) -> String {
    let plain = value.abs() < 1e9 || !value.is_finite();
    without_sign_of_zero(if plain { format!("{value:.digits$}") } else { format!("{value:.digits$e}") })
}

/// With an exponent and so many digits after the point.
pub fn scientific(value: f64, digits: usize) -> String {
    without_sign_of_zero(format!("{value:.digits$e}"))
}

fn without_sign_of_zero(text: String) -> String {
    match text.strip_prefix('-') {
        Some(rest) if text.parse() == Ok(0.0) => rest.into(),
        _ => text,
    }
}

fn has_few_zeros(value: f64) -> bool {
    value == 0.0 || !value.is_finite() || (1e-5..1e9).contains(&value.abs())
}

/// A deviation in a table; beyond all of a number its size says nothing more.
pub fn deviation_cell(part: f64) -> String {
    match part {
        part if part.is_infinite() => "–".into(),
        part if part > 1.0 => "> 100 %".into(),
        part => percent(part),
    }
}

/// A number with seven digits.
pub fn digits(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".into()
    } else if (1e-3..1e5).contains(&size) {
        let places = (6 - size.log10().floor() as i32).clamp(0, 9) as usize;
        format!("{value:.places$}")
    } else {
        format!("{value:.6e}")
    }
}

/// A part in percent, with two digits.
pub fn percent(part: f64) -> String {
    let value = 100.0 * part;
    if value == 0.0 {
        "0 %".into()
    } else if value < 1e-9 {
        // Rounding, no accuracy.
        "< 1e-9 %".into()
    } else if value < 1e-3 {
        format!("{value:.1e} %")
    } else {
        let places = (1 - value.log10().floor() as i32).clamp(0, 4) as usize;
        format!("{value:.places$} %")
    }
}

/// A step in ms or µs.
pub fn duration(step: f64) -> String {
    match step {
        step if step >= 1e-4 => format!("{} ms", short(step * 1e3)),
        step if step >= 1e-6 => format!("{} µs", short(step * 1e6)),
        step => format!("{} ns", short(step * 1e9)),
    }
}

fn short(value: f64) -> String {
    // 0.2 ms must not show as 0.20000000000000001.
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_short() {
        let texts = [0.0, 1.0, -12.345_678_9, 123_456.7, 2e-5, 0.0012].map(digits);
        assert_eq!(texts, ["0", "1.000000", "-12.34568", "1.234567e5", "2.000000e-5", "0.001200000"]);
        assert_eq!([0.0, 0.5, 0.0123, 1e-9, 1e-14].map(percent), ["0 %", "50 %", "1.2 %", "1.0e-7 %", "< 1e-9 %"]);
        assert_eq!([1e-3, 2e-4, 5e-5, 1e-6].map(duration), ["1 ms", "0.2 ms", "50 µs", "1 µs"]);
    }

    #[test]
    fn no_number_is_a_line_of_zeros() {
        for (value, text) in [
            (0.0, "0"),
            (-0.25, "-0.25"),
            (1e-5, "0.00001"),
            (1e-320, "1e-320"),
            (123456789.0, "123456789"),
            (-1e300, "-1e300"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!(fixed(-12.5, 2), "-12.50");
        assert_eq!(fixed(1e300, 3), "1.000e300");
        assert_eq!(fixed(f64::NAN, 3), "NaN");
    }

    #[test]
    fn a_zero_has_no_sign() {
        assert_eq!([number(-0.0), fixed(-0.0, 1), fixed(-1e-9, 2), scientific(-0.0, 1)], ["0", "0.0", "0.00", "0.0e0"]);
        assert_eq!([fixed(-0.05, 2), scientific(-1.2e-9, 1)], ["-0.05", "-1.2e-9"]);
    }
}
