/* The C99 program: closed forms, contacts, refusals, a fuzz, threads. Usage: client [FUZZ_CALLS] */
#include "parts.h"

int main(int argc, char **argv)
{
    const long calls = argc > 1 ? atol(argv[1]) : 100000;
    laws();
    drop();
    contacts();
    refusals();
    systems();
    modelica();
    threads();
    fuzz(calls);
    printf("C99 client: %d checks, %d failures\n", checks, failures);
    return failures == 0 ? 0 : 1;
}
