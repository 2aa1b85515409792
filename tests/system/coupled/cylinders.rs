//! Cylinders and cones on faces and edges of boxes and hulls, where they are round (coupling.method = timeStepping).

use super::super::get;
use super::SETTINGS;
use super::host::{Host, HostBody};
use super::rigid::rigid;
use crate::random::Random;
use nalgebra::UnitQuaternion;

type V = nalgebra::Vector3<f64>;

const G: f64 = 9.81;
const R: f64 = 0.1;
const LENGTH: f64 = 0.2;

/// Bodies that it lies on
const NAMES: [&str; 3] = ["ground", "one", "other"];

const PLANE: &str = "[bodies.ground]\nshape = { plane = { normal = [0, 0, 1] } }\n";
const BOX: &str = "[bodies.ground]\nshape = { box = { size = [12, 4, 0.2] } }\nposition = [0, 0, -0.1]\n";
const HULL: &str =
    "[bodies.ground]\nshape = { convex = { points = [[9, 0, 0], [-9, 8, 0], [-9, -8, 0], [0, 0, -2]] } }\n";
const DISC: &str = "[bodies.ground]\nshape = { cylinder = { radius = 7, length = 0.2 } }\nposition = [0, 0, -0.1]\n";
const TWO_BOXES: &str = "[bodies.one]\nshape = { box = { size = [4, 4, 0.2] } }\nposition = [-2, 0, -0.1]\n\
                         [bodies.other]\nshape = { box = { size = [4, 4, 0.2] } }\nposition = [2, 0, -0.1]\n";
const RAILS: &str = "[bodies.one]\nshape = { box = { size = [12, 0.02, 0.1] } }\nposition = [0, 0.06, -0.05]\n\
                     [bodies.other]\nshape = { box = { size = [12, 0.02, 0.1] } }\nposition = [0, -0.07, -0.05]\n";

fn text(bodies: &str, shape: &str, [e, mu]: [f64; 2]) -> String {
    let text = format!(
        "[unit]\nname = \"Cylinders\"\n{bodies}[bodies.body]\nmass = 1\nshape = {{ {shape} }}\n\
         [contacts]\n{SETTINGS}compliance.e = {e}\nfriction.mu_S = {mu}\nfriction.mu_C = {mu}\n"
    );
    rigid(&text, "mean")
}

/// Moments of inertia of a cylinder of 1 kg.
fn moments(radius: f64, length: f64) -> [f64; 3] {
    let across = 0.25 * radius * radius + length * length / 12.0;
    [across, across, 0.5 * radius * radius]
}

/// A cylinder with its axis along y that rolls at a speed along x.
fn rolling(ground: &str, x: f64, speed: f64, gravity: [f64; 3]) -> Host {
    let mut body = HostBody::new("body", 1.0, moments(R, LENGTH));
    body.turn = UnitQuaternion::from_scaled_axis(V::new(0.5 * std::f64::consts::PI, 0.0, 0.0));
    (body.position, body.velocity.x, body.omega.y) = (V::new(x, 0.0, R), speed, speed / R);
    let shape = format!("cylinder = {{ radius = {R}, length = {LENGTH} }}");
    Host::new(&text(ground, &shape, [0.2, 0.5]), vec![body], gravity)
}

/// What rolls on a level face keeps its speed, also over the seam of two boxes and on two rails that its ends reach beyond; one that starts to roll on a slope does so by
/// g·sin θ over 1 + I/mR² = 1.5. It was a prism of 48 sides on all these: 1 m/s became 0.36 in 4 s, and it stood on the slope.
#[test]
fn cylinder_rolls_on_faces_as_on_a_plane() {
    for h in [1e-3, 5e-3, 1e-2] {
        for ground in [BOX, HULL, DISC, TWO_BOXES, RAILS] {
            let mut host = rolling(ground, -0.5, 1.0, [0.0, 0.0, -G]);
            let mut off = 0.0_f64;
            for _ in 0..(1.0 / h) as usize {
                host.step(h);
                let gaps: Vec<f64> = NAMES
                    .iter()
                    .filter(|name| ground.contains(**name))
                    .map(|name| get(&mut host.system, &format!("{name}__body.gap")))
                    .map(|[gap]| gap)
                    .collect();
                off = gaps.iter().copied().fold(f64::INFINITY, |least, gap| least.min(gap.abs())).max(off);
            }
            // the outputs, too; a prism is 0.14 % of R in the box and 0.07 % above it by turns. Over a seam 3e-7 m are left
            assert!(off < 2e-6, "{ground} {h}: a gap of {off:e} m");
            let (x, v) = (host.bodies[0].position.x, host.bodies[0].velocity.x);
            // over a seam a step of 10 ms loses 1.5e-9
            assert!((v - 1.0).abs() < 1e-7 && (x - 0.5).abs() < 1e-7, "{ground} {h}: {v:e} m/s at {x:e} m");
        }
        let lean = 3.0_f64.to_radians();
        for ground in [PLANE, BOX, DISC] {
            let mut host = rolling(ground, 0.0, 0.0, [G * lean.sin(), 0.0, -G * lean.cos()]);
            (0..(1.0 / h) as usize).for_each(|_| host.step(h));
            let rolled = host.bodies[0].position.x;
            // steps of first order in what starts within one: ½·a·h·t
            assert!((rolled / (G * lean.sin() / 3.0) - 1.0).abs() < 1.1 * h, "{ground} {h}: {rolled} m");
        }
    }
}

/// What slides upright over the seam of two boxes stops v²/(2μg) from where it started, but for what its last step makes of that, and is in neither of them. An edge that is level with the
/// end of a cylinder is not beside its side: cylinders that came to it slowly ran against it, and one that was half over it was said to overlap by half its radius.
#[test]
fn upright_bodies_slide_over_a_seam() {
    let shapes = [
        format!("cylinder = {{ radius = {R}, length = {LENGTH} }}"),
        format!("cone = {{ radius = {R}, top_radius = 0.06, length = {LENGTH} }}"),
        format!("box = {{ size = [{R}, {R}, {LENGTH}] }}"),
    ];
    for (k, (shape, hand_back)) in
        shapes.iter().flat_map(|of| ["mean", "meanAndSlope"].map(|how| (of, how))).enumerate()
    {
        for h in [5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2] {
            let speed = 1.5 - 0.1 * k as f64;
            let mut body = HostBody::new("body", 1.0, moments(R, LENGTH));
            body.turn = UnitQuaternion::from_scaled_axis(V::z() * 0.3);
            (body.position, body.velocity.x) = (V::new(-0.15, 0.03, 0.5 * LENGTH), speed);
            let text = text(TWO_BOXES, shape, [0.3, 0.3]).replace("\"mean\"", &format!("\"{hand_back}\""));
            let mut host = Host::new(&text, vec![body], [0.0, 0.0, -G]);
            let mut deepest = 0.0_f64;
            for _ in 0..(0.6 / h) as usize {
                host.step(h);
                for name in ["one", "other"] {
                    let [gap] = get(&mut host.system, &format!("{name}__body.gap"));
                    deepest = deepest.max(-gap);
                }
            }
            let off = host.bodies[0].position.x + 0.15 - speed * speed / (0.6 * G);
            // a speed of f·a·h takes f·a·h²/2 under a mean force in the place of f²·a·h²/2
            let most = 0.3 * G * h * h / 8.0;
            assert!(off > -1e-9 && off < most + 1e-9, "{shape} {hand_back} {h}: stops {off:e} m off, not {most:e}");
            assert!(deepest < 1e-9 && host.log.is_empty(), "{shape} {hand_back} {h}: {deepest:e} m, {:?}", host.log);
        }
    }
}

/// In a box by 0.2 % of its radius, of which the prism has less than half on its flat sides: it rolls on as in a plane, by the same contact, so that the difference is rounding. As
/// a prism there it lost 3e-3 m/s.
#[test]
fn cylinder_that_overlaps_a_box_rolls_on_as_on_a_plane() {
    for h in [1e-3, 5e-3] {
        let rolled = [PLANE, BOX].map(|ground| {
            let mut host = rolling(ground, 0.0, 1.0, [0.0, 0.0, -G]);
            host.bodies[0].position.z -= 2e-3 * R;
            (0..(0.5 / h) as usize).for_each(|_| host.step(h));
            let body = &host.bodies[0];
            V::new(body.position.x, body.position.z, body.velocity.x)
        });
        assert!((rolled[0] - rolled[1]).amax() < 1e-9, "{h}: {rolled:?}");
    }
}

/// It rolls off the end of a table, slowly or so fast that it flies off at once: friction holds, so that it keeps its energy. As a prism it lost 0.14 of the 0.75 J in the
/// 0.3 m to the edge. First order in the step where it turns about the edge; at 10 ms 2e-4 J of the 0.22 J of its fall.
#[test]
fn cylinder_that_rolls_off_a_table_keeps_its_energy() {
    let table = "[bodies.ground]\nshape = { box = { size = [4, 4, 0.2] } }\nposition = [-2, 0, -0.1]\n";
    for (from, speed, until, friction) in [(-0.3, 1.0, 0.45, 0.0), (-0.05, 0.1, 0.8, 1.0)] {
        for h in [1e-3, 5e-3, 1e-2] {
            let mut host = rolling(table, from, speed, [0.0, 0.0, -G]);
            let begun = host.energy();
            (0..(until / h) as usize).for_each(|_| host.step(h));
            let (gained, fallen) = (host.energy() - begun, R - host.bodies[0].position.z);
            let least = -1e-9 - friction * 0.2 * h * G * fallen;
            assert!(fallen > 0.02 && gained < 1e-9 && gained > least, "{speed} {h}: {gained:e} J in {fallen} m");
        }
    }
}

/// Thrown at the faces of three bodies, on either side of the pair, they leave as they leave a plane: the contact is that of the same rims. What is off comes of
/// searches that stop at other digits, and of sub-steps that are cut elsewhere.
#[test]
fn thrown_cylinders_and_cones_leave_faces_as_they_leave_a_plane() {
    let mut random = Random(5);
    let mut off = Vec::new();
    for k in 0..36 {
        let [radius, length] = [0.1 + 0.05 * random.signed(), 0.17 + 0.15 * random.signed()];
        let top = radius * (0.5 + 0.5 * random.signed());
        let shape = match k % 2 {
            0 => format!("cylinder = {{ radius = {radius}, length = {length} }}"),
            _ => format!("cone = {{ radius = {radius}, top_radius = {top}, length = {length} }}"),
        };
        let mut body = HostBody::new("body", 1.0, moments(radius, length));
        let [turn, velocity, omega] = [(); 3].map(|()| V::from_fn(|_, _| random.signed()));
        body.position.z = radius.hypot(0.5 * length) + 0.01;
        body.turn = UnitQuaternion::from_scaled_axis(turn * 3.0);
        (body.velocity, body.omega) = (velocity * 2.0 - V::z(), omega * 3.0);
        let laws = [[0.0, 0.5, 1.0][k % 3], [0.0, 0.3, 0.8][k / 3 % 3]];
        let h = [1e-3, 2e-3, 5e-3, 1e-2][k % 4];
        let after = |ground: &str, is_first: bool| {
            let text = text(if is_first { ground } else { "" }, &shape, laws);
            let text = if is_first { text } else { text.replace("[contacts]", &format!("{ground}[contacts]")) };
            let mut host = Host::new(&text, vec![body.clone()], [0.0, 0.0, -G]);
            (0..(0.1 / h) as usize).for_each(|_| host.step(h));
            (host.bodies[0].velocity, host.bodies[0].omega * radius)
        };
        let (v, omega) = after(PLANE, true);
        for (ground, is_first) in [(BOX, true), (BOX, false), (HULL, true), (DISC, true)] {
            let (other_v, other_omega) = after(ground, is_first);
            let by = (v - other_v).norm().max((omega - other_omega).norm());
            off.push(by);
        }
    }
    off.sort_by(f64::total_cmp);
    // measured: 118 of 144 to 2e-10; the others, where a search or a cut falls otherwise, by up to 0.08. Which ones depends on rounding: three of four are asked for
    assert!(off[off.len() * 3 / 4] < 1e-7, "{:?}", &off[off.len() * 3 / 4..]);
}

/// Cylinders fall past the edge of a table, tilted and 1 to 4 mm beside it, without spin: nothing touches them. An edge that a side would meet if it stayed beside it struck 25 of 141 such.
#[test]
fn cylinder_that_passes_an_edge_is_not_struck() {
    let table = "[bodies.ground]\nshape = { box = { size = [1, 1, 0.2] } }\nposition = [-0.5, 0, -0.1]\n";
    let mut random = Random(4);
    for k in 0..24 {
        let (radius, length) = (random.within(0.02, 0.1), random.within(0.05, 0.4));
        let (gap, speed, h) = (random.within(1e-3, 4e-3), random.within(0.5, 8.0), [2e-3, 5e-3, 1e-2][k % 3]);
        let mut body = HostBody::new("body", 1.0, moments(radius, length));
        body.turn = UnitQuaternion::from_scaled_axis(V::from_fn(|_, _| random.signed()) * 3.0);
        let axis = body.turn * V::z();
        let reach = radius * (1.0 - axis.x * axis.x).sqrt() + 0.5 * length * axis.x.abs();
        body.position = V::new(reach + gap, 0.0, 0.4);
        body.velocity.z = -speed;
        let shape = format!("cylinder = {{ radius = {radius}, length = {length} }}");
        let mut host = Host::new(&text(table, &shape, [0.5, 0.3]), vec![body], [0.0; 3]);
        (0..(0.8 / speed / h) as usize).for_each(|_| host.step(h));
        let body = &host.bodies[0];
        assert!(body.velocity == V::new(0.0, 0.0, -speed) && body.omega == V::zeros(), "{k} {h}: {:?}", body.velocity);
    }
}

/// A log over the edge of a table, its outer end low and its mass centre over the table, falls back and lies. With the edge alone as its contact until it lay its inner end sank in by up
/// to 7 mm at 10 ms, and rose by mm/s for seconds.
#[test]
fn log_that_falls_back_on_a_table_lies_on_it() {
    let table = "[bodies.ground]\nshape = { box = { size = [2, 2, 0.4] } }\nposition = [-1, 0, -0.2]\n";
    let (radius, length) = (0.06, 0.7);
    for (k, (h, omega)) in [(2e-3, 5.0), (5e-3, 3.0), (1e-2, 0.0), (1e-2, 2.0)].into_iter().enumerate() {
        for low in [0.04, 0.1, 0.2_f64] {
            let (axis, up) = (V::new(low.cos(), 0.0, -low.sin()), V::new(low.sin(), 0.0, low.cos()));
            let mut body = HostBody::new("body", 1.0, moments(radius, length));
            body.turn = UnitQuaternion::from_scaled_axis(V::new(0.0, 0.5 * std::f64::consts::PI + low, 0.0));
            body.position = up * radius - axis * 0.15;
            body.omega.y = -omega;
            body.velocity = body.omega.cross(&body.position);
            let shape = format!("cylinder = {{ radius = {radius}, length = {length} }}");
            let mut host = Host::new(
                &text(table, &shape, [0.0, 0.4]).replace("\"mean\"", "\"meanAndSlope\""),
                vec![body],
                [0.0, 0.0, -G],
            );
            let mut deepest = 0.0_f64;
            for _ in 0..(1.0 / h) as usize {
                host.step(h);
                let body = &host.bodies[0];
                let axis = body.turn * V::z();
                let down = axis * axis.z - V::z();
                for side in [-0.5, 0.5] {
                    let lowest = body.position + axis * (side * length) + down * (radius / down.norm());
                    deepest = if lowest.x < 0.0 { deepest.min(lowest.z) } else { deepest };
                }
            }
            let body = &host.bodies[0];
            let moves = body.velocity.norm() + body.omega.norm() * radius;
            // chosen, a thirtieth of what it sank in by
            assert!(deepest > -2e-4 && moves < 1e-4, "{k} {h} {low}: {deepest:e} m, {moves:e} m/s");
            assert!((body.position.z - radius).abs() < 1e-4, "{k} {h} {low}: lies at {}", body.position.z);
        }
    }
}

/// A cylinder on its end that a slope loads beside its middle, so that its rim comes out, rests on a box as on a plane. Steps so long that springs are implicit let it whirl, with
/// up to 0.06 rad/s: against a tilt across its lean it is as stiff as along it, but rolls as far as damping goes.
#[test]
fn cylinder_on_its_end_rests_on_the_slope_of_a_box() {
    let (on_box, on_plane) = ("box = { size = [3, 2, 0.2] }", "plane = { height = 0.1 }");
    for (ground, angle) in [(on_box, 5.0), (on_box, 10.0), (on_box, 28.0), (on_plane, 28.0)] {
        let angle = f64::to_radians(angle);
        for h in [3e-3, 1e-2] {
            let text = format!(
                "[unit]\nname = \"Can\"\n[bodies.ground]\nshape = {{ {ground} }}\nposition = [0, 0, -0.1]\n[bodies.can]\nmass = 1\n\
                 shape = {{ cylinder = {{ radius = 0.05, length = 0.1 }} }}\n[contacts]\n{SETTINGS}compliance.k_A = 1e9\ncompliance.e = 0.3\n\
                 friction.mu_S = 0.6\nfriction.mu_C = 0.6\nfriction.sigma_0 = 1e6\nfriction.sigma_1 = 1e3\n"
            );
            let mut can = HostBody::new("can", 1.0, [1.4583e-3, 1.4583e-3, 1.25e-3]);
            can.position.z = 0.05;
            let mut host = Host::new(&text, vec![can], [G * angle.sin(), 0.0, -G * angle.cos()]);
            (0..(0.6 / h) as usize).for_each(|_| host.step(h));
            let mut fastest = 0.0_f64;
            for _ in 0..(0.2 / h) as usize {
                host.step(h);
                fastest = fastest.max(host.bodies[0].omega.norm());
            }
            // chosen: it rests with less than 1e-12, and whirls with 1e-5 and more
            assert!(fastest < 1e-11, "{ground} {angle} {h}: {fastest:e} rad/s");
        }
    }
}
