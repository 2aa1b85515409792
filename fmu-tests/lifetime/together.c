/* Many instances and two copies at once: each gives the bits that it gives alone. */
#include "lifetime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, PER_THREAD = SCENARIOS / THREADS };

typedef struct {
    const fmi2Functions *fmi;
    Run runs[PER_THREAD];
    Trace *traces; /* of all scenarios; a thread has every eighth of them */
    int thread;
} Share;

/* Step by step in turn, so that all instances live at once. Half of them are left to the main thread to free. */
static void work(void *argument)
{
    Share *share = argument;
    int i, step;
    for (i = 0; i < PER_THREAD; ++i) run_open(&share->runs[i], share->fmi, share->thread + THREADS * i);
    for (step = 1; step <= MOST_STEPS; ++step)
        for (i = 0; i < PER_THREAD; ++i)
            run_until(&share->runs[i], step, &share->traces[share->thread + THREADS * i]);
    for (i = 0; i < PER_THREAD; i += 2) run_close(&share->runs[i]);
}

static void run_threads(const fmi2Functions *fmi, Share shares[THREADS], Trace *traces)
{
    Thread *threads[THREADS];
    int i, k, failures = 0;
    for (i = 0; i < THREADS; ++i) {
        shares[i].fmi = fmi;
        shares[i].traces = traces;
        shares[i].thread = i;
        threads[i] = thread_start(work, &shares[i]);
    }
    for (i = 0; i < THREADS; ++i) {
        if (!CHECK(threads[i] != NULL, "thread %d starts", i)) continue;
        thread_join(threads[i]);
        for (k = 0; k < PER_THREAD; ++k) {
            failures += shares[i].runs[k].failures;
            if (k % 2 == 1) run_close(&shares[i].runs[k]);
        }
    }
    CHECK(failures == 0, "%d calls failed in the threads", failures);
}

static int count_same(const Trace *traces, const Trace *wanted)
{
    int i, same = 0;
    for (i = 0; i < SCENARIOS; ++i) same += same_trace(&traces[i], &wanted[i]);
    return same;
}

/* Pairs of scenarios that are not to be told apart over the steps they have in common. */
static int count_twins(const Trace *traces)
{
    int i, k, twins = 0;
    for (i = 0; i < SCENARIOS; ++i)
        for (k = i + 1; k < SCENARIOS; ++k)
            twins += memcmp(traces[i].values, traces[k].values,
                            (size_t)traces[k].steps * TRACED * sizeof traces[k].values[0])
                     == 0;
    return twins;
}

static unsigned long long hash_traces(const Trace *traces)
{
    unsigned long long hash = 14695981039346656037ULL; /* FNV-1a */
    int i;
    size_t k;
    for (i = 0; i < SCENARIOS; ++i) {
        const unsigned char *bytes = (const unsigned char *)traces[i].values;
        const size_t n = (size_t)traces[i].steps * TRACED * sizeof traces[i].values[0];
        for (k = 0; k < n; ++k) hash = (hash ^ bytes[k]) * 1099511628211ULL;
    }
    return hash;
}

void check_threads(const char *path, int repetitions)
{
    static Share shares[THREADS];
    Loaded unit;
    Trace *wanted, *traces;
    int i;
    if (!CHECK(unit_load(&unit, path), "%s can be loaded: %s", path, library_error())) return;
    wanted = traces_alone(&unit.fmi);
    traces = calloc(SCENARIOS, sizeof *traces);
    if (CHECK(wanted != NULL && traces != NULL, "there is memory for the traces")) {
        CHECK(count_twins(wanted) == 0, "the scenarios differ; %d pairs do not", count_twins(wanted));
        for (i = 0; i < repetitions; ++i) {
            memset(traces, 0, SCENARIOS * sizeof *traces);
            run_threads(&unit.fmi, shares, traces);
            CHECK(count_same(traces, wanted) == SCENARIOS, "only %d of %d instances are the same in threads",
                  count_same(traces, wanted), SCENARIOS);
        }
        printf("%d instances in %d threads, %d times: the bits of one thread, %016llx\n", SCENARIOS, THREADS,
               repetitions, hash_traces(wanted));
    }
    free(wanted);
    free(traces);
    CHECK(unit_unload(&unit), "the library can be unloaded");
}

enum { COPIES = 2, OF_EACH = 4, UNLOADED_AT = 100 };

/* Two copies in turn, step by step; the first is unloaded in the middle. */
static void run_copies(Loaded units[COPIES], Run runs[COPIES][OF_EACH], Trace traces[COPIES][OF_EACH],
                       const char *first_path)
{
    int copy, i, step, failures = 0;
    for (copy = 0; copy < COPIES; ++copy)
        for (i = 0; i < OF_EACH; ++i) run_open(&runs[copy][i], &units[copy].fmi, i);
    for (step = 1; step <= UNLOADED_AT; ++step)
        for (copy = 0; copy < COPIES; ++copy)
            for (i = 0; i < OF_EACH; ++i) run_until(&runs[copy][i], step, &traces[copy][i]);
    for (i = 0; i < OF_EACH; ++i) {
        failures += runs[0][i].failures;
        run_close(&runs[0][i]);
    }
    CHECK(unit_unload(&units[0]), "the first copy can be unloaded while the second is in use");
    CHECK(library_is_loaded(first_path) == STAYS_LOADED, "the first copy %s in memory",
          STAYS_LOADED ? "does not stay" : "is still");
    for (i = 0; i < OF_EACH; ++i) {
        run_until(&runs[1][i], MOST_STEPS, &traces[1][i]);
        failures += runs[1][i].failures;
        run_close(&runs[1][i]);
    }
    CHECK(failures == 0, "%d calls failed in the two copies", failures);
}

void check_copies(const char *path, const char *other_path)
{
    static Run runs[COPIES][OF_EACH];
    static Trace traces[COPIES][OF_EACH];
    Loaded units[COPIES];
    Trace *wanted;
    int i;
    if (!CHECK(unit_load(&units[0], path), "%s can be loaded: %s", path, library_error())) return;
    wanted = traces_alone(&units[0].fmi);
    if (!CHECK(unit_load(&units[1], other_path), "%s can be loaded: %s", other_path, library_error())) return;
    CHECK(units[0].fmi.DoStep != units[1].fmi.DoStep, "two paths are two libraries");
    run_copies(units, runs, traces, path);
    for (i = 0; wanted != NULL && i < OF_EACH; ++i) {
        CHECK(same_trace(&traces[1][i], &wanted[i]), "scenario %d in the second copy gives the same bits", i);
        CHECK(traces[0][i].steps == UNLOADED_AT
                  && memcmp(traces[0][i].values, wanted[i].values,
                            UNLOADED_AT * TRACED * sizeof wanted[i].values[0])
                         == 0,
              "scenario %d in the first copy gives the same bits", i);
    }
    free(wanted);
    CHECK(library_is_loaded(other_path), "the second copy is in memory");
    CHECK(unit_unload(&units[1]), "the second copy can be unloaded");
    CHECK(library_is_loaded(other_path) == STAYS_LOADED, "the second copy %s in memory",
          STAYS_LOADED ? "does not stay" : "is still");
    printf("two copies, %d instances of each, the first unloaded after %d steps: the bits of one copy\n", OF_EACH,
           UNLOADED_AT);
}
