//! The conditions [PT96 (i), (ii), (iii)′, (iv)′], written down once more and without the code under test.

use super::*;
use crate::common::random::Random;
use asperity::rigid::acceleration::ContactSolution;
use nalgebra::{Matrix3, MatrixXx3};

fn excess(planes: &MatrixXx3<f64>, y: &Vector3<f64>) -> f64 {
    planes.row_iter().map(|p| p[0] * y[0] + p[1] * y[1] + p[2] * y[2]).fold(0.0, f64::max)
}

/// The least τ with c in F(τ).
pub fn size(map: &FrictionMap, c: &Vector3<f64>) -> f64 {
    match map {
        FrictionMap::Line => c[0].abs(),
        FrictionMap::Ellipsoid { e_t, e_o, e_r } => {
            let r = e_r.map_or(0.0, |e_r| c[2] / e_r);
            ((c[0] / e_t).powi(2) + (c[1] / e_o).powi(2) + r * r).sqrt()
        }
        FrictionMap::Mixed { e_t, e_o, e_r } => (c[0] / e_t).hypot(c[1] / e_o).max((c[2] / e_r).abs()),
        FrictionMap::Polyhedron { planes } => excess(planes, c),
    }
}

/// Extent of F(1) along each axis.
fn extents(map: &FrictionMap) -> Vector3<f64> {
    match map {
        FrictionMap::Line => Vector3::repeat(1.0),
        FrictionMap::Ellipsoid { e_t, e_o, e_r } => Vector3::new(*e_t, *e_o, e_r.unwrap_or(1.0)),
        FrictionMap::Mixed { e_t, e_o, e_r } => Vector3::new(*e_t, *e_o, *e_r),
        FrictionMap::Polyhedron { planes } => Vector3::from_fn(|k, _| {
            1.0 / excess(planes, &Vector3::ith(k, 1.0)).max(excess(planes, &-Vector3::ith(k, 1.0)))
        }),
    }
}

/// The greatest σ·y over y in F(1), in closed form; that of a polyhedron is taken by one of its corners.
fn support(map: &FrictionMap, sigma: &Vector3<f64>) -> f64 {
    match map {
        FrictionMap::Line => sigma[0].abs(),
        FrictionMap::Ellipsoid { e_t, e_o, e_r } => {
            sigma.component_mul(&Vector3::new(*e_t, *e_o, e_r.unwrap_or(0.0))).norm()
        }
        FrictionMap::Mixed { e_t, e_o, e_r } => (sigma[0] * e_t).hypot(sigma[1] * e_o) + (sigma[2] * e_r).abs(),
        FrictionMap::Polyhedron { planes } => corners(planes).map(|y| sigma.dot(&y)).fold(0.0, f64::max),
    }
}

/// Where three planes p·y = 1 meet and no other cuts the point off, which rounding may do by 1e-12.
fn corners(planes: &MatrixXx3<f64>) -> impl Iterator<Item = Vector3<f64>> {
    let count = planes.nrows();
    let threes = (0..count).flat_map(move |i| (i + 1..count).flat_map(move |j| (j + 1..count).map(move |k| [i, j, k])));
    threes.filter_map(move |three| {
        let rows = Matrix3::from_rows(&three.map(|row| planes.row(row).into_owned()));
        let y = rows.try_inverse()? * Vector3::repeat(1.0);
        (excess(planes, &y) <= 1.0 + 1e-12).then_some(y)
    })
}

/// Largest violation of a condition as a fraction of its terms.
pub fn violation(problem: &ContactProblem, c: &DVector<f64>) -> f64 {
    let a = &problem.a * c + &problem.b;
    let terms = problem.a.abs() * c.abs() + problem.b.abs();
    let (mut worst, mut first) = (0.0_f64, 0);
    // in units in which friction has no dimension
    let mut largest_force = 0.0_f64;
    let mut largest_acceleration = 0.0_f64;
    for contact in problem.contacts.iter() {
        let e = extents(&contact.map);
        largest_force = largest_force.max(c[first].abs());
        largest_acceleration = largest_acceleration.max(terms[first]);
        for k in 1..contact.map.rows() {
            largest_force = largest_force.max((c[first + k] / e[k - 1]).abs());
            largest_acceleration = largest_acceleration.max(terms[first + k] * e[k - 1]);
        }
        first += contact.map.rows();
    }
    if largest_acceleration == 0.0 {
        return 0.0;
    }
    first = 0;
    for contact in problem.contacts.iter() {
        let (c_n, a_n) = (c[first], a[first]);
        worst = worst.max(-c_n / largest_force).max(-a_n / largest_acceleration);
        if c_n > 0.0 && largest_force > 0.0 {
            worst = worst.max((c_n / largest_force).min(a_n / largest_acceleration));
        }
        let part = |of: &DVector<f64>| {
            Vector3::from_fn(|k, _| if k + 1 < contact.map.rows() { of[first + 1 + k] } else { 0.0 })
        };
        let (c_t, a_t) = (part(c), part(&a));
        let tau = contact.mu * c_n;
        if largest_force > 0.0 {
            worst = worst.max((size(&contact.map, &c_t) - tau) / largest_force);
        }
        let (sigma, per) = match contact.motion {
            ContactMotion::Sliding { v } => (v, v.component_mul(&extents(&contact.map)).amax()),
            ContactMotion::Rolling => (a_t, largest_acceleration),
        };
        // no friction in F(τ) takes more work than this one
        if largest_force > 0.0 {
            worst = worst.max((sigma.dot(&c_t) + tau * support(&contact.map, &-sigma)) / (per * largest_force));
        }
        // friction of the greatest work is at the limit where there is something to resist
        if sigma.component_mul(&extents(&contact.map)).amax() > 1e-6 * per && tau > 0.0 {
            worst = worst.max((tau - size(&contact.map, &c_t)) / largest_force);
        }
        first += contact.map.rows();
    }
    worst
}

#[track_caller]
pub fn assert_solution(problem: &ContactProblem, solution: &ContactSolution) {
    let found = violation(problem, &solution.c);
    let a = &problem.a * &solution.c + &problem.b;
    assert!((a - &solution.a).amax() <= 1e-12 * (solution.a.amax() + problem.b.amax()), "{solution:?}");
    assert!(found <= 1e-10 && solution.residual <= 1e-12, "violation {found:e}: {problem:?}\n{solution:?}");
}

/// Points on the limit, in 3000 directions, against the closed forms: none is beyond, and the nearest is as near as the directions lie close.
#[test]
fn greatest_work_is_that_of_the_points_on_the_limit() {
    let mut random = Random(3);
    for rows in [1, 2, 3, 3, 3, 3] {
        let maps = [
            FrictionMap::Ellipsoid { e_t: 0.5, e_o: 2.0, e_r: Some(0.3) },
            FrictionMap::Mixed { e_t: 0.5, e_o: 2.0, e_r: 0.3 },
            random::polyhedron(&mut random),
        ];
        let plane = [LINE, FrictionMap::Ellipsoid { e_t: 0.5, e_o: 2.0, e_r: None }];
        for map in maps.iter().filter(|_| rows == 3).chain(plane.get(rows - 1)) {
            let within = |y: Vector3<f64>| Vector3::from_fn(|k, _| if k < rows { y[k] } else { 0.0 });
            let sigma = within(random.direction());
            let on_limit = (0..3000).map(|_| {
                let y = within(random.direction()).component_mul(&extents(map));
                sigma.dot(&(y / size(map, &y)))
            });
            let (found, exact) = (on_limit.fold(0.0, f64::max), support(map, &sigma));
            assert!(found <= exact * (1.0 + 1e-12) && found >= 0.9 * exact, "{map:?}, {sigma:?}: {found} of {exact}");
        }
    }
}

/// Without friction a block that is pressed rests: c_n = −b_n, and nothing else is a solution.
#[test]
fn judge_tells_solutions_from_others() {
    let of = problem([[1.0, 0.0], [0.0, 2.0]], [-4.0, 1.0], &[rolling(0.5, LINE)]);
    let violation = |c: [f64; 2]| violation(&of, &DVector::from_row_slice(&c));
    assert!(violation([4.0, -0.5]) <= 1e-15);
    for wrong in [[4.0, 0.5], [4.0, 0.0], [4.0, -2.5], [3.0, -0.5], [5.0, -0.5], [-1.0, 0.0], [0.0, 0.0]] {
        assert!(violation(wrong) > 1e-2, "{wrong:?}: {}", violation(wrong));
    }
}
