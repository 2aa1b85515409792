//! A packed system of several contacts through the crate `fmi`.

use fmi::fmi2::instance::{CoSimulation, Common};
use fmi::traits::{FmiImport, FmiStatus};
use rust_fmi_host::{get, import_of, vectors};

/// The unit of `fmu-tests/systems/two-balls.toml`, which the environment variable ASPERITY_SYSTEM_FMU names.
fn packed() -> fmi::fmi2::import::Fmi2Import {
    import_of("ASPERITY_SYSTEM_FMU", "TwoBalls.fmu")
}

/// Depth of each ball in the table [m]: the force that bears it is k·x^1.5, as nothing moves.
const DEPTH: f64 = 1e-3;
const STIFFNESS: f64 = 1e6;
const RADIUS: f64 = 0.1;

#[test]
fn forces_on_shared_bodies_are_those_of_the_spring_law() {
    let import = packed();
    assert_eq!(import.model_description().model_name, "TwoBalls");
    let mut unit = import.instantiate_cs("system", false, true).expect("an instance");
    let inputs = vectors(&import, &["a.position", "b.position"]);
    // the balls overlap by as much as each overlaps with the table
    let height = RADIUS - DEPTH;
    let positions = [0.0, 0.0, height, 2.0 * RADIUS - DEPTH, 0.0, height];
    unit.set_real(&inputs, &positions).expect("inputs");
    unit.setup_experiment(None, 0.0, None).expect("an experiment");
    unit.enter_initialization_mode().expect("initialization mode");
    unit.exit_initialization_mode().expect("initialization");
    unit.set_real(&inputs, &positions).expect("inputs can be set");
    unit.do_step(0.0, 1e-3, true).expect("a step");
    let forces = get(&mut unit, &vectors(&import, &["a.force", "b.force", "table.force"]));
    let force = STIFFNESS * DEPTH.powf(1.5);
    let wanted = [-force, 0.0, force, force, 0.0, force, 0.0, 0.0, -2.0 * force];
    for (found, wanted) in forces.iter().zip(wanted) {
        // the depth is a difference of numbers of 0.1 m: 1e-17 m of 1e-3 m, times the slope of the law
        assert!((found - wanted).abs() < 1e-10 * force, "{forces:?}");
    }
}

#[test]
fn a_saved_system_goes_on_with_the_same_bits() {
    let import = packed();
    let mut unit = import.instantiate_cs("system", false, true).expect("an instance");
    let (inputs, outputs) =
        (vectors(&import, &["a.position", "a.velocity"]), vectors(&import, &["a.force", "table.torque"]));
    unit.setup_experiment(None, 0.0, None).expect("an experiment");
    unit.enter_initialization_mode().expect("initialization mode");
    unit.set_real(&vectors(&import, &["b.position"]), &[1.0, 0.0, 0.5]).expect("inputs");
    unit.set_real(&inputs, &[0.0, 0.0, RADIUS, 0.1, 0.0, -0.1]).expect("inputs");
    unit.exit_initialization_mode().expect("initialization");
    let slide = |unit: &mut fmi::fmi2::instance::InstanceCS, steps: std::ops::Range<u32>| {
        let mut bits = Vec::new();
        for number in steps {
            let time = f64::from(number) * 1e-3;
            unit.set_real(&inputs, &[0.1 * time, 0.0, RADIUS - 1e-3 * (90.0 * time).sin(), 0.1, 0.0, 0.0])
                .expect("inputs");
            unit.do_step(time, 1e-3, true).expect("a step");
            bits.extend(get(unit, &outputs).iter().map(|value| value.to_bits()));
        }
        bits
    };
    slide(&mut unit, 0..20);
    let kept = unit.get_fmu_state().expect("a state");
    let first = slide(&mut unit, 20..60);
    assert!(first.iter().any(|bits| f64::from_bits(*bits).abs() > 1.0), "there are forces to compare");
    unit.set_fmu_state(&kept).ok().expect("it goes back");
    assert_eq!(slide(&mut unit, 20..60), first);
}
