/* The longest step: every communication step is timed by itself, by turns with plain arithmetic of about its length.

   Usage: worst [--pin] [--lock] [--scale S]   with BENCH_UNIT naming the library
     --pin    to one processor
     --lock   memory locked and real-time priority (SCHED_FIFO), where that is permitted
     --scale  S times as many steps (1)

   Prints one line of CSV for each scene and for the arithmetic beside it: quantiles of the time by the wall clock [ns],
   which sees what the machine does besides. What the arithmetic takes above its median is the machine's doing; that of
   the unit is what goes beyond. */
#define _GNU_SOURCE
#include "../../include/asperity_fmu.h"
#include "unit.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { INPUTS = 13, OUTPUTS = 12, RESTING = 1000000 };
#define RADIUS 0.1
#define GRAVITY 9.81
#define MASS 1.0

static const fmi2ValueReference input_references[INPUTS] = {11, 12, 13, 17, 18, 19, 20, 25, 26, 27, 31, 32, 33};
static const fmi2ValueReference output_references[OUTPUTS] = {40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51};

/* Wall clock [ns]. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

typedef struct {
    Unit unit;
    double inputs[INPUTS], wrench[OUTPUTS], time, step;
} Ball;

static void drop(Ball *ball)
{
    static const double start[INPUTS] = {0, 0, RADIUS + 1e-3, 1, 0, 0, 0, 0.3, 0.1, -1.0, 0.5, 0.2, 2.0};
    memcpy(ball->inputs, start, sizeof start);
}

static void set_up(Ball *ball, int coupling, double step)
{
    static const fmi2ValueReference pair = ASPERITY_VR_GEOMETRY_PAIR, mode = ASPERITY_VR_COUPLING_MODE,
                                    free_acceleration = ASPERITY_VR_FREE_ACCELERATION + 2;
    static const fmi2Integer sphere_plane = ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE;
    static const double weight = -GRAVITY;
    const char *path = getenv("BENCH_UNIT");
    memset(ball, 0, sizeof *ball);
    ball->step = step;
    drop(ball);
    if (path == NULL || !unit_instantiate(&ball->unit, path, ASPERITY_GUID, fmi2CoSimulation)) exit(2);
    const fmi2Functions *fmi = &ball->unit.fmi;
    fmi2Component c = ball->unit.component;
    if (fmi->SetInteger(c, &pair, 1, &sphere_plane) != fmi2OK || fmi->SetInteger(c, &mode, 1, &coupling) != fmi2OK ||
        fmi->SetReal(c, &free_acceleration, 1, &weight) != fmi2OK ||
        fmi->SetReal(c, input_references, INPUTS, ball->inputs) != fmi2OK ||
        !unit_initialize(&ball->unit, fmi2CoSimulation))
        exit(2);
}

/* Set 13 inputs, step, get 12 outputs; answers its time [ns]. */
static double timed_step(Ball *ball)
{
    const fmi2Functions *fmi = &ball->unit.fmi;
    fmi2Component c = ball->unit.component;
    const double start = now();
    fmi2Status status = fmi->SetReal(c, input_references, INPUTS, ball->inputs);
    status |= fmi->DoStep(c, ball->time, ball->step, fmi2True);
    status |= fmi->GetReal(c, output_references, OUTPUTS, ball->wrench);
    const double spent = now() - start;
    if (status != fmi2OK) {
        fprintf(stderr, "worst: a step is refused\n");
        exit(1);
    }
    ball->time += ball->step;
    return spent;
}

/* The sphere under contact and weight, for one step. */
static void move(Ball *ball)
{
    for (int k = 0; k < 3; ++k) {
        ball->inputs[7 + k] += ball->step * (ball->wrench[k] / MASS - (k == 2 ? GRAVITY : 0));
        ball->inputs[k] += ball->step * ball->inputs[7 + k];
        ball->inputs[10 + k] += ball->step * ball->wrench[3 + k] / (0.4 * MASS * RADIUS * RADIUS);
    }
}

static volatile double sink;

/* So many dependent multiplications and additions; answers their time [ns]. */
static double timed_arithmetic(long operations)
{
    const double start = now();
    double x = sink;
    for (long k = 0; k < operations; ++k) x = x * 0.999 + 1e-3;
    sink = x;
    return now() - start;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *name, double *times, long n)
{
    static const double parts[] = {0.5, 0.99, 0.999, 0.9999, 0.99999};
    qsort(times, (size_t)n, sizeof *times, ascending);
    printf("%s,%ld", name, n);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k)
        printf(",%.0f", times[(long)(parts[k] * (double)(n - 1))]);
    printf(",%.0f\n", times[n - 1]);
    fflush(stdout);
}

/* Arithmetic as long as the median step of one fall. */
static long calibrated(Ball *ball, long steps)
{
    double *spent = malloc((size_t)steps * sizeof *spent), *arithmetic = malloc((size_t)steps * sizeof *arithmetic);
    if (spent == NULL || arithmetic == NULL) exit(2);
    for (long k = 0; k < steps; ++k) {
        spent[k] = timed_step(ball);
        arithmetic[k] = timed_arithmetic(1000);
        move(ball);
    }
    qsort(spent, (size_t)steps, sizeof *spent, ascending);
    qsort(arithmetic, (size_t)steps, sizeof *arithmetic, ascending);
    long operations = (long)(1000 * spent[steps / 2] / arithmetic[steps / 2]) + 1;
    free(spent);
    free(arithmetic);
    return operations;
}

/* A ball that falls, bounces and comes to rest, and once more every `again` steps. */
static void measure(const char *name, int coupling, double step, long steps, long again)
{
    double *times = malloc((size_t)steps * sizeof *times), *beside = malloc((size_t)steps * sizeof *beside);
    char label[96];
    Ball ball;
    if (times == NULL || beside == NULL) exit(2);
    /* the pages are there before the clock runs */
    memset(times, 1, (size_t)steps * sizeof *times);
    memset(beside, 1, (size_t)steps * sizeof *beside);
    set_up(&ball, coupling, step);
    long operations = calibrated(&ball, again);
    for (long k = 0; k < steps; ++k) {
        if (k % again == 0) drop(&ball);
        times[k] = timed_step(&ball);
        beside[k] = timed_arithmetic(operations);
        move(&ball);
    }
    print(name, times, steps);
    snprintf(label, sizeof label, "%s/arithmetic", name);
    print(label, beside, steps);
    unit_free(&ball.unit);
    free(times);
    free(beside);
}

/* The same step at rest, fresh and after a long rest in which bristles and dwell state have come as near to their
   limits as they ever will: subnormal numbers would show here. */
static void measure_rest(long steps)
{
    const long window = steps / 10;
    double *times = malloc((size_t)window * sizeof *times);
    Ball ball;
    if (times == NULL) exit(2);
    set_up(&ball, ASPERITY_COUPLING_MODE_KINEMATIC, 1e-3);
    memset(ball.inputs, 0, sizeof ball.inputs);
    ball.inputs[2] = RADIUS - 4.6e-4;
    ball.inputs[3] = 1;
    for (long k = 0; k < steps; ++k) {
        double spent = timed_step(&ball);
        if (k < window) times[k] = spent;
        if (k == window - 1) print("rest/fresh", times, window);
        if (k >= steps - window) times[k - (steps - window)] = spent;
    }
    print("rest/long", times, window);
    unit_free(&ball.unit);
    free(times);
}

static void pin(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(sched_getcpu(), &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void lock(void)
{
    const struct sched_param priority = {sched_get_priority_max(SCHED_FIFO)};
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0) perror("worst: memory is not locked");
    if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) perror("worst: no real-time priority");
}

int main(int argc, char **argv)
{
    double scale = 1;
    for (int k = 1; k < argc; ++k) {
        if (strcmp(argv[k], "--pin") == 0) pin();
        else if (strcmp(argv[k], "--lock") == 0) lock();
        else if (strcmp(argv[k], "--scale") == 0 && k + 1 < argc) scale = atof(argv[++k]);
        else {
            fprintf(stderr, "usage: worst [--pin] [--lock] [--scale S]\n");
            return 2;
        }
    }
    printf("name,steps,median_ns,p99_ns,p99_9_ns,p99_99_ns,p99_999_ns,worst_ns\n");
    measure("kinematic coupling 0.1 ms", ASPERITY_COUPLING_MODE_KINEMATIC, 1e-4, (long)(1e7 * scale), 20000);
    measure("interface coupling 1 ms", ASPERITY_COUPLING_MODE_INTERFACE, 1e-3, (long)(1e6 * scale), 2000);
    measure_rest((long)(RESTING * scale));
    return 0;
}
