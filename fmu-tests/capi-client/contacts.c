/* Contacts that remember: rest on a slope, an impact in interface coupling, snapshots. The host is a body of 1 kg. */
#include "parts.h"

static const double G = 9.81;

/* A ball pressed on a slope of 20 degrees, tan = 0.364 < mu_S: held by the wrench of the last step it comes to rest,
   and then does not creep. Symplectic Euler, 0.1 ms, rotation locked: a block with a round foot. */
static void rest_on_a_slope(void)
{
    const struct setting settings[] = {{"geometry.pair", 2}, {"friction.tau_dw", 0.05}, {"friction.sigma_1", 600},
                                       {"compliance.vMin", 0.05}, {"compliance.e", 0.3}, {NULL, 0}};
    asperity_parameters *parameters = with(settings);
    asperity_contact *contact = asperity_contact_create(parameters);
    const double angle = 20 * 3.14159265358979323846 / 180, h = 1e-4;
    const double force[3] = {G * sin(angle), 0, -G * cos(angle)};
    asperity_inputs inputs, rates;
    asperity_outputs outputs;
    asperity_inputs_init(&inputs);
    memset(&rates, 0, sizeof rates);
    inputs.body_i.position[2] = 0.1 - pow(G * cos(angle) / 1e6, 2.0 / 3.0);
    CHECK(asperity_contact_start(contact, &inputs, NULL, 0.0) == ASPERITY_OK);
    double at_two = 0, at_twelve = 0;
    for (int k = 0; k < 120000; k++) {
        CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, h, &outputs) == ASPERITY_OK);
        for (int axis = 0; axis < 3; axis++) {
            double *v = &inputs.body_i.velocity[axis];
            *v += h * (force[axis] + outputs.wrench.force_i[axis]);
            inputs.body_i.position[axis] += h * *v;
        }
        if (k == 20000) {
            at_two = inputs.body_i.position[0];
        }
    }
    at_twelve = inputs.body_i.position[0];
    /* ten seconds later and not a picometre further */
    CLOSE(at_twelve, at_two, 1e-12, 1.0);
    CLOSE(outputs.normal_force, G * cos(angle), 1e-9, G);
    CLOSE(outputs.friction_force[0], -G * sin(angle), 1e-9, G);
    CLOSE(outputs.sticking, 1.0, 1e-9, 1.0);
    asperity_state state;
    asperity_latch latch;
    CHECK(asperity_contact_state(contact, &state, &latch) == ASPERITY_OK);
    CLOSE(state.s_dw, 1.0, 1e-9, 1.0);
    CLOSE(state.z[0] * 1e5, G * sin(angle), 1e-6, G); /* sigma_0*z holds the weight */
    CHECK(latch.contact == 1);
    asperity_contact_free(contact);
    asperity_parameters_free(parameters);
}

/* Impact of 1 kg on the ground at a step of 5 ms, eight times the contact time, applied as mean and slope. */
static double interface_impact(double e, int parallel)
{
    const struct setting settings[] = {{"geometry.pair", 2}, {"coupling.mode", 2}, {"coupling.verifyMass", 0},
                                       {"compliance.k", 1e9}, {"compliance.e", e}, {"coupling.order", 1.0 + parallel},
                                       {"coupling.handBack", 3}, {NULL, 0}};
    asperity_parameters *parameters = with(settings);
    asperity_contact *contact = asperity_contact_create(parameters);
    asperity_mobility mobility;
    asperity_inputs inputs;
    asperity_outputs outputs;
    asperity_wrench slopes;
    const double h = 5e-3, v = -1.0;
    memset(&mobility, 0, sizeof mobility);
    asperity_inputs_init(&inputs);
    inputs.body_i.position[2] = 0.1 + 0.0123;
    inputs.body_i.velocity[2] = v;
    CHECK(asperity_contact_start(contact, &inputs, &mobility, 0.0) == ASPERITY_OK);
    double sent = 0, sent_slope = 0;
    for (int k = 0; k < 20; k++) {
        CHECK(asperity_contact_step(contact, &inputs, NULL, &mobility, h, &outputs) == ASPERITY_OK);
        CHECK(asperity_contact_slopes(contact, &slopes) == ASPERITY_OK);
        const double mean = parallel ? sent : outputs.wrench.force_i[2];
        const double slope = parallel ? sent_slope : slopes.force_i[2];
        sent = outputs.wrench.force_i[2];
        sent_slope = slopes.force_i[2];
        /* x'' = mean + slope*(t - h/2) over the step */
        inputs.body_i.position[2] += h * inputs.body_i.velocity[2] + 0.5 * h * h * mean - slope * h * h * h / 12;
        inputs.body_i.velocity[2] += h * mean;
    }
    asperity_contact_free(contact);
    asperity_parameters_free(parameters);
    return inputs.body_i.velocity[2] / -v;
}

/* A warning comes with ASPERITY_OK, once: gravity that is not told. */
static void warning(void)
{
    const struct setting settings[] = {{"geometry.pair", 2}, {"coupling.mode", 2}, {NULL, 0}};
    asperity_parameters *parameters = with(settings);
    asperity_contact *contact = asperity_contact_create(parameters);
    asperity_mobility mobility;
    asperity_inputs inputs;
    asperity_outputs outputs;
    int said = 0;
    memset(&mobility, 0, sizeof mobility);
    asperity_inputs_init(&inputs);
    inputs.body_i.position[2] = 5;
    CHECK(asperity_contact_start(contact, &inputs, &mobility, 0.0) == ASPERITY_OK);
    for (int k = 0; k < 50; k++) {
        CHECK(asperity_contact_step(contact, &inputs, NULL, &mobility, 0.01, &outputs) == ASPERITY_OK);
        said += strstr(asperity_contact_message(contact), "freeAcceleration does not contain") != NULL;
        inputs.body_i.position[2] += 0.01 * inputs.body_i.velocity[2] - 0.5 * G * 1e-4;
        inputs.body_i.velocity[2] -= 0.01 * G;
    }
    CHECK(said == 1);
    asperity_contact_free(contact);
    asperity_parameters_free(parameters);
}

static void snapshots(void)
{
    asperity_parameters *parameters = with(NULL);
    asperity_contact *contact = asperity_contact_create(parameters);
    const size_t size = asperity_contact_size();
    uint8_t *bytes = malloc(size);
    asperity_inputs inputs;
    asperity_outputs first, second;
    asperity_inputs_init(&inputs);
    inputs.penetration = 1e-4;
    inputs.relative_velocity[0] = 0.02;
    CHECK(asperity_contact_start(contact, &inputs, NULL, 0.0) == ASPERITY_OK);
    CHECK(asperity_contact_save(contact, bytes, size) == ASPERITY_OK);
    for (int k = 0; k < 50; k++) {
        CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &first) == ASPERITY_OK);
    }
    CHECK(asperity_contact_restore(contact, bytes, size) == ASPERITY_OK);
    for (int k = 0; k < 50; k++) {
        CHECK(asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &second) == ASPERITY_OK);
    }
    CHECK(memcmp(&first, &second, sizeof first) == 0);
    free(bytes);
    asperity_contact_free(contact);
    asperity_parameters_free(parameters);
}

void contacts(void)
{
    rest_on_a_slope();
    const double restitutions[] = {0.1, 0.5, 0.9};
    for (int k = 0; k < 3; k++) {
        CLOSE(interface_impact(restitutions[k], 0), restitutions[k], 1e-3, 1.0);
        CLOSE(interface_impact(restitutions[k], 1), restitutions[k], 1e-3, 1.0);
    }
    warning();
    snapshots();
}
