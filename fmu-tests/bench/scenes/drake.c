/* Drake in the scenes: each in a process of Python of its own, which waits while others are timed and takes its time
   itself. */
#define _POSIX_C_SOURCE 200809L
#include "../bench.h"
#include "scenes.h"

#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEP 1e-3
/* What makes e nearly 0: Drake's own start value [s/m]. */
#define DISSIPATION 50.0
/* Of meshes: their triangles land so slowly that with the above they rock for more than 20 s [s/m]. */
#define LANDING_DISSIPATION 1000.0

enum { NUMBERS = 10, TEXT = 32 };

typedef struct {
    pid_t process;
    int to, from;
    size_t bodies;
    Pose *motion;
} World;

static int send(int to, const void *data, size_t size)
{
    const char *next = data;
    while (size > 0) {
        ssize_t sent = write(to, next, size);
        if (sent <= 0) return 0;
        next += sent;
        size -= (size_t)sent;
    }
    return 1;
}

static int receive(int from, void *data, size_t size)
{
    char *next = data;
    while (size > 0) {
        ssize_t got = read(from, next, size);
        if (got <= 0) return 0;
        next += got;
        size -= (size_t)got;
    }
    return 1;
}

/* d of f = k x (1 + d v) that makes the restitution at the speed of the fall, by [G04 eq. 10] as for Simbody. */
static double dissipation(const Scene *scene)
{
    const double fall = scene->start(0).position[2] - scene->size;
    if (!(scene->restitution > 0)) return scene->shape == MESHES ? LANDING_DISSIPATION : DISSIPATION;
    return SCENE_DAMPING_FACTOR / (scene->restitution * sqrt(2 * GRAVITY * fall));
}

static void close_world(void *self)
{
    World *world = self;
    close(world->to);
    close(world->from);
    waitpid(world->process, NULL, 0);
    free(world->motion);
    free(world);
}

/* The other side of the pipes: becomes Python. */
static void become(const Scene *scene, int in, int out)
{
    const double numbers[NUMBERS] = {STEP,
                                     scene->bodies,
                                     scene->shape,
                                     scene->corner_count,
                                     scene->size,
                                     scene->gravity[0],
                                     scene->gravity[1],
                                     scene->gravity[2],
                                     scene->friction,
                                     dissipation(scene)};
    static char texts[NUMBERS][TEXT];
    char *arguments[NUMBERS + 3] = {"python3", getenv("BENCH_DRAKE_WORKER")};
    for (int k = 0; k < NUMBERS; ++k) {
        snprintf(texts[k], TEXT, "%.17g", numbers[k]);
        arguments[k + 2] = texts[k];
    }
    if (arguments[1] == NULL || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(1);
    execvp(arguments[0], arguments);
    perror("bench: python3");
    _exit(1);
}

static double run(void *self, long steps, double *seconds)
{
    World *world = self;
    const int64_t count = steps;
    if (!send(world->to, &count, sizeof count) || !receive(world->from, seconds, sizeof *seconds) ||
        !receive(world->from, world->motion, world->bodies * sizeof *world->motion))
        return NAN;
    return world->motion[0].position[2];
}

static void *open_world(const Scene *scene)
{
    int there[2], back[2];
    World *world = calloc(1, sizeof *world);
    if (world == NULL || pipe(there) != 0 || pipe(back) != 0) return NULL;
    world->bodies = (size_t)scene->bodies;
    world->motion = calloc(world->bodies, sizeof *world->motion);
    world->process = fork();
    if (world->process == 0) {
        close(there[1]);
        close(back[0]);
        become(scene, there[0], back[1]);
    }
    close(there[0]);
    close(back[1]);
    /* a later child that kept them open would keep this one waiting for its end */
    fcntl(there[1], F_SETFD, FD_CLOEXEC);
    fcntl(back[0], F_SETFD, FD_CLOEXEC);
    world->to = there[1];
    world->from = back[0];
    for (int k = 0; k < scene->bodies; ++k) world->motion[k] = scene->start(k);
    const size_t corners = 3 * (size_t)scene->corner_count;
    if (world->process > 0 && send(world->to, scene->corners, corners * sizeof *scene->corners) &&
        send(world->to, world->motion, world->bodies * sizeof *world->motion))
        return world;
    close_world(world);
    return NULL;
}

static int knows(const Scene *scene)
{
    (void)scene;
    return 1;
}

static void motion(void *self, int body, Pose *to)
{
    *to = ((const World *)self)->motion[body];
}

static const BenchWorld all[] = {{"Drake", STEP, open_world, knows, run, motion, close_world}};

const BenchWorld *bench_worlds(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

/* run asks the wheel for its version. */
const char *bench_about(void)
{
    const char *version = getenv("BENCH_DRAKE_VERSION");
    return version != NULL ? version : "";
}
