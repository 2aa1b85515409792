//! fmi2SetReal and fmi2GetReal take neighbouring references together and remember those of the last call: whatever list a
//! host names, in whatever order and after whatever other list, each value is that of its own reference.

use asperity::fmi::description::{Causality, Kind};
use asperity::fmi::v2::abi::*;
use asperity::fmi::v2::api;
use asperity::unit::contact::Contact;
use asperity::unit::table::TABLE;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ffi::CString;
use std::ptr;

fn instance() -> fmi2Component {
    let callbacks = fmi2CallbackFunctions {
        logger: None,
        allocate_memory: None,
        free_memory: None,
        step_finished: None,
        component_environment: ptr::null_mut(),
    };
    let guid = CString::new(asperity::unit::GUID).unwrap();
    unsafe {
        api::instantiate::<Contact>(
            c"runs".as_ptr(),
            FMI2_CO_SIMULATION,
            guid.as_ptr(),
            ptr::null(),
            &callbacks,
            FMI2_FALSE,
        )
    }
}

/// Value references of all Real inputs.
fn inputs() -> Vec<u32> {
    let rows = TABLE.iter().filter(|row| row.causality == Causality::Input && row.kind == Kind::Real);
    rows.flat_map(|row| row.value_reference..row.value_reference + row.len() as u32).collect()
}

fn set(c: fmi2Component, references: &[u32], values: &[f64]) -> fmi2Status {
    unsafe { api::set_real::<Contact>(c, references.as_ptr(), references.len(), values.as_ptr()) }
}

fn get(c: fmi2Component, references: &[u32]) -> Vec<f64> {
    let mut values = vec![f64::NAN; references.len()];
    let status = unsafe { api::get_real::<Contact>(c, references.as_ptr(), references.len(), values.as_mut_ptr()) };
    assert_eq!(status, FMI2_OK);
    values
}

/// Lists of references as hosts name them: pieces of the table, whole vectors among them, in any order, with repetitions;
/// shorter and longer than what is remembered.
fn list() -> impl Strategy<Value = Vec<u32>> {
    let all = inputs();
    let piece = (0..all.len(), 1..16_usize)
        .prop_map(move |(start, length)| all.iter().skip(start).take(length).copied().collect::<Vec<_>>());
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_list_of_references_sets_and_gets_what_one_by_one_does(
        lists in prop::collection::vec(list(), 1..4),
        calls in prop::collection::vec((any::<prop::sample::Index>(), -9.0..9.0), 1..12),
    ) {
        let c = instance();
        unsafe {
            use asperity::fmi::lifecycle::State;
            use asperity::fmi::v2::calls::Call;
            assert_eq!(api::change_state::<Contact>(c, Call::EnterInitializationMode, State::Initialization), FMI2_OK);
        }
        let mut held: BTreeMap<u32, f64> = inputs().iter().copied().zip(get(c, &inputs())).collect();
        for (which, value) in calls {
            let references = which.get(&lists);
            let values: Vec<f64> = (0..references.len()).map(|k| value + k as f64).collect();
            prop_assert_eq!(set(c, references, &values), FMI2_OK);
            // a repeated reference keeps the last of its values
            held.extend(references.iter().copied().zip(values.iter().copied()));
            let expected: Vec<f64> = references.iter().map(|reference| held[reference]).collect();
            prop_assert_eq!(get(c, references), expected);

            let mut refused = values.clone();
            let place = references.len() / 2;
            refused[place] = f64::INFINITY;
            prop_assert_eq!(set(c, references, &refused), FMI2_DISCARD);
            for (reference, value) in &held {
                prop_assert_eq!(get(c, &[*reference]), [*value]);
            }
        }
        unsafe { api::free_instance::<Contact>(c) };
    }
}

#[test]
fn a_list_with_one_invalid_reference_sets_and_gets_nothing() {
    let c = instance();
    unsafe {
        use asperity::fmi::lifecycle::State;
        use asperity::fmi::v2::calls::Call;
        assert_eq!(api::change_state::<Contact>(c, Call::EnterInitializationMode, State::Initialization), FMI2_OK);
    }
    let integer = TABLE.iter().find(|row| row.kind != Kind::Real).unwrap().value_reference;
    let good = &inputs()[..13];
    assert_eq!(set(c, good, &[1.0; 13]), FMI2_OK);
    for bad in [integer, 100_000, u32::MAX] {
        for place in [0, 6, 12] {
            let mut references = good.to_vec();
            references[place] = bad;
            // twice: the second call must not take the first for remembered
            for _ in 0..2 {
                assert_eq!(set(c, &references, &[2.0; 13]), FMI2_ERROR);
                let mut values = [3.0; 13];
                let status = unsafe { api::get_real::<Contact>(c, references.as_ptr(), 13, values.as_mut_ptr()) };
                assert_eq!((status, values), (FMI2_ERROR, [3.0; 13]));
            }
            assert_eq!(get(c, good), [1.0; 13]);
        }
    }
    unsafe { api::free_instance::<Contact>(c) };
}
