/* The C interface of FMI 2.0.5 (sections 2.1, 3.2 and 4.2) as this client needs it: the types, and one list of the 44
   functions from which the function-pointer types and the table of resolved functions are made. */
#ifndef CLIENT_FMI2_H
#define CLIENT_FMI2_H

#include <stddef.h>

typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Byte;
typedef const char *fmi2String;
typedef unsigned int fmi2ValueReference;
typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;

enum { fmi2False, fmi2True };
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String instanceName, fmi2Status, fmi2String category,
                                   fmi2String message, ...);

/* What the host lends the unit; it may be gone once fmi2Instantiate has returned. */
typedef struct {
    fmi2CallbackLogger logger;
    void *(*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void *block);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged, valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

/* Every function once: F(result, name without "fmi2", arguments). */
#define FMI2_FUNCTIONS(F)                                                                                              \
    /* both kinds: about the unit, and making and ending an instance */                                                \
    F(const char *, GetTypesPlatform, (void))                                                                          \
    F(const char *, GetVersion, (void))                                                                                \
    F(fmi2Component, Instantiate, (fmi2String name, fmi2Type kind, fmi2String guid, fmi2String resources,              \
                                   const fmi2CallbackFunctions *callbacks, fmi2Boolean visible, fmi2Boolean logging))  \
    F(void, FreeInstance, (fmi2Component))                                                                             \
    F(fmi2Status, SetDebugLogging, (fmi2Component, fmi2Boolean on, size_t n, const fmi2String categories[]))           \
    /* both kinds: the way through a simulation */                                                                     \
    F(fmi2Status, SetupExperiment, (fmi2Component, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real start,   \
                                    fmi2Boolean stopDefined, fmi2Real stop))                                           \
    F(fmi2Status, EnterInitializationMode, (fmi2Component))                                                            \
    F(fmi2Status, ExitInitializationMode, (fmi2Component))                                                             \
    F(fmi2Status, Terminate, (fmi2Component))                                                                          \
    F(fmi2Status, Reset, (fmi2Component))                                                                              \
    /* both kinds: values */                                                                                           \
    F(fmi2Status, GetReal, (fmi2Component, const fmi2ValueReference[], size_t n, fmi2Real values[]))                   \
    F(fmi2Status, GetInteger, (fmi2Component, const fmi2ValueReference[], size_t n, fmi2Integer values[]))             \
    F(fmi2Status, GetBoolean, (fmi2Component, const fmi2ValueReference[], size_t n, fmi2Boolean values[]))             \
    F(fmi2Status, GetString, (fmi2Component, const fmi2ValueReference[], size_t n, fmi2String values[]))               \
    F(fmi2Status, SetReal, (fmi2Component, const fmi2ValueReference[], size_t n, const fmi2Real values[]))             \
    F(fmi2Status, SetInteger, (fmi2Component, const fmi2ValueReference[], size_t n, const fmi2Integer values[]))       \
    F(fmi2Status, SetBoolean, (fmi2Component, const fmi2ValueReference[], size_t n, const fmi2Boolean values[]))       \
    F(fmi2Status, SetString, (fmi2Component, const fmi2ValueReference[], size_t n, const fmi2String values[]))         \
    /* both kinds: snapshots and derivatives */                                                                        \
    F(fmi2Status, GetFMUstate, (fmi2Component, fmi2FMUstate *))                                                        \
    F(fmi2Status, SetFMUstate, (fmi2Component, fmi2FMUstate))                                                          \
    F(fmi2Status, FreeFMUstate, (fmi2Component, fmi2FMUstate *))                                                       \
    F(fmi2Status, SerializedFMUstateSize, (fmi2Component, fmi2FMUstate, size_t *size))                                 \
    F(fmi2Status, SerializeFMUstate, (fmi2Component, fmi2FMUstate, fmi2Byte bytes[], size_t size))                     \
    F(fmi2Status, DeSerializeFMUstate, (fmi2Component, const fmi2Byte bytes[], size_t size, fmi2FMUstate *))           \
    F(fmi2Status, GetDirectionalDerivative, (fmi2Component, const fmi2ValueReference unknowns[], size_t nUnknowns,     \
                                             const fmi2ValueReference knowns[], size_t nKnowns,                        \
                                             const fmi2Real seed[], fmi2Real sensitivity[]))                           \
    /* Model Exchange */                                                                                               \
    F(fmi2Status, EnterEventMode, (fmi2Component))                                                                     \
    F(fmi2Status, NewDiscreteStates, (fmi2Component, fmi2EventInfo *))                                                 \
    F(fmi2Status, EnterContinuousTimeMode, (fmi2Component))                                                            \
    F(fmi2Status, CompletedIntegratorStep, (fmi2Component, fmi2Boolean noStateReset, fmi2Boolean *enterEventMode,      \
                                            fmi2Boolean *terminate))                                                   \
    F(fmi2Status, SetTime, (fmi2Component, fmi2Real))                                                                  \
    F(fmi2Status, SetContinuousStates, (fmi2Component, const fmi2Real[], size_t n))                                    \
    F(fmi2Status, GetDerivatives, (fmi2Component, fmi2Real[], size_t n))                                               \
    F(fmi2Status, GetEventIndicators, (fmi2Component, fmi2Real[], size_t n))                                           \
    F(fmi2Status, GetContinuousStates, (fmi2Component, fmi2Real[], size_t n))                                          \
    F(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component, fmi2Real[], size_t n))                                \
    /* Co-Simulation */                                                                                                \
    F(fmi2Status, SetRealInputDerivatives, (fmi2Component, const fmi2ValueReference[], size_t n,                       \
                                            const fmi2Integer orders[], const fmi2Real values[]))                      \
    F(fmi2Status, GetRealOutputDerivatives, (fmi2Component, const fmi2ValueReference[], size_t n,                      \
                                             const fmi2Integer orders[], fmi2Real values[]))                           \
    F(fmi2Status, DoStep, (fmi2Component, fmi2Real point, fmi2Real step, fmi2Boolean noSetPrior))                      \
    F(fmi2Status, CancelStep, (fmi2Component))                                                                         \
    F(fmi2Status, GetStatus, (fmi2Component, fmi2StatusKind, fmi2Status *))                                            \
    F(fmi2Status, GetRealStatus, (fmi2Component, fmi2StatusKind, fmi2Real *))                                          \
    F(fmi2Status, GetIntegerStatus, (fmi2Component, fmi2StatusKind, fmi2Integer *))                                    \
    F(fmi2Status, GetBooleanStatus, (fmi2Component, fmi2StatusKind, fmi2Boolean *))                                    \
    F(fmi2Status, GetStringStatus, (fmi2Component, fmi2StatusKind, fmi2String *))

/* fmi2DoStepFn and its 43 siblings. */
#define FMI2_POINTER_TYPE(result, name, arguments) typedef result(*fmi2##name##Fn) arguments;
FMI2_FUNCTIONS(FMI2_POINTER_TYPE)
#undef FMI2_POINTER_TYPE

/* One loaded unit. */
typedef struct {
#define FMI2_MEMBER(result, name, arguments) fmi2##name##Fn name;
    FMI2_FUNCTIONS(FMI2_MEMBER)
#undef FMI2_MEMBER
} fmi2Functions;

#define FMI2_COUNT_ONE(result, name, arguments) +1
enum { FMI2_FUNCTION_COUNT = 0 FMI2_FUNCTIONS(FMI2_COUNT_ONE) };
#undef FMI2_COUNT_ONE

#endif
