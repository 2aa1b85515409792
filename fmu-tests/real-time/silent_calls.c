#include "silent_calls.h"

#include "asperity_fmu.h"
#include "fmi2.h"
#include "system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { STEPS = 200000, EVALUATIONS = 100000, EVENTS = 1000, STATES = ASPERITY_STATES, KEPT = 100 };
/* Pose of body i, and the wrench on both bodies. */
enum { INPUTS = 13, OUTPUTS = 12 };
static const fmi2ValueReference inputs[INPUTS] = {11, 12, 13, 17, 18, 19, 20, 25, 26, 27, 31, 32, 33};
static const fmi2ValueReference outputs[OUTPUTS] = {40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51};
static const fmi2ValueReference velocities[3] = {25, 26, 27};

#define RADIUS 0.1
#define GRAVITY 9.81

static fmi2Functions fmi;
static fmi2Component unit;
static fmi2FMUstate kept;
static fmi2Byte *bytes;
static size_t size;
volatile long messages;

static void stop(const char *why)
{
    fprintf(stderr, "silence: %s\n", why);
    exit(1);
}

void silent_load(const char *path)
{
    void *library = library_load(path);
    if (library == NULL) stop(library_error());
#define RESOLVE(result, name, arguments) \
    if (!library_resolve(library, "fmi2" #name, &fmi.name)) stop("fmi2" #name " is not there");
    FMI2_FUNCTIONS(RESOLVE)
#undef RESOLVE
}

static void count_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                          fmi2String message, ...)
{
    (void)environment, (void)name, (void)status, (void)category, (void)message;
    ++messages;
}

static void need(fmi2Status status)
{
    if (status != fmi2OK) stop("a call of the preparation is refused");
}

static void set_integer(fmi2ValueReference reference, fmi2Integer value)
{
    need(fmi.SetInteger(unit, &reference, 1, &value));
}

static void set_real(fmi2ValueReference reference, double value)
{
    need(fmi.SetReal(unit, &reference, 1, &value));
}

/* 1 mm above the plane, and on its way down. */
static void place(double pose[INPUTS])
{
    static const double start[INPUTS] = {0, 0, RADIUS + 1e-3, 1, 0, 0, 0, 0.3, 0.1, -1.0, 0.5, 0.2, 2.0};
    int i;
    for (i = 0; i < INPUTS; ++i) pose[i] = start[i];
}

static void open(fmi2Type kind, int coupling, fmi2Boolean logs)
{
    static const fmi2CallbackFunctions callbacks = {count_message, calloc, free, NULL, NULL};
    static const double inertia[6] = {0.004, 0.004, 0.004, 0, 0, 0};
    double pose[INPUTS];
    fmi2EventInfo info;
    int i;
    unit = fmi.Instantiate("unit", kind, ASPERITY_GUID, NULL, &callbacks, fmi2False, logs);
    if (unit == NULL) stop("no instance");
    place(pose);
    set_integer(ASPERITY_VR_GEOMETRY_PAIR, ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE);
    set_integer(ASPERITY_VR_COUPLING_MODE, coupling);
    set_real(ASPERITY_VR_GEOMETRY_RADIUS_I, RADIUS);
    set_real(ASPERITY_VR_FRICTION_MU_R, 0.01);
    set_real(ASPERITY_VR_FRICTION_E_R, 0.01);
    set_real(ASPERITY_VR_COUPLING_MASS_I, 1.0);
    for (i = 0; i < 6; ++i) set_real(ASPERITY_VR_COUPLING_INERTIA_I + (fmi2ValueReference)i, inertia[i]);
    set_real(ASPERITY_VR_FREE_ACCELERATION + 2, -GRAVITY);
    need(fmi.SetReal(unit, inputs, INPUTS, pose));
    need(fmi.SetupExperiment(unit, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    need(fmi.EnterInitializationMode(unit));
    need(fmi.ExitInitializationMode(unit));
    if (kind == fmi2CoSimulation) return;
    do need(fmi.NewDiscreteStates(unit, &info));
    while (info.newDiscreteStatesNeeded);
    need(fmi.EnterContinuousTimeMode(unit));
}

/* Steps of the ball under its weight, through impacts to rest, and again from above. */
static int fall(double h)
{
    static const fmi2Integer first_order[OUTPUTS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    double pose[INPUTS], wrench[OUTPUTS], slopes[OUTPUTS], rates[3];
    fmi2Status status = fmi2OK;
    long i, pressed = 0;
    int k;
    for (i = 0; i < STEPS; ++i) {
        if (i % 20000 == 0) place(pose);
        status |= fmi.SetReal(unit, inputs, INPUTS, pose);
        status |= fmi.GetReal(unit, outputs, OUTPUTS, wrench);
        for (k = 0; k < 3; ++k) rates[k] = wrench[k] - (k == 2 ? GRAVITY : 0.0);
        status |= fmi.SetRealInputDerivatives(unit, velocities, 3, first_order, rates);
        status |= fmi.DoStep(unit, h * (double)i, h, fmi2True);
        status |= fmi.GetReal(unit, outputs, OUTPUTS, wrench);
        status |= fmi.GetRealOutputDerivatives(unit, outputs, OUTPUTS, first_order, slopes);
        pressed += wrench[2] > 0.0;
        for (k = 0; k < 3; ++k) {
            pose[7 + k] += h * (wrench[k] - (k == 2 ? GRAVITY : 0.0));
            pose[k] += h * pose[7 + k];
            pose[10 + k] += h * wrench[3 + k] / 0.004;
        }
    }
    return status == fmi2OK && pressed > 0 && pressed < STEPS;
}

static void prepare_kinematic(void)
{
    open(fmi2CoSimulation, ASPERITY_COUPLING_MODE_KINEMATIC, fmi2False);
}

static int run_kinematic(void)
{
    return fall(1e-4);
}

static void prepare_interface(void)
{
    open(fmi2CoSimulation, ASPERITY_COUPLING_MODE_INTERFACE, fmi2False);
}

static int run_interface(void)
{
    return fall(1e-3);
}

static void prepare_logged(void)
{
    open(fmi2CoSimulation, ASPERITY_COUPLING_MODE_INTERFACE, fmi2True);
}

static void prepare_exchange(void)
{
    open(fmi2ModelExchange, ASPERITY_COUPLING_MODE_KINEMATIC, fmi2False);
}

static int run_exchange(void)
{
    static const fmi2ValueReference knowns[2] = {ASPERITY_VR_POSITION_I + 2, ASPERITY_VR_Z};
    static const double seed[2] = {1.0, 0.5};
    double pose[INPUTS], wrench[OUTPUTS], state[STATES] = {1e-6, 2e-6, 0, 0.2, 0, 0, 0, 0}, rates[STATES];
    double indicators[ASPERITY_EVENT_INDICATORS], slopes[OUTPUTS];
    fmi2Boolean enter, terminate;
    fmi2EventInfo info;
    fmi2Status status = fmi2OK;
    long i;
    place(pose);
    for (i = 0; i < EVALUATIONS; ++i) {
        pose[2] = RADIUS + 1e-3 * ((double)(i % EVENTS) / EVENTS - 0.5);
        status |= fmi.SetTime(unit, 1e-5 * (double)i);
        status |= fmi.SetContinuousStates(unit, state, STATES);
        status |= fmi.SetReal(unit, inputs, INPUTS, pose);
        status |= fmi.GetDerivatives(unit, rates, STATES);
        status |= fmi.GetEventIndicators(unit, indicators, ASPERITY_EVENT_INDICATORS);
        status |= fmi.GetReal(unit, outputs, OUTPUTS, wrench);
        status |= fmi.GetDirectionalDerivative(unit, outputs, OUTPUTS, knowns, 2, seed, slopes);
        status |= fmi.CompletedIntegratorStep(unit, fmi2True, &enter, &terminate);
        /* where the unit asks for it, as bodies have met since the last one, and where they part */
        if (!enter && i % EVENTS != EVENTS / 2) continue;
        status |= fmi.EnterEventMode(unit);
        do status |= fmi.NewDiscreteStates(unit, &info);
        while (info.newDiscreteStatesNeeded);
        status |= fmi.EnterContinuousTimeMode(unit);
        status |= fmi.GetContinuousStates(unit, state, STATES);
    }
    return status == fmi2OK;
}

/* A state that the host has kept is written over, taken back and written to bytes. */
static void prepare_states(void)
{
    open(fmi2CoSimulation, ASPERITY_COUPLING_MODE_INTERFACE, fmi2False);
    need(fmi.GetFMUstate(unit, &kept));
    need(fmi.SerializedFMUstateSize(unit, kept, &size));
    bytes = malloc(size);
    if (bytes == NULL) stop("no memory");
}

static int run_kept_state(void)
{
    fmi2Status status = fmi2OK;
    long i;
    for (i = 0; i < KEPT; ++i) {
        status |= fmi.GetFMUstate(unit, &kept);
        status |= fmi.DoStep(unit, 0.0, 1e-3, fmi2False);
        status |= fmi.SetFMUstate(unit, kept);
        status |= fmi.SerializedFMUstateSize(unit, kept, &size);
    }
    return status == fmi2OK;
}

static int run_bytes(void)
{
    fmi2Status status = fmi2OK;
    long i;
    for (i = 0; i < KEPT; ++i) {
        status |= fmi.SerializeFMUstate(unit, kept, bytes, size);
        status |= fmi.DeSerializeFMUstate(unit, bytes, size, &kept);
    }
    return status == fmi2OK;
}

static int run_new_states(void)
{
    fmi2FMUstate states[KEPT] = {NULL};
    fmi2Status status = fmi2OK;
    long i;
    for (i = 0; i < KEPT; ++i) status |= fmi.GetFMUstate(unit, &states[i]);
    for (i = 0; i < KEPT; ++i) status |= fmi.FreeFMUstate(unit, &states[i]);
    return status == fmi2OK;
}

static int run_refusals(void)
{
    static const double bad[2] = {NAN, INFINITY};
    int refused = 0, i;
    for (i = 0; i < KEPT; ++i) refused += fmi.SetReal(unit, inputs, 1, &bad[i % 2]) == fmi2Discard;
    return refused == KEPT;
}

static int run_refused_steps(void)
{
    int refused = 0, i;
    for (i = 0; i < KEPT; ++i) refused += fmi.DoStep(unit, 0.0, -1e-3, fmi2False) == fmi2Error;
    return refused == KEPT;
}

const Group groups[GROUPS] = {
    {"kinematic coupling, 200000 steps", prepare_kinematic, run_kinematic, 0},
    {"interface coupling, 200000 steps", prepare_interface, run_interface, 0},
    {"Model Exchange, 100000 evaluations with 200 events", prepare_exchange, run_exchange, 0},
    {"a kept state written over and taken back, 100 times", prepare_states, run_kept_state, 0},
    {"a state to bytes and back, 100 times", prepare_states, run_bytes, 0},
    {"interface coupling with the log of events on", prepare_logged, run_interface, 1},
    {"100 values refused", prepare_interface, run_refusals, 1},
    {"100 steps refused", prepare_interface, run_refused_steps, 1},
    {"100 new states made and freed", prepare_states, run_new_states, 1},
};
