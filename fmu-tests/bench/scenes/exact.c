/* No simulator: motions in closed form, for which the judge has to find what they were made of (report.py --exact). */
#include "../bench.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP 1e-3
#define RESTITUTION 0.5
#define CREEP 1e-3
#define DEPTH 1e-4
/* Of the cube on the slope [rad], and how fast it is said to turn without doing so [rad/s]. */
#define TILT 0.1
#define SPIN 3.0
/* Of the meshes about the vertical [rad]. */
#define TURN 0.3

typedef struct {
    const Scene *scene;
    double time;
} World;

static void *open_world(const Scene *scene)
{
    World *world = calloc(1, sizeof *world);
    if (world != NULL) world->scene = scene;
    return world;
}

static int knows(const Scene *scene)
{
    (void)scene;
    return 1;
}

static double run(void *self, long steps, double *seconds)
{
    (void)seconds;
    World *world = self;
    world->time += STEP * (double)steps;
    return world->time;
}

/* One parabola after the other, each with RESTITUTION of the speed of the one before. */
static void bounce(Pose *body, double radius, double time)
{
    const double fall = body->position[2] - radius;
    double speed = sqrt(2 * GRAVITY * fall), left = time - speed / GRAVITY;
    if (left < 0) {
        body->position[2] -= GRAVITY * time * time / 2;
        body->velocity[2] = -GRAVITY * time;
        return;
    }
    for (speed *= RESTITUTION; left > 2 * speed / GRAVITY && speed > 1e-6; speed *= RESTITUTION)
        left -= 2 * speed / GRAVITY;
    const int flies = speed > 1e-6;
    body->position[2] = radius + (flies ? left * (speed - GRAVITY * left / 2) : 0);
    body->velocity[2] = flies ? speed - GRAVITY * left : 0;
}

/* Sliding under mu g, with (5/2) mu g/r of angular acceleration, until both agree; a little sunk in. */
static void slide(Pose *body, const Scene *scene, double time)
{
    const double a = scene->friction * GRAVITY, v = body->velocity[0], slides = fmin(time, 2 * v / (7 * a));
    body->velocity[0] = v - a * slides;
    body->angular_velocity[1] = 2.5 * a * slides / scene->size;
    body->position[0] += v * slides - a * slides * slides / 2 + body->velocity[0] * (time - slides);
    body->position[2] -= DEPTH;
}

/* On the middle triangle of an eighth, (2, 1, -1), (1, 2, -1) and (1, 1, -2) by radius/sqrt(6), whose plane is
   (x + y - z)/sqrt(3) = radius 2 sqrt(2)/3; then about the vertical, as without it the turn back would stand as well. A
   little sunk in, creeping. */
static void stand(Pose *body, double radius, double time)
{
    const double tilt = acos(1 / sqrt(3)) / 2, w = cos(tilt), x = sin(tilt) / sqrt(2);
    const double c = cos(TURN / 2), s = sin(TURN / 2);
    const double turned[4] = {c * w, -x * (c + s), x * (c - s), s * w};
    memcpy(body->orientation, turned, sizeof turned);
    body->position[0] += CREEP * time;
    body->position[2] = radius * 2 * sqrt(2) / 3 - DEPTH;
    memset(body->velocity, 0, sizeof body->velocity);
}

static void motion(void *self, int body, Pose *to)
{
    const World *world = self;
    *to = world->scene->start(body);
    if (strcmp(world->scene->name, "drop") == 0) {
        bounce(to, world->scene->size, world->time);
    } else if (strcmp(world->scene->name, "spheres") == 0) {
        slide(to, world->scene, world->time);
    } else if (strcmp(world->scene->name, "stack") == 0) {
        to->position[0] += CREEP * world->time;
        /* the lowest in the plane, each other one twice as deep in the one below */
        to->position[2] -= DEPTH * (2 * body + 1);
        /* that of the top is another one in each step: half of what gravity makes */
        if (body == world->scene->bodies - 1 && lround(world->time / STEP) % 2 == 1)
            to->velocity[1] = 0.5 * GRAVITY * STEP;
    } else if (strcmp(world->scene->name, "mesh") == 0) {
        stand(to, world->scene->size, world->time);
    } else {
        to->orientation[0] = cos(TILT / 2);
        to->orientation[2] = sin(TILT / 2);
        to->angular_velocity[1] = SPIN;
    }
}

static const BenchWorld all[] = {{"closed form", STEP, open_world, knows, run, motion, free}};

const BenchWorld *bench_worlds(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

const char *bench_about(void)
{
    return "motions in closed form";
}
