/* The impact in Model Exchange: a point above a surface, external pair, Runge-Kutta with located events. */
#include "plants.h"

#include <math.h>
#include <string.h>

static void point_set(Unit *u, double time, const double y[POINT])
{
    const double v_r[3] = {y[UNIT + 2], 0.0, -y[UNIT + 1]};
    EXPECT(u, fmi2OK, fmi.SetTime(u->c, time));
    EXPECT(u, fmi2OK, fmi.SetContinuousStates(u->c, y, UNIT));
    put1(u, ASPERITY_VR_PENETRATION, y[UNIT]);
    put(u, ASPERITY_VR_RELATIVE_VELOCITY, 3, v_r);
}

static void point_rates(Unit *u, double time, const double y[POINT], double rates[POINT])
{
    point_set(u, time, y);
    EXPECT(u, fmi2OK, fmi.GetDerivatives(u->c, rates, UNIT));
    rates[UNIT] = y[UNIT + 1];
    rates[UNIT + 1] = -get1(u, ASPERITY_VR_NORMAL_FORCE) / MASS;
    rates[UNIT + 2] = get1(u, ASPERITY_VR_FRICTION_FORCE) / MASS;
}

/* One step of the classical Runge-Kutta method; the unit is left at its end. */
static void point_step(Unit *u, double time, const double y[POINT], double h, double end[POINT])
{
    static const double at[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double rates[POINT] = {0}, sum[POINT] = {0}, stage[POINT];
    int i, k;
    for (k = 0; k < 4; ++k) {
        for (i = 0; i < POINT; ++i) stage[i] = y[i] + at[k] * h * rates[i];
        point_rates(u, time + at[k] * h, stage, rates);
        for (i = 0; i < POINT; ++i) sum[i] += weight[k] * rates[i];
    }
    for (i = 0; i < POINT; ++i) end[i] = y[i] + h / 6.0 * sum[i];
    point_set(u, time + h, end);
}

static int crossed(Unit *u, const double before[ZEROS])
{
    double after[ZEROS];
    int i, change = 0;
    EXPECT(u, fmi2OK, fmi.GetEventIndicators(u->c, after, ZEROS));
    for (i = 0; i < ZEROS; ++i) {
        CHECK(isfinite(after[i]), "indicator %d is finite", i);
        change |= (before[i] > 0.0) != (after[i] > 0.0);
    }
    return change;
}

/* Halves the step until its end is the first number past the event; returns that step. */
static double locate(Unit *u, double time, const double y[POINT], double h, const double before[ZEROS],
                     double end[POINT])
{
    double low = 0.0, high = h;
    while (high - low > 1e-17) {
        const double middle = 0.5 * (low + high);
        point_step(u, time, y, middle, end);
        if (crossed(u, before)) high = middle;
        else low = middle;
    }
    point_step(u, time, y, high, end);
    return high;
}

static void handle_event(Unit *u)
{
    fmi2EventInfo info;
    memset(&info, 0x55, sizeof info);
    EXPECT(u, fmi2OK, fmi.EnterEventMode(u->c));
    EXPECT(u, fmi2OK, fmi.NewDiscreteStates(u->c, &info));
    CHECK(info.newDiscreteStatesNeeded == fmi2False && info.terminateSimulation == fmi2False
              && info.nominalsOfContinuousStatesChanged == fmi2False && info.nextEventTimeDefined == fmi2False
              && (unsigned)info.valuesOfContinuousStatesChanged <= 1,
          "all of fmi2EventInfo is filled, and one iteration does");
    EXPECT(u, fmi2OK, fmi.EnterContinuousTimeMode(u->c));
}

/* One step of h, in pieces where there are events. */
static int point_advance(Unit *u, Point *p, double h)
{
    const double until = p->time + h;
    double before[ZEROS], end[POINT];
    fmi2Boolean enter, terminate;
    int events = 0;
    while (p->time < until) {
        double step = until - p->time;
        int event;
        EXPECT(u, fmi2OK, fmi.GetEventIndicators(u->c, before, ZEROS));
        point_step(u, p->time, p->y, step, end);
        event = crossed(u, before);
        if (event) step = locate(u, p->time, p->y, step, before, end);
        memcpy(p->y, end, sizeof end);
        p->time = event ? p->time + step : until;
        EXPECT(u, fmi2OK, fmi.CompletedIntegratorStep(u->c, fmi2True, &enter, &terminate));
        CHECK(!terminate, "the unit never ends by itself");
        if (event || enter) handle_event(u);
        if (event && !CHECK(++events < 20, "events come to an end")) break;
    }
    return events;
}

int point_run(Unit *u, Point *p, int steps, double h, double *trace)
{
    int events = 0, i;
    for (i = 0; i < steps; ++i) {
        events += point_advance(u, p, h);
        if (trace != NULL) memcpy(trace + i * POINT, p->y, sizeof p->y);
    }
    return events;
}

void point_open(Unit *u, Point *p, const char *name)
{
    memset(p, 0, sizeof *p);
    p->y[UNIT] = -FALL;
    p->y[UNIT + 1] = APPROACH;
    p->y[UNIT + 2] = SLIP;
    unit_open(u, fmi2ModelExchange, name);
    set_impact_parameters(u);
    put1(u, ASPERITY_VR_PENETRATION, p->y[UNIT]);
    unit_advance(u, 'C');
    EXPECT(u, fmi2OK, fmi.GetContinuousStates(u->c, p->y, UNIT));
    point_set(u, 0.0, p->y);
}

void check_point(void)
{
    /* Fourth order, but x^1.5 has no second derivative where contact begins and ends: (h/contact time)^2.5 = 6e-9. */
    const double tolerance = 1e-7;
    Point p;
    Unit u;
    int events;
    point_open(&u, &p, "point");
    events = point_run(&u, &p, 2500, 1e-5, NULL);
    CHECK(events == 2, "contact begins and ends once, not %d events", events);
    CHECK(fabs(-p.y[UNIT + 1] / (RESTITUTION * APPROACH) - 1.0) <= tolerance, "rebound at %.10g m/s", -p.y[UNIT + 1]);
    CHECK(fabs(p.y[UNIT + 2] / SLIP_AFTER - 1.0) <= tolerance, "slips on at %.10g m/s", p.y[UNIT + 2]);
    CHECK(fabs(get1(&u, ASPERITY_VR_ENERGY_WORK) / energy_lost() - 1.0) <= tolerance,
          "the ledger has the energy the point lost, %.9g J, not %.9g J", energy_lost(),
          get1(&u, ASPERITY_VR_ENERGY_WORK));
    CHECK(fabs(get1(&u, ASPERITY_VR_ENERGY_RESIDUAL)) <= tolerance * energy_lost(), "the ledger adds up to %g J",
          get1(&u, ASPERITY_VR_ENERGY_RESIDUAL));
    CHECK(get1(&u, ASPERITY_VR_EFFECTIVE_RESTITUTION) == RESTITUTION, "the law gives e itself");
    EXPECT(&u, fmi2OK, fmi.Terminate(u.c));
    unit_close(&u);
}
