#include "kernel_batch.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* AVX2 where there is, chosen when the library is loaded */
#if defined(__x86_64__) && defined(__GNUC__)
#define VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define VECTORS
#endif
#define INLINED static inline __attribute__((always_inline))

/* e^x of x <= 0, below e^-708 not smaller: reduction of Cody and Waite, e^r of the Taylor series, |r| <= ln(2)/2 */
INLINED double exponential(double x)
{
    const double shift = 6755399441055744.0 + 1023; /* 1.5 * 2^52 and the bias of the exponent */
    x = x < -708 ? -708 : x;
    double shifted = x * 1.4426950408889634 + shift, k = shifted - shift;
    double r = x - k * 0.6931471805598903 - k * 5.497923018708371e-14, r2 = r * r, r4 = r2 * r2;
    double near = (1.0 / 6 + r * (1.0 / 24)) + (1.0 / 120 + r * (1.0 / 720)) * r2;
    double far = (1.0 / 5040 + r * (1.0 / 40320)) + (1.0 / 362880 + r * (1.0 / 3628800)) * r2;
    double farthest = (1.0 / 39916800 + r * (1.0 / 479001600)) + r2 * (1.0 / 6227020800);
    double above = 0.5 * r2 + r2 * r * (near + r4 * (far + r4 * farthest));
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits <<= 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return (1 + (r + above)) * power;
}

/* As `law` of kernel.c. All arrays as arguments: so the compiler knows that none overlaps another. */
INLINED void all(const KernelParameters *parameters, size_t n, const double *restrict x, const double *restrict n0,
                 const double *restrict n1, const double *restrict n2, const double *restrict v0,
                 const double *restrict v1, const double *restrict v2, const double *restrict z0,
                 const double *restrict z1, const double *restrict z2, const double *restrict s_dw,
                 const double *restrict a, double *restrict f0, double *restrict f1, double *restrict f2,
                 double *restrict rate0, double *restrict rate1, double *restrict rate2, double *restrict s_dw_rate)
{
    const KernelParameters p = *parameters;
    for (size_t k = 0; k < n; ++k) {
        double per_length = 1 / sqrt(n0[k] * n0[k] + n1[k] * n1[k] + n2[k] * n2[k]);
        double nx = n0[k] * per_length, ny = n1[k] * per_length, nz = n2[k] * per_length;
        double v_n = v0[k] * nx + v1[k] * ny + v2[k] * nz;
        double vx = v0[k] - nx * v_n, vy = v1[k] - ny * v_n, vz = v2[k] - nz * v_n;

        double margin = 1 - a[k] * v_n, depth = x[k] > 0 ? x[k] : 0;
        double f_n = p.k * depth * sqrt(depth) * (margin > 0 ? margin : 0);

        double square = vx * vx + vy * vy + vz * vz, ratio2 = square * p.per_v_eps * p.per_v_eps;
        double s = exponential(-square * p.per_v_s2), sliding = 1 / sqrt(square);
        double direction = ratio2 >= 1 ? sliding : (1.5 - 0.5 * ratio2) * p.per_v_eps;
        double z_n = nx * z0[k] + ny * z1[k] + nz * z2[k];
        double by_z = s * p.sigma_0, by_v = s * p.sigma_1 + (1 - s) * p.mu_c * f_n * direction;
        double bx = (z0[k] - nx * z_n) * by_z + vx * by_v;
        double by = (z1[k] - ny * z_n) * by_z + vy * by_v;
        double bz = (z2[k] - nz * z_n) * by_z + vz * by_v;
        double bound = f_n * (p.mu_c + (p.mu_s - p.mu_c) * s_dw[k]), length2 = bx * bx + by * by + bz * bz;
        double shorter = bound / sqrt(length2), scale = length2 > bound * bound ? shorter : 1;
        bx *= scale;
        by *= scale;
        bz *= scale;

        f0[k] = nx * f_n - bx - vx * p.sigma_2;
        f1[k] = ny * f_n - by - vy * p.sigma_2;
        f2[k] = nz * f_n - bz - vz * p.sigma_2;
        rate0[k] = (bx - z0[k] * p.sigma_0) * p.per_sigma_1;
        rate1[k] = (by - z1[k] * p.sigma_0) * p.per_sigma_1;
        rate2[k] = (bz - z2[k] * p.sigma_0) * p.per_sigma_1;
        s_dw_rate[k] = (s - s_dw[k]) * (s >= s_dw[k] ? p.per_tau_dw : p.per_tau_br);
    }
}

VECTORS void kernel_batch(const KernelParameters *p, size_t n, const KernelBatch *b)
{
    const double *const *normal = b->normal, *const *v_r = b->relative_velocity, *const *z = b->z;
    double *const *force = b->force, *const *z_rate = b->z_rate;
    all(p, n, b->penetration, normal[0], normal[1], normal[2], v_r[0], v_r[1], v_r[2], z[0], z[1], z[2], b->s_dw,
        b->damping, force[0], force[1], force[2], z_rate[0], z_rate[1], z_rate[2], b->s_dw_rate);
}
