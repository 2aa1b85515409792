//! What is refused, and by which name.

use super::*;

fn two(q: [f64; 2], low: [f64; 2], high: [f64; 2]) -> Problem {
    let vector = |values: [f64; 2]| DVector::from_row_slice(&values);
    Problem { m: DMatrix::identity(2, 2), q: vector(q), low: vector(low), high: vector(high) }
}

#[track_caller]
fn assert_refused(problem: &Problem, text: &str) {
    let fault = bounded(&problem.m, &problem.q, &problem.low, &problem.high).unwrap_err();
    assert_eq!(fault.to_string(), text);
}

#[test]
fn numbers_that_are_none_are_refused_by_their_place() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let good = two([1.0, -1.0], [0.0, 0.0], [1.0, inf]);
    for (value, named) in [(nan, "NaN"), (inf, "inf"), (-inf, "-inf")] {
        let mut m = good.m.clone();
        m[(1, 0)] = value;
        let text = format!("element (1, 0) of M, counted from 0, is {named}, which is not a finite number");
        assert_refused(&Problem { m: m.clone(), ..good.clone() }, &text);
        assert_eq!(lemke(&m, &good.q).unwrap_err().to_string(), text);
        let text = format!("element (1, 0) of A, counted from 0, is {named}, which is not a finite number");
        assert_eq!(quadratic(&m, &good.q).unwrap_err().to_string(), text);
        let text = format!("element 1 of q, counted from 0, is {named}, which is not a number that it may have");
        assert_refused(&two([1.0, value], [0.0; 2], [1.0; 2]), &text);
        assert_eq!(lemke(&good.m, &two([1.0, value], [0.0; 2], [1.0; 2]).q).unwrap_err().to_string(), text);
    }
    for (low, named) in [(nan, "NaN"), (inf, "inf")] {
        let text = format!("element 0 of low, counted from 0, is {named}, which is not a number that it may have");
        assert_refused(&two([1.0, 1.0], [low, 0.0], [inf, 1.0]), &text);
    }
    for (high, named) in [(nan, "NaN"), (-inf, "-inf")] {
        let text = format!("element 1 of high, counted from 0, is {named}, which is not a number that it may have");
        assert_refused(&two([1.0, 1.0], [0.0, -inf], [1.0, high]), &text);
    }
}

#[test]
fn bounds_that_exclude_each_other_are_refused_by_index() {
    assert_refused(
        &two([1.0, 1.0], [0.0, 0.5], [1.0, 0.25]),
        "the bounds of unknown 1, counted from 0, exclude each other: low = 0.5 is above high = 0.25",
    );
}

#[test]
fn sizes_that_differ_are_refused() {
    let good = two([1.0, 1.0], [0.0; 2], [1.0; 2]);
    let three = DVector::zeros(3);
    assert_refused(&Problem { q: three.clone(), ..good.clone() }, "q: 3 where 2 are needed");
    assert_refused(&Problem { low: three.clone(), ..good.clone() }, "low: 3 where 2 are needed");
    assert_refused(&Problem { high: three.clone(), ..good.clone() }, "high: 3 where 2 are needed");
    let m = DMatrix::zeros(2, 3);
    assert_refused(&Problem { m: m.clone(), ..good }, "columns of M: 3 where 2 are needed");
    assert_eq!(lemke(&DMatrix::identity(2, 2), &three).unwrap_err().to_string(), "q: 3 where 2 are needed");
    let text = "columns of A: 3 where 2 are needed";
    assert_eq!(quadratic(&m, &DVector::zeros(2)).unwrap_err().to_string(), text);
}

#[test]
fn programmes_that_are_not_convex_are_refused() {
    let refused = |elements: [f64; 4]| {
        quadratic(&DMatrix::from_row_slice(2, 2, &elements), &DVector::zeros(2)).unwrap_err().to_string()
    };
    assert_eq!(
        refused([2.0, 0.5, 0.25, 2.0]),
        "A is not symmetric: its element (1, 0), counted from 0, is 0.25, but (0, 1) is 0.5"
    );
    let indefinite = |left, row| {
        format!(
            "A is not positive semidefinite: elimination leaves {left} in row {row}, counted from 0, where nothing below 0 \
             may be left"
        )
    };
    assert_eq!(refused([1.0, 2.0, 2.0, 1.0]), indefinite("-3.0", 1));
    assert_eq!(refused([-1.0, 0.0, 0.0, 1.0]), indefinite("-1.0", 0));
    // a row with nothing on its diagonal must be empty
    assert_eq!(refused([1.0, 0.5, 0.5, 0.0]), indefinite("-0.25", 1));
    assert_eq!(
        refused([0.0, 0.5, 0.5, 0.0]),
        "A is not positive semidefinite: elimination leaves -0.5 in row 1, counted from 0, where nothing below 0 may be left"
    );
}

/// Two contacts in one place: the forces are not unique, the accelerations are; pulled along the valley there is no end.
#[test]
fn semidefinite_programmes_are_solved() {
    let a = DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 1.0]);
    let solution = quadratic(&a, &DVector::repeat(2, -2.0)).unwrap();
    assert_eq!(solution.status, Status::Solved);
    assert!((solution.z.sum() - 2.0).abs() <= 1e-14 && solution.w.amax() <= 1e-14);
    let a = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.0]);
    assert_eq!(quadratic(&a, &DVector::repeat(2, -1.0)).unwrap().status, Status::NoSolution);
    assert_eq!(quadratic(&DMatrix::zeros(2, 2), &DVector::repeat(2, 1.0)).unwrap().z, DVector::zeros(2));
}

#[test]
fn a_solution_beyond_the_numbers_is_refused() {
    let problem = Problem::unilateral(DMatrix::repeat(1, 1, 1e-200), DVector::repeat(1, -1e200));
    let text = "the solution of the complementarity problem overflows; look for a velocity, mass or friction \
                coefficient far too large or too small";
    assert_refused(&problem, text);
}
