/* Scenes of bodies that move by themselves, and what a simulator offers to be judged and timed in them.

   One list of scenes, built by every simulator from the same numbers; what is judged is found from the motion of the
   bodies alone (judge.c), for all simulators alike. SI units. */
#ifndef BENCH_SCENES_H
#define BENCH_SCENES_H

#include "../scene.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of every body [kg]. */
#define BODY_MASS 1.0
#define GRAVITY 9.81

typedef enum { SPHERES, CUBES, MESHES } SceneShape;

/* Equal bodies, each a sphere, a cube or a convex mesh about its origin, over the fixed half-space z < 0. */
typedef struct {
    const char *name;
    int bodies;
    SceneShape shape;
    /* Radius, also of the sphere that has the corners of a mesh, or half of an edge [m]. */
    double size;
    double gravity[3];
    double friction, restitution;
    /* Pairs of shapes that touch once it has settled; a face counts once, however many points a simulator gives it. */
    int contacts;
    /* Judged from the start up to `duration`, creep from `settled` [s]. */
    double settled, duration;
    Pose (*start)(int body);
    /* Of a mesh, which is their hull: three numbers each [m]. */
    int corner_count;
    const double *corners;
} Scene;

const Scene *scenes(size_t *count);
/* About any axis through the centre [kg m^2]: 2/5 m r^2, also given to a mesh, or m a^2/6 with an edge a of twice the
   size. */
static inline double scene_inertia(const Scene *scene)
{
    return (scene->shape == CUBES ? 4.0 / 6 : 2.0 / 5) * BODY_MASS * scene->size * scene->size;
}

/* A simulator in a scene. */
typedef struct {
    const char *name;
    /* Time by which `run` goes on in one step [s]. */
    double step;
    /* The scene at its start, ready for steps; NULL if that is impossible, with a line on stderr. */
    void *(*open)(const Scene *scene);
    /* Whether it can simulate the scene at all. */
    int (*knows)(const Scene *scene);
    /* As in BenchCase: goes on by `steps` steps; NAN if one fails. */
    double (*run)(void *self, long steps, double *seconds);
    void (*motion)(void *self, int body, Pose *motion);
    void (*close)(void *self);
} BenchWorld;

/* What a module of scenes exports, beside bench_about. */
const BenchWorld *bench_worlds(size_t *count);

#ifdef __cplusplus
}
#endif
#endif
