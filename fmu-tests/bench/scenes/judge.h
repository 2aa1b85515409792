/* What a world is worth: how a scene went, from the motion of its bodies alone. */
#ifndef BENCH_JUDGE_H
#define BENCH_JUDGE_H

#include "scenes.h"

/* Where lines of CSV go. */
void judge_begin(const char *file);
/* Runs every world in every scene it knows, up to `share` of the scene's duration, writes a line for each, and makes a
   case of each (measure.h): steps from there on. `only`: NULL, or a part of the names "scenes/SCENE/WORLD". */
void judge(const BenchWorld *(*worlds)(size_t *), const char *only, double share);
void judge_end(void);

#endif
