/* Two plants for one impact: p = 3/2, k = 1e6 N/m^1.5, 2 kg, e = 1/2, 1 m/s down, no gravity; and a slip that is too
   fast to stick (a sphere in gross slip: v_t >= 7/2 mu (1 + e) v_n), so that friction takes mu (1 + e) v_n off the
   speed along the plane. */
#ifndef CLIENT_PLANTS_H
#define CLIENT_PLANTS_H

#include "client.h"

#define MASS 2.0
#define RESTITUTION 0.5
#define APPROACH 1.0
#define SLIP 3.0
#define SLIP_AFTER (SLIP - FRICTION * (1.0 + RESTITUTION) * APPROACH)
#define FRICTION 0.4
#define CONTACT_TIME 18.929704e-3
/* So far above the plane that the onset lies inside a step of 1e-4 s or 1e-5 s. */
#define FALL 0.002134

void set_impact_parameters(Unit *unit);
/* What the impact takes from the kinetic energy of a point; what a sphere gains in rotation comes off it. */
double energy_lost(void);

/* Co-Simulation, sphere.c: a sphere of 0.1 m that the host moves, above the plane z = 0. */
typedef struct {
    double position[3], velocity[3], spin[3];
    double time;
} Sphere;
enum { TRACED = 15 };
void sphere_open(Unit *unit, Sphere *sphere, const char *name, double slip);
void sphere_run(Unit *unit, Sphere *sphere, int steps, double h, double *trace);

/* Model Exchange, point.c: the unit's states, then penetration, approach speed and slip speed of the point. */
enum { UNIT = ASPERITY_STATES, POINT = UNIT + 3, ZEROS = ASPERITY_EVENT_INDICATORS };
typedef struct {
    double y[POINT];
    double time;
} Point;
void point_open(Unit *unit, Point *point, const char *name);
/* Steps of h with their events, whose number it returns. */
int point_run(Unit *unit, Point *point, int steps, double h, double *trace);

#endif
