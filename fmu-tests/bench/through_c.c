/* Cases through the C interface; those of the bare kernel that they are held against are in bare.c. */
#define _POSIX_C_SOURCE 200809L
#include "through_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Communication steps [s] */
#define STEP 1e-4
#define INTERFACE_STEP 1e-3

/* The contact as the host finds it, for the pair external: what the pair spherePlane finds by itself. */
static asperity_inputs inputs_of(const Pose *pose)
{
    asperity_inputs in = {0};
    memcpy(in.body_i.position, pose->position, sizeof in.body_i.position);
    memcpy(in.body_i.orientation, pose->orientation, sizeof in.body_i.orientation);
    memcpy(in.body_i.velocity, pose->velocity, sizeof in.body_i.velocity);
    memcpy(in.body_i.angular_velocity, pose->angular_velocity, sizeof in.body_i.angular_velocity);
    in.body_j.orientation[0] = 1;
    in.normal[2] = 1;
    in.penetration = SCENE_RADIUS - pose->position[2];
    in.point[0] = pose->position[0];
    in.point[1] = pose->position[1];
    in.point[2] = pose->position[2] - SCENE_RADIUS;
    in.relative_velocity[0] = pose->velocity[0] - pose->angular_velocity[1] * SCENE_RADIUS;
    in.relative_velocity[1] = pose->velocity[1] + pose->angular_velocity[0] * SCENE_RADIUS;
    in.relative_velocity[2] = pose->velocity[2];
    return in;
}

/* The kernel's inputs are the same 36 numbers in the same order. */
typedef char inputs_have_one_layout[sizeof(KernelInputs) == sizeof(asperity_inputs) ? 1 : -1];

static void *failed(Door *door, const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", what,
            door->contact != NULL ? asperity_contact_message(door->contact)
                                  : asperity_parameters_message(door->parameters));
    asperity_contact_free(door->contact);
    asperity_parameters_free(door->parameters);
    free(door->start);
    free(door);
    return NULL;
}

static Door *open_door(const char *pair, const char *coupling)
{
    Door *door = calloc(1, sizeof *door);
    if (door == NULL) return NULL;
    door->parameters = asperity_parameters_create();
    if (asperity_parameters_choose(door->parameters, "geometry.pair", pair) != ASPERITY_OK ||
        asperity_parameters_choose(door->parameters, "coupling.mode", coupling) != ASPERITY_OK ||
        asperity_parameters_check(door->parameters) != ASPERITY_OK)
        return failed(door, "parameters");
    for (int k = 0; k < POSES; ++k) {
        Pose pose = scene_pose(k);
        door->inputs[k] = inputs_of(&pose);
        memcpy(&door->kernel_inputs[k], &door->inputs[k], sizeof door->kernel_inputs[k]);
    }
    door->state.z[0] = SCENE_Z0;
    door->state.z[1] = SCENE_Z1;
    door->state.s_dw = SCENE_DWELL;
    door->kernel = kernel_parameters();
    memcpy(door->kernel_state.z, door->state.z, sizeof door->kernel_state.z);
    door->kernel_state.s_dw = door->state.s_dw;
    if (asperity_latch_update(door->parameters, &door->inputs[0], &door->latch) != ASPERITY_OK)
        return failed(door, "latch");
    return door;
}

static void *open_external(void)
{
    return open_door("external", "kinematic");
}

static void *open_sphere_plane(void)
{
    return open_door("spherePlane", "kinematic");
}

/* The plane is where it was: it is turned about its normal. */
static void *open_turned_plane(void)
{
    Door *door = open_door("spherePlane", "kinematic");
    if (door == NULL) return NULL;
    for (int k = 0; k < POSES; ++k) {
        const double turned[4] = {0.8, 0, 0, 0.6};
        memcpy(door->inputs[k].body_j.orientation, turned, sizeof turned);
        memcpy(door->kernel_inputs[k].body_j.orientation, turned, sizeof turned);
    }
    return door;
}

static void *with_contact(Door *door, const asperity_mobility *mobility)
{
    if (door == NULL) return NULL;
    door->contact = asperity_contact_create(door->parameters);
    if (door->contact == NULL || asperity_contact_start(door->contact, &door->inputs[0], mobility, 0) != ASPERITY_OK)
        return failed(door, "contact");
    return door;
}

static void *open_external_contact(void)
{
    return with_contact(open_external(), NULL);
}

static void *open_sphere_plane_contact(void)
{
    return with_contact(open_sphere_plane(), NULL);
}

/* The ball goes where the force of a step sends it; the upward force. */
static double step_of_ball(Door *door, asperity_status *status)
{
    const asperity_inputs in = inputs_of(&door->ball.motion);
    asperity_outputs outputs;
    double wrench[6];
    *status |= asperity_contact_step(door->contact, &in, NULL, &door->mobility, INTERFACE_STEP, &outputs);
    memcpy(wrench, &outputs.wrench, sizeof wrench);
    move_ball(&door->ball, wrench, INTERFACE_STEP);
    return wrench[2];
}

static void *open_interface(void)
{
    Door *door = open_door("spherePlane", "interface");
    if (door == NULL) return NULL;
    door->ball = ball_sliding();
    door->inputs[0] = inputs_of(&door->ball.motion);
    memcpy(door->mobility.free_acceleration, door->ball.acceleration, sizeof door->ball.acceleration);
    door->size = asperity_contact_size();
    door->start = malloc(door->size);
    if (with_contact(door, &door->mobility) == NULL) return NULL;
    asperity_status status = ASPERITY_OK;
    for (int k = 0; k < BEFORE; ++k) step_of_ball(door, &status);
    door->first = door->ball;
    status |= asperity_contact_save(door->contact, door->start, door->size);
    return status == ASPERITY_OK ? door : failed(door, "the first steps");
}

static void close_door(void *data)
{
    Door *door = data;
    asperity_contact_free(door->contact);
    asperity_parameters_free(door->parameters);
    free(door->start);
    free(door);
}

/* A sum that shows a call that failed. */
static double judged(double total, asperity_status status)
{
    return status == ASPERITY_OK ? total : 1e300 * 1e300;
}

/* Inputs of the next call, waiting for the results of this one. */
static inline void echo(asperity_inputs *in, const asperity_inputs *base, const asperity_wrench *wrench)
{
    in->penetration = base->penetration + ECHO * wrench->force_i[2];
    in->relative_velocity[0] = base->relative_velocity[0] + ECHO * wrench->force_i[0];
    in->body_i.position[2] = base->body_i.position[2] + ECHO * wrench->force_i[2];
    in->normal[2] = base->normal[2] + ECHO * wrench->force_i[1];
    in->body_i.velocity[0] = base->body_i.velocity[0] + ECHO * wrench->force_i[0];
    in->body_j.orientation[0] = base->body_j.orientation[0] + ECHO * wrench->force_i[1];
}

static double run_rates(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_wrench wrench[POSES];
    asperity_state rates[POSES];
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        int at = (int)(k % POSES);
        status |=
            asperity_rates(door->parameters, &door->inputs[at], &door->latch, &door->state, &wrench[at], &rates[at]);
        total += wrench[at].force_i[0];
    }
    return judged(total, status);
}

static double run_rates_chained(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_inputs in = door->inputs[0];
    asperity_state state = door->state, rates;
    asperity_wrench wrench;
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        status |= asperity_rates(door->parameters, &in, &door->latch, &state, &wrench, &rates);
        echo(&in, &door->inputs[0], &wrench);
        state.z[0] = door->state.z[0] + ECHO * rates.z[0];
        state.s_dw = door->state.s_dw + ECHO * rates.s_dw;
        total += wrench.force_i[0];
    }
    return judged(total, status);
}

static double run_evaluate(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_outputs outputs[POSES];
    asperity_state rates[POSES];
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        int at = (int)(k % POSES);
        status |= asperity_evaluate(door->parameters, &door->inputs[at], &door->latch, &door->state, &outputs[at],
                                    &rates[at]);
        total += outputs[at].wrench.force_i[0];
    }
    return judged(total, status);
}

static double run_evaluate_chained(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_inputs in = door->inputs[0];
    asperity_state state = door->state, rates;
    asperity_outputs outputs;
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        status |= asperity_evaluate(door->parameters, &in, &door->latch, &state, &outputs, &rates);
        echo(&in, &door->inputs[0], &outputs.wrench);
        state.z[0] = door->state.z[0] + ECHO * rates.z[0];
        state.s_dw = door->state.s_dw + ECHO * rates.s_dw;
        total += outputs.wrench.force_i[0];
    }
    return judged(total, status);
}

static double run_step(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_outputs outputs[POSES];
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        int at = (int)(k % POSES);
        status |= asperity_contact_step(door->contact, &door->inputs[at], NULL, NULL, STEP, &outputs[at]);
        total += outputs[at].wrench.force_i[0];
    }
    ++door->stepped;
    return judged(total, status);
}

static double run_step_chained(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_inputs in = door->inputs[0];
    asperity_outputs outputs;
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        status |= asperity_contact_step(door->contact, &in, NULL, NULL, STEP, &outputs);
        echo(&in, &door->inputs[0], &outputs.wrench);
        total += outputs.wrench.force_i[0];
    }
    ++door->stepped;
    return judged(total, status);
}

/* The ball is back at its start after some steps. */
static double run_interface(void *data, long operations, double *seconds)
{
    Door *door = data;
    asperity_status status = ASPERITY_OK;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k, ++door->stepped) {
        if (door->stepped % door->ball.returns == 0) {
            status |= asperity_contact_restore(door->contact, door->start, door->size);
            door->ball = door->first;
        }
        total += step_of_ball(door, &status);
    }
    return judged(total, status);
}

static int answer_of_rates(void *data, double answer[ANSWER])
{
    Door *door = data;
    asperity_wrench w;
    asperity_state rates;
    if (asperity_rates(door->parameters, &door->inputs[0], &door->latch, &door->state, &w, &rates) != ASPERITY_OK)
        return 0;
    double z_and_s_dw[4] = {rates.z[0], rates.z[1], rates.z[2], rates.s_dw};
    store_answer(answer, w.force_i, w.torque_i, w.force_j, w.torque_j, z_and_s_dw);
    return 1;
}

static int answer_of_evaluation(void *data, double answer[ANSWER])
{
    Door *door = data;
    asperity_outputs o;
    asperity_state rates;
    if (asperity_evaluate(door->parameters, &door->inputs[0], &door->latch, &door->state, &o, &rates) != ASPERITY_OK)
        return 0;
    double z_and_s_dw[4] = {rates.z[0], rates.z[1], rates.z[2], rates.s_dw};
    store_answer(answer, o.wrench.force_i, o.wrench.torque_i, o.wrench.force_j, o.wrench.torque_j, z_and_s_dw);
    return 1;
}

static int answer_of_first_step(Door *door, const asperity_mobility *mobility, double h, double answer[ANSWER])
{
    asperity_outputs o;
    if (door->stepped || asperity_contact_step(door->contact, &door->inputs[0], NULL, mobility, h, &o) != ASPERITY_OK)
        return 0;
    ++door->stepped;
    store_answer(answer, o.wrench.force_i, o.wrench.torque_i, o.wrench.force_j, o.wrench.torque_j, NULL);
    return 1;
}

static int answer_of_step(void *data, double answer[ANSWER])
{
    return answer_of_first_step(data, NULL, STEP, answer);
}

static int answer_of_interface(void *data, double answer[ANSWER])
{
    Door *door = data;
    door->inputs[0] = inputs_of(&door->ball.motion);
    return answer_of_first_step(door, &door->mobility, INTERFACE_STEP, answer);
}

#define EXTERNAL open_external
#define PLANE open_sphere_plane
#define TURNED open_turned_plane

static const BenchCase all[] = {
    {"kernel/external/independent", 1, 0, EXTERNAL, run_kernel_external, close_door, "rates",
     answer_of_kernel_external},
    {"kernel/external/chained", 1, 0, EXTERNAL, run_kernel_external_chained, close_door, NULL, NULL},
    {"kernel/sphere on plane/independent", 1, 0, PLANE, run_kernel_sphere_plane, close_door, "rates",
     answer_of_kernel_sphere_plane},
    {"kernel/sphere on plane/chained", 1, 0, PLANE, run_kernel_sphere_plane_chained, close_door, NULL, NULL},
    {"kernel/sphere on turned plane/independent", 1, 0, TURNED, run_kernel_sphere_plane, close_door, "rates",
     answer_of_kernel_sphere_plane},
    {"kernel/sphere on turned plane/chained", 1, 0, TURNED, run_kernel_sphere_plane_chained, close_door, NULL, NULL},
    {"c/rates external/independent", 1, 0, EXTERNAL, run_rates, close_door, "rates", answer_of_rates},
    {"c/rates external/chained", 1, 0, EXTERNAL, run_rates_chained, close_door, NULL, NULL},
    {"c/rates sphere on plane/independent", 1, 0, PLANE, run_rates, close_door, "rates", answer_of_rates},
    {"c/rates sphere on plane/chained", 1, 0, PLANE, run_rates_chained, close_door, NULL, NULL},
    {"c/rates sphere on turned plane/independent", 1, 0, TURNED, run_rates, close_door, "rates", answer_of_rates},
    {"c/rates sphere on turned plane/chained", 1, 0, TURNED, run_rates_chained, close_door, NULL, NULL},
    {"c/evaluate external/independent", 1, 0, EXTERNAL, run_evaluate, close_door, "rates", answer_of_evaluation},
    {"c/evaluate external/chained", 1, 0, EXTERNAL, run_evaluate_chained, close_door, NULL, NULL},
    {"c/evaluate sphere on plane/independent", 1, 0, PLANE, run_evaluate, close_door, "rates", answer_of_evaluation},
    {"c/evaluate sphere on plane/chained", 1, 0, PLANE, run_evaluate_chained, close_door, NULL, NULL},
    {"c/step external/independent", 1, 0, open_external_contact, run_step, close_door, NULL, NULL},
    {"c/step external/chained", 1, 0, open_external_contact, run_step_chained, close_door, NULL, NULL},
    {"c/step sphere on plane/independent", 1, 0, open_sphere_plane_contact, run_step, close_door, "step",
     answer_of_step},
    {"c/step sphere on plane/chained", 1, 0, open_sphere_plane_contact, run_step_chained, close_door, NULL, NULL},
    {"c/interface step/sliding", 1, 0, open_interface, run_interface, close_door, "interface", answer_of_interface},
};

const BenchCase *bench_cases(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}
