//! Numbers for people to read.

/// All digits of a number, with an exponent where they would be many zeros.
pub fn number(value: f64) -> String {
    let text = if has_few_zeros(value) { value.to_string() } else { format!("{value:e}") };
    without_sign_of_zero(text)
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

#[cfg(test)]
mod tests {
    use super::*;

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
