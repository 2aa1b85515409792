//! Systems: the bits of single contacts, sums per body, the same from text and by calls, refusals, snapshots.

use super::*;
pub use asperity::capi::system::*;
pub use asperity::capi::system_patch::*;
pub use asperity::capi::system_shapes::*;
pub use asperity::capi::system_steps::*;
use std::ffi::c_char;

/// A system that frees itself.
pub struct Made(pub *mut asperity_system);

impl Drop for Made {
    fn drop(&mut self) {
        unsafe { asperity_system_free(self.0) }
    }
}

pub fn at(position: [f64; 3], velocity: [f64; 3]) -> asperity_body {
    asperity_body { position, orientation: [1.0, 0.0, 0.0, 0.0], velocity, angular_velocity: [0.0; 3] }
}

pub const NONE: asperity_body_wrench = asperity_body_wrench { force: [0.0; 3], torque: [0.0; 3] };

impl Made {
    pub fn new() -> Self {
        Made(asperity_system_create())
    }

    pub fn message(&self) -> String {
        unsafe { CStr::from_ptr(asperity_system_message(self.0)) }.to_str().unwrap().into()
    }

    pub fn read(&self, toml: &str) -> asperity_status {
        let toml = CString::new(toml).unwrap();
        unsafe { asperity_system_read(self.0, toml.as_ptr()) }
    }

    pub fn body(&self, name: &CStr, start: Option<&asperity_body>, moves: bool) -> usize {
        let mut number = usize::MAX;
        let start = start.map_or(ptr::null(), ptr::from_ref);
        let status = unsafe { asperity_system_add_body(self.0, name.as_ptr(), start, i32::from(moves), &mut number) };
        assert_eq!(status, ASPERITY_OK, "{}", self.message());
        number
    }

    pub fn sphere(&self, body: usize, name: Option<&CStr>, position: [f64; 3], radius: f64) -> asperity_status {
        let name: *const c_char = name.map_or(ptr::null(), CStr::as_ptr);
        unsafe { asperity_system_add_sphere(self.0, body, name, position.as_ptr(), radius, 0, ptr::null_mut()) }
    }

    pub fn floor(&self, body: usize) {
        let up = [0.0, 0.0, 1.0];
        let status = unsafe { asperity_system_add_plane(self.0, body, ptr::null(), up.as_ptr(), 0.0, ptr::null_mut()) };
        assert_eq!(status, ASPERITY_OK, "{}", self.message());
    }

    pub fn contact(&self, a: (usize, usize), b: (usize, usize), given: Option<&Given>) -> asperity_status {
        let given = given.map_or(ptr::null_mut(), |given| given.0);
        unsafe { asperity_system_add_contact(self.0, ptr::null(), a.0, a.1, b.0, b.1, given, ptr::null_mut()) }
    }

    pub fn start(&self, bodies: &[asperity_body]) -> asperity_status {
        unsafe { asperity_system_start(self.0, bodies.as_ptr(), 0.0, ptr::null_mut()) }
    }

    pub fn step(&self, bodies: &[asperity_body], rates: Option<&[asperity_body]>, h: f64) -> Vec<asperity_body_wrench> {
        let mut wrenches = vec![NONE; bodies.len()];
        let rates = rates.map_or(ptr::null(), <[_]>::as_ptr);
        let status = unsafe { asperity_system_step(self.0, bodies.as_ptr(), rates, h, wrenches.as_mut_ptr()) };
        assert_eq!(status, ASPERITY_OK, "{}", self.message());
        wrenches
    }

    pub fn outputs(&self, contact: usize) -> asperity_outputs {
        let mut outputs = MaybeUninit::uninit();
        let status = unsafe { asperity_system_contact(self.0, contact, outputs.as_mut_ptr()) };
        assert_eq!(status, ASPERITY_OK, "{}", self.message());
        unsafe { outputs.assume_init() }
    }

    pub fn save(&self) -> Vec<u8> {
        let mut bytes = vec![0; unsafe { asperity_system_size(self.0) }];
        let status = unsafe { asperity_system_save(self.0, bytes.as_mut_ptr(), bytes.len()) };
        assert_eq!(status, ASPERITY_OK, "{}", self.message());
        bytes
    }
}

pub fn bits_of(wrenches: &[asperity_body_wrench]) -> Vec<u64> {
    wrenches.iter().flat_map(|of| of.force.iter().chain(&of.torque)).map(|number| number.to_bits()).collect()
}

/// A dumbbell of two balls on a floor, e = 0.7.
fn dumbbell() -> Made {
    let (made, given) = (Made::new(), Given::with(&[("compliance.e", 0.7)]));
    let floor = made.body(c"floor", None, false);
    let bar = made.body(c"bar", None, true);
    made.floor(floor);
    for (name, x) in [(c"left", -0.2), (c"right", 0.2)] {
        assert_eq!(made.sphere(bar, Some(name), [x, 0.0, 0.0], 0.1), ASPERITY_OK, "{}", made.message());
    }
    for shape in 0..2 {
        assert_eq!(made.contact((floor, 0), (bar, shape), Some(&given)), ASPERITY_OK, "{}", made.message());
    }
    made
}

const DUMBBELL: &str = r#"
[unit]
name = "System"
[bodies.floor]
shape = { plane = {} }
[bodies.bar]
motion = "input"
shape = [
    { name = "left", sphere = { radius = 0.1 }, position = [-0.2, 0, 0] },
    { name = "right", sphere = { radius = 0.1 }, position = [0.2, 0, 0] },
]
[contacts]
compliance.e = 0.7
"#;

/// The bar falls askew, slides and turns.
fn falling(t: f64) -> [asperity_body; 2] {
    let mut bar = at([0.3 * t, 0.0, 0.0999 - 0.02 * (20.0 * t).sin()], [0.3, 0.0, -0.4 * (20.0 * t).cos()]);
    bar.angular_velocity = [0.1, 0.05, 0.2];
    bar.orientation = [1.0, 0.05 * t, 0.025 * t, 0.1 * t];
    [at([0.0; 3], [0.0; 3]), bar]
}

#[test]
fn one_contact_has_the_bits_of_asperity_contact() {
    let given = Given::with(&[("geometry.pair", 2.0), ("compliance.e", 0.6)]);
    let made = Made::new();
    let (ball, floor) = (made.body(c"ball", None, true), made.body(c"floor", None, false));
    assert_eq!(made.sphere(ball, None, [0.0; 3], 0.1), ASPERITY_OK);
    made.floor(floor);
    assert_eq!(made.contact((floor, 0), (ball, 0), Some(&given)), ASPERITY_OK, "{}", made.message());
    let alone = Stepped::new(&given);
    let mut inputs = super::inputs();
    let (mut bodies, floor_rates) = (falling(0.0), at([0.0; 3], [0.0; 3]));
    bodies.swap(0, 1);
    inputs.body_i = bodies[0];
    assert_eq!(made.start(&bodies), ASPERITY_OK, "{}", made.message());
    assert_eq!(alone.start(&inputs, None, 0.0), ASPERITY_OK);
    let mut touched = 0;
    for k in 0..400 {
        let mut bodies = falling(f64::from(k) * 1e-3);
        bodies.swap(0, 1);
        inputs.body_i = bodies[0];
        let mut all_rates = no_rates();
        all_rates.body_i.velocity = [0.0, 0.0, -9.81];
        let rates = all_rates.body_i;
        let with_rates = k % 2 == 0;
        let wrenches = made.step(&bodies, with_rates.then_some(&[rates, floor_rates][..]), 1e-3);
        let outputs = alone.step(&inputs, with_rates.then_some(&all_rates), None, 1e-3).unwrap();
        assert_eq!(wrenches[0].force.map(f64::to_bits), outputs.wrench.force_i.map(f64::to_bits), "{k}");
        assert_eq!(wrenches[0].torque.map(f64::to_bits), outputs.wrench.torque_i.map(f64::to_bits), "{k}");
        assert_eq!(wrenches[1].torque.map(f64::to_bits), outputs.wrench.torque_j.map(f64::to_bits), "{k}");
        assert_eq!(bits(numbers(&made.outputs(0))), bits(numbers(&outputs)), "{k}");
        touched += u32::from(outputs.normal_force > 0.0);
    }
    assert!(touched > 50, "{touched}");
}

#[test]
fn text_and_calls_make_the_same_system_whose_wrenches_are_sums() {
    let (built, told) = (dumbbell(), Made::new());
    assert_eq!(told.read(DUMBBELL), ASPERITY_OK, "{}", told.message());
    for made in [&built, &told] {
        assert_eq!(unsafe { (asperity_system_body_count(made.0), asperity_system_contact_count(made.0)) }, (2, 2));
        assert_eq!(made.start(&falling(0.0)), ASPERITY_OK, "{}", made.message());
        let mut number = 7;
        assert_eq!(unsafe { asperity_system_find_body(made.0, c"bar".as_ptr(), &mut number) }, ASPERITY_OK);
        assert_eq!(number, 1);
        let name = c"bar_right__floor".as_ptr();
        assert_eq!(unsafe { asperity_system_find_contact(made.0, name, &mut number) }, ASPERITY_OK);
        assert_eq!(number, 1, "{}", made.message());
    }
    let mut both = 0;
    for k in 0..200 {
        let bodies = falling(f64::from(k) * 1e-3);
        let wrenches = built.step(&bodies, None, 1e-3);
        assert_eq!(bits_of(&wrenches), bits_of(&told.step(&bodies, None, 1e-3)), "{k}");
        let parts = [built.outputs(0), built.outputs(1)];
        for axis in 0..3 {
            let [a, b] = parts.map(|of| of.wrench);
            // of two numbers the sum is rounded once
            assert_eq!(wrenches[1].force[axis], a.force_i[axis] + b.force_i[axis], "{k}");
            assert_eq!(wrenches[1].torque[axis], a.torque_i[axis] + b.torque_i[axis], "{k}");
            assert_eq!(wrenches[0].force[axis], a.force_j[axis] + b.force_j[axis], "{k}");
        }
        both += u32::from(parts.iter().all(|of| of.normal_force > 0.0));
    }
    assert!(both > 20, "{both}");
    assert!(built.save() == told.save());
}

#[test]
fn a_snapshot_brings_back_the_same_bits_and_no_other_bytes_do() {
    let made = dumbbell();
    assert_eq!(unsafe { asperity_system_size(made.0) }, 0);
    assert_eq!(made.start(&falling(0.0)), ASPERITY_OK, "{}", made.message());
    let run = |from: u32| {
        (from..from + 80).map(|k| bits_of(&made.step(&falling(f64::from(k) * 1e-3), None, 1e-3))).collect::<Vec<_>>()
    };
    run(0);
    let saved = made.save();
    let first = run(80);
    let restore = |bytes: &[u8]| unsafe { asperity_system_restore(made.0, bytes.as_ptr(), bytes.len()) };
    assert_eq!(restore(&saved), ASPERITY_OK, "{}", made.message());
    assert_eq!(run(80), first);
    for place in (0..saved.len()).step_by(7) {
        let mut damaged = saved.clone();
        damaged[place] ^= 0x10;
        assert_eq!(restore(&damaged), ASPERITY_SIZE, "{place}");
    }
    assert_eq!(restore(&saved[1..]), ASPERITY_SIZE);
    // another system of the same size
    let other = Made::new();
    assert_eq!(other.read(&DUMBBELL.replace("0.7", "0.6")), ASPERITY_OK);
    assert_eq!(other.start(&falling(0.0)), ASPERITY_OK);
    let foreign = other.save();
    assert_eq!(foreign.len(), saved.len());
    assert_eq!(restore(&foreign), ASPERITY_SIZE);
}

#[test]
fn a_step_whose_forces_add_up_to_infinity_is_refused_as_a_whole() {
    // two balls 1 m deep: 1e308 N each
    let toml = DUMBBELL.replace("compliance.e", "compliance.k = 1e308\ncompliance.e");
    let [made, twin] = [Made::new(), Made::new()];
    let depth = |x: f64| [at([0.0; 3], [0.0; 3]), at([0.0, 0.0, 0.1 - x], [0.0; 3])];
    for system in [&made, &twin] {
        assert_eq!(system.read(&toml), ASPERITY_OK, "{}", system.message());
        assert_eq!(system.start(&depth(-0.01)), ASPERITY_OK, "{}", system.message());
        system.step(&depth(-0.01), None, 1e-3);
    }
    let (deep, mut wrenches) = (depth(1.0), [NONE; 2]);
    let status = unsafe { asperity_system_step(made.0, deep.as_ptr(), ptr::null(), 1e-3, wrenches.as_mut_ptr()) };
    assert_eq!(status, ASPERITY_INPUTS, "{}", made.message());
    assert!(made.message().contains("overflows"), "{}", made.message());
    assert_eq!(wrenches, [NONE; 2]);
    let [a, b] = [&made, &twin].map(|system| bits_of(&system.step(&depth(1e-4), None, 1e-3)));
    assert_eq!(a, b);
    assert!(made.save() == twin.save());
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let made = Made::new();
    let refused = |status, expected, text: &str| {
        assert_eq!(status, expected, "{text}: {}", made.message());
        assert!(made.message().contains(text), "{} has no {text}", made.message());
    };
    refused(made.start(&[]), ASPERITY_PARAMETERS, "there is no contact");
    refused(made.read("[unit]\nname = \"a\"\n[bodies.x]\nmas = 1\n"), ASPERITY_PARAMETERS, "line 4, bodies.x.mas:");
    let steel = DUMBBELL.replace("[bodies.bar]", "[bodies.bar]\nmaterial = \"steel\"");
    refused(made.read(&steel), ASPERITY_PARAMETERS, "E = ");
    let external = format!("{DUMBBELL}[[contacts.external]]\nbetween = [\"bar\", \"floor\"]\nname = \"given\"\n");
    refused(made.read(&external), ASPERITY_PARAMETERS, "given");
    refused(unsafe { asperity_system_read(made.0, ptr::null()) }, ASPERITY_NULL, "toml");
    refused(unsafe { asperity_system_read(made.0, c"\xff".as_ptr()) }, ASPERITY_NAME, "UTF-8");
    assert_eq!(unsafe { asperity_system_body_count(made.0) }, 0);

    let name = c"7up".as_ptr();
    let add = |name, start: *const asperity_body| unsafe {
        asperity_system_add_body(made.0, name, start, 1, ptr::null_mut())
    };
    refused(add(name, ptr::null()), ASPERITY_PARAMETERS, "7up");
    let mut nowhere = at([0.0; 3], [0.0; 3]);
    nowhere.orientation = [0.0; 4];
    refused(add(c"lost".as_ptr(), &nowhere), ASPERITY_PARAMETERS, "orientation");
    nowhere = at([f64::NAN, 0.0, 0.0], [0.0; 3]);
    refused(add(c"lost".as_ptr(), &nowhere), ASPERITY_PARAMETERS, "lost: position[0] = NaN");
    let (ball, floor) = (made.body(c"ball", None, true), made.body(c"floor", None, false));
    refused(add(c"ball".as_ptr(), ptr::null()), ASPERITY_PARAMETERS, "taken");
    refused(made.sphere(ball, None, [0.0; 3], -1.0), ASPERITY_PARAMETERS, "radius = -1.0");
    refused(made.sphere(ball, None, [0.0, f64::INFINITY, 0.0], 1.0), ASPERITY_PARAMETERS, "position");
    refused(made.sphere(9, None, [0.0; 3], 1.0), ASPERITY_PARAMETERS, "no body 9");
    // beside the origin: the orientation counts
    assert_eq!(made.sphere(ball, None, [0.0, 0.01, 0.0], 0.1), ASPERITY_OK);
    refused(made.sphere(ball, None, [0.0; 3], 0.1), ASPERITY_PARAMETERS, "already");
    refused(made.contact((ball, 0), (floor, 0), None), ASPERITY_PARAMETERS, "floor");
    made.floor(floor);
    refused(made.contact((ball, 0), (ball, 0), None), ASPERITY_PARAMETERS, "itself");
    refused(made.contact((ball, 0), (floor, 0), Some(&Given::new())), ASPERITY_PARAMETERS, "not checked");
    refused(made.start(&[]), ASPERITY_PARAMETERS, "there is no contact");
    assert_eq!(made.contact((ball, 0), (floor, 0), None), ASPERITY_OK, "{}", made.message());

    let bodies = [at([0.0, 0.0, 0.0999], [0.0, 0.0, -1.0]), at([0.0; 3], [0.0; 3])];
    let mut wrenches = [NONE; 2];
    let mut step = |bodies: *const asperity_body, h| unsafe {
        asperity_system_step(made.0, bodies, ptr::null(), h, wrenches.as_mut_ptr())
    };
    refused(step(bodies.as_ptr(), 1e-3), ASPERITY_ORDER, "not started");
    refused(
        unsafe { asperity_system_start(made.0, bodies.as_ptr(), f64::NAN, ptr::null_mut()) },
        ASPERITY_RANGE,
        "time",
    );
    assert_eq!(made.start(&bodies), ASPERITY_OK);
    let taken = made.save();
    refused(add(c"late".as_ptr(), ptr::null()), ASPERITY_ORDER, "started");
    refused(step(ptr::null(), 1e-3), ASPERITY_NULL, "bodies");
    refused(step(bodies.as_ptr(), 0.0), ASPERITY_RANGE, "h = 0.0");
    let mut wrong = bodies;
    wrong[0].velocity[1] = f64::NAN;
    refused(step(wrong.as_ptr(), 1e-3), ASPERITY_INPUTS, "ball: velocity[1] = NaN");
    wrong = bodies;
    wrong[0].orientation = [0.0; 4];
    refused(step(wrong.as_ptr(), 1e-3), ASPERITY_INPUTS, "ball.orientation");
    wrong = bodies;
    wrong[0].position[2] = -1e300;
    refused(step(wrong.as_ptr(), 1e-3), ASPERITY_INPUTS, "ball__floor");
    assert_eq!(wrenches, [NONE; 2]);
    // motions are inputs, and what was remembered is as before
    assert_eq!(unsafe { asperity_system_restore(made.0, taken.as_ptr(), taken.len()) }, ASPERITY_OK);
    let mut outputs = MaybeUninit::uninit();
    refused(unsafe { asperity_system_contact(made.0, 1, outputs.as_mut_ptr()) }, ASPERITY_INPUTS, "no contact 1");
    let mut number = 5;
    let status = unsafe { asperity_system_find_body(made.0, c"bal".as_ptr(), &mut number) };
    refused(status, ASPERITY_NAME, "no body \"bal\"");
    assert_eq!(number, 5);
    let none = ptr::null_mut();
    assert_eq!(unsafe { asperity_system_start(none, ptr::null(), 0.0, ptr::null_mut()) }, ASPERITY_NULL);
    assert_eq!(unsafe { (asperity_system_size(none), asperity_system_body_count(none)) }, (0, 0));
    unsafe { asperity_system_free(none) };
}
