//! A box that tumbles in a closed room, by volume: elastic and without friction it keeps its energy.

use super::host::{Host, HostBody};
use super::{SETTINGS, get};
use nalgebra::{UnitQuaternion, Vector3};

pub const WALLS: [(&str, [i32; 3]); 6] = [
    ("floor", [0, 0, 1]),
    ("ceiling", [0, 0, -1]),
    ("left", [1, 0, 0]),
    ("right", [-1, 0, 0]),
    ("front", [0, 1, 0]),
    ("back", [0, -1, 0]),
];

fn room(size: [f64; 3], inertia: [f64; 3], settings: &str) -> Host {
    room_of(1.0, "sequential", size, inertia, settings)
}

/// With a body that is told as so many times as heavy.
pub fn room_of(told: f64, order: &str, size: [f64; 3], inertia: [f64; 3], settings: &str) -> Host {
    let walls: Vec<String> = WALLS
        .iter()
        .map(|(name, n)| format!("{{ name = \"{name}\", plane = {{ normal = {n:?}, height = -0.5 }} }}"))
        .collect();
    let text = format!(
        "[unit]\nname = \"Room\"\n[bodies.room]\nshape = [ {} ]\n[bodies.box]\nmass = 2.0\nposition = [0, 0, 0]\n\
         inertia = [{}, {}, {}, 0, 0, 0]\nshape = {{ box = {{ size = {size:?} }} }}\n[contacts]\n{}{settings}",
        walls.join(", "),
        inertia[0],
        inertia[1],
        inertia[2],
        SETTINGS.replace("sequential", order),
    );
    let mut body = HostBody::new("box", 2.0, inertia);
    body.told = told;
    body.velocity = Vector3::new(1.3, 0.7, -1.1);
    body.omega = Vector3::new(3.0, -2.0, 4.0);
    body.turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, 0.2, 0.5));
    Host::new(&text, vec![body], [0.0, 0.0, -9.81])
}

/// Largest rise of the energy in a step, change over all, and residual of the ledger after `time` [s], by the energy of the start.
fn kept(mut host: Host, h: f64, time: f64) -> [f64; 3] {
    let start = host.energy();
    let (mut rise, mut before) = (0.0_f64, start);
    for _ in 0..(time / h) as usize {
        host.step(h);
        let now = host.energy();
        rise = rise.max(now - before);
        before = now;
    }
    let [residual] = get(&mut host.system, "energyResidual");
    [rise, before - start, residual].map(|of| of / start)
}

/// A dozen impacts of corners and edges, some of them cut by the ends of steps.
#[test]
fn box_in_a_closed_room_keeps_its_energy() {
    for moments in [[0.013; 3], [0.01, 0.013, 0.016]] {
        for (k, h, time) in [("1e8", 1e-3, 2.0), ("1e8", 1e-4, 0.5), ("1e10", 1e-3, 2.0)] {
            let settings = format!("compliance.k_A = {k}\ncompliance.e = 1\nfriction.law = \"none\"\n");
            let [rise, change, residual] = kept(room([0.2, 0.16, 0.25], moments, &settings), h, time);
            println!("moments {moments:?} k_A {k} h {h}: rise {rise:e} change {change:e} residual {residual:e}");
            // what is made up for later stands in between: 4.3e-7 at most; then a remainder of each of the impacts
            assert!(rise < 1e-6, "moments {moments:?} k_A {k} h {h}: {rise:e}");
            assert!(
                change.abs() < 2e-6 && residual.abs() < 2e-6,
                "moments {moments:?} k_A {k} h {h}: {change:e} {residual:e}"
            );
        }
    }
}

#[test]
fn box_that_loses_energy_in_a_room_never_gains_any() {
    let settings = "compliance.k_A = 1e8\ncompliance.e = 0.3\n";
    let [rise, change, residual] = kept(room([0.2, 0.16, 0.25], [0.01, 0.013, 0.016], settings), 1e-3, 2.0);
    println!("rise {rise:e} change {change:e} residual {residual:e}");
    // it lies on the floor in the end; the ledger closes to what single impacts leave
    assert!(rise < 1e-9 && change < -0.5 && residual.abs() < 1e-7, "{rise:e} {change:e} {residual:e}");
}
