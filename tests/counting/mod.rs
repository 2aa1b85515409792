//! An allocator that wraps the system's and counts, for each thread.

// every test program is a crate of its own and uses only a part
#![allow(dead_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: passes every call on to the system's allocator
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        HELD.set(HELD.get().wrapping_add(layout.size()));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get().wrapping_sub(layout.size()));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of this thread during `action`.
pub fn allocations(action: impl FnOnce()) -> usize {
    let before = COUNT.get();
    action();
    COUNT.get() - before
}

/// Bytes that `action` of this thread has asked for and not given back.
pub fn held_by(action: impl FnOnce()) -> usize {
    let before = HELD.get();
    action();
    HELD.get().wrapping_sub(before)
}
