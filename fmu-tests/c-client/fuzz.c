/* Random calls with random arguments on a few instances: no crash, no fmi2Fatal, and never fmi2OK on a number that is
   none. They are the same calls on every platform, hence one draw per expression: C leaves the order of operands
   open. */
#include "client.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 5, KEPT = 3, LONGEST = 14, BYTES = 16384 };

typedef struct {
    Unit unit;
    double time;
    fmi2FMUstate kept[KEPT];
    fmi2Byte bytes[BYTES];
    size_t size;
} Victim;

static Random random_numbers = {20040415ULL};
static long answered_ok;
static unsigned long long hash;

static unsigned below(unsigned bound)
{
    return random_below(&random_numbers, bound);
}

/* FNV-1a over what the unit answers: equal on two platforms, equal bit by bit. */
static void hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *byte = bytes;
    size_t i;
    for (i = 0; i < n; ++i) hash = (hash ^ byte[i]) * 1099511628211ULL;
}

/* Exact but for the roundings of its own products; pow has other last bits in every C library. */
static double power_of_ten(int exponent)
{
    double power = 1.0;
    for (; exponent > 0; --exponent) power *= 10.0;
    for (; exponent < 0; ++exponent) power /= 10.0;
    return power;
}

static double random_real(void)
{
    static const double extremes[] = {
        0.0,         -0.0,        1.0,          -1.0,        1e-3,    -1e-3,    1e-12, DBL_MIN,
        DBL_MIN / 3, -DBL_MIN / 5, DBL_EPSILON, DBL_MAX,     -DBL_MAX, 1e300,   -1e300, 1e154,
        -1e154,      1e77,        1e20,         -1e9,        1e6,     1e5};
    const unsigned kind = below(40);
    if (kind == 0) return NAN;
    if (kind == 1) return below(2) ? INFINITY : -INFINITY;
    if (kind < 8) return extremes[below(COUNT(extremes))];
    if (kind < 14) {
        const double power = power_of_ten((int)below(24) - 12);
        return below(2) ? power : -power;
    }
    return (double)below(2000001) * 1e-6 - 1.0;
}

typedef struct {
    fmi2ValueReference first;
    unsigned length;
} Vector;

static const Vector inputs[] = {
    {ASPERITY_VR_PENETRATION, 1},        {ASPERITY_VR_RELATIVE_VELOCITY, 3},  {ASPERITY_VR_CONTACT_NORMAL, 3},
    {ASPERITY_VR_CONTACT_POINT, 3},      {ASPERITY_VR_POSITION_I, 3},         {ASPERITY_VR_POSITION_J, 3},
    {ASPERITY_VR_ORIENTATION_I, 4},      {ASPERITY_VR_ORIENTATION_J, 4},      {ASPERITY_VR_VELOCITY_I, 3},
    {ASPERITY_VR_VELOCITY_J, 3},         {ASPERITY_VR_ANGULAR_VELOCITY_I, 3}, {ASPERITY_VR_ANGULAR_VELOCITY_J, 3},
    {ASPERITY_VR_INVERSE_MASS, 3},       {ASPERITY_VR_INVERSE_MASS, 6},       {ASPERITY_VR_FREE_ACCELERATION, 3},
    {ASPERITY_VR_INVERSE_INERTIA, 6},    {ASPERITY_VR_FREE_ANGULAR_ACCELERATION, 3}};
static const Vector parameters[] = {
    {ASPERITY_VR_COMPLIANCE_K, 1},      {ASPERITY_VR_COMPLIANCE_P, 1},        {ASPERITY_VR_COMPLIANCE_E, 1},
    {ASPERITY_VR_COMPLIANCE_ALPHA, 1},  {ASPERITY_VR_COMPLIANCE_V_MIN, 1},    {ASPERITY_VR_FRICTION_MU_S, 1},
    {ASPERITY_VR_FRICTION_MU_C, 1},     {ASPERITY_VR_FRICTION_SIGMA_0, 1},    {ASPERITY_VR_FRICTION_SIGMA_1, 1},
    {ASPERITY_VR_FRICTION_SIGMA_2, 1},  {ASPERITY_VR_FRICTION_V_S, 1},        {ASPERITY_VR_FRICTION_V_EPS, 1},
    {ASPERITY_VR_FRICTION_TAU_DW, 1},   {ASPERITY_VR_GEOMETRY_RADIUS_I, 1},   {ASPERITY_VR_GEOMETRY_CENTER_I, 3},
    {ASPERITY_VR_GEOMETRY_NORMAL_J, 3}, {ASPERITY_VR_GEOMETRY_HEIGHT_J, 1},   {ASPERITY_VR_GEOMETRY_RADIUS_J, 1},
    {ASPERITY_VR_GEOMETRY_AXIS_J, 3},   {ASPERITY_VR_GEOMETRY_CENTER_J, 3},   {ASPERITY_VR_COUPLING_MASS_I, 1},
    {ASPERITY_VR_COUPLING_MASS_J, 1},   {ASPERITY_VR_COUPLING_INERTIA_I, 3},  {ASPERITY_VR_COUPLING_INERTIA_J, 6},
    {ASPERITY_VR_COMPLIANCE_V_REF, 2},  {ASPERITY_VR_COMPLIANCE_TABLE_SPEED, 16},
    {ASPERITY_VR_COMPLIANCE_D_MAX, 3},  {ASPERITY_VR_FRICTION_VSMALL, 4},
    {ASPERITY_VR_MATERIAL_E_I, 2},      {ASPERITY_VR_MATERIAL_E_J, 2},        {ASPERITY_VR_MATERIAL_K_RED, 1},
    {ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_I, 2}, {ASPERITY_VR_TIME_STEPPING_K_T, 2}};
static const Vector states[] = {
    {ASPERITY_VR_Z, 3}, {ASPERITY_VR_S_DW, 1}, {ASPERITY_VR_ENERGY_WORK, 3}, {ASPERITY_VR_Z_R, 1}};
static const Vector results[] = {
    {ASPERITY_VR_FORCE_I, 3},         {ASPERITY_VR_TORQUE_I, 3},       {ASPERITY_VR_FORCE_J, 3},
    {ASPERITY_VR_TORQUE_J, 3},        {ASPERITY_VR_NORMAL_FORCE, 1},   {ASPERITY_VR_FRICTION_FORCE, 3},
    {ASPERITY_VR_GAP, 1},             {ASPERITY_VR_SLIP_SPEED, 1},     {ASPERITY_VR_STICKING, 1},
    {ASPERITY_VR_POINT_OF_ACTION, 3}, {ASPERITY_VR_NORMAL_DIRECTION, 3}, {ASPERITY_VR_EFFECTIVE_RESTITUTION, 1},
    {ASPERITY_VR_ENERGY_WORK, 3},     {ASPERITY_VR_ENERGY_ELASTIC, 1}, {ASPERITY_VR_ENERGY_RESIDUAL, 1},
    {ASPERITY_VR_DER_Z, 3},           {ASPERITY_VR_DER_S_DW, 1},       {ASPERITY_VR_DER_ENERGY_WORK, 1},
    {ASPERITY_VR_DER_Z_R, 1},         {ASPERITY_VR_FRICTION_MOMENT, 3}};
static const Vector enumerations[] = {
    {ASPERITY_VR_COMPLIANCE_LAW, 1},        {ASPERITY_VR_FRICTION_LAW, 1}, {ASPERITY_VR_FRICTION_BRISTLE_FRAME, 1},
    {ASPERITY_VR_FRICTION_BRISTLE_LIMIT, 1}, {ASPERITY_VR_GEOMETRY_PAIR, 1}, {ASPERITY_VR_COUPLING_MODE, 1},
    {ASPERITY_VR_COUPLING_ORDER, 1},        {ASPERITY_VR_COUPLING_MASS_SOURCE, 1},
    {ASPERITY_VR_COUPLING_FREE_ACCELERATION_SOURCE, 1}, {ASPERITY_VR_COMPLIANCE_SOURCE, 1},
    {ASPERITY_VR_FRICTION_E_R_SOURCE, 1},   {ASPERITY_VR_FRICTION_MAP, 1}, {ASPERITY_VR_FRICTION_SIDES, 1},
    {ASPERITY_VR_COUPLING_METHOD, 1},       {ASPERITY_VR_TIME_STEPPING_FRICTION, 2},
    {ASPERITY_VR_TIME_STEPPING_IMPACT, 2}};
static const Vector booleans[] = {{ASPERITY_VR_CONTACT_ACTIVE, 1}, {ASPERITY_VR_LEDGER_TRACK, 1},
    {ASPERITY_VR_GEOMETRY_IS_FLAT_I, 1}, {ASPERITY_VR_GEOMETRY_IS_FLAT_J, 1}};

#define RANDOM_REFERENCES(vectors, references) random_references(vectors, COUNT(vectors), references)

/* Whole vectors of the given ones, now and then with a stray reference among them. */
static size_t random_references(const Vector *vectors, size_t count, fmi2ValueReference references[LONGEST])
{
    size_t n = 0, wanted = below(8);
    unsigned k;
    while (n < wanted) {
        const Vector *vector = &vectors[below((unsigned)count)];
        for (k = 0; k < vector->length; ++k) references[n++] = vector->first + k;
    }
    if (n > 0 && below(30) == 0) {
        const unsigned at = below((unsigned)n);
        references[at] = below(2) ? below(160) : below(1u << 31);
    }
    return n;
}

/* One in fifty pointers is NULL. */
static void *or_null(void *pointer)
{
    return below(50) ? pointer : NULL;
}

/* Whether the call was answered; no call may have another status than these. */
static int answered(fmi2Status status, const char *function)
{
    CHECK((unsigned)status <= fmi2Error, "%s answers %d", function, status);
    hash_bytes(&status, sizeof status);
    answered_ok += status == fmi2OK;
    return status == fmi2OK;
}

#define CALL(name, ...) answered(fmi.name(__VA_ARGS__), "fmi2" #name)

/* Answers are numbers. `references` may be NULL. */
static void finite(const char *function, const fmi2ValueReference *references, const double *values, size_t n)
{
    size_t i;
    for (i = 0; i < n; ++i)
        CHECK(isfinite(values[i]), "%s says fmi2OK and gives %g as number %lu, reference %ld", function, values[i],
              (unsigned long)i, references != NULL ? (long)references[i] : -1);
    hash_bytes(values, n * sizeof *values);
}

static void get_or_set_reals(Victim *v)
{
    fmi2ValueReference references[LONGEST];
    double values[LONGEST];
    fmi2Component c = v->unit.c;
    const unsigned kind = below(10);
    size_t n, i;
    for (i = 0; i < LONGEST; ++i) values[i] = random_real();
    if (kind < 3) {
        n = RANDOM_REFERENCES(results, references);
        if (CALL(GetReal, c, or_null(references), n, values)) finite("fmi2GetReal", references, values, n);
    } else {
        n = kind < 8   ? RANDOM_REFERENCES(inputs, references)
            : kind < 9 ? RANDOM_REFERENCES(parameters, references)
                       : RANDOM_REFERENCES(states, references);
        CALL(SetReal, c, references, n, or_null(values));
    }
}

static void get_or_set_others(Victim *v)
{
    fmi2ValueReference items[LONGEST], flags[LONGEST];
    int values[LONGEST];
    const char *texts[LONGEST];
    fmi2Component c = v->unit.c;
    const size_t n_items = RANDOM_REFERENCES(enumerations, items), n_flags = RANDOM_REFERENCES(booleans, flags);
    size_t i;
    for (i = 0; i < LONGEST; ++i) {
        values[i] = below(20) ? 1 + (int)below(below(3) ? 2 : 8) : (int)below(2147483647) - 1000000000;
        texts[i] = below(2) ? "1.5" : NULL;
    }
    switch (below(6)) {
    case 0: CALL(GetInteger, c, items, n_items, or_null(values)); break;
    case 1: CALL(GetBoolean, c, flags, n_flags, or_null(values)); break;
    case 2: CALL(GetString, c, items, n_items, texts); break;
    case 3: CALL(SetInteger, c, or_null(items), n_items, values); break;
    case 4: CALL(SetBoolean, c, or_null(flags), n_flags, values); break;
    default: CALL(SetString, c, or_null(items), n_items, texts); break;
    }
}

static void call_derivatives(Victim *v)
{
    fmi2ValueReference unknowns[LONGEST], knowns[LONGEST];
    double seeds[LONGEST], values[LONGEST];
    int orders[LONGEST];
    fmi2Component c = v->unit.c;
    const size_t n = RANDOM_REFERENCES(results, unknowns);
    const size_t n_knowns = below(3) ? RANDOM_REFERENCES(inputs, knowns) : RANDOM_REFERENCES(states, knowns);
    size_t i;
    for (i = 0; i < LONGEST; ++i) {
        seeds[i] = random_real();
        orders[i] = below(20) ? 1 : (int)below(4);
    }
    switch (below(4)) {
    case 0:
        CALL(SetRealInputDerivatives, c, or_null(knowns), n_knowns, orders, seeds);
        break;
    case 1:
        if (CALL(GetRealOutputDerivatives, c, unknowns, n, orders, values))
            finite("fmi2GetRealOutputDerivatives", unknowns, values, n);
        break;
    default:
        if (CALL(GetDirectionalDerivative, c, unknowns, n, knowns, n_knowns, or_null(seeds), values))
            finite("fmi2GetDirectionalDerivative", unknowns, values, n);
        break;
    }
}

static void free_kept(Victim *v)
{
    int i;
    for (i = 0; i < KEPT; ++i) CHECK(fmi.FreeFMUstate(v->unit.c, &v->kept[i]) == fmi2OK, "a state can be freed");
}

static void call_life(Victim *v)
{
    static const char *const categories[] = {"logEvents", "logAll", "logNothing"};
    fmi2Component c = v->unit.c;
    const fmi2Type kind = v->unit.kind;
    fmi2Status status = fmi2OK;
    const double start = below(4) ? 0.0 : random_real(), tolerance = random_real(), stop = random_real();
    const int chance = (int)below(64);
    const fmi2ValueReference most = ASPERITY_VR_COUPLING_MAX_MICRO_STEPS;
    const int few = 20;
    switch (below(12)) {
    case 0: status = below(2) ? fmi.Reset(c) : fmi.Terminate(c); break;
    case 1: status = fmi.SetDebugLogging(c, chance % 4 != 0, (size_t)chance / 16, or_null((void *)categories)); break;
    case 2:
        if (below(2)) break;
        free_kept(v);
        unit_close(&v->unit);
        unit_open(&v->unit, kind, "victim");
        break;
    case 3: /* fall through */
    case 4: /* fall through */
    case 5:
        status = fmi.SetupExperiment(c, chance % 2, tolerance, start, chance / 8 == 0, stop);
        if (status == fmi2OK) v->time = start;
        if (answered(status, "fmi2SetupExperiment")) finite("fmi2SetupExperiment", NULL, &start, 1);
        break;
    case 6: /* fall through */
    case 7: /* fall through */
    case 8: status = fmi.EnterInitializationMode(c); break;
    default:
        /* as much work in a step as a million calls bear */
        fmi.SetInteger(c, &most, 1, &few);
        status = fmi.ExitInitializationMode(c);
        break;
    }
    answered(status, "a call of the life cycle");
}

static void call_snapshots(Victim *v)
{
    fmi2FMUstate *state = &v->kept[below(KEPT)];
    fmi2Component c = v->unit.c;
    size_t size = 0;
    switch (below(5)) {
    case 0: CALL(GetFMUstate, c, or_null(state)); break;
    case 1: CALL(SetFMUstate, c, *state); break;
    case 2: CALL(FreeFMUstate, c, state); break;
    case 3:
        if (fmi.SerializedFMUstateSize(c, *state, &size) == fmi2OK && size <= BYTES
            && fmi.SerializeFMUstate(c, *state, v->bytes, size) == fmi2OK)
            v->size = size;
        break;
    default:
        if (v->size > 0 && below(2)) {
            const unsigned at = below((unsigned)v->size);
            v->bytes[at] ^= (fmi2Byte)(1 << below(7));
        }
        CALL(DeSerializeFMUstate, c, v->bytes, v->size, state);
        break;
    }
}

static void call_integrator(Victim *v)
{
    double x[ASPERITY_STATES + 1];
    fmi2EventInfo info;
    fmi2Boolean enter, terminate;
    fmi2Component c = v->unit.c;
    const int no_state_reset = (int)below(2);
    const size_t n = below(20) ? ASPERITY_STATES : below(ASPERITY_STATES + 2);
    const size_t zeros = below(20) ? ASPERITY_EVENT_INDICATORS : below(ASPERITY_STATES);
    size_t i;
    for (i = 0; i < COUNT(x); ++i) x[i] = below(3) ? 1e-5 * random_real() : random_real();
    switch (below(12)) {
    case 0: CALL(EnterEventMode, c); break;
    case 1: CALL(NewDiscreteStates, c, or_null(&info)); break;
    case 2: /* fall through */
    case 3: CALL(EnterContinuousTimeMode, c); break;
    case 4:
        CALL(CompletedIntegratorStep, c, no_state_reset, &enter, or_null(&terminate));
        break;
    case 5: CALL(SetTime, c, random_real()); break;
    case 6: /* fall through */
    case 7: CALL(SetContinuousStates, c, or_null(x), n); break;
    case 8:
        if (CALL(GetContinuousStates, c, x, n)) finite("fmi2GetContinuousStates", NULL, x, n);
        break;
    case 9:
        if (CALL(GetEventIndicators, c, x, zeros)) finite("fmi2GetEventIndicators", NULL, x, zeros);
        break;
    case 10:
        if (CALL(GetNominalsOfContinuousStates, c, x, n)) finite("fmi2GetNominalsOfContinuousStates", NULL, x, n);
        break;
    default:
        if (CALL(GetDerivatives, c, x, n)) finite("fmi2GetDerivatives", NULL, x, n);
        break;
    }
}

static void call_stepping(Victim *v)
{
    const double point = below(20) ? v->time : random_real(), h = below(10) ? 1e-3 : random_real();
    const fmi2StatusKind what = (fmi2StatusKind)below(5);
    fmi2Component c = v->unit.c;
    fmi2Status status;
    double real = 0.0;
    int integer;
    const char *text;
    switch (below(12)) {
    case 0: CALL(CancelStep, c); break;
    case 1: CALL(GetStatus, c, what, &status); break;
    case 2:
        if (CALL(GetRealStatus, c, what, or_null(&real))) finite("fmi2GetRealStatus", NULL, &real, 1);
        break;
    case 3: CALL(GetIntegerStatus, c, what, &integer); break;
    case 4: CALL(GetBooleanStatus, c, what, or_null(&integer)); break;
    case 5: CALL(GetStringStatus, c, what, &text); break;
    default:
        status = fmi.DoStep(c, point, h, (int)below(2));
        answered(status, "fmi2DoStep");
        if (status == fmi2OK) v->time = point + h;
        break;
    }
}

/* All outputs in one call, as a host reads them after a step. */
static void read_outputs(Victim *v)
{
    enum { FIRST = ASPERITY_VR_FORCE_I, LAST = ASPERITY_VR_ENERGY_RESIDUAL, MOST = LAST - FIRST + 1 };
    fmi2ValueReference references[MOST];
    double values[MOST];
    size_t n = 0;
    fmi2ValueReference r;
    for (r = FIRST; r <= LAST; ++r)
        if (r != ASPERITY_VR_CONTACT_ACTIVE) references[n++] = r;
    memset(values, 0, sizeof values);
    if (CALL(GetReal, v->unit.c, references, n, values)) finite("fmi2GetReal of all outputs", references, values, n);
}

unsigned long long fuzz(long calls)
{
    static Victim victims[UNITS];
    long i;
    int k;
    memset(victims, 0, sizeof victims);
    hash = 14695981039346656037ULL;
    for (k = 0; k < UNITS; ++k) unit_open(&victims[k].unit, k % 2 ? fmi2CoSimulation : fmi2ModelExchange, "victim");
    for (i = 0; i < calls; ++i) {
        Victim *v = &victims[below(UNITS)];
        const unsigned part = below(100);
        const int stepping = v->unit.kind == fmi2CoSimulation ? below(20) != 0 : below(20) == 0;
        if (part < 30) get_or_set_reals(v);
        else if (part < 34) get_or_set_others(v);
        else if (part < 42) call_derivatives(v);
        else if (part < 46) call_life(v);
        else if (part < 54) call_snapshots(v);
        else if (part < 64) read_outputs(v);
        else if (stepping) call_stepping(v);
        else call_integrator(v);
    }
    for (k = 0; k < UNITS; ++k) {
        free_kept(&victims[k]);
        unit_close(&victims[k].unit);
    }
    CHECK(answered_ok * 5 > calls, "a fair share of the random calls is answered: %ld of %ld", answered_ok, calls);
    return hash;
}
