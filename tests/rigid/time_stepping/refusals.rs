//! What does not describe a step is refused by its name.

use super::{Const, Friction, LAWS, M3, Method, RIGID, U3, V3, iterated, once};
use crate::common::noise;
use asperity::rigid::Fault;
use asperity::rigid::complementarity::Status;
use asperity::rigid::time_stepping::{Contact, System, advance};
use nalgebra::{DMatrix, DVector, Dyn};

fn system() -> System<U3> {
    System { w: M3::identity(), free: V3::new(-1.0, 0.5, 0.0), h: 1e-3 }
}

fn contact() -> Contact {
    Contact { mu: 0.3, normal: 10.0, friction: [1.0, 0.0], slip: [0.5, 0.0], ..Contact::default() }
}

fn fault(system: &System<U3>, contact: Contact, friction: Friction) -> Fault {
    let answer = advance::<U3, Const<34>>(system, &[contact], &once(friction));
    answer.expect_err(&format!("{system:?} {contact:?} {friction:?}"))
}

#[track_caller]
fn assert_says(fault: Fault, words: &[&str]) {
    let text = fault.to_string();
    assert!(words.iter().all(|word| text.contains(word)), "{text} does not say {words:?}");
}

#[test]
fn inverse_mass_that_is_not_symmetric_is_refused() {
    for law in LAWS {
        let mut system = system();
        system.w[(2, 1)] = 0.25;
        let found = fault(&system, contact(), law);
        assert!(matches!(found, Fault::NotSymmetric { .. }), "{found:?}");
        assert_says(found, &["W", "0.25", "symmetric"]);
    }
}

/// Bodies with four contacts, W of rank 6 of some 10 1/kg: indefinite by its last digit it is taken, and said; with two
/// digits refused.
#[test]
fn inverse_mass_of_seven_digits_is_taken_and_it_is_said() {
    let mut noise = noise();
    let (mut said, mut solved, mut refused) = (0, 0, 0);
    for _ in 0..20 {
        let j = DMatrix::from_fn(12, 6, |_, _| 2.0 * noise());
        let free = &j * DVector::from_fn(6, |_, _| noise());
        let rounded = |unit: f64| {
            let w = (&j * j.transpose()).map(|w| (w / unit).round() * unit);
            advance::<Dyn, Dyn>(&System { w, free: free.clone(), h: 1e-3 }, &[contact(); 4], &iterated(RIGID))
        };
        assert!(!rounded(f64::EPSILON).unwrap().is_rounded);
        let step = rounded(1e-6).unwrap();
        // an indefinite W may leave no solution to 1e-8: then the residual is that of its digits, and it is not called one
        let is_solved = step.status == Status::Solved;
        assert!(if is_solved { step.residual <= 1e-8 } else { step.is_rounded && step.residual <= 1e-6 }, "{step:?}");
        (said, solved) = (said + usize::from(step.is_rounded), solved + usize::from(is_solved));
        refused += usize::from(matches!(rounded(0.1), Err(Fault::NotPositiveSemidefinite { .. })));
    }
    // of six pivots that are rounding one below 0 is all but certain
    assert!(said >= 15 && solved >= 15 && refused >= 15, "said {said}, solved {solved}, refused {refused} of 20");
}

#[test]
fn inverse_mass_that_is_not_positive_semidefinite_is_refused() {
    let negative = M3::from_diagonal(&V3::new(1.0, -1e-3, 1.0));
    let indefinite = M3::new(1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 2.0, 1.0);
    // a light body's rows beside a heavy one's: 2 against 1 is as indefinite there as anywhere
    let mixed = M3::new(1e10, 0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 2.0, 1.0);
    let late = M3::new(4.0, 2.0, 2.0, 2.0, 1.0, 0.0, 2.0, 0.0, 1.0);
    let empty = M3::new(0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    for scale in [1e-9, 1.0, 1e9] {
        for w in [negative, indefinite, mixed, late, empty, -M3::identity()] {
            for law in LAWS {
                let found = fault(&System { w: w * scale, ..system() }, contact(), law);
                assert!(matches!(found, Fault::NotPositiveSemidefinite { .. }), "{found:?}");
                assert_says(found, &["W", "positive semidefinite"]);
            }
        }
    }
}

/// Singular matrices as rounding leaves them are no reason to refuse.
#[test]
fn singular_inverse_mass_with_rounding_is_accepted() {
    let mut noise = crate::common::noise();
    for k in 0..20_000 {
        let j = nalgebra::Matrix3xX::from_fn(1 + k % 2, |_, _| noise());
        let scale = 10f64.powi((k % 19) as i32 - 9);
        // turned into other axes, as a host does it
        let turn = nalgebra::Rotation3::from_euler_angles(noise(), noise(), noise()).into_inner();
        let w = turn.transpose() * (&j * j.transpose() * scale) * turn;
        let w = (w + w.transpose()) * 0.5;
        let free = w * V3::new(noise(), noise(), noise());
        for law in LAWS {
            let answer = advance::<U3, Const<34>>(&System { w, free, h: 1e-3 }, &[contact()], &once(law));
            assert!(answer.is_ok(), "case {k} {law:?}: {w} {answer:?}");
        }
    }
    // one direction alone, along which axis it may be
    for w in [M3::zeros(), M3::from_diagonal(&V3::new(0.0, 2.0, 0.0)), M3::from_diagonal(&V3::new(2.0, 0.0, 0.0))] {
        let system = System { w, free: V3::zeros(), h: 1e-3 };
        assert!(advance::<U3, Const<34>>(&system, &[contact()], &once(Friction::Box)).is_ok(), "{w}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused_wherever_they_stand() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for law in LAWS {
            for k in 0..9 {
                let mut system = system();
                system.w[k] = bad;
                assert_says(fault(&system, contact(), law), &["W", "finite"]);
            }
            for k in 0..3 {
                let mut system = system();
                system.free[k] = bad;
                assert_says(fault(&system, contact(), law), &["free velocity", "finite"]);
            }
            assert_says(fault(&System { h: bad, ..system() }, contact(), law), &["h", "finite"]);
            let bent = [
                ("mu", Contact { mu: bad, ..contact() }),
                ("the minimum separation velocity", Contact { least: bad, ..contact() }),
                ("lambda_N", Contact { normal: bad, ..contact() }),
                ("lambda_T1", Contact { friction: [bad, 0.0], ..contact() }),
                ("lambda_T2", Contact { friction: [0.0, bad], ..contact() }),
                ("v_T1", Contact { slip: [bad, 0.0], ..contact() }),
                ("v_T2", Contact { slip: [0.0, bad], ..contact() }),
            ];
            for (name, contact) in bent {
                assert_says(fault(&system(), contact, law), &[name, "not a finite number"]);
            }
        }
    }
}

#[test]
fn quantities_outside_their_range_are_refused() {
    for law in LAWS {
        assert_says(fault(&system(), Contact { mu: -0.1, ..contact() }, law), &["mu = -0.1", "below 0"]);
        assert_says(fault(&system(), Contact { normal: -2.0, ..contact() }, law), &["lambda_N = -2.0"]);
        for h in [0.0, -1e-3] {
            assert_says(fault(&System { h, ..system() }, contact(), law), &["h = ", "above 0"]);
        }
    }
    for stiffness in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        let law = Friction::Regularised { stiffness, threshold: 0.01 };
        assert_says(fault(&system(), contact(), law), &["k_T", "above 0"]);
    }
    for threshold in [-1e-3, f64::NAN] {
        let law = Friction::Regularised { stiffness: 1e6, threshold };
        assert_says(fault(&system(), contact(), law), &["v_th", "0 or above"]);
    }
    for sides in [0, 1, 2, 3, 5, 33] {
        assert_says(
            fault(&system(), contact(), Friction::Polygonal { sides }),
            &["polygon", &format!("{sides} sides")],
        );
    }
}

#[test]
fn too_few_rows_and_too_large_polygons_are_refused() {
    let two = [contact(); 2];
    let found = advance::<U3, Const<34>>(&system(), &two, &once(RIGID)).unwrap_err();
    assert_eq!(found, Fault::TooFewRows { rows: 3, needed: 6 });
    assert_says(found, &["6", "3"]);
    let law = Friction::Polygonal { sides: 34 };
    let found = fault(&system(), contact(), law);
    assert_eq!(found, Fault::TooManySides { needed: 36, size: 34 });
    assert_says(found, &["36", "34"]);
    assert!(advance::<U3, Dyn>(&system(), &[contact()], &once(law)).is_ok());
    // rows of W and of the velocity that do not match cannot be written with sizes known to the compiler
    for (rows, columns, name, found) in
        [(4, 4, "rows", 4), (2, 2, "rows", 2), (3, 4, "columns", 4), (3, 2, "columns", 2)]
    {
        let w = DMatrix::identity(rows, columns);
        let uneven = System::<Dyn> { w, free: DVector::zeros(3), h: 1e-3 };
        for law in LAWS {
            let refused = advance::<Dyn, Dyn>(&uneven, &[contact()], &once(law)).unwrap_err();
            assert_says(refused, &[name, "of W", &found.to_string(), "3"]);
        }
    }
    let never = Method { passes: 0, ..once(RIGID) };
    let refused = advance::<U3, Dyn>(&system(), &[contact()], &never).unwrap_err();
    assert_says(refused, &["passes", "1 or above"]);
}

/// Bilateral rows that contradict each other have no solution, and it is said.
#[test]
fn contradicting_constraints_are_reported() {
    for law in LAWS {
        // one direction, twice, at two speeds
        let w = DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 1.0]);
        let system = System::<Dyn> { w, free: DVector::from_row_slice(&[1.0, 2.0]), h: 1e-3 };
        let step = advance::<Dyn, Dyn>(&system, &[], &once(law)).unwrap();
        assert_ne!(step.status, Status::Solved, "{law:?}");
        // a contact that must part but cannot
        let system = System { w: M3::from_diagonal(&V3::new(0.0, 1.0, 1.0)), free: V3::new(-1.0, 0.0, 0.0), h: 1e-3 };
        let step = advance::<U3, Const<34>>(&system, &[contact()], &once(law)).unwrap();
        assert_ne!(step.status, Status::Solved, "{law:?}");
    }
}

/// Lengths of step that nobody takes, and forces as small as numbers go: answered, not refused.
#[test]
fn extreme_steps_and_forces_are_solved() {
    for law in LAWS {
        for h in [1e-250, 1e-200, 1e-100, 1e-12, 1e6] {
            for normal in [0.0, 1e-310, 1e-200, 1.0] {
                let contact = Contact { normal, ..contact() };
                let method = Method { friction: law, passes: 30, isotropic: true };
                let answer = advance::<U3, Const<34>>(&System { h, ..system() }, &[contact], &method);
                let rigid = !matches!(law, Friction::Regularised { stiffness, .. } if stiffness.is_finite());
                if rigid || h >= 1e-12 {
                    let step = answer.unwrap_or_else(|fault| panic!("{law:?} h {h:e} {normal:e}: {fault}"));
                    assert_eq!(step.status, Status::Solved, "{law:?} h {h:e} {normal:e}");
                }
            }
        }
    }
}
