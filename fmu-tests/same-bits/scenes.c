/* The scenes of [G04] in closed loop: ball on the incline, stick-slip, double pendulum. */
#include "bits.h"

#include <stdio.h>

/* The start of inputs that a plant drives. */
static void start_inputs(Unit *unit, const Plant *plant)
{
    double inputs[MOST_INPUTS];
    size_t i, at = 0;
    plant->drive(plant->start, inputs);
    for (i = 0; i < plant->wires_in; at += plant->in[i++].n) put(unit, plant->in[i].first, plant->in[i].n, inputs + at);
}

static void prepare_incline(Unit *unit)
{
    /* 20 degrees about +y, as cos and sin of 10 degrees */
    static const double tilt[4] = {0.98480775301220802, 0.0, 0.17364817766693033, 0.0};
    static const double inertia[6] = {0.008, 0.008, 0.008, 0.0, 0.0, 0.0};
    choose(unit, ASPERITY_VR_GEOMETRY_PAIR, ASPERITY_GEOMETRY_PAIR_SPHERE_PLANE);
    put1(unit, ASPERITY_VR_GEOMETRY_RADIUS_I, 0.1);
    put1(unit, ASPERITY_VR_COMPLIANCE_V_MIN, 1e-2);
    put1(unit, ASPERITY_VR_FRICTION_MU_R, 0.01);
    put1(unit, ASPERITY_VR_FRICTION_E_R, 0.02);
    put(unit, ASPERITY_VR_ORIENTATION_J, 4, tilt);
    put1(unit, ASPERITY_VR_COUPLING_MASS_I, 2.0);
    put(unit, ASPERITY_VR_COUPLING_INERTIA_I, 6, inertia);
}

static void prepare_block(Unit *unit)
{
    /* 10 N = k x^1.5 */
    put1(unit, ASPERITY_VR_PENETRATION, 4.6415888336127789e-4);
    put1(unit, ASPERITY_VR_S_DW, 1.0);
    put1(unit, ASPERITY_VR_FRICTION_MU_S, 0.15);
    put1(unit, ASPERITY_VR_FRICTION_MU_C, 0.1);
    put1(unit, ASPERITY_VR_FRICTION_SIGMA_2, 0.1);
    put1(unit, ASPERITY_VR_FRICTION_V_S, 1e-3);
    put1(unit, ASPERITY_VR_FRICTION_TAU_DW, 0.1);
    choose(unit, ASPERITY_VR_COUPLING_MASS_SOURCE, ASPERITY_MASS_SOURCE_INPUT);
}

static void prepare_pendulum(Unit *unit)
{
    put1(unit, ASPERITY_VR_COMPLIANCE_E, 0.9);
    put1(unit, ASPERITY_VR_FRICTION_MU_S, 0.15);
    put1(unit, ASPERITY_VR_FRICTION_MU_C, 0.12);
    put1(unit, ASPERITY_VR_FRICTION_V_S, 0.1);
    put1(unit, ASPERITY_VR_FRICTION_TAU_DW, 0.75);
    choose(unit, ASPERITY_VR_COUPLING_MASS_SOURCE, ASPERITY_MASS_SOURCE_INPUT);
}

/* k [N/m^1.5] is what a step of the host can follow, and in interface coupling that of the paper. */
static const struct {
    const char *name;
    void (*prepare)(Unit *);
    const Plant *plant;
    int exchange;
    Coupling coupling;
    double k, h;
    int steps;
} scenes[] = {
    {"incline-exchange", prepare_incline, &ball, 1, KINEMATIC, 1e6, 1e-4, 8000},
    {"incline-kinematic", prepare_incline, &ball, 0, KINEMATIC, 1e6, 1e-4, 8000},
    {"incline-sequential", prepare_incline, &ball, 0, SEQUENTIAL, 1e9, 1e-3, 1500},
    {"incline-parallel", prepare_incline, &ball, 0, PARALLEL, 1e8, 1e-3, 1500},
    {"stick-slip-exchange", prepare_block, &block, 1, KINEMATIC, 1e6, 2e-4, 5000},
    {"stick-slip-kinematic", prepare_block, &block, 0, KINEMATIC, 1e6, 2e-4, 5000},
    {"stick-slip-sequential", prepare_block, &block, 0, SEQUENTIAL, 1e6, 1e-3, 2000},
    {"pendulum-exchange", prepare_pendulum, &pendulum, 1, KINEMATIC, 1e6, 1e-4, 6000},
    {"pendulum-kinematic", prepare_pendulum, &pendulum, 0, KINEMATIC, 1e6, 1e-4, 6000},
    {"pendulum-sequential", prepare_pendulum, &pendulum, 0, SEQUENTIAL, 1e9, 1e-3, 3000},
    {"pendulum-parallel", prepare_pendulum, &pendulum, 0, PARALLEL, 1e9, 1e-3, 3000},
};

void play_scenes(const char *folder)
{
    size_t i;
    for (i = 0; i < COUNT(scenes); ++i) {
        Unit unit;
        recording_open(folder, scenes[i].name);
        unit_open(&unit, scenes[i].exchange ? fmi2ModelExchange : fmi2CoSimulation);
        scenes[i].prepare(&unit);
        put1(&unit, ASPERITY_VR_COMPLIANCE_K, scenes[i].k);
        start_inputs(&unit, scenes[i].plant);
        if (scenes[i].exchange) {
            unit_initialize(&unit);
            unit_start(&unit);
            play_exchange(&unit, scenes[i].plant, scenes[i].steps, scenes[i].h);
        } else {
            if (scenes[i].coupling != KINEMATIC)
                choose(&unit, ASPERITY_VR_COUPLING_MODE, ASPERITY_COUPLING_MODE_INTERFACE);
            if (scenes[i].coupling == PARALLEL)
                choose(&unit, ASPERITY_VR_COUPLING_ORDER, ASPERITY_COUPLING_ORDER_PARALLEL);
            play_steps(&unit, scenes[i].plant, scenes[i].coupling, scenes[i].steps, scenes[i].h);
        }
        unit_close(&unit);
        recording_close();
    }
}
