//! The scenes against closed forms.

use asperity_playground::{Body, Load, Mass, Scene, Setting, Settings, Simulation, Slider};

use std::f64::consts::PI;

const GRAVITY: f64 = 9.81;
const RADIUS: f64 = 0.1;

/// Both couplings, each with a step that it takes well.
const COUPLINGS: [(f64, f64); 2] = [(0.0, 1e-6), (1.0, 1e-3)];

fn coupled(scene: Scene, (coupling, step): (f64, f64)) -> Settings {
    scene.about().settings.with(Setting::Coupling, coupling).with(Setting::Step, step)
}

fn steps(settings: &Settings, time: f64) -> u32 {
    (time / settings.get(Setting::Step)).round() as u32
}

#[test]
fn without_weight_the_ball_leaves_at_e_times_its_approach() {
    for coupling in COUPLINGS {
        for e in [0.2, 0.7, 1.0] {
            let settings = coupled(Scene::Ball, coupling).with(Setting::Restitution, e);
            let mut ball = Simulation::new(Scene::Ball, &settings).unwrap();
            ball.has_weight = false;
            ball.body = Body { z: RADIUS + 1.3e-3, velocity_z: -2.0, ..Body::default() };
            ball.advance(steps(&settings, 0.05)).unwrap();
            let ratio = ball.body.velocity_z / 2.0;
            // kinematic steps of a thousandth of the contact time lose or gain about that; the interface coupling is exact
            assert!((ratio - e).abs() < 2e-3, "{coupling:?}, e = {e}: {ratio}");
            assert!(ball.observed().z > RADIUS, "it has left");
        }
    }
}

/// Slip −rω against v before; of a solid ball 2/7 of the impulse that would end the slip does.
#[test]
fn backspin_turns_into_speed_by_the_impulse_of_friction() {
    for coupling in COUPLINGS {
        let (mu, e, v, omega) = (0.1, 0.5, 2.0, -20.0);
        let settings = coupled(Scene::Ball, coupling).with(Setting::Sliding, mu).with(Setting::Restitution, e);
        let mut ball = Simulation::new(Scene::Ball, &settings).unwrap();
        ball.has_weight = false;
        ball.body = Body { z: RADIUS + 1e-3, velocity_z: -v, angular_velocity: omega, ..Body::default() };
        ball.advance(steps(&settings, 0.05)).unwrap();
        // it slides to the left at the bottom ... friction pushes against v − rω = 2 m/s all the while: mu·(1 + e)·v < 2/7·2 m/s
        let expected = -mu * (1.0 + e) * v;
        assert!((ball.body.velocity_x - expected).abs() < 2e-3 * v, "{coupling:?}: {}", ball.body.velocity_x);
        let spin = omega - 2.5 * expected / RADIUS;
        assert!((ball.body.angular_velocity - spin).abs() < 0.1, "{coupling:?}: {}", ball.body.angular_velocity);
    }
}

#[test]
fn ball_rolls_down_the_slope_at_five_sevenths_or_slides() {
    for coupling in [(0.0, 2e-5), (1.0, 1e-3)] {
        for (degrees, mu) in [(20.0_f64, 0.3), (20.0, 0.05), (35.0, 0.1)] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let settings = coupled(Scene::Slope, coupling).with(Setting::Own, degrees).with(Setting::Sliding, mu);
            let mut ball = Simulation::new(Scene::Slope, &settings).unwrap();
            ball.advance(steps(&settings, 2.0)).unwrap();
            let before = ball.body;
            ball.advance(steps(&settings, 0.4)).unwrap();
            let acceleration = (ball.body.velocity_x - before.velocity_x) / 0.4;
            let rolls = mu >= 2.0 / 7.0 * sin / cos;
            let expected = GRAVITY * if rolls { 5.0 / 7.0 * sin } else { sin - mu * cos };
            assert!(
                (acceleration / expected - 1.0).abs() < 2e-3,
                "{coupling:?} {degrees}° μ {mu}: {acceleration} {expected}"
            );
            let slip = ball.body.velocity_x - RADIUS * ball.body.angular_velocity;
            assert_eq!(slip.abs() < 1e-3, rolls, "{coupling:?} {degrees}° μ {mu}: slip {slip} m/s");
        }
    }
}

/// Sticks until the spring bears μ_S·m·g; then slides as an oscillator about μ_C·m·g until it is at rest: by 2·A + v·t with
/// A = (μ_S − μ_C)·m·g/k_s and ω·t = 2π − 2·atan(A·ω/v).
#[test]
fn block_breaks_loose_at_static_friction_and_slides_as_far_as_it_must() {
    for coupling in [(0.0, 1e-5), (1.0, 1e-3)] {
        let (spring, speed, static_, sliding) = (100.0, 0.02, 0.6, 0.3);
        let settings = coupled(Scene::Block, coupling)
            .with(Setting::Own, speed)
            .with(Setting::Static, static_)
            .with(Setting::Sliding, sliding);
        let mut block = Simulation::new(Scene::Block, &settings).unwrap();
        let each = steps(&settings, 1e-3);
        let (mut peak, mut rested): (f64, f64) = (0.0, 0.0);
        // 0.6·9.81/100/0.02 = 2.94 s until it breaks loose, π/10 s of slip, and the next stick
        for _ in 0..3600 {
            block.advance(each).unwrap();
            let o = block.observed();
            peak = peak.max(o.spring_force);
            rested = o.x;
        }
        let weight = GRAVITY;
        // the pull goes on for some 50 ms until the block is faster than v_S = 1 cm/s, at which Stribeck friction falls
        assert!((peak / (static_ * weight) - 1.0).abs() < 0.03, "{coupling:?}: {peak}");
        let (a, omega) = ((static_ - sliding) * weight / spring, spring.sqrt());
        let slid = 2.0 * a + speed * (2.0 * PI - 2.0 * (a * omega / speed).atan()) / omega;
        assert!((rested / slid - 1.0).abs() < 0.04, "{coupling:?}: {rested} {slid}");
        assert!(block.observed().velocity_x.abs() < 1e-3, "{coupling:?}: it sticks again");
    }
}

#[test]
fn ledger_closes_with_short_steps() {
    for scene in Scene::ALL {
        let settings = coupled(scene, (0.0, 1e-5));
        let mut simulation = Simulation::new(scene, &settings).unwrap();
        simulation.advance(steps(&settings, scene.about().until)).unwrap();
        let o = simulation.observed();
        let sum = o.work - o.stored - o.damping - o.friction;
        assert!((sum - o.residual).abs() < 1e-9 * o.work.abs(), "{scene:?}: {sum} {}", o.residual);
        assert!(o.residual.abs() < 0.02 * o.work.abs(), "{scene:?}: {} of {}", o.residual, o.work);
    }
}

#[test]
fn every_setting_changes_where_the_scene_leads() {
    for scene in Scene::ALL {
        for coupling in [0.0, 1.0] {
            let settings = scene.about().settings.with(Setting::Coupling, coupling).with(Setting::Step, 1e-3);
            // a soft contact, so that even steps of 1 ms of the kinematic coupling stay in sight
            let settings = settings.with(Setting::Stiffness, 1e5);
            let end = |settings: &Settings| {
                let mut simulation = Simulation::new(scene, settings).unwrap();
                simulation.advance(steps(settings, 1.0)).unwrap();
                simulation.body
            };
            let usual = end(&settings);
            let values = [
                (Setting::Restitution, 0.9),
                (Setting::Static, 0.5),
                (Setting::Sliding, 0.1),
                (Setting::Stiffness, 3e5),
                (Setting::Step, 5e-4),
                (Setting::Coupling, 1.0 - coupling),
                (Setting::Own, settings.get(Setting::Own) * 0.9),
            ];
            for Slider { setting, .. } in scene.sliders() {
                let (setting, value) = *values.iter().find(|(of, _)| *of == setting).unwrap();
                assert_ne!(end(&settings.with(setting, value)), usual, "{scene:?} {coupling} {setting:?}");
            }
        }
    }
}

#[test]
fn settings_change_while_it_runs() {
    let settings = Scene::Ball.about().settings;
    let mut one = Simulation::new(Scene::Ball, &settings).unwrap();
    one.advance(3000).unwrap();
    let mut other = one.clone();
    other.change(&settings.with(Setting::Restitution, 0.2).with(Setting::Step, 5e-5)).unwrap();
    one.advance(1000).unwrap();
    other.advance(2000).unwrap();
    assert!(other.body.velocity_z < one.body.velocity_z - 1.0, "it rebounds less");
    assert!((other.time() - one.time()).abs() < 1e-9);
}

#[test]
fn what_needs_a_new_start_does_not_change_while_it_runs() {
    let settings = Scene::Slope.about().settings;
    let mut one = Simulation::new(Scene::Slope, &settings).unwrap();
    let mut other = one.clone();
    other.change(&settings.with(Setting::Own, 30.0).with(Setting::Coupling, 1.0)).unwrap();
    one.advance(5000).unwrap();
    other.advance(5000).unwrap();
    assert_eq!(one.observed(), other.observed());
}

#[test]
fn what_cannot_be_is_refused_in_one_line_that_names_it() {
    let settings = Scene::Ball.about().settings;
    for (setting, value, named) in [
        (Setting::Restitution, 2.0, "compliance.e = 2"),
        (Setting::Sliding, -0.5, "friction.mu_S = -0.5"),
        (Setting::Stiffness, f64::NAN, "compliance.k = NaN"),
        (Setting::Step, 0.0, "H = 0"),
        (Setting::Coupling, 3.0, "coupling = 3"),
        (Setting::Own, f64::INFINITY, "the setting of the scene = inf"),
    ] {
        let why = Simulation::new(Scene::Ball, &settings.with(setting, value)).unwrap_err();
        assert!(why.contains(named) && !why.contains('\n'), "{why}");
    }
    let crossed = Scene::Block.about().settings.with(Setting::Sliding, 0.9);
    let why = Simulation::new(Scene::Block, &crossed).unwrap_err();
    assert!(why.contains("friction.mu_S") && !why.contains('\n'), "{why}");
    let mut running = Simulation::new(Scene::Ball, &settings).unwrap();
    assert!(running.change(&settings.with(Setting::Restitution, -1.0)).is_err());
    running.advance(10).unwrap();
}

/// Whether the contact refuses the step, or the body is nowhere any more after it: of its angle the contact is not told.
#[test]
fn a_step_that_is_refused_leaves_the_last_good_one() {
    for coupling in [0.0, 1.0] {
        let settings = Scene::Ball.about().settings.with(Setting::Step, 1e-2).with(Setting::Coupling, coupling);
        let usual = Simulation::new(Scene::Ball, &settings).unwrap();
        for body in [Body { velocity_z: -1e308, ..usual.body }, Body { angle: f64::INFINITY, ..usual.body }] {
            let mut ball = usual.clone();
            ball.advance(3).unwrap();
            ball.body = body;
            let before = loop {
                let before = ball.clone();
                if let Err(why) = ball.advance(1) {
                    assert!(why.starts_with("stopped at 0.0") && !why.contains('\n'), "{why}");
                    break before;
                }
                assert!(ball.time() < 1.0, "it is never refused");
            };
            assert_eq!((ball.body, ball.time(), *ball.observed()), (before.body, before.time(), *before.observed()));
            assert!(ball.observed().values().iter().all(|value| value.is_finite()));
        }
    }
}

#[test]
fn texts_need_no_escapes_in_json() {
    let json = asperity_playground::description::json();
    assert!(!json.contains(['\\', '\n']));
    assert_eq!(json.matches('"').count() % 2, 0);
    assert_eq!(json.matches("\"settings\":[").count(), Scene::ALL.len());
}

#[test]
fn a_load_that_grows_moves_it_by_the_integral_of_that_load() {
    let (mass, h) = (Mass { mass: 2.0, inertia: 0.5 }, 0.3);
    let mean = Load { x: 1.0, z: -3.0, torque: 2.0 };
    let slope = Load { x: 4.0, z: 5.0, torque: -6.0 };
    let start = Body { velocity_x: 0.1, velocity_z: 0.2, angular_velocity: 0.3, ..Body::default() };
    let mut body = start;
    body.under(&mass, &mean, &slope, h);
    // F(t) = F₀ + F'·t with F₀ = mean − F'·h/2, integrated: v·h + F₀·h²/2 + F'·h³/6
    let moved = |v: f64, inertia: f64, mean: f64, slope: f64| {
        v * h + ((mean - slope * h / 2.0) * h * h / 2.0 + slope * h.powi(3) / 6.0) / inertia
    };
    assert!((body.x - moved(0.1, 2.0, 1.0, 4.0)).abs() < 1e-15);
    assert!((body.z - moved(0.2, 2.0, -3.0, 5.0)).abs() < 1e-15);
    assert!((body.angle - moved(0.3, 0.5, 2.0, -6.0)).abs() < 1e-15);
    assert!((body.velocity_z - (0.2 - 0.45)).abs() < 1e-15);
    assert!((body.angular_velocity - (0.3 + 1.2)).abs() < 1e-15);
}
