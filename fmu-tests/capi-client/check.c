#include "check.h"

int checks, failures;

void check(int holds, const char *what, const char *file, int line)
{
    checks++;
    if (!holds) {
        failures++;
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
    }
}

void close_to(double a, double b, double slack, const char *what, const char *file, int line)
{
    checks++;
    if (!(fabs(a - b) <= slack)) {
        failures++;
        fprintf(stderr, "%s:%d: %s = %.17g, expected %.17g within %g\n", file, line, what, a, b, slack);
    }
}

asperity_parameters *with(const struct setting *settings)
{
    asperity_parameters *parameters = asperity_parameters_create();
    for (; settings != NULL && settings->name != NULL; settings++) {
        CHECK(asperity_parameters_set(parameters, settings->name, settings->value) == ASPERITY_OK);
    }
    CHECK(asperity_parameters_check(parameters) == ASPERITY_OK);
    return parameters;
}

double restitution_by_bisection(double u)
{
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 200; k++) {
        const double e = 0.5 * (low + high);
        const double d = e * u;
        /* log of both sides keeps its digits for large u; the difference falls as e grows */
        const double difference = log1p(-d) + d - (log1p(u) - u);
        if (d < 1.0 && difference > 0.0) {
            low = e;
        } else {
            high = e;
        }
    }
    return 0.5 * (low + high);
}
