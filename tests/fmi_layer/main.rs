//! The FMI layer on a second, tiny model that has nothing to do with contact: a first-order lag  T·ẋ = u − x.
//!
//! Driven through the generic functions behind the C names, so it also shows what a host sees: status and log.
#![cfg_attr(miri, feature(c_variadic))]

mod calls;
mod derivatives;
mod host;
mod lag;
mod steps;
mod values;
