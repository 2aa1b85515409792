//! The scenes that have closed forms or invariants, through the packed unit.
use std::path::Path;

use crate::packed::fmu;
use asperity_lab::record;
use asperity_lab::report::Agreement;
use asperity_lab::scenes::find;
use asperity_lab::simulate::{self, Method, Request, Run};
use asperity_studies::gallery::{EXHIBITS, Held, gallery};

fn numbers(scene: &str, method: Method) -> Vec<Held> {
    let exhibit = EXHIBITS.iter().find(|exhibit| exhibit.scene == scene).expect("it is shown");
    (exhibit.numbers)(fmu(), method).expect("it runs")
}

/// Of the numbers whose names begin so, each with its value here and the relative deviation allowed in model exchange.
fn check(scene: &str, known: &[(&str, f64, f64)]) {
    let numbers = numbers(scene, Method::TRUTH);
    assert!(numbers.iter().all(Held::holds), "{numbers:#?}");
    for &(name, value, bound) in known {
        let held = numbers.iter().find(|held| held.closed.name.starts_with(name)).expect(name);
        let closed = held.closed.value.expect(name);
        assert!((closed - value).abs() <= 1e-9 * value.abs(), "{name}: the closed form is {closed}, not {value}");
        let found = held.found.value.expect(name);
        assert!((found - value).abs() <= bound * value.abs().max(1.0), "{name}: {found} for {value}");
    }
}

/// The restitution is the root of the energy balance with u = 1.6, to ten digits; the others are √(2h/g) = √(1/9.81),
/// and that plus the flight 2·e·√(2h/g), which does not know the 50 µs that an impact lasts.
#[test]
fn the_bouncing_ball_has_the_real_restitution_of_flores_damping() {
    let touch = 0.319_275_428_4;
    check(
        "bouncing-ball",
        &[
            ("rebound over impact speed", 0.470_444_779_3, 1e-6),
            ("time of impact 1", touch, 1e-9),
            ("time of impact 2", touch * (1.0 + 2.0 * 0.470_444_779_3), 1e-4),
        ],
    );
}

/// 3Rω/(4μg) with R = 0.05 m, ω = 20 rad/s, μ = 0.2; v/(μg) with v = 0.5 m/s. Time and way of both together by
/// Simpson's rule over u with ω = ω0·u⁸, where v/ω^{9/8} = const makes the integrand smooth:
/// t = 9/(8μg)·∫√((v/ω)² + e_r²) dω, and the way with v before the root.
#[test]
fn the_disc_stops_as_the_ellipsoid_says() {
    let (g, mu, radius, v0, w0) = (9.81, 0.2, 0.05, 0.5, 20.0);
    let lever: f64 = radius / 1.5;
    let integral = |value: &dyn Fn(f64) -> f64| {
        let n = 2000;
        let weight = |k: u32| if k == 0 || k == n { 1.0 } else { 2.0 + 2.0 * f64::from(k % 2) };
        (0..=n).map(|k| weight(k) * value(f64::from(k) / f64::from(n))).sum::<f64>() / (3.0 * f64::from(n))
    };
    // v/ω = (v0/ω0)·u and dω = 8·ω0·u⁷ du
    let slowness = |u: f64| 1.125 / (mu * g) * (v0 / w0 * u).hypot(lever) * 8.0 * w0 * u.powi(7);
    let (time, way) = (integral(&slowness), integral(&|u| slowness(u) * v0 * u.powi(9)));
    check(
        "spinning-disc",
        &[
            ("spin alone", 0.75 * radius * w0 / (mu * g), 1e-6),
            ("slide alone", v0 / (mu * g), 1e-6),
            // Force and moment on the bound, by what [PT96 eq. 1] says; both are rounded.
            ("both: (f_t²", 1.0, 1e-12),
            ("both: v/ω", 1.0, 1e-8),
            ("both: stops", time, 2e-4),
            ("both: way", way, 1e-4),
        ],
    );
}

/// 5/7·0.02·9.81; the couple 0.02·0.1·2·9.81.
#[test]
fn the_ball_that_rolls_slows_down_evenly_and_stands() {
    check(
        "rolling-ball",
        &[
            ("deceleration", 0.140_142_857_142_857, 1e-6),
            ("rolling couple", -0.039_24, 1e-9),
            ("velocity at the end", 0.0, 1e-12),
        ],
    );
}

/// The slip at the start is (1 + 20R, 20R) with R = 0.028575 m; 2/7 of it is lost. 0.4·R²·20/(0.2·9.81·0.005) for the
/// spin.
#[test]
fn side_spin_changes_neither_direction_nor_speed_of_the_billiard_ball() {
    let radius = 0.028_575;
    let slip = [1.0 + 20.0 * radius, 20.0 * radius];
    check(
        "billiard",
        &[
            ("spin alone", 0.4 * radius * radius * 20.0 / (0.2 * 9.81 * 0.005), 1e-6),
            ("no side spin", 2.0 / 7.0 * slip[0].hypot(slip[1]) / (0.2 * 9.81), 1e-6),
            ("v_t/ω_n^ν", 1.0, 1e-6),
            ("rolls at the end along x", 1.0 - 2.0 / 7.0 * slip[0], 1e-6),
            ("rolls at the end along y", -2.0 / 7.0 * slip[1], 1e-6),
            ("level cue", 0.0, 1e-12),
        ],
    );
}

/// M = 8e-3 N·m in the pause: z_r = M/(2e4·3e-3), angle z_r/3e-3. The grip is 0.6·10 N, the torque √(6² − 2²)·3e-3
/// N·m: the solver's steps are 2 ms, in which the torque grows by 8e-6 N·m.
#[test]
fn a_fingertip_holds_until_force_and_moment_reach_the_bound() {
    check(
        "soft-finger",
        &[
            ("held: deflection", 8e-3 / 60.0, 1e-12),
            ("held: angle", 8e-3 / 0.18, 1e-4),
            ("held: creep", 0.0, 1e-10),
            ("held: friction", -2.0, 1e-8),
            ("greatest grip", 6.0, 1e-5),
            ("torque that breaks", 32.0_f64.sqrt() * 3e-3, 1e-5),
        ],
    );
}

fn simulated(scene: &str, set: &[(&str, f64)]) -> Run {
    let scene = find(scene).expect("there is such a scene");
    let request = Request::new(scene, Method::TRUTH.with_step(1e-3));
    let request = set.iter().fold(request, |request, (name, value)| request.with(name, value));
    simulate::run(fmu(), scene, &request, |_| {}).expect("it runs")
}

/// I·ω/(μ·f_n·e_r) = ⅖R²ω/(μ·g·e_r); friction, e_r and spin are none of the
/// scene's. It slides: at the start e_r·ω is at least four times v_S, so that s is below 1e-6.
#[test]
fn a_sphere_that_spins_on_a_plane_stops_after_its_closed_form() {
    for (mu, lever, spin) in [(0.2, 0.005, 30.0), (0.3, 0.003, 15.0), (0.5, 0.01, 200.0)] {
        let run = simulated(
            "billiard",
            &[
                ("scene.speed", 0.0),
                ("scene.backSpin", 0.0),
                ("scene.tiltSpin", 0.0),
                ("scene.sideSpin", spin),
                ("friction.mu_S", mu),
                ("friction.mu_C", mu),
                ("friction.e_r", lever),
            ],
        );
        let stop = 0.4 * 0.028_575_f64.powi(2) * spin / (mu * 9.81 * lever);
        let found = record::used_up(&run.samples, |sample| sample.plant[8]).expect("it stops");
        assert!((found / stop - 1.0).abs() < 1e-6, "{found} for {stop}");
    }
}

/// 5/7·μ_r·g, while it rolls faster than wsmall: 0.01 rad/s·0.1 m.
#[test]
fn a_sphere_that_rolls_slows_down_by_its_closed_form() {
    for (mu_r, speed) in [(0.005, 0.5), (0.05, 2.0)] {
        let run = simulated("rolling-ball", &[("scene.mu_r", mu_r), ("scene.speed", speed)]);
        let deceleration = 5.0 / 7.0 * mu_r * 9.81;
        let rolls: Vec<_> = run.samples.iter().filter(|sample| sample.plant[3] > 0.01).cloned().collect();
        let found = -record::slope(&rolls, 0.5, |sample| sample.plant[3]).expect("it rolls");
        assert!((found / deceleration - 1.0).abs() < 1e-6, "{found} for {deceleration}");
    }
}

/// The worst relative deviation of a scene's numbers in co-simulation at 1 ms.
fn worst(scene: &str, method: fn(f64) -> Method) -> f64 {
    numbers(scene, method(1e-3)).iter().map(Held::off).fold(0.0, f64::max)
}

/// Invariants and stops are read off at the ends of steps, with forces that are linear in between: what was measured, with
/// a little room. The bouncing ball is not among them: its impacts last a twentieth of the step.
#[test]
fn kinematic_coupling_at_one_millisecond_agrees_with_the_closed_forms() {
    for (scene, bound) in [("spinning-disc", 4e-4), ("rolling-ball", 1e-5), ("billiard", 1e-3), ("soft-finger", 3e-4)] {
        let worst = worst(scene, Method::gauss_seidel);
        assert!(worst < bound, "{scene}: {worst}");
    }
}

/// What was measured, with a little room; gravity in the fourth impact of the ball is 0.4 % in model exchange as well.
#[test]
fn interface_coupling_at_one_millisecond_agrees_with_the_closed_forms() {
    for (scene, bound) in [
        ("bouncing-ball", 6e-3),
        ("spinning-disc", 2e-4),
        ("rolling-ball", 1e-5),
        ("billiard", 2e-5),
        ("soft-finger", 3e-3),
    ] {
        let worst = worst(scene, Method::interface);
        assert!(worst < bound, "{scene}: {worst}");
    }
}

#[test]
fn the_page_shows_every_scene_and_all_is_explained() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery/page/gallery.html");
    let report = gallery(fmu(), &path, |_| {}).expect("it is written");
    let page = std::fs::read_to_string(&path).expect("it is there");
    let committed = asperity_pack::root().join("modelDescription/documentation/gallery.html");
    let committed = std::fs::read_to_string(committed).expect("asperity gallery --out made it");
    assert_eq!(report.entries.len(), EXHIBITS.len());
    for (exhibit, entry) in EXHIBITS.iter().zip(&report.entries) {
        assert_eq!((entry.id.as_str(), entry.count(Agreement::Unexplained)), (exhibit.scene, 0));
        for text in [&page, &committed] {
            assert!(text.contains(&format!("<section id=\"{}\">", exhibit.scene)), "{}", exhibit.scene);
        }
    }
    for text in [&page, &committed] {
        assert!(text.len() < 400_000, "{}", text.len());
        assert!(!text.contains("<li><span class=\"verdict unexplained\">"));
    }
}
