//! The laws themselves: dual numbers of the crate against num-dual's and against differences.

use crate::cases::cases;
use crate::common::*;
use crate::oracle::Oracle;
use crate::{STENCIL, central_difference, difference_step, difference_tolerance, known_elements, unknown_rows};
use asperity::physics::{Dual, Scalar, restitution};
use asperity::unit::slots::{Knowns, Unknowns};
use asperity::unit::table::{Id, TABLE};
use num_dual::Dual64;

/// Knowns on another scalar, with the seed 1 on one element.
fn seeded<T: Scalar>(knowns: &Knowns<f64>, id: Id, k: usize, seed: impl Fn(f64) -> T) -> Knowns<T> {
    let (mut plain, mut other) = (*knowns, Knowns::<T>::default());
    other.parameters.laws.settings = knowns.parameters.laws.settings;
    other.parameters.geometry.settings = knowns.parameters.geometry.settings;
    for row in TABLE {
        if let (Some(values), Some(slot)) = (plain.slot(row.id), other.slot(row.id)) {
            slot.iter_mut().zip(values).for_each(|(to, value)| *to = T::from(*value));
        }
    }
    let slot = other.slot(id).unwrap();
    slot[k] = seed(slot[k].value());
    other
}

#[test]
fn dual_numbers_of_the_crate_agree_with_num_dual_in_every_regime() {
    let largest = |slots: &[Oracle], of: fn(&Oracle) -> f64| slots.iter().map(of).fold(0.0f64, f64::max);
    let mut compared = 0;
    for case in cases() {
        let by = |id, k| case.unknowns(&seeded(&case.knowns(), id, k, |value| Oracle(Dual64::new(value, 1.0))));
        for row in TABLE {
            let known = { case.knowns() }.slot(row.id).map_or(vec![], |values| values.to_vec());
            let by_elements: Vec<_> = (0..known.len()).map(|k| by(row.id, k)).collect();
            // elements of one vector, by those of another, are sums of the same terms: the largest of these slopes is
            // the scale of rounding
            let scale_of = |unknown| {
                let slopes = |at: &Unknowns<Oracle>| largest(at.slot(unknown).unwrap(), |dual| dual.0.eps.abs());
                by_elements.iter().map(slopes).fold(0.0f64, f64::max)
            };
            for (k, (known, theirs)) in known.iter().zip(&by_elements).enumerate() {
                let ours = case.unknowns(&seeded(&case.knowns(), row.id, k, |value| Dual { value, slope: 1.0 }));
                let of_all =
                    |of| unknown_rows().fold(0.0f64, |most, (id, _)| most.max(largest(theirs.slot(id).unwrap(), of)));
                // where slopes cancel to 0, a few roundings of the largest slope and of the largest value/known remain
                let left = of_all(|dual| dual.0.eps.abs())
                    + if *known == 0.0 { 0.0 } else { of_all(|dual| dual.0.re.abs()) / known.abs() };
                for (unknown, unknown_name) in unknown_rows() {
                    let tolerance = 1e-12 * scale_of(unknown) + 4.0 * f64::EPSILON * left;
                    for (a, b) in ours.slot(unknown).unwrap().iter().zip(theirs.slot(unknown).unwrap()) {
                        assert!(
                            (a.slope - b.0.eps).abs() <= tolerance,
                            "{}: d {unknown_name}/d {}[{k}]: {:e} against {:e}",
                            case.name,
                            row.name,
                            a.slope,
                            b.0.eps
                        );
                        compared += usize::from(b.0.eps != 0.0);
                    }
                }
            }
        }
    }
    assert!(compared > 30_000, "only {compared} slopes that are not zero");
}

#[test]
fn dual_numbers_agree_with_central_differences_in_every_regime() {
    for case in cases() {
        for (id, name, k) in known_elements() {
            if id == Id::FrictionVEps && case.parameters.friction.v_eps == 0.0 {
                // 0 is the switch to v_S/100: no derivative there
                continue;
            }
            let knowns = case.knowns();
            let ours = case.unknowns(&seeded(&knowns, id, k, |value| Dual { value, slope: 1.0 }));
            let value = { knowns }.slot(id).unwrap()[k];
            let h = difference_step(id, value);
            let around = STENCIL.map(|steps| case.unknowns(&seeded(&knowns, id, k, |value| value + steps * h)));
            for (unknown, unknown_name) in unknown_rows() {
                let exact = ours.slot(unknown).unwrap();
                let scale = exact.iter().fold(0.0f64, |most, dual| most.max(dual.slope.abs()));
                for (element, dual) in exact.iter().enumerate() {
                    let values = around.map(|at| at.slot(unknown).unwrap()[element]);
                    let slope = central_difference(values, h);
                    assert!(
                        (dual.slope - slope).abs() <= difference_tolerance(scale, dual.value, h),
                        "{}: d {unknown_name}/d {name}[{k}]: {:e} against {slope:e} (scale {scale:e}, value {:e})",
                        case.name,
                        dual.slope,
                        dual.value
                    );
                }
            }
        }
    }
}

#[test]
fn values_carried_by_dual_numbers_are_the_plain_values_bit_for_bit() {
    for case in cases() {
        let plain = case.unknowns(&case.knowns());
        let dual = case.unknowns(&seeded(&case.knowns(), Id::ComplianceK, 0, |value| Dual { value, slope: 1.0 }));
        for (id, name) in unknown_rows() {
            for (a, b) in plain.slot(id).unwrap().iter().zip(dual.slot(id).unwrap()) {
                assert_eq!(a.to_bits(), b.value.to_bits(), "{}: {name}", case.name);
            }
        }
    }
}

#[test]
fn slope_of_the_damping_factor_is_that_of_eq_10() {
    // implicit differentiation of eq. (9) with u = d/e: u' = e·u(1+u)/((1+e)(1−e−d)), d' = u + e·u'
    for n in 10..100 {
        let e = f64::from(n) / 100.0;
        let Dual { value: d, slope } = restitution::damping_factor(Dual { value: e, slope: 1.0 });
        let u = d / e;
        let wanted = u + e * e * u * (1.0 + u) / ((1.0 + e) * (1.0 - e - d));
        // u is up to 1/e and cancels against the second term: 1/e² roundings of d
        assert_close("d'(e)", slope, wanted, 4e-16 / (e * e) + 4e-16 / (1.0 - e), 4.0);
    }
    // e(u) is the inverse of u(e) = d/e: e′(u)·(d′ − d/e)/e = 1
    for n in 1..100 {
        let e = f64::from(n) / 100.0;
        let Dual { value: d, slope } = restitution::damping_factor(Dual { value: e, slope: 1.0 });
        let inverse = restitution::restitution_of_damping(Dual { value: d / e, slope: (slope - d / e) / e });
        assert_relative("e(u(e))", inverse.value, e, 1e-14);
        assert_relative("e'(u)·u'(e)", inverse.slope, 1.0, 1e-13);
    }
    let at_0 = restitution::restitution_of_damping(Dual { value: 0.0, slope: 1.0 });
    assert_relative("e'(0)", at_0.slope, -2.0 / 3.0, 4e-16);
    // d = 3/2·(1−e) + … at e = 1
    assert_relative("d'(1)", restitution::damping_factor(Dual { value: 1.0, slope: 1.0 }).slope, -1.5, 1e-15);
}
