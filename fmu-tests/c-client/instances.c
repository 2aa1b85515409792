/* Making and ending instances, and what a host may leave out: NULL pointers and zero lengths. */
#include "client.h"

#include <stdlib.h>
#include <string.h>

static fmi2Component instantiate(Log *log, const char *name, fmi2Type kind, const char *guid, const char *resources)
{
    fmi2CallbackFunctions callbacks = {log_message, calloc, free, NULL, NULL};
    callbacks.componentEnvironment = log;
    log_clear(log);
    return fmi.Instantiate(name, kind, guid, resources, &callbacks, fmi2False, fmi2True);
}

static void refused(const char *name, fmi2Type kind, const char *guid, const char *why)
{
    Log log = {NULL, 0, fmi2OK, "", ""};
    fmi2Component c = instantiate(&log, name, kind, guid, "file:///nowhere/resources");
    CHECK(c == NULL, "no instance is made with %s", why);
    CHECK(log.count > 0 && log.status == fmi2Error, "the log says that there is no instance with %s", why);
    fmi.FreeInstance(c);
}

static void check_callbacks_left_out(void)
{
    static const fmi2CallbackFunctions none;
    fmi2ValueReference no_variable = ~0u;
    double value = 0.0;
    fmi2Component c = fmi.Instantiate("silent", fmi2CoSimulation, ASPERITY_GUID, NULL, &none, fmi2False, fmi2True);
    CHECK(c != NULL, "an instance needs no logger");
    CHECK(fmi.SetReal(c, &no_variable, 1, &value) == fmi2Error, "without a logger a refusal is still a refusal");
    fmi.FreeInstance(c);
    c = fmi.Instantiate("bare", fmi2CoSimulation, ASPERITY_GUID, NULL, NULL, fmi2False, fmi2True);
    CHECK(c == NULL, "callbacks that are NULL make no instance");
    fmi.FreeInstance(c);
    c = fmi.Instantiate("", fmi2CoSimulation, "", NULL, &none, fmi2False, fmi2True);
    CHECK(c == NULL, "a refused instance needs no logger either");
}

static void check_debug_logging(void)
{
    static const char *const categories[] = {"logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError",
                                             "logAll"};
    Unit unit;
    fmi2ValueReference no_variable = ~0u;
    double value = 0.0;
    unit_open(&unit, fmi2CoSimulation, "logging");
    EXPECT(&unit, fmi2OK, fmi.SetDebugLogging(unit.c, fmi2True, COUNT(categories), categories));
    EXPECT_NAMED(&unit, fmi2Error, "4294967295", fmi.SetReal(unit.c, &no_variable, 1, &value));
    CHECK(strcmp(unit.log.category, "logStatusError") == 0, "an error is logged as logStatusError, not %s",
          unit.log.category);
    EXPECT(&unit, fmi2OK, fmi.SetDebugLogging(unit.c, fmi2False, 0, NULL));
    EXPECT(&unit, fmi2Error, fmi.SetReal(unit.c, &no_variable, 1, &value));
    CHECK(unit.log.count == 0, "logging that was switched off is silent, not \"%s\"", unit.log.message);
    EXPECT(&unit, fmi2OK, fmi.SetDebugLogging(unit.c, fmi2True, 0, NULL));
    EXPECT(&unit, fmi2Error, fmi.SetReal(unit.c, &no_variable, 1, &value));
    CHECK(unit.log.count == 1, "logging that was switched on again speaks");
    unit_close(&unit);
}

void check_instances(void)
{
    static const char *const resources[] = {
        NULL, "", "   ", "file:///", "file:/C:/x", "file:////opt/x%20y/resources/", "file:///C:/%C3%A4/resources", "?"};
    Log log = {"ball on plane", 0, fmi2OK, "", ""};
    size_t i;
    int kind;
    CHECK(strcmp(fmi.GetTypesPlatform(), "default") == 0, "the types are \"default\"");
    CHECK(strcmp(fmi.GetVersion(), "2.0") == 0, "the version is \"2.0\"");
    fmi.FreeInstance(NULL);
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; ++kind) {
        refused(NULL, (fmi2Type)kind, ASPERITY_GUID, "the name NULL");
        refused("", (fmi2Type)kind, ASPERITY_GUID, "an empty name");
        refused(" \t ", (fmi2Type)kind, ASPERITY_GUID, "a blank name");
        refused("ball", (fmi2Type)kind, NULL, "the guid NULL");
        refused("ball", (fmi2Type)kind, "", "an empty guid");
        refused("ball", (fmi2Type)kind, "00000000-0000-0000-0000-000000000000", "the guid of another unit");
        refused("ball", (fmi2Type)kind, ASPERITY_GUID "0", "a guid that is too long");
        for (i = 0; i < COUNT(resources); ++i) {
            fmi2Component c = instantiate(&log, "ball on plane", (fmi2Type)kind, ASPERITY_GUID, resources[i]);
            CHECK(c != NULL, "the resource location %s does no harm", resources[i] ? resources[i] : "NULL");
            fmi.FreeInstance(c);
        }
    }
    refused("ball", (fmi2Type)7, ASPERITY_GUID, "a kind that does not exist");
    check_callbacks_left_out();
    check_debug_logging();
}

static double reals[ASPERITY_STATES + 16];
static int integers[4];
static const char *strings[4];
static const fmi2ValueReference real[] = {ASPERITY_VR_PENETRATION};
static const fmi2Integer order[] = {1};
static fmi2Boolean flag;

static void check_values_null(Unit *u)
{
    fmi2Component c = u->c;
    EXPECT(u, fmi2OK, fmi.GetReal(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.GetInteger(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.GetBoolean(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.GetString(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.SetReal(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.SetInteger(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.SetBoolean(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.SetString(c, NULL, 0, NULL));
    EXPECT(u, fmi2OK, fmi.GetDirectionalDerivative(c, NULL, 0, NULL, 0, NULL, NULL));
    EXPECT(u, fmi2OK, fmi.SetDebugLogging(c, fmi2True, 0, NULL));

    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetReal(c, NULL, 1, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetReal(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetInteger(c, NULL, 1, integers));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetInteger(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetBoolean(c, NULL, 1, integers));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetBoolean(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetString(c, NULL, 1, strings));
    EXPECT(u, fmi2Error, fmi.GetString(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetReal(c, NULL, 1, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetReal(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetInteger(c, NULL, 1, integers));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetInteger(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetBoolean(c, NULL, 1, integers));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetBoolean(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetString(c, NULL, 1, strings));
    EXPECT(u, fmi2Error, fmi.SetString(c, real, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetDirectionalDerivative(c, NULL, 1, real, 1, reals, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetDirectionalDerivative(c, real, 1, NULL, 1, reals, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetDirectionalDerivative(c, real, 1, real, 1, NULL, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetDirectionalDerivative(c, real, 1, real, 1, reals, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetDebugLogging(c, fmi2True, 1, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetDebugLogging(c, fmi2True, 1, strings));
}

static void check_state_null(Unit *u)
{
    fmi2Component c = u->c;
    fmi2FMUstate state = NULL, none = NULL;
    size_t size;
    fmi2Byte byte = 0;
    EXPECT(u, fmi2OK, fmi.FreeFMUstate(c, &none));
    CHECK(none == NULL, "freeing NULL leaves NULL");
    EXPECT(u, fmi2OK, fmi.GetFMUstate(c, &state));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetFMUstate(c, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetFMUstate(c, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SerializedFMUstateSize(c, NULL, &size));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SerializedFMUstateSize(c, state, NULL));
    EXPECT(u, fmi2OK, fmi.SerializedFMUstateSize(c, state, &size));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SerializeFMUstate(c, NULL, &byte, size));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SerializeFMUstate(c, state, NULL, size));
    EXPECT(u, fmi2Error, fmi.SerializeFMUstate(c, state, &byte, 0));
    EXPECT(u, fmi2Error, fmi.SerializeFMUstate(c, state, &byte, 1));
    CHECK(byte == 0, "nothing is written into a buffer that is too small");
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.DeSerializeFMUstate(c, NULL, size, &none));
    EXPECT(u, fmi2Error, fmi.DeSerializeFMUstate(c, &byte, 1, &none));
    CHECK(none == NULL, "a refused fmi2DeSerializeFMUstate makes no state");
    EXPECT(u, fmi2OK, fmi.FreeFMUstate(c, &state));
}

static void check_step_null(Unit *u)
{
    fmi2Component c = u->c;
    EXPECT(u, fmi2OK, fmi.SetRealInputDerivatives(c, NULL, 0, NULL, NULL));
    EXPECT(u, fmi2OK, fmi.GetRealOutputDerivatives(c, NULL, 0, NULL, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetRealInputDerivatives(c, NULL, 1, order, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetRealInputDerivatives(c, real, 1, NULL, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetRealInputDerivatives(c, real, 1, order, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetRealOutputDerivatives(c, NULL, 1, order, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetRealOutputDerivatives(c, real, 1, NULL, reals));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetRealOutputDerivatives(c, real, 1, order, NULL));
    EXPECT(u, fmi2OK, fmi.DoStep(c, 0.0, 0.001, fmi2True));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetRealStatus(c, fmi2LastSuccessfulTime, NULL));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetBooleanStatus(c, fmi2Terminated, NULL));
    /* These have no answer to write anywhere. */
    EXPECT(u, fmi2Discard, fmi.GetStatus(c, fmi2DoStepStatus, NULL));
    EXPECT(u, fmi2Discard, fmi.GetIntegerStatus(c, fmi2DoStepStatus, NULL));
    EXPECT(u, fmi2Discard, fmi.GetStringStatus(c, fmi2DoStepStatus, NULL));
}

static void check_integrator_null(Unit *u)
{
    enum { STATES = ASPERITY_STATES, INDICATORS = ASPERITY_EVENT_INDICATORS };
    static const size_t wrong[] = {1, STATES - 1, STATES + 1, 1000000, (size_t)-1};
    fmi2Component c = u->c;
    size_t i;
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetContinuousStates(c, NULL, STATES));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.SetContinuousStates(c, NULL, STATES));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetDerivatives(c, NULL, STATES));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetNominalsOfContinuousStates(c, NULL, STATES));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.GetEventIndicators(c, NULL, INDICATORS));
    EXPECT(u, fmi2OK, fmi.GetContinuousStates(c, NULL, 0));
    EXPECT(u, fmi2OK, fmi.SetContinuousStates(c, NULL, 0));
    EXPECT(u, fmi2OK, fmi.GetDerivatives(c, NULL, 0));
    EXPECT(u, fmi2OK, fmi.GetNominalsOfContinuousStates(c, NULL, 0));
    EXPECT(u, fmi2OK, fmi.GetEventIndicators(c, NULL, 0));
    for (i = 0; i < COUNT(wrong); ++i) {
        EXPECT(u, fmi2Error, fmi.GetContinuousStates(c, reals, wrong[i]));
        EXPECT(u, fmi2Error, fmi.SetContinuousStates(c, reals, wrong[i]));
        EXPECT(u, fmi2Error, fmi.GetDerivatives(c, reals, wrong[i]));
        EXPECT(u, fmi2Error, fmi.GetNominalsOfContinuousStates(c, reals, wrong[i]));
    }
    EXPECT_NAMED(u, fmi2Error, "3", fmi.GetEventIndicators(c, reals, INDICATORS - 1));
    EXPECT_NAMED(u, fmi2Error, "3", fmi.GetEventIndicators(c, reals, INDICATORS + 1));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.CompletedIntegratorStep(c, fmi2True, NULL, &flag));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.CompletedIntegratorStep(c, fmi2True, &flag, NULL));
    EXPECT(u, fmi2OK, fmi.EnterEventMode(c));
    EXPECT_NAMED(u, fmi2Error, "NULL", fmi.NewDiscreteStates(c, NULL));
}

void check_nulls(void)
{
    Unit unit;
    unit_at(&unit, fmi2CoSimulation, "step", 'S');
    check_values_null(&unit);
    check_state_null(&unit);
    check_step_null(&unit);
    unit_close(&unit);
    /* Integers and Booleans may be set in event mode only, hence the event instance for the values. */
    unit_at(&unit, fmi2ModelExchange, "event", 'E');
    check_values_null(&unit);
    check_state_null(&unit);
    unit_close(&unit);
    unit_at(&unit, fmi2ModelExchange, "continuous", 'C');
    check_integrator_null(&unit);
    unit_close(&unit);
}
