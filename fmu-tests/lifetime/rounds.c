/* Loading and unloading over and over. */
#include "lifetime.h"

#include <stdio.h>
#include <string.h>

enum { STEPS_PER_ROUND = 10, SAMPLES = 20, WARM_UP = 2 };

void growth_begin(Growth *growth, const char *what, int rounds)
{
    memset(growth, 0, sizeof *growth);
    growth->what = what;
    growth->rounds = rounds;
}

/* Twenty times in all; the first two, while caches of the system fill, do not count. */
void growth_round(Growth *growth, int round)
{
    const int every = growth->rounds / SAMPLES;
    const int sample = (round + 1) / every, half = sample > SAMPLES / 2;
    long long memory;
    long handles;
    if ((round + 1) % every != 0 || sample <= WARM_UP) return;
    memory = process_memory();
    handles = process_handles();
    CHECK(memory > 0 && handles > 0, "memory and handles of the process are known");
    if (memory > growth->memory[half]) growth->memory[half] = memory;
    if (handles > growth->handles[half]) growth->handles[half] = handles;
}

/* The smallest block that is forgotten costs a heap 32 bytes (glibc; 48 under wine), so one per round takes 16 bytes
   times all rounds in the second half. Half of that is allowed: pages come and go with the system's own caches. */
void growth_check(const Growth *growth)
{
    const long long grown = growth->memory[1] - growth->memory[0], allowed = 8LL * growth->rounds;
    if (growth->idle_grows)
        printf("  the emulator itself keeps memory of every thread: of what follows only the handles are judged\n");
    else
        CHECK(grown <= allowed, "%s: memory grows by %lld bytes in the second half of %d rounds", growth->what, grown,
              growth->rounds);
    CHECK(growth->handles[1] <= growth->handles[0], "%s: from %ld to %ld handles", growth->what, growth->handles[0],
          growth->handles[1]);
    printf("%s: %d rounds; second half against first: memory %+lld bytes of %lld, handles %+ld of %ld\n", growth->what,
           growth->rounds, grown, growth->memory[0], growth->handles[1] - growth->handles[0], growth->handles[0]);
}

/* Load, instantiate, step, free: what happens between two unloads. Returns the number of failures. */
static int use(Loaded *unit, const char *path, int number)
{
    Run run;
    int i, failures;
    if (!unit_load(unit, path)) return 1;
    run_open(&run, &unit->fmi, number);
    for (i = 0; i < STEPS_PER_ROUND; ++i) run_step(&run, NULL);
    failures = run.failures;
    run_close(&run);
    return failures;
}

void check_rounds(const char *path, int rounds)
{
    Growth growth;
    Loaded unit;
    fmi2DoStepFn address = NULL;
    int i, failures = 0, gone = 0, moved = 0;
    growth_begin(&growth, "load, instantiate, step, free, unload", rounds);
    for (i = 0; i < rounds; ++i) {
        failures += use(&unit, path, i % SCENARIOS);
        if (unit.library == NULL) break;
        if (i == 0) address = unit.fmi.DoStep;
        moved += unit.fmi.DoStep != address;
        failures += !unit_unload(&unit);
        gone += !library_is_loaded(path);
        growth_round(&growth, i);
    }
    CHECK(i == rounds && failures == 0, "round %d: %d failures", i, failures);
    growth_check(&growth);
    if (STAYS_LOADED) {
        CHECK(gone == 0 && moved == 0, "the library stays where it is; gone %d times, moved %d times", gone, moved);
        printf("  linked with -z nodelete: the library stayed in memory after every dlclose, at one address\n");
    } else {
        CHECK(gone == rounds, "the library is gone after FreeLibrary, not %d times of %d", gone, rounds);
        printf("  the library left the memory after every FreeLibrary\n");
    }
}

typedef struct {
    const char *path;
    Loaded unit;
    int number, failures, gone;
} Visitor;

static void unload(void *argument)
{
    Visitor *visitor = argument;
    visitor->failures += !unit_unload(&visitor->unit);
    visitor->gone = !library_is_loaded(visitor->path);
}

/* Uses the unit; another thread, or in every second round this one, unloads it; then this thread ends. */
static void visit(void *argument)
{
    Visitor *visitor = argument;
    Thread *other;
    visitor->failures = use(&visitor->unit, visitor->path, visitor->number);
    if (visitor->unit.library == NULL) return;
    other = visitor->number % 4 < 2 ? thread_start(unload, visitor) : NULL;
    if (other != NULL) thread_join(other);
    else unload(visitor);
}

static void do_nothing(void *argument)
{
    (void)argument;
}

/* Whether threads that do nothing take memory for ever, as they do in an emulator such as qemu-user 7: so much as to
   hide what a unit would take. */
static int threads_cost_memory(int rounds)
{
    const long long much = 1024LL * rounds, before = process_memory();
    int i;
    for (i = 0; i < rounds; ++i) {
        Thread *thread = thread_start(do_nothing, NULL);
        if (thread != NULL) thread_join(thread);
    }
    return process_memory() - before > much;
}

void check_thread_ends(const char *path, int rounds)
{
    Growth growth;
    Visitor visitor;
    int i, failures = 0, gone = 0;
    growth_begin(&growth, "a thread uses the unit and ends after the unload", rounds);
    growth.idle_grows = EMULATED_THREADS && threads_cost_memory(rounds / 10);
    for (i = 0; i < rounds; ++i) {
        Thread *thread;
        memset(&visitor, 0, sizeof visitor);
        visitor.path = path;
        visitor.number = i % SCENARIOS;
        thread = thread_start(visit, &visitor);
        if (!CHECK(thread != NULL, "a thread starts in round %d", i)) return;
        thread_join(thread);
        failures += visitor.failures;
        gone += visitor.gone;
        growth_round(&growth, i);
    }
    CHECK(failures == 0, "%d failures", failures);
    CHECK(gone == (STAYS_LOADED ? 0 : rounds), "the library is gone %d times of %d", gone, rounds);
    growth_check(&growth);
}
