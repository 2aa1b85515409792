//! Patches: points with weights that carry a contact in the place of a face.

use super::{get, run, scene, set, system};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::patch::Patch;
use asperity::unit::system::{System, lines, text};
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::PI;
use std::sync::Arc;

/// Radius of the disc [m], k_A [N/m³] and depth [m]
const R: f64 = 0.1;
const K_A: f64 = 1e9;
const DEPTH: f64 = 1e-6;

/// A cylinder whose lower end, with a patch, is at the origin of its body, over a plane.
fn disc(patch: &str, contact: &str) -> String {
    format!(
        "[unit]\nname = \"Disc\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ cylinder = {{ radius \
         = {R}, length = 0.02 }}, position = [0, 0, 0.01] }}\n[contacts]\ncompliance.k_A = {K_A:?}\n{contact}\n[[contacts.pair]]\nbetween = \
         [\"body\", \"table\"]\nname = \"foot\"\npatch = {patch}\n"
    )
}

fn place(body: &mut System, position: [f64; 3], orientation: &UnitQuaternion<f64>) {
    let q = orientation.quaternion();
    set(body, "body.position", &position);
    set(body, "body.orientation", &[q.w, q.i, q.j, q.k]);
}

fn wrench(body: &mut System) -> [Vector3<f64>; 2] {
    ["body.force", "body.torque"].map(|name| Vector3::from(get::<3>(body, name)))
}

/// Pressed in evenly and tilted, as long as all of it touches: N = k_A·πR²·δ and M = k_A·πR⁴/4·sin φ·cos φ, to rounding, up to the uplift of
/// the rim at M = N·R/4. Turned over it stands on its lowest points: with 2 circles of 12 they lie at R·√((1 + 1/√3)/2)·cos 15°.
#[test]
fn a_disc_patch_bears_tilting_as_the_disc_does_until_its_rim_lifts() {
    let mut body = system(Interface::ModelExchange, &disc("{ shape = \"disc\", size = 0.1, points = [2, 12] }", ""));
    place(&mut body, [0.0, 0.0, -DEPTH], &UnitQuaternion::identity());
    body.exit_initialization(&mut |_| {}).unwrap();
    let load = K_A * PI * R * R * DEPTH;
    for share in [0.0, 0.3, 1.0] {
        let sin: f64 = share * DEPTH / R;
        let cos = (1.0 - sin * sin).sqrt();
        let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), sin.asin());
        place(&mut body, [0.0, 0.0, -DEPTH], &turn);
        let [force, torque] = wrench(&mut body);
        assert!((force[2] / load - 1.0).abs() < 1e-12, "{force:?}");
        let wanted = -K_A * PI * R.powi(4) / 4.0 * sin * cos;
        // depths are differences of 1e-6 m of positions that are rounded at 1e-17 m
        assert!((torque[0] - wanted).abs() < 1e-12 * load * R && torque[1].abs() < 1e-12 * load * R, "{torque:?}");
        assert!((torque[0] + share * load * R / 4.0 * cos).abs() < 1e-12 * load * R, "{torque:?}");
    }
    let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.1);
    let lever = R * ((1.0 + 1.0 / 3f64.sqrt()) / 2.0).sqrt() * (PI / 12.0).cos() * 0.1f64.cos();
    place(
        &mut body,
        [0.0, 0.0, R * ((1.0 + 1.0 / 3f64.sqrt()) / 2.0).sqrt() * (PI / 12.0).cos() * 0.1f64.sin() - DEPTH],
        &turn,
    );
    body.new_discrete_states(&mut |_| {}).unwrap();
    let [force, torque] = wrench(&mut body);
    assert!(force[2] > 0.0 && (torque[0].abs() / force[2] / lever - 1.0).abs() < 1e-12, "{torque:?}, {lever}");
}

/// Any exponent of the depth: N = k_A·A·δ^p, of a ring and of a rectangle too, whose second moments are a·b³/12 and a³·b/12.
#[test]
fn areas_and_second_moments_of_patches_are_exact() {
    let regions: [(Patch, f64, [f64; 2]); 3] = [
        (Patch::ring(0.0, R, [1, 3]), PI * R * R, [PI * R.powi(4) / 4.0; 2]),
        (Patch::ring(0.05, R, [3, 7]), PI * (R * R - 0.0025), [PI * (R.powi(4) - 0.05f64.powi(4)) / 4.0; 2]),
        (Patch::rectangle([0.3, 0.2], [2, 5]), 0.06, [0.3f64.powi(3) * 0.2 / 12.0, 0.3 * 0.2f64.powi(3) / 12.0]),
    ];
    for (patch, area, moments) in &regions {
        assert!((patch.area() / area - 1.0).abs() < 1e-14);
        for (k, moment) in moments.iter().enumerate() {
            let found: f64 = patch.points().iter().map(|(at, weight)| weight * at[k] * at[k]).sum();
            assert!((found / moment - 1.0).abs() < 1e-13, "{found} for {moment}");
        }
    }
    for (region, area) in [("\"ring\", size = [0.05, 0.1]", PI * 0.0075), ("\"rectangle\", size = [0.05, 0.06]", 3e-3)]
    {
        let text = disc(&format!("{{ shape = {region}, points = [2, 5] }}"), "");
        let mut body = system(Interface::ModelExchange, &format!("{text}compliance.p = 1.5\n"));
        place(&mut body, [0.0, 0.0, -DEPTH], &UnitQuaternion::identity());
        body.exit_initialization(&mut |_| {}).unwrap();
        let [force, _] = wrench(&mut body);
        assert!((force[2] / (K_A * area * DEPTH.powf(1.5)) - 1.0).abs() < 1e-12, "{region}: {force:?}");
        // at rest all bristles together have the stiffness that is given
        (1..=10).for_each(|k| set(&mut body, &format!("foot_{k}.z"), &[1e-13, 0.0, 0.0]));
        let [force, _] = wrench(&mut body);
        assert!((force[0] / (-1e5 * 1e-13) - 1.0).abs() < 1e-12, "{region}: {force:?}");
    }
}

/// Bristles of 1e-8 m and no smoothing to speak of: what is left is the quadrature.
const SLIPPERY: &str = "friction.mu_S = 0.3\nfriction.mu_C = 0.3\nfriction.sigma_0 = 1e9\nfriction.sigma_1 = 1e3\nfriction.v_S = 1e-4\n\
                        friction.v_eps = 1e-6";
const MU: f64 = 0.3;

/// Moves a disc at `v` [m/s] along x with 10 rad/s for five steps: F/(μN) against the motion, and T/(μNR).
fn slid(points: &str, v: f64) -> [f64; 2] {
    const OMEGA: f64 = 10.0;
    let text = disc(&format!("{{ shape = \"disc\", size = 0.1, points = {points} }}"), SLIPPERY);
    let mut body = system(Interface::CoSimulation, &text);
    let h = 1e-5;
    for step in 0..5 {
        let time = f64::from(step) * h;
        place(&mut body, [v * time, 0.0, -DEPTH], &UnitQuaternion::from_axis_angle(&Vector3::z_axis(), OMEGA * time));
        set(&mut body, "body.velocity", &[v, 0.0, 0.0]);
        set(&mut body, "body.angularVelocity", &[0.0, 0.0, OMEGA]);
        if step == 0 {
            body.exit_initialization(&mut |_| {}).unwrap();
        }
        body.do_step(time, h, &mut |_| {}).unwrap();
    }
    let [force, torque] = wrench(&mut body);
    let bound = MU * force[2];
    [-force[0] / bound, -torque[2] / (bound * R)]
}

/// Elliptic integrals of an even pressure that slides in each place along its own slip, by another program; bounds are those of the quadrature by a
/// third one.
#[test]
fn a_disc_that_slides_and_spins_has_the_friction_of_even_pressure() {
    for (ratio, force, torque) in [
        (0.25, 0.24803131, 0.63578612),
        (0.5, 0.48384376, 0.54774835),
        (1.0, 0.84882636, 0.28294212),
        (2.0, 0.96768751, 0.12780920),
    ] {
        for (points, bound) in [("[4, 12]", 6e-3), ("[8, 24]", 2e-3), ("[16, 48]", 6e-4)] {
            let [f, t] = slid(points, ratio);
            assert!((f - force).abs() < bound && (t - torque).abs() < bound, "v = {ratio} Rω, {points}: {f}, {t}");
        }
    }
    let [f, t] = slid("[4, 12]", 0.0);
    assert!(f.abs() < 1e-6 && (t - 2.0 / 3.0).abs() < 1.2e-3, "{f}, {t}");
}

/// 3Rω/(4μg) of a disc of 2 kg, within the share by which 4 circles of 12 miss 2/3.
#[test]
fn a_spinning_disc_on_a_patch_stops_when_the_closed_form_says() {
    const MASS: f64 = 2.0;
    let text = disc("{ shape = \"disc\", size = 0.1, points = [4, 12] }", SLIPPERY);
    let mut body = system(Interface::CoSimulation, &text);
    let depth = MASS * 9.81 / (K_A * PI * R * R);
    let (mut omega, mut angle, h) = (10.0, 0.0, 1e-3);
    set(&mut body, "body.position", &[0.0, 0.0, -depth]);
    for step in 0..400 {
        let time = f64::from(step) * h;
        place(&mut body, [0.0, 0.0, -depth], &UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle));
        set(&mut body, "body.angularVelocity", &[0.0, 0.0, omega]);
        if step == 0 {
            body.exit_initialization(&mut |_| {}).unwrap();
        }
        body.do_step(time, h, &mut |_| {}).unwrap();
        let [_, torque] = wrench(&mut body);
        let rate = torque[2] / (0.5 * MASS * R * R);
        if omega + rate * h < 0.0 {
            let stops = time - omega / rate;
            assert!((stops / 0.254842 - 1.0).abs() < 1.2e-3 / (2.0 / 3.0), "{stops}");
            return;
        }
        (omega, angle) = (omega + rate * h, angle + omega * h);
    }
    panic!("it does not stop");
}

/// A patch of one point with weight w is the contact of a ball of no size with k = k_A·w, bit for bit.
#[test]
fn a_patch_of_one_point_is_the_contact_of_a_point() {
    let at = Vector3::new(0.01, -0.02, 0.003);
    let friction =
        [("compliance.k_A", "2e9"), ("compliance.p", "1.5"), ("compliance.e", "0.3"), ("friction.mu_S", "0.4")];
    let given = friction.map(|(name, value)| (name.to_string(), value.to_string()));
    let text = disc("{ shape = \"disc\", size = 0.1, points = [1, 3] }", "");
    let mut of_patch = scene(&text);
    of_patch.contacts.clear();
    let point = Patch::of_points(vec![(at, 0.5)]).unwrap();
    of_patch.add_patch(Some("sole"), [(1, 0), (0, 0)], &point, &given).unwrap();
    let ball = text
        .replace("cylinder = { radius = 0.1, length = 0.02 }", "sphere = { radius = 1e-30 }")
        .replace("[0, 0, 0.01]", &format!("[0.01, -0.02, {:?}]", 0.01 + 0.003))
        .replace("compliance.k_A = 1000000000.0", "compliance.k = 1e9\ncompliance.e = 0.3\nfriction.mu_S = 0.4")
        .replace("patch = ", "#");
    let mut both =
        [System::new(Interface::CoSimulation, Arc::new(of_patch), "a"), system(Interface::CoSimulation, &ball)];
    let answers = both.each_mut().map(|body| {
        place(body, [0.3, 0.1, -0.02], &UnitQuaternion::from_euler_angles(0.01, 0.02, 0.03));
        set(body, "body.velocity", &[0.1, -0.2, -0.3]);
        set(body, "body.angularVelocity", &[1.0, 2.0, 3.0]);
        body.exit_initialization(&mut |_| {}).unwrap();
        (0..20).for_each(|step| body.do_step(f64::from(step) * 1e-3, 1e-3, &mut |_| {}).unwrap());
        let [force, torque] = wrench(body);
        let [work]: [f64; 1] = get(body, "energyWork");
        (force.map(f64::to_bits), torque.map(f64::to_bits), work.to_bits(), force[2] > 0.0)
    });
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].3);
}

/// A straight fall on a patch, every point by its own latch: e, within 1e-6. Steps of 1e-4 of the contact, by the classical method of Runge and Kutta.
#[test]
fn a_straight_fall_on_a_patch_has_its_restitution() {
    for e in [0.1, 0.5, 0.9] {
        let text = disc(
            "{ shape = \"rectangle\", size = [0.1, 0.05], points = [2, 2] }",
            &format!("compliance.e = {e}\nfriction.law = \"none\""),
        );
        let mut body = system(Interface::ModelExchange, &text);
        set(&mut body, "body.position", &[0.0, 0.0, 1e-12]);
        body.exit_initialization(&mut |_| {}).unwrap();
        let layout = body.layout();
        let motion = ["body.position", "body.velocity"].map(|name| run(&layout, name));
        let answer = [run(&layout, "body.force")];
        let mut acceleration = |z: f64, v: f64, is_event: bool| {
            body.set_reals(&motion, &[0.0, 0.0, z, 0.0, 0.0, v]);
            if is_event {
                body.new_discrete_states(&mut |_| {}).unwrap();
            }
            let mut force = [0.0; 3];
            body.reals(&answer, &mut force).unwrap();
            // of 1 kg
            force[2]
        };
        let (mut z, mut v, mut h) = (1e-12, -1.0, 2e-12);
        while z <= 1e-12 {
            let a1 = acceleration(z, v, false);
            let v2 = v + 0.5 * h * a1;
            let a2 = acceleration(z + 0.5 * h * v, v2, false);
            let v3 = v + 0.5 * h * a2;
            let a3 = acceleration(z + 0.5 * h * v2, v3, false);
            let v4 = v + h * a3;
            let a4 = acceleration(z + h * v3, v4, false);
            z += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
            v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
            acceleration(z, v, true);
            h = 1e-7;
        }
        assert!((v - e).abs() < 1e-6, "{v} for e = {e}");
    }
}

/// Between two boxes the patch is on the one that a pair names first; what it does to one, the other feels.
#[test]
fn a_patch_lies_on_the_box_that_is_named_first() {
    let text = "[unit]\nname = \"Boxes\"\n[bodies.low]\nmotion = \"input\"\nshape = { box = { size = [1, 1, 0.2] } }\n[bodies.body]\nmotion = \
                \"input\"\nshape = { box = { size = [0.2, 0.2, 0.2] } }\n[contacts]\n[[contacts.pair]]\nbetween = [\"body\", \"low\"]\npatch = { \
                points = [[0.1, 0, -0.1], [-0.1, 0.1, -0.1], [-0.1, -0.1, -0.1]], weights = [0.02, 0.01, 0.01] }\n";
    let made = scene(text);
    let names: Vec<_> = made.contacts.iter().map(|contact| (contact.name.as_str(), contact.bodies)).collect();
    assert_eq!(names, [("body__low_1", [1, 0]), ("body__low_2", [1, 0]), ("body__low_3", [1, 0])]);
    let lines_of = lines::of(&made);
    let packed: Vec<_> = lines_of.lines().map(|line| line.split_once(" = ").unwrap()).collect();
    assert_eq!(lines::scene(&packed).unwrap().contacts, made.contacts);
    let mut both = system(Interface::ModelExchange, text);
    place(&mut both, [0.2, 0.1, 0.2 - DEPTH], &UnitQuaternion::identity());
    both.exit_initialization(&mut |_| {}).unwrap();
    let [force, torque] = wrench(&mut both);
    assert!(
        (force[2] / (K_A * 0.04 * DEPTH) - 1.0).abs() < 1e-10 && torque.norm() < 1e-10 * force[2],
        "{force:?}, {torque:?}"
    );
    let on_low = Vector3::from(get::<3>(&mut both, "low.force"));
    assert!((on_low + force).norm() < 1e-15 * force[2]);
    assert_eq!(both.layout().event_indicators, 9);
}

#[test]
fn bad_patches_are_refused_with_line_and_key() {
    let good = disc("{ shape = \"disc\", size = 0.1, points = [2, 6] }", "");
    for (from, to, says) in [
        ("[2, 6]", "[2, 2]", "line 14, contacts.pair[1].patch.points: there must be at least 3 on each circle"),
        ("[2, 6]", "[2, 6.5]", "patch.points: both must be whole numbers >= 1"),
        ("[2, 6]", "[200, 60]", "patch.points: 12000 points are more than 4096"),
        ("[2, 6]", "[2]", "patch.points: must have 2 numbers, not 1"),
        ("size = 0.1, points", "size = 0, points", "line 14, contacts.pair[1].patch.size: 0 must be > 0"),
        ("size = 0.1, points", "size = nan, points", "patch.size: must be a finite number"),
        ("size = 0.1, points", "points", "line 14, contacts.pair[1].patch: size is missing"),
        ("\"disc\", size = 0.1", "\"ring\", size = [0.1, 0.1]", "the inner radius 0.1 must be < the outer one 0.1"),
        ("\"disc\", size = 0.1", "\"ring\", size = [0, 0.1]", "patch.size[1]: 0 must be > 0"),
        ("\"disc\", size = 0.1", "\"rectangle\", size = [0.1, -1]", "patch.size[2]: -1 must be > 0"),
        ("\"disc\", size = 0.1, points = [2, 6]", "\"rectangle\", size = [0.1, 1], points = [1, 2]", "at least 3"),
        ("\"disc\"", "\"square\"", "patch.shape: \"square\" is not one of \"disc\", \"ring\", \"rectangle\""),
        ("size = 0.1, points", "size = 0.1, weights = [1], points", "weights are those of points that are listed"),
        (
            "shape = \"disc\", size = 0.1, points = [2, 6]",
            "points = [[0, 0, 0], [1, 0, 0]], weights = [1, 1]",
            "2 points: there must be at",
        ),
        (
            "shape = \"disc\", size = 0.1, points = [2, 6]",
            "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], weights = [1, 0, 1]",
            "patch.weights[2]: 0 must be > 0",
        ),
        (
            "shape = \"disc\", size = 0.1, points = [2, 6]",
            "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], weights = [1, 1]",
            "patch.weights: 2 weights for 3 points",
        ),
        (
            "cylinder = { radius = 0.1, length = 0.02 }",
            "sphere = { radius = 0.1 }",
            "line 14, contacts.pair[1].patch: a patch lies on a face: a plane and a sphere have none that meet, a sphere is round",
        ),
        (
            "cylinder = { radius = 0.1, length = 0.02 }",
            "capsule = { radius = 0.1, length = 0.02 }",
            "a capsule is round",
        ),
        (
            "cylinder = { radius = 0.1, length = 0.02 }",
            "convex = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }",
            "patch: position is missing",
        ),
        ("patch =", "friction.mu_r = 0.1\npatch =", "friction.mu_r > 0: the points of a patch"),
        (
            "patch =",
            "compliance.k = 1e6\npatch =",
            "compliance.k says nothing about table and body, which meet by a patch",
        ),
    ] {
        assert!(good.contains(from), "{from}");
        let error = text::scene(&good.replacen(from, to, 1), &|_| None).expect_err(to).to_string();
        assert!(error.contains(says), "{to}: {error}");
    }
    let external = good.replace("contacts.pair", "contacts.external");
    let error = text::scene(&external, &|_| None).unwrap_err().to_string();
    assert!(error.contains("a patch lies on a shape: the importer computes this contact"), "{error}");
    let sunk = good.replace("motion = \"input\"", "motion = \"input\"\nposition = [0, 0, -0.003]");
    let error = text::scene(&sunk, &|_| None).unwrap_err().to_string();
    assert!(error.contains("overlap by 0.003 m at the start"), "{error}");
    // a fifth of the half length of the cylinder may
    assert!(text::scene(&sunk.replace("-0.003", "-0.0019"), &|_| None).is_ok());
}

/// A patch that stands on its plane, or is set into it, has points without a size that they could be too deep for: nothing is said. Each point was called as deep as its ball of 1e-30 m, twelve
/// sentences of the example `curling`.
#[test]
fn patch_set_into_its_plane_is_not_called_deep() {
    for coupling in
        ["", "coupling.mode = \"interface\"", "coupling.mode = \"interface\"\ncoupling.method = \"timeStepping\""]
    {
        for depth in [0.0, 1e-20, 1e-4] {
            let text = disc("{ shape = \"disc\", size = 0.1, points = [2, 12] }", coupling);
            let mut body =
                system(Interface::CoSimulation, &text.replace("[bodies.body]\n", "[bodies.body]\nmass = 1\n"));
            place(&mut body, [0.0, 0.0, -depth], &UnitQuaternion::identity());
            let mut said = Vec::new();
            body.exit_initialization(&mut |text| said.push(text.to_string())).unwrap();
            for step in 0..3 {
                body.do_step(1e-4 * f64::from(step), 1e-4, &mut |text| said.push(text.to_string())).unwrap();
                body.warnings(&mut |text| said.push(text.to_string()));
                place(&mut body, [0.0, 0.0, -depth], &UnitQuaternion::identity());
            }
            assert!(said.iter().all(|text| !text.contains("overlap")), "{coupling} {depth}: {said:?}");
        }
    }
}
