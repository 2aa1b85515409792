/* Random calls with garbage in any order: no crash, a known status, and no ASPERITY_OK with a result that is not
   finite. */
#include "parts.h"

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed >> 11;
}

static double unit(void)
{
    return (double)next() / 4503599627370496.0 - 1.0;
}

/* Mostly sound numbers, sometimes any. */
static double number(double scale)
{
    static const double odd[] = {0.0, -0.0, 1e-310, 1e150, -1e200, 1e308, -1e308};
    switch (next() % 60) {
    case 0:
        return NAN;
    case 1:
        return next() % 2 ? INFINITY : -INFINITY;
    case 2:
        return odd[next() % 7];
    default:
        return scale * unit();
    }
}

static void fill(void *place, size_t count, double scale)
{
    double *numbers = place;
    for (size_t k = 0; k < count; k++) {
        numbers[k] = number(scale);
    }
}

static void *or_null(void *pointer)
{
    return next() % 50 == 0 ? NULL : pointer;
}

static int finite(const void *place, size_t count)
{
    const double *numbers = place;
    int all = 1;
    for (size_t k = 0; k < count; k++) {
        all &= isfinite(numbers[k]) != 0;
    }
    return all;
}

static const char *const names[] = {
    "compliance.law", "compliance.k", "compliance.p", "compliance.e", "compliance.alpha", "compliance.source",
    "compliance.restitution", "compliance.q", "compliance.tablePoints", "compliance.tableSpeed[2]", "compliance.tableE[9]",
    "friction.law", "friction.mu_S", "friction.mu_C", "friction.sigma_0", "friction.v_S", "friction.tau_dw",
    "friction.e_r", "friction.e_rSource", "friction.mu_r", "friction.map", "friction.sides", "geometry.pair",
    "geometry.radiusI", "geometry.normalJ[1]", "geometry.normalJ[4]", "geometry.axisJ[2]", "material.E_I",
    "ledger.track",
    "coupling.mode", "coupling.order", "coupling.massSource", "coupling.massI", "coupling.inertiaI[2]",
    "coupling.freeAccelerationSource", "coupling.maxMicroSteps", "penetration", "friction", "", "[1]", "]"};

static void inputs_of(asperity_inputs *inputs)
{
    asperity_inputs_init(inputs);
    if (next() % 4 == 0) {
        fill(inputs, ASPERITY_INPUT_NUMBERS, 1.0);
    } else {
        inputs->penetration = number(1e-3);
        fill(inputs->relative_velocity, 3, 1.0);
        fill(inputs->body_i.velocity, 3, 1.0);
        inputs->body_i.position[2] = 0.1 + 1e-3 * unit();
    }
}

/* Of an impact all but the place of the stop, 13 doubles, are finite. */
static asperity_status impact(char *text, size_t size)
{
    asperity_impact_spatial_inputs inputs;
    asperity_impact_spatial_outputs outputs;
    asperity_status status;
    fill(&inputs, 12, 1.0);
    for (int k = 0; k < 3; k++) {
        inputs.inverse_mass[k] += 1.0;
        inputs.inverse_mass[k + 3] *= 0.3;
    }
    inputs.velocity[0] = -fabs(inputs.velocity[0]);
    inputs.mu_k = fabs(inputs.mu_k);
    inputs.mu_s = inputs.mu_k + fabs(inputs.mu_s);
    inputs.e = fabs(inputs.e);
    inputs.hypothesis = (asperity_hypothesis)(next() % 4);
    status = asperity_impact_spatial(&inputs, or_null(&outputs), text, size);
    CHECK(status != ASPERITY_OK || finite(&outputs, 13));
    return status;
}

static asperity_status call(asperity_parameters *parameters, asperity_contact **contacts, uint8_t *bytes)
{
    asperity_contact *contact = contacts[next() % 2];
    asperity_inputs inputs, rates_of_inputs;
    asperity_mobility mobility;
    asperity_state state, rates;
    asperity_latch latch;
    asperity_outputs outputs;
    asperity_wrench wrench;
    asperity_status status;
    char text[40];
    double a = 0, b[3], c[3];
    const size_t size = asperity_contact_size();
    inputs_of(&inputs);
    fill(&rates_of_inputs, ASPERITY_INPUT_NUMBERS, 1.0);
    fill(&mobility, ASPERITY_MOBILITY_NUMBERS, 1.0);
    for (int k = 0; k < 3; k++) {
        mobility.inverse_mass[k] = fabs(mobility.inverse_mass[k]) + 1;
        mobility.inverse_mass[k + 3] = 0;
    }
    fill(&state, 8, 1e-4);
    fill(&latch, 3, 1.0);
    switch (next() % 17) {
    case 0:
        return asperity_parameters_set(or_null(parameters), names[next() % (sizeof names / sizeof *names)],
                                       next() % 2 ? (double)(next() % 7) : fabs(number(10)));
    case 1:
        return asperity_parameters_choose(parameters, names[next() % 30], next() % 2 ? "paper" : "elastic");
    case 2:
        return asperity_parameters_check(or_null(parameters));
    case 3:
        return asperity_parameters_get(parameters, names[next() % 30], or_null(&a));
    case 4:
        status = asperity_latch_update(parameters, or_null(&inputs), or_null(&latch));
        CHECK(status != ASPERITY_OK || finite(&latch, 3));
        return status;
    case 5:
        status = asperity_evaluate(parameters, &inputs, &latch, &state, or_null(&outputs), &rates);
        CHECK(status != ASPERITY_OK || (finite(&outputs, ASPERITY_OUTPUT_NUMBERS) && finite(&rates, 8)));
        return status;
    case 6:
    case 7:
        status = asperity_rates(parameters, &inputs, or_null(&latch), &state, &wrench, or_null(&rates));
        CHECK(status != ASPERITY_OK || (finite(&wrench, 12) && finite(&rates, 8)));
        return status;
    case 8:
        return asperity_explain(parameters, &inputs, &latch, &state, text, next() % (sizeof text + 1));
    case 9:
        status = asperity_normal_force(parameters, number(1e-3), number(1), number(1), &a);
        CHECK(status != ASPERITY_OK || (isfinite(a) && a >= 0));
        return status;
    case 10:
        status = asperity_friction(parameters, inputs.relative_velocity, state.z, fabs(number(10)), latch.contact > 0 ?
                                   state.z : mobility.free_acceleration, number(1), b, c, &a);
        CHECK(status != ASPERITY_OK || (finite(b, 3) && finite(c, 3) && isfinite(a)));
        return status;
    case 11:
        return asperity_contact_start(contact, or_null(&inputs), or_null(&mobility), number(1));
    case 12:
    case 13:
        status = asperity_contact_step(contact, &inputs, next() % 2 ? NULL : &rates_of_inputs, or_null(&mobility),
                                       fabs(number(1e-2)), or_null(&outputs));
        CHECK(status != ASPERITY_OK || finite(&outputs, ASPERITY_OUTPUT_NUMBERS));
        return status;
    case 14:
        status = asperity_contact_slopes(contact, &wrench);
        CHECK(status != ASPERITY_OK || finite(&wrench, 12));
        return status;
    case 15:
        return impact(text, next() % (sizeof text + 1));
    default:
        if (next() % 2) {
            return asperity_contact_save(contact, bytes, next() % 8 ? size : next() % size);
        }
        if (next() % 4 == 0) {
            bytes[next() % size] ^= (uint8_t)next();
        }
        return asperity_contact_restore(contact, or_null(bytes), next() % 8 ? size : next() % size);
    }
}

void fuzz(long calls)
{
    uint8_t *bytes = calloc(1, asperity_contact_size());
    long done[ASPERITY_ORDER + 1] = {0};
    while (calls > 0) {
        asperity_parameters *parameters = asperity_parameters_create();
        asperity_contact *contacts[2];
        CHECK(asperity_parameters_check(parameters) == ASPERITY_OK);
        contacts[0] = asperity_contact_create(parameters);
        CHECK(asperity_parameters_set(parameters, "coupling.mode", 2) == ASPERITY_OK);
        CHECK(asperity_parameters_check(parameters) == ASPERITY_OK);
        contacts[1] = asperity_contact_create(parameters);
        for (int k = 0; k < 500 && calls > 0; k++, calls--) {
            const asperity_status status = call(parameters, contacts, bytes);
            const int known = status >= ASPERITY_OK && status <= ASPERITY_ORDER;
            CHECK(known);
            done[known ? status : 0]++;
        }
        asperity_contact_free(contacts[0]);
        asperity_contact_free(contacts[1]);
        asperity_parameters_free(parameters);
    }
    /* every status but the one of an error of the library has come */
    for (asperity_status status = ASPERITY_OK; status <= ASPERITY_ORDER; status++) {
        printf("fuzz: %8ld x %s\n", done[status], asperity_status_text(status));
        CHECK((done[status] > 0) == (status != ASPERITY_INTERNAL));
    }
    free(bytes);
}
