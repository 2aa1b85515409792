//! What the unit says: its log messages, collected while its functions run.

use std::ffi::{CStr, c_void};
use std::sync::{Mutex, PoisonError};

use asperity::fmi::v2::abi::*;

/// A log message of the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Status it came with.
    pub status: fmi2Status,
    /// Category as declared in modelDescription.xml.
    pub category: String,
    /// The text.
    pub text: String,
}

/// All messages of one instance. Its address is the instance's component environment.
#[derive(Debug, Default)]
pub struct Log {
    messages: Mutex<Vec<Message>>,
}

impl Log {
    /// Takes all messages out.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, message: Message) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }
}

/// A status in words.
pub fn status_name(status: fmi2Status) -> &'static str {
    match status {
        FMI2_OK => "fmi2OK",
        FMI2_WARNING => "fmi2Warning",
        FMI2_DISCARD => "fmi2Discard",
        FMI2_ERROR => "fmi2Error",
        FMI2_FATAL => "fmi2Fatal",
        FMI2_PENDING => "fmi2Pending",
        _ => "a status that FMI 2.0 does not know",
    }
}

/// The logger as FMI declares it.
pub fn logger() -> fmi2CallbackLogger {
    // SAFETY: stable Rust cannot define a variadic function. The arguments of a variadic call that have names are
    // passed like those of a plain one in the C calling conventions of the supported platforms (x86-64 System V and
    // Windows, ARM64 on all three systems); `receive` reads only these, and the caller cleans the stack.
    unsafe { std::mem::transmute::<PlainLogger, fmi2CallbackLogger>(receive) }
}

type PlainLogger = unsafe extern "C" fn(*mut c_void, fmi2String, fmi2Status, fmi2String, fmi2String);

unsafe extern "C" fn receive(
    environment: *mut c_void,
    _instance: fmi2String,
    status: fmi2Status,
    category: fmi2String,
    message: fmi2String,
) {
    // SAFETY: the environment is the address of the `Log` that the instance keeps as long as it lives.
    let Some(log) = (unsafe { environment.cast::<Log>().as_ref() }) else { return };
    log.push(Message { status, category: text(category), text: unescape(&text(message)) });
}

fn text(pointer: fmi2String) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: the unit passes a null-terminated string that lives during the call.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// FMI doubles the two signs that would begin a format or a variable reference.
fn unescape(message: &str) -> String {
    message.replace("%%", "%").replace("##", "#")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_through_the_variadic_door_is_collected() {
        let log = Log::default();
        let environment = std::ptr::from_ref(&log).cast_mut().cast();
        // SAFETY: all pointers are valid during the call.
        unsafe {
            logger()(environment, c"ball".as_ptr(), FMI2_ERROR, c"logStatusError".as_ptr(), c"95 %% of x".as_ptr());
            logger()(environment, std::ptr::null(), FMI2_OK, std::ptr::null(), std::ptr::null());
        }
        let messages = log.take();
        assert_eq!(messages[0].text, "95 % of x");
        assert_eq!((messages[0].status, messages[0].category.as_str()), (FMI2_ERROR, "logStatusError"));
        assert_eq!(messages[1].text, "");
        assert!(log.take().is_empty());
    }
}
