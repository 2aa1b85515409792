//! Co-Simulation through the crate `fmi`, which neither sets input derivatives nor reads those of outputs: the mean
//! force of the interface coupling, and prescribed motion.

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{CoSimulation, Common, InstanceCS};
use fmi::traits::FmiStatus;
use rust_fmi_host::ball::{ACTIONS, INPUTS, MASS, RADIUS, RESTITUTION, SETTINGS, SPHERE_PLANE};
use rust_fmi_host::{choose, get, import, set, vectors};

/// Communication step [s].
const STEP: f64 = 1e-3;
/// Item of `coupling.mode`.
const INTERFACE: i32 = 2;

fn start(import: &Fmi2Import, row: &[f64; 9], settings: &[(&str, f64)], mode: Option<i32>) -> InstanceCS {
    let mut unit = import.instantiate_cs("co-simulation", false, true).expect("an instance");
    choose(import, &mut unit, "geometry.pair", SPHERE_PLANE).expect("a pair");
    set(import, &mut unit, &SETTINGS).expect("parameters");
    set(import, &mut unit, settings).expect("more parameters");
    if let Some(mode) = mode {
        choose(import, &mut unit, "coupling.mode", mode).expect("a coupling");
    }
    unit.set_real(&vectors(import, &INPUTS), row).expect("inputs");
    unit.setup_experiment(None, 0.0, None).expect("an experiment");
    unit.enter_initialization_mode().expect("initialization mode");
    unit.exit_initialization_mode().expect("initialization");
    unit
}

#[test]
fn a_drop_at_one_millisecond_rebounds_with_the_restitution_set() {
    let import = import();
    let mut row = [0.0; 9];
    (row[2], row[5]) = (RADIUS + 5.5e-4, -1.0);
    // So stiff that the impact takes 2.7 of these steps; without gravity, which would take part in it.
    let mut unit = start(&import, &row, &[("compliance.k", 1e8), ("coupling.massI", MASS)], Some(INTERFACE));
    let (inputs, actions) = (vectors(&import, &INPUTS), vectors(&import, &ACTIONS));
    for number in 0..40 {
        unit.do_step(f64::from(number) * STEP, STEP, true).expect("a step");
        let force = get(&mut unit, &actions)[2];
        row[2] += STEP * row[5] + 0.5 * STEP * STEP * force / MASS;
        row[5] += STEP * force / MASS;
        unit.set_real(&inputs, &row).expect("inputs can be set");
    }
    assert!(row[2] > RADIUS, "the ball does not separate");
    // The documentation of the unit gives 5e-5 for the mean force alone.
    assert!((row[5] - RESTITUTION).abs() < 1e-4, "{}", row[5]);
}

/// The sphere slides over the plane and presses now more, now less; forces of each step.
fn slide(import: &Fmi2Import, unit: &mut InstanceCS, steps: std::ops::Range<u32>) -> Vec<u64> {
    let (inputs, actions) = (vectors(import, &INPUTS), vectors(import, &ACTIONS));
    let mut forces = Vec::new();
    for number in steps {
        let time = f64::from(number) * STEP;
        let row = [0.1 * time, 0.0, RADIUS - 1e-3 - 5e-4 * (90.0 * time).sin(), 0.1, 0.0, 0.0, 0.0, 0.3, 0.1];
        unit.set_real(&inputs, &row).expect("inputs can be set");
        unit.do_step(time, STEP, true).expect("a step");
        forces.extend(get(unit, &actions).iter().map(|value| value.to_bits()));
    }
    forces
}

#[test]
fn saved_states_give_the_same_bits_again_also_in_another_instance() {
    let import = import();
    let mut row = [0.0; 9];
    row[2] = RADIUS - 1e-3;
    let mut unit = start(&import, &row, &[], None);
    slide(&import, &mut unit, 0..50);
    let kept = unit.get_fmu_state().expect("a state");
    let bytes = unit.serialize_fmu_state(&kept).expect("bytes");
    let first = slide(&import, &mut unit, 50..100);
    assert!(first.iter().any(|bits| f64::from_bits(*bits).abs() > 1.0), "there are forces to compare");

    // after 50 further steps the bristles are elsewhere: without going back the numbers differ
    assert_ne!(slide(&import, &mut unit, 50..100), first);
    unit.set_fmu_state(&kept).ok().expect("it goes back");
    assert_eq!(slide(&import, &mut unit, 50..100), first);

    let mut other = start(&import, &row, &[], None);
    let state = other.deserialize_fmu_state(&bytes).expect("a state");
    other.set_fmu_state(&state).ok().expect("it takes the state of another instance");
    assert_eq!(slide(&import, &mut other, 50..100), first);
}
