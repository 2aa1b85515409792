#include "judge.h"

#include "../measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 96 };

/* NAN: not asked of this scene. */
typedef struct {
    /* sqrt(height of the first rebound / height of the fall) [1] */
    double restitution;
    /* Greatest difference of a ball that slid from 5/7 of its speed [m/s] */
    double rolling;
    /* Greatest way of a body from `settled` to the end by that time [m/s] */
    double creep;
    /* Greatest [m] */
    double penetration;
    /* Greatest energy of all bodies above that of the start [J] */
    double gain;
    /* Greatest change of a velocity in the last step by g h: the part of a weight that nothing bears [1] */
    double imbalance;
} Judged;

static FILE *file;
static BenchCase made[MOST_CASES];
static char names[MOST_CASES][NAME];
static size_t used;

static double norm(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static double distance(const double a[3], const double b[3])
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return norm(d);
}

/* v turned by q/|q|, or back. */
static void turned(const double q[4], double sign, const double v[3], double to[3])
{
    const double u[3] = {sign * q[1], sign * q[2], sign * q[3]};
    const double by = 2 / (q[0] * q[0] + u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    const double t[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    to[0] = v[0] + by * (q[0] * t[0] + u[1] * t[2] - u[2] * t[1]);
    to[1] = v[1] + by * (q[0] * t[1] + u[2] * t[0] - u[0] * t[2]);
    to[2] = v[2] + by * (q[0] * t[2] + u[0] * t[1] - u[1] * t[0]);
}

static double energy(const Scene *scene, const Pose *bodies)
{
    double sum = 0;
    for (int k = 0; k < scene->bodies; ++k) {
        const double v = norm(bodies[k].velocity), w = norm(bodies[k].angular_velocity);
        sum += BODY_MASS * v * v / 2 + scene_inertia(scene) * w * w / 2;
        for (int i = 0; i < 3; ++i) sum -= BODY_MASS * scene->gravity[i] * bodies[k].position[i];
    }
    return sum;
}

/* Depth of the deepest corner of a cube or mesh below the plane, or below the upper face of the cube it stands on. */
static double depth_of_corners(const Scene *scene, const Pose *body, const Pose *below)
{
    const double half = scene->size;
    const int count = scene->shape == CUBES ? 8 : scene->corner_count;
    double deepest = 0;
    for (int k = 0; k < count; ++k) {
        const double of_cube[3] = {k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half};
        double at[3], seen[3];
        turned(body->orientation, 1, scene->shape == CUBES ? of_cube : &scene->corners[3 * k], at);
        for (int i = 0; i < 3; ++i) at[i] += body->position[i] - (below != NULL ? below->position[i] : 0);
        if (below != NULL) {
            turned(below->orientation, -1, at, seen);
            /* only in the upper half over the face: elsewhere a corner would have come in by a side */
            if (fabs(seen[0]) <= half && fabs(seen[1]) <= half && seen[2] > 0) deepest = fmax(deepest, half - seen[2]);
        } else {
            deepest = fmax(deepest, -at[2]);
        }
    }
    return deepest;
}

static double penetration(const Scene *scene, const Pose *bodies)
{
    double deepest = 0;
    for (int k = 0; k < scene->bodies; ++k) {
        const Pose *below = scene->shape == CUBES && k > 0 ? &bodies[k - 1] : NULL;
        const double own = scene->shape == SPHERES ? scene->size - bodies[k].position[2]
                                                   : depth_of_corners(scene, &bodies[k], below);
        deepest = fmax(deepest, own);
    }
    return deepest;
}

typedef struct {
    int has_fallen, has_risen, is_over;
    double apex;
} Rebound;

/* The highest point after the first turn from down to up. */
static void follow(Rebound *rebound, const Pose *body)
{
    const double v = body->velocity[2];
    if (v < 0 && rebound->has_risen) rebound->is_over = 1;
    if (v < 0) rebound->has_fallen = 1;
    if (v > 0 && rebound->has_fallen) rebound->has_risen = 1;
    if (rebound->has_risen && !rebound->is_over) rebound->apex = fmax(rebound->apex, body->position[2]);
}

static void motions(const BenchWorld *world, void *self, const Scene *scene, Pose *to)
{
    for (int k = 0; k < scene->bodies; ++k) world->motion(self, k, &to[k]);
}

static void *bytes(size_t count, size_t size)
{
    void *found = calloc(count, size);
    if (found == NULL) {
        perror("runner");
        exit(2);
    }
    return found;
}

static Judged judged(const BenchWorld *world, void *self, const Scene *scene, double share)
{
    const size_t n = (size_t)scene->bodies;
    const long steps = lround(fmax(2, share * scene->duration / world->step));
    const long settled = lround(share * scene->settled / world->step);
    Pose *now = bytes(n, sizeof *now), *before = bytes(n, sizeof *now), *then = bytes(n, sizeof *now);
    Judged result = {NAN, NAN, NAN, 0, 0, 0};
    Rebound rebound = {0, 0, 0, scene->size};
    /* of the list, not of the world: a world that starts elsewhere is found out */
    for (size_t k = 0; k < n; ++k) now[k] = scene->start((int)k);
    const double fall = now[0].position[2] - scene->size, start = energy(scene, now);
    for (long k = 0; k < steps; ++k) {
        double seconds = -1;
        Pose *last = before;
        before = now;
        now = last;
        if (!isfinite(world->run(self, 1, &seconds))) {
            fprintf(stderr, "runner: %s fails in %s after %ld steps\n", world->name, scene->name, k);
            exit(1);
        }
        motions(world, self, scene, now);
        follow(&rebound, &now[0]);
        result.penetration = fmax(result.penetration, penetration(scene, now));
        result.gain = fmax(result.gain, energy(scene, now) - start);
        if (k == settled)
            for (size_t b = 0; b < n; ++b) then[b] = now[b];
    }
    /* what else is thrown comes to rest */
    const int rolls_on = scene->shape == SPHERES && norm(scene->start(0).velocity) > 0, is_dropped = fall > 0;
    if (is_dropped) result.restitution = sqrt((rebound.apex - scene->size) / fall);
    if (rolls_on) result.rolling = 0;
    if (!rolls_on) result.creep = 0;
    for (size_t b = 0; b < n; ++b) {
        const double change = distance(now[b].velocity, before[b].velocity) / (GRAVITY * world->step);
        result.imbalance = fmax(result.imbalance, change);
        if (rolls_on) {
            const double rolls = 5.0 / 7 * scene->start((int)b).velocity[0];
            result.rolling = fmax(result.rolling, fabs(now[b].velocity[0] - rolls));
        } else {
            const double time = world->step * (double)(steps - 1 - settled);
            result.creep = fmax(result.creep, distance(now[b].position, then[b].position) / time);
        }
    }
    free(now);
    free(before);
    free(then);
    return result;
}

static void column(double value)
{
    fputc(',', file);
    if (!isnan(value)) fprintf(file, "%.6g", value);
}

static void write_row(const BenchWorld *world, const Scene *scene, const Judged *of)
{
    fprintf(file, "\"scenes/%s/%s\",%g,%d,%d", scene->name, world->name, world->step, scene->bodies, scene->contacts);
    const double values[] = {of->restitution, of->rolling, of->creep, of->penetration, of->gain, of->imbalance};
    for (size_t k = 0; k < sizeof values / sizeof *values; ++k) column(values[k]);
    fputc('\n', file);
    fflush(file);
}

void judge_begin(const char *path)
{
    file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    fputs("name,step_s,bodies,contacts,restitution,rolling_m_s,creep_m_s,penetration_m,gain_J,imbalance\n", file);
}

void judge(const BenchWorld *(*worlds)(size_t *), const char *only, double share)
{
    size_t count = 0, known = 0;
    const BenchWorld *all = worlds(&count);
    const Scene *list = scenes(&known);
    for (size_t s = 0; s < known; ++s) {
        for (size_t k = 0; k < count; ++k) {
            const Scene *scene = &list[s];
            const BenchWorld *world = &all[k];
            char name[NAME];
            snprintf(name, sizeof name, "scenes/%s/%s", scene->name, world->name);
            if (!world->knows(scene) || (only != NULL && strstr(name, only) == NULL)) continue;
            void *self = world->open(scene);
            if (self == NULL || used == MOST_CASES) {
                fprintf(stderr, "runner: %s cannot be run\n", name);
                exit(1);
            }
            const Judged found = judged(world, self, scene, share);
            write_row(world, scene, &found);
            memcpy(names[used], name, sizeof name);
            made[used] = (BenchCase){.name = names[used],
                                     .contacts = scene->contacts,
                                     .run = world->run,
                                     .close = world->close};
            add_case(&made[used++], self);
        }
    }
}

void judge_end(void)
{
    if (fclose(file) != 0) {
        perror("runner");
        exit(2);
    }
}
