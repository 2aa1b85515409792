//! The functions of Model Exchange.

use crate::fmi::instance::{Answer, Refusal};
use crate::fmi::model::Model;
use crate::fmi::v2::abi::*;
use crate::fmi::v2::calls::Call;
use crate::fmi::v2::guard::{enter, place, slice, slice_mut};
use crate::fmi::variables;

pub unsafe fn new_discrete_states<M: Model>(component: fmi2Component, info: *mut fmi2EventInfo) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::NewDiscreteStates, |instance| {
            let info = place("fmi2eventInfo", info)?;
            let changed = instance.new_discrete_states(Call::NewDiscreteStates.name())?;
            *info = fmi2EventInfo {
                values_of_continuous_states_changed: fmi2Boolean::from(changed),
                ..fmi2EventInfo::default()
            };
            Ok(())
        })
    }
}

pub unsafe fn completed_integrator_step<M: Model>(
    component: fmi2Component,
    enter_event_mode: *mut fmi2Boolean,
    terminate_simulation: *mut fmi2Boolean,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::CompletedIntegratorStep, |instance| {
            let enter_event_mode = place("enterEventMode", enter_event_mode)?;
            *place("terminateSimulation", terminate_simulation)? = FMI2_FALSE;
            *enter_event_mode = fmi2Boolean::from(instance.completed_step(Call::CompletedIntegratorStep.name()));
            Ok(())
        })
    }
}

pub unsafe fn set_time<M: Model>(component: fmi2Component, time: fmi2Real) -> fmi2Status {
    unsafe { enter::<M>(component, Call::SetTime, |instance| instance.set_time(Call::SetTime.name(), time)) }
}

/// `count` must be the number of states or indicators; 0 asks for nothing and gets it.
fn check_count(name: &str, count: usize, expected: usize) -> Answer {
    if count == expected || count == 0 {
        return Ok(());
    }
    Err(Refusal::error(format!("{name} = {count}, but there are {expected}")))
}

pub unsafe fn set_continuous_states<M: Model>(
    component: fmi2Component,
    states: *const fmi2Real,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::SetContinuousStates, |instance| {
            check_count("nx", count, instance.continuous)?;
            variables::set_continuous(
                &mut instance.core,
                &instance.layout,
                &instance.states,
                slice("x", states, count)?,
            )
        })
    }
}

/// fmi2GetContinuousStates, fmi2GetDerivatives and fmi2GetNominalsOfContinuousStates.
pub unsafe fn get_continuous<M: Model>(
    component: fmi2Component,
    call: Call,
    values: *mut fmi2Real,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, call, |instance| {
            check_count("nx", count, instance.continuous)?;
            let values = slice_mut("x", values, count)?;
            match call {
                Call::GetNominalsOfContinuousStates => {
                    variables::nominals(&instance.layout, values);
                    Ok(())
                }
                Call::GetDerivatives => variables::continuous(&mut instance.core, &instance.rates, values),
                _ => variables::continuous(&mut instance.core, &instance.states, values),
            }
        })
    }
}

pub unsafe fn get_event_indicators<M: Model>(
    component: fmi2Component,
    indicators: *mut fmi2Real,
    count: usize,
) -> fmi2Status {
    unsafe {
        enter::<M>(component, Call::GetEventIndicators, |instance| {
            check_count("ni", count, instance.layout.event_indicators)?;
            let indicators = slice_mut("eventIndicators", indicators, count)?;
            let answer = instance.core.model.event_indicators(indicators);
            answer.map_err(|fault| Refusal::evaluation(instance.core.interface, fault))
        })
    }
}
