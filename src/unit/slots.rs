//! The numbers behind each Real of the table: parameters, states and inputs, which the host can set, and what follows.

use crate::fmi::description::Kind;
use crate::fmi::layout::Run;
use crate::meet::{Geometry, GeometrySettings};
use crate::physics::parameters::Settings;
use crate::physics::{Inputs, Mobility, Outputs, Parameters, Response, Scalar, State};
use crate::stepping::coupling::{Coupling, CouplingSettings};
use crate::unit::parameters::ContactParameters;
use crate::unit::settings;
use crate::unit::table::variables::{of_a_body, variables};
use crate::unit::table::{Id, ROWS};
use core::slice::{from_mut, from_ref};
use nalgebra::SVector;

/// Everything of a contact that the host can set, as numbers of one kind. By default nothing is set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Knowns<T: Scalar> {
    pub parameters: ContactParameters<T>,
    pub inputs: Inputs<T>,
    pub mobility: Mobility<T>,
    pub state: State<T>,
}

impl Knowns<f64> {
    /// Start values of the table.
    pub fn start() -> Self {
        let mut knowns = Knowns::default();
        for row in &ROWS {
            if let Some(slot) = knowns.slot(row.id) {
                slot.copy_from_slice(row.start);
            } else if let Some(start) = row.start.first() {
                settings::set(&mut knowns.parameters, row.id, *start as i32);
            }
        }
        knowns
    }
}

/// A field as numbers, one per element.
trait Numbers<T> {
    fn numbers(&self) -> &[T];
    fn numbers_mut(&mut self) -> &mut [T];
}

impl<T: Scalar> Numbers<T> for T {
    #[inline(always)]
    fn numbers(&self) -> &[T] {
        from_ref(self)
    }
    #[inline(always)]
    fn numbers_mut(&mut self) -> &mut [T] {
        from_mut(self)
    }
}

impl<T, const N: usize> Numbers<T> for [T; N] {
    #[inline(always)]
    fn numbers(&self) -> &[T] {
        self
    }
    #[inline(always)]
    fn numbers_mut(&mut self) -> &mut [T] {
        self
    }
}

impl<T, const N: usize> Numbers<T> for SVector<T, N> {
    #[inline(always)]
    fn numbers(&self) -> &[T] {
        self.as_slice()
    }
    #[inline(always)]
    fn numbers_mut(&mut self) -> &mut [T] {
        self.as_mut_slice()
    }
}

/// The numbers of a variable by its field in the list; None if the field is not in the group asked for, which is at `$place`.
macro_rules! numbers {
    (parameters at $place:ident (parameters $($field:tt)+)) => { Some($place.laws$($field)+.numbers_mut()) };
    (parameters at $place:ident (geometry $($field:tt)+)) => { Some($place.geometry$($field)+.numbers_mut()) };
    (parameters at $place:ident (coupling $($field:tt)+)) => { Some($place.coupling$($field)+.numbers_mut()) };
    (state at $place:ident (state $($field:tt)+)) => { Some($place$($field)+.numbers_mut()) };
    (inputs at $place:ident (inputs $($field:tt)+)) => { Some($place$($field)+.numbers_mut()) };
    (mobility at $place:ident (mobility $($field:tt)+)) => { Some($place$($field)+.numbers_mut()) };
    (unknowns at $place:ident (outputs $($field:tt)+)) => { Some($place.response.outputs$($field)+.numbers()) };
    (unknowns at $place:ident (rates $($field:tt)+)) => { Some($place.response.rates$($field)+.numbers()) };
    (unknowns at $place:ident (unknowns $($field:tt)+)) => { Some($place$($field)+.numbers()) };
    ($asked:ident at $place:ident $elsewhere:tt) => { None };
}

/// A function from variables to the numbers of one group.
macro_rules! slot_of_group {
    ($(#[$doc:meta])* $slot:ident($group:ident: $type:ident), $($id:ident $field:tt)+) => {
        $(#[$doc])*
        #[inline]
        pub fn $slot<T: Scalar>($group: &mut $type<T>, id: Id) -> Option<&mut [T]> {
            match id {
                $(Id::$id => numbers!($group at $group $field),)+
                of_a_body!() => None,
            }
        }
    };
}

/// Makes every access to Reals from the list of variables.
macro_rules! slots {
    ($($id:ident $field:tt)+) => {
        slot_of_group! {
            /// Values of a Real parameter; None for all others.
            parameter_slot(parameters: ContactParameters), $($id $field)+
        }
        slot_of_group! {
            /// Values of a continuous state; None for all others.
            state_slot(state: State), $($id $field)+
        }
        slot_of_group! {
            /// Values of an input, or of its derivative in the same shape; None for all others.
            input_slot(inputs: Inputs), $($id $field)+
        }

        impl<T: Scalar> Knowns<T> {
            /// Values of a Real input, state or parameter; None for all others.
            #[inline]
            pub fn slot(&mut self, id: Id) -> Option<&mut [T]> {
                let Knowns { parameters, inputs, mobility, state } = self;
                match id {
                    $(Id::$id => numbers!(parameters at parameters $field)
                        .or(numbers!(inputs at inputs $field))
                        .or(numbers!(mobility at mobility $field))
                        .or(numbers!(state at state $field)),)+
                    of_a_body!() => None,
                }
            }

            /// Values of an input or a state; None for all others. One jump for what is set in every step.
            #[inline]
            pub fn signal_slot(&mut self, id: Id) -> Option<&mut [T]> {
                let Knowns { inputs, mobility, state, .. } = self;
                match id {
                    $(Id::$id => numbers!(inputs at inputs $field)
                        .or(numbers!(mobility at mobility $field))
                        .or(numbers!(state at state $field)),)+
                    of_a_body!() => None,
                }
            }
        }

        impl<T: Scalar> Unknowns<T> {
            /// Values of a calculated Real; None for all others. Out of line: in a loop all its addresses would be made beforehand.
            #[inline(never)]
            pub fn slot(&self, id: Id) -> Option<&[T]> {
                match id {
                    $(Id::$id => numbers!(unknowns at self $field),)+
                    of_a_body!() => None,
                }
            }
        }
    };
}

/// Where the paths of the list begin, for their types alone.
struct Roots {
    parameters: Parameters<f64>,
    geometry: Geometry<f64>,
    coupling: Coupling<f64>,
    inputs: Inputs<f64>,
    mobility: Mobility<f64>,
    state: State<f64>,
    outputs: Outputs<f64>,
    rates: State<f64>,
    unknowns: Unknowns<f64>,
}

const fn elements<F: Numbers<f64>>(_: fn(&Roots) -> &F) -> usize {
    size_of::<F>() / size_of::<f64>()
}

/// Whether the field is what the row says.
macro_rules! fits {
    ($row:expr, (contact)) => { true };
    ($row:expr, (settings.$field:ident)) => { !matches!($row.kind, Kind::Real) };
    ($row:expr, (geometry_settings.$field:ident)) => { !matches!($row.kind, Kind::Real) };
    ($row:expr, (coupling_settings.$field:ident)) => { !matches!($row.kind, Kind::Real) };
    ($row:expr, ($root:ident $($field:tt)+)) => {
        matches!($row.kind, Kind::Real) && elements(|at| &at.$root$($field)+) == $row.len()
    };
}

macro_rules! check_and_make_slots {
    ($($id:ident $reference:literal $name:literal $about:literal
        $(.$modifier:ident $with:tt)* => $root:ident $(.$part:ident)*;)+) => {
        const _: () = {
            $(assert!(
                fits!(ROWS[Id::$id as usize], ($root $(.$part)*)),
                concat!("the field of ", $name, " is of another kind or length"),
            );)+
        };
        /// Every variable with the root of its field.
        const FIELDS: &[(Id, &str)] = &[$((Id::$id, stringify!($root)),)+];
        slots! { $($id ($root $(.$part)*))+ }
    };
}
variables!(check_and_make_slots);

/// Numbers of the variables whose field is below this root, of what the host can set.
const fn numbers_below(root: &str) -> usize {
    let (mut numbers, mut k) = (0, 0);
    while k < FIELDS.len() {
        let (id, of_field) = FIELDS[k];
        let row = &ROWS[id as usize];
        if matches!(row.kind, Kind::Real) && !row.start.is_empty() && is_same(root, of_field) {
            numbers += row.len();
        }
        k += 1;
    }
    numbers
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut k = 0;
    while k < a.len() && k < b.len() && a[k] == b[k] {
        k += 1;
    }
    k == a.len() && k == b.len()
}

/// Numbers in an `Of` beside its settings.
const fn numbers_in<Of, Settings>() -> usize {
    let real = size_of::<f64>();
    size_of::<Of>() / real - size_of::<Settings>().div_ceil(real)
}

/// A field that is no variable would keep what it has by default.
macro_rules! every_field_is_a_variable {
    ($($root:ident: $of:ty, $settings:ty, $file:literal;)+) => {
        const _: () = {
            $(assert!(
                numbers_in::<$of, $settings>() == numbers_below(stringify!($root)),
                concat!("a field of ", stringify!($of), " (", $file, ") has no variable in src/unit/table/variables.rs"),
            );)+
        };
    };
}
every_field_is_a_variable! {
    parameters: Parameters<f64>, Settings, "src/physics/parameters/";
    geometry: Geometry<f64>, GeometrySettings, "src/meet/parameters.rs";
    coupling: Coupling<f64>, CouplingSettings, "src/stepping/coupling.rs";
    inputs: Inputs<f64>, (), "src/physics/inputs.rs";
    mobility: Mobility<f64>, (), "src/physics/inputs.rs";
    state: State<f64>, (), "src/physics/state.rs";
}

/// Copies values of a slot from the `k`-th on; a whole vector by plain moves, a call would cost more than they do.
#[inline]
pub fn copy_out(slot: &[f64], k: usize, values: &mut [f64]) {
    match (slot, &mut *values) {
        ([a], [x]) if k == 0 => *x = *a,
        ([a, b, c], [x, y, z]) if k == 0 => (*x, *y, *z) = (*a, *b, *c),
        _ => values.copy_from_slice(&slot[k..k + values.len()]),
    }
}

/// Copies values into a slot from its `k`-th on, as [`copy_out`] does.
#[inline]
pub fn copy_in(values: &[f64], slot: &mut [f64], k: usize) {
    match (&mut *slot, values) {
        ([x], [a]) if k == 0 => *x = *a,
        ([x, y, z], [a, b, c]) if k == 0 => (*x, *y, *z) = (*a, *b, *c),
        ([w, x, y, z], [a, b, c, d]) if k == 0 => (*w, *x, *y, *z) = (*a, *b, *c, *d),
        _ => slot[k..k + values.len()].copy_from_slice(values),
    }
}

/// Everything of a contact that is calculated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unknowns<T> {
    pub response: Response<T>,
    pub energy_residual: T,
    /// 1 while the bodies touch, 0 apart
    pub touching: T,
}

impl<T: Scalar> Default for Unknowns<T> {
    fn default() -> Self {
        Unknowns { response: Response::default(), energy_residual: T::zero(), touching: T::zero() }
    }
}

impl Unknowns<f64> {
    /// Copies the elements of these runs, one after the other; false if there is one that is not calculated.
    pub fn copy_to(&self, runs: &[Run<Id>], mut values: &mut [f64]) -> bool {
        for Run { id, k, length, .. } in runs {
            let (now, later) = values.split_at_mut(*length);
            let Some(slot) = self.slot(*id) else { return false };
            copy_out(slot, *k, now);
            values = later;
        }
        true
    }
}
