//! Boxes on each other.

use super::SETTINGS;
use super::host::{Host, HostBody};
use crate::scene;

const NAMES: [&str; 10] = ["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9"];

fn height(n: usize) -> f64 {
    0.05 + 0.1 * n as f64
}

pub fn stack(count: usize) -> String {
    let body = |n: usize| {
        let shape = "shape = { box = { size = [0.1, 0.1, 0.1] } }";
        format!("[bodies.b{n}]\nmass = 1.0\nposition = [0, 0, {}]\n{shape}\n", height(n))
    };
    let text: String = (0..count).map(body).collect();
    let pair = |n: usize| format!("[[contacts.pair]]\nbetween = [\"b{n}\", \"b{}\"]\n", n + 1);
    let pairs: String = (0..count - 1).map(pair).collect();
    format!(
        "[unit]\nname = \"Stack\"\n[bodies.table]\nshape = {{ plane = {{ normal = [0, 0, 1] }} }}\n{text}[contacts]\n{SETTINGS}\
         pairs = \"listed\"\n[[contacts.pair]]\nbetween = [\"b0\", \"table\"]\n{pairs}"
    )
}

/// Each exactly on the one below, and as many times so far aside [m].
pub fn stacked(count: usize, aside: f64) -> Vec<HostBody> {
    let body = |n: usize| {
        let mut body = HostBody::new(NAMES[n], 1.0, [1.0 / 600.0; 3]);
        let [x, y] = [[0.0, 0.0], [4.0, -2.0], [-3.0, 3.0], [2.0, 0.0], [0.0, -2.0]][n % 5];
        body.position = [x * aside, y * aside, height(n)].into();
        body
    };
    (0..count).map(body).collect()
}

fn text(count: usize, k_a: f64, e: f64) -> String {
    stack(count).replacen(SETTINGS, &format!("{SETTINGS}compliance.k_A = {k_a}\ncompliance.e = {e}\n"), 1)
}

#[test]
fn stack_of_ten_boxes_stands() {
    let mut host = Host::new(&stack(10), stacked(10, 0.0), [0.0, 0.0, -9.81]);
    for _ in 0..24 {
        host.step(5e-3);
    }
    let fastest = host.bodies.iter().map(|body| body.velocity.norm() + body.omega.norm()).fold(0.0, f64::max);
    // it still settles by some 1e-8 m/s
    assert!(fastest < 1e-6, "{fastest:e}");
    // ten kilograms on 0.01 m², k_A = 1e9: the whole stack sinks by 55 compressions of 1 kg, each half as stiff between boxes
    let sunk = height(9) - host.bodies[9].position[2];
    assert!((1e-5..1e-3).contains(&sunk), "{sunk:e}");
}

/// Nothing happens, and that takes one micro-step, however long the step is. Rest must not be blind to loads that change: before and after, each box is as deep in
/// the plane as bears all three, δ = n·m·g/(k_A·L²), and in the one below as k_A·(L²·δ − 2·L·δ²) = n·m·g asks: less than δ from its sides a box is no
/// deeper than that, and each edge of L lacks ½·L·δ².
#[test]
fn stack_at_rest_takes_a_micro_step_a_step() {
    let (k_a, edge) = (1e8, 0.1);
    for (h, e) in [(1e-3, 0.3), (5e-3, 0.9)] {
        let mut host = Host::new(&text(3, k_a, e), stacked(3, 0.0), [0.0, 0.0, -9.81]);
        for load in [9.81, 2.0 * 9.81] {
            host.gravity[2] = -load;
            (0..(2.5 / h) as usize).for_each(|_| host.step(h));
            let (before, places) = (host.micro_steps, host.bodies.iter().map(|body| body.position).collect::<Vec<_>>());
            (0..200).for_each(|_| host.step(h));
            let taken = host.micro_steps - before;
            let far = host.bodies.iter().zip(&places).map(|(body, at)| (body.position - at).norm()).fold(0.0, f64::max);
            let on_face = |boxes: f64| boxes * load / (k_a * edge * edge);
            let in_box = |boxes: f64| 0.25 * (edge - (edge * edge - 8.0 * on_face(boxes) * edge).sqrt());
            let sunk = (height(2) - host.bodies[2].position[2]) / (on_face(3.0) + in_box(2.0) + in_box(1.0));
            println!("h {h} e {e} load {load}: {taken} micro-steps, {far:e} m, sunk {} too far", sunk - 1.0);
            // found: one each time; two where rest is not expected, and 13 to 17 with e = 0.9 where springs are frozen over it
            assert!(taken <= 210, "h {h} e {e} load {load}: {taken} micro-steps");
            // a drift of 1e-9 of the speed that the load would give in a step
            assert!(far <= 1e-9 * load * h * (200.0 * h), "h {h} e {e} load {load}: {far:e} m");
            // at the corners 4/3·δ³ of the volume is taken twice: up to 4/3·δ²/L² = 2e-7 of it
            assert!((sunk - 1.0).abs() < 2e-7, "h {h} e {e} load {load}: sunk {sunk}");
        }
    }
}

/// What an elastic force has worked less than the energy that is stored is made up for on the way, gently: by all that it can bear, in the direction of a motion of
/// rounding, a box that had slid to rest trembled for ever by 4e-5 m/s, 2 % too deep. Oracle: k_A·A·x = m·g, A = 0.04 m².
#[test]
fn box_that_has_slid_to_rest_is_still() {
    for (e, h) in [(0.2, 1e-4), (0.2, 1e-3), (0.2, 5e-3), (0.5, 1e-3)] {
        let settings =
            format!("{SETTINGS}friction.mu_S = 0.5\nfriction.mu_C = 0.5\nfriction.e_rSource = \"contactRadius\"\n");
        let text = text(1, 1e8, e).replacen(SETTINGS, &settings, 1).replace("[0.1, 0.1, 0.1]", "[0.2, 0.2, 0.2]");
        let text = text.replace("position = [0, 0, 0.05]", "position = [0, 0, 0.1]");
        let depth = 9.81 / (1e8 * 0.04);
        let mut body = HostBody::new(NAMES[0], 1.0, [1.0 / 150.0; 3]);
        (body.position[2], body.velocity[0]) = (0.1 - depth, 1.0);
        let mut host = Host::new(&text, vec![body], [0.0, 0.0, -9.81]);
        (0..(0.8 / h) as usize).for_each(|_| host.step(h));
        let at = &host.bodies[0];
        let (speed, sunk) = (at.velocity.norm() + at.omega.norm(), (0.1 - at.position[2]) / depth);
        println!("e {e} h {h}: {speed:e} m/s, {sunk} of the depth");
        assert!(speed < 1e-9 && (sunk - 1.0).abs() < 1e-6, "e {e} h {h}: {speed:e} m/s, {sunk} of the depth");
    }
}

/// Contacts that bear nothing yet have an overlap of rounding and a velocity of rounding, and are one contact all the same, not one that parts
/// and meets as often as micro-steps are allowed.
#[test]
fn boxes_that_only_just_touch_take_the_micro_steps_that_are_told() {
    for k_a in [1e7, 1e8, 1e9] {
        for e in [0.001, 0.2, 0.5] {
            // of 0.2 m: the lower face of one and the upper one of the next round to the same height, or to one beside it
            let mut text = text(10, k_a, e).replace("[0.1, 0.1, 0.1]", "[0.2, 0.2, 0.2]");
            let mut bodies = stacked(10, 1e-3);
            for (n, body) in bodies.iter_mut().enumerate() {
                (body.position[2], body.inertia) = (0.1 * (2 * n + 1) as f64, body.inertia * 4.0);
                let place = |z: f64| format!("position = [0, 0, {z}]");
                text = text.replace(&place(height(n)), &place(body.position[2]));
            }
            let mut host = Host::new(&text, bodies, [0.0, 0.0, -9.81]);
            let told = 1e-3 / scene(&text).pace().expect("masses are told").together;
            for _ in 0..3 {
                let before = host.micro_steps;
                host.try_step(1e-3).unwrap_or_else(|fault| panic!("k_A {k_a} e {e}: {fault:?}"));
                // each onset and release is one more
                let taken = (host.micro_steps - before) as f64;
                assert!(taken <= told + 20.0, "k_A {k_a} e {e}: {taken} of {told}");
            }
        }
    }
}

/// Were all forces of a micro-step those of every contact's own motion, it would not matter in which order contacts are looked at: from the bottom to
/// the top of a stack that is damped as much as can be, or from the top to the bottom. It does as far as sweeps have not agreed when their number is
/// used up.
#[test]
fn order_of_contacts_moves_a_damped_stack_little() {
    let upwards = text(10, 1e8, 0.001);
    // bodies too, as contacts are looked at in the order of theirs
    let (bodies, contacts) = upwards.split_once("[contacts]").unwrap();
    let turned = |text: &str, of: &str| {
        let mut parts: Vec<&str> = text.rsplit(of).collect();
        let head = parts.pop().unwrap();
        parts.iter().fold(head.to_owned(), |text, part| format!("{text}{of}{}\n", part.trim_end()))
    };
    let downwards = format!("{}[contacts]{}", turned(bodies, "[bodies.b"), turned(contacts, "[[contacts.pair]]"));
    assert_ne!(upwards, downwards);
    let [up, down] = [upwards, downwards].map(|text| {
        let mut host = Host::new(&text, stacked(10, 1e-3), [0.0, 0.0, -9.81]);
        (0..20).for_each(|_| host.step(1e-3));
        host.bodies
    });
    let off = up.iter().zip(&down).map(|(a, b)| (a.position - b.position).norm()).fold(0.0, f64::max);
    let way = height(9) - up[9].position[2];
    let slower = up.iter().zip(&down).map(|(a, b)| (a.velocity - b.velocity).norm()).fold(0.0, f64::max);
    let speed = up.iter().map(|a| a.velocity.norm()).fold(0.0, f64::max);
    println!("{off:e} of {way:e} m, {slower:e} of {speed:e} m/s");
    // between what was found where sweeps are mixed, 5.2e-5, and where they are not, 8.6e-5; speeds differ by 7.6e-4 and 6.3e-4, whose bound is chosen
    assert!(off < 7e-5 * way && slower < 1e-3 * speed, "{off:e} of {way:e} m, {slower:e} of {speed:e} m/s");
}

/// d of the damping a = d/v_in that gives e: (1 + d)/(1 − e·d) = exp(d·(1 + e)) [G04 eq. 10], between 0 and 1/e.
fn damping(e: f64) -> f64 {
    let (mut low, mut high) = (1e-9, (1.0 - 1e-15) / e);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let is_below = (1.0 + middle).ln() - (1.0 - e * middle).ln() < middle * (1.0 + e);
        *if is_below { &mut low } else { &mut high } = middle;
    }
    low
}

/// A box that has landed on its face with 0.02 m/s sinks in slowly, by m·ẍ = m·g − k·x·(1 + a·ẋ) with k = k_A·0.01 m². Oracle: the rule of Runge
/// and Kutta of fourth order from where it is after 5 ms. Micro-steps are up to ten times as long as those of an impact, and a stiff damper
/// makes velocities lag by half of one.
#[test]
fn box_sinks_in_by_long_micro_steps_as_its_law_says() {
    const SPEED: f64 = 0.02;
    for (k_a, e) in [(1e8, 0.001), (1e8, 0.01), (1e9, 0.001)] {
        let mut bodies = stacked(1, 0.0);
        bodies[0].velocity[2] = -SPEED;
        let mut host = Host::new(&text(1, k_a, e), bodies, [0.0, 0.0, -9.81]);
        let (k, a) = (k_a * 0.01, damping(e) / SPEED);
        let rates = |[x, v]: [f64; 2]| [v, 9.81 - (k * x * (1.0 + a * v)).max(0.0)];
        let place = |host: &Host| height(0) - host.bodies[0].position[2];
        (0..5).for_each(|_| host.step(1e-3));
        let (start, dt) = (place(&host), 1e-7);
        let mut at = [start, -host.bodies[0].velocity[2]];
        for _ in 0..30 {
            host.step(1e-3);
            for _ in 0..10_000 {
                let moved = |by: [f64; 2], h: f64| [at[0] + h * by[0], at[1] + h * by[1]];
                let r_1 = rates(at);
                let r_2 = rates(moved(r_1, 0.5 * dt));
                let r_3 = rates(moved(r_2, 0.5 * dt));
                let r_4 = rates(moved(r_3, dt));
                let mean = core::array::from_fn(|n| (r_1[n] + 2.0 * (r_2[n] + r_3[n]) + r_4[n]) / 6.0);
                at = moved(mean, dt);
            }
        }
        let off = (place(&host) - at[0]) / (at[0] - start);
        println!("k_A {k_a} e {e}: {off:e} of the way, {} micro-steps", host.micro_steps);
        assert!(off.abs() < WAY, "k_A {k_a} e {e}: {off:e}");
        // those of an impact of 1 m/s
        let told = 0.035 / scene(&text(1, k_a, e)).pace().expect("masses are told").together;
        assert!((host.micro_steps as f64) < 0.2 * told, "k_A {k_a} e {e}: {} of {told}", host.micro_steps);
    }
}

/// Part of the way by which it may differ. Places lag by half a micro-step, ½·h·(v₀ − v₁) of the way: 3e-3 with the mean h of the first of these, which
/// is a bound. Chosen between what was found with forces that change by 2e-4 in a micro-step, 1.8e-3, and by 2e-2, 2.6e-3.
const WAY: f64 = 2.2e-3;
