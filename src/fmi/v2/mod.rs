//! FMI 2.0: the C types, the 44 functions and the guard that each of them passes.

pub mod abi;
pub mod api;
mod export;
pub mod guard;
