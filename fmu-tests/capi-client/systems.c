/* Systems: a row of five balls by calls, two balls from text. The program integrates the motion by the trapezoidal rule, with
   the wrenches of the last step's end as those of the start. */
#include "parts.h"

enum { BALLS = 5 };
static const double RADIUS = 0.05, MASS = 1.0, STIFFNESS = 1e9;

/* Five balls in a row that touch; e = 1, no friction. */
static asperity_system *cradle(void)
{
    const struct setting settings[] = {{"compliance.k", 1e9}, {"compliance.e", 1}, {"friction.mu_S", 0},
                                       {"friction.mu_C", 0}, {NULL, 0}};
    asperity_parameters *parameters = with(settings);
    asperity_system *system = asperity_system_create();
    for (size_t k = 0; k < BALLS; k++) {
        const char name[] = {'a', (char)('1' + k), 0};
        asperity_body start = {{2 * 0.05 * (double)k, 0, 0}, {1, 0, 0, 0}, {k == 0 ? 1.0 : 0.0, 0, 0}, {0, 0, 0}};
        size_t body = 99;
        CHECK(asperity_system_add_body(system, name, &start, 1, &body) == ASPERITY_OK && body == k);
        CHECK(asperity_system_add_sphere(system, body, NULL, NULL, RADIUS, 0, NULL) == ASPERITY_OK);
        if (k > 0) {
            size_t contact = 99;
            CHECK(asperity_system_add_contact(system, NULL, k - 1, 0, k, 0, parameters, &contact) == ASPERITY_OK);
            CHECK(contact == k - 1);
        }
    }
    asperity_parameters_free(parameters);
    return system;
}

/* With contacts that touch before the impact the outcome is no shift of velocities but that of a chain of Hertz springs;
   momentum and energy are conserved whatever it is. */
static void chain_keeps_momentum_and_energy(void)
{
    asperity_system *system = cradle();
    asperity_body bodies[BALLS];
    asperity_body_wrench wrenches[BALLS];
    const double h = 1e-7;
    double before[BALLS] = {0};
    memset(bodies, 0, sizeof bodies);
    for (int k = 0; k < BALLS; k++) {
        bodies[k].position[0] = 2 * RADIUS * k;
        bodies[k].orientation[0] = 1;
    }
    bodies[0].velocity[0] = 1;
    CHECK(asperity_system_start(system, bodies, 0.0, wrenches) == ASPERITY_OK);
    for (int step = 0; step < 20000; step++) {
        CHECK(asperity_system_step(system, bodies, NULL, h, wrenches) == ASPERITY_OK);
        double sum = 0;
        for (int k = 0; k < BALLS; k++) {
            sum += wrenches[k].force[0];
            const double v = bodies[k].velocity[0];
            bodies[k].velocity[0] += h * (before[k] + wrenches[k].force[0]) / 2 / MASS;
            bodies[k].position[0] += h * (v + bodies[k].velocity[0]) / 2;
            before[k] = wrenches[k].force[0];
        }
        CLOSE(sum, 0.0, 1e-12, STIFFNESS * pow(1e-3, 1.5));
    }
    double momentum = 0, energy = 0;
    for (int k = 0; k < BALLS; k++) {
        momentum += MASS * bodies[k].velocity[0];
        energy += MASS * bodies[k].velocity[0] * bodies[k].velocity[0] / 2;
        asperity_outputs outputs;
        if (k > 0) {
            CHECK(asperity_system_contact(system, (size_t)k - 1, &outputs) == ASPERITY_OK);
            CHECK(outputs.normal_force == 0 && outputs.gap > 0);
        }
    }
    CLOSE(momentum, 1.0, 1e-11, 1.0);
    /* the rule is of second order and a contact of 0.56 ms has 5600 steps: measured 3e-10, seven times that with 2 h */
    CLOSE(energy, 0.5, 1e-8, 0.5);
    CHECK(bodies[BALLS - 1].velocity[0] > 0.9 && bodies[0].velocity[0] < 0.0);
    asperity_system_free(system);
}

static const char *const TEXT = "[unit]\nname = \"Cradle\"\n"
                                "[bodies.left]\nmotion = \"input\"\nshape = { sphere = { radius = 0.05 } }\n"
                                "[bodies.right]\nmotion = \"input\"\nshape = { sphere = { radius = 0.05 } }\n"
                                "[contacts]\ncompliance.k = 1e9\n";

/* Two balls that overlap by 0.1 mm: k*x^1.5, and the moment that a force off the origin of a body makes is in the torque. */
static void text(void)
{
    asperity_system *system = asperity_system_create();
    asperity_body bodies[2];
    asperity_body_wrench wrenches[2];
    memset(bodies, 0, sizeof bodies);
    bodies[0].orientation[0] = bodies[1].orientation[0] = 1;
    bodies[1].position[0] = 0.0999;
    CHECK(asperity_system_read(system, "[unit]\nname = 3\n") == ASPERITY_PARAMETERS);
    CHECK(strstr(asperity_system_message(system), "line 2") != NULL);
    CHECK(asperity_system_read(system, TEXT) == ASPERITY_OK);
    CHECK(asperity_system_body_count(system) == 2 && asperity_system_contact_count(system) == 1);
    CHECK(asperity_system_step(system, bodies, NULL, 1e-3, wrenches) == ASPERITY_ORDER);
    CHECK(asperity_system_start(system, bodies, 0.0, wrenches) == ASPERITY_OK);
    CLOSE(wrenches[0].force[0], -1e9 * pow(1e-4, 1.5), 1e-9, 1e3);
    CHECK(wrenches[1].force[0] == -wrenches[0].force[0]);
    size_t number = 9;
    CHECK(asperity_system_find_contact(system, "left__right", &number) == ASPERITY_OK && number == 0);
    CHECK(asperity_system_find_contact(system, "right__left", &number) == ASPERITY_NAME);
    uint8_t *bytes = malloc(asperity_system_size(system));
    CHECK(asperity_system_save(system, bytes, asperity_system_size(system)) == ASPERITY_OK);
    CHECK(asperity_system_restore(system, bytes, asperity_system_size(system)) == ASPERITY_OK);
    bytes[30] ^= 4;
    CHECK(asperity_system_restore(system, bytes, asperity_system_size(system)) == ASPERITY_SIZE);
    free(bytes);
    asperity_system_free(system);
    asperity_system_free(NULL);
}

void systems(void)
{
    chain_keeps_momentum_and_energy();
    text();
}
