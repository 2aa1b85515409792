/* The contact that every door is asked about: a sphere of 0.1 m on the plane z = 0, pressed in, approaching, sliding
   and turning; parameters are the start values of the unit. SI units. */
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

enum { POSES = 16 };

#define SCENE_RADIUS 0.1
#define SCENE_STIFFNESS 1e6
#define SCENE_RESTITUTION 0.5
/* d(0.5) of [G04 eq. 10], from its closed form in multiprecision. */
#define SCENE_DAMPING_FACTOR 0.716375266635687514
/* Speed of approach, latched as that of the impact [m/s]. */
#define SCENE_APPROACH 0.02
/* Start of the bristles [m] and of the dwell state. */
#define SCENE_Z0 1e-5
#define SCENE_Z1 (-5e-6)
#define SCENE_DWELL 0.3

/* Position, quaternion, velocity, angular velocity of body i; body j rests at the origin. */
typedef struct {
    double position[3], orientation[4], velocity[3], angular_velocity[3];
} Pose;

/* Pose k of a cycle of POSES; the penetration stays between 0.5 and 0.7 mm. Pose 0 is the one doors are compared in: it
   slips with the Stribeck velocity, so that sticking and sliding both have their part. */
static inline Pose scene_pose(int k)
{
    double share = (double)k / POSES;
    Pose pose = {{0.3 * share, -0.2 * share, SCENE_RADIUS - 7e-4 + 2e-4 * (share * (2 - share))},
                 {1, 0.1 * share, -0.2 * share, 0.05 * share},
                 {0.028 + 0.01 * share, -0.004 - 0.03 * share, -SCENE_APPROACH * (1 - 0.5 * share)},
                 {0.1 + 0.2 * share, 0.2 - 0.1 * share, 0.3}};
    return pose;
}

#endif
