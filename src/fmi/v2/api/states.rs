//! Snapshots: fmi2GetFMUstate and its kin.

use crate::fmi::instance::Refusal;
use crate::fmi::model::Model;
use crate::fmi::snapshot::Snapshot;
use crate::fmi::v2::abi::*;
use crate::fmi::v2::calls::Call;
use crate::fmi::v2::guard::{enter, place, slice, slice_mut};
use core::ptr;

/// # Safety
/// `state` is NULL or came from `get_fmu_state`.
unsafe fn snapshot<'a, M: Model>(state: fmi2FMUstate) -> Result<&'a Snapshot<M>, Refusal> {
    // SAFETY: by the caller's promise
    unsafe { state.cast::<Snapshot<M>>().as_ref() }.ok_or_else(|| Refusal::error("FMUstate is NULL"))
}

pub unsafe fn get_fmu_state<M: Model>(component: fmi2Component, state: *mut fmi2FMUstate) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetFmuState, |instance| {
            let state = place("FMUstate", state)?;
            match state.cast::<Snapshot<M>>().as_mut() {
                Some(reused) => {
                    reused.core_for(instance.core.interface).map_err(Refusal::error)?;
                    reused.renew(&instance.core);
                }
                None => *state = Box::into_raw(Box::new(Snapshot::of(&instance.core))).cast(),
            }
            Ok(())
        })
    }
}

pub unsafe fn set_fmu_state<M: Model>(component: fmi2Component, state: fmi2FMUstate) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetFmuState, |instance| {
            let core = snapshot::<M>(state)?.core_for(instance.core.interface).map_err(Refusal::error)?;
            instance.core.clone_from(core);
            Ok(())
        })
    }
}

pub unsafe fn free_fmu_state<M: Model>(component: fmi2Component, state: *mut fmi2FMUstate) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::FreeFmuState, |instance| {
            let Some(state) = state.as_mut() else { return Ok(()) };
            if !state.is_null() {
                snapshot::<M>(*state)?.core_for(instance.core.interface).map_err(Refusal::error)?;
                drop(Box::from_raw(state.cast::<Snapshot<M>>()));
                *state = ptr::null_mut();
            }
            Ok(())
        })
    }
}

pub unsafe fn serialized_fmu_state_size<M: Model>(
    component: fmi2Component,
    state: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SerializedFmuStateSize, |instance| {
            let snapshot = snapshot::<M>(state)?;
            snapshot.core_for(instance.core.interface).map_err(Refusal::error)?;
            *place("size", size)? = snapshot.size();
            Ok(())
        })
    }
}

pub unsafe fn serialize_fmu_state<M: Model>(
    component: fmi2Component,
    state: fmi2FMUstate,
    bytes: *mut fmi2Byte,
    size: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SerializeFmuState, |instance| {
            let snapshot = snapshot::<M>(state)?;
            snapshot.core_for(instance.core.interface).map_err(Refusal::error)?;
            let bytes = slice_mut("serializedState", bytes.cast::<u8>(), size)?;
            if bytes.len() != snapshot.size() {
                let text = format!("serializedState has {size} bytes; the state has {}", snapshot.size());
                return Err(Refusal::error(text));
            }
            snapshot.write(bytes);
            Ok(())
        })
    }
}

pub unsafe fn de_serialize_fmu_state<M: Model>(
    component: fmi2Component,
    bytes: *const fmi2Byte,
    size: usize,
    state: *mut fmi2FMUstate,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::DeSerializeFmuState, |instance| {
            let bytes = slice("serializedState", bytes.cast::<u8>(), size)?;
            let read = Snapshot::read(bytes, &instance.core).map_err(Refusal::error)?;
            let state = place("FMUstate", state)?;
            match state.cast::<Snapshot<M>>().as_mut() {
                Some(reused) => {
                    reused.core_for(instance.core.interface).map_err(Refusal::error)?;
                    *reused = read;
                }
                None => *state = Box::into_raw(Box::new(read)).cast(),
            }
            Ok(())
        })
    }
}
