//! Work in tasks, which the caller may do on threads of its own. What they come to does not depend on who does them, or when: each has
//! numbers of its own, and sums are made afterwards in the order of the contacts.

use crate::fmi::Fault;
use core::array;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Most tasks of one step.
pub const MOST_TASKS: usize = 64;

/// Does the task of a number.
pub type Work<'a> = &'a (dyn Fn(usize) + Sync);

/// A caller that does tasks.
pub struct Workers<'a> {
    /// Into how many tasks work is split, 1 to [`MOST_TASKS`]; there may be fewer
    pub tasks: usize,
    /// Calls the function with each number below the second argument, once, on any threads; returns when all calls have returned.
    pub run: &'a mut dyn FnMut(Work, usize),
}

/// Has each of these done once.
///
/// Errors: the caller left one out, or asked for one twice or for one that there is not.
pub(super) fn share<T: Send>(
    workers: &mut Workers,
    mut tasks: impl Iterator<Item = T>,
    does: impl Fn(T) + Sync,
) -> Result<(), Fault> {
    let places: [_; MOST_TASKS] = array::from_fn(|_| Mutex::new(tasks.next()));
    let take = |place: &Mutex<Option<T>>| place.lock().unwrap_or_else(PoisonError::into_inner).take();
    let count = places.iter().filter(|place| place.lock().is_ok_and(|task| task.is_some())).count();
    let is_asked_for_more = AtomicBool::new(false);
    let call = |number: usize| match places.get(number).and_then(take) {
        Some(task) => does(task),
        None => is_asked_for_more.store(true, Ordering::Relaxed),
    };
    if count > 0 {
        (workers.run)(&call, count);
    }
    let left = places.iter().filter_map(take).count();
    if left > 0 {
        return Err(Fault(format!(
            "{left} of {count} tasks were not done when run returned: call each once, and wait for them"
        )));
    }
    if is_asked_for_more.into_inner() {
        return Err(Fault(format!("run has asked for a task twice, or for one beyond the {count} that there are")));
    }
    Ok(())
}
