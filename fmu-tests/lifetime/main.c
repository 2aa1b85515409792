/* Load and unload, many instances, many threads, two copies. Usage: lifetime LIBRARY COPY_OF_IT ROUNDS */
#include "lifetime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static long checks, failures;

int check(int holds, const char *file, int line, const char *sentence, ...)
{
    va_list arguments;
    ++checks;
    if (holds) return 1;
    ++failures;
    printf("%s:%d: ", file, line);
    va_start(arguments, sentence);
    vprintf(sentence, arguments);
    va_end(arguments);
    putchar('\n');
    return 0;
}

int main(int argc, char **argv)
{
    enum { FEWEST_ROUNDS = 200, REPETITIONS = 5 };
    const int rounds = argc == 4 ? atoi(argv[3]) : 0;
    if (rounds < FEWEST_ROUNDS) {
        fprintf(stderr, "usage: %s LIBRARY COPY_OF_IT ROUNDS, at least %d\n", argv[0], FEWEST_ROUNDS);
        return 2;
    }
    check_rounds(argv[1], rounds);
    check_thread_ends(argv[1], rounds / 10);
    check_threads(argv[1], REPETITIONS);
    check_copies(argv[1], argv[2]);
    printf("lifetime: %ld checks, %ld failed\n", checks, failures);
    return failures != 0;
}
