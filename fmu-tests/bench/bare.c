/* The bare kernel in the scene. */
#include "through_c.h"

/* The bare kernel. `find` is constant at each call of this function, so that the call in it is direct. */
static inline double kernel(Door *door, long operations,
                            void (*find)(const KernelParameters *, const KernelInputs *, double, const KernelState *,
                                         KernelWrench *, KernelState *))
{
    KernelWrench wrench[POSES];
    KernelState rates[POSES];
    double total = 0;
    for (long k = 0; k < operations; ++k) {
        int at = (int)(k % POSES);
        find(&door->kernel, &door->kernel_inputs[at], door->latch.a, &door->kernel_state, &wrench[at], &rates[at]);
        total += wrench[at].force_i[0];
    }
    return total;
}

static inline double kernel_chained(Door *door, long operations,
                                    void (*find)(const KernelParameters *, const KernelInputs *, double,
                                                 const KernelState *, KernelWrench *, KernelState *))
{
    KernelInputs in = door->kernel_inputs[0];
    KernelState state = door->kernel_state, rates;
    KernelWrench wrench;
    double total = 0;
    for (long k = 0; k < operations; ++k) {
        find(&door->kernel, &in, door->latch.a, &state, &wrench, &rates);
        in.penetration = door->kernel_inputs[0].penetration + ECHO * wrench.force_i[2];
        in.relative_velocity[0] = door->kernel_inputs[0].relative_velocity[0] + ECHO * wrench.force_i[0];
        in.body_i.position[2] = door->kernel_inputs[0].body_i.position[2] + ECHO * wrench.force_i[2];
        in.normal[2] = door->kernel_inputs[0].normal[2] + ECHO * wrench.force_i[1];
        in.body_i.velocity[0] = door->kernel_inputs[0].body_i.velocity[0] + ECHO * wrench.force_i[0];
        in.body_j.orientation[0] = door->kernel_inputs[0].body_j.orientation[0] + ECHO * wrench.force_i[1];
        state.z[0] = door->kernel_state.z[0] + ECHO * rates.z[0];
        state.s_dw = door->kernel_state.s_dw + ECHO * rates.s_dw;
        total += wrench.force_i[0];
    }
    return total;
}

double run_kernel_external(void *data, long operations, double *seconds)
{
    (void)seconds;
    return kernel(data, operations, kernel_external);
}

double run_kernel_external_chained(void *data, long operations, double *seconds)
{
    (void)seconds;
    return kernel_chained(data, operations, kernel_external);
}

double run_kernel_sphere_plane(void *data, long operations, double *seconds)
{
    (void)seconds;
    return kernel(data, operations, kernel_sphere_plane);
}

double run_kernel_sphere_plane_chained(void *data, long operations, double *seconds)
{
    (void)seconds;
    return kernel_chained(data, operations, kernel_sphere_plane);
}

void store_answer(double to[ANSWER], const double force_i[3], const double torque_i[3], const double force_j[3],
                  const double torque_j[3], const double rates[4])
{
    for (int k = 0; k < 3; ++k) {
        to[k] = force_i[k];
        to[3 + k] = torque_i[k];
        to[6 + k] = force_j[k];
        to[9 + k] = torque_j[k];
    }
    for (int k = WRENCH; k < ANSWER; ++k) to[k] = rates != NULL ? rates[k - WRENCH] : 0;
}

int answer_of_kernel_external(void *data, double answer[ANSWER])
{
    Door *door = data;
    KernelWrench w;
    KernelState rates;
    kernel_external(&door->kernel, &door->kernel_inputs[0], SCENE_DAMPING_FACTOR / (SCENE_RESTITUTION * SCENE_APPROACH),
                    &door->kernel_state, &w, &rates);
    double z_and_s_dw[4] = {rates.z[0], rates.z[1], rates.z[2], rates.s_dw};
    store_answer(answer, w.force_i, w.torque_i, w.force_j, w.torque_j, z_and_s_dw);
    return 1;
}

int answer_of_kernel_sphere_plane(void *data, double answer[ANSWER])
{
    Door *door = data;
    KernelWrench w;
    KernelState rates;
    kernel_sphere_plane(&door->kernel, &door->kernel_inputs[0],
                        SCENE_DAMPING_FACTOR / (SCENE_RESTITUTION * SCENE_APPROACH), &door->kernel_state, &w, &rates);
    double z_and_s_dw[4] = {rates.z[0], rates.z[1], rates.z[2], rates.s_dw};
    store_answer(answer, w.force_i, w.torque_i, w.force_j, w.torque_j, z_and_s_dw);
    return 1;
}
