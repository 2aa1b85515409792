/* What a module of the benchmark offers to the runner: cases that are timed, and drops that are judged.

   Each module is a shared library, so that a peer that is not installed is one library less and nothing else changes.
   All cases of all modules are measured by turns in one process (runner.c). */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Force on body i, torque on body i, force on body j, torque on body j: 4 x 3 numbers; in an answer the rates of z and
   s_dw follow, 0 where a door gives none. */
enum { WRENCH = 12, ANSWER = WRENCH + 4 };

typedef struct {
    /* "door/what/variant", the key of every table. */
    const char *name;
    /* Contacts in one operation; times are given per contact. */
    double contacts;
    /* Bytes that one contact moves between memory and processor, write-allocate included; 0: not looked at. */
    double bytes;
    /* Makes what `run` works on; NULL if that is impossible, with a line on stderr. */
    void *(*open)(void);
    /* `operations` operations; answers a number that depends on all of them. A case that takes its time itself (several
       threads) stores it in `seconds`, all others leave that alone. */
    double (*run)(void *self, long operations, double *seconds);
    void (*close)(void *self);
    /* Doors that name the same scene must give the same answer in it; NULL: nothing to compare. */
    const char *scene;
    int (*answer)(void *self, double answer[ANSWER]);
} BenchCase;

/* A sphere of 1 kg and 0.1 m radius flies against a plane without gravity, requested restitution 0.5. */
typedef struct {
    const char *name;
    /* Communication step or step size [s]; 0: chosen by the integrator. */
    double step;
    /* Makes the simulation, ready for many drops; NULL if that is impossible, with a line on stderr. */
    void *(*open)(void);
    /* Starts `gap` [m] above the plane at `speed` [m/s] towards it, simulates `duration` [s]; answers the velocity away
       from the plane at the end, NAN if the sphere still touches. */
    double (*drop)(void *self, double gap, double speed, double duration);
    void (*close)(void *self);
} BenchDrop;

/* What every module exports; either list may be empty. */
const BenchCase *bench_cases(size_t *count);
const BenchDrop *bench_drops(size_t *count);
/* Name and version of what the module measures, for the table. */
const char *bench_about(void);

#ifdef __cplusplus
}
#endif
#endif
