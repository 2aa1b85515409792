/* Cases through the binary of the packed unit, and through a unit that does nothing.
   Environment: BENCH_UNIT and BENCH_NULL_UNIT name the two libraries. */
#define _POSIX_C_SOURCE 200809L
#include "../../include/asperity_fmu.h"
#include "bench.h"
#include "body.h"
#include "scene.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 13, STATES = 8, SPHERE_PLANE = 2, INTERFACE = 2 };

/* How much of a result goes into the next input: nothing that shows, but the next call has to wait for it. */
#define ECHO 1e-18
/* How far a ball that touches nothing is lifted [m] */
#define APART 1e-2
/* Communication steps [s] */
#define STEP 1e-4
#define INTERFACE_STEP 1e-3
/* k of a ball whose impact at 4 m/s is over in 0.7 ms [N/m^1.5] */
#define STIFF 1e9
/* Radius of spinning friction [m], and the slip of an oblique impact [m/s], which stops within it. */
#define SPINS 5e-3
#define SLIPS 1.0

/* Pose of body i. */
static const fmi2ValueReference input_references[INPUTS] = {11, 12, 13, 17, 18, 19, 20, 25, 26, 27, 31, 32, 33};
/* Wrench on both bodies. */
static const fmi2ValueReference output_references[WRENCH] = {40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51};

typedef struct {
    Unit unit;
    fmi2Type kind;
    double time, step;
    double inputs[POSES][INPUTS];
    double state[STATES];
    /* What the host moves by the wrench it gets; how it and the unit were when steps began to count, and when that was */
    Ball ball, first;
    fmi2FMUstate start;
    double start_time;
    long steps;
} Instance;

static const char *library(const char *variable)
{
    const char *path = getenv(variable);
    if (path == NULL) fprintf(stderr, "bench: %s is not set\n", variable);
    return path;
}

static void fill(double inputs[INPUTS], const Pose *pose)
{
    memcpy(inputs, pose, INPUTS * sizeof(double));
}

static void *open_null(void)
{
    Instance *self = calloc(1, sizeof *self);
    const char *path = library("BENCH_NULL_UNIT");
    if (self == NULL || path == NULL || !unit_instantiate(&self->unit, path, "", fmi2CoSimulation) ||
        !unit_initialize(&self->unit, fmi2CoSimulation)) {
        free(self);
        return NULL;
    }
    for (int k = 0; k < POSES; ++k) {
        Pose pose = scene_pose(k);
        fill(self->inputs[k], &pose);
    }
    self->step = STEP;
    return self;
}

/* How the contact is stepped: by the host's motion, by its own as compliant, or as rigid with one of the laws of friction. */
typedef enum {
    BY_HOST,
    BY_HOST_APART,
    COMPLIANT,
    COMPLIANT_AT_REST,
    COMPLIANT_AT_REST_SPINNING,
    COMPLIANT_STRIKING,
    COMPLIANT_STRIKING_OBLIQUELY,
    RIGID_REGULARISED,
    RIGID_BOX,
    RIGID_POLYGONAL
} Method;

static int choose_rigid(const fmi2Functions *fmi, fmi2Component c, Method method)
{
    static const fmi2ValueReference choices[2] = {ASPERITY_VR_COUPLING_METHOD, ASPERITY_VR_TIME_STEPPING_FRICTION};
    const fmi2Integer items[2] = {ASPERITY_COUPLING_METHOD_TIME_STEPPING,
                                  ASPERITY_TIME_STEPPING_FRICTION_REGULARISED + (int)method - RIGID_REGULARISED};
    return fmi->SetInteger(c, choices, 2, items) == fmi2OK;
}

/* Set 13 inputs, step, get 12 outputs. */
static inline double step(Instance *self, const double inputs[INPUTS], const fmi2ValueReference outputs[WRENCH],
                          const fmi2ValueReference set[INPUTS], double wrench[WRENCH])
{
    const fmi2Functions *fmi = &self->unit.fmi;
    fmi2Component c = self->unit.component;
    fmi2Status status = fmi->SetReal(c, set, INPUTS, inputs);
    status |= fmi->DoStep(c, self->time, self->step, fmi2True);
    status |= fmi->GetReal(c, outputs, WRENCH, wrench);
    self->time += self->step;
    return status == fmi2OK ? 0 : NAN;
}

/* The ball goes where the force of a step sends it; the upward force. */
static double step_of_ball(Instance *self)
{
    double inputs[INPUTS], wrench[WRENCH];
    fill(inputs, &self->ball.motion);
    const double failed = step(self, inputs, output_references, input_references, wrench);
    move_ball(&self->ball, wrench, self->step);
    return failed + wrench[2];
}

/* After a while, from which on steps count. */
static int begin(Instance *self)
{
    int ready = 1;
    for (int k = 0; k < BEFORE && ready; ++k) ready = isfinite(step_of_ball(self));
    self->first = self->ball;
    self->start_time = self->time;
    return ready && self->unit.fmi.GetFMUstate(self->unit.component, &self->start) == fmi2OK;
}

static int go_back(Instance *self)
{
    self->ball = self->first;
    self->time = self->start_time;
    return self->unit.fmi.SetFMUstate(self->unit.component, self->start) == fmi2OK;
}

static void *open_contact(fmi2Type kind, Method method)
{
    static const fmi2ValueReference pair = ASPERITY_VR_GEOMETRY_PAIR, coupling = ASPERITY_VR_COUPLING_MODE,
                                    stiffness = ASPERITY_VR_COMPLIANCE_K, spin_radius = ASPERITY_VR_FRICTION_E_R,
                                    free_accelerations[3] = {ASPERITY_VR_FREE_ACCELERATION,
                                                             ASPERITY_VR_FREE_ACCELERATION + 1,
                                                             ASPERITY_VR_FREE_ACCELERATION + 2};
    static const double stiff = STIFF, spins = SPINS;
    static const fmi2Integer sphere_plane = SPHERE_PLANE, by_interface = INTERFACE;
    Instance *self = calloc(1, sizeof *self);
    const char *path = library("BENCH_UNIT");
    if (self == NULL || path == NULL || !unit_instantiate(&self->unit, path, ASPERITY_GUID, kind)) {
        free(self);
        return NULL;
    }
    const fmi2Functions *fmi = &self->unit.fmi;
    fmi2Component c = self->unit.component;
    self->kind = kind;
    self->step = STEP;
    for (int k = 0; k < POSES; ++k) {
        Pose pose = scene_pose(k);
        if (method == BY_HOST_APART) pose.position[2] += APART;
        fill(self->inputs[k], &pose);
    }
    const int is_moved_here = method > BY_HOST_APART;
    const int rests = method == COMPLIANT_AT_REST || method == COMPLIANT_AT_REST_SPINNING;
    const int strikes = method == COMPLIANT_STRIKING || method == COMPLIANT_STRIKING_OBLIQUELY;
    int ready = fmi->SetInteger(c, &pair, 1, &sphere_plane) == fmi2OK;
    if (is_moved_here) {
        const double slip = method == COMPLIANT_STRIKING_OBLIQUELY ? SLIPS : 0;
        self->ball = rests ? ball_at_rest() : strikes ? ball_striking(slip, INTERFACE_STEP) : ball_sliding();
        self->step = INTERFACE_STEP;
        fill(self->inputs[0], &self->ball.motion);
        ready = ready && fmi->SetInteger(c, &coupling, 1, &by_interface) == fmi2OK &&
                fmi->SetReal(c, free_accelerations, 3, self->ball.acceleration) == fmi2OK &&
                (!strikes || fmi->SetReal(c, &stiffness, 1, &stiff) == fmi2OK) &&
                (method != COMPLIANT_AT_REST_SPINNING || fmi->SetReal(c, &spin_radius, 1, &spins) == fmi2OK) &&
                (method < RIGID_REGULARISED || choose_rigid(fmi, c, method));
    }
    ready = ready && fmi->SetReal(c, input_references, INPUTS, self->inputs[0]) == fmi2OK &&
            unit_initialize(&self->unit, kind) && (!is_moved_here || begin(self));
    if (!ready) {
        unit_free(&self->unit);
        free(self);
        return NULL;
    }
    double start[STATES] = {SCENE_Z0, SCENE_Z1, 0, SCENE_DWELL};
    memcpy(self->state, start, sizeof start);
    return self;
}

static void *open_co_simulation(void)
{
    return open_contact(fmi2CoSimulation, BY_HOST);
}

static void *open_apart(void)
{
    return open_contact(fmi2CoSimulation, BY_HOST_APART);
}

static void *open_interface(void)
{
    return open_contact(fmi2CoSimulation, COMPLIANT);
}

static void *open_rest(void)
{
    return open_contact(fmi2CoSimulation, COMPLIANT_AT_REST);
}

static void *open_rest_spinning(void)
{
    return open_contact(fmi2CoSimulation, COMPLIANT_AT_REST_SPINNING);
}

static void *open_striking(void)
{
    return open_contact(fmi2CoSimulation, COMPLIANT_STRIKING);
}

static void *open_striking_obliquely(void)
{
    return open_contact(fmi2CoSimulation, COMPLIANT_STRIKING_OBLIQUELY);
}

static void *open_regularised(void)
{
    return open_contact(fmi2CoSimulation, RIGID_REGULARISED);
}

static void *open_box(void)
{
    return open_contact(fmi2CoSimulation, RIGID_BOX);
}

static void *open_polygonal(void)
{
    return open_contact(fmi2CoSimulation, RIGID_POLYGONAL);
}

static void *open_model_exchange(void)
{
    return open_contact(fmi2ModelExchange, BY_HOST);
}

static void close_instance(void *data)
{
    Instance *self = data;
    if (self->start != NULL) self->unit.fmi.FreeFMUstate(self->unit.component, &self->start);
    unit_free(&self->unit);
    free(self);
}

static double run_null(void *data, long operations, double *seconds)
{
    static const fmi2ValueReference set[INPUTS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const fmi2ValueReference outputs[WRENCH] = {20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    Instance *self = data;
    double wrench[WRENCH], total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        total += step(self, self->inputs[k % POSES], outputs, set, wrench);
        total += wrench[0];
    }
    return total;
}

static double run_step(void *data, long operations, double *seconds)
{
    Instance *self = data;
    double wrench[WRENCH], total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        total += step(self, self->inputs[k % POSES], output_references, input_references, wrench);
        total += wrench[0];
    }
    return total;
}

static double run_moved(void *data, long operations, double *seconds)
{
    Instance *self = data;
    double total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k, ++self->steps) {
        if (self->ball.returns > 0 && self->steps % self->ball.returns == 0 && !go_back(self)) return NAN;
        total += step_of_ball(self);
    }
    return total;
}

static double run_step_chained(void *data, long operations, double *seconds)
{
    Instance *self = data;
    double inputs[INPUTS], wrench[WRENCH], total = 0;
    (void)seconds;
    memcpy(inputs, self->inputs[0], sizeof inputs);
    for (long k = 0; k < operations; ++k) {
        total += step(self, inputs, output_references, input_references, wrench);
        inputs[2] = self->inputs[0][2] + ECHO * wrench[2];
        inputs[7] = self->inputs[0][7] + ECHO * wrench[0];
        total += wrench[0];
    }
    return total;
}

/* Set time, states and 13 inputs, get the rates of the states and 12 outputs. */
static inline double evaluate(Instance *self, double time, const double inputs[INPUTS], const double state[STATES],
                              double rates[STATES], double wrench[WRENCH])
{
    const fmi2Functions *fmi = &self->unit.fmi;
    fmi2Component c = self->unit.component;
    fmi2Status status = fmi->SetTime(c, time);
    status |= fmi->SetContinuousStates(c, state, STATES);
    status |= fmi->SetReal(c, input_references, INPUTS, inputs);
    status |= fmi->GetDerivatives(c, rates, STATES);
    status |= fmi->GetReal(c, output_references, WRENCH, wrench);
    return status == fmi2OK ? 0 : NAN;
}

static double run_evaluate(void *data, long operations, double *seconds)
{
    Instance *self = data;
    double rates[STATES], wrench[WRENCH], total = 0;
    (void)seconds;
    for (long k = 0; k < operations; ++k) {
        total += evaluate(self, 1e-6 * (double)k, self->inputs[k % POSES], self->state, rates, wrench);
        total += wrench[0] + rates[0];
    }
    return total;
}

static double run_evaluate_chained(void *data, long operations, double *seconds)
{
    Instance *self = data;
    double rates[STATES], wrench[WRENCH], inputs[INPUTS], state[STATES], total = 0;
    (void)seconds;
    memcpy(inputs, self->inputs[0], sizeof inputs);
    memcpy(state, self->state, sizeof state);
    for (long k = 0; k < operations; ++k) {
        total += evaluate(self, 1e-6 * (double)k, inputs, state, rates, wrench);
        inputs[2] = self->inputs[0][2] + ECHO * wrench[2];
        inputs[7] = self->inputs[0][7] + ECHO * wrench[0];
        state[0] = self->state[0] + ECHO * rates[0];
        state[3] = self->state[3] + ECHO * rates[3];
        total += wrench[0];
    }
    return total;
}

/* Of the first step: before any has been timed. */
static int answer_of_step(void *data, double answer[ANSWER])
{
    Instance *self = data;
    memset(answer, 0, ANSWER * sizeof(double));
    return self->time == 0 && step(self, self->inputs[0], output_references, input_references, answer) == 0;
}

static int answer_of_ball(void *data, double answer[ANSWER])
{
    Instance *self = data;
    double inputs[INPUTS];
    memset(answer, 0, ANSWER * sizeof(double));
    fill(inputs, &self->ball.motion);
    return self->steps == 0 && step(self, inputs, output_references, input_references, answer) == 0;
}

static int answer_of_evaluation(void *data, double answer[ANSWER])
{
    Instance *self = data;
    double rates[STATES];
    int succeeded = evaluate(self, 0, self->inputs[0], self->state, rates, answer) == 0;
    memcpy(answer + WRENCH, rates, (ANSWER - WRENCH) * sizeof(double));
    return succeeded;
}

static const BenchCase all[] = {
    {"fmi/null/step", 1, 0, open_null, run_null, close_instance, NULL, NULL},
    {"fmi/step/apart", 1, 0, open_apart, run_step, close_instance, NULL, NULL},
    {"fmi/step/independent", 1, 0, open_co_simulation, run_step, close_instance, "step", answer_of_step},
    {"fmi/step/chained", 1, 0, open_co_simulation, run_step_chained, close_instance, NULL, NULL},
    {"fmi/evaluate/independent", 1, 0, open_model_exchange, run_evaluate, close_instance, "rates",
     answer_of_evaluation},
    {"fmi/evaluate/chained", 1, 0, open_model_exchange, run_evaluate_chained, close_instance, NULL, NULL},
    {"fmi/interface step/sliding", 1, 0, open_interface, run_moved, close_instance, "interface", answer_of_ball},
    {"fmi/interface step/at rest", 1, 0, open_rest, run_moved, close_instance, NULL, NULL},
    {"fmi/interface step/at rest, spinning", 1, 0, open_rest_spinning, run_moved, close_instance, NULL, NULL},
    {"fmi/interface step/with an impact", 1, 0, open_striking, run_moved, close_instance, NULL, NULL},
    {"fmi/interface step/with an oblique impact", 1, 0, open_striking_obliquely, run_moved, close_instance, NULL, NULL},
    {"fmi/rigid step/regularised", 1, 0, open_regularised, run_moved, close_instance, NULL, NULL},
    {"fmi/rigid step/box", 1, 0, open_box, run_moved, close_instance, NULL, NULL},
    {"fmi/rigid step/polygonal", 1, 0, open_polygonal, run_moved, close_instance, NULL, NULL},
};

const BenchCase *bench_cases(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

const BenchDrop *bench_drops(size_t *count)
{
    *count = 0;
    return NULL;
}

const char *bench_about(void)
{
    return "the packed unit through fmi2 functions, from C";
}
