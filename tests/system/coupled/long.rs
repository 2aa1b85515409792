//! Bodies that stand for long: `ASPERITY_SECONDS` sets for how long, up to 60 s a stack of ten boxes, too.

use super::host::{Host, HostBody};
use super::stack::{stack, stacked};
use super::{SETTINGS, box_by_volume, flat_box};
use nalgebra::Vector3;

/// Steps for so long; the answer: mean speed of the fastest body over the last fifth of the time, and how far it has gone since the first fifth.
fn stood(host: &mut Host, h: f64, time: f64) -> [f64; 2] {
    let fifth = (time / h / 5.0).ceil() as usize;
    let places = |host: &Host| host.bodies.iter().map(|body| body.position).collect::<Vec<_>>();
    let (mut first, mut last) = (places(host), places(host));
    for part in 0..5 {
        last = places(host);
        (0..fifth).for_each(|_| host.step(h));
        if part == 0 {
            first = places(host);
        }
    }
    let far =
        |from: &[Vector3<f64>]| places(host).iter().zip(from).map(|(to, from)| (to - from).norm()).fold(0.0, f64::max);
    [far(&last) / (fifth as f64 * h), far(&first)]
}

/// A box of 2 kg between two pads that are pressed together by 20 µm, k = 1e6 N/m^1.5 each, in the air.
fn gripper() -> Host {
    let pad = |name: &str, x: f64, y: f64| {
        format!("{{ name = \"{name}\", sphere = {{ radius = 0.02 }}, position = [{x}, {y}, 0] }}")
    };
    let pads = [pad("a", -0.11998, 0.05), pad("b", -0.11998, -0.05), pad("c", 0.11998, 0.05), pad("d", 0.11998, -0.05)];
    let text = format!(
        "[unit]\nname = \"Gripper\"\n[bodies.fingers]\nshape = [ {} ]\n[bodies.box]\nmass = 2.0\ninertia = [0.013, 0.013, 0.013, 0, 0, 0]\n\
         position = [0, 0, 0]\nshape = {{ box = {{ size = [0.2, 0.2, 0.2] }} }}\n[contacts]\n{SETTINGS}compliance.k = 1e9\ncompliance.e = 0.3\n\
         friction.mu_S = 0.6\nfriction.mu_C = 0.5\n",
        pads.join(", ")
    );
    Host::new(&text, vec![HostBody::new("box", 2.0, [0.013; 3])], [0.0, 0.0, -9.81])
}

#[test]
fn bodies_stand_for_long() {
    let angle = 15.0_f64.to_radians();
    let slope = [9.81 * angle.sin(), 0.0, -9.81 * angle.cos()];
    let mut on_corners = flat_box(0.5, 1e6, 0.0, 0.0, 9.81);
    on_corners.gravity = Vector3::from(slope);
    let asked: Option<f64> = std::env::var("ASPERITY_SECONDS").ok().map(|seconds| seconds.parse().unwrap());
    let time = asked.unwrap_or(2.0);
    let mut scenes = vec![
        ("box on a slope, on its face", box_by_volume(0.5, 1e9, slope), 1e-2, time),
        ("box on a slope, on four corners", on_corners, 1e-2, time),
        ("box in a gripper", gripper(), 1e-2, time),
    ];
    if asked.is_some() {
        scenes.push((
            "stack of ten boxes",
            Host::new(&stack(10), stacked(10, 0.0), [0.0, 0.0, -9.81]),
            5e-3,
            time.min(60.0),
        ));
    }
    for (what, mut host, h, time) in scenes {
        let [speed, way] = stood(&mut host, h, time);
        println!("{what}: {time} s at {h} s: {speed:.2e} m/s at the end, {way:.2e} m since the first fifth");
        assert!(speed < 1e-9, "{what}: {speed:e}");
    }
}
