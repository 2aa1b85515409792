/* Checks that count, shared by the C and the C++ program. */
#ifndef CHECK_H
#define CHECK_H

#include "asperity.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

extern int checks, failures;

#define CHECK(condition) check((condition) ? 1 : 0, #condition, __FILE__, __LINE__)
void check(int holds, const char *what, const char *file, int line);

/* |a - b| <= tolerance * scale, scale > 0 */
#define CLOSE(a, b, tolerance, scale) close_to((a), (b), (tolerance) * (scale), #a, __FILE__, __LINE__)
void close_to(double a, double b, double slack, const char *what, const char *file, int line);

/* A name and its value; a list ends with NULL. */
struct setting {
    const char *name;
    double value;
};

/* Start values with these settings, checked. */
asperity_parameters *with(const struct setting *settings);

/* Restitution e of u = a*v_i by bisection of [G04 eq. 10], (1 - d)*exp(d) = (1 + d/e)*exp(-d/e) with d = e*u. */
double restitution_by_bisection(double u);

#ifdef __cplusplus
}
#endif

#endif
