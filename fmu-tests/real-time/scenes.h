/* What is played here besides the scenes of ../same-bits; rows go to compare.c. */
#ifndef SCENES_H
#define SCENES_H

/* An impact in every pair of shapes and in both couplings; the restitution must be the one that was asked for. */
void play_drops(void);
/* Every law, in every pair of shapes and both kinds. */
void play_points(void);
/* Numbers at the end of their range, and calls that are refused. */
void play_extremes(void);

#endif
