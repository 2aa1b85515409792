//! The linear step of velocities and deflections: means, order, decay.

use asperity::stepping::interface::linear::{Linear, LinearStep};
use asperity::stepping::interface::local::{COORDINATES, Coordinates};

const L: Coordinates = [1.0, -2.0, 0.5, 3.0, -1.0];
const U: Coordinates = [0.4, 0.1, -3.0, 2.0, 5.0];
const Z: [f64; 3] = [1e-3, -2e-3, 5e-4];

fn system() -> Linear {
    Linear {
        damping: [30.0, 20.0, 0.4, 0.1, 0.1],
        push: [0.5, -0.2, 0.01, 0.0, 0.0],
        spring: [1e4, 1e4, 200.0],
        gain: [0.9, 0.8, 0.02],
        drift: [1e-3, 0.0, -1e-3],
        decay: 40.0,
    }
}

/// A positive definite matrix in general position.
fn mobility() -> [Coordinates; COORDINATES] {
    let root = |r: usize, c: usize| f64::from(u8::from(r == c)) + 0.3 * (1.0 + (r * 3 + c * 5) as f64).sin();
    core::array::from_fn(|r| core::array::from_fn(|c| (0..5).map(|k| root(r, k) * root(c, k)).sum()))
}

fn step(u: &Coordinates, z: &[f64; 3], h: f64) -> LinearStep {
    system().step(COORDINATES, &mobility(), &L, u, z, h)
}

/// u̇ and ż at a mean of the step: what the step must be, divided by its length.
fn rates(u: &Coordinates, z: &[f64; 3]) -> (Coordinates, [f64; 3]) {
    let (s, m) = (system(), mobility());
    let g: Coordinates =
        core::array::from_fn(|k| s.damping[k] * u[k] + s.push[k] + if k < 3 { s.spring[k] * z[k] } else { 0.0 });
    let u_dot = core::array::from_fn(|r| L[r] - (0..5).map(|c| m[r][c] * g[c]).sum::<f64>());
    (u_dot, core::array::from_fn(|k| s.gain[k] * u[k] - s.decay * z[k] + s.drift[k]))
}

#[test]
fn means_fit_momentum_and_deflection() {
    for h in [1e-4, 1e-2, 1.0] {
        let end = step(&U, &Z, h);
        let (u_dot, z_dot) = rates(&end.u_mean, &end.z_mean);
        for k in 0..5 {
            // what is taken away is a multiple of what is left
            let size = h * mobility()[k][k] * 30.0 * 5.0;
            assert!((end.u[k] - U[k] - h * u_dot[k]).abs() < 1e-13 * (size + 5.0), "{h} {k}");
        }
        assert!((0..3).all(|k| (end.z[k] - Z[k] - h * z_dot[k]).abs() < 1e-15), "{h}");
    }
}

/// Against classical Runge–Kutta steps of a thousandth.
#[test]
fn step_is_of_second_order() {
    let length = 0.02;
    let (mut u, mut z) = (U, Z);
    let dt = length / 1e4;
    for _ in 0..10_000 {
        let moved = |(a, b): &(Coordinates, [f64; 3]), t: f64| -> (Coordinates, [f64; 3]) {
            (core::array::from_fn(|k| u[k] + t * a[k]), core::array::from_fn(|k| z[k] + t * b[k]))
        };
        let at = |(u, z): (Coordinates, [f64; 3])| rates(&u, &z);
        let k1 = rates(&u, &z);
        let k2 = at(moved(&k1, 0.5 * dt));
        let k3 = at(moved(&k2, 0.5 * dt));
        let k4 = at(moved(&k3, dt));
        let mean = |a: f64, b: f64, c: f64, d: f64| dt / 6.0 * (a + 2.0 * (b + c) + d);
        let next = core::array::from_fn(|k| u[k] + mean(k1.0[k], k2.0[k], k3.0[k], k4.0[k]));
        z = core::array::from_fn(|k| z[k] + mean(k1.1[k], k2.1[k], k3.1[k], k4.1[k]));
        u = next;
    }
    let errors = [16, 32, 64].map(|count| {
        let mut at = (U, Z);
        for _ in 0..count {
            let end = step(&at.0, &at.1, length / f64::from(count));
            at = (end.u, end.z);
        }
        (0..5).map(|k| (at.0[k] - u[k]).abs()).sum::<f64>()
    });
    let orders = [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()];
    assert!(orders.iter().all(|order| (1.8..2.3).contains(order)), "{errors:?} {orders:?}");
}

#[test]
fn decay_never_reverses() {
    let m = [[2.0, 0.0, 0.0, 0.0, 0.0]; COORDINATES];
    for damping in [1e-3, 1.0, 1e3, 1e9] {
        let system = Linear { damping: [damping; COORDINATES], ..Linear::default() };
        let end = system.step(1, &m, &[0.0; 5], &[1.0; 5], &[0.0; 3], 1.0);
        let y = 2.0 * damping;
        let exact = 1.0 / (1.0 + y + 0.5 * y * y);
        assert!((end.u[0] - exact).abs() < 1e-15, "{damping}: {}", end.u[0]);
    }
}
