//! Balls on boxes, cylinders, cones, ellipsoids, capsules and convex bodies: restitution, energies, and the packed system.

use super::free::Free;
use super::{get, scene, set, system};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::{lines, text};
use nalgebra::{UnitQuaternion, Vector3};

const SOLIDS: [&str; 6] = [
    "box = { size = [0.2, 0.14, 0.1] }",
    "cylinder = { radius = 0.05, length = 0.1 }",
    "cone = { radius = 0.06, top_radius = 0.03, length = 0.1 }",
    "ellipsoid = { size = [0.2, 0.14, 0.1] }",
    "capsule = { radius = 0.02, length = 0.06 }",
    "convex = { points = [[-0.1, -0.07, -0.05], [0.1, -0.07, -0.05], [-0.1, 0.07, -0.05], [0.1, 0.07, -0.05], [-0.06, -0.05, 0.05], \
     [0.06, -0.05, 0.05], [-0.06, 0.05, 0.05], [0.06, 0.05, 0.05]] }",
];

/// A ball over a solid that is fixed to the world, 0.05 m high above the origin.
fn over(solid: &str, contact: &str) -> String {
    format!(
        "[unit]\nname = \"Over\"\n[bodies.solid]\nshape = {{ {solid} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ sphere = {{ radius = 0.03 }} }}\n\
         [contacts]\n{contact}\n[[contacts.pair]]\nbetween = [\"body\", \"solid\"]\nname = \"contact\"\n[report]\ncontacts = \"all\"\n"
    )
}

/// Within 1e-6: k = 1e8 N/m^1.5, steps as `Free::rebound` takes them.
#[test]
fn a_ball_that_falls_on_a_solid_has_its_restitution() {
    for solid in SOLIDS {
        for e in [0.1, 0.5, 0.9] {
            let text = over(solid, &format!("compliance.k = 1e8\ncompliance.e = {e}\nfriction.law = \"none\""));
            let mut free = Free::new(&text, 0.1, [1e-5; 3]);
            let out = free.falls_from(0.08, &UnitQuaternion::identity());
            assert!((out - e).abs() < 1e-6, "{solid}: {out} for e = {e}");
        }
    }
}

/// At rest the force is the slope of the energy over places around edges and rims, and does not jump there.
#[test]
fn forces_are_slopes_of_the_energy_all_around_a_solid() {
    for solid in SOLIDS {
        let mut free = Free::new(&over(solid, "compliance.k = 1e8\nfriction.law = \"none\""), 0.1, [1e-5; 3]);
        let mut place = |at: Vector3<f64>| {
            free.place(at.into(), &UnitQuaternion::identity());
            free.tell(&free.state.clone());
        };
        place(Vector3::new(0.0, 0.0, 1.0));
        free.start();
        let mut before: Option<Vector3<f64>> = None;
        // a way from the top over the edge down the side, a little aside
        for k in 0..400 {
            let angle = 1.4 * f64::from(k) / 400.0;
            let direction = Vector3::new(angle.sin(), 0.1, angle.cos()).normalize();
            // by bisection where the ball is 1 mm deep
            let (mut near, mut far) = (0.0, 0.5);
            for _ in 0..60 {
                let middle = 0.5 * (near + far);
                free.place((direction * middle).into(), &UnitQuaternion::identity());
                free.tell(&free.state.clone());
                if free.gap() < -1e-3 { near = middle } else { far = middle }
            }
            let mut energy = |at: Vector3<f64>| {
                free.place(at.into(), &UnitQuaternion::identity());
                free.tell(&free.state.clone());
                free.system.new_discrete_states(&mut |_| {}).unwrap();
                free.number("energyElastic")
            };
            let here = direction * near;
            let step = 1e-7;
            let slope = Vector3::from_fn(|k, _| {
                let along = Vector3::ith(k, step);
                -(energy(here + along) - energy(here - along)) / (2.0 * step)
            });
            energy(here);
            let force = Vector3::from(get::<3>(&mut free.system, "body.force"));
            assert!((force - slope).norm() < 2e-5 * force.norm(), "{solid} at {angle}: {force:?}, {slope:?}");
            if let Some(before) = before {
                // the normal turns by no more than the way around an edge of no radius: 3.5 mrad of 30 mm by 29 mm at most
                assert!((force - before).norm() < 0.2 * force.norm(), "{solid} at {angle}: {force:?} after {before:?}");
            }
            before = Some(force);
        }
    }
}

#[test]
fn a_packed_system_of_balls_and_solids_is_the_same_system() {
    for solid in SOLIDS {
        let solid = format!("{solid}, position = [0.01, 0.02, 0.03], orientation = [0.9, 0.1, 0.2, 0.3]");
        let made = scene(&over(&solid, "compliance.k = 3e8\nfriction.mu_r = 0.01"));
        let packed = lines::of(&made);
        let pairs: Vec<_> = packed.lines().map(|line| line.split_once(" = ").unwrap()).collect();
        assert_eq!(lines::scene(&pairs).unwrap().contacts, made.contacts, "{packed}");
    }
}

/// A ball that is dropped on a box stays, in Co-Simulation too: the wrench on the box is the opposite one.
#[test]
fn a_ball_and_a_box_push_each_other_alike() {
    let text = over(SOLIDS[0], "").replace("[bodies.solid]", "[bodies.solid]\nmotion = \"input\"");
    let mut both = system(Interface::CoSimulation, &text);
    set(&mut both, "body.position", &[0.09, 0.05, 0.0799]);
    set(&mut both, "body.velocity", &[0.3, -0.2, -0.1]);
    set(&mut both, "body.angularVelocity", &[3.0, 1.0, -2.0]);
    set(&mut both, "solid.orientation", &[1.0, 0.001, 0.0, 0.0]);
    both.exit_initialization(&mut |_| {}).unwrap();
    both.do_step(0.0, 1e-5, &mut |_| {}).unwrap();
    let [on_ball, on_box, torque_ball, torque_box]: [[f64; 3]; 4] =
        ["body.force", "solid.force", "body.torque", "solid.torque"].map(|name| get(&mut both, name));
    let [f, g, s, t] = [on_ball, on_box, torque_ball, torque_box].map(Vector3::from);
    assert!(f[2] > 0.0 && (f + g).norm() < 1e-12 * f.norm());
    // about the origin of the world nothing is left; positions are those at the end of the step
    let at = Vector3::new(0.09, 0.05, 0.0799) + Vector3::new(0.3, -0.2, -0.1) * 1e-5;
    assert!((s + at.cross(&f) + t).norm() < 1e-12 * f.norm());
}

#[test]
fn pairs_that_do_not_meet_are_refused_and_materials_take_the_curvature() {
    let ball = "sphere = { radius = 0.03 }";
    let endless = over("cylinder = { radius = 0.1 }", "").replace(ball, "box = { size = [1, 1, 1] }");
    let error = text::scene(&endless, &|_| None).unwrap_err().to_string();
    assert!(
        error.contains("solid (endless cylinder) and body (box) do not meet: a sphere meets spheres, planes,"),
        "{error}"
    );
    // k = 4/3·E*·√R_eff, 1/R_eff = 41.7785662 by elliptic integrals (SciPy) of the curvatures 1/0.03 and 1/0.03 + 1/0.05 on the side of the
    // cylinder, 1/0.03 on its end
    let steel = "material = { E = 2.1e11, nu = 0.3 }";
    let text = over(SOLIDS[1], "compliance.source = \"materials\"\nfriction.law = \"none\"")
        .replace("[bodies.solid]", &format!("[bodies.solid]\n{steel}"))
        .replace("[bodies.body]", &format!("[bodies.body]\n{steel}"));
    for (at, curvature, off) in
        [([0.08 - 1e-6, 0.0, 0.0], 41.778_566_17, 1e-8), ([0.01, 0.0, 0.08 - 1e-6], 1.0 / 0.03, 1e-10)]
    {
        let mut found = system(Interface::CoSimulation, &text);
        set(&mut found, "body.position", &at);
        found.exit_initialization(&mut |_| {}).unwrap();
        let [force]: [f64; 1] = get(&mut found, "contact.normalForce");
        let k = 4.0 / 3.0 * 2.1e11 / (2.0 * 0.91) / f64::sqrt(curvature);
        // x is 1e-6 m with a rounding of 1e-17 m
        assert!((force / (k * 1e-9) - 1.0).abs() < off, "{at:?}: {force}, {}", k * 1e-9);
    }
}

/// A capsule lies on a plane with both caps, each by its own depth.
#[test]
fn a_capsule_meets_a_plane_with_its_two_caps() {
    for (head, tail) in
        [("[bodies.table]\nshape = { plane = {} }\n", ""), ("", "[bodies.table]\nshape = { plane = {} }\n")]
    {
        let capsule = "capsule = { radius = 0.05, length = 0.2 }, position = [0, 0, 0.01], orientation = [1, 0, 1, 0]";
        let text = format!(
            "[unit]\nname = \"Rod\"\n{head}[bodies.rod]\nmotion = \"input\"\nshape = {{ {capsule} }}\n{tail}[contacts]\n\
             compliance.k = 1e6\n[report]\ncontacts = \"all\"\n"
        );
        let mut rod = system(Interface::CoSimulation, &text);
        // tilted about y so that the ends differ by 0.2·sin φ
        let angle: f64 = 0.01;
        set(&mut rod, "rod.position", &[0.3, 0.0, 0.038]);
        set(&mut rod, "rod.orientation", &[(0.5 * angle).cos(), 0.0, (0.5 * angle).sin(), 0.0]);
        rod.exit_initialization(&mut |_| {}).unwrap();
        let centre = 0.038 + 0.01 * angle.cos();
        let lift = 0.1 * angle.sin();
        let loads: Vec<f64> = [centre + lift, centre - lift].map(|z| 1e6 * (0.05 - z).max(0.0).powf(1.5)).into();
        let mut found: Vec<f64> =
            ["rod__table_1", "rod__table_2"].map(|name| get::<1>(&mut rod, &format!("{name}.normalForce"))[0]).into();
        found.sort_by(f64::total_cmp);
        for (found, wanted) in found.iter().zip(&loads) {
            assert!((found - wanted).abs() < 1e-11 * loads[1], "{found}, {wanted}");
        }
        let [force, torque]: [[f64; 3]; 2] = ["rod.force", "rod.torque"].map(|name| get(&mut rod, name));
        assert!((force[2] - loads[0] - loads[1]).abs() < 1e-11 * loads[1]);
        assert!(torque[1].abs() > 0.05 * (loads[1] - loads[0]), "{torque:?}");
    }
}

/// A torus on a plane: a wheel that falls upright or tilted has its restitution, and touches where it is deepest.
#[test]
fn a_torus_meets_a_plane_where_it_is_deepest() {
    let text = |e: f64| {
        format!(
            "[unit]\nname = \"Wheel\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ torus = \
             {{ radius = 0.1, tube = 0.02 }}, orientation = [1, 1, 0, 0] }}\n[contacts]\ncompliance.k = 1e8\ncompliance.e = {e}\nfriction.law = \
             \"none\"\n[[contacts.pair]]\nbetween = [\"body\", \"table\"]\nname = \"contact\"\n[report]\ncontacts = \"all\"\n"
        )
    };
    for e in [0.2, 0.9] {
        let mut free = Free::new(&text(e), 0.1, [1e-5; 3]);
        let out = free.falls_from(0.12, &UnitQuaternion::identity());
        assert!((out - e).abs() < 1e-6, "{out} for e = {e}");
    }
    // leaning by 0.3 rad about x: the middle of the tube is R·cos 0.3 below, r below that, and R·sin 0.3 aside
    let mut leaning = system(Interface::ModelExchange, &text(0.5));
    let (s, c) = f64::sin_cos(0.3);
    set(&mut leaning, "body.orientation", &[(0.15_f64).cos(), (0.15_f64).sin(), 0.0, 0.0]);
    set(&mut leaning, "body.position", &[0.2, 0.0, 0.1 * c + 0.02 - 1e-4]);
    leaning.exit_initialization(&mut |_| {}).unwrap();
    let [gap] = get(&mut leaning, "contact.gap");
    assert!((gap + 1e-4).abs() < 1e-15, "{gap}");
    let point: [f64; 3] = get(&mut leaning, "contact.pointOfAction");
    for (found, wanted) in point.iter().zip([0.2, 0.1 * s, -0.5e-4]) {
        assert!((found - wanted).abs() < 1e-15, "{point:?}");
    }
    let flat = text(0.5).replace("tube = 0.02", "tube = 0.1");
    let refused = text::scene(&flat, &|_| None).unwrap_err().to_string();
    assert!(refused.contains("tube = 0.1 must be < radius = 0.1"), "{refused}");
}
