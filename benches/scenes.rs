//! Steps of rigid bodies in contact, the random ones always the same: `cargo bench --package asperity --bench scenes`, `-- NAME`
//! for one. Times are of the step alone, residuals natural maps as the step reports them.

#[path = "../tests/rigid/multibody/scenes.rs"]
#[allow(dead_code)]
mod scenes;

use asperity::rigid::complementarity::Status;
use scenes::Scene;
use std::time::Instant;

/// Numbers between −1 and 1 of a fixed sequence.
fn noise() -> impl FnMut() -> f64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Name, step [s], steps, the scene.
type Entry = (&'static str, f64, usize, fn() -> Scene);

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    println!(
        "{:<28} {:>8} {:>8} {:>10} {:>10} {:>7} {:>7} {:>7} {:>9} {:>8}",
        "scene", "contacts", "steps", "us median", "us most", "sweeps", "newton", "impacts", "residual", "unsolved"
    );
    let scenes: [Entry; 9] = [
        ("stack of 10", 5e-3, 400, || scenes::stack(10)),
        ("wall of 30", 5e-3, 200, || scenes::wall(6, 5)),
        ("billiard break", 1e-3, 200, || scenes::billiard(8.0, 0.9)),
        ("cradle", 1e-2, 20, || scenes::cradle(5, 1e-3, 1.0)),
        ("30 balls in a box", 2e-3, 1500, || scenes::balls_in_a_box(30, 0.34, noise())),
        ("40 balls in a box", 2e-3, 400, || scenes::balls_in_a_box(40, 0.34, noise())),
        ("100 balls in a box", 2e-3, 600, || scenes::balls_in_a_box(100, 0.5, noise())),
        ("300 balls in a box", 2e-3, 600, || scenes::balls_in_a_box(300, 0.7, noise())),
        ("1000 balls in a box", 2e-3, 500, || scenes::balls_in_a_box(1000, 1.0, noise())),
    ];
    for (name, h, steps, scene) in scenes {
        if wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str())) {
            run(name, h, steps, scene());
        }
    }
}

fn run(name: &str, h: f64, steps: usize, mut scene: Scene) {
    let parts = 5;
    for part in 0..parts {
        let (mut times, mut sweeps, mut iterations, mut impacts, mut contacts) = (vec![], 0, 0, 0, 0);
        let (mut worst, mut unsolved) = (0.0, 0);
        for _ in 0..steps / parts {
            scene.meet();
            let start = Instant::now();
            scene.stepper.advance(&scene.bodies, &scene.contacts, h).unwrap();
            times.push(start.elapsed().as_secs_f64() * 1e6);
            let outcome = scene.step(h);
            contacts = scene.stepper.stepped(scene.contacts.len()).iter().filter(|stepped| stepped.is_closed).count();
            sweeps += outcome.sweeps;
            iterations += outcome.iterations;
            impacts += outcome.impacts;
            worst = f64::max(worst, outcome.residual);
            unsolved += usize::from(outcome.status != Status::Solved);
        }
        times.sort_by(f64::total_cmp);
        let count = (steps / parts) as u32;
        println!(
            "{:<28} {contacts:>8} {:>8} {:>10.0} {:>10.0} {:>7} {:>7} {impacts:>7} {worst:>9.1e} {unsolved:>8}",
            format!("{name} {}/{parts}", part + 1),
            steps / parts,
            times[times.len() / 2],
            times[times.len() - 1],
            sweeps / count,
            iterations / count,
        );
    }
}
