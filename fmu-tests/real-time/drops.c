/* A sphere of 1 kg strikes the body below it along the normal, without gravity. */
#include "scenes.h"

#include "../same-bits/bits.h"

#include <math.h>
#include <stdio.h>

#define RADIUS 0.1
#define OTHER 1.0
#define GAP 1e-3
#define SPEED 1.0
/* k = 1e6 N/m^1.5 makes an impact of 14 ms. */
#define STIFFNESS 1e6

/* Height of the sphere's centre where the surfaces touch; the bodies' frames are the world's. */
static const struct {
    int pair;
    const char *name;
    double height;
} pairs[] = {
    {ASPERITY_GEOMETRY_PAIR_EXTERNAL, "external", RADIUS},
    {ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE, "spherePlane", RADIUS},
    {ASPERITY_GEOMETRY_PAIR_SPHERE_SPHERE, "sphereSphere", OTHER + RADIUS},
    {ASPERITY_GEOMETRY_PAIR_SPHERE_IN_CYLINDER, "sphereInCylinder", RADIUS - OTHER},
    {ASPERITY_GEOMETRY_PAIR_SPHERE_ON_CYLINDER, "sphereOnCylinder", OTHER + RADIUS},
    {ASPERITY_GEOMETRY_PAIR_SPHERE_IN_SPHERE, "sphereInSphere", RADIUS - OTHER},
};
typedef char every_pair_is_dropped[COUNT(pairs) == ASPERITY_GEOMETRY_PAIR_ITEMS ? 1 : -1];
static const double restitutions[] = {0.01, 0.5, 0.99};

/* Interface coupling errs by its micro-steps, the kinematic one by the trapezoid of this host. */
static const struct {
    int mode;
    const char *name;
    double step, tolerance;
    int steps;
} couplings[] = {
    {ASPERITY_COUPLING_MODE_KINEMATIC, "kinematic", 1e-4, 1e-3, 1500},
    {ASPERITY_COUPLING_MODE_INTERFACE, "interface", 1e-3, 5e-4, 150},
};

static void put_motion(Unit *unit, int pair, double height, double z, double v)
{
    const double position[3] = {0, 0, z}, velocity[3] = {0, 0, v};
    put(unit, ASPERITY_VR_POSITION_I, 3, position);
    put(unit, ASPERITY_VR_VELOCITY_I, 3, velocity);
    if (pair != ASPERITY_GEOMETRY_PAIR_EXTERNAL) return;
    put1(unit, ASPERITY_VR_PENETRATION, height - z);
    put(unit, ASPERITY_VR_RELATIVE_VELOCITY, 3, velocity);
}

static double force(Unit *unit)
{
    double f[3];
    get(unit, ASPERITY_VR_FORCE_I, 3, f);
    return f[2];
}

/* The velocity after the impact [m/s]. */
static double drop(size_t p, size_t c, double restitution)
{
    static const double axis[3] = {0, 1, 0};
    static const fmi2ValueReference moving = ASPERITY_VR_VELOCITY_I + 2;
    static const fmi2Integer first_order = 1;
    const double h = couplings[c].step, height = pairs[p].height;
    const int kinematic = couplings[c].mode == ASPERITY_COUPLING_MODE_KINEMATIC;
    double z = height + GAP, v = -SPEED, before, after, plant[2];
    Unit unit;
    int i;
    unit_open(&unit, fmi2CoSimulation);
    choose(&unit, ASPERITY_VR_GEOMETRY_PAIR, pairs[p].pair);
    choose(&unit, ASPERITY_VR_COUPLING_MODE, couplings[c].mode);
    put1(&unit, ASPERITY_VR_GEOMETRY_RADIUS_I, RADIUS);
    put1(&unit, ASPERITY_VR_GEOMETRY_RADIUS_J, OTHER);
    put(&unit, ASPERITY_VR_GEOMETRY_AXIS_J, 3, axis);
    put1(&unit, ASPERITY_VR_COMPLIANCE_K, STIFFNESS);
    put1(&unit, ASPERITY_VR_COMPLIANCE_E, restitution);
    put1(&unit, ASPERITY_VR_COUPLING_MASS_I, 1.0);
    put_motion(&unit, pairs[p].pair, height, z, v);
    unit_initialize(&unit);
    unit_start(&unit);
    for (i = 0; i < couplings[c].steps; ++i) {
        before = force(&unit);
        if (kinematic && pairs[p].pair != ASPERITY_GEOMETRY_PAIR_EXTERNAL)
            OK(fmi.SetRealInputDerivatives(unit.c, &moving, 1, &first_order, &before));
        OK(fmi.DoStep(unit.c, h * i, h, fmi2False));
        after = force(&unit);
        if (!kinematic) before = after;
        z += h * v + h * h / 6.0 * (2.0 * before + after);
        v += h / 2.0 * (before + after);
        put_motion(&unit, pairs[p].pair, height, z, v);
        plant[0] = z - height;
        plant[1] = v;
        record(PLANT, 2, plant);
    }
    unit_close(&unit);
    return v;
}

void play_drops(void)
{
    char name[64];
    size_t p, c, e;
    for (p = 0; p < COUNT(pairs); ++p)
        for (c = 0; c < COUNT(couplings); ++c)
            for (e = 0; e < COUNT(restitutions); ++e) {
                double got;
                snprintf(name, sizeof name, "drop-%s-%s-%g", couplings[c].name, pairs[p].name, restitutions[e]);
                recording_open("", name);
                got = drop(p, c, restitutions[e]) / SPEED;
                recording_close();
                if (!(fabs(got - restitutions[e]) <= couplings[c].tolerance))
                    fail("%s: restitution %.7g", name, got);
            }
}
