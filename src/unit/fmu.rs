//! What the one binary of all FMUs is: the contact, or a system of contacts if its resources describe one.

use crate::fmi::bytes::{Reader, Writer};
use crate::fmi::model::{Events, Layout, Package, Run, Variable};
use crate::fmi::{Fault, Interface, Model};
use crate::unit::GUID;
use crate::unit::contact::{Contact, tangent};
use crate::unit::system::System;
use crate::unit::system::lines::SYSTEM;
use crate::unit::table::Id;

/// The exported model.
#[expect(
    clippy::large_enum_variant,
    reason = "the contact is what most instances are, and its calls count nanoseconds"
)]
pub enum Fmu {
    Contact(Contact),
    System(Box<System>),
}

impl Clone for Fmu {
    fn clone(&self) -> Self {
        match self {
            Fmu::Contact(contact) => Fmu::Contact(contact.clone()),
            Fmu::System(system) => Fmu::System(system.clone()),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        match (&mut *self, source) {
            (Fmu::System(system), Fmu::System(source)) => (**system).clone_from(source),
            _ => *self = source.clone(),
        }
    }
}

/// Derivatives of either.
#[expect(clippy::large_enum_variant, reason = "a derivative allocates nothing")]
pub enum Slopes {
    Contact(tangent::Tangent),
    System,
}

/// Methods that hand on to whichever it is.
macro_rules! handed_on {
    ($(fn $name:ident(&mut self $(, $argument:ident: $type:ty)*) $(-> $answer:ty)?;)*) => {
        $(
            #[inline(always)]
            fn $name(&mut self $(, $argument: $type)*) $(-> $answer)? {
                match self {
                    Fmu::Contact(contact) => Model::$name(contact $(, $argument)*),
                    Fmu::System(system) => Model::$name(&mut **system $(, $argument)*),
                }
            }
        )*
    };
}

impl Model for Fmu {
    type Id = Id;
    type Tangent = Slopes;

    fn instantiate(interface: Interface, package: &Package) -> Result<Self, String> {
        // nothing is packed with the GUID of the contact: what the location leads to may be another's, or block
        if package.guid == GUID {
            return Ok(Fmu::Contact(Contact::new(interface)));
        }
        let text = package.start_values(GUID)?;
        let values = package.checked(&text)?;
        Ok(match values.first() {
            Some((SYSTEM, _)) => Fmu::System(Box::new(System::with_lines(interface, package, &values)?)),
            _ => Fmu::Contact(Contact::with_values(interface, &values)?),
        })
    }

    fn layout(&self) -> Layout<Id> {
        match self {
            Fmu::Contact(contact) => contact.layout(),
            Fmu::System(system) => system.layout(),
        }
    }

    fn guid(&self) -> &str {
        match self {
            Fmu::Contact(contact) => contact.guid(),
            Fmu::System(system) => system.guid(),
        }
    }

    handed_on! {
        fn reals(&mut self, runs: &[Run<Id>], values: &mut [f64]) -> Result<(), Fault>;
        fn integer(&mut self, variable: Variable<Id>) -> Result<i32, Fault>;
        fn set_reals(&mut self, runs: &[Run<Id>], values: &[f64]);
        fn set_integer(&mut self, variable: Variable<Id>, value: i32);
        fn set_input_derivatives(&mut self, run: Run<Id>, values: &[f64]);
        fn exit_initialization(&mut self, events: &mut Events) -> Result<(), Fault>;
        fn set_time(&mut self, time: f64);
        fn new_discrete_states(&mut self, events: &mut Events) -> Result<bool, Fault>;
        fn completed_step(&mut self) -> bool;
        fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), Fault>;
        fn do_step(&mut self, time: f64, h: f64, events: &mut Events) -> Result<(), Fault>;
        fn warnings(&mut self, say: &mut Events);
        fn terminate(&mut self, events: &mut Events);
    }

    fn tangent(&mut self, seeds: &mut dyn Iterator<Item = (Run<Id>, f64)>) -> Result<Slopes, Fault> {
        Ok(match self {
            Fmu::Contact(contact) => Slopes::Contact(Model::tangent(contact, seeds)?),
            Fmu::System(system) => {
                system.tangent(seeds)?;
                Slopes::System
            }
        })
    }

    fn tangent_of(&self, tangent: &mut Slopes, element: Run<Id>) -> f64 {
        match (self, tangent) {
            (Fmu::Contact(_), Slopes::Contact(tangent)) => Contact::tangent_of(tangent, element.id, element.k),
            (Fmu::System(system), Slopes::System) => system.tangent_of(&mut (), element),
            _ => f64::NAN,
        }
    }

    fn has_time_derivative(id: Id) -> bool {
        System::has_time_derivative(id)
    }

    fn time_derivatives(&mut self, asked: &mut dyn Iterator<Item = Run<Id>>) -> Result<Slopes, Fault> {
        Ok(match self {
            Fmu::Contact(contact) => Slopes::Contact(contact.time_derivatives(asked)?),
            Fmu::System(system) => {
                system.time_derivatives(asked)?;
                Slopes::System
            }
        })
    }

    fn save(&self, to: &mut Writer) {
        match self {
            Fmu::Contact(contact) => contact.save(to),
            Fmu::System(system) => system.save(to),
        }
    }

    fn restore(&self, from: &mut Reader) -> Option<Self> {
        Some(match self {
            Fmu::Contact(contact) => Fmu::Contact(contact.restore(from)?),
            Fmu::System(system) => Fmu::System(Box::new(system.restore(from)?)),
        })
    }
}

#[cfg(feature = "exports")]
crate::export_fmi2!(super::Fmu);
