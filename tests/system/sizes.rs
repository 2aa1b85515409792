//! What is no shape, and shapes that are in each other, by line and key.

use super::facets::{block, with_file};
use asperity::unit::system::text;
use asperity::unit::system::text::Triangles;

fn on_table(shape: &str) -> String {
    format!(
        "[unit]\nname = \"OnTable\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ {shape} }}\n"
    )
}

fn refused(text: &str) -> String {
    text::scene(text, &|_| None).expect_err(text).to_string()
}

/// Each size of each shape: 0, less, no number and no end.
#[test]
fn every_size_that_is_none_is_refused_by_line_and_key() {
    let shapes = [
        ("sphere", &[("radius", "0.1")][..]),
        ("cylinder", &[("radius", "0.1"), ("length", "0.2")]),
        ("cone", &[("radius", "0.1"), ("top_radius", "0.05"), ("length", "0.2")]),
        ("capsule", &[("radius", "0.1"), ("length", "0.2")]),
        ("torus", &[("radius", "0.1"), ("tube", "0.02")]),
        ("box", &[("size", "[0.1, 0.2, 0.3]")]),
        ("ellipsoid", &[("size", "[0.1, 0.2, 0.3]")]),
    ];
    for (shape, keys) in shapes {
        let given = |changed: &str, to: &str| {
            let value = |(key, usual): &(&str, &str)| format!("{key} = {}", if *key == changed { to } else { usual });
            on_table(&format!("{shape} = {{ {} }}", keys.iter().map(value).collect::<Vec<_>>().join(", ")))
        };
        assert!(text::scene(&given("", ""), &|_| None).is_ok(), "{shape}");
        for (key, usual) in keys {
            for bad in ["0", "-0.1", "nan", "inf", "\"big\""] {
                // a cone may have a tip
                if *key == "top_radius" && bad == "0" {
                    continue;
                }
                let bad = if usual.starts_with('[') { format!("[0.1, {bad}, 0.3]") } else { bad.into() };
                let error = refused(&given(key, &bad));
                let place = format!("line 7, bodies.body.shape.{shape}.{key}");
                assert!(error.starts_with(&place), "{shape}, {key} = {bad}: {error}");
            }
        }
    }
}

/// A file whose surface is none: with the name of the file, and triangle, edge or corner.
#[test]
fn files_of_no_surface_are_refused_with_key_and_file() {
    let good = block([0.1; 3], [0.0; 3]);
    type Change = fn(&mut Triangles);
    let cases: [(&str, Change); 6] = [
        ("the edge of triangle", |of| of.triangles.truncate(11)),
        ("inside out", |of| of.triangles.iter_mut().for_each(|triangle| triangle.reverse())),
        ("encloses no volume", |of| of.corners.iter_mut().flatten().for_each(|x| *x *= 1e-300)),
        ("corner 3", |of| of.corners[2][1] = f64::NAN),
        ("corner 3", |of| of.corners[2][1] = f64::INFINITY),
        ("4", |of| of.triangles.truncate(3)),
    ];
    for (says, change) in cases {
        let mut bad = good.clone();
        change(&mut bad);
        let error = with_file(&on_table("mesh = { file = \"x.stl\" }"), &bad).unwrap_err();
        assert!(error.starts_with("line 7, bodies.body.shape.mesh.file: \"x.stl\": "), "{error}");
        assert!(error.contains(says), "{error}");
    }
}

/// More than a fifth of the half size, by the line of the body that is set there.
#[test]
fn shapes_in_each_other_at_the_start_are_refused_by_name() {
    let pairs = [
        ("box = { size = [0.2, 0.2, 0.2] }", "plane = {}", 0.05),
        ("box = { size = [0.2, 0.2, 0.2] }", "box = { size = [0.2, 0.2, 0.2] }", 0.15),
        ("capsule = { radius = 0.1, length = 0.1 }", "box = { size = [0.2, 0.2, 0.2] }", 0.2),
        ("ellipsoid = { size = [0.2, 0.2, 0.2] }", "cone = { radius = 0.1, length = 0.2 }", 0.15),
        ("torus = { radius = 0.1, tube = 0.05 }", "plane = {}", 0.02),
        ("sphere = { radius = 0.1 }", "torus = { radius = 0.1, tube = 0.05 }", 0.02),
    ];
    for (body, solid, height) in pairs {
        let text = |height: f64| {
            let text = on_table(body).replace("plane = {}", solid);
            text.replace("motion = \"input\"", &format!("motion = \"input\"\nposition = [0, 0, {height}]"))
        };
        assert!(text::scene(&text(1.0), &|_| None).is_ok());
        let error = refused(&text(height));
        assert!(
            error.contains("overlap by") && error.contains("table") && error.contains("body"),
            "{body} in {solid}: {error}"
        );
    }
}
