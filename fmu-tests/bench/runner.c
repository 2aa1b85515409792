/* Measures the cases of all modules by turns and prints one line of CSV for each.

   Usage: runner [--repetitions N] [--milliseconds T] [--only TEXT] [--each FILE] [--check] [--pin] MODULE...
          runner --count NAME OPERATIONS MODULE...   (runs one case and ends: for callgrind)
          runner --drops N MODULE...                 (restitution and cost of every drop)
          runner --memory [--only TEXT] MODULE...    (bytes that malloc has given to each case)
          runner --scenes FILE [--share S] MODULE... (judges worlds in scenes into FILE, S of their duration, then as
                                                      the first)
          runner --about MODULE...                   (what each module measures)

   Time is that of the thread (CLOCK_THREAD_CPUTIME_ID). A repetition goes once through all cases; medians are taken
   over the repetitions, so that a disturbance of the machine meets all cases alike. --each writes every repetition by
   itself, for ratios within one. */
#define _GNU_SOURCE
#include "bench.h"
#include "clock.h"
#include "measure.h"
#include "scenes/judge.h"

#include <dlfcn.h>
#include <malloc.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REPETITIONS = 4096, SPEEDS = 3, PHASES = 16 };

/* Relative difference up to which two doors agree: rounding in another order. */
#define AGREEMENT 1e-12
/* Simulated time of one drop [s]. */
#define DROP_DURATION 0.2
/* Gap at the start of a drop [m], and the travel over which the phases are spread: 1 ms at 1 m/s. */
#define DROP_GAP 1e-3
#define DROP_TRAVEL 1e-3

static const double drop_speeds[SPEEDS] = {0.1, 1.0, 4.0};

static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (found == NULL) {
        fprintf(stderr, "runner: %s\n", dlerror());
        exit(2);
    }
    return found;
}

static void *load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "runner: %s\n", dlerror());
        exit(2);
    }
    return library;
}

static void *opened(const BenchCase *bench)
{
    void *self = bench->open();
    if (self == NULL) {
        fprintf(stderr, "runner: %s cannot be run\n", bench->name);
        exit(1);
    }
    return self;
}

static void open_cases(void *library, const char *only)
{
    size_t count = 0;
    const BenchCase *(*list)(size_t *);
    *(void **)&list = symbol(library, "bench_cases");
    const BenchCase *all = list(&count);
    for (size_t k = 0; k < count; ++k) {
        if (only != NULL && strstr(all[k].name, only) == NULL) continue;
        add_case(&all[k], opened(&all[k]));
    }
}

/* What malloc has given and not got back [bytes]. */
static double allocated(void)
{
    struct mallinfo2 now = mallinfo2();
    return (double)(now.uordblks + now.hblkhd);
}

/* One line by case: what it has allocated once it has run, by contact. */
static void measure_memory(void *library, const char *only)
{
    size_t count = 0;
    const BenchCase *(*list)(size_t *);
    *(void **)&list = symbol(library, "bench_cases");
    const BenchCase *all = list(&count);
    for (size_t k = 0; k < count; ++k) {
        if (only != NULL && strstr(all[k].name, only) == NULL) continue;
        double before = allocated();
        Running r = {.bench = &all[k], .self = opened(&all[k])};
        seconds_of(&r, 2);
        printf("\"%s\",%.0f,%.4g\n", all[k].name, all[k].contacts, (allocated() - before) / all[k].contacts);
        fflush(stdout);
        all[k].close(r.self);
    }
}

/* Largest difference of two answers by the size of what it is in: a force, a torque, a rate. */
static double difference(const double a[ANSWER], const double b[ANSWER])
{
    static const int groups[] = {0, 3, 6, 9, 12, 15, ANSWER};
    double worst = 0;
    for (size_t g = 0; g + 1 < sizeof groups / sizeof *groups; ++g) {
        double scale = 0, apart = 0;
        for (int k = groups[g]; k < groups[g + 1]; ++k) {
            scale = fmax(scale, fabs(b[k]));
            apart = fmax(apart, isfinite(a[k]) ? fabs(a[k] - b[k]) : INFINITY);
        }
        if (apart > 0) worst = fmax(worst, scale > 0 ? apart / scale : INFINITY);
    }
    return worst;
}

/* Doors that name the same scene give the same answer; answers how many do not. */
static int disagreements(void)
{
    int wrong = 0;
    for (size_t k = 0; k < cases; ++k) {
        const char *scene = running[k].bench->scene;
        double answer[ANSWER], other[ANSWER];
        size_t first = 0;
        if (scene == NULL) continue;
        while (running[first].bench->scene == NULL || strcmp(running[first].bench->scene, scene) != 0) ++first;
        if (first == k) continue;
        const char *name = running[k].bench->name, *with = running[first].bench->name;
        if (!running[first].bench->answer(running[first].self, other) ||
            !running[k].bench->answer(running[k].self, answer)) {
            fprintf(stderr, "runner: %s or %s does not answer\n", name, with);
            ++wrong;
            continue;
        }
        double apart = difference(answer, other);
        /* a scene without a force would compare nothing */
        if (!(fabs(other[2]) > 1) || !(apart <= AGREEMENT)) {
            fprintf(stderr, "runner: %s and %s differ by a share of %g\n", name, with, apart);
            ++wrong;
        } else {
            printf("# %s agrees with %s to %.0e\n", name, with, apart);
        }
    }
    return wrong;
}

/* Restitution of one drop at one phase of the onset inside a step. */
static double rebound(const BenchDrop *bench, void *self, double speed, int phase)
{
    double travel = DROP_TRAVEL * speed * (double)phase / PHASES;
    return bench->drop(self, DROP_GAP + travel, speed, DROP_DURATION) / speed;
}

static void measure_drops(void **libraries, size_t count, int repetitions)
{
    printf("name,step_s,speed_m_s,e_least,e_mean,e_most,us_per_simulated_s\n");
    for (size_t l = 0; l < count; ++l) {
        size_t n = 0;
        const BenchDrop *(*list)(size_t *);
        *(void **)&list = symbol(libraries[l], "bench_drops");
        const BenchDrop *all = list(&n);
        for (size_t k = 0; k < n; ++k) {
            void *self = all[k].open();
            if (self == NULL) {
                fprintf(stderr, "runner: %s cannot be run\n", all[k].name);
                exit(1);
            }
            for (int s = 0; s < SPEEDS; ++s) {
                double least = INFINITY, most = -INFINITY, sum = 0,
                       *times = malloc(sizeof(double) * (size_t)repetitions);
                for (int phase = 0; phase < PHASES; ++phase) {
                    double e = rebound(&all[k], self, drop_speeds[s], phase);
                    if (!isfinite(e)) {
                        fprintf(stderr, "runner: %s at %g m/s still touches\n", all[k].name, drop_speeds[s]);
                        exit(1);
                    }
                    least = fmin(least, e);
                    most = fmax(most, e);
                    sum += e;
                }
                for (int repetition = 0; repetition < repetitions; ++repetition) {
                    double start = thread_seconds();
                    for (int phase = 0; phase < PHASES; ++phase) rebound(&all[k], self, drop_speeds[s], phase);
                    times[repetition] = (thread_seconds() - start) / (PHASES * DROP_DURATION);
                }
                qsort(times, (size_t)repetitions, sizeof(double), ascending);
                printf("\"%s\",%g,%g,%.6f,%.6f,%.6f,%.4g\n", all[k].name, all[k].step, drop_speeds[s], least,
                       sum / PHASES, most, 1e6 * quantile(times, (size_t)repetitions, 0.5));
                free(times);
            }
            all[k].close(self);
        }
    }
}

/* To processor 0, so that no move to another one costs caches; threads of a case go where they like again. */
static void pin(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) fprintf(stderr, "runner: not pinned to a processor\n");
}

int main(int argc, char **argv)
{
    int repetitions = 101, drops = 0, about = 0, check_only = 0, pinned = 0, memory = 0;
    double milliseconds = 2, share = 1;
    const char *only = NULL, *count = NULL, *each = NULL, *judged = NULL;
    long operations = 0;
    void *libraries[16];
    size_t loaded = 0;
    for (int k = 1; k < argc; ++k) {
        if (strcmp(argv[k], "--repetitions") == 0 && k + 1 < argc)
            repetitions = atoi(argv[++k]);
        else if (strcmp(argv[k], "--milliseconds") == 0 && k + 1 < argc)
            milliseconds = atof(argv[++k]);
        else if (strcmp(argv[k], "--only") == 0 && k + 1 < argc)
            only = argv[++k];
        else if (strcmp(argv[k], "--each") == 0 && k + 1 < argc)
            each = argv[++k];
        else if (strcmp(argv[k], "--drops") == 0 && k + 1 < argc)
            drops = atoi(argv[++k]);
        else if (strcmp(argv[k], "--memory") == 0)
            memory = 1;
        else if (strcmp(argv[k], "--scenes") == 0 && k + 1 < argc)
            judged = argv[++k];
        else if (strcmp(argv[k], "--share") == 0 && k + 1 < argc)
            share = atof(argv[++k]);
        else if (strcmp(argv[k], "--about") == 0)
            about = 1;
        else if (strcmp(argv[k], "--check") == 0)
            check_only = 1;
        else if (strcmp(argv[k], "--pin") == 0)
            pinned = 1;
        else if (strcmp(argv[k], "--count") == 0 && k + 2 < argc) {
            count = argv[++k];
            operations = atol(argv[++k]);
        } else if (argv[k][0] == '-' || loaded == sizeof libraries / sizeof *libraries) {
            fprintf(stderr, "runner: unknown option '%s', or too many modules\n", argv[k]);
            return 2;
        } else
            libraries[loaded++] = load(argv[k]);
    }
    if (repetitions < 1 || repetitions > MOST_REPETITIONS || drops < 0 || drops > MOST_REPETITIONS) {
        fprintf(stderr, "runner: repetitions are 1...%d\n", MOST_REPETITIONS);
        return 2;
    }
    if (pinned) pin();
    if (about) {
        for (size_t l = 0; l < loaded; ++l) {
            const char *(*name)(void);
            *(void **)&name = symbol(libraries[l], "bench_about");
            puts(name());
        }
        return 0;
    }
    if (drops > 0) {
        measure_drops(libraries, loaded, drops);
        return 0;
    }
    if (memory) {
        printf("name,contacts,bytes_by_contact\n");
        for (size_t l = 0; l < loaded; ++l) measure_memory(libraries[l], only);
        return 0;
    }
    if (judged != NULL) {
        judge_begin(judged);
        for (size_t l = 0; l < loaded; ++l) {
            const BenchWorld *(*list)(size_t *);
            *(void **)&list = symbol(libraries[l], "bench_worlds");
            judge(list, only, share);
        }
        judge_end();
    } else {
        for (size_t l = 0; l < loaded; ++l) open_cases(libraries[l], count != NULL ? count : only);
    }
    if (count != NULL) {
        for (size_t k = 0; k < cases; ++k)
            if (strcmp(running[k].bench->name, count) == 0) return seconds_of(&running[k], operations) < 0;
        fprintf(stderr, "runner: no case '%s'\n", count);
        return 2;
    }
    if (disagreements() > 0) return 1;
    if (!check_only) measure(repetitions, 1e-3 * milliseconds, each);
    for (size_t k = 0; k < cases; ++k) running[k].bench->close(running[k].self);
    return 0;
}
