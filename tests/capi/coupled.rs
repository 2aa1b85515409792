//! A system in interface coupling through C: a ball that bounces in steps longer than its impact.

use crate::systems::*;
use asperity::capi::status::*;
use asperity::capi::structs::asperity_body;
use asperity::capi::system_coupled::*;
use std::ffi::CStr;
use std::ptr;

const BALL: &CStr =
    c"[unit]\nname = \"Ball\"\n[bodies.table]\nshape = { plane = { normal = [0, 0, 1] } }\n[bodies.ball]\nmass = 3.0\n\
    shape = { sphere = { radius = 0.1 } }\n[contacts]\ncompliance.e = 0.5\ncoupling.mode = \"interface\"\n\
    coupling.order = \"sequential\"\ncoupling.handBack = \"meanAndSlope\"\n";

const NONE: asperity_body_wrench = asperity_body_wrench { force: [0.0; 3], torque: [0.0; 3] };

fn body(height: f64, speed: f64) -> asperity_body {
    asperity_body {
        position: [0.0, 0.0, height],
        orientation: [1.0, 0.0, 0.0, 0.0],
        velocity: [0.0, 0.0, speed],
        angular_velocity: [0.0; 3],
    }
}

fn message(system: *mut asperity_system) -> String {
    // SAFETY: a live handle; the text lives until the next call
    unsafe { CStr::from_ptr(asperity_system_message(system)) }.to_str().unwrap().to_string()
}

#[test]
fn ball_in_a_coupled_system_rebounds_with_e_in_steps_of_ten_milliseconds() {
    // SAFETY: live handle, arrays of two bodies
    unsafe {
        let system = asperity_system_create();
        assert_eq!(asperity_system_read(system, BALL.as_ptr()), ASPERITY_OK, "{}", message(system));
        // told twice: the last one counts
        assert_eq!(asperity_system_set_mass(system, 1, 2.0, ptr::null(), ptr::null()), ASPERITY_OK);
        assert_eq!(asperity_system_set_mass(system, 1, -2.0, ptr::null(), ptr::null()), ASPERITY_PARAMETERS);
        assert!(message(system).contains("mass = -2 must be"), "{}", message(system));
        let free = [asperity_body_acceleration { linear: [0.0; 3], angular: [0.0; 3] }; 2];
        let (mut height, mut speed) = (0.1123, -1.0);
        let mut bodies = [body(0.0, 0.0), body(height, speed)];
        assert_eq!(
            asperity_system_start(system, bodies.as_ptr(), 0.0, ptr::null_mut()),
            ASPERITY_OK,
            "{}",
            message(system)
        );
        let (h, mut wrenches, mut slopes) = (1e-2, [NONE; 2], [NONE; 2]);
        for _ in 0..8 {
            bodies[1] = body(height, speed);
            let (all, out) = (bodies.as_ptr(), wrenches.as_mut_ptr());
            let status = asperity_system_step_coupled(system, all, free.as_ptr(), h, out, slopes.as_mut_ptr());
            assert_eq!(status, ASPERITY_OK, "{}", message(system));
            let (a, by) = (wrenches[1].force[2] / 2.0, slopes[1].force[2] / 2.0);
            assert_eq!(wrenches[0].force[2], -wrenches[1].force[2]);
            height += speed * h + 0.5 * a * h * h - by * h * h * h / 12.0;
            speed += a * h;
        }
        // 100 micro-steps in a contact time
        assert!((speed - 0.5).abs() < 1e-4, "{speed}");
        // released 18.929704 ms after the touch at 12.3 ms: the converged contact time of m = 2, k = 1e6, e = 0.5, v = 1
        let flown = 0.08 - 0.0123 - 0.018_929_704;
        assert!((height - 0.1 - 0.5 * flown).abs() < 1e-5, "{height}");

        let refused = asperity_system_step(system, bodies.as_ptr(), ptr::null(), h, wrenches.as_mut_ptr());
        assert_eq!(refused, ASPERITY_INPUTS);
        assert!(message(system).contains("a step needs free accelerations"), "{}", message(system));
        let status = asperity_system_step_coupled(
            system,
            bodies.as_ptr(),
            ptr::null(),
            h,
            wrenches.as_mut_ptr(),
            ptr::null_mut(),
        );
        assert_eq!(status, ASPERITY_NULL);
        let mut none = [asperity_body_acceleration { linear: [0.0; 3], angular: [0.0; 3] }; 2];
        for body in &mut none {
            body.angular[2] = f64::INFINITY;
        }
        let (all, out) = (bodies.as_ptr(), wrenches.as_mut_ptr());
        let status = asperity_system_step_coupled(system, all, none.as_ptr(), h, out, ptr::null_mut());
        assert_eq!(status, ASPERITY_INPUTS);
        let said = "ball: free acceleration angular[2] = inf is not a finite number";
        assert!(message(system).contains(said), "{}", message(system));
        asperity_system_free(system);
    }
}

/// The same with rigid contacts: at 12.3 ms, within a step, it turns with e exactly.
#[test]
fn rigid_ball_of_a_coupled_system_rebounds_with_e_to_rounding() {
    let text =
        BALL.to_str().unwrap().replace("meanAndSlope\"\n", "meanAndSlope\"\ncoupling.method = \"timeStepping\"\n");
    let text = std::ffi::CString::new(text).unwrap();
    // SAFETY: live handle, arrays of two bodies
    unsafe {
        let system = asperity_system_create();
        assert_eq!(asperity_system_read(system, text.as_ptr()), ASPERITY_OK, "{}", message(system));
        let free = [asperity_body_acceleration { linear: [0.0; 3], angular: [0.0; 3] }; 2];
        let (mut height, mut speed) = (0.1123, -1.0);
        let mut bodies = [body(0.0, 0.0), body(height, speed)];
        assert_eq!(asperity_system_start(system, bodies.as_ptr(), 0.0, ptr::null_mut()), ASPERITY_OK);
        let (h, mut wrenches, mut slopes) = (1e-2, [NONE; 2], [NONE; 2]);
        for _ in 0..4 {
            bodies[1] = body(height, speed);
            let (all, out) = (bodies.as_ptr(), wrenches.as_mut_ptr());
            let status = asperity_system_step_coupled(system, all, free.as_ptr(), h, out, slopes.as_mut_ptr());
            assert_eq!(status, ASPERITY_OK, "{}", message(system));
            let (a, by) = (wrenches[1].force[2] / 3.0, slopes[1].force[2] / 3.0);
            height += speed * h + 0.5 * a * h * h - by * h * h * h / 12.0;
            speed += a * h;
        }
        assert!((speed - 0.5).abs() < 1e-12 && (height - 0.1 - 0.5 * 0.0277).abs() < 1e-12, "{speed} {height}");
        asperity_system_free(system);
    }
}

/// A caller that takes no slopes is handed the mean: with it the ball leaves with e, compliant within 100 micro-steps in a contact time, rigid to rounding.
#[test]
fn caller_without_slopes_gets_e() {
    for (method, most) in [("compliant", 1e-4), ("timeStepping", 1e-12)] {
        for how in ["meanAndSlope", "line"] {
            let choice = format!("{how}\"\ncoupling.method = \"{method}\"\n");
            let text = std::ffi::CString::new(BALL.to_str().unwrap().replace("meanAndSlope\"\n", &choice)).unwrap();
            let free = [asperity_body_acceleration { linear: [0.0; 3], angular: [0.0; 3] }; 2];
            let (h, mut height, mut speed, mut wrenches) = (3e-3, 0.1123, -1.0, [NONE; 2]);
            // SAFETY: live handle, arrays of two bodies
            unsafe {
                let system = asperity_system_create();
                assert_eq!(asperity_system_read(system, text.as_ptr()), ASPERITY_OK);
                let bodies = [body(0.0, 0.0), body(height, speed)];
                assert_eq!(asperity_system_start(system, bodies.as_ptr(), 0.0, ptr::null_mut()), ASPERITY_OK);
                for _ in 0..20 {
                    let bodies = [body(0.0, 0.0), body(height, speed)];
                    let (all, out) = (bodies.as_ptr(), wrenches.as_mut_ptr());
                    let status = asperity_system_step_coupled(system, all, free.as_ptr(), h, out, ptr::null_mut());
                    assert_eq!(status, ASPERITY_OK, "{}", message(system));
                    let a = wrenches[1].force[2] / 3.0;
                    height += speed * h + 0.5 * a * h * h;
                    speed += a * h;
                }
                asperity_system_free(system);
            }
            assert!((speed - 0.5).abs() < most, "{method} {how}: {speed}");
        }
    }
}

/// Bytes of the start are taken back after a step, and those of a step by a system that has just started.
#[test]
fn snapshots_of_a_coupled_system_cross_its_first_step() {
    for method in ["compliant", "timeStepping"] {
        let choice = format!("meanAndSlope\"\ncoupling.method = \"{method}\"\n");
        let text = std::ffi::CString::new(BALL.to_str().unwrap().replace("meanAndSlope\"\n", &choice)).unwrap();
        let bodies = [body(0.0, 0.0), body(0.1001, -1.0)];
        let free = [asperity_body_acceleration { linear: [0.0; 3], angular: [0.0; 3] }; 2];
        // SAFETY: live handles, arrays of two bodies
        unsafe {
            let begun = || {
                let system = asperity_system_create();
                assert_eq!(asperity_system_read(system, text.as_ptr()), ASPERITY_OK);
                assert_eq!(asperity_system_start(system, bodies.as_ptr(), 0.0, ptr::null_mut()), ASPERITY_OK);
                system
            };
            let step = |system: *mut asperity_system| {
                let (all, mut wrenches) = (bodies.as_ptr(), [NONE; 2]);
                let (out, none) = (wrenches.as_mut_ptr(), ptr::null_mut());
                let status = asperity_system_step_coupled(system, all, free.as_ptr(), 1e-3, out, none);
                assert_eq!(status, ASPERITY_OK, "{}", message(system));
                bits_of(&wrenches)
            };
            let (one, other) = (begun(), begun());
            let mut at_start = vec![0; asperity_system_size(one)];
            assert_eq!(asperity_system_save(one, at_start.as_mut_ptr(), at_start.len()), ASPERITY_OK);
            let first = step(one);
            assert_eq!(asperity_system_size(one), at_start.len(), "{method}");
            let mut after = at_start.clone();
            assert_eq!(asperity_system_save(one, after.as_mut_ptr(), after.len()), ASPERITY_OK);
            let second = step(one);
            assert_eq!(asperity_system_restore(other, after.as_ptr(), after.len()), ASPERITY_OK);
            assert_eq!(step(other), second, "{method}");
            assert_eq!(asperity_system_restore(one, at_start.as_ptr(), at_start.len()), ASPERITY_OK);
            assert_eq!(step(one), first, "{method}");
            [one, other].into_iter().for_each(|system| asperity_system_free(system));
        }
    }
}
