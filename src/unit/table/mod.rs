//! The variables of the unit: the only list of them. XML, value references, header, reference page, start values, ranges and
//! every get and set follow from it. Value references are append-only. Data only: `build.rs` compiles this folder too.

mod bodies;
mod dependencies;
pub mod enumerations;
pub mod variables;

use crate::fmi::description::Dependency::{self, All, Others};
use crate::fmi::description::{self, Bound, Causality, DisplayUnit, Information, Kind, Row, Unit, Variability};
use dependencies::*;
use enumerations::*;
use std::borrow::Cow;
use variables::variables;

pub use bodies::BODIES;
pub use enumerations::ENUMERATIONS;
pub use variables::Id;

pub static INFORMATION: Information = Information {
    model_identifier: Cow::Borrowed("Asperity"),
    description: Cow::Borrowed(
        "Frictional contact between two bodies: exact restitution and dwell-time friction (Gonthier and others 2004)",
    ),
    event_indicators: 3,
    default_stop_time: 2.0,
    default_step_size: 1e-4,
    default_tolerance: 1e-5,
    output_derivative_order: 1,
    is_for_exchange: true,
};

const fn unit(name: &'static str, kg: i8, m: i8, s: i8, rad: i8) -> Unit {
    Unit { name, kg, m, s, rad, display: &[] }
}

impl Unit {
    const fn shown_in(self, display: &'static [DisplayUnit]) -> Self {
        Unit { display, ..self }
    }
}

/// Units of the table with their base units.
pub const UNITS: &[Unit] = &[
    unit("1", 0, 0, 0, 0),
    unit("J", 1, 2, -2, 0),
    unit("N", 1, 1, -2, 0).shown_in(&[DisplayUnit { name: "kN", factor: 1e-3 }]),
    unit("N.m", 1, 2, -2, 0),
    unit("N.s/m", 1, 0, -1, 0),
    unit("N/m", 1, 0, -2, 0),
    unit("Pa", 1, -1, -2, 0).shown_in(&[DisplayUnit { name: "GPa", factor: 1e-9 }]),
    unit("W", 1, 2, -3, 0),
    unit("1/(kg.m)", -1, -1, 0, 0),
    unit("1/(kg.m2)", -1, -2, 0, 0),
    unit("1/kg", -1, 0, 0, 0),
    unit("1/s", 0, 0, -1, 0),
    unit("kg", 1, 0, 0, 0),
    unit("kg.m2", 1, 2, 0, 0),
    unit("m", 0, 1, 0, 0).shown_in(&[DisplayUnit { name: "mm", factor: 1e3 }]),
    unit("m/s", 0, 1, -1, 0),
    unit("m/s2", 0, 1, -2, 0),
    unit("rad/s", 0, 0, -1, 1).shown_in(&[DisplayUnit { name: "deg/s", factor: 180.0 / std::f64::consts::PI }]),
    unit("rad/s2", 0, 0, -2, 1),
    unit("s", 0, 0, 1, 0),
    unit("s/m", 0, -1, 1, 0),
];

const XYZ: &[&str] = &["x", "y", "z"];
const ROW_BY_ROW: &[&str] = &["xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"];
const SYMMETRIC: &[&str] = &["xx", "yy", "zz", "xy", "xz", "yz"];
/// Of a table of restitution
const POINTS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8"];
const WXYZ: &[&str] = &["w", "x", "y", "z"];
const ZERO: &[f64] = &[0.0];
const ZERO3: &[f64] = &[0.0, 0.0, 0.0];
const ZERO6: &[f64] = &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
const ZERO9: &[f64] = &[0.0; 9];
/// Of a solid sphere of 1 kg and 0.1 m, 2/5·m·R² [kg·m²]
const INERTIA: &[f64] = &[0.004, 0.004, 0.004, 0.0, 0.0, 0.0];
const UP: &[f64] = &[0.0, 0.0, 1.0];
const ALONG_Y: &[f64] = &[0.0, 1.0, 0.0];
const IDENTITY: &[f64] = &[1.0, 0.0, 0.0, 0.0];

/// A row with nothing but a name; the functions below, which the list calls, fill in one kind of variable each.
const fn row(id: Id, value_reference: u32, name: &'static str, description: &'static str) -> Row<Id> {
    Row {
        id,
        name,
        value_reference,
        elements: &[],
        kind: Kind::Real,
        causality: Causality::Local,
        variability: Variability::Continuous,
        start: &[],
        low: Bound::Open,
        high: Bound::Open,
        nominal: None,
        unit: None,
        display_unit: None,
        description,
        source: "",
        derivative_of: None,
        depends_on: &[],
    }
}

impl Row<Id> {
    const fn of(self, kind: Kind) -> Self {
        Row { kind, ..self }
    }
    const fn independent(self) -> Self {
        Row { causality: Causality::Independent, ..self }
    }
    const fn unit(self, unit: &'static str) -> Self {
        Row { unit: Some(unit), ..self }
    }
    /// Its values stand in this unit in the dialogs and plots of tools.
    const fn shown_in(self, display_unit: &'static str) -> Self {
        Row { display_unit: Some(display_unit), ..self }
    }
    const fn elements(self, elements: &'static [&'static str]) -> Self {
        Row { elements, ..self }
    }
    const fn input(self, start: &'static [f64]) -> Self {
        Row { causality: Causality::Input, start, ..self }
    }
    const fn output(self, depends_on: &'static [&'static [Dependency<Id>]]) -> Self {
        Row { causality: Causality::Output, depends_on, ..self }
    }
    const fn discrete(self) -> Self {
        Row { variability: Variability::Discrete, ..self }
    }
    const fn state(self, start: &'static [f64], nominal: f64) -> Self {
        Row { start, nominal: Some(nominal), ..self }
    }
    const fn rate_of(self, state: Id, depends_on: &'static [&'static [Dependency<Id>]]) -> Self {
        Row { derivative_of: Some(state), depends_on, ..self }
    }
    const fn tunable(self, start: &'static [f64]) -> Self {
        Row { causality: Causality::Parameter, variability: Variability::Tunable, start, ..self }
    }
    const fn fixed(self, kind: Kind, start: &'static [f64]) -> Self {
        Row { kind, causality: Causality::Parameter, variability: Variability::Fixed, start, ..self }
    }
    const fn above(self, low: f64) -> Self {
        Row { low: Bound::Excluding(low), ..self }
    }
    const fn at_least(self, low: f64) -> Self {
        Row { low: Bound::Including(low), ..self }
    }
    const fn at_most(self, high: f64) -> Self {
        Row { high: Bound::Including(high), ..self }
    }
    const fn source(self, source: &'static str) -> Self {
        Row { source, ..self }
    }
}

/// First item of an enumeration, or true.
const FIRST: &[f64] = &[1.0];
const SECOND: &[f64] = &[2.0];

macro_rules! table {
    ($($id:ident $reference:literal $name:literal $about:literal
        $(.$modifier:ident $with:tt)* => $root:ident $(.$part:ident)*;)+) => {
        /// A row for each variable.
        pub static TABLE: &[Row<Id>] = &[$(row(Id::$id, $reference, $name, $about)$(.$modifier $with)*,)+];
    };
}
variables!(table);

/// [`TABLE`] as the binary holds it.
pub static ROWS: [Row<Id>; TABLE.len()] = description::bare(TABLE);

/// Rates come in the order of the states they belong to, which is the order in which importers get the states.
const _: () = {
    let (mut k, mut last) = (0, 0);
    while k < TABLE.len() {
        if TABLE[k].derivative_of.is_some() {
            assert!(TABLE[k].value_reference > last, "rates are listed in the order of their states");
            last = TABLE[k].value_reference;
        }
        k += 1;
    }
};
