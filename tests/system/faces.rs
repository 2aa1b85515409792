//! Faces that meet by volume: what must hold whatever the shape, against closed forms, energies and an integration of its own.

use super::free::Free;
use super::{get, scene, set, system};
use asperity::fmi::bytes::{Reader, Writer};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::{lines, text};
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_PI_2, PI};

/// A shape on a table.
fn on_table(shape: &str, contact: &str) -> String {
    format!(
        "[unit]\nname = \"OnTable\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ {shape} }}\n\
         [contacts]\n{contact}\n[[contacts.pair]]\nbetween = [\"body\", \"table\"]\nname = \"contact\"\n[report]\ncontacts = \"all\"\n"
    )
}

const BOX: &str = "box = { size = [0.2, 0.14, 0.1] }";
const CUBE: &str = "box = { size = [0.1, 0.1, 0.1] }";
const CYLINDER: &str = "cylinder = { radius = 0.05, length = 0.12 }";
const CONE: &str = "cone = { radius = 0.06, top_radius = 0.02, length = 0.1 }";
const ELLIPSOID: &str = "ellipsoid = { size = [0.2, 0.16, 0.1] }";

const OCTAHEDRON: &str =
    "convex = { points = [[0.1, 0, 0], [-0.1, 0, 0], [0, 0.1, 0], [0, -0.1, 0], [0, 0, 0.1], [0, 0, -0.1]] }";

/// Turn of the frame that puts what is given downwards.
fn turned(axis: Vector3<f64>, angle: f64) -> UnitQuaternion<f64> {
    UnitQuaternion::from_axis_angle(&nalgebra::Unit::new_normalize(axis), angle)
}

/// Shapes that fall straight down on a face, an edge, a corner, a rim's line, and how high their centre is when they touch.
fn straight() -> Vec<(&'static str, UnitQuaternion<f64>, f64)> {
    let on_corner = UnitQuaternion::rotation_between(&Vector3::new(1.0, 1.0, 1.0), &Vector3::z()).unwrap();
    let lying = turned(Vector3::x(), FRAC_PI_2);
    vec![
        (BOX, UnitQuaternion::identity(), 0.05),
        (CUBE, turned(Vector3::x(), PI / 4.0), 0.05 * 2.0_f64.sqrt()),
        (CUBE, on_corner, 0.05 * 3.0_f64.sqrt()),
        (CYLINDER, UnitQuaternion::identity(), 0.06),
        (CYLINDER, lying, 0.05),
        (CONE, UnitQuaternion::identity(), 0.05),
        (CONE, turned(Vector3::x(), PI), 0.05),
        (ELLIPSOID, UnitQuaternion::identity(), 0.05),
        (ELLIPSOID, lying, 0.08),
        (OCTAHEDRON, UnitQuaternion::identity(), 0.1),
        (OCTAHEDRON, on_corner, 0.1 / 3.0_f64.sqrt()),
    ]
}

/// Any spring with the damping of [G04] has e exactly; the tolerance is that of the issue, steps as `Free::rebound` takes them.
#[test]
fn a_straight_impact_has_its_restitution_whatever_the_shape() {
    for (shape, orientation, height) in straight() {
        for e in [0.1, 0.3, 0.5, 0.7, 0.9] {
            let text = on_table(shape, &format!("compliance.k_A = 1e11\ncompliance.e = {e}\nfriction.law = \"none\""));
            let mut free = Free::new(&text, 1.0, [1e-3; 3]);
            let out = free.falls_from(height, &orientation);
            assert!((out - e).abs() < 1e-6, "{shape}: {out} for e = {e}");
            assert!(free.angular_velocity().norm() < 1e-6, "{shape}: {:?}", free.angular_velocity());
        }
    }
}

fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
}

/// A pose in which the shape overlaps the table by about `depth` [m].
fn pose(seed: &mut u64, free: &mut Free, depth: f64) -> UnitQuaternion<f64> {
    let axis = Vector3::new(random(seed), random(seed), random(seed));
    let orientation = turned(axis, PI * random(seed));
    free.place([0.0, 0.0, 1.0], &orientation);
    free.tell(&free.state.clone());
    let gap = free.gap();
    free.place([0.3 * random(seed), 0.2, 1.0 - gap - depth], &orientation);
    orientation
}

/// Force and torque of bodies at rest are what the stored energy falls by: central differences over 1e-6 m and rad.
#[test]
fn forces_at_rest_are_the_slopes_of_the_energy() {
    let mut seed = 7;
    for shape in [BOX, CYLINDER, CONE, ELLIPSOID] {
        let mut free = Free::new(&on_table(shape, "compliance.k_A = 1e9\nfriction.law = \"none\""), 1.0, [1e-3; 3]);
        free.place([0.0, 0.0, 1.0], &UnitQuaternion::identity());
        free.start();
        for _ in 0..40 {
            let orientation = pose(&mut seed, &mut free, 0.01);
            let here = free.state.clone();
            free.tell(&here);
            free.system.new_discrete_states(&mut |_| {}).unwrap();
            let wrench: Vec<f64> =
                [get::<3>(&mut free.system, "body.force"), get::<3>(&mut free.system, "body.torque")].concat();
            let mut energy = |along: usize, by: f64| {
                let mut moved = here.clone();
                if along < 3 {
                    moved[along] += by;
                } else {
                    let axis = nalgebra::Unit::new_unchecked(Vector3::ith(along - 3, 1.0));
                    let q = UnitQuaternion::from_axis_angle(&axis, by) * orientation;
                    moved.rows_mut(3, 4).copy_from_slice(&[q.w, q.i, q.j, q.k]);
                }
                free.tell(&moved);
                get::<1>(&mut free.system, "energyElastic")[0]
            };
            let size = wrench[2].abs();
            for (along, acts) in wrench.iter().enumerate() {
                let slope = -(energy(along, 1e-6) - energy(along, -1e-6)) / 2e-6;
                let lever = if along < 3 { 1.0 } else { 0.1 };
                assert!((slope - acts).abs() < 1e-6 * size * lever, "{shape} along {along}: {acts}, {slope}");
            }
        }
    }
}

/// A table that is listed after the body is the same table.
#[test]
fn the_order_of_the_bodies_changes_no_bit() {
    let text = on_table(BOX, "");
    let (head, tail) = text.split_once("[bodies.table]").unwrap();
    let (table, rest) = tail.split_once("[bodies.body]").unwrap();
    let (body, contacts) = rest.split_once("[contacts]").unwrap();
    let exchanged = format!("{head}[bodies.body]{body}[bodies.table]{table}[contacts]{contacts}");
    let mut systems = [text, exchanged].map(|text| system(Interface::CoSimulation, &text));
    let found = systems.each_mut().map(|system| {
        set(system, "body.position", &[0.0, 0.0, 0.0499]);
        set(system, "body.orientation", &[1.0, 0.001, 0.002, 0.3]);
        set(system, "body.velocity", &[0.1, 0.0, -0.2]);
        set(system, "body.angularVelocity", &[0.3, -0.2, 0.1]);
        system.exit_initialization(&mut |_| {}).unwrap();
        for step in 0..20 {
            system.do_step(1e-5 * f64::from(step), 1e-5, &mut |_| {}).unwrap();
        }
        let [force, torque]: [[f64; 3]; 2] = ["body.force", "body.torque"].map(|name| get(system, name));
        [force, torque, get(system, "contact.z")].map(|of| of.map(f64::to_bits))
    });
    assert_eq!(found[0], found[1]);
    assert!(found[0][0][2] != 0);
}

/// A flat disc that only spins under friction alone stops after 3Rω/(4μg), as its torque is 2/3·μ·m·g·R: 0.25484200 s for
/// R = 0.1 m, ω = 10 rad/s, μ = 0.3, but for what sticks at the end.
#[test]
fn a_spinning_disc_stops_when_its_closed_form_says() {
    let contact =
        "compliance.k_A = 1e8\ncompliance.e = 0.2\nfriction.mu_S = 0.3\nfriction.mu_C = 0.3\nfriction.v_S = 1e-3";
    let text = on_table("cylinder = { radius = 0.1, length = 0.02 }", contact);
    let mut free = Free::new(&text, 1.0, [2.6e-3, 2.6e-3, 5e-3]);
    // m·g = k_A·π·R²·x
    let sunk = 9.81 / (1e8 * PI * 0.01);
    free.place([0.0, 0.0, 0.01 - sunk], &UnitQuaternion::identity());
    free.launch([0.0; 3], [0.0, 0.0, 10.0]);
    free.start();
    let h = 2e-5;
    let mut time = 0.0;
    // where the line through two speeds ends
    let mut seen = [0.0; 2];
    for step in 1..=10_000 {
        free.step(h);
        time += h;
        if step == 2_000 {
            seen = [time, free.angular_velocity()[2]];
        }
    }
    let omega = free.angular_velocity()[2];
    let stops = time + omega * (time - seen[0]) / (seen[1] - omega);
    assert!((stops - 0.254_842).abs() < 1e-5, "{stops} s");
    assert!(free.velocity().norm() < 1e-9);
}

/// A cylinder that rolls without slip keeps its energy and feels no bumps, for 100 revolutions.
#[test]
fn a_rolling_cylinder_keeps_its_energy_and_feels_no_bumps() {
    let contact = "compliance.k_A = 1e6\ncompliance.e = 0.5\ncompliance.vMin = 0.1\nfriction.mu_S = 0.5\nfriction.mu_C = 0.4\nfriction.sigma_0 = 1e4\n\
                   friction.sigma_1 = 100";
    let text = on_table("cylinder = { radius = 0.05, length = 0.1 }", contact);
    let mut free = Free::new(&text, 1.0, [1.5e-3, 1.5e-3, 1.25e-3]);
    let lying = turned(Vector3::x(), FRAC_PI_2);
    // the segment whose area times the length carries the weight: A = R²(α − sin α·cos α)
    let area = 9.81 / (1e6 * 0.1);
    let depth = |half_angle: f64| 0.05 * (1.0 - half_angle.cos());
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let is_less = 0.0025 * (middle - middle.sin() * middle.cos()) < area;
        (low, high) = if is_less { (middle, high) } else { (low, middle) };
    }
    let height = 0.05 - depth(low);
    free.place([0.0, 0.0, height], &lying);
    // it rolls where the centroid of the overlap does not slip
    let chord = 0.05 * low.sin();
    let centroid = 2.0 * chord.powi(3) / (3.0 * area);
    free.launch([centroid, 0.0, 0.0], [0.0, 1.0, 0.0]);
    free.start();
    let before = free.kinetic();
    let h = 4e-3;
    let steps = (100.0 * 2.0 * PI / h) as usize;
    let mut bump: f64 = 0.0;
    for _ in 0..steps {
        free.step(h);
        bump = bump.max((free.normal_force() - 9.81).abs());
    }
    assert!(bump < 1e-9 * 9.81, "normal force by {bump:e} N");
    let lost = (before - free.kinetic()) / before;
    assert!(lost.abs() < 1e-6, "{lost:e} of the energy");
    assert!((free.state[0] - centroid * h * steps as f64).abs() < 1e-6 * free.state[0]);
}

/// Damping takes, friction takes, and nothing is missing: a box thrown on a table.
#[test]
fn a_thrown_box_keeps_its_books() {
    let contact = "compliance.k_A = 1e7\ncompliance.e = 0.4\nfriction.mu_S = 0.4\nfriction.mu_C = 0.3\nfriction.sigma_0 = 1e4\n\
                   friction.sigma_1 = 100";
    let mut free = Free::new(&on_table(BOX, contact), 2.0, [0.005, 0.008, 0.01]);
    free.place([0.0, 0.0, 0.2], &turned(Vector3::new(1.0, 0.4, 0.2), 0.7));
    free.launch([0.5, 0.0, 0.0], [1.0, 4.0, 0.0]);
    free.start();
    let energy = |free: &Free| free.kinetic() + 2.0 * 9.81 * free.state[2];
    let before = energy(&free);
    let mut taken = [0.0; 2];
    for _ in 0..100_000 {
        free.step(2e-5);
        let now = [free.state[19], free.state[20]];
        // stored bristles may come back, damping never gives
        assert!(now[0] >= taken[0] - 1e-12);
        taken = now;
    }
    let stored = free.number("energyElastic");
    let missing = before - energy(&free) - stored - taken[0] - taken[1];
    // the steps do not end at onsets: each leaves some k_A·V·h of it
    assert!(missing.abs() < 2e-4 * before, "{missing} J of {before} J");
    assert!(free.number("energyResidual").abs() < 1e-4 * before);
    assert!(taken[0] > 0.2 && taken[1] > 0.1, "{taken:?}");
    assert!(free.kinetic() < 1e-6, "it rests: {} J", free.kinetic());
}

/// A box on a slope slides iff tan θ > μ, and topples iff tan θ > b/h, edges along and across the slope. The damping of a body at rest is
/// that of the impact speed vMin: with the start value it would ask for shorter steps than these.
#[test]
fn a_box_on_a_slope_stands_slides_or_topples_as_it_must() {
    let contact = |mu: f64| {
        format!(
            "compliance.k_A = 1e8\ncompliance.e = 0.2\ncompliance.vMin = 0.1\nfriction.mu_S = {mu}\nfriction.mu_C = {mu}\nfriction.sigma_0 = 1e5\n\
             friction.sigma_1 = 1e3"
        )
    };
    // b = 0.1 m along the slope, h = 0.2 m: it topples above tan θ = 0.5, and a little below if it is let go suddenly
    let shape = "box = { size = [0.1, 0.1, 0.2] }";
    for (mu, slope, slides, topples) in
        [(0.4, 0.35, false, false), (0.4, 0.45, true, false), (0.8, 0.42, false, false), (0.8, 0.55, false, true)]
    {
        let mut free = Free::new(&on_table(shape, &contact(mu)), 1.0, [0.004_167, 0.004_167, 0.001_667]);
        let theta = f64::atan(slope);
        free.gravity = Vector3::new(theta.sin(), 0.0, -theta.cos()) * 9.81;
        free.place([0.0, 0.0, 0.1 - 9.81 * theta.cos() / (1e8 * 0.01)], &UnitQuaternion::identity());
        free.start();
        let mut speed = 0.0;
        for step in 0..40_000 {
            free.step(5e-5);
            if step + 1 == 20_000 {
                speed = free.state[7];
            }
        }
        let tilt = 2.0 * free.state[5];
        let moved = free.state[0];
        assert_eq!(tilt.abs() > 0.1, topples, "μ = {mu}, tan θ = {slope}: tilted by {tilt} rad");
        if slides {
            // v̇ = (sin θ − μ·cos θ)·g, over the last second
            let gained = 9.81 * (theta.sin() - mu * theta.cos());
            assert!(
                (free.state[7] - speed - gained).abs() < 1e-4 * gained,
                "{} m/s, not {gained}",
                free.state[7] - speed
            );
        } else if !topples {
            assert!(moved.abs() < 1e-3 && free.velocity().norm() < 1e-6, "moved by {moved} m, {:?}", free.velocity());
        }
    }
}

#[test]
fn a_packed_system_of_faces_is_the_same_system() {
    for shape in [BOX, CYLINDER, CONE, ELLIPSOID] {
        let shape = format!("{shape}, position = [0.01, 0.02, 0.03], orientation = [0.9, 0.1, 0.2, 0.3]");
        let made = scene(&on_table(&shape, "compliance.k_A = 3e8"));
        let text = lines::of(&made);
        let pairs: Vec<_> = text.lines().map(|line| line.split_once(" = ").unwrap()).collect();
        let read = lines::scene(&pairs).unwrap();
        assert_eq!(read.contacts, made.contacts, "{text}");
    }
}

#[test]
fn a_saved_state_goes_on_with_the_same_bits() {
    let mut here = system(Interface::CoSimulation, &on_table(CYLINDER, ""));
    set(&mut here, "body.position", &[0.0, 0.0, 0.0598]);
    set(&mut here, "body.orientation", &[1.0, 0.002, 0.001, 0.0]);
    set(&mut here, "body.velocity", &[0.1, 0.2, -0.3]);
    set(&mut here, "body.angularVelocity", &[0.5, -0.3, 2.0]);
    here.exit_initialization(&mut |_| {}).unwrap();
    here.do_step(0.0, 1e-4, &mut |_| {}).unwrap();
    let mut counting = Writer::counting();
    here.save(&mut counting);
    let mut bytes = vec![0; counting.length()];
    here.save(&mut Writer::into(&mut bytes));
    let mut there = here.restore(&mut Reader::of(&bytes)).unwrap();
    for system in [&mut here, &mut there] {
        system.do_step(1e-4, 1e-4, &mut |_| {}).unwrap();
    }
    for name in ["body.force", "body.torque", "contact.z"] {
        let [a, b]: [[f64; 3]; 2] = [get(&mut here, name), get(&mut there, name)];
        assert_eq!(a.map(f64::to_bits), b.map(f64::to_bits), "{name}");
    }
}

#[test]
fn what_faces_cannot_have_is_refused_by_name() {
    for (shape, contact, says) in [
        ("box = { size = [0.2, 0, 0.1] }", "", "bodies.body.shape.box.size: all three lengths must be > 0"),
        ("box = { size = [0.2, 0.1] }", "", "bodies.body.shape.box.size: must have 3 numbers, not 2"),
        ("box = { size = [0.2, nan, 0.1] }", "", "must be a finite number"),
        ("cylinder = { radius = 0.1, length = -1 }", "", "bodies.body.shape.cylinder.length: -1 must be > 0"),
        ("cylinder = { radius = 0.1, length = -1e300 }", "", "bodies.body.shape.cylinder.length: -1e300 must be > 0"),
        ("cylinder = { radius = 0.1, length = 1, hollow = true }", "", "there is no key \"hollow\" here"),
        ("cone = { radius = 0.1, length = 1, top_radius = -0.1 }", "", "shape.cone.top_radius: -0.1 must be >= 0"),
        ("ellipsoid = { }", "", "size is missing"),
        (
            BOX,
            "compliance.law = \"kelvinVoigt\"\ncompliance.p = 1",
            "compliance.law = kelvinVoigt says nothing about faces",
        ),
        (BOX, "friction.mu_r = 0.1", "friction.mu_r > 0 says nothing about faces"),
        (BOX, "compliance.k_A = 0", "contacts.compliance.k_A: compliance.k = 0.0 must be > 0"),
        (BOX, "compliance.k_B = 1", "there is no parameter compliance.k_B"),
    ] {
        let error = text::scene(&on_table(shape, contact), &|_| None).expect_err(contact).to_string();
        assert!(error.contains(says), "{shape}, {contact}: {error}");
    }
    let listed = on_table(BOX, "").replace("name = \"contact\"", "name = \"contact\"\ncompliance.k = 1e7");
    let error = text::scene(&listed, &|_| None).unwrap_err().to_string();
    assert!(error.contains("compliance.k says nothing about table and body, which meet by volume"), "{error}");
}

/// From materials k_A = E*/d, d the smallest half size: steel on steel, E* = 210 GPa/(2·(1 − 0.3²)).
#[test]
fn stiffness_of_faces_follows_from_materials() {
    let text = on_table(BOX, "compliance.source = \"materials\"")
        .replace("plane = {} }", "plane = {} }\nmaterial = { E = 2.1e11, nu = 0.3 }")
        .replace("motion = \"input\"", "motion = \"input\"\nmaterial = { E = 2.1e11, nu = 0.3 }");
    let mut system = system(Interface::CoSimulation, &text);
    let wanted = 2.1e11 / (2.0 * 0.91) / 0.05;
    let found: [f64; 1] = get(&mut system, "contact.compliance.k_A");
    assert!((found[0] / wanted - 1.0).abs() < 1e-14, "{found:?}, {wanted}");
}

/// A deep start is told with the size of the shapes, not with a parameter that they do not have: a ball on a plane, too.
#[test]
fn a_deep_start_names_what_overlaps() {
    for shape in [BOX, "sphere = { radius = 0.05 }"] {
        let mut deep = system(Interface::CoSimulation, &on_table(shape, ""));
        set(&mut deep, "body.position", &[0.0, 0.0, 0.01]);
        deep.exit_initialization(&mut |_| {}).unwrap();
        let mut said = String::new();
        deep.warnings(&mut |text| said += &text.to_string());
        let wanted = "overlap by 0.0400 m at the start, half the smallest size of the shapes is 0.0500 m";
        assert!(said.contains(wanted) && !said.contains("geometry."), "{said}");
    }
}
