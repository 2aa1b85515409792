//! The functions of Co-Simulation.

use crate::fmi::instance::Refusal;
use crate::fmi::model::Model;
use crate::fmi::v2::abi::*;
use crate::fmi::v2::calls::Call;
use crate::fmi::v2::guard::{enter, place, slice, slice_mut};
use crate::fmi::variables;

pub unsafe fn set_real_input_derivatives<M: Model>(
    component: fmi2Component,
    references: *const fmi2ValueReference,
    count: usize,
    orders: *const fmi2Integer,
    values: *const fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetRealInputDerivatives, |instance| {
            let references = slice("vr", references, count)?;
            let (orders, values) = (slice("order", orders, count)?, slice("value", values, count)?);
            variables::set_input_derivatives(&mut instance.core, &instance.layout, references, orders, values)
        })
    }
}

pub unsafe fn get_real_output_derivatives<M: Model>(
    component: fmi2Component,
    references: *const fmi2ValueReference,
    count: usize,
    orders: *const fmi2Integer,
    values: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetRealOutputDerivatives, |instance| {
            let (references, orders) = (slice("vr", references, count)?, slice("order", orders, count)?);
            let values = slice_mut("value", values, count)?;
            variables::output_derivatives(&mut instance.core, &instance.layout, references, orders, values)
        })
    }
}

pub unsafe fn do_step<M: Model>(component: fmi2Component, point: fmi2Real, step: fmi2Real) -> fmi2Status {
    unsafe { enter::<M>(component, Call::DoStep, |instance| instance.do_step(Call::DoStep.name(), point, step)) }
}

/// A status that belongs to asynchronous or partial steps, which this layer does not make; also fmi2CancelStep, which the
/// lifecycle table allows nowhere.
pub unsafe fn no_status<M: Model>(component: fmi2Component, call: Call) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |_| {
            Err(Refusal::discard("no step is pending: fmi2DoStep always finishes its step"))
        })
    }
}

pub unsafe fn get_real_status<M: Model>(
    component: fmi2Component,
    kind: fmi2StatusKind,
    value: *mut fmi2Real,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetRealStatus, |instance| {
            let value = place("value", value)?;
            if kind != FMI2_LAST_SUCCESSFUL_TIME {
                return Err(Refusal::discard(format!("status kind {kind} is not a Real; 2 is fmi2LastSuccessfulTime")));
            }
            *value = instance.core.clock.time;
            Ok(())
        })
    }
}

pub unsafe fn get_boolean_status<M: Model>(
    component: fmi2Component,
    kind: fmi2StatusKind,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetBooleanStatus, |_| {
            let value = place("value", value)?;
            if kind != FMI2_TERMINATED {
                return Err(Refusal::discard(format!("status kind {kind} is not a Boolean; 3 is fmi2Terminated")));
            }
            *value = FMI2_FALSE;
            Ok(())
        })
    }
}
