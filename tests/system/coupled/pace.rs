//! How many micro-steps are told beforehand.

use super::host::{Host, HostBody};
use super::stack::stack;
use super::{SETTINGS, box_on_corners, box_on_its_face, flat_box};
use crate::scene;

/// Most micro-steps in a step of 0.1 ms while a host's bodies go on for 20 ms, by the length that is told for all contacts at once, and for the stiffest
/// alone.
fn by_told(text: &str, mut host: Host) -> [f64; 2] {
    let pace = scene(text).pace().expect("masses are told");
    let mut most = 0;
    for _ in 0..200 {
        let before = host.micro_steps;
        host.step(1e-4);
        most = most.max(host.micro_steps - before);
    }
    println!("{most} micro-steps, alone {:e} together {:e}", pace.alone, pace.together);
    // an onset or a release is one more, and parts are rounded up
    let most = (most as f64 - 3.0) / 1e-4;
    [most * pace.together, most * pace.alone]
}

#[test]
fn micro_steps_are_no_more_than_are_told_beforehand() {
    // closed form: x_i = (5/4·m·v²/k)^0.4 and x_r = (m·g/k)^(2/3); t_c = 2.943·x_i/v of an impact alone is 4.03/Ω of its deepest point
    let ball = format!(
        "[unit]\nname = \"Ball\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n[bodies.ball]\nmass = 1.0\n\
         position = [0, 0, 0.2]\nshape = {{ sphere = {{ radius = 0.1 }} }}\n[contacts]\n{SETTINGS}compliance.k = 1e8\n"
    );
    let pace = scene(&ball).pace().expect("masses are told");
    let deep = (1.25_f64 / 1e8).powf(0.4) + 2.0 * (9.81_f64 / 1e8).powf(2.0 / 3.0);
    let told = 4.03 / (100.0 * (1.1 * 1e8 * 1.5 * deep.sqrt()).sqrt());
    assert!((pace.alone / told - 1.0).abs() < 1e-12 && pace.together == pace.alone, "{pace:?} {told:e}");

    let thrown = |text: &str| {
        let mut body = HostBody::new("ball", 1.0, [0.004; 3]);
        (body.position[2], body.velocity[2]) = (0.101, -1.0);
        Host::new(text, vec![body], [0.0, 0.0, -9.81])
    };
    let mut face = HostBody::new("box", 2.0, [0.013; 3]);
    (face.position[2], face.velocity[2]) = (0.101, -1.0);
    let on_face = box_on_its_face(0.5, 1e9);
    let corners = box_on_corners(0.5, 1e7);
    let scenes = [
        ("ball", ball.clone(), thrown(&ball)),
        ("box on four corners", corners, flat_box(0.5, 1e7, 1e-3, 1.0, 9.81)),
        ("box on its face", on_face.clone(), Host::new(&on_face, vec![face], [0.0, 0.0, -9.81])),
    ];
    for (what, text, host) in scenes {
        let [together, alone] = by_told(&text, host);
        println!("{what}: {together} of what is told, {alone} of the stiffest alone");
        // a bound, and not a useless one
        assert!(together <= 1.0 && together > 0.1, "{what}: {together} {alone}");
    }
    let kinematic = SETTINGS.replace("interface", "kinematic");
    assert_eq!(scene(&stack(10).replace(SETTINGS, &kinematic)).pace(), None);
}
