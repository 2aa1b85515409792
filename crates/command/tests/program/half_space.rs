//! Pressure and traction of half-spaces against Hertz, the flat punch, and Cattaneo and Mindlin.

use asperity_lab::half_space::{Elasticity, Fault, Indenter, Pressed, Pressure, kernels::Integrals, press, shear};
use std::f64::consts::PI;

const STEEL: Elasticity = Elasticity { young: 2.1e11, poisson: 0.3 };
const RADIUS: f64 = 0.05;
const DEPTH: f64 = 1e-5;

/// A ball on a flat, on a grid whose side is 2.4 times the radius of the contact.
fn ball(grid: usize, poisson: f64) -> Pressed {
    let elasticity = Elasticity { poisson, ..STEEL };
    Pressed {
        bodies: [elasticity; 2],
        indenter: Indenter::Paraboloid { radii: [RADIUS; 2] },
        depth: DEPTH,
        tilt: [0.0; 2],
        side: 2.4 * (RADIUS * DEPTH).sqrt(),
        grid,
    }
}

fn pressed(of: &Pressed) -> Pressure {
    press(of).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Hertz: a² = R·δ, N = 4/3·E*·a·δ, p0 = 2·E*·a/(π·R).
struct Hertz {
    modulus: f64,
    a: f64,
}

impl Hertz {
    fn of(pressed: &Pressed) -> Self {
        let [one, two] = pressed.bodies;
        assert!(one == two);
        Hertz { modulus: 0.5 * one.young / (1.0 - one.poisson * one.poisson), a: (RADIUS * DEPTH).sqrt() }
    }
    fn force(&self) -> f64 {
        4.0 / 3.0 * self.modulus * self.a * DEPTH
    }
    fn peak(&self) -> f64 {
        2.0 * self.modulus * self.a / (PI * RADIUS)
    }
}

#[test]
fn integrals_over_a_patch_are_those_of_quadrature() {
    // Gauss of 3 points on a fine mesh, away from the patch
    let (h, [x, y]) = (0.3, [0.9, -0.7]);
    let (nodes, weights) = ([-0.6f64.sqrt(), 0.0, 0.6f64.sqrt()], [5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0]);
    let cells = 40;
    let half = h / cells as f64;
    let mut sums = [0.0; 4];
    for (k, l) in (0..cells).flat_map(|k| (0..cells).map(move |l| (k, l))) {
        for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
            let at = |k: usize, node: usize| -h + half * (2.0 * k as f64 + 1.0 + nodes[node]);
            let (dx, dy) = (x - at(k, a), y - at(l, b));
            let (rho, weight) = (dx.hypot(dy), weights[a] * weights[b] * half * half);
            let terms = [1.0 / rho, dx * dx / rho.powi(3), dy * dy / rho.powi(3), dx * dy / rho.powi(3)];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
        }
    }
    let of = Integrals::of([x, y], h);
    for (found, sum) in [of.inverse_distance(), of.i_x, of.i_y, of.i_xy].into_iter().zip(sums) {
        assert!((found - sum).abs() < 1e-12, "{found} {sum}");
    }
    // under itself: ∫∫ 1/ρ over a square of side 2h is 8·h·asinh(1)
    let own = Integrals::of([0.0; 2], h).inverse_distance();
    assert!((own - 8.0 * h * 1f64.asinh()).abs() < 1e-14);
}

#[test]
fn a_ball_is_pressed_as_hertz_says() {
    // errors seen 1.7e-3, 1.5e-4, 8.3e-5 of the force: that of the grid, see the convergence
    for (grid, bound) in [(16, 3e-3), (32, 5e-4), (64, 2e-4)] {
        let found = pressed(&ball(grid, 0.3));
        let hertz = Hertz::of(&found.pressed);
        assert!((hertz.force() - 1087.8565864).abs() < 1e-6);
        assert!((found.force() / hertz.force() - 1.0).abs() < bound, "{grid}: {}", found.force());
        assert!((found.peak() / hertz.peak() - 1.0).abs() < 4e-2 / (grid as f64 / 16.0), "{grid}: {}", found.peak());
        let spin = 3.0 * PI / 16.0 * hertz.a;
        assert!((found.spin_radius() / spin - 1.0).abs() < 4.0 * bound, "{grid}: {}", found.spin_radius());
        // dN/dδ = 2·E*·a; the patches of the contact do not change: the edge counts whole
        let stiffness = found.stiffness().unwrap();
        assert!((stiffness / (2.0 * hertz.modulus * hertz.a) - 1.0).abs() < 0.4 / grid as f64, "{grid}: {stiffness}");
        let [about_x, about_y] = found.moments();
        assert!(about_x.abs().max(about_y.abs()) < 1e-12 * hertz.force() * hertz.a);
    }
}

#[test]
fn gaps_and_pressures_exclude_each_other() {
    for tilt in [[0.0; 2], [2e-3, -1e-3]] {
        let found = pressed(&Pressed { tilt, side: 5.0 * (RADIUS * DEPTH).sqrt(), ..ball(24, 0.3) });
        let peak = found.peak();
        for (p, gap) in found.p.iter().zip(&found.gap) {
            assert!(*p >= 0.0 && *gap >= -1e-12 * DEPTH && p * gap <= 1e-12 * DEPTH * peak, "{p} {gap}");
        }
    }
}

#[test]
fn a_flat_punch_takes_two_a_e_delta() {
    let at = |grid: usize| {
        let radius = 1e-3;
        let found = pressed(&Pressed { indenter: Indenter::Disc { radius }, side: 2.4e-3, ..ball(grid, 0.3) });
        found.force() / (2.0 * radius * Hertz::of(&found.pressed).modulus * DEPTH) - 1.0
    };
    // infinite at its edge, where patches do not fit the circle: first order, −1.9e-2 and −4.9e-3 seen
    assert!(at(16).abs() < 3e-2 && at(64).abs() < 8e-3, "{} {}", at(16), at(64));
}

#[test]
fn an_ellipse_is_pressed_along_its_long_axis() {
    // curvatures in a ratio of 4: the axes of the ellipse have b/a = k with Hertz's integrals; area and force lie between the balls'
    let side = 5.0 * (RADIUS * DEPTH).sqrt();
    let with = |radii: [f64; 2]| pressed(&Pressed { indenter: Indenter::Paraboloid { radii }, side, ..ball(40, 0.3) });
    let (narrow, long, wide) = (with([RADIUS; 2]), with([4.0 * RADIUS, RADIUS]), with([4.0 * RADIUS; 2]));
    assert!(narrow.force() < long.force() && long.force() < wide.force());
    let extent = |of: &Pressure, axis: usize| {
        of.contact().iter().map(|&patch| of.pressed.middle(patch)[axis].abs()).fold(0.0, f64::max)
    };
    // a/b ≈ (R_x/R_y)^0.636 [Brewe and Hamrock 1977, within 3 %], the grid within a patch of each
    let ratio = extent(&long, 0) / extent(&long, 1);
    assert!((ratio / 4f64.powf(0.636) - 1.0).abs() < 0.12, "{ratio}");
}

#[test]
fn tangential_displacement_slips_from_the_edge_inwards() {
    // Cattaneo and Mindlin: Q = ½·μ·P leaves a stuck disc of a·(1 − ½)^(1/3); ν = 0, where the tangential kernel is the normal one
    let found = pressed(&ball(64, 0.0));
    let (mu, hertz) = (0.3, Hertz::of(&found.pressed));
    assert!((hertz.force() - 989.9494937).abs() < 1e-6);
    let displacement = 1.1101184252e-6;
    let shear = shear(&found, mu, &[[displacement, 0.0]]).unwrap();
    let [along, across] = shear.force();
    assert!((along / (0.5 * mu * hertz.force()) - 1.0).abs() < 1e-3, "{along}");
    assert!(across.abs() < 1e-9 * along);
    let stuck = (shear.stuck_area() / PI).sqrt() / hertz.a;
    assert!((stuck / 0.5f64.cbrt() - 1.0).abs() < 2e-2, "{stuck}: an area of whole patches");
    for (q, &patch) in shear.q.iter().zip(&shear.patches) {
        assert!(q[0].hypot(q[1]) <= mu * found.p[patch] * (1.0 + 1e-12));
    }
}

#[test]
fn poissons_ratio_acts_as_mindlin_says() {
    // δ_t = 1.3480009448e-6 m for Q = ½·μ·P at ν = 0.3 by Mindlin's approximation, within 3 %
    let found = pressed(&ball(32, 0.3));
    let [along, _] = shear(&found, 0.3, &[[1.3480009448e-6, 0.0]]).unwrap().force();
    assert!((along / 163.178488 - 1.0).abs() < 3e-2, "{along}");
}

#[test]
fn friction_remembers_the_way_there() {
    // there and back: the outer ring has slipped, so that the force at the place of the start is below 0
    let found = pressed(&ball(24, 0.3));
    let there = shear(&found, 0.3, &[[1e-6, 0.0]]).unwrap().force()[0];
    let back = shear(&found, 0.3, &[[1e-6, 0.0], [0.0, 0.0]]).unwrap().force()[0];
    assert!(there > 0.0 && back < -0.02 * there, "{there} {back}");
    // in halves along a straight way the same; for nu = 0, or slip turns a little between the halves
    let straight = pressed(&ball(24, 0.0));
    let [once, halves] = [&[[1e-6, 0.0]] as &[_], &[[5e-7, 0.0], [1e-6, 0.0]]]
        .map(|path| shear(&straight, 0.3, path).unwrap().force()[0]);
    assert!((halves / once - 1.0).abs() < 1e-8, "{halves} {once}");
    // far enough, everything slips
    let all = shear(&found, 0.3, &[[3e-6, 4e-6]]).unwrap();
    assert!((all.force()[0] / (0.3 * found.force() * 0.6) - 1.0).abs() < 2e-2 && all.stuck_area() == 0.0);
}

#[test]
fn what_cannot_be_is_named() {
    let good = ball(16, 0.3);
    let other = Elasticity { young: 7e10, ..STEEL };
    for (wrong, word) in [
        (Pressed { depth: 0.0, ..good }, "do not touch"),
        (Pressed { depth: -1e-6, ..good }, "do not touch"),
        (Pressed { depth: f64::NAN, ..good }, "depth = NaN"),
        (Pressed { grid: 7, ..good }, "grid = 7"),
        (Pressed { side: 0.0, ..good }, "side = 0"),
        (Pressed { side: 1e-4, ..good }, "larger side"),
        (Pressed { bodies: [STEEL, Elasticity { poisson: 0.6, ..STEEL }], ..good }, "nu = 0.6"),
        (Pressed { bodies: [STEEL, Elasticity { young: 0.0, ..STEEL }], ..good }, "E = 0"),
        (Pressed { indenter: Indenter::Paraboloid { radii: [0.05, -1.0] }, ..good }, "radius = -1"),
        (Pressed { indenter: Indenter::Disc { radius: 1e-9 }, ..good }, "smaller side"),
        (Pressed { indenter: Indenter::Disc { radius: 1.0 }, side: 2.4, depth: 1e300, ..good }, "depth = 1e300"),
        (Pressed { tilt: [f64::INFINITY, 0.0], ..good }, "tilt = inf"),
    ] {
        let text = press(&wrong).err().map(|fault| fault.to_string()).unwrap_or_default();
        assert!(text.contains(word) && !text.contains('\n'), "{word}: {text}");
    }
    let found = pressed(&Pressed { bodies: [STEEL, other], ..good });
    assert!(shear(&found, 0.3, &[[1e-6, 0.0]]).err() == Some(Fault::UnequalMaterials));
    assert!(shear(&pressed(&good), -0.1, &[[1e-6, 0.0]]).is_err());
    assert!(shear(&pressed(&good), 0.1, &[[f64::NAN, 0.0]]).is_err());
}
