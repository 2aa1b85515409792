/* The falling sphere with the contact behind the C interface: as a differential equation with an integrator of variable
   step, and in communication steps of both couplings. The sphere is a free rigid body of six degrees of freedom. */
#define _POSIX_C_SOURCE 200809L
#include "asperity.h"
#include "bench.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sphere: 1 kg, solid */
#define MASS 1.0
#define INERTIA (0.4 * MASS * SCENE_RADIUS * SCENE_RADIUS)

enum { BODY = 13, BRISTLES = 4, STATES = BODY + BRISTLES, STAGES = 7, LOCATIONS = 60 };

/* Onset and release are located to this penetration [m]. */
#define LANDING 1e-12

typedef struct {
    asperity_parameters *parameters;
    asperity_contact *contact;
    asperity_latch latch;
    double step, tolerance;
    int interface;
} Drop;

static void close_drop(void *data)
{
    Drop *drop = data;
    asperity_contact_free(drop->contact);
    asperity_parameters_free(drop->parameters);
    free(drop);
}

static Drop *open_drop(const char *coupling, double stiffness, double step, double tolerance)
{
    Drop *drop = calloc(1, sizeof *drop);
    if (drop == NULL) return NULL;
    drop->step = step;
    drop->tolerance = tolerance;
    drop->interface = strcmp(coupling, "interface") == 0;
    drop->parameters = asperity_parameters_create();
    if (asperity_parameters_choose(drop->parameters, "geometry.pair", "spherePlane") != ASPERITY_OK ||
        asperity_parameters_choose(drop->parameters, "coupling.mode", coupling) != ASPERITY_OK ||
        asperity_parameters_set(drop->parameters, "compliance.k", stiffness) != ASPERITY_OK ||
        asperity_parameters_check(drop->parameters) != ASPERITY_OK) {
        fprintf(stderr, "bench: %s\n", asperity_parameters_message(drop->parameters));
        close_drop(drop);
        return NULL;
    }
    return drop;
}

/* Position, quaternion, velocity, angular velocity. */
static void start(double body[BODY], double gap, double speed)
{
    double values[BODY] = {0, 0, SCENE_RADIUS + gap, 1, 0, 0, 0, 0, 0, -speed, 0, 0, 0};
    memcpy(body, values, sizeof values);
}

static void place(asperity_inputs *inputs, const double body[BODY])
{
    memcpy(&inputs->body_i, body, sizeof inputs->body_i);
}

static asperity_inputs inputs_at(const double body[BODY])
{
    asperity_inputs inputs = {0};
    place(&inputs, body);
    inputs.normal[2] = 1;
    inputs.body_j.orientation[0] = 1;
    return inputs;
}

static void quaternion_rate(const double q[4], const double omega[3], double rate[4])
{
    rate[0] = 0.5 * (-omega[0] * q[1] - omega[1] * q[2] - omega[2] * q[3]);
    rate[1] = 0.5 * (omega[0] * q[0] + omega[1] * q[3] - omega[2] * q[2]);
    rate[2] = 0.5 * (omega[1] * q[0] + omega[2] * q[1] - omega[0] * q[3]);
    rate[3] = 0.5 * (omega[2] * q[0] + omega[0] * q[2] - omega[1] * q[1]);
}

static double penetration(const double state[])
{
    return SCENE_RADIUS - state[2];
}

static double outcome(const double body[BODY])
{
    return penetration(body) < 0 ? body[9] : NAN;
}

/* Body and bristles as one differential equation; 0 if the contact refuses. */
static int rates_of(const Drop *drop, const double y[STATES], double rates[STATES])
{
    asperity_inputs inputs = inputs_at(y);
    asperity_state state = {0}, state_rates;
    asperity_wrench wrench;
    memcpy(state.z, y + BODY, sizeof state.z);
    state.s_dw = y[BODY + 3];
    if (asperity_rates(drop->parameters, &inputs, &drop->latch, &state, &wrench, &state_rates) != ASPERITY_OK) return 0;
    memcpy(rates, y + 7, 3 * sizeof(double));
    quaternion_rate(y + 3, y + 10, rates + 3);
    for (int k = 0; k < 3; ++k) {
        rates[7 + k] = wrench.force_i[k] / MASS;
        rates[10 + k] = wrench.torque_i[k] / INERTIA;
        rates[BODY + k] = state_rates.z[k];
    }
    rates[BODY + 3] = state_rates.s_dw;
    return 1;
}

/* Dormand and Prince, 5(4). `k[0]` holds the rates at y; on return k[6] those at `next`; answers the error by the
 * tolerance. */
static double tried(const Drop *drop, const double y[STATES], double h, double k[STAGES][STATES], double next[STATES])
{
    static const double a[STAGES][STAGES - 1] = {
        {0},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
    static const double e[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    /* of position, quaternion, velocity, angular velocity, bristles, dwell state */
    static const double scale[STATES] = {1e-3, 1e-3, 1e-3, 1, 1, 1, 1, 1, 1, 1, 10, 10, 10, 1e-3, 1e-3, 1e-3, 1};
    for (int stage = 1; stage < STAGES; ++stage) {
        for (int i = 0; i < STATES; ++i) {
            double sum = 0;
            for (int j = 0; j < stage; ++j) sum += a[stage][j] * k[j][i];
            next[i] = y[i] + h * sum;
        }
        if (!rates_of(drop, next, k[stage])) return NAN;
    }
    double worst = 0;
    for (int i = 0; i < STATES; ++i) {
        double error = 0;
        for (int stage = 0; stage < STAGES; ++stage) error += e[stage] * k[stage][i];
        worst = fmax(worst, fabs(h * error) / (drop->tolerance * (scale[i] + fabs(y[i]))));
    }
    return worst;
}

/* The step after which the bodies just touch, or just do not, where they did not at `y` and do after `h`, or the other
   way round; regula falsi with the weight of the end that stays halved, aimed a little beyond the surface. On return k
   and `next` belong to that step. */
static double located(const Drop *drop, const double y[STATES], double h, double k[STAGES][STATES], double next[STATES],
                      int touches)
{
    double beyond = touches ? -0.5 * LANDING : 0.5 * LANDING;
    double low = 0, high = h, at_low = penetration(y) - beyond, at_high = penetration(next) - beyond;
    for (int n = 0; n < LOCATIONS; ++n) {
        double middle = (low * at_high - high * at_low) / (at_high - at_low);
        if (isnan(tried(drop, y, middle, k, next))) return NAN;
        double x = penetration(next), at = x - beyond;
        if ((x > 0) != touches && fabs(at) < 0.5 * LANDING) return middle;
        if ((at > 0) == (at_high > 0)) {
            high = middle;
            at_high = at;
            at_low *= 0.5;
        } else {
            low = middle;
            at_low = at;
            at_high *= 0.5;
        }
    }
    return NAN;
}

static double drop_exchange(void *data, double gap, double speed, double duration)
{
    Drop *drop = data;
    double y[STATES] = {0}, next[STATES], k[STAGES][STATES], t = 0, h = 1e-3;
    start(y, gap, speed);
    memset(&drop->latch, 0, sizeof drop->latch);
    if (!rates_of(drop, y, k[0])) return NAN;
    while (t < duration) {
        h = fmin(h, duration - t);
        double error = tried(drop, y, h, k, next);
        if (isnan(error)) return NAN;
        double factor = fmin(5, fmax(0.2, 0.9 * pow(error + 1e-10, -0.2)));
        if (error > 1) {
            h *= factor;
            continue;
        }
        int touches = drop->latch.contact != 0, changes = (penetration(next) > 0) != touches;
        double proposed = h * factor;
        if (changes) {
            h = located(drop, y, h, k, next, touches);
            if (isnan(h)) return NAN;
        }
        t += h;
        memcpy(y, next, sizeof y);
        asperity_inputs inputs = inputs_at(y);
        double latched = drop->latch.a, touched = drop->latch.contact;
        if (asperity_latch_update(drop->parameters, &inputs, &drop->latch) != ASPERITY_OK) return NAN;
        if (drop->latch.a != latched || drop->latch.contact != touched) {
            if (!rates_of(drop, y, k[0])) return NAN;
        } else {
            memcpy(k[0], k[STAGES - 1], sizeof k[0]);
        }
        h = changes ? fmin(proposed, 1e-3) : proposed;
    }
    return outcome(y);
}

/* The body over one communication step under force mean + slope*(t - H/2); the torque is 0 or small here and goes in by
 * its mean. */
static void advance(double body[BODY], const asperity_wrench *mean, const asperity_wrench *slope, double h)
{
    double rate[4];
    for (int k = 0; k < 3; ++k) {
        double s = slope != NULL ? slope->force_i[k] : 0;
        body[k] += h * body[7 + k] + (0.5 * mean->force_i[k] - s * h / 12) * h * h / MASS;
        body[7 + k] += h * mean->force_i[k] / MASS;
        body[10 + k] += h * mean->torque_i[k] / INERTIA;
    }
    quaternion_rate(body + 3, body + 10, rate);
    for (int k = 0; k < 4; ++k) body[3 + k] += h * rate[k];
}

static double drop_steps(void *data, double gap, double speed, double duration)
{
    Drop *drop = data;
    double body[BODY];
    asperity_mobility free_flight = {{0}, {0}, {0}, {0}, {0}};
    const asperity_mobility *mobility = drop->interface ? &free_flight : NULL;
    asperity_outputs outputs;
    asperity_wrench slopes;
    start(body, gap, speed);
    asperity_inputs inputs = inputs_at(body);
    if (asperity_contact_start(drop->contact, &inputs, mobility, 0) != ASPERITY_OK) return NAN;
    long steps = lround(duration / drop->step);
    for (long n = 0; n < steps; ++n) {
        place(&inputs, body);
        if (asperity_contact_step(drop->contact, &inputs, NULL, mobility, drop->step, &outputs) != ASPERITY_OK)
            return NAN;
        if (drop->interface && asperity_contact_slopes(drop->contact, &slopes) != ASPERITY_OK) return NAN;
        advance(body, &outputs.wrench, drop->interface ? &slopes : NULL, drop->step);
    }
    return outcome(body);
}

static void *with_contact(Drop *drop)
{
    if (drop == NULL) return NULL;
    drop->contact = asperity_contact_create(drop->parameters);
    if (drop->contact != NULL) return drop;
    close_drop(drop);
    return NULL;
}

static void *open_exchange_fine(void)
{
    return open_drop("kinematic", SCENE_STIFFNESS, 0, 1e-6);
}

static void *open_exchange_coarse(void)
{
    return open_drop("kinematic", SCENE_STIFFNESS, 0, 1e-3);
}

static void *open_interface(void)
{
    return with_contact(open_drop("interface", SCENE_STIFFNESS, 1e-3, 0));
}

static void *open_stiff_interface(void)
{
    return with_contact(open_drop("interface", 1e3 * SCENE_STIFFNESS, 1e-3, 0));
}

static void *open_kinematic(void)
{
    return with_contact(open_drop("kinematic", SCENE_STIFFNESS, 1e-4, 0));
}

static const BenchDrop all[] = {
    {"Asperity: model exchange, tolerance 1e-6", 0, open_exchange_fine, drop_exchange, close_drop},
    {"Asperity: model exchange, tolerance 1e-3", 0, open_exchange_coarse, drop_exchange, close_drop},
    {"Asperity: interface coupling", 1e-3, open_interface, drop_steps, close_drop},
    {"Asperity: kinematic coupling", 1e-4, open_kinematic, drop_steps, close_drop},
    {"stiff: Asperity, interface coupling, k = 1e9", 1e-3, open_stiff_interface, drop_steps, close_drop},
};

const BenchDrop *bench_drops(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

const char *bench_about(void)
{
    return "the C interface";
}
