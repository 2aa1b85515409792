/* The impact in Co-Simulation: a sphere on a plane, moved by the host. */
#include "plants.h"

#include <math.h>
#include <string.h>

#define RADIUS 0.1
#define INERTIA (0.4 * MASS * RADIUS * RADIUS)

void set_impact_parameters(Unit *u)
{
    put1(u, ASPERITY_VR_COMPLIANCE_K, 1e6);
    put1(u, ASPERITY_VR_COMPLIANCE_P, 1.5);
    put1(u, ASPERITY_VR_COMPLIANCE_E, RESTITUTION);
    put1(u, ASPERITY_VR_FRICTION_MU_S, FRICTION + 0.05);
    put1(u, ASPERITY_VR_FRICTION_MU_C, FRICTION);
}

double energy_lost(void)
{
    return 0.5 * MASS
           * (APPROACH * APPROACH * (1.0 - RESTITUTION * RESTITUTION) + SLIP * SLIP - SLIP_AFTER * SLIP_AFTER);
}

void sphere_open(Unit *u, Sphere *s, const char *name, double slip)
{
    memset(s, 0, sizeof *s);
    unit_open(u, fmi2CoSimulation, name);
    set_impact_parameters(u);
    choose(u, ASPERITY_VR_GEOMETRY_PAIR, ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE);
    put1(u, ASPERITY_VR_GEOMETRY_RADIUS_I, RADIUS);
    s->position[2] = RADIUS + FALL;
    s->velocity[0] = slip;
    s->velocity[2] = -APPROACH;
    put(u, ASPERITY_VR_POSITION_I, 3, s->position);
    put(u, ASPERITY_VR_VELOCITY_I, 3, s->velocity);
    unit_advance(u, 'S');
}

/* Acceleration, then angular acceleration. */
static void sphere_rates(Unit *u, double rates[6])
{
    int i;
    get(u, ASPERITY_VR_FORCE_I, 3, rates);
    get(u, ASPERITY_VR_TORQUE_I, 3, rates + 3);
    for (i = 0; i < 3; ++i) {
        rates[i] /= MASS;
        rates[3 + i] /= INERTIA;
    }
}

/* The unit steps with the accelerations at t; the host then moves the sphere with rates linear over the step. */
static void sphere_step(Unit *u, Sphere *s, double h)
{
    static const fmi2Integer first[6] = {1, 1, 1, 1, 1, 1};
    fmi2ValueReference moving[6];
    double start[6], end[6];
    int i;
    for (i = 0; i < 3; ++i) {
        moving[i] = ASPERITY_VR_VELOCITY_I + (fmi2ValueReference)i;
        moving[3 + i] = ASPERITY_VR_ANGULAR_VELOCITY_I + (fmi2ValueReference)i;
    }
    put(u, ASPERITY_VR_POSITION_I, 3, s->position);
    put(u, ASPERITY_VR_VELOCITY_I, 3, s->velocity);
    put(u, ASPERITY_VR_ANGULAR_VELOCITY_I, 3, s->spin);
    sphere_rates(u, start);
    EXPECT(u, fmi2OK, fmi.SetRealInputDerivatives(u->c, moving, 6, first, start));
    EXPECT(u, fmi2OK, fmi.DoStep(u->c, s->time, h, fmi2False));
    sphere_rates(u, end);
    for (i = 0; i < 3; ++i) {
        s->position[i] += h * s->velocity[i] + h * h / 6.0 * (2.0 * start[i] + end[i]);
        s->velocity[i] += h / 2.0 * (start[i] + end[i]);
        s->spin[i] += h / 2.0 * (start[3 + i] + end[3 + i]);
    }
    s->time += h;
}

static void sphere_trace(Unit *u, double trace[TRACED])
{
    get(u, ASPERITY_VR_FORCE_I, 3, trace);
    get(u, ASPERITY_VR_TORQUE_I, 3, trace + 3);
    get(u, ASPERITY_VR_Z, 3, trace + 6);
    trace[9] = get1(u, ASPERITY_VR_S_DW);
    trace[10] = get1(u, ASPERITY_VR_GAP);
    trace[11] = get1(u, ASPERITY_VR_ENERGY_WORK);
    trace[12] = get1(u, ASPERITY_VR_ENERGY_DISSIPATED_NORMAL);
    trace[13] = get1(u, ASPERITY_VR_ENERGY_DISSIPATED_FRICTION);
    trace[14] = get1(u, ASPERITY_VR_ENERGY_ELASTIC);
}

void sphere_run(Unit *u, Sphere *s, int steps, double h, double *trace)
{
    int i;
    for (i = 0; i < steps; ++i) {
        sphere_step(u, s, h);
        if (trace != NULL) sphere_trace(u, trace + i * TRACED);
    }
}

static int touching(Unit *u)
{
    const fmi2ValueReference active = ASPERITY_VR_CONTACT_ACTIVE;
    fmi2Boolean is;
    EXPECT(u, fmi2OK, fmi.GetBoolean(u->c, &active, 1, &is));
    CHECK(is == (get1(u, ASPERITY_VR_GAP) < 0.0), "contactActive tells whether the gap is negative");
    return is;
}

void check_sphere(void)
{
    /* The host's trapezoid errs by (h/contact time)^2 = 3e-5 along the way, and by up to k (v h)^1.5 h / m = 5e-5 m/s
       in each of the two steps with an end of the contact inside. */
    const double h = 1e-4, tolerance = 2e-4;
    double on = -1.0, off = -1.0, forces[6], work;
    int i, k;
    Unit u;
    Sphere s;
    sphere_open(&u, &s, "sphere on plane", SLIP);
    for (i = 0; i < 300; ++i) {
        sphere_step(&u, &s, h);
        if (touching(&u) && on < 0.0) on = s.time;
        if (!touching(&u) && on >= 0.0 && off < 0.0) off = s.time;
        get(&u, ASPERITY_VR_FORCE_I, 3, forces);
        get(&u, ASPERITY_VR_FORCE_J, 3, forces + 3);
        for (k = 0; k < 3; ++k)
            CHECK(forces[k] == -forces[3 + k], "the force on the plane is opposite, component %d", k);
        CHECK(forces[2] >= 0.0, "contact never pulls");
    }
    CHECK(fabs(s.velocity[2] - RESTITUTION * APPROACH) <= tolerance, "rebound at %.7g m/s", s.velocity[2]);
    CHECK(fabs(s.velocity[0] - SLIP_AFTER) <= tolerance, "goes on along the plane at %.7g m/s", s.velocity[0]);
    CHECK(fabs(s.velocity[1]) <= 1e-12, "nothing pushes it sideways, not %g m/s", s.velocity[1]);
    CHECK(fabs(off - on - CONTACT_TIME) <= 2.0 * h, "contact lasts %.5g s", off - on);
    work = energy_lost() - 0.5 * INERTIA * s.spin[1] * s.spin[1];
    CHECK(fabs(get1(&u, ASPERITY_VR_ENERGY_WORK) / work - 1.0) <= 1e-3,
          "the ledger has the energy the sphere lost, %.6g J, not %.6g J", work, get1(&u, ASPERITY_VR_ENERGY_WORK));
    get(&u, ASPERITY_VR_FORCE_I, 3, forces);
    get(&u, ASPERITY_VR_TORQUE_I, 3, forces + 3);
    for (k = 0; k < 6; ++k) CHECK(forces[k] == 0.0, "apart, force and torque are exactly 0, not %g", forces[k]);
    EXPECT(&u, fmi2OK, fmi.Terminate(u.c));
    unit_close(&u);
}
