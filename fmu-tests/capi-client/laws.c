/* The stateless laws against closed forms, written here once more. */
#include "parts.h"

static void versions(void)
{
    CHECK(asperity_abi() == ASPERITY_ABI);
    CHECK(asperity_version() ==
          ASPERITY_VERSION_MAJOR * 10000u + ASPERITY_VERSION_MINOR * 100u + ASPERITY_VERSION_PATCH);
    CHECK(sizeof(asperity_inputs) == 36 * sizeof(double) && sizeof(asperity_mobility) == 27 * sizeof(double));
    CHECK(sizeof(asperity_outputs) == 31 * sizeof(double) && sizeof(asperity_state) == 8 * sizeof(double));
}

/* The equation is solved to rounding, which its logarithms amplify where e is close to 1: 1e-9 covers e up to 0.999. */
static void restitution(void)
{
    for (int k = 1; k < 1000; k++) {
        const double e = 1e-3 * k;
        const double d = asperity_damping_factor(e);
        CLOSE(restitution_by_bisection(d / e), e, 1e-9, 1.0);
        CLOSE(asperity_restitution(d / e), e, 1e-12, e);
    }
    CHECK(asperity_damping_factor(1.0) == 0.0 && asperity_restitution(0.0) == 1.0);
    CHECK(isnan(asperity_damping_factor(0.0)) && isnan(asperity_damping_factor(1.1)));
    CHECK(isnan(asperity_restitution(-1.0)));
}

/* Hertz: two spheres, k = 4/3*E'*sqrt(R) with 1/E' = sum (1 - nu^2)/E and 1/R = sum 1/R_b; f_n = k*x^1.5. */
static void hertz(void)
{
    const struct setting settings[] = {{"geometry.pair", 3}, {"geometry.radiusI", 0.02}, {"geometry.radiusJ", 0.05},
                                       {"compliance.source", 2}, {"material.E_I", 7e10}, {"material.nu_I", 0.33},
                                       {"material.E_J", 2.1e11}, {"material.nu_J", 0.29}, {NULL, 0}};
    asperity_parameters *parameters = with(settings);
    const double modulus = 1.0 / ((1 - 0.33 * 0.33) / 7e10 + (1 - 0.29 * 0.29) / 2.1e11);
    const double radius = 1.0 / (1 / 0.02 + 1 / 0.05);
    for (int k = 1; k <= 100; k++) {
        const double x = 1e-6 * k;
        double f_n = 0;
        CHECK(asperity_normal_force(parameters, x, 0.0, 0.0, &f_n) == ASPERITY_OK);
        CLOSE(f_n, 4.0 / 3.0 * modulus * sqrt(radius) * pow(x, 1.5), 1e-12, f_n);
        double damped = 0;
        CHECK(asperity_normal_force(parameters, x, 0.1, 2.0, &damped) == ASPERITY_OK);
        CLOSE(damped, f_n * 1.2, 1e-12, f_n);
        CHECK(asperity_normal_force(parameters, x, -1.0, 2.0, &damped) == ASPERITY_OK && damped == 0.0);
        CHECK(asperity_normal_force(parameters, -x, 0.1, 2.0, &damped) == ASPERITY_OK && damped == 0.0);
    }
    asperity_parameters_free(parameters);
}

/* a = d(e)/(e*v_i), from vMin on. */
static void damping(void)
{
    asperity_parameters *parameters = with(NULL);
    double a = 0, least = 0, zero = 0;
    CHECK(asperity_damping(parameters, 0.3, &a) == ASPERITY_OK);
    CLOSE(restitution_by_bisection(a * 0.3), 0.5, 1e-12, 1.0);
    CHECK(asperity_damping(parameters, 1e-3, &least) == ASPERITY_OK);
    CHECK(asperity_damping(parameters, 0.0, &zero) == ASPERITY_OK);
    CHECK(least == zero);
    asperity_parameters_free(parameters);
}

/* Sliding far above v_S: mu_C*f_n against the slip. At rest within the bound: the spring sigma_0*z. */
static void friction(void)
{
    asperity_parameters *parameters = with(NULL);
    const double normal[3] = {0, 0, 2}, slip[3] = {0.6, -0.8, 0}, rest[3] = {0, 0, 0}, z[3] = {1e-5, 2e-5, 0};
    double f_t[3], z_rate[3], s_dw_rate;
    CHECK(asperity_friction(parameters, normal, slip, 50.0, rest, 0.0, f_t, z_rate, &s_dw_rate) == ASPERITY_OK);
    CLOSE(f_t[0], -0.4 * 50 * 0.6, 1e-12, 20);
    CLOSE(f_t[1], 0.4 * 50 * 0.8, 1e-12, 20);
    CHECK(f_t[2] == 0 && s_dw_rate == 0);
    CHECK(asperity_friction(parameters, normal, rest, 50.0, z, 0.0, f_t, z_rate, &s_dw_rate) == ASPERITY_OK);
    CLOSE(f_t[0], -1.0, 1e-12, 1);
    CLOSE(f_t[1], -2.0, 1e-12, 1);
    CLOSE(s_dw_rate, 1.0, 1e-12, 1); /* (1 - 0)/tau_dw */
    CHECK(fabs(z_rate[0]) < 1e-12 && fabs(z_rate[1]) < 1e-12);
    /* a spring beyond the bound is cut at mu_C*f_n, as s_dw = 0 */
    CHECK(asperity_friction(parameters, normal, rest, 1.0, z, 0.0, f_t, z_rate, &s_dw_rate) == ASPERITY_OK);
    CLOSE(hypot(f_t[0], f_t[1]), 0.4, 1e-12, 1);
    asperity_parameters_free(parameters);
}

/* The rod that slides into a plane: P_n = 0.45 N s, P_t = 0.4529... with Poisson's hypothesis; in space the same, and
   without friction P_n = (1 + e)*|u_n|/w_nn. */
static void impacts(void)
{
    asperity_impact_inputs rod = {{1.6, 3.4, -1.2}, {0, -1}, 8.0 / 3, 8.0 / 3, 0.5, ASPERITY_POISSON};
    asperity_impact_spatial_inputs space = {{1.6, 3.4, 2, -1.2, 0, 0}, {0, -1, 0}, 8.0 / 3, 8.0 / 3, 0.5, ASPERITY_POISSON};
    asperity_impact_outputs of;
    asperity_impact_spatial_outputs there;
    char text[128];
    CHECK(asperity_impact(&rod, &of, text, sizeof text) == ASPERITY_OK && text[0] == '\0');
    CHECK(of.slip_case == ASPERITY_JAM);
    CLOSE(of.compression.impulse[0], 0.3, 1e-14, 1);
    CLOSE(of.compression.impulse[0] + of.restitution.impulse[0], 0.45, 1e-14, 1);
    CLOSE(of.compression.impulse[1] + of.restitution.impulse[1], 0.452941176470588, 1e-14, 1);
    CLOSE(of.velocity[0], 3.0 / 17, 1e-14, 1);
    CHECK(asperity_impact_spatial(&space, &there, text, sizeof text) == ASPERITY_OK);
    CHECK(there.velocity[0] == of.velocity[0] && there.slip_stop == of.slip_stop && there.velocity[2] == 0);
    space.velocity[0] = -1;
    space.mu_s = space.mu_k = 0;
    CHECK(asperity_impact_spatial(&space, &there, NULL, 0) == ASPERITY_OK);
    CLOSE(there.compression.impulse[0] + there.restitution.impulse[0], 1.5 / 1.6, 1e-15, 1);
    rod.hypothesis = 0;
    CHECK(asperity_impact(&rod, &of, text, sizeof text) == ASPERITY_RANGE);
    CHECK(strcmp(text, "hypothesis = 0.0 must be 1, 2 or 3") == 0);
}

/* Three equal balls in a row in touch, the first at 1 m/s, e = 1: by symmetry of the closed form -1/3, 2/3, 2/3 m/s. */
static void impacts_at_once(void)
{
    const asperity_struck contacts[2] = {{0, 1}, {0, 1}};
    double matrix[36] = {0}, before[6] = {0}, impulses[6], after[6];
    asperity_impacts_report report;
    char text[128];
    for (int k = 0; k < 6; k++)
        matrix[7 * k] = 2;
    for (int k = 0; k < 3; k++)
        matrix[6 * k + k + 3] = matrix[6 * (k + 3) + k] = -1;
    before[0] = -1; /* ball 2 against ball 1 */
    CHECK(asperity_impacts(contacts, 2, matrix, before, impulses, after, &report, text, sizeof text) == ASPERITY_OK);
    CHECK(text[0] == '\0' && report.solved == 1 && report.kept == 1);
    CLOSE(impulses[0], 4.0 / 3, 1e-12, 1); /* 1 - p/m = -1/3 */
    CLOSE(impulses[3], 2.0 / 3, 1e-12, 1);
    CLOSE(after[0], 1.0, 1e-12, 1);
    CLOSE(report.dissipated, 0.0, 1e-12, 1);
    matrix[1] = 0.5;
    CHECK(asperity_impacts(contacts, 2, matrix, before, impulses, after, &report, text, sizeof text) == ASPERITY_INPUTS);
    CHECK(strstr(text, "not symmetric") != NULL);
}

void laws(void)
{
    versions();
    restitution();
    hertz();
    damping();
    friction();
    impacts();
    impacts_at_once();
}
