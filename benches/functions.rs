//! Times of the laws, of the stepping functions and of the solvers:
//! `cargo bench --package asperity --bench functions`.

mod cases;

use cases::Case;
use divan::Bencher;

fn main() {
    divan::main();
}

#[divan::bench(args = cases::laws())]
fn laws(bencher: Bencher, case: &Case) {
    bencher.bench(|| (case.run)());
}

#[divan::bench(args = cases::stepping())]
fn stepping(bencher: Bencher, case: &Case) {
    bencher.bench(|| (case.run)());
}

#[divan::bench(args = cases::complementarity())]
fn complementarity(bencher: Bencher, case: &Case) {
    bencher.bench(|| (case.run)());
}

#[divan::bench(args = cases::impacts())]
fn impacts(bencher: Bencher, case: &Case) {
    bencher.bench(|| (case.run)());
}

#[divan::bench(args = cases::shapes())]
fn shapes(bencher: Bencher, case: &Case) {
    bencher.bench(|| (case.run)());
}

#[divan::bench(args = cases::systems())]
fn systems(bencher: Bencher, case: &Case) {
    bencher.bench(|| (case.run)());
}
