#include "door.h"

#include "../same-bits/bits.h"

#include <stdio.h>

long door_calls, door_changes;

static fmi2Functions inner;
static Control usual, used;

void door_use(Environment environment)
{
    used = control_for(environment, usual);
}

static void go_in(void)
{
    ++door_calls;
    control_set(used);
}

static void come_out(const char *call)
{
    const Control found = control_get();
    control_set(usual);
    if (found == used) return;
    if (door_changes++ == 0) printf("%s leaves the control bits %#llx, not %#llx\n", call, found, used);
}

#define DOOR(result, name, parameters, ...)    \
    static result through_##name parameters    \
    {                                          \
        result answer;                         \
        go_in();                               \
        answer = inner.name(__VA_ARGS__);      \
        come_out("fmi2" #name);                \
        return answer;                         \
    }
#define DOORS                                                                                                          \
    D(fmi2Component, Instantiate,                                                                                      \
      (fmi2String n, fmi2Type k, fmi2String g, fmi2String r, const fmi2CallbackFunctions *b, fmi2Boolean v,            \
       fmi2Boolean l),                                                                                                 \
      n, k, g, r, b, v, l)                                                                                             \
    D(fmi2Status, SetupExperiment,                                                                                     \
      (fmi2Component c, fmi2Boolean d, fmi2Real t, fmi2Real s, fmi2Boolean e, fmi2Real f), c, d, t, s, e, f)           \
    D(fmi2Status, EnterInitializationMode, (fmi2Component c), c)                                                       \
    D(fmi2Status, ExitInitializationMode, (fmi2Component c), c)                                                        \
    D(fmi2Status, Terminate, (fmi2Component c), c)                                                                     \
    D(fmi2Status, Reset, (fmi2Component c), c)                                                                         \
    D(fmi2Status, GetReal, (fmi2Component c, const fmi2ValueReference *r, size_t n, fmi2Real *v), c, r, n, v)          \
    D(fmi2Status, GetInteger, (fmi2Component c, const fmi2ValueReference *r, size_t n, fmi2Integer *v), c, r, n, v)    \
    D(fmi2Status, GetBoolean, (fmi2Component c, const fmi2ValueReference *r, size_t n, fmi2Boolean *v), c, r, n, v)    \
    D(fmi2Status, SetReal, (fmi2Component c, const fmi2ValueReference *r, size_t n, const fmi2Real *v), c, r, n, v)    \
    D(fmi2Status, SetInteger, (fmi2Component c, const fmi2ValueReference *r, size_t n, const fmi2Integer *v), c, r, n, \
      v)                                                                                                               \
    D(fmi2Status, SetBoolean, (fmi2Component c, const fmi2ValueReference *r, size_t n, const fmi2Boolean *v), c, r, n, \
      v)                                                                                                               \
    D(fmi2Status, GetFMUstate, (fmi2Component c, fmi2FMUstate *s), c, s)                                               \
    D(fmi2Status, SetFMUstate, (fmi2Component c, fmi2FMUstate s), c, s)                                                \
    D(fmi2Status, FreeFMUstate, (fmi2Component c, fmi2FMUstate *s), c, s)                                              \
    D(fmi2Status, SerializedFMUstateSize, (fmi2Component c, fmi2FMUstate s, size_t *n), c, s, n)                       \
    D(fmi2Status, SerializeFMUstate, (fmi2Component c, fmi2FMUstate s, fmi2Byte *b, size_t n), c, s, b, n)             \
    D(fmi2Status, DeSerializeFMUstate, (fmi2Component c, const fmi2Byte *b, size_t n, fmi2FMUstate *s), c, b, n, s)    \
    D(fmi2Status, GetDirectionalDerivative,                                                                            \
      (fmi2Component c, const fmi2ValueReference *u, size_t n, const fmi2ValueReference *k, size_t m,                  \
       const fmi2Real *d, fmi2Real *s),                                                                                \
      c, u, n, k, m, d, s)                                                                                             \
    D(fmi2Status, EnterEventMode, (fmi2Component c), c)                                                                \
    D(fmi2Status, NewDiscreteStates, (fmi2Component c, fmi2EventInfo *i), c, i)                                        \
    D(fmi2Status, EnterContinuousTimeMode, (fmi2Component c), c)                                                       \
    D(fmi2Status, CompletedIntegratorStep, (fmi2Component c, fmi2Boolean n, fmi2Boolean *e, fmi2Boolean *t), c, n, e,  \
      t)                                                                                                               \
    D(fmi2Status, SetTime, (fmi2Component c, fmi2Real t), c, t)                                                        \
    D(fmi2Status, SetContinuousStates, (fmi2Component c, const fmi2Real *x, size_t n), c, x, n)                        \
    D(fmi2Status, GetDerivatives, (fmi2Component c, fmi2Real *x, size_t n), c, x, n)                                   \
    D(fmi2Status, GetEventIndicators, (fmi2Component c, fmi2Real *x, size_t n), c, x, n)                               \
    D(fmi2Status, GetContinuousStates, (fmi2Component c, fmi2Real *x, size_t n), c, x, n)                              \
    D(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component c, fmi2Real *x, size_t n), c, x, n)                    \
    D(fmi2Status, SetRealInputDerivatives,                                                                             \
      (fmi2Component c, const fmi2ValueReference *r, size_t n, const fmi2Integer *o, const fmi2Real *v), c, r, n, o,   \
      v)                                                                                                               \
    D(fmi2Status, GetRealOutputDerivatives,                                                                            \
      (fmi2Component c, const fmi2ValueReference *r, size_t n, const fmi2Integer *o, fmi2Real *v), c, r, n, o, v)      \
    D(fmi2Status, DoStep, (fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean p), c, t, h, p)                        \
    D(fmi2Status, CancelStep, (fmi2Component c), c)                                                                    \
    D(fmi2Status, GetStatus, (fmi2Component c, fmi2StatusKind k, fmi2Status *s), c, k, s)                              \
    D(fmi2Status, GetRealStatus, (fmi2Component c, fmi2StatusKind k, fmi2Real *s), c, k, s)

#define D DOOR
DOORS
#undef D

static void through_FreeInstance(fmi2Component c)
{
    go_in();
    inner.FreeInstance(c);
    come_out("fmi2FreeInstance");
}

void door_hang(void)
{
    usual = control_get();
    used = usual;
    inner = fmi;
#define D(result, name, ...) fmi.name = through_##name;
    DOORS
#undef D
    fmi.FreeInstance = through_FreeInstance;
}
