//! The interface coupling: a host of its own around the contact, over masses, stiffnesses and steps.

#[path = "../common/mod.rs"]
mod common;
mod coulomb;
mod estimate;
mod friction;
mod hand_back;
mod host;
mod laws;
mod ledger;
mod limits;
mod mass;
mod rest;
mod restitution;
mod rigid;
mod rolling;
mod spin;
mod symmetry;
mod unit;
