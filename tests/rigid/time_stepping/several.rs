//! Several bodies: stacked blocks by hand, and bilateral constraints against generalised coordinates.

use super::{Friction, G, LAWS, RIGID, inverse_mass, iterated, once, solved, step_any};
use crate::common::noise;
use crate::cones::natural_map::residual;
use asperity::rigid::complementarity::Status;
use asperity::rigid::time_stepping::{Contact, System, advance};
use nalgebra::{Const, DMatrix, DVector, Dyn, SMatrix, SVector};

/// The lower block is pulled: both move as one up to μ₂·g, beyond it each as its own friction lets it.
#[test]
fn pulled_block_takes_along_what_lies_on_it() {
    let (m1, m2, mu1, mu2, h) = (2.0, 1.0, 0.2, 0.3, 1e-3);
    // x, y, z of the lower block, then of the upper one; rows normal, x, y of ground–lower, then of lower–upper
    let mut j = DMatrix::zeros(6, 6);
    for (row, axis) in [(0, 2), (1, 0), (2, 1)] {
        j[(row, axis)] = 1.0;
        (j[(row + 3, axis + 3)], j[(row + 3, axis)]) = (1.0, -1.0);
    }
    let m = DMatrix::from_diagonal(&DVector::from_row_slice(&[m1, m1, m1, m2, m2, m2]));
    let held = mu1 * (m1 + m2) * G;
    for law in [RIGID, Friction::Box, Friction::Polygonal { sides: 4 }] {
        for pull in [0.9 * held, held + 0.8 * mu2 * G * (m1 + m2), held + 2.0 * mu2 * G * (m1 + m2)] {
            let slips = pull > held + mu2 * G * (m1 + m2);
            let together = ((pull - held) / (m1 + m2)).max(0.0);
            let [a1, a2] = if slips { [(pull - held - mu2 * m2 * G) / m1, mu2 * G] } else { [together, together] };
            let mut v = DVector::zeros(6);
            let mut contacts = [mu1, mu2].map(|mu| Contact { mu, ..Contact::default() });
            let steps = 300;
            for _ in 0..steps {
                let applied = DVector::from_row_slice(&[pull / m1, 0.0, -G, 0.0, 0.0, -G]) * h;
                let free = &j * (&v + &applied);
                let system = System { w: inverse_mass(&j, &m), free, h };
                let step = step_any(&system, &contacts, &iterated(law));
                v += applied + m.clone().try_inverse().unwrap() * j.transpose() * &step.impulse;
                for (k, contact) in contacts.iter_mut().enumerate() {
                    *contact = step.next(k, contact, h);
                }
            }
            let t = f64::from(steps) * h;
            let off = [v[0] - a1 * t, v[3] - a2 * t, v[1], v[2], v[4], v[5]];
            assert!(off.iter().all(|off| off.abs() < 1e-11), "{law:?} {pull}: {off:?}");
            let normal = contacts.map(|contact| contact.normal);
            assert!((normal[0] - (m1 + m2) * G).abs() < 1e-8 && (normal[1] - m2 * G).abs() < 1e-8, "{normal:?}");
        }
    }
}

/// A joined system, once with rows of constraints and once with its own coordinates v = N·y, N spanning what the
/// constraints leave: the same velocities, the same forces.
#[test]
fn bilateral_rows_do_what_generalised_coordinates_do() {
    let mut noise = noise();
    for k in 0..400 {
        let (contacts, bilateral) = (1 + k % 2, 1 + k / 2 % 3);
        let coordinates = 3 * contacts + bilateral + 1;
        let rows = 3 * contacts;
        let j = DMatrix::from_fn(rows, coordinates, |_, _| noise());
        let a = DMatrix::from_fn(bilateral, coordinates, |_, _| noise());
        let root = DMatrix::from_fn(coordinates, coordinates, |_, _| noise());
        let m = &root * root.transpose() + DMatrix::identity(coordinates, coordinates);
        let free = DVector::from_fn(coordinates, |_, _| noise());
        // given rates of the constraints, eq. (2)
        let given = DVector::from_fn(bilateral, |_, _| if k % 3 == 0 { noise() } else { 0.0 });
        let h = 1e-2;
        let met: Vec<_> = (0..contacts)
            .map(|_| Contact {
                mu: 0.3 * (1.0 + noise()),
                normal: 100.0 * (1.0 + noise()),
                friction: [50.0 * noise(), 50.0 * noise()],
                slip: [noise(), noise()],
                ..Contact::default()
            })
            .collect();

        let mut all = DMatrix::zeros(rows + bilateral, coordinates);
        all.rows_mut(0, rows).copy_from(&j);
        all.rows_mut(rows, bilateral).copy_from(&a);
        let mut u = &all * &free;
        u.rows_mut(rows, bilateral).zip_apply(&given, |u, given| *u -= given);
        let inverse = m.clone().try_inverse().unwrap();
        let system = System { w: inverse_mass(&all, &m), free: u, h };

        // columns of N: eigenvectors of AᵀA without a value; v = v₀ + N·y with the v₀ that A·v₀ = given asks for
        let eigen = (a.transpose() * &a).symmetric_eigen();
        let mut order: Vec<_> = (0..coordinates).collect();
        order.sort_by(|p, q| eigen.eigenvalues[*p].total_cmp(&eigen.eigenvalues[*q]));
        let left: Vec<_> = order[..coordinates - bilateral].iter().map(|c| eigen.eigenvectors.column(*c)).collect();
        let n = DMatrix::from_columns(&left);
        let v0 = a.transpose() * (&a * a.transpose()).lu().solve(&given).unwrap();
        let m_y = n.transpose() * &m * &n;
        let free_y = m_y.clone().try_inverse().unwrap() * n.transpose() * &m * (&free - &v0);
        let j_y = &j * &n;
        let reduced = System { w: inverse_mass(&j_y, &m_y), free: &j_y * &free_y + &j * &v0, h };

        for law in LAWS {
            let full = step_any(&system, &met, &once(law));
            let own = step_any(&reduced, &met, &once(law));
            let v = &free + &inverse * all.transpose() * &full.impulse;
            let v_own = &v0 + &n * (&free_y + m_y.clone().try_inverse().unwrap() * j_y.transpose() * &own.impulse);
            // inverses of matrices of a condition up to 1e4
            assert!((&v - &v_own).norm() < 1e-9 * (1.0 + v.norm()), "case {k} {law:?}: {v} {v_own}");
            let forces = (full.impulse.rows(0, rows) - own.impulse.rows(0, rows)).norm();
            assert!(forces < 1e-8 * (1.0 + own.impulse.norm()), "case {k} {law:?}: {forces:e}");
            assert!((&a * v - &given).norm() < 1e-10, "case {k} {law:?}");
        }
    }
}

/// Several contacts that stick, coupled with each other: each holds at most μ·p_n, and what gives way slips against its
/// force.
#[test]
fn sticking_contacts_hold_mu_times_their_forces_in_every_direction() {
    let (h, stiffness) = (1e-3, 1e5);
    let law = Friction::Regularised { stiffness, threshold: 1.0 };
    for (contacts, coordinates) in [(2, 6), (2, 12), (4, 6), (4, 24)] {
        let mut noise = noise();
        let (mut yields, mut missed) = (0, 0);
        let cases = 300;
        for case in 0..cases {
            let j = DMatrix::from_fn(3 * contacts, coordinates, |_, _| noise());
            let w = inverse_mass(&j, &DMatrix::identity(coordinates, coordinates));
            let free = &j * DVector::from_fn(coordinates, |_, _| noise());
            let mu = 0.2 * (1.0 + noise());
            let met: Vec<_> = (0..contacts)
                .map(|_| Contact {
                    mu,
                    normal: 200.0 * (1.0 + noise()),
                    friction: [100.0 * noise(), 100.0 * noise()],
                    slip: [0.1 * noise(), 0.1 * noise()],
                    ..Contact::default()
                })
                .collect();
            let system = System { w: w.clone(), free: free.clone(), h };
            let step = advance::<Dyn, Dyn>(&system, &met, &iterated(law)).unwrap();
            if step.status != Status::Solved {
                missed += 1;
                continue;
            }
            let (p, u) = (&step.impulse, &w * &step.impulse + &free);
            // a step counts as solved up to 1e-8 of the velocities without impulses, those of the bristles among them
            let size = free.norm() + (contacts as f64).sqrt() * 200.0 / (h * stiffness);
            let (slack, force_slack) = (1e-8 * size, 1e-8 * size / w.diagonal().min());
            for (k, contact) in met.iter().enumerate() {
                let what = format!("{contacts} contacts, {coordinates} coordinates, case {case}, contact {k}");
                let pressed = p[3 * k];
                let [px, py] = [p[3 * k + 1], p[3 * k + 2]];
                let force = px.hypot(py);
                let [x, y] = [0, 1].map(|axis| {
                    let row = 3 * k + 1 + axis;
                    u[row] + (p[row] / h - contact.friction[axis]) / (h * stiffness)
                });
                assert!(pressed >= 0.0 && u[3 * k] >= -slack, "{what}: {:e}", u[3 * k]);
                assert!(force <= mu * pressed + force_slack, "{what}: {force:e} of {pressed:e}");
                if force < mu * pressed - 2.0 * force_slack {
                    assert!(x.hypot(y) <= slack, "{what}: {x:e} {y:e}");
                } else if force > 1e-3 * p.amax() {
                    yields += 1;
                    assert!(x * px + y * py <= slack * force, "{what}: pushes on");
                    // λ·|p − p'| ≤ slack, p' in the direction of p − u/λ: |p × u| ≤ slack·|p − u/λ|, λ at least W_nn
                    let reach = force + x.hypot(y) / w[(3 * k, 3 * k)];
                    assert!((x * py - y * px).abs() <= slack * reach, "{what}: aside");
                }
            }
        }
        // none is missed here; the last bits of W depend on the processor
        assert!(yields > cases / 2 && missed <= 1, "{yields} yield, {missed} missed");
    }
}

/// Random steps of one body with rigid bristles. By the natural map of the tests' own: what is called solved is solved.
#[test]
fn what_is_called_solved_meets_coulombs_law() {
    for contacts in [1, 2, 3, 4, 8, 16] {
        let (mut noise, mut missed) = (noise(), 0);
        for case in 0..300 {
            let j = DMatrix::from_fn(3 * contacts, 6, |_, _| noise());
            let w = &j * j.transpose();
            let free = &j * DVector::from_fn(6, |_, _| noise());
            let mu = 0.5 * (1.0 + noise());
            let met = vec![Contact { mu, ..Contact::default() }; contacts];
            let system = System { w: w.clone(), free: free.clone(), h: 1e-2 };
            let step = advance::<Dyn, Dyn>(&system, &met, &iterated(RIGID)).unwrap();
            if step.status != Status::Solved {
                missed += 1;
                continue;
            }
            let judged = residual(&w, &free, &vec![mu; contacts], &step.impulse);
            // what counts as solved, and the rounding of another largest eigenvalue
            assert!(judged <= 1.00001e-8, "{contacts} contacts, case {case}: {judged:e}, called {:e}", step.residual);
        }
        assert!(missed <= 1, "{contacts} contacts: {missed} of 300 missed");
    }
}

/// Two contacts that press a body from both sides into less room than it has: nobody can solve that, with any friction.
#[test]
fn bodies_that_are_squeezed_have_no_solution_and_it_is_said() {
    let mut w = DMatrix::zeros(6, 6);
    for k in 0..3 {
        (w[(k, k)], w[(k + 3, k + 3)]) = (1.0, 1.0);
        (w[(k, k + 3)], w[(k + 3, k)]) = (-1.0, -1.0);
    }
    for (mu, gap) in [(0.0, 0.1), (0.5, 0.1), (0.5, 1e-3)] {
        let squeezed = Contact { mu, least: gap, ..Contact::default() };
        let free = DVector::from_row_slice(&[0.3, 0.1, 0.0, -0.3, -0.1, 0.0]);
        let system = System { w: w.clone(), free, h: 1e-2 };
        let step = advance::<Dyn, Dyn>(&system, &[squeezed; 2], &iterated(RIGID)).unwrap();
        assert_eq!(step.status, Status::NoSolution, "{mu} {gap}: residual {:e}", step.residual);
        let loose = Contact { mu, least: -gap, ..Contact::default() };
        let step = advance::<Dyn, Dyn>(&system, &[loose; 2], &iterated(RIGID)).unwrap();
        assert_eq!(step.status, Status::Solved, "{mu} {gap}: residual {:e}", step.residual);
    }
}

/// A rod joins two blocks of different friction: both are braked by the mean, and the rod carries the difference.
#[test]
fn rod_between_sliding_blocks_carries_their_difference_of_friction() {
    let (m1, m2, mu1, mu2, h) = (2.0, 3.0, 0.1, 0.5, 1e-3);
    for law in [RIGID, Friction::Box, Friction::Polygonal { sides: 8 }] {
        // rows normal, x, y of each, then x₂ − x₁
        let mut w = SMatrix::<f64, 7, 7>::zeros();
        (0..3).for_each(|k| (w[(k, k)], w[(k + 3, k + 3)]) = (1.0 / m1, 1.0 / m2));
        (w[(1, 6)], w[(6, 1)], w[(4, 6)], w[(6, 4)], w[(6, 6)]) =
            (-1.0 / m1, -1.0 / m1, 1.0 / m2, 1.0 / m2, 1.0 / m1 + 1.0 / m2);
        let v = 1.0;
        let free = SVector::<f64, 7>::from([-G * h, v, 0.0, -G * h, v, 0.0, 0.0]);
        let contacts = [mu1, mu2].map(|mu| Contact { mu, slip: [v, 0.0], ..Contact::default() });
        // 2·(2 + 8) unknowns
        let step = solved::<Const<7>, Const<20>>(&System { w, free, h }, &contacts, &iterated(law));
        let braked = (mu1 * m1 + mu2 * m2) * G / (m1 + m2);
        let rod = m1 * braked - mu1 * m1 * G;
        assert!((step.velocity[1] - v + braked * h).abs() < 1e-14, "{law:?}: {}", step.velocity);
        assert!(step.velocity[6].abs() < 1e-14, "{law:?}: {}", step.velocity);
        // on the second block it acts forwards
        assert!((step.impulse[6] / h - rod).abs() < 1e-10, "{law:?}: {} for {rod}", step.impulse[6] / h);
    }
}

/// Without contacts the rows are constraints alone.
#[test]
fn system_of_constraints_alone_is_a_linear_system() {
    let w = DMatrix::from_row_slice(2, 2, &[2.0, 1.0, 1.0, 3.0]);
    let system = System::<Dyn> { w, free: DVector::from_row_slice(&[4.0, 7.0]), h: 0.1 };
    for law in LAWS {
        let p = step_any(&system, &[], &once(law)).impulse;
        assert!((p - DVector::from_row_slice(&[-1.0, -2.0])).norm() < 1e-14, "{law:?}");
    }
}

/// A constraint between bodies that are held, W_rr = 0, changes nothing for those after it.
#[test]
fn constraint_that_moves_nothing_leaves_the_others_alone() {
    let w = DMatrix::from_diagonal(&DVector::from_row_slice(&[0.0, 2.0]));
    let system = System::<Dyn> { w, free: DVector::from_row_slice(&[0.0, 4.0]), h: 0.1 };
    for law in LAWS {
        let step = step_any(&system, &[], &once(law));
        assert!((step.impulse[1] + 2.0).abs() < 1e-14 && step.velocity.amax() < 1e-14, "{law:?}: {step:?}");
    }
}
