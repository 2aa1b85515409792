/* The one way of timing: cases by turns, medians over the repetitions. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "bench.h"

enum { MOST_CASES = 128 };

typedef struct {
    const BenchCase *bench;
    void *self;
    long operations;
    double *nanoseconds;
    double checksum;
} Running;

/* What is open, in the order of the modules. */
extern Running running[MOST_CASES];
extern size_t cases;

/* Ends the program with a line on stderr if there is no room. */
void add_case(const BenchCase *bench, void *self);
/* Time of `operations` operations [s]; that of the thread, or what the case takes itself. */
double seconds_of(Running *r, long operations);
/* All cases by turns, `seconds` at least for each in a repetition; prints a line of CSV for each. `each`: NULL, or a
   file for the times of every repetition. */
void measure(int repetitions, double seconds, const char *each);

int ascending(const void *a, const void *b);
/* Value below which the share `part` of the sorted values lies, linear between neighbours. */
double quantile(const double *sorted, size_t n, double part);

#endif
