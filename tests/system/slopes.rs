//! Directional derivatives of a system against central differences, and along time.

use super::all_pairs::{AllPairs, PAIRS};
use super::extrapolated::{Compared, slopes};
use super::{get, run, set, system};
use asperity::fmi::model::Run;
use asperity::fmi::{Interface, Model};
use asperity::unit::system::System;

const TWO_BALLS: &str = r#"
[unit]
name = "TwoBalls"
[bodies.table]
shape = { plane = {} }
[bodies.a]
mass = 1.0
shape = { sphere = { radius = 0.1 } }
[bodies.b]
mass = 2.0
shape = { sphere = { radius = 0.2 } }
[report]
contacts = "all"
"#;

fn placed() -> System {
    let mut system = system(Interface::ModelExchange, TWO_BALLS);
    for (name, values) in [
        ("a.position", [0.0, 0.0, 0.098]),
        ("a.velocity", [0.03, 0.01, -0.1]),
        ("a.angularVelocity", [0.2, 0.3, 0.1]),
        ("b.position", [0.27, 0.05, 0.199]),
        ("b.velocity", [-0.05, 0.0, -0.02]),
        ("b.angularVelocity", [0.1, -0.4, 0.2]),
        ("a__table.z", [1e-6, 2e-6, 0.0]),
    ] {
        set(&mut system, name, &values);
    }
    system.exit_initialization(&mut |_| {}).unwrap();
    // the impacts were at these speeds, at which the damping has a kink: go on below it
    set(&mut system, "a.velocity", &[0.02, 0.01, -0.05]);
    system
}

const UNKNOWNS: [(&str, usize); 9] = [
    ("a__table.forceI", 3),
    ("a__b.forceI", 3),
    ("table.force", 3),
    ("a.force", 3),
    ("a.torque", 3),
    ("b.force", 3),
    ("a__b.normalForce", 1),
    ("der(energyWork)", 1),
    ("energyElastic", 1),
];

#[test]
fn directional_derivatives_are_central_differences() {
    let mut system = placed();
    for (known, count) in
        [("a.position", 3), ("a.velocity", 3), ("b.position", 3), ("b.angularVelocity", 3), ("a__table.z", 3)]
    {
        for k in 0..count {
            let seed = Run { k, length: 1, ..run(&system.layout(), known) };
            system.tangent(&mut [(seed, 1.0)].into_iter()).unwrap();
            // forces of 1e3 N change by 1e6 N/m: differences over 1e-8 are good to some 1e-6 of the largest
            let shift = 1e-8;
            let moved = |by: f64| {
                let mut moved = system.clone();
                let mut value = [0.0];
                moved.reals(&[seed], &mut value).unwrap();
                moved.set_reals(&[seed], &[value[0] + by]);
                moved
            };
            let [mut high, mut low] = [moved(shift), moved(-shift)];
            for (unknown, count) in UNKNOWNS {
                for element in 0..count {
                    let of = Run { k: element, length: 1, ..run(&system.layout(), unknown) };
                    let slope = system.tangent_of(&mut (), of);
                    let mut ends = [[0.0], [0.0]];
                    high.reals(&[of], &mut ends[0]).unwrap();
                    low.reals(&[of], &mut ends[1]).unwrap();
                    let difference = (ends[0][0] - ends[1][0]) / (2.0 * shift);
                    let size = 1e-4 * slope.abs().max(1.0) + 0.05;
                    assert!(
                        (slope - difference).abs() < size,
                        "{unknown}[{element}] by {known}[{k}]: {slope}, {difference}"
                    );
                }
            }
        }
    }
}

/// What a seed does not concern has no slope: the table does not feel how body a touches body b.
#[test]
fn a_contact_depends_on_its_own_bodies_only() {
    let mut system = placed();
    let seed = run(&system.layout(), "b.position");
    system.tangent(&mut [(Run { k: 0, length: 1, ..seed }, 1.0)].into_iter()).unwrap();
    let of = |system: &System, name: &str, k: usize| {
        let run = run(&system.layout(), name);
        system.tangent_of(&mut (), Run { k, length: 1, ..run })
    };
    assert_eq!(of(&system, "a__table.normalForce", 0), 0.0);
    assert!(of(&system, "a__b.normalForce", 0) != 0.0);
    let [force]: [f64; 1] = get(&mut system, "a__b.normalForce");
    assert!(force > 0.0);
}

/// Force and torque of every pair of shapes, on the way in, at the bottom and on the way out: within 1e-8 of the greatest slope.
#[test]
fn slopes_of_every_pair_of_shapes_are_extrapolated_differences() {
    let mut all = AllPairs::new(Interface::ModelExchange);
    let mut compared = [(); PAIRS.len()].map(|()| Compared::default());
    for step in 0..60 {
        all.place(step);
        all.system.new_discrete_states(&mut |_| {}).unwrap();
        if step % 12 != 9 {
            continue;
        }
        // at the speed of an impact the damping has a kink
        all.share = 0.5;
        for (k, compared) in compared.iter_mut().enumerate() {
            all.place(step);
            let found = all.slopes(k);
            let wanted = {
                let all = std::cell::RefCell::new(&mut all);
                slopes(1e-5, |by| {
                    let mut all = all.borrow_mut();
                    all.place_beside(step, by);
                    all.wrench(k)
                })
            };
            let scale = found.iter().map(|slope| slope.abs()).fold(0.0, f64::max);
            for (slope, wanted) in found.into_iter().zip(wanted).filter(|_| scale > 0.0) {
                assert!(!compared.differs(slope, wanted, scale), "{:?} at {step}: {slope:e}, {wanted:?}", PAIRS[k]);
            }
        }
        all.share = 1.0;
    }
    // two capsules touch less deep than the differences reach
    let seen = compared.iter().filter(|compared| compared.share() > 0.4).count();
    assert!(seen + 1 >= PAIRS.len(), "{:?}", compared.map(|compared| compared.share()));
}
