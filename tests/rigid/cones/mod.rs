//! Many contacts as one problem with cones, judged by a natural map of the tests' own.

use crate::common::noise;
use asperity::rigid::cones::{Dense, Solver};
use nalgebra::{DMatrix, DVector, Matrix3, Vector3};

/// ‖λ·(p − Π_K(p − û/λ))‖/‖q‖.
fn residual(w: &DMatrix<f64>, q: &DVector<f64>, mu: &[f64], p: &DVector<f64>) -> f64 {
    let u = w * p + q;
    let mut sum = 0.0;
    for (k, &mu) in mu.iter().enumerate() {
        let block: Matrix3<f64> = w.fixed_view::<3, 3>(3 * k, 3 * k).into();
        let scale = block.symmetric_eigen().eigenvalues.max();
        let (u, p) = (u.fixed_rows::<3>(3 * k), Vector3::from(p.fixed_rows::<3>(3 * k)));
        let x = p - Vector3::new(u[0] + mu * u[1].hypot(u[2]), u[1], u[2]) / scale;
        let aside = x[1].hypot(x[2]);
        let near = match () {
            () if aside <= mu * x[0] => x,
            () if mu * aside <= -x[0] => Vector3::zeros(),
            () => Vector3::new(1.0, mu * x[1] / aside, mu * x[2] / aside) * ((x[0] + mu * aside) / (1.0 + mu * mu)),
        };
        sum += (scale * (p - near)).norm_squared();
    }
    sum.sqrt() / q.norm()
}

#[test]
fn random_contacts_of_one_body_meet_coulombs_law() {
    for contacts in [1, 2, 3, 4, 8, 16] {
        let (mut noise, mut missed) = (noise(), 0);
        let mut solver = Solver::new(contacts, 3 * contacts);
        for _ in 0..1000 {
            let j = DMatrix::from_fn(3 * contacts, 6, |_, _| noise());
            let (w, q) = (&j * j.transpose(), &j * DVector::from_fn(6, |_, _| noise()));
            let mu = 0.5 * (1.0 + noise());
            let mut p = DVector::zeros(3 * contacts);
            let dense = Dense::new(w.as_slice(), 3 * contacts, contacts).unwrap();
            let found = solver.solve(&dense, q.as_slice(), &vec![mu; contacts], p.as_mut_slice(), 1e-12).unwrap();
            let judged = residual(&w, &q, &vec![mu; contacts], &p);
            assert!((judged - found.residual).abs() <= 1e-3 * judged + 1e-12, "{judged:e} {found:?}");
            missed += usize::from(judged > 1e-8);
        }
        assert!(missed <= 1, "{contacts} contacts: {missed} of 1000 missed");
    }
}

#[test]
fn one_contact_parts_sticks_or_slides_by_closed_forms() {
    let w = DMatrix::<f64>::identity(3, 3) * 0.5;
    // m = 2: it parts; p = −m·q; p_n = −m·q_n, friction μ·p_n against the slip
    for (q, expected) in
        [([1.0, 2.0, 0.0], [0.0; 3]), ([-1.0, 0.2, 0.1], [2.0, -0.4, -0.2]), ([-1.0, 3.0, 4.0], [2.0, -0.6, -0.8])]
    {
        let mut p = [0.0; 3];
        let dense = Dense::new(w.as_slice(), 3, 1).unwrap();
        Solver::new(1, 3).solve(&dense, &q, &[0.5], &mut p, 1e-14).unwrap();
        assert!(p.iter().zip(expected).all(|(p, e)| (p - e).abs() < 1e-13), "{q:?}: {p:?}");
    }
}

/// Problems that others met, which are no part of the project, as the folder ASPERITY_FCLIB has them: the number of contacts, W row by row, q and μ, one number a line.
#[test]
#[ignore = "reads a folder that ASPERITY_FCLIB names"]
fn problems_of_others_meet_coulombs_law() {
    let folder = std::env::var("ASPERITY_FCLIB").expect("ASPERITY_FCLIB names the folder of the problems");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let numbers: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let contacts = numbers[0] as usize;
        let n = 3 * contacts;
        let w = DMatrix::from_row_slice(n, n, &numbers[1..][..n * n]);
        let q = DVector::from_row_slice(&numbers[1 + n * n..][..n]);
        let mu = &numbers[1 + n * n + n..][..contacts];
        let mut p = DVector::zeros(n);
        let start = std::time::Instant::now();
        let dense = Dense::new(w.as_slice(), n, contacts).unwrap();
        let found = Solver::new(contacts, n).solve(&dense, q.as_slice(), mu, p.as_mut_slice(), 1e-12).unwrap();
        let judged = residual(&w, &q, mu, &p);
        println!("{}: {contacts} contacts, {judged:.1e}, {:?}, {found:?}", path.display(), start.elapsed());
        assert!(judged <= 1e-8, "{}: {judged:e}", path.display());
        count += 1;
    }
    assert!(count > 0, "no problem is there");
}
