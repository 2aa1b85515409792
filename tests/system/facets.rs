//! Bodies of facets: convex hulls and surfaces from files.

use super::{get, scene, set, system};
use asperity::fmi::{Interface, Model};
use asperity::unit::facets::{Facets, MOST_TRIANGLES, NoSurface};
use asperity::unit::system::text::{Beside, Triangles, scene_beside};
use asperity::unit::system::{System, lines};
use std::sync::Arc;

fn on_table(shape: &str) -> String {
    format!(
        "[unit]\nname = \"OnTable\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ {shape} }}\n\
         [report]\ncontacts = \"all\"\n"
    )
}

/// Corners of a box of these half edges, and its surface: two triangles a face, counter-clockwise from outside.
pub fn block(half: [f64; 3], at: [f64; 3]) -> Triangles {
    let corner = |k: usize| [0, 1, 2].map(|axis| at[axis] + if k >> axis & 1 == 0 { -half[axis] } else { half[axis] });
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Triangles { corners: (0..8).map(corner).collect(), triangles }
}

/// The scene of a text whose files are all this one.
pub fn with_file(text: &str, file: &Triangles) -> Result<asperity::unit::system::Scene, String> {
    let (materials, surfaces) = (&|_: &str| None, &|_: &str| Ok(file.clone()));
    scene_beside(text, &Beside { materials, surfaces }).map_err(|error| error.to_string())
}

fn started(mut system: System, pose: [f64; 7]) -> System {
    set(&mut system, "body.position", &pose[..3]);
    set(&mut system, "body.orientation", &pose[3..]);
    set(&mut system, "body.velocity", &[0.1, 0.2, -0.3]);
    set(&mut system, "body.angularVelocity", &[0.5, -0.4, 0.3]);
    system.exit_initialization(&mut |_| {}).unwrap();
    system
}

fn wrench(system: &mut System) -> [f64; 6] {
    let [force, torque]: [[f64; 3]; 2] = ["body.force", "body.torque"].map(|name| get(system, name));
    [force[0], force[1], force[2], torque[0], torque[1], torque[2]]
}

const POSES: [[f64; 7]; 4] = [
    [0.0, 0.0, 0.0499, 1.0, 0.0, 0.0, 0.3],
    [0.1, 0.0, 0.06, 1.0, 0.1, 0.2, 0.3],
    [0.0, 0.2, 0.1, 0.9, 0.6, -0.4, 0.1],
    [0.0, 0.0, 0.03, 0.0, 1.0, 0.3, 0.2],
];

/// A box is the hull of its corners, with points inside, on faces and on edges beside them, and the surface of a file.
#[test]
fn a_box_is_the_hull_of_its_corners_and_its_surface() {
    let half = [0.1, 0.07, 0.05];
    let file = block(half, [0.0; 3]);
    let mut points = file.corners.clone();
    points.splice(3..3, [[0.0; 3], [0.1, 0.0, 0.01], [0.02, 0.07, 0.05], [-0.1, 0.07, 0.05]]);
    let convex = on_table(&format!("convex = {{ points = {points:?} }}"));
    let scaled = block(half.map(|x| x * 1e3), [0.0; 3]);
    let mesh = with_file(&on_table("mesh = { file = \"box.obj\", scale = 1e-3 }"), &scaled).unwrap();
    for pose in POSES {
        let text = on_table("box = { size = [0.2, 0.14, 0.1] }");
        let mut expected = started(system(Interface::CoSimulation, &text), pose);
        let wanted = wrench(&mut expected);
        assert!(wanted[2] > 0.0);
        for scene in [scene(&convex), mesh.clone()] {
            let mut found = started(System::new(Interface::CoSimulation, Arc::new(scene), "a-guid"), pose);
            for (found, wanted_of) in wrench(&mut found).iter().zip(wanted) {
                // the same sums in another order
                assert!((found - wanted_of).abs() < 1e-12 * wanted[2], "{found}, {wanted_of} at {pose:?}");
            }
        }
    }
}

/// A body that is not convex: two blocks, one above the other and beside it, are the sum of both; k_A·V of each.
#[test]
fn a_surface_that_is_not_convex_has_the_volume_of_its_parts() {
    let parts = [block([0.1, 0.05, 0.02], [0.0; 3]), block([0.02, 0.05, 0.04], [0.3, 0.0, 0.0])];
    let mut both = parts[0].clone();
    both.corners.extend(&parts[1].corners);
    both.triangles.extend(parts[1].triangles.iter().map(|of| of.map(|k| k + 8)));
    let text = on_table("mesh = { file = \"x.stl\" }");
    let of = |file: &Triangles| {
        let system = System::new(Interface::CoSimulation, Arc::new(with_file(&text, file).unwrap()), "a-guid");
        // at rest, so that each is elastic
        let mut system = system;
        set(&mut system, "body.position", &[0.0, 0.0, 0.015]);
        set(&mut system, "body.orientation", &[1.0, 0.01, 0.02, 0.0]);
        system.exit_initialization(&mut |_| {}).unwrap();
        wrench(&mut system)
    };
    let whole = of(&both);
    let [one, other] = [of(&parts[0]), of(&parts[1])];
    for k in 0..6 {
        assert!((whole[k] - one[k] - other[k]).abs() < 1e-11 * whole[2], "{whole:?}, {one:?}, {other:?}");
    }
}

#[test]
fn a_packed_system_of_facets_is_the_same_system() {
    let text = on_table("mesh = { file = \"x.stl\", scale = 2 }, position = [0.1, 0, 0]")
        .replace("plane = {}", "plane = {} }, { name = \"wall\", plane = { normal = [1, 0, 0], height = -9 }")
        .replace("shape = { plane = {} }, { name", "shape = [ { name = \"floor\", plane = {} }, { name")
        .replace("height = -9 } }", "height = -9 } } ]");
    let made = with_file(&text, &block([0.1, 0.05, 0.02], [0.01; 3])).unwrap();
    assert_eq!(made.contacts.len(), 2);
    let packed = lines::of(&made);
    // a surface is written once
    assert_eq!(packed.matches("corners = ").count(), 1);
    let pairs: Vec<_> = packed.lines().map(|line| line.split_once(" = ").unwrap()).collect();
    assert_eq!(lines::scene(&pairs).unwrap().contacts, made.contacts);
    let without = packed.replace("facetsI = 0\n", "");
    let pairs: Vec<_> = without.lines().map(|line| line.split_once(" = ").unwrap()).collect();
    assert!(lines::scene(&pairs).unwrap_err().contains("do not go together"));
}

#[test]
fn triangles_that_are_no_surface_are_refused_by_number() {
    let good = block([0.1; 3], [0.0; 3]);
    let refused = |change: &dyn Fn(&mut Triangles)| {
        let mut bad = good.clone();
        change(&mut bad);
        Facets::new(&bad.corners, &bad.triangles).unwrap_err()
    };
    assert!(Facets::new(&good.corners, &good.triangles).is_ok());
    let open = refused(&|of| of.triangles.truncate(11));
    assert!(matches!(open, NoSurface::Open { beside: "no triangle on its other side", .. }), "{open}");
    let turned = refused(&|of| of.triangles[3].reverse());
    assert!(matches!(turned, NoSurface::Open { triangle: 3 | 4, .. }), "{turned}");
    let inside_out = refused(&|of| of.triangles.iter_mut().for_each(|triangle| triangle.reverse()));
    assert!(matches!(inside_out, NoSurface::InsideOut { volume } if (volume + 0.008).abs() < 1e-12), "{inside_out}");
    assert_eq!(refused(&|of| of.corners[2][1] = f64::NAN), NoSurface::NotFinite { corner: 3 });
    assert_eq!(refused(&|of| of.triangles[5][0] = 8), NoSurface::NoCorner { triangle: 6 });
    assert_eq!(refused(&|of| of.triangles.truncate(3)), NoSurface::TooFew { count: 3 });
    let many = refused(&|of| of.triangles = vec![[0, 1, 2]; MOST_TRIANGLES + 1]);
    assert_eq!(many, NoSurface::TooMany { count: MOST_TRIANGLES + 1 });
    // a surface that touches itself along an edge
    let twice = refused(&|of| {
        let beside = block([0.1; 3], [0.2, 0.2, 0.0]);
        of.triangles.extend(beside.triangles.iter().map(|triangle| triangle.map(|k| k + 8)));
        of.corners.extend(beside.corners);
    });
    assert!(twice.to_string().contains("more than two triangles"), "{twice}");
}

/// A block in another at many places: their faces cross unless one is beside the other or inside it, which intervals tell.
#[test]
fn faces_that_cross_or_touch_are_refused_with_edge_and_triangle() {
    let of = |at: [f64; 3], half: [f64; 3]| {
        let (mut both, second) = (block([0.1; 3], [0.0; 3]), block(half, at));
        both.triangles.extend(second.triangles.iter().map(|triangle| triangle.map(|k| k + 8)));
        both.corners.extend(second.corners);
        Facets::of_file(&both.corners, &both.triangles)
    };
    let mut crossed = 0;
    for k in 0..1000 {
        // steps that share no factor with each other, and halves on which faces come into line
        let at = [k % 7, k % 11, k % 13].map(|step| 0.05 * (f64::from(step) - 4.0));
        let half = [0.05, 0.1 + 0.01 * f64::from(k % 3), 0.08];
        let overlaps = |k: usize| at[k].abs() <= 0.1 + half[k] + 1e-9;
        let is_inside = (0..3).all(|k| at[k].abs() + half[k] < 0.1 - 1e-9);
        let is_wanted = (0..3).all(overlaps) && !is_inside;
        let found = of(at, half);
        assert_eq!(matches!(found, Err(NoSurface::Crosses { .. })), is_wanted, "{at:?} {half:?}: {found:?}");
        crossed += u32::from(is_wanted);
    }
    assert!((100..900).contains(&crossed));
    // the corner of one on a face of the other, and a fin that is folded onto the face beside it
    let mut pyramid = block([0.1; 3], [0.0; 3]);
    pyramid.corners.extend([[0.0, 0.0, 0.1], [0.05, 0.0, 0.3], [-0.05, 0.0, 0.3], [0.0, 0.05, 0.3]]);
    pyramid
        .triangles
        .extend([[8, 10, 9], [8, 9, 11], [8, 11, 10], [9, 10, 11]].map(|of: [usize; 3]| [of[0], of[2], of[1]]));
    let touching = Facets::of_file(&pyramid.corners, &pyramid.triangles).unwrap_err();
    assert!(touching.to_string().contains("passes through or touches triangle"), "{touching}");
    let text = with_file(&on_table("mesh = { file = \"x.stl\" }"), &pyramid).unwrap_err();
    assert!(text.contains("body.shape.mesh.file: \"x.stl\": the edge of triangle"), "{text}");
}

#[test]
fn points_and_files_that_make_no_body_are_refused_with_line_and_key() {
    for (shape, says) in [
        (
            "convex = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0]] }",
            "body.shape.convex.points: 3 points: a body has at least 4",
        ),
        ("convex = { points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [2, 3, 0]] }", "all points are in a plane"),
        ("convex = { points = [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]] }", "all points are on a straight line"),
        ("convex = { points = [[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]] }", "all points are one"),
        ("convex = { points = [[0, 0], [1, 0, 0]] }", "must have 3 numbers, not 2"),
        ("convex = { points = [[0, 0, nan], [1, 0, 0]] }", "must be a finite number"),
        ("convex = { scale = 2 }", "points or file is missing"),
        ("convex = { points = [], file = \"x.obj\" }", "either points or file"),
        ("mesh = { scale = 2 }", "file is missing"),
        ("mesh = { file = \"x.obj\", scale = 0 }", "body.shape.mesh.scale: 0 must be > 0"),
        ("mesh = { points = [] }", "there is no key \"points\" here"),
        ("mesh = { file = \"x.obj\" }", "body.shape.mesh.file: \"x.obj\": 1 triangles: a body has at least 4"),
    ] {
        let file = Triangles { corners: vec![[0.0; 3]; 3], triangles: vec![[0, 1, 2]] };
        let error = with_file(&on_table(shape), &file).expect_err(shape);
        assert!(error.contains(says), "{shape}: {error}");
    }
    let error = asperity::unit::system::text::scene(&on_table("mesh = { file = \"x.obj\" }"), &|_| None).unwrap_err();
    assert!(error.to_string().contains("files are not read here"), "{error}");
}

/// Hulls of random points: closed, convex, all points inside, and the volume of the hull of a cube's points is that of the cube.
#[test]
fn hulls_of_random_points_hold_all_of_them() {
    let mut seed = 5_u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    for _ in 0..30 {
        let points: Vec<[f64; 3]> = (0..60).map(|_| [random(), random(), 0.3 * random()]).collect();
        let made = scene(&on_table(&format!("convex = {{ points = {points:?} }}")));
        let facets = made.contacts[0].solids.as_ref().unwrap().facets[0].as_ref().unwrap();
        let mesh = facets.mesh();
        for of in mesh.triangles {
            let [a, b, c] = of.map(|k| nalgebra::Vector3::from(mesh.corners[k as usize]));
            let n = (b - a).cross(&(c - a)).normalize();
            let highest = points.iter().map(|at| n.dot(&(nalgebra::Vector3::from(*at) - a))).fold(f64::MIN, f64::max);
            assert!(highest < 1e-9, "a point is {highest} above a face");
        }
    }
}
