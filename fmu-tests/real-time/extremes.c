#include "scenes.h"

#include "../same-bits/bits.h"

#include <math.h>

/* From the smallest subnormal number to far beyond what a law's exponentials tell from 0. */
static const double sizes[] = {0.0,    4.9e-324, 1e-320, 2.2e-308, 2.3e-308, 1e-200, 1e-155, 1e-100,
                               1e-30, 1e-16,    1e-9,   1e-6,     1e-3,     1.0,     1e3,    1e6};
/* What a slip of metres per second and more does to the force is beyond the table: so much is asked of a bristle. */
enum { LAST_DEFLECTION = 12, LAST_PENETRATION = 12, FIRST_NORMAL_PENETRATION = 4 };

/* One point of the laws; a status that is not OK ends the program. */
static void set_point(Unit *unit, double penetration, double slip, double approach, double deflection)
{
    const double velocity[3] = {slip, 0.5 * slip, -approach};
    const double state[STATES] = {deflection, -0.3 * deflection, 0, 0.25, 0, 0, 0, 0};
    put1(unit, ASPERITY_VR_PENETRATION, penetration);
    put(unit, ASPERITY_VR_RELATIVE_VELOCITY, 3, velocity);
    OK(fmi.SetContinuousStates(unit->c, state, STATES));
}

static void check_finite(Unit *unit, double penetration)
{
    double rates[STATES], force[3];
    int i;
    OK(fmi.GetDerivatives(unit->c, rates, STATES));
    get(unit, ASPERITY_VR_FORCE_I, 3, force);
    for (i = 0; i < STATES; ++i)
        if (!isfinite(rates[i])) fail("rate %d is %g at a penetration of %g m", i, rates[i], penetration);
    for (i = 0; i < 3; ++i)
        if (!isfinite(force[i])) fail("force %d is %g at a penetration of %g m", i, force[i], penetration);
}

static void play_grid(Unit *unit)
{
    size_t x, v, z;
    for (x = 0; x <= LAST_PENETRATION; ++x)
        for (v = 0; v < COUNT(sizes); ++v)
            for (z = 0; z <= LAST_DEFLECTION; ++z) {
                set_point(unit, sizes[x], sizes[v], sizes[z], sizes[z]);
                check_finite(unit, sizes[x]);
                /* with subnormal operands as 0 a subnormal penetration is no contact: another regime of the law */
                if (x < FIRST_NORMAL_PENETRATION) continue;
                record_outputs(unit);
                record_exchange(unit);
            }
}

/* Numbers that are none, too large or out of range, and calls out of order: the same status in every environment. */
static void play_refusals(void)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY, -1.0};
    static const fmi2ValueReference mu = ASPERITY_VR_FRICTION_MU_C, x = ASPERITY_VR_PENETRATION;
    double statuses[8], force[3];
    Unit unit;
    int i;
    unit_open(&unit, fmi2CoSimulation);
    for (i = 0; i < 4; ++i) statuses[i] = fmi.SetReal(unit.c, &mu, 1, &bad[i]);
    unit_initialize(&unit);
    unit_start(&unit);
    for (i = 0; i < 3; ++i) statuses[4 + i] = fmi.SetReal(unit.c, &x, 1, &bad[i]);
    statuses[7] = fmi.DoStep(unit.c, 0.0, -1e-3, fmi2False);
    record(STATUS, 8, statuses);
    for (i = 0; i < 8; ++i)
        if (statuses[i] == fmi2OK) fail("call %d with bad input is accepted", i);
    OK(fmi.DoStep(unit.c, 0.0, 1e-3, fmi2False));
    get(&unit, ASPERITY_VR_FORCE_I, 3, force);
    record(PLANT, 3, force);
    unit_close(&unit);
}

/* Bristles that are let go: their deflection passes through the subnormal numbers to 0. */
static void play_decay(int mode)
{
    static const fmi2ValueReference first_z = ASPERITY_VR_Z;
    const double deflected = 1e-5, h = 1e-3;
    double z = 0;
    Unit unit;
    int i;
    unit_open(&unit, fmi2CoSimulation);
    choose(&unit, ASPERITY_VR_COUPLING_MODE, mode);
    put1(&unit, ASPERITY_VR_PENETRATION, 1e-4);
    put1(&unit, first_z, deflected);
    unit_initialize(&unit);
    unit_start(&unit);
    put1(&unit, ASPERITY_VR_PENETRATION, -1e-4);
    for (i = 0; i < 5000; ++i) {
        OK(fmi.DoStep(unit.c, h * i, h, fmi2False));
        put1(&unit, ASPERITY_VR_PENETRATION, -1e-4);
        get(&unit, first_z, 1, &z);
        record(PLANT, 1, &z);
    }
    unit_close(&unit);
}

void play_extremes(void)
{
    Unit unit;
    recording_open("", "extremes-refusals");
    play_refusals();
    recording_close();
    recording_open("", "extremes-points");
    unit_open(&unit, fmi2ModelExchange);
    unit_initialize(&unit);
    unit_start(&unit);
    play_grid(&unit);
    unit_close(&unit);
    recording_close();
    recording_open("", "extremes-decay-kinematic");
    play_decay(ASPERITY_COUPLING_MODE_KINEMATIC);
    recording_close();
    recording_open("", "extremes-decay-interface");
    play_decay(ASPERITY_COUPLING_MODE_INTERFACE);
    recording_close();
}
