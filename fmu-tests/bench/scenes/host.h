/* A caller of the C interface that moves free bodies itself: equal spheres, cubes or meshes over a plane, each of which
   touches the plane or, in a stack, the body below it. */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include "asperity.h"
#include "scenes.h"

/* KINEMATIC: the caller moves the bodies as it likes; the others are steps of interface coupling. */
typedef enum { KINEMATIC, COMPLIANT, TIME_STEPPING } Coupling;

typedef struct {
    asperity_system *system;
    /* With the plane, which is body 0 */
    size_t count;
    double inertia;
    asperity_body *motion;
    asperity_body_acceleration *free_accelerations;
    asperity_body_wrench *wrenches, *slopes;
} Host;

/* NULL with a line on stderr if the library refuses. */
Host *host_open(const Scene *scene, Coupling coupling);
void host_close(Host *host);
/* A step of interface coupling [s], and the bodies moved by what it returns; 0 if it failed. */
int host_step(Host *host, double h);
/* A step of kinematic coupling [s]: forces for the motion as it stands; 0 if it failed. */
int host_read(Host *host, double h);
/* The same on the caller's threads, as asperity_system_step_with says. */
int host_read_with(Host *host, double h, size_t tasks, asperity_run run, void *context);

#endif
