//! Versions.

/// The version of this header.
pub const ASPERITY_VERSION_MAJOR: u32 = 0;
pub const ASPERITY_VERSION_MINOR: u32 = 1;
pub const ASPERITY_VERSION_PATCH: u32 = 0;

/// The binary interface of this header. It changes whenever a struct grows or a meaning changes; functions and status
/// codes may be added without a change.
pub const ASPERITY_ABI: u32 = 1;

/// Version of the library: major*10000 + minor*100 + patch. From any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_version() -> u32 {
    ASPERITY_VERSION_MAJOR * 10_000 + ASPERITY_VERSION_MINOR * 100 + ASPERITY_VERSION_PATCH
}

/// Binary interface of the library. A program whose ASPERITY_ABI is another number must not call anything else. From
/// any thread.
#[cfg_attr(feature = "capi", unsafe(no_mangle))]
pub extern "C" fn asperity_abi() -> u32 {
    ASPERITY_ABI
}
