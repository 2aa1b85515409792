#include "kernel.h"

#include <math.h>

typedef struct {
    double x, y, z;
} Vector;

static inline Vector vector(const double v[3])
{
    return (Vector){v[0], v[1], v[2]};
}

static inline void store(double to[3], Vector v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static inline Vector sum(Vector a, Vector b)
{
    return (Vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vector difference(Vector a, Vector b)
{
    return (Vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Vector scaled(Vector a, double s)
{
    return (Vector){a.x * s, a.y * s, a.z * s};
}

static inline double dot(Vector a, Vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vector cross(Vector a, Vector b)
{
    return (Vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/* v turned by q/|q|:  v + 2(w(u x v) + u x (u x v))/|q|^2, which needs no square root */
static inline Vector rotated(const double q[4], Vector v)
{
    double twice = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    Vector u = vector(q + 1), t = scaled(cross(u, v), twice);
    return sum(sum(v, scaled(t, q[0])), cross(u, t));
}

KernelParameters kernel_parameters(void)
{
    const double sigma_0 = 1e5, sigma_1 = 316.227766, v_s = 0.01, v_eps = 1e-4, tau_dw = 1;
    return (KernelParameters){.k = 1e6,
                              .mu_s = 0.45,
                              .mu_c = 0.4,
                              .sigma_0 = sigma_0,
                              .sigma_1 = sigma_1,
                              .sigma_2 = 0,
                              .per_v_s2 = 1 / (v_s * v_s),
                              .per_v_eps = 1 / v_eps,
                              .per_tau_dw = 1 / tau_dw,
                              .per_tau_br = sigma_0 / sigma_1,
                              .per_sigma_1 = 1 / sigma_1,
                              .radius = 0.1,
                              .centre = {0, 0, 0},
                              .normal_j = {0, 0, 1},
                              .height_j = 0};
}

/* [G04 eqs. 2-4, 15-26, 30] from penetration, unit normal, its rate, point of action and relative velocity. Inlined by
   force: as a call it would pass all vectors through memory. */
static inline __attribute__((always_inline)) void law(const KernelParameters *p, const KernelBody *i,
                                                      const KernelBody *j, double x, Vector n, Vector n_rate,
                                                      Vector point, Vector v_r, double a, const KernelState *state,
                                                      KernelWrench *wrench, KernelState *rates)
{
    double v_n = dot(v_r, n);
    Vector v_t = difference(v_r, scaled(n, v_n));
    Vector omega_i = vector(i->angular_velocity), omega_j = vector(j->angular_velocity);
    Vector omega_c = sum(cross(n, n_rate), scaled(n, 0.5 * dot(sum(omega_i, omega_j), n)));

    double margin = 1 - a * v_n;
    double f_n = p->k * x * sqrt(x) * (margin > 0 ? margin : 0);

    double v2 = dot(v_t, v_t), ratio2 = v2 * p->per_v_eps * p->per_v_eps;
    double s = exp(-v2 * p->per_v_s2);
    double direction = ratio2 >= 1 ? 1 / sqrt(v2) : (1.5 - 0.5 * ratio2) * p->per_v_eps;
    Vector z = vector(state->z), held = difference(z, scaled(n, dot(n, z)));
    Vector bristles = sum(scaled(sum(scaled(held, p->sigma_0), scaled(v_t, p->sigma_1)), s),
                          scaled(v_t, (1 - s) * p->mu_c * f_n * direction));
    double bound = f_n * (p->mu_c + (p->mu_s - p->mu_c) * state->s_dw), length2 = dot(bristles, bristles);
    Vector applied = length2 > bound * bound ? scaled(bristles, bound / sqrt(length2)) : bristles;

    Vector force = difference(difference(scaled(n, f_n), applied), scaled(v_t, p->sigma_2));
    Vector arm_i = difference(point, vector(i->position)), arm_j = difference(point, vector(j->position));
    store(wrench->force_i, force);
    store(wrench->torque_i, cross(arm_i, force));
    store(wrench->force_j, scaled(force, -1));
    store(wrench->torque_j, cross(force, arm_j));
    Vector z_rate = scaled(difference(applied, scaled(z, p->sigma_0)), p->per_sigma_1);
    store(rates->z, sum(cross(omega_c, z), z_rate));
    rates->s_dw = (s - state->s_dw) * (s >= state->s_dw ? p->per_tau_dw : p->per_tau_br);
}

void kernel_external(const KernelParameters *p, const KernelInputs *in, double a, const KernelState *state,
                     KernelWrench *wrench, KernelState *rates)
{
    Vector given = vector(in->normal), n = scaled(given, 1 / sqrt(dot(given, given)));
    law(p, &in->body_i, &in->body_j, in->penetration, n, cross(vector(in->body_j.angular_velocity), n),
        vector(in->point), vector(in->relative_velocity), a, state, wrench, rates);
}

/* [G04 eqs. 27-29] */
void kernel_sphere_plane(const KernelParameters *p, const KernelInputs *in, double a, const KernelState *state,
                         KernelWrench *wrench, KernelState *rates)
{
    const KernelBody *i = &in->body_i, *j = &in->body_j;
    Vector n = rotated(j->orientation, vector(p->normal_j));
    Vector r_i = vector(i->position), r_j = vector(j->position);
    Vector omega_i = vector(i->angular_velocity), omega_j = vector(j->angular_velocity);
    Vector point = difference(sum(r_i, rotated(i->orientation, vector(p->centre))), scaled(n, p->radius));
    Vector arm_i = difference(point, r_i), arm_j = difference(point, r_j);
    Vector v_i = sum(vector(i->velocity), cross(omega_i, arm_i));
    Vector v_j = sum(vector(j->velocity), cross(omega_j, arm_j));
    law(p, i, j, p->height_j - dot(arm_j, n), n, cross(omega_j, n), point, difference(v_i, v_j), a, state, wrench,
        rates);
}
