//! A thin rod slides on its lower tip over a rough line (Painlevé's rod, [WK91 section 2.1.3]): the acceleration may
//! have one solution, two, or none.

use super::oracle::assert_solved;
use super::*;

/// Mass 1 kg, half length 1 m, I = m·l²/3; gravity [m/s²].
const INERTIA: f64 = 1.0 / 3.0;
const GRAVITY: f64 = 9.81;

/// Leans at the angle θ over the line, turns with ω and slides towards the side it leans away from (the paradox) or the
/// other.
#[derive(Clone, Copy, Debug)]
struct Rod {
    theta: f64,
    omega: f64,
    mu: f64,
    slides_backwards: bool,
}

impl Rod {
    /// From the centre of mass to the tip.
    fn arm(&self) -> [f64; 2] {
        [-self.theta.cos(), -self.theta.sin()]
    }

    /// a_n = A·λ + b of the tip by Newton's and Euler's laws for a force (λ_t, λ_n) there, λ_t = −j·μ·λ_n.
    fn acceleration(&self, normal: f64) -> f64 {
        let [x, y] = self.arm();
        let tangential = if self.slides_backwards { self.mu } else { -self.mu } * normal;
        let turning = (x * normal - y * tangential) / INERTIA;
        normal - GRAVITY + turning * x - self.omega * self.omega * y
    }

    fn problem(&self) -> Problem {
        let b = self.acceleration(0.0);
        Problem::unilateral(DMatrix::repeat(1, 1, self.acceleration(1.0) - b), DVector::repeat(1, b))
    }
}

/// A = (1 + 3·c² − 3·μ·s·c)/m < 0 needs μ > (1 + 3c²)/(3·s·c), at least 4/3; b = ω²·l·s − g.
#[test]
fn acceleration_of_the_sliding_rod_has_one_solution_two_or_none() {
    let theta = 2f64.atan(); // c² = 1/5: the least μ with a paradox, 4/3
    let paradox = 4.0 / 3.0;
    for (mu, omega, slides_backwards, solutions) in [
        (0.5 * paradox, 1.0, true, 1),
        (0.5 * paradox, 9.0, true, 1),
        (0.999 * paradox, 1.0, true, 1),
        (1.001 * paradox, 1.0, true, 0),
        (1.001 * paradox, 9.0, true, 2),
        (2.0 * paradox, 1.0, true, 0),
        (2.0 * paradox, 9.0, true, 2),
        (2.0 * paradox, 1.0, false, 1),
        (2.0 * paradox, 9.0, false, 1),
    ] {
        let rod = Rod { theta, omega, mu, slides_backwards };
        let (b, a) = (rod.acceleration(0.0), rod.acceleration(1.0) - rod.acceleration(0.0));
        let (s, c) = theta.sin_cos();
        let by_hand = 1.0 + 3.0 * c * (c - if slides_backwards { mu } else { -mu } * s);
        assert!((a - by_hand).abs() < 1e-13, "{rod:?}: A = {a} instead of {by_hand}");
        let mut possible = Vec::new();
        if b >= 0.0 {
            possible.push(0.0);
        }
        if -b / a > 0.0 {
            possible.push(-b / a);
        }
        assert_eq!(possible.len(), solutions, "{rod:?}");
        let problem = rod.problem();
        for solution in [problem.lemke(), problem.bounded()] {
            if possible.is_empty() {
                assert_eq!(solution.status, Status::NoSolution, "{rod:?}");
            } else {
                assert_solved("rod", &problem, &solution);
                let near = |exact: &f64| (solution.z[0] - exact).abs() <= 1e-12 * exact.abs();
                assert!(possible.iter().any(near), "{rod:?}: {} is none of {possible:?}", solution.z[0]);
            }
        }
    }
}

/// Over a step of time, with friction in both directions, there always is one [AP97]: an impulse that stops the tip,
/// where no force can.
#[test]
fn a_step_of_time_always_has_a_solution() {
    let (h, slip) = (1e-3, 1.0);
    for number in 0..2000 {
        let theta = 0.02 + 1.5 * f64::from(number % 50) / 50.0;
        let mu = f64::from(number / 50) * 0.25;
        let omega = if number % 2 == 0 { 1.0 } else { 9.0 };
        let arm = Rod { theta, omega, mu, slides_backwards: true }.arm();
        let [x, y] = arm;
        // rows of J: along the line and along the normal
        let (tangent, normal) = ([1.0, 0.0, -y], [0.0, 1.0, x]);
        let w = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2] / INERTIA;
        let (tt, tn, nn) = (w(tangent, tangent), w(tangent, normal), w(normal, normal));
        let free = [-slip, h * (-GRAVITY - omega * omega * y)];
        // p_n, p_t forwards and backwards, slip
        let m = DMatrix::from_row_slice(
            4,
            4,
            &[[nn, tn, -tn, 0.0], [tn, tt, -tt, 1.0], [-tn, -tt, tt, 1.0], [mu, -1.0, -1.0, 0.0]].concat(),
        );
        let problem = Problem::unilateral(m, DVector::from_vec(vec![free[1], free[0], -free[0], 0.0]));
        let solution = problem.lemke();
        assert_solved(&format!("theta {theta}, mu {mu}"), &problem, &solution);
        let friction = solution.z[1] - solution.z[2];
        assert!(friction.abs() <= mu * solution.z[0] * (1.0 + 1e-12), "{solution:?}");
    }
}
