//! The key `way` of a pair, and capsules and ellipsoids on other shapes: restitution, closed forms, and the packed system.

use super::free::Free;
use super::{get, scene, set, system};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::{lines, text};
use nalgebra::UnitQuaternion;
use std::f64::consts::PI;

/// A body `body` over one that is fixed to the world.
fn over(solid: &str, body: &str, contact: &str, pair: &str) -> String {
    format!(
        "[unit]\nname = \"Over\"\n[bodies.solid]\nshape = {{ {solid} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ {body} }}\n[contacts]\n\
         {contact}\n[[contacts.pair]]\nbetween = [\"body\", \"solid\"]\nname = \"contact\"\n{pair}\n[report]\ncontacts = \"all\"\n"
    )
}

const PLANE: &str = "plane = {}";
const ELLIPSOID: &str = "ellipsoid = { size = [0.2, 0.14, 0.1] }";
const CAPSULE: &str = "capsule = { radius = 0.03, length = 0.1 }, orientation = [1, 0.2, 0.1, 0]";
const CONVEX: &str = "convex = { points = [[-0.1, -0.07, -0.05], [0.1, -0.07, -0.05], [-0.1, 0.07, -0.05], [0.1, 0.07, -0.05], [-0.06, -0.05, 0.05], \
     [0.06, -0.05, 0.05], [-0.06, 0.05, 0.05], [0.06, 0.05, 0.05]] }";

/// Body over solid, and how they are asked to meet.
const CASES: [(&str, &str, &str); 12] = [
    (ELLIPSOID, PLANE, "way = \"point\""),
    ("sphere = { radius = 0.05 }", PLANE, "way = \"volume\""),
    ("cylinder = { radius = 0.05, length = 0.1 }, orientation = [1, 0.3, 0.1, 0]", PLANE, "way = \"point\""),
    ("cone = { radius = 0.05, length = 0.1 }, orientation = [1, 0.3, 0.1, 0]", PLANE, "way = \"point\""),
    (ELLIPSOID, "box = { size = [0.2, 0.14, 0.1] }", ""),
    (ELLIPSOID, ELLIPSOID, "way = \"point\""),
    (ELLIPSOID, CONVEX, ""),
    (ELLIPSOID, "cylinder = { radius = 0.05, length = 0.1 }, orientation = [1, 1, 0, 0]", ""),
    (CAPSULE, "box = { size = [0.2, 0.14, 0.1] }", ""),
    (
        "capsule = { radius = 0.03, length = 0.1 }, orientation = [1, 0, 1, 0]",
        "capsule = { radius = 0.02, length = 0.2 }, orientation = [1, 1, 0, 0]",
        "",
    ),
    (CAPSULE, "cone = { radius = 0.06, top_radius = 0.03, length = 0.1 }", ""),
    (CAPSULE, CONVEX, ""),
];

/// Within 1e-6, k = 1e8 N/m^1.5 or k_A = 1e11 N/m³, on places where the normal is upright. Some touch beside their centre of mass: a large inertia keeps them from
/// turning, by 1e-8 rad/s.
#[test]
fn straight_impacts_of_all_ways_have_their_restitution() {
    for (body, solid, pair) in CASES {
        for e in [0.1, 0.5, 0.9] {
            let is_of_faces = pair.contains("volume");
            let stiffness = if is_of_faces { "compliance.k_A = 1e11" } else { "compliance.k = 1e8" };
            let text = over(
                solid,
                body,
                &format!("compliance.e = {e}\nfriction.law = \"none\""),
                &format!("{stiffness}\n{pair}"),
            );
            let mut free = Free::new(&text, 0.1, [1e6; 3]);
            let out = free.falls_from(resting_height(&text), &UnitQuaternion::identity());
            assert!((out - e).abs() < 1e-6, "{body} on {solid}: {out} for e = {e}");
        }
    }
}

/// Height of the body over the origin where it touches.
fn resting_height(text: &str) -> f64 {
    let mut free = Free::new(text, 0.1, [1.0; 3]);
    free.place([0.0, 0.0, 1.0], &UnitQuaternion::identity());
    free.start();
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        free.place([0.0, 0.0, middle], &UnitQuaternion::identity());
        free.tell(&free.state.clone());
        if free.gap() < 0.0 { low = middle } else { high = middle }
    }
    high
}

/// f_n = π·k_A·x²·(R − x/3) [the volume of a cap of a ball], at the centroid 3·(2R − x)²/(4·(3R − x)) below the centre.
#[test]
fn a_sphere_on_a_plane_by_volume_has_the_force_of_its_cap() {
    let pair = "way = \"volume\"\ncompliance.k_A = 2e8";
    for (first, second) in [(PLANE, "sphere = { radius = 0.05 }"), ("sphere = { radius = 0.05 }", PLANE)] {
        let text = over(first, second, "friction.law = \"none\"", pair);
        let mut made = system(Interface::ModelExchange, &text);
        let x: f64 = 3e-3;
        let height = if first == PLANE { 0.05 - x } else { x - 0.05 };
        set(&mut made, "body.position", &[0.0, 0.0, height]);
        made.exit_initialization(&mut |_| {}).unwrap();
        let [force] = get(&mut made, "contact.normalForce");
        let wanted = PI * 2e8 * x * x * (0.05 - x / 3.0);
        assert!((force / wanted - 1.0).abs() < 1e-13, "{force}, {wanted}");
        let [gap] = get(&mut made, "contact.gap");
        assert!((gap + x).abs() < 1e-16);
        let point: [f64; 3] = get(&mut made, "contact.pointOfAction");
        let centre = if first == PLANE { 0.05 - x } else { 0.0 };
        let below = 3.0 * (0.1 - x) * (0.1 - x) / (4.0 * (0.15 - x));
        assert!((point[2] - (centre - below)).abs() < 1e-13, "{point:?}, {below}");
    }
}

/// A tilted cylinder by point: the rim's deepest point, and k of r_contact, the smaller of radius and half length.
#[test]
fn a_rim_meets_a_plane_where_it_is_deepest() {
    let steel = "material = { E = 2.1e11, nu = 0.3 }";
    let body = format!("cylinder = {{ radius = 0.05, length = 0.06 }}, {steel}");
    let text = over(PLANE, &body, "compliance.source = \"materials\"", "way = \"point\"");
    let text = text.replace("[bodies.solid]", &format!("[bodies.solid]\n{steel}"));
    let mut made = system(Interface::ModelExchange, &text);
    let (s, c) = f64::sin_cos(0.4);
    let x = 1e-5;
    set(&mut made, "body.orientation", &[(0.2_f64).cos(), (0.2_f64).sin(), 0.0, 0.0]);
    set(&mut made, "body.position", &[0.3, 0.0, 0.05 * s + 0.03 * c - x]);
    made.exit_initialization(&mut |_| {}).unwrap();
    let [force] = get(&mut made, "contact.normalForce");
    let wanted = 4.0 / 3.0 * 2.1e11 / (2.0 * 0.91) * f64::sqrt(0.03) * x.powf(1.5);
    // x is left of 0.05 m: 1e-17/1e-5
    assert!((force / wanted - 1.0).abs() < 1e-11, "{force}, {wanted}");
    let point: [f64; 3] = get(&mut made, "contact.pointOfAction");
    for (found, wanted) in point.iter().zip([0.3, 0.03 * s - 0.05 * c, -0.5 * x]) {
        assert!((found - wanted).abs() < 1e-15, "{point:?}");
    }
}

#[test]
fn a_packed_system_keeps_the_ways_of_its_pairs() {
    for (body, solid, pair) in CASES {
        let made = scene(&over(solid, body, "friction.mu_S = 0.7", pair));
        let packed = lines::of(&made);
        let pairs: Vec<_> = packed.lines().map(|line| line.split_once(" = ").unwrap()).collect();
        assert_eq!(lines::scene(&pairs).unwrap().contacts, made.contacts, "{packed}");
    }
}

/// The default stays, the last rule that fits wins, and what cannot be is refused with its line and key.
#[test]
fn ways_are_refused_by_line_and_key_where_there_are_none() {
    let refusal = |text: &str| text::scene(text, &|_| None).unwrap_err().to_string();
    let ball = "sphere = { radius = 0.05 }";
    let error = refusal(&over("box = { size = [1, 1, 1] }", ball, "", "way = \"volume\""));
    assert_eq!(
        error,
        "line 13, contacts.pair[1].way: solid and body: a box and a sphere do not meet by way = \"volume\": allowed is \"point\" only"
    );
    let error = refusal(&over(PLANE, ball, "", "way = \"face\""));
    assert_eq!(error, "line 13, contacts.pair[1].way: \"face\" is not one of \"point\", \"volume\"");
    let error = refusal(&over(PLANE, ball, "", "way = \"volume\"\ncompliance.k = 1e8"));
    assert!(error.contains("compliance.k says nothing about solid and body, which meet by volume"), "{error}");
    let error = refusal(&over(PLANE, ELLIPSOID, "", "way = \"point\"\ncompliance.k_A = 1e8"));
    assert!(error.contains("compliance.k_A says nothing about solid and body, which meet in a point"), "{error}");
    let given = "[[contacts.external]]\nbetween = [\"body\", \"solid\"]\nway = \"point\"\n";
    let error = refusal(&over(PLANE, ball, "", "").replace("[report]", &format!("{given}[report]")));
    assert!(error.contains("contacts.external[1].way: way is for contacts.pair"), "{error}");
    let capsule = refusal(&over(PLANE, CAPSULE, "", "way = \"volume\""));
    assert!(
        capsule.contains("a plane and a capsule do not meet by way = \"volume\": allowed is \"point\" only"),
        "{capsule}"
    );
    let twice = over(
        PLANE,
        ELLIPSOID,
        "",
        "way = \"point\"\n[[contacts.pair]]\nbetween = [\"b*\", \"solid\"]\nway = \"volume\"",
    );
    assert!(scene(&twice).contacts[0].parameters.geometry.is_of_faces());
    assert_eq!(
        scene(&over(PLANE, ELLIPSOID, "", "")).contacts,
        scene(&over(PLANE, ELLIPSOID, "", "way = \"volume\"")).contacts
    );
    assert_eq!(scene(&over(PLANE, ball, "", "")).contacts, scene(&over(PLANE, ball, "", "way = \"point\"")).contacts);
}
