/* The batch call at sizes inside and outside the caches, on one and two threads; a bare loop of the same law; and what the
   memory alone allows: the same arrays read and written without a law in between, and STREAM's triad over as many bytes. */
#define _POSIX_C_SOURCE 200809L
#include "asperity.h"
#include "bench.h"
#include "kernel_batch.h"
#include "scene.h"
#include "threads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* penetration, normal, relative velocity, z, s_dw, damping; turning rates are left out: 0 */
    READ = 12,
    /* force, rate of z, rate of s_dw */
    WRITTEN = 7,
    /* A line that is written is read first (write-allocate) */
    BYTES = 8 * (READ + 2 * WRITTEN),
    TRIAD_BYTES = 8 * 4,
    ALIGNMENT = 64
};

typedef struct {
    size_t contacts;
    int threads;
    asperity_parameters *parameters;
    double *block, *read[READ], *written[WRITTEN];
} Batch;

/* What one thread does with contacts `from` up to `to`; answers 0 if it failed. */
typedef int (*Work)(Batch *, size_t from, size_t to);

typedef struct {
    Batch *batch;
    Work work;
    long operations;
} Job;

static Batch *allocated(size_t contacts, int threads, size_t arrays)
{
    Batch *batch = calloc(1, sizeof *batch);
    void *block = NULL;
    if (batch == NULL || posix_memalign(&block, ALIGNMENT, sizeof(double) * contacts * arrays) != 0) {
        free(batch);
        return NULL;
    }
    memset(block, 0, sizeof(double) * contacts * arrays);
    batch->block = block;
    batch->contacts = contacts;
    batch->threads = threads;
    return batch;
}

static void close_batch(void *data)
{
    Batch *batch = data;
    asperity_parameters_free(batch->parameters);
    free(batch->block);
    free(batch);
}

/* Contact k is in pose k of the scene's cycle. */
static Batch *open_batch(size_t contacts, int threads)
{
    Batch *batch = allocated(contacts, threads, READ + WRITTEN);
    if (batch == NULL) return NULL;
    for (int k = 0; k < READ; ++k) batch->read[k] = batch->block + (size_t)k * contacts;
    for (int k = 0; k < WRITTEN; ++k) batch->written[k] = batch->block + (size_t)(READ + k) * contacts;
    batch->parameters = asperity_parameters_create();
    if (asperity_parameters_check(batch->parameters) != ASPERITY_OK) {
        fprintf(stderr, "bench: %s\n", asperity_parameters_message(batch->parameters));
        close_batch(batch);
        return NULL;
    }
    for (size_t k = 0; k < contacts; ++k) {
        Pose pose = scene_pose((int)(k % POSES));
        double values[READ] = {SCENE_RADIUS - pose.position[2],
                               0,
                               0,
                               1,
                               pose.velocity[0] - pose.angular_velocity[1] * SCENE_RADIUS,
                               pose.velocity[1] + pose.angular_velocity[0] * SCENE_RADIUS,
                               pose.velocity[2],
                               SCENE_Z0,
                               SCENE_Z1,
                               0,
                               SCENE_DWELL,
                               SCENE_DAMPING_FACTOR / (SCENE_RESTITUTION * SCENE_APPROACH)};
        for (int i = 0; i < READ; ++i) batch->read[i][k] = values[i];
    }
    return batch;
}

static int rates(Batch *batch, size_t from, size_t to)
{
    double *const *in = batch->read, *const *out = batch->written;
    asperity_batch arrays = {.penetration = in[0] + from,
                             .normal = {in[1] + from, in[2] + from, in[3] + from},
                             .relative_velocity = {in[4] + from, in[5] + from, in[6] + from},
                             .z = {in[7] + from, in[8] + from, in[9] + from},
                             .s_dw = in[10] + from,
                             .damping = in[11] + from,
                             .force = {out[0] + from, out[1] + from, out[2] + from},
                             .z_rate = {out[3] + from, out[4] + from, out[5] + from},
                             .s_dw_rate = out[6] + from};
    return asperity_batch_rates(batch->parameters, to - from, &arrays, NULL) == ASPERITY_OK;
}

static int bare(Batch *batch, size_t from, size_t to)
{
    double *const *in = batch->read, *const *out = batch->written;
    KernelParameters parameters = kernel_parameters();
    KernelBatch arrays = {.penetration = in[0] + from,
                          .normal = {in[1] + from, in[2] + from, in[3] + from},
                          .relative_velocity = {in[4] + from, in[5] + from, in[6] + from},
                          .z = {in[7] + from, in[8] + from, in[9] + from},
                          .s_dw = in[10] + from,
                          .damping = in[11] + from,
                          .force = {out[0] + from, out[1] + from, out[2] + from},
                          .z_rate = {out[3] + from, out[4] + from, out[5] + from},
                          .s_dw_rate = out[6] + from};
    kernel_batch(&parameters, to - from, &arrays);
    return 1;
}

/* Every array is read or written once, as in `rates`; hardly anything is calculated. */
static int moved(Batch *batch, size_t from, size_t to)
{
    double *const *in = batch->read, *const *out = batch->written;
    for (size_t k = from; k < to; ++k) {
        out[0][k] = in[0][k] + in[1][k];
        out[1][k] = in[2][k] + in[3][k];
        out[2][k] = in[4][k] + in[5][k];
        out[3][k] = in[6][k] + in[7][k];
        out[4][k] = in[8][k] + in[9][k];
        out[5][k] = in[10][k];
        out[6][k] = in[11][k];
    }
    return 1;
}

static int triad(Batch *batch, size_t from, size_t to)
{
    double *restrict a = batch->written[0];
    const double *restrict b = batch->read[0], *restrict c = batch->read[1];
    for (size_t k = from; k < to; ++k) a[k] = b[k] + 3.0 * c[k];
    return 1;
}

/* Each thread has its own share of the contacts. */
static int share(void *data, int thread)
{
    const Job *job = data;
    const size_t n = job->batch->contacts, parts = (size_t)job->batch->threads, t = (size_t)thread;
    int succeeded = 1;
    for (long k = 0; k < job->operations; ++k) succeeded &= job->work(job->batch, n * t / parts, n * (t + 1) / parts);
    return succeeded;
}

static double run(Batch *batch, Work work, long operations, double *seconds)
{
    Job job = {batch, work, operations};
    return on_threads(batch->threads, share, &job, seconds) ? batch->written[0][batch->contacts - 1] : NAN;
}

static double run_rates(void *data, long operations, double *seconds)
{
    return run(data, rates, operations, seconds);
}

static double run_bare(void *data, long operations, double *seconds)
{
    return run(data, bare, operations, seconds);
}

static double run_moved(void *data, long operations, double *seconds)
{
    return run(data, moved, operations, seconds);
}

static double run_triad(void *data, long operations, double *seconds)
{
    return run(data, triad, operations, seconds);
}

/* Torques are those of the force at the point of action, as the batch gives none; the bristles turn with half the spin
   of the sphere, omega_c x z, which the batch was not given. */
static int answer_of_first(Batch *batch, Work rates, double answer[ANSWER])
{
    Pose pose = scene_pose(0);
    if (!rates(batch, 0, batch->contacts)) return 0;
    double f[3] = {batch->written[0][0], batch->written[1][0], batch->written[2][0]};
    double spin = 0.5 * pose.angular_velocity[2];
    double p[3] = {pose.position[0], pose.position[1], pose.position[2] - SCENE_RADIUS};
    double values[ANSWER] = {f[0],
                             f[1],
                             f[2],
                             SCENE_RADIUS * f[1],
                             -SCENE_RADIUS * f[0],
                             0,
                             -f[0],
                             -f[1],
                             -f[2],
                             f[1] * p[2] - f[2] * p[1],
                             f[2] * p[0] - f[0] * p[2],
                             f[0] * p[1] - f[1] * p[0],
                             batch->written[3][0] - spin * SCENE_Z1,
                             batch->written[4][0] + spin * SCENE_Z0,
                             batch->written[5][0],
                             batch->written[6][0]};
    memcpy(answer, values, sizeof values);
    return 1;
}

static int answer_of_rates(void *data, double answer[ANSWER])
{
    return answer_of_first(data, rates, answer);
}

static int answer_of_bare(void *data, double answer[ANSWER])
{
    return answer_of_first(data, bare, answer);
}

#define SIZE(contacts, threads)                                                                                        \
    static void *open_##contacts##_##threads(void)                                                                     \
    {                                                                                                                  \
        return open_batch(contacts, threads);                                                                          \
    }
SIZE(1000, 1)
SIZE(1000, 2)
SIZE(100000, 1)
SIZE(100000, 2)
SIZE(1000000, 1)
SIZE(1000000, 2)
#undef SIZE

/* Three arrays of as many bytes as the batch of 1e6 contacts. */
enum { TRIAD_ELEMENTS = (READ + WRITTEN) * 1000000 / 3 };

static void *open_triad(int threads)
{
    Batch *batch = allocated(TRIAD_ELEMENTS, threads, 3);
    if (batch == NULL) return NULL;
    batch->written[0] = batch->block;
    batch->read[0] = batch->block + TRIAD_ELEMENTS;
    batch->read[1] = batch->block + 2 * (size_t)TRIAD_ELEMENTS;
    return batch;
}

static void *open_triad_1(void)
{
    return open_triad(1);
}

static void *open_triad_2(void)
{
    return open_triad(2);
}

static const BenchCase all[] = {
    {"batch/1000/1 thread", 1e3, BYTES, open_1000_1, run_rates, close_batch, "rates", answer_of_rates},
    {"batch/1000/2 threads", 1e3, BYTES, open_1000_2, run_rates, close_batch, NULL, NULL},
    {"batch/100000/1 thread", 1e5, BYTES, open_100000_1, run_rates, close_batch, NULL, NULL},
    {"batch/100000/2 threads", 1e5, BYTES, open_100000_2, run_rates, close_batch, NULL, NULL},
    {"batch/1000000/1 thread", 1e6, BYTES, open_1000000_1, run_rates, close_batch, NULL, NULL},
    {"batch/1000000/2 threads", 1e6, BYTES, open_1000000_2, run_rates, close_batch, NULL, NULL},
    {"bare batch/1000/1 thread", 1e3, BYTES, open_1000_1, run_bare, close_batch, "rates", answer_of_bare},
    {"bare batch/1000000/1 thread", 1e6, BYTES, open_1000000_1, run_bare, close_batch, NULL, NULL},
    {"memory/same arrays/1 thread", 1e6, BYTES, open_1000000_1, run_moved, close_batch, NULL, NULL},
    {"memory/same arrays/2 threads", 1e6, BYTES, open_1000000_2, run_moved, close_batch, NULL, NULL},
    {"memory/triad/1 thread", TRIAD_ELEMENTS, TRIAD_BYTES, open_triad_1, run_triad, close_batch, NULL, NULL},
    {"memory/triad/2 threads", TRIAD_ELEMENTS, TRIAD_BYTES, open_triad_2, run_triad, close_batch, NULL, NULL},
};

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
    return "the batch call of the C interface, and the memory it moves";
}
