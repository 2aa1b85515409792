/* What the parts share: checks that count, the unit as one loaded library, and scenarios that are told by a number. */
#ifndef LIFETIME_H
#define LIFETIME_H

#include "../c-client/fmi2.h"
#include "../c-client/system.h"
#include "asperity_fmu.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Linked with `-z nodelete`, the ELF binaries stay in memory by intention; a DLL goes with its last FreeLibrary. */
#ifdef _WIN32
enum { STAYS_LOADED = 0 };
#else
enum { STAYS_LOADED = 1 };
#endif

/* The one platform whose threads an emulator plays: on the others memory is judged without asking. */
#ifdef __aarch64__
enum { EMULATED_THREADS = 1 };
#else
enum { EMULATED_THREADS = 0 };
#endif

/* Counts; on failure prints the sentence, and the program will end with 1. Main thread only. */
#define CHECK(condition, ...) check((condition) != 0, __FILE__, __LINE__, __VA_ARGS__)
int check(int holds, const char *file, int line, const char *sentence, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 4, 5)))
#endif
    ;

typedef struct {
    void *library;
    fmi2Functions fmi;
} Loaded;

/* 1: loaded, with all functions. Any thread. */
int unit_load(Loaded *unit, const char *path);
int unit_unload(Loaded *unit);

/* One instance in a scenario: a sphere dropped onto a plane with a slip, moved by the host. The host has only + - * /,
   so the numbers are the same bits on every machine. */
enum { SCENARIOS = 64, TRACED = 12, MOST_STEPS = 400 };
typedef struct {
    const fmi2Functions *fmi;
    fmi2Component c;
    fmi2Type kind;
    int steps, done; /* of the scenario; so far */
    int failures;    /* calls that were not answered with fmi2OK */
    double h, time;
    double position[3], velocity[3], spin[3]; /* [m], [m/s], [rad/s] */
    double states[ASPERITY_STATES], indicators[ASPERITY_EVENT_INDICATORS];
} Run;

/* Scenario `number`, 0 to 63; the even ones are Model Exchange, the odd ones Co-Simulation. */
void run_open(Run *run, const fmi2Functions *fmi, int number);
/* One step; writes TRACED numbers unless `trace` is NULL. */
void run_step(Run *run, double *trace);
void run_close(Run *run);

/* All steps of one scenario. */
typedef struct {
    double values[MOST_STEPS * TRACED];
    int steps;
} Trace;
/* Steps until `done` reaches `until` or the scenario ends. */
void run_until(Run *run, int until, Trace *trace);
int same_trace(const Trace *a, const Trace *b);

/* What the scenarios give one after another in one thread, freed by the caller; NULL: no memory. */
Trace *traces_alone(const fmi2Functions *fmi);

/* Memory and handles after many rounds against those after half of them. */
typedef struct {
    const char *what;
    int rounds;
    int idle_grows; /* memory grows even if nothing is done */
    long long memory[2]; /* greatest in each half [bytes] */
    long handles[2];
} Growth;
void growth_begin(Growth *growth, const char *what, int rounds);
void growth_round(Growth *growth, int round);
void growth_check(const Growth *growth);

/* The parts. */
void check_rounds(const char *path, int rounds);                             /* rounds.c */
void check_thread_ends(const char *path, int rounds);                        /* rounds.c */
void check_threads(const char *path, int repetitions);                       /* together.c */
void check_copies(const char *path, const char *other_path);                 /* together.c */

#endif
