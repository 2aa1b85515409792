//! Bodies of revolution on their rims: what rolls at a lean keeps its energy, and what friction about the normal takes is what it must.

use super::free::Free;
use nalgebra::{UnitQuaternion, Vector3};

/// Radius, half thickness [m] and mass [kg] of the disc.
const RADIUS: f64 = 0.04;
const HALF: f64 = 0.003;
const MASS: f64 = 0.4;

/// About a diameter and about the axis [kg·m²].
const ACROSS: f64 = MASS * (0.25 * RADIUS * RADIUS + HALF * HALF / 3.0);
const ALONG: f64 = 0.5 * MASS * RADIUS * RADIUS;

/// With damping, and the friction about the normal that e_r gives it [m].
fn disc(e_r: f64) -> Free {
    with(HALF, 0.5, &format!("given\"\nfriction.e_r = {e_r}"))
}

/// Of any half thickness [m], with a coefficient of friction and the source of e_r.
fn with(half: f64, mu: f64, e_r_source: &str) -> Free {
    let text = format!(
        "[unit]\nname = \"Disc\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\n\
         shape = {{ cylinder = {{ radius = {RADIUS}, length = {} }} }}\n[contacts]\ncompliance.k_A = 1e12\n\
         compliance.e = 0.5\ncompliance.vMin = 0.1\nfriction.mu_S = {mu}\nfriction.mu_C = {mu}\nfriction.sigma_0 = 1e6\n\
         friction.sigma_1 = 1e3\nfriction.sigma_2 = 0\nfriction.map = \"mixed\"\nfriction.e_rSource = \"{e_r_source}\n\
         [[contacts.pair]]\nbetween = [\"body\", \"table\"]\nname = \"contact\"\n[report]\ncontacts = \"all\"\n",
        2.0 * half
    );
    let across = MASS * (0.25 * RADIUS * RADIUS + half * half / 3.0);
    Free::new(&text, MASS, [across, across, ALONG])
}

/// What the moments of a rigid disc lack to steady precession, by m·g·R: inclination θ, precession Ω about the vertical, ω_a along the axis a.
///
/// With ω = −Ω·sin θ·d + ω_a·a, d down the face and r = R·d − c·a to the rim: L̇ = Ω·ẑ × L = r × f, where f_z = m·g and f along the horizontal to the
/// rim is m·Ω·(R·ω_a − c·Ω·sin θ), as the rim does not slip and the middle goes around with Ω. c = 0 and ω_a = 0 make Ω² = 4g/(R·sin θ).
fn unbalance(theta: f64, big: f64, axial: f64) -> f64 {
    let (sin, cos) = theta.sin_cos();
    let momentum = big * sin * (ALONG * axial - ACROSS * big * cos);
    let radial = MASS * big * (RADIUS * axial - HALF * big * sin);
    let moment = -(RADIUS * sin + HALF * cos) * radial - MASS * 9.81 * (RADIUS * cos - HALF * sin);
    (momentum - moment) / (MASS * 9.81 * RADIUS)
}

/// Ω with the middle at rest, ω_a = c·Ω·sin θ/R, by bisection.
fn of_euler(theta: f64) -> [f64; 2] {
    let axial = |big: f64| HALF * big * theta.sin() / RADIUS;
    let (mut low, mut high) = (1.0, 1e3);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if unbalance(theta, middle, axial(middle)) > 0.0 { low = middle } else { high = middle }
    }
    [low, axial(low)]
}

/// ω_a that goes with an inclination and Ω: the balance is a straight line of it.
fn axial(theta: f64, big: f64) -> f64 {
    let at_none = unbalance(theta, big, 0.0);
    at_none / (at_none - unbalance(theta, big, 1.0))
}

/// Puts it on its rim, leaning towards +x, sunk in by its weight: V = 8/15·δ^2.5·√(2R/sin θ)/(sin θ·cos θ) of a wedge that is flat against R.
fn launched(free: &mut Free, theta: f64, start: [f64; 2]) {
    launched_of(HALF, free, theta, start);
}

fn launched_of(half: f64, free: &mut Free, theta: f64, [big, axial]: [f64; 2]) {
    let (sin, cos) = theta.sin_cos();
    let volume = MASS * 9.81 / 1e12;
    let sunk = (volume * sin * cos * 1.875 / (2.0 * RADIUS / sin).sqrt()).powf(0.4);
    let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), theta);
    free.place([0.0, 0.0, RADIUS * sin + half * cos - sunk], &turn);
    let omega = turn * Vector3::new(-big * sin, 0.0, axial);
    let rim = turn * Vector3::new(RADIUS, 0.0, -half);
    let velocity = -omega.cross(&rim);
    free.launch(velocity.into(), omega.into());
    free.start();
}

fn axis(free: &Free) -> Vector3<f64> {
    let q = &free.state;
    UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(q[3], q[4], q[5], q[6])) * Vector3::z()
}

fn energy(free: &Free) -> f64 {
    free.kinetic() + MASS * 9.81 * free.state[2]
}

/// A disc with damping that rolls at a lean, about its middle at rest and around a circle: after the nutation of the start has gone the layer takes
/// none of its energy over 9 turns and more, and inclination, precession and ω_a are those of the rigid disc but for how far the rim sinks in, 5e-4 of
/// R. Around a circle the force of friction f = m·Ω·(R·ω_a − c·Ω·sin θ) turns with Ω, and its bristles z = f/σ_0 turn with ½·ω_n, ω_n what the disc turns
/// about the normal, so that they creep by (Ω − ½·ω_n)·z, across the force: the bristles' damping σ_1 takes σ_1·((Ω − ½·ω_n)·f/σ_0)², 4.5e-6 of the energy, and
/// nothing else does.
#[test]
fn a_disc_that_rolls_on_its_rim_at_a_lean_keeps_its_energy() {
    for (theta, start, nutation) in [(0.4, of_euler(0.4), 1e-6), (1.0, [12.0, axial(1.0, 12.0)], 2e-7)] {
        let mut free = disc(0.0);
        launched(&mut free, theta, start);
        let h = 1e-4;
        for _ in 0..10_000 {
            free.step(h);
        }
        let (before, taken) = (energy(&free), [free.state[19], free.state[20]]);
        let steps = 50_000;
        let (mut turned, mut tilt, mut spin, mut last) = (0.0, 0.0, 0.0, axis(&free));
        for _ in 0..steps {
            free.step(h);
            let now = axis(&free);
            turned += f64::atan2(last[0] * now[1] - last[1] * now[0], last[0] * now[0] + last[1] * now[1]);
            tilt += now[2].acos() / f64::from(steps);
            spin += free.angular_velocity().dot(&now) / f64::from(steps);
            last = now;
        }
        let (lost, by_layer) = (1.0 - energy(&free) / before, (free.state[19] - taken[0]) / before);
        let by_bristles = (free.state[20] - taken[1]) / before;
        let time = h * f64::from(steps);
        let big = turned / time;
        let (sin, cos) = tilt.sin_cos();
        let force = MASS * big * (RADIUS * spin - HALF * big * sin);
        let creep = (big - 0.5 * (big * sin * sin + spin * cos)) * force / 1e6;
        let wanted = 1e3 * creep * creep * time / before;
        assert!(turned.abs() > 56.0 && (lost - wanted).abs() < nutation, "{lost:e} of the energy over {turned} rad");
        assert!((0.0..1e-6).contains(&by_layer), "the layer takes {by_layer:e}");
        assert!((by_bristles - wanted).abs() < nutation, "bristles take {by_bristles:e}, {wanted:e}");
        assert!(unbalance(tilt, big, spin).abs() < 1e-3, "{tilt} rad, {big} and {spin} rad/s");
    }
}

/// Friction about the normal, μ·m·g·e_r as friction.map = mixed bounds it, lets a disc fall as twelve equations of a rigid one that rolls say (`rim.py`,
/// SciPy's DOP853): in 1 s it loses 7.8440 mJ and leans by 0.385327 rad.
#[test]
fn friction_about_the_normal_takes_what_a_rigid_disc_says() {
    let mut free = disc(5e-4);
    launched(&mut free, 0.4, of_euler(0.4));
    let before = energy(&free);
    for _ in 0..10_000 {
        free.step(1e-4);
    }
    let lost = before - energy(&free);
    assert!((lost - 7.844_031e-3).abs() < 3e-3 * 7.844e-3, "{lost} J");
    assert!((axis(&free)[2].acos() - 0.385_327).abs() < 1e-4, "{} rad", axis(&free)[2].acos());
}

/// A thin disc whose middle rests turns about the normal with ω_n = 2·√(g/R)·sin^{3/2} θ, and friction takes μ·m·g·e_r·ω_n of its energy 3/2·m·g·R·sin θ: with
/// one e_r the power goes with sin^{1.5} θ. The region is a wedge as long as 2ℓ, ℓ² = 2R·δ/sin θ, with (1 − s²)² of its volume at s·ℓ, so that
/// e_r = √3/2·ℓ/√7 by the formula of a line. There δ goes with sin^{0.6} θ, and the power with sin^{1.3} θ.
#[test]
fn power_of_eulers_disc_goes_with_its_inclination_as_it_must() {
    const THIN: f64 = 5e-5;
    let weight = MASS * 9.81;
    let of_region = |sin: f64, cos: f64| {
        let sunk = (weight / 1e12 * sin * cos * 1.875 / (2.0 * RADIUS / sin).sqrt()).powf(0.4);
        f64::sqrt(0.75 / 7.0 * 2.0 * RADIUS * sunk / sin)
    };
    for (source, mu, exponent) in [("given\"\nfriction.e_r = 1e-4", 0.5, 1.5), ("contactRadius\"", 0.05, 1.3)] {
        let measured = [0.1_f64, 0.2, 0.4].map(|theta| {
            let mut free = with(THIN, mu, source);
            launched_of(THIN, &mut free, theta, [(4.0 * 9.81 / (RADIUS * theta.sin())).sqrt(), 0.0]);
            let (h, steps) = (1e-4, 1_000);
            let mut taken = [0.0; 2];
            for (from, until) in [(0.0, 300), (1.0, steps)] {
                let before = [energy(&free), free.state[20] * from];
                for _ in 0..until {
                    free.step(h);
                }
                taken = [before[0] - energy(&free), free.state[20] - before[1]];
            }
            // what the bristles store while they are bent is theirs at first
            let power = taken[1] / (h * f64::from(steps));
            assert!((taken[0] - taken[1]).abs() < 0.01 * taken[1], "{taken:?}");
            let (sin, cos) = theta.sin_cos();
            let e_r = if exponent == 1.5 { 1e-4 } else { of_region(sin, cos) };
            let wanted = mu * weight * e_r * 2.0 * (9.81 / RADIUS).sqrt() * sin.powf(1.5);
            assert!((power / wanted - 1.0).abs() < 0.03, "{power} W, {wanted} W at {theta}");
            [sin, power]
        });
        let [[low, little], _, [high, much]] = measured;
        let found = (much / little).ln() / (high / low).ln();
        assert!((found - exponent).abs() < 0.02, "the power goes with {found}, not {exponent}");
    }
}
