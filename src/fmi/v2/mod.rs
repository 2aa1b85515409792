//! FMI 2.0: the C types, the 44 functions and the guard that each of them passes.

pub mod abi;
pub mod api;
pub mod calls;
mod export;
pub mod guard;
mod logger;
#[cfg(feature = "render")]
pub mod xml;
