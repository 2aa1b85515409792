//! Tasks that the caller does on threads of its own.

#![allow(non_camel_case_types)]

use core::ffi::c_void;
use core::mem::transmute;
use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::catch_unwind;
use std::sync::{Arc, PoisonError, RwLock};

/// Does task `number` of a step, `data` being what asperity_run was given. From any thread, several at a time.
pub type asperity_task = Option<unsafe extern "C" fn(data: *mut c_void, number: usize)>;

/// Calls task(data, number) once for each number below `count`, on any threads and in any order, and returns when all
/// calls have returned. `context`: as asperity_system_step_with was given it. It calls nothing else on the system, and
/// neither throws nor jumps out.
pub type asperity_run =
    Option<unsafe extern "C" fn(context: *mut c_void, task: asperity_task, data: *mut c_void, count: usize)>;

/// What the tasks of a system do: something while its step runs them.
#[derive(Default)]
pub struct Tasks {
    work: RwLock<Option<Work>>,
    has_panicked: AtomicBool,
}

#[derive(Clone, Copy)]
struct Work(&'static (dyn Fn(usize) + Sync));

impl Tasks {
    /// Has the caller's function run these.
    ///
    /// # Safety
    /// `run` is as [`asperity_run`] has it.
    pub(super) unsafe fn share(
        self: &Arc<Self>,
        run: unsafe extern "C" fn(*mut c_void, asperity_task, *mut c_void, usize),
        context: *mut c_void,
        work: &(dyn Fn(usize) + Sync),
        count: usize,
    ) {
        // SAFETY: taken away below, before what it refers to ends
        let work = unsafe { transmute::<&(dyn Fn(usize) + Sync), &'static (dyn Fn(usize) + Sync)>(work) };
        *self.work.write().unwrap_or_else(PoisonError::into_inner) = Some(Work(work));
        // SAFETY: by the caller's promise; does not unwind
        unsafe { run(context, Some(task), Arc::as_ptr(self).cast_mut().cast(), count) };
        // waits for tasks that are still being done
        *self.work.write().unwrap_or_else(PoisonError::into_inner) = None;
        assert!(!self.has_panicked.swap(false, Ordering::Relaxed), "a task has panicked");
    }
}

/// One task; none where its step is over.
unsafe extern "C" fn task(data: *mut c_void, number: usize) {
    // SAFETY: of a system that lives, by the caller's promise
    let Some(tasks) = (unsafe { data.cast::<Tasks>().as_ref() }) else { return };
    let work = tasks.work.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(Work(work)) = *work
        && catch_unwind(AssertUnwindSafe(|| work(number))).is_err()
    {
        tasks.has_panicked.store(true, Ordering::Relaxed);
    }
}
