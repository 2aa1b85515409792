#define _GNU_SOURCE
#include "threads.h"

#include "clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    ThreadWork work;
    void *data;
    int thread, succeeded;
    double seconds;
    pthread_barrier_t *start;
} Share;

static void *worker(void *data)
{
    Share *share = data;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(share->thread, &set);
    /* where the machine has fewer processors the threads share one, and the table shows it */
    (void)pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    pthread_barrier_wait(share->start);
    const double start = thread_seconds();
    share->succeeded = share->work(share->data, share->thread);
    share->seconds = thread_seconds() - start;
    return NULL;
}

int on_threads(int threads, ThreadWork work, void *data, double *seconds)
{
    if (threads == 1) return work(data, 0);
    Share shares[MOST_THREADS];
    pthread_t all[MOST_THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, (unsigned)threads);
    for (int t = 0; t < threads; ++t) {
        shares[t] = (Share){.work = work, .data = data, .thread = t, .start = &start};
        if (pthread_create(&all[t], NULL, worker, &shares[t]) != 0) {
            perror("bench: pthread_create");
            exit(1);
        }
    }
    int succeeded = 1;
    *seconds = 0;
    for (int t = 0; t < threads; ++t) {
        pthread_join(all[t], NULL);
        succeeded &= shares[t].succeeded;
        if (shares[t].seconds > *seconds) *seconds = shares[t].seconds;
    }
    pthread_barrier_destroy(&start);
    return succeeded;
}
