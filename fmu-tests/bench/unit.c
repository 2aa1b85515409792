#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void log_message(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                        fmi2String category, fmi2String message, ...)
{
    (void)environment;
    (void)instance;
    (void)category;
    if (status > fmi2Warning) fprintf(stderr, "unit: %s\n", message);
}

int unit_instantiate(Unit *unit, const char *library, const char *guid, fmi2Type kind)
{
    fmi2CallbackFunctions callbacks = {log_message, calloc, free, NULL, NULL};
    void *binary = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (binary == NULL) {
        fprintf(stderr, "unit: %s\n", dlerror());
        return 0;
    }
    memset(unit, 0, sizeof *unit);
    /* a unit for one kind lacks the functions of the other: NULL */
#define RESOLVE(result, name, arguments) *(void **)&unit->fmi.name = dlsym(binary, "fmi2" #name);
    FMI2_FUNCTIONS(RESOLVE)
#undef RESOLVE
    if (unit->fmi.Instantiate == NULL) {
        fprintf(stderr, "unit: %s is not an FMU\n", library);
        return 0;
    }
    unit->component = unit->fmi.Instantiate("bench", kind, guid, NULL, &callbacks, fmi2False, fmi2False);
    if (unit->component == NULL) fprintf(stderr, "unit: %s cannot be instantiated\n", library);
    return unit->component != NULL;
}

int unit_initialize(Unit *unit, fmi2Type kind)
{
    const fmi2Functions *fmi = &unit->fmi;
    fmi2Component c = unit->component;
    if (fmi->SetupExperiment(c, fmi2False, 0, 0, fmi2False, 0) != fmi2OK || fmi->EnterInitializationMode(c) != fmi2OK ||
        fmi->ExitInitializationMode(c) != fmi2OK) {
        fprintf(stderr, "unit: cannot be initialized\n");
        return 0;
    }
    if (kind == fmi2ModelExchange) {
        fmi2EventInfo info = {.newDiscreteStatesNeeded = fmi2True};
        while (info.newDiscreteStatesNeeded)
            if (fmi->NewDiscreteStates(c, &info) != fmi2OK) return 0;
        return fmi->EnterContinuousTimeMode(c) == fmi2OK;
    }
    return 1;
}

void unit_free(Unit *unit)
{
    unit->fmi.FreeInstance(unit->component);
}
