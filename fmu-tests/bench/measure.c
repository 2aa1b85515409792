#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include "clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A case runs this part of its operations unmeasured before each repetition. */
#define WARM_UP 0.125

Running running[MOST_CASES];
size_t cases;

void add_case(const BenchCase *bench, void *self)
{
    if (cases == MOST_CASES) {
        fprintf(stderr, "runner: more than %d cases\n", MOST_CASES);
        exit(2);
    }
    running[cases].bench = bench;
    running[cases++].self = self;
}

int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double quantile(const double *sorted, size_t n, double part)
{
    double at = part * (double)(n - 1);
    size_t below = (size_t)at;
    if (below + 1 >= n) return sorted[n - 1];
    return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

double seconds_of(Running *r, long operations)
{
    double own = -1, start = thread_seconds();
    double sum = r->bench->run(r->self, operations, &own);
    double spent = thread_seconds() - start;
    if (!isfinite(sum)) {
        fprintf(stderr, "runner: %s gives %g\n", r->bench->name, sum);
        exit(1);
    }
    r->checksum += sum;
    return own >= 0 ? own : spent;
}

/* So many operations as fill `seconds`. */
static long calibrated(Running *r, double seconds)
{
    long operations = 1;
    for (;;) {
        double spent = seconds_of(r, operations);
        if (spent >= seconds || operations > 100000000L) return operations;
        double factor = spent > 0 ? 1.2 * seconds / spent : 10;
        operations = (long)ceil((double)operations * (factor > 10 ? 10 : factor));
    }
}

/* One line by case: its name and the time of every repetition [ns]. */
static void write_each(const char *path, int repetitions)
{
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    for (size_t k = 0; k < cases; ++k) {
        fprintf(file, "\"%s\"", running[k].bench->name);
        for (int n = 0; n < repetitions; ++n) fprintf(file, ",%.4g", running[k].nanoseconds[n]);
        fputc('\n', file);
    }
    if (fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

void measure(int repetitions, double seconds, const char *each)
{
    for (size_t k = 0; k < cases; ++k) {
        running[k].operations = calibrated(&running[k], seconds);
        running[k].nanoseconds = malloc(sizeof(double) * (size_t)repetitions);
    }
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (size_t k = 0; k < cases; ++k) {
            Running *r = &running[k];
            seconds_of(r, 1 + (long)(WARM_UP * (double)r->operations));
            double spent = seconds_of(r, r->operations);
            r->nanoseconds[repetition] = 1e9 * spent / ((double)r->operations * r->bench->contacts);
        }
    }
    if (each != NULL) write_each(each, repetitions);
    printf("name,median_ns,q1_ns,q3_ns,min_ns,repetitions,operations,contacts,bytes\n");
    for (size_t k = 0; k < cases; ++k) {
        Running *r = &running[k];
        size_t n = (size_t)repetitions;
        qsort(r->nanoseconds, n, sizeof(double), ascending);
        printf("\"%s\",%.4g,%.4g,%.4g,%.4g,%d,%ld,%.0f,%.0f\n", r->bench->name, quantile(r->nanoseconds, n, 0.5),
               quantile(r->nanoseconds, n, 0.25), quantile(r->nanoseconds, n, 0.75), r->nanoseconds[0], repetitions,
               r->operations, r->bench->contacts, r->bench->bytes);
        free(r->nanoseconds);
    }
}

