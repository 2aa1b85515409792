#define _POSIX_C_SOURCE 200809L
#include "host.h"

#include "../body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a face of a cube or mesh by area [N/m^3]: 1 kg on 0.2 m by 0.2 m sinks in by 2.5 um. */
#define FACE_STIFFNESS 1e8
/* The least that a compliant contact can have. */
#define LEAST_RESTITUTION 0.2

/* Of all contacts of a scene; `item` is NULL where a number is asked for. */
typedef struct {
    const char *name, *item;
    double value;
} Setting;

enum { MOST_SETTINGS = 9 };

static size_t settings(const Scene *scene, Coupling coupling, Setting to[MOST_SETTINGS])
{
    const int has_faces = scene->shape != SPHERES;
    const double e = coupling == TIME_STEPPING ? scene->restitution : fmax(scene->restitution, LEAST_RESTITUTION);
    size_t used = 0;
    to[used++] = (Setting){"friction.mu_S", NULL, scene->friction};
    to[used++] = (Setting){"friction.mu_C", NULL, scene->friction};
    to[used++] = (Setting){"compliance.e", NULL, e};
    /* a text, which meshes need, knows that of an area by another name */
    to[used++] = (Setting){scene->shape == MESHES ? "compliance.k_A" : "compliance.k", NULL,
                           has_faces ? FACE_STIFFNESS : SCENE_STIFFNESS};
    if (coupling != KINEMATIC) {
        to[used++] = (Setting){"coupling.mode", "interface", 0};
        to[used++] = (Setting){"coupling.order", "sequential", 0};
        to[used++] = (Setting){"coupling.handBack", "meanAndSlope", 0};
    }
    if (coupling == TIME_STEPPING) to[used++] = (Setting){"coupling.method", "timeStepping", 0};
    /* by its corners a rigid face resists spinning anyway, by its region a compliant one that is asked to */
    if (coupling == COMPLIANT && has_faces) to[used++] = (Setting){"friction.e_rSource", "contactRadius", 0};
    return used;
}

static asperity_parameters *parameters(const Setting *given, size_t count)
{
    asperity_parameters *p = asperity_parameters_create();
    int ok = p != NULL;
    for (size_t k = 0; ok && k < count; ++k)
        ok = (given[k].item != NULL ? asperity_parameters_choose(p, given[k].name, given[k].item)
                                    : asperity_parameters_set(p, given[k].name, given[k].value)) == ASPERITY_OK;
    if (ok && asperity_parameters_check(p) == ASPERITY_OK) return p;
    fprintf(stderr, "bench: %s\n", p != NULL ? asperity_parameters_message(p) : "no memory");
    asperity_parameters_free(p);
    return NULL;
}

/* A plane with bodies, and the contact of each with the plane: by a system's text, as no function adds a hull. */
static int read_meshes(asperity_system *system, const Scene *scene, const Setting *given, size_t count)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (to == NULL) return 0;
    fputs("[unit]\nname = \"Meshes\"\n[contacts]\npairs = \"listed\"\n", to);
    for (size_t k = 0; k < count; ++k)
        if (given[k].item != NULL)
            fprintf(to, "%s = \"%s\"\n", given[k].name, given[k].item);
        else
            fprintf(to, "%s = %.17g\n", given[k].name, given[k].value);
    fputs("[[contacts.pair]]\nbetween = [\"b*\", \"ground\"]\n", to);
    fputs("[bodies.ground]\nshape = { plane = { normal = [0, 0, 1] } }\n", to);
    for (int k = 0; k < scene->bodies; ++k) {
        fprintf(to, "[bodies.b%d]\nmotion = \"input\"\nshape = { convex = { points = [", k + 1);
        for (const double *at = scene->corners; at < scene->corners + 3 * scene->corner_count; at += 3)
            fprintf(to, "[%.17g, %.17g, %.17g],", at[0], at[1], at[2]);
        fputs("] } }\n", to);
    }
    const int ok = fclose(to) == 0 && asperity_system_read(system, text) == ASPERITY_OK;
    free(text);
    return ok;
}

/* Body k + 1 with its shape and its contact. */
static int add_body(asperity_system *system, const Scene *scene, int k, const asperity_parameters *p)
{
    const size_t body = (size_t)k + 1, below = scene->contacts > 1 && scene->shape == CUBES ? (size_t)k : 0;
    const double edges[3] = {2 * scene->size, 2 * scene->size, 2 * scene->size};
    char name[32];
    snprintf(name, sizeof name, "b%zu", body);
    return asperity_system_add_body(system, name, NULL, 1, NULL) == ASPERITY_OK &&
           (scene->shape == SPHERES
                ? asperity_system_add_sphere(system, body, NULL, NULL, scene->size, 0, NULL)
                : asperity_system_add_box(system, body, NULL, NULL, NULL, edges, NULL)) == ASPERITY_OK &&
           asperity_system_add_contact(system, NULL, body, 0, below, 0, p, NULL) == ASPERITY_OK;
}

/* The fixed plane is body 0. */
static int add_all(asperity_system *system, const Scene *scene, const Setting *given, size_t count)
{
    const double up[3] = {0, 0, 1};
    asperity_parameters *p = parameters(given, count);
    int ok = p != NULL && asperity_system_add_body(system, "ground", NULL, 0, NULL) == ASPERITY_OK &&
             asperity_system_add_plane(system, 0, NULL, up, 0, NULL) == ASPERITY_OK;
    for (int k = 0; ok && k < scene->bodies; ++k) ok = add_body(system, scene, k, p);
    asperity_parameters_free(p);
    return ok;
}

Host *host_open(const Scene *scene, Coupling coupling)
{
    Setting given[MOST_SETTINGS];
    const size_t count = settings(scene, coupling, given);
    Host *host = calloc(1, sizeof *host);
    if (host == NULL) return NULL;
    host->system = asperity_system_create();
    host->count = (size_t)scene->bodies + 1;
    host->inertia = scene_inertia(scene);
    host->motion = calloc(host->count, sizeof *host->motion);
    host->free_accelerations = calloc(host->count, sizeof *host->free_accelerations);
    host->wrenches = calloc(host->count, sizeof *host->wrenches);
    host->slopes = calloc(host->count, sizeof *host->slopes);
    int ok = (scene->shape == MESHES ? read_meshes : add_all)(host->system, scene, given, count);
    const double i = host->inertia, inertia[6] = {i, i, i, 0, 0, 0};
    for (int k = 0; ok && k < scene->bodies; ++k) {
        Pose start = scene->start(k);
        memcpy(&host->motion[k + 1], &start, sizeof start);
        memcpy(host->free_accelerations[k + 1].linear, scene->gravity, sizeof scene->gravity);
        ok = asperity_system_set_mass(host->system, (size_t)k + 1, BODY_MASS, inertia, NULL) == ASPERITY_OK;
    }
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
