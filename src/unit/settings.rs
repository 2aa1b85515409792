//! Enumeration items, Booleans and Integers of the table ↔ the settings of laws, geometry and coupling.

use crate::meet::{Pair, PointOfAction};
use crate::physics::Scalar;
use crate::physics::parameters::{
    BristleFrame, BristleLimit, ComplianceSource, FrictionLaw, FrictionMap, NormalLaw, RestitutionCurve,
    SpinRadiusSource,
};
use crate::stepping::coupling::{
    CouplingMethod, CouplingMode, CouplingOrder, FreeAccelerationSource, HandBack, MassSource, StepFriction,
    StepImpact, StepLaw,
};
use crate::unit::parameters::ContactParameters;
use crate::unit::table::Id;
use crate::unit::table::enumerations::enumerations;
use crate::unit::table::variables::{of_a_body, variables};

/// A setting as FMI has it, as a number.
trait Setting: Sized {
    /// The number of the chosen item, counted from 1, a Boolean as 0 or 1, or an Integer.
    fn number(&self) -> i32;

    /// None if there is none of this number.
    fn of(number: i32) -> Option<Self>;
}

impl Setting for bool {
    fn number(&self) -> i32 {
        i32::from(*self)
    }

    fn of(number: i32) -> Option<Self> {
        Some(number != 0)
    }
}

impl Setting for u32 {
    fn number(&self) -> i32 {
        i32::try_from(*self).unwrap_or(i32::MAX)
    }

    fn of(number: i32) -> Option<Self> {
        u32::try_from(number).ok().filter(|number| *number > 0)
    }
}

macro_rules! chosen {
    ($($constant:ident $name:literal $about:literal $kind:ident { $($variant:ident $word:literal $what:literal,)+ })+) => {$(
        // a variant without an item does not compile
        const _: fn($kind) = |of| match of {
            $($kind::$variant => (),)+
        };

        impl Setting for $kind {
            fn number(&self) -> i32 {
                [$($kind::$variant,)+].iter().zip(1..).find(|(item, _)| *item == self).map_or(0, |(_, number)| number)
            }

            fn of(number: i32) -> Option<Self> {
                let item = usize::try_from(number).ok()?.checked_sub(1)?;
                [$($kind::$variant,)+].get(item).copied()
            }
        }
    )+};
}
enumerations!(chosen);

/// The number of a setting by its field in the list of variables; None for the field of a Real.
macro_rules! number {
    ($parameters:ident, settings.$field:ident) => {
        Some($parameters.laws.settings.$field.number())
    };
    ($parameters:ident, geometry_settings.$field:ident) => {
        Some($parameters.geometry.settings.$field.number())
    };
    ($parameters:ident, coupling_settings.$field:ident) => {
        Some($parameters.coupling.settings.$field.number())
    };
    ($parameters:ident, $($elsewhere:tt)+) => {
        None
    };
}

/// Sets it, or leaves the function with None.
macro_rules! choose {
    ($parameters:ident, $value:ident, settings.$field:ident) => {
        $parameters.laws.settings.$field = Setting::of($value)?
    };
    ($parameters:ident, $value:ident, geometry_settings.$field:ident) => {
        $parameters.geometry.settings.$field = Setting::of($value)?
    };
    ($parameters:ident, $value:ident, coupling_settings.$field:ident) => {
        $parameters.coupling.settings.$field = Setting::of($value)?
    };
    ($parameters:ident, $value:ident, $($elsewhere:tt)+) => {
        return None
    };
}

macro_rules! settings {
    ($($id:ident $reference:literal $name:literal $about:literal
        $(.$modifier:ident $with:tt)* => $root:ident $(.$part:ident)*;)+) => {
        /// The number of the chosen item, a Boolean as 0 or 1, or an Integer; None for other variables.
        pub fn get<T: Scalar>(parameters: &ContactParameters<T>, id: Id) -> Option<i32> {
            match id {
                $(Id::$id => number!(parameters, $root $(.$part)*),)+
                of_a_body!() => None,
            }
        }

        /// Chooses an item or sets a number; None, and nothing changed, if there is none of this kind or the variable is another.
        pub fn set<T: Scalar>(parameters: &mut ContactParameters<T>, id: Id, value: i32) -> Option<()> {
            match id {
                $(Id::$id => choose!(parameters, value, $root $(.$part)*),)+
                of_a_body!() => return None,
            }
            Some(())
        }
    };
}
variables!(settings);
