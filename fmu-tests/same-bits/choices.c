#include "choices.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name;
    fmi2ValueReference reference;
    int last; /* items 1 to this; 0: false or true */
    int steps_only;
} Choice;

static const Choice choices[CHOICES] = {
    {"geometry.pair", ASPERITY_VR_GEOMETRY_PAIR, ASPERITY_GEOMETRY_PAIR_ITEMS, 0},
    {"compliance.law", ASPERITY_VR_COMPLIANCE_LAW, ASPERITY_COMPLIANCE_LAW_ITEMS, 0},
    {"compliance.source", ASPERITY_VR_COMPLIANCE_SOURCE, ASPERITY_COMPLIANCE_SOURCE_ITEMS, 0},
    {"compliance.restitution", ASPERITY_VR_COMPLIANCE_RESTITUTION, ASPERITY_RESTITUTION_CURVE_ITEMS, 0},
    {"friction.law", ASPERITY_VR_FRICTION_LAW, ASPERITY_FRICTION_LAW_ITEMS, 0},
    /* the last item wants planes, which are no variables */
    {"friction.map", ASPERITY_VR_FRICTION_MAP, ASPERITY_FRICTION_MAP_ITEMS - 1, 0},
    {"friction.e_rSource", ASPERITY_VR_FRICTION_E_R_SOURCE, ASPERITY_SPIN_RADIUS_SOURCE_ITEMS, 0},
    {"friction.bristleFrame", ASPERITY_VR_FRICTION_BRISTLE_FRAME, ASPERITY_BRISTLE_FRAME_ITEMS, 0},
    {"friction.bristleLimit", ASPERITY_VR_FRICTION_BRISTLE_LIMIT, ASPERITY_BRISTLE_LIMIT_ITEMS, 0},
    {"geometry.point", ASPERITY_VR_GEOMETRY_POINT, ASPERITY_GEOMETRY_POINT_ITEMS, 0},
    {"geometry.isFlatI", ASPERITY_VR_GEOMETRY_IS_FLAT_I, 0, 0},
    {"geometry.isFlatJ", ASPERITY_VR_GEOMETRY_IS_FLAT_J, 0, 0},
    {"ledger.track", ASPERITY_VR_LEDGER_TRACK, 0, 0},
    {"coupling.mode", ASPERITY_VR_COUPLING_MODE, ASPERITY_COUPLING_MODE_ITEMS, 1},
    {"coupling.order", ASPERITY_VR_COUPLING_ORDER, ASPERITY_COUPLING_ORDER_ITEMS, 1},
    {"coupling.handBack", ASPERITY_VR_COUPLING_HAND_BACK, ASPERITY_HAND_BACK_ITEMS, 1},
    {"coupling.massSource", ASPERITY_VR_COUPLING_MASS_SOURCE, ASPERITY_MASS_SOURCE_ITEMS, 1},
    {"coupling.freeAccelerationSource", ASPERITY_VR_COUPLING_FREE_ACCELERATION_SOURCE,
     ASPERITY_FREE_ACCELERATION_SOURCE_ITEMS, 1},
    {"coupling.verifyMass", ASPERITY_VR_COUPLING_VERIFY_MASS, 0, 1},
    {"coupling.method", ASPERITY_VR_COUPLING_METHOD, ASPERITY_COUPLING_METHOD_ITEMS, 1},
    {"timeStepping.friction", ASPERITY_VR_TIME_STEPPING_FRICTION, ASPERITY_TIME_STEPPING_FRICTION_ITEMS, 1},
    {"timeStepping.impact", ASPERITY_VR_TIME_STEPPING_IMPACT, ASPERITY_TIME_STEPPING_IMPACT_ITEMS, 1},
    {"timeStepping.law", ASPERITY_VR_TIME_STEPPING_LAW, ASPERITY_TIME_STEPPING_LAW_ITEMS, 1},
};

enum { ITEMS = 8 };
static long answers[COUNT(choices)][ITEMS][2];

static int *item(Settings *settings, fmi2ValueReference parameter)
{
    size_t i;
    for (i = 0; i < COUNT(choices); ++i)
        if (choices[i].reference == parameter) return &settings->items[i];
    fail("%u is no parameter with items", parameter);
}

int chosen(const Settings *settings, fmi2ValueReference parameter)
{
    Settings copy = *settings;
    return *item(&copy, parameter);
}

void name_settings(const Settings *settings, char *text, size_t size)
{
    size_t i, at = 0;
    for (i = 0; i < COUNT(choices) && at < size; ++i)
        at += (size_t)snprintf(text + at, size - at, "%s%s=%d", i ? " " : "", choices[i].name, settings->items[i]);
}

static int is_rigid(const Settings *settings)
{
    return chosen(settings, ASPERITY_VR_COUPLING_METHOD) == ASPERITY_COUPLING_METHOD_TIME_STEPPING;
}

void draw_settings(Random *random, fmi2Type kind, int pair, Settings *settings)
{
    size_t i;
    memset(settings, 0, sizeof *settings);
    for (i = 0; i < COUNT(choices); ++i) {
        const int any = choices[i].last == 0 ? (int)draw_below(random, 2)
                                             : 1 + (int)draw_below(random, (unsigned)choices[i].last);
        settings->items[i] = any;
        if (choices[i].steps_only && kind == fmi2ModelExchange) settings->items[i] = choices[i].last == 0 ? 0 : 1;
    }
    *item(settings, ASPERITY_VR_GEOMETRY_PAIR) = pair;
    if (chosen(settings, ASPERITY_VR_COMPLIANCE_LAW) == ASPERITY_COMPLIANCE_LAW_KELVIN_VOIGT)
        *item(settings, ASPERITY_VR_COMPLIANCE_SOURCE) = ASPERITY_COMPLIANCE_SOURCE_STIFFNESS;
    if (chosen(settings, ASPERITY_VR_COUPLING_ORDER) == ASPERITY_COUPLING_ORDER_PARALLEL)
        *item(settings, ASPERITY_VR_COUPLING_FREE_ACCELERATION_SOURCE) = ASPERITY_FREE_ACCELERATION_SOURCE_INPUT;
    if (is_rigid(settings)) {
        *item(settings, ASPERITY_VR_COUPLING_MODE) = ASPERITY_COUPLING_MODE_INTERFACE;
        *item(settings, ASPERITY_VR_FRICTION_E_R_SOURCE) = ASPERITY_SPIN_RADIUS_SOURCE_GIVEN;
        *item(settings, ASPERITY_VR_COUPLING_FREE_ACCELERATION_SOURCE) = ASPERITY_FREE_ACCELERATION_SOURCE_INPUT;
    }
}

/* Half of the exponents are those of a law of their own, half need a power. */
static double draw_exponent(Random *random)
{
    static const double exponents[4] = {1.0, 1.5, 2.0, 3.0};
    return draw_below(random, 2) ? exponents[draw_below(random, COUNT(exponents))] : draw_between(random, 1.0, 3.0);
}

static void put_compliance(Unit *unit, Random *random, const Settings *settings)
{
    static const double stiffnesses[3] = {1e4, 1e6, 1e8}, restitutions[4] = {0.001, 0.5, 0.99, 1.0};
    double speed = 0.0;
    int k;
    const int linear = chosen(settings, ASPERITY_VR_COMPLIANCE_LAW) == ASPERITY_COMPLIANCE_LAW_KELVIN_VOIGT;
    put1(unit, ASPERITY_VR_COMPLIANCE_K, stiffnesses[draw_below(random, 3)] * draw_between(random, 0.5, 2.0));
    put1(unit, ASPERITY_VR_COMPLIANCE_P, linear ? 1.0 : draw_exponent(random));
    put1(unit, ASPERITY_VR_COMPLIANCE_E,
         draw_below(random, 4) ? draw_between(random, 0.01, 1.0) : restitutions[draw_below(random, 4)]);
    put1(unit, ASPERITY_VR_COMPLIANCE_ALPHA, draw_below(random, 2) ? 0.0 : draw_between(random, 0.0, 1.0));
    put1(unit, ASPERITY_VR_COMPLIANCE_V_MIN, draw_between(random, 1e-4, 1e-2));
    put1(unit, ASPERITY_VR_COMPLIANCE_V_REF, draw_between(random, 1e-4, 0.1));
    put1(unit, ASPERITY_VR_COMPLIANCE_Q, draw_between(random, 0.0, 0.5));
    for (k = 0; k < 8; ++k) {
        speed += draw_between(random, 1e-3, 0.2);
        put1(unit, ASPERITY_VR_COMPLIANCE_TABLE_SPEED + (fmi2ValueReference)k, speed);
        put1(unit, ASPERITY_VR_COMPLIANCE_TABLE_E + (fmi2ValueReference)k, draw_between(random, 0.01, 1.0));
    }
    put1(unit, ASPERITY_VR_COMPLIANCE_D_MAX, draw_below(random, 2) ? 2000.0 : draw_between(random, 1.0, 10.0));
    put1(unit, ASPERITY_VR_COMPLIANCE_VSMALL, draw_between(random, 1e-3, 0.1));
    put1(unit, ASPERITY_VR_COMPLIANCE_M, draw_between(random, 0.2, 5.0));
    put1(unit, ASPERITY_VR_MATERIAL_E_I, draw_between(random, 1e7, 2.1e11));
    put1(unit, ASPERITY_VR_MATERIAL_NU_I, draw_between(random, 0.0, 0.5));
    put1(unit, ASPERITY_VR_MATERIAL_E_J, draw_between(random, 1e7, 2.1e11));
    put1(unit, ASPERITY_VR_MATERIAL_NU_J, draw_between(random, 0.0, 0.5));
    put1(unit, ASPERITY_VR_MATERIAL_K_RED, draw_between(random, 1e-4, 1e-3));
    put1(unit, ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_I, draw_between(random, 0.05, 0.2));
    put1(unit, ASPERITY_VR_GEOMETRY_CONTACT_RADIUS_J, draw_between(random, 0.5, 2.0));
}

static void put_friction(Unit *unit, Random *random, const Settings *settings)
{
    const double mu = draw_between(random, 0.05, 0.8), v_s = draw_between(random, 1e-3, 0.05);
    const double sigma_0 = 1e5 * draw_between(random, 0.5, 2.0);
    put1(unit, ASPERITY_VR_FRICTION_MU_S, mu * draw_between(random, 1.0, 1.5));
    put1(unit, ASPERITY_VR_FRICTION_MU_C, mu);
    put1(unit, ASPERITY_VR_FRICTION_SIGMA_0, sigma_0);
    put1(unit, ASPERITY_VR_FRICTION_SIGMA_1, sigma_0 * draw_between(random, 1e-3, 1e-2));
    put1(unit, ASPERITY_VR_FRICTION_SIGMA_2, draw_below(random, 2) ? 0.0 : draw_between(random, 0.0, 30.0));
    put1(unit, ASPERITY_VR_FRICTION_V_S, v_s);
    put1(unit, ASPERITY_VR_FRICTION_V_EPS, draw_below(random, 2) ? 0.0 : draw_between(random, 0.01, 0.5) * v_s);
    put1(unit, ASPERITY_VR_FRICTION_TAU_DW, draw_between(random, 1e-3, 2.0));
    put1(unit, ASPERITY_VR_FRICTION_VSMALL, draw_between(random, 1e-3, 0.1));
    put1(unit, ASPERITY_VR_FRICTION_WSMALL, draw_between(random, 1e-3, 5.0));
    if (is_rigid(settings)) {
        put1(unit, ASPERITY_VR_TIME_STEPPING_K_T, draw_below(random, 2) ? 0.0 : 1e8 * draw_between(random, 0.1, 10.0));
        put1(unit, ASPERITY_VR_TIME_STEPPING_V_TH, draw_between(random, 1e-3, 0.05));
        choose(unit, ASPERITY_VR_TIME_STEPPING_SIDES, 4 + 2 * (int)draw_below(random, 15));
    } else {
        put1(unit, ASPERITY_VR_FRICTION_MU_R, draw_below(random, 2) ? 0.0 : draw_between(random, 0.0, 0.1));
        put1(unit, ASPERITY_VR_FRICTION_E_R, draw_below(random, 3) ? draw_between(random, 1e-3, 0.2) : 0.0);
    }
    choose(unit, ASPERITY_VR_FRICTION_SIDES, 4 + 2 * (int)draw_below(random, 15));
}

static void put_bodies(Unit *unit, Random *random)
{
    fmi2ValueReference inertia = ASPERITY_VR_COUPLING_INERTIA_I;
    int body, k;
    /* Now and then too few for the stiffness. */
    if (draw_below(random, 5) == 0) choose(unit, ASPERITY_VR_COUPLING_MAX_MICRO_STEPS, 3);
    put1(unit, ASPERITY_VR_COUPLING_MASS_I, draw_between(random, 0.5, 5.0));
    put1(unit, ASPERITY_VR_COUPLING_MASS_J, draw_below(random, 2) ? 0.0 : draw_between(random, 0.5, 5.0));
    for (body = 0; body < 2; ++body, inertia = ASPERITY_VR_COUPLING_INERTIA_J) {
        /* Products well below the moments: positive definite. */
        double values[6];
        for (k = 0; k < 3; ++k) values[k] = draw_between(random, 3e-3, 9e-3);
        for (; k < 6; ++k) values[k] = draw_between(random, -1e-3, 1e-3);
        put(unit, inertia, 6, values);
    }
}

void put_settings(Unit *unit, Random *random, const Settings *settings)
{
    size_t i;
    for (i = 0; i < COUNT(choices); ++i) {
        const fmi2ValueReference reference = choices[i].reference;
        if (choices[i].last == 0) OK(fmi.SetBoolean(unit->c, &reference, 1, &settings->items[i]));
        else choose(unit, reference, settings->items[i]);
    }
    put_compliance(unit, random, settings);
    put_friction(unit, random, settings);
    put_bodies(unit, random);
}

void count_settings(const Settings *settings, fmi2Type kind)
{
    size_t i;
    for (i = 0; i < COUNT(choices); ++i) ++answers[i][settings->items[i]][kind];
}

void write_choices(const char *folder)
{
    char path[1024];
    FILE *file;
    size_t i;
    int k;
    snprintf(path, sizeof path, "%s/choices.csv", folder);
    file = fopen(path, "wb");
    if (file == NULL) fail("%s cannot be written", path);
    fputs("parameter,item,exchange,steps\n", file);
    for (i = 0; i < COUNT(choices); ++i)
        for (k = choices[i].last == 0 ? 0 : 1; k <= (choices[i].last == 0 ? 1 : choices[i].last); ++k)
            fprintf(file, "%s,%d,%ld,%ld\n", choices[i].name, k, answers[i][k][fmi2ModelExchange],
                    answers[i][k][fmi2CoSimulation]);
    if (ferror(file) | fclose(file)) fail("%s cannot be written", path);
}
