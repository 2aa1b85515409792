//! Friction within planes that are given, (b) of [PT96 §2]: the set need not be symmetric.

use crate::common::*;
use asperity::physics::parameters::{FrictionLaw, FrictionMap, MOST_PLANES, Planes, SpinRadiusSource};
use asperity::physics::polyhedron::{Face, Polyhedron};
use asperity::physics::{Inputs, State};
use asperity::unit::named;

fn planes_of<const N: usize>(rows: [[f64; 3]; N]) -> Planes {
    let mut planes = Planes::default();
    planes.rows[..N].copy_from_slice(&rows);
    planes
}

/// Those of the regular polyhedron with four sides: around, slanted by 45° up and down, and the poles.
fn regular() -> Planes {
    let half = 0.5f64.sqrt();
    let around = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let mut rows = Vec::new();
    for [t, o] in around {
        rows.extend([[t, o, 0.0], [t * half, o * half, half], [t * half, o * half, -half]]);
    }
    rows.extend([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
    let mut planes = Planes::default();
    planes.rows[..rows.len()].copy_from_slice(&rows);
    planes
}

fn found(planes: &Planes, point: &V3, size: f64) -> V3 {
    match (Polyhedron::Given { planes, spin: true }).nearest((*point).into(), size) {
        Face::Inside => *point,
        Face::On { along, offset } => {
            V3::from_fn(|r, _| (0..3).fold(offset[r] * size, |sum, c| sum + along[r][c] * point[c]))
        }
    }
}

/// Dykstra's alternating projections: another way to the nearest point, for planes at other distances than 1.
#[test]
fn alternating_projections_come_to_the_same_point_of_any_planes() {
    let planes = some_planes();
    let rows: Vec<V3> = planes.rows.iter().map(|row| V3::from(*row)).filter(|row| row.norm() > 0.0).collect();
    let mut number = noise();
    let mut outside = 0;
    for _ in 0..200 {
        let (y, size) = (V3::from_fn(|_, _| 3.0 * number()), 0.3 + number().abs());
        let (mut x, mut pulls) = (y, vec![V3::zeros(); rows.len()]);
        for _ in 0..20_000 {
            for (row, pull) in rows.iter().zip(&mut pulls) {
                let back = x + *pull;
                x = back - row * ((row.dot(&back) - size).max(0.0) / row.norm_squared());
                *pull = back - x;
            }
        }
        outside += usize::from((x - y).norm() > 1e-3);
        let difference = (x - found(&planes, &y, size)).norm();
        assert!(difference < 1e-9, "{y}: {difference:e}");
    }
    assert!(outside > 100, "{outside}");
}

fn moving(slip: V3, spin: f64) -> Inputs<f64> {
    let mut inputs = slipping(&parameters(), 10.0, 0.0);
    inputs.relative_velocity = slip;
    inputs.body_i.angular_velocity = V3::z() * spin;
    inputs
}

/// The planes of the polyhedron that is there, given one by one, have its forces, whatever acts.
#[test]
fn the_planes_of_the_regular_polyhedron_are_the_polyhedron() {
    let mut number = noise();
    for law in [FrictionLaw::Dwell, FrictionLaw::Coulomb] {
        for _ in 0..500 {
            let mut regular_of = parameters();
            (regular_of.friction.e_r, regular_of.settings.sides, regular_of.settings.friction_law) = (0.02, 4, law);
            regular_of.settings.friction_map = FrictionMap::Polyhedron;
            let mut given = regular_of;
            (given.settings.friction_map, given.settings.planes) = (FrictionMap::Planes, regular());
            let speed = 10f64.powf(3.0 * number() - 2.0);
            let inputs = moving(vector(number(), number(), 0.0) * speed, number() * speed / 0.02);
            let z = V3::from_fn(|_, _| 1e-4 * number());
            let state = State { z_r: z.z, ..with_bristles(vector(z.x, z.y, 0.0), 0.5) };
            let latch = touching(&given, 0.1);
            let [a, b] = [&regular_of, &given].map(|of| evaluate(of, &inputs, &latch, &state).unwrap());
            assert_vectors("force", &b.outputs.friction_force, &a.outputs.friction_force, 1e-12, 4.0);
            assert_vectors("moment", &b.outputs.friction_moment, &a.outputs.friction_moment, 1e-12, 4.0 * 0.02);
            let scale = a.rates.z.norm() + a.rates.z_r.abs();
            assert_vectors("rate", &b.rates.z, &a.rates.z, 1e-11, scale);
        }
    }
}

/// |c_t| + |c_o| + |c_r|/e_r <= τ: sliding takes all of τ where |V| is largest; and γ counts as nothing where there is no moment.
#[test]
fn sliding_on_an_octahedron_is_held_where_it_is_fastest() {
    let mut rows = [[0.0; 3]; 8];
    for (k, row) in rows.iter_mut().enumerate() {
        *row = [0, 1, 2].map(|axis| if k >> axis & 1 == 1 { -1.0 } else { 1.0 });
    }
    let (e_r, tau) = (1.0 / 15.0, 4.0);
    for (slip, spin, wanted) in [
        (vector(0.3, 0.1, 0.0), 4.0, [-tau, 0.0, 0.0]),
        (vector(0.3, 0.1, 0.0), 5.0, [0.0, 0.0, -tau * e_r]),
        (vector(-0.3, 0.4, 0.0), -5.0, [0.0, -tau, 0.0]),
    ] {
        let mut p = parameters();
        (p.friction.e_r, p.friction.mu_C, p.settings.friction_map) = (e_r, 0.4, FrictionMap::Planes);
        p.settings.planes = planes_of(rows);
        let latch = touching(&p, 0.1);
        let force = |p: &Setup| evaluate(p, &moving(slip, spin), &latch, &State::default()).unwrap().outputs;
        let out = force(&p);
        assert_vectors("force", &out.friction_force, &vector(wanted[0], wanted[1], 0.0), 1e-12, tau);
        assert_close("moment", out.friction_moment.z, wanted[2], 1e-12, tau * e_r);
        p.friction.e_r = 0.0;
        let out = force(&p);
        let fastest =
            if slip.x.abs() > slip.y.abs() { vector(slip.x.signum(), 0.0, 0.0) } else { V3::y() * slip.y.signum() };
        assert_vectors("without spin", &out.friction_force, &(-fastest * tau), 1e-12, tau);
        assert_eq!(out.friction_moment, V3::zeros());
    }
}

/// Planes that let a force grow for ever are refused with a direction of it; with spin they must hold the moment, too.
#[test]
fn planes_that_limit_nothing_are_refused_with_the_direction() {
    let around = [[1.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
    let check = |planes: Planes, e_r: f64| {
        let mut p = parameters();
        (p.friction.e_r, p.settings.friction_map, p.settings.planes) = (e_r, FrictionMap::Planes, planes);
        p.validate().map_err(|fault| fault.to_string())
    };
    check(planes_of(around), 0.0).unwrap();
    for (planes, e_r, direction) in [
        (Planes::default(), 0.0, "(1.0, 0.0, 0.0)"),
        (planes_of(around), 0.01, "(0.0, 0.0, 1.0)"),
        (planes_of([around[0], around[2], around[3]]), 0.0, "(-1.0, 0.0, 0.0)"),
        // a moment alone limits no force
        (planes_of([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]), 0.0, "(1.0, 0.0, 0.0)"),
    ] {
        let text = check(planes, e_r).expect_err("refused");
        assert!(text.contains("friction.planes") && text.contains(direction), "{text} does not say {direction}");
    }
    let mut p = parameters();
    (p.settings.friction_map, p.settings.planes) = (FrictionMap::Planes, planes_of(around));
    p.settings.spin_radius_source = SpinRadiusSource::ContactRadius;
    assert!(p.validate().is_err());
}

/// They are no variables: of a thousand contacts there would be 48 000.
#[test]
fn planes_are_set_and_read_by_name() {
    let mut parameters = named::start_values();
    named::assign(&mut parameters, "friction.planes[16][3]", "0.5").unwrap();
    named::set(&mut parameters, "friction.planes[1][2]", -2.0).unwrap();
    assert_eq!(named::get(&parameters, "friction.planes[16][3]").unwrap(), 0.5);
    let rows = parameters.laws.settings.planes.rows;
    assert_eq!((rows[MOST_PLANES - 1][2], rows[0][1]), (0.5, -2.0));
    for (name, value) in [
        ("friction.planes[17][1]", "1"),
        ("friction.planes[0][1]", "1"),
        ("friction.planes[1][4]", "1"),
        ("friction.planes[01][1]", "1"),
        ("friction.planes[1]", "1"),
        ("friction.planes", "1"),
        ("friction.planes[1][1]", "inf"),
        ("friction.planes[1][1]", "flat"),
    ] {
        let before = parameters;
        let refusal = named::assign(&mut parameters, name, value).expect_err("refused").to_string();
        assert!(refusal.contains(name), "{refusal}");
        assert_eq!(parameters, before);
    }
}
