/* A ball on an incline, a block on a spring, a double pendulum above the ground. */
#include "bits.h"

#include <math.h>
#include <string.h>

#define GRAVITY 9.81

static void leave(double *state)
{
    (void)state;
}

/* The ball: position, orientation w x y z, velocity, angular velocity; 2 kg, 0.1 m, solid. It starts 2 cm above a plane
   through the origin that falls along +x, and turns. */
#define BALL_MASS 2.0
#define BALL_INERTIA 0.008
static const double ball_start[13] = {0.0, 0.0, 0.128, 1.0, 0.0, 0.0, 0.0, 0.1, 0.3, -0.2, 1.0, -2.0, 3.0};

static void ball_rates(const double *y, const double *action, double *rates)
{
    const double *q = y + 3, *v = y + 7, *w = y + 10;
    int i;
    for (i = 0; i < 3; ++i) {
        rates[i] = v[i];
        rates[7 + i] = action[i] / BALL_MASS - (i == 2 ? GRAVITY : 0.0);
        rates[10 + i] = action[3 + i] / BALL_INERTIA;
    }
    /* q' = 1/2 (0, omega) q */
    rates[3] = -0.5 * (w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
    rates[4] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
    rates[5] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
    rates[6] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
}

static void ball_drive(const double *y, double *inputs)
{
    memcpy(inputs, y, 13 * sizeof *y);
}

static void ball_drive_rates(const double *y, const double *rates, double *input_rates)
{
    (void)y;
    memcpy(input_rates, rates, 13 * sizeof *rates);
}

static void ball_port(const double *y, double inverse_mass[6], double free_acceleration[3])
{
    (void)y;
    (void)inverse_mass;
    free_acceleration[0] = free_acceleration[1] = 0.0;
    free_acceleration[2] = -GRAVITY;
}

static void ball_settle(double *y)
{
    const double *q = y + 3, length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    int i;
    for (i = 3; i < 7; ++i) y[i] /= length;
}

const Plant ball = {
    13,
    4,
    2,
    {{ASPERITY_VR_POSITION_I, 3}, {ASPERITY_VR_ORIENTATION_I, 4}, {ASPERITY_VR_VELOCITY_I, 3},
     {ASPERITY_VR_ANGULAR_VELOCITY_I, 3}},
    {{ASPERITY_VR_FORCE_I, 3}, {ASPERITY_VR_TORQUE_I, 3}},
    ball_start,
    ball_rates,
    ball_drive,
    ball_drive_rates,
    ball_port,
    0,
    ball_settle,
};

/* The block of Bowden and Leben [G04 section 2.2] on a stiffer spring, so that it breaks loose several times a second:
   1 kg, pressed on with 10 N, 200 N/m, on a plate drawn away along x and y. Position and velocity in the plane. */
#define SPRING 200.0
static const double plate[2] = {0.08, 0.06};
static const double block_start[4] = {0.0, 0.0, 0.08, 0.06};

static void block_rates(const double *y, const double *action, double *rates)
{
    int i;
    for (i = 0; i < 2; ++i) {
        rates[i] = y[2 + i];
        rates[2 + i] = action[i] - SPRING * y[i];
    }
}

static void block_drive(const double *y, double *inputs)
{
    inputs[0] = y[2] - plate[0];
    inputs[1] = y[3] - plate[1];
    inputs[2] = 0.0;
}

static void block_drive_rates(const double *y, const double *rates, double *input_rates)
{
    (void)y;
    input_rates[0] = rates[2];
    input_rates[1] = rates[3];
    input_rates[2] = 0.0;
}

static void block_port(const double *y, double inverse_mass[6], double free_acceleration[3])
{
    inverse_mass[0] = inverse_mass[1] = inverse_mass[2] = 1.0;
    free_acceleration[0] = -SPRING * y[0];
    free_acceleration[1] = -SPRING * y[1];
    free_acceleration[2] = -10.0;
}

const Plant block = {
    4,
    1,
    1,
    {{ASPERITY_VR_RELATIVE_VELOCITY, 3}},
    {{ASPERITY_VR_FRICTION_FORCE, 3}},
    block_start,
    block_rates,
    block_drive,
    block_drive_rates,
    block_port,
    1,
    leave,
};

/* The double pendulum of [G04 section 4.2]: cos and sin of each link's angle against the downward vertical, in the
   plane of x and z, and the rates of both angles. Point masses at the ends of the links; the ground lies 0.61 m below
   the joint. */
static const double length[2] = {0.5, 0.25}, mass[2] = {5.0, 2.0};
#define GROUND -0.61
#define ROOT_HALF 0.70710678118654757
/* 45 and 45 degrees, -120 and 10 degrees per second */
static const double pendulum_start[6] = {ROOT_HALF, ROOT_HALF, ROOT_HALF, ROOT_HALF,
                                         -2.0943951023931953, 0.17453292519943295};

/* Elements 11, 12, 22 of the mass matrix. */
static void pendulum_mass(const double *y, double m[3])
{
    m[0] = (mass[0] + mass[1]) * length[0] * length[0];
    m[1] = mass[1] * length[0] * length[1] * (y[0] * y[2] + y[1] * y[3]);
    m[2] = mass[1] * length[1] * length[1];
}

static void pendulum_rates(const double *y, const double *action, double *rates)
{
    const double *w = y + 4, turn = mass[1] * length[0] * length[1] * (y[3] * y[0] - y[2] * y[1]);
    double m[3], q[2], determinant;
    int k;
    pendulum_mass(y, m);
    determinant = m[0] * m[2] - m[1] * m[1];
    q[0] = turn * w[1] * w[1] - (mass[0] + mass[1]) * length[0] * GRAVITY * y[1];
    q[1] = -turn * w[0] * w[0] - mass[1] * length[1] * GRAVITY * y[3];
    for (k = 0; k < 2; ++k) {
        q[k] += length[k] * (action[0] * y[2 * k] + action[2] * y[2 * k + 1]);
        rates[2 * k] = -y[2 * k + 1] * w[k];
        rates[2 * k + 1] = y[2 * k] * w[k];
    }
    rates[4] = (m[2] * q[0] - m[1] * q[1]) / determinant;
    rates[5] = (m[0] * q[1] - m[1] * q[0]) / determinant;
}

/* Acceleration of the tip that belongs to accelerations of the angles. */
static void tip_acceleration(const double *y, const double *rates, double a[3])
{
    int k;
    a[0] = a[1] = a[2] = 0.0;
    for (k = 0; k < 2; ++k) {
        const double w = y[4 + k], along = length[k] * y[2 * k], up = length[k] * y[2 * k + 1];
        a[0] += rates[4 + k] * along - w * w * up;
        a[2] += rates[4 + k] * up + w * w * along;
    }
}

/* Penetration, relative velocity, contact point, position and velocity of body i: the tip. */
static void pendulum_drive(const double *y, double *inputs)
{
    double place[3] = {0.0, 0.0, 0.0}, velocity[3] = {0.0, 0.0, 0.0};
    int k;
    for (k = 0; k < 2; ++k) {
        place[0] += length[k] * y[2 * k + 1];
        place[2] -= length[k] * y[2 * k];
        velocity[0] += y[4 + k] * length[k] * y[2 * k];
        velocity[2] += y[4 + k] * length[k] * y[2 * k + 1];
    }
    inputs[0] = GROUND - place[2];
    memcpy(inputs + 1, velocity, sizeof velocity);
    memcpy(inputs + 4, place, sizeof place);
    memcpy(inputs + 7, place, sizeof place);
    memcpy(inputs + 10, velocity, sizeof velocity);
}

static void pendulum_drive_rates(const double *y, const double *rates, double *input_rates)
{
    double inputs[13], a[3];
    pendulum_drive(y, inputs);
    tip_acceleration(y, rates, a);
    input_rates[0] = -inputs[3];
    memcpy(input_rates + 1, a, sizeof a);
    memcpy(input_rates + 4, inputs + 1, sizeof a);
    memcpy(input_rates + 7, inputs + 1, sizeof a);
    memcpy(input_rates + 10, a, sizeof a);
}

/* W = J M^-1 J' */
static void pendulum_port(const double *y, double inverse_mass[6], double free_acceleration[3])
{
    static const double none[3] = {0.0, 0.0, 0.0};
    const double a[2] = {length[0] * y[0], length[0] * y[1]}, b[2] = {length[1] * y[2], length[1] * y[3]};
    static const int place[3] = {0, 4, 2}, r[3] = {0, 0, 1}, s[3] = {0, 1, 1}; /* xx, xz, zz */
    double m[3], rates[6], determinant;
    int k;
    pendulum_mass(y, m);
    determinant = m[0] * m[2] - m[1] * m[1];
    for (k = 0; k < 6; ++k) inverse_mass[k] = 0.0;
    for (k = 0; k < 3; ++k)
        inverse_mass[place[k]] =
            (m[2] * a[r[k]] * a[s[k]] - m[1] * (a[r[k]] * b[s[k]] + b[r[k]] * a[s[k]]) + m[0] * b[r[k]] * b[s[k]])
            / determinant;
    pendulum_rates(y, none, rates);
    tip_acceleration(y, rates, free_acceleration);
}

static void pendulum_settle(double *y)
{
    int k;
    for (k = 0; k < 4; k += 2) {
        const double size = sqrt(y[k] * y[k] + y[k + 1] * y[k + 1]);
        y[k] /= size;
        y[k + 1] /= size;
    }
}

const Plant pendulum = {
    6,
    5,
    1,
    {{ASPERITY_VR_PENETRATION, 1}, {ASPERITY_VR_RELATIVE_VELOCITY, 3}, {ASPERITY_VR_CONTACT_POINT, 3},
     {ASPERITY_VR_POSITION_I, 3}, {ASPERITY_VR_VELOCITY_I, 3}},
    {{ASPERITY_VR_FORCE_I, 3}},
    pendulum_start,
    pendulum_rates,
    pendulum_drive,
    pendulum_drive_rates,
    pendulum_port,
    1,
    pendulum_settle,
};
