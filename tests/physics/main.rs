//! The laws, pure functions of their arguments: closed forms, other numbers, and random inputs.

mod alignment;
mod ball_solid;
mod batch;
mod below;
mod candidates;
#[path = "../common/mod.rs"]
mod common;
mod contact;
mod convex;
mod coulomb;
mod elementary;
mod friction;
mod geometry;
mod ledger;
mod materials;
mod normal;
mod objectivity;
mod planes;
mod points;
mod polyhedron;
mod restitution;
mod rolling;
mod shapes;
mod spin;
mod symmetry;
mod uneven;
mod without_spin;
