//! No step without restitution gains energy.

use super::{Friction, Method, inverse_mass, iterated, once, solved, step_any};
use crate::common::noise;
use asperity::rigid::time_stepping::{Contact, System};
use nalgebra::{Const, DMatrix, DVector, Matrix3xX, U3};

const LAWS: [Friction; 4] = [
    Friction::Regularised { stiffness: f64::INFINITY, threshold: 0.3 },
    Friction::Regularised { stiffness: f64::INFINITY, threshold: 0.0 },
    Friction::Box,
    Friction::Polygonal { sides: 8 },
];

/// Work of the impulses is pᵀ·(u + ½·W·p): without forces it is what the kinetic energy changes by.
#[test]
fn impulses_at_one_contact_never_gain_energy() {
    let mut noise = noise();
    let mut touched = 0;
    for k in 0..100_000 {
        let coordinates = 1 + k % 5;
        let j = Matrix3xX::from_fn(coordinates, |_, _| noise());
        let u = &j * DVector::from_fn(coordinates, |_, _| noise());
        let w = &j * j.transpose();
        let w = (w + w.transpose()) * 0.5;
        let contact = Contact {
            mu: 1.0 + noise(),
            normal: 1e3 * (1.0 + noise()),
            friction: [1e3 * noise(), 1e3 * noise()],
            // at the start of the step, as it is without forces
            slip: [u[1], u[2]],
            ..Contact::default()
        };
        let law = LAWS[k % 4];
        let method: Method = if k / 4 % 2 == 0 { once(law) } else { iterated(law) };
        let system = System { w, free: u, h: 1e-3 };
        let p = solved::<U3, Const<10>>(&system, &[contact], &method).impulse;
        let work = p.dot(&(u + w * p * 0.5));
        let size = p.abs().dot(&u.abs()) + p.abs().dot(&(w.abs() * p.abs()));
        assert!(work <= 1e-12 * size, "case {k} {method:?}: {work:e} of {size:e}");
        touched += usize::from(p[0] > 0.0);
    }
    assert!(touched > 40_000, "{touched}");
}

/// The same with several contacts, redundant ones among them, and bilateral constraints.
#[test]
fn impulses_at_several_contacts_never_gain_energy() {
    let mut noise = noise();
    for k in 0..2_000 {
        let (contacts, bilateral) = (1 + k % 4, k / 4 % 3);
        let (rows, coordinates) = (3 * contacts + bilateral, 3 + k % 6);
        let j = DMatrix::from_fn(rows, coordinates, |_, _| noise());
        let mut v = DVector::from_fn(coordinates, |_, _| noise());
        if bilateral > 0 {
            // what is joined moves as it may
            let a = j.rows(3 * contacts, bilateral).into_owned();
            let joined = (&a * a.transpose()).lu().solve(&(&a * &v)).unwrap();
            v -= a.transpose() * joined;
        }
        let u = &j * &v;
        let w = inverse_mass(&j, &DMatrix::identity(coordinates, coordinates));
        let met: Vec<_> = (0..contacts)
            .map(|c| Contact {
                mu: 0.5 * (1.0 + noise()),
                normal: 1e3 * (1.0 + noise()),
                slip: [u[3 * c + 1], u[3 * c + 2]],
                ..Contact::default()
            })
            .collect();
        let law = LAWS[k % 4];
        let p = step_any(&System { w: w.clone(), free: u.clone(), h: 1e-3 }, &met, &once(law)).impulse;
        let work = p.dot(&(&u + &w * &p * 0.5));
        let size = p.abs().dot(&u.abs()) + p.abs().dot(&(w.abs() * p.abs()));
        assert!(work <= 1e-11 * size, "case {k} {law:?}: {work:e} of {size:e}");
    }
}

/// Bristles of finite stiffness give back no more than they hold, ½|λ_T|²/k_T: while sticking, kinetic and stored
/// energy fall together.
#[test]
fn bristles_that_stick_give_back_no_more_than_they_hold() {
    let mut noise = noise();
    for k in 0..20_000 {
        let k_t = 10f64.powi(k % 7);
        let j = Matrix3xX::from_fn(4, |_, _| noise());
        let u = &j * DVector::from_fn(4, |_, _| noise());
        let w = &j * j.transpose();
        let w = (w + w.transpose()) * 0.5;
        let (mu, normal) = (1.0 + noise(), 1e2 * (1.0 + noise()));
        // held below the bound
        let (a, b) = (mu * normal * noise(), mu * normal * noise());
        let friction = [a * 0.7, b * 0.7];
        let contact = Contact { mu, normal, friction, slip: [u[1], u[2]], ..Contact::default() };
        let law = Friction::Regularised { stiffness: k_t, threshold: f64::MAX };
        let h = 0.1;
        let p = solved::<U3, Const<10>>(&System { w, free: u, h }, &[contact], &once(law)).impulse;
        let stored = |x: f64, y: f64| 0.5 * (x * x + y * y) / k_t;
        let work = p.dot(&(u + w * p * 0.5));
        let gain = work + stored(p[1] / h, p[2] / h) - stored(friction[0], friction[1]);
        let size = p.abs().dot(&u.abs()) + p.abs().dot(&(w.abs() * p.abs())) + stored(friction[0], friction[1]);
        assert!(gain <= 1e-12 * size, "case {k}: {gain:e} of {size:e}");
    }
}
