/* Systems by size: balls that touch a plane and nothing else, one contact each. With two threads each has a system of
   its own with half of the balls: a handle is for one thread, and the library has none. */
#define _GNU_SOURCE
#include "../bench.h"
#include "../clock.h"
#include "host.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_THREADS = 2, ROW = 100 };

#define KINEMATIC_STEP 1e-4
#define COUPLED_STEP 1e-3

typedef struct {
    Coupling coupling;
    int threads;
    Host *hosts[MOST_THREADS];
} Systems;

typedef struct {
    const Systems *systems;
    Host *host;
    int processor, succeeded;
    long operations;
    double seconds;
    pthread_barrier_t *start;
} Share;

static Pose beside(int ball, Pose pose)
{
    pose.position[0] += ball % ROW;
    pose.position[1] += ball / ROW;
    return pose;
}

/* Pressed in, sliding and turning, as everywhere on the page. */
static Pose moved(int ball)
{
    return beside(ball, scene_pose(ball % POSES));
}

/* So deep that the force k x^1.5 bears the weight. */
static Pose at_rest(int ball)
{
    const double depth = pow(BODY_MASS * GRAVITY / SCENE_STIFFNESS, 2.0 / 3);
    return beside(ball, (Pose){{0, 0, SCENE_RADIUS - depth}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
}

static Pose touching(int ball)
{
    return beside(ball, (Pose){{0, 0, SCENE_RADIUS}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
}

static void close_systems(void *data)
{
    Systems *systems = data;
    for (int t = 0; t < systems->threads; ++t)
        if (systems->hosts[t] != NULL) host_close(systems->hosts[t]);
    free(systems);
}

static void *open_systems(int balls, Coupling coupling, int threads)
{
    Pose (*const starts[])(int) = {moved, at_rest, touching};
    Systems *systems = calloc(1, sizeof *systems);
    if (systems == NULL) return NULL;
    systems->coupling = coupling;
    systems->threads = threads;
    for (int t = 0; t < threads; ++t) {
        const int own = balls / threads;
        const Scene scene = {.name = "balls at rest",
                             .bodies = own,
                             .shape = SPHERES,
                             .size = SCENE_RADIUS,
                             .gravity = {0, 0, -GRAVITY},
                             .friction = 0.4,
                             .restitution = SCENE_RESTITUTION,
                             .contacts = own,
                             .start = starts[coupling]};
        systems->hosts[t] = host_open(&scene, coupling);
        if (systems->hosts[t] == NULL) {
            close_systems(systems);
            return NULL;
        }
    }
    return systems;
}

static int step(const Systems *systems, Host *host)
{
    return systems->coupling == KINEMATIC ? host_read(host, KINEMATIC_STEP) : host_step(host, COUPLED_STEP);
}

static void *worker(void *data)
{
    Share *share = data;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(share->processor, &set);
    /* where the machine has fewer processors the threads share one, and the table shows it */
    (void)pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    pthread_barrier_wait(share->start);
    double start = thread_seconds();
    share->succeeded = 1;
    for (long k = 0; k < share->operations && share->succeeded; ++k)
        share->succeeded = step(share->systems, share->host);
    share->seconds = thread_seconds() - start;
    return NULL;
}

/* Upward force on the last ball, so that nothing is left out. */
static double last_force(const Host *host)
{
    return host->wrenches[host->count - 1].force[2];
}

static double run(void *data, long operations, double *seconds)
{
    const Systems *systems = data;
    if (systems->threads == 1) {
        for (long k = 0; k < operations; ++k)
            if (!step(systems, systems->hosts[0])) return NAN;
        return last_force(systems->hosts[0]);
    }
    Share shares[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, (unsigned)systems->threads);
    for (int t = 0; t < systems->threads; ++t) {
        shares[t] = (Share){.systems = systems,
                            .host = systems->hosts[t],
                            .processor = t,
                            .operations = operations,
                            .start = &start};
        if (pthread_create(&threads[t], NULL, worker, &shares[t]) != 0) {
            perror("bench: pthread_create");
            exit(1);
        }
    }
    int succeeded = 1;
    *seconds = 0;
    for (int t = 0; t < systems->threads; ++t) {
        pthread_join(threads[t], NULL);
        succeeded &= shares[t].succeeded;
        *seconds = fmax(*seconds, shares[t].seconds);
    }
    pthread_barrier_destroy(&start);
    return succeeded ? last_force(systems->hosts[0]) : NAN;
}

#define SIZE(balls, threads)                                                                                           \
    static void *open_kinematic_##balls##_##threads(void)                                                              \
    {                                                                                                                  \
        return open_systems(balls, KINEMATIC, threads);                                                                \
    }                                                                                                                  \
    static void *open_compliant_##balls##_##threads(void)                                                              \
    {                                                                                                                  \
        return open_systems(balls, COMPLIANT, threads);                                                                \
    }                                                                                                                  \
    static void *open_rigid_##balls##_##threads(void)                                                                  \
    {                                                                                                                  \
        return open_systems(balls, TIME_STEPPING, threads);                                                            \
    }
SIZE(1, 1)
SIZE(10, 1)
SIZE(100, 1)
SIZE(1000, 1)
SIZE(10000, 1)
SIZE(100000, 1)
SIZE(1000, 2)
SIZE(10000, 2)
#undef SIZE

#define SIZE(balls, threads, word)                                                                                     \
    {"systems/kinematic/" #balls "/" #threads word, balls, 0, open_kinematic_##balls##_##threads, run, close_systems,  \
     NULL, NULL},                                                                                                      \
        {"systems/compliant/" #balls "/" #threads word, balls, 0, open_compliant_##balls##_##threads, run,             \
         close_systems, NULL, NULL},                                                                                   \
    {                                                                                                                  \
        "systems/rigid/" #balls "/" #threads word, balls, 0, open_rigid_##balls##_##threads, run, close_systems, NULL, \
            NULL                                                                                                       \
    }
static const BenchCase all[] = {
    SIZE(1, 1, " thread"),       SIZE(10, 1, " thread"),      SIZE(100, 1, " thread"),
    SIZE(1000, 1, " thread"),    SIZE(10000, 1, " thread"),   SIZE(100000, 1, " thread"),
    SIZE(1000, 2, " threads"),   SIZE(10000, 2, " threads"),
};
#undef SIZE

const BenchCase *bench_cases(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

const BenchDrop *bench_drops(size_t *count)
{
    *count = 0;
    return NULL;
}

const char *bench_about(void)
{
    return "systems of the C interface";
}
