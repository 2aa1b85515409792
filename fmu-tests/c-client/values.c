/* Values a unit must refuse, by name and without storing anything, and steps it must refuse or bear with. */
#include "client.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    fmi2ValueReference reference;
    const char *name;
    double bad;
} BadValue;

/* In addition every real that can be set refuses what is not finite: `check_not_finite`. */
static const BadValue out_of_range[] = {
    {ASPERITY_VR_COMPLIANCE_K, "compliance.k", 0.0},
    {ASPERITY_VR_COMPLIANCE_K, "compliance.k", -1e6},
    {ASPERITY_VR_COMPLIANCE_P, "compliance.p", 0.999},
    {ASPERITY_VR_COMPLIANCE_P, "compliance.p", 5.001},
    {ASPERITY_VR_COMPLIANCE_E, "compliance.e", -1e-9},
    {ASPERITY_VR_COMPLIANCE_E, "compliance.e", 1.0000001},
    {ASPERITY_VR_COMPLIANCE_ALPHA, "compliance.alpha", -1e-9},
    {ASPERITY_VR_COMPLIANCE_V_MIN, "compliance.vMin", 0.0},
    {ASPERITY_VR_COMPLIANCE_V_REF, "compliance.v_ref", 0.0},
    {ASPERITY_VR_COMPLIANCE_Q, "compliance.q", -1e-9},
    {ASPERITY_VR_COMPLIANCE_TABLE_SPEED + 7, "compliance.tableSpeed[8]", -1e-9},
    {ASPERITY_VR_COMPLIANCE_TABLE_E, "compliance.tableE[1]", 0.000999},
    {ASPERITY_VR_FRICTION_MU_S, "friction.mu_S", -0.1},
    {ASPERITY_VR_FRICTION_MU_C, "friction.mu_C", -0.1},
    {ASPERITY_VR_FRICTION_SIGMA_0, "friction.sigma_0", 0.0},
    {ASPERITY_VR_FRICTION_SIGMA_1, "friction.sigma_1", 0.0},
    {ASPERITY_VR_FRICTION_SIGMA_2, "friction.sigma_2", -1.0},
    {ASPERITY_VR_FRICTION_V_S, "friction.v_S", 0.0},
    {ASPERITY_VR_FRICTION_V_EPS, "friction.v_eps", -1e-6},
    {ASPERITY_VR_FRICTION_TAU_DW, "friction.tau_dw", 0.0},
    {ASPERITY_VR_GEOMETRY_RADIUS_I, "geometry.radiusI", 0.0},
    {ASPERITY_VR_GEOMETRY_RADIUS_J, "geometry.radiusJ", -1.0},
    {ASPERITY_VR_COUPLING_MASS_I, "coupling.massI", -1e-9},
    {ASPERITY_VR_COUPLING_MASS_J, "coupling.massJ", -1.0},
    {ASPERITY_VR_COMPLIANCE_D_MAX, "compliance.d_max", 0.0},
    {ASPERITY_VR_COMPLIANCE_VSMALL, "compliance.vsmall", -1e-9},
    {ASPERITY_VR_COMPLIANCE_M, "compliance.m", 0.0},
    {ASPERITY_VR_FRICTION_VSMALL, "friction.vsmall", 0.0},
    {ASPERITY_VR_FRICTION_MU_R, "friction.mu_r", -1e-9},
    {ASPERITY_VR_FRICTION_WSMALL, "friction.wsmall", 0.0},
    {ASPERITY_VR_FRICTION_E_R, "friction.e_r", -1e-9},
    {ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_I, "geometry.contactRadiusI", 0.0},
    {ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_J, "geometry.contactRadiusJ", -0.1},
    {ASPERITY_VR_MATERIAL_E_I, "material.E_I", 0.0},
    {ASPERITY_VR_MATERIAL_E_J, "material.E_J", -2e11},
    {ASPERITY_VR_MATERIAL_NU_I, "material.nu_I", 0.5000001},
    {ASPERITY_VR_MATERIAL_NU_J, "material.nu_J", -0.1},
    {ASPERITY_VR_MATERIAL_K_RED, "material.k_red", 0.0},
    {ASPERITY_VR_FRICTION_E_T, "friction.e_t", 0.0},
    {ASPERITY_VR_FRICTION_E_O, "friction.e_o", -1.0},
    {ASPERITY_VR_TIME_STEPPING_K_T, "timeStepping.k_T", -1e-9},
    {ASPERITY_VR_TIME_STEPPING_V_TH, "timeStepping.v_th", -1e-9},
};

static const BadValue settable[] = {
    {ASPERITY_VR_PENETRATION, "penetration", 0},
    {ASPERITY_VR_RELATIVE_VELOCITY + 1, "relativeVelocity[2]", 0},
    {ASPERITY_VR_CONTACT_NORMAL + 2, "contactNormal[3]", 0},
    {ASPERITY_VR_CONTACT_POINT, "contactPoint[1]", 0},
    {ASPERITY_VR_POSITION_I + 1, "positionI[2]", 0},
    {ASPERITY_VR_POSITION_J + 2, "positionJ[3]", 0},
    {ASPERITY_VR_ORIENTATION_I + 3, "orientationI[4]", 0},
    {ASPERITY_VR_ORIENTATION_J, "orientationJ[1]", 0},
    {ASPERITY_VR_VELOCITY_I, "velocityI[1]", 0},
    {ASPERITY_VR_VELOCITY_J + 1, "velocityJ[2]", 0},
    {ASPERITY_VR_ANGULAR_VELOCITY_I + 2, "angularVelocityI[3]", 0},
    {ASPERITY_VR_ANGULAR_VELOCITY_J, "angularVelocityJ[1]", 0},
    {ASPERITY_VR_COMPLIANCE_K, "compliance.k", 0},
    {ASPERITY_VR_COMPLIANCE_P, "compliance.p", 0},
    {ASPERITY_VR_COMPLIANCE_E, "compliance.e", 0},
    {ASPERITY_VR_COMPLIANCE_ALPHA, "compliance.alpha", 0},
    {ASPERITY_VR_COMPLIANCE_V_MIN, "compliance.vMin", 0},
    {ASPERITY_VR_COMPLIANCE_V_REF, "compliance.v_ref", 0},
    {ASPERITY_VR_COMPLIANCE_Q, "compliance.q", 0},
    {ASPERITY_VR_COMPLIANCE_TABLE_SPEED + 3, "compliance.tableSpeed[4]", 0},
    {ASPERITY_VR_COMPLIANCE_TABLE_E + 7, "compliance.tableE[8]", 0},
    {ASPERITY_VR_FRICTION_MU_S, "friction.mu_S", 0},
    {ASPERITY_VR_FRICTION_MU_C, "friction.mu_C", 0},
    {ASPERITY_VR_FRICTION_SIGMA_0, "friction.sigma_0", 0},
    {ASPERITY_VR_FRICTION_SIGMA_1, "friction.sigma_1", 0},
    {ASPERITY_VR_FRICTION_SIGMA_2, "friction.sigma_2", 0},
    {ASPERITY_VR_FRICTION_V_S, "friction.v_S", 0},
    {ASPERITY_VR_FRICTION_V_EPS, "friction.v_eps", 0},
    {ASPERITY_VR_FRICTION_TAU_DW, "friction.tau_dw", 0},
    {ASPERITY_VR_GEOMETRY_RADIUS_I, "geometry.radiusI", 0},
    {ASPERITY_VR_GEOMETRY_CENTER_I + 1, "geometry.centerI[2]", 0},
    {ASPERITY_VR_GEOMETRY_NORMAL_J, "geometry.normalJ[1]", 0},
    {ASPERITY_VR_GEOMETRY_HEIGHT_J, "geometry.heightJ", 0},
    {ASPERITY_VR_GEOMETRY_RADIUS_J, "geometry.radiusJ", 0},
    {ASPERITY_VR_GEOMETRY_AXIS_J + 1, "geometry.axisJ[2]", 0},
    {ASPERITY_VR_GEOMETRY_CENTER_J + 2, "geometry.centerJ[3]", 0},
    {ASPERITY_VR_INVERSE_MASS + 3, "inverseMass[4]", 0},
    {ASPERITY_VR_FREE_ACCELERATION + 2, "freeAcceleration[3]", 0},
    {ASPERITY_VR_COUPLING_MASS_I, "coupling.massI", 0},
    {ASPERITY_VR_COUPLING_MASS_J, "coupling.massJ", 0},
    {ASPERITY_VR_COUPLING_INERTIA_I + 5, "coupling.inertiaI[6]", 0},
    {ASPERITY_VR_COUPLING_INERTIA_J, "coupling.inertiaJ[1]", 0},
    {ASPERITY_VR_COMPLIANCE_D_MAX, "compliance.d_max", 0},
    {ASPERITY_VR_COMPLIANCE_VSMALL, "compliance.vsmall", 0},
    {ASPERITY_VR_COMPLIANCE_M, "compliance.m", 0},
    {ASPERITY_VR_FRICTION_VSMALL, "friction.vsmall", 0},
    {ASPERITY_VR_FRICTION_MU_R, "friction.mu_r", 0},
    {ASPERITY_VR_FRICTION_WSMALL, "friction.wsmall", 0},
    {ASPERITY_VR_FRICTION_E_R, "friction.e_r", 0},
    {ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_I, "geometry.contactRadiusI", 0},
    {ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_J, "geometry.contactRadiusJ", 0},
    {ASPERITY_VR_MATERIAL_E_I, "material.E_I", 0},
    {ASPERITY_VR_MATERIAL_E_J, "material.E_J", 0},
    {ASPERITY_VR_MATERIAL_NU_I, "material.nu_I", 0},
    {ASPERITY_VR_MATERIAL_NU_J, "material.nu_J", 0},
    {ASPERITY_VR_MATERIAL_K_RED, "material.k_red", 0},
    {ASPERITY_VR_INVERSE_INERTIA + 5, "inverseInertia[6]", 0},
    {ASPERITY_VR_FREE_ANGULAR_ACCELERATION + 1, "freeAngularAcceleration[2]", 0},
    {ASPERITY_VR_TURNING_BY_FORCE + 8, "turningByForce[9]", 0},
    {ASPERITY_VR_FRICTION_E_T, "friction.e_t", 0},
    {ASPERITY_VR_FRICTION_E_O, "friction.e_o", 0},
    {ASPERITY_VR_TIME_STEPPING_K_T, "timeStepping.k_T", 0},
    {ASPERITY_VR_TIME_STEPPING_V_TH, "timeStepping.v_th", 0},
};

/* The bad value comes last, after a good one that must not be stored either. */
static void refuse(Unit *u, const BadValue *row, double bad)
{
    const fmi2ValueReference good = row->reference == ASPERITY_VR_FRICTION_TAU_DW ? ASPERITY_VR_COMPLIANCE_K
                                                                                  : ASPERITY_VR_FRICTION_TAU_DW;
    const fmi2ValueReference references[] = {good, row->reference};
    const double values[] = {7.5, bad};
    const double before[] = {get1(u, good), get1(u, row->reference)};
    double after[2];
    EXPECT_NAMED(u, fmi2Discard, row->name, fmi.SetReal(u->c, references, 2, values));
    EXPECT(u, fmi2OK, fmi.GetReal(u->c, references, 2, after));
    CHECK(same_bits(before, after, 2), "%s = %g is refused and nothing is stored", row->name, bad);
}

static void check_not_finite(Unit *u)
{
    const double bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    size_t i, k;
    for (i = 0; i < COUNT(settable); ++i)
        for (k = 0; k < COUNT(bad); ++k) refuse(u, &settable[i], bad[k]);
}

static void check_out_of_range(Unit *u)
{
    size_t i;
    for (i = 0; i < COUNT(out_of_range); ++i) refuse(u, &out_of_range[i], out_of_range[i].bad);
}

static void check_wrong_references(Unit *u)
{
    static const fmi2ValueReference unknown[] = {~0u, ~0u - 1, 1u << 31, 1000000};
    static const struct {
        fmi2ValueReference reference;
        const char *name;
    } calculated[] = {{ASPERITY_VR_FORCE_I, "forceI[1]"},
                      {ASPERITY_VR_TORQUE_J + 2, "torqueJ[3]"},
                      {ASPERITY_VR_NORMAL_FORCE, "normalForce"},
                      {ASPERITY_VR_GAP, "gap"},
                      {ASPERITY_VR_ENERGY_RESIDUAL, "energyResidual"},
                      {ASPERITY_VR_DER_Z, "der(z[1])"},
                      {ASPERITY_VR_DER_S_DW, "der(s_dw)"},
                      {ASPERITY_VR_DER_Z_R, "der(z_r)"},
                      {ASPERITY_VR_FRICTION_MOMENT + 1, "frictionMoment[2]"},
                      {ASPERITY_VR_TIME, "time"}};
    const fmi2ValueReference real = ASPERITY_VR_COMPLIANCE_K, integer = ASPERITY_VR_COMPLIANCE_LAW,
                             boolean = ASPERITY_VR_CONTACT_ACTIVE;
    fmi2Component c = u->c;
    double x = 1.0;
    int i = 1;
    const char *s = "1";
    size_t k;
    char number[16];
    Blob before = blob_take(u), after;
    for (k = 0; k < COUNT(unknown); ++k) {
        sprintf(number, "%u", unknown[k]);
        EXPECT_NAMED(u, fmi2Error, number, fmi.GetReal(c, &unknown[k], 1, &x));
        EXPECT_NAMED(u, fmi2Error, number, fmi.GetInteger(c, &unknown[k], 1, &i));
        EXPECT_NAMED(u, fmi2Error, number, fmi.GetBoolean(c, &unknown[k], 1, &i));
        EXPECT_NAMED(u, fmi2Error, number, fmi.GetString(c, &unknown[k], 1, &s));
        EXPECT_NAMED(u, fmi2Error, number, fmi.SetReal(c, &unknown[k], 1, &x));
        EXPECT_NAMED(u, fmi2Error, number, fmi.SetInteger(c, &unknown[k], 1, &i));
        EXPECT_NAMED(u, fmi2Error, number, fmi.SetBoolean(c, &unknown[k], 1, &i));
        EXPECT_NAMED(u, fmi2Error, number, fmi.SetString(c, &unknown[k], 1, &s));
    }
    EXPECT_NAMED(u, fmi2Error, "compliance.law", fmi.GetReal(c, &integer, 1, &x));
    EXPECT_NAMED(u, fmi2Error, "contactActive", fmi.GetReal(c, &boolean, 1, &x));
    EXPECT_NAMED(u, fmi2Error, "compliance.k", fmi.GetInteger(c, &real, 1, &i));
    EXPECT_NAMED(u, fmi2Error, "contactActive", fmi.GetInteger(c, &boolean, 1, &i));
    EXPECT_NAMED(u, fmi2Error, "compliance.law", fmi.GetBoolean(c, &integer, 1, &i));
    sprintf(number, "%u", real);
    EXPECT_NAMED(u, fmi2Error, number, fmi.GetString(c, &real, 1, &s));
    EXPECT_NAMED(u, fmi2Error, number, fmi.SetString(c, &real, 1, &s));
    EXPECT_NAMED(u, fmi2Error, "compliance.law", fmi.SetReal(c, &integer, 1, &x));
    EXPECT_NAMED(u, fmi2Error, "compliance.k", fmi.SetInteger(c, &real, 1, &i));
    EXPECT_NAMED(u, fmi2Error, "compliance.k", fmi.SetBoolean(c, &real, 1, &i));
    EXPECT_NAMED(u, fmi2Error, "contactActive", fmi.SetBoolean(c, &boolean, 1, &i));
    for (k = 0; k < COUNT(calculated); ++k) {
        const fmi2ValueReference two[] = {ASPERITY_VR_COMPLIANCE_K, calculated[k].reference};
        const double values[] = {123.0, 1.0};
        EXPECT_NAMED(u, fmi2Error, calculated[k].name, fmi.SetReal(c, two, 2, values));
    }
    after = blob_take(u);
    CHECK(blob_equal(&before, &after), "a refused reference changes nothing, nor do the good ones beside it");
    blob_free(&before);
    blob_free(&after);
}

static const struct {
    fmi2ValueReference reference;
    const char *name;
    int items;
} enumerations[] = {{ASPERITY_VR_COMPLIANCE_LAW, "compliance.law", ASPERITY_COMPLIANCE_LAW_ITEMS},
                    {ASPERITY_VR_FRICTION_LAW, "friction.law", ASPERITY_FRICTION_LAW_ITEMS},
                    {ASPERITY_VR_COMPLIANCE_SOURCE, "compliance.source", ASPERITY_COMPLIANCE_SOURCE_ITEMS},
                    {ASPERITY_VR_FRICTION_E_R_SOURCE, "friction.e_rSource", ASPERITY_SPIN_RADIUS_SOURCE_ITEMS},
                    {ASPERITY_VR_FRICTION_MAP, "friction.map", ASPERITY_FRICTION_MAP_ITEMS},
                    {ASPERITY_VR_FRICTION_BRISTLE_FRAME, "friction.bristleFrame", ASPERITY_BRISTLE_FRAME_ITEMS},
                    {ASPERITY_VR_FRICTION_BRISTLE_LIMIT, "friction.bristleLimit", ASPERITY_BRISTLE_LIMIT_ITEMS},
                    {ASPERITY_VR_GEOMETRY_PAIR, "geometry.pair", ASPERITY_GEOMETRY_PAIR_ITEMS},
                    {ASPERITY_VR_GEOMETRY_POINT, "geometry.point", ASPERITY_GEOMETRY_POINT_ITEMS},
                    {ASPERITY_VR_COUPLING_MODE, "coupling.mode", ASPERITY_COUPLING_MODE_ITEMS},
                    {ASPERITY_VR_COUPLING_ORDER, "coupling.order", ASPERITY_COUPLING_ORDER_ITEMS},
                    {ASPERITY_VR_COUPLING_MASS_SOURCE, "coupling.massSource", ASPERITY_MASS_SOURCE_ITEMS},
                    {ASPERITY_VR_COUPLING_FREE_ACCELERATION_SOURCE, "coupling.freeAccelerationSource",
                     ASPERITY_FREE_ACCELERATION_SOURCE_ITEMS},
                    {ASPERITY_VR_COUPLING_METHOD, "coupling.method", ASPERITY_COUPLING_METHOD_ITEMS},
                    {ASPERITY_VR_TIME_STEPPING_FRICTION, "timeStepping.friction",
                     ASPERITY_TIME_STEPPING_FRICTION_ITEMS},
                    {ASPERITY_VR_TIME_STEPPING_IMPACT, "timeStepping.impact", ASPERITY_TIME_STEPPING_IMPACT_ITEMS},
                    {ASPERITY_VR_TIME_STEPPING_LAW, "timeStepping.law", ASPERITY_TIME_STEPPING_LAW_ITEMS}};

/* In initialization mode, where they may still be set. */
static void check_enumerations(Unit *u)
{
    size_t i, k;
    for (i = 0; i < COUNT(enumerations); ++i) {
        const int bad[] = {0, -1, enumerations[i].items + 1, 2147483647, -2147483647 - 1};
        int was, is;
        EXPECT(u, fmi2OK, fmi.GetInteger(u->c, &enumerations[i].reference, 1, &was));
        for (k = 0; k < COUNT(bad); ++k) {
            EXPECT_NAMED(u, fmi2Discard, enumerations[i].name,
                         fmi.SetInteger(u->c, &enumerations[i].reference, 1, &bad[k]));
            EXPECT(u, fmi2OK, fmi.GetInteger(u->c, &enumerations[i].reference, 1, &is));
            CHECK(is == was, "%s keeps its item when %d is refused", enumerations[i].name, bad[k]);
        }
        for (k = 1; k <= (size_t)enumerations[i].items; ++k) choose(u, enumerations[i].reference, (int)k);
        choose(u, enumerations[i].reference, was);
    }
}

/* In initialization mode, too. */
static void check_integer(Unit *u)
{
    const fmi2ValueReference most = ASPERITY_VR_COUPLING_MAX_MICRO_STEPS, steps = ASPERITY_VR_MICRO_STEPS,
                             sides = ASPERITY_VR_FRICTION_SIDES;
    const int bad[] = {0, -1, -2147483647 - 1}, good[] = {1, 2147483647, 10000};
    const int no_sides[] = {3, 33, 0, -8, 2147483647}, some_sides[] = {4, 32, 8};
    double real = 1.0;
    size_t k;
    int is;
    for (k = 0; k < COUNT(no_sides); ++k)
        EXPECT_NAMED(u, fmi2Discard, "friction.sides", fmi.SetInteger(u->c, &sides, 1, &no_sides[k]));
    for (k = 0; k < COUNT(some_sides); ++k) EXPECT(u, fmi2OK, fmi.SetInteger(u->c, &sides, 1, &some_sides[k]));
    for (k = 0; k < COUNT(bad); ++k)
        EXPECT_NAMED(u, fmi2Discard, "coupling.maxMicroSteps", fmi.SetInteger(u->c, &most, 1, &bad[k]));
    for (k = 0; k < COUNT(good); ++k) {
        EXPECT(u, fmi2OK, fmi.SetInteger(u->c, &most, 1, &good[k]));
        EXPECT(u, fmi2OK, fmi.GetInteger(u->c, &most, 1, &is));
        CHECK(is == good[k], "coupling.maxMicroSteps is %d after it is set to %d", is, good[k]);
    }
    EXPECT_NAMED(u, fmi2Error, "coupling.maxMicroSteps", fmi.SetReal(u->c, &most, 1, &real));
    EXPECT_NAMED(u, fmi2Error, "microSteps", fmi.SetInteger(u->c, &steps, 1, &good[0]));
    EXPECT(u, fmi2OK, fmi.GetInteger(u->c, &steps, 1, &is));
    CHECK(is == 0, "microSteps is %d before a step", is);
}

/* What is fixed stays so once the simulation runs; to set it to the value it has is no change. */
static void check_fixed(Unit *u)
{
    const fmi2ValueReference track = ASPERITY_VR_LEDGER_TRACK;
    const fmi2Boolean on = fmi2True, off = fmi2False;
    size_t i;
    for (i = 0; i < COUNT(enumerations); ++i) {
        int is, other;
        EXPECT(u, fmi2OK, fmi.GetInteger(u->c, &enumerations[i].reference, 1, &is));
        EXPECT(u, fmi2OK, fmi.SetInteger(u->c, &enumerations[i].reference, 1, &is));
        other = 3 - is;
        EXPECT_NAMED(u, fmi2Error, enumerations[i].name, fmi.SetInteger(u->c, &enumerations[i].reference, 1, &other));
        EXPECT(u, fmi2OK, fmi.GetInteger(u->c, &enumerations[i].reference, 1, &other));
        CHECK(is == other, "%s stays what it was", enumerations[i].name);
    }
    EXPECT(u, fmi2OK, fmi.SetBoolean(u->c, &track, 1, &on));
    EXPECT_NAMED(u, fmi2Error, "ledger.track", fmi.SetBoolean(u->c, &track, 1, &off));
}

/* What only a whole can be judged by is refused where it is needed, and better values put it right. */
static void check_wholes(void)
{
    const double zero[4] = {0.0, 0.0, 0.0, 0.0}, one[4] = {1.0, 0.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 1.0};
    const fmi2ValueReference force = ASPERITY_VR_NORMAL_FORCE;
    double scratch[ASPERITY_STATES];
    Blob before, after;
    Unit u;
    unit_open(&u, fmi2CoSimulation, "whole");
    choose(&u, ASPERITY_VR_GEOMETRY_PAIR, ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE);
    unit_advance(&u, 'Z');
    put1(&u, ASPERITY_VR_FRICTION_MU_C, 0.6);
    EXPECT_NAMED(&u, fmi2Error, "mu_S", fmi.ExitInitializationMode(u.c));
    put1(&u, ASPERITY_VR_FRICTION_MU_C, 0.4);
    put1(&u, ASPERITY_VR_FRICTION_V_EPS, 0.02);
    EXPECT_NAMED(&u, fmi2Error, "v_eps", fmi.ExitInitializationMode(u.c));
    put1(&u, ASPERITY_VR_FRICTION_V_EPS, 0.0);
    put(&u, ASPERITY_VR_GEOMETRY_NORMAL_J, 3, zero);
    EXPECT_NAMED(&u, fmi2Error, "normalJ", fmi.ExitInitializationMode(u.c));
    put(&u, ASPERITY_VR_GEOMETRY_NORMAL_J, 3, up);
    EXPECT(&u, fmi2OK, fmi.ExitInitializationMode(u.c));
    put(&u, ASPERITY_VR_ORIENTATION_J, 4, zero);
    before = blob_take(&u);
    EXPECT_NAMED(&u, fmi2Error, "orientationJ", fmi.DoStep(u.c, 0.0, 1e-3, fmi2True));
    CHECK(mentions(u.log.message, "1,0,0,0"), "the log says what to do about it: \"%s\"", u.log.message);
    EXPECT_NAMED(&u, fmi2Error, "orientationJ", fmi.GetReal(u.c, &force, 1, scratch));
    after = blob_take(&u);
    CHECK(blob_equal(&before, &after), "a step that cannot be made changes nothing");
    put(&u, ASPERITY_VR_ORIENTATION_J, 4, one);
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 0.0, 1e-3, fmi2True));
    get1(&u, ASPERITY_VR_NORMAL_FORCE);
    unit_close(&u);
    blob_free(&before);
    blob_free(&after);

    unit_at(&u, fmi2ModelExchange, "whole", 'C');
    put(&u, ASPERITY_VR_CONTACT_NORMAL, 3, zero);
    EXPECT_NAMED(&u, fmi2Discard, "contactNormal", fmi.GetReal(u.c, &force, 1, scratch));
    EXPECT_NAMED(&u, fmi2Discard, "contactNormal", fmi.GetDerivatives(u.c, scratch, ASPERITY_STATES));
    EXPECT_NAMED(&u, fmi2Discard, "contactNormal", fmi.GetEventIndicators(u.c, scratch, ASPERITY_EVENT_INDICATORS));
    put(&u, ASPERITY_VR_CONTACT_NORMAL, 3, up);
    EXPECT(&u, fmi2OK, fmi.GetDerivatives(u.c, scratch, ASPERITY_STATES));
    unit_close(&u);
}

static void check_continuous_states(Unit *u)
{
    double x[ASPERITY_STATES] = {1e-6, 2e-6, 0.0, 0.5, 1.0, 2.0, 3.0, 4e-6}, y[ASPERITY_STATES];
    int i;
    EXPECT(u, fmi2OK, fmi.SetContinuousStates(u->c, x, ASPERITY_STATES));
    for (i = 0; i < ASPERITY_STATES; ++i) {
        const double was = x[i];
        x[i] = i % 2 ? NAN : INFINITY;
        EXPECT(u, fmi2Discard, fmi.SetContinuousStates(u->c, x, ASPERITY_STATES));
        x[i] = was;
        EXPECT(u, fmi2OK, fmi.GetContinuousStates(u->c, y, ASPERITY_STATES));
        CHECK(same_bits(x, y, ASPERITY_STATES), "states that are not finite are refused as a whole");
    }
    put1(u, ASPERITY_VR_S_DW, 0.25);
    CHECK(get1(u, ASPERITY_VR_S_DW) == 0.25, "a state can be set by its value reference");
    EXPECT(u, fmi2OK, fmi.GetNominalsOfContinuousStates(u->c, y, ASPERITY_STATES));
    for (i = 0; i < ASPERITY_STATES; ++i)
        CHECK(y[i] > 0.0 && isfinite(y[i]), "nominal %d is positive, not %g", i, y[i]);
    EXPECT(u, fmi2OK, fmi.GetDerivatives(u->c, x, ASPERITY_STATES));
    get(u, ASPERITY_VR_DER_Z, 3, y);
    CHECK(same_bits(x, y, 3) && x[3] == get1(u, ASPERITY_VR_DER_S_DW) &&
              x[ASPERITY_STATES - 1] == get1(u, ASPERITY_VR_DER_Z_R),
          "fmi2GetDerivatives reads what der(...) reads");
    CHECK(fmi.SetTime(u->c, NAN) != fmi2OK, "time is a number");
    CHECK(fmi.SetTime(u->c, INFINITY) != fmi2OK, "time is finite");
}

void check_values(void)
{
    Unit u;
    int kind;
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; ++kind) {
        const double z = 1e-6;
        const fmi2ValueReference state = ASPERITY_VR_Z;
        unit_at(&u, (fmi2Type)kind, "values", 'Z');
        check_enumerations(&u);
        check_integer(&u);
        check_not_finite(&u);
        check_out_of_range(&u);
        check_wrong_references(&u);
        EXPECT(&u, fmi2OK, fmi.SetReal(u.c, &state, 1, &z));
        EXPECT(&u, fmi2OK, fmi.ExitInitializationMode(u.c));
        check_not_finite(&u);
        check_out_of_range(&u);
        check_wrong_references(&u);
        check_fixed(&u);
        if (kind == fmi2CoSimulation)
            EXPECT_NAMED(&u, fmi2Error, "z[1]", fmi.SetReal(u.c, &state, 1, &z));
        unit_close(&u);
    }
    unit_at(&u, fmi2ModelExchange, "continuous", 'C');
    check_continuous_states(&u);
    EXPECT_NAMED(&u, fmi2Error, "compliance.k",
                 fmi.SetReal(u.c, (const fmi2ValueReference[]){ASPERITY_VR_COMPLIANCE_K}, 1, (const double[]){2e6}));
    unit_close(&u);
    check_wholes();
}

static void check_input_derivatives(Unit *u)
{
    const fmi2ValueReference input = ASPERITY_VR_RELATIVE_VELOCITY, output = ASPERITY_VR_NORMAL_FORCE,
                             force = ASPERITY_VR_FORCE_I + 2;
    const fmi2Integer zeroth = 0, first = 1, second = 2;
    const double one = 1.0, bad = NAN;
    double value;
    EXPECT(u, fmi2OK, fmi.SetRealInputDerivatives(u->c, &input, 1, &first, &one));
    EXPECT_NAMED(u, fmi2Error, "order", fmi.SetRealInputDerivatives(u->c, &input, 1, &zeroth, &one));
    EXPECT_NAMED(u, fmi2Error, "order", fmi.SetRealInputDerivatives(u->c, &input, 1, &second, &one));
    EXPECT_NAMED(u, fmi2Error, "normalForce", fmi.SetRealInputDerivatives(u->c, &output, 1, &first, &one));
    EXPECT_NAMED(u, fmi2Discard, "relativeVelocity[1]", fmi.SetRealInputDerivatives(u->c, &input, 1, &first, &bad));
    EXPECT_NAMED(u, fmi2Error, "normalForce", fmi.GetRealOutputDerivatives(u->c, &output, 1, &first, &value));
    EXPECT_NAMED(u, fmi2Error, "order 2", fmi.GetRealOutputDerivatives(u->c, &force, 1, &second, &value));
    EXPECT(u, fmi2OK, fmi.GetRealOutputDerivatives(u->c, &force, 1, &first, &value));
    CHECK(isfinite(value), "the rate of forceI[3] is %g", value);
}

void check_steps(void)
{
    const double bad_steps[] = {0.0, -0.0, -1e-3, NAN, INFINITY, -INFINITY};
    const double bad_points[] = {NAN, INFINITY, -INFINITY};
    const double fast[3] = {0.0, 0.0, -1e9};
    fmi2Status status;
    fmi2Boolean ended = fmi2True;
    double time = -1.0;
    Blob before, after;
    size_t i;
    Unit u;
    unit_at(&u, fmi2CoSimulation, "steps", 'S');
    check_input_derivatives(&u);
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 0.0, 1e-3, fmi2True));
    before = blob_take(&u);
    for (i = 0; i < COUNT(bad_steps); ++i)
        EXPECT_NAMED(&u, fmi2Error, "step", fmi.DoStep(u.c, 1e-3, bad_steps[i], fmi2True));
    for (i = 0; i < COUNT(bad_points); ++i) EXPECT(&u, fmi2Error, fmi.DoStep(u.c, bad_points[i], 1e-3, fmi2True));
    after = blob_take(&u);
    CHECK(blob_equal(&before, &after), "refused steps change nothing");
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 1e-3 * (1 + 1e-13), 1e-3, fmi2True));
    CHECK(u.log.count == 0, "rounding of the communication point is no warning: \"%s\"", u.log.message);
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 0.5, 1e-3, fmi2True));
    CHECK(u.log.count > 0 && u.log.status == fmi2Warning && strcmp(u.log.category, "logStatusWarning") == 0,
          "a communication point elsewhere is borne with, and a warning: \"%s\"", u.log.message);
    EXPECT(&u, fmi2OK, fmi.GetRealStatus(u.c, fmi2LastSuccessfulTime, &time));
    CHECK(time == 0.5 + 1e-3, "the last successful time is the end of the last step, not %.17g", time);
    EXPECT(&u, fmi2OK, fmi.GetBooleanStatus(u.c, fmi2Terminated, &ended));
    CHECK(!ended, "the unit never ends by itself");
    EXPECT(&u, fmi2Discard, fmi.GetRealStatus(u.c, fmi2PendingStatus, &time));
    EXPECT(&u, fmi2Discard, fmi.GetBooleanStatus(u.c, fmi2DoStepStatus, &ended));

    /* An overflow is an error and no step; a long step that stays finite is a step. */
    put(&u, ASPERITY_VR_RELATIVE_VELOCITY, 3, fast);
    blob_free(&before);
    blob_free(&after);
    before = blob_take(&u);
    log_clear(&u.log);
    status = fmi.DoStep(u.c, 0.501, 1e305, fmi2True);
    CHECK(status == fmi2Error, "a step out of the range of numbers is an error, not %d", status);
    after = blob_take(&u);
    CHECK(blob_equal(&before, &after), "a step that overflows changes nothing");
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 0.501, 1e-3, fmi2True));
    get1(&u, ASPERITY_VR_NORMAL_FORCE);
    unit_close(&u);
    blob_free(&before);
    blob_free(&after);

    unit_open(&u, fmi2CoSimulation, "stop");
    EXPECT(&u, fmi2Error, fmi.SetupExperiment(u.c, fmi2False, 0.0, NAN, fmi2False, 0.0));
    EXPECT(&u, fmi2Error, fmi.SetupExperiment(u.c, fmi2False, 0.0, 0.0, fmi2True, NAN));
    EXPECT(&u, fmi2Error, fmi.SetupExperiment(u.c, fmi2False, 0.0, 1.0, fmi2True, 0.5));
    EXPECT(&u, fmi2OK, fmi.SetupExperiment(u.c, fmi2True, 1e-6, 1.0, fmi2True, 1.3));
    EXPECT(&u, fmi2OK, fmi.EnterInitializationMode(u.c));
    EXPECT(&u, fmi2OK, fmi.ExitInitializationMode(u.c));
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 1.0, 0.1, fmi2True));
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 1.1, 0.1, fmi2True));
    EXPECT_NAMED(&u, fmi2Error, "stop", fmi.DoStep(u.c, 1.2, 0.11, fmi2True));
    EXPECT(&u, fmi2OK, fmi.DoStep(u.c, 1.1 + 0.1, 1.3 - 1.1 - 0.1, fmi2True));
    EXPECT_NAMED(&u, fmi2Error, "stop", fmi.DoStep(u.c, 1.3, 0.1, fmi2True));
    EXPECT(&u, fmi2OK, fmi.Terminate(u.c));
    unit_close(&u);
}
