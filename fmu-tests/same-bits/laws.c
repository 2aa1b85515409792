/* Every law: bodies near each other at random places, with random settings of everything, in both kinds. */
#include "choices.h"

#include <math.h>
#include <stdio.h>

#define RADIUS 0.1
#define HOLLOW 1.0
enum { CASES = 200, POINTS = 10 };

static const char *const pairs[] = {"external", "spherePlane", "sphereSphere", "sphereInCylinder", "sphereOnCylinder",
                                    "sphereInSphere"};
typedef char every_pair_is_drawn[COUNT(pairs) == ASPERITY_GEOMETRY_PAIR_ITEMS ? 1 : -1];
static const double center_i[3] = {0.01, -0.02, 0.015};

static int is_hollow(int pair)
{
    return pair == ASPERITY_GEOMETRY_PAIR_SPHERE_IN_CYLINDER || pair == ASPERITY_GEOMETRY_PAIR_SPHERE_IN_SPHERE;
}

/* Centre of the sphere of body i in the frame of body j, `depth` inside its surface. */
static void draw_centre(Random *random, int pair, double depth, double centre[3])
{
    const double distance = is_hollow(pair) ? HOLLOW - RADIUS + depth : HOLLOW + RADIUS - depth;
    const double along = draw_between(random, -0.5, 0.5);
    double out[3];
    int i;
    draw_direction(random, out);
    if (pair == ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE) {
        centre[0] = 0.3 * out[0];
        centre[1] = 0.3 * out[1];
        centre[2] = RADIUS - depth;
        return;
    }
    if (pair == ASPERITY_GEOMETRY_PAIR_SPHERE_IN_CYLINDER || pair == ASPERITY_GEOMETRY_PAIR_SPHERE_ON_CYLINDER) {
        const double across = sqrt(out[0] * out[0] + out[2] * out[2]);
        /* On the axis there is no direction out of it. */
        centre[0] = across > 0.0 ? distance * out[0] / across : distance;
        centre[1] = along;
        centre[2] = across > 0.0 ? distance * out[2] / across : 0.0;
        return;
    }
    for (i = 0; i < 3; ++i) centre[i] = distance * out[i];
}

/* Symmetric and positive definite: diagonal about `size`, the rest well below. */
static void draw_matrix(Random *random, double size, double w[6])
{
    int i;
    for (i = 0; i < 3; ++i) w[i] = draw_between(random, 0.5 * size, size);
    for (; i < 6; ++i) w[i] = draw_between(random, -0.15 * size, 0.15 * size);
}

/* Where the bodies are: from 1 mm apart to 3 mm into each other, or one in the very middle of the other. */
static void put_poses(Unit *unit, Random *random, int pair)
{
    const double depth = draw_below(random, 10) ? draw_between(random, -1e-3, 3e-3) : 0.0;
    const int in_the_middle = draw_below(random, 40) == 0 && is_hollow(pair);
    double q_i[4] = {1.0, 0.0, 0.0, 0.0}, q_j[4] = {1.0, 0.0, 0.0, 0.0};
    double r_i[3], r_j[3] = {0.0, 0.0, 0.0}, centre[3] = {0.0, 0.0, 0.0}, turned[3], offset[3];
    int i;
    if (!in_the_middle) {
        draw_quaternion(random, q_i);
        draw_quaternion(random, q_j);
        draw_vector(random, 0.3, r_j);
        draw_centre(random, pair, depth, centre);
    }
    rotate(q_j, centre, turned);
    rotate(q_i, center_i, offset);
    for (i = 0; i < 3; ++i) r_i[i] = r_j[i] + turned[i] - offset[i];
    put1(unit, ASPERITY_VR_PENETRATION, depth);
    put(unit, ASPERITY_VR_POSITION_I, 3, r_i);
    put(unit, ASPERITY_VR_POSITION_J, 3, r_j);
    put(unit, ASPERITY_VR_ORIENTATION_I, 4, q_i);
    put(unit, ASPERITY_VR_ORIENTATION_J, 4, q_j);
}

/* Sets every input. */
static void put_inputs(Unit *unit, Random *random, int pair)
{
    /* 100 rad/s turn a body by 1 rad in the longest step. */
    static const struct {
        fmi2ValueReference first;
        double most;
    } vectors[] = {
        {ASPERITY_VR_CONTACT_POINT, 0.5},       {ASPERITY_VR_RELATIVE_VELOCITY, 1.0},
        {ASPERITY_VR_VELOCITY_I, 1.0},          {ASPERITY_VR_VELOCITY_J, 1.0},
        {ASPERITY_VR_ANGULAR_VELOCITY_I, 100.0}, {ASPERITY_VR_ANGULAR_VELOCITY_J, 100.0},
        {ASPERITY_VR_FREE_ACCELERATION, 10.0},  {ASPERITY_VR_FREE_ANGULAR_ACCELERATION, 10.0},
    };
    double v[3], w[6];
    size_t i;
    put_poses(unit, random, pair);
    for (i = 0; i < COUNT(vectors); ++i) {
        draw_vector(random, vectors[i].most, v);
        put(unit, vectors[i].first, 3, v);
    }
    draw_direction(random, v);
    for (i = 0; i < 3; ++i) v[i] *= 1.3;
    put(unit, ASPERITY_VR_CONTACT_NORMAL, 3, v);
    draw_matrix(random, 1.0, w);
    put(unit, ASPERITY_VR_INVERSE_MASS, 6, w);
    draw_matrix(random, 100.0, w);
    put(unit, ASPERITY_VR_INVERSE_INERTIA, 6, w);
}

/* The mean force over a step has no derivative by what is set after it. */
static int differentiable(const Settings *settings)
{
    return chosen(settings, ASPERITY_VR_COUPLING_MODE) == ASPERITY_COUPLING_MODE_KINEMATIC;
}

static void draw_tangent(Unit *unit, Random *random)
{
    double direction[TANGENT_KNOWNS];
    int i;
    for (i = 0; i < TANGENT_KNOWNS; ++i) direction[i] = draw_between(random, -1.0, 1.0);
    record_tangent(unit, direction);
}

static void draw_initial_tangent(Unit *unit, Random *random)
{
    double parts[INITIAL_KNOWNS];
    int i;
    for (i = 0; i < INITIAL_KNOWNS; ++i) parts[i] = draw_between(random, -1.0, 1.0);
    record_initial_tangent(unit, parts);
}

/* Some beside the range of the equations, as a solver's trial points are. */
static void put_states(Unit *unit, Random *random)
{
    double y[STATES];
    int i;
    draw_vector(random, 1e-3, y);
    y[3] = draw_between(random, -0.05, 1.05);
    for (i = 4; i < 7; ++i) y[i] = draw_between(random, -1.0, 1.0);
    y[7] = draw_between(random, -1e-3, 1e-3);
    OK(fmi.SetContinuousStates(unit->c, y, STATES));
}

static void exchange_point(Unit *unit, Random *random, int pair, int point)
{
    put_inputs(unit, random, pair);
    put_states(unit, random);
    record_outputs(unit);
    record_exchange(unit);
    if (point % 2 == 0) {
        unit_event(unit);
        record_outputs(unit);
        record_exchange(unit);
    }
    draw_tangent(unit, random);
}

static void put_input_rates(Unit *unit, Random *random)
{
    static const fmi2ValueReference moving[] = {ASPERITY_VR_RELATIVE_VELOCITY, ASPERITY_VR_CONTACT_NORMAL,
                                                ASPERITY_VR_CONTACT_POINT, ASPERITY_VR_VELOCITY_I,
                                                ASPERITY_VR_ANGULAR_VELOCITY_J};
    static const fmi2Integer first_order[3] = {1, 1, 1};
    double v[3];
    size_t i, k;
    for (i = 0; i < COUNT(moving); ++i) {
        fmi2ValueReference references[3];
        for (k = 0; k < 3; ++k) references[k] = moving[i] + (fmi2ValueReference)k;
        draw_vector(random, 10.0, v);
        OK(fmi.SetRealInputDerivatives(unit->c, references, 3, first_order, v));
    }
}

/* 1: the step was made. A step that a wild motion makes impossible is refused and leaves the unit as it was. */
static int step_point(Unit *unit, Random *random, const Settings *settings, int point, double *time)
{
    static const double sizes[4] = {1e-5, 1e-4, 1e-3, 1e-2};
    const double size = sizes[draw_below(random, COUNT(sizes))] * draw_between(random, 0.5, 1.0);
    double status;
    put_inputs(unit, random, chosen(settings, ASPERITY_VR_GEOMETRY_PAIR));
    if (point % 2) put_input_rates(unit, random);
    status = fmi.DoStep(unit->c, *time, size, fmi2False);
    record(STATUS, 1, &status);
    if (status != fmi2OK) return 0;
    *time += size;
    record_outputs(unit);
    record_slopes(unit);
    if (differentiable(settings)) draw_tangent(unit, random);
    if (point % 5 == 0) record_serialized(unit);
    return 1;
}

static void play_case(Random *random, fmi2Type kind, int pair)
{
    Settings settings;
    char name[512];
    double time = 0.0;
    Unit unit;
    int point;
    draw_settings(random, kind, pair, &settings);
    name_settings(&settings, name, sizeof name);
    record_case(name);
    unit_open(&unit, kind);
    put_settings(&unit, random, &settings);
    put1(&unit, ASPERITY_VR_GEOMETRY_RADIUS_I, RADIUS);
    put1(&unit, ASPERITY_VR_GEOMETRY_RADIUS_J, HOLLOW);
    put(&unit, ASPERITY_VR_GEOMETRY_CENTER_I, 3, center_i);
    put_inputs(&unit, random, pair);
    unit_initialize(&unit);
    if (differentiable(&settings)) draw_initial_tangent(&unit, random);
    unit_start(&unit);
    record_outputs(&unit);
    for (point = 0; point < POINTS; ++point) {
        if (kind == fmi2ModelExchange) exchange_point(&unit, random, pair, point);
        else if (!step_point(&unit, random, &settings, point, &time)) continue;
        count_settings(&settings, kind);
    }
    record_serialized(&unit);
    unit_close(&unit);
}

void play_laws(const char *folder)
{
    static const char *const kinds[] = {"exchange", "steps"};
    Random random = {0x9e3779b97f4a7c15ull};
    char name[64];
    int kind, pair, i;
    for (kind = fmi2ModelExchange; kind <= fmi2CoSimulation; ++kind)
        for (pair = 1; pair <= (int)COUNT(pairs); ++pair) {
            snprintf(name, sizeof name, "laws-%s-%s", kinds[kind], pairs[pair - 1]);
            recording_open(folder, name);
            for (i = 0; i < CASES; ++i) {
                play_case(&random, (fmi2Type)kind, pair);
            }
            recording_close();
        }
    write_choices(folder);
}
