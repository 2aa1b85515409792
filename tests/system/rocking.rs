//! A slender block that rocks from edge to edge: what its impacts leave, after Housner and by the pressure on its base.

use super::facets::{block, with_file};
use super::free::Free;
use asperity::fmi::Interface;
use asperity::unit::system::System;
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::Arc;

/// Half base, half height and width [m], and mass [kg].
const BASE: f64 = 0.05;
const HEIGHT: f64 = 0.2;
const WIDTH: f64 = 0.2;
const MASS: f64 = 10.0;
/// Tilt at the start [rad].
const TILT: f64 = 0.1;

fn text(shape: &str, e: f64) -> String {
    format!(
        "[unit]\nname = \"Rocking\"\n[bodies.table]\nshape = {{ plane = {{}} }}\n[bodies.body]\nmotion = \"input\"\nshape = {{ {shape} }}\n\
         [contacts]\ncompliance.k_A = 1e10\ncompliance.e = {e}\ncompliance.vMin = 0.1\nfriction.mu_S = 0.8\nfriction.mu_C = 0.8\n\
         friction.sigma_0 = 1e8\nfriction.sigma_1 = 1e5\n\
         [[contacts.pair]]\nbetween = [\"body\", \"table\"]\nname = \"contact\"\n[report]\ncontacts = \"all\"\n"
    )
}

/// The block on its whole base, or on two feet along its edges, so wide [m].
fn standing(feet: Option<f64>, e: f64) -> Free {
    let inertia = [WIDTH, 2.0 * BASE].map(|across| MASS * (across * across + 4.0 * HEIGHT * HEIGHT) / 12.0);
    let inertia = [inertia[0], inertia[1], MASS * (WIDTH * WIDTH + 4.0 * BASE * BASE) / 12.0];
    let on_base = format!("box = {{ size = [{}, {WIDTH}, {}] }}", 2.0 * BASE, 2.0 * HEIGHT);
    let mut free = Free::new(&text(&on_base, e), MASS, inertia);
    if let Some(wide) = feet {
        let half = [0.5 * wide, 0.5 * WIDTH, 0.01];
        let mut both = block(half, [0.5 * wide - BASE, 0.0, 0.01 - HEIGHT]);
        let other = block(half, [BASE - 0.5 * wide, 0.0, 0.01 - HEIGHT]);
        both.corners.extend(other.corners);
        both.triangles.extend(other.triangles.iter().map(|of| of.map(|k| k + 8)));
        let scene = with_file(&text("mesh = { file = \"feet.obj\" }", e), &both).unwrap();
        free.system = System::new(Interface::ModelExchange, Arc::new(scene), "a-guid");
    }
    free
}

/// Part of its height above that of the upright that is left after one change of the edge.
fn left(feet: Option<f64>, e: f64) -> f64 {
    let mut free = standing(feet, e);
    let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), TILT);
    let middle = turn * Vector3::new(-BASE, 0.0, HEIGHT);
    // sunk in by its weight: a wedge of the base, which leans by 0.1 rad
    let sunk = (2.0 * MASS * 9.81 / (1e10 * WIDTH) * TILT.tan()).sqrt();
    free.place([middle[0], 0.0, middle[2] - sunk], &turn);
    free.start();
    let (h, mut most, mut passed) = (2e-5, 0.0_f64, false);
    for _ in 0..20_000 {
        free.step(h);
        let tilt = 2.0 * free.state[5].atan2(free.state[3]);
        passed |= tilt < 0.0;
        if passed {
            most = most.max(-tilt);
        }
    }
    let alpha = BASE.atan2(HEIGHT);
    let height = |tilt: f64| (alpha - tilt).cos() - alpha.cos();
    height(most) / height(TILT)
}

/// The pressure summed point by point over the base by SciPy (`rocking.py`) says the same to 2e-3, and the friction, which is no constraint there. Housner's
/// (1 − 3/2·sin²α)² = 0.8313 is that of an impulse at the new edge alone: feet of 2 mm come near, a flat base lands with all of its face and keeps more.
#[test]
fn a_change_of_the_edge_leaves_what_the_pressure_on_the_base_says() {
    for (feet, e, wanted) in
        [(None, 0.1, 0.912_678), (None, 0.5, 0.941_589), (Some(0.01), 0.1, 0.861_945), (Some(0.002), 0.1, 0.835_678)]
    {
        let found = left(feet, e);
        assert!((found / wanted - 1.0).abs() < 2e-3, "{feet:?}, e = {e}: {found}, {wanted}");
        if feet == Some(0.002) {
            let housner = (1.0 - 1.5 * BASE.atan2(HEIGHT).sin().powi(2)).powi(2);
            assert!((found / housner - 1.0).abs() < 6e-3, "{found}, {housner}");
        }
    }
}
