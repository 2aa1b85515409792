//! Shapes with faces: the same by calls and from text, and sizes that none has.

use super::systems::*;
use super::*;

const BLOCK: &str = r#"
[unit]
name = "System"
[bodies.floor]
shape = { plane = {} }
[bodies.block]
motion = "input"
shape = [
    { name = "case", box = { size = [0.4, 0.3, 0.2] } },
    { name = "foot", cone = { radius = 0.1, top_radius = 0.05, length = 0.1 }, position = [0, 0, -0.1], orientation = [1, 1, 0, 0] },
    { name = "knob", ellipsoid = { size = [0.2, 0.2, 0.42] } },
]
"#;

#[test]
fn shapes_with_faces_are_the_same_by_calls_and_from_text() {
    let (made, read) = (Made::new(), Made::new());
    let floor = made.body(c"floor", None, false);
    let block = made.body(c"block", None, true);
    made.floor(floor);
    let (none, number) = (ptr::null(), ptr::null_mut());
    let (place, turn) = ([0.0, 0.0, -0.1], [1.0, 1.0, 0.0, 0.0]);
    let (case, knob) = ([0.4, 0.3, 0.2], [0.2, 0.2, 0.42]);
    unsafe {
        let added = asperity_system_add_box(made.0, block, c"case".as_ptr(), none, none, case.as_ptr(), number);
        assert_eq!(added, ASPERITY_OK, "{}", made.message());
        let (name, at) = (c"foot".as_ptr(), place.as_ptr());
        let added = asperity_system_add_cone(made.0, block, name, at, turn.as_ptr(), 0.1, 0.05, 0.1, number);
        assert_eq!(added, ASPERITY_OK, "{}", made.message());
        let added = asperity_system_add_ellipsoid(made.0, block, c"knob".as_ptr(), none, none, knob.as_ptr(), number);
        assert_eq!(added, ASPERITY_OK, "{}", made.message());
    }
    for shape in 0..3 {
        assert_eq!(made.contact((floor, 0), (block, shape), None), ASPERITY_OK, "{}", made.message());
    }
    assert_eq!(read.read(BLOCK), ASPERITY_OK, "{}", read.message());
    let still = at([0.0; 3], [0.0; 3]);
    let moves = asperity_body {
        orientation: [1.0, 0.01, 0.02, 0.3],
        angular_velocity: [0.3, 0.2, 0.1],
        ..at([0.1, 0.0, 0.19], [0.2, 0.0, -0.4])
    };
    let found = [&made, &read].map(|system| {
        assert_eq!(system.start(&[still, moves]), ASPERITY_OK, "{}", system.message());
        let answer = system.step(&[still, moves], None, 1e-4);
        assert!(answer[1].force[2] > 0.0);
        bits_of(&answer)
    });
    assert_eq!(found[0], found[1]);
}

#[test]
fn sizes_that_no_shape_has_are_refused_by_name() {
    let made = Made::new();
    let block = made.body(c"block", None, true);
    let (none, number) = (ptr::null::<f64>(), ptr::null_mut());
    let box_of = |size: [f64; 3], turn: [f64; 4]| unsafe {
        asperity_system_add_box(made.0, block, none.cast(), none, turn.as_ptr(), size.as_ptr(), number)
    };
    let cone = |radius: f64, top: f64, length: f64| unsafe {
        asperity_system_add_cone(made.0, block, none.cast(), none, none, radius, top, length, number)
    };
    const UNTURNED: [f64; 4] = [1.0, 0.0, 0.0, 0.0];
    let refused = |status: asperity_status| {
        assert_eq!(status, ASPERITY_PARAMETERS);
        made.message()
    };
    for (message, says) in [
        (refused(box_of([0.1, -0.2, 0.1], UNTURNED)), "size[2] = -0.2 must be a finite number > 0"),
        (refused(box_of([0.1, 0.2, f64::NAN], UNTURNED)), "size[3] = NaN must be a finite number > 0"),
        (refused(box_of([0.1; 3], [0.0; 4])), "has no direction"),
        (refused(cone(0.0, 0.1, 0.1)), "radius = 0.0 must be a finite number > 0"),
        (refused(cone(0.1, -0.1, 0.1)), "top_radius = -0.1 must be a finite number >= 0"),
        (refused(cone(0.1, 0.1, f64::INFINITY)), "length = inf must be a finite number > 0"),
    ] {
        assert!(message.contains("body \"block\"") && message.contains(says), "{message}");
    }
}
