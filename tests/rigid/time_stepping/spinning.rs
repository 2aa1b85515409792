//! Friction against spin: a contact of four rows.

use super::{G, RIGID, iterated, once};
use crate::common::random::Random;
use asperity::rigid::Fault;
use asperity::rigid::complementarity::Status;
use asperity::rigid::time_stepping::{Contact, Friction, Method, SpinningContact, Step, System, advance_spinning};
use nalgebra::{Const, Matrix4, SMatrix, U4, Vector3, Vector4};

type V4 = Vector4<f64>;

const BIPYRAMID: Friction = Friction::Polygonal { sides: 16 };

#[track_caller]
fn step(system: &System<U4>, of: &SpinningContact, method: &Method) -> Step<U4> {
    let step = advance_spinning::<Const<20>>(system, of, method).unwrap();
    assert_eq!(step.status, Status::Solved, "{system:?} {of:?}");
    step
}

fn rubbing(mu: f64) -> SpinningContact {
    SpinningContact { contact: Contact { mu, ..Contact::default() }, ..SpinningContact::default() }
}

fn tangential(p: &V4) -> Vector3<f64> {
    p.fixed_rows::<3>(1).into_owned()
}

/// A disc of 2 kg, J = 0.01 kg·m², μ = 0.4, e_r = 1/15 m at rest under a force and a couple: forces and accelerations of
/// the problem with accelerations, the ellipsoid of [PT96 eq. 1] by hand: rolling if (F/μmg)² + (M/(e_r·μmg))² ≤ 1, else
/// c = −τ(e²a)/√Σe²a², whose fixed point was found to 11 digits apart from this code.
#[test]
fn disc_at_rest_is_held_or_slips_as_its_accelerations_say() {
    let (m, j, mu, e_r, h) = (2.0, 0.01, 0.4, 1.0 / 15.0, 1e-3);
    let w = Matrix4::from_diagonal(&V4::new(1.0 / m, 1.0 / m, 1.0 / m, e_r * e_r / j));
    let cases = [
        ([5.0, 0.4], [19.62, -5.0, 0.0, -0.4], [0.0, 0.0]),
        ([6.0, 0.5], [19.62, -4.9661855401, 0.0, -0.4051233293], [0.5169072299, 9.4876670735]),
    ];
    for ([force, couple], c, [a_t, a_r]) in cases {
        let free = V4::new(-G, force / m, 0.0, e_r * couple / j) * h;
        let found = step(&System { w, free, h }, &rubbing(mu), &iterated(RIGID));
        let p = found.impulse / h;
        let forces = [p[0], p[1], p[2], p[3] * e_r];
        forces.iter().zip(c).for_each(|(found, known)| assert!((found - known).abs() < 2e-10, "{forces:?}"));
        assert!((found.velocity[1] / h - a_t).abs() < 2e-10 && (found.velocity[3] / e_r / h - a_r).abs() < 2e-9);
    }
}

/// W of full rank and less, all directions of approach: u_n = 0, |p_T| ≤ μ·p_n, and where the bodies slip p_T is μ·p_n
/// against u_T. 1e-9 of the velocities: rounding in W of condition 1e4.
#[test]
fn random_steps_meet_coulombs_law_in_the_ball() {
    let mut random = Random(36);
    let [mut held, mut slid, mut parted] = [0; 3];
    for case in 0..2000 {
        let root = SMatrix::<f64, 4, 4>::from_fn(|_, c| if c == 3 && case % 3 == 0 { 0.0 } else { random.signed() });
        let w = root * root.transpose() + Matrix4::from_diagonal_element(if case % 3 == 0 { 0.0 } else { 1e-3 });
        // a velocity that the bodies can have
        let free = root * V4::from_fn(|_, _| random.signed());
        // Painlevé's region is left out: there may be two solutions, both of which meet the law
        let mu = random.within(0.0, 0.8);
        let found = step(&System { w, free, h: 1e-2 }, &rubbing(mu), &iterated(RIGID));
        let (p, u) = (found.impulse, found.velocity);
        let size = free.norm();
        assert!(
            p[0] >= 0.0 && u[0] >= -1e-9 * size && (p[0] * u[0]).abs() <= 1e-9 * size * p.norm(),
            "{case}: {p} {u} {free} {w} {mu}"
        );
        let (friction, slip) = (tangential(&p), tangential(&u));
        assert!(friction.norm() <= mu * p[0] * (1.0 + 1e-12) + 1e-300);
        match () {
            () if p[0] == 0.0 => parted += 1,
            () if slip.norm() < 1e-9 * size => held += 1,
            () => {
                assert!((friction.norm() / (mu * p[0]) - 1.0).abs() < 1e-9, "{case}");
                assert!((friction / friction.norm() + slip / slip.norm()).norm() < 1e-6, "{case}: {friction} {slip}");
                slid += 1;
            }
        }
    }
    assert!(held > 30 && slid > 100 && parted > 100, "{held} {slid} {parted}");
}

/// Friction lies in the convex hull of the corners, and none of them takes more work: that is all there is to polygonal
/// friction.
#[test]
fn bipyramid_takes_the_most_work_of_its_corners() {
    let mut random = Random(37);
    let mut slid = 0;
    for _ in 0..300 {
        let root = SMatrix::<f64, 4, 4>::from_fn(|_, _| random.signed());
        let w = root * root.transpose() + Matrix4::from_diagonal_element(0.5);
        let free = V4::from_fn(|_, _| random.signed());
        let mu = random.within(0.05, 0.4);
        let found = step(&System { w, free, h: 1e-2 }, &rubbing(mu), &iterated(BIPYRAMID));
        let (p, u) = (found.impulse, found.velocity);
        if p[0] == 0.0 {
            continue;
        }
        let bound = mu * p[0];
        let corners = (0..16)
            .map(|k| core::f64::consts::TAU * f64::from(k) / 16.0)
            .map(|angle| Vector3::new(angle.cos(), angle.sin(), 0.0))
            .chain([1.0, -1.0].map(|r| Vector3::new(0.0, 0.0, r)));
        let least = corners.map(|corner| corner.dot(&tangential(&u)) * bound).fold(f64::INFINITY, f64::min);
        let work = tangential(&p).dot(&tangential(&u));
        assert!((work - least).abs() < 1e-9 * (1.0 + least.abs()), "{work} {least}");
        // in the hull: |r| of the bound is left to the polygon, whose sides are cos(π/16) away at least
        let (plane, spin) = (p[1].hypot(p[2]), p[3].abs());
        assert!(plane + spin <= bound * (1.0 + 1e-9));
        slid += 1;
    }
    assert!(slid > 100, "{slid}");
}

/// The stiffness k_T bears the couple too: the first step under a couple that is held turns the disc by M/(k_T·e_r²), and
/// from then on it stays.
#[test]
fn bristles_give_way_to_spin_once() {
    let (m, j, e_r, k_t, h, couple) = (2.0, 0.01, 1.0 / 15.0, 1e6, 1e-3, 0.1);
    let w = Matrix4::from_diagonal(&V4::new(1.0 / m, 1.0 / m, 1.0 / m, e_r * e_r / j));
    let method = iterated(Friction::Regularised { stiffness: k_t, threshold: 1.0 });
    let (mut of, mut u, mut turned) = (rubbing(0.4), V4::zeros(), 0.0);
    for _ in 0..200 {
        let free = u + V4::new(-G, 0.0, 0.0, e_r * couple / j) * h;
        let found = step(&System { w, free, h }, &of, &method);
        u = found.velocity;
        turned += h * u[3] / e_r;
        of = SpinningContact {
            contact: Contact { normal: found.impulse[0] / h, slip: [u[1], u[2]], ..of.contact },
            spin_friction: found.impulse[3] / h,
            spin_slip: u[3],
        };
    }
    assert!((turned / (couple / (k_t * e_r * e_r)) - 1.0).abs() < 1e-9, "{turned:e}");
}

#[test]
fn laws_without_spin_are_refused() {
    let system = System { w: Matrix4::identity(), free: -V4::repeat(1.0), h: 1e-3 };
    for method in [once(RIGID), iterated(Friction::Box)] {
        assert_eq!(advance_spinning::<Const<20>>(&system, &rubbing(0.3), &method), Err(Fault::NoSpin));
    }
    let of = SpinningContact { spin_slip: f64::NAN, ..rubbing(0.3) };
    let fault = advance_spinning::<Const<20>>(&system, &of, &iterated(RIGID)).unwrap_err();
    assert!(fault.to_string().contains("the slip of spin"), "{fault}");
}
