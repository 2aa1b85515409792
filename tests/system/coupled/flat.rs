//! Rigid contacts of what lies flat in more points than the one where it is deepest, or turns with what it lies on (coupling.method = timeStepping).

use super::SETTINGS;
use super::host::{Host, HostBody};
use super::rigid::{fastest, rigid};
use nalgebra::UnitQuaternion;

type V = nalgebra::Vector3<f64>;

const G: f64 = 9.81;
const R: f64 = 0.05;

fn text(bodies: &str, settings: &str) -> String {
    let text = format!("[unit]\nname = \"Flat\"\n{bodies}[contacts]\n{SETTINGS}compliance.e = 0.2\n{settings}");
    rigid(&text, "mean")
}

/// The z axis of the shape along x, one end down by so much [rad].
fn lying(angle: f64) -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(V::new(0.0, 0.5 * std::f64::consts::PI + angle, 0.0))
}

fn log(name: &'static str, at: [f64; 3]) -> HostBody {
    let mut body = HostBody::new(name, 1.0, [9e-3, 9e-3, 1.2e-3]);
    (body.position, body.turn) = (V::from(at), lying(0.0));
    body
}

/// Falls aslant, and lies on its side or on its ring in the end. With one point, which jumps from one end or side to the other, it sank through the ground by
/// up to 14 cm in 3 s of 10 ms (a capsule) or 25 cm (a torus), and nobody was told.
#[test]
fn what_falls_flat_in_more_than_one_point_comes_to_rest_there() {
    let on_box = "[bodies.ground]\nshape = { box = { size = [2, 2, 0.2] } }\nposition = [0, 0, -0.1]\n";
    let on_disc = "[bodies.ground]\nshape = { cylinder = { radius = 1, length = 0.2 } }\nposition = [0, 0, -0.1]\n";
    let on_plane = "[bodies.ground]\nshape = { plane = { normal = [0, 0, 1] } }\n";
    let capsule = "capsule = { radius = 0.05, length = 0.3 }";
    let torus = "torus = { radius = 0.2, tube = 0.05 }";
    let aslant = UnitQuaternion::from_scaled_axis(V::new(0.1, 0.05, 0.0));
    for (ground, shape, turn, inertia) in [
        (on_box, capsule, lying(0.1), [9e-3, 9e-3, 1.2e-3]),
        (on_disc, capsule, lying(-0.1), [9e-3, 9e-3, 1.2e-3]),
        (on_plane, torus, aslant, [0.02, 0.02, 0.04]),
    ] {
        for h in [1e-3, 5e-3, 1e-2] {
            let bodies = format!("{ground}[bodies.body]\nmass = 1\nshape = {{ {shape} }}\n");
            let mut body = HostBody::new("body", 1.0, inertia);
            (body.position.z, body.turn) = (R + 0.04, turn);
            let mut host = Host::new(&text(&bodies, ""), vec![body], [0.0, 0.0, -G]);
            let (fall, mut before, mut gained) = (G * 0.04, host.energy(), 0.0_f64);
            // what overlaps by a millimetre at the landing goes back within 0.1 s (numerics step 19) to 1/e: to 1e-7 m in 0.9 s
            for _ in 0..(3.0 / h) as usize {
                host.step(h);
                gained = gained.max(host.energy() - before);
                before = host.energy();
            }
            let (depth, fastest) = (R - host.bodies[0].position.z, fastest(&host));
            assert!(depth.abs() < 1e-7 && fastest < 1e-6, "{shape} {h}: {depth:e} m deep, {fastest:e} m/s");
            assert!(gained < 5e-3 * fall, "{shape} {h}: a step gains {gained:e} J of {fall}");
        }
    }
}

/// A log in the groove of two others that stand beside each other, each of its ends free or beyond those of the others: it lies there, at the height of
/// three circles that touch. It fell between them.
#[test]
fn log_in_a_groove_of_two_logs_stays_there() {
    let shape = "mass = 1\nshape = { capsule = { radius = 0.05, length = 0.3 } }\n";
    let bodies = ["a", "b", "c"].map(|name| format!("[bodies.{name}]\n{shape}")).concat();
    let beside = 0.07_f64;
    let height = R + (4.0 * R * R - beside * beside).sqrt();
    for e in [0.0, 0.05] {
        for h in [1e-3, 5e-3, 1e-2] {
            let ground = "[bodies.ground]\nshape = { plane = { normal = [0, 0, 1] } }\n";
            let settings = "friction.mu_S = 0.9\nfriction.mu_C = 0.9\n";
            let held = [log("a", [0.0, -beside, R]), log("b", [0.0, beside, R])];
            let [a, b] = held;
            let mut host = Host::new(
                &text(&format!("{ground}{bodies}"), settings),
                vec![a, b, log("c", [e, 0.0, height])],
                [0.0, 0.0, -G],
            );
            (0..(1.0 / h) as usize).for_each(|_| host.step(h));
            let (at, fastest) = (host.bodies[2].position, fastest(&host));
            assert!((at - V::new(e, 0.0, height)).norm() < 1e-5 && fastest < 1e-5, "{e} {h}: {at:?}, {fastest:e} m/s");
        }
    }
}

/// Two boxes ride on a plate that turns freely: friction of 2.7 m/s² holds them, of 4.9 that it has. r stays, and with it ω, and the angular momentum to rounding: with
/// arms of the step's start they crept out by 3.9 cm in 3 s of 5 ms, and the angular momentum grew by 3 %.
#[test]
fn boxes_on_a_plate_that_turns_stay_where_they_are() {
    let (radius, omega) = (0.3, 3.0);
    let bodies = "[bodies.floor]\nshape = { plane = { normal = [0, 0, 1] } }\n[bodies.plate]\nmass = 4\n\
                  shape = { box = { size = [0.8, 0.8, 0.04] } }\n[bodies.a]\nmass = 2\nshape = { box = { size = [0.1, 0.1, 0.05] } }\n\
                  [bodies.b]\nmass = 2\nshape = { box = { size = [0.1, 0.1, 0.05] } }\n";
    let settings = "friction.mu_S = 0.5\nfriction.mu_C = 0.5\n[[contacts.pair]]\nbetween = [\"plate\", \"floor\"]\nfriction.mu_S = 0\n\
                    friction.mu_C = 0\n[[contacts.without]]\nbetween = [\"a\", \"b\"]\n[[contacts.without]]\nbetween = [\"a\", \"floor\"]\n\
                    [[contacts.without]]\nbetween = [\"b\", \"floor\"]\n";
    let moved = [5e-3, 1e-2].map(|h| {
        let mut plate = HostBody::new("plate", 4.0, [0.2139, 0.2139, 0.4267]);
        (plate.position.z, plate.omega.z) = (0.02, omega);
        let small = |name, side: f64| {
            let mut body = HostBody::new(name, 2.0, [2.083e-3, 2.083e-3, 3.333e-3]);
            body.position = V::new(side * radius, 0.0, 0.065);
            (body.velocity.y, body.omega.z) = (side * radius * omega, omega);
            body
        };
        let mut host =
            Host::new(&text(bodies, settings), vec![plate, small("a", 1.0), small("b", -1.0)], [0.0, 0.0, -G]);
        let turning = |host: &Host| -> f64 {
            let about = |body: &HostBody| body.inertia[(2, 2)] * body.omega.z;
            let round = |body: &HostBody| body.mass * body.position.cross(&body.velocity).z;
            host.bodies.iter().map(|body| about(body) + round(body)).sum()
        };
        let before = turning(&host);
        (0..(3.0 / h) as usize).for_each(|_| host.step(h));
        let grown = turning(&host) / before - 1.0;
        assert!(grown.abs() < 1e-11, "{h}: angular momentum grows by {grown:e}");
        host.bodies[1].position.xy().norm() - radius
    });
    let [short, long] = moved.map(f64::abs);
    assert!(long < 5e-5 && long / short > 3.5, "{moved:?} m out: of second order");
}

/// A capsule that lies across a beam narrower than itself stands on both edges of the beam, and one whose mass centre is over a table stands on its edge and on one
/// cap. With one point both rocked for ever.
#[test]
fn capsule_rests_on_edges_beside_its_caps() {
    for (beam, at) in [(0.1, 0.0), (0.1, 0.02), (0.4, 0.22)] {
        for h in [1e-3, 5e-3, 1e-2] {
            let bodies = format!(
                "[bodies.ground]\nshape = {{ box = {{ size = [{beam}, 0.4, 0.2] }} }}\nposition = [{}, 0, -0.1]\n[bodies.body]\nmass = 1\n\
                 shape = {{ capsule = {{ radius = 0.05, length = 0.3 }} }}\n",
                -at
            );
            let mut body = HostBody::new("body", 1.0, [9e-3, 9e-3, 1.2e-3]);
            (body.position.z, body.turn) = (R + 0.005, lying(0.02));
            if at == 0.22 {
                // the mass centre beside the middle, towards the table
                body.center = V::new(0.0, 0.0, -0.03);
                body.position.x = -0.03;
            }
            let mut host =
                Host::new(&text(&bodies, "friction.mu_S = 0.5\nfriction.mu_C = 0.5\n"), vec![body], [0.0, 0.0, -G]);
            (0..(2.0 / h) as usize).for_each(|_| host.step(h));
            let (deep, fastest) = (R - host.bodies[0].position.z, fastest(&host));
            assert!(deep.abs() < 1e-6 && fastest < 1e-5, "{beam} {at} {h}: {deep:e} m deep, {fastest:e} m/s");
        }
    }
}

/// ω_z and v of a capsule of 1 kg that slides on both its caps, by Newton and Euler with Coulomb's friction where the caps touch, in fine steps of Runge and Kutta: along the line a
/// I_a·ω̇_a = τ·a, about the normal I_t·ω̇_z = τ·z, and across both the loads N₊ − N₋ hold τ·b = I_a·ω_a·ω_z.
fn slid_on_two_caps(mu: f64, [along, across]: [f64; 2], start: [f64; 5], duration: f64) -> [f64; 5] {
    let arm = 0.15;
    // v_x, v_y, ω_a, ω_z, and the angle of a
    let rates = |[v_x, v_y, roll, spin, angle]: [f64; 5]| {
        let (a, b) = ([angle.cos(), angle.sin()], [-angle.sin(), angle.cos()]);
        // v + ω×ρ at ρ = ±arm·a − R·z
        let ways = [1.0, -1.0].map(|side| {
            let way = [0, 1].map(|k| [v_x, v_y][k] + (side * arm * spin + R * roll) * b[k]);
            let speed = (way[0] * way[0] + way[1] * way[1]).sqrt();
            way.map(|v| v / speed)
        });
        let [front, rear] = ways.map(|way| way[0] * a[0] + way[1] * a[1]);
        let more = (R * mu * G * 0.5 * (front + rear) - along * roll * spin) / (arm - R * mu * 0.5 * (front - rear));
        let loads = [0.5 * (G + more), 0.5 * (G - more)];
        let force = |k: usize| -mu * (loads[0] * ways[0][k] + loads[1] * ways[1][k]);
        let beside = |way: [f64; 2]| way[0] * b[0] + way[1] * b[1];
        let torque = -mu * arm * (loads[0] * beside(ways[0]) - loads[1] * beside(ways[1]));
        let rolls = R * (force(0) * b[0] + force(1) * b[1]);
        [force(0), force(1), rolls / along, torque / across, spin]
    };
    let h = 1e-5;
    let after = |x: [f64; 5], rate: [f64; 5], h: f64| -> [f64; 5] { std::array::from_fn(|k| x[k] + h * rate[k]) };
    (0..(duration / h).round() as usize).fold(start, |x, _| {
        let r1 = rates(x);
        let r2 = rates(after(x, r1, 0.5 * h));
        let r3 = rates(after(x, r2, 0.5 * h));
        let r4 = rates(after(x, r3, h));
        std::array::from_fn(|k| x[k] + h / 6.0 * (r1[k] + 2.0 * (r2[k] + r3[k]) + r4[k]))
    })
}

/// A capsule that slides and spins on a box or on a plane stands on two balls. Friction of a step has the direction of its end, an error of first order. With a third
/// point between the caps, which bears as much as it likes and has no arm against spin, it kept twice the spin.
#[test]
fn capsule_spins_on_a_box_as_on_two_balls() {
    let (moments, mu) = ([1.2e-3, 9e-3], 0.5);
    let [v_x, v_y, _, spin, _] = slid_on_two_caps(mu, moments, [1.0, 0.0, 0.0, 6.0, 0.0], 0.1);
    for ground in ["plane = { normal = [0, 0, 1] }", "box = { size = [4, 4, 0.4] }"] {
        let height = if ground.starts_with("box") { -0.2 } else { 0.0 };
        for h in [1e-3_f64, 2e-3, 5e-3] {
            let bodies = format!(
                "[bodies.ground]\nshape = {{ {ground} }}\nposition = [0, 0, {height}]\n[bodies.body]\nmass = 1\n\
                 shape = {{ capsule = {{ radius = 0.05, length = 0.3 }} }}\n"
            );
            let mut body = HostBody::new("body", 1.0, [moments[1], moments[1], moments[0]]);
            (body.position.z, body.turn, body.velocity.x, body.omega.z) = (R, lying(0.0), 1.0, 6.0);
            let settings = format!("friction.mu_S = {mu}\nfriction.mu_C = {mu}\n");
            let mut host = Host::new(&text(&bodies, &settings), vec![body], [0.0, 0.0, -G]);
            (0..(0.1 / h).round() as usize).for_each(|_| host.step(h));
            let HostBody { velocity: v, omega, .. } = &host.bodies[0];
            let missed = [omega.z - spin, v.x - v_x, v.y - v_y];
            assert!(missed[0].abs() < 10.0 * h && missed[1].hypot(missed[2]) < 0.5 * h, "{ground} {h}: {missed:?}");
        }
    }
}

/// A box that slides over the edge of another one, without friction, and tips keeps its energy: the point where edges cross stays on that of the box that stands. With
/// it on the one that slides 3e-4 J were lost in steps of 1 ms, and of first order.
#[test]
fn box_that_tips_over_an_edge_keeps_its_energy() {
    for (h, most) in [(1e-3_f64, 1e-5), (2e-3, 3e-5), (5e-3, 2e-4)] {
        let bodies = "[bodies.ground]\nshape = { box = { size = [4, 4, 0.4] } }\nposition = [0, 0, -0.2]\n[bodies.body]\nmass = 1\n\
                      shape = { box = { size = [0.2, 0.2, 0.1] } }\n";
        let mut body = HostBody::new("body", 1.0, [4.167e-3, 4.167e-3, 6.667e-3]);
        (body.position, body.velocity.x) = (V::new(1.94, 0.0, 0.05), 0.3);
        let mut host = Host::new(&text(bodies, "friction.law = \"none\"\n"), vec![body], [0.0, 0.0, -G]);
        let energy = host.energy();
        (0..(0.4 / h).round() as usize).for_each(|_| host.step(h));
        let (fallen, lost) = (0.05 - host.bodies[0].position.z, energy - host.energy());
        assert!(fallen > 0.02 && lost.abs() < most, "{h}: {fallen} m fallen, {lost:e} J lost");
    }
}

/// The cap of a capsule meets the side of another one in one point, whichever of them is named first: an impact at one contact, by Poisson's hypothesis. Where
/// the lying one came first that was two contacts at the same place, with another impulse of friction.
#[test]
fn capsules_meet_the_same_in_either_order() {
    let capsule = "shape = { capsule = { radius = 0.04, length = 0.2 } }\n";
    let after = |names: [&str; 2]| {
        let bodies: String = names.iter().map(|name| format!("[bodies.{name}]\nmass = 1\n{capsule}")).collect();
        let mut leaning = HostBody::new("leaning", 1.0, [4e-3, 5e-3, 1e-3]);
        leaning.position = V::new(0.071_735_609_089_952_3, 0.0, 0.150_670_670_934_716_5);
        leaning.velocity = V::new(0.7, 0.1, -2.0);
        leaning.turn = UnitQuaternion::from_scaled_axis(V::new(0.0, 0.8, 0.0));
        let mut lies = HostBody::new("lies", 2.0, [8e-3, 9e-3, 2e-3]);
        (lies.position.x, lies.turn) = (0.03, lying(0.0));
        let mut bodies_of = vec![leaning, lies];
        bodies_of.sort_by_key(|body| names.iter().position(|name| *name == body.name));
        let mut host = Host::new(&text(&bodies, "friction.mu_S = 0.3\nfriction.mu_C = 0.3\n"), bodies_of, [0.0; 3]);
        (0..20).for_each(|_| host.step(1e-3));
        host.bodies.sort_by_key(|body| body.name);
        host.bodies.iter().flat_map(|body| [body.velocity, body.omega]).collect::<Vec<_>>()
    };
    let (one, other) = (after(["leaning", "lies"]), after(["lies", "leaning"]));
    assert!(one[0].z > -1.5, "{one:?}");
    let off = one.iter().zip(&other).map(|(one, other)| (one - other).norm()).fold(0.0, f64::max);
    assert!(off < 1e-9, "{one:?} {other:?}");
}

/// A box that lands flat on a plane and on a box, slides and spins, and its mirror image in the plane of x and z: what corners bear that one another could bear as well may not depend on their numbers. It did, by up to a tenth of
/// the velocities.
#[test]
fn box_that_lands_flat_spinning_leaves_as_its_mirror_image() {
    let plane = "[bodies.ground]\nshape = { plane = { normal = [0, 0, 1] } }\n";
    let on_box = "[bodies.ground]\nshape = { box = { size = [0.25, 0.22, 0.2] } }\nposition = [0, 0, -0.1]\n";
    for (ground, e, mu) in [(plane, 0.5, 1.0), (plane, 0.0, 0.4), (on_box, 0.5, 0.6), (on_box, 1.0, 0.3)] {
        let after = |side: f64| {
            let text = format!("{ground}[bodies.body]\nmass = 1\nshape = {{ box = {{ size = [0.2, 0.3, 0.1] }} }}\n");
            let laws = format!("friction.mu_S = {mu}\nfriction.mu_C = {mu}\n");
            let mut body = HostBody::new("body", 1.0, [0.1 / 12.0, 0.05 / 12.0, 0.13 / 12.0]);
            body.position = V::new(0.03, 0.02 * side, 0.0531);
            (body.velocity, body.omega) = (V::new(2.0, side, -1.0), V::new(0.0, 0.0, 6.0 * side));
            let mut host =
                Host::new(&self::text(&text, &laws).replace("e = 0.2\n", &format!("e = {e}\n")), vec![body], [0.0; 3]);
            (0..6).for_each(|_| host.step(1e-3));
            let HostBody { velocity: v, omega, .. } = &host.bodies[0];
            [v[0], v[1] * side, v[2], omega[0] * side, omega[1], omega[2] * side]
        };
        let [one, other] = [1.0, -1.0].map(after);
        assert!(one[2] > e - 0.1, "{one:?}");
        // impulses near 0 are found to some 1e-10
        let off = one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        assert!(off < 1e-8, "{e} {mu}: {one:?}, {other:?}");
    }
}
