//! Many contacts as one problem with cones, judged by a natural map of the tests' own.

pub mod natural_map;

use crate::common::noise;
use asperity::rigid::cones::{Dense, Solver};
use nalgebra::{DMatrix, DVector};
use natural_map::residual;

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
