/* A unit that does nothing, written the way the Reference-FMUs of the Modelica Association are: one C file, variables
   found by a `switch` over the value reference, call order kept in a state variable. 13 inputs (references 0-12), 12
   outputs (20-31), one state (40). What it costs to set, step and get is the price of FMI itself. */
#include "../c-client/fmi2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { INPUTS = 13, OUTPUTS = 12, FIRST_OUTPUT = 20, STATE = 40 };

typedef enum { Instantiated, Initialization, Stepping } Phase;

typedef struct {
    Phase phase;
    double time, inputs[INPUTS], state;
} Null;

EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type kind, fmi2String guid, fmi2String resources,
                                     const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean logging)
{
    (void)guid;
    (void)resources;
    (void)visible;
    (void)logging;
    if (name == NULL || callbacks == NULL || kind != fmi2CoSimulation) return NULL;
    return calloc(1, sizeof(Null));
}

EXPORT void fmi2FreeInstance(fmi2Component c)
{
    free(c);
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                                      fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop)
{
    Null *null = c;
    (void)tolerance_defined;
    (void)tolerance;
    (void)stop_defined;
    (void)stop;
    if (null == NULL || null->phase != Instantiated) return fmi2Error;
    null->time = start;
    return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    Null *null = c;
    if (null == NULL || null->phase != Instantiated) return fmi2Error;
    null->phase = Initialization;
    return fmi2OK;
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    Null *null = c;
    if (null == NULL || null->phase != Initialization) return fmi2Error;
    null->phase = Stepping;
    return fmi2OK;
}

static fmi2Status set_real(Null *null, fmi2ValueReference reference, double value)
{
    if (!isfinite(value)) return fmi2Discard;
    switch (reference) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
        null->inputs[reference] = value;
        return fmi2OK;
    case STATE:
        null->state = value;
        return fmi2OK;
    default:
        return fmi2Error;
    }
}

static fmi2Status get_real(const Null *null, fmi2ValueReference reference, double *value)
{
    if (reference >= FIRST_OUTPUT && reference < FIRST_OUTPUT + OUTPUTS) {
        *value = null->inputs[reference - FIRST_OUTPUT] + null->state;
        return fmi2OK;
    }
    if (reference == STATE) {
        *value = null->state;
        return fmi2OK;
    }
    return fmi2Error;
}

EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference references[], size_t n, const fmi2Real values[])
{
    if (c == NULL || (n > 0 && (references == NULL || values == NULL))) return fmi2Error;
    for (size_t k = 0; k < n; ++k) {
        fmi2Status status = set_real(c, references[k], values[k]);
        if (status != fmi2OK) return status;
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference references[], size_t n, fmi2Real values[])
{
    if (c == NULL || (n > 0 && (references == NULL || values == NULL))) return fmi2Error;
    for (size_t k = 0; k < n; ++k) {
        fmi2Status status = get_real(c, references[k], &values[k]);
        if (status != fmi2OK) return status;
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real point, fmi2Real step, fmi2Boolean no_set_prior)
{
    Null *null = c;
    (void)no_set_prior;
    if (null == NULL || null->phase != Stepping || !(step > 0)) return fmi2Error;
    null->state -= step * null->state;
    null->time = point + step;
    return fmi2OK;
}
