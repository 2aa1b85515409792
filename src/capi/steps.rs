//! Kinematic steps in the instructions of the processor they run on, chosen at run time: with AVX a result need not be written over an operand, and
//! wider blocks are moved, which spares every eighth instruction. Products are not fused with sums, so the bits are the same.

use crate::unit::contact::Steps;
use crate::unit::contact::instructions::Portable;

/// By the best instructions that this processor knows.
pub fn best() -> &'static Steps {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx") {
        use crate::unit::contact::instructions::Instructions;

        struct Avx;

        impl Instructions for Avx {
            const ARE_SHARED: bool = false;

            #[inline(always)]
            fn run<R>(work: impl FnOnce() -> R) -> R {
                #[target_feature(enable = "avx")]
                fn run_by_avx<R>(work: impl FnOnce() -> R) -> R {
                    work()
                }
                // SAFETY: the processor knows AVX
                unsafe { run_by_avx(work) }
            }
        }

        return Steps::by::<Avx>();
    }
    Steps::by::<Portable>()
}
