/* One set of parameters, a contact per thread: every thread gets the same bits. */
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
    asperity_parameters_free(parameters);
}
