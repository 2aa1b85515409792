//! Systems of several contacts on shared bodies.

#[path = "../common/random.rs"]
mod random;

#[path = "../common/extrapolated.rs"]
mod extrapolated;

#[path = "../common/all_pairs.rs"]
mod all_pairs;
mod convex;
mod coupled;
mod faces;
mod facets;
mod files;
mod free;
mod model;
mod patch;
mod rim;
mod rocking;
mod same_bits;
mod sizes;
mod slopes;
mod solids;
mod ways;

use asperity::fmi::layout::Layout;
use asperity::fmi::model::{Run, Variable};
use asperity::fmi::{Interface, Model};
use asperity::unit::system::{Scene, System, text};
use asperity::unit::table::Id;
use std::sync::Arc;

/// The scene of a text, without materials by name.
fn scene(text: &str) -> Scene {
    text::scene(text, &|_| None).unwrap_or_else(|error| panic!("{error}"))
}

fn system(interface: Interface, text: &str) -> System {
    System::new(interface, Arc::new(scene(text)), "a-guid")
}

/// The run of a variable by its name without elements: `ball.position`.
fn run(layout: &Layout<Id>, name: &str) -> Run<Id> {
    for (block, of) in (0..).zip(&layout.blocks) {
        for row in of.table.rows {
            if format!("{}{}", of.prefix, row.name) == name {
                return Run { block, id: row.id, k: 0, length: row.len() };
            }
        }
    }
    panic!("there is no {name}")
}

fn set(system: &mut System, name: &str, values: &[f64]) {
    let run = run(&system.layout(), name);
    system.set_reals(&[run], values);
}

fn get<const N: usize>(system: &mut System, name: &str) -> [f64; N] {
    let run = run(&system.layout(), name);
    let mut values = [0.0; N];
    system.reals(&[run], &mut values).unwrap();
    values
}

fn integer(system: &mut System, name: &str) -> i32 {
    let run = run(&system.layout(), name);
    system.integer(Variable { block: run.block, id: run.id }).unwrap()
}
