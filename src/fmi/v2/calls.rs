//! Which call is allowed in which state: the tables of FMI 2.0.5 sections 3.2.3 and 4.2.4 as data.

use crate::fmi::lifecycle::{Interface, State};

const INST: u8 = State::Instantiated as u8;
const INIT: u8 = State::Initialization as u8;
const EVENT: u8 = State::Event as u8;
const CONT: u8 = State::Continuous as u8;
const STEP: u8 = State::StepComplete as u8;
const TERM: u8 = State::Terminated as u8;
const ERR: u8 = State::Error as u8;

/// Every state there is.
const ANY: u8 = INST | INIT | EVENT | CONT | STEP | TERM | ERR;
/// Not in this interface.
const NEVER: u8 = 0;

macro_rules! calls {
    ($($call:ident $name:literal $me:expr, $cs:expr;)*) => {
        /// The functions that need an instance.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Call { $($call),* }

        /// Per function: its name, and the states it is allowed in, in Model Exchange and in Co-Simulation.
        pub const CALLS: &[(Call, &str, u8, u8)] = &[$((Call::$call, $name, $me, $cs)),*];
    };
}

// Beyond the standard: gets are allowed before initialization, where hosts look at start values (PyFMI, CasADi), and in the
// error state for a look at what went wrong, and fmi2SetTime in event mode,
// where it is harmless; and SetInteger and SetBoolean in continuous-time mode, because a fixed parameter may be set to the
// value it has. What a set may touch in each state is the business of `variables`.
calls! {
    SetDebugLogging "fmi2SetDebugLogging" ANY, ANY;
    FreeInstance "fmi2FreeInstance" ANY, ANY;
    SetupExperiment "fmi2SetupExperiment" INST, INST;
    EnterInitializationMode "fmi2EnterInitializationMode" INST, INST;
    ExitInitializationMode "fmi2ExitInitializationMode" INIT, INIT;
    Terminate "fmi2Terminate" EVENT | CONT, STEP;
    Reset "fmi2Reset" ANY, ANY;
    GetReal "fmi2GetReal" ANY, ANY;
    GetInteger "fmi2GetInteger" ANY, ANY;
    GetBoolean "fmi2GetBoolean" ANY, ANY;
    GetString "fmi2GetString" ANY, ANY;
    SetReal "fmi2SetReal" INST | INIT | EVENT | CONT, INST | INIT | STEP;
    SetInteger "fmi2SetInteger" INST | INIT | EVENT | CONT, INST | INIT | STEP;
    SetBoolean "fmi2SetBoolean" INST | INIT | EVENT | CONT, INST | INIT | STEP;
    SetString "fmi2SetString" INST | INIT | EVENT, INST | INIT | STEP;
    GetFmuState "fmi2GetFMUstate" ANY, ANY;
    SetFmuState "fmi2SetFMUstate" ANY, ANY;
    FreeFmuState "fmi2FreeFMUstate" ANY, ANY;
    SerializedFmuStateSize "fmi2SerializedFMUstateSize" ANY, ANY;
    SerializeFmuState "fmi2SerializeFMUstate" ANY, ANY;
    DeSerializeFmuState "fmi2DeSerializeFMUstate" ANY, ANY;
    GetDirectionalDerivative "fmi2GetDirectionalDerivative" INIT | EVENT | CONT | TERM | ERR, INIT | STEP | TERM | ERR;
    EnterEventMode "fmi2EnterEventMode" EVENT | CONT, NEVER;
    NewDiscreteStates "fmi2NewDiscreteStates" EVENT, NEVER;
    EnterContinuousTimeMode "fmi2EnterContinuousTimeMode" EVENT, NEVER;
    CompletedIntegratorStep "fmi2CompletedIntegratorStep" CONT, NEVER;
    SetTime "fmi2SetTime" EVENT | CONT, NEVER;
    SetContinuousStates "fmi2SetContinuousStates" CONT, NEVER;
    GetDerivatives "fmi2GetDerivatives" INIT | EVENT | CONT | TERM | ERR, NEVER;
    GetEventIndicators "fmi2GetEventIndicators" INIT | EVENT | CONT | TERM | ERR, NEVER;
    GetContinuousStates "fmi2GetContinuousStates" INIT | EVENT | CONT | TERM | ERR, NEVER;
    GetNominalsOfContinuousStates "fmi2GetNominalsOfContinuousStates" ANY, NEVER;
    SetRealInputDerivatives "fmi2SetRealInputDerivatives" NEVER, INST | INIT | STEP;
    GetRealOutputDerivatives "fmi2GetRealOutputDerivatives" NEVER, STEP | TERM | ERR;
    DoStep "fmi2DoStep" NEVER, STEP;
    CancelStep "fmi2CancelStep" NEVER, NEVER;
    GetStatus "fmi2GetStatus" NEVER, STEP | TERM;
    GetRealStatus "fmi2GetRealStatus" NEVER, STEP | TERM;
    GetIntegerStatus "fmi2GetIntegerStatus" NEVER, STEP | TERM;
    GetBooleanStatus "fmi2GetBooleanStatus" NEVER, STEP | TERM;
    GetStringStatus "fmi2GetStringStatus" NEVER, STEP | TERM;
}

impl Call {
    pub fn name(self) -> &'static str {
        CALLS[self as usize].1
    }

    fn states(self, interface: Interface) -> u8 {
        let (_, _, model_exchange, co_simulation) = CALLS[self as usize];
        match interface {
            Interface::ModelExchange => model_exchange,
            Interface::CoSimulation => co_simulation,
        }
    }

    pub fn is_allowed(self, interface: Interface, state: State) -> bool {
        self.states(interface) & state as u8 != 0
    }

    /// Sentence for a call in the wrong state, naming the states it belongs to.
    pub fn refusal(self, interface: Interface, state: State) -> String {
        let mode = match interface {
            Interface::ModelExchange => "Model Exchange",
            Interface::CoSimulation => "Co-Simulation",
        };
        let states = self.states(interface);
        if self == Call::CancelStep {
            return "no step is pending: steps are not asynchronous, so there is nothing to cancel".into();
        }
        if states == NEVER {
            return format!("does not belong to {mode}; the instance is in state {}", state.name());
        }
        let allowed = State::ALL.into_iter().filter(|s| states & *s as u8 != 0 && s.belongs_to(interface));
        let at: Vec<_> = allowed.map(State::name).collect();
        format!("not allowed in state {} of {mode}; it belongs to: {}", state.name(), at.join(", "))
    }
}
