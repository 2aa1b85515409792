//! A free rigid body with gravity as an FMI 2.0 unit, Model Exchange and Co-Simulation: the plant beside the contact in
//! the demonstration system. It stands on the FMI layer of Asperity, which is compiled without the contact.
//!
//! In Co-Simulation `force` and `torque` are the values at the start of the step, and their derivatives, if the host
//! sets them, the rates with which they go on [FMI 2.0.5 section 4.2.1]. Asperity in interface coupling answers the mean
//! over the step and its slope, F(τ) = mean + slope·(τ − H/2): a host that hands on slopes sets mean − slope·H/2 here;
//! one that hands on values only loses the slope and keeps the impulse.

use asperity::fmi;

pub mod motion;
pub mod table;

use asperity::physics::{ContactFault, Dual, Quaternion, Scalar, Vector3};
use core::slice::{from_mut, from_ref};
use fmi::bytes::{Reader, Writer};
use fmi::model::{self, Entry, Events, Package, Run, Table, Variable};
use fmi::{Fault, Interface, Layout, Model};
use motion::{Parameters, Response, State, Wrench};
use table::{Id, SOLID_SPHERE, TABLE};

/// modelDescription.xml
pub const MODEL_DESCRIPTION: &str = include_str!(concat!(env!("OUT_DIR"), "/modelDescription.xml"));

static BY_REFERENCE: [Entry; model::reference_count(TABLE)] = model::by_reference(TABLE);
static RATES: [Entry; model::state_count(TABLE)] = model::rates(TABLE);
static VARIABLES: Table<Id> = Table { rows: TABLE, by_reference: &BY_REFERENCE, rates: &RATES };
const GUID: &str = include_str!(concat!(env!("OUT_DIR"), "/guid.txt"));

asperity::export_fmi2!(crate::FreeBody);

/// Everything that the host can set, as numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knowns<T: Scalar> {
    parameters: Parameters<T>,
    wrench: Wrench<T>,
    start: State<T>,
    state: State<T>,
}

impl<T: Scalar> Knowns<T> {
    fn zero() -> Self {
        let none = Vector3::default();
        let state =
            State { position: none, orientation: Quaternion::default(), velocity: none, angular_velocity: none };
        Knowns {
            parameters: Parameters {
                solid_sphere: true,
                mass: T::zero(),
                radius: T::zero(),
                inertia: none,
                gravity: none,
            },
            wrench: Wrench { force: none, torque: none },
            start: state,
            state,
        }
    }

    /// Values of a Real input, state or parameter; None for all others.
    fn slot(&mut self, id: Id) -> Option<&mut [T]> {
        let Knowns { parameters, wrench, start, state } = self;
        Some(match id {
            Id::Force | Id::Torque => return wrench_slot(wrench, id),
            Id::Position => state.position.as_mut_slice(),
            Id::Orientation => state.orientation.as_mut_slice(),
            Id::Velocity => state.velocity.as_mut_slice(),
            Id::AngularVelocity => state.angular_velocity.as_mut_slice(),
            Id::StartPosition => start.position.as_mut_slice(),
            Id::StartOrientation => start.orientation.as_mut_slice(),
            Id::StartVelocity => start.velocity.as_mut_slice(),
            Id::StartAngularVelocity => start.angular_velocity.as_mut_slice(),
            Id::Mass => from_mut(&mut parameters.mass),
            Id::Radius => from_mut(&mut parameters.radius),
            Id::Inertia => parameters.inertia.as_mut_slice(),
            Id::Gravity => parameters.gravity.as_mut_slice(),
            _ => return None,
        })
    }

    fn respond(&self) -> Result<Response<T>, Fault> {
        motion::respond(&self.parameters, &self.wrench, &self.state).map_err(fault)
    }
}

fn fault(of: ContactFault) -> Fault {
    Fault(of.to_string())
}

fn wrench_slot<T: Scalar>(wrench: &mut Wrench<T>, id: Id) -> Option<&mut [T]> {
    match id {
        Id::Force => Some(wrench.force.as_mut_slice()),
        Id::Torque => Some(wrench.torque.as_mut_slice()),
        _ => None,
    }
}

/// Values of a calculated Real; None for all others.
fn calculated<T: Scalar>(response: &Response<T>, id: Id) -> Option<&[T]> {
    Some(match id {
        Id::KineticEnergy => from_ref(&response.kinetic_energy),
        Id::PotentialEnergy => from_ref(&response.potential_energy),
        Id::DerPosition => response.rates.position.as_slice(),
        Id::DerOrientation => response.rates.orientation.as_slice(),
        Id::DerVelocity => response.rates.velocity.as_slice(),
        Id::DerAngularVelocity => response.rates.angular_velocity.as_slice(),
        _ => return None,
    })
}

fn finite(what: &str, value: f64) -> Result<f64, Fault> {
    if value.is_finite() { Ok(value) } else { Err(Fault(format!("{what} overflows"))) }
}

/// The body as a [`Model`].
#[derive(Clone, Debug)]
pub struct FreeBody {
    time: f64,
    knowns: Knowns<f64>,
    /// Rates of force and torque inside a step.
    slopes: Wrench<f64>,
    /// Initialization is over; until then the state is where it starts.
    started: bool,
}

impl FreeBody {
    /// The body with the start values of its table.
    pub fn start() -> Self {
        let mut knowns = Knowns::zero();
        for row in TABLE.iter().filter(|row| !row.start.is_empty()) {
            if let Some(slot) = knowns.slot(row.id) {
                slot.copy_from_slice(row.start);
            }
        }
        knowns.state = knowns.start;
        FreeBody { time: 0.0, knowns, slopes: Knowns::zero().wrench, started: false }
    }

    /// Element `k`, counted from 0, of a Real variable.
    pub fn real(&mut self, id: Id, k: usize) -> Result<f64, Fault> {
        if id == Id::Time {
            return Ok(self.time);
        }
        if let Some(slot) = self.knowns.slot(id) {
            return Ok(slot[k]);
        }
        let response = self.knowns.respond()?;
        let slot = calculated(&response, id).ok_or_else(|| Fault(format!("{id:?} has no value")))?;
        finite("a rate or an energy", slot[k])
    }

    /// Sets element `k`, counted from 0, of a Real variable.
    pub fn set_real(&mut self, id: Id, k: usize, value: f64) {
        if let Some(slot) = self.knowns.slot(id) {
            slot[k] = value;
        }
        if !self.started {
            self.knowns.state = self.knowns.start;
        }
    }
}

impl Model for FreeBody {
    type Id = Id;
    type Tangent = (Knowns<Dual>, Response<Dual>);

    fn instantiate(_interface: Interface, package: &Package) -> Result<Self, String> {
        package.expect(GUID)?;
        Ok(FreeBody::start())
    }

    fn layout(&self) -> Layout<Id> {
        Layout::of(&VARIABLES, table::INFORMATION.event_indicators)
    }

    fn guid(&self) -> &str {
        GUID
    }

    fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault> {
        for (run, value) in runs.iter().flat_map(Run::elements).zip(values) {
            *value = self.real(run.id, run.k)?;
        }
        Ok(())
    }

    fn integer(&mut self, _variable: Variable<Id>) -> Result<i32, Fault> {
        Ok(if self.knowns.parameters.solid_sphere { SOLID_SPHERE } else { SOLID_SPHERE + 1 })
    }

    fn set_reals(&mut self, runs: &[Run<Id>], values: &[f64]) {
        for (run, value) in runs.iter().flat_map(Run::elements).zip(values) {
            self.set_real(run.id, run.k, *value);
        }
    }

    fn set_integer(&mut self, _variable: Variable<Id>, value: i32) {
        self.knowns.parameters.solid_sphere = value == SOLID_SPHERE;
    }

    fn set_input_derivatives(&mut self, run: Run<Id>, values: &[f64]) {
        if let Some(slot) = wrench_slot(&mut self.slopes, run.id) {
            slot[run.k..run.k + run.length].copy_from_slice(values);
        }
    }

    fn exit_initialization(&mut self, _events: &mut Events) -> Result<(), Fault> {
        self.knowns.respond()?;
        self.started = true;
        Ok(())
    }

    fn set_time(&mut self, time: f64) {
        self.time = time;
    }

    fn new_discrete_states(&mut self, _events: &mut Events) -> Result<bool, Fault> {
        Ok(false)
    }

    fn event_indicators(&mut self, _indicators: &mut [f64]) -> Result<(), Fault> {
        Ok(())
    }

    fn do_step(&mut self, time: f64, h: f64, _events: &mut Events) -> Result<(), Fault> {
        let Knowns { parameters, wrench, state, .. } = &self.knowns;
        let end = motion::advance(parameters, wrench, &self.slopes, state, h).map_err(fault)?;
        let State { position, orientation, velocity, angular_velocity } = &end;
        for value in position.iter().chain(orientation).chain(velocity).chain(angular_velocity) {
            finite("the motion", *value)?;
        }
        self.knowns.state = end;
        self.time = time + h;
        Ok(())
    }

    fn terminate(&mut self, _events: &mut Events) {}

    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<Self::Tangent, Fault> {
        let mut present = self.knowns;
        let mut knowns = Knowns::<Dual>::zero();
        knowns.parameters.solid_sphere = present.parameters.solid_sphere;
        for row in TABLE {
            if let (Some(values), Some(duals)) = (present.slot(row.id), knowns.slot(row.id)) {
                duals.iter_mut().zip(values).for_each(|(dual, value)| *dual = Dual::from(*value));
            }
        }
        for (Run { id, k, .. }, seed) in seeds {
            if let Some(duals) = knowns.slot(id) {
                duals[k].slope += seed;
            }
        }
        if !self.started {
            knowns.state = knowns.start;
        }
        let response = knowns.respond()?;
        Ok((knowns, response))
    }

    fn tangent_of(&self, (knowns, response): &mut Self::Tangent, Run { id, k, .. }: Run<Id>) -> f64 {
        let dual = calculated(response, id).map(|slot| slot[k]).or(knowns.slot(id).map(|slot| slot[k]));
        dual.map_or(f64::NAN, |dual| dual.slope)
    }

    fn save(&self, to: &mut Writer) {
        let (mut knowns, mut slopes) = (self.knowns, self.slopes);
        to.f64(self.time);
        to.u8(u8::from(knowns.parameters.solid_sphere));
        to.u8(u8::from(self.started));
        for row in TABLE {
            let values = knowns.slot(row.id).into_iter().chain(wrench_slot(&mut slopes, row.id));
            values.flatten().for_each(|value| to.f64(*value));
        }
    }

    fn restore(&self, from: &mut Reader) -> Option<Self> {
        let mut body = FreeBody::start();
        body.time = from.f64()?;
        body.knowns.parameters.solid_sphere = from.u8()? != 0;
        body.started = from.u8()? != 0;
        for row in TABLE {
            let values = body.knowns.slot(row.id).into_iter().chain(wrench_slot(&mut body.slopes, row.id));
            for value in values.flatten() {
                *value = from.f64()?;
            }
        }
        Some(body)
    }
}
