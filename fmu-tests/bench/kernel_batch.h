/* The bare kernel (kernel.h) for many contacts, structure of arrays: contact given, bristles that do not turn. */
#ifndef BENCH_KERNEL_BATCH_H
#define BENCH_KERNEL_BATCH_H

#include "kernel.h"

#include <stddef.h>

/* One number per contact each. */
typedef struct {
    const double *penetration, *normal[3], *relative_velocity[3], *z[3], *s_dw, *damping;
    double *force[3], *z_rate[3], *s_dw_rate;
} KernelBatch;

void kernel_batch(const KernelParameters *, size_t n, const KernelBatch *);

#endif
