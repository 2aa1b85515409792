/* Usage: environments LIBRARY FOLDER [--few]. Plays every scene with the unit in each floating-point environment.

   In each the control bits must be the same after every call as before it, every status must be the one of the usual
   environment, and every answer must be right to rounding. --few: for a slow machine, only the one that rounds down and
   flushes. */
#include "../same-bits/bits.h"
#include "compare.h"
#include "door.h"
#include "scenes.h"

#include <stdio.h>
#include <string.h>

static int play(const char *folder, const char *what, Environment environment)
{
    const long before = door_changes;
    int right;
    door_use(environment);
    compare_begin(what);
    play_laws(folder);
    play_scenes(folder);
    play_points();
    play_drops();
    play_extremes();
    right = compare_end();
    return right && door_changes == before;
}

int main(int argc, char **argv)
{
    static const Environment usual = {NEAREST, 0};
    const int few = argc == 4 && strcmp(argv[3], "--few") == 0;
    char what[64];
    int rounding, flush, right;
    if (argc != 3 && !few) fail("usage: environments LIBRARY FOLDER [--few]");
    library_use(argv[1]);
    door_hang();
    right = play(argv[2], "usual environment", usual);
    for (rounding = 0; rounding < ROUNDINGS; ++rounding)
        for (flush = 0; flush < 2; ++flush) {
            if ((rounding == NEAREST && !flush) || (few && (rounding != DOWN || !flush))) continue;
            snprintf(what, sizeof what, "rounds %s%s", rounding_names[rounding], flush ? ", flushes" : "");
            right &= play(argv[2], what, (Environment){(Rounding)rounding, flush});
        }
    library_leave();
    printf("%ld calls, the control bits were other ones after %ld of them\n", door_calls, door_changes);
    return !right;
}
