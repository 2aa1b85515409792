//! The batch kernel in the instructions of the processor it runs on, chosen at run time: AVX-512 or AVX2 where there is, else
//! what the library is compiled for. All are [`batch::rates`], compiled anew: additions, products, quotients and roots of
//! several numbers side by side are those of one, and products are not fused with sums, so the results are the same to the
//! last bit.

use crate::physics::Parameters;
use crate::physics::batch::{self, Contacts, Rates};

/// [`batch::rates`] in one set of instructions.
pub type Path = fn(&Parameters<f64>, f64, &Contacts, &mut Rates) -> Option<usize>;

/// [`batch::rates`] by the widest instructions there are.
pub fn rates(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
    let widest = avx512().or_else(avx2).unwrap_or(portable);
    widest(parameters, radius, contacts, rates)
}

/// [`batch::rates`] by the instructions the library is compiled for.
#[inline(never)]
pub fn portable(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
    batch::rates(parameters, radius, contacts, rates, fetch)
}

/// [`batch::rates`] by vectors of four numbers, if this processor knows them.
pub fn avx2() -> Option<Path> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[target_feature(enable = "avx2")]
        #[inline(never)]
        fn path(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
            batch::rates(parameters, radius, contacts, rates, fetch)
        }
        // SAFETY: the processor has just said that it knows AVX2
        return Some(|parameters, radius, contacts, rates| unsafe { path(parameters, radius, contacts, rates) });
    }
    None
}

/// [`batch::rates`] by vectors of eight numbers, likewise.
pub fn avx512() -> Option<Path> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") {
        #[target_feature(enable = "avx512f")]
        #[inline(never)]
        fn path(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
            batch::rates(parameters, radius, contacts, rates, fetch)
        }
        // SAFETY: the processor has just said that it knows AVX-512
        return Some(|parameters, radius, contacts, rates| unsafe { path(parameters, radius, contacts, rates) });
    }
    None
}

/// Has the processor bring the cache line at this address near, if it can.
#[inline(always)]
fn fetch(number: *const f64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint: nothing is accessed, and no address is at fault
        unsafe { _mm_prefetch::<_MM_HINT_T0>(number.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = number;
}
