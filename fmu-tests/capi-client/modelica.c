/* The functions that the Modelica library calls, from C: the impact of a ball, and how errors come out. */
#include "asperity_modelica.h"
#include "parts.h"

#include <setjmp.h>

static jmp_buf out;
static char said[512];

void ModelicaError(const char *text)
{
    ModelicaFormatError("%s", text);
}

void ModelicaFormatError(const char *format, const char *text)
{
    (void)format;
    snprintf(said, sizeof said, "%s", text);
    longjmp(out, 1);
}

static const char *const NAMES[] = {"compliance.k", "compliance.e", "geometry.radiusI"};

/* 1 kg strikes the plane at 1 m/s, without gravity, 1 us steps of symplectic Euler: it leaves at e. */
static void impact(void)
{
    const double values[] = {1e7, 0.7, 0.1};
    void *contact = asperity_modelica_create("spherePlane", (const char **)NAMES, values, 3);
    double inputs[36] = {0}, latch[3] = {0}, state[8] = {0}, outputs[31], rates[8];
    inputs[6] = inputs[13] = inputs[26] = 1; /* normal and orientations */
    double *z = &inputs[12], *v = &inputs[19];
    *z = 0.1;
    *v = -1;
    asperity_modelica_latch(contact, inputs, latch, latch);
    const double h = 1e-6;
    for (int k = 0; k < 20000 && (k == 0 || latch[0] != 0); k++) {
        asperity_modelica_evaluate(contact, inputs, latch, state, outputs, rates);
        *v += h * outputs[2];
        *z += h * *v;
        for (int s = 0; s < 8; s++) {
            state[s] += h * rates[s];
        }
        asperity_modelica_latch(contact, inputs, latch, latch);
    }
    CHECK(latch[0] == 0);
    /* the step is a five-thousandth of the contact: first order in it */
    CLOSE(*v, 0.7, 1e-3, 1.0);
    asperity_modelica_evaluate(contact, inputs, latch, state, outputs, rates);
    CHECK(outputs[12] == 0); /* normal force */
    CLOSE(outputs[19], *z - 0.1, 1e-12, 1.0); /* gap */
    CLOSE(outputs[30], -*v, 1e-12, 1.0); /* penetration by time */
    asperity_modelica_free(contact);
}

static void errors(void)
{
    const double values[] = {1e7, 1.7, 0.1};
    if (setjmp(out) == 0) {
        asperity_modelica_create("spherePlane", (const char **)NAMES, values, 3);
        CHECK(!"a restitution of 1.7 is refused");
    }
    CHECK(strstr(said, "compliance.e") != NULL);
    if (setjmp(out) == 0) {
        asperity_modelica_create("sphereBox", (const char **)NAMES, values, 0);
        CHECK(!"a pair that there is not is refused");
    }
    CHECK(strstr(said, "geometry.pair") != NULL);
}

void modelica(void)
{
    impact();
    errors();
}
