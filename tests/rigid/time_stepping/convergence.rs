//! Order of the method where the slip turns: a particle on an incline, its path by Runge and Kutta.

use super::{Friction, G, Particle, RIGID, V3, iterated, once};
use crate::common::rk4;
use asperity::rigid::time_stepping::Method;

const ANGLE: f64 = 0.4;
const MU: f64 = 0.4;
const MASS: f64 = 1.5;
const V0: f64 = 2.0;
const END: f64 = 0.8;

/// x downhill and y across, then their rates: v̇ = g·sin α − μ·g·cos α·v/|v|.
fn ideal() -> [f64; 4] {
    let (s, c) = ANGLE.sin_cos();
    let rate = |_: f64, y: &[f64; 4]| {
        let v = y[2].hypot(y[3]);
        [y[2], y[3], G * s - MU * G * c * y[2] / v, -MU * G * c * y[3] / v]
    };
    let steps = 20_000;
    let h = END / f64::from(steps);
    (0..steps).fold([0.0, 0.0, 0.0, V0], |y, k| rk4(f64::from(k) * h, &y, h, rate))
}

fn stepped(method: &Method, h: f64) -> [f64; 4] {
    let (s, c) = ANGLE.sin_cos();
    let mut particle = Particle::sliding(MASS, MU, MASS * G * c, [0.0, V0]);
    let (mut x, mut y) = (0.0, 0.0);
    for _ in 0..(END / h).round() as u32 {
        // [P16 eq. 7]
        (x, y) = (x + h * particle.u[1], y + h * particle.u[2]);
        particle.step(V3::new(-c, s, 0.0) * (MASS * G), method, h);
    }
    [x, y, particle.u[1], particle.u[2]]
}

fn errors(method: &Method) -> Vec<[f64; 2]> {
    let ideal = ideal();
    let error = |h: f64| {
        let found = stepped(method, h);
        let off: [f64; 4] = core::array::from_fn(|k| found[k] - ideal[k]);
        [off[0].hypot(off[1]), off[2].hypot(off[3])]
    };
    [8e-3, 4e-3, 2e-3, 1e-3, 5e-4].map(error).to_vec()
}

/// The ideal path keeps |v|·(1 + cos φ) where μ = tan α, φ from downhill: the reference itself has an oracle.
#[test]
fn reference_keeps_the_invariant_of_the_critical_incline() {
    let a = G * ANGLE.sin();
    let rate = |_: f64, v: &[f64; 2]| {
        let speed = v[0].hypot(v[1]);
        [a - a * v[0] / speed, -a * v[1] / speed]
    };
    let mut v = [0.0, V0];
    (0..20_000).for_each(|k| v = rk4(f64::from(k) * 4e-5, &v, 4e-5, rate));
    // |v|·(1 + cos φ) = |v| + v_x
    assert!((v[0].hypot(v[1]) + v[0] - V0).abs() < 1e-12, "{v:?}");
}

#[test]
fn regularised_friction_converges_to_coulomb_with_first_order() {
    for law in [RIGID, Friction::Regularised { stiffness: 1e10, threshold: 1e-2 }] {
        for method in [once(law), iterated(law)] {
            let errors = errors(&method);
            for quantity in 0..2 {
                for pair in errors.windows(2) {
                    let order = (pair[0][quantity] / pair[1][quantity]).log2();
                    assert!((order - 1.0).abs() < 0.1, "{method:?} {quantity}: order {order} {errors:?}");
                }
            }
        }
    }
}

/// Polygons and boxes keep the error of their form however small the step; with more sides it falls.
#[test]
fn forms_of_the_friction_cone_keep_an_error_of_their_own() {
    let last = |law: Friction| errors(&iterated(law)).last().unwrap()[0];
    let regularised = last(RIGID);
    let sides = [4, 8, 16, 32].map(|sides| last(Friction::Polygonal { sides }));
    let square = last(Friction::Box);
    assert!(sides.windows(2).all(|pair| pair[1] < 0.5 * pair[0]), "{sides:?}");
    assert!(square > 30.0 * regularised && sides[1] > 3.0 * regularised, "{square:e} {sides:?} {regularised:e}");
}
