/* Every function in every state of both kinds: answered where FMI 2.0 allows it (tables of 3.2.3 and 4.2.4), refused
   with a sentence everywhere else, and never with harm. */
#include "client.h"

#include <stdio.h>
#include <string.h>

static const fmi2ValueReference input[] = {ASPERITY_VR_PENETRATION};
static const fmi2ValueReference output[] = {ASPERITY_VR_NORMAL_FORCE};
static const fmi2ValueReference law[] = {ASPERITY_VR_COMPLIANCE_LAW};
static const fmi2ValueReference active[] = {ASPERITY_VR_CONTACT_ACTIVE};
static const fmi2Integer first_order[] = {1};
static const double zeros[ASPERITY_STATES];
static double scratch[ASPERITY_STATES];
static fmi2Boolean enter, terminate;
static fmi2EventInfo info;
static fmi2Status done;
static int integer;
static const char *text;

enum { SET = 1, SIZE, SERIALIZE, DESERIALIZE };

/* The calls on a snapshot need a snapshot; an instance that is NULL has none, so the call gets NULL as well. */
static fmi2Status with_snapshot(fmi2Component c, int call)
{
    static fmi2Byte bytes[65536];
    fmi2FMUstate state = NULL, copy = NULL;
    size_t size = sizeof bytes;
    fmi2Status status;
    fmi.GetFMUstate(c, &state);
    status = call == SET ? fmi.SetFMUstate(c, state) : fmi.SerializedFMUstateSize(c, state, &size);
    if (call > SIZE) status = fmi.SerializeFMUstate(c, state, bytes, size);
    if (call == DESERIALIZE) status = fmi.DeSerializeFMUstate(c, bytes, size, &copy);
    if (c != NULL) {
        fmi.FreeFMUstate(c, &copy);
        fmi.FreeFMUstate(c, &state);
    }
    return status;
}

static fmi2Status take_snapshot(fmi2Component c)
{
    fmi2FMUstate state = NULL;
    fmi2Status status = fmi.GetFMUstate(c, &state);
    if (c != NULL) fmi.FreeFMUstate(c, &state);
    return status;
}

static fmi2Status free_snapshot(fmi2Component c)
{
    fmi2FMUstate state = NULL;
    fmi.GetFMUstate(c, &state);
    return fmi.FreeFMUstate(c, &state);
}

/* X(function, states of Model Exchange, states of Co-Simulation, status where allowed, the call)
   I instantiated, Z initialization, E event, C continuous time, S step complete, T terminated. "" = other kind only.
   SetInteger and SetBoolean in C: beyond the standard, so that a fixed parameter may be set to the value it has. Gets in
   I: beyond the standard, because importers look at start values.
   Allowed but not OK: what this unit has no answer to (a status that is pending, a step to cancel). */
#define CALLS(X)                                                                                                       \
    X(SetDebugLogging, "IZECT", "IZST", fmi2OK, fmi.SetDebugLogging(c, fmi2True, 0, NULL))                             \
    X(SetupExperiment, "I", "I", fmi2OK, fmi.SetupExperiment(c, fmi2True, 1e-6, 0.0, fmi2True, 1.0))                   \
    X(EnterInitializationMode, "I", "I", fmi2OK, fmi.EnterInitializationMode(c))                                       \
    X(ExitInitializationMode, "Z", "Z", fmi2OK, fmi.ExitInitializationMode(c))                                         \
    X(Terminate, "EC", "S", fmi2OK, fmi.Terminate(c))                                                                  \
    X(Reset, "IZECT", "IZST", fmi2OK, fmi.Reset(c))                                                                    \
    X(GetReal, "IZECT", "IZST", fmi2OK, fmi.GetReal(c, output, 1, scratch))                                              \
    X(GetInteger, "IZECT", "IZST", fmi2OK, fmi.GetInteger(c, law, 1, &integer))                                          \
    X(GetBoolean, "IZECT", "IZST", fmi2OK, fmi.GetBoolean(c, active, 1, &integer))                                       \
    X(GetString, "IZECT", "IZST", fmi2OK, fmi.GetString(c, NULL, 0, NULL))                                               \
    X(SetReal, "IZEC", "IZS", fmi2OK, fmi.SetReal(c, input, 1, zeros))                                                 \
    X(SetInteger, "IZEC", "IZS", fmi2OK, fmi.SetInteger(c, NULL, 0, NULL))                                             \
    X(SetBoolean, "IZEC", "IZS", fmi2OK, fmi.SetBoolean(c, NULL, 0, NULL))                                             \
    X(SetString, "IZE", "IZS", fmi2OK, fmi.SetString(c, NULL, 0, NULL))                                                \
    X(GetFMUstate, "IZECT", "IZST", fmi2OK, take_snapshot(c))                                                          \
    X(SetFMUstate, "IZECT", "IZST", fmi2OK, with_snapshot(c, SET))                                                     \
    X(FreeFMUstate, "IZECT", "IZST", fmi2OK, free_snapshot(c))                                                         \
    X(SerializedFMUstateSize, "IZECT", "IZST", fmi2OK, with_snapshot(c, SIZE))                                         \
    X(SerializeFMUstate, "IZECT", "IZST", fmi2OK, with_snapshot(c, SERIALIZE))                                         \
    X(DeSerializeFMUstate, "IZECT", "IZST", fmi2OK, with_snapshot(c, DESERIALIZE))                                     \
    X(GetDirectionalDerivative, "ZECT", "ZST", fmi2OK,                                                                 \
      fmi.GetDirectionalDerivative(c, output, 1, input, 1, zeros, scratch))                                            \
    X(EnterEventMode, "EC", "", fmi2OK, fmi.EnterEventMode(c))                                                         \
    X(NewDiscreteStates, "E", "", fmi2OK, fmi.NewDiscreteStates(c, &info))                                             \
    X(EnterContinuousTimeMode, "E", "", fmi2OK, fmi.EnterContinuousTimeMode(c))                                        \
    X(CompletedIntegratorStep, "C", "", fmi2OK, fmi.CompletedIntegratorStep(c, fmi2True, &enter, &terminate))          \
    X(SetTime, "EC", "", fmi2OK, fmi.SetTime(c, 0.0))                                                                  \
    X(SetContinuousStates, "C", "", fmi2OK, fmi.SetContinuousStates(c, zeros, ASPERITY_STATES))                        \
    X(GetDerivatives, "ZECT", "", fmi2OK, fmi.GetDerivatives(c, scratch, ASPERITY_STATES))                             \
    X(GetEventIndicators, "ZECT", "", fmi2OK, fmi.GetEventIndicators(c, scratch, ASPERITY_EVENT_INDICATORS))           \
    X(GetContinuousStates, "ZECT", "", fmi2OK, fmi.GetContinuousStates(c, scratch, ASPERITY_STATES))                   \
    X(GetNominalsOfContinuousStates, "IZECT", "", fmi2OK,                                                              \
      fmi.GetNominalsOfContinuousStates(c, scratch, ASPERITY_STATES))                                                  \
    X(SetRealInputDerivatives, "", "IZS", fmi2OK, fmi.SetRealInputDerivatives(c, input, 1, first_order, zeros))        \
    X(GetRealOutputDerivatives, "", "ST", fmi2OK, fmi.GetRealOutputDerivatives(c, NULL, 0, NULL, NULL))                \
    X(DoStep, "", "S", fmi2OK, fmi.DoStep(c, 0.0, 1e-3, fmi2True))                                                     \
    X(CancelStep, "", "", fmi2OK, fmi.CancelStep(c))                                                                   \
    X(GetStatus, "", "ST", fmi2Discard, fmi.GetStatus(c, fmi2DoStepStatus, &done))                                     \
    X(GetRealStatus, "", "ST", fmi2OK, fmi.GetRealStatus(c, fmi2LastSuccessfulTime, scratch))                          \
    X(GetIntegerStatus, "", "ST", fmi2Discard, fmi.GetIntegerStatus(c, fmi2DoStepStatus, &integer))                    \
    X(GetBooleanStatus, "", "ST", fmi2OK, fmi.GetBooleanStatus(c, fmi2Terminated, &integer))                           \
    X(GetStringStatus, "", "ST", fmi2Discard, fmi.GetStringStatus(c, fmi2PendingStatus, &text))

#define DEFINE(name, me, cs, status, call) static fmi2Status call_##name(fmi2Component c) { return call; }
CALLS(DEFINE)
#undef DEFINE

typedef struct {
    const char *name, *allowed[2];
    fmi2Status status;
    fmi2Status (*call)(fmi2Component);
} Row;

static const Row rows[] = {
#define ROW(name, me, cs, status, call) {"fmi2" #name, {me, cs}, status, call_##name},
    CALLS(ROW)
#undef ROW
};

static const struct {
    char letter;
    const char *word;
} words[] = {{'I', "instantiated"}, {'Z', "initiali"}, {'E', "event"},
             {'C', "continuous"},   {'S', "step"},     {'T', "terminated"}};

/* The state's name somewhere else than in the call's own name (fmi2EnterEventMode has one in it). To fmi2CancelStep it
   does not matter which state it is: there never is a step to cancel. */
static int names_state(const char *message, const char *call, char state)
{
    const char *at = strstr(message, call);
    char rest[sizeof ((Log *)0)->message];
    size_t i = 0;
    if (at == NULL) return 0;
    if (strcmp(call, "fmi2CancelStep") == 0) return mentions(message, "no step is pending");
    snprintf(rest, sizeof rest, "%.*s%s", (int)(at - message), message, at + strlen(call));
    while (words[i].letter != state) ++i;
    return mentions(rest, words[i].word);
}

/* The rest of a life, from the given state on. */
static void live_on(Unit *unit, char state)
{
    if (state == 'I') unit_advance(unit, unit->kind == fmi2CoSimulation ? 'S' : 'C');
    if (state == 'Z') EXPECT(unit, fmi2OK, fmi.ExitInitializationMode(unit->c));
    if (state == 'E') EXPECT(unit, fmi2OK, fmi.NewDiscreteStates(unit->c, &info));
    if (unit->kind == fmi2CoSimulation && state != 'T') EXPECT(unit, fmi2OK, fmi.DoStep(unit->c, 0.0, 1e-3, fmi2True));
    if (state != 'T') EXPECT(unit, fmi2OK, fmi.Terminate(unit->c));
    EXPECT(unit, fmi2OK, fmi.GetReal(unit->c, output, 1, scratch));
}

static void check_call(const Row *row, fmi2Type kind, char state)
{
    Unit unit;
    fmi2Status status;
    unit_at(&unit, kind, "order", state);
    if (strchr(row->allowed[kind], state) != NULL) {
        log_clear(&unit.log);
        status = row->call(unit.c);
        CHECK(status == row->status, "%s is allowed in state %c, but answers %d: \"%s\"", row->name, state, status,
              unit.log.message);
    } else {
        Blob before = blob_take(&unit), after;
        log_clear(&unit.log);
        status = row->call(unit.c);
        CHECK(status == fmi2Error, "%s is refused in state %c of kind %d, not answered with %d", row->name, state, kind,
              status);
        CHECK(names_state(unit.log.message, row->name, state), "the log names %s and state %c: \"%s\"", row->name,
              state, unit.log.message);
        after = blob_take(&unit);
        CHECK(blob_equal(&before, &after), "%s refused in state %c changes nothing", row->name, state);
        blob_free(&before);
        blob_free(&after);
        live_on(&unit, state);
    }
    unit_close(&unit);
}

void check_call_order(void)
{
    static const char *const states[2] = {"IZECT", "IZST"};
    const char *state;
    size_t i;
    int kind;
    CHECK(COUNT(rows) + 4 == FMI2_FUNCTION_COUNT, "every function on an instance has its row");
    for (i = 0; i < COUNT(rows); ++i)
        CHECK(rows[i].call(NULL) == fmi2Error, "%s refuses the instance NULL", rows[i].name);
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; ++kind)
        for (state = states[kind]; *state != '\0'; ++state) {
            for (i = 0; i < COUNT(rows); ++i) check_call(&rows[i], (fmi2Type)kind, *state);
            CHECK(strcmp(fmi.GetTypesPlatform(), "default") == 0 && strcmp(fmi.GetVersion(), "2.0") == 0,
                  "types and version can be asked for at any time");
        }
}
