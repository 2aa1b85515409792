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

/// A box on three points by calls and from text; counts, weights and shapes that none has are refused.
#[test]
fn a_patch_is_the_same_by_calls_and_from_text() {
    const TEXT: &str = "[unit]\nname = \"System\"\n[bodies.floor]\nshape = { plane = {} }\n[bodies.block]\nmotion = \"input\"\nshape = { name = \
                        \"case\", box = { size = [0.4, 0.3, 0.2] } }\n[[contacts.pair]]\nbetween = [\"block\", \"floor\"]\npatch = { points = \
                        [[0.1, 0, -0.1], [-0.1, 0.1, -0.1], [-0.1, -0.1, -0.1]], weights = [0.02, 0.01, 0.01] }\n";
    let (made, read) = (Made::new(), Made::new());
    let floor = made.body(c"floor", None, false);
    let block = made.body(c"block", None, true);
    made.floor(floor);
    let size = [0.4, 0.3, 0.2];
    let points = [[0.1, 0.0, -0.1], [-0.1, 0.1, -0.1], [-0.1, -0.1, -0.1]];
    let patch = |weights: [f64; 3], count: usize, [a, b]: [usize; 2]| unsafe {
        let (system, none, at) = (made.0, ptr::null(), points.as_ptr().cast());
        let mut number = usize::MAX;
        let status = asperity_system_add_patch(
            system,
            ptr::null(),
            a,
            0,
            b,
            0,
            at,
            weights.as_ptr(),
            count,
            none,
            &raw mut number,
        );
        (status, number)
    };
    unsafe {
        let (name, none, number) = (c"case".as_ptr(), ptr::null(), ptr::null_mut());
        assert_eq!(asperity_system_add_box(made.0, block, name, none, none, size.as_ptr(), number), ASPERITY_OK);
    }
    let good = [0.02, 0.01, 0.01];
    for (weights, count, bodies, says) in [
        (good, 0, [block, floor], "0 points: there must be 1 to 4096"),
        (good, usize::MAX, [block, floor], "points: there must be 1 to 4096"),
        ([0.02, 0.0, 0.01], 3, [block, floor], "weight 2 = 0.0 must be a finite number > 0"),
        (good, 3, [floor, block], "the shape that carries the patch comes first"),
        (good, 3, [block, 7], "there is no body 7"),
    ] {
        assert_eq!(patch(weights, count, bodies), (ASPERITY_PARAMETERS, usize::MAX));
        assert!(made.message().contains(says), "{}", made.message());
    }
    assert_eq!(patch(good, 3, [block, floor]), (ASPERITY_OK, 0), "{}", made.message());
    assert_eq!(read.read(TEXT), ASPERITY_OK, "{}", read.message());
    let still = at([0.0; 3], [0.0; 3]);
    let moves = at([0.1, 0.0, 0.1 - 1e-6], [0.2, 0.0, -0.4]);
    let found = [&made, &read].map(|system| {
        assert_eq!(system.start(&[still, moves]), ASPERITY_OK, "{}", system.message());
        let answer = system.step(&[still, moves], None, 1e-4);
        assert!(answer[1].force[2] > 0.0);
        bits_of(&answer)
    });
    assert_eq!(found[0], found[1]);
}
