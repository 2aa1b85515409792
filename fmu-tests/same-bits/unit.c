/* One instance of the unit, and everything it can be asked. */
#include "bits.h"
#include "system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

fmi2Functions fmi;
static void *library;

void fail(const char *sentence, ...)
{
    va_list arguments;
    va_start(arguments, sentence);
    vfprintf(stderr, sentence, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

void library_use(const char *path)
{
    library = library_load(path);
    if (library == NULL) fail("%s", library_error());
#define RESOLVE(result, name, arguments) \
    if (!library_resolve(library, "fmi2" #name, &fmi.name)) fail("fmi2" #name " is not there");
    FMI2_FUNCTIONS(RESOLVE)
#undef RESOLVE
}

void library_leave(void)
{
    if (!library_unload(library)) fail("the library cannot be unloaded: %s", library_error());
}

/* The last one, in case it is what the program ends with. */
static char message[1000];

static void keep_message(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status, fmi2String category,
                         fmi2String text, ...)
{
    (void)environment;
    snprintf(message, sizeof message, "%s, status %d, %s: %s", name, (int)status, category, text);
}

void expect_ok(fmi2Status status, const char *call)
{
    if (status != fmi2OK) fail("status %d from %s\n%s", (int)status, call, message);
}

void unit_open(Unit *unit, fmi2Type kind)
{
    static const fmi2CallbackFunctions callbacks = {keep_message, calloc, free, NULL, NULL};
    unit->kind = kind;
    unit->c = fmi.Instantiate("unit", kind, ASPERITY_GUID, NULL, &callbacks, fmi2False, fmi2False);
    if (unit->c == NULL) fail("no instance");
}

static void settle_events(Unit *unit)
{
    fmi2EventInfo info;
    do OK(fmi.NewDiscreteStates(unit->c, &info));
    while (info.newDiscreteStatesNeeded);
    OK(fmi.EnterContinuousTimeMode(unit->c));
}

void unit_initialize(Unit *unit)
{
    OK(fmi.SetupExperiment(unit->c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
    OK(fmi.EnterInitializationMode(unit->c));
}

void unit_start(Unit *unit)
{
    OK(fmi.ExitInitializationMode(unit->c));
    if (unit->kind == fmi2ModelExchange) settle_events(unit);
}

void unit_event(Unit *unit)
{
    OK(fmi.EnterEventMode(unit->c));
    settle_events(unit);
}

void unit_close(Unit *unit)
{
    OK(fmi.Terminate(unit->c));
    fmi.FreeInstance(unit->c);
}

enum { MOST_AT_ONCE = 64 };

static const fmi2ValueReference *references(fmi2ValueReference first, size_t n)
{
    static fmi2ValueReference all[MOST_AT_ONCE];
    size_t i;
    if (n > MOST_AT_ONCE) fail("%lu variables at once", (unsigned long)n);
    for (i = 0; i < n; ++i) all[i] = first + (fmi2ValueReference)i;
    return all;
}

void put(Unit *unit, fmi2ValueReference first, size_t n, const double *values)
{
    OK(fmi.SetReal(unit->c, references(first, n), n, values));
}

void put1(Unit *unit, fmi2ValueReference reference, double value)
{
    put(unit, reference, 1, &value);
}

void choose(Unit *unit, fmi2ValueReference reference, int item)
{
    OK(fmi.SetInteger(unit->c, &reference, 1, &item));
}

void get(Unit *unit, fmi2ValueReference first, size_t n, double *values)
{
    OK(fmi.GetReal(unit->c, references(first, n), n, values));
}

/* Variables by name, as the model description has them. */
typedef struct {
    const char *name;
    fmi2ValueReference first;
    size_t n; /* 1: not a vector */
} Group;

/* At the begin of `outputs`: they have a derivative by time. At their end: one has none at all, and with the ledger
   before it they have none in initialization. */
enum { FORCES = 6, DISCRETE_REALS = 2, STARTED = 5 };
static const Group outputs[] = {
    {"forceI", ASPERITY_VR_FORCE_I, 3},
    {"torqueI", ASPERITY_VR_TORQUE_I, 3},
    {"forceJ", ASPERITY_VR_FORCE_J, 3},
    {"torqueJ", ASPERITY_VR_TORQUE_J, 3},
    {"frictionForce", ASPERITY_VR_FRICTION_FORCE, 3},
    {"frictionMoment", ASPERITY_VR_FRICTION_MOMENT, 3},
    {"normalForce", ASPERITY_VR_NORMAL_FORCE, 1},
    {"gap", ASPERITY_VR_GAP, 1},
    {"slipSpeed", ASPERITY_VR_SLIP_SPEED, 1},
    {"sticking", ASPERITY_VR_STICKING, 1},
    {"pointOfAction", ASPERITY_VR_POINT_OF_ACTION, 3},
    {"normalDirection", ASPERITY_VR_NORMAL_DIRECTION, 3},
    {"energyElastic", ASPERITY_VR_ENERGY_ELASTIC, 1},
    {"energyResidual", ASPERITY_VR_ENERGY_RESIDUAL, 1},
    {"energyWork", ASPERITY_VR_ENERGY_WORK, 1},
    {"energyDissipatedNormal", ASPERITY_VR_ENERGY_DISSIPATED_NORMAL, 1},
    {"energyDissipatedFriction", ASPERITY_VR_ENERGY_DISSIPATED_FRICTION, 1},
    {"effectiveRestitution", ASPERITY_VR_EFFECTIVE_RESTITUTION, 1},
    {"touching", ASPERITY_VR_TOUCHING, 1},
};
static const Group states[] = {{"z", ASPERITY_VR_Z, 3}, {"s_dw", ASPERITY_VR_S_DW, 1}, {"z_r", ASPERITY_VR_Z_R, 1}};
static const Group rates[] = {
    {"der(z[1])", ASPERITY_VR_DER_Z, 1},
    {"der(z[2])", ASPERITY_VR_DER_Z + 1, 1},
    {"der(z[3])", ASPERITY_VR_DER_Z + 2, 1},
    {"der(s_dw)", ASPERITY_VR_DER_S_DW, 1},
    {"der(energyWork)", ASPERITY_VR_DER_ENERGY_WORK, 1},
    {"der(energyDissipatedNormal)", ASPERITY_VR_DER_ENERGY_DISSIPATED_NORMAL, 1},
    {"der(energyDissipatedFriction)", ASPERITY_VR_DER_ENERGY_DISSIPATED_FRICTION, 1},
    {"der(z_r)", ASPERITY_VR_DER_Z_R, 1},
};
/* Inputs, then states. */
static const Group knowns[] = {
    {"", ASPERITY_VR_PENETRATION, 36},
    {"", ASPERITY_VR_INVERSE_MASS, 9},
    {"", ASPERITY_VR_INVERSE_INERTIA, 9},
    {"", ASPERITY_VR_Z, 4},
    {"", ASPERITY_VR_Z_R, 1},
    {"", ASPERITY_VR_ENERGY_WORK, 3},
};

/* Tunable parameters. */
static const Group parameters[] = {
    {"", ASPERITY_VR_COMPLIANCE_K, 5},
    {"", ASPERITY_VR_COMPLIANCE_D_MAX, 3},
    {"", ASPERITY_VR_FRICTION_MU_S, 8},
    {"", ASPERITY_VR_FRICTION_VSMALL, 4},
    {"", ASPERITY_VR_GEOMETRY_RADIUS_I, 8},
    {"", ASPERITY_VR_GEOMETRY_RADIUS_J, 9},
    {"", ASPERITY_VR_MATERIAL_E_I, 5},
    {"", ASPERITY_VR_COUPLING_MASS_I, 14},
};

static size_t collect(const Group *groups, size_t n, fmi2ValueReference *all)
{
    size_t i, k, count = 0;
    for (i = 0; i < n; ++i)
        for (k = 0; k < groups[i].n; ++k) all[count++] = groups[i].first + (fmi2ValueReference)k;
    return count;
}

void record_outputs(Unit *unit)
{
    static const fmi2ValueReference active = ASPERITY_VR_CONTACT_ACTIVE, micro_steps = ASPERITY_VR_MICRO_STEPS;
    fmi2ValueReference all[MOST_AT_ONCE];
    double values[MOST_AT_ONCE];
    fmi2Boolean boolean;
    fmi2Integer integer;
    size_t n = collect(outputs, COUNT(outputs), all);
    n += collect(states, COUNT(states), all + n);
    n += collect(rates, COUNT(rates), all + n);
    OK(fmi.GetReal(unit->c, all, n, values));
    OK(fmi.GetBoolean(unit->c, &active, 1, &boolean));
    OK(fmi.GetInteger(unit->c, &micro_steps, 1, &integer));
    values[n++] = boolean;
    values[n++] = integer;
    record(OUTPUTS, n, values);
}

void record_exchange(Unit *unit)
{
    double values[2 * STATES + INDICATORS];
    OK(fmi.GetContinuousStates(unit->c, values, STATES));
    OK(fmi.GetDerivatives(unit->c, values + STATES, STATES));
    OK(fmi.GetEventIndicators(unit->c, values + 2 * STATES, INDICATORS));
    record(EXCHANGE, COUNT(values), values);
}

void record_tangent(Unit *unit, const double direction[TANGENT_KNOWNS])
{
    fmi2ValueReference unknown[MOST_AT_ONCE], known[MOST_AT_ONCE];
    double values[MOST_AT_ONCE];
    size_t n = collect(outputs, COUNT(outputs) - DISCRETE_REALS, unknown), m = collect(knowns, COUNT(knowns), known);
    n += collect(rates, COUNT(rates), unknown + n);
    if (m != TANGENT_KNOWNS) fail("%lu inputs and states", (unsigned long)m);
    OK(fmi.GetDirectionalDerivative(unit->c, unknown, n, known, m, direction, values));
    record(TANGENT, n, values);
}

void record_initial_tangent(Unit *unit, const double parts[INITIAL_KNOWNS])
{
    fmi2ValueReference unknown[MOST_AT_ONCE], known[MOST_AT_ONCE];
    double values[MOST_AT_ONCE], direction[MOST_AT_ONCE];
    size_t i, m = collect(parameters, COUNT(parameters), known);
    size_t n = collect(outputs, COUNT(outputs) - STARTED, unknown);
    n += collect(rates, COUNT(rates), unknown + n);
    if (m != INITIAL_KNOWNS) fail("%lu parameters", (unsigned long)m);
    OK(fmi.GetReal(unit->c, known, m, direction));
    for (i = 0; i < m; ++i) direction[i] *= parts[i];
    OK(fmi.GetDirectionalDerivative(unit->c, unknown, n, known, m, direction, values));
    record(INITIAL, n, values);
}

void record_slopes(Unit *unit)
{
    fmi2ValueReference all[MOST_AT_ONCE];
    fmi2Integer first_order[MOST_AT_ONCE];
    double values[MOST_AT_ONCE];
    size_t i, n = collect(outputs, FORCES, all);
    for (i = 0; i < n; ++i) first_order[i] = 1;
    OK(fmi.GetRealOutputDerivatives(unit->c, all, n, first_order, values));
    record(SLOPES, n, values);
}

/* Without what says which unit wrote it: 8 bytes, the version in 4, the GUID; and without the checksum at the end. */
void record_serialized(Unit *unit)
{
    enum { HEAD = 8 + 4 + sizeof ASPERITY_GUID - 1, CHECKSUM = 8 };
    fmi2FMUstate state = NULL;
    unsigned char *bytes;
    size_t size;
    OK(fmi.GetFMUstate(unit->c, &state));
    OK(fmi.SerializedFMUstateSize(unit->c, state, &size));
    bytes = malloc(size);
    if (bytes == NULL || size < HEAD + CHECKSUM) fail("%lu bytes of state", (unsigned long)size);
    OK(fmi.SerializeFMUstate(unit->c, state, (fmi2Byte *)bytes, size));
    record_memory(bytes + HEAD, size - HEAD - CHECKSUM);
    free(bytes);
    OK(fmi.FreeFMUstate(unit->c, &state));
}

static void name(void (*column)(Row, const char *), Row row, const char *before, const Group *groups, size_t n)
{
    char text[64];
    size_t i, k;
    for (i = 0; i < n; ++i)
        for (k = 0; k < groups[i].n; ++k) {
            snprintf(text, sizeof text, groups[i].n > 1 ? "%s%s[%d]" : "%s%s", before, groups[i].name, (int)k + 1);
            column(row, text);
        }
}

void unit_columns(void (*column)(Row, const char *))
{
    static const Group ledger[] = {{"energyWork", 0, 1}, {"energyDissipatedNormal", 0, 1},
                                   {"energyDissipatedFriction", 0, 1}};
    static const Group indicators[] = {{"event indicator", 0, INDICATORS}};
    name(column, OUTPUTS, "", outputs, COUNT(outputs));
    name(column, OUTPUTS, "", states, COUNT(states));
    name(column, OUTPUTS, "", rates, COUNT(rates));
    column(OUTPUTS, "contactActive");
    column(OUTPUTS, "microSteps");
    name(column, EXCHANGE, "state ", states, 2);
    name(column, EXCHANGE, "state ", ledger, COUNT(ledger));
    name(column, EXCHANGE, "state ", states + 2, 1);
    name(column, EXCHANGE, "rate ", rates, COUNT(rates));
    name(column, EXCHANGE, "", indicators, 1);
    name(column, RATES, "rate ", rates, COUNT(rates));
    name(column, RATES, "", indicators, 1);
    name(column, TANGENT, "derivative of ", outputs, COUNT(outputs) - DISCRETE_REALS);
    name(column, TANGENT, "derivative of ", rates, COUNT(rates));
    name(column, INITIAL, "derivative of ", outputs, COUNT(outputs) - STARTED);
    name(column, INITIAL, "derivative of ", rates, COUNT(rates));
    name(column, SLOPES, "slope of ", outputs, FORCES);
}
