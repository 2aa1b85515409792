/* Systems by size: balls that touch a plane and nothing else, one contact each. With two threads each has a system of
   its own with half of the balls, as a handle is for one thread and the library has none; or both do the tasks of one
   step. */
#define _GNU_SOURCE
#include "../bench.h"
#include "../threads.h"
#include "host.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>

enum { ROW = 100, LOOKS = 1000 };

#define KINEMATIC_STEP 1e-4
#define COUPLED_STEP 1e-3

typedef struct {
    Coupling coupling;
    int threads;
    Host *hosts[MOST_THREADS];
} Systems;

/* What both threads of a case do. */
typedef struct {
    const Systems *systems;
    long operations;
    /* Of a step that both do: what the second thread is to do, how often it was asked and how often it has answered. */
    asperity_task task;
    void *data;
    long asked, answered;
    int is_over;
} Job;

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

/* Upward force on the last ball, so that nothing is left out. */
static double last_force(const Host *host)
{
    return host->wrenches[host->count - 1].force[2];
}

static int steps_of_its_own(void *data, int thread)
{
    const Job *job = data;
    for (long k = 0; k < job->operations; ++k)
        if (!step(job->systems, job->systems->hosts[thread])) return 0;
    return 1;
}

static double run(void *data, long operations, double *seconds)
{
    const Systems *systems = data;
    Job job = {.systems = systems, .operations = operations};
    return on_threads(systems->threads, steps_of_its_own, &job, seconds) ? last_force(systems->hosts[0]) : NAN;
}

/* Until `count` has reached `value` or all is over: on a processor of its own without sleep, which would take longer than
   a step. */
static int reached(const Job *job, const long *count, long value)
{
    for (long looks = 1; __atomic_load_n(count, __ATOMIC_ACQUIRE) < value; ++looks) {
        if (__atomic_load_n(&job->is_over, __ATOMIC_ACQUIRE)) return 0;
        if (looks % LOOKS == 0) sched_yield();
    }
    return 1;
}

/* As asperity_run: the first of two tasks here, the second one on the other thread. */
static void both(void *context, asperity_task task, void *data, size_t count)
{
    Job *job = context;
    job->task = task;
    job->data = data;
    const long asked = job->asked + 1;
    if (count > 1) __atomic_store_n(&job->asked, asked, __ATOMIC_RELEASE);
    task(data, 0);
    if (count > 1) reached(job, &job->answered, asked);
}

static int steps_of_both(void *data, int thread)
{
    Job *job = data;
    if (thread == 1) {
        for (long k = 1; reached(job, &job->asked, k); ++k) {
            job->task(job->data, 1);
            __atomic_store_n(&job->answered, k, __ATOMIC_RELEASE);
        }
        return 1;
    }
    int succeeded = 1;
    for (long k = 0; k < job->operations && succeeded; ++k)
        succeeded = host_read_with(job->systems->hosts[0], KINEMATIC_STEP, MOST_THREADS, both, job);
    __atomic_store_n(&job->is_over, 1, __ATOMIC_RELEASE);
    return succeeded;
}

static double run_together(void *data, long operations, double *seconds)
{
    const Systems *systems = data;
    Job job = {.systems = systems, .operations = operations};
    return on_threads(MOST_THREADS, steps_of_both, &job, seconds) ? last_force(systems->hosts[0]) : NAN;
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
#define TOGETHER(balls)                                                                                                \
    {                                                                                                                  \
        "systems/kinematic/" #balls "/2 threads, one system", balls, 0, open_kinematic_##balls##_1, run_together,      \
            close_systems, NULL, NULL                                                                                  \
    }
static const BenchCase all[] = {
    SIZE(1, 1, " thread"),       SIZE(10, 1, " thread"),      SIZE(100, 1, " thread"),
    SIZE(1000, 1, " thread"),    SIZE(10000, 1, " thread"),   SIZE(100000, 1, " thread"),
    SIZE(1000, 2, " threads"),   SIZE(10000, 2, " threads"),   TOGETHER(1000),
    TOGETHER(10000),             TOGETHER(100000),
};
#undef SIZE
#undef TOGETHER

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
