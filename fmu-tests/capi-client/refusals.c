/* What is refused, with which status and words. */
#include "parts.h"

static void says(const char *message, const char *words)
{
    const int found = strstr(message, words) != NULL;
    if (!found) {
        fprintf(stderr, "\"%s\" does not say \"%s\"\n", message, words);
    }
    CHECK(found);
}

static void names(void)
{
    asperity_parameters *parameters = asperity_parameters_create();
    double value = 7;
    CHECK(strcmp(asperity_parameters_message(parameters), "") == 0);
    CHECK(asperity_parameters_set(parameters, "friction.mu_s", 0.5) == ASPERITY_NAME);
    says(asperity_parameters_message(parameters), "no parameter friction.mu_s; did you mean friction.mu_S?");
    CHECK(asperity_parameters_set(parameters, "geometry.normalJ", 1) == ASPERITY_NAME);
    says(asperity_parameters_message(parameters), "geometry.normalJ[1]");
    CHECK(asperity_parameters_set(parameters, "compliance.e", 2) == ASPERITY_RANGE);
    says(asperity_parameters_message(parameters), "compliance.e = 2.0 is above its maximum 1");
    CHECK(asperity_parameters_set(parameters, "compliance.e", NAN) == ASPERITY_RANGE);
    CHECK(asperity_parameters_choose(parameters, "geometry.pair", "plane") == ASPERITY_NAME);
    says(asperity_parameters_message(parameters), "2 spherePlane");
    CHECK(asperity_parameters_choose(parameters, "geometry.pair", "spherePlane") == ASPERITY_OK);
    CHECK(asperity_parameters_get(parameters, "geometry.pair", &value) == ASPERITY_OK && value == 2);
    CHECK(asperity_parameters_get(parameters, "geometry", &value) == ASPERITY_NAME && value == 2);
    CHECK(asperity_parameters_set(parameters, "friction.mu_S", 0.1) == ASPERITY_OK);
    CHECK(asperity_parameters_check(parameters) == ASPERITY_PARAMETERS);
    says(asperity_parameters_message(parameters), "friction.mu_S = 0.1 is below friction.mu_C = 0.4");
    asperity_parameters_free(parameters);
}

static void order(void)
{
    asperity_parameters *parameters = asperity_parameters_create();
    asperity_contact *early = asperity_contact_create(parameters), *contact;
    asperity_inputs inputs;
    asperity_outputs outputs;
    asperity_wrench wrench;
    asperity_state state, rates;
    asperity_latch latch;
    uint8_t byte = 0;
    double number = 7;
    memset(&state, 0, sizeof state);
    memset(&latch, 0, sizeof latch);
    asperity_inputs_init(&inputs);
    CHECK(asperity_contact_start(early, &inputs, NULL, 0) == ASPERITY_PARAMETERS);
    CHECK(asperity_contact_step(early, &inputs, NULL, NULL, 1e-3, &outputs) == ASPERITY_ORDER);
    CHECK(asperity_rates(parameters, &inputs, &latch, &state, &wrench, &rates) == ASPERITY_PARAMETERS);
    CHECK(asperity_damping(parameters, 1, &number) == ASPERITY_PARAMETERS && number == 7);
    CHECK(asperity_parameters_check(parameters) == ASPERITY_OK);
    contact = asperity_contact_create(parameters);
    CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &outputs) == ASPERITY_ORDER);
    says(asperity_contact_message(contact), "call asperity_contact_start first");
    CHECK(asperity_contact_slopes(contact, &wrench) == ASPERITY_ORDER);
    CHECK(asperity_contact_start(contact, &inputs, NULL, INFINITY) == ASPERITY_RANGE);
    CHECK(asperity_contact_start(contact, &inputs, NULL, 0) == ASPERITY_OK);
    CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 0, &outputs) == ASPERITY_RANGE);
    says(asperity_contact_message(contact), "h = 0.0 must be a finite number > 0");
    inputs.body_i.velocity[1] = NAN;
    CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &outputs) == ASPERITY_INPUTS);
    says(asperity_contact_message(contact), "inputs->body_i.velocity[1] = NaN");
    inputs.body_i.velocity[1] = 0;
    memset(inputs.normal, 0, sizeof inputs.normal);
    CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &outputs) == ASPERITY_INPUTS);
    says(asperity_contact_message(contact), "normal = [0.0, 0.0, 0.0] has no direction");
    char text[24];
    CHECK(asperity_explain(parameters, &inputs, &latch, &state, text, sizeof text) == ASPERITY_INPUTS);
    CHECK(strcmp(text, "normal = [0.0, 0.0, 0.0") == 0);
    inputs.normal[2] = 1;
    inputs.penetration = 1e250;
    CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &outputs) == ASPERITY_OVERFLOW);
    CHECK(asperity_contact_save(contact, &byte, 1) == ASPERITY_SIZE);
    CHECK(asperity_contact_restore(contact, &byte, 1) == ASPERITY_SIZE);
    CHECK(strlen(asperity_status_text(ASPERITY_OVERFLOW)) > 0 && asperity_status_text(-77) != NULL);
    asperity_contact_free(contact);
    asperity_contact_free(early);
    asperity_parameters_free(parameters);
}

static void null(void)
{
    asperity_inputs inputs;
    asperity_inputs_init(&inputs);
    asperity_inputs_init(NULL);
    asperity_parameters_free(NULL);
    asperity_contact_free(NULL);
    CHECK(asperity_parameters_clone(NULL) == NULL && asperity_contact_create(NULL) == NULL);
    CHECK(asperity_parameters_message(NULL) != NULL && asperity_contact_message(NULL) != NULL);
    CHECK(asperity_parameters_set(NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_parameters_check(NULL) == ASPERITY_NULL);
    CHECK(asperity_friction(NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_impact(NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_impact_spatial(NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_impacts(NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_accelerations(NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_lcp(1, NULL, NULL, NULL, NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_qp(1, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_evaluate(NULL, NULL, NULL, NULL, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_rates(NULL, NULL, NULL, NULL, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_latch_update(NULL, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_contact_start(NULL, NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_contact_step(NULL, NULL, NULL, NULL, 0, NULL) == ASPERITY_NULL);
    CHECK(asperity_contact_state(NULL, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_contact_save(NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_contact_restore(NULL, NULL, 0) == ASPERITY_NULL);
    CHECK(asperity_batch_rates(NULL, 0, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_batch_step(NULL, 1, NULL, NULL, 0, NULL, NULL) == ASPERITY_NULL);
    CHECK(asperity_batch_step(NULL, 0, NULL, NULL, 0, NULL, NULL) == ASPERITY_OK);
    /* a list with a NULL in it */
    asperity_contact *none[2] = {NULL, NULL};
    asperity_status statuses[2] = {-1, -1};
    double numbers[2 * ASPERITY_INPUT_NUMBERS] = {0}, outputs[2 * ASPERITY_OUTPUT_NUMBERS];
    CHECK(asperity_batch_step(none, 2, numbers, NULL, 1e-3, outputs, statuses) == ASPERITY_NULL);
    CHECK(statuses[0] == ASPERITY_NULL && statuses[1] == ASPERITY_NULL);
}

void refusals(void)
{
    names();
    order();
    null();
}
