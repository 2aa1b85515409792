/* One instance of a unit, through the functions of its binary alone. */
#ifndef BENCH_UNIT_H
#define BENCH_UNIT_H

#include "../c-client/fmi2.h"

typedef struct {
    fmi2Functions fmi;
    fmi2Component component;
} Unit;

/* Loads LIBRARY and makes an instance, not yet initialized; 0 with a line on stderr if that fails. */
int unit_instantiate(Unit *, const char *library, const char *guid, fmi2Type);
/* Start at t = 0, with what has been set; 0 with a line on stderr if that fails. */
int unit_initialize(Unit *, fmi2Type);
void unit_free(Unit *);

#endif
