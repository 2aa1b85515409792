//! The kick of a micro-step beside the midpoint rule.

use asperity::stepping::interface::normal::kick;

/// v̇ = b_n − w·f_e·(1 + a·v)₊ by 100 000 steps of the midpoint rule: ẋ and impulse after `h`.
fn fine(elastic: f64, a: f64, w: f64, b_n: f64, v: f64, h: f64) -> [f64; 2] {
    let force = |v: f64| elastic * (1.0 + a * v).max(0.0);
    let dt = h / 1e5;
    let mut at = [v, 0.0];
    for _ in 0..100_000 {
        let middle = at[0] + 0.5 * dt * (b_n - w * force(at[0]));
        at = [at[0] + dt * (b_n - w * force(middle)), at[1] + dt * force(middle)];
    }
    at
}

/// With and without force, from one into the other both ways, and undamped.
#[test]
fn kick_is_the_exact_solution_also_where_the_force_is_clipped() {
    for (a, b_n, v) in [(2.0, 9.81, 1.0), (0.0, 9.81, 1.0), (2.0, 300.0, -2.0), (2.0, -300.0, 1.0), (2.0, -9.81, -2.0)]
    {
        let (elastic, w, h) = (50.0, 0.5, 0.02);
        let found = kick(elastic, a, w, b_n, v, h);
        let [v_1, impulse] = fine(elastic, a, w, b_n, v, h);
        // the midpoint rule at its kink: second order of 1e-5·h
        let close = |x: f64, y: f64| (x - y).abs() < 1e-8 * (1.0 + y.abs());
        assert!(close(found.v, v_1) && close(found.impulse, impulse), "a {a} b {b_n} v {v}: {found:?} {v_1} {impulse}");
        assert!(
            (found.v - v - b_n * h + w * found.impulse).abs() < 1e-14 * (1.0 + v_1.abs()),
            "momentum {a} {b_n} {v}"
        );
    }
}
