/* Free bodies as a caller of Asperity moves them. SI units, world axes. */
#ifndef BENCH_BODY_H
#define BENCH_BODY_H

#include "scene.h"

/* Torque about the body's origin. */
typedef struct {
    double force[3], torque[3];
} Wrench;

/* Under F(t) = mean + slope (t - h/2). `inertia` is that about any axis through the origin, where the mass centre is;
   `acceleration` is without the wrench. */
void move_body(Pose *body, double mass, double inertia, const double acceleration[3], const Wrench *mean,
               const Wrench *slope, double h);

/* A ball of the scene's radius, of 1 kg, that its weight presses into the plane as deep as k x^1.5 bears it. */
typedef struct {
    Pose motion;
    /* Without the contact */
    double acceleration[3];
    /* After so many steps it is where it was at the start again; 0: never */
    int returns;
} Ball;

/* Steps of a millisecond before the start, in which the contact finds out how the ball answers. */
enum { BEFORE = 32 };

Ball ball_at_rest(void);
/* Pulled so that it never rolls: by more than (1 + 5/2) mu_C g. Returns, or it would be too fast. */
Ball ball_sliding(void);
/* Falls without weight, and after BEFORE steps of `h` strikes the plane with 4 m/s and a slip in the next one; returns at once. */
Ball ball_striking(double slip, double h);
/* A step of `h` under the mean wrench of the contact. */
void move_ball(Ball *ball, const double wrench[6], double h);

#endif
