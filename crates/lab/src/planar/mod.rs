//! Rigid bodies in the plane whose contacts change: they slip, hold, part, collide and jam [WK91 section 2, Fig. 2.1].
//! Between events the contacts keep what they do and the equations of motion are smooth; events are located on the
//! dense output of DOP853.
//!
//! Pairs of features: a corner or a disc on an edge, a disc on a disc or on a corner. With r the centres of mass, P the
//! point, ρ the arms to it, w the velocity of P against body j, κ = −ω_i²·ρ_i + ω_j²·ρ_j, the drift of the rows is
//!
//! | pair | (J̇·q̇)_n | (J̇·q̇)_t |
//! |---|---|---|
//! | on an edge of j | n·κ − 2·ω_j·t·w | t·κ + 2·ω_j·n·w |
//! | discs d apart, w of the centres | n·κ + (t·w)²/d | t·κ − (t·w)·(n·w)/d |
//!
//! What contacts do at the start and after each event is the acceleration problem of [PT96] in the plane. Of several
//! solutions the one is taken that continues what the contacts did, else the one in which most of them part; the log
//! names all. Where there is none, sliding draws the bodies together: impulses act without an approach (the principle of
//! constraints of [WK91 section 2.1.3]), which is logged as a jam. One contact that is struck alone follows Routh's
//! process, several that feel each other Poisson's hypothesis in two problems.

mod animate;
mod as_unit;
mod beside;
mod bodies;
mod collide;
mod decide;
mod dynamics;
mod events;
mod guided;
mod integrate;
mod linear;
mod mechanism;
mod modes;
mod overlap;
mod page;
mod pairs;
mod phase;
mod plot;
mod project;
mod record;
pub mod scenes;
mod simultaneous;
mod validity;

pub use as_unit::{Contacts, as_unit};
pub use beside::{Approach, beside};
pub use bodies::{Anchor, Body, Fixture, Joint, JointKind, Law, Load, Owner, Piece, Shape, Spring, System};
pub use integrate::{Settings, simulate};
pub use modes::{Forces, Mode, World};
pub use pairs::{Pair, Touch, pairs};
pub use record::{ContactSample, Event, EventKind, Frame, Motion};
pub use simultaneous::{Several, simultaneous};
