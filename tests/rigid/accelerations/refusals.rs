//! What is refused, and by which words.

use super::*;
use asperity::rigid::acceleration::all_accelerations;
use nalgebra::MatrixXx3;

fn good() -> ContactProblem {
    problem([[1.0, 0.2], [0.2, 1.0]], [-1.0, 0.5], &[rolling(0.5, LINE)])
}

#[track_caller]
fn assert_refused(of: &ContactProblem, text: &str) {
    assert_eq!(accelerations(of).unwrap_err().to_string(), text);
    assert_eq!(all_accelerations(of, 1000).unwrap_err().to_string(), text);
}

#[track_caller]
fn assert_contact_refused(contact: RigidContact, text: &str) {
    let rows = contact.map.rows();
    let contacts = DVector::from_row_slice(&[rolling(0.5, LINE), contact]);
    let (a, b) = (DMatrix::identity(2 + rows, 2 + rows), DVector::zeros(2 + rows));
    assert_refused(&ContactProblem { a, b, contacts }, text);
}

#[test]
fn matrices_that_do_not_fit_are_refused() {
    let mut of = good();
    of.contacts.extend([rolling(0.5, LINE)]);
    assert_refused(&of, "rows of A: 2 where 4 are needed");
    let mut of = good();
    of.b = DVector::zeros(3);
    assert_refused(&of, "b: 3 where 2 are needed");
    let mut of = good();
    of.a = DMatrix::zeros(2, 3);
    assert_refused(&of, "columns of A: 3 where 2 are needed");
    let mut of = good();
    of.a[(1, 0)] = f64::NAN;
    assert_refused(&of, "element (1, 0) of A, counted from 0, is NaN, which is not a finite number");
    let mut of = good();
    of.b[1] = f64::INFINITY;
    assert_refused(&of, "element 1 of b, counted from 0, is inf, which is not a number that it may have");
    let mut of = good();
    of.a[(1, 0)] = 0.3;
    assert_refused(&of, "A is not symmetric: its element (1, 0), counted from 0, is 0.3, but (0, 1) is 0.2");
    let mut of = good();
    (of.a[(0, 1)], of.a[(1, 0)]) = (2.0, 2.0);
    let text = accelerations(&of).unwrap_err().to_string();
    assert!(text.starts_with("A is not positive semidefinite: in units in which"), "{text}");
}

#[test]
fn friction_that_does_not_exist_is_refused() {
    let named = |what: &str, value: &str, must: &str| {
        format!("{what} of contact 1, counted from 0, is {value}; it must be {must}")
    };
    assert_contact_refused(rolling(-0.1, LINE), &named("mu", "-0.1", "0 or more and finite"));
    assert_contact_refused(rolling(f64::NAN, LINE), &named("mu", "NaN", "0 or more and finite"));
    let positive = "above 0 and finite";
    let ellipsoid = |e_t, e_o, e_r| rolling(0.5, FrictionMap::Ellipsoid { e_t, e_o, e_r });
    assert_contact_refused(ellipsoid(0.0, 1.0, None), &named("e_t", "0.0", positive));
    assert_contact_refused(ellipsoid(1.0, -1.0, None), &named("e_o", "-1.0", positive));
    assert_contact_refused(ellipsoid(1.0, 1.0, Some(f64::INFINITY)), &named("e_r", "inf", positive));
    let mixed = FrictionMap::Mixed { e_t: 1.0, e_o: 1.0, e_r: f64::NAN };
    assert_contact_refused(rolling(0.5, mixed), &named("e_r", "NaN", positive));
}

#[test]
fn planes_that_do_not_enclose_zero_are_refused_with_the_free_direction() {
    let refused = |rows: &[[f64; 3]], [t, o, r]: [&str; 3]| {
        let planes = MatrixXx3::from_fn(rows.len(), |i, k| rows[i][k]);
        let text = format!(
            "the planes of contact 1, counted from 0, do not enclose 0: nothing limits friction along (t, o, r) = ({t}, \
             {o}, {r})"
        );
        assert_contact_refused(rolling(0.5, FrictionMap::Polyhedron { planes }), &text);
    };
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 4.0]];
    let minus = |p: [f64; 3]| p.map(|p| -p);
    refused(&[], ["1.0", "0.0", "0.0"]);
    refused(&[x, minus(x), y, minus(y)], ["0.0", "0.0", "1.0"]);
    refused(&[x, y, minus(y), z, minus(z)], ["-1.0", "0.0", "0.0"]);
    refused(&[x, minus(x), y, minus(y), z], ["0.0", "0.0", "-1.0"]);
}

#[test]
fn slip_that_contradicts_itself_is_refused() {
    let at_rest = "contact 1, counted from 0, slides with v = 0: at rest it is rolling";
    assert_contact_refused(sliding(0.5, LINE, [0.0; 3]), at_rest);
    let text = "contact 1, counted from 0, has no row o, but slides there with 0.1";
    assert_contact_refused(sliding(0.5, LINE, [1.0, 0.1, 0.0]), text);
    let point = FrictionMap::Ellipsoid { e_t: 1.0, e_o: 1.0, e_r: None };
    let text = "contact 1, counted from 0, has no row r, but slides there with 2.0";
    assert_contact_refused(sliding(0.5, point, [1.0, 0.1, 2.0]), text);
    let text = "v_t of contact 1, counted from 0, is NaN; it must be finite";
    assert_contact_refused(sliding(0.5, LINE, [f64::NAN, 0.0, 0.0]), text);
}

#[test]
fn bodies_without_inertia_are_refused() {
    let contacts = || DVector::from_row_slice(&[rolling(0.5, LINE)]);
    let refused = |mass: DMatrix<f64>, force: usize| {
        let j = DMatrix::identity(2, 2);
        ContactProblem::of_bodies(&j, &mass, &DVector::zeros(force), &DVector::zeros(2), contacts())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(refused(DMatrix::identity(2, 2), 3), "f: 3 where 2 are needed");
    assert_eq!(refused(DMatrix::identity(3, 3), 2), "rows of M: 3 where 2 are needed");
    let text = refused(DMatrix::zeros(2, 2), 2);
    assert!(text.starts_with("M is not positive definite"), "{text}");
}

#[test]
fn too_many_combinations_are_refused_with_their_number() {
    let of = |count: usize| ContactProblem {
        a: DMatrix::identity(2 * count, 2 * count),
        b: DVector::repeat(2 * count, -1.0),
        contacts: DVector::repeat(count, rolling(0.5, LINE)),
    };
    let text = "9 contacts; every combination of their states is tried for at most 8";
    assert_eq!(all_accelerations(&of(9), 1_000_000_000).unwrap_err().to_string(), text);
    let text = "64.0 combinations of states; at most 63 are tried: choose fewer planes or contacts";
    assert_eq!(all_accelerations(&of(3), 63).unwrap_err().to_string(), text);
    assert_eq!(all_accelerations(&of(3), 64).unwrap().tried, 64);
}
