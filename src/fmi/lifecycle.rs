//! The states of an instance.

/// Which of the two interfaces an instance was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    ModelExchange,
    CoSimulation,
}

/// State of an instance. A refused call changes nothing; only a caught panic leads to [`State::Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    Instantiated = 1,
    Initialization = 2,
    /// Model Exchange: event mode
    Event = 4,
    /// Model Exchange: continuous-time mode
    Continuous = 8,
    /// Co-Simulation: slaveInitialized, between steps
    StepComplete = 16,
    Terminated = 32,
    Error = 64,
}

impl State {
    pub const ALL: [State; 7] = [
        State::Instantiated,
        State::Initialization,
        State::Event,
        State::Continuous,
        State::StepComplete,
        State::Terminated,
        State::Error,
    ];

    pub fn from_byte(byte: u8) -> Option<State> {
        State::ALL.into_iter().find(|state| *state as u8 == byte)
    }

    /// Whether instances of this interface are ever in this state.
    pub fn belongs_to(self, interface: Interface) -> bool {
        match self {
            State::Event | State::Continuous => interface == Interface::ModelExchange,
            State::StepComplete => interface == Interface::CoSimulation,
            _ => true,
        }
    }

    /// As the messages call it.
    pub fn name(self) -> &'static str {
        match self {
            State::Instantiated => "instantiated",
            State::Initialization => "initialization mode",
            State::Event => "event mode",
            State::Continuous => "continuous-time mode",
            State::StepComplete => "step complete",
            State::Terminated => "terminated",
            State::Error => "error",
        }
    }
}
