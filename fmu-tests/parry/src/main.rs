//! Distances and depths of convex bodies beside those of parry:
//!
//!     cargo run --release --manifest-path fmu-tests/parry/Cargo.toml
//!
//! A package of its own: nobody who tests Asperity builds parry. The program ends with a panic where they differ by more than 1e-12 m. What both
//! cost is measured by fmu-tests/bench/run.

use against_parry::pairs::{Both, Pair, V3, cuboid, hull};
use parry3d_f64::math::Vector;

/// How far both may differ [m], of bodies of 0.1 m to 1 m.
const BOUND: f64 = 1e-12;

/// Drawn numbers from −1 to 1 that are the same on every machine: SplitMix64.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * 0.5 * (self.signed() + 1.0)
    }

    fn orientation(&mut self) -> [f64; 4] {
        std::array::from_fn(|_| self.signed())
    }
}

fn drawn(random: &mut Random, is_box: bool) -> Both {
    if is_box {
        return cuboid(std::array::from_fn(|_| random.within(0.1, 0.5)));
    }
    let points: Vec<Vector> =
        (0..14).map(|_| Vector::new(random.signed(), random.signed(), random.signed()) * 0.5).collect();
    hull(&points)
}

/// The worst of what both say of bodies that are apart, and of boxes that lie flat in each other, turned about the normal: elsewhere parry's depth is the
/// least way out, and ours that along the force.
fn compare() {
    let mut random = Random(41);
    let (mut apart, mut worst) = (0, 0.0_f64);
    for k in 0..2000 {
        let bodies = [drawn(&mut random, k % 2 == 0), drawn(&mut random, k % 3 == 0)];
        let at = V3::from_fn(|_, _| random.signed() * 2.0);
        let pair = Pair::new(bodies, at, random.orientation());
        let distance = pair.distance();
        if distance > 0.0 {
            worst = worst.max((pair.ours() + distance).abs());
            apart += 1;
        }
    }
    println!("{apart} pairs apart: worst {worst:.1e} m");
    assert!(apart > 1000 && worst < BOUND, "{worst}");
    let mut worst = 0.0_f64;
    for _ in 0..500 {
        let (small, large) = ([0.1, 0.12, 0.1], [1.0, 1.0, random.within(0.2, 0.5)]);
        let depth = 10f64.powf(random.within(-6.0, -2.0));
        let turn = random.within(0.0, 3.0);
        let at = V3::new(random.signed() * 0.5, random.signed() * 0.5, small[2] + large[2] - depth);
        let pair = Pair::new([cuboid(small), cuboid(large)], at, [turn.cos(), 0.0, 0.0, turn.sin()]);
        let theirs = pair.theirs(10.0).expect("they overlap");
        worst = worst.max((theirs - depth).abs()).max((pair.ours() - depth).abs());
    }
    println!("500 boxes flat in each other: worst {worst:.1e} m");
    assert!(worst < BOUND, "{worst}");
}

fn main() {
    compare();
}
