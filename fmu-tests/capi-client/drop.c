/* A ball dropped on a plane by an integrator of its own: RK4 over asperity_rates, the latch at accepted steps. */
#include "parts.h"

struct ball {
    double z, v;
    asperity_state contact;
};

static asperity_inputs inputs_of(const struct ball *ball)
{
    asperity_inputs inputs;
    asperity_inputs_init(&inputs);
    inputs.body_i.position[2] = ball->z;
    inputs.body_i.velocity[2] = ball->v;
    return inputs;
}

/* Without gravity, so that the speeds before and after belong to the contact alone; mass 1 kg. */
static struct ball rate(const asperity_parameters *parameters, const asperity_latch *latch, const struct ball *ball)
{
    const asperity_inputs inputs = inputs_of(ball);
    asperity_wrench wrench;
    struct ball rate;
    CHECK(asperity_rates(parameters, &inputs, latch, &ball->contact, &wrench, &rate.contact) == ASPERITY_OK);
    rate.z = ball->v;
    rate.v = wrench.force_i[2];
    return rate;
}

/* The ball is ten doubles. */
static struct ball moved(const struct ball *ball, const struct ball *rate, double h)
{
    struct ball to = *ball;
    double *numbers = (double *)&to;
    const double *rates = (const double *)rate;
    for (size_t k = 0; k < sizeof to / sizeof(double); k++) {
        numbers[k] += h * rates[k];
    }
    return to;
}

static struct ball rk4(const asperity_parameters *parameters, const asperity_latch *latch, const struct ball *ball,
                       double h)
{
    const struct ball k1 = rate(parameters, latch, ball);
    const struct ball at2 = moved(ball, &k1, 0.5 * h), k2 = rate(parameters, latch, &at2);
    const struct ball at3 = moved(ball, &k2, 0.5 * h), k3 = rate(parameters, latch, &at3);
    const struct ball at4 = moved(ball, &k3, h), k4 = rate(parameters, latch, &at4);
    const struct ball a = moved(ball, &k1, h / 6), b = moved(&a, &k2, h / 3), c = moved(&b, &k3, h / 3);
    return moved(&c, &k4, h / 6);
}

static double rebound(double e, double v_i)
{
    const struct setting settings[] = {{"geometry.pair", 2}, {"compliance.e", e}, {NULL, 0}};
    asperity_parameters *parameters = with(settings);
    struct ball ball = {0.1, -v_i, {{0, 0, 0}, 0, 0, 0, 0, 0}};
    asperity_latch latch = {0, 0, 0};
    /* the onset is where it stands: radius 0.1 */
    ball.z -= 1e-12;
    asperity_inputs inputs = inputs_of(&ball);
    CHECK(asperity_latch_update(parameters, &inputs, &latch) == ASPERITY_OK && latch.contact == 1 && latch.v_i == v_i);
    /* contact time of a ball of 1 kg on k = 1e6 N/m^1.5, about 3.2*(1/(k^2*v))^(1/5) s: some thousand steps */
    const double h = 1e-3 * pow(1e-12 / v_i, 0.2);
    while (ball.z < 0.1) {
        ball = rk4(parameters, &latch, &ball, h);
        inputs = inputs_of(&ball);
        CHECK(asperity_latch_update(parameters, &inputs, &latch) == ASPERITY_OK);
    }
    CHECK(latch.contact == 0 && latch.v_i == v_i);
    CLOSE(ball.contact.work, ball.contact.dissipated_normal, 1e-6, 0.5 * v_i * v_i);
    CLOSE(ball.contact.dissipated_normal, 0.5 * (v_i * v_i - ball.v * ball.v), 1e-6, 0.5 * v_i * v_i);
    asperity_parameters_free(parameters);
    return ball.v / v_i;
}

void drop(void)
{
    const double restitutions[] = {0.05, 0.3, 0.5, 0.8, 0.99}, speeds[] = {0.01, 0.1, 1, 4};
    for (int k = 0; k < 5; k++) {
        for (int m = 0; m < 4; m++) {
            CLOSE(rebound(restitutions[k], speeds[m]), restitutions[k], 1e-6, 1);
        }
    }
}
