#include "host.h"

#include "../body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a cube's face by area [N/m^3]: 1 kg on 0.2 m sinks in by 2.5 um. */
#define FACE_STIFFNESS 1e8
/* The least that a compliant contact can have. */
#define LEAST_RESTITUTION 0.2

static int set(asperity_parameters *p, const char *name, double value)
{
    return asperity_parameters_set(p, name, value) == ASPERITY_OK;
}

static int choose(asperity_parameters *p, const char *name, const char *item)
{
    return asperity_parameters_choose(p, name, item) == ASPERITY_OK;
}

static asperity_parameters *parameters(const Scene *scene, Coupling coupling)
{
    asperity_parameters *p = asperity_parameters_create();
    int ok = p != NULL;
    ok = ok && set(p, "friction.mu_S", scene->friction) && set(p, "friction.mu_C", scene->friction);
    double e = coupling == TIME_STEPPING ? scene->restitution : fmax(scene->restitution, LEAST_RESTITUTION);
    ok = ok && set(p, "compliance.e", e);
    ok = ok && set(p, "compliance.k", scene->shape == SPHERES ? SCENE_STIFFNESS : FACE_STIFFNESS);
    if (coupling != KINEMATIC)
        ok = ok && choose(p, "coupling.mode", "interface") && choose(p, "coupling.order", "sequential") &&
             choose(p, "coupling.handBack", "meanAndSlope");
    if (coupling == TIME_STEPPING) ok = ok && choose(p, "coupling.method", "timeStepping");
    /* by its corners a rigid face resists spinning anyway, by its region a compliant one that is asked to */
    if (coupling == COMPLIANT && scene->shape == CUBES) ok = ok && choose(p, "friction.e_rSource", "contactRadius");
    if (ok && asperity_parameters_check(p) == ASPERITY_OK) return p;
    fprintf(stderr, "bench: %s\n", p != NULL ? asperity_parameters_message(p) : "no memory");
    asperity_parameters_free(p);
    return NULL;
}

/* Body k + 1 with its shape, its mass and its contact. */
static int add(Host *host, const Scene *scene, int k, const asperity_parameters *p)
{
    asperity_system *system = host->system;
    const size_t body = (size_t)k + 1, below = scene->contacts > 1 && scene->shape == CUBES ? (size_t)k : 0;
    const double edges[3] = {2 * scene->size, 2 * scene->size, 2 * scene->size}, i = host->inertia;
    const double inertia[6] = {i, i, i, 0, 0, 0};
    char name[32];
    snprintf(name, sizeof name, "b%zu", body);
    return asperity_system_add_body(system, name, NULL, 1, NULL) == ASPERITY_OK &&
           (scene->shape == SPHERES
                ? asperity_system_add_sphere(system, body, NULL, NULL, scene->size, 0, NULL)
                : asperity_system_add_box(system, body, NULL, NULL, NULL, edges, NULL)) == ASPERITY_OK &&
           asperity_system_set_mass(system, body, BODY_MASS, inertia, NULL) == ASPERITY_OK &&
           asperity_system_add_contact(system, NULL, body, 0, below, 0, p, NULL) == ASPERITY_OK;
}

Host *host_open(const Scene *scene, Coupling coupling)
{
    const double up[3] = {0, 0, 1};
    asperity_parameters *p = parameters(scene, coupling);
    Host *host = calloc(1, sizeof *host);
    if (p == NULL || host == NULL) return NULL;
    host->system = asperity_system_create();
    host->count = (size_t)scene->bodies + 1;
    host->inertia = scene_inertia(scene);
    host->motion = calloc(host->count, sizeof *host->motion);
    host->free_accelerations = calloc(host->count, sizeof *host->free_accelerations);
    host->wrenches = calloc(host->count, sizeof *host->wrenches);
    host->slopes = calloc(host->count, sizeof *host->slopes);
    int ok = asperity_system_add_body(host->system, "ground", NULL, 0, NULL) == ASPERITY_OK &&
             asperity_system_add_plane(host->system, 0, NULL, up, 0, NULL) == ASPERITY_OK;
    for (int k = 0; ok && k < scene->bodies; ++k) {
        Pose start = scene->start(k);
        memcpy(&host->motion[k + 1], &start, sizeof start);
        memcpy(host->free_accelerations[k + 1].linear, scene->gravity, sizeof scene->gravity);
        ok = add(host, scene, k, p);
    }
    asperity_parameters_free(p);
    host->motion[0].orientation[0] = 1;
    if (ok && asperity_system_start(host->system, host->motion, 0, NULL) == ASPERITY_OK) return host;
    fprintf(stderr, "bench: %s: %s\n", scene->name, asperity_system_message(host->system));
    host_close(host);
    return NULL;
}

void host_close(Host *host)
{
    asperity_system_free(host->system);
    free(host->motion);
    free(host->free_accelerations);
    free(host->wrenches);
    free(host->slopes);
    free(host);
}

static int succeeded(Host *host, asperity_status status)
{
    if (status != ASPERITY_OK) fprintf(stderr, "bench: %s\n", asperity_system_message(host->system));
    return status == ASPERITY_OK;
}

int host_step(Host *host, double h)
{
    if (!succeeded(host, asperity_system_step_coupled(host->system, host->motion, host->free_accelerations, h,
                                                      host->wrenches, host->slopes)))
        return 0;
    for (size_t k = 1; k < host->count; ++k) {
        Pose body;
        Wrench mean, slope;
        memcpy(&body, &host->motion[k], sizeof body);
        memcpy(&mean, &host->wrenches[k], sizeof mean);
        memcpy(&slope, &host->slopes[k], sizeof slope);
        move_body(&body, BODY_MASS, host->inertia, host->free_accelerations[k].linear, &mean, &slope, h);
        memcpy(&host->motion[k], &body, sizeof body);
    }
    return 1;
}

int host_read(Host *host, double h)
{
    return succeeded(host, asperity_system_step(host->system, host->motion, NULL, h, host->wrenches));
}

int host_read_with(Host *host, double h, size_t tasks, asperity_run run, void *context)
{
    return succeeded(
        host, asperity_system_step_with(host->system, host->motion, NULL, h, host->wrenches, tasks, run, context));
}
