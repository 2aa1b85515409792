/* Every law at random points in general position, each in an instance of its own: nothing precedes an answer, and none
   lies at a kink of a law, where a rounding decides between two forces that are both right. */
#include "scenes.h"

#include "../same-bits/choices.h"

#include <stdio.h>

#define RADIUS 0.1
#define OTHER 1.0
enum { CASES = 150 };

static void draw_all(Random *random, double size, size_t n, double *v)
{
    size_t i;
    for (i = 0; i < n; ++i) v[i] = draw_between(random, -size, size);
}

/* The sphere of body i above, on or in body j, whose frame is the world's: `depth` [m] inside its surface. */
static void put_bodies(Unit *unit, Random *random, int pair, double depth)
{
    static const double up[3] = {0.0, 0.0, 1.0}, around[3] = {0.6, 0.0, 0.8}, normal[3] = {0.36, 0.48, 0.8};
    const struct {
        const double *out;
        double distance;
    } centres[] = {
        [ASPERITY_GEOMETRY_PAIR_EXTERNAL] = {up, RADIUS - depth},
        [ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE] = {up, RADIUS - depth},
        [ASPERITY_GEOMETRY_PAIR_SPHERE_SPHERE] = {normal, OTHER + RADIUS - depth},
        [ASPERITY_GEOMETRY_PAIR_SPHERE_IN_CYLINDER] = {around, OTHER - RADIUS + depth},
        [ASPERITY_GEOMETRY_PAIR_SPHERE_ON_CYLINDER] = {around, OTHER + RADIUS - depth},
        [ASPERITY_GEOMETRY_PAIR_SPHERE_IN_SPHERE] = {normal, OTHER - RADIUS + depth},
    };
    double position[3], v[3], w[6] = {0.6, 0.8, 0.7, 0.1, -0.05, 0.08};
    int i;
    /* Every pair has a place. */
    (void)sizeof(char[COUNT(centres) == ASPERITY_GEOMETRY_PAIR_ITEMS + 1 ? 1 : -1]);
    for (i = 0; i < 3; ++i) position[i] = centres[pair].distance * centres[pair].out[i];
    put(unit, ASPERITY_VR_POSITION_I, 3, position);
    put1(unit, ASPERITY_VR_PENETRATION, depth);
    put(unit, ASPERITY_VR_CONTACT_NORMAL, 3, normal);
    draw_all(random, 0.3, 3, v);
    put(unit, ASPERITY_VR_CONTACT_POINT, 3, v);
    draw_all(random, 1.0, 3, v);
    put(unit, ASPERITY_VR_VELOCITY_I, 3, v);
    put(unit, ASPERITY_VR_RELATIVE_VELOCITY, 3, v);
    draw_all(random, 5.0, 3, v);
    put(unit, ASPERITY_VR_ANGULAR_VELOCITY_I, 3, v);
    draw_all(random, 1.0, 3, v);
    put(unit, ASPERITY_VR_ANGULAR_VELOCITY_J, 3, v);
    put(unit, ASPERITY_VR_INVERSE_MASS, 6, w);
    for (i = 0; i < 6; ++i) w[i] *= 100.0;
    put(unit, ASPERITY_VR_INVERSE_INERTIA, 6, w);
    draw_all(random, 10.0, 3, v);
    put(unit, ASPERITY_VR_FREE_ACCELERATION, 3, v);
    put(unit, ASPERITY_VR_FREE_ANGULAR_ACCELERATION, 3, v);
}

static void open_case(Unit *unit, Random *random, fmi2Type kind, int pair, double depth)
{
    static const double axis[3] = {0, 1, 0};
    Settings settings;
    draw_settings(random, kind, pair, &settings);
    unit_open(unit, kind);
    put_settings(unit, random, &settings);
    put1(unit, ASPERITY_VR_GEOMETRY_RADIUS_I, RADIUS);
    put1(unit, ASPERITY_VR_GEOMETRY_RADIUS_J, OTHER);
    put(unit, ASPERITY_VR_GEOMETRY_AXIS_J, 3, axis);
    put_bodies(unit, random, pair, depth);
    unit_initialize(unit);
    unit_start(unit);
}

static void answer(Unit *unit, Random *random, int is_exchange)
{
    double direction[TANGENT_KNOWNS];
    draw_all(random, 1.0, TANGENT_KNOWNS, direction);
    record_outputs(unit);
    if (!is_exchange) return;
    record_exchange(unit);
    record_tangent(unit, direction);
}

static void play_point(Random *random, fmi2Type kind, int pair)
{
    const double depth = draw_between(random, 1e-4, 3e-3) * (draw_below(random, 4) ? 1.0 : -1.0);
    double y[STATES];
    Unit unit;
    open_case(&unit, random, kind, pair, depth);
    if (kind == fmi2ModelExchange) {
        draw_all(random, 1e-4, STATES, y);
        y[3] = draw_between(random, 0.0, 1.0);
        OK(fmi.SetContinuousStates(unit.c, y, STATES));
        answer(&unit, random, 1);
        unit_event(&unit);
    } else {
        answer(&unit, random, 0);
        OK(fmi.DoStep(unit.c, 0.0, draw_between(random, 1e-6, 1e-4), fmi2False));
    }
    answer(&unit, random, kind == fmi2ModelExchange);
    unit_close(&unit);
}

void play_points(void)
{
    Random random = {0x853c49e6748fea9bull};
    char name[64];
    int kind, pair, i;
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; ++kind)
        for (pair = ASPERITY_GEOMETRY_PAIR_EXTERNAL; pair <= ASPERITY_GEOMETRY_PAIR_ITEMS; ++pair) {
            snprintf(name, sizeof name, "points-%s-pair %d", kind == fmi2ModelExchange ? "exchange" : "steps", pair);
            recording_open("", name);
            for (i = 0; i < CASES; ++i) play_point(&random, (fmi2Type)kind, pair);
            recording_close();
        }
}
