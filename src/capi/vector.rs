//! The batch kernel in the instructions of the processor it runs on: AVX2 where there is, chosen at run time, else what
//! the library is compiled for. Both are [`batch::rates`], compiled twice: additions, products, quotients and roots of
//! four numbers side by side are those of one, so the results are the same to the last bit.

use crate::physics::Parameters;
use crate::physics::batch::{self, Contacts, Rates};

/// [`batch::rates`] by the widest instructions there are.
pub fn rates(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just said that it knows AVX2
        return unsafe { with_avx2(parameters, radius, contacts, rates) };
    }
    portable(parameters, radius, contacts, rates)
}

/// [`batch::rates`] by the instructions the library is compiled for.
#[inline(never)]
pub fn portable(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
    batch::rates(parameters, radius, contacts, rates)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn with_avx2(parameters: &Parameters<f64>, radius: f64, contacts: &Contacts, rates: &mut Rates) -> Option<usize> {
    batch::rates(parameters, radius, contacts, rates)
}
