/* Asperity in the scenes, through the C interface: rigid contacts in time stepping, and compliant ones in interface
   coupling. */
#include "../bench.h"
#include "host.h"

#include <math.h>
#include <string.h>

#define STEP 1e-3

static void *open_rigid(const Scene *scene)
{
    return host_open(scene, TIME_STEPPING);
}

static void *open_compliant(const Scene *scene)
{
    return host_open(scene, COMPLIANT);
}

static int knows(const Scene *scene)
{
    (void)scene;
    return 1;
}

static double run(void *self, long steps, double *seconds)
{
    (void)seconds;
    Host *host = self;
    for (long k = 0; k < steps; ++k)
        if (!host_step(host, STEP)) return NAN;
    return host->motion[1].position[2];
}

static void motion(void *self, int body, Pose *to)
{
    const Host *host = self;
    memcpy(to, &host->motion[body + 1], sizeof *to);
}

static void close_host(void *self)
{
    host_close(self);
}

static const BenchWorld all[] = {
    {"Asperity, time stepping", STEP, open_rigid, knows, run, motion, close_host},
    {"Asperity, interface coupling", STEP, open_compliant, knows, run, motion, close_host},
};

const BenchWorld *bench_worlds(size_t *count)
{
    *count = sizeof all / sizeof *all;
    return all;
}

const char *bench_about(void)
{
    return "Asperity in scenes of bodies that move";
}
