//! Steps of systems on the caller's threads.

use crate::capi::guard::enter;
use crate::capi::status::{Refusal, asperity_status};
use crate::capi::structs::asperity_body;
use crate::capi::system::{asperity_body_wrench, asperity_system};
use crate::capi::system_steps::step;
use crate::capi::tasks::asperity_run;
use crate::unit::system::tasks::{MOST_TASKS, Workers};
use core::ffi::c_void;

/// asperity_system_step on the caller's threads: `run` is called once, with at most `tasks` tasks, 1 to 64, each for a
/// part of the contacts; as many as there are threads, or a few times as many. The same bits as asperity_system_step,
/// whatever `tasks` is and whoever does them. What is kept of a step and the sums by body stay on this thread.
///
/// `context`: for `run`, may be NULL.
/// As asperity_system_step, and ASPERITY_NULL (`run`), ASPERITY_RANGE (`tasks`), ASPERITY_INPUTS (`run` has left out a
/// task or asked for one twice): states and time stay those of the step's start.
///
/// # Safety
/// As asperity_system_step. `run` is NULL or as asperity_run says; no task is asked for after the system is freed.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub unsafe extern "C" fn asperity_system_step_with(
    system: *mut asperity_system,
    bodies: *const asperity_body,
    rates: *const asperity_body,
    h: f64,
    wrenches: *mut asperity_body_wrench,
    tasks: usize,
    run: asperity_run,
    context: *mut c_void,
) -> asperity_status {
    // SAFETY: by the caller's promise
    unsafe {
        enter(system, |handle| {
            let run = run.ok_or(Refusal::Null("run"))?;
            if !(1..=MOST_TASKS).contains(&tasks) {
                return Err(Refusal::Range { name: "tasks", value: tasks as f64, must: "1 to 64" }.into());
            }
            let shared = handle.tasks.clone();
            let mut run = |work: &(dyn Fn(usize) + Sync), count: usize| shared.share(run, context, work, count);
            step(handle, (bodies, rates), h, wrenches, Some(&mut Workers { tasks, run: &mut run }))
        })
    }
}
