//! Steps on the caller's threads: the same bits whoever does the tasks, and what a caller can do wrong with them.

use super::systems::*;
use super::*;
use asperity::capi::system_tasks::*;
use asperity::capi::tasks::*;
use core::ffi::c_void;
use std::thread;

const BALLS: usize = 9;
const H: f64 = 1e-3;

/// How a caller does its tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    InOrder,
    Backwards,
    OnThreads,
    LeavesOneOut,
    OneTwice,
    OneTooMany,
    WaitsForNone,
}

/// What the caller's function is given and keeps.
struct Caller {
    way: Way,
    counts: Vec<usize>,
    last: Option<Call>,
    threads: Vec<thread::JoinHandle<()>>,
}

/// A task that can be called from any thread.
#[derive(Clone, Copy)]
struct Call(asperity_task, *mut c_void);

// SAFETY: the interface says so
unsafe impl Send for Call {}

impl Call {
    fn task(self, number: usize) {
        unsafe { self.0.unwrap()(self.1, number) }
    }
}

impl Caller {
    fn new(way: Way) -> Self {
        Caller { way, counts: Vec::new(), last: None, threads: Vec::new() }
    }

    fn join(&mut self) {
        self.threads.drain(..).for_each(|thread| thread.join().unwrap());
    }
}

unsafe extern "C" fn run(context: *mut c_void, task: asperity_task, data: *mut c_void, count: usize) {
    let caller = unsafe { &mut *context.cast::<Caller>() };
    let call = Call(task, data);
    caller.counts.push(count);
    caller.last = Some(call);
    let spawned = |number: usize| thread::spawn(move || call.task(number));
    match caller.way {
        Way::InOrder => (0..count).for_each(|number| call.task(number)),
        Way::Backwards => (0..count).rev().for_each(|number| call.task(number)),
        Way::OnThreads => {
            let threads: Vec<_> = (0..count).map(spawned).collect();
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        }
        Way::LeavesOneOut => (1..count).for_each(|number| call.task(number)),
        Way::OneTwice => (0..count).chain([0]).for_each(|number| call.task(number)),
        Way::OneTooMany => (0..=count).for_each(|number| call.task(number)),
        Way::WaitsForNone => caller.threads = (0..count).map(spawned).collect(),
    }
}

/// Balls in a row that touch a floor and each other now and then; the last is far from everything.
fn scene() -> Made {
    let system = Made::new();
    let floor = system.body(c"floor", None, false);
    system.floor(floor);
    for ball in 0..BALLS {
        let name = CString::new(format!("ball{ball}")).unwrap();
        let body = system.body(&name, None, true);
        assert_eq!(system.sphere(body, None, [0.0; 3], 0.1), ASPERITY_OK);
        assert_eq!(system.contact((body, 0), (floor, 0), None), ASPERITY_OK);
        if ball > 0 {
            assert_eq!(system.contact((body, 0), (body - 1, 0), None), ASPERITY_OK);
        }
    }
    assert_eq!(system.start(&bodies(0)), ASPERITY_OK);
    system
}

/// Where they are in a step, by arithmetic.
fn bodies(step: usize) -> Vec<asperity_body> {
    let t = step as f64 * H;
    let ball = |k: usize| {
        let (phase, rate) = (60.0 * t + k as f64, 60.0);
        let height = if k == BALLS - 1 { 5.0 } else { 0.1 };
        let position = [0.2 * k as f64 + 1e-4 * (phase * 0.7).sin(), 0.0, height + 2e-4 * phase.cos()];
        at(position, [42e-4 * (phase * 0.7).cos(), 0.02, -2e-4 * rate * phase.sin()])
    };
    core::iter::once(at([0.0; 3], [0.0; 3])).chain((0..BALLS).map(ball)).collect()
}

fn step_with(system: &Made, of: &[asperity_body], tasks: usize, caller: &mut Caller) -> (i32, Vec<[u64; 6]>) {
    let mut wrenches = vec![NONE; of.len()];
    let context = ptr::from_mut(caller).cast();
    let to = wrenches.as_mut_ptr();
    let status =
        unsafe { asperity_system_step_with(system.0, of.as_ptr(), ptr::null(), H, to, tasks, Some(run), context) };
    (status, bits(&wrenches))
}

fn bits(wrenches: &[asperity_body_wrench]) -> Vec<[u64; 6]> {
    let of = |w: &asperity_body_wrench| [w.force, w.torque].concat().try_into().unwrap();
    wrenches.iter().map(of).map(|numbers: [f64; 6]| numbers.map(f64::to_bits)).collect()
}

fn saved(system: &Made) -> Vec<u8> {
    let mut bytes = vec![0; unsafe { asperity_system_size(system.0) }];
    assert_eq!(unsafe { asperity_system_save(system.0, bytes.as_mut_ptr(), bytes.len()) }, ASPERITY_OK);
    bytes
}

#[test]
fn a_step_has_the_same_bits_whoever_does_its_tasks() {
    const STEPS: usize = 200;
    let plain = scene();
    let steps: Vec<_> = (0..STEPS).map(|k| bits(&plain.step(&bodies(k), None, H))).collect();
    let forces: std::collections::BTreeSet<_> = steps.iter().map(|wrenches| wrenches[1][2]).collect();
    assert!(forces.len() > 20 && forces.contains(&0), "it touches and parts");
    for (tasks, way) in
        [1, 2, 3, 7, 64].into_iter().flat_map(|n| [Way::InOrder, Way::Backwards, Way::OnThreads].map(|way| (n, way)))
    {
        let (system, mut caller) = (scene(), Caller::new(way));
        for (k, expected) in steps.iter().enumerate() {
            let (status, found) = step_with(&system, &bodies(k), tasks, &mut caller);
            assert_eq!((status, &found), (ASPERITY_OK, expected), "step {k}, {tasks} tasks, {way:?}");
        }
        assert_eq!(saved(&system), saved(&plain), "{tasks} tasks, {way:?}");
        // two pairs are far from the start
        assert_eq!(caller.counts.iter().max(), Some(&tasks.min(2 * BALLS - 3)), "a task has one contact at least");
    }
}

#[test]
fn a_caller_that_does_other_tasks_than_asked_for_is_refused() {
    let (plain, system) = (scene(), scene());
    for k in 0..60 {
        for (way, says) in [
            (Way::LeavesOneOut, "1 of 3 tasks were not done"),
            (Way::OneTwice, "asked for a task twice"),
            (Way::OneTooMany, "beyond the 3"),
        ] {
            let (status, _) = step_with(&system, &bodies(k), 3, &mut Caller::new(way));
            assert_eq!(status, ASPERITY_INPUTS, "{way:?}");
            assert!(system.message().contains(says), "{way:?}: {}", system.message());
        }
        let (status, found) = step_with(&system, &bodies(k), 3, &mut Caller::new(Way::InOrder));
        assert_eq!((status, found), (ASPERITY_OK, bits(&plain.step(&bodies(k), None, H))), "step {k}");
    }
}

#[test]
fn tasks_of_steps_that_are_over_do_nothing() {
    let (plain, system) = (scene(), scene());
    for k in 0..40 {
        let mut caller = Caller::new(Way::OnThreads);
        let (status, found) = step_with(&system, &bodies(k), 4, &mut caller);
        assert_eq!((status, found), (ASPERITY_OK, bits(&plain.step(&bodies(k), None, H))), "step {k}");
        (0..70).for_each(|number| caller.last.unwrap().task(number));
    }
    assert_eq!(saved(&system), saved(&plain));
}

#[test]
fn a_run_that_waits_for_nobody_steps_or_is_refused() {
    let (plain, system) = (scene(), scene());
    for k in 0..100 {
        let mut caller = Caller::new(Way::WaitsForNone);
        let (status, found) = step_with(&system, &bodies(k), 4, &mut caller);
        caller.join();
        let expected = bits(&plain.step(&bodies(k), None, H));
        if status == ASPERITY_OK {
            assert_eq!(found, expected, "step {k}");
        } else {
            assert_eq!(status, ASPERITY_INPUTS);
            let (status, found) = step_with(&system, &bodies(k), 4, &mut Caller::new(Way::Backwards));
            assert_eq!((status, found), (ASPERITY_OK, expected), "step {k}");
        }
    }
}

#[test]
fn a_step_on_threads_names_the_first_contact_that_cannot() {
    let (plain, system) = (scene(), scene());
    let mut of = bodies(0);
    // so deep that the force overflows
    (of[3].position[2], of[6].position[2]) = (-1e250, -1e250);
    let mut wrenches = vec![NONE; of.len()];
    let status = unsafe { asperity_system_step(plain.0, of.as_ptr(), ptr::null(), H, wrenches.as_mut_ptr()) };
    assert_eq!(status, ASPERITY_INPUTS);
    for way in [Way::InOrder, Way::Backwards, Way::OnThreads] {
        assert_eq!(step_with(&system, &of, 5, &mut Caller::new(way)).0, ASPERITY_INPUTS);
        assert_eq!(system.message(), plain.message());
    }
    assert!(system.message().contains("ball2"), "{}", system.message());
}

#[test]
fn a_step_on_threads_refuses_no_function_and_no_tasks() {
    let system = scene();
    let (of, mut wrenches) = (bodies(0), vec![NONE; BALLS + 1]);
    for (tasks, run, status) in
        [(1, None, ASPERITY_NULL), (0, Some(run as _), ASPERITY_RANGE), (65, Some(run as _), ASPERITY_RANGE)]
    {
        let (to, none) = (wrenches.as_mut_ptr(), ptr::null_mut());
        let found = unsafe { asperity_system_step_with(system.0, of.as_ptr(), ptr::null(), H, to, tasks, run, none) };
        assert_eq!(found, status);
        assert!(system.message().contains(if run.is_none() { "run" } else { "tasks" }), "{}", system.message());
    }
}
