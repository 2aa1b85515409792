//! Boxes and convex bodies on each other.

use super::free::Free;
use super::{get, scene, set, system};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::{lines, text};
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// A shape on a block that stays where it is, its top at z = 0.
fn on_block(shape: &str, block: &str, contact: &str) -> String {
    format!(
        "[unit]\nname = \"OnBlock\"\n[bodies.block]\nshape = {{ {block} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ {shape} }}\n\
         [contacts]\n{contact}\n[[contacts.pair]]\nbetween = [\"body\", \"block\"]\nname = \"contact\"\n[report]\ncontacts = \"all\"\n"
    )
}

const CUBE: &str = "box = { size = [0.1, 0.1, 0.1] }";
const OCTAHEDRON: &str =
    "convex = { points = [[0.1, 0, 0], [-0.1, 0, 0], [0, 0.1, 0], [0, -0.1, 0], [0, 0, 0.1], [0, 0, -0.1]] }";
const CYLINDER: &str = "cylinder = { radius = 0.05, length = 0.1 }";
const WIDE: &str = "box = { size = [1, 1, 0.4] }, position = [0, 0, -0.2]";
const EQUAL: &str = "box = { size = [0.1, 0.1, 0.4] }, position = [0, 0, -0.2]";
/// A box with an edge upwards along x.
const RIDGE: &str = "box = { size = [1, 0.2, 0.2] }, position = [0, 0, -0.1414213562373095], orientation = [0.9238795325112867, \
                     0.3826834323650898, 0, 0]";

/// Bodies that fall straight down, and how high their centre is when they touch.
fn straight() -> Vec<(&'static str, &'static str, UnitQuaternion<f64>, f64)> {
    let turned =
        |axis: Vector3<f64>, angle: f64| UnitQuaternion::from_axis_angle(&nalgebra::Unit::new_normalize(axis), angle);
    let on_corner = UnitQuaternion::rotation_between(&Vector3::new(1.0, 1.0, 1.0), &Vector3::z()).unwrap();
    vec![
        (CUBE, WIDE, UnitQuaternion::identity(), 0.05),
        (CUBE, WIDE, turned(Vector3::x(), FRAC_PI_4), 0.05 * 2.0_f64.sqrt()),
        (CUBE, WIDE, on_corner, 0.05 * 3.0_f64.sqrt()),
        (CUBE, EQUAL, UnitQuaternion::identity(), 0.05),
        // edge across edge
        (CUBE, RIDGE, turned(Vector3::y(), FRAC_PI_4), 0.05 * 2.0_f64.sqrt()),
        (OCTAHEDRON, WIDE, UnitQuaternion::identity(), 0.1),
        (OCTAHEDRON, RIDGE, turned(Vector3::y(), FRAC_PI_2), 0.1),
        (CYLINDER, WIDE, UnitQuaternion::identity(), 0.05),
        ("cone = { radius = 0.06, top_radius = 0.02, length = 0.1 }", EQUAL, UnitQuaternion::identity(), 0.05),
    ]
}

/// Any spring with the damping of [G04] has e exactly, whatever the features that meet; the tolerance is that of the issue.
#[test]
fn a_straight_impact_of_convex_bodies_has_its_restitution() {
    for (e, (shape, block, orientation, height)) in [0.1, 0.5, 0.9].into_iter().cycle().zip(straight()) {
        let contact = format!("compliance.k_A = 1e11\ncompliance.e = {e}\nfriction.law = \"none\"");
        let mut free = Free::new(&on_block(shape, block, &contact), 1.0, [1e-3; 3]);
        let out = free.falls_from(height, &orientation);
        assert!((out - e).abs() < 1e-6, "{shape} on {block}: {out} for e = {e}");
        assert!(free.angular_velocity().norm() < 1e-6, "{shape} on {block}: {:?}", free.angular_velocity());
    }
}

/// Damping takes, friction takes, and nothing is missing: a cube thrown on a block comes to rest on it.
#[test]
fn a_thrown_cube_keeps_its_books_and_rests() {
    let contact = "compliance.k_A = 1e7\ncompliance.e = 0.4\nfriction.mu_S = 0.6\nfriction.mu_C = 0.5\nfriction.sigma_0 = 1e4\n\
                   friction.sigma_1 = 100\ncompliance.vMin = 0.01";
    let mut free = Free::new(&on_block(CUBE, WIDE, contact), 2.0, [0.005; 3]);
    let tipped = UnitQuaternion::from_axis_angle(&nalgebra::Unit::new_normalize(Vector3::new(1.0, 0.4, 0.2)), 0.5);
    free.place([0.0, 0.0, 0.15], &tipped);
    free.launch([0.2, 0.0, 0.0], [1.0, 2.0, 0.0]);
    free.start();
    let energy = |free: &Free| free.kinetic() + 2.0 * 9.81 * free.state[2];
    let before = energy(&free);
    for _ in 0..80_000 {
        free.step(4e-5);
    }
    let stored = free.number("energyElastic");
    let missing = before - energy(&free) - stored - free.state[19] - free.state[20];
    // the steps do not end at onsets: each leaves some k_A·V·h of it
    assert!(missing.abs() < 2e-4 * before, "{missing} J of {before} J");
    assert!(free.number("energyResidual").abs() < 1e-4 * before);
    assert!(free.kinetic() < 1e-6, "it rests: {} J", free.kinetic());
    assert!((free.normal_force() - 2.0 * 9.81).abs() < 1e-3, "{} N", free.normal_force());
}

/// A cube and a block listed the other way round press as much, to rounding.
#[test]
fn the_order_of_the_bodies_changes_rounding_only() {
    let text = on_block(OCTAHEDRON, WIDE, "");
    let (head, tail) = text.split_once("[bodies.block]").unwrap();
    let (block, rest) = tail.split_once("[bodies.body]").unwrap();
    let (body, contacts) = rest.split_once("[contacts]").unwrap();
    let exchanged = format!("{head}[bodies.body]{body}[bodies.block]{block}[contacts]{contacts}");
    let exchanged = exchanged.replace("between = [\"body\", \"block\"]", "between = [\"block\", \"body\"]");
    let mut systems = [text, exchanged].map(|text| system(Interface::CoSimulation, &text));
    let [here, there] = systems.each_mut().map(|system| {
        set(system, "body.position", &[0.01, 0.02, 0.0989]);
        set(system, "body.orientation", &[1.0, 0.001, 0.002, 0.3]);
        set(system, "body.velocity", &[0.1, 0.0, -0.2]);
        set(system, "body.angularVelocity", &[0.3, -0.2, 0.1]);
        system.exit_initialization(&mut |_| {}).unwrap();
        for step in 0..20 {
            system.do_step(1e-5 * f64::from(step), 1e-5, &mut |_| {}).unwrap();
        }
        ["body.force", "body.torque"].map(|name| Vector3::from(get::<3>(system, name)))
    });
    let size = here[0].norm();
    assert!(size > 1.0);
    for (here, there) in here.iter().zip(there) {
        assert!((here - there).norm() < 1e-12 * size, "{here:?} {there:?}");
    }
}

#[test]
fn a_packed_system_of_convex_bodies_is_the_same_system() {
    for (shape, block) in
        [(CUBE, OCTAHEDRON), (OCTAHEDRON, CUBE), (CYLINDER, CUBE), (OCTAHEDRON, OCTAHEDRON), (CUBE, EQUAL)]
    {
        let made = scene(&on_block(shape, block, "compliance.k_A = 3e8"));
        let text = lines::of(&made);
        let pairs: Vec<_> = text.lines().map(|line| line.split_once(" = ").unwrap()).collect();
        assert_eq!(lines::scene(&pairs).unwrap().contacts, made.contacts, "{text}");
    }
    let text = lines::of(&scene(&on_block(CUBE, OCTAHEDRON, "")));
    let without = text.replace("facetsI = 0\n", "").replace("facetsJ = 0\n", "");
    let pairs: Vec<_> = without.lines().map(|line| line.split_once(" = ").unwrap()).collect();
    let refused = lines::scene(&pairs).unwrap_err();
    assert!(refused.contains("its body of facets and its surface do not go together"), "{refused}");
}

#[test]
fn what_convex_bodies_cannot_be_is_refused_by_name() {
    let said = |text: &str| text::scene(text, &|_| None).unwrap_err().to_string();
    let points: Vec<[f64; 3]> = (0..40)
        .map(|k| f64::from(k) * 2.4)
        .map(|t| {
            [
                t.cos() * (1.0 - (t / 96.0 - 1.0).powi(2)).sqrt(),
                t.sin() * (1.0 - (t / 96.0 - 1.0).powi(2)).sqrt(),
                t / 96.0 - 1.0,
            ]
        })
        .collect();
    let many = said(&on_block(&format!("convex = {{ points = {points:?} }}"), CUBE, ""));
    assert!(many.contains("contact \"contact\": a convex body of ") && many.contains("at most 64"), "{many}");
    let placed =
        on_block(CUBE, WIDE, "").replace("motion = \"input\"\n", "motion = \"input\"\nposition = [0, 0, 0.03]\n");
    let deep = said(&placed);
    assert!(deep.contains("the shapes overlap by 0.02"), "{deep}");
}

/// Apart, the gap is the distance, and its rate that of the nearest places.
#[test]
fn the_gap_is_the_distance() {
    let mut found = system(Interface::ModelExchange, &on_block(CUBE, WIDE, ""));
    let start = [0.55 + 0.3, 0.0, 0.05 + 0.4];
    set(&mut found, "body.position", &start);
    found.exit_initialization(&mut |_| {}).unwrap();
    // over the edge of the block: 3, 4, 5
    let [gap] = get(&mut found, "contact.gap");
    assert!((gap - 0.5).abs() < 1e-14, "{gap}");
    assert_eq!(get::<3>(&mut found, "body.force"), [0.0; 3]);
}
