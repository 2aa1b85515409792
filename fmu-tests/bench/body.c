#include "body.h"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81
#define MASS 1.0
#define INERTIA (0.4 * MASS * SCENE_RADIUS * SCENE_RADIUS)
/* [m/s^2], beside (1 + 5/2) mu_C g = 13.7 with the unit's own mu_C */
#define PULL 15.0
enum { SLIDES = 64 };
/* [m/s], and at which part of a step */
#define STRIKES 4.0
#define STRIKES_AT 0.1

/* q turned by the rotation vector v, in world axes. */
static void turn(double q[4], const double v[3])
{
    const double angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    /* sin(x)/x of half the angle, up to which its series is 1 in doubles */
    const double by = angle > 1e-8 ? sin(angle / 2) / angle : 0.5, w = cos(angle / 2);
    const double x = by * v[0], y = by * v[1], z = by * v[2];
    const double turned[4] = {w * q[0] - x * q[1] - y * q[2] - z * q[3], w * q[1] + x * q[0] + y * q[3] - z * q[2],
                              w * q[2] + y * q[0] + z * q[1] - x * q[3], w * q[3] + z * q[0] + x * q[2] - y * q[1]};
    memcpy(q, turned, sizeof turned);
}

void move_body(Pose *body, double mass, double inertia, const double acceleration[3], const Wrench *mean,
               const Wrench *slope, double h)
{
    double turned[3];
    for (int i = 0; i < 3; ++i) {
        const double a = mean->force[i] / mass + acceleration[i], alpha = mean->torque[i] / inertia;
        const double by = slope->force[i] / mass, alpha_by = slope->torque[i] / inertia;
        body->position[i] += h * (body->velocity[i] + h * (a / 2 - h * by / 12));
        turned[i] = h * (body->angular_velocity[i] + h * (alpha / 2 - h * alpha_by / 12));
        body->velocity[i] += h * a;
        body->angular_velocity[i] += h * alpha;
    }
    turn(body->orientation, turned);
}

Ball ball_at_rest(void)
{
    const double depth = pow(MASS * GRAVITY / SCENE_STIFFNESS, 2.0 / 3);
    Ball ball = {{{0, 0, SCENE_RADIUS - depth}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {0, 0, -GRAVITY}, 0};
    return ball;
}

Ball ball_sliding(void)
{
    Ball ball = ball_at_rest();
    ball.motion.velocity[0] = 0.028;
    ball.acceleration[0] = PULL;
    ball.returns = SLIDES;
    return ball;
}

Ball ball_striking(double slip, double h)
{
    const double height = SCENE_RADIUS + STRIKES * h * (BEFORE + STRIKES_AT);
    Ball ball = {{{0, 0, height}, {1, 0, 0, 0}, {slip, 0, -STRIKES}, {0, 0, 0}}, {0, 0, 0}, 1};
    return ball;
}

void move_ball(Ball *ball, const double wrench[6], double h)
{
    static const Wrench steady = {{0, 0, 0}, {0, 0, 0}};
    Wrench mean;
    memcpy(&mean, wrench, sizeof mean);
    move_body(&ball->motion, MASS, INERTIA, ball->acceleration, &mean, &steady, h);
}
