/* What the Modelica library calls: asperity.h with arrays of Reals in the place of structs of doubles.
 * SPDX-License-Identifier: MIT OR Apache-2.0
 *
 * ModelicaError does not return; the tool that compiles this declares it in ModelicaUtilities.h. */
#ifndef ASPERITY_MODELICA_H
#define ASPERITY_MODELICA_H

#include "ModelicaUtilities.h"
#include "asperity.h"

#include <string.h>

/* Parameters with a pair of shapes and values by name, checked. */
static void *asperity_modelica_create(const char *pair, const char **names, const double *values, size_t n)
{
    asperity_parameters *parameters = asperity_parameters_create();
    asperity_status status = parameters == NULL ? ASPERITY_INTERNAL : ASPERITY_OK;
    if (asperity_abi() != ASPERITY_ABI) {
        ModelicaError("Asperity: asperity.h and the library are of different versions\n");
    }
    if (status == ASPERITY_OK) {
        status = asperity_parameters_choose(parameters, "geometry.pair", pair);
    }
    for (size_t k = 0; status == ASPERITY_OK && k < n; k++) {
        status = asperity_parameters_set(parameters, names[k], values[k]);
    }
    if (status == ASPERITY_OK) {
        status = asperity_parameters_check(parameters);
    }
    if (status != ASPERITY_OK) {
        char why[512];
        strncpy(why, parameters == NULL ? "no memory" : asperity_parameters_message(parameters), sizeof why - 1);
        why[sizeof why - 1] = '\0';
        asperity_parameters_free(parameters);
        ModelicaFormatError("Asperity: %s\n", why);
    }
    return parameters;
}

static void asperity_modelica_free(void *parameters)
{
    asperity_parameters_free((asperity_parameters *)parameters);
}

/* Arguments as the structs of asperity.h: the memory of a Modelica array has no type that C could alias. */
struct asperity_modelica_arguments {
    asperity_inputs inputs;
    asperity_latch latch;
    asperity_state state;
};

static struct asperity_modelica_arguments asperity_modelica_arguments(const double *inputs, const double *latch,
                                                                      const double *state)
{
    struct asperity_modelica_arguments a;
    memcpy(&a.inputs, inputs, sizeof a.inputs);
    memcpy(&a.latch, latch, sizeof a.latch);
    memcpy(&a.state, state, sizeof a.state);
    return a;
}

static void asperity_modelica_explain(void *parameters, const struct asperity_modelica_arguments *a)
{
    char why[256];
    asperity_explain((asperity_parameters *)parameters, &a->inputs, &a->latch, &a->state, why, sizeof why);
    ModelicaFormatError("Asperity: %s\n", why);
}

/* 31 outputs as asperity_outputs, and the 8 states by time. */
static void asperity_modelica_evaluate(void *parameters, const double *inputs, const double *latch, const double *state,
                                       double *outputs, double *rates)
{
    const struct asperity_modelica_arguments a = asperity_modelica_arguments(inputs, latch, state);
    asperity_outputs o;
    asperity_state r;
    if (asperity_evaluate((asperity_parameters *)parameters, &a.inputs, &a.latch, &a.state, &o, &r) != ASPERITY_OK) {
        asperity_modelica_explain(parameters, &a);
    }
    memcpy(outputs, &o, sizeof o);
    memcpy(rates, &r, sizeof r);
}

/* The latch after an event. */
static void asperity_modelica_latch(void *parameters, const double *inputs, const double *before, double *after)
{
    static const double none[8] = {0};
    struct asperity_modelica_arguments a = asperity_modelica_arguments(inputs, before, none);
    if (asperity_latch_update((asperity_parameters *)parameters, &a.inputs, &a.latch) != ASPERITY_OK) {
        asperity_modelica_explain(parameters, &a);
    }
    memcpy(after, &a.latch, sizeof a.latch);
}

#endif
