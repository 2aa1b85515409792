/* The bare kernel: force and rates of one contact in a straight line, for the start values of the unit, without checks,
   status, settings or names. What a call through a door costs more than this is the price of the door. */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

/* Prepared once: reciprocals instead of what a call would divide by, the normal of the plane of length 1. */
typedef struct {
    double k, mu_s, mu_c, sigma_0, sigma_1, sigma_2, per_v_s2, per_v_eps, per_tau_dw, per_tau_br, per_sigma_1;
    double radius, centre[3], normal_j[3], height_j;
} KernelParameters;

typedef struct {
    double position[3], orientation[4], velocity[3], angular_velocity[3];
} KernelBody;

/* The first four are looked at by `kernel_external` only. */
typedef struct {
    double penetration, relative_velocity[3], normal[3], point[3];
    KernelBody body_i, body_j;
} KernelInputs;

typedef struct {
    double z[3], s_dw;
} KernelState;

typedef struct {
    double force_i[3], torque_i[3], force_j[3], torque_j[3];
} KernelWrench;

KernelParameters kernel_parameters(void);

/* `a` is the damping of the impact [s/m]. One function, two sources of the contact. */
void kernel_external(const KernelParameters *, const KernelInputs *, double a, const KernelState *, KernelWrench *,
                     KernelState *rates);
void kernel_sphere_plane(const KernelParameters *, const KernelInputs *, double a, const KernelState *, KernelWrench *,
                         KernelState *rates);

#endif
