//! Every pair of shapes answers the same bits on every platform, in every build.

use super::all_pairs::{AllPairs, PAIRS, STEPS};
use asperity::fmi::Interface;

/// FNV-1a over the bytes of each number, lowest first. `cargo test --target …` says the same of aarch64 and Windows (docs/platforms.md).
const WANTED: u64 = 0x2990_0a8b_011b_966a;

/// A step of each pair after the other through contact and out of it, and slopes of its force and torque in Model Exchange.
#[test]
fn every_pair_of_shapes_has_the_same_bits_everywhere() {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |numbers: &[f64]| {
        for byte in numbers.iter().flat_map(|number| number.to_bits().to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let mut steps = AllPairs::new(Interface::CoSimulation);
    let mut exchange = AllPairs::new(Interface::ModelExchange);
    let mut greatest = [0.0_f64; PAIRS.len()];
    for step in 0..STEPS {
        steps.step(step);
        exchange.update(step);
        for (k, greatest) in greatest.iter_mut().enumerate() {
            let wrench = steps.wrench(k);
            *greatest = greatest.max(wrench[2]);
            add(&wrench);
            if step % 10 == 5 {
                add(&exchange.slopes(k));
            }
        }
    }
    for (pair, greatest) in PAIRS.iter().zip(greatest) {
        assert!(greatest > 0.1, "{pair:?} never touched");
    }
    assert_eq!(hash, WANTED, "{hash:#018x}");
}
