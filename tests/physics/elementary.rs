//! e^x and e^x − 1 against a table of many digits, and at the edges.
//!
//! `tests/physics/elementary/table.csv` is written by `tests/physics/elementary/table.py` with mpmath (250 bits); it shares nothing
//! with the code.

use asperity::physics::elementary::{exp, expm1, sin_cos};
use std::hint::black_box;

/// Errors in units of the last place that the documentation states: those of 10^6 random points and of a search where k
/// changes, the worst of which are in the table.
const EXP: f64 = 0.65;
const EXP_SUBNORMAL: f64 = 0.77;
const EXPM1: f64 = 0.91;

/// The rests in the table have three digits.
const TABLE: f64 = 5e-4;

struct Value {
    nearest: f64,
    rest: f64,
}

impl Value {
    /// Error of `found` in units of the last place of the value.
    fn error(&self, found: f64) -> f64 {
        let next = f64::from_bits(self.nearest.to_bits() + 1);
        let unit = (next - self.nearest).abs();
        ((found - self.nearest) / unit - self.rest).abs()
    }
}

struct Row {
    x: f64,
    exp: Value,
    expm1: Value,
}

fn table() -> Vec<Row> {
    let number = |bits: &str| f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
    let value = |nearest: &str, rest: &str| Value { nearest: number(nearest), rest: rest.parse().unwrap() };
    let row = |line: &str| {
        let f: Vec<_> = line.split(',').collect();
        Row { x: number(f[0]), exp: value(f[1], f[2]), expm1: value(f[3], f[4]) }
    };
    include_str!("elementary/table.csv").lines().skip(2).map(row).collect()
}

/// The greatest error and where it is.
fn greatest<'a>(rows: impl Iterator<Item = &'a Row>, error: impl Fn(&Row) -> f64) -> (f64, f64) {
    rows.map(|row| (error(row), row.x)).fold((0.0, 0.0), |most, one| if one.0 > most.0 { one } else { most })
}

#[test]
fn both_are_within_one_unit_in_the_last_place_of_the_table() {
    let table = table();
    assert!(table.len() >= 2000, "{} points", table.len());
    let (subnormal, normal): (Vec<_>, Vec<_>) = table.iter().partition(|row| row.exp.nearest < f64::MIN_POSITIVE);
    assert!(subnormal.len() > 50, "{} subnormal results", subnormal.len());
    let by_exp = |row: &Row| row.exp.error(exp(row.x));
    for (what, limit, (error, x)) in [
        ("exp", EXP, greatest(normal.into_iter(), by_exp)),
        ("exp, subnormal", EXP_SUBNORMAL, greatest(subnormal.into_iter(), by_exp)),
        ("expm1", EXPM1, greatest(table.iter(), |row| row.expm1.error(expm1(row.x)))),
    ] {
        println!("{what}: {error:.3} at {x:?}");
        assert!(error <= limit + TABLE, "{what} is {error} units off at {x:?}");
    }
}

#[test]
fn edges_are_exact() {
    for x in [0.0, -0.0] {
        assert_eq!(exp(x), 1.0);
        assert_eq!(expm1(x).to_bits(), f64::to_bits(x), "the sign of 0 stays");
    }
    assert_eq!((exp(f64::INFINITY), exp(f64::NEG_INFINITY)), (f64::INFINITY, 0.0));
    assert_eq!((expm1(f64::INFINITY), expm1(f64::NEG_INFINITY)), (f64::INFINITY, -1.0));
    // whatever a number that is none carries along
    for bits in [0x7ff8_0000_0000_0000, 0x7ff8_0000_0fff_0000, 0x7fff_ffff_ffff_ffff, 0xfff8_0123_4567_89ab] {
        let none = f64::from_bits(bits);
        assert!(exp(none).is_nan() && expm1(none).is_nan(), "{bits:x}");
    }
    // the greatest x with a finite power and the least with one above 0: ln(2^1024) and ln(2^-1075), rounded towards 0
    let (most, least) = (709.782712893384_f64, -745.1332191019411_f64);
    assert!(exp(most).is_finite() && expm1(most).is_finite());
    assert_eq!((exp(most.next_up()), expm1(most.next_up())), (f64::INFINITY, f64::INFINITY));
    assert_eq!((exp(least), exp(least.next_down())), (5e-324, 0.0));
    for far in [1e3, 1e10, 1e300, f64::MAX] {
        assert_eq!((exp(far), exp(-far)), (f64::INFINITY, 0.0));
        assert_eq!((expm1(far), expm1(-far)), (f64::INFINITY, -1.0));
    }
    for tiny in [5e-324, 1e-310, f64::MIN_POSITIVE, 1e-200, 1e-17] {
        assert_eq!((exp(tiny), exp(-tiny)), (1.0, 1.0));
        assert_eq!((expm1(tiny), expm1(-tiny)), (tiny, -tiny));
    }
}

#[test]
fn both_rise_from_one_number_to_the_next() {
    let ln_2 = std::f64::consts::LN_2;
    // within the pieces of the reduction and across their ends
    let ends = (-1075..=1023).step_by(7).map(|k| (f64::from(k) + 0.5) * ln_2);
    let inside = (-1400..1400).map(|k| f64::from(k) * 0.5 + 0.123);
    for start in ends.chain(inside).chain([0.0, -1e-300, 1e-8, -1e-8, -0.25, 0.25, -708.4]) {
        let mut x = (0..200).fold(start, |x, _| x.next_down());
        for _ in 0..400 {
            let next = x.next_up();
            assert!(exp(x) <= exp(next), "exp falls at {x:?}");
            assert!(expm1(x) <= expm1(next), "expm1 falls at {x:?}");
            x = next;
        }
    }
}

#[test]
fn a_loop_over_many_gives_the_bits_of_one_call() {
    let xs: Vec<f64> = table().iter().map(|row| row.x).chain([0.0, -0.0, 1e9, -1e9, f64::NAN]).collect();
    let by_loop: Vec<[u64; 2]> = xs.iter().map(|x| [exp(*x).to_bits(), expm1(*x).to_bits()]).collect();
    for (x, found) in xs.iter().zip(by_loop) {
        let one = [exp(black_box(*x)).to_bits(), expm1(black_box(*x)).to_bits()];
        assert!(found == one || x.is_nan(), "at {x:?}");
    }
}

/// What the documentation states; half of it is what `libm`, the oracle here with a reduction of its own, may be off.
const SIN_COS: f64 = 2.3e-16;

#[test]
fn quarter_turns_are_taken_off_as_libm_takes_them_off() {
    let quarter = std::f64::consts::FRAC_PI_2;
    // through all sizes, and on both sides of every multiple of 1/4 of π
    let sizes = (0..200_000).map(|k| f64::from(k) * 5.000_123_4);
    let near = (0..20_000).map(|k| f64::from(k) * 0.5 * quarter * (1.0 + f64::from(k % 7 - 3) * 1e-12));
    let (mut worst, mut at): (f64, f64) = (0.0, 0.0);
    for x in sizes.chain(near).flat_map(|x| [x, -x]) {
        let (sin, cos) = sin_cos(x);
        let error = (sin - libm::sin(x)).abs().max((cos - libm::cos(x)).abs());
        if error > worst {
            (worst, at) = (error, x);
        }
    }
    println!("sin and cos: {worst:e} at {at:?}");
    assert!(worst > 0.0 && worst <= SIN_COS, "{worst:e} at {at:?}");
    for x in [0.0, -0.0, 0.5, -0.78, 1.1e6, -1e300] {
        let (sin, cos) = sin_cos(x);
        assert_eq!((sin.to_bits(), cos.to_bits()), (libm::sin(x).to_bits(), libm::cos(x).to_bits()), "{x:?}");
    }
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(sin_cos(x).0.is_nan() && sin_cos(x).1.is_nan());
    }
}
