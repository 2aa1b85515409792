//! The interface coupling: a host of its own around the contact, over masses, stiffnesses and steps.

mod alarms;
mod causes;
#[path = "../common/mod.rs"]
mod common;
mod coulomb;
mod estimate;
mod exponential;
mod friction;
mod hand_back;
mod held;
mod host;
mod impact;
mod kick;
mod laws;
mod ledger;
mod limits;
mod linear;
mod mass;
mod oblique;
mod order;
mod rest;
mod restitution;
mod rigid;
mod rolling;
mod several;
mod sliding;
mod slow;
mod spin;
mod still;
mod symmetry;
mod told;
mod turning;
mod uneven;
mod unit;
