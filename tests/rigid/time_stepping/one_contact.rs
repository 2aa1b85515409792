//! One contact, any W: whether the answer is what the law asks for, by the definitions written out once more.

use super::{Friction, M3, Method, U3, V3, iterated, once, solved, step3};
use crate::common::noise;
use asperity::rigid::time_stepping::{Contact, System};
use nalgebra::{Const, DMatrix, DVector, Dyn, Matrix3xX};
use std::f64::consts::{PI, TAU};

const CASES: usize = 20_000;
/// Residuals are solved for to 1e-12 of the terms they consist of.
const ROUNDING: f64 = 1e-11;

/// Every `part`-th of the cases, whatever repeats in them.
fn some_cases(part: usize) -> impl Iterator<Item = (usize, Case)> {
    cases().enumerate().filter(move |(k, _)| k / 420 % part == 0)
}

/// A contact of a system of up to 4 coordinates, moving in any way: with fewer than 3 of them W is singular.
struct Case {
    system: System<U3>,
    contact: Contact,
    is_definite: bool,
}

fn cases() -> impl Iterator<Item = Case> {
    let mut noise = noise();
    (0..CASES).map(move |k| {
        let coordinates = 1 + k % 4;
        let scale = 10f64.powi((k / 4 % 13) as i32 - 6);
        let j = Matrix3xX::from_fn(coordinates, |_, _| noise()) * scale.sqrt();
        let v = DVector::from_fn(coordinates, |_, _| noise()) * (3.0 / scale.sqrt());
        let w = &j * j.transpose();
        let w = (w + w.transpose()) * 0.5;
        // half of them approach
        let free = &j * v;
        let h = 1e-3;
        let force = 2.0 / (scale * h);
        let contact = Contact {
            mu: if k % 7 == 0 { 0.0 } else { 0.8 * (1.0 + noise()) },
            least: 0.0,
            normal: if k % 5 == 0 { 0.0 } else { force * (1.0 + noise()) },
            friction: [force * noise(), force * noise()],
            slip: if k % 3 == 0 { [0.0; 2] } else { [noise(), noise()] },
        };
        // at a condition of 1e6 an enumeration keeps too few digits
        let eigenvalues = w.symmetric_eigenvalues();
        let is_definite = coordinates > 2 && eigenvalues.min() > 1e-4 * eigenvalues.max();
        Case { system: System { w, free, h }, contact, is_definite }
    })
}

/// Size of what u and p consist of.
fn sizes(system: &System<U3>, p: &V3, reach: f64) -> (f64, f64) {
    let u = system.free.abs().max() + (system.w.abs() * p.abs()).max();
    (u, p.abs().max() + reach)
}

#[track_caller]
fn assert_normal(system: &System<U3>, contact: &Contact, p: &V3, u: &V3, what: &str) {
    let (size_u, size_p) = sizes(system, p, 0.0);
    let parts = u[0] - contact.least;
    assert!(p[0] >= 0.0, "{what}: pulls with {:e}", p[0]);
    assert!(parts >= -ROUNDING * size_u, "{what}: approaches with {parts:e}");
    assert!(p[0] * parts <= ROUNDING * size_u * size_p, "{what}: pushes what parts");
}

/// Eq. (28) for one component with the slack σ.
#[track_caller]
fn assert_bounds(p: f64, sigma: f64, reach: f64, size: f64, what: &str) {
    assert!(p.abs() <= reach * (1.0 + ROUNDING), "{what}: {p:e} beyond {reach:e}");
    if p >= reach * (1.0 - ROUNDING) && p <= -reach * (1.0 - ROUNDING) {
        return;
    }
    let wrong = if p >= reach * (1.0 - ROUNDING) {
        sigma
    } else if p <= -reach * (1.0 - ROUNDING) {
        -sigma
    } else {
        sigma.abs()
    };
    assert!(wrong <= ROUNDING * size, "{what}: {p:e} of {reach:e} with a slack of {sigma:e}");
}

/// Velocities by a product of its own.
fn velocity(system: &System<U3>, p: &V3) -> V3 {
    V3::from_fn(|i, _| system.free[i] + (0..3).map(|j| system.w[(i, j)] * p[j]).sum::<f64>())
}

/// σ and force of both components along the turned tangents, eqs. (13), (16), (25)–(27), (29), written in forces.
fn turned_slack(contact: &Contact, h: f64, k_t: f64, v_th: f64, lambda_n: f64, p: &V3, u: &V3) -> [(f64, f64); 2] {
    let slip = contact.slip[0].hypot(contact.slip[1]);
    let held = contact.friction[0].hypot(contact.friction[1]);
    let slides = slip > v_th;
    let e = if slides {
        [contact.slip[0] / slip, contact.slip[1] / slip]
    } else if held > 0.0 {
        [-contact.friction[0] / held, -contact.friction[1] / held]
    } else {
        [1.0, 0.0]
    };
    let along = |x: f64, y: f64| [x * e[0] + y * e[1], -x * e[1] + y * e[0]];
    let ([p1, p2], [u1, u2]) = (along(p[1], p[2]), along(u[1], u[2]));
    let before = if slides { -contact.mu * lambda_n } else { -held };
    let sigma_1 = u1 + (p1 / h - before) / (h * k_t);
    let b_mu = contact.mu * lambda_n / slip;
    let across = match slides {
        // without a bound above 0 the viscosity plays no part
        true if b_mu == 0.0 => u2,
        true => u2 + p2 / h / b_mu,
        false => u2 + p2 / h / (h * k_t),
    };
    [(sigma_1, p1), (across, p2)]
}

/// Of all 2·3·3 combinations of bounds those that fit, by a linear system each: w = m·p + q, |p_t| ≤ reach.
fn enumerated(m: &M3, q: &V3, reach: f64) -> Vec<V3> {
    let mut found = Vec::new();
    for place in 0..18 {
        let places = [place % 2, place / 2 % 3, place / 6];
        let mut a = M3::identity();
        let mut b = V3::zeros();
        for k in 0..3 {
            match (k, places[k]) {
                (_, 0) => {
                    a.set_row(k, &m.row(k));
                    b[k] = -q[k];
                }
                (0, _) => (),
                (_, 1) => b[k] = reach,
                _ => b[k] = -reach,
            }
        }
        let p = a.lu().solve(&b).unwrap();
        let w = m * p + q;
        let (size_w, size_p) = ((m.abs() * p.abs() + q.abs()).max(), p.abs().max() + reach);
        let fits = (0..3).all(|k| {
            let (low, high) = if k == 0 { (0.0, f64::INFINITY) } else { (-reach, reach) };
            let inside = p[k] >= low - 1e-9 * size_p && p[k] <= high + 1e-9 * size_p;
            inside
                && match (k, places[k]) {
                    (_, 0) => true,
                    (_, 1) if k > 0 => w[k] <= 1e-9 * size_w,
                    _ => w[k] >= -1e-9 * size_w,
                }
        });
        if fits {
            found.push(p);
        }
    }
    found
}

#[test]
fn box_friction_keeps_its_bounds_and_opposes_slip_in_each_component() {
    let mut at_bound = 0;
    for (number, Case { system, contact, is_definite }) in cases().enumerate() {
        let what = format!("case {number}");
        let step = step3(&system, &contact, &once(Friction::Box));
        let (p, u) = (step.impulse, velocity(&system, &step.impulse));
        let reach = contact.mu * contact.normal * system.h;
        let (size_u, size_p) = sizes(&system, &p, reach);
        assert_normal(&system, &contact, &p, &u, &what);
        (1..3).for_each(|k| assert_bounds(p[k], u[k], reach, size_u, &what));
        assert!((u - step.velocity).abs().max() <= 1e-14 * size_u, "{what}: {u} {}", step.velocity);
        at_bound += usize::from(p[1].abs() == reach);
        if is_definite {
            let all = enumerated(&system.w, &system.free, reach);
            assert!(!all.is_empty(), "{what}");
            // condition 1e4, of one solution
            for other in all {
                assert!((p - other).abs().max() <= 1e-7 * size_p, "{what}: {p} {other}");
            }
        }
    }
    assert!(at_bound > CASES / 4 && at_bound < CASES, "{at_bound}");
}

#[test]
fn regularised_friction_solves_both_phases_of_equations_25_to_29() {
    for (k_t, v_th) in [(f64::INFINITY, 0.5), (f64::INFINITY, 0.0), (1e5, 0.5), (1e10, 0.0), (10.0, 2.0)] {
        let law = Friction::Regularised { stiffness: k_t, threshold: v_th };
        for (number, Case { system, contact, .. }) in some_cases(3) {
            let what = format!("k_T {k_t:e} v_th {v_th} case {number}");
            let step = step3(&system, &contact, &once(law));
            let (p, u) = (step.impulse, velocity(&system, &step.impulse));
            let reach = contact.mu * contact.normal * system.h;
            assert_normal(&system, &contact, &p, &u, &what);
            let h = system.h;
            let held = contact.friction[0].hypot(contact.friction[1]).max(contact.mu * contact.normal);
            let size =
                sizes(&system, &p, reach).0 + (held + reach / h) / (h * k_t) + contact.slip[0].hypot(contact.slip[1]);
            let components = turned_slack(&contact, h, k_t, v_th, contact.normal, &p, &u);
            for (sigma, p) in components {
                assert_bounds(p, sigma, reach, size, &what);
            }
        }
    }
}

/// A contact that sticks, whatever its tangents: inside the circle of radius `reach` bristles bend with the slip, on it
/// the slack σ = u_T + (p_T/h − λ_T)/(h·k_T) points against the force, to what a condition of 1e4 leaves of 1e-12.
#[track_caller]
#[allow(clippy::too_many_arguments)]
fn assert_coulomb(contact: &Contact, h: f64, k_t: f64, reach: f64, p: &V3, u: &V3, size: f64, what: &str) {
    let size_p = p.abs().max() + reach;
    let force = p[1].hypot(p[2]);
    let sigma = [1, 2].map(|k| u[k] + (p[k] / h - contact.friction[k - 1]) / (h * k_t));
    assert!(force <= reach + 1e-11 * size_p, "{what}: {force:e} beyond {reach:e}");
    if force < reach - 1e-10 * size_p {
        assert!(sigma[0].hypot(sigma[1]) <= 1e-9 * size, "{what}: {sigma:?}");
    } else if force > 1e-6 * size_p {
        let (along, across) = (sigma[0] * p[1] + sigma[1] * p[2], sigma[0] * p[2] - sigma[1] * p[1]);
        assert!(along <= 1e-9 * size * force, "{what}: pushes on with {along:e}");
        assert!(across.abs() <= 1e-8 * size * force, "{what}: {across:e} aside");
    }
}

/// Where the passes agree the bound is that of the step's own normal force.
#[test]
fn repeated_passes_end_with_the_bound_of_the_new_normal_force() {
    let (mut agreed, mut all, mut stuck) = (0, 0, 0);
    for law in [Friction::Box, Friction::Regularised { stiffness: 1e5, threshold: 0.5 }] {
        for (number, Case { system, contact, .. }) in some_cases(2) {
            // W_nt·μ against W_nn decides whether they approach each other at all; a contact that does is no rod that
            // jams
            let across = system.w[(0, 1)].hypot(system.w[(0, 2)]);
            if contact.mu * across > 0.5 * system.w[(0, 0)] {
                continue;
            }
            all += 1;
            let step = step3(&system, &contact, &iterated(law));
            if !step.agrees {
                continue;
            }
            agreed += 1;
            let (p, u) = (step.impulse, velocity(&system, &step.impulse));
            let reach = contact.mu * p[0];
            let what = format!("{law:?} case {number}");
            let (size_u, size_p) = sizes(&system, &p, reach);
            assert_normal(&system, &contact, &p, &u, &what);
            let held = contact.friction[0].hypot(contact.friction[1]) + reach / system.h;
            let size = size_u + contact.slip[0].hypot(contact.slip[1]) + held / (system.h * 1e5);
            let components = match law {
                Friction::Regularised { stiffness, threshold } => {
                    if contact.slip[0].hypot(contact.slip[1]) <= threshold {
                        stuck += 1;
                        assert_coulomb(&contact, system.h, stiffness, reach, &p, &u, size, &what);
                        continue;
                    }
                    turned_slack(&contact, system.h, stiffness, threshold, p[0] / system.h, &p, &u)
                }
                _ => [(u[1], p[1]), (u[2], p[2])],
            };
            for (sigma, p) in components {
                assert!(p.abs() <= reach + 1e-11 * size_p, "{what}: {p:e} beyond {reach:e}");
                if p.abs() < reach - 1e-10 * size_p {
                    assert!(sigma.abs() <= 1e-9 * size, "{what}: {sigma:e}");
                } else if reach > 1e-6 * size_p {
                    assert!(sigma * p.signum() <= 1e-9 * size, "{what}: pushes on with {sigma:e}");
                }
            }
        }
    }
    assert!(stuck > 1000, "{stuck}");
    assert!(all > 5000 && agreed * 100 > all * 99, "{agreed} of {all}");
}

/// The circle of a single pass has the radius μ·λ_N of the step before.
#[test]
fn tangents_turn_for_the_bound_of_the_step_before_as_well() {
    let (mut agreed, mut all) = (0, 0);
    for stiffness in [f64::INFINITY, 1e5] {
        let method = Method { isotropic: true, ..once(Friction::Regularised { stiffness, threshold: 10.0 }) };
        for (number, Case { system, contact, .. }) in some_cases(3).filter(|(_, case)| case.is_definite) {
            let step = step3(&system, &contact, &method);
            let (p, u) = (step.impulse, velocity(&system, &step.impulse));
            let reach = contact.mu * contact.normal * system.h;
            all += 1;
            // what was not found is beyond
            if p[1].hypot(p[2]) <= reach * (1.0 + 1e-14) {
                agreed += 1;
                let held = (contact.friction[0].hypot(contact.friction[1]) + reach / system.h) / (system.h * stiffness);
                let size = sizes(&system, &p, reach).0 + held;
                assert_coulomb(&contact, system.h, stiffness, reach, &p, &u, size, &format!("case {number}"));
            }
        }
    }
    assert!(all > 1000 && agreed * 100 > all * 99, "{agreed} of {all}");
}

/// W with a condition of up to 1e4 that couples the normal strongly with the tangents, below Painlevé's region.
#[test]
fn strongly_coupled_contact_gives_way_on_its_cone() {
    let mut noise = noise();
    let (mut all, mut yields) = (0, 0);
    while all < 20_000 {
        let root = M3::from_fn(|_, _| noise());
        let w = root * root.transpose() + M3::identity() * 1e-3;
        let system = System { w: (w + w.transpose()) * 0.5, free: V3::from_fn(|_, _| noise()), h: 1e-3 };
        let contact = Contact {
            mu: 0.6 * (1.0 + noise()),
            normal: 500.0 * (1.0 + noise()),
            friction: [300.0 * noise(), 300.0 * noise()],
            ..Contact::default()
        };
        if contact.mu * w[(0, 1)].hypot(w[(0, 2)]) > 0.75 * w[(0, 0)] {
            continue;
        }
        all += 1;
        let stiffness = if all % 2 == 0 { f64::INFINITY } else { 1e5 };
        let step = step3(&system, &contact, &iterated(Friction::Regularised { stiffness, threshold: 1.0 }));
        let what = format!("case {all}");
        assert!(step.agrees && step.passes <= 61, "{what}: {}", step.passes);
        let (p, u) = (step.impulse, velocity(&system, &step.impulse));
        let reach = contact.mu * p[0];
        let size = sizes(&system, &p, reach).0 + (contact.friction[0].hypot(contact.friction[1]) + 1e3 * reach) / 100.0;
        assert_normal(&system, &contact, &p, &u, &what);
        assert_coulomb(&contact, system.h, stiffness, reach, &p, &u, size, &what);
        yields += usize::from(reach > 0.0 && p[1].hypot(p[2]) > 0.999_999 * reach);
    }
    assert!(yields > 3000, "{yields}");
}

/// Plane mechanisms, W of rank 2 in any plane through the normal: no force out of the plane, in the plane the friction
/// of one component.
#[test]
fn direction_without_motion_bears_no_force() {
    let mut noise = noise();
    for case in 0..5000 {
        let (s, c) = (PI * noise()).sin_cos();
        let [a, b, k] = [1.0 + 0.9 * noise(), 1.0 + 0.9 * noise(), 0.5 * noise()];
        let (w_nn, w_tt, w_nt) = (a, b, k * (a * b).sqrt());
        let along = V3::new(0.0, c, s);
        let n = V3::new(1.0, 0.0, 0.0);
        let w = n * n.transpose() * w_nn
            + along * along.transpose() * w_tt
            + (n * along.transpose() + along * n.transpose()) * w_nt;
        let free = n * noise() + along * noise();
        let mu = 0.4 * (1.0 + noise());
        if mu * w_nt.abs() > 0.9 * w_nn {
            continue;
        }
        let contact = Contact { mu, normal: 300.0 * (1.0 + noise()), ..Contact::default() };
        let law = Friction::Regularised { stiffness: f64::INFINITY, threshold: 10.0 };
        let step = step3(&System { w: (w + w.transpose()) * 0.5, free, h: 1e-3 }, &contact, &iterated(law));
        let p = step.impulse;
        assert!(step.agrees, "case {case}: {p}");
        let pressed = p[0].max(1e-3);
        assert!((s * p[1] - c * p[2]).abs() <= 1e-10 * pressed, "case {case}: {p}");
        // sticks, or slips either way
        let f = along.dot(&p);
        let u = along.dot(&free) + w_nt * p[0] + w_tt * f;
        assert!(f.abs() <= mu * p[0] * (1.0 + 1e-9) + 1e-15, "case {case}: {p}");
        let holds = if f.abs() < mu * p[0] * (1.0 - 1e-9) { u.abs() <= 1e-11 } else { u * f <= 1e-11 };
        assert!(holds, "case {case}: {u:e} {p}");
    }
    let system = System { w: M3::from_diagonal(&V3::new(1.0, 0.0, 1.0)), free: V3::new(-1.0, 0.0, 0.0), h: 1e-3 };
    let contact = Contact { mu: 0.3, ..Contact::default() };
    let p = step3(&system, &contact, &iterated(Friction::Box)).impulse;
    assert_eq!([p[1], p[2]], [0.0; 2]);
}

/// Largest d·u over the corners d of the polygon.
fn support(sides: u32, u: [f64; 2]) -> f64 {
    let dots = (0..sides).map(|j| {
        let (s, c) = (TAU * f64::from(j) / f64::from(sides)).sin_cos();
        c * u[0] + s * u[1]
    });
    dots.fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn polygonal_friction_lies_in_its_polygon_and_dissipates_the_most() {
    let (mut coarse, mut all) = (0, 0);
    for sides in [4, 6, 8, 32] {
        for (number, Case { system, contact, .. }) in some_cases(3) {
            let what = format!("{sides} sides, case {number}");
            let step = step3(&system, &contact, &once(Friction::Polygonal { sides }));
            let (p, u) = (step.impulse, velocity(&system, &step.impulse));
            let reach = contact.mu * p[0];
            let (size_u, size_p) = sizes(&system, &p, reach);
            assert!(p[0] >= 0.0, "{what}: pulls with {:e}", p[0]);
            // across the middle of each side
            for j in 0..sides {
                let (s, c) = (TAU * (f64::from(j) + 0.5) / f64::from(sides)).sin_cos();
                let most = reach * (PI / f64::from(sides)).cos();
                assert!(c * p[1] + s * p[2] <= most + ROUNDING * size_p, "{what}: outside of side {j}");
            }
            let dissipated = -(p[1] * u[1] + p[2] * u[2]);
            let most = reach * support(sides, [-u[1], -u[2]]);
            let off = [-u[0] / size_u, p[0] * u[0] / (size_u * size_p), (dissipated - most).abs() / (size_u * size_p)];
            let off = off.into_iter().fold(0.0, f64::max);
            // where friction jams against a singular W the answer is that to W with 1e-9 of its largest element more
            assert!(off <= 1e-6, "{what}: {off:e}");
            coarse += usize::from(off > 10.0 * ROUNDING);
            all += 1;
        }
    }
    assert!(coarse < 40 && all > 20_000, "{coarse} of {all}");
}

#[test]
fn sizes_known_to_the_compiler_and_others_give_the_same_bits() {
    let laws = [
        Friction::Box,
        Friction::Regularised { stiffness: 1e5, threshold: 0.5 },
        Friction::Regularised { stiffness: f64::INFINITY, threshold: 0.0 },
        Friction::Polygonal { sides: 8 },
    ];
    for (_, Case { system, contact, .. }) in some_cases(5) {
        let dynamic = System {
            w: DMatrix::from_fn(3, 3, |i, j| system.w[(i, j)]),
            free: DVector::from_fn(3, |i, _| system.free[i]),
            h: system.h,
        };
        for law in laws {
            for method in [once(law), iterated(law)] {
                // 10 unknowns of 8 sides
                let on_stack = solved::<U3, Const<10>>(&system, &[contact], &method);
                let on_heap = solved::<Dyn, Dyn>(&dynamic, &[contact], &method);
                let bits = |u: &[f64]| u.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(on_stack.impulse.as_slice()), bits(on_heap.impulse.as_slice()), "{method:?}");
                assert_eq!(bits(on_stack.velocity.as_slice()), bits(on_heap.velocity.as_slice()), "{method:?}");
            }
        }
    }
}

/// Rows that the polygonal problem has to spare change nothing.
#[test]
fn room_for_more_sides_changes_no_polygon() {
    for (_, Case { system, contact, is_definite }) in some_cases(5) {
        let method = once(Friction::Polygonal { sides: 8 });
        let tight = solved::<U3, Const<10>>(&system, &[contact], &method);
        let wide = solved::<U3, Const<34>>(&system, &[contact], &method);
        let (size_u, size_p) = sizes(&system, &tight.impulse, 0.0);
        let unique =
            if is_definite { (tight.impulse - wide.impulse).abs().max() / size_p.max(f64::MIN_POSITIVE) } else { 0.0 };
        assert!(unique <= 1e-8, "{unique:e}");
        assert!((tight.velocity[0] - wide.velocity[0]).abs() <= 1e-9 * size_u);
    }
}

/// The numbers of the contact belong to the step: what comes after is what it left.
#[test]
fn next_contact_is_what_the_step_left() {
    let system = System { w: M3::identity() * 0.5, free: V3::new(-1.0, 2.0, 0.5), h: 0.01 };
    let contact = Contact { mu: 0.3, least: -0.25, ..Contact::default() };
    let step = step3(&system, &contact, &Method { friction: Friction::Box, passes: 2, isotropic: true });
    // 0.75 m/s to take away at 0.5 1/kg; 0.3 of it on each axis, which yields by half
    let next = step.next(0, &contact, system.h);
    assert_eq!(next.normal, 150.0);
    assert!((next.friction[0] + 45.0).abs() < 1e-12 && (next.friction[1] + 45.0).abs() < 1e-12, "{next:?}");
    assert!((next.slip[0] - 1.775).abs() < 1e-15 && (next.slip[1] - 0.275).abs() < 1e-15, "{next:?}");
    assert_eq!((next.mu, next.least), (0.3, -0.25));
}
