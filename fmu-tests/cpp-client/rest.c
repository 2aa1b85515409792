/* A ball falls on a plane and comes to rest: interface coupling, from C99. */
#include <asperity.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MASS = 2.0;       /* [kg] */
static const double RADIUS = 0.1;     /* [m] */
static const double GRAVITY = 9.81;   /* [m/s2] */
static const double STIFFNESS = 1e6;  /* [N/m^1.5] */
static const double EXPONENT = 1.5;
static const double STEP = 1e-3;      /* [s] */

static int failures;

static void expect(int good, const char *what)
{
    if (!good) {
        fprintf(stderr, "rest.c: not so: %s\n", what);
        ++failures;
    }
}

/* Sets everything by name; what cannot be is refused in words. */
static asperity_parameters *parameters_of_the_ball(void)
{
    asperity_parameters *p = asperity_parameters_create();
    expect(asperity_parameters_choose(p, "geometry.pair", "spherePlane") == ASPERITY_OK, "the pair");
    expect(asperity_parameters_choose(p, "coupling.mode", "interface") == ASPERITY_OK, "the coupling");
    expect(asperity_parameters_choose(p, "coupling.handBack", "meanAndSlope") == ASPERITY_OK, "the force's slope");
    expect(asperity_parameters_set(p, "geometry.radiusI", RADIUS) == ASPERITY_OK, "the radius");
    expect(asperity_parameters_set(p, "coupling.massI", MASS) == ASPERITY_OK, "the mass");
    expect(asperity_parameters_set(p, "compliance.k", STIFFNESS) == ASPERITY_OK, "the stiffness");
    expect(asperity_parameters_set(p, "compliance.p", EXPONENT) == ASPERITY_OK, "the exponent");
    expect(asperity_parameters_set(p, "compliance.e", 0.3) == ASPERITY_OK, "the restitution");

    expect(asperity_parameters_set(p, "compliance.hardness", 1.0) == ASPERITY_NAME, "an unknown name");
    expect(strstr(asperity_parameters_message(p), "compliance.hardness") != NULL, "the message says which");
    expect(asperity_parameters_set(p, "compliance.e", 1.5) == ASPERITY_RANGE, "a restitution above 1");
    expect(strstr(asperity_parameters_message(p), "compliance.e") != NULL, "the message says which value");
    expect(asperity_parameters_set(p, NULL, 1.0) == ASPERITY_NULL, "no name at all");
    return p;
}

/* Parameters that nobody has judged as a whole are not used. */
static void check(asperity_parameters *p)
{
    asperity_contact *contact = asperity_contact_create(p);
    asperity_inputs inputs;
    asperity_inputs_init(&inputs);
    expect(asperity_contact_start(contact, &inputs, NULL, 0.0) == ASPERITY_PARAMETERS, "a check is asked for");
    asperity_contact_free(contact);
    expect(asperity_parameters_check(p) == ASPERITY_OK, "parameters that fit together");
}

/* The penetration where the elastic force carries the weight  x = (m g/k)^(1/p). */
static double rest_penetration(void)
{
    return pow(MASS * GRAVITY / STIFFNESS, 1.0 / EXPONENT);
}

/* A function of its arguments alone: the force at rest penetration is the weight. */
static void evaluate_at_rest(const asperity_parameters *p)
{
    asperity_inputs inputs;
    asperity_latch latch = {0};
    asperity_state state = {0}, rates;
    asperity_outputs outputs;
    asperity_inputs_init(&inputs);
    inputs.body_i.position[2] = RADIUS - rest_penetration();
    expect(asperity_latch_update(p, &inputs, &latch) == ASPERITY_OK && latch.contact == 1.0, "the bodies touch");
    expect(asperity_evaluate(p, &inputs, &latch, &state, &outputs, &rates) == ASPERITY_OK, "an evaluation");
    /* The penetration is a difference of lengths of 0.1 m: eps*0.1/x of it is lost. */
    expect(fabs(outputs.wrench.force_i[2] - MASS * GRAVITY) < 1e-11 * MASS * GRAVITY, "the force is the weight");
}

static void fall_and_rest(const asperity_parameters *p)
{
    asperity_contact *contact = asperity_contact_create(p);
    asperity_mobility mobility;
    memset(&mobility, 0, sizeof mobility);
    asperity_inputs inputs;
    asperity_outputs outputs;
    asperity_wrench slopes;
    double *height, *velocity, penetration;
    int step;

    mobility.free_acceleration[2] = -GRAVITY;
    asperity_inputs_init(&inputs);
    height = &inputs.body_i.position[2];
    velocity = &inputs.body_i.velocity[2];
    *height = RADIUS + 1e-3;
    expect(contact != NULL, "a contact");
    expect(asperity_contact_start(contact, &inputs, &mobility, 0.0) == ASPERITY_OK, "its start");

    for (step = 0; step < 2000; ++step) {
        asperity_status status = asperity_contact_step(contact, &inputs, NULL, &mobility, STEP, &outputs);
        if (status != ASPERITY_OK) {
            fprintf(stderr, "rest.c: %s: %s\n", asperity_status_text(status), asperity_contact_message(contact));
            ++failures;
            break;
        }
        expect(asperity_contact_slopes(contact, &slopes) == ASPERITY_OK, "slopes");
        /* The force over the step is mean + slope*(t - h/2): once and twice integrated. */
        *height += STEP * *velocity
                   + STEP * STEP * (0.5 * (outputs.wrench.force_i[2] / MASS - GRAVITY)
                                    - STEP / 12.0 * slopes.force_i[2] / MASS);
        *velocity += STEP * (outputs.wrench.force_i[2] / MASS - GRAVITY);
    }
    asperity_contact_free(contact);

    penetration = RADIUS - *height;
    printf("rest penetration %.9g m, closed form %.9g m, speed %.1g m/s\n", penetration, rest_penetration(), *velocity);
    expect(fabs(penetration - rest_penetration()) < 1e-6 * rest_penetration(), "the ball rests where it should");
    expect(fabs(*velocity) < 1e-9, "the ball rests");
}

int main(void)
{
    asperity_parameters *p;
    expect(asperity_version() == ASPERITY_VERSION_MAJOR * 10000 + ASPERITY_VERSION_MINOR * 100 + ASPERITY_VERSION_PATCH,
           "header and library are of one version");
    expect(asperity_abi() == ASPERITY_ABI, "header and library agree on structs");
    p = parameters_of_the_ball();
    check(p);
    evaluate_at_rest(p);
    fall_and_rest(p);
    asperity_parameters_free(p);
    return failures == 0 ? 0 : 1;
}
