//! After a handle is made the C interface allocates nothing: counted by an allocator that wraps the system's.

mod counting;

use asperity::capi::batch::*;
use asperity::capi::contact::*;
use asperity::capi::evaluate::*;
use asperity::capi::impact::*;
use asperity::capi::laws::*;
use asperity::capi::parameters::*;
use asperity::capi::status::*;
use asperity::capi::structs::*;
use asperity::capi::system::*;
use asperity::capi::system_coupled::*;
use asperity::capi::system_shapes::*;
use asperity::capi::system_steps::*;
use counting::{allocations, held_by};
use std::ptr;

#[test]
fn each_create_and_clone_allocates_once_and_nothing_else_does() {
    // SAFETY: all pointers are live or NULL
    unsafe {
        let mut parameters = ptr::null_mut();
        assert_eq!(allocations(|| parameters = asperity_parameters_create()), 1);
        let count = allocations(|| {
            assert_eq!(asperity_parameters_set(parameters, c"friction.mu_S".as_ptr(), 0.5), ASPERITY_OK);
            assert_eq!(asperity_parameters_set(parameters, c"friction.mu_S".as_ptr(), -0.5), ASPERITY_RANGE);
            assert_eq!(asperity_parameters_set(parameters, c"friction.mu".as_ptr(), 0.5), ASPERITY_NAME);
            let (name, item) = (c"friction.law".as_ptr(), c"dry".as_ptr());
            assert_eq!(asperity_parameters_choose(parameters, name, item), ASPERITY_NAME);
            assert_eq!(asperity_parameters_set(parameters, name, 7.0), ASPERITY_RANGE);
            assert_eq!(asperity_parameters_check(parameters), ASPERITY_OK);
        });
        assert_eq!(count, 0);
        let (mut clone, mut contact) = (ptr::null_mut(), ptr::null_mut());
        assert_eq!(allocations(|| clone = asperity_parameters_clone(parameters)), 1);
        assert_eq!(allocations(|| contact = asperity_contact_create(parameters)), 1);
        let mut bytes = vec![0; asperity_contact_size()];
        let count = allocations(|| {
            let mut inputs = std::mem::zeroed::<asperity_inputs>();
            asperity_inputs_init(&mut inputs);
            let mut outputs = std::mem::zeroed::<asperity_outputs>();
            let mut state = std::mem::zeroed::<asperity_state>();
            let (mut latch, mut wrench) = (std::mem::zeroed(), std::mem::zeroed());
            assert_eq!(asperity_contact_start(contact, &inputs, ptr::null(), 0.0), ASPERITY_OK);
            for k in 0..100 {
                let t = f64::from(k) * 1e-3;
                inputs.penetration = 1e-4 * (50.0 * t).sin();
                inputs.relative_velocity = [0.01, 0.0, -5e-3 * (50.0 * t).cos()];
                let status = asperity_contact_step(contact, &inputs, ptr::null(), ptr::null(), 1e-3, &mut outputs);
                assert_eq!(status, ASPERITY_OK);
                assert_eq!(asperity_contact_slopes(contact, &mut wrench), ASPERITY_OK);
                assert_eq!(asperity_contact_state(contact, &mut state, &mut latch), ASPERITY_OK);
                let mut rates = state;
                assert_eq!(asperity_latch_update(parameters, &inputs, &mut latch), ASPERITY_OK);
                assert_eq!(asperity_rates(parameters, &inputs, &latch, &state, &mut wrench, &mut rates), ASPERITY_OK);
                let status = asperity_evaluate(parameters, &inputs, &latch, &state, &mut outputs, &mut rates);
                assert_eq!(status, ASPERITY_OK);
            }
            // refusals do not allocate either
            inputs.normal = [0.0; 3];
            let status = asperity_contact_step(contact, &inputs, ptr::null(), ptr::null(), 1e-3, &mut outputs);
            assert_eq!(status, ASPERITY_INPUTS);
            inputs.normal = [0.0, 0.0, 1.0];
            inputs.penetration = 1e250;
            let status = asperity_contact_step(contact, &inputs, ptr::null(), ptr::null(), 1e-3, &mut outputs);
            assert_eq!(status, ASPERITY_OVERFLOW);
            latch.contact = 1.0;
            let mut text = [0; 64];
            let status = asperity_explain(parameters, &inputs, &latch, &state, text.as_mut_ptr(), text.len());
            assert_eq!(status, ASPERITY_OVERFLOW);
            assert_eq!(asperity_contact_save(contact, bytes.as_mut_ptr(), bytes.len()), ASPERITY_OK);
            assert_eq!(asperity_contact_restore(contact, bytes.as_ptr(), bytes.len()), ASPERITY_OK);
            bytes[20] ^= 1;
            assert_eq!(asperity_contact_restore(contact, bytes.as_ptr(), bytes.len()), ASPERITY_SIZE);
            assert!(asperity_damping_factor(0.5) > 0.0 && asperity_restitution(0.5) < 1.0);
            impacts();
        });
        assert_eq!(count, 0);
        let count = allocations(|| {
            asperity_contact_free(contact);
            asperity_parameters_free(clone);
        });
        assert_eq!(count, 0);
        steps_of_the_interface_coupling_and_batches(parameters);
        asperity_parameters_free(parameters);
    }
}

/// Slip that turns and stops, and one that is refused with a text.
fn impacts() {
    let mut inputs = asperity_impact_spatial_inputs {
        inverse_mass: [1.6, 2.4, 3.0, -0.9, 0.5, 0.3],
        velocity: [-1.0, 0.8, -0.5],
        mu_s: 0.6,
        mu_k: 0.6,
        e: 0.6,
        hypothesis: ASPERITY_STRONGE,
    };
    unsafe {
        let mut outputs = std::mem::zeroed::<asperity_impact_spatial_outputs>();
        let mut text = [0; 64];
        assert_eq!(asperity_impact_spatial(&inputs, &mut outputs, text.as_mut_ptr(), text.len()), ASPERITY_OK);
        assert!(outputs.slip_stop > 0.0);
        inputs.e = 2.0;
        let status = asperity_impact_spatial(&inputs, &mut outputs, text.as_mut_ptr(), text.len());
        assert_eq!(status, ASPERITY_RANGE);
    }
}

unsafe fn steps_of_the_interface_coupling_and_batches(parameters: *mut asperity_parameters) {
    unsafe {
        assert_eq!(asperity_parameters_set(parameters, c"coupling.mode".as_ptr(), 2.0), ASPERITY_OK);
        assert_eq!(asperity_parameters_check(parameters), ASPERITY_OK);
        let contact = asperity_contact_create(parameters);
        let mut impacts = 0;
        let count = allocations(|| {
            let mut inputs = std::mem::zeroed::<asperity_inputs>();
            asperity_inputs_init(&mut inputs);
            let mut mobility = std::mem::zeroed::<asperity_mobility>();
            mobility.free_acceleration[2] = -9.81;
            let mut numbers = [0.0; ASPERITY_OUTPUT_NUMBERS];
            (inputs.penetration, inputs.relative_velocity[2]) = (-1e-3, -1.0);
            assert_eq!(asperity_contact_start(contact, &inputs, &mobility, 0.0), ASPERITY_OK);
            for _ in 0..50 {
                let mut statuses = [0];
                let (inputs_of, mobility_of) = (ptr::from_ref(&inputs).cast(), ptr::from_ref(&mobility).cast());
                let place = statuses.as_mut_ptr();
                let status =
                    asperity_batch_step(&contact, 1, inputs_of, mobility_of, 5e-3, numbers.as_mut_ptr(), place);
                assert_eq!(status, ASPERITY_OK);
                // a point mass of 1 kg under gravity and the mean force
                let acceleration = numbers[2] - 9.81;
                let v = inputs.relative_velocity[2];
                impacts += i32::from(numbers[2] > 0.0);
                inputs.penetration -= (v + 0.5 * acceleration * 5e-3) * 5e-3;
                inputs.relative_velocity[2] = v + acceleration * 5e-3;
            }
            let (x, up, zero) = ([1e-4; 5], [1.0; 5], [0.0; 5]);
            let (mut a, mut b, mut c, mut d) = ([0.0; 5], [0.0; 5], [0.0; 5], [0.0; 5]);
            let (mut e, mut f, mut g) = ([0.0; 5], [0.0; 5], [0.0; 5]);
            let (z, v) = ([zero.as_ptr(); 3], [zero.as_ptr(), up.as_ptr(), zero.as_ptr()]);
            let batch = asperity_batch {
                penetration: x.as_ptr(),
                normal: [zero.as_ptr(), zero.as_ptr(), up.as_ptr()],
                relative_velocity: v,
                turning_rate: [ptr::null(); 3],
                z,
                s_dw: zero.as_ptr(),
                damping: up.as_ptr(),
                force: [a.as_mut_ptr(), b.as_mut_ptr(), c.as_mut_ptr()],
                z_rate: [d.as_mut_ptr(), e.as_mut_ptr(), f.as_mut_ptr()],
                s_dw_rate: g.as_mut_ptr(),
            };
            assert_eq!(asperity_batch_rates(parameters, 5, &batch, ptr::null_mut()), ASPERITY_OK);
            assert!(c[4] > 0.0 && b[4] < 0.0);
        });
        assert_eq!(count, 0);
        assert!(impacts > 1, "{impacts}");
        asperity_contact_free(contact);
    }
}

#[test]
fn a_started_system_steps_and_saves_without_allocating() {
    const BALLS: usize = 20;
    // SAFETY: all pointers are live or NULL
    unsafe {
        let system = asperity_system_create();
        let (parameters, up) = (asperity_parameters_create(), [0.0, 0.0, 1.0]);
        assert_eq!(asperity_parameters_check(parameters), ASPERITY_OK);
        assert_eq!(asperity_system_add_body(system, c"floor".as_ptr(), ptr::null(), 0, ptr::null_mut()), ASPERITY_OK);
        assert_eq!(asperity_system_add_plane(system, 0, ptr::null(), up.as_ptr(), 0.0, ptr::null_mut()), ASPERITY_OK);
        let start = asperity_body {
            position: [0.0, 0.0, 0.0999],
            orientation: [1.0, 0.0, 0.0, 0.0],
            velocity: [0.1, 0.0, -0.1],
            angular_velocity: [0.0; 3],
        };
        for ball in 1..=BALLS {
            let name = std::ffi::CString::new(format!("ball{ball}")).unwrap();
            assert_eq!(asperity_system_add_body(system, name.as_ptr(), &start, 1, ptr::null_mut()), ASPERITY_OK);
            let added = asperity_system_add_sphere(system, ball, ptr::null(), ptr::null(), 0.1, 0, ptr::null_mut());
            assert_eq!(added, ASPERITY_OK);
            let added = asperity_system_add_contact(system, ptr::null(), 0, 0, ball, 0, parameters, ptr::null_mut());
            assert_eq!(added, ASPERITY_OK);
        }
        // of faces, as deep as the balls
        let size = [0.3, 0.2, 0.1998];
        let mut first_box = 0;
        for (name, k) in [(c"box", 0), (c"cylinder", 1), (c"cone", 2), (c"ellipsoid", 3)] {
            let (mut body, none) = (0, ptr::null());
            assert_eq!(asperity_system_add_body(system, name.as_ptr(), &start, 1, &mut body), ASPERITY_OK);
            let added = match k {
                0 => asperity_system_add_box(
                    system,
                    body,
                    none,
                    ptr::null(),
                    ptr::null(),
                    size.as_ptr(),
                    ptr::null_mut(),
                ),
                3 => {
                    let (size, number) = (size.as_ptr(), ptr::null_mut());
                    asperity_system_add_ellipsoid(system, body, none, ptr::null(), ptr::null(), size, number)
                }
                _ => {
                    let (top, number) = (0.1 / f64::from(k), ptr::null_mut());
                    asperity_system_add_cone(system, body, none, ptr::null(), ptr::null(), 0.1, top, 0.1998, number)
                }
            };
            assert_eq!(added, ASPERITY_OK);
            let number = ptr::null_mut();
            let added = asperity_system_add_contact(system, ptr::null(), 0, 0, body, 0, ptr::null(), number);
            assert_eq!(added, ASPERITY_OK);
            if k == 0 {
                first_box = body;
            }
        }
        let mut body = 0;
        assert_eq!(asperity_system_add_body(system, c"upper".as_ptr(), &start, 1, &mut body), ASPERITY_OK);
        let (none, number) = (ptr::null(), ptr::null_mut());
        let added = asperity_system_add_box(system, body, none, ptr::null(), ptr::null(), size.as_ptr(), number);
        assert_eq!(added, ASPERITY_OK);
        let added = asperity_system_add_contact(system, ptr::null(), first_box, 0, body, 0, ptr::null(), number);
        assert_eq!(added, ASPERITY_OK);
        assert_eq!(asperity_system_start(system, ptr::null(), 0.0, ptr::null_mut()), ASPERITY_OK);
        const BODIES: usize = BALLS + 6;
        let mut bodies = [start; BODIES];
        bodies[BODIES - 1].position = [0.01, 0.02, 0.0999 + 0.1995];
        let mut wrenches = [asperity_body_wrench { force: [0.0; 3], torque: [0.0; 3] }; BODIES];
        let mut bytes = vec![0; asperity_system_size(system)];
        let mut outputs = std::mem::zeroed::<asperity_outputs>();
        let count = allocations(|| {
            for k in 0..100 {
                let status = asperity_system_step(system, bodies.as_ptr(), ptr::null(), 1e-4, wrenches.as_mut_ptr());
                assert_eq!(status, ASPERITY_OK);
                bodies.iter_mut().for_each(|body| body.position[2] -= 1e-7 * f64::from(k));
                assert_eq!(asperity_system_contact(system, 7, &mut outputs), ASPERITY_OK);
                assert_eq!(asperity_system_save(system, bytes.as_mut_ptr(), bytes.len()), ASPERITY_OK);
            }
        });
        assert!(outputs.normal_force > 0.0);
        assert!(wrenches[BALLS + 2..].iter().all(|of| of.force[2] > 0.0), "all faces are in contact");
        assert_eq!(count, 0);
        asperity_system_free(system);
        asperity_parameters_free(parameters);
    }
}

#[test]
fn a_system_holds_few_bytes_for_each_contact() {
    const BALLS: usize = 300;
    const NONE: asperity_body_wrench = asperity_body_wrench { force: [0.0; 3], torque: [0.0; 3] };
    for (mode, method, most) in
        [("kinematic", "compliant", 11_000), ("interface", "compliant", 20_800), ("interface", "timeStepping", 26_000)]
    {
        let is_coupled = mode == "interface";
        let (mut system, mut bytes) = (ptr::null_mut(), 0);
        // SAFETY: all pointers are live or NULL
        unsafe {
            let parameters = asperity_parameters_create();
            let choose = |name: &std::ffi::CStr, item: &str| {
                let item = std::ffi::CString::new(item).unwrap();
                assert_eq!(asperity_parameters_choose(parameters, name.as_ptr(), item.as_ptr()), ASPERITY_OK);
            };
            choose(c"coupling.mode", mode);
            choose(c"coupling.method", method);
            choose(c"coupling.order", "sequential");
            assert_eq!(asperity_parameters_check(parameters), ASPERITY_OK);
            bytes += held_by(|| {
                system = asperity_system_create();
                let (up, none) = ([0.0, 0.0, 1.0], ptr::null_mut());
                assert_eq!(asperity_system_add_body(system, c"floor".as_ptr(), ptr::null(), 0, none), ASPERITY_OK);
                assert_eq!(asperity_system_add_plane(system, 0, ptr::null(), up.as_ptr(), 0.0, none), ASPERITY_OK);
                for ball in 1..=BALLS {
                    let name = std::ffi::CString::new(format!("ball{ball}")).unwrap();
                    let start = asperity_body {
                        position: [ball as f64, 0.0, 0.0999],
                        orientation: [1.0, 0.0, 0.0, 0.0],
                        velocity: [0.0; 3],
                        angular_velocity: [0.0; 3],
                    };
                    assert_eq!(asperity_system_add_body(system, name.as_ptr(), &start, 1, none), ASPERITY_OK);
                    let added = asperity_system_add_sphere(system, ball, ptr::null(), ptr::null(), 0.1, 0, none);
                    assert_eq!(added, ASPERITY_OK);
                    assert_eq!(asperity_system_set_mass(system, ball, 1.0, ptr::null(), ptr::null()), ASPERITY_OK);
                    let added = asperity_system_add_contact(system, ptr::null(), ball, 0, 0, 0, parameters, none);
                    assert_eq!(added, ASPERITY_OK);
                }
                assert_eq!(asperity_system_start(system, ptr::null(), 0.0, ptr::null_mut()), ASPERITY_OK);
            });
            let mut wrenches = vec![NONE; BALLS + 1];
            let mut bodies = vec![std::mem::zeroed::<asperity_body>(); BALLS + 1];
            for (ball, body) in bodies.iter_mut().enumerate() {
                (body.position, body.orientation[0]) = ([ball as f64, 0.0, 0.0999], 1.0);
            }
            let free = vec![std::mem::zeroed::<asperity_body_acceleration>(); BALLS + 1];
            bytes += held_by(|| {
                let (of, to) = (bodies.as_ptr(), wrenches.as_mut_ptr());
                let status = if is_coupled {
                    asperity_system_step_coupled(system, of, free.as_ptr(), 1e-4, to, ptr::null_mut())
                } else {
                    asperity_system_step(system, of, ptr::null(), 1e-4, to)
                };
                assert_eq!(status, ASPERITY_OK);
            });
            asperity_system_free(system);
            asperity_parameters_free(parameters);
        }
        assert!(bytes < most * BALLS, "{mode}, {method}: {} bytes a contact", bytes / BALLS);
    }
}

/// All pairs of 100 balls that are far from each other: scene, bounds and room for what may happen, by `malloc`, of which most is never touched.
#[test]
fn a_pair_that_is_far_holds_a_fraction_of_a_contact() {
    const BALLS: usize = 100;
    let pairs = BALLS * (BALLS - 1) / 2;
    for (coupling, most) in [
        ("", 2_600),
        ("coupling.mode = \"interface\"\n", 4_700),
        ("coupling.mode = \"interface\"\ncoupling.method = \"timeStepping\"\n", 5_700),
    ] {
        let mut text = String::from("[unit]\nname = \"Gas\"\n[bodies]\n");
        for ball in 0..BALLS {
            let (x, y) = (ball % 10, ball / 10);
            text += &format!(
                "b{ball} = {{ mass = 1, position = [{x}, {y}, 0], shape = {{ sphere = {{ radius = 0.1 }} }} }}\n"
            );
        }
        text += &format!("[contacts]\n{coupling}");
        let text = std::ffi::CString::new(text).unwrap();
        let mut bodies = Vec::new();
        for ball in 0..BALLS {
            // SAFETY: all 0 is one
            let mut body = unsafe { std::mem::zeroed::<asperity_body>() };
            (body.position, body.orientation[0]) = ([(ball % 10) as f64, (ball / 10) as f64, 0.0], 1.0);
            bodies.push(body);
        }
        let mut wrenches = vec![asperity_body_wrench { force: [0.0; 3], torque: [0.0; 3] }; BALLS];
        // SAFETY: all pointers are live or NULL
        unsafe {
            let free = vec![std::mem::zeroed::<asperity_body_acceleration>(); BALLS];
            let mut system = ptr::null_mut();
            let bytes = held_by(|| {
                system = asperity_system_create();
                assert_eq!(asperity_system_read(system, text.as_ptr()), ASPERITY_OK);
                assert_eq!(asperity_system_start(system, ptr::null(), 0.0, ptr::null_mut()), ASPERITY_OK);
            });
            assert_eq!(asperity_system_contact_count(system), pairs);
            assert!(bytes < most * pairs, "{coupling}: {} bytes a pair", bytes / pairs);
            let mut step = |bodies: &[asperity_body]| {
                let (of, to) = (bodies.as_ptr(), wrenches.as_mut_ptr());
                let status = if coupling.is_empty() {
                    asperity_system_step(system, of, ptr::null(), 1e-5, to)
                } else {
                    asperity_system_step_coupled(system, of, free.as_ptr(), 1e-5, to, ptr::null_mut())
                };
                assert_eq!(status, ASPERITY_OK);
                wrenches[0].force[0]
            };
            // ball after ball comes to the first one: there is room for twelve a body
            let count = allocations(|| {
                assert_eq!(step(&bodies), 0.0);
                for ball in 1..30 {
                    let back = bodies[ball].position;
                    bodies[ball].position = [0.21, 0.0, 0.0];
                    bodies[ball].velocity[0] = -1.0;
                    assert_eq!(step(&bodies), 0.0);
                    bodies[ball].position = [0.1999, 0.0, 0.0];
                    assert!(step(&bodies) < 0.0, "ball {ball} presses");
                    (bodies[ball].position, bodies[ball].velocity[0]) = (back, 0.0);
                }
            });
            assert_eq!(count, 0, "{coupling}");
            asperity_system_free(system);
        }
    }
}
