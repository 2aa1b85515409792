/* One set of parameters, a contact per thread; one system, its step on several threads: the same bits. */
#define _POSIX_C_SOURCE 200809L
#include "parts.h"

#include <pthread.h>

enum { THREADS = 4, STEPS = 2000 };

struct job {
    const asperity_parameters *parameters;
    asperity_outputs outputs;
    int failed;
};

static void *run(void *argument)
{
    struct job *job = argument;
    asperity_contact *contact = asperity_contact_create(job->parameters);
    asperity_inputs inputs;
    asperity_inputs_init(&inputs);
    job->failed = asperity_contact_start(contact, &inputs, NULL, 0) != ASPERITY_OK;
    for (int k = 0; k < STEPS; k++) {
        inputs.penetration = 1e-4 * sin(0.05 * k);
        inputs.relative_velocity[0] = 0.02 * cos(0.03 * k);
        inputs.relative_velocity[2] = -5e-3 * cos(0.05 * k);
        job->failed += asperity_contact_step(contact, &inputs, NULL, NULL, 1e-3, &job->outputs) != ASPERITY_OK;
    }
    asperity_contact_free(contact);
    return NULL;
}

enum { BALLS = 40 };

struct task {
    asperity_task task;
    void *data;
    size_t number;
};

static void *do_task(void *argument)
{
    const struct task *task = argument;
    task->task(task->data, task->number);
    return NULL;
}

/* A thread for each task; without a context the last one is forgotten. */
static void on_threads(void *context, asperity_task task, void *data, size_t count)
{
    pthread_t threads[64];
    struct task tasks[64];
    if (context == NULL) count--;
    for (size_t k = 0; k < count; k++) {
        tasks[k] = (struct task){task, data, k};
        CHECK(pthread_create(&threads[k], NULL, do_task, &tasks[k]) == 0);
    }
    for (size_t k = 0; k < count; k++) CHECK(pthread_join(threads[k], NULL) == 0);
}

/* Balls over a floor. */
static asperity_system *balls(const asperity_parameters *parameters, const asperity_body *bodies)
{
    const double up[3] = {0, 0, 1};
    asperity_system *system = asperity_system_create();
    CHECK(asperity_system_add_body(system, "floor", NULL, 0, NULL) == ASPERITY_OK);
    CHECK(asperity_system_add_plane(system, 0, NULL, up, 0, NULL) == ASPERITY_OK);
    for (size_t k = 1; k <= BALLS; k++) {
        char name[16];
        snprintf(name, sizeof name, "ball%zu", k);
        CHECK(asperity_system_add_body(system, name, NULL, 1, NULL) == ASPERITY_OK);
        CHECK(asperity_system_add_sphere(system, k, NULL, NULL, 0.1, 0, NULL) == ASPERITY_OK);
        CHECK(asperity_system_add_contact(system, NULL, k, 0, 0, 0, parameters, NULL) == ASPERITY_OK);
    }
    CHECK(asperity_system_start(system, bodies, 0, NULL) == ASPERITY_OK);
    return system;
}

static void step_on_threads(const asperity_parameters *parameters)
{
    asperity_body bodies[BALLS + 1];
    asperity_body_wrench one[BALLS + 1], several[BALLS + 1];
    memset(bodies, 0, sizeof bodies);
    for (int k = 0; k <= BALLS; k++) bodies[k].orientation[0] = 1;
    for (int k = 1; k <= BALLS; k++) bodies[k].position[2] = 0.1;
    asperity_system *plain = balls(parameters, bodies), *threaded = balls(parameters, bodies);
    double largest = 0;
    for (int step = 0; step < 300; step++) {
        for (int k = 1; k <= BALLS; k++) {
            bodies[k].position[2] = 0.1 + 1e-4 * sin(0.05 * step + k);
            bodies[k].velocity[2] = 5e-3 * cos(0.05 * step + k);
            bodies[k].velocity[0] = 0.02;
        }
        CHECK(asperity_system_step(plain, bodies, NULL, 1e-3, one) == ASPERITY_OK);
        if (step % 50 == 0) {
            CHECK(asperity_system_step_with(threaded, bodies, NULL, 1e-3, several, 4, on_threads, NULL) ==
                  ASPERITY_INPUTS);
            CHECK(strstr(asperity_system_message(threaded), "1 of 4 tasks") != NULL);
        }
        CHECK(asperity_system_step_with(threaded, bodies, NULL, 1e-3, several, (size_t)(1 + step % 7), on_threads,
                                        bodies) == ASPERITY_OK);
        CHECK(memcmp(one, several, sizeof one) == 0);
        largest = fmax(largest, one[BALLS].force[2]);
    }
    CHECK(largest > 1);
    asperity_system_free(plain);
    asperity_system_free(threaded);
}

void threads(void)
{
    asperity_parameters *parameters = with(NULL);
    struct job jobs[THREADS];
    pthread_t threads[THREADS];
    for (int k = 0; k < THREADS; k++) {
        jobs[k].parameters = parameters;
        CHECK(pthread_create(&threads[k], NULL, run, &jobs[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++) {
        CHECK(pthread_join(threads[k], NULL) == 0);
        CHECK(jobs[k].failed == 0);
        CHECK(memcmp(&jobs[k].outputs, &jobs[0].outputs, sizeof jobs[0].outputs) == 0);
    }
    step_on_threads(parameters);
    asperity_parameters_free(parameters);
}
