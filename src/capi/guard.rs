//! The one door: NULL checks, no panic leaves, a refusal becomes a status and a message.

use crate::capi::status::{ASPERITY_INTERNAL, ASPERITY_NULL, ASPERITY_OK, Refusal, Why, asperity_status};
use core::ffi::{CStr, c_char};
use core::fmt::{self, Write};
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

/// Longest message with its closing NUL [bytes]; what is longer is cut.
const LENGTH: usize = 1024;

/// A text of bounded length that C can read.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Message([u8; LENGTH]);

impl Message {
    pub const EMPTY: Message = Message([0; LENGTH]);

    pub fn of(text: fmt::Arguments) -> Self {
        let mut message = Message::EMPTY;
        message.add(text);
        message
    }

    pub fn clear(&mut self) {
        self.0[0] = 0;
    }

    /// Appends a sentence of its own.
    pub fn add(&mut self, text: fmt::Arguments) {
        let used = self.bytes().len();
        let mut end = End { bytes: &mut self.0[..LENGTH - 1], used };
        let separator = if used == 0 { "" } else { "; " };
        // a text that is cut is no error
        let _ = write!(end, "{separator}{text}");
        let used = end.used;
        self.0[used] = 0;
    }

    pub fn as_ptr(&self) -> *const c_char {
        self.0.as_ptr().cast()
    }

    /// Into the caller's memory of `size` bytes, cut where it does not fit; NULL or no bytes take nothing.
    ///
    /// # Safety
    /// `text` is NULL or `size` writable bytes.
    pub unsafe fn copy(&self, text: *mut c_char, size: usize) {
        if text.is_null() || size == 0 {
            return;
        }
        let bytes = self.bytes();
        let length = bytes.len().min(size - 1);
        // SAFETY: by the caller's promise
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), text, length);
            text.add(length).write(0);
        }
    }

    pub fn bytes(&self) -> &[u8] {
        CStr::from_bytes_until_nul(&self.0).map_or(&[], CStr::to_bytes)
    }
}

/// The free end of a message.
struct End<'a> {
    bytes: &'a mut [u8],
    used: usize,
}

impl Write for End<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.len().saturating_sub(self.used);
        let fits = (0..=text.len().min(room)).rev().find(|length| text.is_char_boundary(*length)).unwrap_or(0);
        // a NUL inside would hide the rest
        for (place, byte) in self.bytes.iter_mut().skip(self.used).zip(text.bytes().take(fits)) {
            *place = if byte == 0 { b'?' } else { byte };
        }
        self.used += fits;
        if fits < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Runs the body of a call that has no handle for a message.
#[inline(always)]
pub fn guard<'a>(body: impl FnOnce() -> Result<(), Refusal<'a>>) -> asperity_status {
    let status = || body().map_or_else(|refusal| refusal.status(), |()| ASPERITY_OK);
    catch_unwind(AssertUnwindSafe(status)).unwrap_or(ASPERITY_INTERNAL)
}

/// Runs the body of a call and hands a refusal to `tell`, also that of a panic.
pub fn guard_and_tell<R: Why>(
    body: impl FnOnce() -> Result<(), R>,
    tell: impl FnOnce(asperity_status, fmt::Arguments),
) -> asperity_status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => ASPERITY_OK,
        Ok(Err(why)) => {
            let status = why.status();
            tell(status, format_args!("{why}"));
            status
        }
        Err(_) => {
            tell(ASPERITY_INTERNAL, format_args!("internal error: please report it with the calls that led to it"));
            ASPERITY_INTERNAL
        }
    }
}

/// What a caller holds and calls are made on.
pub trait Handle {
    /// Why a call on it is refused.
    type Refusal<'a>: Why;

    /// Where a refusal is told.
    fn message(&mut self) -> &mut Message;

    /// A call begins: what the last one has said is gone.
    fn begin(&mut self) {
        self.message().clear();
    }

    /// After a panic inside a call.
    fn spoil(&mut self) {}
}

/// Runs the body of a call on a handle; a refusal is told in its message.
///
/// # Safety
/// `handle` is NULL or a live handle that nothing else refers to during the call.
pub unsafe fn enter<'a, H: Handle>(
    handle: *mut H,
    body: impl FnOnce(&mut H) -> Result<(), H::Refusal<'a>>,
) -> asperity_status {
    // SAFETY: by the caller's promise
    let Some(handle) = (unsafe { handle.as_mut() }) else { return ASPERITY_NULL };
    handle.begin();
    let mut told = None;
    let status = guard_and_tell(|| body(handle), |_, text| told = Some(Message::of(text)));
    if let Some(message) = told {
        *handle.message() = message;
    }
    if status == ASPERITY_INTERNAL {
        handle.spoil();
    }
    status
}

/// # Safety
/// `pointer` is NULL or points to a value that lives during the call and that nothing writes meanwhile.
#[inline(always)]
pub unsafe fn read<'a, T>(name: &'static str, pointer: *const T) -> Result<&'a T, Refusal<'static>> {
    // SAFETY: by the caller's promise
    unsafe { pointer.as_ref() }.ok_or(Refusal::Null(name))
}

/// # Safety
/// As [`read`], and nothing else refers to the value during the call.
#[inline(always)]
pub unsafe fn write<'a, T>(name: &'static str, pointer: *mut T) -> Result<&'a mut T, Refusal<'static>> {
    // SAFETY: by the caller's promise
    unsafe { pointer.as_mut() }.ok_or(Refusal::Null(name))
}

/// # Safety
/// `pointer` is NULL or `count` values that live and that nothing writes meanwhile.
pub unsafe fn read_many<'a, T>(
    name: &'static str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Refusal<'static>> {
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: by the caller's promise
    unsafe { read(name, pointer) }?;
    // SAFETY: not NULL, the rest by the caller's promise
    Ok(unsafe { core::slice::from_raw_parts(pointer, count) })
}

/// n*m, refused where it is more than elements of a matrix can be.
pub fn product(name: &'static str, n: usize, m: usize) -> Result<usize, Refusal<'static>> {
    let refused = Refusal::Range { name, value: n as f64, must: "small enough for a matrix" };
    n.checked_mul(m).filter(|count| *count <= isize::MAX as usize / 8).ok_or(refused)
}

/// An array of known length as C passes it.
///
/// # Safety
/// As [`read`], for `N` values.
#[inline(always)]
pub unsafe fn read_array<'a, const N: usize>(
    name: &'static str,
    pointer: *const f64,
) -> Result<&'a [f64; N], Refusal<'static>> {
    // SAFETY: by the caller's promise
    unsafe { read(name, pointer.cast()) }
}

/// # Safety
/// As [`write`], for `N` values.
#[inline(always)]
pub unsafe fn write_array<'a, const N: usize>(
    name: &'static str,
    pointer: *mut f64,
) -> Result<&'a mut [f64; N], Refusal<'static>> {
    // SAFETY: by the caller's promise
    unsafe { write(name, pointer.cast()) }
}

/// A name or item.
///
/// # Safety
/// `pointer` is NULL or points to a text that ends with NUL and lives as long as `'a`.
pub unsafe fn text<'a>(name: &'static str, pointer: *const c_char) -> Result<&'a str, Refusal<'a>> {
    if pointer.is_null() {
        return Err(Refusal::Null(name));
    }
    // SAFETY: not NULL, the rest by the caller's promise
    unsafe { CStr::from_ptr(pointer) }.to_str().map_err(|_| Refusal::NoText(name))
}

/// Runs the body of a call and writes why it is refused to `text`, with room for `size` characters; NULL takes none.
///
/// # Safety
/// `text` is NULL, or may be written for `size` characters.
pub unsafe fn guard_and_write<R: Why>(
    body: impl FnOnce() -> Result<(), R>,
    text: *mut c_char,
    size: usize,
) -> asperity_status {
    let mut said = Message::EMPTY;
    let status = guard_and_tell(body, |_, why| said = Message::of(why));
    // SAFETY: by the caller's promise
    unsafe { said.copy(text, size) };
    status
}
