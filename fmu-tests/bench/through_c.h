/* What the cases of the C interface and of the bare kernel work on. */
#ifndef BENCH_THROUGH_C_H
#define BENCH_THROUGH_C_H

#include "asperity.h"
#include "bench.h"
#include "body.h"
#include "kernel.h"
#include "scene.h"

/* How much of a result goes into the next input: nothing that shows, but the next call has to wait for it. */
#define ECHO 1e-18

typedef struct {
    asperity_parameters *parameters;
    asperity_contact *contact;
    asperity_latch latch;
    asperity_inputs inputs[POSES];
    asperity_state state;
    asperity_mobility mobility;
    KernelParameters kernel;
    KernelInputs kernel_inputs[POSES];
    KernelState kernel_state;
    /* Steps of the contact so far */
    long stepped;
    /* What the host moves by the wrench it gets; how it and the contact were when steps began to count */
    Ball ball, first;
    unsigned char *start;
    size_t size;
} Door;

/* Wrench and rates of z and s_dw as an answer; `rates` may be NULL: 0. */
void store_answer(double to[ANSWER], const double force_i[3], const double torque_i[3], const double force_j[3],
                  const double torque_j[3], const double rates[4]);

/* The bare kernel in the scene; see BenchCase. */
double run_kernel_external(void *door, long operations, double *seconds);
double run_kernel_external_chained(void *door, long operations, double *seconds);
double run_kernel_sphere_plane(void *door, long operations, double *seconds);
double run_kernel_sphere_plane_chained(void *door, long operations, double *seconds);
int answer_of_kernel_external(void *door, double answer[ANSWER]);
int answer_of_kernel_sphere_plane(void *door, double answer[ANSWER]);

#endif
