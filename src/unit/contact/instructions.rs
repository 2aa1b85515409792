//! Sets of instructions of a processor.

/// A set of instructions.
pub trait Instructions {
    /// Whether long parts are compiled once for all who call them, not as part of each.
    const ARE_SHARED: bool;

    /// Runs work that becomes part of a function compiled for them.
    fn run<R>(work: impl FnOnce() -> R) -> R;
}

/// What the library is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Instructions for Portable {
    const ARE_SHARED: bool = true;

    #[inline(always)]
    fn run<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
}
