//! The functions of model exchange.

use super::Instance;
use crate::HostError;
use asperity::fmi::v2::abi::*;

/// More iterations than this at one event do not end.
const MAX_EVENT_ITERATIONS: u32 = 100;

impl Instance<'_> {
    /// Enters the event mode.
    pub fn enter_event_mode(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.fmu.functions.enter_event_mode)(self.component) };
        self.answer("fmi2EnterEventMode", status)
    }

    /// Iterates until the unit needs no more discrete states, and enters the continuous-time mode. Answers whether the unit
    /// has changed its continuous states.
    pub fn settle_event(&self) -> Result<bool, HostError> {
        let mut changed = false;
        for _ in 0..MAX_EVENT_ITERATIONS {
            let mut info = fmi2EventInfo::default();
            // SAFETY: the component is alive; the unit fills `info`.
            let status = unsafe { (self.fmu.functions.new_discrete_states)(self.component, &mut info) };
            self.answer("fmi2NewDiscreteStates", status)?;
            if info.terminate_simulation != FMI2_FALSE {
                return Err(HostError::Request("the FMU asks to end the simulation".into()));
            }
            changed |= info.values_of_continuous_states_changed != FMI2_FALSE;
            if info.new_discrete_states_needed == FMI2_FALSE {
                // SAFETY: the component is alive.
                let status = unsafe { (self.fmu.functions.enter_continuous_time_mode)(self.component) };
                self.answer("fmi2EnterContinuousTimeMode", status)?;
                return Ok(changed);
            }
        }
        Err(HostError::Request(format!("the events of the FMU do not settle in {MAX_EVENT_ITERATIONS} iterations")))
    }

    /// Tells the unit that the solver has accepted a step. Answers whether the unit asks for an event.
    pub fn completed_step(&self) -> Result<bool, HostError> {
        let (mut event, mut terminate) = (FMI2_FALSE, FMI2_FALSE);
        // SAFETY: the component is alive; the unit fills both flags.
        let status = unsafe {
            (self.fmu.functions.completed_integrator_step)(self.component, FMI2_TRUE, &mut event, &mut terminate)
        };
        self.answer("fmi2CompletedIntegratorStep", status)?;
        if terminate != FMI2_FALSE {
            return Err(HostError::Request("the FMU asks to end the simulation".into()));
        }
        Ok(event != FMI2_FALSE)
    }

    /// Sets time [s] and continuous states.
    pub fn set_time_and_states(&self, time: f64, states: &[f64]) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        let status = unsafe { (self.fmu.functions.set_time)(self.component, time) };
        self.answer("fmi2SetTime", status)?;
        // SAFETY: the array has the length that is passed.
        let status =
            unsafe { (self.fmu.functions.set_continuous_states)(self.component, states.as_ptr(), states.len()) };
        self.answer("fmi2SetContinuousStates", status)
    }

    /// Reads the continuous states.
    pub fn states(&self, states: &mut [f64]) -> Result<(), HostError> {
        // SAFETY: the array has the length that is passed.
        let status =
            unsafe { (self.fmu.functions.get_continuous_states)(self.component, states.as_mut_ptr(), states.len()) };
        self.answer("fmi2GetContinuousStates", status)
    }

    /// Reads the rates of the continuous states.
    pub fn derivatives(&self, rates: &mut [f64]) -> Result<(), HostError> {
        // SAFETY: the array has the length that is passed.
        let status = unsafe { (self.fmu.functions.get_derivatives)(self.component, rates.as_mut_ptr(), rates.len()) };
        self.answer("fmi2GetDerivatives", status)
    }

    /// Reads the event indicators.
    pub fn event_indicators(&self, indicators: &mut [f64]) -> Result<(), HostError> {
        // SAFETY: the array has the length that is passed.
        let status = unsafe {
            (self.fmu.functions.get_event_indicators)(self.component, indicators.as_mut_ptr(), indicators.len())
        };
        self.answer("fmi2GetEventIndicators", status)
    }
}
